//! The agreement of two filters on the same vertices, up to monotone maps: persistence pairs depend only on the order of the
//! vertices in a filtration.

use super::monotone::rising;
use crate::homology::order::canonical_key;

/// Counts of the pairs of vertices of the same graph, by their order under two filters. The order of values is that of filtrations:
/// −0 equals 0, and NaN, which equals NaN, comes last.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Orders {
    /// Pairs in the same order under both.
    pub same: u64,
    /// Pairs in opposite orders.
    pub opposite: u64,
    /// Pairs without a tie in the first filter, and pairs without a tie in the second.
    pub untied: [u64; 2],
    /// All pairs, including ties in one filter or in both.
    pub pairs: u64,
}

impl Orders {
    /// Counts the pairs of the vertices of one graph, with a value of each filter for every vertex. O(n log n) (Knight, 1966).
    ///
    /// # Panics
    /// If the lists differ in length.
    pub fn of(a: &[f32], b: &[f32]) -> Self {
        assert_eq!(a.len(), b.len());
        let mut keys: Vec<[u32; 2]> = a
            .iter()
            .zip(b)
            .map(|(&a, &b)| [canonical_key(a), canonical_key(b)])
            .collect();
        keys.sort_unstable();
        let ties_of_both = tied_pairs(&keys);
        let ties_of_a = tied_pairs(keys.iter().map(|[a, _]| a));
        let mut of_b: Vec<u32> = keys.iter().map(|&[_, b]| b).collect();
        let opposite = sort_counting(&mut of_b);
        let ties_of_b = tied_pairs(&of_b);
        let pairs = pairs(a.len() as u64);
        Self {
            same: pairs + ties_of_both - ties_of_a - ties_of_b - opposite,
            opposite,
            untied: [pairs - ties_of_a, pairs - ties_of_b],
            pairs,
        }
    }

    /// Adds the pairs of another graph.
    pub fn add(&mut self, other: &Self) {
        self.same += other.same;
        self.opposite += other.opposite;
        self.pairs += other.pairs;
        for (all, own) in self.untied.iter_mut().zip(other.untied) {
            *all += own;
        }
    }

    /// Of the pairs without a tie in either filter, the share with the same order in both. NaN without such pairs.
    pub fn share(&self) -> f64 {
        self.same as f64 / (self.same + self.opposite) as f64
    }

    /// The share of all pairs without a tie in either filter. NaN without pairs.
    pub fn untied_by_both(&self) -> f64 {
        (self.same + self.opposite) as f64 / self.pairs as f64
    }

    /// Kendall's τ-b. The numerator is the number of pairs in the same order less that in the opposite one. The denominator is the
    /// geometric mean of the numbers of pairs without a tie in the first filter and in the second. It is in [−1, 1]: 1 if each is a
    /// rising function of the other, −1 if each is a falling one. `None` if a filter is constant, and thus for fewer than two
    /// vertices.
    pub fn kendall_tau(&self) -> Option<f64> {
        let [a, b] = self.untied;
        let scale = (a as f64 * b as f64).sqrt();
        (scale > 0.0).then(|| (self.same as f64 - self.opposite as f64) / scale)
    }
}

/// [`Orders::kendall_tau`] of two filters on the same vertices.
///
/// # Panics
/// If the lists differ in length.
pub fn kendall_tau(a: &[f32], b: &[f32]) -> Option<f64> {
    Orders::of(a, b).kendall_tau()
}

/// Number of pairs of `things` things.
fn pairs(things: u64) -> u64 {
    things * things.saturating_sub(1) / 2
}

/// Number of pairs of equal elements in a sorted sequence.
fn tied_pairs<T: PartialEq>(sorted: impl IntoIterator<Item = T>) -> u64 {
    let mut tied = 0;
    let mut equal = 0;
    let mut last = None;
    for one in sorted {
        equal = if last.as_ref() == Some(&one) {
            equal + 1
        } else {
            0
        };
        tied += equal;
        last = Some(one);
    }
    tied
}

