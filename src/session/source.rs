//! The results of a run: a model with weights, or a run log with values.

use std::sync::Arc;

use super::{RunId, SessionError, logged::Logged};
use crate::{
    config::TrainingConfig,
    device::DeviceError,
    graph::{Cells, Dataset, Predictions, Task, folds::Split},
    protocol::RunSummary,
    training::{
        CoordinateFunctionReading, Explanation, Inspection, InspectionError, Subject, Trainer,
    },
};

/// An inspection with the shares of the bars in the readout, and their contributions to scores.
pub(super) type Explained = (
    Inspection,
    Vec<CoordinateFunctionReading>,
    Option<Explanation>,
);

/// The origin of the results of a run. `numbers` are the weights of a model or the values of a run log at an epoch, by default the
/// current ones.
pub(super) enum Source {
    Trained(Box<Trainer>),
    Logged {
        logged: Box<Logged>,
        /// The number of epochs; its other values are defaults.
        config: Box<TrainingConfig>,
    },
}

impl Source {
    /// The model, for requests that need weights.
    ///
    /// # Errors
    /// If the run is a run log.
    pub fn trainer(&self) -> Result<&Trainer, SessionError> {
        match self {
            Self::Trained(trainer) => Ok(trainer),
            Self::Logged { logged, .. } => {
                Err(SessionError::NoWeights(logged.header().name.clone()))
            }
        }
    }

    /// [`Self::trainer`], for changes.
    ///
    /// # Errors
    /// If the run is a run log.
    pub fn trainer_mut(&mut self) -> Result<&mut Trainer, SessionError> {
        match self {
            Self::Trained(trainer) => Ok(trainer),
            Self::Logged { logged, .. } => {
                Err(SessionError::NoWeights(logged.header().name.clone()))
            }
        }
    }

    pub fn dataset(&self) -> &Arc<Dataset> {
        match self {
            Self::Trained(trainer) => trainer.dataset(),
            Self::Logged { logged, .. } => logged.dataset(),
        }
    }

    pub fn split(&self) -> &Split {
        match self {
            Self::Trained(trainer) => trainer.split(),
            Self::Logged { logged, .. } => logged.split(),
        }
    }

    /// The name of a run log without classes.
    pub fn without_labels(&self) -> Option<&str> {
        match self {
            Self::Logged { logged, .. } if !logged.header().labelled => Some(&logged.header().name),
            _ => None,
        }
    }

    /// Checks that the graphs have classes.
    ///
    /// # Errors
    /// If they do not: the graphs of a run log may lack them, and other graphs may have targets.
    pub fn check_labels(&self) -> Result<(), SessionError> {
        if let Some(name) = self.without_labels() {
            return Err(SessionError::NoLabels(name.into()));
        }
        let dataset = self.dataset();
        match dataset.task() {
            Task::Classification => Ok(()),
            Task::Regression => Err(SessionError::Targets(dataset.name.clone())),
        }
    }

    /// Whether the results contain a filter.
    pub fn has_filter(&self) -> bool {
        match self {
            Self::Trained(trainer) => trainer.config().filter_count() > 0,
            Self::Logged { .. } => true,
        }
    }

    /// Checks that there is a filter of this index.
    ///
    /// # Errors
    /// If there is none. Without filters, the index is 0.
    pub fn check_filter(&self, filter: u32) -> Result<(), SessionError> {
        let (noun, filters) = match self {
            Self::Trained(trainer) => ("filter", trainer.config().filter_count()),
            Self::Logged { logged, .. } => ("channel", logged.channels()),
        };
        if filter < filters.max(1) {
            return Ok(());
        }
        Err(SessionError::Graph(format!(
            "there is no {noun} {filter}: the run has {filters}, counted from 0"
        )))
    }

    /// Checks that this filter has a value for every vertex.
    ///
    /// # Errors
    /// If run `id`, which this is, has no such filter, or the filter has a value for every edge.
    pub fn check_vertex_filter(&self, id: RunId, filter: u32) -> Result<(), SessionError> {
        self.check_filter(filter)?;
        match (self.cells(filter), self) {
            (Cells::Edges, Self::Logged { logged, .. }) => {
                Err(SessionError::EdgeFilter(logged.channel_name(filter).into()))
            }
            (Cells::Edges, Self::Trained(_)) => {
                Err(SessionError::EdgeFilter(format!("Filter {}", filter + 1)))
            }
            _ if self.has_filter() => Ok(()),
            _ => Err(SessionError::NoFilter(id)),
        }
    }

    /// The cells of a filter. Learned values of edges that follow those of vertices do not make it a filter of edges.
    pub fn cells(&self, filter: u32) -> Cells {
        match self {
            Self::Logged { logged, .. } if filter < logged.channels() => logged.cells(filter),
            Self::Trained(trainer) if trainer.config().filter_cells() == [Cells::Edges] => {
                Cells::Edges
            }
            _ => Cells::Vertices,
        }
    }

