//! Predictions, filters and explanations of a run.

use std::sync::Arc;

use super::{RunId, Session, SessionError, View, run::Run, source::Explained};
use crate::graph::Predictions;
use crate::protocol::Part;
use crate::training::{Inspection, Subject};

/// Selects the weights of a run.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Weights {
    /// The current weights.
    #[default]
    Now,
    /// The weights at the end of this epoch; 0 is before the first step.
    Epoch(u32),
}

impl Run {
    /// The stored numbers; none for the current weights.
    pub(super) fn weights(&self, weights: Weights) -> Result<Option<Arc<[f32]>>, SessionError> {
        let Weights::Epoch(epoch) = weights else {
            return Ok(None);
        };
        match self.snapshots.get(epoch) {
            Some(kept) => Ok(Some(kept.clone())),
            None => Err(SessionError::NoSnapshot {
                epoch,
                kept: self.snapshots.epochs(),
            }),
        }
    }
}

impl Session {
    /// One filter with its persistence pairs, readout and scores of a graph. With the weights of an epoch, the CPU repeats an inspection during
    /// that epoch bit for bit. In a batch with other graphs, the results differ by rounding.
    ///
    /// A model that reads no barcodes returns scores only.
    ///
    /// # Errors
    /// If there is no such run, filter or graph, the weights of the epoch are not kept, the model cannot read the graph, or the GPU
    /// is gone.
    pub async fn inspect(
        &mut self,
        run: RunId,
        view: impl Into<View>,
        subject: &Subject,
    ) -> Result<Inspection, SessionError> {
        self.check_lost()?;
        let View { weights, filter } = view.into();
        let asked = self.run(run)?;
        asked.source.check_filter(filter)?;
        let numbers = asked.weights(weights)?;
        let answer = asked.source.inspect(numbers.as_deref(), filter, subject);
        let answer = answer.await;
        self.settle(answer.map_err(Into::into))
    }

    /// The same, with the share of every bar in every readout value, and the contributions of bars to scores. Both are empty if the
    /// model reads no barcodes. A run log has only contributions, if it contains them.
    ///
    /// # Errors
    /// As [`Self::inspect`], and if there are too many shares for memory.
    pub async fn explain(
        &mut self,
        run: RunId,
        view: impl Into<View>,
        subject: &Subject,
    ) -> Result<Explained, SessionError> {
        self.check_lost()?;
        let View { weights, filter } = view.into();
        let asked = self.run(run)?;
        asked.source.check_filter(filter)?;
        let numbers = asked.weights(weights)?;
        let answer = asked.source.explain(numbers.as_deref(), filter, subject);
        let answer = answer.await;
        self.settle(answer)
    }

    /// Inspects many graphs of the data set in the given order. They share batches, so the results differ by rounding from those of the graphs alone.
    ///
    /// # Errors
    /// As [`Self::inspect`].
    pub async fn inspect_many(
        &mut self,
        run: RunId,
        view: impl Into<View>,
        graphs: &[u32],
    ) -> Result<Vec<Inspection>, SessionError> {
        let own = |_, inspection: &Inspection| inspection.clone();
        self.map_inspections(run, view.into(), graphs, own).await
    }

    /// The predictions for these graphs.
    ///
    /// # Errors
    /// If there is no such run or graph, the weights of the epoch are not kept, or the GPU is gone.
    pub async fn predict(
        &mut self,
        run: RunId,
        weights: Weights,
        graphs: &[u32],
    ) -> Result<Predictions, SessionError> {
        self.check_lost()?;
        let asked = self.run(run)?;
        asked.source.check(graphs)?;
        let numbers = asked.weights(weights)?;
        let answer = asked.source.predict(numbers.as_deref(), graphs).await;
        self.settle(answer)
    }

    /// Scores of these graphs, `[G, C]`, row-major.
    ///
    /// # Errors
    /// If there is no such run or graph, the weights of the epoch are not kept, or the GPU is gone.
    pub async fn scores(
        &mut self,
        run: RunId,
        view: impl Into<View>,
        graphs: &[u32],
    ) -> Result<Vec<f64>, SessionError> {
        let own = |_, inspection: &Inspection| inspection.logits.clone();
        Ok(self
            .map_inspections(run, view.into(), graphs, own)
            .await?
            .concat())
    }

    /// The graphs in a part of the split of a run.
    ///
    /// # Errors
    /// If there is no such run.
    pub fn part_of(&self, run: RunId, part: Part) -> Result<&[u32], SessionError> {
        Ok(self.run(run)?.source.split().graphs(part))
    }

    /// The epochs of which a run keeps the weights, ascending; 0 is before the first step.
    ///
    /// # Errors
    /// If there is no such run.
    pub fn snapshot_epochs(&self, run: RunId) -> Result<Vec<u32>, SessionError> {
        Ok(self.run(run)?.snapshots.epochs())
    }
}
