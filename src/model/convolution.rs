//! A convolution over windows of consecutive rows.

use burn::{nn::Linear, prelude::*, tensor::activation::relu};

use super::linear;

/// A convolution over `window` consecutive rows of each graph with stride 1, then a ReLU: `[G, n, C] → [G, O · (n − window + 1)]`,
/// channel by channel, as the input of a linear layer.
///
/// The weights of `layer` are those of a convolution, channel by channel: `C · window → O`.
pub fn over_windows(layer: &Linear, rows: Tensor<3>, window: usize) -> Tensor<2> {
    let [graphs, size, channels] = rows.dims();
    let count = size + 1 - window;
    let shifted = (0..window).map(|shift| rows.clone().narrow(1, shift, count));
    // Stacked before the channels, so that the copy moves all channels of a row together. The swap then copies blocks.
    let stacked: Tensor<4> = Tensor::stack(shifted.collect(), 2);
    let stacked = stacked
        .swap_dims(2, 3)
        .reshape([graphs * count, channels * window]);
    let read = relu(linear(layer, stacked));
    let [_, width] = read.dims();
    let read = read.reshape([graphs, count, width]).swap_dims(1, 2);
    read.reshape([graphs, width * count])
}