/// Merge sort that counts the pairs in the opposite order.
fn sort_counting(values: &mut [u32]) -> u64 {
    let mut merged = Vec::with_capacity(values.len());
    let mut inversions = 0;
    let mut width = 1;
    while width < values.len() {
        for both in values.chunks_mut(2 * width) {
            let (left, right) = both.split_at(width.min(both.len()));
            let (mut i, mut j) = (0, 0);
            merged.clear();
            while i < left.len() && j < right.len() {
                if left[i] <= right[j] {
                    merged.push(left[i]);
                    i += 1;
                } else {
                    // It precedes all remaining elements of the left half.
                    inversions += (left.len() - i) as u64;
                    merged.push(right[j]);
                    j += 1;
                }
            }
            merged.extend_from_slice(&left[i..]);
            merged.extend_from_slice(&right[j..]);
            both.copy_from_slice(&merged);
        }
        width *= 2;
    }
    inversions
}

/// The largest share of the variance of `b` that a non-decreasing function of `a` explains, and that of a non-increasing one. Each
/// is in [0, 1]. A constant explains nothing. `None` if `b` is constant or a value is not finite.
///
/// # Panics
/// If the lists differ in length.
pub fn monotone_shares(a: &[f32], b: &[f32]) -> Option<[f64; 2]> {
    assert_eq!(a.len(), b.len());
    if a.iter().chain(b).any(|value| !value.is_finite()) || b.iter().all(|value| *value == b[0]) {
        return None;
    }
    let mut order: Vec<usize> = (0..a.len()).collect();
    order.sort_unstable_by_key(|&v| canonical_key(a[v]));
    let value = |&v: &usize| f64::from(b[v]);
    let mean = order.iter().map(value).sum::<f64>() / order.len() as f64;
    // A function of `a` has one value for all vertices with the same `a`.
    let levels: Vec<[f64; 2]> = order
        .chunk_by(|&u, &v| a[u] == a[v])
        .map(|level| {
            let vertices = level.len() as f64;
            [vertices, level.iter().map(value).sum::<f64>() / vertices]
        })
        .collect();
    let total: f64 = b.iter().map(|&b| (f64::from(b) - mean).powi(2)).sum();
    // The residuals of an isotonic regression are orthogonal to its means, so the variance of the means is the explained variance.
    let explained = |levels: &[[f64; 2]]| {
        let between = levels.iter().zip(rising(levels));
        let between = between.map(|([vertices, _], fitted)| vertices * (fitted - mean).powi(2));
        (between.sum::<f64>() / total).clamp(0.0, 1.0)
    };
    let upwards = explained(&levels);
    let mut backwards = levels;
    backwards.reverse();
    Some([upwards, explained(&backwards)])
}

/// The agreement of two filters over some graphs.
#[derive(Clone, Debug, PartialEq)]
pub struct Agreement {
    /// [`kendall_tau`] of each graph.
    pub taus: Vec<Option<f64>>,
    /// Number of graphs on which only the first filter is constant, only the second, and both: these have no τ.
    pub constant: [u32; 3],
    /// [`monotone_shares`] of the second filter by the first over the vertices of all these graphs together.
    pub monotone: Option<[f64; 2]>,
}

impl Agreement {
    /// The agreement of two filters on graphs, each given by its values of both.
    ///
    /// # Panics
    /// If the two lists of a graph differ in length.
    pub fn of<'a>(graphs: impl IntoIterator<Item = [&'a [f32]; 2]>) -> Self {
        let mut all: [Vec<f32>; 2] = Default::default();
        let mut constant = [0; 3];
        let mut taus = Vec::new();
        for filters in graphs {
            taus.push(kendall_tau(filters[0], filters[1]));
            match filters.map(is_constant) {
                [true, false] => constant[0] += 1,
                [false, true] => constant[1] += 1,
                [true, true] => constant[2] += 1,
                [false, false] => {}
            }
            for (all, own) in all.iter_mut().zip(filters) {
                all.extend_from_slice(own);
            }
        }
        Self {
            taus,
            constant,
            monotone: monotone_shares(&all[0], &all[1]),
        }
    }
}

fn is_constant(filter: &[f32]) -> bool {
    filter
        .iter()
        .all(|&value| canonical_key(value) == canonical_key(filter[0]))
}

/// [`of_cells`] of each pair of filters, row by row.
pub fn of_all(filters: &[&[f32]], cells: impl Iterator<Item = usize> + Clone) -> Vec<f64> {
    let count = filters.len();
    let mut taus = vec![f64::NAN; count * count];
    for (row, one) in filters.iter().enumerate() {
        for (column, other) in filters.iter().enumerate().skip(row) {
            let tau = of_cells(one, other, cells.clone());
            taus[row * count + column] = tau;
            taus[column * count + row] = tau;
        }
    }
    taus
}

