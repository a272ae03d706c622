//! Initial weights, drawn from one seeded stream so that a seed gives the same model on every device.

use burn::{module::Param, nn::Linear, prelude::*};
use rand::{Rng, RngExt};

/// Draws initial weights.
pub struct Initial<'a, R> {
    /// Where the numbers come from.
    pub rng: &'a mut R,
    /// Where the weights are put.
    pub device: &'a Device,
}

impl<R: Rng> Initial<'_, R> {
    /// Numbers from `draw`, row by row.
    fn tensor<const D: usize>(
        &mut self,
        shape: [usize; D],
        mut draw: impl FnMut(&mut R) -> f32,
    ) -> Param<Tensor<D>> {
        let values = (0..shape.iter().product())
            .map(|_| draw(self.rng))
            .collect();
        Param::from_data(TensorData::new(values, shape), self.device)
    }

    /// All entries equal.
    pub fn constant<const D: usize>(&mut self, shape: [usize; D], value: f32) -> Param<Tensor<D>> {
        self.tensor(shape, |_| value)
    }

    /// Uniform in [0, 1).
    pub fn uniform<const D: usize>(&mut self, shape: [usize; D]) -> Param<Tensor<D>> {
        self.tensor(shape, |rng| rng.random())
    }

    /// Standard normal, by the method of Box and Muller.
    pub fn normal<const D: usize>(&mut self, shape: [usize; D]) -> Param<Tensor<D>> {
        self.tensor(shape, |rng| {
            let radius = (-2.0 * (1.0 - rng.random::<f32>()).ln()).sqrt();
            radius * (std::f32::consts::TAU * rng.random::<f32>()).cos()
        })
    }

    /// A linear layer: weights `[input, output]` uniform in ±√(6 / (input + output)) (Xavier), biases 0.01.
    pub fn linear(&mut self, input: usize, output: usize) -> Linear {
        let bound = (6.0 / (input + output) as f32).sqrt();
        Linear {
            weight: self.tensor([input, output], |rng| rng.random_range(-bound..bound)),
            bias: Some(self.constant([output], 0.01)),
        }
    }
}
