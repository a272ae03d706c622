//! Two-layer perceptrons: the one of message passing, filter and Deep Sets, and the one of topology layers.

use burn::{nn::Linear, prelude::*, tensor::activation::relu};
use rand::Rng;

use super::{BatchNorm, initial::Initial, input::ColourClasses, linear};

/// Linear, batch normalisation with LeakyReLU, linear.
#[derive(Module, Debug)]
pub struct Perceptron {
    /// Input → hidden.
    pub first: Linear,
    /// Normalization of the hidden layer.
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

    /// `[R, input] → [R, output]`, one row per colour class.
    pub fn forward(&self, x: Tensor<2>, colours: &ColourClasses) -> Tensor<2> {
        self.after_first(linear(&self.first, x), colours)
    }

    /// The layers after the first one, `[R, hidden] → [R, output]`.
    pub fn after_first(&self, x: Tensor<2>, colours: &ColourClasses) -> Tensor<2> {
        linear(&self.second, self.norm.forward(x, colours))
    }
}

/// Linear, ReLU, linear.
#[derive(Module, Debug)]
pub struct ReluPerceptron {
    /// Input → hidden.
    pub first: Linear,
    /// Hidden → output.
    pub second: Linear,
}

impl ReluPerceptron {
    /// A perceptron from `input` over `hidden` to `output` columns.
    pub fn new<R: Rng>(
        input: usize,
        hidden: usize,
        output: usize,
        initial: &mut Initial<R>,
    ) -> Self {
        Self {
            first: initial.linear(input, hidden),
            second: initial.linear(hidden, output),
        }
    }

    /// `[R, input] → [R, output]`.
    pub fn forward(&self, x: Tensor<2>) -> Tensor<2> {
        linear(&self.second, relu(linear(&self.first, x)))
    }
}
