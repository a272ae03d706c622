//! CoordinateFunctions of every kind on the CPU, as many at once as a register holds: the twin of `shaders/parts/element_*.wgsl`.

use macerator::{Scalar, Simd, Vector, vload_unaligned, vstore_unaligned};

use super::LEAKY_SLOPE;

/// Columns are filled up to a multiple of this, which every register divides.
const PADDING: usize = 16;

/// The most parameters that a hat has.
pub const MAX_PARAMETERS: usize = 4;

/// Every `width`-th entry from `from` on, then zeros.
pub fn column(rows: &[f32], from: usize, width: usize) -> Vec<f32> {
    let mut column: Vec<f32> = rows.iter().skip(from).step_by(width).copied().collect();
    column.resize(column.len().next_multiple_of(PADDING), 0.0);
    column
}

/// The numbers from `at` on, as many as a register holds.
#[inline(always)]
pub fn load<S: Simd>(column: &[f32], at: usize) -> Vector<S, f32> {
    let lanes = &column[at..at + S::lanes32()];
    // SAFETY: the slice is as long as the register.
    unsafe { vload_unaligned(lanes.as_ptr()) }
}

#[inline(always)]
pub fn store<S: Simd>(column: &mut [f32], at: usize, value: Vector<S, f32>) {
    let lanes = &mut column[at..at + S::lanes32()];
    // SAFETY: the slice is as long as the register.
    unsafe { vstore_unaligned(lanes.as_mut_ptr(), value) };
}

#[inline(always)]
pub fn splat<S: Simd>(value: f32) -> Vector<S, f32> {
    value.splat()
}

/// `value` with the sign of `x` put on it, and 0 where `x` is 0.
#[inline(always)]
fn signed<S: Simd>(value: Vector<S, f32>, x: Vector<S, f32>) -> Vector<S, f32> {
    let zero = splat(0.0);
    let negative = x.lt(zero).select(zero - value, zero);
    x.gt(zero).select(value, negative)
}

/// e to the power of `x`, which is at most 0, to a relative error below 2e-7.
///
/// 2ⁿ · eʳ with |r| ≤ ln 2 / 2, and eʳ by its series.
#[inline(always)]
fn exp<S: Simd>(x: Vector<S, f32>) -> Vector<S, f32> {
    // Below, 2ⁿ has no exponent of its own; the result is as good as 0.
    let least = splat::<S>(-87.0);
    let x = x.lt(least).select(least, x);
    let n = (x * splat(std::f32::consts::LOG2_E)).round_to_int();
    let whole: Vector<S, f32> = n.to_float();
    // ln 2 in two parts, the first with so few digits that its multiples are exact.
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

/// A share of the values of some hats at a point, and its slopes.
pub struct Slopes<S: Simd> {
    pub value: Vector<S, f32>,
    /// By the coordinates of the point; on the line there is no second.
    pub point: [Vector<S, f32>; 2],
    /// By the parameters, as many as there are.
    pub parameters: [Vector<S, f32>; MAX_PARAMETERS],
}

/// A kind of hat; `columns` has one column for each parameter. What the parameters are says
/// [`super::Element`].
///
/// Nothing in an implementation may pass through a function that the compiler could leave uninlined, such as `map` of
/// an array: it would be compiled without the instructions of `S`.
pub trait Structure {
    /// D.
    const DIMENSION: usize;
    /// Q.
    const PARAMETERS: usize;

    /// Values at a point of the hats from `k` on.
    fn value<S: Simd>(columns: &[Vec<f32>], point: [Vector<S, f32>; 2], k: usize)
    -> Vector<S, f32>;

    /// `share` of the values at a point of the hats from `k` on, and its slopes.
    fn slopes<S: Simd>(
        columns: &[Vec<f32>],
        point: [Vector<S, f32>; 2],
        k: usize,
        share: Vector<S, f32>,
    ) -> Slopes<S>;
}

/// [`super::Element::Rational`].
pub struct Rational<const D: usize>;
/// [`super::Element::Exponential`].
pub struct Exponential<const D: usize>;
/// [`super::Element::Triangle`].
pub struct Triangle<const D: usize>;
/// [`super::Element::Line`].
pub struct Line<const D: usize>;
/// [`super::Element::LeakyLine`].
pub struct LeakyLine<const D: usize>;

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

/// Height of a triangle at its place t over the middle of a bar, before it is cut off at 0.
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
