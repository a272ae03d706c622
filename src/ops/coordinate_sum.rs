//! Sums of coordinate functions on the CPU: the CPU reference of the shaders `coordinate_sum*`.
//!
//! Equal bars, which are frequent because vertices share values, are merged. The loops over coordinate functions use the widest
//! vector registers of the processor.

use std::marker::PhantomData;

use macerator::Simd;

use super::{
    Element,
    elements::{Structure, WithStructure, column, load, splat, store},
};

/// Coordinate functions as columns of parameters, padded with zeros.
pub struct CoordinateFunctions {
    element: Element,
    count: usize,
    dimension: usize,
    columns: Vec<Vec<f32>>,
}

/// The outputs of a backward pass.
pub struct Gradients<'a> {
    /// Gradient of the points, `[P, D]`.
    pub points: &'a mut [f32],
    /// Gradient of the weights, `[P]`, if the weights depend on learned parameters.
    pub weights: Option<&'a mut [f32]>,
    /// Gradient of the parameters, `[K, Q]`.
    pub parameters: &'a mut [f32],
}

impl CoordinateFunctions {
    /// `parameters` has one row for each function, `[K, Q]`; `dimension` is the number of coordinates of a bar.
    pub fn new(element: Element, dimension: usize, parameters: &[f32]) -> Self {
        let width = element.parameters(dimension);
        Self {
            element,
            count: parameters.len() / width,
            dimension,
            columns: (0..width).map(|q| column(parameters, q, width)).collect(),
        }
    }

    /// K.
    pub fn count(&self) -> usize {
        self.count
    }

    /// Writes the sums of every graph, `[G, K]`; returns the bars for the backward pass.
    pub fn sum(&self, candidates: &Candidates, sums: &mut [f32]) -> Bars {
        let mut bars = Bars {
            // Capacity for all candidates, which avoids reallocation.
            members: Vec::with_capacity(candidates.weights.len()),
            ..Bars::default()
        };
        let forward = Forward {
            functions: self,
            candidates,
            sums,
            bars: &mut bars,
        };
        self.element.apply(self.dimension, forward);
        bars
    }

    /// Writes the gradients from that of the sums, `[G, K]`. All outputs must be 0.
    pub fn sum_backward(&self, bars: BarsView, gradient: &[f32], into: &mut Gradients) {
        let backward = Backward {
            functions: self,
            bars,
            gradient,
            into,
        };
        self.element.apply(self.dimension, backward);
    }

    /// Length of a column: K plus padding.
    fn padded_count(&self) -> usize {
        self.columns[0].len()
    }
}

/// Arguments of [`coordinate_sum`].
struct Forward<'a, 'b> {
    functions: &'b CoordinateFunctions,
    candidates: &'b Candidates<'a>,
    sums: &'b mut [f32],
    bars: &'b mut Bars,
}

impl WithStructure for Forward<'_, '_> {
    fn call<E: Structure>(self) {
        let kind = PhantomData::<E>;
        coordinate_sum(kind, self.functions, self.candidates, self.sums, self.bars);
    }
}

/// Arguments of [`coordinate_sum_backward`].
struct Backward<'a, 'b, 'c> {
    functions: &'c CoordinateFunctions,
    bars: BarsView<'a>,
    gradient: &'c [f32],
    into: &'c mut Gradients<'b>,
}

impl WithStructure for Backward<'_, '_, '_> {
    fn call<E: Structure>(self) {
        let kind = PhantomData::<E>;
        coordinate_sum_backward(kind, self.functions, self.bars, self.gradient, self.into);
    }
}

