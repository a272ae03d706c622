//! Why a session refuses something.

use thiserror::Error;

use super::{DatasetId, RunId};
use crate::{
    config::ConfigError,
    device::{DeviceError, GpuProblem},
    graph::DataError,
    training::{CheckpointError, InspectionError},
};

/// Why a session did not do what it was asked for. Everything is as it was before.
#[derive(Clone, Debug, Error, PartialEq)]
pub enum SessionError {
    /// A data set that was never opened, or was closed.
    #[error("there is no data set {0} in this session: open one first")]
    NoDataset(DatasetId),
    /// A run that was never created, or was closed.
    #[error("there is no run {0} in this session: create one first")]
    NoRun(RunId),
    /// A run that learns another data set.
    #[error("run {run} is on data set {own}, not on {asked}: name that one")]
    OtherDataset {
        /// What was asked for,
        run: RunId,
        /// with this data set,
        asked: DatasetId,
        /// where this is its own.
        own: DatasetId,
    },
    /// Two runs that do not learn the same graphs.
    #[error(
        "a run on “{one}” and one on “{other}” cannot be compared: expected two on one data set that is open"
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
    /// An epoch of which no weights are kept.
    #[error("the weights of epoch {epoch} are not kept; {}", kept_epochs(kept))]
    NoSnapshot {
        /// What was asked for.
        epoch: u32,
        /// Epochs of which they are.
        kept: Vec<u32>,
    },
    /// A file or a split.
    #[error(transparent)]
    Data(#[from] DataError),
    /// A data set that cannot be dealt into a part to learn from and one to test on, or not into so many.
    #[error("{0}")]
    Folds(String),
    /// Weights that a run cannot have had.
    #[error("{0}")]
    Weights(String),
    /// A question about the filter of a model that has none.
    #[error(
        "the model of run {0} has no filter: ask one that learns a filter (gfl) or has a fixed one (ph-only)"
    )]
    NoFilter(RunId),
    /// A quantity that the vertices of a data set do not have.
    #[error("the vertices of this data set have no “{name}”; they have {}", known.join(", "))]
    NoQuantity {
        /// What was asked for.
        name: String,
        /// What there is.
        known: Vec<String>,
    },
    /// A graph or a data set of one's own that is none.
    #[error("{0}")]
    Graph(String),
    /// A configuration that cannot be trained.
    #[error(transparent)]
    Config(#[from] ConfigError),
    /// A file of weights that is none, or of another data set.
    #[error(transparent)]
    Checkpoint(#[from] CheckpointError),
    /// A graph that a model cannot be asked about.
    #[error(transparent)]
    Inspection(InspectionError),
    /// The device cannot be had, or gives no answer.
    #[error(transparent)]
    Device(#[from] DeviceError),
    /// The GPU refused something.
    #[error("{0}: what it computed last is not to be trusted; go on with the run on the CPU")]
    Gpu(GpuProblem),
    /// The GPU is gone.
    #[error(
        "the GPU was lost ({0}): the weights of the last finished epoch are kept; go on with the run on the CPU"
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

/// Which epochs there are, in a few words.
fn kept_epochs(kept: &[u32]) -> String {
    const SHOWN: usize = 12;
    let words: Vec<_> = kept.iter().take(SHOWN).map(u32::to_string).collect();
    match kept {
        [] => "none are until the epoch at hand is done".into(),
        [.., last] if kept.len() > SHOWN => {
            format!("those of {}, … {last} are", words.join(", "))
        }
        _ => format!("those of {} are", words.join(", ")),
    }
}
