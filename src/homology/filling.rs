//! Which triangle fills which loop.
//!
//! Most pairs are seen without any reduction: where a triangle enters with an edge that closes a loop, the first such triangle fills
//! that loop at once (an apparent pair: Bauer, Ripser, 2021, section 3.5). The other edges are left to [`super::coboundary`].

use std::collections::HashMap;

use super::arrival::Arrival;
use super::coboundary::Reduction;
use super::error::HomologyError;
use super::triangles::{Neighbours, Triangle};

/// What may be spent on triangles, and who is told how far it is.
#[derive(Clone, Copy)]
pub struct Effort<'a> {
    /// The most entries of columns that are added up, again and again the same ones.
    pub most_added: u64,
    /// The most entries of columns that are kept, of four bytes each.
    pub most_kept: usize,
    /// The most triangles that are numbered, of 24 bytes each; others are found anew where they are needed, which takes longer.
    pub most_numbered: usize,
    /// Is told the share of the work that is done, from 0 to 1.
    pub progress: &'a dyn Fn(f64),
}

impl<'a> Effort<'a> {
    /// A few seconds, and some hundred MiB.
    pub const SECONDS: Effort<'static> = Effort {
        most_added: 1 << 30,
        most_kept: 1 << 26,
        most_numbered: 1 << 22,
        progress: &|_| (),
    };

    /// Hours, and some GiB.
    pub fn hours(progress: &'a dyn Fn(f64)) -> Self {
        Self {
            most_added: u64::MAX,
            most_kept: 1 << 30,
            most_numbered: 1 << 26,
            progress,
        }
    }
}

/// Which triangle fills the loop that an edge closes.
pub(super) struct Filling {
    /// All edges.
    pub neighbours: Neighbours,
    /// `at_once[p]`: a triangle that enters with the edge at place `p` fills the loop that it closes.
    pub at_once: Vec<bool>,
    /// The triangles of the other edges that have one.
    later: HashMap<u32, Triangle>,
}

/// When a loop ends.
pub(super) enum End {
    /// With the edge that closes it.
    AtOnce,
    /// With this triangle.
    Later(Triangle),
    Never,
}

impl Filling {
    /// Of the edges that close loops. Edges are known by their place.
    ///
    /// # Errors
    /// Where it takes more than it may.
    pub fn new(
        arrival: &Arrival,
        closes: &[bool],
        effort: Effort<'_>,
    ) -> Result<Self, HomologyError> {
        let (ends, vertices) = (&arrival.ends, arrival.rank.len());
        let neighbours = Neighbours::new(vertices, ends);
        let at_once = at_once(&neighbours, ends, closes);
        let is_open = |&place: &u32| {
            closes[place as usize] && !at_once[place as usize] && neighbours.has(place)
        };
        let open: Vec<u32> = (0..ends.len() as u32).filter(is_open).collect();
        let mut filling = Self {
            neighbours,
            at_once,
            later: HashMap::new(),
        };
        if let Some(&last) = open.last() {
            filling.later = Reduction::new(&filling, arrival, last, effort).run(&open)?;
        }
        Ok(filling)
    }

    /// When the loop ends that the edge at this place closes.
    pub fn end(&self, place: u32) -> End {
        match self.later.get(&place) {
            _ if self.at_once[place as usize] => End::AtOnce,
            Some(&triangle) => End::Later(triangle),
            None => End::Never,
        }
    }

    /// The triangle that fills the loop of the edge at this place, with these ends, where it does so at once.
    pub fn first_triangle(&self, place: u32, ends: [u32; 2]) -> Option<Triangle> {
        self.neighbours.first_triangle(place, ends)
    }
}

/// Whether a triangle enters with each of the edges that close a loop.
fn at_once(neighbours: &Neighbours, ends: &[[u32; 2]], closes: &[bool]) -> Vec<bool> {
    let edges = (0..).zip(ends).zip(closes);
    let of_edge = |((place, &ends), &closes): ((u32, &[u32; 2]), &bool)| {
        closes && neighbours.has(place) && neighbours.has_triangle(place, ends)
    };
    edges.map(of_edge).collect()
}
