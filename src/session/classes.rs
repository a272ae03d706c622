//! Barcodes of a run by class.

use super::{RunId, Session, SessionError, View};
use crate::{
    homology::{
        class_differences::ClassDifferences,
        class_grids::{ClassGrids, GraphBars, range},
    },
    protocol::{AskedDifferences, Part},
    training::Inspection,
};

impl Session {
    /// Betti curves and bar densities for each class, over the graphs of one part of the split. The grids cover [0, 1] or, if
    /// `stretched`, the range of the filter values of these graphs.
    ///
    /// # Errors
    /// If there is no such run, its model reads no barcodes, its graphs have no classes, the weights of the epoch are not kept, or the GPU is gone.
    pub async fn classes(
        &mut self,
        run: RunId,
        view: impl Into<View>,
        part: Part,
        stretched: bool,
    ) -> Result<ClassGrids, SessionError> {
        let classes = self.run(run)?.source.dataset().class_names.len();
        let bars = self.bars_of(run, view.into(), part).await?;
        Ok(ClassGrids::of(&bars, classes, stretched))
    }

    /// Where the bars of two classes differ over one part of the split, confirmed over another one, [`confirming`].
    ///
    /// # Errors
    /// As [`Self::classes`].
    pub async fn class_differences(
        &mut self,
        run: RunId,
        view: impl Into<View>,
        asked: &AskedDifferences,
    ) -> Result<ClassDifferences, SessionError> {
        let view = view.into();
        let own = self.bars_of(run, view, asked.part).await?;
        let confirming = confirming(asked.part);
        let others = self.bars_of(run, view, confirming).await?;
        Ok(ClassDifferences::of(
            &own,
            &others,
            range(&own, asked.stretched),
            asked.direction,
            asked.per_vertex,
            asked.classes,
        ))
    }

    /// The bars that a run reads in the graphs of a part.
    async fn bars_of(
        &mut self,
        run: RunId,
        view: View,
        part: Part,
    ) -> Result<Vec<GraphBars>, SessionError> {
        let source = &self.run(run)?.source;
        source.check_vertex_filter(run, view.filter)?;
        source.check_labels()?;
        let graphs = source.split().graphs(part).to_vec();
        let dataset = source.dataset().clone();
        let bars = |graph: u32, inspection: &Inspection| {
            let class = dataset.classes[graph as usize];
            let extended = inspection.extended.as_ref();
            GraphBars::new(
                graph,
                class,
                &inspection.filter,
                &inspection.persistence,
                extended,
            )
            .with_vertices(dataset.graphs[graph as usize].vertices)
        };
        self.map_inspections(run, view, &graphs, bars).await
    }
}

/// The part that confirms a difference in another one: the training part, and for this the test part.
pub fn confirming(part: Part) -> Part {
    match part {
        Part::Train => Part::Test,
        Part::Validation | Part::Test => Part::Train,
    }
}
