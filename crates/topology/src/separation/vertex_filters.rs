//! Persistence of vertex filters that are functions of the colours: all filters at once.
//!
//! Let G\[T\] be the subgraph that the vertices with colours in a set T induce. A filter of the colours defines a chain of such
//! subgraphs, and its barcode is determined by ranks: the number of components of G\[T\] that meet G\[S\] for S ⊆ T in the chain, and
//! β₁(G\[T\]). Any two sets S ⊆ T are part of the chain of a filter with three values. So some filter separates two graphs exactly if,
//! for some T, the induced subgraphs differ in β₁ or in the multiset of the colour sets of their components (Möbius inversion over S).
//!
//! - Superlevel filtrations add nothing: they are the sublevel filtrations of −f.
//! - Extended persistence adds nothing over all filters of the colours. Its further ranks are β₁(G\[S\]) − β₁(G\[S ∩ U\]) for loops, and
//!   numbers of components of G with given colour sets, for a sublevel set S and a superlevel set U.
//! - Only sets T that are connected in the graph of colours matter. For other sets, G\[T\] is a disjoint union.
//! - β₁ = β₀ − χ, and χ(G\[T\]) is a sum over colours and pairs of colours in T.
//! - If the colours are stable and T is connected, each component of G\[T\] contains all colours of T, so β₀ determines the colour sets. If
//!   G\[T\] is connected, it is also connected for every larger connected T.

use super::colours::{Coloured, histogram};
use super::connected_sets::connected_sets;
use super::steps::{OutOfSteps, Steps};
use crate::homology::Components;

/// The colours of a graph, and the edges between and within the classes.
pub(super) struct ColourGraph {
    /// The colours, ascending, and the number of vertices of each.
    pub classes: Vec<[u32; 2]>,
    /// The members of each class.
    pub members: Vec<Vec<u32>>,
    /// The index of the class of each vertex.
    pub class_of: Vec<usize>,
    /// Number of edges between two classes, the lower one first, and within a class; ascending, without zeros.
    pub edges: Vec<([usize; 2], u64)>,
}

impl ColourGraph {
    /// The classes of these colours.
    pub fn new(one: &Coloured, colours: &[u32]) -> Self {
        let classes = histogram(colours);
        let class_of: Vec<usize> = colours
            .iter()
            .map(|colour| classes.partition_point(|[class, _]| class < colour))
            .collect();
        let mut members = vec![Vec::new(); classes.len()];
        for (vertex, &class) in (0..).zip(&class_of) {
            members[class].push(vertex);
        }
        // Two indices in one word: the topology module then needs one sort for all lists of words.
        let pair = |edge: &[u32; 2]| {
            let [a, b] = edge.map(|vertex| class_of[vertex as usize] as u64);
            a.min(b) << 32 | a.max(b)
        };
        let mut pairs: Vec<u64> = one.graph.edges.iter().map(pair).collect();
        pairs.sort_unstable();
        let count = |equal: &[u64]| {
            let [a, b] = [equal[0] >> 32, equal[0] & u64::from(u32::MAX)];
            ([a as usize, b as usize], equal.len() as u64)
        };
        let edges = pairs.chunk_by(|a, b| a == b).map(count).collect();
        Self {
            classes,
            members,
            class_of,
            edges,
        }
    }

    /// The adjacent classes of each class, ascending, itself left out.
    pub fn neighbours(&self) -> Vec<Vec<usize>> {
        let mut neighbours = vec![Vec::new(); self.classes.len()];
        for &([a, b], _) in self.edges.iter().filter(|([a, b], _)| a != b) {
            neighbours[a].push(b);
            neighbours[b].push(a);
        }
        neighbours
    }
}

