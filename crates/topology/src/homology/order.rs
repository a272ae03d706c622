//! The order in which vertices enter.
//!
//! Every engine, on every device, sorts by ([`canonical_key`], vertex). This is a total order of `f32` bits, so the order of
//! ties, NaN and signed zeros is defined. The superlevel filtration is the exact reverse of the sublevel filtration: one sort
//! serves both directions.

/// An unsigned number with the order of the filter value: `-0` equals `+0`, and all NaN are equal and come last.
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

/// Up to this number of vertices, ranks come from branch-free comparisons of all pairs.
const MAX_COUNTED: usize = 40;

/// More buckets do not fit the innermost cache.
const MAX_BUCKETS: usize = 1 << 14;

/// The sublevel order of the vertices of one graph, in reusable memory.
#[derive(Debug, Default)]
pub struct Order {
    /// Key and vertex, in sublevel order.
    sorted: Vec<u64>,
    /// Bucket of each vertex.
    bucket: Vec<u16>,
    /// First free index of each bucket.
    next: Vec<u32>,
    vertex: Vec<u32>,
    rank: Vec<u32>,
}

impl Order {
    /// Sorts the vertices of the graph with these filter values.
    pub fn sort(&mut self, filter: &[f32]) {
        if filter.len() <= MAX_COUNTED {
            self.count(filter);
            return;
        }
        if !self.distribute(filter) {
            self.sorted.clear();
            self.sorted
                .extend(filter.iter().zip(0..).map(|(&value, v)| entry(value, v)));
            self.sorted.sort_unstable();
        }
        self.vertex.clear();
        self.vertex
            .extend(self.sorted.iter().map(|&entry| entry as u32));
        self.rank.resize(filter.len(), 0);
        for (rank, &vertex) in (0..).zip(&self.vertex) {
            self.rank[vertex as usize] = rank;
        }
    }

    /// The rank of a vertex is the number of vertices before it.
    fn count(&mut self, filter: &[f32]) {
        const LANES: usize = 8;
        // Every processor compares signed numbers in vectors.
        let mut keys = [[i32::MAX; LANES]; MAX_COUNTED / LANES];
        for (key, &value) in keys.as_flattened_mut().iter_mut().zip(filter) {
            *key = (canonical_key(value) ^ (1 << 31)) as i32;
        }
        let blocks = &keys[..filter.len().div_ceil(LANES)];
        self.rank.clear();
        for (block, own) in blocks.iter().enumerate() {
            let mut ranks = [0; LANES];
            for &other in blocks[..block].as_flattened() {
                for (rank, &key) in ranks.iter_mut().zip(own) {
                    *rank += u32::from(other <= key);
                }
            }
            for (lane, &other) in own.iter().enumerate() {
                for (position, (rank, &key)) in ranks.iter_mut().zip(own).enumerate() {
                    *rank += u32::from((other < key) | ((other == key) & (lane < position)));
                }
            }
            for &other in blocks[block + 1..].as_flattened() {
                for (rank, &key) in ranks.iter_mut().zip(own) {
                    *rank += u32::from(other < key);
                }
            }
            self.rank.extend(ranks);
        }
        self.rank.truncate(filter.len());
        self.vertex.resize(filter.len(), 0);
        for (vertex, &rank) in (0..).zip(&self.rank) {
            self.vertex[rank as usize] = vertex;
        }
    }

    /// Distributes the vertices into buckets of equal width between the minimum and the maximum, which leaves little to sort if
    /// the values are spread. Returns false if they are not spread, or not all finite.
    fn distribute(&mut self, filter: &[f32]) -> bool {
        /// Added to a smaller number, it leaves the integer part in the low bits.
        const SHIFT: f32 = (1 << 23) as f32;
        /// Mean distance of moves beyond which a comparison sort is faster.
        const MAX_MOVES: usize = 8;

        let Some([min, largest]) = finite_range(filter) else {
            return false;
        };
        let buckets = (2 * filter.len()).next_power_of_two().min(MAX_BUCKETS);
        let scale = (buckets - 1) as f32 / (largest - min);
        if !scale.is_finite() || scale == 0.0 {
            return false;
        }
        self.next.clear();
        self.next.resize(buckets, 0);
        self.bucket.clear();
        // Rounding is monotonic, so a larger value is never in a lower bucket.
        self.bucket.extend(filter.iter().map(|&value| {
            let position = ((value - min) * scale + SHIFT).to_bits();
            position as u16 & (buckets - 1) as u16
        }));
        for &bucket in &self.bucket {
            self.next[bucket as usize] += 1;
        }
        let mut start = 0;
        for slot in &mut self.next {
            let count = *slot;
            *slot = start;
            start += count;
        }
        self.sorted.resize(filter.len(), 0);
        for ((&value, &bucket), vertex) in filter.iter().zip(&self.bucket).zip(0..) {
            let slot = &mut self.next[bucket as usize];
            self.sorted[*slot as usize] = entry(value, vertex);
            *slot += 1;
        }
        let mut moves = MAX_MOVES * filter.len();
        let sorted = &mut self.sorted[..];
        for position in 1..sorted.len() {
            let entry = sorted[position];
            let mut hole = position;
            while hole > 0 && sorted[hole - 1] > entry {
                sorted[hole] = sorted[hole - 1];
                hole -= 1;
            }
            sorted[hole] = entry;
            moves = match moves.checked_sub(position - hole) {
                Some(moves) => moves,
                None => {
                    self.sort_buckets();
                    return true;
                }
            };
        }
        true
    }

