//! Bars by the vertices where they begin and end.

use serde::Serialize;

use crate::homology::order::canonical_key;
use crate::homology::{NONE, Persistence};

/// What a bar stands for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Kind {
    /// A component that is born and merges into an older one.
    H0 = 0,
    /// A component that stays.
    H0Essential = 1,
    /// A loop; on a graph it stays.
    H1Essential = 2,
}

/// Which way the filtration runs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS), ts(rename = "FiltrationDirection"))]
#[serde(rename_all = "lowercase")]
pub enum Direction {
    /// Small filter values first.
    Sublevel = 0,
    /// Large filter values first.
    Superlevel = 1,
}

impl Direction {
    /// The word that files use.
    pub fn name(self) -> &'static str {
        match self {
            Self::Sublevel => "sublevel",
            Self::Superlevel => "superlevel",
        }
    }
}

/// One bar, or several equal ones, by the vertices where it begins and ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Bar {
    /// What it stands for.
    pub kind: Kind,
    /// The filtration it belongs to.
    pub direction: Direction,
    /// The vertex with whose arrival it begins.
    pub birth_vertex: u32,
    /// The vertex with whose arrival it ends; none where it does not.
    pub death_vertex: Option<u32>,
    /// How many bars of this kind these two vertices have: 1 except for loops.
    pub multiplicity: u32,
}

/// Numbers of [`Bar::row`].
pub const BAR_NUMBERS: usize = 5;

impl Bar {
    /// As five numbers: kind, direction, birth vertex, death vertex or [`NONE`], multiplicity.
    pub fn row(&self) -> [u32; BAR_NUMBERS] {
        [
            self.kind as u32,
            self.direction as u32,
            self.birth_vertex,
            self.death_vertex.unwrap_or(NONE),
            self.multiplicity,
        ]
    }

    /// The vertex joined an older component the moment it arrived: no component was ever there to see.
    pub fn is_trivial(&self) -> bool {
        self.death_vertex == Some(self.birth_vertex)
    }

    /// It ends at the filter value at which it begins. A diagram does not show it.
    pub fn is_zero_length(&self, filter: &[f32]) -> bool {
        let key = |vertex: u32| canonical_key(filter[vertex as usize]);
        self.death_vertex
            .is_some_and(|death| key(death) == key(self.birth_vertex))
    }
}

/// All bars, trivial ones included: by direction, then components before loops, then by birth vertex.
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

/// All bars but the trivial ones, [`Bar::row`] after [`Bar::row`]. Bars of length zero are there: filter values tell them apart.
pub fn rows(persistence: &Persistence) -> Vec<u32> {
    bars(persistence)
        .filter(|bar| !bar.is_trivial())
        .flat_map(|bar| bar.row())
        .collect()
}
