//! The two-layer perceptron that message passing, filter and Deep Sets share.

use burn::{nn::Linear, prelude::*};
use rand::Rng;

use super::{BatchInput, BatchNorm, initial::Initial};

/// Linear, batch normalisation with LeakyReLU, linear.
#[derive(Module, Debug)]
pub struct Perceptron {
    /// Input → hidden.
    pub first: Linear,
    /// Normalisation of the hidden layer.
    pub norm: BatchNorm,
    /// Hidden → output.
    pub second: Linear,
}

impl Perceptron {
    /// A perceptron from `input` over `hidden` to `output` columns.
    pub fn new<R: Rng>(
        input: usize,
        hidden: usize,
        output: usize,
        initial: &mut Initial<R>,
    ) -> Self {
        Self {
            first: initial.linear(input, hidden),
            norm: BatchNorm::new(hidden, initial),
            second: initial.linear(hidden, output),
        }
    }

    /// `[R, input] → [R, output]`, a row for each kind of vertices.
    pub fn forward(&self, x: Tensor<2>, input: &BatchInput) -> Tensor<2> {
        let hidden = self.norm.forward(self.first.forward(x), input);
        self.second.forward(hidden)
    }
}
