//! Tests of whether two groups differ: by ranks, for many values at once, and by permutations. [`resampled`] and [`mcnemar`]: whether two
//! models differ.

mod paired;

use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

pub use paired::{Resampled, differences, holm, mcnemar, resampled};

/// The two-sided quantile of a 95 % interval.
const Z_95: f64 = 1.959_963_984_540_054;

/// Two samples compared by the ranks of their values.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Ranks {
    /// The probability that a value of the first sample is larger than one of the second, ties counted half: the area under the
    /// ROC curve.
    pub auc: f64,
    /// Its 95 % interval (DeLong, DeLong and Clarke-Pearson, 1988), within [0, 1]; NaN if a sample has fewer than two values.
    pub interval: [f64; 2],
    /// The two-sided p-value of the Mann–Whitney test: normal approximation with corrections for ties and continuity.
    pub p: f64,
}

/// Compares two samples; none if one is empty.
pub fn ranks(first: &[f64], second: &[f64]) -> Option<Ranks> {
    let (m, n) = (first.len() as f64, second.len() as f64);
    if m * n == 0.0 {
        return None;
    }
    let both: Vec<f64> = first.iter().chain(second).copied().collect();
    let (together, ties) = mid_ranks(&both);
    let [own_first, own_second] = [first, second].map(|sample| mid_ranks(sample).0);
    let (of_first, of_second) = together.split_at(first.len());
    // For each value, the share of the other sample that it exceeds (Sun and Xu, 2014).
    let placed = |together: &[f64], own: &[f64], others: f64| -> Vec<f64> {
        let pairs = together.iter().zip(own);
        pairs.map(|(rank, own)| (rank - own) / others).collect()
    };
    let above = placed(of_first, &own_first, n);
    let below = placed(of_second, &own_second, m);
    let auc = above.iter().sum::<f64>() / m;
    let deviation = (variance(&above) / m + variance(&below) / n).sqrt();
    let total = m + n;
    let spread = (m * n / 12.0 * (total + 1.0 - ties / (total * (total - 1.0)))).sqrt();
    let u = (m * n * auc).max(m * n * (1.0 - auc));
    let p = match spread > 0.0 {
        true => (2.0 * upper_tail((u - m * n / 2.0 - 0.5) / spread)).min(1.0),
        false => 1.0,
    };
    let interval = [-Z_95, Z_95].map(|z| match deviation.is_nan() {
        true => f64::NAN,
        false => (auc + z * deviation).clamp(0.0, 1.0),
    });
    Some(Ranks { auc, interval, p })
}

/// The rank of each value, from 1, the mean for equal ones; and Σ (t³ − t) over the numbers t of equal values.
fn mid_ranks(values: &[f64]) -> (Vec<f64>, f64) {
    let mut order: Vec<usize> = (0..values.len()).collect();
    order.sort_unstable_by(|&a, &b| values[a].total_cmp(&values[b]));
    let mut ranks = vec![0.0; values.len()];
    let (mut before, mut ties) = (0.0, 0.0);
    for equal in order.chunk_by(|&a, &b| values[a] == values[b]) {
        let count = equal.len() as f64;
        for &place in equal {
            ranks[place] = before + (count + 1.0) / 2.0;
        }
        before += count;
        ties += count.powi(3) - count;
    }
    (ranks, ties)
}

/// The sample variance; NaN for fewer than two numbers.
fn variance(numbers: &[f64]) -> f64 {
    let count = numbers.len() as f64;
    let mean = numbers.iter().sum::<f64>() / count;
    let squares: f64 = numbers.iter().map(|x| (x - mean).powi(2)).sum();
    match numbers.len() > 1 {
        true => squares / (count - 1.0),
        false => f64::NAN,
    }
}

/// The probability that a standard normal number exceeds `z`.
fn upper_tail(z: f64) -> f64 {
    if z < 0.0 {
        return 1.0 - upper_tail(-z);
    }
    let density = (-z * z / 2.0).exp() / (2.0 * std::f64::consts::PI).sqrt();
    if z < 4.0 {
        // ½ less the power series of the integral from 0.
        let (mut term, mut sum) = (z, z);
        for odd in (3..200).step_by(2) {
            term *= z * z / f64::from(odd);
            sum += term;
        }
        return (0.5 - density * sum).max(0.0);
    }
    // The continued fraction of the ratio of Mills, from its end.
    let rest = (1..=60)
        .rev()
        .fold(0.0, |rest, step| f64::from(step) / (z + rest));
    density / (z + rest)
}

/// p-values of several tests, corrected so that of those up to q a share of at most q is expected to be false
/// (Benjamini and Hochberg, 1995).
pub fn corrected(p: &[f64]) -> Vec<f64> {
    let mut order: Vec<usize> = (0..p.len()).collect();
    order.sort_unstable_by(|&a, &b| p[b].total_cmp(&p[a]));
    let mut least = 1.0_f64;
    let mut corrected = vec![1.0; p.len()];
    for (larger, &place) in order.iter().enumerate() {
        let rank = (p.len() - larger) as f64;
        least = least.min(p[place] * p.len() as f64 / rank);
        corrected[place] = least;
    }
    corrected
}

