//! Batch normalization over the vertices of a batch, followed by the activation.

use burn::{
    module::{Param, RunningState},
    prelude::*,
    tensor::module::batch_norm,
};
use rand::Rng;

use super::{initial::Initial, input::ColourClasses, leaky_relu};
use crate::ops::{LEAKY_SLOPE, NORM_EPSILON, norm_act, running_mean};

const MOMENTUM: f32 = 0.1;

/// Normalizes every column over the vertices, then applies LeakyReLU: with the statistics of the batch on a device that records
/// gradients, otherwise with the running statistics.
///
/// As in PyTorch, the batch is normalized with the biased variance, and the running variance averages the unbiased one; burn's
/// own layer averages the biased one.
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

    /// `[R, F] → [R, F]`, one row per colour class.
    pub fn forward(&self, x: Tensor<2>, colours: &ColourClasses) -> Tensor<2> {
        let (gamma, beta) = (self.gamma.val(), self.beta.val());
        if !x.device().is_autodiff() {
            let (mean, variance) = (self.mean.value(), self.variance.value());
            return leaky_relu(batch_norm(
                x,
                gamma,
                beta,
                mean,
                variance,
                NORM_EPSILON.into(),
            ));
        }
        let (y, norms) = norm_act(x, &colours.counts, gamma, beta);
        let norms = norms.inner();
        let vertices = colours.vertices as f32;
        let follow = |state: &RunningState<Tensor<1>>, row: usize, factor: f32| {
            let old = state.value_sync().inner();
            let new = running_mean(old, norms.clone(), row, MOMENTUM, factor);
            state.update(Tensor::from_inner(new));
        };
        follow(&self.mean, 0, 1.0);
        follow(&self.variance, 1, vertices / (vertices - 1.0).max(1.0));
        y
    }

    /// As [`Self::forward`], without the activation. LeakyReLU is invertible, so the operation that includes it serves here as well.
    pub fn normalize(&self, x: Tensor<2>, colours: &ColourClasses) -> Tensor<2> {
        let y = self.forward(x, colours);
        y.clone().clamp_min(0.0) + y.clamp_max(0.0) / LEAKY_SLOPE
    }
}
