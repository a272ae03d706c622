//! The learned filters: for each of them, a value in [0, 1] for every vertex, and optionally for every edge.
//!
//! All layers compute per colour class, see [`crate::graph::batch::Batcher`]; the last operation copies the values to the
//! vertices. Edges have pairs of classes.
//!
//! # Values of edges
//! In the paper, an edge has the greater value of its ends. With [`EdgeFilter::Learned`] it has a value between this one and 1:
//! m + (1 − m) · g, where m is the greater value, and g in \[0, 1\] the output of a perceptron over the sum of the rows of both ends.
//! The edge is then a vertex between its ends: the filter is a function on the subdivided graph, and a continuous function on the
//! edge, linear on both halves. Its sublevel filtration is that of the graph with these values of the edges. In the superlevel
//! filtration, edges enter before their ends and begin components.

use burn::{prelude::*, tensor::activation};
use rand::Rng;

use super::{
    BatchInput, ModelConfig,
    class_pairs::ClassPairs,
    features::Features,
    gin::Gin,
    initial::Initial,
    parameters,
    perceptron::{Perceptron, ReluPerceptron},
};
use crate::{
    config::EdgeFilter,
    ops::{SparseRows, affine, row_sum},
};

/// Features, GIN layers, and a perceptron over all of them with a final sigmoid. The filters share everything except for the last
/// layer of the perceptron.
#[derive(Module, Debug)]
pub struct Filter {
    /// Vertex features.
    pub features: Features,
    /// The message-passing layers.
    pub layers: Vec<Gin>,
    /// Maps the concatenation of the features and all layer outputs to one number for each filter.
    pub perceptron: Perceptron,
    /// Maps the sum of the last rows of both ends of an edge to one number for each filter, if values of edges are learned.
    pub edges: Option<ReluPerceptron>,
}

impl Filter {
    /// Filters with the features, layers and width of the configuration.
    pub fn new<R: Rng>(config: &ModelConfig, initial: &mut Initial<R>) -> Self {
        let (width, layers) = (config.width, config.layers);
        let features = Features::new(config, initial);
        let columns = features.columns();
        let last = if layers == 0 { columns } else { width };
        Self {
            features,
            layers: Gin::stack(columns, config, initial),
            perceptron: Perceptron::new(columns + layers * width, width, config.filters, initial),
            edges: (config.edge_filter == EdgeFilter::Learned)
                .then(|| ReluPerceptron::new(last, width, config.filters, initial)),
        }
    }

    /// The values of each filter, in [0, 1]: `[N]`, or `[N + M]` with those of the edges, in the order of the subdivided batch.
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
        let of_classes = activation::sigmoid(self.perceptron.after_first(sum, input.last()));
        let values = match &self.edges {
            None => row_sum(of_classes, &input.colour_of),
            Some(edges) => on_cells(of_classes, edges, x, input),
        };
        let columns = values.split(1, 1).into_iter();
        columns.map(|column| column.flatten(0, 1)).collect()
    }
}

/// The values of vertices and edges, `[N + M, F]`, from those of the colour classes, `[R, F]`, and the last rows `[R, width]`.
fn on_cells(
    of_classes: Tensor<2>,
    edges: &ReluPerceptron,
    rows: Tensor<2>,
    input: &BatchInput,
) -> Tensor<2> {
    let pairs = ClassPairs::new(input.layers.len() - 1, input);
    let [a, b] = pairs.ends(&of_classes, input);
    let greater = a.max_pair(b);
    let share = activation::sigmoid(edges.forward(pairs.sums(rows, input)));
    let of_pairs = greater.clone() + (greater.neg() + 1.0) * share;
    let classes = input.last().number;
    let cells = pairs.rows_of_cells(classes, input);
    let table = Tensor::cat(vec![of_classes, of_pairs], 0);
    let rows = SparseRows::look_up(&cells, classes + pairs.list.len(), &input.device);
    row_sum(table, &rows)
}
