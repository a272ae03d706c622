//! Lists of bars by filter value.

use std::borrow::Cow;

use serde::Serialize;

use super::{Direction, VertexBars, vertex_bars};
use crate::homology::Persistence;
use crate::homology::order::canonical_key;

/// The barcodes of both directions by filter value. Serializes to the documented JSON; NaN and infinite values become `null`.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct Barcodes {
    /// Small filter values first: deaths are not below births.
    pub sublevel: Barcode,
    /// Large filter values first: deaths are not above births. None if edges have their own values, see
    /// [`crate::homology::filtration`].
    #[serde(skip_serializing_if = "Option::is_none")]
    pub superlevel: Option<Barcode>,
    /// Extended persistence, in which every class dies. None unless requested.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub extended: Option<ExtendedBarcode>,
}

/// The barcodes of one direction. Each list has one entry per bar and is sorted by (birth, death, vertex).
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct Barcode {
    /// Components that merge into an elder one.
    pub h0: Vec<FiniteBar>,
    /// Essential components.
    pub h0_essential: Vec<EssentialBar>,
    /// Loops that a triangle ends. None without triangles: in a graph filtration every loop is essential.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub h1: Option<Vec<FiniteBar>>,
    /// Essential loops.
    pub h1_essential: Vec<EssentialBar>,
}

/// The essential classes of the sublevel filtration, paired by extended persistence.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct ExtendedBarcode {
    /// Components, from their smallest to their largest filter value.
    pub h0: Vec<FiniteBar>,
    /// Loops, born in the sublevel filtration; deaths, in the superlevel part, are not above births.
    pub h1: Vec<FiniteBar>,
}

/// A finite bar. Each end names the vertex with its filter value. If edges have their own values or triangles are filled in, it
/// also names the edge or triangle by its vertices, ascending.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize)]
pub struct FiniteBar<V = f32> {
    /// Filter value of the birth.
    pub birth: V,
    /// Filter value of the death.
    pub death: V,
    /// The birth vertex; none if the birth is that of an edge with its own value.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub birth_vertex: Option<u32>,
    /// The death vertex; none if the death is that of an edge with its own value.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub death_vertex: Option<u32>,
    /// The edge that closes the loop.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub birth_edge: Option<[u32; 2]>,
    /// The edge that joins the component to an elder one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub death_edge: Option<[u32; 2]>,
    /// The triangle that ends the loop.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub death_triangle: Option<[u32; 3]>,
}

/// An essential bar. The birth is named as in [`FiniteBar`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize)]
pub struct EssentialBar<V = f32> {
    /// Filter value of the birth.
    pub birth: V,
    /// The birth vertex; none if the birth is that of an edge with its own value.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub birth_vertex: Option<u32>,
    /// The edge that closes the loop.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub birth_edge: Option<[u32; 2]>,
}

impl FiniteBar {
    /// Whether birth and death values are equal.
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
    /// Lists the bars of a persistence result. Bars of length zero, including trivial ones, are omitted unless `keep_zero`;
    /// with them every vertex has one bar of H0.
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

    /// Adds the extended part from (birth, death) vertices of components and loops. Pairs with equal values, such as those of
    /// isolated vertices, are omitted unless `keep_zero`.
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

    /// The barcodes of one direction; none for superlevel if edges have their own values.
    pub fn get(&self, direction: Direction) -> Option<&Barcode> {
        match direction {
            Direction::Sublevel => Some(&self.sublevel),
            Direction::Superlevel => self.superlevel.as_ref(),
        }
    }
}

impl Barcode {
    pub(in crate::homology) fn remove_zero_length(&mut self) {
        self.h0.retain(|bar| !bar.is_zero_length());
        if let Some(h1) = &mut self.h1 {
            h1.retain(|bar| !bar.is_zero_length());
        }
    }

    pub(in crate::homology) fn sort(&mut self) {
        FiniteBar::sort(&mut self.h0);
        EssentialBar::sort(&mut self.h0_essential);
        FiniteBar::sort(self.h1.as_deref_mut().unwrap_or_default());
        EssentialBar::sort(&mut self.h1_essential);
    }

    /// The persistence diagrams of components (0) and loops (1) as points (birth, death), finite ones first. An essential class
    /// dies at ∞ in a sublevel filtration and at −∞ in a superlevel filtration.
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
