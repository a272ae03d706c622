//! Errors in the input graphs, with texts that help the user to correct them.

use thiserror::Error;

/// An error of a computation. Edges are numbered from 0 in the order of the list.
#[derive(Clone, Debug, PartialEq, Error)]
pub enum HomologyError {
    /// An edge names a vertex without a filter value.
    #[error(
        "edge {edge} joins vertices {} and {}, but only {vertices} vertices have filter values",
        ends[0], ends[1]
    )]
    NoEnd {
        /// Index of the edge.
        edge: usize,
        /// Its ends.
        ends: [u32; 2],
        /// Number of vertices.
        vertices: usize,
    },
    /// A vertex out of range.
    #[error("vertex {vertex} does not exist: the graph has {vertices} vertices, numbered from 0")]
    NoVertex {
        /// The vertex.
        vertex: u32,
        /// Number of vertices.
        vertices: usize,
    },
    /// The numbers of edges and edge values differ.
    #[error("there are {values} edge values for {edges} edges: expected one for each")]
    EdgeValues {
        /// Number of values.
        values: usize,
        /// Number of edges.
        edges: usize,
    },
    /// An edge enters before one of its ends.
    #[error(
        "edge {edge} joins vertices {} and {} and has the value {value}, below the value {vertex_value} \
         of vertex {vertex}: an edge needs at least the values of its ends",
        ends[0], ends[1]
    )]
    EdgeBelowEnd {
        /// Index of the edge.
        edge: usize,
        /// Its ends.
        ends: [u32; 2],
        /// Its value.
        value: f32,
        /// The later end.
        vertex: u32,
        /// The value of that end.
        vertex_value: f32,
    },
    /// Pairing triangles with loops exceeds the limits of time or memory.
    #[error(
        "the graph has {edges} edges, and pairing its loops with triangles takes too much time or memory"
    )]
    LimitExceeded {
        /// Number of edges.
        edges: usize,
    },
    /// A coordinate of a point is not 0 and too small or too large for a triangulation.
    #[error(
        "point {point}, counted from 0, has the coordinates {:e} and {:e}; the alpha complex takes 0 and values from 1.8e-43 to 3.2e60, \
         positive or negative: multiply all coordinates by one number, or replace values that are nearly 0 by 0",
        coordinates[0], coordinates[1]
    )]
    Coordinates {
        /// Index of the point.
        point: usize,
        /// Its coordinates.
        coordinates: [f64; 2],
    },
    /// The graph is too large for a trace.
    #[error("the graph has {simplices} vertices and edges; a trace has at most {max}")]
    TooManySimplices {
        /// Number of vertices and edges.
        simplices: usize,
        /// The maximum.
        max: usize,
    },
}

/// Checks that the ends of every edge are in range.
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
