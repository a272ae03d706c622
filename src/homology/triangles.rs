//! Triangles of a graph, found when they are asked for: a complete graph has too many to keep.

use std::cmp::Ordering;

/// A triangle by the places of its edges, the youngest and the next: these name it, as the youngest has two of its vertices and the
/// next the third. Triangles enter in this order.
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

/// The neighbours of every vertex along the edges before a place. Of parallel edges only the first to enter is here, and no
/// self-loop, as they bound no triangle.
#[derive(Debug)]
pub(super) struct Neighbours {
    /// Where the list of each vertex begins.
    start: Vec<usize>,
    /// Neighbour and place of the edge to it, ascending. What is left over at the end of a list is [`Self::UNUSED`].
    lists: Vec<(u32, u32)>,
    /// Places of the edges that are not here, ascending.
    left_out: Vec<u32>,
}

impl Neighbours {
    /// Comes after every neighbour.
    const UNUSED: (u32, u32) = (u32::MAX, u32::MAX);

    /// Edges are given by their ends, at their places.
    pub fn new(vertices: usize, ends: &[[u32; 2]]) -> Self {
        let mut start = vec![0; vertices + 1];
        for &[a, b] in ends.iter().filter(|[a, b]| a != b) {
            start[a as usize] += 1;
            start[b as usize] += 1;
        }
        // Sizes, then ends, which filling turns into starts.
        let mut end = 0;
        for slot in &mut start {
            end += *slot;
            *slot = end;
        }
        let mut lists = vec![Self::UNUSED; end];
        let loops = (0..).zip(ends).filter(|(_, [a, b])| a == b);
        let mut left_out: Vec<u32> = loops.map(|(place, _)| place).collect();
        for (place, &[a, b]) in (0..).zip(ends).filter(|(_, [a, b])| a != b) {
            for (from, to) in [(a, b), (b, a)] {
                let slot = &mut start[from as usize];
                *slot -= 1;
                lists[*slot] = (to, place);
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
            list[kept..].fill(Self::UNUSED);
        }
        left_out.sort_unstable();
        Self {
            start,
            lists,
            left_out,
        }
    }

    fn around(&self, vertex: u32) -> &[(u32, u32)] {
        let list = &self.lists[self.start[vertex as usize]..self.start[vertex as usize + 1]];
        match list.last() {
            Some(&Self::UNUSED) => {
                &list[..list.partition_point(|&neighbour| neighbour != Self::UNUSED)]
            }
            _ => list,
        }
    }

    /// Whether the edge at this place bounds triangles, if there are any.
    pub fn has(&self, place: u32) -> bool {
        self.left_out.binary_search(&place).is_err()
    }

    /// Calls `each` with the places of the edges from two vertices to every vertex next to both, until it says true; then that
    /// is the answer.
    pub fn any_common(&self, [a, b]: [u32; 2], mut each: impl FnMut(u32, u32) -> bool) -> bool {
        /// From here on a search in the long list takes less than to walk along it.
        const MUCH_LONGER: usize = 16;

        let (mut short, mut long) = (self.around(a), self.around(b));
        if short.len() > long.len() {
            (short, long) = (long, short);
        }
        if long.len() > MUCH_LONGER * short.len() {
            return short.iter().any(|&(vertex, place)| {
                match long.binary_search_by_key(&vertex, |&(other, _)| other) {
                    Ok(found) => each(place, long[found].1),
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

    /// Calls `each` with every triangle that the edge at this place, with these ends, bounds.
    pub fn each_triangle(&self, place: u32, ends: [u32; 2], mut each: impl FnMut(Triangle)) {
        self.any_common(ends, |p, q| {
            each(Triangle::of_edges(place, p, q));
            false
        });
    }

    /// The first triangle that enters with the edge at this place, with these ends.
    pub fn first_triangle(&self, place: u32, ends: [u32; 2]) -> Option<Triangle> {
        let mut next = None;
        self.any_common(ends, |p, q| {
            let younger = p.max(q);
            if younger < next.unwrap_or(place) {
                next = Some(younger);
            }
            false
        });
        next.map(|next| Triangle {
            youngest: place,
            next,
        })
    }
}
