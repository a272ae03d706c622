//! One run of the report: labels, published numbers, and differences from the paper's protocol.

use std::cmp::Ordering;
use std::collections::BTreeSet;

use sublevel::config::TrainingConfig;
use sublevel::graph::folds::Origin;
use sublevel::run_file::{FoldRun, Merged, RunFile, Spread, origin};

use super::paper::{self, Published};

/// A run of the report.
pub struct Entry {
    /// File names without folders.
    pub files: Vec<String>,
    pub run: RunFile,
    /// Model and details, and the seed if another run differs in the seed only.
    pub label: String,
}

impl From<Merged> for Entry {
    fn from(Merged { files, run }: Merged) -> Self {
        let label = run.name();
        Self { files, run, label }
    }
}

impl Entry {
    /// Test accuracy in percent over the finished folds. Only for classification.
    pub fn accuracy(&self) -> Option<Spread> {
        let share = self.run.test_metric()?;
        Some(Spread {
            mean: 100.0 * share.mean,
            std: 100.0 * share.std,
        })
    }

    /// The accuracy in the paper's notation. One fold has no deviation.
    pub fn percent(&self) -> Option<String> {
        let accuracy = self.accuracy()?;
        Some(match self.run.folds.len() {
            1 => format!("{:.1}", accuracy.mean),
            _ => percent(accuracy),
        })
    }

    /// The published number for this model and data set, for any protocol of the run.
    pub fn counterpart(&self) -> Option<&'static Published> {
        paper::published(&self.run.data, &self.run.config)
    }

    /// The published number, if the run has the paper's protocol.
    pub fn published(&self) -> Option<&'static Published> {
        self.counterpart().filter(|_| self.deviations().is_empty())
    }

    /// Difference of the means in published standard deviations, or in the run's own if none is published.
    pub fn difference(&self) -> Option<f64> {
        let (own, published) = (self.accuracy()?, self.published()?);
        Some((own.mean - published.mean) / paper::deviation(published).unwrap_or(own.std))
    }

    /// Differences from the paper's protocol, besides model, layers and features. A weight decay of 1e-5 (the authors' code) and one of
    /// 1e-6 (as printed) both count as the paper's.
    pub fn deviations(&self) -> Vec<String> {
        let (run, config) = (&self.run, &self.run.config);
        let mut found = Vec::new();
        let (finished, folds) = (run.folds.len(), config.folds);
        if folds != TrainingConfig::default().folds {
            found.push(format!(
                "{folds} folds, the paper {}",
                TrainingConfig::default().folds
            ));
        }
        if finished < folds as usize {
            found.push(format!("{finished} of {folds} folds"));
        }
        if run.splits.shipped().is_none() {
            found.push(format!("folds {}", origin(run.splits)));
        }
        let presets = TrainingConfig::PRESETS.map(|(_, preset)| preset());
        let decays = presets.map(|preset| preset.weight_decay);
        found.extend(
            run.changes()
                .into_iter()
                .filter(|change| {
                    change.key != "weightDecay" || !decays.contains(&config.weight_decay)
                })
                .map(|change| change.beside_the_paper()),
        );
        found
    }

    /// Whether the weight decay is the printed one, not that of the authors' code.
    pub fn is_as_printed(&self) -> bool {
        self.run.config.weight_decay == TrainingConfig::as_printed().weight_decay
    }

    /// Whether the folds are those of the paper's split code with another version of scikit-learn than `icml2020`.
    pub fn is_of_another_version(&self) -> bool {
        self.run.splits != Origin::Icml2020 && self.run.splits.shipped().is_some()
    }

    /// Whether all ten folds of the paper's split code are finished.
    pub fn is_whole(&self) -> bool {
        self.run.splits.shipped().is_some() && self.missing().is_empty()
    }

    /// The number of finished folds in which the model predicts one class for all test graphs.
    pub fn folds_of_one_class(&self) -> usize {
        let is_constant = |fold: &&FoldRun| {
            let cells = fold.confusion.iter().flat_map(|row| row.iter().enumerate());
            let graphs = cells.filter(|(_, graphs)| **graphs > 0);
            let predicted: BTreeSet<_> = graphs.map(|(class, _)| class).collect();
            predicted.len() == 1
        };
        self.run.folds.iter().filter(is_constant).count()
    }

    /// The unfinished folds.
    pub fn missing(&self) -> Vec<u32> {
        let is_missing = |fold: &u32| self.run.folds.iter().all(|done| done.fold != *fold);
        (1..=self.run.config.folds).filter(is_missing).collect()
    }

    /// The fingerprints of the data set and of its splits, fold by fold.
    pub fn graphs(&self) -> (&str, Vec<(u32, &str)>) {
        let folds = self.run.folds.iter();
        let splits = folds.map(|fold| (fold.fold, fold.split.as_str()));
        (&self.run.fingerprint, splits.collect())
    }

    /// Finished folds of all folds.
    pub fn folds(&self) -> String {
        format!("{} of {}", self.run.folds.len(), self.run.config.folds)
    }
}

/// The order of the report: data sets in the paper's order, then rows, then seeds.
pub fn order(a: &Merged, b: &Merged) -> Ordering {
    column(&a.run)
        .cmp(&column(&b.run))
        .then_with(|| a.run.row_order(&b.run))
        .then_with(|| (a.run.seed, &a.files).cmp(&(b.run.seed, &b.files)))
}

/// Index of the data set in the paper; others follow by name.
fn column(run: &RunFile) -> (usize, &str) {
    let position = paper::sets().position(|set| set == run.data);
    (position.unwrap_or(usize::MAX), &run.data)
}

/// Mean ± standard deviation, one decimal each.
pub fn percent(accuracy: Spread) -> String {
    format!("{:.1} ± {:.1}", accuracy.mean, accuracy.std)
}
