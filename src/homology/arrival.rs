//! The order in which the vertices and the edges of one direction enter, and what each edge does.

use super::NONE;
use super::barcode::Direction;
use super::order::{Order, canonical_key};
use super::union_find::root;

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

    /// Pairs vertices with edges, by the elder rule.
    pub fn pairs(&self) -> EdgePairs {
        let vertices = self.rank.len();
        let mut death = vec![NONE; vertices];
        let mut closes = vec![false; self.ends.len()];
        let mut parent: Vec<u32> = (0..vertices as u32).collect();
        for ((place, ends), closes) in (0..).zip(&self.ends).zip(&mut closes) {
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
            death[dying as usize] = place;
        }
        EdgePairs { death, closes }
    }
}
