//! Initial weights, drawn from one seeded stream, so that a seed gives the same model on every device.

use burn::{module::Param, nn::Linear, prelude::*};
use rand::{Rng, RngExt};

/// Draws initial weights.
pub struct Initial<'a, R> {
    /// The source of random numbers.
    pub rng: &'a mut R,
    /// The device of the weights.
    pub device: &'a Device,
    /// Whether linear layers are initialized after Glorot (Xavier), as in the models that read barcodes; otherwise as PyTorch's
    /// default.
    pub xavier: bool,
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

    /// Equal entries.
    pub fn constant<const D: usize>(&mut self, shape: [usize; D], value: f32) -> Param<Tensor<D>> {
        self.tensor(shape, |_| value)
    }

    /// Uniform in [0, 1).
    pub fn uniform<const D: usize>(&mut self, shape: [usize; D]) -> Param<Tensor<D>> {
        self.tensor(shape, |rng| rng.random())
    }

    /// Uniform in [−bound, bound).
    pub fn symmetric<const D: usize>(&mut self, shape: [usize; D], bound: f32) -> Param<Tensor<D>> {
        self.tensor(shape, |rng| rng.random_range(-bound..bound))
    }

    /// Standard normal, by the Box–Muller method.
    pub fn normal<const D: usize>(&mut self, shape: [usize; D]) -> Param<Tensor<D>> {
        self.tensor(shape, |rng| {
            let radius = (-2.0 * (1.0 - rng.random::<f32>()).ln()).sqrt();
            radius * (std::f32::consts::TAU * rng.random::<f32>()).cos()
        })
    }

    /// A linear layer with weights `[input, output]`: uniform in ±√(6 / (input + output)) and biases 0.01 (Xavier), or
    /// both uniform in ±1/√input (PyTorch's default).
    pub fn linear(&mut self, input: usize, output: usize) -> Linear {
        let layer = self.linear_without_bias(input, output);
        let bias = match self.xavier {
            true => self.constant([output], 0.01),
            false => self.symmetric([output], self.bound(input, output)),
        };
        Linear {
            bias: Some(bias),
            ..layer
        }
    }

    /// A linear layer with the weights of [`Self::linear`] and no bias.
    pub fn linear_without_bias(&mut self, input: usize, output: usize) -> Linear {
        Linear {
            weight: self.symmetric([input, output], self.bound(input, output)),
            bias: None,
        }
    }

    /// Bound of the weights of a linear layer.
    fn bound(&self, input: usize, output: usize) -> f32 {
        match self.xavier {
            true => (6.0 / (input + output) as f32).sqrt(),
            false => 1.0 / (input as f32).sqrt(),
        }
    }
}
