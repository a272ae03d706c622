//! From filter values to class scores: the common part of GFL and PH-only.

use burn::prelude::*;
use rand::Rng;

use super::{
    BatchInput, FilterRead, Forward, ModelConfig, VertexFilterRead, bar_weight::WeightFunction,
    classifier::Classifier, coordinate_functions::CoordinateFunctions,
    extended_readout::ExtendedReadout, initial::Initial, readout::Readout,
};
use crate::{
    config::ReadoutBarcodes,
    ops::{ints, tie_mean},
};

/// Persistence, readout, classifier.
#[derive(Module, Debug)]
pub struct Head {
    /// The paper's barcodes of the first filter to vectors, if the model reads them.
    pub readout: Option<Readout>,
    /// The same for the barcodes of extended persistence, if the model reads any.
    pub extended: Option<ExtendedReadout>,
    /// The readouts of the other filters. The first one is separate, so that the names of a model with one filter have no number.
    pub others: Vec<FilterReadout>,
    /// Vectors to logits.
    pub classifier: Classifier,
}

/// The readout of a filter after the first one.
#[derive(Module, Debug)]
pub struct FilterReadout {
    /// See [`Head::readout`].
    pub readout: Option<Readout>,
    /// See [`Head::extended`].
    pub extended: Option<ExtendedReadout>,
}

impl FilterReadout {
    fn new<R: Rng>(config: &ModelConfig, initial: &mut Initial<R>) -> Self {
        let is_paper = config.readout == ReadoutBarcodes::Gfl;
        Self {
            readout: is_paper
                .then(|| Readout::new(config.hats, config.hat, config.bar_weight, initial)),
            extended: (config.extended || !is_paper).then(|| ExtendedReadout::new(config, initial)),
        }
    }
}

impl Head {
    /// A head with initial weights.
    pub fn new<R: Rng>(config: &ModelConfig, initial: &mut Initial<R>) -> Self {
        let FilterReadout { readout, extended } = FilterReadout::new(config, initial);
        let barcodes = match config.readout {
            ReadoutBarcodes::Gfl => 3 + usize::from(config.extended),
            ReadoutBarcodes::Extended => 4,
        };
        let others = (1..config.filters).map(|_| FilterReadout::new(config, initial));
        Self {
            readout,
            extended,
            others: others.collect(),
            classifier: Classifier::new(config.filters * barcodes * config.hats, config, initial),
        }
    }

    /// The readouts of each filter.
    fn readouts(&self) -> impl Iterator<Item = (Option<&Readout>, Option<&ExtendedReadout>)> {
        (0..=self.others.len()).map(|filter| self.readout_of(filter))
    }

    /// The readouts of the filter with this index.
    fn readout_of(&self, filter: usize) -> (Option<&Readout>, Option<&ExtendedReadout>) {
        match filter.checked_sub(1) {
            None => (self.readout.as_ref(), self.extended.as_ref()),
            Some(other) => {
                let FilterReadout { readout, extended } = &self.others[other];
                (readout.as_ref(), extended.as_ref())
            }
        }
    }

    /// The forward pass from the values `[N]` of each filter on.
    ///
    /// # Panics
    /// If the number of filters is not that of the head.
    pub async fn forward(&self, filters: Vec<Tensor<1>>, input: &BatchInput) -> Forward {
        assert_eq!(filters.len(), self.filters(), "filters of the head");
        let mut vectors = Vec::new();
        let mut read = Vec::new();
        for (filter, (readout, extended)) in filters.into_iter().zip(self.readouts()) {
            let values = Self::values(filter, input);
            let pairs = input.persistence(values.clone()).await;
            if let Some(readout) = readout {
                vectors.push(readout.forward(values.clone(), &pairs, &input.vertex_offsets));
            }
            let mut extended_pairs = None;
            if let Some(extended) = extended {
                let (sums, found) = extended.read(values.clone(), &pairs, input).await;
                vectors.push(sums);
                extended_pairs = Some(found);
            }
            read.push(FilterRead::Vertices(VertexFilterRead {
                values,
                pairs,
                extended: extended_pairs,
            }));
        }
        let readout = match vectors.len() {
            1 => vectors.remove(0),
            _ => Tensor::cat(vectors, 1),
        };
        Forward {
            logits: self.classifier.forward(readout.clone(), input),
            readout: Some(readout),
            filters: read,
        }
    }

    /// The barcodes that the head reads.
    pub fn kind(&self) -> ReadoutBarcodes {
        match self.readout {
            Some(_) => ReadoutBarcodes::Gfl,
            None => ReadoutBarcodes::Extended,
        }
    }

    /// Number of filters.
    pub fn filters(&self) -> usize {
        1 + self.others.len()
    }

    /// The filter values `[N]` that are paired. With shared gradients at ties, the gradient of each is the mean over equal
    /// values.
    pub fn values(filter: Tensor<1>, input: &BatchInput) -> Tensor<1> {
        match input.mean_of_ties {
            true => tie_mean(filter, &input.vertex_offsets),
            false => filter,
        }
    }

    /// The coordinate functions and bar weights of each barcode of a filter, in the order of the readout.
    ///
    /// # Panics
    /// If there is no filter with this index.
    pub fn barcodes(&self, filter: usize) -> Vec<(&CoordinateFunctions, &WeightFunction)> {
        let (readout, extended) = self.readout_of(filter);
        let mut barcodes = Vec::new();
        if let Some(readout) = readout {
            barcodes.extend([
                (&readout.h0, &readout.h0_weight),
                (&readout.h0_essential, &readout.h0_essential_weight),
                (&readout.h1_essential, &readout.h1_essential_weight),
            ]);
        }
        if let Some(extended) = extended {
            barcodes.extend(extended.barcodes());
        }
        barcodes
    }

    /// The contribution of each bar to the readout: the terms `w(p) · s_k(p)` of the sum over the bars of a graph (Definition 2
    /// of the paper), `[P, K]`.
    ///
    /// `barcode` is an index in [`Self::barcodes`] of the filter; `points` has D numbers for each of P bars, and `counts` their
    /// multiplicities. `None` without bars, since a tensor cannot be empty.
    ///
    /// # Panics
    /// If the filter or the barcode is out of range, or there are not D numbers per bar.
    pub fn shares(
        &self,
        (filter, barcode): (usize, usize),
        points: &[f32],
        counts: &[u32],
    ) -> Option<Tensor<2>> {
        let (functions, weight) = self.barcodes(filter)[barcode];
        let dimension = functions.dimension();
        assert_eq!(points.len(), dimension * counts.len(), "points of each bar");
        if counts.is_empty() {
            return None;
        }
        let device = &self.classifier.first.weight.device();
        let shape = [counts.len(), dimension];
        let points = Tensor::from_data(TensorData::new(points.to_vec(), shape), device);
        let weights = weight.forward(&points, ints(counts, device));
        Some(functions.values(points, weights))
    }
}
