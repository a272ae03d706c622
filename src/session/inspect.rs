//! What a run says of graphs.

use std::sync::Arc;

use super::{RunId, Session, SessionError, run::Run};
use crate::protocol::Part;
use crate::training::{
    CoordinateFunctionReading, Explanation, Inspection, InspectionError, Subject,
};

/// Which weights a run is asked with.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Weights {
    /// As they are.
    #[default]
    Now,
    /// As they were at the end of this epoch; 0 is before the first step.
    Epoch(u32),
}

impl Run {
    /// The numbers of these weights; none for those of now.
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
    /// What a run says of a graph: the filter, the pairs that the classifier read, the readout and the scores. With the
    /// weights of an epoch it says, on the CPU, what it said at the end of it, bit for bit.
    ///
    /// A model that reads no barcodes gives scores only.
    ///
    /// # Errors
    /// If there is no such run or graph, the weights of the epoch are not kept, the model cannot read the graph, or the GPU
    /// is gone.
    pub async fn inspect(
        &mut self,
        run: RunId,
        weights: Weights,
        subject: &Subject,
    ) -> Result<Inspection, SessionError> {
        self.check_lost()?;
        let asked = self.run(run)?;
        let numbers = asked.weights(weights)?;
        let answer = asked.trainer.inspect_at(numbers.as_deref(), subject).await;
        self.settle(answer.map_err(Into::into))
    }

    /// The same, with what every bar adds to every number of the readout, and which bars decide. No hats and no explanation
    /// where the model reads no barcodes.
    ///
    /// # Errors
    /// As [`Self::inspect`], and if there are more shares than there is room for.
    pub async fn explain(
        &mut self,
        run: RunId,
        weights: Weights,
        subject: &Subject,
    ) -> Result<
        (
            Inspection,
            Vec<CoordinateFunctionReading>,
            Option<Explanation>,
        ),
        SessionError,
    > {
        self.check_lost()?;
        let asked = self.run(run)?;
        let numbers = asked.weights(weights)?;
        let answer = asked.trainer.explain(numbers.as_deref(), subject).await;
        self.settle(answer.map_err(Into::into))
    }

    /// What a run says of many graphs of its data set, in the order in which they are named. They go through the model side
    /// by side, which may change the last bits of what is said of each.
    ///
    /// # Errors
    /// As [`Self::inspect`].
    pub async fn inspect_many(
        &mut self,
        run: RunId,
        weights: Weights,
        graphs: &[u32],
    ) -> Result<Vec<Inspection>, SessionError> {
        let own = |_, said: &Inspection| said.clone();
        self.said_of(run, weights, graphs, own).await
    }

    /// The class that a run says each of these graphs of its data set has.
    ///
    /// # Errors
    /// If there is no such run or graph, the weights of the epoch are not kept, or the GPU is gone.
    pub async fn predict(
        &mut self,
        run: RunId,
        weights: Weights,
        graphs: &[u32],
    ) -> Result<Vec<u32>, SessionError> {
        self.check_lost()?;
        let asked = self.run(run)?;
        let all = asked.trainer.dataset().graphs.len();
        if let Some(&index) = graphs.iter().find(|&&index| index as usize >= all) {
            return Err(InspectionError::Index { index, graphs: all }.into());
        }
        let numbers = asked.weights(weights)?;
        let answer = asked.trainer.predict_at(numbers.as_deref(), graphs).await;
        self.settle(answer.map_err(Into::into))
    }

    /// The score that a run gives each of these graphs of its data set for each class, `[G, C]` row by row.
    ///
    /// # Errors
    /// If there is no such run or graph, the weights of the epoch are not kept, or the GPU is gone.
    pub async fn scores(
        &mut self,
        run: RunId,
        weights: Weights,
        graphs: &[u32],
    ) -> Result<Vec<f32>, SessionError> {
        let own = |_, said: &Inspection| said.logits.clone();
        Ok(self.said_of(run, weights, graphs, own).await?.concat())
    }

    /// The graphs in a part of the split of a run.
    ///
    /// # Errors
    /// If there is no such run.
    pub fn part_of(&self, run: RunId, part: Part) -> Result<&[u32], SessionError> {
        Ok(self.run(run)?.trainer.split().graphs(part))
    }

    /// The epochs of which a run keeps the weights, ascending; 0 is before the first step.
    ///
    /// # Errors
    /// If there is no such run.
    pub fn snapshot_epochs(&self, run: RunId) -> Result<Vec<u32>, SessionError> {
        Ok(self.run(run)?.snapshots.epochs())
    }
}
