//! The graph isomorphism layer GIN-ε (Xu et al. 2019) with sum aggregation.

use burn::{module::Param, nn::Linear, prelude::*};
use rand::Rng;

use super::{BatchInput, BatchNorm, initial::Initial};
use crate::ops::row_sum;

/// `h_v = act(norm(mlp((1 + ε)·x_v + Σ x_u)))` over the neighbours u of v, with a two-layer
/// perceptron and a learned ε.
#[derive(Module, Debug)]
pub struct Gin {
    /// ε, `[1]`, initially 0.
    pub epsilon: Param<Tensor<1>>,
    /// First layer of the perceptron, input → input.
    pub first: Linear,
    /// Normalisation inside the perceptron.
    pub first_norm: BatchNorm,
    /// Second layer of the perceptron, input → output.
    pub second: Linear,
    /// Normalisation of the output.
    pub second_norm: BatchNorm,
}

impl Gin {
    /// A layer from `input` to `output` columns.
    pub fn new<R: Rng>(input: usize, output: usize, initial: &mut Initial<R>) -> Self {
        Self {
            epsilon: initial.constant([1], 0.0),
            first: initial.linear(input, input),
            first_norm: BatchNorm::new(input, initial),
            second: initial.linear(input, output),
            second_norm: BatchNorm::new(output, initial),
        }
    }

    /// `[R, input] → [R, output]`, a row for each kind of vertices.
    pub fn forward(&self, x: Tensor<2>, input: &BatchInput) -> Tensor<2> {
        let own = x.clone() * (self.epsilon.val() + 1.0).unsqueeze();
        let x = own + row_sum(x, &input.adjacency);
        let x = self.first_norm.forward(self.first.forward(x), input);
        self.second_norm.forward(self.second.forward(x), input)
    }
}
