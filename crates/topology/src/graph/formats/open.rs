//! Opens files by their name and their content: one rule for the command line and the page.

#[cfg(not(target_family = "wasm"))]
use std::fs;
#[cfg(not(target_family = "wasm"))]
use std::path::Path;

use super::edge_list::read_edge_list_telling;
use super::gzip::unpacked;
#[cfg(not(target_family = "wasm"))]
use super::json_lines::read_json_lines;
use super::tu::read_tu_files;
#[cfg(not(target_family = "wasm"))]
use super::tu::{self, Limits};
use super::{Columns, Reader, is_gzip};
use crate::graph::error::{quoted_name, readable};
use crate::graph::rounding::Rounding;
use crate::graph::{DataError, Dataset, InputGraph, ParallelEdges};

pub use super::Format;

/// The content of the opened files.
#[derive(Clone, Debug, PartialEq)]
pub enum Opened {
    Graph(InputGraph),
    /// Graphs with classes.
    Dataset(Dataset),
    /// Saved weights, not yet read; the index of their file.
    Weights(usize),
    /// A run over some folds, not yet checked; the index of its file.
    Run(usize),
}

/// Opens files dropped on a page. These are one file of any [`Format`], an edge list and a file with the values of its vertices, or
/// the text files of a TU data set. Each file has its path, with or without folders.
///
/// # Errors
/// The problem of a file and its line, or the reason why these files do not belong together.
pub fn open(files: &[(&str, &[u8])]) -> Result<Opened, DataError> {
    open_with(files, &Columns::default())
}

/// [`open`] with the columns that a user chose for the tables.
///
/// # Errors
/// As [`open`].
pub fn open_with(files: &[(&str, &[u8])], columns: &Columns) -> Result<Opened, DataError> {
    let is_tu = |(path, _): &(&str, &[u8])| path.ends_with("_A.txt");
    match files {
        [] => Err(DataError::file(
            "nothing",
            "was opened: choose a graph, a data set or weights",
        )),
        [(name, bytes)] => open_one(name, bytes, columns),
        _ if files.iter().any(is_tu) => {
            let title = files[0].0.split('/').next().unwrap_or_default();
            let title = match files[0].0.contains('/') {
                true => title,
                false => "the files",
            };
            read_tu_files(title, files).map(Opened::Dataset)
        }
        [first, second] => open_with_values(first, second, columns),
        _ => Err(DataError::file(
            format!("{} files", files.len()),
            "do not go together: open one graph, an edge list and the values of its vertices, or all text files of a TU \
             data set, NAME_A.txt among them",
        )),
    }
}

fn open_one(name: &str, bytes: &[u8], columns: &Columns) -> Result<Opened, DataError> {
    let graph = |read: Result<InputGraph, DataError>| {
        let mut graph = read?;
        graph.settle_edges(ParallelEdges::default());
        in_32_bits(name, graph).map(Opened::Graph)
    };
    let is_packed = is_gzip(bytes);
    let (name, bytes) = unpacked(name, bytes)?;
    let bytes = &bytes[..];
    let format = Format::of(name, bytes);
    match format.entry().read {
        Reader::Stream(read) => graph(read(name, &mut &*bytes)),
        Reader::Graph(read) => graph(read(name, bytes, &|_| ())),
        Reader::Table(read) => graph(read(name, bytes, None, columns, &|_| ())),
        Reader::Lines(read) => {
            let mut graphs = read(name, bytes)?;
            match graphs.len() {
                1 => graph(Ok(graphs.swap_remove(0))),
                _ => Ok(Opened::Dataset(Dataset::without_classes(name, &graphs))),
            }
        }
        Reader::Dataset(read) => read(name, bytes, &|_| ()).map(Opened::Dataset),
        Reader::Other(_) if format == Format::Weights && is_packed => Err(DataError::file(
            name,
            "weights are compressed here; unpack the file first",
        )),
        Reader::Other(_) if format == Format::Weights => Ok(Opened::Weights(0)),
        Reader::Other(_) => Ok(Opened::Run(0)),
    }
}

