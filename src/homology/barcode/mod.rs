//! Bars as views of [`Persistence`]: by vertex for the page, by value for files.

mod vertex_bars;
mod view;

pub use vertex_bars::VertexBars;
pub use view::{Each, Lists, Source, View};

use std::borrow::Cow;
use std::fmt::Display;
use std::ops::Sub;

use serde::Serialize;

use super::order::canonical_key;
use super::{NONE, Persistence};

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

/// What filter values are: `f32` where it is computed, `f64` where files are read and written, see [`super::stand_ins`].
pub trait Value: Copy + Default + Display + Sub<Output = Self> {
    /// The death of an essential class of a sublevel filtration.
    const NEVER: Self;
}

impl Value for f32 {
    const NEVER: Self = Self::INFINITY;
}

impl Value for f64 {
    const NEVER: Self = Self::INFINITY;
}

/// The barcodes of both directions by filter value. Serialises to the documented JSON, where a value
/// that JSON has no number for (NaN, infinity) is `null`.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct Barcodes {
    /// Small filter values first: no bar ends below its birth.
    pub sublevel: Barcode,
    /// Large filter values first: no bar ends above its birth. None where edges have values of their
    /// own, see [`super::filtration`].
    #[serde(skip_serializing_if = "Option::is_none")]
    pub superlevel: Option<Barcode>,
    /// Up through the sublevel sets and back down: every class ends. None unless asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub extended: Option<ExtendedBarcode>,
}

/// The barcodes of one direction, one entry a bar, each sorted by (birth, death, vertex).
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct Barcode {
    /// Components that merge into an older one.
    pub h0: Vec<FiniteBar>,
    /// Components that stay.
    pub h0_essential: Vec<EssentialBar>,
    /// Loops that a triangle fills. None where there are no triangles: on a graph every loop stays.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub h1: Option<Vec<FiniteBar>>,
    /// Loops that stay.
    pub h1_essential: Vec<EssentialBar>,
}

/// The classes that the sublevel filtration leaves essential, paired up by the way back down.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct ExtendedBarcode {
    /// Components, from their smallest to their largest filter value.
    pub h0: Vec<FiniteBar>,
    /// Loops, from the value where they close going up to the one where they close going down: no bar
    /// ends above its birth.
    pub h1: Vec<FiniteBar>,
}

/// A bar with both ends. Each end names the vertex whose filter value it has. Where edges have values
/// of their own or triangles are filled in, it also names the edge or triangle by its vertices,
/// ascending.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize)]
pub struct FiniteBar<V = f32> {
    /// Filter value at which it begins.
    pub birth: V,
    /// Filter value at which it ends.
    pub death: V,
    /// The vertex with whose arrival it begins; none where an edge with its own value begins it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub birth_vertex: Option<u32>,
    /// The vertex with whose arrival it ends; none where an edge with its own value ends it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub death_vertex: Option<u32>,
    /// The edge that closes the loop.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub birth_edge: Option<[u32; 2]>,
    /// The edge that joins the component to an older one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub death_edge: Option<[u32; 2]>,
    /// The triangle that fills the loop.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub death_triangle: Option<[u32; 3]>,
}

/// A bar without an end. Its birth is named as that of a [`FiniteBar`] is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize)]
pub struct EssentialBar<V = f32> {
    /// Filter value at which it begins.
    pub birth: V,
    /// The vertex with whose arrival it begins; none where an edge with its own value begins it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub birth_vertex: Option<u32>,
    /// The edge that closes the loop.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub birth_edge: Option<[u32; 2]>,
}

impl FiniteBar {
    /// It ends at the value at which it begins.
    pub fn is_zero_length(&self) -> bool {
        canonical_key(self.birth) == canonical_key(self.death)
    }

