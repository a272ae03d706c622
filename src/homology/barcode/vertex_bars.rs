//! The bars of a vertex filter, one after the other: as numbers of vertices they take a tenth of the memory of their lists.

use std::borrow::Cow;

use super::{Direction, EssentialBar, FiniteBar};
use crate::homology::order::{Order, canonical_key};
use crate::homology::{Extended, NONE, Persistence};

/// The bars of both directions, sorted as in [`super::Barcode`] when they are asked for.
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
    /// Bars of length zero, trivial ones included, are left out unless `keep_zero`: with them there is one bar of H0 for every
    /// vertex.
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

    /// Components that end, sorted.
    pub fn h0(&self, direction: Direction) -> impl Iterator<Item = FiniteBar> + '_ {
        let death = &self.persistence.death[direction as usize];
        let pairs = self
            .order
            .iter()
            .map(|&birth| [birth, death[birth as usize]]);
        let pairs = pairs.filter(|&[_, death]| death != NONE);
        // Births in their order leave little to sort.
        self.finite(pairs.collect())
    }

    /// Components that stay, sorted.
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

    /// Components and loops of the extended part, each sorted; none where it was not added.
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

/// The bars between the arrivals of two vertices each, sorted.
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
    // Values are looked up far apart: once a bar where births are sorted already, and again only where they are equal. One kind
    // of key for both keeps the module small that every visitor waits for.
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
