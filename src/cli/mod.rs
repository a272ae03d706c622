//! The commands, one file each, and what they share.

mod build;
mod catalogue;
mod console;
mod datasets;
mod page;
mod serve;
mod server;

use std::path::PathBuf;
use std::process::ExitCode;

use clap::{Parser, Subcommand};

/// Explorer for persistent homology on graphs and for learned graph filtrations.
///
/// Without a command: builds the page where that is needed, serves it and opens it in the browser.
#[derive(Debug, Parser)]
#[command(name = "sublevel", version, args_conflicts_with_subcommands = true)]
pub struct CommandLine {
    #[command(subcommand)]
    command: Option<Command>,
    #[command(flatten)]
    serve: serve::Arguments,
    /// Folder of the sources the page is built from.
    #[arg(long, global = true, hide = true, default_value = env!("CARGO_MANIFEST_DIR"))]
    source: PathBuf,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// Build the page where that is needed and serve it on this computer (the default)
    Serve(serve::Arguments),
    /// Write the page as a static site that any web server can host
    Build(build::Arguments),
    /// Data sets of the paper
    Datasets(datasets::Arguments),
}

/// Does what the command line asks for.
pub fn run(line: CommandLine) -> Result<(), Failure> {
    let source = line.source;
    match line.command.unwrap_or(Command::Serve(line.serve)) {
        Command::Serve(arguments) => serve::run(&arguments, &source),
        Command::Build(arguments) => build::run(&arguments, &source),
        Command::Datasets(arguments) => datasets::run(&arguments),
    }
}

/// Why a command failed: one message for the user, what was wrong and what to do.
#[derive(Debug, thiserror::Error)]
pub enum Failure {
    /// Wrong usage or bad input.
    #[error("{0}")]
    Input(String),
    /// Anything else.
    #[error("{0}")]
    Other(String),
}

impl Failure {
    /// 2 for wrong usage and bad input (as the parser of the command line does), 1 for anything else.
    pub fn exit_code(&self) -> ExitCode {
        match self {
            Self::Input(_) => ExitCode::from(2),
            Self::Other(_) => ExitCode::FAILURE,
        }
    }
}
