//! Graph filtration learning: the whole model of the paper.

use burn::prelude::*;
use rand::Rng;

use super::{
    BatchInput, classifier::Classifier, features::Features, filter::Filter, initial::Initial,
    readout::Readout,
};
use crate::protocol;

/// Sizes of the model.
#[derive(Clone, Debug)]
pub struct GflConfig {
    /// First features of the vertices.
    pub features: protocol::Features,
    /// Rows of the degree table: largest degree of the data set + 1.
    pub degrees: usize,
    /// Rows of the label table.
    pub labels: usize,
    /// Width of embeddings and of the hidden layers of the filter.
    pub width: usize,
    /// Rational hats per barcode.
    pub hats: usize,
    /// Width of the hidden layer of the classifier.
    pub classifier_width: usize,
    /// Number of classes.
    pub classes: usize,
}

/// Filter, readout, classifier.
#[derive(Module, Debug)]
pub struct Gfl {
    /// Vertex filter.
    pub filter: Filter,
    /// Barcodes to vectors.
    pub readout: Readout,
    /// Vectors to logits.
    pub classifier: Classifier,
}

/// What one pass through the model gives.
pub struct Forward {
    /// Filter values, `[N]`, in [0, 1].
    pub filter: Tensor<1>,
    /// Vector of each graph, `[G, 3K]`.
    pub readout: Tensor<2>,
    /// Class scores, `[G, C]`.
    pub logits: Tensor<2>,
}

impl Gfl {
    /// A new model with weights from `rng`.
    pub fn new<R: Rng>(config: &GflConfig, rng: &mut R, device: &Device) -> Self {
        let initial = &mut Initial { rng, device };
        let features = Features::new(
            config.features,
            config.degrees,
            config.labels,
            config.width,
            initial,
        );
        Self {
            filter: Filter::new(features, config.width, initial),
            readout: Readout::new(config.hats, initial),
            classifier: Classifier::new(
                3 * config.hats,
                config.classifier_width,
                config.classes,
                initial,
            ),
        }
    }

    /// The whole model on a batch.
    pub async fn forward(&self, input: &BatchInput) -> Forward {
        let filter = self.filter.forward(input);
        let pairs = input.persistence(filter.clone()).await;
        let readout = self
            .readout
            .forward(filter.clone(), &pairs, &input.vertex_offsets);
        let logits = self.classifier.forward(readout.clone());
        Forward {
            filter,
            readout,
            logits,
        }
    }
}
