//! DGCNN (Zhang et al., AAAI 2018), a baseline that the paper quotes: graph convolutions, sort pooling and a convolutional network.

use burn::{
    nn::Linear,
    prelude::*,
    tensor::activation::{relu, tanh},
};
use rand::Rng;

use super::{
    BatchInput, Forward, ModelConfig,
    classifier::{Activation, Classifier},
    convolution::over_windows,
    initial::Initial,
    one_hot::OneHot,
    parameters,
    pooling::sort_pool_by,
};
use crate::{graph::Dataset, ops::row_sum};

/// Number of graph convolutions.
pub const LAYERS: usize = 4;
/// Published width of the graph convolutions before the last one.
pub const WIDTH: usize = 32;
/// Published width of the hidden layer of the classifier.
pub const CLASSIFIER_WIDTH: usize = 128;
/// Smallest number of vertices in sort pooling. With fewer, no window is left after max pooling.
pub const MIN_KEPT: usize = 10;
/// Rows of a window of the second convolution.
const WINDOW: usize = 5;

/// Graph convolutions of widths w, w, w and 1, where w is 32, and sort pooling of their concatenated outputs, `[k, 3w + 1]`.
///
/// Then a convolution over one row with w/2 channels, max pooling of two rows, a convolution over five rows with w channels, and a
/// classifier. All of them have the activation ReLU.
///
/// A graph convolution is `H ← tanh(D̃⁻¹ (A + I) H W)`, where `D̃` contains the degrees of `A + I`. It has no bias, as in the Lua
/// code of the authors, which made the published numbers.
#[derive(Module, Debug)]
pub struct Dgcnn {
    /// Vertex features.
    pub features: OneHot,
    /// The weights of the graph convolutions.
    pub layers: Vec<Linear>,
    /// The convolution over one row, 3w + 1 → w/2. Its weights are those of a convolution of one channel with this kernel and stride.
    pub rows: Linear,
    /// The convolution over a window of rows, w/2 · 5 → w. Its weights are those of a convolution, channel by channel.
    pub windows: Linear,
    /// Vectors to logits.
    pub classifier: Classifier,
    /// k: number of selected vertices per graph.
    size: usize,
}

impl Dgcnn {
    /// A model with initial weights.
    ///
    /// # Panics
    /// If sort pooling selects fewer than [`MIN_KEPT`] vertices.
    pub fn new<R: Rng>(config: &ModelConfig, initial: &mut Initial<R>) -> Self {
        let (width, size) = (config.width, config.sort_pool);
        assert!(size >= MIN_KEPT, "vertices for one window");
        let features = OneHot::new(config);
        let inputs = [features.columns(), width, width, width];
        let outputs = [width, width, width, 1];
        let layers = inputs.into_iter().zip(outputs);
        let channels = width / 2;
        Self {
            features,
            layers: layers
                .map(|(input, output)| initial.linear_without_bias(input, output))
                .collect(),
            rows: initial.linear(3 * width + 1, channels),
            windows: initial.linear(channels * WINDOW, width),
            classifier: Classifier::new(width * windows(size), config, initial)
                .with(Activation::Relu),
            size,
        }
    }

    pub async fn forward(&self, input: &BatchInput) -> Forward {
        let x = self.convolved(input);
        let [_, columns] = x.dims();
        let keys = x.clone().narrow(1, columns - 1, 1);
        // The product is before sort pooling, which keeps or repeats rows: there are fewer rows, and pooling moves fewer columns.
        let (weight, bias) = parameters(&self.rows);
        let [_, channels] = weight.dims();
        let pooled = sort_pool_by(keys, x.matmul(weight), input, self.size).await;
        let [graphs, _] = pooled.dims();

        // A last row without a partner is left out.
        let pairs = self.size / 2;
        let rows = pooled.reshape([graphs, self.size, channels]);
        let rows = rows.narrow(1, 0, 2 * pairs);
        let rows = rows.reshape([graphs, pairs, 2 * channels]);
        let [first, second] = [0, channels].map(|start| rows.clone().narrow(2, start, channels));
        // The sum with the bias and ReLU keep the order of numbers, so the maximum is first: there are half as many rows after it.
        let rows = relu(first.max_pair(second) + bias.unsqueeze());

        let read = over_windows(&self.windows, rows, WINDOW);
        self.classifier.forward(read, input).into()
    }

    /// The outputs of all graph convolutions side by side, `[R, 3w + 1]`, one row per colour class after the last.
    fn convolved(&self, input: &BatchInput) -> Tensor<2> {
        let mut x = self.features.forward(input);
        let mut outputs: Option<Tensor<2>> = None;
        for (number, layer) in self.layers.iter().enumerate() {
            let (messages, inverse) = input.messages(number + 1);
            // The product is first: there are fewer rows before the sum.
            let y = x.matmul(layer.weight.val());
            let sum = row_sum(y.clone(), &messages.refined) + row_sum(y, &messages.around);
            x = tanh(sum * inverse);
            outputs = Some(match outputs {
                None => x.clone(),
                Some(earlier) => {
                    Tensor::cat(vec![row_sum(earlier, &messages.refined), x.clone()], 1)
                }
            });
        }
        outputs.expect("the model has graph convolutions")
    }
}

/// Number of windows of the second convolution for `size` selected vertices.
pub fn windows(size: usize) -> usize {
    (size / 2 + 1).saturating_sub(WINDOW)
}

/// Number of vertices that sort pooling selects: the quantile `n[⌈q·N⌉ − 1]` of the ascending numbers of vertices of the N graphs,
/// at least [`MIN_KEPT`]. As in the authors' code, q is 0.6 for graphs with vertex labels and 0.9 for others.
pub fn kept_vertices(dataset: &Dataset) -> usize {
    let mut counts: Vec<_> = dataset.graphs.iter().map(|g| g.vertices as usize).collect();
    counts.sort_unstable();
    let tenths = match dataset.vertex_label_names.is_empty() {
        true => 9,
        false => 6,
    };
    let at = (tenths * counts.len()).div_ceil(10).saturating_sub(1);
    counts.get(at).copied().unwrap_or(0).max(MIN_KEPT)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::graph::Graph;

    #[test]
    fn the_number_of_kept_vertices_is_a_quantile() {
        let kept = |counts: &[u32], labels: &[&str]| {
            let graph = |&vertices: &u32| Graph {
                vertices,
                ..Graph::default()
            };
            kept_vertices(&Dataset {
                graphs: counts.iter().map(graph).collect(),
                vertex_label_names: labels.iter().map(|&name| name.into()).collect(),
                ..Dataset::default()
            })
        };
        let counts = [20, 12, 11, 19, 13, 18, 14, 17, 15, 16];
        assert_eq!(kept(&counts, &[]), 19);
        assert_eq!(kept(&counts, &["C"]), 16);
        assert_eq!(kept(&counts[..9], &["C"]), 17);
        assert_eq!(kept(&[3, 4], &[]), 10);
        assert_eq!(kept(&[], &[]), 10);
    }
}
