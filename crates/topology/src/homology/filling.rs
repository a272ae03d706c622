//! The triangle that ends each loop of a clique filtration.
//!
//! Most loops belong to an apparent pair. [`super::coboundary`] reduces the columns of the other edges.

use std::collections::HashMap;

use super::apparent_pairs::ApparentPairs;
use super::arrival::Arrival;
use super::coboundary::Reduction;
use super::effort::Effort;
use super::error::HomologyError;
use super::triangles::Triangle;

/// For each edge that closes a loop, the triangle that ends the loop.
pub(super) struct Filling {
    apparent: ApparentPairs,
    /// The triangles of edges without an apparent pair; essential loops have none.
    reduced: HashMap<u32, Triangle>,
}

/// The end of a loop.
pub(super) enum End {
    /// The triangle enters together with the edge that closes the loop.
    Apparent,
    /// A later triangle ends the loop.
    Triangle(Triangle),
    /// No triangle ends the loop.
    Essential,
}

impl Filling {
    /// Pairs the edges for which `closes` is true, by index in the order of entry.
    ///
    /// # Errors
    /// If the reduction exceeds `effort`.
    pub fn new(
        arrival: &Arrival,
        closes: &[bool],
        effort: Effort<'_>,
    ) -> Result<Self, HomologyError> {
        let apparent = ApparentPairs::new(arrival, closes);
        let is_open = |&edge: &u32| {
            closes[edge as usize] && !apparent.contains(edge) && apparent.neighbours.has(edge)
        };
        let open: Vec<u32> = (0..arrival.ends.len() as u32).filter(is_open).collect();
        let reduced = match open.last() {
            Some(&last) => Reduction::new(&apparent, arrival, last, effort).run(&open)?,
            None => HashMap::new(),
        };
        Ok(Self { apparent, reduced })
    }

    /// The end of the loop that this edge closes.
    pub fn end(&self, edge: u32) -> End {
        if self.apparent.contains(edge) {
            return End::Apparent;
        }
        match self.reduced.get(&edge) {
            Some(&triangle) => End::Triangle(triangle),
            None => End::Essential,
        }
    }

    /// The first triangle that enters with this edge, which has these ends.
    pub fn first_triangle(&self, edge: u32, ends: [u32; 2]) -> Option<Triangle> {
        self.apparent.first_triangle(edge, ends)
    }
}
