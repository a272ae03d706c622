//! Filter values of 64 bits in engines of 32: what is paired with what depends on the order of the values alone.

#[cfg(not(target_family = "wasm"))]
use rayon::slice::ParallelSliceMut;

/// Numbers of 32 bits in the order of some numbers of 64 bits, and the way back.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Ranks {
    /// Ascending, each once. A place in this list makes the rank.
    values: Vec<f64>,
}

/// The first rank, 1. The others follow bit by bit, so that sorting by size has even steps to go by.
const FIRST: u32 = 0x3f80_0000;

impl Ranks {
    /// Ranks for the values of several lists, vertices and edges for example, which are compared with each other: equal for
    /// equal values, in the same order for others. As in [`super::order`], −0 equals 0, and NaN equals NaN and comes last.
    ///
    /// # Panics
    /// If there are more than 2^30 values, for which there are no ranks.
    pub fn new<const N: usize>(lists: [&[f64]; N]) -> (Self, [Vec<f32>; N]) {
        let count: usize = lists.iter().map(|list| list.len()).sum();
        assert!(count <= 1 << 30, "too many values");
        let mut sorted: Vec<(u64, u32)> = Vec::with_capacity(count);
        let keys = lists.iter().copied().flatten().map(|&value| key(value));
        sorted.extend(keys.zip(0..));
        #[cfg(not(target_family = "wasm"))]
        sorted.par_sort_unstable();
        #[cfg(target_family = "wasm")]
        sorted.sort_unstable();
        let mut ranks = lists.map(|list| vec![0.0; list.len()]);
        let mut values: Vec<f64> = Vec::new();
        let mut before = None;
        for (key, index) in sorted {
            // Which of the lists it is in, and where.
            let (mut list, mut place) = (0, index as usize);
            while place >= lists[list].len() {
                place -= lists[list].len();
                list += 1;
            }
            if before != Some(key) {
                // Not −0, whichever of the two comes first.
                values.push(lists[list][place] + 0.0);
                before = Some(key);
            }
            ranks[list][place] = f32::from_bits(FIRST + values.len() as u32 - 1);
        }
        (Self { values }, ranks)
    }

    /// The value that a rank stands for.
    ///
    /// # Panics
    /// If it is none of these.
    pub fn value(&self, stand_in: f32) -> f64 {
        self.values[(stand_in.to_bits() - FIRST) as usize]
    }
}

/// An unsigned number that sorts as the value does, see [`super::order::canonical_key`].
fn key(value: f64) -> u64 {
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
        // Seconds of 2024 and 2025, and what 32 bits do not tell apart or do not hold.
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