/// Writes the words that determine the barcodes of every filter of these colours. They are the colours, the Euler characteristic of each
/// class, the numbers of edges between classes, and the components of G\[T\] for connected sets T.
///
/// # Errors
/// If the steps run out. The words so far are a beginning of all words.
pub(super) fn vertex_filter_words(
    one: &Coloured,
    colours: &[u32],
    stable: bool,
    words: &mut Vec<u64>,
    steps: &mut Steps,
) -> Result<(), OutOfSteps> {
    let classes = ColourGraph::new(one, colours);
    let edges_of = |class: usize| {
        let within = classes.edges.iter().find(|(ends, _)| *ends == [class; 2]);
        within.map_or(0, |(_, count)| *count)
    };
    words.push(classes.classes.len() as u64);
    for (class, &[colour, count]) in classes.classes.iter().enumerate() {
        // Possibly negative: the difference modulo 2⁶⁴ identifies it.
        words.extend([
            colour.into(),
            u64::from(count).wrapping_sub(edges_of(class)),
        ]);
    }
    let between = classes.edges.iter().filter(|([a, b], _)| a != b);
    words.push(between.clone().count() as u64);
    for &([a, b], count) in between {
        words.extend([a as u64, b as u64, count]);
    }
    let mut components = Components::new(one.graph.vertices);
    connected_sets(&classes.neighbours(), |set| {
        let found = induced(one, &classes, set, &mut components, steps)?;
        match stable {
            true => {
                words.push(found.len() as u64);
                Ok(found.len() > 1)
            }
            false => {
                write_sets(&found, words);
                Ok(true)
            }
        }
    })
}

/// Writes a multiset of sets.
fn write_sets(sets: &[Vec<u64>], words: &mut Vec<u64>) {
    words.push(sets.len() as u64);
    for set in sets {
        words.push(set.len() as u64);
        words.extend(set);
    }
}

/// The classes that each component of the induced subgraph contains; sorted.
fn induced(
    one: &Coloured,
    classes: &ColourGraph,
    set: &[usize],
    components: &mut Components,
    steps: &mut Steps,
) -> Result<Vec<Vec<u64>>, OutOfSteps> {
    let vertices = || set.iter().flat_map(|&class| &classes.members[class]);
    let ends: usize = vertices().map(|&v| 1 + one.adjacency.around(v).len()).sum();
    steps.take(ends as u64 + set.len() as u64)?;
    let mut inside = vec![false; classes.classes.len()];
    set.iter().for_each(|&class| inside[class] = true);
    vertices().for_each(|&v| components.enter(v));
    for &v in vertices() {
        for &other in one.adjacency.around(v) {
            if other < v && inside[classes.class_of[other as usize]] {
                components.join(v, other);
            }
        }
    }
    // The component in the upper half of a word, and the class in the lower one.
    let class = |v: u32| classes.class_of[v as usize] as u64;
    let found = vertices().map(|&v| u64::from(components.root(v)) << 32 | class(v));
    let mut found: Vec<u64> = found.collect();
    found.sort_unstable();
    found.dedup();
    let of_one = found.chunk_by(|a, b| a >> 32 == b >> 32);
    let low = |word: &u64| word & u64::from(u32::MAX);
    let mut sets: Vec<Vec<u64>> = of_one
        .map(|words| words.iter().map(low).collect())
        .collect();
    sets.sort_unstable();
    Ok(sets)
}

/// A filter of the colours with different barcodes on two graphs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SeparatingFilter {
    /// Number of rounds after which the colours are taken.
    pub rounds: u32,
    /// The colours of the vertices that enter first, and those of the second step; all others enter last.
    pub levels: [Vec<u32>; 2],
    /// The filter value of each vertex of the two graphs: 0, 1 or 2.
    pub values: [Vec<u32>; 2],
    /// Number of components of the subgraph of the first two levels that contain a vertex of the first, in each graph.
    pub components: [u32; 2],
    /// Number of independent loops of this subgraph, in each graph.
    pub loops: [u32; 2],
}

