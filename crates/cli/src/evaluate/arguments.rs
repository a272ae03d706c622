//! Options of `sublevel evaluate`.

use std::path::PathBuf;

use crate::splits::SplitArguments;
use crate::words::whole;

/// Options of `evaluate`.
#[derive(clap::Args, Debug)]
pub struct Arguments {
    /// Weights file of `train --save-weights` or the page
    #[arg(short, long, value_name = "FILE")]
    pub(super) weights: PathBuf,
    /// TU zip or folder, JSON lines (.jsonl), or the name of a generated or fetched data set (see `sublevel datasets list`)
    #[arg(short, long, value_name = "FILE|FOLDER|NAME")]
    pub(super) data: String,
    #[command(flatten)]
    pub(super) splits: SplitArguments,
    /// Evaluate only the test part of this fold, counted from 1; it must be the fold of the weights [default: all graphs].
    /// --folds and --folds-from are checked against the weights
    #[arg(long, value_name = "K", allow_negative_numbers = true, value_parser = whole(1..=u32::MAX))]
    pub(super) fold: Option<u32>,
    /// Output format
    #[arg(short, long, value_enum, value_name = "FORMAT", default_value_t = Format::Text)]
    pub(super) format: Format,
    /// Add the value of every vertex by each filter; with --format json
    #[arg(long)]
    pub(super) filter: bool,
    /// Add the scores of all classes for every graph; with --format json
    #[arg(long)]
    pub(super) scores: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub(super) enum Format {
    /// Accuracy and confusion matrix
    Text,
    /// One object, with the prediction for every graph
    Json,
}
