//! Distances between persistence diagrams, and optimal matchings.
//!
//! A matching pairs points of two diagrams; unmatched points are matched to the diagonal. The cost of a pair is the maximum
//! norm of the difference; the cost of the diagonal is half of the persistence. The bottleneck distance is the minimum over
//! matchings of the largest cost. The p-Wasserstein distance is the minimum of `(Σ costᵖ)^(1/p)`.
//!
//! Points have 32 or 64 bits, such as those of [`super::barcode::Barcode::diagrams`]. An essential point has an infinite death and is infinitely far
//! from the diagonal and from every finite point. Essential points are matched among one another by birth; if their numbers
//! differ, the distance is infinite. NaN behaves in the same way: equal to NaN and infinitely far from everything else.

use std::collections::{BTreeMap, VecDeque};

use serde::Serialize;

use super::norm::norm;
use super::ranks::key;

/// A distance between two diagrams.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct Distance {
    /// Not negative and never NaN.
    pub value: f64,
    /// An optimal matching that contains every point once.
    pub matching: Vec<Match>,
}

/// Two matched points, or a point matched to the diagonal.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct Match {
    /// Index of the point of the first diagram.
    pub a: Option<usize>,
    /// Index of the point of the second diagram.
    pub b: Option<usize>,
    /// Distance in the maximum norm; to the diagonal, half the length of the bar.
    pub cost: f64,
}

/// The bottleneck distance. It is at most the maximum change of the filter (stability: Cohen-Steiner, Edelsbrunner, Harer
/// 2007). Exact: the result is one of the costs. Several matchings can have this largest cost; the matching is one with the
/// smallest sum of costs among them, up to the rounding of `f64`.
pub fn bottleneck<T: Copy + Into<f64>>(a: &[[T; 2]], b: &[[T; 2]]) -> Distance {
    let mut parts = Parts::new(&widened(a), &widened(b));
    let pairs = cheapest_pairs(&parts, Order::One, 1.0);
    parts.accept(pairs);
    let costs = parts.matching.iter().map(|pair| pair.cost);
    Distance {
        value: costs.fold(0.0, f64::max),
        matching: parts.matching,
    }
}

/// The order p of a Wasserstein distance.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Order {
    One,
    Two,
}

impl Order {
    /// The p-th power of a cost.
    fn power(self, cost: f64) -> f64 {
        match self {
            Self::One => cost,
            Self::Two => cost * cost,
        }
    }

    /// The p-th root.
    fn root(self, power: f64) -> f64 {
        match self {
            Self::One => power,
            Self::Two => power.sqrt(),
        }
    }

    /// The p-th root of the sum of the powers of costs.
    fn total(self, costs: impl Iterator<Item = f64> + Clone) -> f64 {
        match self {
            Self::One => costs.sum(),
            Self::Two => norm(costs),
        }
    }
}

/// The Wasserstein distance of an order. Exact up to the rounding of `f64`.
///
/// Under a change of the filter of a complex, it is at most `(Σ |f(σ) − g(σ)|ᵖ)^(1/p)` over the simplices σ (Skraba, Turner 2020).
/// The maximum change alone is no bound.
pub fn wasserstein<T: Copy + Into<f64>>(a: &[[T; 2]], b: &[[T; 2]], order: Order) -> Distance {
    let mut parts = Parts::new(&widened(a), &widened(b));
    // A single larger cost exceeds the powers of all costs of a bottleneck matching together.
    let most = order.root(2.0 * parts.count());
    let pairs = cheapest_pairs(&parts, order, most);
    parts.accept(pairs);
    Distance {
        value: order.total(parts.matching.iter().map(|pair| pair.cost)),
        matching: parts.matching,
    }
}

/// The points in 64 bits.
fn widened<T: Copy + Into<f64>>(points: &[[T; 2]]) -> Vec<[f64; 2]> {
    points.iter().map(|point| point.map(Into::into)).collect()
}

/// Difference of two coordinates.
fn gap(x: f64, y: f64) -> f64 {
    if key(x) == key(y) {
        return 0.0;
    }
    let gap = (x - y).abs();
    if gap.is_nan() { f64::INFINITY } else { gap }
}

