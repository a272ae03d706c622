//! From the vector of a graph to class scores.

use burn::{nn::Linear, prelude::*, tensor::activation::relu};
use rand::{Rng, RngExt};

use super::{BatchInput, ModelConfig, initial::Initial, leaky_relu, linear};

/// Two linear layers with a LeakyReLU between them, or a ReLU.
#[derive(Module, Debug)]
pub struct Classifier {
    /// Input → hidden.
    pub first: Linear,
    /// Hidden → classes.
    pub second: Linear,
    /// Dropout: share of the hidden layer that training omits, in [0, 1).
    dropout: f64,
    /// Whether the activation of the hidden layer is a ReLU.
    relu: bool,
}

impl Classifier {
    /// A classifier of vectors of length `input`.
    pub fn new<R: Rng>(input: usize, config: &ModelConfig, initial: &mut Initial<R>) -> Self {
        let hidden = config.classifier_width;
        Self {
            first: initial.linear(input, hidden),
            second: initial.linear(hidden, config.classes),
            dropout: config.dropout.into(),
            relu: false,
        }
    }

    /// The classifier with a ReLU.
    pub fn with_relu(self) -> Self {
        Self { relu: true, ..self }
    }

    /// Logits: `[G, input] → [G, classes]`. Multiplies the hidden layer by [`BatchInput::dropout`], if present.
    pub fn forward(&self, x: Tensor<2>, input: &BatchInput) -> Tensor<2> {
        let hidden = linear(&self.first, x);
        let hidden = match self.relu {
            true => relu(hidden),
            false => leaky_relu(hidden),
        };
        let hidden = match &input.dropout {
            Some(factors) => hidden * factors.clone(),
            None => hidden,
        };
        linear(&self.second, hidden)
    }

    /// Dropout factors of the hidden layer for one training step, `[graphs, hidden]` row by row: 0 for omitted units; the other
    /// factors preserve the mean. None without dropout. Drawn on the CPU, so that a seed gives the same run on every device.
    pub fn draw_dropout<R: Rng>(&self, graphs: usize, rng: &mut R) -> Vec<f32> {
        if self.dropout == 0.0 {
            return Vec::new();
        }
        let kept = (1.0 / (1.0 - self.dropout)) as f32;
        let mut draw = || match rng.random_bool(self.dropout) {
            true => 0.0,
            false => kept,
        };
        let [_, hidden] = self.first.weight.dims();
        (0..graphs * hidden).map(|_| draw()).collect()
    }
}
