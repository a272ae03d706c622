//! Enumeration of the triangles of a graph. A complete graph has too many to store.

use std::cmp::Ordering;

use super::NONE;

/// A triangle by its youngest and its second-youngest edge, by order of entry. These determine it: the youngest edge has two of
/// its vertices, and the next the third. Triangles enter in the order of this pair.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) struct Triangle {
    pub youngest: u32,
    pub next: u32,
}

impl Triangle {
    fn of_edges(a: u32, b: u32, c: u32) -> Self {
        let (high, low) = (a.max(b), a.min(b));
        Self {
            youngest: high.max(c),
            next: high.min(low.max(c)),
        }
    }
}

/// The neighbours of each vertex along the edges before an index. Self-loops and, of parallel edges, all but the first are
/// omitted, as they bound no triangle.
#[derive(Debug)]
pub(super) struct Neighbours {
    form: Form,
    /// The omitted edges, ascending.
    left_out: Vec<u32>,
}

#[derive(Debug)]
enum Form {
    /// Takes less memory if there are few edges.
    Lists {
        /// The start of each vertex's list.
        start: Vec<usize>,
        /// Neighbour and edge, ascending. Unused entries at the end of a list are [`UNUSED`].
        lists: Vec<(u32, u32)>,
    },
    /// Takes less time if there are many edges: a row for each vertex has the edges to all vertices, or [`NONE`].
    Table {
        positions: Vec<u32>,
        vertices: usize,
    },
}

/// Greater than every neighbour.
const UNUSED: (u32, u32) = (u32::MAX, u32::MAX);

impl Neighbours {
    /// `ends` has the ends of the edges in the order of entry.
    pub fn new(vertices: usize, ends: &[[u32; 2]]) -> Self {
        /// A table has one number per pair of vertices and a list four per edge, but rows are compared faster.
        const MAX_PAIRS: usize = 8;

        let loops = (0..).zip(ends).filter(|(_, [a, b])| a == b);
        let mut left_out: Vec<u32> = loops.map(|(position, _)| position).collect();
        let form = match vertices.checked_mul(vertices) {
            Some(pairs) if pairs <= MAX_PAIRS * ends.len() => {
                Form::table(vertices, ends, &mut left_out)
            }
            _ => Form::lists(vertices, ends, &mut left_out),
        };
        left_out.sort_unstable();
        Self { form, left_out }
    }

    /// Whether this edge is included, so that it can bound triangles.
    pub fn has(&self, position: u32) -> bool {
        self.left_out.is_empty() || self.left_out.binary_search(&position).is_err()
    }

    /// Whether a triangle enters with this edge, which has these ends.
    pub fn has_triangle(&self, position: u32, [a, b]: [u32; 2]) -> bool {
        match &self.form {
            Form::Lists { start, lists } => {
                common(list(start, lists, a), list(start, lists, b), |p, q| {
                    p < position && q < position
                })
            }
            Form::Table {
                positions,
                vertices,
            } => {
                let mut blocks = Blocks::new(positions, *vertices, [a, b]);
                blocks.any(|block| block.smallest() < position)
            }
        }
    }

    /// Calls `each` with the other two edges of every triangle that enters with this edge, which has these ends.
    pub fn each_entering(&self, position: u32, [a, b]: [u32; 2], mut each: impl FnMut(u32, u32)) {
        match &self.form {
            Form::Lists { start, lists } => {
                common(list(start, lists, a), list(start, lists, b), |p, q| {
                    if p < position && q < position {
                        each(p, q);
                    }
                    false
                });
            }
            Form::Table {
                positions,
                vertices,
            } => {
                for block in Blocks::new(positions, *vertices, [a, b]) {
                    if block.smallest() < position {
                        let pairs = block.pairs().filter(|&(p, q)| p.max(q) < position);
                        pairs.for_each(|(p, q)| each(p, q));
                    }
                }
            }
        }
    }

