//! CoordinateFunctions: the learned coordinate functions of a barcode, K of them for each barcode.
//!
//! The paper reads barcodes with rational hats; here are the other hats of its related work, too, which calls some of them
//! structure elements. All are summed over the bars of a graph by [`coordinate_sum`], and [`crate::ops::Element`] has their
//! formulas. A finite bar is a point of the plane (D = 2), sublevel bars above the diagonal, superlevel bars below; an
//! essential bar, of which there is only a birth, is a point of the line (D = 1), and all but the triangle are there what
//! they are in the plane.

use burn::{module::Param, prelude::*};
use rand::Rng;

use super::initial::Initial;
use crate::{
    config::CoordinateFunction,
    ops::{CoordinateSumOptions, Element, coordinate_sum},
};

/// Sharpness of the bells at first, as in the authors' SLayer: they are half as high at a distance of 0.28.
const SHARPNESS: f32 = 3.0;
/// Height at first of the triangles over essential births: that over the longest bar in [0, 1].
const HEIGHT: f32 = 0.5;

/// K hats of one kind on the plane (D = 2, finite bars) or on the line (D = 1, essential bars).
#[derive(Module, Debug)]
pub enum CoordinateFunctions {
    /// See [`RationalFunctions`].
    Rational(RationalFunctions),
    /// See [`ExponentialFunctions`].
    Exponential(ExponentialFunctions),
    /// See [`Triangles`].
    Triangle(Triangles),
    /// See [`GaussianFunctions`].
    Gaussian(GaussianFunctions),
    /// See [`Lines`].
    Line(Lines),
    /// [`Lines`], each followed by LeakyReLU: the hidden layer of a perceptron on every bar, as in Deep Sets (Zaheer et al.,
    /// NeurIPS 2017). Its second layer, being linear, may as well come after the sum, and is the classifier's first.
    DeepSets(Lines),
}

/// Rational hats, as in the paper.
#[derive(Module, Debug)]
pub struct RationalFunctions {
    /// Centres c, `[K, D]`, initially uniform in [0, 1).
    pub centres: Param<Tensor<2>>,
    /// Radii r, `[K]`, initially 0.1; only their absolute value counts.
    pub radii: Param<Tensor<1>>,
}

/// Exponential hats of SLayer (Hofer et al., JMLR 2019), as the authors' code has them. Their logarithmic
/// stretching of short bars, which lets a hat vanish on the diagonal, is left to the weight of a bar.
#[derive(Module, Debug)]
pub struct ExponentialFunctions {
    /// Centres c, `[K, D]`, initially uniform in [0, 1).
    pub centres: Param<Tensor<2>>,
    /// Sharpness s by coordinate, `[K, D]`, initially 3; only its absolute value counts.
    pub sharpness: Param<Tensor<2>>,
}

/// PersLay's Gaussian point transformation (Carrière et al., AISTATS 2020): exp(−‖p − t‖²/2σ²) with one σ for all places
/// t. It is the exponential hat with the sharpness 1/(√2 σ), which stays finite for every σ, so that is learned.
#[derive(Module, Debug)]
pub struct GaussianFunctions {
    /// Places t, `[K, D]`, initially uniform in [0, 1).
    pub centres: Param<Tensor<2>>,
    /// 1/(√2 σ), `[1]`, initially 3, which is σ = 0.24; only its absolute value counts.
    pub sharpness: Param<Tensor<1>>,
}

/// PersLay's triangle point transformation (Carrière et al., AISTATS 2020): the triangle over a bar, seen at K places.
/// Over an essential birth it has a height that each place learns, as there is no death.
#[derive(Module, Debug)]
pub struct Triangles {
    /// Places t, `[K]`, initially uniform in [0, 1).
    pub places: Param<Tensor<1>>,
    /// Heights h over essential births, `[K]`, initially 0.5; only their absolute value counts.
    pub heights: Option<Param<Tensor<1>>>,
}

