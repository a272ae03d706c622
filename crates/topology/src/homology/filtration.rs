//! Filtrations beyond vertex filters on graphs: edge values and clique complexes.

use super::arrival::{Arrival, EdgePairs};
use super::barcode::{Barcode, Barcodes, Direction, EssentialBar, FiniteBar};
pub use super::effort::Effort;
use super::error::{HomologyError, check_ends};
use super::filling::{End, Filling};
use super::order::canonical_key;
use super::triangles::Triangle;
use super::{NONE, persistence};

/// The definition of a filtration.
///
/// A vertex enters with its filter value. An edge enters with its younger end, or with its own value if there is an
/// `edge_filter`. With `cliques`, three pairwise adjacent vertices form a triangle. It enters with its youngest edge and can
/// end a loop. Parallel edges and self-loops bound no triangle, so their loops are essential (of parallel edges, all but the first to
/// enter).
///
/// Ties are broken as follows: vertices by index; edges by younger end, elder end and index; triangles by their edges, youngest
/// first.
#[derive(Clone, Copy, Debug)]
pub struct Filtration<'a> {
    /// Ends of each edge; self-loops and parallel edges are allowed.
    pub edges: &'a [[u32; 2]],
    /// One value per vertex. NaN comes last, see [`super::order`].
    pub filter: &'a [f32],
    /// One value per edge, in the order of `edges`, not below the values of its ends. Only the sublevel filtration is then
    /// defined, because in the superlevel direction an edge would enter before its ends.
    pub edge_filter: Option<&'a [f32]>,
    /// Whether triangles are filled in.
    pub cliques: bool,
}

impl Filtration<'_> {
    /// The barcodes of both directions, or of the sublevel one only if edges have values. Bars of length zero are omitted
    /// unless `keep_zero`. Without edge values and cliques these are the barcodes of [`Barcodes::new`]; otherwise bars also
    /// name their birth and death edges or triangles.
    ///
    /// # Errors
    /// If an end is out of range, the numbers of edges and edge values differ, an edge enters before its ends, or
    /// triangles would take more than [`Effort::SECONDS`].
    pub fn barcodes(&self, keep_zero: bool) -> Result<Barcodes, HomologyError> {
        self.barcodes_within(keep_zero, Effort::SECONDS)
    }

    /// [`Self::barcodes`] with these limits for triangles.
    ///
    /// # Errors
    /// As [`Self::barcodes`].
    pub fn barcodes_within(
        &self,
        keep_zero: bool,
        effort: Effort<'_>,
    ) -> Result<Barcodes, HomologyError> {
        self.check()?;
        if self.edge_filter.is_none() && !self.cliques {
            let persistence = persistence(self.edges, self.filter);
            return Ok(Barcodes::new(&persistence, self.filter, keep_zero));
        }
        let both = self.edge_filter.is_none();
        let one = |direction: Direction| {
            let half = |share| (direction as u8 as f64 + share) / 2.0;
            let effort = Effort {
                progress: &|share| (effort.progress)(if both { half(share) } else { share }),
                ..effort
            };
            self.barcode(direction, keep_zero, effort)
        };
        Ok(Barcodes {
            sublevel: one(Direction::Sublevel)?,
            superlevel: match both {
                true => Some(one(Direction::Superlevel)?),
                false => None,
            },
            extended: None,
        })
    }

    pub(super) fn check(&self) -> Result<(), HomologyError> {
        check_ends(self.edges, self.filter.len())?;
        let Some(values) = self.edge_filter else {
            return Ok(());
        };
        if values.len() != self.edges.len() {
            return Err(HomologyError::EdgeValues {
                values: values.len(),
                edges: self.edges.len(),
            });
        }
        for (edge, (&ends, &value)) in self.edges.iter().zip(values).enumerate() {
            let key = |&vertex: &u32| canonical_key(self.filter[vertex as usize]);
            let [a, b] = ends;
            let vertex = if key(&b) > key(&a) { b } else { a };
            if canonical_key(value) < key(&vertex) {
                return Err(HomologyError::EdgeBelowEnd {
                    edge,
                    ends,
                    value,
                    vertex,
                    vertex_value: self.filter[vertex as usize],
                });
            }
        }
        Ok(())
    }

    fn barcode(
        &self,
        direction: Direction,
        keep_zero: bool,
        effort: Effort<'_>,
    ) -> Result<Barcode, HomologyError> {
        let arrival = Arrival::new(self.edges, self.filter, self.edge_filter, direction);
        let EdgePairs { death, closes } = arrival.pairs();
        let own_vertex = |position: u32| match self.edge_filter {
            Some(_) => None,
            None => Some(arrival.ends[position as usize][1]),
        };
        let value = |position: u32| match self.edge_filter {
            Some(values) => values[arrival.edges[position as usize] as usize],
            None => self.filter[arrival.ends[position as usize][1] as usize],
        };
        let ascending = |position: u32| {
            let mut ends = arrival.ends[position as usize];
            ends.sort_unstable();
            ends
        };

        let mut barcode = Barcode::default();
        for ((vertex, &birth), &position) in (0..).zip(self.filter).zip(&death) {
            if position == NONE {
                barcode.h0_essential.push(EssentialBar {
                    birth,
                    birth_vertex: Some(vertex),
                    birth_edge: None,
                });
            } else {
                barcode.h0.push(FiniteBar {
                    birth,
                    death: value(position),
                    birth_vertex: Some(vertex),
                    death_vertex: own_vertex(position),
                    death_edge: Some(ascending(position)),
                    ..FiniteBar::default()
                });
            }
        }

        let filling = match self.cliques {
            true => Some(Filling::new(&arrival, &closes, effort)?),
            false => None,
        };
        let mut h1 = Vec::new();
        for position in (0..closes.len() as u32).filter(|&position| closes[position as usize]) {
            let end = filling.as_ref().map_or(End::Essential, |f| f.end(position));
            let triangle = match (end, &filling) {
                // Most of these have length zero.
                (End::Apparent, _) if !keep_zero => continue,
                (End::Apparent, Some(filling)) => {
                    filling.first_triangle(position, arrival.ends[position as usize])
                }
                (End::Triangle(triangle), _) => Some(triangle),
                (End::Apparent | End::Essential, _) => None,
            };
            let (birth, birth_vertex) = (value(position), own_vertex(position));
            let birth_edge = Some(ascending(position));
            let Some(Triangle { youngest, next }) = triangle else {
                barcode.h1_essential.push(EssentialBar {
                    birth,
                    birth_vertex,
                    birth_edge,
                });
                continue;
            };
            let [a, b] = arrival.ends[youngest as usize];
            let [c, d] = arrival.ends[next as usize];
            let third = if c == a || c == b { d } else { c };
            let mut vertices = [a, b, third];
            vertices.sort_unstable();
            h1.push(FiniteBar {
                birth,
                death: value(youngest),
                birth_vertex,
                death_vertex: own_vertex(youngest),
                birth_edge,
                death_edge: None,
                death_triangle: Some(vertices),
            });
        }
        barcode.h1 = self.cliques.then_some(h1);
        if !keep_zero {
            barcode.remove_zero_length();
        }
        barcode.sort();
        Ok(barcode)
    }
}
