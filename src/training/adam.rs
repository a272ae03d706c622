//! Adam with PyTorch's constants and the weight decay added to the gradient, in one operation per parameter.

use std::collections::HashMap;

use burn::module::{Module, ModuleMapper, Param, ParamId};
use burn::optim::GradientsParams;
use burn::prelude::*;

use crate::ops::{ADAM_BETAS, AdamStep, adam_step};

/// The optimiser with its state. A clone is cheap and independent of the original.
#[derive(Clone, Debug)]
pub struct Adam {
    weight_decay: f64,
    steps: i32,
    /// Running means of the gradient and of its square, flat.
    means: HashMap<ParamId, [Tensor<1>; 2]>,
}

impl Adam {
    /// The state before the first step.
    pub fn new(weight_decay: f64) -> Self {
        Self {
            weight_decay,
            steps: 0,
            means: HashMap::new(),
        }
    }

    /// The state after `steps` steps with these means, a pair of flat tensors for each parameter.
    pub fn resume(weight_decay: f64, steps: i32, means: HashMap<ParamId, [Tensor<1>; 2]>) -> Self {
        Self {
            weight_decay,
            steps,
            means,
        }
    }

    /// Running means of the gradient and of its square for a parameter, flat. `None` before its first gradient.
    pub fn means(&self, id: ParamId) -> Option<&[Tensor<1>; 2]> {
        self.means.get(&id)
    }

    /// Number of steps so far.
    #[cfg(feature = "gpu")]
    pub(super) fn steps(&self) -> i32 {
        self.steps
    }

    /// Advances to the next step, and returns its constants.
    pub(super) fn advance(&mut self, rate: f64) -> AdamStep {
        self.steps += 1;
        let [first, second] = ADAM_BETAS.map(|beta| 1.0 - beta.powi(self.steps));
        AdamStep {
            weight_decay: self.weight_decay as f32,
            rate: (rate / first) as f32,
            correction: second as f32,
        }
    }

    /// The model after one step along these gradients. Parameters without a gradient do not change.
    pub fn step<M: Module>(&mut self, rate: f64, model: M, gradients: GradientsParams) -> M {
        let step = self.advance(rate);
        model.map(&mut Step {
            means: &mut self.means,
            gradients,
            step,
        })
    }
}

struct Step<'a> {
    means: &'a mut HashMap<ParamId, [Tensor<1>; 2]>,
    gradients: GradientsParams,
    step: AdamStep,
}

impl ModuleMapper for Step<'_> {
    fn map_float<const D: usize>(&mut self, param: Param<Tensor<D>>) -> Param<Tensor<D>> {
        let (id, weights, mapper) = param.consume();
        let Some(gradient) = self.gradients.remove::<D>(id) else {
            return Param::from_mapped_value(id, weights, mapper);
        };
        let weights = weights.inner();
        let zeros = || Tensor::zeros([weights.shape().num_elements()], &weights.device());
        let means = self.means.remove(&id);
        let means = means.unwrap_or_else(|| [zeros(), zeros()]);
        let (weights, means) = adam_step(weights, gradient, means, self.step);
        self.means.insert(id, means);
        let weights = Tensor::from_inner(weights).require_grad();
        Param::from_mapped_value(id, weights, mapper)
    }
}
