//! What a run says of graphs.

use std::sync::Arc;

use burn::module::Module;

use super::Trainer;
use crate::{
    device::DeviceError,
    model::Model,
    training::{
        HatReading, Inspection, InspectionError, Subject, device_dataset::DeviceDataset,
        hat_reading::hat_readings, subject::alone, weights,
    },
};

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
        let inspection = self.data.inspect(&self.model.valid(), index).await;
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

    /// The same, and what each bar adds to each hat of the readout; no hats where the model reads no barcodes.
    ///
    /// # Errors
    /// As [`Self::inspect_at`], and if there are more shares than [`MOST_SHARES`](crate::training::MOST_SHARES).
    ///
    /// # Panics
    /// If the weights are those of another model.
    pub async fn inspect_hats(
        &self,
        weights: Option<&[f32]>,
        subject: &Subject,
    ) -> Result<(Inspection, Vec<HatReading>), InspectionError> {
        let model = self.model_at(weights);
        let inspection = self.inspect_with(&model, subject).await?;
        let hats = hat_readings(&model, &inspection).await?;
        Ok((inspection, hats))
    }

    async fn inspect_with(
        &self,
        model: &Model,
        subject: &Subject,
    ) -> Result<Inspection, InspectionError> {
        match subject {
            &Subject::Index(index) => {
                let graphs = self.data.dataset.graphs.len();
                if index as usize >= graphs {
                    return Err(InspectionError::Index { index, graphs });
                }
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
        let model = self.model.valid();
        match weights {
            Some(numbers) => weights::unflatten(model, numbers),
            None => model,
        }
    }
}
