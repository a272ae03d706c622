//! The result file of a baseline: `sublevel baseline … --out FILE` writes it, and `sublevel report` reads it.

use std::ops::Not;

use serde::{Deserialize, Serialize};

use super::selection::Setting;
use crate::graph::folds::Origin;
use crate::graph::{Dataset, Features};
use crate::run_file::{Spread, Versions, fingerprint};

/// The description of an expected result file in messages.
pub const EXPECTED: &str = "a result file, as `sublevel baseline --out FILE` writes it";

/// A baseline.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(tag = "method")]
pub enum Method {
    /// The Weisfeiler–Lehman subtree kernel with a C-SVM, see [`super::kernel::subtree_kernels`].
    #[serde(rename = "wl")]
    SubtreeKernel {
        #[serde(default, skip_serializing_if = "Not::not")]
        unnormalised: bool,
    },
    /// Persistent Weisfeiler–Lehman features with a random forest, see [`super::persistence::Variant`].
    #[serde(rename = "p-wl")]
    PersistenceForest { cycles: bool, uniform: bool },
}

impl Method {
    /// The name in tables, as in the literature.
    pub fn name(self) -> &'static str {
        match self {
            Self::SubtreeKernel {
                unnormalised: false,
            } => "WL",
            Self::SubtreeKernel { unnormalised: true } => "WL, unnormalised",
            Self::PersistenceForest { cycles, uniform } => match (uniform, cycles) {
                (false, false) => "P-WL",
                (false, true) => "P-WL-C",
                (true, false) => "P-WL-U",
                (true, true) => "P-WL-UC",
            },
        }
    }
}

/// The results of a baseline on the folds of a data set. Accuracies are shares in [0, 1].
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct BaselineFile {
    #[serde(flatten)]
    pub method: Method,
    /// Name of the data set.
    pub data: String,
    /// [`fingerprint`] of the data set.
    pub fingerprint: String,
    /// The features before the first round of colour refinement.
    pub features: Features,
    /// Seed of the inner cross-validation, of the forest, and of folds by seed.
    pub seed: u32,
    /// Where the folds came from.
    pub splits: Origin,
    pub versions: Versions,
    /// The folds, ascending.
    pub folds: Vec<BaselineFold>,
    /// Over the folds.
    pub mean_test_accuracy: f64,
    /// Population standard deviation over the folds.
    pub std_test_accuracy: f64,
}

/// One fold.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct BaselineFold {
    /// Counted from 1.
    pub fold: u32,
    /// [`fingerprint`] of its split, whose training part contains the validation part.
    pub split: String,
    pub setting: Setting,
    /// Of the inner cross-validation with these hyperparameters.
    pub inner_accuracy: f64,
    pub test_accuracy: f64,
}

impl BaselineFile {
    /// A file without folds.
    pub fn new(
        method: Method,
        dataset: &Dataset,
        features: Features,
        seed: u32,
        splits: Origin,
    ) -> Self {
        Self {
            method,
            data: dataset.name.clone(),
            fingerprint: fingerprint(dataset.fingerprint()),
            features,
            seed,
            splits,
            versions: Versions::current(),
            folds: Vec::new(),
            mean_test_accuracy: 0.0,
            std_test_accuracy: 0.0,
        }
    }

    /// Adds a fold.
    pub fn push(&mut self, fold: BaselineFold) {
        self.folds.push(fold);
        if let Some(spread) = self.test_accuracy() {
            (self.mean_test_accuracy, self.std_test_accuracy) = (spread.mean, spread.std);
        }
    }

    /// Mean and deviation of the test accuracy over the folds. `None` without folds.
    pub fn test_accuracy(&self) -> Option<Spread> {
        Spread::of(self.folds.iter().map(|fold| fold.test_accuracy))
    }
}
