//! Hats on the CPU: the twin of the shaders `hat_sum*`.
//!
//! Bars that are equal, as many are where vertices have equal values, are taken together. The loops run over the hats
//! in the widest registers that the processor has.

use macerator::{Scalar, Simd, Vector, vload_unaligned, vstore_unaligned};

use super::Reading;

/// Columns are filled up to a multiple of this, which every register divides.
const ROOM: usize = 16;

/// Hats by column, filled up with hats of radius 0. Hats on the line have y = 0.
pub struct Hats {
    count: usize,
    dimension: usize,
    x: Vec<f32>,
    y: Vec<f32>,
    radii: Vec<f32>,
}

/// Entry `from` of every row of `width` entries, then zeros.
fn column(rows: &[f32], from: usize, width: usize) -> Vec<f32> {
    let mut column: Vec<f32> = rows.iter().skip(from).step_by(width).copied().collect();
    column.resize(column.len().next_multiple_of(ROOM), 0.0);
    column
}

/// The numbers from `at` on, as many as a register holds.
#[inline(always)]
fn load<S: Simd>(column: &[f32], at: usize) -> Vector<S, f32> {
    let lanes = &column[at..at + S::lanes32()];
    // SAFETY: the slice is as long as the register.
    unsafe { vload_unaligned(lanes.as_ptr()) }
}

#[inline(always)]
fn store<S: Simd>(column: &mut [f32], at: usize, value: Vector<S, f32>) {
    let lanes = &mut column[at..at + S::lanes32()];
    // SAFETY: the slice is as long as the register.
    unsafe { vstore_unaligned(lanes.as_mut_ptr(), value) };
}

#[inline(always)]
fn splat<S: Simd>(value: f32) -> Vector<S, f32> {
    value.splat()
}

/// `value` with the sign of `x` put on it, and 0 where `x` is 0.
#[inline(always)]
fn signed<S: Simd>(value: Vector<S, f32>, x: Vector<S, f32>) -> Vector<S, f32> {
    let zero = splat(0.0);
    let negative = x.lt(zero).select(zero - value, zero);
    x.gt(zero).select(value, negative)
}

impl Hats {
    /// From centres, row by row, and radii.
    pub fn new(centres: &[f32], radii: &[f32]) -> Self {
        let dimension = centres.len() / radii.len().max(1);
        let x = column(centres, 0, dimension);
        Self {
            count: radii.len(),
            dimension,
            y: match dimension {
                1 => vec![0.0; x.len()],
                _ => column(centres, 1, dimension),
            },
            radii: column(radii, 0, 1),
            x,
        }
    }

    /// K.
    pub fn count(&self) -> usize {
        self.count
    }

    /// D.
    pub fn dimension(&self) -> usize {
        self.dimension
    }

    /// Writes the sums of every graph, `[G, K]`.
    pub fn sum(&self, bars: &Bars, sums: &mut [f32]) {
        hat_sum(self, bars, sums);
    }

    /// Writes the gradients of the points `[P, D]` and of the hats `[K, D + 1]`, centre then radius, from that of the
    /// sums, `[G, K]`. Both must be 0 before.
    pub fn sum_backward(
        &self,
        bars: &Bars,
        gradient: &[f32],
        points: &mut [f32],
        hats: &mut [f32],
    ) {
        hat_sum_backward(self, bars, gradient, points, hats);
    }
}

/// Values at a point of the hats from `k` on.
#[inline(always)]
fn value<S: Simd>(hats: &Hats, [x, y]: [Vector<S, f32>; 2], k: usize) -> Vector<S, f32> {
    let one = splat::<S>(1.0);
    let dx = (x - load(&hats.x, k)).abs();
    let dy = (y - load(&hats.y, k)).abs();
    let distance = dx + dy;
    let off = (load::<S>(&hats.radii, k).abs() - distance).abs();
    // 1 / (1 + distance) − 1 / (1 + off) with one division.
    (off - distance) / ((one + distance) * (one + off))
}

