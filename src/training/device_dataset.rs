//! A data set, and the device that its graphs are put on.

use std::sync::Arc;

use burn::prelude::*;

use super::{read_back::read, scores::largest};
use crate::{
    config::{ConfigError, ModelKind, TrainingConfig},
    device::DeviceError,
    graph::{
        Dataset, Statistics,
        batch::{Batcher, GraphBatch},
    },
    model::{BatchInput, Model, ModelConfig},
};

/// The graphs of a data set, and the device that they are put on for a model.
pub(super) struct DeviceDataset {
    pub dataset: Arc<Dataset>,
    pub batcher: Batcher,
    /// Of the graphs that the model learns from.
    pub statistics: Statistics,
    /// Device of the tensors that carry no gradient.
    pub device: Device,
}

impl DeviceDataset {
    /// For a model of these sizes, which learns from the graphs that the statistics are of.
    ///
    /// # Errors
    /// If the fixed filter of the configuration cannot be computed.
    ///
    /// # Panics
    /// If the statistics are not of as many attributes as the sizes say.
    pub fn new(
        dataset: Arc<Dataset>,
        config: &TrainingConfig,
        sizes: &ModelConfig,
        statistics: Statistics,
        device: Device,
    ) -> Result<Self, ConfigError> {
        let layers = sizes.layers as u32;
        let mut batcher = Batcher::new(dataset.clone(), sizes.feature_sizes, &statistics, layers);
        if config.model == ModelKind::PhOnly {
            let filter = config.fixed_filter.values(&dataset, statistics.filter);
            batcher = batcher.with_filter(filter.map_err(ConfigError)?);
        }
        Ok(Self {
            batcher,
            dataset,
            statistics,
            device,
        })
    }

    /// The graphs with these indices on the device, and which they are in the order they have there.
    pub fn input(&self, graphs: &[u32]) -> (BatchInput, Vec<u32>) {
        self.put(self.batcher.batch(graphs))
    }

    /// A batch on the device, and which graphs it has.
    pub fn put(&self, batch: GraphBatch) -> (BatchInput, Vec<u32>) {
        let members = batch.members.clone();
        (BatchInput::new(batch, &self.device), members)
    }

    /// Class of each of these graphs.
    pub fn classes_of(&self, graphs: &[u32]) -> Vec<u32> {
        let class = |&graph: &u32| self.dataset.classes[graph as usize];
        graphs.iter().map(class).collect()
    }

    /// The class that a model says each of these graphs has, so many at a time.
    ///
    /// # Errors
    /// If the device no longer answers.
    pub async fn predict(
        &self,
        model: &Model,
        batch_size: u32,
        indices: &[u32],
    ) -> Result<Vec<u32>, DeviceError> {
        let mut classes = vec![0; indices.len()];
        for (part, into) in indices
            .chunks(batch_size as usize)
            .zip(classes.chunks_mut(batch_size as usize))
        {
            let (input, members) = self.input(part);
            let logits = read(model.forward(&input).await.logits.flatten(0, 1)).await?;
            let rows = logits.chunks_exact(self.dataset.class_names.len());
            for (member, row) in members.into_iter().zip(rows) {
                let at = part
                    .iter()
                    .position(|&i| i == member)
                    .expect("a member of the part");
                into[at] = largest(row);
            }
        }
        Ok(classes)
    }

    /// About so many bytes are kept of the data set, beside itself, to make batches of it by.
    pub fn bytes(&self, layers: usize) -> usize {
        let graphs = &self.dataset.graphs;
        let vertices: usize = graphs.iter().map(|graph| graph.vertices as usize).sum();
        let edges: usize = graphs.iter().map(|graph| graph.edges.len()).sum();
        // Of a vertex its colour before and after each layer, where its neighbours begin, three rows and a value; of an edge
        // both ends and what it says.
        4 * (vertices * (layers + 6) + 4 * edges)
    }
}