    /// Calls `each` with every triangle that contains this edge, which has these ends.
    pub fn each_triangle(&self, position: u32, [a, b]: [u32; 2], mut each: impl FnMut(Triangle)) {
        let mut each = |p, q| each(Triangle::of_edges(position, p, q));
        match &self.form {
            Form::Lists { start, lists } => {
                common(list(start, lists, a), list(start, lists, b), |p, q| {
                    each(p, q);
                    false
                });
            }
            Form::Table {
                positions,
                vertices,
            } => {
                let blocks = Blocks::new(positions, *vertices, [a, b]);
                let pairs = blocks.flat_map(Block::pairs);
                pairs
                    .filter(|&(p, q)| p.max(q) != NONE)
                    .for_each(|(p, q)| each(p, q));
            }
        }
    }

    /// The first triangle that enters with this edge, which has these ends.
    pub fn first_triangle(&self, position: u32, [a, b]: [u32; 2]) -> Option<Triangle> {
        let mut next = position;
        match &self.form {
            Form::Lists { start, lists } => {
                common(list(start, lists, a), list(start, lists, b), |p, q| {
                    next = next.min(p.max(q));
                    false
                });
            }
            Form::Table {
                positions,
                vertices,
            } => {
                let blocks = Blocks::new(positions, *vertices, [a, b]);
                next = blocks.map(Block::smallest).fold(next, u32::min);
            }
        }
        let youngest = position;
        (next < position).then_some(Triangle { youngest, next })
    }
}

impl Form {
    fn lists(vertices: usize, ends: &[[u32; 2]], left_out: &mut Vec<u32>) -> Self {
        let mut start = vec![0; vertices + 1];
        for &[a, b] in ends.iter().filter(|[a, b]| a != b) {
            start[a as usize] += 1;
            start[b as usize] += 1;
        }
        // Counting sort: sizes, then ends; the fill turns ends into starts.
        let mut end = 0;
        for slot in &mut start {
            end += *slot;
            *slot = end;
        }
        let mut lists = vec![UNUSED; end];
        for (position, &[a, b]) in (0..).zip(ends).filter(|(_, [a, b])| a != b) {
            for (from, to) in [(a, b), (b, a)] {
                let slot = &mut start[from as usize];
                *slot -= 1;
                lists[*slot] = (to, position);
            }
        }
        for own in start.windows(2) {
            let list = &mut lists[own[0]..own[1]];
            list.sort_unstable();
            let mut kept = 0;
            for at in 0..list.len() {
                if kept == 0 || list[kept - 1].0 != list[at].0 {
                    list[kept] = list[at];
                    kept += 1;
                } else {
                    left_out.push(list[at].1);
                }
            }
            list[kept..].fill(UNUSED);
        }
        Self::Lists { start, lists }
    }

    fn table(vertices: usize, ends: &[[u32; 2]], left_out: &mut Vec<u32>) -> Self {
        let mut positions = vec![NONE; vertices * vertices];
        for (position, &[a, b]) in (0..).zip(ends).filter(|(_, [a, b])| a != b) {
            let [a, b] = [a as usize, b as usize];
            if positions[a * vertices + b] == NONE {
                positions[a * vertices + b] = position;
                positions[b * vertices + a] = position;
            } else {
                left_out.push(position);
            }
        }
        Self::Table {
            positions,
            vertices,
        }
    }
}

fn list<'a>(start: &[usize], lists: &'a [(u32, u32)], vertex: u32) -> &'a [(u32, u32)] {
    let list = &lists[start[vertex as usize]..start[vertex as usize + 1]];
    match list.last() {
        Some(&UNUSED) => &list[..list.partition_point(|&neighbour| neighbour != UNUSED)],
        _ => list,
    }
}