#[macerator::with_simd]
fn hat_sum<'a, S: Simd>(hats: &Hats, bars: &Bars<'a>, sums: &mut [f32]) {
    let mut distinct = Distinct::default();
    let mut row = vec![0.0; hats.x.len()];
    for (graph, sums) in sums.chunks_exact_mut(hats.count).enumerate() {
        distinct.collect(bars, graph, hats.dimension);
        row.fill(0.0);
        for &([x, y], weight) in &distinct.bars {
            let (x, y, weight) = (splat::<S>(x), splat::<S>(y), splat::<S>(weight));
            for k in (0..hats.x.len()).step_by(S::lanes32()) {
                let sum = load::<S>(&row, k) + weight * value(hats, [x, y], k);
                store(&mut row, k, sum);
            }
        }
        sums.copy_from_slice(&row[..hats.count]);
    }
}

#[macerator::with_simd]
fn hat_sum_backward<'a, S: Simd>(
    hats: &Hats,
    bars: &Bars<'a>,
    gradient: &[f32],
    points: &mut [f32],
    hats_gradient: &mut [f32],
) {
    let mut total = [(); 3].map(|()| vec![0.0; hats.x.len()]);
    let mut distinct = Distinct::default();
    let mut slopes = Vec::new();
    for (graph, share) in gradient.chunks_exact(hats.count).enumerate() {
        let share = column(share, 0, 1);
        distinct.collect(bars, graph, hats.dimension);
        slopes.clear();
        for &(point, weight) in &distinct.bars {
            let mut slope = slope::<S>(hats, point, weight, &share, &mut total);
            if bars.reading.vanishing {
                // The length changes with its ends, too.
                let share = share_of::<S>(hats, point, &share);
                let [birth, death] = point;
                let side = share * (f32::from(death > birth) - f32::from(death < birth));
                let length = length(point);
                slope = [length * slope[0] - side, length * slope[1] + side];
            }
            slopes.push(slope);
        }
        for &(bar, place) in &distinct.members {
            let weight = bars.weights[bar as usize] as f32;
            let into = &mut points[bar as usize * hats.dimension..][..hats.dimension];
            for (into, slope) in into.iter_mut().zip(slopes[place as usize]) {
                *into = weight * slope;
            }
        }
    }
    let [x, y, radii] = total;
    let rows = hats_gradient.chunks_exact_mut(hats.dimension + 1);
    for (row, ((x, y), radius)) in rows.zip(x.into_iter().zip(y).zip(radii)) {
        row[0] = x;
        if hats.dimension == 2 {
            row[1] = y;
        }
        row[hats.dimension] = radius;
    }
}

/// `share · hats` at a point.
#[inline(always)]
fn share_of<S: Simd>(hats: &Hats, point: [f32; 2], share: &[f32]) -> f32 {
    let point = point.map(splat::<S>);
    let mut sum = splat::<S>(0.0);
    for k in (0..hats.x.len()).step_by(S::lanes32()) {
        sum += load::<S>(share, k) * value(hats, point, k);
    }
    sum.reduce_add()
}

/// How long the bar at a point of the plane is.
fn length([birth, death]: [f32; 2]) -> f32 {
    (death - birth).abs()
}