    /// Number of epochs of the whole run.
    pub fn epochs(&self) -> u32 {
        match self {
            Self::Trained(trainer) => trainer.config().epochs,
            Self::Logged { logged, .. } => logged.last_epoch(),
        }
    }

    /// Changes with the current numbers.
    pub fn version(&self) -> u32 {
        match self {
            Self::Trained(trainer) => trainer.summary().steps_done,
            Self::Logged { logged, .. } => logged.newest_epoch(),
        }
    }

    pub fn summary(&self) -> RunSummary {
        match self {
            Self::Trained(trainer) => trainer.summary(),
            Self::Logged { logged, config } => logged.summary(config),
        }
    }

    /// Number of weights of the model, or of values of an epoch.
    pub fn number_count(&self) -> usize {
        match self {
            Self::Trained(trainer) => trainer.weight_count(),
            Self::Logged { logged, .. } => logged.value_count(),
        }
    }

    /// The current weights or values.
    ///
    /// # Errors
    /// If the device does not respond, or a run log has no epoch yet.
    pub async fn numbers(&self) -> Result<Vec<f32>, SessionError> {
        match self {
            Self::Trained(trainer) => Ok(trainer.weights().await?),
            Self::Logged { logged, .. } => Ok(logged.values(None)?.to_vec()),
        }
    }

    /// The run as bytes.
    ///
    /// # Errors
    /// If the device does not respond.
    pub async fn save(&self) -> Result<Vec<u8>, SessionError> {
        match self {
            Self::Trained(trainer) => Ok(trainer.checkpoint().await?.to_bytes()),
            Self::Logged { logged, .. } => Ok(logged.save()),
        }
    }

    /// Checks that all of these graphs exist.
    ///
    /// # Errors
    /// If one does not. The error names it.
    pub fn check(&self, indices: &[u32]) -> Result<(), InspectionError> {
        match self {
            Self::Trained(trainer) => trainer.check(indices),
            Self::Logged { logged, .. } => logged.check(indices),
        }
    }

    /// The first of these graphs, as one batch, and the rest.
    ///
    /// # Panics
    /// If there is no such graph.
    pub fn first_batch<'a>(&self, indices: &'a [u32]) -> (&'a [u32], &'a [u32]) {
        match self {
            Self::Trained(trainer) => trainer.first_batch(indices),
            Self::Logged { logged, .. } => logged.first_batch(indices),
        }
    }

    /// Inspection of a graph with the filter of this index, which exists.
    ///
    /// # Errors
    /// If there is no such graph, there are no results for it, or the device does not respond.
    pub async fn inspect(
        &self,
        numbers: Option<&[f32]>,
        filter: u32,
        subject: &Subject,
    ) -> Result<Inspection, InspectionError> {
        match self {
            Self::Trained(trainer) => trainer.inspect_at(numbers, filter as usize, subject).await,
            Self::Logged { logged, .. } => logged.inspect(numbers, filter, subject),
        }
    }

    /// Inspection of a graph with the contributions of its bars.
    ///
    /// # Errors
    /// As [`Self::inspect`], if there are too many contributions for memory, or a run log has none.
    pub async fn explain(
        &self,
        numbers: Option<&[f32]>,
        filter: u32,
        subject: &Subject,
    ) -> Result<Explained, SessionError> {
        match self {
            Self::Logged { logged, .. } if logged.header().attributions => {
                let (inspection, explanation) = logged.explain(numbers, filter, subject)?;
                Ok((inspection, Vec::new(), Some(explanation)))
            }
            _ => {
                let trainer = self.trainer()?;
                Ok(trainer.explain(numbers, filter as usize, subject).await?)
            }
        }
    }

    /// Inspections of these graphs: the index of each graph with its inspection.
    ///
    /// # Errors
    /// As [`Self::inspect`].
    pub async fn inspect_batch(
        &self,
        numbers: Option<&[f32]>,
        filter: u32,
        indices: &[u32],
    ) -> Result<Vec<(u32, Inspection)>, InspectionError> {
        match self {
            Self::Trained(trainer) => {
                let filter = filter as usize;
                trainer.inspect_batch(numbers, filter, indices).await
            }
            Self::Logged { logged, .. } => {
                let one = |&index: &u32| {
                    let inspection = logged.inspect(numbers, filter, &Subject::Index(index))?;
                    Ok((index, inspection))
                };
                indices.iter().map(one).collect()
            }
        }
    }

    /// The predictions for these graphs.
    ///
    /// # Errors
    /// If the device does not respond, or a run log has no epoch yet.
    ///
    /// # Panics
    /// If there is no such graph.
    pub async fn predict(
        &self,
        numbers: Option<&[f32]>,
        indices: &[u32],
    ) -> Result<Predictions, SessionError> {
        match self {
            Self::Trained(trainer) => {
                let predictions: Result<_, DeviceError> =
                    trainer.predict_at(numbers, indices).await;
                Ok(predictions?)
            }
            Self::Logged { logged, .. } => {
                Ok(Predictions::Classes(logged.predict(numbers, indices)?))
            }
        }
    }
}
