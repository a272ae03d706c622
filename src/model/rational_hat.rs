//! Rational hats: the learned coordinate functions of a barcode (Definition 4 of the paper).

use burn::{module::Param, prelude::*};
use rand::Rng;

use super::initial::Initial;
use crate::ops::{Reading, hat_sum};

/// K hats on the plane (D = 2, finite bars) or on the line (D = 1, essential bars).
#[derive(Module, Debug)]
pub struct RationalHats {
    /// Centres c, `[K, D]`, initially uniform in [0, 1).
    pub centres: Param<Tensor<2>>,
    /// Radii r, `[K]`, initially 0.1; only their absolute value counts.
    pub radii: Param<Tensor<1>>,
}

impl RationalHats {
    /// `count` hats in `dimension` dimensions.
    pub fn new<R: Rng>(count: usize, dimension: usize, initial: &mut Initial<R>) -> Self {
        Self {
            centres: initial.uniform([count, dimension]),
            radii: initial.constant([count], 0.1),
        }
    }

    /// Hats summed over the weighted bars of each graph, `[G, K]`; see [`hat_sum`].
    pub fn forward(
        &self,
        points: Tensor<2>,
        weights: Tensor<1, Int>,
        offsets: &Tensor<1, Int>,
        reading: Reading,
    ) -> Tensor<2> {
        let (centres, radii) = (self.centres.val(), self.radii.val());
        hat_sum(points, weights, centres, radii, offsets, reading)
    }
}