#[macerator::with_simd]
fn coordinate_sum<'a, S: Simd, E: Structure>(
    _: PhantomData<E>,
    functions: &CoordinateFunctions,
    candidates: &Candidates<'a>,
    sums: &mut [f32],
    bars: &mut Bars,
) {
    let mut scratch = Scratch::default();
    let mut row = vec![0.0; functions.padded_count()];
    for (graph, sums) in sums.chunks_exact_mut(functions.count).enumerate() {
        bars.collect(candidates, graph, E::DIMENSION, &mut scratch);
        row.fill(0.0);
        for &[x, y, weight] in bars.last() {
            let (x, y, weight) = (splat::<S>(x), splat::<S>(y), splat::<S>(weight));
            for k in (0..functions.padded_count()).step_by(S::lanes32()) {
                let sum = load::<S>(&row, k) + weight * E::value(&functions.columns, [x, y], k);
                store(&mut row, k, sum);
            }
        }
        sums.copy_from_slice(&row[..functions.count]);
    }
}

#[macerator::with_simd]
fn coordinate_sum_backward<'a, 'b, S: Simd, E: Structure>(
    _: PhantomData<E>,
    functions: &CoordinateFunctions,
    bars: BarsView<'a>,
    gradient: &[f32],
    into: &mut Gradients<'b>,
) {
    let mut totals = vec![vec![0.0; functions.padded_count()]; E::PARAMETERS];
    let mut slopes = Vec::new();
    for (share, (distinct, members)) in gradient.chunks_exact(functions.count).zip(bars.graphs()) {
        let share = column(share, 0, 1);
        slopes.clear();
        for &[x, y, weight] in distinct {
            let weighted = into.weights.is_some();
            let slope = slope::<S, E>(functions, [x, y], weight, &share, &mut totals, weighted);
            slopes.push(slope);
        }
        for &[candidate, place, weight] in members {
            let (candidate, weight) = (candidate as usize, f32::from_bits(weight));
            let ([x, y], value) = slopes[place as usize];
            match &mut into.points[candidate * E::DIMENSION..][..E::DIMENSION] {
                [by_x, by_y] => [*by_x, *by_y] = [weight * x, weight * y],
                line => line[0] = weight * x,
            }
            if let Some(weights) = &mut into.weights {
                weights[candidate] = value;
            }
        }
    }
    for (k, row) in into.parameters.chunks_exact_mut(E::PARAMETERS).enumerate() {
        for (entry, total) in row.iter_mut().zip(&totals) {
            *entry = total[k];
        }
    }
}

/// Returns the derivatives of `share · functions` by the point and, if `with_value`, their value. Adds `weight` times the
/// derivatives by the parameters to `totals`.
#[inline(always)]
fn slope<S: Simd, E: Structure>(
    functions: &CoordinateFunctions,
    point: [f32; 2],
    weight: f32,
    share: &[f32],
    totals: &mut [Vec<f32>],
    with_value: bool,
) -> ([f32; 2], f32) {
    let point = [splat::<S>(point[0]), splat::<S>(point[1])];
    let weight = splat::<S>(weight);
    let [mut by_x, mut by_y, mut value] = [splat::<S>(0.0); 3];
    for k in (0..functions.padded_count()).step_by(S::lanes32()) {
        let slopes = E::slopes(&functions.columns, point, k, load::<S>(share, k));
        by_x += slopes.point[0];
        if E::DIMENSION == 2 {
            by_y += slopes.point[1];
        }
        if with_value {
            value += slopes.value;
        }
        #[allow(
            clippy::needless_range_loop,
            reason = "iterators may be left uninlined"
        )]
        for q in 0..E::PARAMETERS {
            let total = load::<S>(&totals[q], k) + weight * slopes.parameters[q];
            store(&mut totals[q], k, total);
        }
    }
    ([by_x.reduce_add(), by_y.reduce_add()], value.reduce_add())
}

/// The candidate bars of a batch.
pub struct Candidates<'a> {
    points: &'a [f32],
    weights: &'a [f32],
    offsets: &'a [i32],
    directions: usize,
}

impl<'a> Candidates<'a> {
    /// Row-major points, weights, and the first candidate of each graph within a direction.
    pub fn new(
        points: &'a [f32],
        weights: &'a [f32],
        offsets: &'a [i32],
        directions: usize,
    ) -> Self {
        Self {
            points,
            weights,
            offsets,
            directions,
        }
    }

