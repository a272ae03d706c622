//! How the bars that a run reads differ from class to class.

use super::{RunId, Session, SessionError, Weights};
use crate::{
    homology::class_grids::{ClassGrids, GraphBars},
    protocol::Part,
    training::Inspection,
};

impl Session {
    /// Betti curves and densities of the bars that a run reads, class by class, over the graphs of one part of its split. The
    /// grids go from 0 to 1, or, if `stretched`, from the least filter value of these graphs to the greatest.
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
