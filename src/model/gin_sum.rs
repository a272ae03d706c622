//! GIN with sum pooling, “SUM” in the paper: without persistence, with a topology layer, or with the readouts of RePHINE.

use burn::prelude::*;
use rand::Rng;

use super::{
    BatchInput, Forward, ModelConfig,
    classifier::Classifier,
    gin::{GinEncoder, through},
    initial::Initial,
    pooling::sum_pool,
    rephine::Rephine,
    topology_layer::TopologyLayer,
};

/// Message passing, the sum of the last layer over the vertices, a classifier.
#[derive(Module, Debug)]
pub struct GinSum {
    /// The vertex encoder.
    pub encoder: GinEncoder,
    /// The layer after the first one of the encoder, if the model has it.
    pub topology: Option<TopologyLayer>,
    /// The readouts of RePHINE, one after each layer of the encoder; empty if the model has none.
    pub rephine: Vec<Rephine>,
    /// Sums to logits. It also reads the loops of the topology layer, or the mean vector of the readouts of RePHINE.
    pub classifier: Classifier,
}

impl GinSum {
    pub fn new<R: Rng>(config: &ModelConfig, initial: &mut Initial<R>) -> Self {
        let encoder = GinEncoder::new(config, initial);
        let topology = TopologyLayer::new(config, initial);
        let rephine = Rephine::stack(config, initial);
        let more = match rephine.len() {
            0 => topology.as_ref().map_or(0, TopologyLayer::columns),
            _ => config.width,
        };
        Self {
            encoder,
            topology,
            rephine,
            classifier: Classifier::new(config.width + more, config, initial),
        }
    }

    /// The forward pass of a batch. The filters are those of the topology layer, or the edge filters of RePHINE layer by layer.
    ///
    /// # Panics
    /// If the model has a topology layer and the batch has no single vertices after the first layer, see
    /// [`crate::graph::batch::Batcher::with_single_vertices_after`].
    pub async fn forward(&self, input: &BatchInput) -> Forward {
        if !self.rephine.is_empty() {
            return self.forward_rephine(input).await;
        }
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

    /// The forward pass with the readouts of RePHINE.
    async fn forward_rephine(&self, input: &BatchInput) -> Forward {
        let rows = self.after_each_layer(input);
        let (mut vectors, mut filters) = (Vec::new(), Vec::new());
        for (index, (x, rephine)) in rows.iter().zip(&self.rephine).enumerate() {
            let read = rephine.forward(x.clone(), index + 1, input).await;
            vectors.push(read.vector);
            filters.extend(read.filters);
        }
        let number = vectors.len() as f32;
        let vector = vectors.into_iter().reduce(|a, b| a + b);
        let vector = vector.expect("a layer") / number;
        let last = rows.into_iter().last().expect("a layer");
        let vector = Tensor::cat(vec![sum_pool(last, input), vector], 1);
        Forward {
            logits: self.classifier.forward(vector, input),
            readout: None,
            filters,
        }
    }

    /// The output of each layer of the encoder, one row per colour class after it.
    fn after_each_layer(&self, input: &BatchInput) -> Vec<Tensor<2>> {
        let mut x = self.encoder.features.forward(input);
        let layers = self.encoder.layers.iter().zip(&input.layers[1..]);
        let outputs = layers.map(|(layer, colours)| {
            x = layer.forward(x.clone(), colours);
            x.clone()
        });
        outputs.collect()
    }

    /// The values of each filter, as [`super::Model::filters`]. Empty without topology layer and RePHINE.
    pub fn filters(&self, input: &BatchInput) -> Vec<Tensor<1>> {
        if !self.rephine.is_empty() {
            let rows = self.after_each_layer(input).into_iter().zip(&self.rephine);
            let of_layer =
                |(index, (x, rephine)): (usize, (_, &Rephine))| rephine.values(x, index + 1, input);
            return rows.enumerate().flat_map(of_layer).collect();
        }
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
