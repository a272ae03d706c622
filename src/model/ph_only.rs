//! PH-only: the readout of a fixed filter, the paper's baseline without a learned filtration.

use burn::prelude::*;
use rand::Rng;

use super::{BatchInput, Forward, ModelConfig, head::Head, initial::Initial};

/// Readout and classifier as in GFL, with filter values from the batch.
#[derive(Module, Debug)]
pub struct PhOnly {
    /// Readout and classifier.
    pub head: Head,
}

impl PhOnly {
    pub fn new<R: Rng>(config: &ModelConfig, initial: &mut Initial<R>) -> Self {
        Self {
            head: Head::new(config, initial),
        }
    }

    /// The forward pass of a batch.
    ///
    /// # Panics
    /// If the batch has no fixed filter, see [`crate::graph::batch::Batcher::with_filter`].
    pub async fn forward(&self, input: &BatchInput) -> Forward {
        self.head.forward(vec![fixed_filter(input)], input).await
    }
}

/// The filter values `[N]` of a batch.
///
/// # Panics
/// If there are none.
pub fn fixed_filter(input: &BatchInput) -> Tensor<1> {
    input.filter.clone().expect("the batch has a fixed filter")
}
