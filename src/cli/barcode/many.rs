//! Barcodes of many graphs, on all cores: an object a line, in the order of files and graphs.

use std::io::{self, BufWriter, Write};

use rayon::prelude::*;
use serde::Serialize;
use sublevel::graph::InputGraph;

use super::{Arguments, Document};
use crate::cli::Failure;
use crate::cli::files::{cannot_write, replace};

/// Graphs whose lines are in memory at once.
const CHUNK: usize = 1 << 12;

/// What is written of a graph.
#[derive(Serialize)]
struct Line<'a> {
    /// As the command line names it.
    file: &'a str,
    /// Number in a data set, counted from 1; left out where the file holds one graph.
    #[serde(skip_serializing_if = "Option::is_none")]
    graph: Option<usize>,
    #[serde(flatten)]
    document: Document<'a>,
}

/// Writes a line for each graph, to stdout as they are done or all together to a file. What precedes a graph that is wrong is
/// written to stdout.
pub fn run(arguments: &Arguments) -> Result<(), Failure> {
    let Some(path) = &arguments.out else {
        let written = lines(arguments, &mut BufWriter::new(io::stdout().lock()));
        return match written {
            Err(Problem::Output(error)) if error.kind() == io::ErrorKind::BrokenPipe => Ok(()),
            Err(Problem::Output(error)) => Err(Failure::other(format!(
                "the result cannot be written: {error}"
            ))),
            Err(Problem::Input(failure)) => Err(failure),
            Ok(()) => Ok(()),
        };
    };
    let mut text = Vec::new();
    match lines(arguments, &mut text) {
        Err(Problem::Input(failure)) => Err(failure),
        Err(Problem::Output(error)) => Err(cannot_write(path, &error)),
        Ok(()) => replace(path, &text),
    }
}

/// Why there is not a line for each graph.
enum Problem {
    Input(Failure),
    Output(io::Error),
}

impl From<io::Error> for Problem {
    fn from(error: io::Error) -> Self {
        Self::Output(error)
    }
}

fn lines(arguments: &Arguments, output: &mut dyn Write) -> Result<(), Problem> {
    let input = &arguments.input;
    if !input.all {
        let of_file = |file: &String| {
            let (name, graph) = input.read_one(file)?;
            line(arguments, &name, file, None, &graph)
        };
        return write_all(output, &input.files, of_file);
    }
    for file in &input.files {
        let (name, dataset) = input.read_all(file).map_err(Problem::Input)?;
        let numbers: Vec<usize> = (1..=dataset.graphs.len()).collect();
        let of_graph = |&number: &usize| {
            let graph = InputGraph::of_dataset(&dataset, number - 1);
            let name = format!("{name}, graph {number}");
            line(arguments, &name, file, Some(number), &graph)
        };
        write_all(output, &numbers, of_graph)?;
    }
    Ok(output.flush()?)
}

/// Makes lines on all cores and writes them in order, up to the first that fails.
fn write_all<T: Sync>(
    output: &mut dyn Write,
    items: &[T],
    line: impl Fn(&T) -> Result<String, Failure> + Sync,
) -> Result<(), Problem> {
    for chunk in items.chunks(CHUNK) {
        let made: Vec<_> = chunk.par_iter().map(&line).collect();
        for line in made {
            match line {
                Ok(line) => output.write_all(line.as_bytes())?,
                Err(failure) => {
                    output.flush()?;
                    return Err(Problem::Input(failure));
                }
            }
        }
    }
    Ok(output.flush()?)
}

fn line(
    arguments: &Arguments,
    name: &str,
    file: &str,
    number: Option<usize>,
    graph: &InputGraph,
) -> Result<String, Failure> {
    let barcodes = arguments.barcodes(name, graph)?;
    let line = Line {
        file,
        graph: number,
        document: Document {
            barcodes: &barcodes,
            names: &graph.names,
        },
    };
    Ok(serde_json::to_string(&line).map_err(Failure::other)? + "\n")
}
