//! From filter values to one vector a graph: barcodes of both directions, seen by hats.

use burn::prelude::*;
use rand::Rng;

use super::{
    bar_weight::WeightFunction, coordinate_functions::CoordinateFunctions, initial::Initial,
};
use crate::{
    config::{BarWeight, CoordinateFunction},
    ops::{Pairs, bar_ends, bar_weights},
};

/// The paper's readout: B0, B0^∞ and B1^∞, each with hats and a weight function of its own.
#[derive(Module, Debug)]
pub struct Readout {
    /// CoordinateFunctions of the finite bars.
    pub h0: CoordinateFunctions,
    /// CoordinateFunctions of the essential bars of components.
    pub h0_essential: CoordinateFunctions,
    /// CoordinateFunctions of the essential bars of loops.
    pub h1_essential: CoordinateFunctions,
    /// What a finite bar counts.
    pub h0_weight: WeightFunction,
    /// What an essential bar of a component counts.
    pub h0_essential_weight: WeightFunction,
    /// What an essential bar of a loop counts.
    pub h1_essential_weight: WeightFunction,
}

impl Readout {
    /// `count` hats for each of the three barcodes.
    pub fn new<R: Rng>(
        count: usize,
        hat: CoordinateFunction,
        weight: BarWeight,
        initial: &mut Initial<R>,
    ) -> Self {
        let mut hats = |dimension| CoordinateFunctions::new(hat, count, dimension, initial);
        let (h0, h0_essential, h1_essential) = (hats(2), hats(1), hats(1));
        let mut weight = |dimension| WeightFunction::new(weight, dimension, initial);
        Self {
            h0,
            h0_essential,
            h1_essential,
            h0_weight: weight(2),
            h0_essential_weight: weight(1),
            h1_essential_weight: weight(1),
        }
    }

    /// `[G, 3K]` from the filter values `[N]` and their persistence.
    ///
    /// Sub- and superlevel bars enter the same hats; zero-length bars do not count.
    pub fn forward(
        &self,
        filter: Tensor<1>,
        pairs: &Pairs,
        vertex_offsets: &Tensor<1, Int>,
    ) -> Tensor<2> {
        let [n] = filter.dims();
        let counts = bar_weights(filter.clone(), pairs);
        let part = |from: usize, to: usize| counts.clone().slice(from * n..to * n);
        let points = bar_ends(filter.clone(), pairs, vertex_offsets);
        let births: Tensor<2> = filter.unsqueeze_dim(1);
        let essential = |hats: &CoordinateFunctions, weight: &WeightFunction, counts| {
            let weights = weight.forward(&births, counts);
            hats.forward(births.clone(), weights, vertex_offsets, 1)
        };
        let weights = self.h0_weight.forward(&points, part(0, 2));
        Tensor::cat(
            vec![
                self.h0.forward(points, weights, vertex_offsets, 2),
                essential(&self.h0_essential, &self.h0_essential_weight, part(2, 3)),
                essential(&self.h1_essential, &self.h1_essential_weight, part(3, 4)),
            ],
            1,
        )
    }
}
