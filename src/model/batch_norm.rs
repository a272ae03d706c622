//! Batch normalisation over the rows of a matrix.

use burn::{
    module::{Param, RunningState},
    prelude::*,
    tensor::module::{batch_norm, batch_norm_train},
};
use rand::Rng;

use super::initial::Initial;

const EPSILON: f64 = 1e-5;
const MOMENTUM: f64 = 0.1;

/// Normalises every column of `[N, F]`: with the statistics of the batch on a device that
/// records gradients, with the running statistics otherwise.
///
/// As in PyTorch the batch is normalised with the biased variance while the running variance
/// follows the unbiased one; burn's own layer follows the biased one.
#[derive(Module, Debug)]
pub struct BatchNorm {
    /// Factor of each column, `[F]`.
    pub gamma: Param<Tensor<1>>,
    /// Offset of each column, `[F]`.
    pub beta: Param<Tensor<1>>,
    /// Running mean, `[F]`.
    pub mean: RunningState<Tensor<1>>,
    /// Running variance, `[F]`.
    pub variance: RunningState<Tensor<1>>,
}

impl BatchNorm {
    /// Factor 1, offset 0, mean 0, variance 1.
    pub fn new<R: Rng>(width: usize, initial: &mut Initial<R>) -> Self {
        let device = initial.device.clone();
        Self {
            gamma: initial.constant([width], 1.0),
            beta: initial.constant([width], 0.0),
            mean: RunningState::new(Tensor::zeros([width], &device)),
            variance: RunningState::new(Tensor::ones([width], &device)),
        }
    }

    /// `[N, F] → [N, F]`.
    pub fn forward(&self, x: Tensor<2>) -> Tensor<2> {
        let (gamma, beta) = (self.gamma.val(), self.beta.val());
        if !x.device().is_autodiff() {
            let (mean, variance) = (self.mean.value(), self.variance.value());
            return batch_norm(x, gamma, beta, mean, variance, EPSILON);
        }
        let rows = x.dims()[0] as f64;
        let result = batch_norm_train(x, gamma, beta, EPSILON);
        let follow = |state: &RunningState<Tensor<1>>, value: Tensor<1>, factor: f64| {
            let old = state.value_sync().mul_scalar(1.0 - MOMENTUM);
            state.update((old + value.detach().mul_scalar(MOMENTUM * factor)).detach());
        };
        follow(&self.mean, result.mean, 1.0);
        follow(
            &self.variance,
            result.variance,
            rows / (rows - 1.0).max(1.0),
        );
        result.output
    }
}
