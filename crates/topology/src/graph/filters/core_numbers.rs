//! Core numbers.

use crate::graph::Graph;

/// Core number of every vertex: the largest k for which it lies in a subgraph where every vertex has at least k
/// neighbours.
pub fn core_numbers(graph: &Graph) -> Vec<u32> {
    let adjacency = graph.adjacency();
    let mut degrees = graph.degrees();
    let mut left: Vec<u32> = (0..graph.vertices).collect();
    let mut core = 0;
    while !left.is_empty() {
        // Vertices with at most `core` neighbours leave the graph, which also removes neighbours of others. The degree of a vertex
        // keeps its value at the removal: this is the core number.
        let is_loose = |&v: &u32| degrees[v as usize] <= core;
        let mut loose: Vec<u32> = left.iter().copied().filter(is_loose).collect();
        while let Some(v) = loose.pop() {
            degrees[v as usize] = core;
            for &u in adjacency.around(v) {
                let degree = &mut degrees[u as usize];
                if *degree > core {
                    *degree -= 1;
                    if *degree == core {
                        loose.push(u);
                    }
                }
            }
        }
        left.retain(|&v| degrees[v as usize] > core);
        core += 1;
    }
    degrees
}
