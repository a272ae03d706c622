//! The run file: a training run over some folds of a data set. `sublevel train --out RUN.json` and the cross-validation of the page
//! write it, and `sublevel report` and the page read it.

mod check;
mod group;
mod merge;
mod name;

use std::io::Read;

use flate2::read::MultiGzDecoder;
use serde::{Deserialize, Serialize};
use thiserror::Error;

use crate::{
    config::TrainingConfig,
    graph::{
        Dataset, Predictions, Task,
        folds::{Origin, Split},
        formats::is_gzip,
    },
    protocol::EpochReport,
};

pub use crate::graph::{fingerprint, formats::is_run_file};
pub use group::{Merged, NamedFile, merged};
pub use merge::merge_run_files;
pub use name::{Change, origin};

/// The description of an expected run file in messages.
pub const EXPECTED: &str = "a run file, as `sublevel train --out RUN.json` writes it";

/// Maximum length of the text of a run file in bytes: a small compressed file may contain any amount.
const MAX_TEXT: u64 = 1 << 28;

/// The problem of a run file.
#[derive(Clone, Debug, Error, PartialEq)]
#[error("{0}")]
pub struct RunFileError(pub String);

/// A training run over some folds of a data set. Accuracies are shares in [0, 1]. A run that predicts numbers has errors in their
/// place: mean absolute errors, in the unit of the targets.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct RunFile {
    /// Name of the data set.
    pub data: String,
    /// [`fingerprint`] of the data set.
    pub fingerprint: String,
    pub config: TrainingConfig,
    pub seed: u32,
    /// Where the folds came from.
    pub splits: Origin,
    /// Name of the device that computed.
    pub device: String,
    pub versions: Versions,
    /// Names of the classes. Empty if the model predicts a number.
    pub classes: Vec<String>,
    /// The finished folds, ascending.
    pub folds: Vec<FoldRun>,
    /// Over the finished folds; 0 where there are none. Absent if the model predicts a number.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "typescript", ts(optional))]
    pub mean_test_accuracy: Option<f64>,
    /// Population standard deviation over the finished folds.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "typescript", ts(optional))]
    pub std_test_accuracy: Option<f64>,
    /// The mean of the test errors over the finished folds; 0 where there are none. Absent if the model predicts a class.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "typescript", ts(optional))]
    pub mean_test_error: Option<f64>,
    /// Population standard deviation over the finished folds.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "typescript", ts(optional))]
    pub std_test_error: Option<f64>,
    /// The folds that an interrupted run has left, ascending.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub unfinished: Vec<UnfinishedFold>,
}

/// A fold that has not begun, or resumes from its checkpoint.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct UnfinishedFold {
    /// Counted from 1.
    pub fold: u32,
    /// [`fingerprint`] of its split.
    pub split: String,
    /// The epochs up to the checkpoint.
    pub epochs: Vec<EpochRun>,
    /// Name of the checkpoint, a file beside the run file; none before the first.
    pub checkpoint: Option<String>,
}

impl UnfinishedFold {
    /// A fold that has not begun.
    pub fn new(fold: u32, split: &Split) -> Self {
        Self {
            fold,
            split: fingerprint(split.fingerprint()),
            epochs: Vec::new(),
            checkpoint: None,
        }
    }
}

/// The commit of the sources, as 12 hexadecimal digits; `unknown` unless this is a release build from a clone.
pub const COMMIT: &str = env!("SUBLEVEL_COMMIT");

/// The program that trained a run.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct Versions {
    pub sublevel: String,
    /// Commit of the sources, as 12 hexadecimal digits. Only a release build from a clone knows it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "typescript", ts(optional))]
    pub commit: Option<String>,
    /// Fingerprint of the arithmetic on the CPU, see `training::arithmetic`. Absent if the folds have different ones.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "typescript", ts(optional))]
    pub arithmetic: Option<String>,
}

impl Versions {
    /// The versions of this program, without the arithmetic.
    pub fn current() -> Self {
        Self {
            sublevel: env!("CARGO_PKG_VERSION").into(),
            commit: (COMMIT != "unknown").then(|| COMMIT.into()),
            arithmetic: None,
        }
    }
}

/// One fold of a run.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct FoldRun {
    /// Counted from 1.
    pub fold: u32,
    /// [`fingerprint`] of its split.
    pub split: String,
    /// Of the last epoch.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "typescript", ts(optional))]
    pub test_accuracy: Option<f32>,
    /// Of the last epoch, if the model predicts a number.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "typescript", ts(optional))]
    pub test_error: Option<f32>,
    pub epochs: Vec<EpochRun>,
    /// Graphs of the test part after the last epoch: a row for every true class, a column for every predicted one.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub confusion: Vec<Vec<u32>>,
    /// Graph, class and predicted class of the test part after the last epoch, all counted from 0.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub predictions: Vec<[u32; 3]>,
    /// Graph, target and predicted number of the test part after the last epoch, if the model predicts a number.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub values: Vec<(u32, f64, f64)>,
}

