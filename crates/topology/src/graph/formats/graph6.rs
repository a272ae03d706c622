//! Reader of graph6 and sparse6, and writer of graph6: the formats of nauty (B. McKay, *formats.txt*), a graph in one line of printable
//! characters.
//!
//! Every character from `?` to `~` holds six bits. The line begins with the number of vertices. In graph6, the upper triangle of the
//! adjacency matrix follows, column by column. A sparse6 line begins with `:`; a list of edges follows, with self-loops and repeated
//! edges. The headers `>>graph6<<` and `>>sparse6<<` are optional.

use std::iter;

use crate::graph::Graph;
use crate::graph::error::{DataError, quoted_name, utf8};
use crate::graph::input_graph::{InputGraph, most_claimed};

const HEADERS: [&str; 2] = [">>graph6<<", ">>sparse6<<"];

/// Whether a file begins with a header.
pub fn has_header(text: &[u8]) -> bool {
    HEADERS
        .iter()
        .any(|header| text.starts_with(header.as_bytes()))
}

/// Reads a graph from a text in graph6 or sparse6; messages call it `file`.
///
/// # Errors
/// The problem and its position: other characters, a wrong length, too many vertices, several graphs, or a related format
/// (digraph6, incremental sparse6).
pub fn read_graph6(file: &str, text: &[u8]) -> Result<InputGraph, DataError> {
    let text = utf8(file, text)?;
    if text.trim().is_empty() {
        return Err(DataError::file(
            file,
            "is empty; a graph is one line of characters from ? to ~",
        ));
    }
    let lines = text.lines().filter(|line| !line.trim().is_empty()).count();
    if lines > 1 {
        return Err(DataError::file(
            file,
            format!("expected one graph, found {lines} lines; save each line as a file"),
        ));
    }
    read_word(file, text, text.trim())
}

/// A graph of [`read_graph6_lines`].
#[derive(Clone, Debug, PartialEq)]
pub struct Graph6Line {
    /// Number of the line, counted from 1.
    pub line: usize,
    pub graph: InputGraph,
    /// The text after the graph, without the white space around it. Empty without such a text.
    pub rest: String,
}

/// Reads the graphs of a text with one graph in each line, in graph6 or sparse6; messages call it `file`. White space and any text may
/// follow a graph. Lines without characters are left out.
///
/// # Errors
/// The problem and its position, as for [`read_graph6`], or a text without graphs.
pub fn read_graph6_lines(file: &str, text: &[u8]) -> Result<Vec<Graph6Line>, DataError> {
    let text = utf8(file, text)?;
    let mut graphs = Vec::new();
    for (index, line) in text.lines().enumerate() {
        let line = line.trim();
        let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        // A header may be a separate line.
        if word.is_empty() || HEADERS.contains(&word) {
            continue;
        }
        graphs.push(Graph6Line {
            line: index + 1,
            graph: read_word(file, text, word)?,
            rest: rest.trim_start().to_owned(),
        });
    }
    match graphs.is_empty() {
        true => Err(DataError::file(
            file,
            "is empty; a graph is one line of characters from ? to ~",
        )),
        false => Ok(graphs),
    }
}

/// The graphs of [`read_graph6_lines`] of a file that has nothing but graphs.
///
/// # Errors
/// As there, or a text after a graph.
pub fn read_graph6_graphs(file: &str, text: &[u8]) -> Result<Vec<InputGraph>, DataError> {
    let graph = |line: Graph6Line| match line.rest.is_empty() {
        true => Ok(line.graph),
        false => Err(DataError::file(
            format!("{file}, line {}", line.line),
            format!(
                "expected the end of the line after the graph, found {}",
                quoted_name(&line.rest)
            ),
        )),
    };
    read_graph6_lines(file, text)?
        .into_iter()
        .map(graph)
        .collect()
}

fn read_word(file: &str, text: &str, word: &str) -> Result<InputGraph, DataError> {
    let without_header = HEADERS.iter().find_map(|header| word.strip_prefix(header));
    let body = without_header.unwrap_or(word);
    // The word is a part of the text.
    let start = body.as_ptr() as usize - text.as_ptr() as usize;
    let error =
        |offset: usize, problem: String| DataError::place(file, text, start + offset, problem);

    let (sparse, data) = match body.as_bytes() {
        [b':', rest @ ..] => (true, rest),
        [b'&', ..] => {
            return Err(error(
                0,
                "expected an undirected graph, found digraph6".into(),
            ));
        }
        [b';', ..] => {
            let problem =
                "expected a graph, found the difference to another graph (incremental sparse6)";
            return Err(error(0, problem.into()));
        }
        other => (false, other),
    };
    let skipped = usize::from(sparse);
    if let Some(at) = data.iter().position(|byte| !(63..=126).contains(byte)) {
        return Err(error(
            skipped + at,
            format!(
                "expected a character from ? to ~, found \"{}\"",
                data[at].escape_ascii()
            ),
        ));
    }
    let Some((vertices, size)) = number_of_vertices(data) else {
        return Err(error(
            0,
            "expected the number of vertices, found the end of the line".into(),
        ));
    };
    let limit = most_claimed(text.len());
    if vertices > limit {
        return Err(error(
            skipped,
            format!("expected at most {limit} vertices in a file of this size, found {vertices}"),
        ));
    }
    let bits = Bits(&data[size..]);
    let edges = if sparse {
        sparse_edges(vertices, bits)
    } else {
        let expected = (vertices * vertices.saturating_sub(1) / 2).div_ceil(6);
        let found = (data.len() - size) as u64;
        if found != expected {
            return Err(error(
                skipped + size,
                format!(
                    "expected {expected} characters for the edges of {vertices} vertices, found {found}"
                ),
            ));
        }
        triangle_edges(vertices, bits)
    };
    Ok(InputGraph {
        vertices: vertices as u32,
        edges,
        ..InputGraph::default()
    })
}

