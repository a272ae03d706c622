//! Quantities of edges, for filters with values of edges.

use crate::graph::{Adjacency, Graph};

/// A number for each edge of a graph.
type OfEdges = fn(&Graph) -> Vec<f32>;

/// The quantities that the edges of every graph have by its structure.
pub(super) const OF_EDGES: [(&str, OfEdges); 4] = [
    ("edge-curvature", |graph| {
        let values = forman(graph, &graph.adjacency());
        values.into_iter().map(|value| value as f32).collect()
    }),
    ("edge-smaller-degree", |graph| of_degrees(graph, u32::min)),
    ("edge-larger-degree", |graph| of_degrees(graph, u32::max)),
    ("edge-betweenness", betweenness),
];

fn of_degrees(graph: &Graph, choose: fn(u32, u32) -> u32) -> Vec<f32> {
    let degrees = graph.degrees();
    let value = |&[u, v]: &[u32; 2]| choose(degrees[u as usize], degrees[v as usize]) as f32;
    graph.edges.iter().map(value).collect()
}

/// The Forman curvature of each edge, augmented by triangles: 4 − deg u − deg v + 3 · (common neighbours of u and v). Definition: Samal et al.,
/// *Comparative analysis of two discretizations of Ricci curvature for complex networks*, Scientific Reports 8:8650, 2018.
pub(crate) fn forman(graph: &Graph, adjacency: &Adjacency) -> Vec<i64> {
    let mut near = vec![u32::MAX; graph.vertices as usize];
    let mut values = vec![0; graph.edges.len()];
    for u in 0..graph.vertices {
        let around = adjacency.around(u);
        around.iter().for_each(|&v| near[v as usize] = u);
        for (&v, edge) in around.iter().zip(edges_at(adjacency, u)) {
            if u < v {
                let beyond = adjacency.around(v);
                let common = beyond.iter().filter(|&&w| near[w as usize] == u).count();
                let degrees = around.len() + beyond.len();
                values[edge] = 4 - degrees as i64 + 3 * common as i64;
            }
        }
    }
    values
}

/// The edges at a vertex, in the order of its neighbours.
fn edges_at(adjacency: &Adjacency, vertex: u32) -> impl Iterator<Item = usize> {
    let [first, end] = [vertex, vertex + 1].map(|v| adjacency.offsets[v as usize] as usize);
    adjacency.edges[first..end]
        .iter()
        .map(|&edge| edge as usize)
}

/// Betweenness centrality in \[0, 1\]: the share of the shortest paths between two vertices that contain the edge, on average over all
/// pairs, as in NetworkX. The algorithm is that of Brandes (2008).
fn betweenness(graph: &Graph) -> Vec<f32> {
    let adjacency = graph.adjacency();
    let n = graph.vertices as usize;
    let mut sums = vec![0.0; graph.edges.len()];
    let mut order: Vec<u32> = Vec::with_capacity(n);
    let mut distance = vec![u32::MAX; n];
    let (mut paths, mut shares) = (vec![0.0_f64; n], vec![0.0_f64; n]);
    for source in 0..graph.vertices {
        for v in order.drain(..) {
            distance[v as usize] = u32::MAX;
            (paths[v as usize], shares[v as usize]) = (0.0, 0.0);
        }
        order.push(source);
        (distance[source as usize], paths[source as usize]) = (0, 1.0);
        let mut next = 0;
        while let Some(&v) = order.get(next) {
            next += 1;
            for &u in adjacency.around(v) {
                if distance[u as usize] == u32::MAX {
                    distance[u as usize] = distance[v as usize] + 1;
                    order.push(u);
                }
                if distance[u as usize] == distance[v as usize] + 1 {
                    paths[u as usize] += paths[v as usize];
                }
            }
        }
        for &v in order.iter().rev() {
            let end = 1.0 + shares[v as usize];
            for (&u, edge) in adjacency.around(v).iter().zip(edges_at(&adjacency, v)) {
                if distance[u as usize] + 1 == distance[v as usize] {
                    let share = end * (paths[u as usize] / paths[v as usize]);
                    sums[edge] += share;
                    shares[u as usize] += share;
                }
            }
        }
    }
    // Each source counts the pairs with all others, so each pair is counted twice.
    let pairs = (n * n.saturating_sub(1)).max(1) as f64;
    sums.into_iter().map(|sum| (sum / pairs) as f32).collect()
}

