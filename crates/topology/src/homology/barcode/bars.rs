//! Bars, identified by their birth and death vertices.

use serde::{Deserialize, Serialize};

use crate::homology::order::canonical_key;
use crate::homology::{NONE, Persistence};

/// The class that a bar represents.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Kind {
    /// A component that is born and merges into an elder one.
    H0 = 0,
    /// An essential component.
    H0Essential = 1,
    /// A loop, essential in a graph filtration.
    H1Essential = 2,
}

/// The direction of a filtration.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[cfg_attr(
    feature = "typescript",
    derive(ts_rs::TS),
    ts(rename = "FiltrationDirection")
)]
#[serde(rename_all = "lowercase")]
pub enum Direction {
    /// Sublevel: small filter values first.
    Sublevel = 0,
    /// Superlevel: large filter values first.
    Superlevel = 1,
}

impl Direction {
    /// The word in files.
    pub fn name(self) -> &'static str {
        match self {
            Self::Sublevel => "sublevel",
            Self::Superlevel => "superlevel",
        }
    }
}

/// A bar, or several equal bars, identified by birth and death vertex.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Bar {
    /// The class that it represents.
    pub kind: Kind,
    /// The filtration that it belongs to.
    pub direction: Direction,
    pub birth_vertex: u32,
    /// The death vertex; none if the class is essential.
    pub death_vertex: Option<u32>,
    /// Number of bars of this kind with these two vertices: 1 except for loops.
    pub multiplicity: u32,
}

/// Length of [`Bar::row`].
pub const BAR_NUMBERS: usize = 5;

impl Bar {
    /// Five numbers: kind, direction, birth vertex, death vertex or [`NONE`], multiplicity.
    pub fn row(&self) -> [u32; BAR_NUMBERS] {
        [
            self.kind as u32,
            self.direction as u32,
            self.birth_vertex,
            self.death_vertex.unwrap_or(NONE),
            self.multiplicity,
        ]
    }

    /// Whether birth and death vertex are the same: the vertex joins an elder component when it enters.
    pub fn is_trivial(&self) -> bool {
        self.death_vertex == Some(self.birth_vertex)
    }

    /// Whether birth and death have equal filter values. Diagrams omit such bars.
    pub fn is_zero_length(&self, filter: &[f32]) -> bool {
        let key = |vertex: u32| canonical_key(filter[vertex as usize]);
        self.death_vertex
            .is_some_and(|death| key(death) == key(self.birth_vertex))
    }
}

/// All bars, trivial ones included, by direction, then components before loops, then birth vertex.
pub fn bars(persistence: &Persistence) -> impl Iterator<Item = Bar> {
    [Direction::Sublevel, Direction::Superlevel]
        .into_iter()
        .flat_map(|direction| {
            let components = (0..).zip(&persistence.death[direction as usize]).map(
                move |(birth_vertex, &death)| {
                    let (kind, death_vertex) = match death {
                        NONE => (Kind::H0Essential, None),
                        vertex => (Kind::H0, Some(vertex)),
                    };
                    Bar {
                        kind,
                        direction,
                        birth_vertex,
                        death_vertex,
                        multiplicity: 1,
                    }
                },
            );
            let loops = (0..)
                .zip(&persistence.loops[direction as usize])
                .filter(|&(_, &multiplicity)| multiplicity > 0)
                .map(move |(birth_vertex, &multiplicity)| Bar {
                    kind: Kind::H1Essential,
                    direction,
                    birth_vertex,
                    death_vertex: None,
                    multiplicity,
                });
            components.chain(loops)
        })
}

/// All nontrivial bars as concatenated [`Bar::row`]s. Bars of length zero are included.
pub fn rows(persistence: &Persistence) -> Vec<u32> {
    bars(persistence)
        .filter(|bar| !bar.is_trivial())
        .flat_map(|bar| bar.row())
        .collect()
}
