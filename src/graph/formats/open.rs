//! What a file holds, told by its name and by what is in it: one rule for the command line and the page.

#[cfg(not(target_family = "wasm"))]
use std::fs;
use std::path::Path;

use super::edge_list::read_edge_list;
use super::graphml::read_graphml;
use super::json::read_json;
use super::json_lines::{is_json_lines, read_json_lines};
use super::matrix_market::{is_matrix_market, read_matrix_market};
#[cfg(not(target_family = "wasm"))]
use super::tu::{self, Limits};
use super::tu::{read_tu_files, read_tu_zip};
use crate::graph::{DataError, Dataset, InputGraph};
use crate::run_file::is_run_file;

/// What a file looks like.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Format {
    /// `{"n": 3, "edges": [[0, 1], …], "filter": [0.5, …], "edge_filter": […]}`, or node-link JSON.
    Json,
    /// Nodes, edges and their numeric data.
    Graphml,
    /// Lines `vertex vertex` or `vertex vertex value`.
    EdgeList,
    /// The adjacency matrix of a graph, entry by entry.
    MatrixMarket,
    /// Zip or folder of a TU data set.
    Tu,
    /// A data set, one graph a line: `{"n": 3, "edges": [[0, 1], …], "y": 0}`.
    JsonLines,
    /// A run of this program: safetensors.
    Weights,
    /// A run over some folds: JSON, plain or compressed with gzip.
    Run,
}

impl Format {
    /// What an ending of a name stands for; none where it stands for nothing.
    pub fn of_name(file: &str) -> Option<Self> {
        match Path::new(file).extension()?.to_ascii_lowercase().to_str()? {
            "json" => Some(Self::Json),
            "jsonl" | "ndjson" => Some(Self::JsonLines),
            "graphml" | "xml" => Some(Self::Graphml),
            "edges" | "edgelist" | "txt" | "csv" | "tsv" => Some(Self::EdgeList),
            "mtx" => Some(Self::MatrixMarket),
            "zip" => Some(Self::Tu),
            "safetensors" => Some(Self::Weights),
            _ => None,
        }
    }

    /// What the beginning of a file says.
    pub fn of_content(bytes: &[u8]) -> Self {
        // Safetensors: the length of the header in eight bytes, then the header.
        if bytes.get(6..9) == Some(b"\0\0{") {
            return Self::Weights;
        }
        if is_run_file(bytes) {
            return Self::Run;
        }
        let bytes = bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes);
        match bytes.trim_ascii_start() {
            [b'{', ..] if are_lines(bytes) => Self::JsonLines,
            [] | [b'{' | b'[', ..] => Self::Json,
            [b'<', ..] => Self::Graphml,
            text if is_matrix_market(text) => Self::MatrixMarket,
            [b'P', b'K', 3 | 5, ..] => Self::Tu,
            _ => Self::EdgeList,
        }
    }

    /// What name and beginning say together. JSON lines are often called `.json`.
    pub fn of(file: &str, bytes: &[u8]) -> Self {
        match Self::of_name(file) {
            Some(Self::Json) if is_run_file(bytes) => Self::Run,
            Some(Self::Json) if are_lines(bytes) => Self::JsonLines,
            Some(Self::EdgeList) if is_matrix_market(bytes) => Self::MatrixMarket,
            Some(format) => format,
            None => Self::of_content(bytes),
        }
    }
}

/// Whether this text, which is in memory, is JSON lines.
fn are_lines(text: &[u8]) -> bool {
    is_json_lines(text).is_ok_and(|are_lines| are_lines)
}

/// What was opened.
#[derive(Clone, Debug, PartialEq)]
pub enum Opened {
    /// One graph.
    Graph(InputGraph),
    /// Graphs with classes.
    Dataset(Dataset),
    /// Saved weights, not yet read; the index of their file.
    Weights(usize),
    /// What looks like a run over some folds, which [`read_run_file`](crate::run_file::read_run_file) checks: which of the files
    /// it is.
    Run(usize),
}

/// Opens what somebody drops on a page: one file of any [`Format`], an edge list and a file with the values of its vertices,
/// or the text files of a TU data set. Each file has its path, whose folders may be left out.
///
/// # Errors
/// What is wrong with a file, and in which line; or why these files do not go together.
pub fn open(files: &[(&str, &[u8])]) -> Result<Opened, DataError> {
    let is_tu = |(path, _): &(&str, &[u8])| path.ends_with("_A.txt");
    match files {
        [] => Err(DataError::file(
            "nothing",
            "was opened: choose a graph, a data set or weights",
        )),
        [(name, bytes)] => open_one(name, bytes),
        _ if files.iter().any(is_tu) => {
            let title = files[0].0.split('/').next().unwrap_or_default();
            let title = match files[0].0.contains('/') {
                true => title,
                false => "the files",
            };
            read_tu_files(title, files).map(Opened::Dataset)
        }
        [first, second] => open_with_values(first, second),
        _ => Err(DataError::file(
            format!("{} files", files.len()),
            "do not go together: open one graph, an edge list and the values of its vertices, or all text files of a TU \
             data set, NAME_A.txt among them",
        )),
    }
}

fn open_one(name: &str, bytes: &[u8]) -> Result<Opened, DataError> {
    let graph = |read: Result<InputGraph, DataError>| in_32_bits(name, read?).map(Opened::Graph);
    match Format::of(name, bytes) {
        Format::Json => graph(read_json(name, bytes)),
        Format::Graphml => graph(read_graphml(name, bytes)),
        Format::EdgeList => graph(read_edge_list(name, bytes, None)),
        Format::MatrixMarket => graph(read_matrix_market(name, bytes)),
        Format::Tu => read_tu_zip(name, bytes).map(Opened::Dataset),
        Format::JsonLines => read_json_lines(name, bytes).map(Opened::Dataset),
        Format::Weights => Ok(Opened::Weights(0)),
        Format::Run => Ok(Opened::Run(0)),
    }
}

/// Reads a data set from the disk: JSON lines, or the zip or the folder of a TU data set.
///
/// # Errors
/// What is wrong with it, and in which line.
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
    read_json_lines(&title, &text)
}

/// An edge list and the values of its vertices, in whatever order.
fn open_with_values(first: &(&str, &[u8]), second: &(&str, &[u8])) -> Result<Opened, DataError> {
    let named = |name: &str| ["value", "filter"].iter().any(|word| name.contains(word));
    let (a, b) = (first.0.to_ascii_lowercase(), second.0.to_ascii_lowercase());
    // A graph that is itself called "values" has its name in both.
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
                "cannot be told apart: one has to be an edge list, the other the values of its vertices, with \u{201c}values\u{201d} \
                 in its name",
            ));
        }
    };
    let graph = read_edge_list(edges.0, edges.1, Some((values.0, values.1)))?;
    in_32_bits(values.0, graph).map(Opened::Graph)
}

/// A graph whose own filter values a page can compute with, which has numbers of 32 bits. An attribute that it cannot have is left
/// out.
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
    graph
        .vertex_attributes
        .retain(|attribute| attribute.values.iter().all(fits));
    Ok(graph)
}
