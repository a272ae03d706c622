//! Where `sublevel barcode` finds its graph: files and formats.

use std::fs::File;
use std::io::{self, Read};
use std::path::Path;

use sublevel::graph::edge_list::read_edge_list;
use sublevel::graph::graphml::read_graphml;
use sublevel::graph::json::read_json;
use sublevel::graph::json_lines::read_json_lines;
use sublevel::graph::open::Format;
use sublevel::graph::tu::{read_path, read_tu_zip};
use sublevel::graph::{Dataset, InputGraph};

use crate::cli::Failure;

/// Longer texts hold more edges than fit into memory.
const MOST_BYTES: u64 = 1 << 31;

/// Options that say where the graph is.
#[derive(clap::Args, Debug)]
pub struct Input {
    /// File with the graph, or folder of a TU data set; - reads from stdin
    file: String,
    /// Format of FILE, where it is not to be told from its name
    ///
    /// Endings tell: .json, .jsonl, .graphml or .xml, .edges, .edgelist, .txt, .csv or .tsv, .zip; a folder is a
    /// TU data set. Elsewhere, as for stdin, the first character does
    #[arg(long, value_enum, value_name = "FORMAT")]
    input: Option<Named>,
    /// Filter values for an edge list: lines `vertex value`, or a value a line for vertices 0, 1, 2 …
    #[arg(long, value_name = "FILE")]
    values: Option<String>,
    /// Graph of a data set, counted from 1 as the page does
    #[arg(long, value_name = "N", allow_negative_numbers = true)]
    graph: Option<i64>,
}

/// What `--input` calls a format.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
enum Named {
    /// {"n": 3, "edges": [[0, 1], …], "filter": [0.5, …], "edge_filter": […]}, or node-link JSON
    Json,
    /// Nodes, edges and their numeric data
    Graphml,
    /// Lines `vertex vertex` or `vertex vertex value`
    Edges,
    /// Zip or folder of a TU data set
    Tu,
    /// A data set of one's own, one graph a line: {"n": 3, "edges": [[0, 1], …], "y": 0}
    Jsonl,
}

impl From<Named> for Format {
    fn from(named: Named) -> Self {
        match named {
            Named::Json => Self::Json,
            Named::Graphml => Self::Graphml,
            Named::Edges => Self::EdgeList,
            Named::Tu => Self::Tu,
            Named::Jsonl => Self::JsonLines,
        }
    }
}

impl Input {
    /// The graph, and what messages call the place it comes from.
    pub fn read(&self) -> Result<(String, InputGraph), Failure> {
        let name = match self.file.as_str() {
            "-" => "stdin",
            file => file,
        };
        let by_name = self.input.map(Format::from).or_else(|| {
            let folder = Path::new(&self.file).is_dir();
            folder
                .then_some(Format::Tu)
                .or_else(|| Format::of_name(&self.file))
        });
        if by_name == Some(Format::Tu) && self.file != "-" {
            self.check(name, Format::Tu)?;
            let dataset = read_path(Path::new(name)).map_err(Failure::usage)?;
            return self.graph_of(name, &dataset);
        }
        let text = read(&self.file)?;
        let format = match self.input {
            Some(named) => named.into(),
            None => Format::of(&self.file, &text),
        };
        self.check(name, format)?;
        let graph = match format {
            Format::Json => read_json(name, &text),
            Format::Graphml => read_graphml(name, &text),
            Format::EdgeList => match &self.values {
                Some(file) => read_edge_list(name, &text, Some((file, &read(file)?))),
                None => read_edge_list(name, &text, None),
            },
            Format::Tu => {
                let dataset = read_tu_zip(name, &text).map_err(Failure::usage)?;
                return self.graph_of(name, &dataset);
            }
            Format::JsonLines => {
                let dataset = read_json_lines(name, &text).map_err(Failure::usage)?;
                return self.graph_of(name, &dataset);
            }
            Format::Run => {
                return Err(Failure::usage(format!(
                    "{name} is a run over folds, not a graph; `sublevel report` and the page read it"
                )));
            }
            Format::Weights => {
                return Err(Failure::usage(format!(
                    "{name} has the weights of a run, not a graph; `sublevel evaluate --weights` reads it"
                )));
            }
        };
        Ok((name.into(), graph.map_err(Failure::usage)?))
    }

    /// Some options go with one format only.
    fn check(&self, name: &str, format: Format) -> Result<(), Failure> {
        if self.values.is_some() && format != Format::EdgeList {
            return Err(Failure::usage(format!(
                "--values goes with an edge list, and {name} is none; the other formats have values in \
                 the file itself (or say --input edges)"
            )));
        }
        if self.values.as_deref() == Some("-") && self.file == "-" {
            return Err(Failure::usage(
                "stdin can be the edge list or its values, not both; put one of them into a file",
            ));
        }
        if self.graph.is_some() && !matches!(format, Format::Tu | Format::JsonLines) {
            return Err(Failure::usage(format!(
                "--graph goes with a data set, and {name} is none; it holds one graph \
                 (or say --input tu or --input jsonl)"
            )));
        }
        Ok(())
    }

    fn graph_of(&self, name: &str, dataset: &Dataset) -> Result<(String, InputGraph), Failure> {
        let count = dataset.graphs.len();
        let Some(number) = self.graph else {
            return Err(Failure::usage(format!(
                "{name} holds {count} graphs; choose one with --graph N, from 1 to {count}"
            )));
        };
        let index = usize::try_from(number).ok();
        let index = index.and_then(|number| number.checked_sub(1));
        let Some(index) = index.filter(|&index| index < count) else {
            return Err(Failure::usage(format!(
                "{name}: expected --graph from 1 to {count}, found {number}"
            )));
        };
        let graph = InputGraph::of_dataset(dataset, index);
        Ok((format!("{name}, graph {number}"), graph))
    }
}

/// All bytes of a file or, for `-`, of stdin.
fn read(file: &str) -> Result<Vec<u8>, Failure> {
    let mut text = Vec::new();
    let (name, read) = match file {
        "-" => ("stdin", io::stdin().take(MOST_BYTES).read_to_end(&mut text)),
        path => {
            let opened = File::open(path);
            let read = opened.and_then(|file| file.take(MOST_BYTES).read_to_end(&mut text));
            (path, read)
        }
    };
    match read {
        Err(error) => Err(Failure::usage(format!("{name} cannot be read: {error}"))),
        Ok(bytes) if bytes as u64 == MOST_BYTES => Err(Failure::usage(format!(
            "{name} is too long: expected less than 2 GiB"
        ))),
        Ok(_) => Ok(text),
    }
}
