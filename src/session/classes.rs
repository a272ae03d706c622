//! Barcodes of a run by class.

use super::{RunId, Session, SessionError, Weights};
use crate::{
    homology::class_grids::{ClassGrids, GraphBars},
    protocol::Part,
    training::Inspection,
};

impl Session {
    /// Betti curves and bar densities for each class, over the graphs of one part of the split. The grids cover [0, 1] or, if
    /// `stretched`, the range of the filter values of these graphs.
    ///
    /// # Errors
    /// If there is no such run, its model reads no barcodes, the weights of the epoch are not kept, or the GPU is gone.
    pub async fn classes(
        &mut self,
        run: RunId,
        weights: Weights,
        part: Part,
        stretched: bool,
    ) -> Result<ClassGrids, SessionError> {
        let trainer = &self.run(run)?.trainer;
        if !trainer.config().model.reads_barcodes() {
            return Err(SessionError::NoFilter(run));
        }
        let graphs = trainer.split().graphs(part).to_vec();
        let dataset = trainer.dataset().clone();
        let bars = |graph: u32, said: &Inspection| {
            let class = dataset.classes[graph as usize];
            let extended = said.extended.as_ref();
            GraphBars::new(graph, class, &said.filter, &said.persistence, extended)
        };
        let bars = self.said_of(run, weights, &graphs, bars).await?;
        Ok(ClassGrids::of(&bars, dataset.class_names.len(), stretched))
    }
}
