//! Graph filtration learning: the model of the paper.

use burn::prelude::*;
use rand::Rng;

use super::{BatchInput, Forward, ModelConfig, filter::Filter, head::Head, initial::Initial};

/// Learned filters, then readout and classifier.
#[derive(Module, Debug)]
pub struct Gfl {
    /// Vertex filters.
    pub filter: Filter,
    /// Readout and classifier.
    pub head: Head,
}

impl Gfl {
    /// A model with initial weights.
    pub fn new<R: Rng>(config: &ModelConfig, initial: &mut Initial<R>) -> Self {
        Self {
            filter: Filter::new(config, initial),
            head: Head::new(config, initial),
        }
    }

    /// The forward pass of a batch.
    pub async fn forward(&self, input: &BatchInput) -> Forward {
        self.head.forward(self.filter.forward(input), input).await
    }
}