/// Slope of `share · hats` at a point; `weight` times that of the hats is added to the columns of x, y and radius.
#[inline(always)]
fn slope<S: Simd>(
    hats: &Hats,
    point: [f32; 2],
    weight: f32,
    share: &[f32],
    [by_x, by_y, by_radius]: &mut [Vec<f32>; 3],
) -> [f32; 2] {
    // Nothing here may pass through a function that the compiler could leave uninlined, such as `map` of an array: it
    // would be compiled without the instructions of `S`.
    let one = splat::<S>(1.0);
    let (x, y) = (splat::<S>(point[0]), splat::<S>(point[1]));
    let weight = splat::<S>(weight);
    let (mut sum_x, mut sum_y) = (splat::<S>(0.0), splat::<S>(0.0));
    for k in (0..hats.x.len()).step_by(S::lanes32()) {
        let (dx, dy) = (x - load(&hats.x, k), y - load(&hats.y, k));
        let (radius, share) = (load::<S>(&hats.radii, k), load::<S>(share, k));
        let distance = dx.abs() + dy.abs();
        let inside = radius.abs() - distance;
        let (near, edge) = (one + distance, one + inside.abs());
        let inverse = one / (near * edge);
        let (a, b) = (inverse * edge, inverse * near);
        let side = share * signed(b * b, inside);
        let by_distance = splat::<S>(0.0) - share * (a * a) - side;
        let (gx, gy) = (signed(by_distance, dx), signed(by_distance, dy));
        sum_x += gx;
        sum_y += gy;
        let new_x = load::<S>(by_x, k) - weight * gx;
        let new_y = load::<S>(by_y, k) - weight * gy;
        store(by_x, k, new_x);
        store(by_y, k, new_y);
        let new_radius = load::<S>(by_radius, k) + weight * signed(side, radius);
        store(by_radius, k, new_radius);
    }
    [sum_x.reduce_add(), sum_y.reduce_add()]
}

/// The bars of a batch, found through the candidates of their graph.
pub struct Bars<'a> {
    points: &'a [f32],
    weights: &'a [i32],
    offsets: &'a [i32],
    reading: Reading,
}

impl<'a> Bars<'a> {
    /// Points row by row, how often each counts, and first candidate of each graph in a direction.
    pub fn new(
        points: &'a [f32],
        weights: &'a [i32],
        offsets: &'a [i32],
        reading: Reading,
    ) -> Self {
        Self {
            points,
            weights,
            offsets,
            reading,
        }
    }

    /// G.
    pub fn graphs(&self) -> usize {
        self.offsets.len() - 1
    }

    /// Candidates of a graph that count.
    fn of(&self, graph: usize) -> impl Iterator<Item = usize> + '_ {
        let own = self.offsets[graph] as usize..self.offsets[graph + 1] as usize;
        let stride = self.weights.len() / self.reading.directions;
        (0..self.reading.directions)
            .flat_map(move |direction| own.start + direction * stride..own.end + direction * stride)
            .filter(|&bar| self.weights[bar] != 0)
    }
}

/// The different bars of one graph, in memory that is reused from graph to graph.
#[derive(Default)]
struct Distinct {
    /// Point and what it counts, in the order of their first members.
    bars: Vec<([f32; 2], f32)>,
    /// Each bar that counts, and its place in `bars`.
    members: Vec<(u32, u32)>,
    /// Places in `bars`, counted from 1, by hash; 0: free.
    table: Vec<u32>,
}

impl Distinct {
    fn collect(&mut self, all: &Bars, graph: usize, dimension: usize) {
        self.bars.clear();
        self.members.clear();
        self.members
            .extend(all.of(graph).map(|bar| (bar as u32, 0)));
        let slots = (2 * self.members.len()).next_power_of_two();
        self.table.clear();
        self.table.resize(slots, 0);
        for (bar, place) in &mut self.members {
            let bar = *bar as usize;
            let point = match dimension {
                1 => [all.points[bar], 0.0],
                _ => [all.points[2 * bar], all.points[2 * bar + 1]],
            };
            let [x, y] = point.map(f32::to_bits);
            let hash = (u64::from(x) << 32 | u64::from(y)).wrapping_mul(0x9e37_79b9_7f4a_7c15);
            let mut slot = (hash >> 32) as usize % slots;
            *place = loop {
                match self.table[slot] {
                    0 => {
                        self.bars.push((point, 0.0));
                        self.table[slot] = self.bars.len() as u32;
                        break self.bars.len() as u32 - 1;
                    }
                    taken if self.bars[taken as usize - 1].0.map(f32::to_bits) == [x, y] => {
                        break taken - 1;
                    }
                    _ => slot = (slot + 1) % slots,
                }
            };
            self.bars[*place as usize].1 += all.weights[bar] as f32;
        }
        if all.reading.vanishing {
            for (point, weight) in &mut self.bars {
                *weight *= length(*point);
            }
        }
    }
}
