//! The order of entry of vertices and edges in one direction, and the effect of each edge.

use super::NONE;
use super::barcode::Direction;
use super::order::{Order, canonical_key};
use super::union_find::root;

/// One direction of a filtration. An edge is identified by its index `p` in the order of entry.
#[derive(Debug)]
pub(super) struct Arrival {
    /// `rank[v]`: number of vertices that enter before `v`.
    pub rank: Vec<u32>,
    /// `edges[p]`: index in the list of edges of the `p`-th edge to enter.
    pub edges: Vec<u32>,
    /// `ends[p]`: its ends, the elder one first.
    pub ends: Vec<[u32; 2]>,
}

/// The effect of each edge.
#[derive(Debug)]
pub(super) struct EdgePairs {
    /// `death[v]`: the edge that joins the component born at `v` to an elder one, or [`NONE`].
    pub death: Vec<u32>,
    /// `closes[p]`: the ends of the edge are already connected, so it closes a loop.
    pub closes: Vec<bool>,
}

impl Arrival {
    /// Sorts the edges by their values, if they have any, then by younger end, elder end and index. Ends must be in range.
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
        let key = |(edge, &ends): (u32, &[u32; 2])| {
            let value = edge_filter.map_or(0, |values| canonical_key(values[edge as usize]));
            let [elder, younger] = by_age(ends).map(|end| rank[end as usize]);
            let pair = |high: u32, low: u32| u64::from(high) << 32 | u64::from(low);
            (pair(value, younger), pair(elder, edge))
        };
        let mut sorted: Vec<_> = (0..).zip(edges).map(key).collect();
        sorted.sort_unstable();
        let sorted: Vec<u32> = sorted.into_iter().map(|(_, low)| low as u32).collect();
        let ends = sorted.iter().map(|&edge| by_age(edges[edge as usize]));
        Self {
            ends: ends.collect(),
            edges: sorted,
            rank,
        }
    }

    /// Pairs vertices with edges by the elder rule.
    pub fn pairs(&self) -> EdgePairs {
        let vertices = self.rank.len();
        let mut death = vec![NONE; vertices];
        let mut closes = vec![false; self.ends.len()];
        let mut parent: Vec<u32> = (0..vertices as u32).collect();
        for ((position, ends), closes) in (0..).zip(&self.ends).zip(&mut closes) {
            let [a, b] = ends.map(|end| root(&mut parent, end));
            if a == b {
                *closes = true;
                continue;
            }
            let (elder, dying) = match self.rank[a as usize] < self.rank[b as usize] {
                true => (a, b),
                false => (b, a),
            };
            parent[dying as usize] = elder;
            death[dying as usize] = position;
        }
        EdgePairs { death, closes }
    }
}
