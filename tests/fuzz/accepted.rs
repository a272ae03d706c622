//! Properties of every graph that a reader accepts: a damaged file that stays valid is a graph like any other.

use sublevel::graph::{InputGraph, ParallelEdges};
use sublevel::homology::persistence;

/// # Panics
/// If a property fails: vertices within their range, lists of the correct length, a stable rule about parallel edges, or bars that
/// match the numbers of vertices and edges.
pub fn check(graph: &InputGraph) {
    let (vertices, edges) = (graph.vertices as usize, graph.edges.len());
    let is_known = |&vertex: &u32| vertex < graph.vertices;
    assert!(graph.edges.as_flattened().iter().all(is_known));
    let lengths = |graph: &InputGraph| {
        let vertices = graph.vertex_attributes.iter().map(|one| one.values.len());
        let edges = graph.edge_attributes.iter().map(|one| one.values.len());
        let filter = graph.filter.iter().map(Vec::len);
        let edge_filter = graph.edge_filter.iter().map(Vec::len);
        assert!(
            vertices
                .chain(filter)
                .all(|length| length == graph.vertices as usize)
        );
        assert!(
            edges
                .chain(edge_filter)
                .all(|length| length == graph.edges.len())
        );
    };
    lengths(graph);
    assert!(graph.names.is_empty() || graph.names.len() == vertices);

    let settled = |parallel: ParallelEdges| {
        let mut settled = graph.clone();
        settled.settle_edges(parallel);
        lengths(&settled);
        settled
    };
    let kept = settled(ParallelEdges::Keep);
    assert_eq!(kept.edges, graph.edges);
    let merged = settled(ParallelEdges::Merge);
    let ends = |graph: &InputGraph| {
        let mut ends: Vec<_> = graph
            .edges
            .iter()
            .map(|&[u, v]| [u.min(v), u.max(v)])
            .collect();
        ends.sort_unstable();
        ends
    };
    let mut distinct = ends(graph);
    distinct.dedup();
    assert_eq!(ends(&merged), distinct);
    let by_rule = settled(ParallelEdges::Directions);
    assert!((merged.edges.len()..=edges).contains(&by_rule.edges.len()));
    assert!(edges <= 2 * by_rule.edges.len());
    if graph.directed == Some(false) {
        assert_eq!(by_rule.edges, graph.edges);
    }

    let loops = merged.edges.iter().filter(|[u, v]| u == v).count();
    assert_eq!(graph.simple().edges.len() + loops, merged.edges.len());
    for graph in [&kept, &by_rule, &merged] {
        let degrees: Vec<f32> = graph
            .degrees()
            .iter()
            .map(|&degree| degree as f32)
            .collect();
        let persistence = persistence(&graph.edges, &degrees);
        for direction in 0..2 {
            let essential = persistence.death[direction]
                .iter()
                .filter(|&&death| death == u32::MAX);
            let components = essential.count() as i64;
            let loops: i64 = persistence.loops[direction]
                .iter()
                .map(|&loops| i64::from(loops))
                .sum();
            // Euler's formula.
            assert_eq!(
                components - loops,
                vertices as i64 - graph.edges.len() as i64
            );
        }
    }
}
