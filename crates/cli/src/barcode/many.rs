//! Barcodes of many graphs on all cores: one object per line, in the order of files and graphs.

use std::io::{self, BufWriter, Write};

use rayon::prelude::*;
use sublevel::graph::InputGraph;
use sublevel::homology::barcode::Document;

use super::npz::{Arrays, Bars};
use super::{Arguments, Format};
use crate::Failure;
use crate::console::Work;
use crate::files::{cannot_write, replace_by};

/// Number of graphs per thread with bars in memory: enough work for each thread if graphs are small.
const CHUNK: usize = 64;

/// Source of a graph.
struct Place<'a> {
    /// File name of the command line.
    file: &'a str,
    /// Number in a data set, counted from 1; none for a file with one graph.
    number: Option<usize>,
    /// Name in messages.
    name: String,
}

/// Writes one line per finished graph, or the arrays of all graphs. On an error, stdout has the lines of the preceding graphs; an
/// output file is written completely or not at all.
pub fn run(arguments: &Arguments) -> Result<(), Failure> {
    let Some(path) = &arguments.out else {
        let mut output = BufWriter::new(io::stdout().lock());
        let written = lines(arguments, &mut output);
        return match output.flush().map_err(Problem::from).and(written) {
            Err(Problem::Output(error)) if error.kind() == io::ErrorKind::BrokenPipe => Ok(()),
            Err(Problem::Output(error)) => Err(Failure::other(format!(
                "the result cannot be written: {error}"
            ))),
            Err(Problem::Input(failure)) => Err(failure),
            Ok(()) => Ok(()),
        };
    };
    let written = match arguments.format {
        Format::Npz => arrays(arguments)
            .and_then(|arrays| match arguments.vectors.is_chosen() {
                true => {
                    let vectors = arguments.vectors.vectors(arrays);
                    Ok(vectors.map_err(Problem::Input)?.into_bytes()?)
                }
                false => Ok(arrays.into_bytes()?),
            })
            .and_then(|bytes| replace_by(path, |output| Ok(output.write_all(&bytes)?))),
        _ => replace_by(path, |output| lines(arguments, output)),
    };
    written.map_err(|problem| match problem {
        Problem::Input(failure) => failure,
        Problem::Output(error) => cannot_write(path, &error),
    })
}

/// A failure to write all graphs.
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
    let line = |place: &Place<'_>, graph: InputGraph| {
        let computed = arguments.compute(&place.name, graph, &Work::untold())?;
        let mut text = Vec::new();
        let written = computed.view(|view| {
            Document {
                file: Some(place.file),
                graph: place.number,
                barcodes: view,
                names: &computed.names,
            }
            .write(&mut text)
        });
        written.map_err(Failure::other)?;
        Ok(text)
    };
    each_graph(arguments, line, |_, line| output.write_all(&line))
}

fn arrays(arguments: &Arguments) -> Result<Arrays, Problem> {
    let mut all = Arrays::default();
    let bars = |place: &Place<'_>, graph: InputGraph| {
        let computed = arguments.compute(&place.name, graph, &Work::untold())?;
        Ok(computed.view(Bars::of_view))
    };
    each_graph(arguments, bars, |place, bars| {
        all.add(place.file, place.number.unwrap_or(1), bars);
        Ok(())
    })?;
    Ok(all)
}

/// Applies `make` to the graphs on all cores and passes the results to `take` in order, up to the first failure.
fn each_graph<'a, R: Send>(
    arguments: &'a Arguments,
    make: impl Fn(&Place<'_>, InputGraph) -> Result<R, Failure> + Sync,
    mut take: impl FnMut(Place<'_>, R) -> io::Result<()>,
) -> Result<(), Problem> {
    let input = &arguments.input;
    if !input.all {
        let work = Work::begin("barcodes of the files".into());
        let of_file = |file: &'a String| {
            let (name, graph) = arguments.read_one(file, &Work::untold())?;
            let number = None;
            let place = Place { file, number, name };
            let made = make(&place, graph)?;
            Ok((place, made))
        };
        return in_order(&work, &input.files, of_file, &mut take);
    }
    for file in &input.files {
        let work = Work::begin(format!("reading {file}"));
        let (name, dataset) = input.read_all(file, &work).map_err(Problem::Input)?;
        drop(work);
        let work = Work::begin(format!("barcodes of {name}"));
        let numbers: Vec<usize> = (1..=dataset.graphs.len()).collect();
        let of_graph = |&number: &usize| {
            let graph = InputGraph::of_dataset(&dataset, number - 1);
            let name = format!("{name}, graph {number}");
            let number = Some(number);
            let place = Place { file, number, name };
            let made = make(&place, graph)?;
            Ok((place, made))
        };
        in_order(&work, &numbers, of_graph, &mut take)?;
    }
    Ok(())
}

/// Applies `make` to the items on all cores and passes the results to `take` in order, up to the first failure.
fn in_order<'a, T: Sync, R: Send>(
    work: &Work,
    items: &'a [T],
    make: impl Fn(&'a T) -> Result<(Place<'a>, R), Failure> + Sync,
    take: &mut impl FnMut(Place<'a>, R) -> io::Result<()>,
) -> Result<(), Problem> {
    let mut done = 0;
    for chunk in items.chunks(CHUNK * rayon::current_num_threads()) {
        let made: Vec<_> = chunk.par_iter().map(&make).collect();
        for made in made {
            let (place, made) = made.map_err(Problem::Input)?;
            take(place, made)?;
        }
        done += chunk.len();
        work.show(done as f64 / items.len() as f64);
    }
    Ok(())
}
