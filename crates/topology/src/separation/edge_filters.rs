//! Persistence of edge filtrations: all vertices enter at once, then the edges by their values. Over all filters of the edge colours at
//! once, and for the Forman curvature.
//!
//! The colour of an edge is the pair of the colours of its ends. All vertices are present from the beginning, so for a set T of edge
//! colours only β₀ and the number of edges of the subgraph (V, E_T) matter. Some filter separates two graphs exactly if these differ for
//! some T, also T = ∅.
//!
//! - Only sets T that are connected through common vertex colours matter: |V| − β₀ adds up over other sets.
//! - If the colours are stable and T is connected, each component of the vertices at E_T contains all of their colours. If there is one
//!   component, there is one for every larger connected T.
//! - The tuples of RePHINE with a filter of the vertex colours and one of the edge colours also depend on the colour sets of the
//!   components of (V, E_T). If the colours are stable, these follow from the numbers of vertices of each colour and from β₀: a
//!   component with an edge contains all colours of a connected part of T.

use super::colours::Coloured;
use super::connected_sets::connected_sets;
use super::steps::{OutOfSteps, Steps};
use crate::graph::quantities::forman;
use crate::homology::{Components, ascending};

/// Writes the words that determine the barcodes of every filter of the edge colours. They are the number of vertices, the edge colours
/// with their numbers of edges, and |V| − β₀ for connected sets of edge colours.
///
/// # Errors
/// If the steps run out. The words so far are a beginning of all words.
pub(super) fn edge_filter_words(
    one: &Coloured,
    colours: &[u32],
    stable: bool,
    words: &mut Vec<u64>,
    steps: &mut Steps,
) -> Result<(), OutOfSteps> {
    let classes = EdgeClasses::new(one, colours);
    let all: Vec<[u32; 2]> = classes.list.iter().map(|(colours, _)| *colours).collect();
    words.extend([u64::from(one.graph.vertices), classes.list.len() as u64]);
    for (colours, edges) in &classes.list {
        words.extend(colours.map(u64::from));
        words.push(edges.len() as u64);
    }
    let mut components = Components::new(one.graph.vertices);
    connected_sets(&neighbours_of(&all, steps)?, |set| {
        let Rank { rank, vertices } = classes.rank(set, &mut components, steps)?;
        words.push(rank);
        Ok(!stable || rank + 1 < vertices)
    })
}

/// The edge colours that share a vertex colour with each of these.
fn neighbours_of(all: &[[u32; 2]], steps: &mut Steps) -> Result<Vec<Vec<usize>>, OutOfSteps> {
    steps.take((all.len() * all.len()) as u64)?;
    let meets = |a: &[u32; 2], b: &[u32; 2]| a.iter().any(|colour| b.contains(colour));
    let of_one = |index: usize| {
        let others = (0..all.len()).filter(|&other| other != index);
        others
            .filter(|&other| meets(&all[index], &all[other]))
            .collect()
    };
    Ok((0..all.len()).map(of_one).collect())
}

/// The edges by colour.
struct EdgeClasses<'a> {
    one: &'a Coloured,
    /// The colours of the ends, ascending, and the edges.
    list: Vec<([u32; 2], Vec<u32>)>,
}

/// The part of a graph at some edges.
struct Rank {
    /// Number of vertices at these edges − number of components.
    rank: u64,
    /// Number of vertices at these edges.
    vertices: u64,
}

impl<'a> EdgeClasses<'a> {
    fn new(one: &'a Coloured, colours: &[u32]) -> Self {
        let colours_of = |ends: &[u32; 2]| {
            let [a, b] = ends.map(|vertex| colours[vertex as usize]);
            [a.min(b), a.max(b)]
        };
        let mut all: Vec<[u32; 2]> = one.graph.edges.iter().map(colours_of).collect();
        all.sort_unstable();
        all.dedup();
        let mut list: Vec<_> = all.into_iter().map(|one| (one, Vec::new())).collect();
        for (edge, ends) in (0..).zip(&one.graph.edges) {
            let own = colours_of(ends);
            let index = list.partition_point(|(other, _)| *other < own);
            list[index].1.push(edge);
        }
        Self { one, list }
    }

    fn rank(
        &self,
        set: &[usize],
        components: &mut Components,
        steps: &mut Steps,
    ) -> Result<Rank, OutOfSteps> {
        let edges = || {
            let indices = set.iter().flat_map(|&class| &self.list[class].1);
            indices.map(|&edge| self.one.graph.edges[edge as usize])
        };
        steps.take(2 * edges().count() as u64 + set.len() as u64)?;
        edges()
            .flatten()
            .for_each(|vertex| components.enter(vertex));
        let rank = edges()
            .filter(|&[a, b]| components.join(a, b).is_some())
            .count() as u64;
        // Each component has one root.
        let mut roots: Vec<u32> = edges().map(|[a, _]| components.root(a)).collect();
        roots.sort_unstable();
        roots.dedup();
        Ok(Rank {
            rank,
            vertices: rank + roots.len() as u64,
        })
    }
}

