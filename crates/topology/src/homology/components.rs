//! Components of a part of a graph, in memory that is reused.

use super::union_find::root;

/// Union-find over the vertices of a graph.
#[derive(Clone, Debug)]
pub(crate) struct Components {
    parent: Vec<u32>,
}

impl Components {
    /// Memory for this number of vertices, each a separate component.
    pub fn new(vertices: u32) -> Self {
        Self {
            parent: (0..vertices).collect(),
        }
    }

    /// Number of vertices.
    pub fn vertices(&self) -> u32 {
        self.parent.len() as u32
    }

    /// Makes a vertex a separate component. Every vertex of the part enters before edges join them.
    pub fn enter(&mut self, vertex: u32) {
        self.parent[vertex as usize] = vertex;
    }

    /// The first vertex of the component of a vertex.
    pub fn root(&mut self, vertex: u32) -> u32 {
        root(&mut self.parent, vertex)
    }

    /// Joins the components of two vertices. Returns the larger one of their first vertices, which is first no more. `None` if the
    /// vertices have the same component.
    pub fn join(&mut self, a: u32, b: u32) -> Option<u32> {
        let [a, b] = [a, b].map(|vertex| self.root(vertex));
        self.parent[a.max(b) as usize] = a.min(b);
        (a != b).then_some(a.max(b))
    }
}
