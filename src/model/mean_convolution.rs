//! A layer of message passing with the mean of the neighbours.

use burn::{nn::Linear, prelude::*};
use rand::Rng;

use super::{initial::Initial, parameters};
use crate::ops::{SparseRows, elu, row_sum};

/// The layer of the authors' code of k-GNN (Morris et al., AAAI 2019):
/// `x_v ← ELU(x_v W₀ + (mean of x_u over the neighbours u of v) W + b)`. The mean of nothing is zero.
///
/// The paper has the sum in place of the mean.
#[derive(Module, Debug)]
pub struct MeanConvolution {
    /// W₀, without a bias.
    pub own: Linear,
    /// W and b.
    pub around: Linear,
}

/// The inputs of a layer, from the B classes before it to the R classes after it.
pub(super) struct Neighbourhood {
    /// The class before the layer that each class refines, `[R × B]`.
    pub refined: SparseRows,
    /// The classes of the neighbours before the layer, `[R × B]`.
    pub around: SparseRows,
    /// 1 over the number of these, or 1 if there are none, `[R, 1]`.
    pub inverse: Tensor<2>,
}

impl MeanConvolution {
    /// A layer with initial weights uniform in ±1/√input, like the bias.
    pub fn new<R: Rng>(input: usize, output: usize, initial: &mut Initial<R>) -> Self {
        Self {
            own: initial.linear_without_bias(input, output),
            around: initial.linear(input, output),
        }
    }

    /// `[B, input] → [R, output]`. `product` multiplies the rows before the layer by weights, `[input, output] → [B, output]`.
    ///
    /// The products are first: a class before the layer has one or more classes after it.
    pub(super) fn forward(
        &self,
        product: impl Fn(Tensor<2>) -> Tensor<2>,
        Neighbourhood {
            refined,
            around,
            inverse,
        }: &Neighbourhood,
    ) -> Tensor<2> {
        let (weight, bias) = parameters(&self.around);
        let messages = row_sum(product(weight), around) * inverse.clone();
        elu(row_sum(product(self.own.weight.val()), refined) + messages + bias.unsqueeze())
    }
}