/// An edge filtration with different barcodes on two graphs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SeparatingEdges {
    /// Number of rounds after which the colours are taken.
    pub rounds: u32,
    /// The colours of the ends of the edges that enter first.
    pub first: Vec<[u32; 2]>,
    /// The filter value of each edge of the two graphs: 1 or 2. All vertices enter at 0.
    pub values: [Vec<u32>; 2],
    /// Number of edges that enter first, in each graph.
    pub edges: [u32; 2],
    /// Number of components of all vertices with these edges, in each graph.
    pub components: [u32; 2],
}

/// A filter of the edge colours after this round that separates the graphs, of connected sets of edge colours. `None` without one.
///
/// # Errors
/// If the steps run out before one is found.
pub(super) fn separating_edges(
    pair: [&Coloured; 2],
    round: u32,
    steps: &mut Steps,
) -> Result<Option<SeparatingEdges>, OutOfSteps> {
    let own = pair.map(|one| EdgeClasses::new(one, one.after(round)));
    let mut all: Vec<[u32; 2]> = own
        .iter()
        .flat_map(|classes| &classes.list)
        .map(|one| one.0)
        .collect();
    all.sort_unstable();
    all.dedup();
    let neighbours = neighbours_of(&all, steps)?;
    let mut components = pair.map(|one| Components::new(one.graph.vertices));
    let is_stable = pair[0].is_stable_after(round);
    // The filter, if the set has one, and whether larger sets can have one.
    let mut check = |set: &[usize]| -> Result<(Option<SeparatingEdges>, bool), OutOfSteps> {
        let (mut count, mut parts) = ([0; 2], [0; 2]);
        let mut is_split = false;
        for which in 0..2 {
            let list = &own[which].list;
            let index = |&index: &usize| list.binary_search_by_key(&all[index], |one| one.0).ok();
            let own_set: Vec<usize> = set.iter().filter_map(index).collect();
            let found = own[which].rank(&own_set, &mut components[which], steps)?;
            parts[which] = pair[which].graph.vertices - found.rank as u32;
            is_split |= found.rank + 1 < found.vertices;
            count[which] = own_set
                .iter()
                .map(|&class| list[class].1.len() as u32)
                .sum();
        }
        if count[0] == count[1] && parts[0] == parts[1] {
            return Ok((None, !is_stable || is_split));
        }
        let first: Vec<[u32; 2]> = set.iter().map(|&index| all[index]).collect();
        let values = [0, 1].map(|which| {
            let mut values = vec![2; pair[which].graph.edges.len()];
            for (colours, edges) in &own[which].list {
                if first.contains(colours) {
                    edges.iter().for_each(|&edge| values[edge as usize] = 1);
                }
            }
            values
        });
        let edges = SeparatingEdges {
            rounds: round,
            first,
            values,
            edges: count,
            components: parts,
        };
        Ok((Some(edges), false))
    };

    // The empty set first, then single ones: they determine the numbers of vertices and edges.
    let single = (0..all.len()).map(|class| vec![class]);
    for set in [vec![]].into_iter().chain(single) {
        if let (Some(found), _) = check(&set)? {
            return Ok(Some(found));
        }
    }
    let mut found = None;
    connected_sets(&neighbours, |set| {
        if found.is_some() {
            return Ok(false);
        }
        let (edges, grows) = check(set)?;
        found = edges;
        Ok(grows)
    })?;
    Ok(found)
}

/// The multiset of the bars of the filtration by the Forman curvature: the number of vertices, the values at which components merge, and
/// those at which loops are born; sorted.
pub(super) fn forman_words(
    one: &Coloured,
    words: &mut Vec<u64>,
    steps: &mut Steps,
) -> Result<(), OutOfSteps> {
    let work: u64 = one
        .graph
        .edges
        .iter()
        .map(|&[_, v]| one.adjacency.around(v).len() as u64)
        .sum();
    steps.take(work + u64::from(one.graph.vertices))?;
    let values = forman(&one.graph, &one.adjacency);
    let mut components = Components::new(one.graph.vertices);
    let (mut merges, mut loops) = (Vec::new(), Vec::new());
    for edge in ascending(&keys(&values)) {
        let edge = edge as usize;
        let [a, b] = one.graph.edges[edge];
        match components.join(a, b) {
            Some(_) => merges.push(ordered(values[edge])),
            None => loops.push(ordered(values[edge])),
        }
    }
    words.extend([u64::from(one.graph.vertices), merges.len() as u64]);
    words.append(&mut merges);
    words.append(&mut loops);
    Ok(())
}

/// Curvatures as keys in the same order. Their absolute values are below 2³¹.
pub(super) fn keys(values: &[i64]) -> Vec<u32> {
    let key = |&value: &i64| (value + (1 << 31)) as u32;
    values.iter().map(key).collect()
}

/// An integer as a word in the same order.
pub(super) fn ordered(value: i64) -> u64 {
    value as u64 ^ 1 << 63
}
