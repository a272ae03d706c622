//! `sublevel compare`: whether one model is better than another, from their run files.

mod csv;
mod document;
mod pair;
mod section;
mod setting;
mod words;

use std::path::PathBuf;

use super::console::note;
use super::files::replace;
use super::report::{entry::Entry, merge};
use super::{Failure, print, run_file};
use document::Block;
use section::Section;

const EXAMPLES: &str = "Examples:
  sublevel compare gfl.json sum.json
  sublevel compare runs/*.json --format markdown --out comparison.md
  sublevel compare runs/*.json --format csv > comparison.csv";

const METHOD: &str = "Test results after the last epoch. A cell is a fold of a seed. Cells of the same split are not independent, so they count once, with \
     their mean. Means and population standard deviations are over the splits. Intervals have the corrected variance of Nadeau and Bengio (2003), because \
     the training parts of the splits overlap.";

const TESTS: &str = "Differences are of the same cells of both settings: corrected resampled t-test (Nadeau and Bengio, 2003). d is the mean difference in \
     sample standard deviations of the differences. p (Holm) is adjusted for all rows of its table. “No difference shown” does not mean equal: the data \
     do not exclude the differences of the interval.";

const MCNEMAR: &str = "McNemar's exact test compares the predictions for the same graphs, for each seed alone, because the seeds share these graphs. It is about \
     these trained models. The other test is about training on other splits, too.";

/// Options of `sublevel compare`.
#[derive(clap::Args, Debug)]
#[command(after_help = EXAMPLES)]
pub struct Arguments {
    /// Run files of `sublevel train --out`. Files of one run are merged, and runs that differ in the seed are one setting
    #[arg(required = true, value_name = "RUN")]
    files: Vec<PathBuf>,
    /// Output format
    #[arg(short, long, value_enum, value_name = "FORMAT", default_value_t = Format::Text)]
    format: Format,
    /// Output file instead of stdout. An existing file changes atomically; a pipe or a device receives the output
    #[arg(short, long, value_name = "FILE")]
    out: Option<PathBuf>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
enum Format {
    /// Tables and sentences
    Text,
    /// The same in Markdown
    Markdown,
    /// The same in LaTeX, without other packages
    Latex,
    /// One line for each setting, baseline, difference and test of McNemar
    Csv,
}

/// Reads the run files and writes the comparison.
pub fn run(arguments: &Arguments) -> Result<(), Failure> {
    let read = |path: &PathBuf| {
        Ok(merge::File {
            name: merge::name_of(path),
            run: run_file::read(path)?,
        })
    };
    let files: Result<Vec<_>, Failure> = arguments.files.iter().map(read).collect();
    let (mut entries, remarks) = merge::merged(files?)?;
    remarks.iter().for_each(note);
    entries.sort_by(Entry::order);
    let sections = section::of(entries);
    let text = match arguments.format {
        Format::Csv => {
            let rows: String = sections.iter().map(csv::rows).collect();
            format!("{}\n{rows}", csv::HEADER)
        }
        format => document::text(&blocks(&sections), format),
    };
    match &arguments.out {
        Some(path) => replace(path, text.as_bytes()),
        None => print(&text),
    }
}

fn blocks(sections: &[Section]) -> Vec<Block> {
    let mut blocks: Vec<_> = sections.iter().flat_map(words::blocks).collect();
    blocks.push(Block::Text(METHOD.into()));
    for (text, is_used) in [
        (TESTS, sections.iter().any(|one| !one.pairs.is_empty())),
        (MCNEMAR, sections.iter().any(Section::has_mcnemar)),
    ] {
        if is_used {
            blocks.push(Block::Text(text.into()));
        }
    }
    blocks
}
