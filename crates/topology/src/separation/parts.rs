//! The components of a graph as separate graphs.

use crate::graph::Graph;
use crate::homology::Components;

/// The number of vertices and the edges of each component, with its vertices numbered from 0.
pub(super) fn parts(graph: &Graph) -> Vec<(usize, Vec<[usize; 2]>)> {
    let mut components = Components::new(graph.vertices);
    for &[a, b] in &graph.edges {
        components.join(a, b);
    }
    let mut parts: Vec<(usize, Vec<[usize; 2]>)> = Vec::new();
    // The first vertex of a component is its root.
    let mut part_of: Vec<usize> = Vec::new();
    let mut number = Vec::new();
    for vertex in 0..graph.vertices {
        let root = components.root(vertex);
        let part = match root == vertex {
            true => parts.len(),
            false => part_of[root as usize],
        };
        if root == vertex {
            parts.push((0, Vec::new()));
        }
        part_of.push(part);
        number.push(parts[part].0);
        parts[part].0 += 1;
    }
    for &[a, b] in &graph.edges {
        let edge = [a, b].map(|vertex| number[vertex as usize]);
        parts[part_of[a as usize]].1.push(edge);
    }
    parts
}
