//! The order in which vertices arrive.
//!
//! Every engine, on every device, sorts by ([`canonical_key`], vertex). It is a total order on raw
//! `f32` bits, so ties, NaN and signed zeros have one defined place. The superlevel filtration is the
//! exact reverse of the sublevel one: one sort serves both directions.

/// An unsigned number that sorts as the filter value does: `-0` equals `+0`, and every NaN equals
/// every other and comes last.
#[inline]
pub fn canonical_key(value: f32) -> u32 {
    const SIGN: u32 = 0x8000_0000;
    let bits = value.to_bits();
    match bits {
        _ if bits & !SIGN > 0x7f80_0000 => u32::MAX,
        SIGN => SIGN,
        _ if bits & SIGN != 0 => !bits,
        _ => bits | SIGN,
    }
}

/// The sublevel order of one graph's vertices, in memory that is reused from graph to graph.
#[derive(Debug, Default)]
pub struct Order {
    sorted: Vec<u64>,
    vertex: Vec<u32>,
    rank: Vec<u32>,
}

impl Order {
    /// Sorts the vertices of the graph with these filter values.
    pub fn sort(&mut self, filter: &[f32]) {
        self.sorted.clear();
        self.sorted.extend(
            filter
                .iter()
                .zip(0u64..)
                .map(|(&value, vertex)| (u64::from(canonical_key(value)) << 32) | vertex),
        );
        self.sorted.sort_unstable();
        self.vertex.clear();
        self.vertex
            .extend(self.sorted.iter().map(|&entry| entry as u32));
        self.rank.resize(filter.len(), 0);
        for (rank, &vertex) in (0..).zip(&self.vertex) {
            self.rank[vertex as usize] = rank;
        }
    }

    /// `by_rank()[i]`: the vertex that arrives at place `i`.
    pub fn by_rank(&self) -> &[u32] {
        &self.vertex
    }

    /// `ranks()[v]`: the place at which vertex `v` arrives.
    pub fn ranks(&self) -> &[u32] {
        &self.rank
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_sort_as_the_numbers_do() {
        let ascending = [
            f32::NEG_INFINITY,
            f32::MIN,
            -1.0,
            -f32::MIN_POSITIVE,
            -f32::from_bits(2),
            -f32::from_bits(1),
            0.0,
            f32::from_bits(1),
            f32::from_bits(2),
            f32::MIN_POSITIVE,
            1.0,
            1.0 + f32::EPSILON,
            f32::MAX,
            f32::INFINITY,
            f32::NAN,
        ];
        assert!(ascending.map(canonical_key).is_sorted_by(|a, b| a < b));
    }

    #[test]
    fn keys_agree_with_float_comparison_on_every_high_half() {
        let mut previous = f32::NEG_INFINITY;
        let negative = (0x8000..=0xff80u32).rev();
        let positive = 0..=0x7f80u32;
        for high in negative.chain(positive) {
            let lows = if high >= 0x8000 {
                [0xffff, 1, 0]
            } else {
                [0, 1, 0xffff]
            };
            for value in lows
                .map(|low| f32::from_bits((high << 16) | low))
                .into_iter()
                .filter(|v| !v.is_nan())
            {
                assert!(
                    canonical_key(previous) <= canonical_key(value),
                    "{previous:e} {value:e}"
                );
                assert_eq!(
                    previous == value,
                    canonical_key(previous) == canonical_key(value),
                    "{previous:e} {value:e}"
                );
                previous = value;
            }
        }
        assert_eq!(previous, f32::INFINITY);
    }

    #[test]
    fn zeros_are_equal_and_so_are_all_nans() {
        assert_eq!(canonical_key(-0.0), canonical_key(0.0));
        for bits in [
            0x7f80_0001,
            0x7fc0_0000,
            0x7fff_ffff,
            0xff80_0001,
            0xffff_ffff,
        ] {
            assert_eq!(canonical_key(f32::from_bits(bits)), u32::MAX);
        }
    }

    #[test]
    fn sorting_is_stable_and_ranks_invert_it() {
        let mut order = Order::default();
        order.sort(&[7.0; 9]);
        order.sort(&[0.5, f32::NAN, -0.0, 0.5, 0.0, f32::NEG_INFINITY, -f32::NAN]);
        assert_eq!(order.by_rank(), [5, 2, 4, 0, 3, 1, 6]);
        assert_eq!(order.ranks(), [3, 5, 1, 4, 2, 0, 6]);
        order.sort(&[]);
        assert!(order.by_rank().is_empty() && order.ranks().is_empty());
    }
}
