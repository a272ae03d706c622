//! What `sublevel evaluate` takes.

use std::path::PathBuf;

use crate::cli::splits::SplitArguments;
use crate::cli::words::whole;

/// What `evaluate` takes.
#[derive(clap::Args, Debug)]
pub struct Arguments {
    /// Weights that `train --save-weights` or the page saved
    #[arg(short, long, value_name = "FILE")]
    pub(super) weights: PathBuf,
    /// TU zip or folder, JSON lines (.jsonl), or the name of a generated or fetched data set (see `sublevel datasets list`)
    #[arg(short, long, value_name = "FILE|FOLDER|NAME")]
    pub(super) data: String,
    #[command(flatten)]
    pub(super) splits: SplitArguments,
    /// Only the test part that the weights were kept from, which they hold: the number of their fold, counted from 1. All
    /// graphs where none is named; --folds and --folds-from are checked against it
    #[arg(long, value_name = "K", allow_negative_numbers = true, value_parser = whole(1..=u32::MAX))]
    pub(super) fold: Option<u32>,
    /// What is written
    #[arg(short, long, value_enum, value_name = "FORMAT", default_value_t = Format::Text)]
    pub(super) format: Format,
    /// Add the filter value of every vertex; with --format json
    #[arg(long)]
    pub(super) filter: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub(super) enum Format {
    /// Accuracy and confusion matrix
    Text,
    /// One object, with the prediction for every graph
    Json,
}
