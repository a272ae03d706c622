//! Colour refinement (1-WL): the vertices that no filter can distinguish.

use std::hash::{BuildHasher, Hash};

use hashbrown::{DefaultHashBuilder, HashTable};

/// Colour of each vertex, and number of colours.
pub type Colours = (Vec<u32>, usize);

/// The neighbours of each vertex.
#[derive(Clone, Copy)]
pub struct NeighbourLists<'a> {
    /// First neighbour of each vertex, then the number of all neighbours.
    pub offsets: &'a [u32],
    /// Concatenated lists of the neighbours of all vertices.
    pub neighbours: &'a [u32],
    /// Number of the features of the edge to each neighbour, equal for equal features. Empty if edges have no features.
    pub edge_rows: &'a [u32],
}

impl<'a> NeighbourLists<'a> {
    /// The neighbours of a vertex.
    ///
    /// # Panics
    /// If there is no such vertex.
    pub fn around(self, vertex: u32) -> &'a [u32] {
        let range = &self.offsets[vertex as usize..vertex as usize + 2];
        &self.neighbours[range[0] as usize..range[1] as usize]
    }
}

/// The colours of vertices with these features before the first round, and after each of `rounds` rounds.
///
/// The first layer adds up the features of the neighbours separately. It therefore depends on the count of each degree and of each
/// label around a vertex, but not on their combinations. Later rounds read values after a perceptron, so they distinguish all
/// colours.
pub(super) fn refine(rows: &[[u32; 3]], lists: NeighbourLists, rounds: u32) -> Vec<Colours> {
    let before = numbered(rows.len(), |v, signature| {
        signature.extend(rows[v].map(u64::from));
    });
    let mut told: Vec<Vec<u32>> = (0..3)
        .map(|feature| rows.iter().map(|row| row[feature]).collect())
        .collect();
    // The first of them counts the neighbours, even if the model uses no feature.
    let mut feature = 0;
    told.retain(|rows| {
        feature += 1;
        feature == 1 || rows.iter().any(|&row| row > 0)
    });
    let mut colours = vec![before];
    for _ in 0..rounds {
        let (before, _) = &colours[colours.len() - 1];
        let after = next_round(before, &told, lists);
        told = vec![after.0.clone()];
        colours.push(after);
    }
    colours
}

/// The colours of vertices with these labels before the first round, and after each round that splits a class of the one before. The
/// last ones are stable, unless more than `max_numbers` numbers would be kept: the flag is then false.
pub fn refine_until_stable(
    labels: &[u32],
    lists: NeighbourLists,
    max_numbers: usize,
) -> (Vec<Colours>, bool) {
    let mut colours = vec![numbered(labels.len(), |v, signature| {
        signature.push(labels[v].into());
    })];
    loop {
        let (before, count) = &colours[colours.len() - 1];
        let after = next_round(before, std::slice::from_ref(before), lists);
        if after.1 == *count {
            return (colours, true);
        }
        if (colours.len() + 1) * labels.len() > max_numbers {
            return (colours, false);
        }
        colours.push(after);
    }
}

/// The colours after one more round: by the own colour and, for each list of `told`, its multiset over the neighbours.
fn next_round(before: &[u32], told: &[Vec<u32>], lists: NeighbourLists) -> Colours {
    numbered(before.len(), |v, signature| {
        for part in told {
            let first = signature.len();
            signature.extend((lists.offsets[v]..lists.offsets[v + 1]).map(|slot| {
                let row = part[lists.neighbours[slot as usize] as usize];
                let edge = lists.edge_rows.get(slot as usize).copied().unwrap_or(0);
                u64::from(edge) << 32 | u64::from(row)
            }));
            signature[first..].sort_unstable();
        }
        signature.push(before[v].into());
    })
}

/// A number for each of `vertices` vertices, equal for equal signatures.
fn numbered(vertices: usize, signature_of: impl Fn(usize, &mut Vec<u64>)) -> Colours {
    let mut known = Signatures::<u64>::new();
    let mut signature = Vec::new();
    let numbers = (0..vertices).map(|v| {
        signature.clear();
        signature_of(v, &mut signature);
        known.number(&signature)
    });
    let numbers = numbers.collect();
    (numbers, known.len())
}

/// The common properties of vertices of one colour: distinct lists, numbered in the order of their first occurrence.
#[derive(Debug)]
pub(super) struct Signatures<T> {
    /// All lists in order, and the start of each, with the end of the last.
    entries: Vec<T>,
    offsets: Vec<usize>,
    /// Their numbers by content.
    numbers: HashTable<u32>,
    hasher: DefaultHashBuilder,
}

impl<T: Copy + Hash + PartialEq> Signatures<T> {
    /// No lists.
    pub(super) fn new() -> Self {
        Self {
            entries: Vec::new(),
            offsets: vec![0],
            numbers: HashTable::new(),
            hasher: DefaultHashBuilder::default(),
        }
    }

    /// Number of distinct lists.
    pub(super) fn len(&self) -> usize {
        self.numbers.len()
    }

    /// The list with a number.
    ///
    /// # Panics
    /// If there is no such list.
    pub(super) fn list(&self, number: u32) -> &[T] {
        &self.entries[self.offsets[number as usize]..self.offsets[number as usize + 1]]
    }

    /// Number of a list. Stores new lists.
    pub(super) fn number(&mut self, list: &[T]) -> u32 {
        let known = |number: u32| {
            let range = self.offsets[number as usize]..self.offsets[number as usize + 1];
            &self.entries[range]
        };
        let hash = |list: &[T]| self.hasher.hash_one(list);
        let new = self.numbers.len() as u32;
        let entry = self.numbers.entry(
            hash(list),
            |&number| known(number) == list,
            |&number| hash(known(number)),
        );
        let number = *entry.or_insert(new).get();
        if number == new {
            self.entries.extend_from_slice(list);
            self.offsets.push(self.entries.len());
        }
        number
    }
}
