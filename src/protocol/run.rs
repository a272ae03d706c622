//! Training runs: progress, curves, folds.

use serde::{Deserialize, Serialize};

use super::typed::Float32Array;
use crate::{
    config::TrainingConfig,
    graph::{Task, folds::Origin},
};

/// One optimisation step.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct StepReport {
    /// Counted from 1 over the whole run.
    pub step: u32,
    /// Counted from 1.
    pub epoch: u32,
    /// Mean cross-entropy of the batch. With targets, the mean absolute error in standard deviations of the training targets.
    pub loss: f32,
    /// Metric of the batch, see [`Task`].
    pub metric: f32,
    pub learning_rate: f64,
}

/// One finished epoch.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct EpochReport {
    /// Counted from 1.
    pub epoch: u32,
    /// Running mean over the training graphs during the epoch.
    pub train_loss: f32,
    /// Metric of the predictions during the epoch, see [`Task`].
    pub train_metric: f32,
    /// Metric of the test part after the epoch.
    pub test_metric: f32,
}

/// Result of `train(n)`: its steps, and the epochs that ended.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct TrainingReport {
    pub steps: Vec<StepReport>,
    pub epochs: Vec<EpochReport>,
    /// Whether the configured number of epochs is finished.
    pub finished: bool,
    /// The reason why training stopped (a loss that is not finite); the last finite weights are kept.
    pub stopped: Option<String>,
}

/// Progress of a fold of a cross-validation.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct FoldProgress {
    /// Counted from 1.
    pub fold: u32,
    /// Whether it has its result.
    pub finished: bool,
    /// Its finished epochs.
    pub epoch: u32,
    /// Epochs per fold.
    pub epochs: u32,
    /// Its completed share in [0, 1], by steps.
    pub share: f64,
}

/// The stored curves of a run.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct RunCurves {
    /// Loss and metric of each step, concatenated, up to the last step of the run.
    pub steps: Float32Array,
    /// Reports up to the last finished epoch.
    pub epochs: Vec<EpochReport>,
}

/// The state of a session before and between training calls.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct RunSummary {
    /// The quantity that the model predicts.
    pub task: Task,
    pub config: TrainingConfig,
    /// Origin of its folds.
    pub splits: Origin,
    pub steps_per_epoch: u32,
    /// Finished epochs; 0 for a new run.
    pub epochs_done: u32,
    pub steps_done: u32,
    pub train_graphs: u32,
    pub validation_graphs: u32,
    pub test_graphs: u32,
    /// Metric of the best constant prediction over the training part: the share of its most frequent class, or the mean absolute error
    /// of its median target.
    pub baseline: f32,
    /// Number of parameters.
    pub parameters: u32,
    /// Whether a GPU runs each step as one submission. Otherwise it runs operation by operation, with more overhead than a whole step
    /// on the CPU.
    pub recordable: bool,
    /// Deviations from the request, one sentence each.
    pub notes: Vec<String>,
    /// Number of filters of the model; 0 for a model without filters. For a run log, the number of its channels.
    pub filters: u32,
    /// The channels of a run log; null: a run of this program, with weights.
    pub logged: Option<LoggedSummary>,
}

/// The channels of a run log.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct LoggedSummary {
    /// Names of the filters: those of vertices, then those of edges.
    pub channels: Vec<String>,
    /// Number of filters of vertices.
    pub vertex_channels: u32,
    /// Smallest and largest value of each channel so far; [0, 1] without values.
    pub ranges: Vec<[f32; 2]>,
    /// Whether the graphs have classes. Without them, each has the first class here.
    pub labelled: bool,
    /// Whether the contributions of the bars to the scores are logged.
    pub attributions: bool,
}

/// The new epochs of a run log.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct GrownLog {
    pub summary: RunSummary,
    /// A step and an epoch for each logged epoch. The loss is NaN if it was not logged, and the metric if the part is empty.
    pub report: TrainingReport,
    /// The problem of the next epoch, a sentence; null: all are complete.
    pub problem: Option<String>,
}

/// A created or resumed run.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct OpenedRun {
    /// Id in the session.
    pub id: u32,
    pub summary: RunSummary,
}
