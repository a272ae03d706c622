//! Gradients of a model against finite differences.

use burn::{
    module::{Module, ModuleMapper, ModuleVisitor, Param},
    optim::GradientsParams,
    prelude::*,
};
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use sublevel::model::Model;

use crate::common::values;

/// Adds a multiple of a direction to the parameters.
struct Move {
    step: f32,
    rng: ChaCha8Rng,
}

impl ModuleMapper for Move {
    fn map_float<const D: usize>(&mut self, param: Param<Tensor<D>>) -> Param<Tensor<D>> {
        param.map(|old| {
            if !old.is_require_grad() {
                return old;
            }
            let direction = direction(&mut self.rng, old.dims(), &old.device().inner());
            Tensor::from_inner(old.inner() + direction * self.step).require_grad()
        })
    }
}

fn direction<const D: usize>(
    rng: &mut ChaCha8Rng,
    shape: [usize; D],
    device: &Device,
) -> Tensor<D> {
    let numbers = (0..shape.iter().product()).map(|_| rng.random_range(-1.0f32..1.0));
    Tensor::from_data(TensorData::new(numbers.collect::<Vec<_>>(), shape), device)
}

/// The derivative in a direction.
struct Slope<'a> {
    gradients: &'a GradientsParams,
    rng: ChaCha8Rng,
    sum: f64,
}

impl ModuleVisitor for Slope<'_> {
    fn visit_float<const D: usize>(&mut self, param: &Param<Tensor<D>>) {
        let old = param.val();
        if !old.is_require_grad() {
            return;
        }
        let direction = direction(&mut self.rng, old.dims(), &old.device().inner());
        if let Some(gradient) = self.gradients.get::<D>(param.id) {
            self.sum += f64::from(values((gradient * direction).sum())[0]);
        }
    }
}

/// Asserts that the derivative of a loss in eight random directions is the one of its gradients.
#[track_caller]
pub fn assert_gradients(model: &Model, loss: impl Fn(&Model) -> Tensor<1>) {
    let gradients = GradientsParams::from_grads(loss(model).backward(), model);
    for seed in 0..8 {
        let rng = || ChaCha8Rng::seed_from_u64(seed);
        let mut slope = Slope {
            gradients: &gradients,
            rng: rng(),
            sum: 0.0,
        };
        model.visit(&mut slope);
        let moved =
            |step| f64::from(values(loss(&model.clone().map(&mut Move { step, rng: rng() })))[0]);
        const STEP: f32 = 3e-5;
        let found = (moved(STEP) - moved(-STEP)) / f64::from(2.0 * STEP);
        let error = (found - slope.sum).abs();
        assert!(
            error < 0.02 * slope.sum.abs().max(0.5),
            "{seed}: {found}, {}",
            slope.sum
        );
    }
}
