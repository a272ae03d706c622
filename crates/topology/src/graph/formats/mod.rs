//! Formats of graphs and data sets: one entry for each in [`FORMATS`], one module for each reader.
//!
//! The entries define the values and the help of `--input`, the file dialogs of the page, the messages that list formats, and the
//! tables of the documentation.

mod files;
mod lookalikes;
mod table;
mod tracked;

pub mod edge_list;
pub mod graph6;
pub mod graphml;
pub mod gzip;
pub mod json;
pub mod json_lines;
pub mod matrix_market;
pub mod open;
pub mod points;
pub mod tu;

use std::io::BufRead;
use std::path::Path;

use super::error::quoted_name;
use super::{DataError, Dataset, InputGraph};
use crate::choice::Choice;
pub use table::columns::{Columns, KNOWN as KNOWN_HEADINGS, NamedRole, ROLES, View};
pub use table::preview::Preview;

/// The note about a data set whose graphs have one class.
fn one_class(class_names: &[String]) -> Option<String> {
    let [class] = class_names else { return None };
    Some(format!(
        "every graph has the class {}; training and the comparison of classes require a second class",
        quoted_name(class)
    ))
}

/// The name of a file without its folders and its extension.
pub(in crate::graph) fn stem(file: &str) -> &str {
    let name = file.rsplit(['/', '\\']).next().unwrap_or(file);
    match name.rsplit_once('.') {
        Some((stem, _)) if !stem.is_empty() => stem,
        _ => name,
    }
}

/// Reports the share of a file that was read.
pub type Progress<'a> = &'a dyn Fn(f64);

/// The format of a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Format {
    Weights,
    Run,
    JsonLines,
    Json,
    Graphml,
    MatrixMarket,
    Tu,
    Graph6,
    EdgeList,
}

/// Reads a graph from the name and the text of a table, and the values of its vertices from a second one.
pub type ReadTable =
    fn(&str, &[u8], Option<(&str, &[u8])>, &Columns, Progress) -> Result<InputGraph, DataError>;

/// The reader of a format, by the content of its files.
#[derive(Clone, Copy)]
pub enum Reader {
    /// One graph, read piece by piece: it takes a part of the memory of its text.
    Stream(fn(&str, &mut dyn BufRead) -> Result<InputGraph, DataError>),
    /// One graph, read from a text in memory.
    Graph(fn(&str, &[u8], Progress) -> Result<InputGraph, DataError>),
    /// One graph, read from a table in memory, whose columns a user can name.
    Table(ReadTable),
    /// One graph in each line, read from a text in memory: a single line is a graph, several lines are a data set.
    Lines(fn(&str, &[u8]) -> Result<Vec<InputGraph>, DataError>),
    /// A data set.
    Dataset(fn(&str, &[u8], Progress) -> Result<Dataset, DataError>),
    /// No graph. The text completes "NAME is …" and names the command that reads it.
    Other(&'static str),
}

impl Reader {
    /// The kind of content, for the page: `graph`, `dataset` or `other`.
    pub fn holds(self) -> &'static str {
        match self {
            Self::Stream(_) | Self::Graph(_) | Self::Table(_) | Self::Lines(_) => "graph",
            Self::Dataset(_) => "dataset",
            Self::Other(_) => "other",
        }
    }
}

/// The definition of a format.
pub struct Entry {
    pub format: Format,
    /// The value of `--input`.
    pub id: &'static str,
    /// Its name in a few words.
    pub label: &'static str,
    /// One line for the help of the command line and for the documentation.
    pub description: &'static str,
    /// Endings of file names, in lower case and without the dot.
    pub endings: &'static [&'static str],
    /// Endings of other formats that files of this format have, too: the content decides.
    pub shared_endings: &'static [&'static str],
    /// Whether the beginning of a file is that of this format.
    pub detect: fn(&[u8]) -> bool,
    pub read: Reader,
}

