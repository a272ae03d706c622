//! GIN with sum pooling, “SUM” in the paper: without persistence, or with a topology layer.

use burn::prelude::*;
use rand::Rng;

use super::{
    BatchInput, Forward, ModelConfig,
    classifier::Classifier,
    gin::{GinEncoder, through},
    initial::Initial,
    pooling::sum_pool,
    topology_layer::TopologyLayer,
};

/// Message passing, the sum of the last layer over the vertices, a classifier.
#[derive(Module, Debug)]
pub struct GinSum {
    /// The vertex encoder.
    pub encoder: GinEncoder,
    /// The layer after the first one of the encoder, if the model has it.
    pub topology: Option<TopologyLayer>,
    /// Sums to logits; with a topology layer, of sums and loops.
    pub classifier: Classifier,
}

impl GinSum {
    /// A model with initial weights.
    pub fn new<R: Rng>(config: &ModelConfig, initial: &mut Initial<R>) -> Self {
        let encoder = GinEncoder::new(config, initial);
        let topology = TopologyLayer::new(config, initial);
        let loops = topology.as_ref().map_or(0, TopologyLayer::columns);
        Self {
            encoder,
            topology,
            classifier: Classifier::new(config.width + loops, config, initial),
        }
    }

    /// The forward pass of a batch. The filters are those of the topology layer.
    ///
    /// # Panics
    /// If the model has a topology layer and the batch has no single vertices after the first layer, see
    /// [`crate::graph::batch::Batcher::with_single_vertices_after`].
    pub async fn forward(&self, input: &BatchInput) -> Forward {
        let Some(topology) = &self.topology else {
            let pooled = sum_pool(self.encoder.forward(input), input);
            return self.classifier.forward(pooled, input).into();
        };
        let read = topology.forward(self.before_topology(input), input).await;
        let x = through(&self.encoder.layers[1..], read.vertices, &input.layers[3..]);
        let vector = Tensor::cat(vec![sum_pool(x, input), read.loops], 1);
        Forward {
            logits: self.classifier.forward(vector, input),
            readout: None,
            filters: read.filters,
        }
    }

    /// The values of each filter of the topology layer, `[N]`. Empty without it.
    pub fn filters(&self, input: &BatchInput) -> Vec<Tensor<1>> {
        let topology = self.topology.as_ref();
        topology.map_or_else(Vec::new, |topology| {
            topology.values(self.before_topology(input), input)
        })
    }

    /// The output of the first layer, one row per colour class after it.
    fn before_topology(&self, input: &BatchInput) -> Tensor<2> {
        let features = self.encoder.features.forward(input);
        through(&self.encoder.layers[..1], features, &input.layers[1..2])
    }
}
