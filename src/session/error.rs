//! Errors of a session.

use thiserror::Error;

use super::{DatasetId, RunId};
use crate::{
    config::ConfigError,
    device::DeviceError,
    gpu::GpuProblem,
    graph::DataError,
    run_log::RunLogError,
    training::{CheckpointError, InspectionError},
};

/// An error of a session. The session is unchanged.
#[derive(Clone, Debug, Error, PartialEq)]
pub enum SessionError {
    /// An unknown or closed data set.
    #[error("there is no data set {0} in this session: open one first")]
    NoDataset(DatasetId),
    /// An unknown or closed run.
    #[error("there is no run {0} in this session: create one first")]
    NoRun(RunId),
    /// A run on another data set.
    #[error("run {run} belongs to data set {own}, not to {asked}: use data set {own}")]
    OtherDataset {
        /// The run,
        run: RunId,
        /// the requested data set,
        asked: DatasetId,
        /// and the data set of the run.
        own: DatasetId,
    },
    /// Two runs on different data sets.
    #[error(
        "a run on “{one}” and a run on “{other}” cannot be compared: expected two runs on one open data set"
    )]
    NotOneDataset {
        /// Name of the data set of the first.
        one: String,
        /// Name of that of the second.
        other: String,
    },
    /// A generator that does not exist.
    #[error("there is no generator “{0}”; there are {known}", known = super::data::generators())]
    NoGenerator(String),
    /// An epoch without stored weights.
    #[error("the weights of epoch {epoch} are not kept; {}", kept_epochs(kept))]
    NoSnapshot {
        /// The request.
        epoch: u32,
        /// Epochs with stored weights.
        kept: Vec<u32>,
    },
    /// A file or a split.
    #[error(transparent)]
    Data(#[from] DataError),
    /// A data set that cannot be split into training and test part, or into this number of folds.
    #[error("{0}")]
    Folds(String),
    /// A data set whose graphs have one class, or one target.
    #[error("{0}")]
    OneClass(String),
    /// Weights that do not belong to the run.
    #[error("{0}")]
    Weights(String),
    /// A request to a run log that needs weights; its name.
    #[error(
        "“{0}” is a run log: it has filter values and scores, and no weights. Its graphs, classes and filters can be shown"
    )]
    NoWeights(String),
    /// A request to a run log that needs the classes of its graphs; its name.
    #[error(
        "the graphs of “{0}” have no classes: log the run with labels to compare classes and to count correct predictions"
    )]
    NoLabels(String),
    /// A request that needs the classes of graphs that have targets; the name of the data set.
    #[error(
        "the graphs of “{0}” have targets, which are numbers: this comparison of classes requires a data set with classes"
    )]
    Targets(String),
    /// An invalid run log.
    #[error(transparent)]
    RunLog(#[from] RunLogError),
    /// A request for the filter of a model without one.
    #[error(
        "the model of run {0} has no filter: use a model with a learned filter (gfl) or a fixed one (ph-only)"
    )]
    NoFilter(RunId),
    /// A request that needs a filter of vertices, with the name of a filter or channel of edges.
    #[error(
        "“{0}” has a value for every edge, and this result needs one for every vertex: select a filter of vertices"
    )]
    EdgeFilter(String),
    /// A quantity that the vertices, or the edges, of a data set do not have.
    #[error("there is no quantity “{name}” for this filter; there are {}", known.join(", "))]
    NoQuantity {
        /// The request.
        name: String,
        /// The existing ones.
        known: Vec<String>,
    },
    /// An invalid graph or data set.
    #[error("{0}")]
    Graph(String),
    /// A configuration that cannot be trained.
    #[error(transparent)]
    Config(#[from] ConfigError),
    /// An invalid weights file, or one for another data set.
    #[error(transparent)]
    Checkpoint(#[from] CheckpointError),
    /// A graph that the model cannot read.
    #[error(transparent)]
    Inspection(InspectionError),
    /// The device is not available or does not respond.
    #[error(transparent)]
    Device(#[from] DeviceError),
    /// An error of the GPU.
    #[error("{0}: its last results are unreliable; resume the run on the CPU")]
    Gpu(GpuProblem),
    /// The GPU is lost.
    #[error(
        "lost the GPU ({0}): the weights of the last finished epoch are kept; resume the run on the CPU"
    )]
    GpuLost(String),
}

impl From<InspectionError> for SessionError {
    fn from(error: InspectionError) -> Self {
        match error {
            InspectionError::Device(error) => Self::Device(error),
            error => Self::Inspection(error),
        }
    }
}

/// The stored epochs as a short list.
fn kept_epochs(kept: &[u32]) -> String {
    const SHOWN: usize = 12;
    let words: Vec<_> = kept.iter().take(SHOWN).map(u32::to_string).collect();
    match kept {
        [] => "none are until the current epoch ends".into(),
        [.., last] if kept.len() > SHOWN => {
            format!("those of {}, … {last} are", words.join(", "))
        }
        _ => format!("those of {} are", words.join(", ")),
    }
}