/// Every format, in the order in which the content of a file is tested; the last one accepts any content.
pub static FORMATS: [Entry; 9] = [
    Entry {
        format: Format::Weights,
        id: "weights",
        label: "Weights",
        description: "A saved run of this program (safetensors)",
        endings: &["safetensors"],
        shared_endings: &[],
        // The length of the header in eight bytes, then the header.
        detect: |bytes| bytes.get(6..9) == Some(b"\0\0{"),
        read: Reader::Other(
            "the weights of a run, not a graph; `sublevel evaluate --weights` reads it",
        ),
    },
    Entry {
        format: Format::Run,
        id: "run",
        label: "Run file",
        description: "A run over folds, as `sublevel train --out` writes it",
        endings: &["gz"],
        shared_endings: &["json"],
        detect: is_run_file,
        read: Reader::Other(
            "a run over folds, not a graph; `sublevel report` and the page read it",
        ),
    },
    Entry {
        format: Format::JsonLines,
        id: "jsonl",
        label: "JSON lines",
        description: r#"A data set, one graph a line: {"n": 3, "edges": [[0, 1], …], "y": 0}"#,
        endings: &["jsonl", "ndjson"],
        shared_endings: &["json"],
        detect: |bytes| beginning(bytes).starts_with(b"{") && are_lines(bytes),
        read: Reader::Dataset(|file, text, progress| {
            check_encoding(file, &mut &*text)?;
            json_lines::read_json_lines_telling(file, text, progress)
        }),
    },
    Entry {
        format: Format::Json,
        id: "json",
        label: "JSON",
        description: r#"{"n": 3, "edges": [[0, 1], …], "filter": [0.5, …], "edge_filter": […]}, or node-link JSON"#,
        endings: &["json"],
        shared_endings: &[],
        detect: |bytes| matches!(beginning(bytes), [] | [b'{' | b'[', ..]),
        read: Reader::Stream(|file, input| {
            check_encoding(file, input)?;
            json::read_json(file, input)
        }),
    },
    Entry {
        format: Format::Graphml,
        id: "graphml",
        label: "GraphML",
        description: "Nodes, edges and their numeric data",
        endings: &["graphml", "xml"],
        shared_endings: &[],
        detect: |bytes| beginning(bytes).starts_with(b"<"),
        read: Reader::Stream(|file, input| {
            check_encoding(file, input)?;
            graphml::read_graphml(file, input)
        }),
    },
    Entry {
        format: Format::MatrixMarket,
        id: "mtx",
        label: "MatrixMarket",
        description: "A sparse square matrix, one edge for each entry",
        endings: &["mtx"],
        shared_endings: &["edges", "edgelist", "txt", "csv", "tsv"],
        detect: |bytes| matrix_market::is_matrix_market(beginning(bytes)),
        read: Reader::Graph(|file, text, progress| {
            check_encoding(file, &mut &*text)?;
            matrix_market::read_matrix_market_telling(file, text, progress)
        }),
    },
    Entry {
        format: Format::Tu,
        id: "tu",
        label: "TU data set",
        description: "Zip or folder of a TU data set",
        endings: &["zip"],
        shared_endings: &[],
        detect: |bytes| matches!(beginning(bytes), [b'P', b'K', 3 | 5, ..]),
        read: Reader::Dataset(|file, bytes, _| tu::read_tu_zip(file, bytes)),
    },
    Entry {
        format: Format::Graph6,
        id: "graph6",
        label: "graph6, sparse6",
        description: "A graph in each line of printable characters, as nauty and NetworkX write it",
        endings: &["g6", "s6"],
        shared_endings: &["txt"],
        detect: |bytes| graph6::has_header(beginning(bytes)),
        read: Reader::Lines(|file, text| {
            check_encoding(file, &mut &*text)?;
            graph6::read_graph6_graphs(file, text)
        }),
    },
    Entry {
        format: Format::EdgeList,
        id: "edges",
        label: "Edge list",
        description: "Lines `vertex vertex` or `vertex vertex value`",
        endings: &["edges", "edgelist", "txt", "csv", "tsv"],
        shared_endings: &[],
        detect: |_| true,
        read: Reader::Table(edge_list::read_edge_list_telling),
    },
];

impl Entry {
    /// Its entry in a list.
    pub fn choice(&self) -> Choice {
        Choice {
            id: self.id,
            label: self.label,
            help: self.description,
        }
    }
}

