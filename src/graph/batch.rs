//! Several graphs side by side, as the model reads them.

use super::Dataset;
use crate::homology::wgsl::{BatchShape, size_class};

/// A block-diagonal batch: the vertices of the graphs one after the other, smaller size classes
/// first.
#[derive(Clone, Debug, Default)]
pub struct GraphBatch {
    /// Index in the data set of each graph, in the order of the batch.
    pub members: Vec<u32>,
    /// First vertex of each graph, and the number of vertices at the end.
    pub vertex_offsets: Vec<u32>,
    /// First edge of each graph, and the number of edges at the end.
    pub edge_offsets: Vec<u32>,
    /// End points, counted from the first vertex of their graph.
    pub edges: Vec<[u32; 2]>,
    /// First neighbour of each vertex, and the number of all at the end.
    pub neighbour_offsets: Vec<u32>,
    /// Neighbours of all vertices, counted over the batch, ascending for each vertex.
    pub neighbours: Vec<u32>,
    /// Label of each vertex; empty where the data set has none.
    pub labels: Vec<u32>,
    /// Class of each graph.
    pub classes: Vec<u32>,
    /// How many graphs of which size.
    pub shape: BatchShape,
}

impl GraphBatch {
    /// Collects the graphs with these indices.
    ///
    /// # Panics
    /// If an index is not below the number of graphs.
    pub fn new(dataset: &Dataset, indices: &[u32]) -> Self {
        let mut members = indices.to_vec();
        members.sort_by_key(|&i| size_class(dataset.graphs[i as usize].vertices));

        let mut batch = Self {
            vertex_offsets: vec![0],
            edge_offsets: vec![0],
            neighbour_offsets: vec![0],
            ..Self::default()
        };
        for &i in &members {
            let graph = &dataset.graphs[i as usize];
            batch.shape.add(graph.vertices, graph.edges.len() as u32);
            let first = batch.vertex_offsets[batch.vertex_offsets.len() - 1];
            batch.vertex_offsets.push(first + graph.vertices);
            batch.edges.extend_from_slice(&graph.edges);
            batch.edge_offsets.push(batch.edges.len() as u32);
            batch.labels.extend_from_slice(&graph.vertex_labels);
            batch.classes.push(dataset.classes[i as usize]);

            // Counting sort of both ends of every edge: a neighbour list stays ascending because
            // the edges are sorted, first the smaller neighbours, then the larger ones.
            let start = batch.neighbours.len();
            let mut next = vec![0u32; graph.vertices as usize + 1];
            for &[u, v] in &graph.edges {
                next[u as usize + 1] += 1;
                next[v as usize + 1] += 1;
            }
            for v in 0..graph.vertices as usize {
                next[v + 1] += next[v];
                batch.neighbour_offsets.push(start as u32 + next[v + 1]);
            }
            batch.neighbours.resize(start + 2 * graph.edges.len(), 0);
            let own = &mut batch.neighbours[start..];
            let mut put = |v: u32, neighbour: u32| {
                own[next[v as usize] as usize] = first + neighbour;
                next[v as usize] += 1;
            };
            for &[u, v] in &graph.edges {
                put(v, u);
            }
            for &[u, v] in &graph.edges {
                put(u, v);
            }
        }
        batch.members = members;
        batch
    }

    /// Number of graphs.
    pub fn graphs(&self) -> usize {
        self.members.len()
    }

    /// Number of vertices of all graphs.
    pub fn vertices(&self) -> usize {
        self.neighbour_offsets.len() - 1
    }

    /// Number of neighbours of each vertex.
    pub fn degrees(&self) -> impl Iterator<Item = u32> {
        self.neighbour_offsets.windows(2).map(|w| w[1] - w[0])
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::graph::Graph;

    fn dataset() -> Dataset {
        let graph = |vertices, edges: &[[u32; 2]]| Graph {
            vertices,
            edges: edges.to_vec(),
            ..Graph::default()
        };
        Dataset {
            graphs: vec![
                graph(70, &[[0, 69]]),
                graph(3, &[[0, 1], [0, 2], [1, 2]]),
                graph(0, &[]),
                graph(2000, &[]),
            ],
            classes: vec![0, 1, 0, 1],
            ..Dataset::default()
        }
    }

    #[test]
    fn graphs_are_ordered_by_size_class_and_keep_their_class() {
        let batch = GraphBatch::new(&dataset(), &[3, 0, 1, 2]);
        assert_eq!(batch.members, [1, 2, 0, 3]);
        assert_eq!(batch.classes, [1, 0, 0, 1]);
        assert_eq!(batch.vertex_offsets, [0, 3, 3, 73, 2073]);
        assert_eq!(
            batch.shape,
            BatchShape {
                vertices: 2073,
                small: [2, 1, 0, 0],
                large: 1,
                most_vertices: 2000,
                most_edges: 0
            }
        );
    }

    #[test]
    fn neighbours_are_ascending_and_counted_over_the_batch() {
        let batch = GraphBatch::new(&dataset(), &[1, 0]);
        assert_eq!(batch.neighbours, [1, 2, 0, 2, 0, 1, 72, 3]);
        assert_eq!(batch.degrees().take(4).collect::<Vec<_>>(), [2, 2, 2, 1]);
        assert_eq!(batch.vertices(), 73);
    }
}
