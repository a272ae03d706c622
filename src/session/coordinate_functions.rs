//! Coordinate functions over one part of the split: the bars with the highest activation, and their importance.

use super::{RunId, Session, SessionError, View};
use crate::{
    protocol::Part,
    training::{Importances, Inspection, TopBars},
};

impl Session {
    /// The bars with the highest activation for each coordinate function, over one part of the split; one entry per barcode, none if
    /// the model reads no barcodes.
    ///
    /// # Errors
    /// If there is no such run, the weights of the epoch are not kept, or the GPU is gone.
    pub async fn top_bars(
        &mut self,
        run: RunId,
        view: impl Into<View>,
        part: Part,
    ) -> Result<Vec<TopBars>, SessionError> {
        let view = view.into();
        // A run log has no weights: it fails before the inspection.
        self.run(run)?.source.trainer()?;
        let mut graphs = self.part_of(run, part)?.to_vec();
        graphs.sort_unstable();
        let inspections = self.inspect_many(run, view, &graphs).await?;
        let asked = self.run(run)?;
        let numbers = asked.weights(view.weights)?;
        let inspections = graphs.iter().copied().zip(&inspections);
        let trainer = asked.source.trainer()?;
        let answer = trainer.top_bars(numbers.as_deref(), view.filter as usize, inspections);
        let answer = answer.await;
        self.settle(answer.map_err(Into::into))
    }

    /// The importance of the coordinate functions over one part of the split; empty if the model reads no barcodes.
    ///
    /// # Errors
    /// As [`Self::top_bars`].
    pub async fn importances(
        &mut self,
        run: RunId,
        view: impl Into<View>,
        part: Part,
    ) -> Result<Importances, SessionError> {
        let view = view.into();
        self.run(run)?.source.trainer()?;
        let graphs = self.part_of(run, part)?.to_vec();
        let inspections = self.inspect_many(run, view, &graphs).await?;
        let asked = self.run(run)?;
        let numbers = asked.weights(view.weights)?;
        let trainer = asked.source.trainer()?;
        let inspections: Vec<(u32, &Inspection)> = graphs.into_iter().zip(&inspections).collect();
        let answer = trainer.importances(numbers.as_deref(), &inspections).await;
        self.settle(answer.map_err(Into::into))
    }
}
