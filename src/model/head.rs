//! From filter values to class scores, as GFL and PH-only share it.

use burn::prelude::*;
use rand::Rng;

use super::{
    BatchInput, Forward, ModelConfig, classifier::Classifier, extended::ExtendedReadout,
    initial::Initial, readout::Readout,
};
use crate::ops::tie_mean;

/// Persistence, readout, classifier.
#[derive(Module, Debug)]
pub struct Head {
    /// Barcodes to vectors.
    pub readout: Readout,
    /// The same for one more barcode, where the model reads extended persistence.
    pub extended: Option<ExtendedReadout>,
    /// Vectors to logits.
    pub classifier: Classifier,
}

impl Head {
    /// A head of these sizes.
    pub fn new<R: Rng>(config: &ModelConfig, initial: &mut Initial<R>) -> Self {
        let readout = Readout::new(config.hats, config.hat, config.bar_weight, initial);
        let extended = config
            .extended
            .then(|| ExtendedReadout::new(config, initial));
        let barcodes = 3 + usize::from(config.extended);
        Self {
            readout,
            extended,
            classifier: Classifier::new(barcodes * config.hats, config, initial),
        }
    }

    /// Everything from the filter values `[N]` on.
    pub async fn forward(&self, filter: Tensor<1>, input: &BatchInput) -> Forward {
        let filter = match input.mean_of_ties {
            true => tie_mean(filter, &input.vertex_offsets),
            false => filter,
        };
        let pairs = input.persistence(filter.clone()).await;
        let mut readout = self
            .readout
            .forward(filter.clone(), &pairs, &input.vertex_offsets);
        if let Some(extended) = &self.extended {
            let loops = extended.forward(filter.clone(), input).await;
            readout = Tensor::cat(vec![readout, loops], 1);
        }
        Forward {
            logits: self.classifier.forward(readout.clone(), input),
            filter: Some(filter),
            readout: Some(readout),
        }
    }
}