    /// Sorts each bucket with several entries; the buckets fit the cache.
    fn sort_buckets(&mut self) {
        let (mut rest, mut start) = (&mut self.sorted[..], 0);
        // After the fill, the next free index of a bucket is the first index of the next bucket.
        for &end in &self.next {
            let (bucket, others) = rest.split_at_mut((end - start) as usize);
            bucket.sort_unstable();
            (rest, start) = (others, end);
        }
    }

    /// Frees the memory that only sorting needs.
    pub fn forget_keys(&mut self) {
        (self.sorted, self.bucket) = (Vec::new(), Vec::new());
    }

    /// `by_rank()[i]`: the `i`-th vertex to enter.
    pub fn by_rank(&self) -> &[u32] {
        &self.vertex
    }

    /// `ranks()[v]`: number of vertices that enter before `v`.
    pub fn ranks(&self) -> &[u32] {
        &self.rank
    }
}

/// The edges of one graph, grouped by the vertex with which they enter in one direction, in reusable memory. Ranks are those of
/// the direction.
#[derive(Debug, Default)]
pub(super) struct Entering {
    /// The edges that enter with the vertex of rank `w` are `elder[start[w]..start[w + 1]]`.
    start: Vec<u32>,
    /// Rank of the elder end of each edge.
    elder: Vec<u32>,
}

impl Entering {
    /// Groups the edges of a graph whose vertices are sorted.
    ///
    /// # Panics
    /// If an edge names a vertex out of range.
    pub fn group<const DIRECTION: usize>(&mut self, order: &Order, edges: &[[u32; 2]]) {
        let ranks = order.ranks();
        let younger_and_elder = |&[a, b]: &[u32; 2]| {
            let (a, b) = (ranks[a as usize], ranks[b as usize]);
            match DIRECTION {
                0 => (a.max(b), a.min(b)),
                _ => (
                    ranks.len() as u32 - 1 - a.min(b),
                    ranks.len() as u32 - 1 - a.max(b),
                ),
            }
        };
        // Counting sort: group sizes, then ends; the reverse fill turns ends into starts.
        self.start.clear();
        self.start.resize(ranks.len() + 1, 0);
        self.elder.resize(edges.len(), 0);
        for edge in edges {
            self.start[younger_and_elder(edge).0 as usize] += 1;
        }
        let mut end = 0;
        for slot in &mut self.start {
            end += *slot;
            *slot = end;
        }
        for edge in edges {
            let (younger, elder) = younger_and_elder(edge);
            let slot = &mut self.start[younger as usize];
            *slot -= 1;
            self.elder[*slot as usize] = elder;
        }
    }

    /// Ranks of the elder ends of the edges that enter with the vertex of rank `w`.
    pub fn with(&self, rank: usize) -> &[u32] {
        &self.elder[self.start[rank] as usize..self.start[rank + 1] as usize]
    }
}

/// Minimum and maximum; none if a value is NaN or infinite.
fn finite_range(filter: &[f32]) -> Option<[f32; 2]> {
    const LANES: usize = 8;
    let mut min = [f32::INFINITY; LANES];
    let mut largest = [f32::NEG_INFINITY; LANES];
    let mut zero = [0.0; LANES];
    let mut see = |lane: usize, value: f32| {
        min[lane] = if value < min[lane] { value } else { min[lane] };
        largest[lane] = if value > largest[lane] {
            value
        } else {
            largest[lane]
        };
        // NaN from the first nonfinite value on.
        zero[lane] += value * 0.0;
    };
    let (chunks, rest) = filter.as_chunks::<LANES>();
    for chunk in chunks {
        for (lane, &value) in chunk.iter().enumerate() {
            see(lane, value);
        }
    }
    for (lane, &value) in rest.iter().enumerate() {
        see(lane, value);
    }
    zero.iter().all(|&lane| lane == 0.0).then(|| {
        [
            min.into_iter().fold(f32::INFINITY, f32::min),
            largest.into_iter().fold(f32::NEG_INFINITY, f32::max),
        ]
    })
}

/// Key in the high bits, vertex in the low bits.
fn entry(value: f32, vertex: u32) -> u64 {
    u64::from(canonical_key(value)) << 32 | u64::from(vertex)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_have_the_order_of_the_numbers() {
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
