//! From filter values to class scores: the common part of GFL and PH-only.

use burn::prelude::*;
use rand::Rng;

use super::{
    BarsRead, BatchInput, Forward, ModelConfig, bar_weight::WeightFunction, classifier::Classifier,
    coordinate_functions::CoordinateFunctions, extended_readout::ExtendedReadout, initial::Initial,
    readout::Readout,
};
use crate::ops::{ints, tie_mean};

/// Maximum number of bars that [`Head::shares`] evaluates at once: each is a graph, and the number of graphs in a dispatch is
/// limited.
const SHARED_AT_ONCE: usize = 1 << 14;

/// Persistence, readout, classifier.
#[derive(Module, Debug)]
pub struct Head {
    /// Barcodes to vectors.
    pub readout: Readout,
    /// The same for the barcode of extended persistence, if the model reads it.
    pub extended: Option<ExtendedReadout>,
    /// Vectors to logits.
    pub classifier: Classifier,
}

impl Head {
    /// A head with initial weights.
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

    /// The forward pass from the filter values `[N]` on.
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

    /// The filter values `[N]` that are paired. With shared gradients at ties, the gradient of each is the mean over equal
    /// values.
    pub fn values(filter: Tensor<1>, input: &BatchInput) -> Tensor<1> {
        match input.mean_of_ties {
            true => tie_mean(filter, &input.vertex_offsets),
            false => filter,
        }
    }

    /// The coordinate functions and bar weights of each barcode, in the order of the readout.
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

    /// The contribution of each bar to the readout: the terms `w(p) · s_k(p)` of the sum over the bars of a graph (Definition 2
    /// of the paper), `[P, K]`.
    ///
    /// `barcode` is an index in [`Self::barcodes`]; `points` has D numbers for each of P bars, and `counts` their
    /// multiplicities. `None` without bars, since a tensor cannot be empty.
    ///
    /// # Panics
    /// If the barcode is out of range, or there are not D numbers per bar.
    pub fn shares(&self, barcode: usize, points: &[f32], counts: &[u32]) -> Option<Tensor<2>> {
        let (functions, weight) = self.barcodes()[barcode];
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
                functions.forward(points, weights, &ints(&each, device), 1)
            })
            .collect();
        (!parts.is_empty()).then(|| Tensor::cat(parts, 0))
    }
}