fn cost(p: [f64; 2], q: [f64; 2]) -> f64 {
    gap(p[0], q[0]).max(gap(p[1], q[1]))
}

fn to_diagonal(p: [f64; 2]) -> f64 {
    let [birth, death] = p;
    let length = gap(birth, death);
    // The length of a finite bar can exceed the largest number; its half cannot.
    if length == f64::INFINITY && birth.is_finite() && death.is_finite() {
        return (birth / 2.0 - death / 2.0).abs();
    }
    length / 2.0
}

/// Points of one diagram with several possible partners: off the diagonal and at a finite distance from it.
struct Side {
    /// Index of each point in the diagram.
    index: Vec<usize>,
    to_diagonal: Vec<f64>,
}

/// Two diagrams, split into forced matches and free points.
struct Parts {
    matching: Vec<Match>,
    a: Side,
    b: Side,
    /// Cost of pairing two free points; one row per point of the first diagram.
    costs: Vec<f64>,
}

impl Parts {
    fn new(a: &[[f64; 2]], b: &[[f64; 2]]) -> Self {
        let mut matching = essential_matches(a, b);
        let mut side = |points: &[[f64; 2]], first: bool| {
            let mut side = Side {
                index: Vec::new(),
                to_diagonal: Vec::new(),
            };
            for (index, &point) in points.iter().enumerate() {
                let cost = to_diagonal(point);
                if cost == 0.0 {
                    matching.push(alone(index, first, cost));
                } else if cost < f64::INFINITY {
                    side.index.push(index);
                    side.to_diagonal.push(cost);
                }
            }
            side
        };
        let sides = [side(a, true), side(b, false)];
        // Their coordinates are finite.
        let values = |points: &[[f64; 2]], side: &Side| -> Vec<[f64; 2]> {
            side.index.iter().map(|&index| points[index]).collect()
        };
        let [p, q] = [values(a, &sides[0]), values(b, &sides[1])];
        let costs = p.iter().flat_map(|p| {
            let cost = |q: &[f64; 2]| (p[0] - q[0]).abs().max((p[1] - q[1]).abs());
            q.iter().map(cost)
        });
        let costs = costs.collect();
        let [a, b] = sides;
        Self {
            matching,
            a,
            b,
            costs,
        }
    }

    /// Number of free points.
    fn count(&self) -> f64 {
        (self.a.index.len() + self.b.index.len()) as f64
    }

    /// Rows and columns of `costs`.
    fn size(&self) -> (usize, usize) {
        (self.a.index.len(), self.b.index.len())
    }

    fn rows(&self) -> impl Iterator<Item = (usize, &[f64])> {
        // `chunks` does not accept an empty row.
        self.costs.chunks(self.size().1.max(1)).enumerate()
    }

    /// Matches these pairs of free points; matches all others to the diagonal.
    fn accept(&mut self, pairs: Vec<(usize, usize)>) {
        let [mut a, mut b] = [&self.a, &self.b].map(|side| vec![true; side.index.len()]);
        for (i, j) in pairs {
            (a[i], b[j]) = (false, false);
            self.matching.push(Match {
                a: Some(self.a.index[i]),
                b: Some(self.b.index[j]),
                cost: self.costs[i * self.b.index.len() + j],
            });
        }
        for (side, left, first) in [(&self.a, a, true), (&self.b, b, false)] {
            let points = side.index.iter().zip(&side.to_diagonal).zip(left);
            let points = points.filter(|&(_, left)| left);
            self.matching
                .extend(points.map(|((&index, &cost), _)| alone(index, first, cost)));
        }
        self.matching
            .sort_unstable_by_key(|pair| (pair.a.is_none(), pair.a, pair.b));
    }
}

/// A point of the first or the second diagram, matched to the diagonal.
fn alone(index: usize, first: bool, cost: f64) -> Match {
    let (a, b) = if first {
        (Some(index), None)
    } else {
        (None, Some(index))
    };
    Match { a, b, cost }
}

