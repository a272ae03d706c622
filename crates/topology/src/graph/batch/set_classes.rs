//! Colour refinement of the sets of vertices of a data set, and their classes in a batch.

use std::{
    collections::BTreeMap,
    sync::{Mutex, PoisonError},
};

use super::{
    Layer, SetLevel,
    numbers::{Numbers, count},
    refinement::{NeighbourLists, Signatures},
    vertex_sets::{SetType, set_neighbours, set_type},
};

/// Number of layers of message passing between sets of vertices.
pub const SET_LAYERS: usize = 2;
/// The row of a type that the table of a model does not have.
pub const NO_TYPE: u32 = u32::MAX;

/// The sets of one size of all graphs of a data set, as classes with equal values.
///
/// Before the first layer, two sets have the same class if they have the same type and members of the same colours. After each layer,
/// they had the same class before it, and neighbours of the same classes, equally often. This is the refinement of
/// [`Batcher`](super::Batcher) with sets as vertices.
#[derive(Debug)]
pub(super) struct SetClasses {
    /// The rows of the types.
    rows: BTreeMap<SetType, u32>,
    /// First set of each graph in `classes`, then the number of all sets.
    first: Vec<usize>,
    /// Class of each set after the last layer.
    classes: Vec<u32>,
    /// The signature of a class before the first layer: the row of the type, then the colours of the members, ascending.
    before: Signatures<u32>,
    /// The signature of a class after each layer: the class before it, then the classes of the neighbours before it, ascending.
    layers: [Signatures<u32>; SET_LAYERS],
    /// Zeros from the last batch, for [`Numbers`] of the next one.
    zeros: Mutex<Vec<u32>>,
}

/// Rows of a table of types. Without any type, there is an unused row, because a tensor has at least one.
pub fn table(types: usize) -> usize {
    types.max(1)
}

impl SetClasses {
    /// No sets. The model has a table with these types.
    pub(super) fn new(types: &[SetType]) -> Self {
        Self {
            rows: types.iter().copied().zip(0..).collect(),
            first: vec![0],
            classes: Vec::new(),
            before: Signatures::new(),
            layers: [(); SET_LAYERS].map(|()| Signatures::new()),
            zeros: Mutex::default(),
        }
    }

    /// Adds the sets of the next graph. Its vertices have these labels, and these colours in the data set.
    pub(super) fn add<const K: usize>(
        &mut self,
        sets: &[[u32; K]],
        graph: NeighbourLists,
        (labels, colours): (&[u32], &[u32]),
    ) {
        let mut signature = Vec::new();
        let first = sets.iter().map(|&set| {
            let row = self.rows.get(&set_type(set, graph, labels));
            signature.clear();
            signature.push(row.copied().unwrap_or(NO_TYPE));
            signature.extend(set.map(|v| colours[v as usize]));
            signature[1..].sort_unstable();
            self.before.number(&signature)
        });
        let mut classes: Vec<u32> = first.collect();
        let neighbours = set_neighbours(sets, graph);
        for layer in &mut self.layers {
            let after = (0..).zip(&classes).map(|(set, &class)| {
                signature.clear();
                signature.push(class);
                let around = neighbours.lists().around(set).iter();
                signature.extend(around.map(|&other| classes[other as usize]));
                signature[1..].sort_unstable();
                layer.number(&signature)
            });
            classes = after.collect();
        }
        self.classes.extend(classes);
        self.first.push(self.classes.len());
    }

    /// The classes of the sets of these graphs. `colour` is the number in the batch of a colour of the data set.
    pub(super) fn level(&self, graphs: &[u32], colour: impl Fn(u32) -> u32) -> SetLevel {
        let mut level = SetLevel {
            set_offsets: vec![0],
            table: table(self.rows.len()),
            ..SetLevel::default()
        };
        let mut counts = Vec::new();
        let zeros = || self.zeros.lock().unwrap_or_else(PoisonError::into_inner);
        let mut spare = std::mem::take(&mut *zeros());
        let mut numbers = Numbers::new(self.layers[SET_LAYERS - 1].len(), &mut spare);
        for &graph in graphs {
            for &class in &self.classes[self.first[graph as usize]..self.first[graph as usize + 1]]
            {
                let number = numbers.of(class, class as usize);
                count(&mut counts, number, 1);
                level.class_of.push(number);
            }
            level.set_offsets.push(level.class_of.len() as u32);
        }
        let mut present = numbers.into_first();
        for (after, signatures) in self.layers.iter().enumerate().rev() {
            let number = match after {
                0 => self.before.len(),
                _ => self.layers[after - 1].len(),
            };
            let mut numbers = Numbers::new(number, &mut spare);
            let mut number = |class: u32| numbers.of(class, class as usize);
            let mut layer = Layer {
                neighbour_offsets: vec![0],
                ..Layer::default()
            };
            let mut counts_before = Vec::new();
            for (&class, &sets) in present.iter().zip(&counts) {
                let own = number(signatures.list(class as u32)[0]);
                count(&mut counts_before, own, sets);
                layer.refined.push(own);
            }
            for &class in &present {
                let around = &signatures.list(class as u32)[1..];
                let start = layer.neighbours.len();
                layer
                    .neighbours
                    .extend(around.iter().map(|&class| number(class)));
                // The numbers in the batch give an order of the sum that does not depend on other graphs of the data set.
                layer.neighbours[start..].sort_unstable();
                layer.neighbour_offsets.push(layer.neighbours.len() as u32);
            }
            layer.counts = std::mem::replace(&mut counts, counts_before);
            level.layers.push(layer);
            present = numbers.into_first();
        }
        *zeros() = spare;
        for class in present {
            let [row, members @ ..] = self.before.list(class as u32) else {
                unreachable!("every class has a type");
            };
            level.types.push(*row);
            let start = level.members.len();
            level
                .members
                .extend(members.iter().map(|&member| colour(member)));
            level.members[start..].sort_unstable();
        }
        level.layers.push(Layer {
            counts,
            ..Layer::default()
        });
        level.layers.reverse();
        level
    }
}
