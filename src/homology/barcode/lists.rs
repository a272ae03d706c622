//! Bars by filter value, as lists.

use std::borrow::Cow;

use serde::Serialize;

use super::{Direction, VertexBars, vertex_bars};
use crate::homology::Persistence;
use crate::homology::order::canonical_key;

/// The barcodes of both directions by filter value. Serialises to the documented JSON, where a value
/// that JSON has no number for (NaN, infinity) is `null`.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct Barcodes {
    /// Small filter values first: no bar ends below its birth.
    pub sublevel: Barcode,
    /// Large filter values first: no bar ends above its birth. None where edges have values of their
    /// own, see [`crate::homology::filtration`].
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
    pub(in crate::homology) fn sort(&mut self) {
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
