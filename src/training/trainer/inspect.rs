//! Predictions and inspections of a run.

use std::sync::Arc;

use burn::module::Module;

use super::Trainer;
use crate::{
    device::DeviceError,
    graph::Predictions,
    model::Model,
    training::{
        CoordinateFunctionReading, Explanation, Importances, Inspection, InspectionError, Subject,
        TopBars, check_graphs, coordinate_function_reading::coordinate_function_readings,
        device_dataset::DeviceDataset, explanation::explain, importance::importances,
        split_by_vertices, subject::alone, top_bars::Gathered, weights,
    },
};

/// Maximum number of vertices in one batch, not counting those of the last graph.
const MAX_VERTICES_AT_ONCE: u32 = 1 << 14;

impl Trainer {
    /// The predictions for these graphs.
    ///
    /// # Panics
    /// If the device is a lost GPU. See [`Self::predict_at`].
    pub async fn predict(&self, indices: &[u32]) -> Predictions {
        let predictions = self.predict_at(None, indices).await;
        predictions.expect("the device answers")
    }

    /// The predictions for these graphs, with these [`Self::weights`] or with the current ones.
    ///
    /// # Errors
    /// If the device does not respond.
    ///
    /// # Panics
    /// If an index is not below the number of graphs, or the weights belong to another model.
    pub async fn predict_at(
        &self,
        weights: Option<&[f32]>,
        indices: &[u32],
    ) -> Result<Predictions, DeviceError> {
        let model = self.model_at(weights);
        self.data
            .predict(&model, self.config.batch_size, indices)
            .await
    }

    /// Inspection of one graph with the current weights and the first filter.
    ///
    /// # Panics
    /// If there is no such graph, or the device is a lost GPU. See [`Self::inspect_at`].
    pub async fn inspect(&self, index: u32) -> Inspection {
        let inspection = self.data.inspect(&self.model_at(None), 0, index).await;
        inspection.expect("the device answers")
    }

    /// Inspection of a graph with the filter of this index, with these [`Self::weights`] or with the current ones.
    ///
    /// The graph is a batch of its own, so an equal graph outside every data set gets bit-identical results. The statistics of the training
    /// graphs standardise the attributes and scale the filters of every graph.
    ///
    /// # Errors
    /// If there is no such graph, the model cannot read the graph, or the device does not respond.
    ///
    /// # Panics
    /// If the weights belong to another model, or there is no such filter.
    pub async fn inspect_at(
        &self,
        weights: Option<&[f32]>,
        filter: usize,
        subject: &Subject,
    ) -> Result<Inspection, InspectionError> {
        let model = self.model_at(weights);
        self.inspect_with(&model, filter, subject).await
    }

    /// The same, with the contribution of each bar to each hat of the readout, and the decisive bars. These are empty if the model
    /// reads no barcodes.
    ///
    /// # Errors
    /// As [`Self::inspect_at`], and if there are more shares than [`MAX_SHARES`](crate::training::MAX_SHARES).
    ///
    /// # Panics
    /// As [`Self::inspect_at`].
    pub async fn explain(
        &self,
        weights: Option<&[f32]>,
        filter: usize,
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
        let inspection = self.inspect_with(&model, filter, subject).await?;
        let hats = coordinate_function_readings(&model, &inspection).await?;
        let explanation = match model.head() {
            Some(head) if !hats.is_empty() => {
                let classifier = (&head.classifier, &self.data.statistics);
                Some(explain(classifier, &inspection, &hats).await?)
            }
            _ => None,
        };
        Ok((inspection, hats, explanation))
    }

    /// Checks that all of these graphs exist.
    ///
    /// # Errors
    /// If one does not. The error names it.
    pub fn check(&self, indices: &[u32]) -> Result<(), InspectionError> {
        check_graphs(&self.data.dataset, indices)
    }

