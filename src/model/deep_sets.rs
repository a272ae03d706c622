//! Deep Sets, the paper's baseline: a graph as the set of its vertices; edges affect only the degrees.

use burn::prelude::*;
use rand::Rng;

use super::{
    BatchInput, Forward, ModelConfig, classifier::Classifier, initial::Initial, one_hot::OneHot,
    perceptron::Perceptron, pooling::sum_pool,
};

/// A perceptron on every vertex, the sum over the vertices, a classifier.
#[derive(Module, Debug)]
pub struct DeepSets {
    /// Vertex features.
    pub features: OneHot,
    /// The perceptron on every vertex.
    pub perceptron: Perceptron,
    /// Sums to logits.
    pub classifier: Classifier,
}

impl DeepSets {
    pub fn new<R: Rng>(config: &ModelConfig, initial: &mut Initial<R>) -> Self {
        let features = OneHot::new(config);
        let columns = features.columns();
        Self {
            features,
            perceptron: Perceptron::new(columns, columns, config.width, initial),
            classifier: Classifier::new(config.width, config, initial),
        }
    }

    pub fn forward(&self, input: &BatchInput) -> Forward {
        let features = self.features.forward(input);
        let x = self.perceptron.forward(features, input.last());
        self.classifier.forward(sum_pool(x, input), input).into()
    }
}