    fn sort(bars: &mut [Self]) {
        bars.sort_unstable_by_key(|bar| {
            (
                [bar.birth, bar.death].map(canonical_key),
                [bar.birth_vertex, bar.death_vertex],
                [bar.birth_edge, bar.death_edge],
                bar.death_triangle,
            )
        });
    }
}

impl EssentialBar {
    fn sort(bars: &mut [Self]) {
        bars.sort_unstable_by_key(|bar| {
            (canonical_key(bar.birth), bar.birth_vertex, bar.birth_edge)
        });
    }
}

impl Barcodes {
    /// Reads the bars off. Those of length zero, trivial ones included, are left out unless
    /// `keep_zero`: with them there is one bar of H0 for every vertex.
    pub fn new(persistence: &Persistence, filter: &[f32], keep_zero: bool) -> Self {
        let bars = VertexBars::new(Cow::Borrowed(persistence), filter.into(), keep_zero);
        let barcode = |direction| Barcode {
            h0: bars.h0(direction).collect(),
            h0_essential: bars.h0_essential(direction).collect(),
            h1: None,
            h1_essential: bars.h1_essential(direction).collect(),
        };
        Self {
            sublevel: barcode(Direction::Sublevel),
            superlevel: Some(barcode(Direction::Superlevel)),
            extended: None,
        }
    }

    /// Adds the extended part: pairs of vertices (birth, death) of components and of loops. Pairs of
    /// equal value, such as those of isolated vertices, are left out unless `keep_zero`.
    pub fn with_extended(
        mut self,
        components: &[[u32; 2]],
        loops: &[[u32; 2]],
        filter: &[f32],
        keep_zero: bool,
    ) -> Self {
        let bars = |pairs: &[[u32; 2]]| vertex_bars::finite(pairs.to_vec(), filter, keep_zero);
        self.extended = Some(ExtendedBarcode {
            h0: bars(components).collect(),
            h1: bars(loops).collect(),
        });
        self
    }

    /// The barcodes of one direction; none for the superlevel one where edges have their own values.
    pub fn get(&self, direction: Direction) -> Option<&Barcode> {
        match direction {
            Direction::Sublevel => Some(&self.sublevel),
            Direction::Superlevel => self.superlevel.as_ref(),
        }
    }
}

impl Barcode {
    pub(super) fn sort(&mut self) {
        FiniteBar::sort(&mut self.h0);
        EssentialBar::sort(&mut self.h0_essential);
        FiniteBar::sort(self.h1.as_deref_mut().unwrap_or_default());
        EssentialBar::sort(&mut self.h1_essential);
    }

