//! What can be wrong with a graph, told so that the reader of the message can mend it.

use thiserror::Error;

/// Why there is no result. Edges are numbered as in the list, from 0.
#[derive(Clone, Debug, PartialEq, Error)]
pub enum HomologyError {
    /// An edge names a vertex without a filter value.
    #[error(
        "edge {edge} joins vertices {} and {}, but there are filter values for {vertices} vertices only",
        ends[0], ends[1]
    )]
    NoEnd {
        /// Number of the edge.
        edge: usize,
        /// Its ends.
        ends: [u32; 2],
        /// How many vertices there are.
        vertices: usize,
    },
    /// A question about a vertex that is not there.
    #[error("there is no vertex {vertex}: the graph has {vertices}, numbered from 0")]
    NoVertex {
        /// The vertex asked for.
        vertex: u32,
        /// How many vertices there are.
        vertices: usize,
    },
    /// Not every edge has one value.
    #[error("there are {values} edge values for {edges} edges: expected one for each")]
    EdgeValues {
        /// How many values there are.
        values: usize,
        /// How many edges there are.
        edges: usize,
    },
    /// An edge would be there before one of its ends.
    #[error(
        "edge {edge} joins vertices {} and {} and has the value {value}, below the value {vertex_value} \
         of vertex {vertex}: an edge needs at least the values of its ends",
        ends[0], ends[1]
    )]
    EdgeBelowEnd {
        /// Number of the edge.
        edge: usize,
        /// Its ends.
        ends: [u32; 2],
        /// Its value.
        value: f32,
        /// The end that comes later.
        vertex: u32,
        /// The value of that end.
        vertex_value: f32,
    },
    /// Pairing triangles with loops would take too long, or too much memory.
    #[error(
        "the loops and the triangles of the graph, which has {edges} edges, are too entangled: to tell which triangle fills \
         which loop takes more than there is of time or memory"
    )]
    TooEntangled {
        /// How many edges there are.
        edges: usize,
    },
    /// A trace is made to be looked at.
    #[error("the graph has {simplices} vertices and edges: a trace is kept of at most {most}")]
    TooManySimplices {
        /// How many there are.
        simplices: usize,
        /// How many there may be.
        most: usize,
    },
}

/// Every edge joins vertices that are there.
pub(super) fn check_ends(edges: &[[u32; 2]], vertices: usize) -> Result<(), HomologyError> {
    let missing = |ends: &[u32; 2]| ends.iter().any(|&end| end as usize >= vertices);
    match edges.iter().position(missing) {
        None => Ok(()),
        Some(edge) => Err(HomologyError::NoEnd {
            edge,
            ends: edges[edge],
            vertices,
        }),
    }
}