/// Sparse vectors of two groups.
pub struct Groups<'a> {
    /// For each member, positions and values that are not 0.
    pub members: &'a [Vec<(usize, f64)>],
    /// Whether each member is in the first group.
    pub in_first: Vec<bool>,
    /// Length of the vectors.
    pub length: usize,
}

impl Groups<'_> {
    /// A permutation test of the distance between the means of the groups. The result is the share of divisions, random ones and
    /// the given one, whose means are at least as far from each other. The divisions have groups of the same sizes. `None` if a
    /// group has fewer than two members.
    pub fn permutation_p(mut self, permutations: u32, seed: u64) -> Option<f64> {
        let first = self.in_first.iter().filter(|own| **own).count();
        let sizes = [first, self.members.len() - first];
        if sizes.iter().any(|&size| size < 2) {
            return None;
        }
        let random = &mut ChaCha8Rng::seed_from_u64(seed);
        let given = self.distance(sizes);
        let mut as_far = 1;
        for _ in 0..permutations {
            for last in (1..self.in_first.len()).rev() {
                let other = random.random_range(0..=last as u32);
                self.in_first.swap(last, other as usize);
            }
            // Sums in another order differ by rounding.
            as_far += u32::from(self.distance(sizes) >= given * (1.0 - 1e-12));
        }
        Some(f64::from(as_far) / f64::from(permutations + 1))
    }

    /// The squared Euclidean distance between the means of the groups.
    fn distance(&self, sizes: [usize; 2]) -> f64 {
        let weights = [1.0 / sizes[0] as f64, -1.0 / sizes[1] as f64];
        let mut difference = vec![0.0; self.length];
        for (member, &first) in self.members.iter().zip(&self.in_first) {
            let weight = weights[usize::from(!first)];
            for &(position, value) in member {
                difference[position] += weight * value;
            }
        }
        difference.iter().map(|x| x * x).sum()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_sample_that_lies_above_another_has_the_area_1() {
        let found = ranks(&[3.0, 4.0, 5.0], &[0.0, 1.0, 2.0]).unwrap();
        assert_eq!((found.auc, found.interval), (1.0, [1.0; 2]));
        let equal = ranks(&[1.0; 5], &[1.0; 3]).unwrap();
        assert_eq!((equal.auc, equal.p, equal.interval), (0.5, 1.0, [0.5; 2]));
        assert_eq!(ranks(&[], &[1.0]), None);
        assert!(ranks(&[1.0], &[2.0, 3.0]).unwrap().interval[0].is_nan());
    }

    #[test]
    fn the_tail_of_the_normal_distribution_is_that_of_the_tables() {
        for (z, expected) in [
            (0.0, 0.5),
            (1.0, 0.158_655_253_931_457_05),
            (Z_95, 0.025),
            (3.999, 3.180_534_005_420_198e-5),
            (4.0, 3.167_124_183_311_986e-5),
            (8.0, 6.220_960_574_271_74e-16),
            (-1.0, 0.841_344_746_068_543),
        ] {
            let found = upper_tail(z);
            assert!((found / expected - 1.0).abs() < 1e-8, "{z}: {found}");
        }
    }

    #[test]
    fn corrected_values_keep_the_order_and_are_never_smaller() {
        let p = [0.01, 0.04, 0.03, 0.5];
        let found = corrected(&p);
        let expected = [0.04, 0.16 / 3.0, 0.16 / 3.0, 0.5];
        for (found, expected) in found.iter().zip(expected) {
            assert!((found - expected).abs() < 1e-12);
        }
        assert!(corrected(&[]).is_empty());
    }

    #[test]
    fn distant_means_are_rare_among_permutations() {
        let member = |at: usize, value: f64| vec![(at, value)];
        let apart: Vec<_> = (0..20)
            .map(|v| member(v / 10, 1.0 + v as f64 / 100.0))
            .collect();
        let groups = |in_first: Vec<bool>| Groups {
            members: &apart,
            in_first,
            length: 2,
        };
        let halves = groups((0..20).map(|v| v < 10).collect());
        assert_eq!(halves.permutation_p(199, 0), Some(1.0 / 200.0));
        let mixed = || groups((0..20).map(|v| v % 2 == 0).collect());
        let p = mixed().permutation_p(199, 0).unwrap();
        assert!(p > 0.2, "{p}");
        assert_eq!(mixed().permutation_p(199, 0), Some(p));
        assert_eq!(
            groups((0..20).map(|v| v == 0).collect()).permutation_p(9, 0),
            None
        );
    }
}
