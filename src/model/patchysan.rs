//! PATCHY-SAN (Niepert, Ahmed & Kutzkov, ICML 2016), a baseline that the paper quotes: a convolutional network over receptive fields.

use burn::{nn::Linear, prelude::*, tensor::activation::relu};
use rand::Rng;

use super::{
    BatchInput, Forward, ModelConfig,
    classifier::{Activation, Classifier},
    convolution::over_windows,
    initial::Initial,
    one_hot::OneHot,
    parameters,
};
use crate::{
    graph::{Dataset, batch::FIELD},
    ops::row_sum,
};

/// Published number of channels of the first convolution.
pub const WIDTH: usize = 16;
/// Published width of the hidden layer of the classifier.
pub const CLASSIFIER_WIDTH: usize = 128;
/// Fields of a window of the second convolution.
const WINDOW: usize = 10;
/// Smallest length of a sequence. With a smaller one, there is no window.
pub const MIN_LENGTH: usize = WINDOW;
/// Largest length of a sequence. With it, a batch of 32 graphs takes about 100 MB.
pub const MAX_LENGTH: usize = 4096;

/// A convolution over the vertices of each receptive field with w channels, where w is 16, a second convolution over ten consecutive
/// fields with w/2 channels, and a classifier. All of them have the activation ReLU.
///
/// A graph has a sequence of receptive fields, see [`Batcher`](crate::graph::batch::Batcher). A field, or a vertex of a field, that the
/// graph does not have, is zero.
#[derive(Module, Debug)]
pub struct PatchySan {
    /// Vertex features.
    pub features: OneHot,
    /// The convolution over the vertices of a field, F · k → w. Its weights are those of a convolution, channel by channel.
    pub fields: Linear,
    /// The convolution over a window of fields, w · 10 → w/2. Its weights are those of a convolution, channel by channel.
    pub windows: Linear,
    /// Vectors to logits.
    pub classifier: Classifier,
    /// Number of fields of a graph.
    length: usize,
}

impl PatchySan {
    /// A model with initial weights.
    ///
    /// # Panics
    /// If a sequence has fewer than [`MIN_LENGTH`] fields.
    pub fn new<R: Rng>(config: &ModelConfig, initial: &mut Initial<R>) -> Self {
        let (width, length) = (config.width, config.sort_pool);
        assert!(length >= MIN_LENGTH, "fields for one window");
        let features = OneHot::new(config);
        let outputs = width / 2;
        Self {
            fields: initial.linear(features.columns() * FIELD, width),
            features,
            windows: initial.linear(width * WINDOW, outputs),
            classifier: Classifier::new(outputs * windows(length), config, initial)
                .with(Activation::Relu),
            length,
        }
    }

    /// The forward pass of a batch.
    ///
    /// # Panics
    /// If the batch has no receptive fields.
    pub fn forward(&self, input: &BatchInput) -> Forward {
        let (weight, bias) = parameters(&self.fields);
        let [columns, width] = [weight.dims()[0] / FIELD, weight.dims()[1]];
        // The product is first: there are fewer colour classes than vertices of fields, and fewer channels than features.
        let products = self
            .features
            .forward(input)
            .matmul(weight.reshape([columns, FIELD * width]));
        let [classes, _] = products.dims();
        let fields = input.receptive_fields.as_ref().expect("receptive fields");
        let sums = row_sum(products.reshape([classes * FIELD, width]), fields);
        let rows = relu(sums + bias.unsqueeze());
        let [all, _] = rows.dims();
        let rows = rows.reshape([all / self.length, self.length, width]);
        let read = over_windows(&self.windows, rows, WINDOW);
        self.classifier.forward(read, input).into()
    }
}

/// Number of windows of the second convolution for a sequence of `length` fields.
pub fn windows(length: usize) -> usize {
    length.saturating_sub(WINDOW - 1)
}

/// Length of the sequence of a graph: the mean number of vertices, rounded, at least [`MIN_LENGTH`].
///
/// # Errors
/// If it is above [`MAX_LENGTH`].
pub fn sequence_length(dataset: &Dataset) -> Result<usize, String> {
    let vertices: u64 = dataset
        .graphs
        .iter()
        .map(|graph| u64::from(graph.vertices))
        .sum();
    let graphs = dataset.graphs.len().max(1) as u64;
    let mean = ((2 * vertices + graphs) / (2 * graphs)) as usize;
    if mean > MAX_LENGTH {
        return Err(format!(
            "the model patchysan reads as many receptive fields of a graph as the graphs have vertices on average, at most {MAX_LENGTH}; \
             “{}” has {mean} vertices on average: use another model",
            dataset.name
        ));
    }
    Ok(mean.max(MIN_LENGTH))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::graph::Graph;

    #[test]
    fn the_length_is_the_rounded_mean_number_of_vertices() {
        let length = |counts: &[u32]| {
            let graph = |&vertices: &u32| Graph::new(vertices, []);
            sequence_length(&Dataset {
                graphs: counts.iter().map(graph).collect(),
                name: "X".into(),
                ..Dataset::default()
            })
        };
        assert_eq!(length(&[20, 21]), Ok(21));
        assert_eq!(length(&[20, 20, 21]), Ok(20));
        assert_eq!(length(&[1, 2]), Ok(10));
        assert_eq!(length(&[]), Ok(10));
        assert_eq!(length(&[1, 8191]), Ok(4096));
        let error = length(&[1, 8192]).unwrap_err();
        assert!(
            error.contains("“X” has 4097 vertices on average"),
            "{error}"
        );
    }
}
