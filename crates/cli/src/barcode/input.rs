//! Input of `sublevel barcode`: files and formats.

use std::path::Path;

use clap::builder::TypedValueParser;
use sublevel::choice::Choice;
use sublevel::graph::formats::{Columns, Entry, Format, Reader};
use sublevel::graph::tu::read_path;
use sublevel::graph::{Dataset, InputGraph, ParallelEdges};

use super::source::{Source, name_of, read};
use crate::Failure;
use crate::console::{Work, notes_of};
use crate::words::{integer, one_of};

/// Options for the input.
#[derive(clap::Args, Debug)]
pub struct Input {
    /// File with the graph, or folder of a TU data set; - reads from stdin. Several files give one line of JSON each
    #[arg(required = true, value_name = "FILE")]
    pub(super) files: Vec<String>,
    /// Every graph of a data set, one line of JSON each
    #[arg(short, long, conflicts_with_all = ["graph", "values"])]
    pub(super) all: bool,
    /// Format of FILE [default: from its name and content]
    #[arg(short, long, value_name = "FORMAT", value_parser = formats(), long_help = endings())]
    input: Option<Format>,
    /// Filter values for an edge list: lines `vertex value`, or one value per line for vertices 0, 1, 2 …
    #[arg(long, value_name = "FILE")]
    values: Option<String>,
    /// Columns of an edge list, source=COLUMN,target=COLUMN,weight=COLUMN, of --values, vertex=COLUMN,value=COLUMN, or of the
    /// coordinates of points, x,y. A column is a heading, or a number counted from 1 [default: known headings, or two or three columns]
    #[arg(long, value_name = "COLUMNS", value_parser = columns)]
    pub(super) columns: Option<Columns>,
    /// Graph of a data set, counted from 1 as on the page
    #[arg(short, long, value_name = "N", allow_negative_numbers = true, value_parser = integer)]
    graph: Option<i64>,
    /// Treatment of several edges between the same two vertices [default: the two directions of a directed file are one edge, and
    /// other repeated edges are parallel]
    #[arg(long, value_enum, value_name = "CHOICE")]
    parallel_edges: Option<Parallel>,
    /// Whether the command takes --all.
    #[arg(skip = true)]
    takes_all: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
enum Parallel {
    /// Every edge of the file
    Keep,
    /// One edge, with the numbers of the first
    Merge,
}

/// The values of `--input`: the formats of graphs and data sets.
pub(crate) fn formats() -> impl TypedValueParser<Value = Format> {
    let choices: Vec<Choice> = Format::of_graphs().map(Entry::choice).collect();
    one_of(&choices).map(|word| {
        let mut entries = Format::of_graphs();
        let named = entries.find(|entry| entry.id == word);
        named.expect("only the ids pass the parser").format
    })
}

/// Parser of `--columns`.
fn columns(text: &str) -> Result<Columns, String> {
    text.parse()
}

/// The long help of `--input`: the endings of each format.
pub(crate) fn endings() -> String {
    let of_one = |entry: &Entry| format!(".{}", entry.endings.join(", ."));
    let endings: Vec<_> = Format::of_graphs().map(of_one).collect();
    format!(
        "Format of FILE [default: from its name and content]\n\nEndings: {}; a folder is a TU data set, and .gz may follow. For other names and \
         for stdin, the content decides",
        endings.join("; ")
    )
}

/// The advice to choose the format of a data set.
fn choose_dataset() -> String {
    let datasets = Format::of_graphs().filter(|entry| holds_many(entry.read));
    let ids: Vec<_> = datasets.map(|entry| entry.id).collect();
    format!(" (or choose --input {})", ids.join(" or --input "))
}

/// Whether a file can hold several graphs.
fn holds_many(reader: Reader) -> bool {
    matches!(reader, Reader::Dataset(_) | Reader::Lines(_))
}

fn keeps_no_parallel_edges(name: &str) -> Failure {
    Failure::usage(format!(
        "--parallel-edges keep requires the file of one graph, and {name} is a data set, whose graphs have each edge once"
    ))
}

impl Input {
    /// One graph of a file, or the graph of a data set with this number, for a command without the other options.
    pub fn one(file: &str, input: Option<Format>, graph: Option<i64>) -> Self {
        Self {
            files: vec![file.to_owned()],
            all: false,
            input,
            values: None,
            columns: None,
            graph,
            parallel_edges: None,
            takes_all: false,
        }
    }

    /// Whether the format can hold many graphs.
    pub fn is_many(&self) -> bool {
        self.all || self.files.len() > 1
    }