/// Kendall's τ-b of two filters over the pairs of cells of the same graph, vertices or edges. NaN if a filter is constant. `cells` are
/// their numbers, graph by graph, and the filters have the values of all cells, concatenated.
pub fn of_cells(one: &[f32], other: &[f32], cells: impl Iterator<Item = usize>) -> f64 {
    let mut orders = Orders::default();
    let mut first = 0;
    for count in cells {
        let own = first..first + count;
        first = own.end;
        orders.add(&Orders::of(&one[own.clone()], &other[own]));
    }
    orders.kendall_tau().unwrap_or(f64::NAN)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    /// τ-b by its definition, pair by pair.
    fn told(a: &[f32], b: &[f32]) -> Option<f64> {
        let sign = |u: f32, v: f32| canonical_key(u).cmp(&canonical_key(v)) as i64;
        let (mut same, mut untied_a, mut untied_b) = (0, 0, 0);
        for u in 0..a.len() {
            for v in 0..u {
                let (of_a, of_b) = (sign(a[u], a[v]), sign(b[u], b[v]));
                same += of_a * of_b;
                untied_a += of_a.abs();
                untied_b += of_b.abs();
            }
        }
        let scale = (untied_a as f64 * untied_b as f64).sqrt();
        (scale > 0.0).then(|| same as f64 / scale)
    }

    /// The least squares of all non-decreasing functions of `a`, by the max–min formula of isotonic regression. A pool from i to j
    /// has its mean. Each level has the maximum over the starts of the minimum over the ends of the means of the pools around it.
    fn best_share(a: &[f32], b: &[f32]) -> f64 {
        let mut levels = a.to_vec();
        levels.sort_by(f32::total_cmp);
        levels.dedup();
        let mean_of = |low: f32, high: f32| {
            let own: Vec<f64> = (0..a.len())
                .filter(|&v| low <= a[v] && a[v] <= high)
                .map(|v| f64::from(b[v]))
                .collect();
            own.iter().sum::<f64>() / own.len() as f64
        };
        let fitted = |value: f32| {
            let below = levels.iter().filter(|&&level| level <= value);
            below
                .map(|&low| {
                    let above = levels.iter().filter(|&&level| level >= value);
                    above
                        .map(|&high| mean_of(low, high))
                        .fold(f64::INFINITY, f64::min)
                })
                .fold(f64::NEG_INFINITY, f64::max)
        };
        let mean = b.iter().map(|&b| f64::from(b)).sum::<f64>() / b.len() as f64;
        let rest: f64 = (0..a.len())
            .map(|v| (f64::from(b[v]) - fitted(a[v])).powi(2))
            .sum();
        let total: f64 = b.iter().map(|&b| (f64::from(b) - mean).powi(2)).sum();
        1.0 - rest / total
    }

    /// Two filters on up to 24 vertices, with many ties.
    fn filters() -> impl Strategy<Value = (Vec<f32>, Vec<f32>)> {
        let value = prop_oneof![(0u8..5).prop_map(|x| f32::from(x) / 4.0), 0.0f32..1.0];
        let odd = prop_oneof![Just(-0.0f32), Just(f32::NAN), Just(f32::INFINITY)];
        let any = prop_oneof![9 => value, 1 => odd];
        proptest::collection::vec((any.clone(), any), 0..24)
            .prop_map(|both| both.into_iter().unzip())
    }

    #[test]
    fn ties_count_for_neither() {
        // 0 and 1 tie in the first, 1 and 2 in the second; 0 and 3 have opposite orders.
        let mut found = Orders::of(&[0.0, -0.0, 0.5, 1.0], &[3.0, 4.0, 4.0, 1.0]);
        let expected = Orders {
            same: 1,
            opposite: 3,
            untied: [5, 5],
            pairs: 6,
        };
        assert_eq!(found, expected);
        assert_eq!((found.share(), found.untied_by_both()), (0.25, 4.0 / 6.0));
        found.add(&Orders::of(&[], &[]));
        found.add(&Orders::of(&[2.0], &[1.0]));
        assert_eq!(found, expected);
        let none = Orders::default();
        assert!(none.share().is_nan() && none.untied_by_both().is_nan());
    }

    proptest! {
        #[test]
        fn counts_match_a_comparison_of_all_pairs((a, b) in filters()) {
            let mut expected = Orders::default();
            for v in 0..a.len() {
                for u in 0..v {
                    let sign = |f: &[f32]| canonical_key(f[u]).cmp(&canonical_key(f[v])) as i8;
                    let (of_a, of_b) = (sign(&a), sign(&b));
                    expected.pairs += 1;
                    expected.same += u64::from(of_a * of_b > 0);
                    expected.opposite += u64::from(of_a * of_b < 0);
                    expected.untied[0] += u64::from(of_a != 0);
                    expected.untied[1] += u64::from(of_b != 0);
                }
            }
            prop_assert_eq!(Orders::of(&a, &b), expected);
        }

        #[test]
        fn tau_matches_a_comparison_of_all_pairs((a, b) in filters()) {
            let found = kendall_tau(&a, &b);
            prop_assert_eq!(found, told(&a, &b));
            prop_assert_eq!(found, kendall_tau(&b, &a));
            prop_assert!(found.is_none_or(|tau| (-1.0..=1.0).contains(&tau)));
            // Only the order counts.
            let cube: Vec<f32> = a.iter().map(|x| 2.0 * x.powi(3) + 1.0).collect();
            if a.iter().all(|x| x.is_finite() && (*x == 0.0 || *x > 0.01)) && told(&a, &cube) == Some(1.0) {
                prop_assert_eq!(kendall_tau(&cube, &b), found);
            }
            let falling: Vec<f32> = a.iter().map(|x| -x).collect();
            if a.iter().all(|x| x.is_finite()) {
                prop_assert_eq!(kendall_tau(&falling, &b), found.map(|tau| -tau));
                prop_assert!(kendall_tau(&a, &a).is_none_or(|tau| tau == 1.0));
            }
        }

        #[test]
        fn shares_are_those_of_the_best_monotone_functions((a, b) in filters()) {
            let finite = a.iter().chain(&b).all(|x| x.is_finite());
            let Some([rising, falling]) = monotone_shares(&a, &b) else {
                prop_assert!(!finite || b.iter().all(|x| *x == b[0]));
                return Ok(());
            };
            prop_assert!(finite);
            prop_assert!((rising - best_share(&a, &b)).abs() < 1e-9);
            let down: Vec<f32> = a.iter().map(|x| -x).collect();
            prop_assert!((falling - best_share(&down, &b)).abs() < 1e-9);
            prop_assert!((0.0..=1.0).contains(&rising) && (0.0..=1.0).contains(&falling));
        }
    }

    #[test]
    fn a_filter_agrees_with_its_increasing_functions_and_disagrees_with_decreasing_ones() {
        let a = [0.1, 0.5, 0.2, 0.5, 0.9];
        let square = a.map(|x: f32| x * x);
        let falling = a.map(|x| 1.0 - x);
        assert_eq!(kendall_tau(&a, &square), Some(1.0));
        assert_eq!(kendall_tau(&a, &falling), Some(-1.0));
        let close = |found: f64, expected: f64| assert!((found - expected).abs() < 1e-9, "{found}");
        close(monotone_shares(&a, &square).unwrap()[0], 1.0);
        close(monotone_shares(&a, &falling).unwrap()[1], 1.0);
        close(monotone_shares(&a, &falling).unwrap()[0], 0.0);
        // A constant explains nothing, and a constant has no variance to explain.
        assert_eq!(monotone_shares(&[0.5; 5], &a), Some([0.0; 2]));
        assert_eq!(monotone_shares(&a, &[0.5; 5]), None);
        assert_eq!(monotone_shares(&[], &[]), None);
    }

    #[test]
    fn graphs_with_a_constant_filter_have_no_tau_and_are_counted_separately() {
        let graphs: [[&[f32]; 2]; 5] = [
            [&[0.1, 0.2], &[0.7, 0.3]],
            [&[0.4, 0.4], &[0.7, 0.3]],
            [&[0.1, 0.2], &[0.0, -0.0]],
            [&[0.3], &[0.6]],
            [&[], &[]],
        ];
        let found = Agreement::of(graphs);
        assert_eq!(found.taus, [Some(-1.0), None, None, None, None]);
        assert_eq!(found.constant, [1, 1, 2]);
    }
}