    /// The persistence diagrams of components (0) and of loops (1): points (birth, death), finite ones
    /// first. An essential class dies at infinity in a sublevel, at minus infinity in a superlevel
    /// filtration.
    pub fn diagrams(&self, direction: Direction) -> [Vec<[f32; 2]>; 2] {
        let never = match direction {
            Direction::Sublevel => f32::INFINITY,
            Direction::Superlevel => f32::NEG_INFINITY,
        };
        [
            (&self.h0[..], &self.h0_essential),
            (self.h1.as_deref().unwrap_or_default(), &self.h1_essential),
        ]
        .map(|(finite, essential)| {
            let finite = finite.iter().map(|bar| [bar.birth, bar.death]);
            let essential = essential.iter().map(|bar| [bar.birth, never]);
            finite.chain(essential).collect()
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::homology::persistence;

    /// Two minima, 0 and 3, that vertex 1 joins; vertex 2 as high as vertex 1; two loops at vertex 1.
    fn example() -> (Persistence, [f32; 4]) {
        let filter = [0.1, 2.0, 2.0, 0.5];
        (
            persistence(&[[0, 1], [1, 3], [0, 1], [1, 0], [1, 2]], &filter),
            filter,
        )
    }

    #[test]
    fn rows_leave_out_trivial_pairs_only() {
        let (persistence, _) = example();
        let rows = rows(&persistence);
        let rows: Vec<&[u32]> = rows.chunks(5).collect();
        assert_eq!(
            rows,
            [
                [1, 0, 0, NONE, 1],
                [0, 0, 3, 1, 1],
                [2, 0, 1, NONE, 2],
                [1, 1, 2, NONE, 1],
                [2, 1, 0, NONE, 2]
            ]
        );
    }

    #[test]
    fn length_zero_is_a_matter_of_values_and_trivial_one_of_vertices() {
        let bar = |birth_vertex, death_vertex| Bar {
            kind: Kind::H0,
            direction: Direction::Sublevel,
            birth_vertex,
            death_vertex,
            multiplicity: 1,
        };
        let filter = [0.0, -0.0, 1.0, f32::NAN, -f32::NAN];
        assert!(bar(0, Some(1)).is_zero_length(&filter) && !bar(0, Some(1)).is_trivial());
        assert!(bar(3, Some(4)).is_zero_length(&filter));
        assert!(bar(2, Some(2)).is_zero_length(&filter) && bar(2, Some(2)).is_trivial());
        assert!(!bar(0, Some(2)).is_zero_length(&filter));
        assert!(!bar(0, None).is_zero_length(&filter) && !bar(0, None).is_trivial());
    }

    #[test]
    fn json_is_the_documented_one() {
        let (persistence, filter) = example();
        let barcodes = Barcodes::new(&persistence, &filter, false);
        let bars = &VertexBars::new(Cow::Borrowed(&persistence), Cow::Borrowed(&filter), false);
        let value = &|value| value;
        let streamed = serde_json::to_string(&View { bars, value }).unwrap();
        let listed = serde_json::to_string(&barcodes).unwrap();
        assert_eq!(listed, streamed);
        assert_eq!(
            listed,
            concat!(
                r#"{"sublevel":{"h0":[{"birth":0.5,"death":2.0,"birth_vertex":3,"death_vertex":1}],"#,
                r#""h0_essential":[{"birth":0.1,"birth_vertex":0}],"#,
                r#""h1_essential":[{"birth":2.0,"birth_vertex":1},{"birth":2.0,"birth_vertex":1}]},"#,
                r#""superlevel":{"h0":[],"h0_essential":[{"birth":2.0,"birth_vertex":2}],"#,
                r#""h1_essential":[{"birth":0.1,"birth_vertex":0},{"birth":0.1,"birth_vertex":0}]}}"#
            )
        );
    }

    #[test]
    fn zero_length_bars_come_when_asked_for() {
        let (persistence, filter) = example();
        let barcodes = Barcodes::new(&persistence, &filter, true);
        let pairs = |barcode: &Barcode| -> Vec<[u32; 2]> {
            barcode
                .h0
                .iter()
                .map(|bar| [bar.birth_vertex, bar.death_vertex].map(Option::unwrap))
                .collect()
        };
        assert_eq!(pairs(&barcodes.sublevel), [[3, 1], [1, 1], [2, 2]]);
        assert_eq!(
            pairs(barcodes.superlevel.as_ref().unwrap()),
            [[0, 0], [3, 3], [1, 1]]
        );
    }

    #[test]
    fn csv_has_a_line_a_bar() {
        let (persistence, filter) = example();
        let view = View {
            bars: &VertexBars::new(Cow::Borrowed(&persistence), Cow::Borrowed(&filter), false),
            value: &|value| value,
        };
        let mut csv = Vec::new();
        view.write_csv(&mut csv).unwrap();
        assert_eq!(
            String::from_utf8(csv).unwrap(),
            "direction,kind,birth,death,birth_vertex,death_vertex\n\
             sublevel,h0,0.5,2,3,1\n\
             sublevel,h0_essential,0.1,,0,\n\
             sublevel,h1_essential,2,,1,\n\
             sublevel,h1_essential,2,,1,\n\
             superlevel,h0_essential,2,,2,\n\
             superlevel,h1_essential,0.1,,0,\n\
             superlevel,h1_essential,0.1,,0,\n"
        );
    }
}
