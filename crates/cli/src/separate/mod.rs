//! `sublevel separate`: descriptors that separate two graphs, or the graphs of many pairs, and a search for graphs that they do not
//! separate.

mod classes;
mod graphs;
mod many;
mod one;
mod search;

use std::path::PathBuf;

use clap::builder::StringValueParser;
use sublevel::choice::Choice;
use sublevel::graph;
use sublevel::graph::enumerate::MAX_ENUMERATED;
use sublevel::graph::pairs::{FAMILIES, Family};
use sublevel::separation::{DESCRIPTORS, Descriptor, Settings, Verdict};

use super::barcode::{endings, formats};
use super::console::say;
use super::files::{remove_part, replace};
use super::stopping;
use super::words::{integer, offering, one_of, whole};
use super::{Failure, print};
use classes::Classes;

const EXAMPLES: &str = "Examples:
  sublevel separate first.g6 second.g6
  sublevel separate MUTAG.zip --graph 1 --graph 2 --labels label --format json
  sublevel separate --pairs necklaces
  sublevel separate --pairs necklaces --pair 2
  sublevel separate --pairs brec.g6 --classes brec --descriptors degree,forman,rephine,spectre
  sublevel separate --search --descriptors persistence --vertices 6";

/// Options of `sublevel separate`.
#[derive(clap::Args, Debug)]
#[command(after_help = EXAMPLES)]
pub struct Arguments {
    /// Two files with one graph each, or one data set with two --graph; - reads from stdin
    #[arg(value_name = "FILE", num_args = 0..=2, conflicts_with_all = ["pairs", "search"], required_unless_present_any = ["pairs", "search"])]
    files: Vec<String>,
    /// Format of both files [default: from their names and content]
    #[arg(short, long, value_name = "FORMAT", value_parser = formats(), long_help = endings(), conflicts_with_all = ["pairs", "search"])]
    input: Option<graph::formats::Format>,
    /// Graph of a data set, counted from 1; once for each graph
    #[arg(short, long, value_name = "N", allow_negative_numbers = true, value_parser = integer, conflicts_with_all = ["pairs", "search"])]
    graph: Vec<i64>,
    /// Vertex attribute whose values are the colours before the first round [default: all vertices have the same colour]
    #[arg(long, value_name = "ATTRIBUTE", conflicts_with_all = ["pairs", "search"])]
    labels: Option<String>,
    /// Pairs: a file with a graph in graph6 or sparse6 in each line, of which every two are a pair, or a family
    #[arg(long, value_name = "FILE|NAME", value_parser = offering(StringValueParser::new(), families()), hide_possible_values = true, long_help = pairs_help())]
    pairs: Option<String>,
    /// One pair of --pairs, counted from 1, with reasons
    #[arg(long, value_name = "N", requires = "pairs", value_parser = whole(1..=u32::MAX))]
    pair: Option<u32>,
    /// Classes of the pairs: `brec`, or ranges such as `small=1-60,large=61-100` [default: the text after the graphs in the file]
    #[arg(long, value_name = "CLASSES", requires = "pairs")]
    classes: Option<Classes>,
    /// Search all small graphs for those that no descriptor of --descriptors separates although they are not isomorphic
    #[arg(long, conflicts_with = "pairs", requires = "descriptors")]
    search: bool,
    /// With --search: largest number of vertices. Nine vertices take up to a minute
    #[arg(long, value_name = "N", default_value = "7", requires = "search", value_parser = whole(1..=MAX_ENUMERATED))]
    vertices: u32,
    /// With --search: only connected graphs
    #[arg(long, requires = "search")]
    connected: bool,
    /// With --search: maximum number of listed classes for each number of vertices
    #[arg(long, value_name = "N", default_value = "10", requires = "search", value_parser = whole(0..=u32::MAX))]
    limit: u32,
    /// Descriptors, separated by commas [default: all]
    #[arg(short, long, value_name = "DESCRIPTORS", value_delimiter = ',', value_parser = one_of(&descriptors()))]
    descriptors: Vec<String>,
    /// Number of layers of the GIN
    #[arg(long, value_name = "K", default_value = "1", value_parser = whole(0..=u32::MAX))]
    rounds: u32,
    /// Length of the longest counted cycles
    #[arg(long, value_name = "N", default_value = "8", value_parser = whole(3..=64))]
    cycle_length: u32,
    /// Maximum number of steps for each descriptor and graph; a step takes a few nanoseconds. Beyond it, a comparison is undecided
    #[arg(long, value_name = "N", default_value = "268435456", value_parser = steps)]
    max_steps: u64,
    /// Output format
    #[arg(short, long, value_enum, value_name = "FORMAT", default_value_t = Format::Text)]
    format: Format,
    /// Output file instead of stdout. An existing file changes atomically; a pipe or a device receives the output
    #[arg(short, long, value_name = "FILE")]
    out: Option<PathBuf>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
enum Format {
    /// A table
    Text,
    /// One object, for a pair with the evidence
    Json,
    /// One line for each descriptor, with --pairs for each pair and descriptor, with --search for each listed graph
    Csv,
}

fn steps(text: &str) -> Result<u64, String> {
    text.parse().map_err(|_| "expected a whole number".into())
}

fn descriptors() -> Vec<Choice> {
    Descriptor::choices().copied().collect()
}

fn families() -> impl Iterator<Item = Choice> {
    FAMILIES.iter().map(|family| Choice {
        id: family.id,
        label: family.title,
        help: family.description,
    })
}

/// The long help of `--pairs`: all families.
fn pairs_help() -> String {
    let of_one = |family: &Family| {
        let description = family.description.trim_end_matches('.');
        format!("- {}: {description}\n", family.id)
    };
    let families: String = FAMILIES.iter().map(of_one).collect();
    format!(
        "Pairs: a file with a graph in graph6 or sparse6 in each line, of which every two are a pair, or a family\n\n{}",
        families.trim_end()
    )
}

impl Arguments {
    fn settings(&self) -> Settings {
        Settings {
            rounds: self.rounds,
            cycle_length: self.cycle_length,
            steps: self.max_steps,
        }
    }

