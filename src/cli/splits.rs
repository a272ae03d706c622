//! Where the folds of a run come from: the `--folds` and `--folds-from` of `train` and `evaluate`.

use std::path::{Path, PathBuf};

use clap::Args;
use sublevel::{
    config::TrainingConfig,
    graph::{
        Dataset,
        folds::{self, Origin, Split},
        icml2020,
    },
};

use super::Failure;

/// What `--folds` takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Folds {
    /// So many of our own stratified split.
    Seed(u32),
    /// Those of the paper's authors.
    Icml2020,
}

impl Folds {
    /// How many there are.
    pub fn count(self) -> u32 {
        match self {
            Self::Seed(count) => count,
            Self::Icml2020 => icml2020::FOLDS,
        }
    }
}

/// As the option takes it.
impl std::fmt::Display for Folds {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Seed(count) => write!(formatter, "{count}"),
            Self::Icml2020 => formatter.write_str("icml2020"),
        }
    }
}

impl std::str::FromStr for Folds {
    type Err = String;

    fn from_str(word: &str) -> Result<Self, String> {
        let folds = match word {
            "icml2020" => Some(Self::Icml2020),
            _ => word
                .parse()
                .ok()
                .filter(|count| *count >= 2)
                .map(Self::Seed),
        };
        folds.ok_or_else(|| "expected a number of folds, at least 2, or icml2020".into())
    }
}

/// The options that name the folds.
#[derive(Clone, Debug, Args)]
pub struct SplitArguments {
    /// How the data set is split: into so many folds, with about the same share of every class, drawn with the seed; or
    /// icml2020, the ten folds of the paper's authors [default: the parts that the file itself names, as one fold; otherwise
    /// 10 folds]
    #[arg(
        long,
        value_name = "N|icml2020",
        allow_negative_numbers = true,
        conflicts_with = "folds_from"
    )]
    pub folds: Option<Folds>,
    /// Folder with train_idx-K.txt, test_idx-K.txt and, where there is one, validation_idx-K.txt
    #[arg(long, value_name = "DIR")]
    pub folds_from: Option<PathBuf>,
}

impl SplitArguments {
    /// The folds that are named, or those that the data set has by itself, or so many of our own.
    ///
    /// # Errors
    /// If there is no fold in the folder that is named.
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

/// Folds that a data set can be split into.
#[derive(Clone, Debug)]
pub enum Source {
    /// Of this program.
    Made(Folds),
    /// So many, from the files of a folder.
    Files(PathBuf, u32),
    /// The one that the file of the data set names.
    Data(Split),
}

impl Source {
    /// What a run file remembers.
    pub fn origin(&self) -> Origin {
        match self {
            Self::Made(Folds::Seed(_)) => Origin::Seed,
            Self::Made(Folds::Icml2020) => Origin::Icml2020,
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

    /// The folder of the files, where they are from files.
    pub fn folder(&self) -> Option<&Path> {
        match self {
            Self::Files(folder, _) => Some(folder),
            Self::Made(_) | Self::Data(_) => None,
        }
    }

    /// The split of one fold, counted from 1; with the validation part learned from where the configuration says so.
    pub fn split(
        &self,
        dataset: &Dataset,
        config: &TrainingConfig,
        fold: u32,
    ) -> Result<Split, Failure> {
        let split = match self {
            Self::Made(Folds::Seed(count)) => {
                let folds = folds::stratified_folds(&dataset.classes, *count, config.seed.into());
                return folds
                    .and_then(|folds| folds.split(fold, config.validation))
                    .map_err(Failure::usage);
            }
            Self::Made(Folds::Icml2020) => icml2020::split(dataset, fold),
            Self::Files(folder, _) => folds::read_folds(folder, fold, dataset.graphs.len() as u32),
            Self::Data(split) if fold == 1 => Ok(split.clone()),
            Self::Data(_) => {
                return Err(Failure::usage(format!(
                    "the file of {} names the part of each graph, which is fold 1, and fold {fold} was asked for: leave --fold \
                     out, or deal it into folds of our own with --folds N",
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
