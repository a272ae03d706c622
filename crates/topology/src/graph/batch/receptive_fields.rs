//! The receptive fields of PATCHY-SAN: for each graph, a sequence of lists of vertices, as the input of a convolution.

use std::{cmp::Reverse, collections::HashMap};

use crate::graph::{Lists, NeighbourLists, betweenness::betweenness};

/// Number of vertices of a receptive field.
pub const FIELD: usize = 10;
/// The place of a missing vertex in a field.
pub const ABSENT: u32 = u32::MAX;

/// The vertices of a receptive field in order, then [`ABSENT`].
pub(super) type Field = [u32; FIELD];

/// The fields of at most `most` vertices of a graph, in order. `ranks` orders the features of the vertices: equal features have equal
/// ranks. `None` if `steps` runs out.
///
/// The vertices with the largest betweenness centrality have fields, largest first. The field of a vertex is a breadth-first search
/// from it, by whole distances, until there are [`FIELD`] vertices. They are ordered by distance, then by betweenness centrality in the
/// subgraph of these vertices, largest first, then by rank. The first [`FIELD`] of them are the field.
///
/// **The ranks of the fields do not depend on the numbers of the vertices.** The search ends with a set that depends only on the graph
/// and the first vertex, and an isomorphism keeps distances, centralities (see [`betweenness`]) and ranks. The ranks of a field are
/// part of the smallest keys (distance, centrality, rank) in ascending order. The order of vertices with equal keys, and the selection
/// among them, do not change these keys. The same argument applies to the sequence. Its keys are the betweenness centrality in the
/// graph, largest first, and the ranks of the field. A model that reads only the features of the vertices therefore needs no canonical
/// form of the subgraph.
pub(super) fn receptive_fields(
    graph: NeighbourLists,
    ranks: &[u32],
    most: usize,
    steps: &mut u64,
) -> Option<Vec<Field>> {
    let centrality = betweenness(graph, steps)?;
    // Several vertices may have the same centrality as the last one of the sequence.
    let mut descending = centrality.clone();
    descending.sort_unstable_by_key(|&value| Reverse(value));
    let least = match most {
        0 => return Some(Vec::new()),
        most => descending.get(most - 1).copied().unwrap_or(0),
    };
    let mut balls = Balls::new(graph);
    let mut sequence = Vec::new();
    for root in (0..ranks.len() as u32).filter(|&v| centrality[v as usize] >= least) {
        let field = balls.field(root, ranks, steps)?;
        let read = field.map(|v| ranks.get(v as usize).copied().unwrap_or(ABSENT));
        sequence.push((Reverse(centrality[root as usize]), read, field));
    }
    sequence.sort_unstable();
    sequence.truncate(most);
    Some(sequence.into_iter().map(|(.., field)| field).collect())
}

/// Breadth-first searches in a graph.
struct Balls<'a> {
    graph: NeighbourLists<'a>,
    /// The reached vertices, with their distances, in ascending order of these.
    reached: Vec<(u32, u32)>,
    /// Place of each vertex in `reached`, or [`ABSENT`].
    place: Vec<u32>,
    /// The fields so far: by rank and neighbours of their vertex, once without and once with the vertex.
    known: HashMap<(u32, Vec<u32>), Field>,
}

impl<'a> Balls<'a> {
    fn new(graph: NeighbourLists<'a>) -> Self {
        Self {
            graph,
            reached: Vec::new(),
            place: vec![ABSENT; graph.offsets.len() - 1],
            known: HashMap::new(),
        }
    }

    /// The field of a vertex, or one with the same ranks. `None` if `steps` runs out.
    ///
    /// The exchange of two vertices with the same rank and the same neighbours is an automorphism, also if they are neighbours. Most
    /// vertices of a star or of a clique therefore need no search.
    fn field(&mut self, root: u32, ranks: &[u32], steps: &mut u64) -> Option<Field> {
        let around = self.graph.around(root).to_vec();
        let mut closed = around.clone();
        closed.insert(around.partition_point(|&v| v < root), root);
        let keys = [around, closed].map(|list| (ranks[root as usize], list));
        if let Some(field) = keys.iter().find_map(|key| self.known.get(key)) {
            return Some(*field);
        }
        let field = self.searched_field(root, ranks, steps)?;
        self.known.extend(keys.map(|key| (key, field)));
        Some(field)
    }

    /// The field of a vertex by a search. `None` if `steps` runs out.
    fn searched_field(&mut self, root: u32, ranks: &[u32], steps: &mut u64) -> Option<Field> {
        self.search(root);
        let mut inside = Lists::default();
        for &(v, _) in &self.reached {
            let around = self.graph.around(v).iter();
            let around = around.map(|&u| self.place[u as usize]);
            inside.push(around.filter(|&place| place != ABSENT));
        }
        let centrality = betweenness(inside.lists(), steps)?;
        let mut order: Vec<_> = (self.reached.iter().zip(centrality))
            .map(|(&(v, distance), value)| (distance, Reverse(value), ranks[v as usize], v))
            .collect();
        order.sort_unstable();
        let mut field = [ABSENT; FIELD];
        for (slot, (.., v)) in field.iter_mut().zip(order) {
            *slot = v;
        }
        Some(field)
    }

    /// Searches from a vertex until at least [`FIELD`] vertices are reached, by whole distances.
    fn search(&mut self, root: u32) {
        for (v, _) in self.reached.drain(..) {
            self.place[v as usize] = ABSENT;
        }
        self.reach(root, 0);
        let mut level = 0..1;
        while self.reached.len() < FIELD && !level.is_empty() {
            let first = self.reached.len();
            for at in level {
                let (v, distance) = self.reached[at];
                for &u in self.graph.around(v) {
                    self.reach(u, distance + 1);
                }
            }
            level = first..self.reached.len();
        }
    }

    fn reach(&mut self, vertex: u32, distance: u32) {
        let place = &mut self.place[vertex as usize];
        if *place == ABSENT {
            *place = self.reached.len() as u32;
            self.reached.push((vertex, distance));
        }
    }
}
