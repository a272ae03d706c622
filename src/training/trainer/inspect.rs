//! What a run says of graphs.

use std::sync::Arc;

use burn::module::Module;

use super::Trainer;
use crate::{
    device::DeviceError,
    model::Model,
    training::{
        CoordinateFunctionReading, Explanation, Importances, Inspection, InspectionError, Subject,
        TopBars, coordinate_function_reading::coordinate_function_readings,
        device_dataset::DeviceDataset, explanation::explain, importance::importances,
        subject::alone, top_bars::Gathered, weights,
    },
};

/// Vertices that go through the model at once, but for those of the last graph.
const MAX_VERTICES_AT_ONCE: u32 = 1 << 14;

impl Trainer {
    /// Predicted class of each of these graphs.
    ///
    /// # Panics
    /// If the device is a GPU that was lost; see [`Self::predict_at`].
    pub async fn predict(&self, indices: &[u32]) -> Vec<u32> {
        let classes = self.predict_at(None, indices).await;
        classes.expect("the device answers")
    }

    /// Predicted class of each of these graphs, with these [`Self::weights`] or with those of now.
    ///
    /// # Errors
    /// If the device no longer answers.
    ///
    /// # Panics
    /// If an index is not below the number of graphs, or the weights are those of another model.
    pub async fn predict_at(
        &self,
        weights: Option<&[f32]>,
        indices: &[u32],
    ) -> Result<Vec<u32>, DeviceError> {
        let model = self.model_at(weights);
        self.data
            .predict(&model, self.config.batch_size, indices)
            .await
    }

    /// What the model says of one graph, with the weights as they are.
    ///
    /// # Panics
    /// If there is no such graph, or the device is a GPU that was lost; see [`Self::inspect_at`].
    pub async fn inspect(&self, index: u32) -> Inspection {
        let inspection = self.data.inspect(&self.model_at(None), index).await;
        inspection.expect("the device answers")
    }

    /// What the model says of a graph, with these [`Self::weights`] or with those of now.
    ///
    /// A graph of the data set and an equal one that is in none get the same answer, bit for bit: attributes are
    /// standardised and filters stretched by what the run has learned from, whatever the graph.
    ///
    /// # Errors
    /// If there is no such graph, the graph is not what the model can read, or the device no longer answers.
    ///
    /// # Panics
    /// If the weights are those of another model.
    pub async fn inspect_at(
        &self,
        weights: Option<&[f32]>,
        subject: &Subject,
    ) -> Result<Inspection, InspectionError> {
        self.inspect_with(&self.model_at(weights), subject).await
    }

    /// The same, with what each bar adds to each hat of the readout, and which bars decide; nothing of these where the model
    /// reads no barcodes.
    ///
    /// # Errors
    /// As [`Self::inspect_at`], and if there are more shares than [`MAX_SHARES`](crate::training::MAX_SHARES).
    ///
    /// # Panics
    /// If the weights are those of another model.
    pub async fn explain(
        &self,
        weights: Option<&[f32]>,
        subject: &Subject,
    ) -> Result<
        (
            Inspection,
            Vec<CoordinateFunctionReading>,
            Option<Explanation>,
        ),
        InspectionError,
    > {
        let model = self.model_at(weights);
        let inspection = self.inspect_with(&model, subject).await?;
        let hats = coordinate_function_readings(&model, &inspection).await?;
        let explanation = match hats.is_empty() {
            true => None,
            false => Some(explain(&model, &inspection, &hats).await?),
        };
        Ok((inspection, hats, explanation))
    }

    /// Whether there are all of these graphs.
    ///
    /// # Errors
    /// If not, which is missing.
    pub fn check(&self, indices: &[u32]) -> Result<(), InspectionError> {
        let graphs = self.data.dataset.graphs.len();
        match indices.iter().find(|&&index| index as usize >= graphs) {
            Some(&index) => Err(InspectionError::Index { index, graphs }),
            None => Ok(()),
        }
    }

