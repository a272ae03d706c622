//! The loss of a batch.

use burn::prelude::*;

use super::BatchInput;
use crate::ops::cross_entropy;

/// The mean loss of the graphs of a batch, `[1]`, from the outputs of a model, `[G, C]`. With classes, it is the cross-entropy. With
/// targets, C is 1, and it is the mean absolute difference from the standardised targets; its gradient at a difference of 0 is 0.
pub fn loss(outputs: Tensor<2>, input: &BatchInput) -> Tensor<1> {
    match &input.targets {
        None => cross_entropy(outputs, &input.classes),
        Some(targets) => (outputs.flatten(0, 1) - targets.clone()).abs().mean(),
    }
}
