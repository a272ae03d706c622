//! Graphs, data sets, their readers and generators.

/// An undirected simple graph: vertices `0..vertices`, edges `[u, v]` with `u < v`, sorted, each once.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Graph {
    /// Number of vertices.
    pub vertices: u32,
    /// Edges, `u < v`, sorted, without repetition.
    pub edges: Vec<[u32; 2]>,
    /// Label of each vertex, an index below [`Dataset::vertex_label_names`]; empty where there are none.
    pub vertex_labels: Vec<u32>,
    /// Real attributes of each vertex, `vertex_attributes` numbers a vertex; empty where there are none.
    pub vertex_attributes: Vec<f32>,
    /// Label of each edge, an index below [`Dataset::edge_label_names`]; empty where there are none.
    pub edge_labels: Vec<u32>,
}

/// Graphs with one class each.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Dataset {
    /// Name, as the file or the generator has it.
    pub name: String,
    /// The graphs.
    pub graphs: Vec<Graph>,
    /// Class of each graph, an index below [`Dataset::class_names`].
    pub classes: Vec<u32>,
    /// The classes as the file writes them, in ascending order.
    pub class_names: Vec<String>,
    /// The vertex labels as the file writes them, in ascending order; empty where there are none.
    pub vertex_label_names: Vec<String>,
    /// The edge labels as the file writes them, in ascending order; empty where there are none.
    pub edge_label_names: Vec<String>,
    /// Number of real attributes of a vertex.
    pub vertex_attributes: u32,
    /// What the reader repaired, one sentence each.
    pub notes: Vec<String>,
}