/// Sorts the indices of points by a coordinate, then by index.
fn sort_by_ends(indices: &mut [usize], points: &[[f64; 2]]) {
    indices.sort_unstable_by_key(|&index| (points[index].map(key), index));
}

/// Matches the points that are infinitely far from the diagonal: those with equal infinite (or NaN) coordinates, in the order
/// of the finite one, which is optimal for every distance.
fn essential_matches(a: &[[f64; 2]], b: &[[f64; 2]]) -> Vec<Match> {
    // Finite coordinates compare as equal, others by their keys.
    let class = |point: [f64; 2]| point.map(|x| (!x.is_finite()).then(|| key(x)));
    let mut groups: BTreeMap<_, [Vec<usize>; 2]> = BTreeMap::new();
    for (side, points) in [a, b].into_iter().enumerate() {
        for (index, &point) in points.iter().enumerate() {
            if to_diagonal(point) == f64::INFINITY {
                groups.entry(class(point)).or_default()[side].push(index);
            }
        }
    }
    let mut matching = Vec::new();
    for [mut i, mut j] in groups.into_values() {
        sort_by_ends(&mut i, a);
        sort_by_ends(&mut j, b);
        let both = i.len().min(j.len());
        matching.extend(i.iter().zip(&j).map(|(&i, &j)| Match {
            a: Some(i),
            b: Some(j),
            cost: cost(a[i], b[j]),
        }));
        matching.extend(i[both..].iter().map(|&i| alone(i, true, f64::INFINITY)));
        matching.extend(j[both..].iter().map(|&j| alone(j, false, f64::INFINITY)));
    }
    matching
}

/// The pairs of a matching with the smallest sum of powers, among those whose costs are at most `most` times the bottleneck distance
/// of the free points. There is one if `most` is at least 1.
///
/// An assignment problem without copies of the diagonal: it maximises what pairs save against the diagonal. Costs are in units of the
/// bottleneck distance, and larger costs count as one that no optimal matching can afford. So powers of very large and very small
/// values neither leave the range of `f64` nor drown the others, for example beside a death of 1e200 in place of infinity.
fn cheapest_pairs(parts: &Parts, order: Order, most: f64) -> Vec<(usize, usize)> {
    // The smallest number in place of 0, so that quotients exist.
    let unit = bottleneck_of(parts).max(f64::from_bits(1));
    let too_much = 4.0 * parts.count();
    let power = move |cost: f64| match cost <= most * unit {
        true => order.power(cost / unit),
        false => too_much,
    };
    let (rows, columns) = parts.size();
    let [a, b] = [&parts.a, &parts.b]
        .map(|side| -> Vec<f64> { side.to_diagonal.iter().map(|&cost| power(cost)).collect() });
    let saved = parts.rows().flat_map(|(i, costs)| {
        let (a, both) = (a[i], b.iter().zip(costs));
        both.map(move |(b, &cost)| (a + b - power(cost)).max(0.0))
    });
    let saved: Vec<f64> = saved.collect();
    let (i, j) = lsap::solve(rows, columns, &saved, true)
        .expect("savings are numbers from 0 to twice the largest cost");
    let pairs = i.into_iter().zip(j);
    pairs
        .filter(|&(i, j)| saved[i * columns + j] > 0.0)
        .collect()
}

/// The smallest largest cost of a matching of the free points.
fn bottleneck_of(parts: &Parts) -> f64 {
    let (rows, columns) = parts.size();
    // A point costs at least as much as its nearest partner or the diagonal.
    let mut nearest = [&parts.a, &parts.b].map(|side| side.to_diagonal.clone());
    for (i, costs) in parts.rows() {
        for (j, &cost) in costs.iter().enumerate() {
            nearest[0][i] = nearest[0][i].min(cost);
            nearest[1][j] = nearest[1][j].min(cost);
        }
    }
    let max = |costs: &[f64]| costs.iter().copied().fold(0.0, f64::max);
    let min = max(&nearest.concat());
    let all = [&parts.a.to_diagonal[..], &parts.b.to_diagonal, &parts.costs].concat();
    let enough = max(&all[..rows + columns]);
    let mut candidates = all;
    candidates.retain(|&cost| min <= cost && cost <= enough);
    // Binary search for the smallest sufficient cost; the largest one always suffices.
    let mut left = &mut candidates[..];
    let mut best = enough;
    while !left.is_empty() {
        let (below, &mut middle, above) =
            left.select_nth_unstable_by(left.len() / 2, f64::total_cmp);
        left = if has_matching(parts, middle) {
            best = middle;
            below
        } else {
            above
        };
    }
    best
}