    /// The chosen descriptors, in the order of lists.
    fn chosen(&self) -> Vec<&'static Descriptor> {
        let is_chosen = |descriptor: &&Descriptor| {
            let id = descriptor.choice.id;
            self.descriptors.is_empty() || self.descriptors.iter().any(|one| one == id)
        };
        DESCRIPTORS.iter().filter(is_chosen).collect()
    }

    /// Writes the output to stdout, or to a file.
    fn write(&self, text: &str) -> Result<(), Failure> {
        match &self.out {
            Some(path) => replace(path, text.as_bytes()),
            None => print(text),
        }
    }
}

/// The word for a verdict in the output.
fn word(verdict: Verdict) -> &'static str {
    match verdict {
        Verdict::Separates => "separates",
        Verdict::Cannot => "cannot",
        Verdict::Undecided => "undecided",
    }
}

/// Runs the command.
pub fn run(arguments: &Arguments) -> Result<(), Failure> {
    let out = arguments.out.clone();
    stopping::on_signal(move || {
        if let Some(path) = &out {
            remove_part(path);
        }
        say("\nsublevel: stopped");
        stopping::exit();
    })
    .map_err(Failure::other)?;
    if arguments.search {
        return search::run(arguments);
    }
    let Some(source) = &arguments.pairs else {
        let graphs = graphs::two(arguments)?;
        return one::run(arguments, graphs);
    };
    let mut pairs = graphs::pairs(source)?;
    let Some(number) = arguments.pair else {
        return many::run(arguments, source, pairs);
    };
    let count = pairs.len();
    match number as usize <= count {
        true => one::run(arguments, pairs.swap_remove(number as usize - 1).graphs),
        false => Err(Failure::usage(format!(
            "{source}: expected --pair from 1 to {count}, found {number}"
        ))),
    }
}
