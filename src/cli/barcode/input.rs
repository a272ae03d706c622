//! Where `sublevel barcode` finds its graph: files and formats.

use std::path::Path;

use sublevel::graph::edge_list::read_edge_list_telling;
use sublevel::graph::graphml::read_graphml;
use sublevel::graph::json::read_json;
use sublevel::graph::json_lines::read_json_lines_telling;
use sublevel::graph::matrix_market::read_matrix_market_telling;
use sublevel::graph::open::Format;
use sublevel::graph::tu::{read_path, read_tu_zip};
use sublevel::graph::{Dataset, InputGraph};

use super::source::{Source, name_of, read};
use crate::cli::Failure;
use crate::cli::console::{Work, note};
use crate::cli::words::integer;

/// Options that say where the graph is.
#[derive(clap::Args, Debug)]
pub struct Input {
    /// File with the graph, or folder of a TU data set; - reads from stdin. Of several files, a line of JSON each
    #[arg(required = true, value_name = "FILE")]
    pub(super) files: Vec<String>,
    /// Every graph of a data set, a line of JSON each
    #[arg(short, long, conflicts_with_all = ["graph", "values"])]
    pub(super) all: bool,
    /// Format of FILE, where it is not to be told from its name
    ///
    /// Endings tell: .json, .jsonl, .graphml or .xml, .edges, .edgelist, .txt, .csv or .tsv, .mtx, .zip; a folder is a
    /// TU data set. Elsewhere, as for stdin, the first character does
    #[arg(short, long, value_enum, value_name = "FORMAT")]
    input: Option<Named>,
    /// Filter values for an edge list: lines `vertex value`, or a value a line for vertices 0, 1, 2 …
    #[arg(long, value_name = "FILE")]
    values: Option<String>,
    /// Graph of a data set, counted from 1 as the page does
    #[arg(short, long, value_name = "N", allow_negative_numbers = true, value_parser = integer)]
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
    /// MatrixMarket: a sparse square matrix, an edge for each entry
    Mtx,
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
            Named::Mtx => Self::MatrixMarket,
            Named::Tu => Self::Tu,
            Named::Jsonl => Self::JsonLines,
        }
    }
}

impl Input {
    /// Whether there may be many graphs.
    pub fn is_many(&self) -> bool {
        self.all || self.files.len() > 1
    }

    /// Every graph of a data set, and what messages call the place it comes from; `work` is told how much of JSON lines is read.
    pub fn read_all(&self, file: &str, work: &Work) -> Result<(String, Dataset), Failure> {
        let name = name_of(file);
        let dataset = match self.format_of_name(file) {
            Some(Format::Tu) if file != "-" => read_path(Path::new(file)),
            _ => {
                let mut source = Source::open(file, work)?;
                let format = self.format(&mut source)?;
                let text = source.text()?;
                match format {
                    Format::Tu => read_tu_zip(name, &text),
                    Format::JsonLines => {
                        read_json_lines_telling(name, &text, &|share| work.show(share))
                    }
                    _ => {
                        return Err(Failure::usage(format!(
                            "--all goes with data sets, and {name} is none; it holds one graph (or say --input tu or --input jsonl)"
                        )));
                    }
                }
            }
        };
        Ok((name.into(), dataset.map_err(Failure::usage)?))
    }

    fn format_of_name(&self, file: &str) -> Option<Format> {
        let by_name = || match Path::new(file).is_dir() {
            true => Some(Format::Tu),
            false => Format::of_name(file),
        };
        self.input.map(Format::from).or_else(by_name)
    }

    fn format(&self, source: &mut Source<'_>) -> Result<Format, Failure> {
        match self.input {
            Some(named) => Ok(named.into()),
            None => source.format(),
        }
    }

    /// The graph in a file, and what messages call the place it comes from; `work` is told how much of it is read.
    pub fn read_one(&self, file: &str, work: &Work) -> Result<(String, InputGraph), Failure> {
        let name = name_of(file);
        if self.format_of_name(file) == Some(Format::Tu) && file != "-" {
            self.check(file, Format::Tu)?;
            let dataset = read_path(Path::new(name)).map_err(Failure::usage)?;
            return self.graph_of(name, &dataset);
        }
        let mut source = Source::open(file, work)?;
        let format = self.format(&mut source)?;
        self.check(file, format)?;
        let progress: &dyn Fn(f64) = &|share| work.show(share);
        let graph = match format {
            // What these hold takes a part of the memory of their texts.
            Format::Json => read_json(name, source),
            Format::Graphml => read_graphml(name, source),
            Format::MatrixMarket => read_matrix_market_telling(name, &source.text()?, progress),
            Format::EdgeList => {
                let text = source.text()?;
                let values = match &self.values {
                    Some(file) => Some((file.as_str(), read(file)?)),
                    None => None,
                };
                let values = values.as_ref().map(|(file, text)| (*file, &text[..]));
                read_edge_list_telling(name, &text, values, progress)
            }
            Format::Tu => {
                let dataset = read_tu_zip(name, &source.text()?).map_err(Failure::usage)?;
                return self.graph_of(name, &dataset);
            }
            Format::JsonLines => {
                let dataset = read_json_lines_telling(name, &source.text()?, progress);
                return self.graph_of(name, &dataset.map_err(Failure::usage)?);
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
        let graph = graph.map_err(Failure::usage)?;
        for assumed in &graph.notes {
            note(format_args!("{name}: {assumed}"));
        }
        Ok((name.into(), graph))
    }

    /// Some options go with one format only.
    fn check(&self, file: &str, format: Format) -> Result<(), Failure> {
        let name = name_of(file);
        if self.values.is_some() && format != Format::EdgeList {
            return Err(Failure::usage(format!(
                "--values goes with an edge list, and {name} is none; the other formats have values in \
                 the file itself (or say --input edges)"
            )));
        }
        if self.values.as_deref() == Some("-") && file == "-" {
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
                "{name} holds {count} graphs; choose one with --graph N, from 1 to {count}, or all with --all"
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
