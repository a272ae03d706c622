//! GIN with sort pooling, “SP” in the paper.

use burn::{nn::Linear, prelude::*};
use rand::Rng;

use super::{
    BatchInput, Forward, ModelConfig, classifier::Classifier, gin::GinEncoder, initial::Initial,
    linear, pooling::sort_pool,
};

/// Message passing, the vertices of the last layer with the largest entries, a linear layer over them, a classifier.
#[derive(Module, Debug)]
pub struct GinSort {
    /// The vertex encoder.
    pub encoder: GinEncoder,
    /// Rows of the selected vertices → one row. It replaces the convolution of Zhang et al., as in the code of the paper's
    /// authors.
    pub projection: Linear,
    /// Vectors to logits.
    pub classifier: Classifier,
    /// Number of selected vertices per graph.
    size: usize,
}

impl GinSort {
    pub fn new<R: Rng>(config: &ModelConfig, initial: &mut Initial<R>) -> Self {
        let (width, size) = (config.width, config.sort_pool);
        Self {
            encoder: GinEncoder::new(config, initial),
            projection: initial.linear(size * width, width),
            classifier: Classifier::new(width, config, initial),
            size,
        }
    }

    pub async fn forward(&self, input: &BatchInput) -> Forward {
        let pooled = sort_pool(self.encoder.forward(input), input, self.size).await;
        let pooled = linear(&self.projection, pooled);
        self.classifier.forward(pooled, input).into()
    }
}
