//! The order in which the vertices and the edges of one direction enter, and what each edge does.

use super::barcode::Direction;
use super::order::{Order, canonical_key};
use super::{NONE, Persistence, persistence};

/// One direction of a filtration. Edges are known by their place: the `p`-th edge to enter.
#[derive(Debug)]
pub(super) struct Arrival {
    /// `rank[v]`: how many vertices enter before `v`.
    pub rank: Vec<u32>,
    /// `edges[p]`: number of the edge at place `p` in the list.
    pub edges: Vec<u32>,
    /// `ends[p]`: its ends, the elder first.
    pub ends: Vec<[u32; 2]>,
}

/// What each edge does when it enters.
#[derive(Debug)]
pub(super) struct EdgePairs {
    /// `death[v]`: place of the edge that joins the component born at `v` to an elder one, or [`NONE`].
    pub death: Vec<u32>,
    /// `closes[p]`: the edge joins what is already connected and so closes a loop.
    pub closes: Vec<bool>,
}

impl Arrival {
    /// Sorts edges by value where they have their own, then by their younger end, their elder end and
    /// their number. Ends must be in range.
    pub fn new(
        edges: &[[u32; 2]],
        filter: &[f32],
        edge_filter: Option<&[f32]>,
        direction: Direction,
    ) -> Self {
        let mut order = Order::default();
        order.sort(filter);
        let mut rank = order.ranks().to_vec();
        if direction == Direction::Superlevel {
            let vertices = rank.len() as u32;
            rank.iter_mut()
                .for_each(|rank| *rank = vertices - 1 - *rank);
        }
        let by_age = |[u, v]: [u32; 2]| match rank[u as usize] > rank[v as usize] {
            true => [v, u],
            false => [u, v],
        };
        let mut sorted: Vec<u32> = (0..edges.len() as u32).collect();
        sorted.sort_unstable_by_key(|&edge| {
            let value = edge_filter.map(|values| canonical_key(values[edge as usize]));
            let [elder, younger] = by_age(edges[edge as usize]).map(|end| rank[end as usize]);
            (value, younger, elder, edge)
        });
        let ends = sorted.iter().map(|&edge| by_age(edges[edge as usize]));
        Self {
            ends: ends.collect(),
            edges: sorted,
            rank,
        }
    }

    /// Pairs vertices with edges, by the engines: an edge with a value of its own is a vertex of that
    /// value in its middle. It never begins a component, because its ends are older.
    pub fn pairs(&self) -> EdgePairs {
        let vertices = self.rank.len() as u32;
        // Small integers as floats by their bits: exact, and in the same order.
        let middles = vertices..vertices + self.ends.len() as u32;
        let places = self.rank.iter().copied().chain(middles.clone());
        let filter: Vec<f32> = places.map(f32::from_bits).collect();
        let halves = middles.zip(&self.ends);
        let halves: Vec<[u32; 2]> = halves
            .flat_map(|(middle, ends)| ends.map(|end| [end, middle]))
            .collect();
        let Persistence { death, loops } = persistence(&halves, &filter);
        let ([mut death, _], [loops, _]) = (death, loops);
        death.truncate(vertices as usize);
        for middle in death.iter_mut().filter(|middle| **middle != NONE) {
            *middle -= vertices;
        }
        EdgePairs {
            death,
            closes: loops[vertices as usize..]
                .iter()
                .map(|&count| count > 0)
                .collect(),
        }
    }
}
