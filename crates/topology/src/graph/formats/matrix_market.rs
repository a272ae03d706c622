//! Reader of MatrixMarket files: the adjacency matrix of a graph, entry by entry.
//!
//! It reads `%%MatrixMarket matrix coordinate`, then `pattern`, `real` or `integer`, then `general` or `symmetric`. A line with
//! rows, columns and number of entries follows, then one entry per line, `row column` or `row column value`, counted from 1. The
//! matrix is square. An entry is an edge, one on the diagonal a self-loop, and its number the value of the edge. A general matrix
//! is a directed graph.

use crate::graph::error::{DataError, utf8};
use crate::graph::input_graph::{InputGraph, most_claimed};
use crate::graph::lines::{Line, lines_of, natural, real};
use crate::graph::names::Names;
use crate::graph::rounding::{Rounding, Written};

/// Whether a text has the beginning of such a file.
pub fn is_matrix_market(text: &[u8]) -> bool {
    const BEGINNING: &[u8] = b"%%MatrixMarket";
    let beginning = text.get(..BEGINNING.len());
    beginning.is_some_and(|text| text.eq_ignore_ascii_case(BEGINNING))
}

/// Reads a graph from a MatrixMarket text. `file` is its name in messages.
///
/// # Errors
/// The problem and its line.
pub fn read_matrix_market(file: &str, text: &[u8]) -> Result<InputGraph, DataError> {
    read_matrix_market_telling(file, text, &|_| ())
}

/// [`read_matrix_market`] that reports the read share of the text to `progress`.
///
/// # Errors
/// As [`read_matrix_market`].
pub fn read_matrix_market_telling(
    file: &str,
    text: &[u8],
    progress: &dyn Fn(f64),
) -> Result<InputGraph, DataError> {
    let text = utf8(file, text)?;
    let Header {
        has_values,
        is_general,
    } = header(file, text)?;
    let mut lines = lines_of(file, text, progress);
    let Some(sizes) = lines.next() else {
        let problem = "expected a line with rows, columns and number of entries, found none";
        return Err(DataError::file(file, problem));
    };
    let (vertices, entries) = read_sizes(sizes, text.len())?;
    let (mut edges, mut values) = (Vec::new(), Vec::new());
    let mut rounding = Rounding::default();
    for line in lines {
        if edges.len() as u64 == entries {
            return Err(line.error(format!("the end of the file after {entries} entries")));
        }
        let (ends, value) = read_entry(line, vertices, has_values)?;
        edges.push(ends);
        values.extend(value.map(|value| rounding.kept(value)));
    }
    if (edges.len() as u64) < entries {
        let found = edges.len();
        let problem = format!("expected {entries} entries, found {found}; it is cut off");
        return Err(DataError::file(file, problem));
    }
    let mut graph = InputGraph {
        vertices,
        names: Names::counted(1, vertices),
        edges,
        directed: Some(is_general),
        edge_filter: has_values.then_some(values),
        ..InputGraph::default()
    };
    let loops = graph.edges.iter().filter(|[u, v]| u == v).count();
    if loops > 0 {
        graph.notes.push(format!(
            "{loops} entr{} on the diagonal, read as self-loops",
            if loops == 1 { "y is" } else { "ies are" }
        ));
    }
    graph.notes.extend(rounding.note("entries", 64));
    Ok(graph)
}

/// The contents of the first line.
struct Header {
    /// Whether entries have numbers.
    has_values: bool,
    /// Whether the matrix may be asymmetric.
    is_general: bool,
}

fn header(file: &str, text: &str) -> Result<Header, DataError> {
    let line = text.lines().next().unwrap_or_default();
    let words: Vec<String> = line
        .split_whitespace()
        .map(str::to_ascii_lowercase)
        .collect();
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    match words[..] {
        [
            "%%matrixmarket",
            "matrix",
            "coordinate",
            field,
            symmetry @ ("general" | "symmetric"),
        ] if ["pattern", "real", "double", "integer"].contains(&field) => Ok(Header {
            has_values: field != "pattern",
            is_general: symmetry == "general",
        }),
        _ => Err(DataError::place(
            file,
            text,
            0,
            match words[..] {
                [_, "matrix", "array", ..] => {
                    "expected a sparse matrix, found an array, in which every entry would be an edge; save its edges with \
                     scipy.io.mmwrite(\"graph.mtx\", scipy.sparse.coo_array(A)), or a distance matrix with numpy.savetxt"
                }
                [_, "matrix", "coordinate", _, "skew-symmetric" | "hermitian"] => {
                    "expected a general or symmetric matrix, found another one, whose two directions of an edge have different values; \
                     save abs(A) with scipy.io.mmwrite"
                }
                _ => {
                    "expected \"%%MatrixMarket matrix coordinate\", then pattern, real or integer, then general or symmetric: \
                     other matrices are no graphs, or not sparse"
                }
            },
        )),
    }
}

/// Number of vertices and of entries. The text has `bytes` bytes.
fn read_sizes(line: Line<'_>, bytes: usize) -> Result<(u32, u64), DataError> {
    let numbers: Option<Vec<u32>> = line.fields().map(natural).collect();
    match numbers.as_deref() {
        Some(&[rows, columns, entries]) if rows == columns => {
            let most = most_claimed(bytes);
            match u64::from(rows) <= most {
                true => Ok((rows, entries.into())),
                false => Err(line.error(format!("at most {most} rows in a file of this size"))),
            }
        }
        Some([_, _, _]) => {
            Err(line.error("as many rows as columns, which the matrix of a graph has"))
        }
        _ => Err(line.error("rows, columns and number of entries")),
    }
}

/// The ends of an edge, and its value.
fn read_entry(
    line: Line<'_>,
    vertices: u32,
    has_values: bool,
) -> Result<([u32; 2], Option<Written>), DataError> {
    let wrong = || {
        let value = if has_values { ", and a number" } else { "" };
        line.error(format!("row and column from 1 to {vertices}{value}"))
    };
    let mut fields = line.fields();
    let mut end = || {
        let number = fields.next().and_then(natural)?.checked_sub(1)?;
        (number < vertices).then_some(number)
    };
    let (Some(u), Some(v)) = (end(), end()) else {
        return Err(wrong());
    };
    let value = fields
        .next()
        .map(|text| match real(text) {
            Some(number) => Ok(Written::text(text, number)),
            None => Err(wrong()),
        })
        .transpose()?;
    if value.is_some() != has_values || fields.next().is_some() {
        return Err(wrong());
    }
    Ok(([u, v], value))
}