/// The predictions for some graphs, with their classes or targets.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct Tested {
    /// Numbers of graphs: a row for every true class, a column for every predicted one. Empty if the model predicts a number.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub confusion: Vec<Vec<u32>>,
    /// Graph, class and predicted class, all counted from 0. Empty if the model predicts a number.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub predictions: Vec<[u32; 3]>,
    /// Graph, counted from 0, target and predicted number. Empty if the model predicts a class.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub values: Vec<(u32, f64, f64)>,
}

impl Tested {
    /// The predictions for these graphs of a data set, in their order.
    ///
    /// # Panics
    /// If the predictions are not those of the task of the data set.
    pub fn new(dataset: &Dataset, graphs: &[u32], predicted: Predictions) -> Self {
        let mut tested = Self::default();
        match predicted {
            Predictions::Classes(predicted) => {
                let classes = dataset.class_names.len();
                tested.confusion = vec![vec![0; classes]; classes];
                for (&graph, predicted) in graphs.iter().zip(predicted) {
                    let class = dataset.classes[graph as usize];
                    tested.confusion[class as usize][predicted as usize] += 1;
                    tested.predictions.push([graph, class, predicted]);
                }
            }
            Predictions::Values(predicted) => {
                let written = dataset.written();
                let target = |graph: u32| written(dataset.targets[graph as usize]);
                let row = |(&graph, predicted)| (graph, target(graph), written(predicted));
                tested.values = graphs.iter().zip(predicted).map(row).collect();
            }
        }
        tested
    }
}

impl FoldRun {
    /// The finished fold after the last epoch of a started one, with the predictions for these graphs, its test part.
    ///
    /// # Panics
    /// If the predictions are not those of the task of the data set.
    pub fn new(
        UnfinishedFold {
            fold,
            split,
            epochs,
            ..
        }: UnfinishedFold,
        dataset: &Dataset,
        test: &[u32],
        predicted: Predictions,
    ) -> Self {
        let Tested {
            confusion,
            predictions,
            values,
        } = Tested::new(dataset, test, predicted);
        Self {
            fold,
            split,
            test_accuracy: epochs.last().and_then(|epoch| epoch.test_accuracy),
            test_error: epochs.last().and_then(|epoch| epoch.test_error),
            epochs,
            confusion,
            predictions,
            values,
        }
    }

    /// The test metric after the last epoch in double precision, see [`Task`].
    pub fn metric(&self) -> f64 {
        match self.test_error {
            Some(error) => error.into(),
            None => self.exact(self.test_accuracy.unwrap_or(f32::NAN)),
        }
    }

    /// The test graphs that were predicted, by index.
    pub fn tested(&self) -> impl Iterator<Item = u32> {
        let classes = self.predictions.iter().map(|[graph, ..]| *graph);
        classes.chain(self.values.iter().map(|(graph, ..)| *graph))
    }

    /// A test accuracy of an epoch in double precision: the share of the graphs of the test part that rounds to the stored number. An
    /// error is unchanged.
    pub fn exact(&self, metric: f32) -> f64 {
        let graphs = self.predictions.len() as f64;
        let share = (f64::from(metric) * graphs).round() / graphs;
        match share as f32 == metric {
            true => share,
            false => f64::from(metric),
        }
    }
}

/// One epoch of a fold.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct EpochRun {
    /// Counted from 1.
    pub epoch: u32,
    pub train_loss: f32,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "typescript", ts(optional))]
    pub train_accuracy: Option<f32>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "typescript", ts(optional))]
    pub test_accuracy: Option<f32>,
    /// In place of the accuracies, if the model predicts a number.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "typescript", ts(optional))]
    pub train_error: Option<f32>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "typescript", ts(optional))]
    pub test_error: Option<f32>,
    /// Mean loss over the validation part after the epoch; absent without such a part, and in files of older versions.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "typescript", ts(optional))]
    pub validation_loss: Option<f32>,
    /// Wall time of the epoch, evaluation included: the only entry that differs between two runs.
    pub seconds: f64,
}

impl EpochRun {
    /// An epoch of a run with this task, with the loss of its validation part and its duration in seconds.
    pub fn new(
        report: EpochReport,
        task: Task,
        validation_loss: Option<f32>,
        seconds: f64,
    ) -> Self {
        let [train, test] = [report.train_metric, report.test_metric].map(|x| named(task, x));
        Self {
            epoch: report.epoch,
            train_loss: report.train_loss,
            train_accuracy: train.0,
            test_accuracy: test.0,
            train_error: train.1,
            test_error: test.1,
            validation_loss,
            seconds,
        }
    }

    /// The quantity that the model predicts.
    pub fn task(&self) -> Task {
        match self.test_error {
            None => Task::Classification,
            Some(_) => Task::Regression,
        }
    }

