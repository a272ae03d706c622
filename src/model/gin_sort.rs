//! GIN with sort pooling, "SP" in the paper.

use burn::{nn::Linear, prelude::*};
use rand::Rng;

use super::{
    BatchInput, Forward, ModelConfig, classifier::Classifier, gin::GinEncoder, initial::Initial,
    linear, pooling::sort_pool,
};

/// Message passing, the vertices of the last layer with the largest entries, a linear layer over them, classifier.
#[derive(Module, Debug)]
pub struct GinSort {
    /// Rows of the vertices.
    pub encoder: GinEncoder,
    /// Rows of the leading vertices → one row; in place of the convolution of Zhang et al., as in the code of the paper's authors.
    pub projection: Linear,
    /// Vectors to logits.
    pub classifier: Classifier,
    /// Vertices that are kept of a graph.
    size: usize,
}

impl GinSort {
    /// A new model of these sizes.
    pub fn new<R: Rng>(config: &ModelConfig, initial: &mut Initial<R>) -> Self {
        let (width, size) = (config.width, config.sort_pool);
        Self {
            encoder: GinEncoder::new(config, initial),
            projection: initial.linear(size * width, width),
            classifier: Classifier::new(width, config, initial),
            size,
        }
    }

    /// The whole model on a batch.
    pub async fn forward(&self, input: &BatchInput) -> Forward {
        let pooled = sort_pool(self.encoder.forward(input), input, self.size).await;
        let pooled = linear(&self.projection, pooled);
        self.classifier.forward(pooled, input).into()
    }
}