    /// Every graph of a data set, and its name in messages; `work` receives the read share of JSON lines.
    pub fn read_all(&self, file: &str, work: &Work) -> Result<(String, Dataset), Failure> {
        let name = name_of(file);
        let dataset = match self.format_of_name(file) {
            Some(Format::Tu) if file != "-" => {
                self.check(file, Format::Tu)?;
                read_path(Path::new(file))
            }
            _ => {
                let mut source = Source::open(file, work)?;
                let format = self.format(&mut source)?;
                self.check(file, format)?;
                match format.entry().read {
                    Reader::Dataset(read) => read(name, &source.text()?, &|share| work.show(share)),
                    Reader::Lines(read) => read(name, &source.text()?)
                        .map(|graphs| Dataset::without_classes(name, &graphs)),
                    _ => {
                        return Err(Failure::usage(format!(
                            "--all requires a data set, and {name} is one graph{}",
                            choose_dataset()
                        )));
                    }
                }
            }
        };
        let dataset = dataset.map_err(Failure::usage)?;
        if self.parallel_edges == Some(Parallel::Keep) {
            return Err(keeps_no_parallel_edges(name));
        }
        notes_of(name, &dataset.notes);
        Ok((name.into(), dataset))
    }

    fn format_of_name(&self, file: &str) -> Option<Format> {
        let by_name = || match Path::new(file).is_dir() {
            true => Some(Format::Tu),
            false => Format::of_name(file),
        };
        self.input.or_else(by_name)
    }

    fn format(&self, source: &mut Source<'_>) -> Result<Format, Failure> {
        match self.input {
            Some(format) => Ok(format),
            None => source.format(),
        }
    }

    /// The graph of a file, and its name in messages; `work` receives the read share.
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
        let graph = match format.entry().read {
            Reader::Stream(read) => read(name, &mut source),
            Reader::Graph(read) => read(name, &source.text()?, progress),
            Reader::Table(read_table) => {
                let text = source.text()?;
                let values = match &self.values {
                    Some(file) => Some((file.as_str(), read(file)?)),
                    None => None,
                };
                let values = values.as_ref().map(|(file, text)| (*file, &text[..]));
                let columns = self.columns.clone().unwrap_or_default();
                read_table(name, &text, values, &columns, progress)
            }
            Reader::Lines(read) => {
                let mut graphs = read(name, &source.text()?).map_err(Failure::usage)?;
                if self.graph.is_some() || graphs.len() > 1 {
                    if self.parallel_edges == Some(Parallel::Keep) {
                        return Err(keeps_no_parallel_edges(name));
                    }
                    return self.graph_of(name, &Dataset::without_classes(name, &graphs));
                }
                Ok(graphs.swap_remove(0))
            }
            Reader::Dataset(read) => {
                let dataset = read(name, &source.text()?, progress).map_err(Failure::usage)?;
                return self.graph_of(name, &dataset);
            }
            Reader::Other(found) => return Err(Failure::usage(format!("{name} is {found}"))),
        };
        let mut graph = graph.map_err(Failure::usage)?;
        graph.settle_edges(match self.parallel_edges {
            None => ParallelEdges::Directions,
            Some(Parallel::Keep) => ParallelEdges::Keep,
            Some(Parallel::Merge) => ParallelEdges::Merge,
        });
        notes_of(name, &graph.notes);
        Ok((name.into(), graph))
    }

    /// Some options need a certain format.
    fn check(&self, file: &str, format: Format) -> Result<(), Failure> {
        let name = name_of(file);
        if self.values.is_some() && format != Format::EdgeList {
            return Err(Failure::usage(format!(
                "--values requires an edge list, and {name} is none; the other formats have values in \
                 the file itself (or choose --input edges)"
            )));
        }
        if self.columns.is_some() && format != Format::EdgeList {
            return Err(Failure::usage(format!(
                "--columns requires a table, and {name} is none (or choose --input edges, --rips or --alpha)"
            )));
        }
        if self.values.as_deref() == Some("-") && file == "-" {
            return Err(Failure::usage(
                "stdin can be the edge list or its values, not both; write one of them to a file",
            ));
        }
        if self.parallel_edges == Some(Parallel::Keep)
            && matches!(format.entry().read, Reader::Dataset(_))
        {
            return Err(keeps_no_parallel_edges(name));
        }
        if self.graph.is_some() && !holds_many(format.entry().read) {
            return Err(Failure::usage(format!(
                "--graph requires a data set, and {name} is one graph{}",
                choose_dataset()
            )));
        }
        Ok(())
    }

    fn graph_of(&self, name: &str, dataset: &Dataset) -> Result<(String, InputGraph), Failure> {
        let count = dataset.graphs.len();
        let Some(number) = self.graph else {
            let all = if self.takes_all {
                ", or all with --all"
            } else {
                ""
            };
            return Err(Failure::usage(format!(
                "{name} holds {count} graphs; choose one with --graph N, from 1 to {count}{all}"
            )));
        };
        let index = usize::try_from(number).ok();
        let index = index.and_then(|number| number.checked_sub(1));
        let Some(index) = index.filter(|&index| index < count) else {
            return Err(Failure::usage(format!(
                "{name}: expected --graph from 1 to {count}, found {number}"
            )));
        };
        notes_of(name, &dataset.notes);
        let graph = InputGraph::of_dataset(dataset, index);
        Ok((format!("{name}, graph {number}"), graph))
    }
}
