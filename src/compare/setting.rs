//! A setting: the runs of one model with the same options on the same folds, which differ in the seed.

use std::collections::BTreeMap;

use crate::graph::folds::{Origin, VALIDATION};
use crate::run_file::{FoldRun, Merged, RunFile, origin};

/// The runs of a model with the same options, one for each seed.
pub struct Setting {
    /// A name that no other setting of the data set has.
    pub label: String,
    pub runs: Vec<Merged>,
}

/// A finished fold of a seed.
#[derive(Clone, Copy)]
pub struct Cell<'a> {
    pub seed: u32,
    pub fold: &'a FoldRun,
}

impl Setting {
    pub fn run(&self) -> &RunFile {
        &self.runs[0].run
    }

    /// Whether the run differs from those of the setting in the seed only.
    pub fn takes(&self, other: &Merged) -> bool {
        let folds = |run: &RunFile| (run.splits, run.config.folds);
        self.run().repeats(&other.run)
            && folds(self.run()) == folds(&other.run)
            && self.runs.iter().all(|own| own.run.seed != other.run.seed)
    }

    /// The folds in words.
    pub fn folds(&self) -> String {
        let run = self.run();
        format!("{} folds {}", run.config.folds, origin(run.splits))
    }

    pub fn cells(&self) -> impl Iterator<Item = Cell<'_>> {
        self.runs.iter().flat_map(|Merged { run, .. }| {
            let seed = run.seed;
            run.folds.iter().map(move |fold| Cell { seed, fold })
        })
    }

    /// The cells that the runs would have if all folds were finished.
    pub fn expected(&self) -> u32 {
        let folds = self.runs.iter().map(|own| own.run.config.folds);
        folds.fold(0, u32::saturating_add)
    }

    pub fn files(&self) -> String {
        let files = self.runs.iter().flat_map(|own| &own.files);
        files.map(String::as_str).collect::<Vec<_>>().join(" ")
    }

    /// Test graphs for one training graph. With k folds, the others have k − 1 times as many graphs as the test part, less the validation
    /// part. `None`: files of folds can leave out any of the other graphs, and run files do not tell how many.
    pub fn test_per_train(&self) -> Option<f64> {
        let RunFile { config, splits, .. } = self.run();
        if matches!(splits, Origin::Files | Origin::Data) {
            return None;
        }
        let trained = match config.validation {
            true => 1.0 - 1.0 / VALIDATION as f64,
            false => 1.0,
        };
        Some(1.0 / (trained * (f64::from(config.folds) - 1.0)))
    }
}

/// The mean of each split: its cells differ only in the seed of the weights, so they share their training and test graphs.
pub fn of_splits<'a, const N: usize>(
    values: impl Iterator<Item = (Cell<'a>, [f64; N])>,
) -> [Vec<f64>; N] {
    let mut splits: BTreeMap<(u32, &str), Vec<[f64; N]>> = BTreeMap::new();
    for (Cell { fold, .. }, value) in values {
        let split = (fold.fold, fold.split.as_str());
        splits.entry(split).or_default().push(value);
    }
    std::array::from_fn(|index| {
        let mean = |values: &Vec<[f64; N]>| {
            values.iter().map(|value| value[index]).sum::<f64>() / values.len() as f64
        };
        splits.values().map(mean).collect()
    })
}
