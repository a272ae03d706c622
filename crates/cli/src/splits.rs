//! Sources of folds: `--folds` and `--folds-from` of `train` and `evaluate`.

use std::path::{Path, PathBuf};

use clap::Args;
use sublevel::{
    choice::Choice,
    config::TrainingConfig,
    graph::{
        Dataset,
        folds::{self, Origin, Split},
        icml2020::{self, Shipped},
    },
};

use super::Failure;
use super::words::offering;

/// Value of `--folds`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Folds {
    /// This number of folds, as a stratified split by seed.
    Seed(u32),
    /// The folds of the paper's split code.
    Shipped(Shipped),
}

impl Folds {
    /// Number of folds.
    pub fn count(self) -> u32 {
        match self {
            Self::Seed(count) => count,
            Self::Shipped(_) => icml2020::FOLDS,
        }
    }
}

/// Text of the option.
impl std::fmt::Display for Folds {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Seed(count) => write!(formatter, "{count}"),
            Self::Shipped(folds) => formatter.write_str(folds.origin().id()),
        }
    }
}

impl std::str::FromStr for Folds {
    type Err = String;

    fn from_str(word: &str) -> Result<Self, String> {
        let shipped = Shipped::ALL.into_iter();
        let shipped = shipped.map(|folds| (folds.origin().id(), folds));
        if let Some((_, folds)) = shipped.clone().find(|(id, _)| *id == word) {
            return Ok(Self::Shipped(folds));
        }
        let count = word.parse().ok().filter(|count| *count >= 2);
        count.map(Self::Seed).ok_or_else(|| {
            let ids: Vec<_> = shipped.map(|(id, _)| id).collect();
            format!(
                "expected a number of folds, at least 2, or one of {}",
                ids.join(", ")
            )
        })
    }
}

/// The values of `--folds` that are words.
fn shipped() -> impl Iterator<Item = Choice> {
    let ids = Shipped::ALL.map(|folds| folds.origin().id());
    let choices = Origin::CHOICES.iter();
    choices
        .filter(move |choice| ids.contains(&choice.id))
        .copied()
}

/// Options for folds.
#[derive(Clone, Debug, Args)]
pub struct SplitArguments {
    /// Number of stratified folds by seed, or the ten folds of the paper's split code [default: the parts named in the data file, as
    /// one fold; otherwise 10 folds]
    #[arg(
        long,
        value_name = "N|ORIGIN",
        allow_negative_numbers = true,
        conflicts_with = "folds_from",
        value_parser = offering(str::parse::<Folds>, shipped()),
        hide_possible_values = true
    )]
    pub folds: Option<Folds>,
    /// Folder with train_idx-K.txt, test_idx-K.txt and optionally validation_idx-K.txt
    #[arg(long, value_name = "DIR")]
    pub folds_from: Option<PathBuf>,
}

impl SplitArguments {
    /// The named folds, the parts of the data file, or the default number of folds.
    ///
    /// # Errors
    /// If the folder contains no folds.
    pub fn source(&self, dataset: &Dataset, default: Folds) -> Result<Source, Failure> {
        let Some(folder) = &self.folds_from else {
            return Ok(match (self.folds, &dataset.split) {
                (None, Some(split)) => Source::Data(split.clone()),
                (folds, _) => Source::Made(folds.unwrap_or(default)),
            });
        };
        match folds::count_folds(folder).map_err(Failure::usage)? {
            0 => Err(Failure::usage(format!(
                "{}: there is no fold in this folder; expected train_idx-K.txt and test_idx-K.txt for \
                 each fold K from 1 on",
                folder.display()
            ))),
            count => Ok(Source::Files(folder.clone(), count)),
        }
    }
}

/// Folds of a data set.
#[derive(Clone, Debug)]
pub enum Source {
    /// Stratified by seed.
    Made(Folds),
    /// This number of folds, from the files of a folder.
    Files(PathBuf, u32),
    /// The one fold of the data file.
    Data(Split),
}

impl Source {
    /// The entry of a run file.
    pub fn origin(&self) -> Origin {
        match self {
            Self::Made(Folds::Seed(_)) => Origin::Seed,
            Self::Made(Folds::Shipped(folds)) => folds.origin(),
            Self::Files(..) => Origin::Files,
            Self::Data(_) => Origin::Data,
        }
    }

    /// Number of folds.
    pub fn count(&self) -> u32 {
        match *self {
            Self::Made(folds) => folds.count(),
            Self::Files(_, count) => count,
            Self::Data(_) => 1,
        }
    }

    /// The folder, if the folds are read from files.
    pub fn folder(&self) -> Option<&Path> {
        match self {
            Self::Files(folder, _) => Some(folder),
            Self::Made(_) | Self::Data(_) => None,
        }
    }

    /// The split of one fold, counted from 1. Without validation, its validation part is added to the training part.
    pub fn split(
        &self,
        dataset: &Dataset,
        config: &TrainingConfig,
        fold: u32,
    ) -> Result<Split, Failure> {
        if config.split_seed.is_some() && self.origin() != Origin::Seed {
            return Err(Failure::usage(
                "--split-seed requires stratified folds by seed, such as --folds 10: these folds are fixed",
            ));
        }
        let split = match self {
            Self::Made(Folds::Seed(count)) => {
                let folds = TrainingConfig {
                    folds: *count,
                    ..config.clone()
                }
                .stratified_folds(dataset);
                return folds
                    .and_then(|folds| folds.split(fold, config.validation))
                    .map_err(Failure::usage);
            }
            Self::Made(Folds::Shipped(folds)) => folds.split(dataset, fold),
            Self::Files(folder, _) => folds::read_folds(folder, fold, dataset.graphs.len() as u32),
            Self::Data(split) if fold == 1 => Ok(split.clone()),
            Self::Data(_) => {
                return Err(Failure::usage(format!(
                    "the file of {} assigns a part to each graph, which is fold 1; there is no fold {fold}. Leave --fold \
                     out, or create folds with --folds N",
                    dataset.name
                )));
            }
        };
        let split = split.map_err(Failure::usage)?;
        Ok(match config.validation {
            true => split,
            false => split.without_validation(),
        })
    }
}
