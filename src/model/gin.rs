//! The graph isomorphism layer GIN-ε (Xu et al. 2019) with sum aggregation; with features of edges GINE (Hu et al. 2020).

use burn::{module::Param, prelude::*};
use rand::Rng;

use super::{
    BatchInput, BatchNorm, ModelConfig, edges::EdgeFeatures, initial::Initial, one_hot::OneHot,
    perceptron::Perceptron,
};
use crate::ops::row_sum;

/// `h_v = act(norm(mlp((1 + ε)·x_v + Σ x_u)))` over the neighbours u of v, with a two-layer
/// perceptron and a learned ε. Where edges have features, `max(0, x_u + e_uv)` stands for `x_u`, see
/// [`EdgeFeatures::messages`].
#[derive(Module, Debug)]
pub struct Gin {
    /// ε, `[1]`, initially 0.
    pub epsilon: Param<Tensor<1>>,
    /// What edges add to messages, where they have features.
    pub edges: Option<EdgeFeatures>,
    /// The perceptron, input → input → output.
    pub perceptron: Perceptron,
    /// Normalisation of the output.
    pub norm: BatchNorm,
}

impl Gin {
    /// A layer from `input` to `output` columns.
    pub fn new<R: Rng>(
        input: usize,
        output: usize,
        config: &ModelConfig,
        initial: &mut Initial<R>,
    ) -> Self {
        Self {
            epsilon: initial.constant([1], 0.0),
            edges: EdgeFeatures::new(input, config, initial),
            perceptron: Perceptron::new(input, input, output, initial),
            norm: BatchNorm::new(output, initial),
        }
    }

    /// As many layers of the width of the configuration as it says, the first from `input` columns.
    pub fn stack<R: Rng>(
        input: usize,
        config: &ModelConfig,
        initial: &mut Initial<R>,
    ) -> Vec<Self> {
        let width = config.width;
        let columns = |layer: usize| if layer == 0 { input } else { width };
        (0..config.layers)
            .map(|layer| Self::new(columns(layer), width, config, initial))
            .collect()
    }

    /// `[R, input] → [R, output]`, a row for each kind of vertices.
    pub fn forward(&self, x: Tensor<2>, input: &BatchInput) -> Tensor<2> {
        let own = x.clone() * (self.epsilon.val() + 1.0).unsqueeze();
        let around = match self.edges.as_ref().zip(input.slots.as_ref()) {
            Some((edges, slots)) => edges.messages(x, slots),
            None => row_sum(x, &input.adjacency),
        };
        let x = own + around;
        self.norm.forward(self.perceptron.forward(x, input), input)
    }
}

/// Features that are not learned and GIN layers: what the models without a filter make of the vertices.
#[derive(Module, Debug)]
pub struct GinEncoder {
    /// First features.
    pub features: OneHot,
    /// The message-passing layers.
    pub layers: Vec<Gin>,
}

impl GinEncoder {
    /// Layers of the width of the configuration.
    pub fn new<R: Rng>(config: &ModelConfig, initial: &mut Initial<R>) -> Self {
        let features = OneHot::new(config);
        let columns = features.columns();
        Self {
            features,
            layers: Gin::stack(columns, config, initial),
        }
    }

    /// Output of the last layer, `[R, width]`, a row for each kind of vertices.
    pub fn forward(&self, input: &BatchInput) -> Tensor<2> {
        let first = self.features.forward(input);
        let layers = self.layers.iter();
        layers.fold(first, |x, layer| layer.forward(x, input))
    }
}
