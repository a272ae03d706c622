//! The Euler characteristic of sublevel and superlevel sets, for one vertex function and for all directions of the plane.
//!
//! The Euler characteristic of a graph is χ = |V| − |E| = β₀ − β₁. The Euler characteristic transform of a shape contains, for each
//! direction, χ of the parts of the shape below each height (Turner, Mukherjee, Boyer 2014,
//! arXiv:1310.1030). It determines the shape (Curry, Mukherjee, Turner, arXiv:1805.09782). Here, the shape
//! is a graph with straight edges. An edge deforms to its lower end, so its lower-star filtration has the χ of the shape. Edges
//! that cross do not meet.

use super::barcode::Direction;
use super::order::canonical_key;
use super::vectors;

/// Heights are multiples of 1 / `GRID`, so that rounding does not separate vertices of equal height.
const GRID: f64 = (1 << 20) as f64;

/// The Euler characteristic curve: |V_t| − |E_t| at each threshold t. A vertex is in V_t if its value is at most t in the sublevel
/// direction and at least t in the superlevel direction. E_t contains the edges between these vertices, including self-loops and
/// parallel edges. The thresholds ascend.
///
/// # Panics
/// If an edge names a vertex out of range.
pub fn curve(
    edges: &[[u32; 2]],
    filter: &[f32],
    direction: Direction,
    thresholds: &[f32],
) -> Vec<i32> {
    let keys: Vec<u32> = filter.iter().copied().map(canonical_key).collect();
    let samples: Vec<u32> = thresholds.iter().copied().map(canonical_key).collect();
    // At each threshold, the change from the one before it.
    let mut curve = vec![0; samples.len() + 1];
    let mut add = |key: u32, weight: i32| match direction {
        Direction::Sublevel => curve[samples.partition_point(|&t| t < key)] += weight,
        Direction::Superlevel => {
            curve[0] += weight;
            curve[samples.partition_point(|&t| t <= key)] -= weight;
        }
    };
    for &key in &keys {
        add(key, 1);
    }
    for edge in edges {
        let [a, b] = edge.map(|end| keys[end as usize]);
        let last = match direction {
            Direction::Sublevel => a.max(b),
            Direction::Superlevel => a.min(b),
        };
        add(last, -1);
    }
    curve.truncate(samples.len());
    let mut sum = 0;
    for value in &mut curve {
        sum += *value;
        *value = sum;
    }
    curve
}

/// The vertices of a graph in the plane, moved to mean 0 and scaled to largest distance 1 from it.
#[derive(Clone, Debug)]
pub struct Shape {
    points: Vec<[f64; 2]>,
}

impl Shape {
    /// The shape with these finite vertex positions (x, y). If all of them are equal, every vertex is at 0.
    pub fn new(positions: &[[f32; 2]]) -> Self {
        let mut points: Vec<[f64; 2]> =
            positions.iter().map(|point| point.map(f64::from)).collect();
        for axis in 0..2 {
            let mean = points.iter().map(|point| point[axis]).sum::<f64>() / points.len() as f64;
            points.iter_mut().for_each(|point| point[axis] -= mean);
        }
        let distances = points.iter().map(|[x, y]| x.hypot(*y));
        let radius = distances.fold(0.0, f64::max);
        if radius > 0.0 {
            let coordinates = points.as_flattened_mut().iter_mut();
            coordinates.for_each(|coordinate| *coordinate /= radius);
        }
        Self { points }
    }

    /// The height x cos θ + y sin θ of each vertex in the direction θ, in degrees from the x axis to the y axis. Heights are from −1 to
    /// 1, rounded to multiples of 2⁻²⁰. Opposite directions have exactly opposite heights.
    pub fn heights(&self, degrees: f64) -> Vec<f32> {
        let degrees = degrees.rem_euclid(360.0);
        let (degrees, sign) = match degrees >= 180.0 {
            true => (degrees - 180.0, -1.0),
            false => (degrees, 1.0),
        };
        let (sine, cosine) = degrees.to_radians().sin_cos();
        let height = |[x, y]: &[f64; 2]| {
            let height = (x * cosine + y * sine) * GRID;
            (sign * height.round() / GRID) as f32
        };
        self.points.iter().map(height).collect()
    }

    /// The Euler characteristic transform: the curve of the heights in `angles` directions 360° / `angles` apart, from 0°, each at
    /// `samples` equally spaced thresholds from −1 to 1. `angles` × `samples` numbers, direction by direction.
    ///
    /// # Panics
    /// If an edge names a vertex out of range.
    pub fn transform(
        &self,
        edges: &[[u32; 2]],
        direction: Direction,
        angles: usize,
        samples: usize,
    ) -> Vec<i32> {
        let thresholds: Vec<f32> = vectors::samples([-1.0, 1.0], samples)
            .into_iter()
            .map(|t| t as f32)
            .collect();
        let of_angle = |angle: usize| {
            let heights = self.heights(angle as f64 * 360.0 / angles as f64);
            curve(edges, &heights, direction, &thresholds)
        };
        (0..angles).flat_map(of_angle).collect()
    }
}

/// The mean absolute difference of two transforms with the same directions and thresholds; 0 without numbers.
///
/// # Panics
/// If their lengths differ.
pub fn distance(a: &[i32], b: &[i32]) -> f64 {
    assert_eq!(a.len(), b.len(), "transforms of the same size");
    let sum: u64 = a
        .iter()
        .zip(b)
        .map(|(&a, &b)| u64::from(a.abs_diff(b)))
        .sum();
    sum as f64 / a.len().max(1) as f64
}
