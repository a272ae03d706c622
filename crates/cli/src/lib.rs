//! The command-line program `sublevel`: builds and serves the page, and provides its computations without a browser.
//!
//! The commands are one file or folder each; below are the command line, the loading of data sets and the errors of all commands.

mod barcode;
mod bench;
mod bench_file;
mod build;
mod cargo;
mod catalogue;
mod collection;
mod compare;
mod console;
mod datasets;
mod documents;
mod download;
mod evaluate;
mod fetching;
mod files;
mod inside;
mod page;
mod plan;
#[cfg(test)]
mod reference;
mod report;
#[cfg_attr(
    not(feature = "training"),
    expect(dead_code, reason = "mostly for training")
)]
mod run_file;
mod run_logs;
mod separate;
mod serve;
mod server;
#[cfg_attr(
    not(feature = "training"),
    expect(dead_code, reason = "mostly for training")
)]
mod splits;
mod stopping;
mod train;
#[cfg(not(feature = "training"))]
mod training_program;
mod words;

use std::io::{self, ErrorKind, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::LazyLock;

use clap::{Parser, Subcommand};
use serde::Serialize;
use sublevel::graph::Dataset;
use sublevel::graph::cache;
use sublevel::graph::generate::generate;
use sublevel::graph::open::read_dataset;
use sublevel::run_file::COMMIT;

pub use console::{Talk, error, exit_with};

static VERSION: LazyLock<String> =
    LazyLock::new(|| format!("{} (commit {COMMIT})", env!("CARGO_PKG_VERSION")));

/// The folder of the sources. The program of an archive has none.
fn sources() -> PathBuf {
    let workspace = || Path::new(env!("CARGO_MANIFEST_DIR")).ancestors().nth(2);
    let named = option_env!("SUBLEVEL_SOURCE").map(Path::new);
    named.or_else(workspace).unwrap_or(Path::new(".")).into()
}

/// Explorer for persistent homology on graphs and for learned graph filtrations.
///
/// Without a command, Sublevel builds the page if necessary, serves it, and opens it in the browser.
#[derive(Debug, Parser)]
#[command(name = "sublevel", version = VERSION.as_str(), args_conflicts_with_subcommands = true)]
pub struct CommandLine {
    #[command(subcommand)]
    command: Option<Command>,
    #[command(flatten)]
    serve: serve::Arguments,
    #[command(flatten)]
    talk: Talk,
    /// Folder with the sources of the page.
    #[arg(long, global = true, hide = true, default_value_os_t = sources())]
    source: PathBuf,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// Build the page if necessary and serve it on this computer (the default)
    Serve(serve::Arguments),
    /// Write the page as a static site for any web server
    Build(build::Arguments),
    /// Write the barcodes of one graph or many graphs
    Barcode(barcode::Arguments),
    /// Compare graphs by descriptors: the ones that separate them, and proofs that others cannot
    Separate(separate::Arguments),
    /// Train graph filtration learning, or another model of the paper, and report the test accuracy or error
    Train(Box<train::Arguments>),
    /// Write the commands of many training runs, one per line, for several processes or computers
    Plan(plan::Arguments),
    /// Write tables of run files
    Report(report::Arguments),
    /// Compare models by their run files: whether one is better than another
    Compare(compare::Arguments),
    /// Evaluate saved weights on a data set: accuracy, predictions, learned filter
    Evaluate(evaluate::Arguments),
    /// List and fetch data sets
    Datasets(datasets::Arguments),
    /// Time persistence, readout and training on this computer
    Bench(bench::Arguments),
    /// Write shell completions
    Completions(documents::Completions),
    /// Write the manual as pages for `man`
    Man(documents::Man),
}

pub fn run(line: CommandLine) -> Result<(), Failure> {
    line.talk.begin();
    let source = line.source;
    match line.command.unwrap_or(Command::Serve(line.serve)) {
        Command::Serve(arguments) => serve::run(&arguments, &source),
        Command::Build(arguments) => build::run(&arguments, &source),
        Command::Barcode(arguments) => barcode::run(&arguments),
        Command::Separate(arguments) => separate::run(&arguments),
        #[cfg(feature = "training")]
        Command::Train(arguments) => train::run(*arguments),
        Command::Plan(arguments) => plan::run(&arguments),
        Command::Report(arguments) => report::run(&arguments),
        Command::Compare(arguments) => compare::run(&arguments),
        #[cfg(feature = "training")]
        Command::Evaluate(arguments) => evaluate::run(&arguments),
        #[cfg(not(feature = "training"))]
        Command::Train(_) | Command::Evaluate(_) => training_program::hand_over(&source),
        Command::Datasets(arguments) => datasets::run(&arguments),
        Command::Bench(arguments) => bench::run(&arguments, &source),
        Command::Completions(arguments) => documents::completions(&arguments),
        Command::Man(arguments) => documents::man(&arguments),
    }
}

/// The data set of that name: generated with the seed, read from JSON lines or a TU zip or folder, or fetched by
/// `sublevel datasets get`.
fn load_dataset(name: &str, seed: u32) -> Result<Dataset, Failure> {
    if let Some(dataset) = generate(name, seed.into()) {
        return Ok(dataset);
    }
    let fetched = || Some(cache::folder()?.join(format!("{name}.zip")));
    let paths = [Some(name.into()), fetched()];
    let Some(path) = paths.into_iter().flatten().find(|path| path.exists()) else {
        return Err(Failure::usage(format!(
            "{name}: there is no such file, folder, generator or fetched data set; \
             `sublevel datasets list` lists them, `sublevel datasets get NAME` fetches more"
        )));
    };
    read_dataset(&path).map_err(Failure::usage)
}

/// The data set of [`load_dataset`], for training, with its notes on stderr.
///
/// # Errors
/// If its graphs have one class.
fn load_for_training(name: &str, seed: u32) -> Result<Dataset, Failure> {
    let dataset = load_dataset(name, seed)?;
    console::notes_of(name, &dataset.notes);
    match dataset.without_training() {
        Some(reason) => Err(Failure::usage(format!("{name}: {reason}"))),
        None => Ok(dataset),
    }
}

/// Writes a result to stdout. A reader that closes the pipe early, such as `head`, is not an error.
fn print(text: &str) -> Result<(), Failure> {
    match io::stdout().write_all(text.as_bytes()) {
        Err(error) if error.kind() != ErrorKind::BrokenPipe => Err(Failure::other(format!(
            "the result cannot be written: {error}"
        ))),
        _ => Ok(()),
    }
}

/// Writes an object to stdout as one line.
fn print_json(value: &impl Serialize) -> Result<(), Failure> {
    print(&(serde_json::to_string(value).map_err(Failure::other)? + "\n"))
}

/// A failed command: one message for the user with the problem and the remedy.
#[derive(Debug, thiserror::Error)]
pub enum Failure {
    /// Wrong usage or bad input.
    #[error("{0}")]
    Usage(String),
    /// A signal stopped the command.
    #[error("{0}")]
    Stopped(String),
    /// Anything else.
    #[error("{0}")]
    Other(String),
}

impl Failure {
    fn usage(message: impl ToString) -> Self {
        Self::Usage(message.to_string())
    }

    fn stopped(message: impl ToString) -> Self {
        Self::Stopped(message.to_string())
    }

    fn other(message: impl ToString) -> Self {
        Self::Other(message.to_string())
    }

    /// 2 for wrong usage and bad input (as in clap), the code of the signal for a stopped command, 1 for anything else.
    pub fn exit_code(&self) -> ExitCode {
        match self {
            Self::Stopped(_) => stopping::exit_code().map_or(ExitCode::FAILURE, ExitCode::from),
            Self::Usage(_) => ExitCode::from(2),
            Self::Other(_) => ExitCode::FAILURE,
        }
    }
}

/// Runs the command of the command line and reports its error, if any.
pub fn main() -> ExitCode {
    Talk::color_of(std::env::args_os());
    let line = CommandLine::try_parse().unwrap_or_else(|error| exit_with(&error));
    match run(line) {
        Ok(()) => ExitCode::SUCCESS,
        Err(failure) => {
            if !failure.to_string().is_empty() {
                error(&failure);
            }
            failure.exit_code()
        }
    }
}
