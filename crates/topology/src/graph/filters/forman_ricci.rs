//! Forman–Ricci curvature.

use super::Progress;
use super::triangles::triangles;
use crate::graph::Graph;

/// Forman–Ricci curvature of every vertex: the mean of the augmented curvature of its edges, 4 − deg u − deg v + 3 · (triangles at uv)
/// without weights. It is 0 for an isolated vertex. Definition: Samal et al., *Comparative analysis of two discretizations of Ricci
/// curvature for complex networks*, Scientific Reports 8:8650, 2018.
///
/// The value is one division of integers. Vertices with equal curvature have bit-identical values.
pub(super) fn forman_ricci(graph: &Graph, progress: Progress<'_>) -> Vec<f64> {
    let adjacency = graph.adjacency();
    let degree = |v: u32| adjacency.around(v).len() as i64;
    let triangles = triangles(graph, progress);
    let value = |(v, triangles): (u32, u64)| match degree(v) {
        0 => 0.0,
        own => {
            let others: i64 = adjacency.around(v).iter().map(|&u| degree(u)).sum();
            // Every triangle at v counts at two of its edges.
            let sum = own * (4 - own) - others + 6 * triangles as i64;
            sum as f64 / own as f64
        }
    };
    (0..).zip(triangles).map(value).collect()
}
