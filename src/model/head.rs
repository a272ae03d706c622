//! From filter values to class scores, as GFL and PH-only share it.

use burn::prelude::*;
use rand::Rng;

use super::{
    BatchInput, Forward, ModelConfig, classifier::Classifier, initial::Initial, readout::Readout,
};
use crate::ops::tie_mean;

/// Persistence, readout, classifier.
#[derive(Module, Debug)]
pub struct Head {
    /// Barcodes to vectors.
    pub readout: Readout,
    /// Vectors to logits.
    pub classifier: Classifier,
}

impl Head {
    /// A head without dropout.
    pub fn new<R: Rng>(config: &ModelConfig, initial: &mut Initial<R>) -> Self {
        Self {
            readout: Readout::new(config.hats, config.hat, initial),
            classifier: Classifier::new(3 * config.hats, 0.0, config, initial),
        }
    }

    /// Everything from the filter values `[N]` on.
    pub async fn forward(&self, filter: Tensor<1>, input: &BatchInput) -> Forward {
        let filter = match input.mean_of_ties {
            true => tie_mean(filter, &input.vertex_offsets),
            false => filter,
        };
        let pairs = input.persistence(filter.clone()).await;
        let readout = self
            .readout
            .forward(filter.clone(), &pairs, &input.vertex_offsets);
        Forward {
            logits: self.classifier.forward(readout.clone(), input),
            filter: Some(filter),
            readout: Some(readout),
        }
    }
}
