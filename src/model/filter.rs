//! The learned filter: a value in [0, 1] for every vertex (§4.1 of the paper).
//!
//! All layers work on kinds of vertices, see [`crate::graph::batch::Batcher`]; the values are handed out at the end.

use burn::{prelude::*, tensor::activation};
use rand::Rng;

use super::{
    BatchInput, ModelConfig, features::Features, gin::Gin, initial::Initial, perceptron::Perceptron,
};
use crate::ops::row_sum;

/// Features, GIN layers, and a perceptron over all of them, ending in a sigmoid.
#[derive(Module, Debug)]
pub struct Filter {
    /// First features.
    pub features: Features,
    /// The message-passing layers.
    pub layers: Vec<Gin>,
    /// To one number; reads features and the output of every layer side by side.
    pub perceptron: Perceptron,
}

impl Filter {
    /// A filter with the features, layers and width of the configuration.
    pub fn new<R: Rng>(config: &ModelConfig, initial: &mut Initial<R>) -> Self {
        let (width, layers) = (config.width, config.layers);
        let features = Features::new(config, initial);
        let columns = features.columns();
        Self {
            features,
            layers: Gin::stack(columns, config, initial),
            perceptron: Perceptron::new(columns + layers * width, width, 1, initial),
        }
    }

    /// Filter values `[N]` in [0, 1].
    pub fn forward(&self, input: &BatchInput) -> Tensor<1> {
        let mut x = self.features.forward(input);
        let mut outputs = vec![x.clone()];
        for layer in &self.layers {
            x = layer.forward(x, input);
            outputs.push(x.clone());
        }
        let x = self.perceptron.forward(Tensor::cat(outputs, 1), input);
        row_sum(activation::sigmoid(x), &input.kind_of).flatten(0, 1)
    }
}