    /// The first of these graphs, as one batch, and the rest. A batch has at most the graphs of a training step, and little more
    /// than 16 384 vertices, so that its computation is short.
    ///
    /// # Panics
    /// If there is no such graph.
    pub fn first_batch<'a>(&self, indices: &'a [u32]) -> (&'a [u32], &'a [u32]) {
        let most = indices.len().min(self.config.batch_size as usize);
        let (first, _) =
            split_by_vertices(&self.data.dataset, &indices[..most], MAX_VERTICES_AT_ONCE);
        indices.split_at(first.len())
    }

    /// Inspections of these graphs in one batch: the index of each graph with its inspection.
    ///
    /// # Errors
    /// If there is no such graph, or the device does not respond.
    ///
    /// # Panics
    /// If the weights belong to another model, or there are no graphs, or no such filter.
    pub async fn inspect_batch(
        &self,
        weights: Option<&[f32]>,
        filter: usize,
        indices: &[u32],
    ) -> Result<Vec<(u32, Inspection)>, InspectionError> {
        self.check(indices)?;
        let model = self.model_at(weights);
        Ok(self.data.inspect_batch(&model, filter, indices).await?)
    }

    /// The bars of these graphs with the highest activation of each hat of the readout, for each barcode, from the inspections of
    /// the graphs with this filter. Consecutive occurrences of the same graph count once. Empty if the model reads no barcodes.
    ///
    /// # Errors
    /// If the device does not respond.
    ///
    /// # Panics
    /// If the weights belong to another model.
    pub async fn top_bars(
        &self,
        weights: Option<&[f32]>,
        filter: usize,
        inspections: impl Iterator<Item = (u32, &Inspection)>,
    ) -> Result<Vec<TopBars>, InspectionError> {
        let model = self.model_at(weights);
        let Some(head) = model.head() else {
            return Ok(Vec::new());
        };
        let mut gathered = Gathered::new(head, filter);
        for (graph, inspection) in inspections {
            gathered.add(graph, inspection);
        }
        gathered.top_bars(head).await
    }

    /// The importance of the coordinate functions over inspected graphs, each with its class. Empty if the model reads no barcodes.
    ///
    /// # Errors
    /// If the device does not respond.
    ///
    /// # Panics
    /// If the weights belong to another model.
    pub async fn importances(
        &self,
        weights: Option<&[f32]>,
        inspections: &[(u32, &Inspection)],
    ) -> Result<Importances, InspectionError> {
        let data = &self.data;
        importances(
            (&self.model_at(weights), &data.statistics, &data.dataset),
            inspections,
        )
        .await
    }

    /// The values of each filter, with these weights or with the current ones. A filter has a value for every vertex of the data set, or
    /// for every edge, in the order of the graphs. Empty if the model has no filter.
    ///
    /// # Errors
    /// If the device does not respond.
    ///
    /// # Panics
    /// If the weights belong to another model.
    pub async fn filters_at(&self, weights: Option<&[f32]>) -> Result<Vec<Vec<f32>>, DeviceError> {
        let model = self.model_at(weights);
        let cells = self.config.filter_cells();
        self.data
            .filters(&model, cells, self.config.batch_size)
            .await
    }

    /// The predictions for these graphs if `values` replace the filter of this index. They are those of all vertices of the data set,
    /// in the order of the graphs. `None` if the model has no filter.
    ///
    /// # Errors
    /// If there is no such graph, or the device does not respond.
    ///
    /// # Panics
    /// If the weights belong to another model, or the number of values is not the number of vertices.
    pub async fn predict_with_filter(
        &self,
        weights: Option<&[f32]>,
        (filter, values): (usize, &[f32]),
        indices: &[u32],
    ) -> Result<Option<Predictions>, DeviceError> {
        let model = self.model_at(weights);
        if model.head().is_none() {
            return Ok(None);
        }
        let (cells, batch_size) = (self.config.filter_cells(), self.config.batch_size);
        let predictions =
            self.data
                .predict_with_filter((&model, filter), cells, batch_size, values, indices);
        predictions.await.map(Some)
    }

    async fn inspect_with(
        &self,
        model: &Model,
        filter: usize,
        subject: &Subject,
    ) -> Result<Inspection, InspectionError> {
        match subject {
            &Subject::Index(index) => {
                self.check(&[index])?;
                Ok(self.data.inspect(model, filter, index).await?)
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
                Ok(graphs.inspect(model, filter, 0).await?)
            }
        }
    }

    /// Length of [`Self::weights`].
    pub fn weight_count(&self) -> usize {
        weights::count(&self.model).into_iter().sum()
    }

    /// All current numbers of the model: parameters and running statistics of batch normalisation. [`Self::inspect_at`] takes them.
    /// They also fit another run with the same configuration.
    ///
    /// # Errors
    /// If the device does not respond.
    pub async fn weights(&self) -> Result<Vec<f32>, DeviceError> {
        weights::flat(&self.model.valid()).await
    }

    /// The model without gradients, with these weights or with the current ones.
    fn model_at(&self, weights: Option<&[f32]>) -> Model {
        with(self.model.valid(), weights)
    }
}

/// The model with these numbers, or unchanged.
fn with(model: Model, weights: Option<&[f32]>) -> Model {
    match weights {
        Some(numbers) => weights::unflatten(model, numbers),
        None => model,
    }
}
