//! The formulas of coordinate functions and their gradients on the CPU, vectorized over functions.
//!
//! The table [`elements!`] names the WGSL counterpart of each formula, so a formula always has both implementations.

use macerator::{Scalar, Simd, Vector, vload_unaligned, vstore_unaligned};

use super::LEAKY_SLOPE;
use crate::config::CoordinateFunction;

/// Columns are padded to a multiple of this, a multiple of every register width.
pub const PADDING: usize = 16;

/// Maximum number of parameters of a coordinate function.
pub const MAX_PARAMETERS: usize = 4;

/// Defines [`Element`] and, for each of its kinds, a type with its name and the CPU implementation, which implements
/// [`Structure`], and the files in `shaders/parts` with the WGSL implementation.
macro_rules! elements {
    ($($(#[$documentation:meta])* $kind:ident = $name:literal, $($part:literal)+;)+) => {
        /// The formula of a coordinate function: a learned function of a bar, given as a point p of the line (D = 1) or of the
        /// plane (D = 2). It has Q parameters, in the order of the description.
        ///
        /// The gradients of |x| and max(0, x) at 0 are 0.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        #[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
        #[cfg_attr(feature = "typescript", ts(rename_all = "kebab-case"))]
        pub enum Element {
            $($(#[$documentation])* $kind,)+
        }

        $(
            #[doc = concat!("The CPU implementation of [`Element::", stringify!($kind), "`] in D dimensions.")]
            pub struct $kind<const D: usize>;
        )+

        impl Element {
            /// Every formula.
            pub const ALL: &[Self] = &[$(Self::$kind),+];

            /// The name in reports, in kebab case.
            pub const fn name(self) -> &'static str {
                match self {
                    $(Self::$kind => $name,)+
                }
            }

            /// Q in 1 or 2 dimensions.
            pub const fn parameters(self, dimension: usize) -> usize {
                match (self, dimension) {
                    $((Self::$kind, 1) => <$kind<1> as Structure>::PARAMETERS,
                    (Self::$kind, _) => <$kind<2> as Structure>::PARAMETERS,)+
                }
            }

            /// The WGSL implementation.
            pub const fn wgsl(self) -> &'static str {
                match self {
                    $(Self::$kind => concat!(
                        include_str!("../../shaders/parts/element.wgsl"),
                        $(include_str!(concat!("../../shaders/parts/", $part, ".wgsl"))),+
                    ),)+
                }
            }

            /// Calls a function with the CPU implementation in 1 or 2 dimensions.
            pub fn apply<F: WithStructure>(self, dimension: usize, function: F) {
                match (self, dimension) {
                    $((Self::$kind, 1) => function.call::<$kind<1>>(),
                    (Self::$kind, _) => function.call::<$kind<2>>(),)+
                }
            }
        }
    };
}

elements! {
    /// The rational hat `1/(1 + ‖p − c‖₁) − 1/(1 + ||r| − ‖p − c‖₁|)`: centre c, radius r (Hofer et al., ICML 2020).
    Rational = "rational", "element_rational";
    /// `exp(−Σ sᵢ² (pᵢ − cᵢ)²)`: centre c, sharpness s, one number per coordinate (SLayer: Hofer et al., JMLR 2019).
    Exponential = "exponential", "element_exponential";
    /// In the plane, the triangle over a bar at t: `max(0, |death − birth| / 2 − |t − (birth + death) / 2|)`, with parameter t
    /// (PersLay: Carrière et al., AISTATS 2020, in the coordinates of its code). On the line, where a bar has no death, a
    /// triangle of learned height h over the birth: `max(0, |h| − |t − p|)`, with parameters t and h.
    Triangle = "triangle", "element_triangle";
    /// `⟨e, p⟩ + b`: direction e, bias b (the line of PersLay).
    Line = "line", "line" "element_line";
    /// The line followed by LeakyReLU with [`LEAKY_SLOPE`].
    LeakyLine = "leaky-line", "line" "element_leaky_line";
}

/// A learned parameter of a coordinate function.
#[derive(Clone, Copy, Debug)]
pub struct Parameter {
    /// The name in checkpoints.
    pub name: &'static str,
    /// The shape for K functions in D dimensions.
    pub shape: ParameterShape,
    pub initial: InitialValue,
}

/// The shape of a parameter of K functions in D dimensions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ParameterShape {
    /// `[K, D]`.
    PerCoordinate,
    /// `[K]`.
    PerFunction,
    /// `[1]`, used for every coordinate of every function.
    Shared,
}

#[derive(Clone, Copy, Debug)]
pub enum InitialValue {
    /// Uniform in [0, 1).
    Uniform,
    /// Uniform in ±1/√D, as in PyTorch's linear layers.
    Linear,
    Constant(f32),
}

/// The formula of a coordinate function in 1 or 2 dimensions, and its parameters in the order of [`Element`].
pub fn definition(function: CoordinateFunction, dimension: usize) -> (Element, Vec<Parameter>) {
    use {InitialValue::*, ParameterShape::*};

    /// As in the authors' SLayer: a bell has half of its height at a distance of 0.28 from its centre.
    const SHARPNESS: f32 = 3.0;
    /// The height of the triangle over the longest bar in [0, 1].
    const HEIGHT: f32 = 0.5;

    let parameter = |name, shape, initial| Parameter {
        name,
        shape,
        initial,
    };
    let centres = parameter("centres", PerCoordinate, Uniform);
    let line = || {
        vec![
            parameter("directions", PerCoordinate, Linear),
            parameter("biases", PerFunction, Linear),
        ]
    };
    match function {
        CoordinateFunction::Rational => {
            let radii = parameter("radii", PerFunction, Constant(0.1));
            (Element::Rational, vec![centres, radii])
        }
        // The logarithmic stretching of short bars, with which SLayer's functions vanish on the diagonal, is a bar weight here.
        CoordinateFunction::Exponential => {
            let sharpness = parameter("sharpness", PerCoordinate, Constant(SHARPNESS));
            (Element::Exponential, vec![centres, sharpness])
        }
        // PersLay's exp(−‖p − t‖²/2σ²) with one σ for all functions; the sharpness 1/(√2 σ) is finite for every σ.
        CoordinateFunction::Gaussian => {
            let sharpness = parameter("sharpness", Shared, Constant(SHARPNESS));
            (Element::Exponential, vec![centres, sharpness])
        }
        CoordinateFunction::Triangle => {
            let mut parameters = vec![parameter("places", PerFunction, Uniform)];
            if dimension == 1 {
                parameters.push(parameter("heights", PerFunction, Constant(HEIGHT)));
            }
            (Element::Triangle, parameters)
        }
        CoordinateFunction::Line => (Element::Line, line()),
        // The hidden layer of a perceptron on every bar, as in Deep Sets (Zaheer et al., NeurIPS 2017). The second layer is
        // linear, so it commutes with the sum and is part of the classifier.
        CoordinateFunction::DeepSets => (Element::LeakyLine, line()),
    }
}

/// Every `width`-th entry from index `from` on, padded with zeros.
pub fn column(rows: &[f32], from: usize, width: usize) -> Vec<f32> {
    let mut column: Vec<f32> = rows.iter().skip(from).step_by(width).copied().collect();
    column.resize(column.len().next_multiple_of(PADDING), 0.0);
    column
}

/// One register of numbers from index `at` on.
#[inline(always)]
pub fn load<S: Simd>(column: &[f32], at: usize) -> Vector<S, f32> {
    let lanes = &column[at..at + S::lanes32()];
    // SAFETY: the slice has the length of a register.
    unsafe { vload_unaligned(lanes.as_ptr()) }
}

/// Writes one register of numbers from index `at` on.
#[inline(always)]
pub fn store<S: Simd>(column: &mut [f32], at: usize, value: Vector<S, f32>) {
    let lanes = &mut column[at..at + S::lanes32()];
    // SAFETY: the slice has the length of a register.
    unsafe { vstore_unaligned(lanes.as_mut_ptr(), value) };
}

/// A register of equal numbers.
#[inline(always)]
pub fn splat<S: Simd>(value: f32) -> Vector<S, f32> {
    value.splat()
}

/// `value` times the sign of `x`, which is 0 for 0.
#[inline(always)]
fn signed<S: Simd>(value: Vector<S, f32>, x: Vector<S, f32>) -> Vector<S, f32> {
    let zero = splat(0.0);
    let negative = x.lt(zero).select(zero - value, zero);
    x.gt(zero).select(value, negative)
}

/// e to the power of `x` ≤ 0, with a relative error below 2e-7.
///
/// Computes 2ⁿ · eʳ with |r| ≤ ln 2 / 2, and eʳ by its Taylor series.
#[inline(always)]
pub fn exp<S: Simd>(x: Vector<S, f32>) -> Vector<S, f32> {
    // Below −87, 2ⁿ is no normal number; the result is practically 0.
    let min = splat::<S>(-87.0);
    let x = x.lt(min).select(min, x);
    let n = (x * splat(std::f32::consts::LOG2_E)).round_to_int();
    let whole: Vector<S, f32> = n.to_float();
    // ln 2 as a sum of two numbers; the first has so few digits that its multiples are exact.
    let r = x - whole * splat(0.693_359_4) - whole * splat(-2.121_944_4e-4);
    let mut series = splat(1.0 / 5040.0);
    series = series * r + splat(1.0 / 720.0);
    series = series * r + splat(1.0 / 120.0);
    series = series * r + splat(1.0 / 24.0);
    series = series * r + splat(1.0 / 6.0);
    series = series * r + splat(0.5);
    series = series * r + splat(1.0);
    series = series * r + splat(1.0);
    let exponent: Vector<S, i32> = (n + 127i32.splat()) << 23;
    let power: Vector<S, f32> = S::typed(*exponent);
    series * power
}

/// Values of coordinate functions at a point times a factor per function, and their gradients.
pub struct Slopes<S: Simd> {
    /// The values times the factors.
    pub value: Vector<S, f32>,
    /// Derivatives by the coordinates of the point; in one dimension the second is undefined.
    pub point: [Vector<S, f32>; 2],
    /// Derivatives by the parameters; those from index Q on are undefined.
    pub parameters: [Vector<S, f32>; MAX_PARAMETERS],
}

/// The formula of a coordinate function and its gradient, one register of functions at a time. `columns` has one column per
/// parameter, see [`Element`].
///
/// An implementation must not call functions that the compiler may leave uninlined, such as `map` of an array: these would be
/// compiled without the instructions of `S`.
pub trait Structure {
    /// D.
    const DIMENSION: usize;
    /// Q.
    const PARAMETERS: usize;

    /// Values at a point of the functions from index `k` on.
    fn value<S: Simd>(columns: &[Vec<f32>], point: [Vector<S, f32>; 2], k: usize)
    -> Vector<S, f32>;

    /// Values at a point of the functions from index `k` on, times `share`, and their gradients.
    fn slopes<S: Simd>(
        columns: &[Vec<f32>],
        point: [Vector<S, f32>; 2],
        k: usize,
        share: Vector<S, f32>,
    ) -> Slopes<S>;
}

/// A function that is generic over a [`Structure`], for [`Element::apply`].
pub trait WithStructure {
    fn call<E: Structure>(self);
}

impl<const D: usize> Structure for Rational<D> {
    const DIMENSION: usize = D;
    const PARAMETERS: usize = D + 1;

    #[inline(always)]
    fn value<S: Simd>(
        columns: &[Vec<f32>],
        [x, y]: [Vector<S, f32>; 2],
        k: usize,
    ) -> Vector<S, f32> {
        let one = splat::<S>(1.0);
        let mut distance = (x - load(&columns[0], k)).abs();
        if D == 2 {
            distance += (y - load(&columns[1], k)).abs();
        }
        let off = (load::<S>(&columns[D], k).abs() - distance).abs();
        // 1 / (1 + distance) − 1 / (1 + off) with one division.
        (off - distance) / ((one + distance) * (one + off))
    }

    #[inline(always)]
    fn slopes<S: Simd>(
        columns: &[Vec<f32>],
        [x, y]: [Vector<S, f32>; 2],
        k: usize,
        share: Vector<S, f32>,
    ) -> Slopes<S> {
        let (zero, one) = (splat::<S>(0.0), splat::<S>(1.0));
        let dx = x - load(&columns[0], k);
        let dy = match D {
            2 => y - load(&columns[1], k),
            _ => zero,
        };
        let radius = load::<S>(&columns[D], k);
        let distance = dx.abs() + dy.abs();
        let inside = radius.abs() - distance;
        let (near, edge) = (one + distance, one + inside.abs());
        let inverse = one / (near * edge);
        let (a, b) = (inverse * edge, inverse * near);
        let side = share * signed(b * b, inside);
        let by_distance = zero - share * (a * a) - side;
        let (gx, gy) = (signed(by_distance, dx), signed(by_distance, dy));
        let by_radius = signed(side, radius);
        Slopes {
            value: share * (a - b),
            point: [gx, gy],
            parameters: match D {
                2 => [zero - gx, zero - gy, by_radius, zero],
                _ => [zero - gx, by_radius, zero, zero],
            },
        }
    }
}

impl<const D: usize> Structure for Exponential<D> {
    const DIMENSION: usize = D;
    const PARAMETERS: usize = 2 * D;

    #[inline(always)]
    fn value<S: Simd>(
        columns: &[Vec<f32>],
        [x, y]: [Vector<S, f32>; 2],
        k: usize,
    ) -> Vector<S, f32> {
        let u = load::<S>(&columns[D], k) * (x - load(&columns[0], k));
        let mut square = u * u;
        if D == 2 {
            let v = load::<S>(&columns[3], k) * (y - load(&columns[1], k));
            square += v * v;
        }
        exp(splat::<S>(0.0) - square)
    }

    #[inline(always)]
    fn slopes<S: Simd>(
        columns: &[Vec<f32>],
        [x, y]: [Vector<S, f32>; 2],
        k: usize,
        share: Vector<S, f32>,
    ) -> Slopes<S> {
        let zero = splat::<S>(0.0);
        let (dx, sx) = (x - load(&columns[0], k), load::<S>(&columns[D], k));
        let (dy, sy) = match D {
            2 => (y - load(&columns[1], k), load::<S>(&columns[3], k)),
            _ => (zero, zero),
        };
        let (u, v) = (sx * dx, sy * dy);
        let value = share * exp(zero - (u * u + v * v));
        let twice = splat::<S>(-2.0) * value;
        let (by_u, by_v) = (twice * u, twice * v);
        let (gx, gy) = (by_u * sx, by_v * sy);
        Slopes {
            value,
            point: [gx, gy],
            parameters: match D {
                2 => [zero - gx, zero - gy, by_u * dx, by_v * dy],
                _ => [zero - gx, by_u * dx, zero, zero],
            },
        }
    }
}

/// The height of a triangle at t before it is cut off at 0.
#[inline(always)]
fn height<S: Simd, const D: usize>(
    columns: &[Vec<f32>],
    [x, y]: [Vector<S, f32>; 2],
    k: usize,
) -> Vector<S, f32> {
    let (t, half) = (load::<S>(&columns[0], k), splat::<S>(0.5));
    match D {
        2 => half * (y - x).abs() - (t - half * (x + y)).abs(),
        _ => load::<S>(&columns[1], k).abs() - (t - x).abs(),
    }
}

impl<const D: usize> Structure for Triangle<D> {
    const DIMENSION: usize = D;
    const PARAMETERS: usize = 3 - D;

    #[inline(always)]
    fn value<S: Simd>(
        columns: &[Vec<f32>],
        point: [Vector<S, f32>; 2],
        k: usize,
    ) -> Vector<S, f32> {
        let (zero, height) = (splat::<S>(0.0), height::<S, D>(columns, point, k));
        height.gt(zero).select(height, zero)
    }

    #[inline(always)]
    fn slopes<S: Simd>(
        columns: &[Vec<f32>],
        [x, y]: [Vector<S, f32>; 2],
        k: usize,
        share: Vector<S, f32>,
    ) -> Slopes<S> {
        let (zero, half) = (splat::<S>(0.0), splat::<S>(0.5));
        let height = height::<S, D>(columns, [x, y], k);
        let share = height.gt(zero).select(share, zero);
        let t = load::<S>(&columns[0], k);
        match D {
            2 => {
                let by_middle = signed(share, t - half * (x + y));
                let by_length = signed(share, y - x);
                Slopes {
                    value: share * height,
                    point: [
                        half * (by_middle - by_length),
                        half * (by_middle + by_length),
                    ],
                    parameters: [zero - by_middle, zero, zero, zero],
                }
            }
            _ => {
                let by_x = signed(share, t - x);
                let by_height = signed(share, load(&columns[1], k));
                Slopes {
                    value: share * height,
                    point: [by_x, zero],
                    parameters: [zero - by_x, by_height, zero, zero],
                }
            }
        }
    }
}

impl<const D: usize> Structure for Line<D> {
    const DIMENSION: usize = D;
    const PARAMETERS: usize = D + 1;

    #[inline(always)]
    fn value<S: Simd>(
        columns: &[Vec<f32>],
        [x, y]: [Vector<S, f32>; 2],
        k: usize,
    ) -> Vector<S, f32> {
        let mut sum = load::<S>(&columns[D], k) + x * load(&columns[0], k);
        if D == 2 {
            sum += y * load(&columns[1], k);
        }
        sum
    }

    #[inline(always)]
    fn slopes<S: Simd>(
        columns: &[Vec<f32>],
        [x, y]: [Vector<S, f32>; 2],
        k: usize,
        share: Vector<S, f32>,
    ) -> Slopes<S> {
        let zero = splat::<S>(0.0);
        let by_x = share * load(&columns[0], k);
        let by_y = match D {
            2 => share * load(&columns[1], k),
            _ => zero,
        };
        Slopes {
            value: share * Self::value(columns, [x, y], k),
            point: [by_x, by_y],
            parameters: match D {
                2 => [share * x, share * y, share, zero],
                _ => [share * x, share, zero, zero],
            },
        }
    }
}

impl<const D: usize> Structure for LeakyLine<D> {
    const DIMENSION: usize = D;
    const PARAMETERS: usize = D + 1;

    #[inline(always)]
    fn value<S: Simd>(
        columns: &[Vec<f32>],
        point: [Vector<S, f32>; 2],
        k: usize,
    ) -> Vector<S, f32> {
        let line = Line::<D>::value(columns, point, k);
        line.gt(splat::<S>(0.0))
            .select(line, splat::<S>(LEAKY_SLOPE) * line)
    }

    #[inline(always)]
    fn slopes<S: Simd>(
        columns: &[Vec<f32>],
        point: [Vector<S, f32>; 2],
        k: usize,
        share: Vector<S, f32>,
    ) -> Slopes<S> {
        let line = Line::<D>::value(columns, point, k);
        let share = line
            .gt(splat::<S>(0.0))
            .select(share, splat::<S>(LEAKY_SLOPE) * share);
        Line::<D>::slopes(columns, point, k, share)
    }
}