/// PersLay's line point transformation (Carrière et al., AISTATS 2020).
#[derive(Module, Debug)]
pub struct Lines {
    /// Directions e, `[K, D]`, initially uniform in ±1/√D, as PyTorch's linear layers.
    pub directions: Param<Tensor<2>>,
    /// Biases b, `[K]`, initially the same.
    pub biases: Param<Tensor<1>>,
}

impl ExponentialFunctions {
    /// New ones, `[K, D]`.
    pub fn new<R: Rng>(shape: [usize; 2], initial: &mut Initial<R>) -> Self {
        Self {
            centres: initial.uniform(shape),
            sharpness: initial.constant(shape, SHARPNESS),
        }
    }
}

impl CoordinateFunctions {
    /// `count` hats in `dimension` dimensions.
    pub fn new<R: Rng>(
        hat: CoordinateFunction,
        count: usize,
        dimension: usize,
        initial: &mut Initial<R>,
    ) -> Self {
        let shape = [count, dimension];
        let lines = |initial: &mut Initial<R>| {
            let bound = 1.0 / (dimension as f32).sqrt();
            Lines {
                directions: initial.symmetric(shape, bound),
                biases: initial.symmetric([count], bound),
            }
        };
        match hat {
            CoordinateFunction::Rational => Self::Rational(RationalFunctions {
                centres: initial.uniform(shape),
                radii: initial.constant([count], 0.1),
            }),
            CoordinateFunction::Exponential => {
                Self::Exponential(ExponentialFunctions::new(shape, initial))
            }
            CoordinateFunction::Triangle => Self::Triangle(Triangles {
                places: initial.uniform([count]),
                heights: (dimension == 1).then(|| initial.constant([count], HEIGHT)),
            }),
            CoordinateFunction::Gaussian => Self::Gaussian(GaussianFunctions {
                centres: initial.uniform(shape),
                sharpness: initial.constant([1], SHARPNESS),
            }),
            CoordinateFunction::Line => Self::Line(lines(initial)),
            CoordinateFunction::DeepSets => Self::DeepSets(lines(initial)),
        }
    }

    /// CoordinateFunctions summed over the bars of each graph, `[G, K]`, from points `[P, D]` and what each counts, `[P]`, for so many
    /// directions; see [`coordinate_sum`].
    pub fn forward(
        &self,
        points: Tensor<2>,
        weights: Tensor<1>,
        offsets: &Tensor<1, Int>,
        directions: usize,
    ) -> Tensor<2> {
        let (element, hats) = self.elements();
        let options = CoordinateSumOptions {
            directions,
            element,
        };
        coordinate_sum(points, weights, hats, offsets, options)
    }

    /// Kind and parameters, `[K, Q]`, in the order in which [`Element`] names them.
    pub fn elements(&self) -> (Element, Tensor<2>) {
        let beside = |left: Tensor<2>, right: Tensor<2>| Tensor::cat(vec![left, right], 1);
        let column = |numbers: &Param<Tensor<1>>| numbers.val().unsqueeze_dim(1);
        let lines = |lines: &Lines| beside(lines.directions.val(), column(&lines.biases));
        match self {
            Self::Rational(hats) => {
                let hats = beside(hats.centres.val(), column(&hats.radii));
                (Element::Rational, hats)
            }
            Self::Exponential(hats) => {
                let hats = beside(hats.centres.val(), hats.sharpness.val());
                (Element::Exponential, hats)
            }
            Self::Gaussian(hats) => {
                let centres = hats.centres.val();
                let sharpness = column(&hats.sharpness).expand(centres.dims());
                (Element::Exponential, beside(centres, sharpness))
            }
            Self::Triangle(triangles) => {
                let places = column(&triangles.places);
                let hats = match &triangles.heights {
                    Some(heights) => beside(places, column(heights)),
                    None => places,
                };
                (Element::Triangle, hats)
            }
            Self::Line(hats) => (Element::Line, lines(hats)),
            Self::DeepSets(hats) => (Element::LeakyLine, lines(hats)),
        }
    }
}
