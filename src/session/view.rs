//! The filter in view: a channel of a run log, or one of the filters that a model learns.

use super::{RunId, Session, SessionError, Weights, source::Source};
use crate::{graph::agreement, protocol::RunSummary};

impl Session {
    /// Selects the filter of a run that inspections and comparisons use, by its index.
    ///
    /// # Errors
    /// If there is no such run, or it has no such filter.
    pub fn set_filter(&mut self, id: RunId, filter: u32) -> Result<RunSummary, SessionError> {
        match &mut self.run_mut(id)?.source {
            Source::Trained(trainer) => trainer.set_view(filter as usize)?,
            Source::Logged { logged, .. } => logged
                .set_channel(filter as usize)
                .map_err(SessionError::Graph)?,
        }
        self.cache.retain(|run, _| run != id);
        self.swapped_in = None;
        self.run_summary(id)
    }

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