/// The number of vertices and the number of characters that it takes: 1, 4 or 8. `None` if the text is shorter.
fn number_of_vertices(data: &[u8]) -> Option<(u64, usize)> {
    let (skipped, digits) = match data {
        [b'~', b'~', ..] => (2, 6),
        [b'~', ..] => (1, 3),
        _ => (0, 1),
    };
    let digits = data.get(skipped..skipped + digits)?;
    let number = digits
        .iter()
        .fold(0, |number, byte| number << 6 | u64::from(byte - 63));
    Some((number, skipped + digits.len()))
}

/// Bits of characters, six each, the highest first.
#[derive(Clone, Copy)]
struct Bits<'a>(&'a [u8]);

impl Bits<'_> {
    fn iter(self) -> impl Iterator<Item = bool> {
        let bits = |byte: &u8| {
            let six = byte - 63;
            (0..6).rev().map(move |bit| six >> bit & 1 == 1)
        };
        self.0.iter().flat_map(bits)
    }
}

/// The edges of graph6: bits for (0, 1), (0, 2), (1, 2), (0, 3) and so on.
fn triangle_edges(vertices: u64, bits: Bits<'_>) -> Vec<[u32; 2]> {
    let pairs = (1..vertices as u32).flat_map(|v| (0..v).map(move |u| [u, v]));
    let present = pairs.zip(bits.iter()).filter(|(_, bit)| *bit);
    present.map(|(pair, _)| pair).collect()
}

/// The edges of sparse6: entries of a bit, which advances the current vertex, and a vertex. A vertex beyond the current one becomes
/// the current one; any other is the end of an edge. Padding ends the list.
fn sparse_edges(vertices: u64, bits: Bits<'_>) -> Vec<[u32; 2]> {
    let width = u64::BITS - vertices.saturating_sub(1).leading_zeros();
    let mut bits = bits.iter();
    let mut edges = Vec::new();
    let mut current = 0;
    while let Some(advance) = bits.next() {
        let mut vertex = 0;
        for _ in 0..width {
            match bits.next() {
                Some(bit) => vertex = vertex << 1 | u64::from(bit),
                None => return edges,
            }
        }
        current += u64::from(advance);
        if current >= vertices || vertex >= vertices {
            break;
        }
        if vertex > current {
            current = vertex;
        } else {
            edges.push([vertex as u32, current as u32]);
        }
    }
    edges
}

/// The graph in graph6, without a header and a line break. Labels and attributes are left out. The length grows with the square of the
/// number of vertices.
pub fn write_graph6(graph: &Graph) -> String {
    let vertices = u64::from(graph.vertices);
    let six = |number: u64, digits: u32| {
        let digit = move |place| char::from((number >> (6 * place) & 63) as u8 + 63);
        (0..digits).rev().map(digit)
    };
    let mut text = String::new();
    match vertices {
        0..=62 => text.extend(six(vertices, 1)),
        63..=258_047 => text.extend(iter::once('~').chain(six(vertices, 3))),
        _ => text.extend("~~".chars().chain(six(vertices, 6))),
    }
    let bits = vertices * vertices.saturating_sub(1) / 2;
    let mut groups = vec![0_u8; bits.div_ceil(6) as usize];
    for &[u, v] in &graph.edges {
        let [u, v] = [u64::from(u), u64::from(v)];
        let bit = v * (v - 1) / 2 + u;
        groups[(bit / 6) as usize] |= 1 << (5 - bit % 6);
    }
    text.extend(groups.into_iter().map(|group| char::from(group + 63)));
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::graph::enumerate::all_graphs;

    #[test]
    fn written_graphs_are_read_back() {
        let small = (0..=5).flat_map(|vertices| all_graphs(vertices, &|_| ()));
        let large = [62, 63, 64, 300].map(|n: u32| Graph::new(n, (1..n).map(|v| [v / 2, v])));
        for graph in small.chain(large) {
            let text = write_graph6(&graph);
            let read = read_graph6("g.g6", text.as_bytes()).unwrap();
            assert_eq!(read.simple(), graph, "{text}");
        }
        assert_eq!(
            write_graph6(&Graph::new(5, [[0, 2], [0, 4], [1, 3], [3, 4]])),
            "DQc"
        );
    }

    #[test]
    fn lines_hold_graphs_and_texts() {
        let text = b">>graph6<<\nDQc  a b \r\n\n:An\t\nDQc";
        let lines = read_graph6_lines("g.g6", text).unwrap();
        let found: Vec<_> = lines
            .iter()
            .map(|line| (line.line, line.graph.vertices, line.rest.as_str()))
            .collect();
        assert_eq!(found, [(2, 5, "a b"), (4, 2, ""), (5, 5, "")]);
        for (text, message) in [
            ("", "g.g6: is empty"),
            ("DQc\nDQ!", "g.g6, line 2, column 3: expected a character"),
            ("DQc\n  DQ", "g.g6, line 2, column 4: expected 2 characters"),
        ] {
            let error = read_graph6_lines("g.g6", text.as_bytes()).unwrap_err();
            assert!(error.to_string().starts_with(message), "{error}");
        }
    }
}
