//! What a request reads: a filter, which is a channel of a run log or one of those that a model learns, with some weights.

use super::{RunId, Session, SessionError, Weights, source::Source};
use crate::graph::agreement;

/// What a request reads of a run. No session remembers a filter: two requests with different filters can alternate.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct View {
    pub weights: Weights,
    /// Index of the filter; 0 for a run without filters.
    pub filter: u32,
}

impl From<Weights> for View {
    /// The first filter.
    fn from(weights: Weights) -> Self {
        Self { weights, filter: 0 }
    }
}

impl Session {
    /// Kendall's τ-b of each pair of filters of a run, over the pairs of vertices or of edges of the same graph, row by row. NaN if a
    /// filter is constant.
    ///
    /// # Errors
    /// If there is no such run, its model has no filter, the weights or values of the epoch are not kept, or the GPU is gone.
    pub async fn filter_agreement(
        &mut self,
        id: RunId,
        weights: Weights,
    ) -> Result<Vec<f64>, SessionError> {
        self.check_lost()?;
        let run = self.run(id)?;
        if !run.source.has_filter() {
            return Err(SessionError::NoFilter(id));
        }
        let numbers = run.weights(weights)?;
        match &run.source {
            Source::Logged { logged, .. } => Ok(logged.agreement(numbers.as_deref())?),
            Source::Trained(trainer) => {
                let dataset = trainer.dataset().clone();
                let cells = trainer.config().filter_cells();
                let filters = trainer.filters_at(numbers.as_deref()).await;
                let filters = self.settle(filters.map_err(Into::into))?;
                let filters: Vec<&[f32]> = filters.iter().map(Vec::as_slice).collect();
                let counts = dataset.graphs.iter().map(|graph| graph.count(cells));
                Ok(agreement::of_all(&filters, counts))
            }
        }
    }
}
