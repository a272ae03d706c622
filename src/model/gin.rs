//! The graph isomorphism layer GIN-ε (Xu et al. 2019) with sum aggregation; with edge features GINE (Hu et al. 2020).

use burn::{module::Param, prelude::*};
use rand::Rng;

use super::{
    BatchInput, BatchNorm, ModelConfig, edge_features::EdgeFeatures, initial::Initial,
    input::ColourClasses, one_hot::OneHot, parameters, perceptron::Perceptron,
};
use crate::ops::{message_sum, row_sum};

/// `h_v = act(norm(mlp((1 + ε)·x_v + Σ x_u)))` over the neighbours u of v, with a two-layer perceptron and a learned ε. With
/// edge features, `max(0, x_u + e_uv)` replaces `x_u`, see [`EdgeFeatures::messages`].
#[derive(Module, Debug)]
pub struct Gin {
    /// ε, `[1]`, initially 0.
    pub epsilon: Param<Tensor<1>>,
    /// Edge features, if the model has any.
    pub edges: Option<EdgeFeatures>,
    /// The perceptron, input → input → output.
    pub perceptron: Perceptron,
    /// Normalization of the output.
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

    /// The layers of the configuration, the first from `input` columns.
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

    /// From one row per colour class before this layer, `[B, input]`, to one per class after it, `[R, output]`.
    ///
    /// If possible, the first linear layer of the perceptron is applied before the sum over neighbours, where there are fewer
    /// rows.
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

/// Fixed features and GIN layers: the vertex encoder of the models without a filter.
#[derive(Module, Debug)]
pub struct GinEncoder {
    /// Vertex features.
    pub features: OneHot,
    /// The message-passing layers.
    pub layers: Vec<Gin>,
}

impl GinEncoder {
    /// Layers with the width of the configuration.
    pub fn new<R: Rng>(config: &ModelConfig, initial: &mut Initial<R>) -> Self {
        let features = OneHot::new(config);
        let columns = features.columns();
        Self {
            features,
            layers: Gin::stack(columns, config, initial),
        }
    }

    /// Output of the last layer, `[R, width]`, one row per colour class after it.
    pub fn forward(&self, input: &BatchInput) -> Tensor<2> {
        let first = self.features.forward(input);
        through(&self.layers, first, &input.layers[1..])
    }
}

/// The rows after all of these layers, each with the colour classes after it.
pub(super) fn through(layers: &[Gin], x: Tensor<2>, colours: &[ColourClasses]) -> Tensor<2> {
    let layers = layers.iter().zip(colours);
    layers.fold(x, |x, (layer, colours)| layer.forward(x, colours))
}
