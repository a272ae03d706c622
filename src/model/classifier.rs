//! From the vector of a graph to class scores.

use burn::{nn::Linear, prelude::*};
use rand::Rng;

use super::{initial::Initial, leaky_relu};

/// Two linear layers with a LeakyReLU between them.
#[derive(Module, Debug)]
pub struct Classifier {
    /// Input → hidden.
    pub first: Linear,
    /// Hidden → classes.
    pub second: Linear,
}

impl Classifier {
    /// A classifier of vectors of length `input`.
    pub fn new<R: Rng>(
        input: usize,
        hidden: usize,
        classes: usize,
        initial: &mut Initial<R>,
    ) -> Self {
        Self {
            first: initial.linear(input, hidden),
            second: initial.linear(hidden, classes),
        }
    }

    /// Logits: `[G, input] → [G, classes]`.
    pub fn forward(&self, x: Tensor<2>) -> Tensor<2> {
        self.second.forward(leaky_relu(self.first.forward(x)))
    }
}
