//! The learned filters: for each of them, a value in [0, 1] for every vertex.
//!
//! All layers compute per colour class, see [`crate::graph::batch::Batcher`]; the last operation copies the values to the
//! vertices.

use burn::{prelude::*, tensor::activation};
use rand::Rng;

use super::{
    BatchInput, ModelConfig, features::Features, gin::Gin, initial::Initial, parameters,
    perceptron::Perceptron,
};
use crate::ops::{affine, row_sum};

/// Features, GIN layers, and a perceptron over all of them with a final sigmoid. The filters share everything except for the last
/// layer of the perceptron.
#[derive(Module, Debug)]
pub struct Filter {
    /// Vertex features.
    pub features: Features,
    /// The message-passing layers.
    pub layers: Vec<Gin>,
    /// From the concatenation of features and all layer outputs to one number for each filter.
    pub perceptron: Perceptron,
}

impl Filter {
    /// Filters with the features, layers and width of the configuration.
    pub fn new<R: Rng>(config: &ModelConfig, initial: &mut Initial<R>) -> Self {
        let (width, layers) = (config.width, config.layers);
        let features = Features::new(config, initial);
        let columns = features.columns();
        Self {
            features,
            layers: Gin::stack(columns, config, initial),
            perceptron: Perceptron::new(columns + layers * width, width, config.filters, initial),
        }
    }

    /// The values of each filter, `[N]`, in [0, 1].
    ///
    /// The perceptron reads the concatenation of features and layer outputs. This method does not concatenate: it multiplies each
    /// of them by its rows of the weights at the stage with the fewest rows, and adds the products.
    pub fn forward(&self, input: &BatchInput) -> Vec<Tensor<1>> {
        let (weight, bias) = parameters(&self.perceptron.first);
        let [columns, _] = weight.dims();
        let mut used = 0;
        let mut product = |x: Tensor<2>| {
            let first = used;
            used += x.dims()[1];
            let weight = weight.clone().slice(first..used);
            match used == columns {
                true => affine(x, weight, bias.clone()),
                false => x.matmul(weight),
            }
        };
        let mut x = self.features.forward(input);
        let mut sum = product(x.clone());
        for (layer, colours) in self.layers.iter().zip(&input.layers[1..]) {
            let messages = colours
                .messages
                .as_ref()
                .expect("colour classes after a layer");
            x = layer.forward(x, colours);
            sum = row_sum(sum, &messages.refined) + product(x.clone());
        }
        let x = self.perceptron.after_first(sum, input.last());
        let values = row_sum(activation::sigmoid(x), &input.colour_of);
        let columns = values.split(1, 1).into_iter();
        columns.map(|column| column.flatten(0, 1)).collect()
    }
}