    /// So many of these graphs as go through the model at once: no more than in a step, nor much more than 16 384 vertices, so
    /// that it does not take long. And the others.
    ///
    /// # Panics
    /// If there is no such graph.
    pub fn first_batch<'a>(&self, indices: &'a [u32]) -> (&'a [u32], &'a [u32]) {
        let mut vertices = 0;
        let fits = |&&index: &&u32| {
            let room = vertices < MAX_VERTICES_AT_ONCE;
            vertices += self.data.dataset.graphs[index as usize].vertices;
            room
        };
        let count = indices
            .iter()
            .take(self.config.batch_size as usize)
            .take_while(fits)
            .count();
        indices.split_at(count)
    }

    /// What the model says of these graphs, which go through it side by side: the index of each with what is said of it.
    ///
    /// # Errors
    /// If there is no such graph, or the device no longer answers.
    ///
    /// # Panics
    /// If the weights are those of another model, or there are no graphs.
    pub async fn inspect_batch(
        &self,
        weights: Option<&[f32]>,
        indices: &[u32],
    ) -> Result<Vec<(u32, Inspection)>, InspectionError> {
        self.check(indices)?;
        let model = self.model_at(weights);
        Ok(self.data.inspect_batch(&model, indices).await?)
    }

    /// The bars of these graphs that excite each hat of the readout most, barcode by barcode, from what the model said of each;
    /// of a graph that is named twice in a row they count once. Nothing where the model reads no barcodes.
    ///
    /// # Errors
    /// If the device no longer answers.
    ///
    /// # Panics
    /// If the weights are those of another model.
    pub async fn top_bars(
        &self,
        weights: Option<&[f32]>,
        said: impl Iterator<Item = (u32, &Inspection)>,
    ) -> Result<Vec<TopBars>, InspectionError> {
        let model = self.model_at(weights);
        let Some(head) = model.head() else {
            return Ok(Vec::new());
        };
        let mut gathered = Gathered::new(head);
        for (graph, inspection) in said {
            gathered.add(graph, inspection);
        }
        gathered.top_bars(head).await
    }

    /// The importance of the coordinate functions over inspected graphs, each with its class; empty where the model reads no
    /// barcodes.
    ///
    /// # Errors
    /// If the device no longer answers.
    ///
    /// # Panics
    /// If the weights are those of another model.
    pub async fn importances(
        &self,
        weights: Option<&[f32]>,
        said: &[(u32, &Inspection)],
    ) -> Result<Importances, InspectionError> {
        importances(&self.model_at(weights), said).await
    }

    /// Predicted class of each of these graphs, had every vertex of the data set the value that `filter` has for it (all
    /// graphs one after the other) in place of the filter of the model; `None` where the model has none.
    ///
    /// # Errors
    /// If there is no such graph, or the device no longer answers.
    ///
    /// # Panics
    /// If the weights are those of another model, or there is not a value for each vertex.
    pub async fn predict_with_filter(
        &self,
        weights: Option<&[f32]>,
        filter: &[f32],
        indices: &[u32],
    ) -> Result<Option<Vec<u32>>, DeviceError> {
        let model = self.model_at(weights);
        let Some(head) = model.head() else {
            return Ok(None);
        };
        let batch_size = self.config.batch_size;
        let classes = self
            .data
            .predict_with_filter(head, batch_size, filter, indices);
        classes.await.map(Some)
    }

    async fn inspect_with(
        &self,
        model: &Model,
        subject: &Subject,
    ) -> Result<Inspection, InspectionError> {
        match subject {
            &Subject::Index(index) => {
                self.check(&[index])?;
                Ok(self.data.inspect(model, index).await?)
            }
            Subject::Graph(graph) => {
                let like = &self.data.dataset;
                let graph = (**graph).clone();
                let alone = alone(graph, like, &self.config, self.sizes.feature_sizes)?;
                let graphs = DeviceDataset::new(
                    Arc::new(alone),
                    &self.config,
                    &self.sizes,
                    self.data.statistics.clone(),
                    self.data.device.clone(),
                );
                let graphs = graphs.map_err(|error| InspectionError::Graph(error.0))?;
                Ok(graphs.inspect(model, 0).await?)
            }
        }
    }

    /// How many numbers [`Self::weights`] are.
    pub fn weight_count(&self) -> usize {
        weights::count(&self.model).into_iter().sum()
    }

    /// All numbers of the model, learned or followed by batch normalisation, as they are now: what
    /// [`Self::inspect_at`] takes. Another run of the same configuration understands them, too.
    ///
    /// # Errors
    /// If the device no longer answers.
    pub async fn weights(&self) -> Result<Vec<f32>, DeviceError> {
        weights::flat(&self.model.valid()).await
    }

    /// The model without gradients, with these weights or with those of now.
    fn model_at(&self, weights: Option<&[f32]>) -> Model {
        with(self.model.valid(), weights)
    }
}

/// The model with these numbers, or with its own.
fn with(model: Model, weights: Option<&[f32]>) -> Model {
    match weights {
        Some(numbers) => weights::unflatten(model, numbers),
        None => model,
    }
}
