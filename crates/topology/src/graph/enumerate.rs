//! Every graph of a kind exactly once, up to isomorphism.

use super::Graph;
use super::canonical::SmallGraph;

/// Largest number of vertices of [`all_graphs`]: there are 274 668 graphs with nine vertices and 12 005 168 with ten.
pub const MAX_ENUMERATED: u32 = 9;

/// All graphs with this number of vertices, one of each isomorphism class, in a fixed order. `progress` receives the completed share.
///
/// Every graph arises from one with a vertex less by a new vertex of largest degree.
///
/// # Panics
/// If `vertices` is above [`MAX_ENUMERATED`].
pub fn all_graphs(vertices: u32, progress: &dyn Fn(f64)) -> Vec<Graph> {
    assert!(
        vertices <= MAX_ENUMERATED,
        "the number of graphs is too large"
    );
    let mut codes = vec![0];
    for size in 1..vertices as usize {
        let mut larger = Vec::new();
        for (index, &code) in codes.iter().enumerate() {
            let graph = SmallGraph::of_code(size, code);
            for neighbours in 0..1_u16 << size {
                let mut graph = SmallGraph {
                    vertices: size + 1,
                    ..graph
                };
                for v in (0..size).filter(|v| neighbours >> v & 1 == 1) {
                    graph.join(v, size);
                }
                let largest = (0..size).all(|v| graph.degree(v) <= neighbours.count_ones());
                if largest {
                    larger.push(graph.canonical());
                }
            }
            if size + 1 == vertices as usize {
                progress((index + 1) as f64 / codes.len() as f64);
            }
        }
        larger.sort_unstable();
        larger.dedup();
        codes = larger;
    }
    if vertices == 0 {
        return vec![Graph::default()];
    }
    decoded(vertices as usize, &codes)
}

/// All connected graphs with this even number of vertices, at most 12, and three edges at each vertex. One of each isomorphism class, in
/// a fixed order.
///
/// # Panics
/// If `vertices` is above 12.
pub fn connected_cubic_graphs(vertices: u32) -> Vec<Graph> {
    assert!(vertices <= 12, "the number of graphs is too large");
    let vertices = vertices as usize;
    let mut codes = Vec::new();
    if vertices >= 4 && vertices.is_multiple_of(2) {
        complete(&mut SmallGraph::empty(vertices), 1, &mut |graph| {
            codes.push(graph.canonical());
        });
    }
    codes.sort_unstable();
    codes.dedup();
    decoded(vertices, &codes)
}

fn decoded(vertices: usize, codes: &[u128]) -> Vec<Graph> {
    let of_code = |&code| SmallGraph::of_code(vertices, code).to_graph();
    codes.iter().map(of_code).collect()
}

/// Joins the first vertex with fewer than three edges to another, in all ways, until none remains. Vertices from `used` on have no edges
/// and are interchangeable, so only the first of them is tried. The used vertices are connected.
fn complete(graph: &mut SmallGraph, used: usize, take: &mut dyn FnMut(&SmallGraph)) {
    let Some(open) = (0..used).find(|&v| graph.degree(v) < 3) else {
        if used == graph.vertices {
            take(graph);
        }
        return;
    };
    // The neighbours of a vertex are added in ascending order.
    let first = 16 - (graph.rows[open]).leading_zeros() as usize;
    for other in first.max(open + 1)..graph.vertices.min(used + 1) {
        if graph.degree(other) < 3 && graph.rows[open] >> other & 1 == 0 {
            graph.join(open, other);
            complete(graph, used.max(other + 1), take);
            graph.part(open, other);
        }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    /// Whether the graph has exactly one component.
    fn is_connected(graph: &Graph) -> bool {
        let mut reached: HashSet<u32> = (0..graph.vertices.min(1)).collect();
        loop {
            let before = reached.len();
            for &[a, b] in &graph.edges {
                if reached.contains(&a) || reached.contains(&b) {
                    reached.extend([a, b]);
                }
            }
            if reached.len() == before {
                return graph.vertices > 0 && before == graph.vertices as usize;
            }
        }
    }

    #[test]
    fn the_numbers_of_graphs_are_the_known_ones() {
        // OEIS A000088, A001349.
        let counts = [1, 1, 2, 4, 11, 34, 156, 1044];
        let connected = [0, 1, 1, 2, 6, 21, 112, 853];
        for (n, (count, connected)) in (0..).zip(counts.into_iter().zip(connected)) {
            let graphs = all_graphs(n, &|_| ());
            assert_eq!(graphs.len(), count, "{n}");
            let joined = graphs.iter().filter(|graph| is_connected(graph));
            assert_eq!(joined.count(), connected, "{n}");
        }
    }

    #[test]
    #[ignore = "slow: cargo test -- --include-ignored"]
    fn the_numbers_of_larger_graphs_are_the_known_ones() {
        assert_eq!(all_graphs(8, &|_| ()).len(), 12_346);
        assert_eq!(all_graphs(9, &|_| ()).len(), 274_668);
    }

    #[test]
    fn the_numbers_of_connected_cubic_graphs_are_the_known_ones() {
        // OEIS A002851.
        for (vertices, count) in [(4, 1), (6, 2), (8, 5), (10, 19), (12, 85)] {
            let graphs = connected_cubic_graphs(vertices);
            assert_eq!(graphs.len(), count, "{vertices}");
            for graph in &graphs {
                assert!(graph.degrees().iter().all(|&degree| degree == 3));
            }
        }
        assert!(connected_cubic_graphs(5).is_empty() && connected_cubic_graphs(2).is_empty());
    }
}