impl Format {
    /// The definition of this format.
    ///
    /// # Panics
    /// If the format has no entry in [`FORMATS`].
    pub fn entry(self) -> &'static Entry {
        let mut entries = FORMATS.iter();
        let found = entries.find(|entry| entry.format == self);
        found.expect("every format has an entry")
    }

    /// The formats of graphs and data sets.
    pub fn of_graphs() -> impl Iterator<Item = &'static Entry> {
        let entries = FORMATS.iter();
        entries.filter(|entry| !matches!(entry.read, Reader::Other(_)))
    }

    /// The format of the extension of a file name, without that of a compression. `None` for an unknown one.
    pub fn of_name(file: &str) -> Option<Self> {
        let plain = gzip::plain_name(file);
        let file = if ending(plain).is_some() { plain } else { file };
        let ending = ending(file)?;
        let mut entries = FORMATS.iter();
        let found = entries.find(|entry| entry.endings.contains(&&*ending));
        found.map(|entry| entry.format)
    }

    /// The format of the beginning of a file.
    pub fn of_content(bytes: &[u8]) -> Self {
        let mut entries = FORMATS.iter();
        let found = entries.find(|entry| (entry.detect)(bytes));
        found.map_or(Self::EdgeList, |entry| entry.format)
    }

    /// The format of a file by its name and its beginning. The content decides between formats with the same extension.
    pub fn of(file: &str, bytes: &[u8]) -> Self {
        let Some(ending) = ending(gzip::plain_name(file)) else {
            return Self::of_content(bytes);
        };
        let mut entries = FORMATS.iter();
        let shared =
            entries.find(|entry| entry.shared_endings.contains(&&*ending) && (entry.detect)(bytes));
        let format = shared.map(|entry| entry.format);
        format
            .or_else(|| Self::of_name(file))
            .unwrap_or_else(|| Self::of_content(bytes))
    }
}

/// The ending of a file name, in lower case.
fn ending(file: &str) -> Option<String> {
    let ending = Path::new(file).extension()?.to_str()?;
    Some(ending.to_ascii_lowercase())
}

/// A file without the byte order mark and the white space that precede its text.
fn beginning(bytes: &[u8]) -> &[u8] {
    let text = bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes);
    text.trim_ascii_start()
}

/// Refuses UTF-16, as PowerShell writes it, which only tables can have.
fn check_encoding(file: &str, input: &mut dyn BufRead) -> Result<(), DataError> {
    // The reader reports other errors.
    let beginning = input.fill_buf().unwrap_or_default();
    match beginning {
        [0xff, 0xfe, ..] | [0xfe, 0xff, ..] => {
            Err(DataError::file(file, "is text in UTF-16; save it as UTF-8"))
        }
        _ => Ok(()),
    }
}

/// Whether this text, which is in memory, is JSON lines.
fn are_lines(text: &[u8]) -> bool {
    json_lines::is_json_lines(text).is_ok_and(|are_lines| are_lines)
}

/// Whether the beginning of a file, complete or truncated, is that of a run file, plain or compressed with gzip.
pub fn is_run_file(bytes: &[u8]) -> bool {
    /// The keys of a run file are within this many bytes.
    const BEGINNING: usize = 1 << 14;

    let has = |key: &str| {
        let beginning = &bytes[..bytes.len().min(BEGINNING)];
        beginning.windows(key.len()).any(|at| at == key.as_bytes())
    };
    is_gzip(bytes) || (has("\"fingerprint\"") && has("\"config\""))
}

/// The error for the readers that the page's topology module omits to stay small: those of data sets and of gzip.
fn not_in_topology_module(file: &str) -> DataError {
    DataError::file(file, "is read by the training module")
}

/// Whether a file is compressed with gzip.
pub fn is_gzip(bytes: &[u8]) -> bool {
    bytes.starts_with(&[0x1f, 0x8b])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_ending_belongs_to_one_format() {
        for entry in &FORMATS {
            assert!(std::ptr::eq(entry.format.entry(), entry));
            for ending in entry.endings {
                let file = format!("graph.{}", ending.to_uppercase());
                assert_eq!(Format::of_name(&file), Some(entry.format), "{file}");
            }
            for shared in entry.shared_endings {
                assert!(!entry.endings.contains(shared));
            }
        }
        assert_eq!(Format::of_name("graph.pdf"), None);
        assert_eq!(Format::of_name("graph"), None);
    }
}