/// Calls `each` with the edges from two vertices, which have these lists, to every common neighbour until it returns true;
/// returns whether it did.
fn common(a: &[(u32, u32)], b: &[(u32, u32)], mut each: impl FnMut(u32, u32) -> bool) -> bool {
    /// Beyond this ratio of lengths, binary search in the longer list is faster than a merge.
    const MUCH_LONGER: usize = 16;

    let (mut short, mut long) = (a, b);
    if short.len() > long.len() {
        (short, long) = (long, short);
    }
    if long.len() > MUCH_LONGER * short.len() {
        return short.iter().any(|&(vertex, position)| {
            match long.binary_search_by_key(&vertex, |&(other, _)| other) {
                Ok(found) => each(position, long[found].1),
                Err(_) => false,
            }
        });
    }
    while let ([(u, p), rest_short @ ..], [(v, q), rest_long @ ..]) = (short, long) {
        match u.cmp(v) {
            Ordering::Less => short = rest_short,
            Ordering::Greater => long = rest_long,
            Ordering::Equal => {
                if each(*p, *q) {
                    return true;
                }
                (short, long) = (rest_short, rest_long);
            }
        }
    }
    false
}

/// Compares two rows in chunks of the width of vector registers.
struct Blocks<'a>(std::slice::Chunks<'a, u32>, std::slice::Chunks<'a, u32>);

impl<'a> Blocks<'a> {
    fn new(positions: &'a [u32], vertices: usize, ends: [u32; 2]) -> Self {
        const LANES: usize = 16;
        let [a, b] = ends.map(|end| positions[end as usize * vertices..][..vertices].chunks(LANES));
        Self(a, b)
    }
}

impl<'a> Iterator for Blocks<'a> {
    type Item = Block<'a>;

    #[inline]
    fn next(&mut self) -> Option<Block<'a>> {
        Some(Block(self.0.next()?, self.1.next()?))
    }
}

/// A chunk of two rows.
#[derive(Clone, Copy)]
struct Block<'a>(&'a [u32], &'a [u32]);

impl<'a> Block<'a> {
    fn pairs(self) -> impl Iterator<Item = (u32, u32)> + 'a {
        self.0.iter().copied().zip(self.1.iter().copied())
    }

    /// The first common neighbour of these vertices.
    #[inline]
    fn smallest(self) -> u32 {
        self.pairs().map(|(p, q)| p.max(q)).fold(NONE, u32::min)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lists_and_tables_contain_the_same_triangles() {
        let (vertices, mut state) = (37, 1u32);
        let mut random = || {
            state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            (state >> 16) % vertices
        };
        // With self-loops and parallel edges.
        let ends: Vec<[u32; 2]> = (0..300).map(|_| [random(), random()]).collect();
        let both = [Form::lists, Form::table].map(|make| {
            let loops = (0..).zip(&ends).filter(|(_, [a, b])| a == b);
            let mut left_out: Vec<u32> = loops.map(|(position, _)| position).collect();
            let form = make(vertices as usize, &ends, &mut left_out);
            left_out.sort_unstable();
            Neighbours { form, left_out }
        });
        let known = both.each_ref().map(|neighbours| {
            let of_edge = |(position, &ends): (u32, &[u32; 2])| {
                let (mut around, mut entering) = (Vec::new(), Vec::new());
                neighbours.each_triangle(position, ends, |triangle| around.push(triangle));
                neighbours
                    .each_entering(position, ends, |p, q| entering.push((p.max(q), p.min(q))));
                let first = entering.iter().min().map(|&(next, _)| next);
                let found = neighbours.first_triangle(position, ends);
                assert_eq!(
                    found.map(|first| (first.youngest, first.next)),
                    first.map(|next| (position, next))
                );
                assert_eq!(neighbours.has_triangle(position, ends), first.is_some());
                (neighbours.has(position), around, entering)
            };
            let edges = (0..).zip(&ends).filter(|(_, [a, b])| a != b);
            edges.map(of_edge).collect::<Vec<_>>()
        });
        assert_eq!(known[0], known[1]);
        let triangles: usize = known[0].iter().map(|(.., entering)| entering.len()).sum();
        assert!(triangles > 100 && !both[0].left_out.is_empty());
    }
}
