//! The neighbours of each vertex.

use super::{Graph, NeighbourLists};

/// The neighbours of every vertex of a graph, as concatenated lists, in the order of the edges.
#[derive(Clone, Debug, PartialEq)]
pub struct Adjacency {
    /// Start of the list of each vertex, then the number of all neighbours.
    pub offsets: Vec<u32>,
    /// The lists.
    pub neighbours: Vec<u32>,
    /// The edge to each of these neighbours, with its index in the graph.
    pub edges: Vec<u32>,
}

impl Adjacency {
    /// The neighbours of a vertex.
    ///
    /// # Panics
    /// If there is no such vertex.
    pub fn around(&self, vertex: u32) -> &[u32] {
        let range = &self.offsets[vertex as usize..vertex as usize + 2];
        &self.neighbours[range[0] as usize..range[1] as usize]
    }

    /// The lists, without features of edges.
    pub(crate) fn lists(&self) -> NeighbourLists<'_> {
        NeighbourLists {
            offsets: &self.offsets,
            neighbours: &self.neighbours,
            edge_rows: &[],
        }
    }
}

/// The neighbours of the vertices of a part of a graph, as concatenated lists.
pub(super) struct Lists {
    offsets: Vec<u32>,
    neighbours: Vec<u32>,
}

impl Lists {
    /// No vertices.
    pub(super) fn new() -> Self {
        Self {
            offsets: vec![0],
            neighbours: Vec::new(),
        }
    }

    /// Adds a vertex with these neighbours.
    pub(super) fn push(&mut self, neighbours: impl Iterator<Item = u32>) {
        self.neighbours.extend(neighbours);
        self.offsets.push(self.neighbours.len() as u32);
    }

    /// The lists of the vertices so far.
    pub(super) fn lists(&self) -> NeighbourLists<'_> {
        NeighbourLists {
            offsets: &self.offsets,
            neighbours: &self.neighbours,
            edge_rows: &[],
        }
    }
}

impl Graph {
    /// The neighbours of every vertex.
    pub fn adjacency(&self) -> Adjacency {
        let mut offsets = vec![0];
        let mut end = 0;
        offsets.extend(self.degrees().into_iter().map(|degree| {
            end += degree;
            end
        }));
        let mut next = offsets.clone();
        let mut neighbours = vec![0; end as usize];
        let mut edges = neighbours.clone();
        for (edge, &[u, v]) in (0..).zip(&self.edges) {
            for [from, to] in [[u, v], [v, u]] {
                let slot = &mut next[from as usize];
                neighbours[*slot as usize] = to;
                edges[*slot as usize] = edge;
                *slot += 1;
            }
        }
        Adjacency {
            offsets,
            neighbours,
            edges,
        }
    }
}
