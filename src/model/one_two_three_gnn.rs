//! 1-2-3-GNN (Morris et al., AAAI 2019), a baseline that the paper quotes: message passing between sets of vertices.

use burn::{nn::Linear, prelude::*};
use rand::Rng;

use super::{
    BatchInput, Forward, ModelConfig,
    classifier::{Activation, Classifier},
    initial::Initial,
    linear,
    mean_convolution::MeanConvolution,
    one_hot::OneHot,
    pooling::sum_pool,
    set_input::SetInput,
};
use crate::{
    graph::batch::table,
    ops::{elu, row_sum},
};

/// Number of layers of message passing between vertices.
pub const LAYERS: usize = 3;
/// Published width of the layers after the first, and of the hidden layer of the classifier. The first layer has half of it.
pub const WIDTH: usize = 64;

/// Message passing between the vertices of a graph, then between its pairs of vertices, and between its connected triples of vertices.
/// With w = 64:
///
/// - Three layers [`MeanConvolution`] from the features over w/2 and w to w columns give `h_v` of each vertex v.
/// - Two layers of w columns between all pairs, and two between all connected triples. Before the first, a set s has
///   `[mean of h_v over v ∈ s ‖ one-hot row of its type]`, see [`SetType`](crate::graph::batch::SetType). The neighbours of a set are
///   the sets in which a neighbour of a member replaces this member.
/// - The means over the vertices, over the pairs and over the triples of a graph are concatenated. The mean of nothing is zero.
/// - Linear layers with ELU from 3w to w, where training has dropout, and to w/2, then a linear layer to the classes.
///
/// The paper has the local neighbourhoods in its section “k-dimensional Graph Neural Networks”, and the concatenated levels in “Hierarchical
/// Variants”. The layers are those of the authors' code, which made the published numbers. In the text of the paper, messages are sums,
/// and a set begins with the values of the sets that have one vertex less.
#[derive(Module, Debug)]
pub struct OneTwoThreeGnn {
    /// Vertex features.
    pub features: OneHot,
    /// Layers between vertices.
    pub vertices: Vec<MeanConvolution>,
    /// Layers between pairs.
    pub pairs: Vec<MeanConvolution>,
    /// Layers between triples.
    pub triples: Vec<MeanConvolution>,
    /// 3w → w → w/2.
    pub classifier: Classifier,
    /// w/2 → classes.
    pub output: Linear,
}

impl OneTwoThreeGnn {
    pub fn new<R: Rng>(config: &ModelConfig, initial: &mut Initial<R>) -> Self {
        let (width, hidden) = (config.width, config.classifier_width);
        let mut layers = |widths: &[usize]| -> Vec<MeanConvolution> {
            let pairs = widths.array_windows();
            pairs
                .map(|&[input, output]| MeanConvolution::new(input, output, initial))
                .collect()
        };
        let features = OneHot::new(config);
        let [pairs, triples] = [&config.set_types.pairs, &config.set_types.triples];
        Self {
            vertices: layers(&[features.columns(), width / 2, width, width]),
            pairs: layers(&[width + table(pairs.len()), width, width]),
            triples: layers(&[width + table(triples.len()), width, width]),
            classifier: Classifier::to_outputs(3 * width, hidden / 2, config, initial)
                .with(Activation::Elu),
            output: initial.linear(hidden / 2, config.classes),
            features,
        }
    }

    /// The forward pass of a batch.
    ///
    /// # Panics
    /// If the batch has no pairs and triples.
    pub fn forward(&self, input: &BatchInput) -> Forward {
        let mut x = self.features.forward(input);
        for (number, layer) in (1..).zip(&self.vertices) {
            x = layer.forward(
                |weight| x.clone().matmul(weight),
                &input.neighbourhood(number),
            );
        }
        let [pairs, triples] = &input.sets[..] else {
            panic!("pairs and triples");
        };
        let means = vec![
            sum_pool(x.clone(), input) / input.vertex_counts(),
            of_sets(&self.pairs, x.clone(), pairs),
            of_sets(&self.triples, x, triples),
        ];
        let read = self.classifier.forward(Tensor::cat(means, 1), input);
        linear(&self.output, elu(read)).into()
    }
}

/// The mean over the sets of each graph after these layers, `[G, w]`, from the rows of the colour classes of vertices, `[R, w]`.
fn of_sets(layers: &[MeanConvolution], vertices: Tensor<2>, sets: &SetInput) -> Tensor<2> {
    let [_, width] = vertices.dims();
    // The product of a mean is the mean of the products: there are fewer vertices than sets. That of a one-hot row is a row.
    let first = |weight: Tensor<2>| {
        let [rows, _] = weight.dims();
        let products = vertices.clone().matmul(weight.clone().narrow(0, 0, width));
        let types = weight.narrow(0, width, rows - width);
        row_sum(products, &sets.members) * sets.inverse_size + row_sum(types, &sets.types)
    };
    let (layer, later) = layers.split_first().expect("a first layer");
    let mut x = layer.forward(first, &sets.neighbourhood(1));
    for (number, layer) in (2..).zip(later) {
        x = layer.forward(
            |weight| x.clone().matmul(weight),
            &sets.neighbourhood(number),
        );
    }
    sets.mean(x)
}
