//! The components of a graph as graphs of their own.

use std::collections::BTreeMap;

use super::components::Components;
use crate::graph::Graph;

/// The number of vertices and the edges of each component, with its vertices numbered from 0.
pub(super) fn parts(graph: &Graph) -> Vec<(usize, Vec<[usize; 2]>)> {
    let mut components = Components::new(graph.vertices);
    for &[a, b] in &graph.edges {
        components.join(a, b);
    }
    let mut by_root: BTreeMap<u32, (usize, Vec<[usize; 2]>)> = BTreeMap::new();
    let mut number = Vec::new();
    for vertex in 0..graph.vertices {
        let (size, _) = by_root.entry(components.root(vertex)).or_default();
        number.push(*size);
        *size += 1;
    }
    for &[a, b] in &graph.edges {
        if let Some((_, edges)) = by_root.get_mut(&components.root(a)) {
            edges.push([a, b].map(|vertex| number[vertex as usize]));
        }
    }
    by_root.into_values().collect()
}
