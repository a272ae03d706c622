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
        self.lists().around(vertex)
    }

    /// The lists, without features of edges.
    pub fn lists(&self) -> NeighbourLists<'_> {
        NeighbourLists {
            offsets: &self.offsets,
            neighbours: &self.neighbours,
            edge_rows: &[],
        }
    }
}

/// The neighbours of vertices of one or more graphs, as concatenated lists.
pub struct Lists {
    offsets: Vec<u32>,
    neighbours: Vec<u32>,
}

impl Default for Lists {
    fn default() -> Self {
        Self {
            offsets: vec![0],
            neighbours: Vec::new(),
        }
    }
}

impl Lists {
    /// Adds a vertex with these neighbours.
    pub(super) fn push(&mut self, neighbours: impl Iterator<Item = u32>) {
        self.neighbours.extend(neighbours);
        self.offsets.push(self.neighbours.len() as u32);
    }

    /// Adds the vertices of a graph, numbered after the vertices so far.
    pub fn push_graph(&mut self, graph: &Adjacency) {
        let (first, end) = (self.offsets.len() as u32 - 1, self.neighbours.len() as u32);
        let ends = graph.offsets[1..].iter();
        self.offsets.extend(ends.map(|offset| end + offset));
        let neighbours = graph.neighbours.iter();
        self.neighbours
            .extend(neighbours.map(|other| first + other));
    }

    /// The lists of the vertices so far.
    pub fn lists(&self) -> NeighbourLists<'_> {
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
