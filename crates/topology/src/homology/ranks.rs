//! 64-bit filter values in 32-bit engines: persistence pairs depend only on the order of the values.

#[cfg(not(target_family = "wasm"))]
use rayon::slice::ParallelSliceMut;

/// A monotonic mapping of 64-bit values to 32-bit ranks, and its inverse.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Ranks {
    /// The distinct values, ascending. The index determines the rank.
    values: Vec<f64>,
}

/// The bits of the first rank, 1.0. The other ranks are the following `f32` numbers, nearly equally spaced, as bucket sort needs.
const FIRST: u32 = 0x3f80_0000;

/// Minimum number of values that several threads sort: the start of the threads takes longer than the sort of fewer values.
#[cfg(not(target_family = "wasm"))]
const SEVERAL_THREADS: usize = 1 << 14;

impl Ranks {
    /// Ranks of the values of several lists, for example vertices and edges: equal for equal values, and in the same order. As
    /// in [`super::order`], −0 equals 0, and NaN equals NaN and comes last.
    ///
    /// # Panics
    /// If there are more than 2^30 values.
    pub fn new<const N: usize>(lists: [&[f64]; N]) -> (Self, [Vec<f32>; N]) {
        let count: usize = lists.iter().map(|list| list.len()).sum();
        assert!(count <= 1 << 30, "too many values");
        let mut sorted: Vec<(u64, u32)> = Vec::with_capacity(count);
        let keys = lists.iter().copied().flatten().map(|&value| key(value));
        sorted.extend(keys.zip(0..));
        sort(&mut sorted);
        let mut ranks = lists.map(|list| vec![0.0; list.len()]);
        let mut values: Vec<f64> = Vec::new();
        let mut before = None;
        for (key, index) in sorted {
            let (mut list, mut position) = (0, index as usize);
            while position >= lists[list].len() {
                position -= lists[list].len();
                list += 1;
            }
            if before != Some(key) {
                // 0, also if −0 is the first of the two.
                values.push(lists[list][position] + 0.0);
                before = Some(key);
            }
            ranks[list][position] = f32::from_bits(FIRST + values.len() as u32 - 1);
        }
        (Self { values }, ranks)
    }

    /// The value of a rank.
    ///
    /// # Panics
    /// If there is no such rank.
    pub fn value(&self, rank: f32) -> f64 {
        self.values[(rank.to_bits() - FIRST) as usize]
    }
}

#[cfg(not(target_family = "wasm"))]
fn sort(keys: &mut [(u64, u32)]) {
    if keys.len() < SEVERAL_THREADS {
        keys.sort_unstable();
    } else {
        keys.par_sort_unstable();
    }
}

#[cfg(target_family = "wasm")]
fn sort(keys: &mut [(u64, u32)]) {
    keys.sort_unstable();
}

/// The values, rounded to 32 bits. The page computes with these.
pub fn narrowed(values: &[f64]) -> Vec<f32> {
    values.iter().map(|&value| value as f32).collect()
}

/// An unsigned number with the order of the value, see [`super::order::canonical_key`].
pub(super) fn key(value: f64) -> u64 {
    const SIGN: u64 = 1 << 63;
    if value.is_nan() {
        return u64::MAX;
    }
    let bits = (value + 0.0).to_bits();
    match bits & SIGN {
        0 => bits | SIGN,
        _ => !bits,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::homology::order::canonical_key;

    #[test]
    fn order_and_ties_are_those_of_64_bits() {
        // Unix times of 2024 and 2025, and values that `f32` cannot represent or distinguish.
        let vertices = [1_735_689_601.0, 1_735_689_600.0, -0.0, 1e300, f64::NAN];
        let edges = [
            f64::INFINITY,
            0.0,
            -1e-320,
            f64::NEG_INFINITY,
            -f64::NAN,
            0.1,
        ];
        let (ranks, [v, e]) = Ranks::new([&vertices, &edges]);
        let all: Vec<(f32, f64)> = v
            .into_iter()
            .chain(e)
            .zip(vertices.into_iter().chain(edges))
            .collect();
        for &(a, x) in &all {
            assert!(ranks.value(a) == x || x.is_nan() && ranks.value(a).is_nan());
            for &(b, y) in &all {
                let expected = match (x.is_nan(), y.is_nan()) {
                    (false, false) => x.partial_cmp(&y).unwrap(),
                    (left, right) => left.cmp(&right),
                };
                assert_eq!(canonical_key(a).cmp(&canonical_key(b)), expected, "{x} {y}");
            }
        }
        assert_eq!(Ranks::new([&[]]), (Ranks::default(), [vec![]]));
    }
}
