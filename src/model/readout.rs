//! From filter values to one vector a graph: barcodes of both directions, seen by rational hats.

use burn::prelude::*;
use rand::Rng;

use super::{initial::Initial, rational_hat::RationalHats};
use crate::{
    ops::{Pairs, Reading, bar_ends, bar_weights},
    protocol::Hat,
};

/// The readout of §4.2 of the paper: B0, B0^∞ and B1^∞, each with hats of its own.
#[derive(Module, Debug)]
pub struct Readout {
    /// Hats of the finite bars.
    pub h0: RationalHats,
    /// Hats of the essential bars of components.
    pub h0_essential: RationalHats,
    /// Hats of the essential bars of loops.
    pub h1_essential: RationalHats,
    /// Whether the hats in the plane vanish on the diagonal.
    vanishing: bool,
}

impl Readout {
    /// `hats` hats for each of the three barcodes.
    pub fn new<R: Rng>(hats: usize, hat: Hat, initial: &mut Initial<R>) -> Self {
        Self {
            h0: RationalHats::new(hats, 2, initial),
            h0_essential: RationalHats::new(hats, 1, initial),
            h1_essential: RationalHats::new(hats, 1, initial),
            vanishing: hat == Hat::Vanishing,
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
        let weights = bar_weights(filter.clone(), pairs);
        let part = |from: usize, to: usize| weights.clone().slice(from * n..to * n);
        let points = bar_ends(filter.clone(), pairs, vertex_offsets);
        let births: Tensor<2> = filter.unsqueeze_dim(1);
        let both = Reading {
            directions: 2,
            vanishing: self.vanishing,
        };
        let essential = |hats: &RationalHats, weights| {
            hats.forward(births.clone(), weights, vertex_offsets, Reading::PLAIN)
        };
        Tensor::cat(
            vec![
                self.h0.forward(points, part(0, 2), vertex_offsets, both),
                essential(&self.h0_essential, part(2, 3)),
                essential(&self.h1_essential, part(3, 4)),
            ],
            1,
        )
    }
}