/// Every pair of labels has a number and a name, so that there are about 32,000 of them for this many labels.
pub(super) const MAX_LABELS: usize = 256;

/// The number of the pair of labels at the ends of each edge, without direction, among `labels` labels.
pub(super) fn label_pairs(graph: &Graph, labels: usize) -> Vec<f32> {
    let label = |vertex: u32| graph.vertex_labels[vertex as usize] as usize;
    let number = |&[u, v]: &[u32; 2]| {
        let (low, high) = (label(u).min(label(v)), label(u).max(label(v)));
        // The pairs with a smaller first label, then those with this one.
        (low * labels - low * low.saturating_sub(1) / 2 + high - low) as f32
    };
    graph.edges.iter().map(number).collect()
}

/// The names of the pairs of labels, by their numbers.
pub(super) fn names_of_pairs(names: &[String]) -> Vec<String> {
    let pairs = (0..names.len()).flat_map(|low| (low..names.len()).map(move |high| (low, high)));
    pairs
        .map(|(low, high)| format!("{}–{}", names[low], names[high]))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A triangle with a tail, and an edge.
    fn graph() -> Graph {
        Graph {
            vertex_labels: vec![0, 1, 2, 0, 1, 1],
            ..Graph::new(6, [[0, 1], [0, 2], [1, 2], [2, 3], [4, 5]])
        }
    }

    #[test]
    fn structure_of_edges_is_that_of_the_definition() {
        let of = |name: &str| {
            let (_, of) = OF_EDGES.iter().find(|(known, _)| *known == name).unwrap();
            of(&graph())
        };
        assert_eq!(of("edge-curvature"), [3.0, 2.0, 2.0, 0.0, 2.0]);
        assert_eq!(of("edge-smaller-degree"), [2.0, 2.0, 2.0, 1.0, 1.0]);
        assert_eq!(of("edge-larger-degree"), [2.0, 3.0, 3.0, 3.0, 1.0]);
        // The edge 2–3 is on the shortest paths from 3 to 0, 1 and 2: 3 of 15 pairs.
        let fifteenth = |pairs: f32| pairs / 15.0;
        let expected = [1.0, 2.0, 2.0, 3.0, 1.0].map(fifteenth);
        for (own, expected) in of("edge-betweenness").iter().zip(expected) {
            assert!((own - expected).abs() < 1e-6, "{own}, {expected}");
        }
    }

    #[test]
    fn pairs_of_labels_have_the_number_of_their_name() {
        let names = names_of_pairs(&["C", "N", "O"].map(String::from));
        assert_eq!(names, ["C–C", "C–N", "C–O", "N–N", "N–O", "O–O"]);
        let pairs: Vec<&str> = label_pairs(&graph(), 3)
            .into_iter()
            .map(|number| names[number as usize].as_str())
            .collect();
        assert_eq!(pairs, ["C–N", "C–O", "N–O", "C–O", "N–N"]);
    }

    #[test]
    fn cycles_have_equal_edges_and_empty_graphs_none() {
        let cycle = Graph::new(7, (0..7).map(|v| [v, (v + 1) % 7]));
        for (name, of) in OF_EDGES {
            let values = of(&cycle);
            assert!(
                values.iter().all(|value| (value - values[0]).abs() < 1e-6),
                "{name}: {values:?}"
            );
            assert!(of(&Graph::new(0, [])).is_empty());
            assert!(of(&Graph::new(3, [])).is_empty());
        }
    }
}
