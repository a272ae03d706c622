//! DCNN (Atwood & Towsley, NeurIPS 2016), a baseline that the paper quotes: features after each step of a diffusion.

use burn::{module::Param, nn::Linear, prelude::*, tensor::activation::tanh};
use rand::Rng;

use super::{
    BatchInput, Forward, ModelConfig, initial::Initial, linear, one_hot::OneHot, pooling::sum_pool,
};
use crate::ops::row_sum;

/// `z_jf = tanh(W_jf · mean_v((Pʲ X)_vf))` for the steps j = 0, …, H of a diffusion and the features f, then a linear layer.
///
/// X are the features of the vertices. P is the adjacency matrix, whose columns are divided by the degree of their vertex plus 1.
#[derive(Module, Debug)]
pub struct Dcnn {
    /// Vertex features.
    pub features: OneHot,
    /// W, `[H + 1, F]`.
    pub weights: Param<Tensor<2>>,
    /// `z`, step by step, to logits: `(H + 1) · F` → classes.
    pub output: Linear,
}

impl Dcnn {
    /// A model with initial weights. W is uniform in ±1, as PyTorch draws the weight of a linear layer with one input.
    pub fn new<R: Rng>(config: &ModelConfig, initial: &mut Initial<R>) -> Self {
        let features = OneHot::new(config);
        let shape = [config.layers + 1, features.columns()];
        Self {
            features,
            weights: initial.symmetric(shape, 1.0),
            output: initial.linear(shape[0] * shape[1], config.classes),
        }
    }

    pub fn forward(&self, input: &BatchInput) -> Forward {
        let means = self.means(input);
        let [_, columns] = means.dims();
        let z = tanh(means * self.weights.val().reshape([1, columns]));
        linear(&self.output, z).into()
    }

    /// `mean_v((Pʲ X)_vf)` of each graph, step by step: `[G, (H + 1) · F]`. A graph without vertices has zeros.
    ///
    /// The mean is `Σ_v c_j(v) X_vf / n` with `c_0 = 1` and `c_{j+1}(v) = Σ c_j(u) / (d(v) + 1)` over the neighbours u of v. The
    /// vertices of a colour class after j rounds have the same `c_j`. `Pʲ X` has no such property: its rows depend on the degrees of
    /// the neighbours together with their features.
    fn means(&self, input: &BatchInput) -> Tensor<2> {
        let mut x = self.features.forward(input);
        let mut counts: Tensor<2> = Tensor::ones([input.layers[0].number, 1], &input.device);
        for round in 1..input.layers.len() {
            let (messages, inverse) = input.messages(round);
            let last = counts.clone().narrow(1, round - 1, 1);
            let next = row_sum(last, &messages.around) * inverse;
            counts = Tensor::cat(vec![row_sum(counts, &messages.refined), next], 1);
            x = row_sum(x, &messages.refined);
        }
        let ([rows, columns], [_, steps]) = (x.dims(), counts.dims());
        let products = x.unsqueeze_dim::<3>(1) * counts.unsqueeze_dim::<3>(2);
        let sums = sum_pool(products.reshape([rows, steps * columns]), input);
        sums / input.vertex_counts()
    }
}