/// A filter of the colours after this round that separates the graphs, of connected sets of colours. `None` without one.
///
/// # Errors
/// If the steps run out before one is found.
pub(super) fn separating_filter(
    pair: [&Coloured; 2],
    round: u32,
    steps: &mut Steps,
) -> Result<Option<SeparatingFilter>, OutOfSteps> {
    let colours = pair.map(|one| one.after(round));
    let is_stable = pair[0].is_stable_after(round);
    // Both graphs have the numbers of their union.
    let mut all: Vec<u32> = colours.concat();
    all.sort_unstable();
    all.dedup();
    let own = [0, 1].map(|which| ColourGraph::new(pair[which], colours[which]));
    let place = |which: usize, class: usize| {
        let [colour, _] = own[which].classes[class];
        all.partition_point(|&other| other < colour)
    };
    let index_of = |which: usize, index: usize| {
        own[which]
            .classes
            .binary_search_by_key(&all[index], |[colour, _]| *colour)
            .ok()
    };
    let mut neighbours = vec![Vec::new(); all.len()];
    for (which, classes) in own.iter().enumerate() {
        for (class, around) in classes.neighbours().into_iter().enumerate() {
            let around = around.into_iter().map(|other| place(which, other));
            neighbours[place(which, class)].extend(around);
        }
    }
    for list in &mut neighbours {
        list.sort_unstable();
        list.dedup();
    }

    let mut components = pair.map(|one| Components::new(one.graph.vertices));
    // The filter, if the set has one, and whether larger sets can have one.
    let mut check = |set: &[usize]| -> Result<(Option<SeparatingFilter>, bool), OutOfSteps> {
        let mut sets = [Vec::new(), Vec::new()];
        let mut loops = [0; 2];
        for which in 0..2 {
            let own_set: Vec<usize> = set.iter().filter_map(|&c| index_of(which, c)).collect();
            let of_own = induced(
                pair[which],
                &own[which],
                &own_set,
                &mut components[which],
                steps,
            )?;
            loops[which] = loops_of(&own[which], &own_set, of_own.len());
            let placed = |own: Vec<u64>| {
                let classes = own.into_iter();
                classes.map(|class| place(which, class as usize)).collect()
            };
            sets[which] = of_own.into_iter().map(placed).collect();
        }
        let first = match differing(&sets) {
            None if loops[0] == loops[1] => return Ok((None, !is_stable || sets[0].len() > 1)),
            // The components without a class of the rest are counted differently.
            Some(rest) if sets[0].len() == sets[1].len() => set
                .iter()
                .copied()
                .filter(|class| !rest.contains(class))
                .collect(),
            _ => set.to_vec(),
        };
        let meets = |sets: &[Vec<usize>]| {
            let meeting = sets
                .iter()
                .filter(|set| set.iter().any(|class| first.contains(class)));
            meeting.count() as u32
        };
        let value = |index: usize| match (first.contains(&index), set.contains(&index)) {
            (true, _) => 0,
            (false, true) => 1,
            (false, false) => 2,
        };
        let colours_of = |level: u32| {
            let indices = (0..all.len()).filter(|&index| value(index) == level);
            indices.map(|index| all[index]).collect()
        };
        let filter = SeparatingFilter {
            rounds: round,
            levels: [0, 1].map(colours_of),
            values: [0, 1].map(|which| {
                let classes = own[which].class_of.iter();
                classes.map(|&class| value(place(which, class))).collect()
            }),
            components: [meets(&sets[0]), meets(&sets[1])],
            loops,
        };
        Ok((Some(filter), false))
    };

    // Sets of one and two classes first: they determine all Euler characteristics.
    let single = (0..all.len()).map(|class| vec![class]);
    let double = neighbours.iter().enumerate().flat_map(|(class, around)| {
        let later = around.iter().filter(move |other| **other > class);
        later.map(move |&other| vec![class, other])
    });
    for set in single.chain(double) {
        if let (Some(found), _) = check(&set)? {
            return Ok(Some(found));
        }
    }
    let mut found = None;
    connected_sets(&neighbours, |set| {
        if found.is_some() {
            return Ok(false);
        }
        let (filter, grows) = check(set)?;
        found = filter;
        Ok(grows)
    })?;
    Ok(found)
}

/// β₁ of an induced subgraph with this number of components.
fn loops_of(classes: &ColourGraph, set: &[usize], components: usize) -> u32 {
    let vertices: u64 = set
        .iter()
        .map(|&class| u64::from(classes.classes[class][1]))
        .sum();
    let inside = |class: &usize| set.contains(class);
    let edges = classes
        .edges
        .iter()
        .filter(|([a, b], _)| inside(a) && inside(b));
    let edges: u64 = edges.map(|(_, count)| count).sum();
    (edges + components as u64 - vertices) as u32
}

/// A smallest set that two multisets of sets contain differently often.
fn differing(sets: &[Vec<Vec<usize>>; 2]) -> Option<Vec<usize>> {
    let count =
        |which: usize, set: &Vec<usize>| sets[which].iter().filter(|one| *one == set).count();
    let all = sets.iter().flatten();
    let differing = all.filter(|set| count(0, set) != count(1, set));
    differing.min_by_key(|set| set.len()).cloned()
}
