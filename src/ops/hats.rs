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

    /// Writes the sums of every graph, `[G, K]`, and answers which bars there are.
    pub fn sum(&self, candidates: &Candidates, sums: &mut [f32]) -> Bars {
        let mut bars = Bars::default();
        hat_sum(self, candidates, sums, &mut bars);
        bars
    }

    /// Writes the gradients of the points `[P, D]` and of the hats `[K, D + 1]`, centre then radius, from that of the
    /// sums, `[G, K]`, of these bars. Both must be 0 before.
    pub fn sum_backward(
        &self,
        bars: BarsView,
        vanishing: bool,
        gradient: &[f32],
        points: &mut [f32],
        hats: &mut [f32],
    ) {
        hat_sum_backward(self, bars, vanishing, gradient, points, hats);
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
fn hat_sum<'a, S: Simd>(
    hats: &Hats,
    candidates: &Candidates<'a>,
    sums: &mut [f32],
    bars: &mut Bars,
) {
    let mut room = Room::default();
    let mut row = vec![0.0; hats.x.len()];
    for (graph, sums) in sums.chunks_exact_mut(hats.count).enumerate() {
        bars.collect(candidates, graph, hats.dimension, &mut room);
        row.fill(0.0);
        for &[x, y, weight] in bars.last() {
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
    bars: BarsView<'a>,
    vanishing: bool,
    gradient: &[f32],
    points: &mut [f32],
    hats_gradient: &mut [f32],
) {
    let mut total = [(); 3].map(|()| vec![0.0; hats.x.len()]);
    let mut slopes = Vec::new();
    for (share, (distinct, members)) in gradient.chunks_exact(hats.count).zip(bars.graphs()) {
        let share = column(share, 0, 1);
        slopes.clear();
        for &[x, y, weight] in distinct {
            let point = [x, y];
            let mut slope = slope::<S>(hats, point, weight, &share, &mut total);
            if vanishing {
                // The length changes with its ends, too.
                let share = share_of::<S>(hats, point, &share);
                let side = share * (f32::from(y > x) - f32::from(y < x));
                let length = length(point);
                slope = [length * slope[0] - side, length * slope[1] + side];
            }
            slopes.push(slope);
        }
        for &[candidate, place, weight] in members {
            let weight = weight as f32;
            let into = &mut points[candidate as usize * hats.dimension..][..hats.dimension];
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
        let gx = signed(by_distance, dx);
        sum_x += gx;
        let new_x = load::<S>(by_x, k) - weight * gx;
        store(by_x, k, new_x);
        if hats.dimension == 2 {
            let gy = signed(by_distance, dy);
            sum_y += gy;
            let new_y = load::<S>(by_y, k) - weight * gy;
            store(by_y, k, new_y);
        }
        let new_radius = load::<S>(by_radius, k) + weight * signed(side, radius);
        store(by_radius, k, new_radius);
    }
    [sum_x.reduce_add(), sum_y.reduce_add()]
}

/// What may be a bar of a batch.
pub struct Candidates<'a> {
    points: &'a [f32],
    weights: &'a [i32],
    offsets: &'a [i32],
    reading: Reading,
}

impl<'a> Candidates<'a> {
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
}

/// The bars of every graph, equal ones taken together.
#[derive(Default)]
pub struct Bars {
    /// Point, and what it counts, in the order of their first members.
    distinct: Vec<[f32; 3]>,
    /// Candidates that count, their places among the bars of their graph, and how often they count.
    members: Vec<[u32; 3]>,
    /// Bars and members of each graph and those before it.
    ends: Vec<[u32; 2]>,
}

/// [`Bars`] as it lies in a tensor.
#[derive(Clone, Copy)]
pub struct BarsView<'a> {
    distinct: &'a [[f32; 3]],
    members: &'a [[u32; 3]],
    ends: &'a [[u32; 2]],
}

/// Memory that is used again from graph to graph.
#[derive(Default)]
struct Room {
    counted: Vec<u32>,
    /// Places among the bars, counted from 1, by hash; 0: free.
    table: Vec<u32>,
}

impl Room {
    /// The candidates of a graph that count.
    fn counted(&mut self, all: &Candidates, graph: usize) -> &[u32] {
        let own = all.offsets[graph] as usize..all.offsets[graph + 1] as usize;
        self.counted.resize(all.reading.directions * own.len(), 0);
        let stride = all.weights.len() / all.reading.directions;
        let mut count = 0;
        for direction in 0..all.reading.directions {
            let start = own.start + direction * stride;
            let weights = &all.weights[start..start + own.len()];
            for (bar, &weight) in (start as u32..).zip(weights) {
                self.counted[count] = bar;
                count += usize::from(weight != 0);
            }
        }
        self.counted.truncate(count);
        &self.counted
    }
}

impl Bars {
    /// Adds the bars of one more graph.
    fn collect(&mut self, all: &Candidates, graph: usize, dimension: usize, room: &mut Room) {
        let first = self.distinct.len();
        let slots = (2 * room.counted(all, graph).len()).next_power_of_two();
        room.table.clear();
        room.table.resize(slots, 0);
        for &bar in &room.counted {
            let at = bar as usize;
            let point = match dimension {
                1 => [all.points[at], 0.0],
                _ => [all.points[2 * at], all.points[2 * at + 1]],
            };
            let [x, y] = point.map(f32::to_bits);
            let hash = (u64::from(x) << 32 | u64::from(y)).wrapping_mul(0x9e37_79b9_7f4a_7c15);
            let mut slot = (hash >> 32) as usize & (slots - 1);
            let place = loop {
                match room.table[slot] as usize {
                    0 => {
                        self.distinct.push([point[0], point[1], 0.0]);
                        let place = self.distinct.len() - first;
                        room.table[slot] = place as u32;
                        break place - 1;
                    }
                    taken if self.bits(first + taken - 1) == [x, y] => break taken - 1,
                    _ => slot = (slot + 1) & (slots - 1),
                }
            };
            let weight = all.weights[at];
            self.distinct[first + place][2] += weight as f32;
            self.members.push([bar, place as u32, weight as u32]);
        }
        if all.reading.vanishing {
            for [birth, death, weight] in &mut self.distinct[first..] {
                *weight *= length([*birth, *death]);
            }
        }
        self.ends
            .push([self.distinct.len() as u32, self.members.len() as u32]);
    }

    /// Where a bar lies.
    fn bits(&self, bar: usize) -> [u32; 2] {
        let [x, y, _] = self.distinct[bar];
        [x.to_bits(), y.to_bits()]
    }

    /// The bars of the graph that was added last.
    fn last(&self) -> &[[f32; 3]] {
        let first = match self.ends.len() {
            0 | 1 => 0,
            graphs => self.ends[graphs - 2][0],
        };
        &self.distinct[first as usize..]
    }

    /// The words of a tensor that says the same.
    pub fn to_words(&self) -> Vec<i32> {
        let lengths = [self.distinct.len(), self.members.len()].map(|length| length as i32);
        let parts: [&[i32]; 4] = [
            &lengths,
            bytemuck::cast_slice(&self.distinct),
            bytemuck::cast_slice(&self.members),
            bytemuck::cast_slice(&self.ends),
        ];
        parts.concat()
    }
}

impl<'a> BarsView<'a> {
    /// What [`Bars::to_words`] said.
    pub fn new(words: &'a [i32]) -> Self {
        let (lengths, words) = words.split_at(2);
        let (distinct, words) = words.split_at(3 * lengths[0] as usize);
        let (members, ends) = words.split_at(3 * lengths[1] as usize);
        Self {
            distinct: bytemuck::cast_slice(distinct),
            members: bytemuck::cast_slice(members),
            ends: bytemuck::cast_slice(ends),
        }
    }

    /// Bars and members of each graph.
    fn graphs(self) -> impl Iterator<Item = (&'a [[f32; 3]], &'a [[u32; 3]])> {
        let starts = std::iter::once(&[0, 0]).chain(self.ends);
        starts.zip(self.ends).map(move |(start, end)| {
            let range = |part: usize| start[part] as usize..end[part] as usize;
            (&self.distinct[range(0)], &self.members[range(1)])
        })
    }
}
