//! A convolution over windows of consecutive rows.

use burn::{nn::Linear, prelude::*, tensor::activation::relu};

use super::parameters;
use crate::ops::affine;

/// A convolution over `window` consecutive rows of each graph with stride 1, then a ReLU: `[G, n, C] → [G, O · (n − window + 1)]`,
/// channel by channel, as the input of a linear layer.
///
/// The weights of `layer` are those of a convolution, channel by channel: `C · window → O`.
pub fn over_windows(layer: &Linear, rows: Tensor<3>, window: usize) -> Tensor<2> {
    let [graphs, size, channels] = rows.dims();
    let count = size + 1 - window;
    let shifted = (0..window).map(|shift| rows.clone().narrow(1, shift, count));
    // Row by row, so that the copy moves all channels of a row together.
    let stacked: Tensor<4> = Tensor::stack(shifted.collect(), 2);
    let stacked = stacked.reshape([graphs * count, window * channels]);
    // The few weights are put in the order of the many rows.
    let (weight, bias) = parameters(layer);
    let [inputs, outputs] = weight.dims();
    let weight = weight
        .reshape([channels, window, outputs])
        .swap_dims(0, 1)
        .reshape([inputs, outputs]);
    let read = relu(affine(stacked, weight, bias));
    let read = read.reshape([graphs, count, outputs]).swap_dims(1, 2);
    read.reshape([graphs, outputs * count])
}
