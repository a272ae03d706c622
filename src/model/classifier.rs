//! From the vector of a graph to class scores.

use burn::{nn::Linear, prelude::*, tensor::activation::relu};
use rand::{Rng, RngExt};

use super::{BatchInput, ModelConfig, initial::Initial, leaky_relu, linear};
use crate::ops::elu;

/// The activation of a hidden layer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Activation {
    /// LeakyReLU, of the paper's models.
    LeakyRelu,
    Relu,
    Elu,
}

/// Two linear layers with an activation between them.
#[derive(Module, Debug)]
pub struct Classifier {
    /// Input → hidden.
    pub first: Linear,
    /// Hidden → classes, or the input of a further layer.
    pub second: Linear,
    /// Dropout: share of the hidden layer that training omits, in [0, 1).
    dropout: f64,
    /// The activation of the hidden layer.
    #[module(skip)]
    activation: Activation,
}

impl Classifier {
    /// A classifier of vectors of length `input`, with a LeakyReLU.
    pub fn new<R: Rng>(input: usize, config: &ModelConfig, initial: &mut Initial<R>) -> Self {
        Self::to_outputs(input, config.classes, config, initial)
    }

    /// The same with `outputs` numbers in place of the classes.
    pub fn to_outputs<R: Rng>(
        input: usize,
        outputs: usize,
        config: &ModelConfig,
        initial: &mut Initial<R>,
    ) -> Self {
        let hidden = config.classifier_width;
        Self {
            first: initial.linear(input, hidden),
            second: initial.linear(hidden, outputs),
            dropout: config.dropout.into(),
            activation: Activation::LeakyRelu,
        }
    }

    /// The classifier with this activation.
    pub fn with(self, activation: Activation) -> Self {
        Self { activation, ..self }
    }

    /// `[G, input] → [G, outputs]`, the logits unless a further layer reads them. Multiplies the hidden layer by [`BatchInput::dropout`], if present.
    pub fn forward(&self, x: Tensor<2>, input: &BatchInput) -> Tensor<2> {
        let hidden = linear(&self.first, x);
        let hidden = match self.activation {
            Activation::LeakyRelu => leaky_relu(hidden),
            Activation::Relu => relu(hidden),
            Activation::Elu => elu(hidden),
        };
        let hidden = match &input.dropout {
            Some(factors) => hidden * factors.clone(),
            None => hidden,
        };
        linear(&self.second, hidden)
    }

    /// Dropout factors of the hidden layer for one training step, `[graphs, hidden]` row by row: 0 for omitted units; the other
    /// factors preserve the mean. None without dropout. Drawn on the CPU, so that a seed gives the same run on every device.
    pub fn draw_dropout<R: Rng>(&self, graphs: usize, rng: &mut R) -> Vec<f32> {
        if self.dropout == 0.0 {
            return Vec::new();
        }
        let kept = (1.0 / (1.0 - self.dropout)) as f32;
        let mut draw = || match rng.random_bool(self.dropout) {
            true => 0.0,
            false => kept,
        };
        let [_, hidden] = self.first.weight.dims();
        (0..graphs * hidden).map(|_| draw()).collect()
    }
}
