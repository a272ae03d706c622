//! The graph isomorphism layer GIN-ε (Xu et al. 2019) with sum aggregation; with features of edges GINE (Hu et al. 2020).

use burn::{module::Param, prelude::*};
use rand::Rng;

use super::{
    BatchInput, BatchNorm, ModelConfig, edge_features::EdgeFeatures, initial::Initial,
    input::ColourClasses, one_hot::OneHot, parameters, perceptron::Perceptron,
};
use crate::ops::{message_sum, row_sum};

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

    /// From a row for each colour class before this layer, `[B, input]`, to one for each class after it, `[R, output]`.
    ///
    /// The first linear layer of the perceptron acts on the rows before they are added up where it can, since there are
    /// fewer of them.
    ///
    /// # Panics
    /// If the colour classes are those before the first layer.
    pub fn forward(&self, x: Tensor<2>, colours: &ColourClasses) -> Tensor<2> {
        let messages = colours
            .messages
            .as_ref()
            .expect("colour classes after a layer");
        let y = match self.edges.as_ref().zip(messages.edge_messages.as_ref()) {
            Some((edges, edge_messages)) => {
                let factor = (self.epsilon.val() + 1.0).unsqueeze();
                let own = row_sum(x.clone(), &messages.refined) * factor;
                let x = own + edges.messages(x, edge_messages);
                self.perceptron.forward(x, colours)
            }
            None => {
                let (weight, bias) = parameters(&self.perceptron.first);
                let x = x.matmul(weight);
                let (own, around) = (&messages.refined, &messages.around);
                let x = message_sum(x, self.epsilon.val(), bias, own, around);
                self.perceptron.after_first(x, colours)
            }
        };
        self.norm.forward(y, colours)
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

    /// Output of the last layer, `[R, width]`, a row for each colour class after it.
    pub fn forward(&self, input: &BatchInput) -> Tensor<2> {
        let first = self.features.forward(input);
        let layers = self.layers.iter().zip(&input.layers[1..]);
        layers.fold(first, |x, (layer, colours)| layer.forward(x, colours))
    }
}
