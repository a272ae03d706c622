//! Apparent pairs of a clique filtration (Bauer, Ripser, 2021, section 3.5).
//!
//! An edge that closes a loop and the first triangle that contains it are an apparent pair if both enter together. Such pairs need
//! no reduction.

use super::arrival::Arrival;
use super::triangles::{Neighbours, Triangle};

/// The edges of a clique filtration that belong to an apparent pair, by index in the order of entry.
pub(super) struct ApparentPairs {
    /// Neighbours along all edges.
    pub neighbours: Neighbours,
    /// `contains[p]`: edge `p` closes a loop, and a triangle enters with it.
    contains: Vec<bool>,
}

impl ApparentPairs {
    /// The apparent pairs among the edges for which `closes` is true: those that close a loop.
    pub fn new(arrival: &Arrival, closes: &[bool]) -> Self {
        let ends = &arrival.ends;
        let neighbours = Neighbours::new(arrival.rank.len(), ends);
        let edges = (0..).zip(ends).zip(closes);
        let contains = edges.map(|((edge, &ends), &closes)| {
            closes && neighbours.has(edge) && neighbours.has_triangle(edge, ends)
        });
        Self {
            contains: contains.collect(),
            neighbours,
        }
    }

    /// Whether this edge belongs to an apparent pair.
    pub fn contains(&self, edge: u32) -> bool {
        self.contains[edge as usize]
    }

    /// The first triangle that enters with this edge, which has these ends.
    pub fn first_triangle(&self, edge: u32, ends: [u32; 2]) -> Option<Triangle> {
        self.neighbours.first_triangle(edge, ends)
    }
}
