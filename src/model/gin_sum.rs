//! GIN with sum pooling, “SUM” in the paper: without persistence.

use burn::prelude::*;
use rand::Rng;

use super::{
    BatchInput, Forward, ModelConfig, classifier::Classifier, gin::GinEncoder, initial::Initial,
    pooling::sum_pool,
};

/// Message passing, the sum of the last layer over the vertices, a classifier.
#[derive(Module, Debug)]
pub struct GinSum {
    /// The vertex encoder.
    pub encoder: GinEncoder,
    /// Sums to logits.
    pub classifier: Classifier,
}

impl GinSum {
    /// A model with initial weights.
    pub fn new<R: Rng>(config: &ModelConfig, initial: &mut Initial<R>) -> Self {
        Self {
            encoder: GinEncoder::new(config, initial),
            classifier: Classifier::new(config.width, config, initial),
        }
    }

    /// The forward pass of a batch.
    pub fn forward(&self, input: &BatchInput) -> Forward {
        let pooled = sum_pool(self.encoder.forward(input), input);
        self.classifier.forward(pooled, input).into()
    }
}
