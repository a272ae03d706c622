//! The two-layer perceptron that message passing, filter and Deep Sets share.

use burn::{nn::Linear, prelude::*};
use rand::Rng;

use super::{BatchNorm, initial::Initial, input::Kinds};

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

    /// `[R, input] → [R, output]`, a row for each of these kinds of vertices.
    pub fn forward(&self, x: Tensor<2>, kinds: &Kinds) -> Tensor<2> {
        self.after_first(x.matmul(self.first.weight.val()), kinds)
    }

    /// The rest, `[R, hidden] → [R, output]`, where the input has been multiplied by the weights of the first layer.
    pub fn after_first(&self, x: Tensor<2>, kinds: &Kinds) -> Tensor<2> {
        let x = match &self.first.bias {
            Some(bias) => x + bias.val().unsqueeze(),
            None => x,
        };
        self.second.forward(self.norm.forward(x, kinds))
    }
}
