//! The paper's readout: from filter values to one vector per graph.

use burn::prelude::*;
use rand::Rng;

use super::{
    bar_weight::WeightFunction, coordinate_functions::CoordinateFunctions, initial::Initial,
};
use crate::{
    config::{BarWeight, CoordinateFunction},
    ops::{Pairs, bar_ends, bar_weights},
};

/// The readout of B0, B0^∞ and B1^∞ (Hofer et al., ICML 2020), each with its own coordinate functions and weight function.
#[derive(Module, Debug)]
pub struct Readout {
    /// Coordinate functions of the finite bars.
    pub h0: CoordinateFunctions,
    /// Coordinate functions of the essential bars of components.
    pub h0_essential: CoordinateFunctions,
    /// Coordinate functions of the essential bars of loops.
    pub h1_essential: CoordinateFunctions,
    /// Weight of a finite bar.
    pub h0_weight: WeightFunction,
    /// Weight of an essential bar of a component.
    pub h0_essential_weight: WeightFunction,
    /// Weight of an essential bar of a loop.
    pub h1_essential_weight: WeightFunction,
}

impl Readout {
    /// `count` coordinate functions for each of the three barcodes.
    pub fn new<R: Rng>(
        count: usize,
        function: CoordinateFunction,
        weight: BarWeight,
        initial: &mut Initial<R>,
    ) -> Self {
        let mut functions =
            |dimension| CoordinateFunctions::new(function, count, dimension, initial);
        let (h0, h0_essential, h1_essential) = (functions(2), functions(1), functions(1));
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
    /// Sublevel and superlevel bars enter the same coordinate functions; bars of length zero have weight 0.
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
        let essential = |functions: &CoordinateFunctions, weight: &WeightFunction, counts| {
            let weights = weight.forward(&births, counts);
            functions.forward(births.clone(), weights, vertex_offsets, 1)
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
