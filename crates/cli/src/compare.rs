//! `sublevel compare`: whether one model is better than another, from their run files.

use std::path::PathBuf;

use sublevel::compare::{Comparison, Format};
use sublevel::run_file::{NamedFile, merged};

use super::console::note;
use super::files::replace;
use super::report::entry::order;
use super::{Failure, print, run_file, words::choice};

const EXAMPLES: &str = "Examples:
  sublevel compare gfl.json sum.json
  sublevel compare runs/*.json --format markdown --out comparison.md
  sublevel compare runs/*.json --format csv > comparison.csv";

/// Options of `sublevel compare`.
#[derive(clap::Args, Debug)]
#[command(after_help = EXAMPLES)]
pub struct Arguments {
    /// Run files of `sublevel train --out`. Files of one run are merged, and runs that differ in the seed are one setting
    #[arg(required = true, value_name = "RUN")]
    files: Vec<PathBuf>,
    /// Output format
    #[arg(short, long, value_name = "FORMAT", default_value = "text", value_parser = choice::<Format>(Format::CHOICES))]
    format: Format,
    /// Output file instead of stdout. An existing file changes atomically; a pipe or a device receives the output
    #[arg(short, long, value_name = "FILE")]
    out: Option<PathBuf>,
}

/// Reads the run files and writes the comparison.
pub fn run(arguments: &Arguments) -> Result<(), Failure> {
    let read = |path: &PathBuf| {
        Ok(NamedFile {
            name: run_file::file_name(path),
            run: run_file::read(path)?,
        })
    };
    let files: Result<Vec<_>, Failure> = arguments.files.iter().map(read).collect();
    let (mut runs, remarks) = merged(files?).map_err(Failure::usage)?;
    remarks.iter().for_each(note);
    runs.sort_by(order);
    let text = Comparison::new(runs, |first| first.run.name()).document(arguments.format);
    match &arguments.out {
        Some(path) => replace(path, text.as_bytes()),
        None => print(&text),
    }
}
