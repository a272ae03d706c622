//! From filter values to class scores, as GFL and PH-only share it.

use burn::prelude::*;
use rand::Rng;

use super::{
    BarsRead, BatchInput, Forward, ModelConfig, bar_weight::WeightFunction, classifier::Classifier,
    coordinate_functions::CoordinateFunctions, extended_readout::ExtendedReadout, initial::Initial,
    readout::Readout,
};
use crate::ops::{ints, tie_mean};

/// Most bars that [`Head::shares`] gives to a device at once: each is a graph of its own there, and there may be only so
/// many in a dispatch.
const SHARED_AT_ONCE: usize = 1 << 14;

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
        let filter = Self::values(filter, input);
        let pairs = input.persistence(filter.clone()).await;
        let mut readout = self
            .readout
            .forward(filter.clone(), &pairs, &input.vertex_offsets);
        let mut extended_pairs = None;
        if let Some(extended) = &self.extended {
            let (loops, pairs) = extended.read(filter.clone(), input).await;
            readout = Tensor::cat(vec![readout, loops], 1);
            extended_pairs = Some(pairs);
        }
        Forward {
            logits: self.classifier.forward(readout.clone(), input),
            filter: Some(filter),
            readout: Some(readout),
            bars: Some(BarsRead {
                pairs,
                extended: extended_pairs,
            }),
        }
    }

    /// The filter values `[N]` as they are paired: where ties share their gradients, each is the mean of its equals.
    pub fn values(filter: Tensor<1>, input: &BatchInput) -> Tensor<1> {
        match input.mean_of_ties {
            true => tie_mean(filter, &input.vertex_offsets),
            false => filter,
        }
    }

    /// The barcodes in the order of their hats in the readout: the hats of each, and what its bars count.
    pub fn barcodes(&self) -> Vec<(&CoordinateFunctions, &WeightFunction)> {
        let readout = &self.readout;
        let mut barcodes = vec![
            (&readout.h0, &readout.h0_weight),
            (&readout.h0_essential, &readout.h0_essential_weight),
            (&readout.h1_essential, &readout.h1_essential_weight),
        ];
        barcodes.extend(
            self.extended
                .iter()
                .map(|readout| (&readout.h1, &readout.h1_weight)),
        );
        barcodes
    }

    /// What each bar adds to the readout: the terms `w(p) · hat_k(p)` of the sum over the bars of a graph (Definition 2
    /// of the paper has the sum), `[P, K]`.
    ///
    /// `barcode` is a place in [`Self::barcodes`]; the `points`, D numbers each, are its P bars, and each stands for so
    /// many equal ones. Without a bar there is `None`, since a tensor cannot be empty.
    ///
    /// # Panics
    /// If there is no such barcode, or not D numbers a bar.
    pub fn shares(&self, barcode: usize, points: &[f32], counts: &[u32]) -> Option<Tensor<2>> {
        let (hats, weight) = self.barcodes()[barcode];
        let dimension = if matches!(barcode, 0 | 3) { 2 } else { 1 };
        assert_eq!(points.len(), dimension * counts.len(), "points of each bar");
        let device = &self.classifier.first.weight.device();
        let parts = points
            .chunks(dimension * SHARED_AT_ONCE)
            .zip(counts.chunks(SHARED_AT_ONCE));
        let parts: Vec<Tensor<2>> = parts
            .map(|(points, counts)| {
                let shape = [counts.len(), dimension];
                let points = Tensor::from_data(TensorData::new(points.to_vec(), shape), device);
                let each: Vec<u32> = (0..=counts.len() as u32).collect();
                let weights = weight.forward(&points, ints(counts, device));
                hats.forward(points, weights, &ints(&each, device), 1)
            })
            .collect();
        (!parts.is_empty()).then(|| Tensor::cat(parts, 0))
    }
}
