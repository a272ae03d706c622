//! Weights of bars: the weight functions of PersLay (Carrière et al., AISTATS 2020).
//!
//! Points are those of [`super::coordinate_functions`], with coordinates in [0, 1].

use burn::{module::Param, prelude::*};
use rand::Rng;

use super::{coordinate_functions::CoordinateFunctions, initial::Initial};
use crate::config::{BarWeight, CoordinateFunction};

/// Number of cells of a grid along each axis, as in PersLay's experiments.
const CELLS: usize = 10;
/// Number of Gaussians of a mixture.
const GAUSSIANS: usize = 3;

/// A weight function w on the plane (D = 2, finite bars) or on the line (D = 1, essential bars), one of:
///
/// - w(p) = 1;
/// - w(p) = |death − birth|, PersLay's power weight with exponent 1; the classifier can learn the constant. On [0, 1]² the
///   product with a rational hat changes by at most 3 ‖p − q‖₁ from p to q, and it is 0 on the diagonal. The sum is therefore
///   stable: it changes by at most three times the 1-Wasserstein distance (with ‖·‖₁) between two barcodes. Essential bars have no length, so w(p) = 1;
/// - PersLay's grid weight, a learned number for each of 10 × 10 cells, or of 10 cells on the line. Its derivative by the point
///   is 0;
/// - PersLay's mixture of three Gaussians, the sum of three exponential coordinate functions: `Σ_j exp(−Σᵢ s_jᵢ² (pᵢ −
///   c_jᵢ)²)`.
#[derive(Module, Debug)]
pub struct WeightFunction {
    /// Whether the weight of a bar is its length.
    length: bool,
    /// The values of the cells by birth, then by death, `[10^D]`, initially 1 as in PersLay's experiments.
    pub grid: Option<Param<Tensor<1>>>,
    /// The summands of the mixture.
    pub gaussians: Option<CoordinateFunctions>,
}

impl WeightFunction {
    /// A weight function in `dimension` dimensions.
    pub fn new<R: Rng>(weight: BarWeight, dimension: usize, initial: &mut Initial<R>) -> Self {
        let cells = CELLS.pow(dimension as u32);
        Self {
            length: weight == BarWeight::Length && dimension == 2,
            grid: (weight == BarWeight::Grid).then(|| initial.constant([cells], 1.0)),
            gaussians: (weight == BarWeight::Gaussians).then(|| {
                let function = CoordinateFunction::Exponential;
                CoordinateFunctions::new(function, GAUSSIANS, dimension, initial)
            }),
        }
    }

    /// The weights of bars at these points, `[P, D]` → `[P]`, times their multiplicities, `[P]`.
    pub fn forward(&self, points: &Tensor<2>, counts: Tensor<1, Int>) -> Tensor<1> {
        let counts = counts.float();
        let function = if self.length {
            Some(length(points))
        } else if let Some(grid) = &self.grid {
            Some(grid.val().select(0, cells(points)))
        } else {
            self.gaussians
                .as_ref()
                .map(|functions| sum_of(functions, points))
        };
        match function {
            Some(function) => counts * function,
            None => counts,
        }
    }
}

/// Lengths of bars, `[P, 2]` → `[P]`.
fn length(points: &Tensor<2>) -> Tensor<1> {
    let coordinate = |i: usize| points.clone().slice_dim(1, i..i + 1);
    (coordinate(1) - coordinate(0)).abs().flatten(0, 1)
}

/// The cell that contains each point, `[P, D]` → `[P]`; points outside the grid are assigned to the nearest cell.
fn cells(points: &Tensor<2>) -> Tensor<1, Int> {
    let [_, dimension] = points.dims();
    let steps = (points.clone() * CELLS as f32).int();
    let steps = steps.clamp(0, CELLS as i32 - 1);
    let coordinate = |i: usize| steps.clone().slice_dim(1, i..i + 1);
    let cell = match dimension {
        1 => coordinate(0),
        _ => coordinate(0) * CELLS as i32 + coordinate(1),
    };
    cell.flatten(0, 1)
}

/// The sum of exponential functions at each point, `[P, D]` → `[P]`. [`crate::ops::coordinate_sum`] sums over points instead.
fn sum_of(functions: &CoordinateFunctions, points: &Tensor<2>) -> Tensor<1> {
    let [count, dimension] = points.dims();
    let (_, parameters) = functions.elements();
    let part = |from: usize| {
        let columns = parameters.clone().slice_dim(1, from..from + dimension);
        columns.unsqueeze_dim::<3>(0)
    };
    let offsets = points.clone().unsqueeze_dim::<3>(1) - part(0);
    let scaled = offsets * part(dimension);
    let squares = (scaled.clone() * scaled).sum_dim(2);
    squares.neg().exp().sum_dim(1).reshape([count])
}
