//! Streams of the bars of a vertex filter. Pairs of vertex indices take a tenth of the memory of bar lists.

use std::borrow::Cow;

use super::{Direction, EssentialBar, FiniteBar};
use crate::homology::order::{Order, canonical_key};
use crate::homology::{Extended, NONE, Persistence};

/// The bars of both directions. Iterators sort them as in [`super::Barcode`].
#[derive(Clone, Debug)]
pub struct VertexBars<'a> {
    persistence: Cow<'a, Persistence>,
    filter: Cow<'a, [f32]>,
    extended: Option<Extended>,
    keep_zero: bool,
    /// All vertices in sublevel order.
    order: Vec<u32>,
}

impl<'a> VertexBars<'a> {
    /// Omits bars of length zero, including trivial ones, unless `keep_zero`; with them every vertex has one bar of H0.
    pub fn new(persistence: Cow<'a, Persistence>, filter: Cow<'a, [f32]>, keep_zero: bool) -> Self {
        let mut order = Order::default();
        order.sort(&filter);
        Self {
            persistence,
            order: order.by_rank().to_vec(),
            filter,
            extended: None,
            keep_zero,
        }
    }

    /// Adds the extended part of the same graph and filter.
    pub fn with_extended(self, extended: Extended) -> Self {
        Self {
            extended: Some(extended),
            ..self
        }
    }

    /// Finite components, sorted.
    pub fn h0(&self, direction: Direction) -> impl Iterator<Item = FiniteBar> + '_ {
        let death = &self.persistence.death[direction as usize];
        let pairs = self
            .order
            .iter()
            .map(|&birth| [birth, death[birth as usize]]);
        let pairs = pairs.filter(|&[_, death]| death != NONE);
        // Births are already in order, so sorting takes little time.
        self.finite(pairs.collect())
    }

    /// Essential components, sorted.
    pub fn h0_essential(&self, direction: Direction) -> impl Iterator<Item = EssentialBar> + '_ {
        let death = &self.persistence.death[direction as usize];
        let stay = self.order.iter().filter(|&&v| death[v as usize] == NONE);
        stay.map(|&vertex| self.essential(vertex))
    }

    /// Loops, sorted.
    pub fn h1_essential(&self, direction: Direction) -> impl Iterator<Item = EssentialBar> + '_ {
        let loops = &self.persistence.loops[direction as usize];
        self.order.iter().flat_map(|&vertex| {
            let count = loops[vertex as usize] as usize;
            std::iter::repeat_n(self.essential(vertex), count)
        })
    }

    /// Components and loops of the extended part, each sorted; none if it was not added.
    pub fn extended(&self) -> Option<[impl Iterator<Item = FiniteBar> + '_; 2]> {
        let Extended { components, loops } = self.extended.as_ref()?;
        Some([components, loops].map(|pairs| self.finite(pairs.clone())))
    }

    fn essential(&self, vertex: u32) -> EssentialBar {
        EssentialBar {
            birth: self.filter[vertex as usize],
            birth_vertex: Some(vertex),
            birth_edge: None,
        }
    }

    fn finite(&self, pairs: Vec<[u32; 2]>) -> impl Iterator<Item = FiniteBar> + '_ {
        finite(pairs, &self.filter, self.keep_zero)
    }
}

/// The bars with these birth and death vertices, sorted.
pub(super) fn finite(
    mut pairs: Vec<[u32; 2]>,
    filter: &[f32],
    keep_zero: bool,
) -> impl Iterator<Item = FiniteBar> + '_ {
    let keys = |pair: &[u32; 2]| pair.map(|vertex| canonical_key(filter[vertex as usize]));
    if !keep_zero {
        pairs.retain(|pair| {
            let [birth, death] = keys(pair);
            birth != death
        });
    }
    // The lookups are random accesses: one per bar if the births are sorted, two only for equal births. A single key type for
    // both keeps the topology module small.
    let sort = |pairs: &mut [[u32; 2]], by_birth: bool| {
        pairs.sort_unstable_by_key(|pair| match (keys(pair), by_birth) {
            ([birth, _], true) => (birth, [0; 2]),
            ([_, death], false) => (death, *pair),
        });
    };
    sort(&mut pairs, true);
    for equal in pairs.chunk_by_mut(|a, b| keys(a)[0] == keys(b)[0]) {
        sort(equal, false);
    }
    pairs.into_iter().map(|[birth, death]| FiniteBar {
        birth: filter[birth as usize],
        death: filter[death as usize],
        birth_vertex: Some(birth),
        death_vertex: Some(death),
        ..FiniteBar::default()
    })
}
