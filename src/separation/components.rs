//! Components of a part of a graph, in memory that is reused.

use crate::homology::root;

/// Union-find over the vertices of a graph.
#[derive(Clone, Debug)]
pub(super) struct Components {
    parent: Vec<u32>,
}

impl Components {
    /// Memory for this number of vertices.
    pub fn new(vertices: u32) -> Self {
        Self {
            parent: (0..vertices).collect(),
        }
    }

    /// Makes a vertex a separate component. Every vertex of the part enters before edges join them.
    pub fn enter(&mut self, vertex: u32) {
        self.parent[vertex as usize] = vertex;
    }

    /// The first vertex of the component of a vertex.
    pub fn root(&mut self, vertex: u32) -> u32 {
        root(&mut self.parent, vertex)
    }

    /// Joins two components. Returns whether they were different.
    pub fn join(&mut self, a: u32, b: u32) -> bool {
        let [a, b] = [a, b].map(|vertex| self.root(vertex));
        self.parent[a.max(b) as usize] = a.min(b);
        a != b
    }
}
