//! The learned filter: a value in [0, 1] for every vertex (§4.1 of the paper).
//!
//! All layers work on kinds of vertices, see [`crate::graph::batch::Batcher`]; the values are handed out at the end.

use burn::{nn::Linear, prelude::*, tensor::activation};
use rand::Rng;

use super::{BatchInput, BatchNorm, features::Features, gin::Gin, initial::Initial};
use crate::ops::row_sum;

/// Features, one GIN layer, and a two-layer head over both, ending in a sigmoid.
#[derive(Module, Debug)]
pub struct Filter {
    /// First features.
    pub features: Features,
    /// The message-passing layer.
    pub gin: Gin,
    /// First layer of the head; reads features and GIN output side by side.
    pub first: Linear,
    /// Normalisation inside the head.
    pub norm: BatchNorm,
    /// Second layer of the head, to one number.
    pub second: Linear,
}

impl Filter {
    /// A filter with hidden layers of `width` columns.
    pub fn new<R: Rng>(features: Features, width: usize, initial: &mut Initial<R>) -> Self {
        let columns = features.columns();
        Self {
            features,
            gin: Gin::new(columns, width, initial),
            first: initial.linear(columns + width, width),
            norm: BatchNorm::new(width, initial),
            second: initial.linear(width, 1),
        }
    }

    /// Filter values `[N]` in [0, 1].
    pub fn forward(&self, input: &BatchInput) -> Tensor<1> {
        let x = self.features.forward(input);
        let h = self.gin.forward(x.clone(), input);
        let h = self.first.forward(Tensor::cat(vec![x, h], 1));
        let h = self.norm.forward(h, input);
        let values = activation::sigmoid(self.second.forward(h));
        row_sum(values, &input.kind_of).flatten(0, 1)
    }
}
