//! PH-only: the readout of a fixed filter, the paper's comparison that learns no filtration.

use burn::prelude::*;
use rand::Rng;

use super::{BatchInput, Forward, ModelConfig, head::Head, initial::Initial};

/// Readout and classifier as in GFL, of values that come with the batch.
#[derive(Module, Debug)]
pub struct PhOnly {
    /// What reads the values.
    pub head: Head,
}

impl PhOnly {
    /// A new model of these sizes.
    pub fn new<R: Rng>(config: &ModelConfig, initial: &mut Initial<R>) -> Self {
        Self {
            head: Head::new(config, initial),
        }
    }

    /// The whole model on a batch.
    ///
    /// # Panics
    /// If the batch has no fixed filter, see [`crate::graph::batch::Batcher::with_filter`].
    pub async fn forward(&self, input: &BatchInput) -> Forward {
        self.head.forward(fixed_filter(input), input).await
    }
}

/// The filter values `[N]` that come with a batch.
///
/// # Panics
/// If there are none.
pub fn fixed_filter(input: &BatchInput) -> Tensor<1> {
    input.filter.clone().expect("the batch has a fixed filter")
}