/// Whether there is a matching with costs of at most `max`.
///
/// Points farther than that from the diagonal need a partner. Augmenting paths find partners first for `a`, then for `b`. A path
/// that begins on one side leaves all points of the other side matched. On its own side it unmatches only points that are close
/// enough to the diagonal (Mendelsohn, Dulmage 1958).
fn has_matching(parts: &Parts, max: f64) -> bool {
    let (rows, columns) = parts.size();
    let mut near = [Bits::new(rows, columns), Bits::new(columns, rows)];
    for (i, costs) in parts.rows() {
        for (j, _) in costs.iter().enumerate().filter(|&(_, &cost)| cost <= max) {
            near[0].set(i, j);
            near[1].set(j, i);
        }
    }
    let (mut of_a, mut of_b) = (vec![None; rows], vec![None; columns]);
    let needs = |side: &Side| {
        side.to_diagonal
            .iter()
            .map(|&cost| cost > max)
            .collect::<Vec<_>>()
    };
    cover(&near[0], &needs(&parts.a), &mut of_a, &mut of_b)
        && cover(&near[1], &needs(&parts.b), &mut of_b, &mut of_a)
}

/// Finds a partner for every point of one side that needs one; returns whether that is possible.
fn cover(
    near: &Bits,
    needs: &[bool],
    partner: &mut [Option<usize>],
    of_other: &mut [Option<usize>],
) -> bool {
    let mut unseen = Vec::new();
    let mut reached_from = vec![0; of_other.len()];
    let mut queue = VecDeque::new();
    (0..needs.len()).all(|start| {
        if !needs[start] || partner[start].is_some() {
            return true;
        }
        unseen.clear();
        unseen.resize(near.words_per_row, u64::MAX);
        queue.clear();
        queue.push_back(start);
        while let Some(point) = queue.pop_front() {
            for (word, unseen) in unseen.iter_mut().enumerate() {
                let mut found = near.row(point)[word] & *unseen;
                *unseen &= !found;
                while found != 0 {
                    let other = word * 64 + found.trailing_zeros() as usize;
                    found &= found - 1;
                    reached_from[other] = point;
                    match of_other[other] {
                        Some(next) if needs[next] => queue.push_back(next),
                        free => {
                            if let Some(given_up) = free {
                                partner[given_up] = None;
                            }
                            hand_over(other, &reached_from, partner, of_other);
                            return true;
                        }
                    }
                }
            }
        }
        false
    })
}

/// Along the path that ends at `last`, matches every point to the partner reached from it.
fn hand_over(
    last: usize,
    reached_from: &[usize],
    partner: &mut [Option<usize>],
    of_other: &mut [Option<usize>],
) {
    let mut next = Some(last);
    while let Some(other) = next {
        let point = reached_from[other];
        of_other[other] = Some(point);
        next = partner[point].replace(other);
    }
}

/// A matrix of bits.
struct Bits {
    words_per_row: usize,
    words: Vec<u64>,
}

impl Bits {
    fn new(rows: usize, columns: usize) -> Self {
        let words_per_row = columns.div_ceil(64);
        Self {
            words_per_row,
            words: vec![0; rows * words_per_row],
        }
    }

    fn set(&mut self, row: usize, column: usize) {
        self.words[row * self.words_per_row + column / 64] |= 1 << (column % 64);
    }

    fn row(&self, row: usize) -> &[u64] {
        &self.words[row * self.words_per_row..][..self.words_per_row]
    }
}