    /// Metric of the predictions during the epoch, see [`Task`].
    pub fn train_metric(&self) -> f32 {
        self.train_error.or(self.train_accuracy).unwrap_or(f32::NAN)
    }

    /// Metric of the test part after the epoch.
    pub fn test_metric(&self) -> f32 {
        self.test_error.or(self.test_accuracy).unwrap_or(f32::NAN)
    }
}

/// A metric as accuracy and as error: one of the two is absent.
fn named<T>(task: Task, metric: T) -> (Option<T>, Option<T>) {
    match task {
        Task::Classification => (Some(metric), None),
        Task::Regression => (None, Some(metric)),
    }
}

impl RunFile {
    /// A new run without finished folds: these folds for training with a configuration, on a device that is not yet known.
    pub fn new(
        dataset: &Dataset,
        config: TrainingConfig,
        splits: Origin,
        unfinished: Vec<UnfinishedFold>,
    ) -> Self {
        let task = dataset.task();
        let (accuracy, error) = named(task, 0.0);
        Self {
            data: dataset.name.clone(),
            fingerprint: fingerprint(dataset.fingerprint()),
            seed: config.seed,
            config,
            splits,
            device: String::new(),
            versions: Versions::current(),
            classes: dataset.named_classes().to_vec(),
            folds: Vec::new(),
            mean_test_accuracy: accuracy,
            std_test_accuracy: accuracy,
            mean_test_error: error,
            std_test_error: error,
            unfinished,
        }
    }

    /// Sets the program that trains the unfinished folds. If another program trained the finished folds, this removes a commit or
    /// an arithmetic that differs.
    pub fn trained_by(&mut self, program: Versions) {
        let before = std::mem::replace(&mut self.versions, program);
        if !self.folds.is_empty() {
            let Versions {
                commit, arithmetic, ..
            } = &mut self.versions;
            commit.take_if(|found| before.commit.as_ref() != Some(found));
            arithmetic.take_if(|found| before.arithmetic.as_ref() != Some(found));
        }
    }

    /// Adds a finished fold, and removes it from the unfinished ones.
    pub fn finish(&mut self, fold: FoldRun) {
        self.unfinished.retain(|left| left.fold != fold.fold);
        self.folds.push(fold);
        self.folds.sort_by_key(|fold| fold.fold);
        let Spread { mean, std } = self.test_metric().expect("there is a fold");
        let [mean, std] = [mean, std].map(|x| named(self.task(), x));
        (self.mean_test_accuracy, self.mean_test_error) = mean;
        (self.std_test_accuracy, self.std_test_error) = std;
    }

    /// The quantity that the model predicts.
    pub fn task(&self) -> Task {
        match self.classes.is_empty() {
            true => Task::Regression,
            false => Task::Classification,
        }
    }

    /// Mean and deviation of the test metric over the folds, see [`Task`]. `None` without folds.
    pub fn test_metric(&self) -> Option<Spread> {
        Spread::of(self.folds.iter().map(FoldRun::metric))
    }
}

/// A number of folds in words.
pub fn folds_in_words(folds: usize) -> String {
    format!("{folds} fold{}", if folds == 1 { "" } else { "s" })
}

/// Mean and population standard deviation.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Spread {
    pub mean: f64,
    pub std: f64,
}

impl Spread {
    /// Mean and deviation of some values. `None` without values.
    pub fn of(values: impl Iterator<Item = f64> + Clone) -> Option<Self> {
        let count = values.clone().count() as f64;
        if count == 0.0 {
            return None;
        }
        let mean = values.clone().sum::<f64>() / count;
        let variance = values.map(|value| (value - mean).powi(2)).sum::<f64>() / count;
        Some(Self {
            mean,
            std: variance.sqrt(),
        })
    }
}

/// The text of a file, plain or compressed with gzip, according to its first bytes.
///
/// # Errors
/// If it is damaged, not text, or longer than 256 MiB.
pub fn plain_text(bytes: Vec<u8>) -> Result<String, RunFileError> {
    let plain = match is_gzip(&bytes) {
        true => {
            let mut plain = Vec::new();
            MultiGzDecoder::new(bytes.as_slice())
                .take(MAX_TEXT + 1)
                .read_to_end(&mut plain)
                .map_err(|error| RunFileError(format!("the gzip file is damaged: {error}")))?;
            plain
        }
        false => bytes,
    };
    if plain.len() as u64 > MAX_TEXT {
        return Err(RunFileError(format!(
            "expected at most {} MiB of text, found more",
            MAX_TEXT >> 20
        )));
    }
    String::from_utf8(plain)
        .map_err(|_| RunFileError("expected JSON, plain or compressed with gzip".into()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_spread_of_nothing_is_none() {
        assert_eq!(Spread::of([].into_iter()), None);
        assert_eq!(
            Spread::of([2.0].into_iter()),
            Some(Spread {
                mean: 2.0,
                std: 0.0
            })
        );
    }
}