    /// G.
    pub fn graphs(&self) -> usize {
        self.offsets.len() - 1
    }
}

/// The bars of every graph; equal ones are merged.
#[derive(Default)]
pub struct Bars {
    /// Point and total weight, in the order of the first occurrence.
    distinct: Vec<[f32; 3]>,
    /// For each candidate of nonzero weight: the candidate, the index of its merged bar in the graph, and the bits of its
    /// weight.
    members: Vec<[u32; 3]>,
    /// Numbers of bars and members up to and including each graph.
    ends: Vec<[u32; 2]>,
}

/// [`Bars`] as a view of a tensor.
#[derive(Clone, Copy)]
pub struct BarsView<'a> {
    distinct: &'a [[f32; 3]],
    members: &'a [[u32; 3]],
    ends: &'a [[u32; 2]],
}

/// Reusable memory.
#[derive(Default)]
struct Scratch {
    counted: Vec<u32>,
    /// Hash table of bar indices, counted from 1; 0 is free.
    table: Vec<u32>,
}

impl Scratch {
    /// The candidates of a graph with nonzero weight.
    fn counted(&mut self, all: &Candidates, graph: usize) -> &[u32] {
        let own = all.offsets[graph] as usize..all.offsets[graph + 1] as usize;
        self.counted.resize(all.directions * own.len(), 0);
        let stride = all.weights.len() / all.directions;
        let mut count = 0;
        for direction in 0..all.directions {
            let start = own.start + direction * stride;
            let weights = &all.weights[start..start + own.len()];
            for (bar, &weight) in (start as u32..).zip(weights) {
                self.counted[count] = bar;
                count += usize::from(weight != 0.0);
            }
        }
        self.counted.truncate(count);
        &self.counted
    }
}

impl Bars {
    /// Appends the bars of a graph.
    fn collect(&mut self, all: &Candidates, graph: usize, dimension: usize, scratch: &mut Scratch) {
        let first = self.distinct.len();
        let slots = (2 * scratch.counted(all, graph).len()).next_power_of_two();
        scratch.table.clear();
        scratch.table.resize(slots, 0);
        for &bar in &scratch.counted {
            let at = bar as usize;
            let point = match dimension {
                1 => [all.points[at], 0.0],
                _ => [all.points[2 * at], all.points[2 * at + 1]],
            };
            let [x, y] = point.map(f32::to_bits);
            let hash = (u64::from(x) << 32 | u64::from(y)).wrapping_mul(0x9e37_79b9_7f4a_7c15);
            let mut slot = (hash >> 32) as usize & (slots - 1);
            let place = loop {
                match scratch.table[slot] as usize {
                    0 => {
                        self.distinct.push([point[0], point[1], 0.0]);
                        let place = self.distinct.len() - first;
                        scratch.table[slot] = place as u32;
                        break place - 1;
                    }
                    taken if self.bits(first + taken - 1) == [x, y] => break taken - 1,
                    _ => slot = (slot + 1) & (slots - 1),
                }
            };
            let weight = all.weights[at];
            self.distinct[first + place][2] += weight;
            self.members.push([bar, place as u32, weight.to_bits()]);
        }
        self.ends
            .push([self.distinct.len() as u32, self.members.len() as u32]);
    }

    /// The bits of a bar's coordinates.
    fn bits(&self, bar: usize) -> [u32; 2] {
        let [x, y, _] = self.distinct[bar];
        [x.to_bits(), y.to_bits()]
    }

    /// The bars of the last graph.
    fn last(&self) -> &[[f32; 3]] {
        let first = match self.ends.len() {
            0 | 1 => 0,
            graphs => self.ends[graphs - 2][0],
        };
        &self.distinct[first as usize..]
    }

    /// Serializes to the words of a tensor.
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
    /// `words` is the result of [`Bars::to_words`], which a tensor can carry.
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