/// Reads a data set from the disk: JSON lines, or the zip or the folder of a TU data set.
///
/// # Errors
/// The problem and its line.
#[cfg(not(target_family = "wasm"))]
pub fn read_dataset(path: &Path) -> Result<Dataset, DataError> {
    let title = path.display().to_string();
    let named = Format::of_name(&title);
    if path.is_dir() || !matches!(named, Some(Format::JsonLines | Format::Json)) {
        return tu::read_path(path);
    }
    let most = u64::from(Limits::default().bytes);
    let failed = |problem: String| DataError::file(&title, problem);
    let cannot = |error| failed(format!("cannot be read: {error}"));
    let size = fs::metadata(path).map_err(cannot)?.len();
    if size > most {
        return Err(failed(format!(
            "expected at most {} MiB of text, found {} MiB; take a part of this data set",
            most >> 20,
            size >> 20
        )));
    }
    let text = fs::read(path).map_err(cannot)?;
    let (title, text) = unpacked(&title, &text)?;
    read_json_lines(title, &text)
}

/// An edge list and the values of its vertices, in any order.
fn open_with_values(
    first: &(&str, &[u8]),
    second: &(&str, &[u8]),
    columns: &Columns,
) -> Result<Opened, DataError> {
    let named = |name: &str| ["value", "filter"].iter().any(|word| name.contains(word));
    let (a, b) = (first.0.to_ascii_lowercase(), second.0.to_ascii_lowercase());
    // A graph whose name contains "values" has it in both file names.
    let shared: usize = a
        .chars()
        .zip(b.chars())
        .take_while(|(x, y)| x == y)
        .map(|(x, _)| x.len_utf8())
        .sum();
    let told = match (named(&a), named(&b)) {
        (true, true) => (named(&a[shared..]), named(&b[shared..])),
        told => told,
    };
    let (edges, values) = match told {
        (true, false) => (second, first),
        (false, true) => (first, second),
        _ => {
            return Err(DataError::file(
                format!("{} and {}", first.0, second.0),
                "are ambiguous: one must be an edge list, the other the values of its vertices, with \u{201c}values\u{201d} \
                 in its name",
            ));
        }
    };
    let (edges, values) = (unpacked(edges.0, edges.1)?, unpacked(values.0, values.1)?);
    let mut graph = read_edge_list_telling(
        edges.0,
        &edges.1,
        Some((values.0, &values.1)),
        columns,
        &|_| (),
    )?;
    graph.settle_edges(ParallelEdges::default());
    in_32_bits(values.0, graph).map(Opened::Graph)
}

/// The graph with filter values in 32 bits, for computations of a page. Attributes that do not fit are dropped, and a note reports
/// values that become equal.
fn in_32_bits(name: &str, mut graph: InputGraph) -> Result<InputGraph, DataError> {
    let fits = |value: &f64| value.is_infinite() || !(*value as f32).is_infinite();
    for (list, values) in [
        ("filter", &graph.filter),
        ("edge_filter", &graph.edge_filter),
    ] {
        if !values.iter().flatten().all(fits) {
            let problem = format!(
                "{list}: expected numbers up to 3.4e38, the largest of 32 bits; `sublevel barcode` computes with \
                 64 bits"
            );
            return Err(DataError::file(name, problem));
        }
    }
    let InputGraph {
        vertex_attributes,
        notes,
        ..
    } = &mut graph;
    vertex_attributes.retain(|attribute| {
        let is_kept = attribute.values.iter().all(fits);
        if !is_kept {
            notes.push(format!(
                "{} is left out, as it has numbers beyond 3.4e38, the largest of 32 bits",
                quoted_name(&attribute.name)
            ));
        }
        is_kept
    });
    let own = graph.filter.iter().map(|values| ("filter", values));
    let of_edges = graph.edge_filter.iter().map(|values| ("the edges", values));
    let attributes = graph.vertex_attributes.iter();
    let attributes = attributes.map(|one| (one.name.as_str(), &one.values));
    let notes: Vec<_> = own
        .chain(of_edges)
        .chain(attributes)
        .filter_map(|(name, values)| {
            let mut rounding = Rounding::default();
            values.iter().for_each(|&value| rounding.add(value));
            rounding.note(&readable(name), 32)
        })
        .collect();
    graph.notes.extend(notes);
    Ok(graph)
}
