//! Colour classes of edges: the pairs of colour classes at their ends.

use burn::prelude::*;

use super::BatchInput;
use crate::ops::{SparseRows, row_sum};

/// The pairs of colour classes at the ends of edges. Equal pairs are one row, so that the values of such edges are bit-identical.
pub struct ClassPairs {
    /// Class of each vertex, in the order of the batch.
    pub class: Vec<u32>,
    /// The different pairs, the smaller class first. Not empty, since buffers cannot be.
    pub list: Vec<[u32; 2]>,
    /// Pair of each edge, in the order of the batch.
    pub of_edge: Vec<u32>,
}

impl ClassPairs {
    /// The ends of the edges as pairs of colour classes. The classes are those after `layer`, counted from 1.
    pub fn new(layer: usize, input: &BatchInput) -> Self {
        let host = &input.host;
        let class = input.classes_after(layer);
        let mut of_edges = Vec::with_capacity(host.edges.len());
        let graphs = host.vertex_offsets.iter().zip(host.edge_offsets.windows(2));
        for (first, own) in graphs {
            let edges = &host.edges[own[0] as usize..own[1] as usize];
            of_edges.extend(edges.iter().map(|ends| {
                let [a, b] = ends.map(|end| class[(first + end) as usize]);
                [a.min(b), a.max(b)]
            }));
        }
        let mut list = of_edges.clone();
        list.sort_unstable();
        list.dedup();
        let place = |pair: &[u32; 2]| list.partition_point(|other| other < pair) as u32;
        let of_edge = of_edges.iter().map(place).collect();
        if list.is_empty() {
            list.push([0; 2]);
        }
        Self {
            class,
            list,
            of_edge,
        }
    }

    /// The rows of both ends of each pair, `[P, width]`, from the rows `[R, width]` of the classes.
    pub fn ends(&self, x: &Tensor<2>, input: &BatchInput) -> [Tensor<2>; 2] {
        let [classes, _] = x.dims();
        [0, 1].map(|end| {
            let rows: Vec<u32> = self.list.iter().map(|pair| pair[end]).collect();
            row_sum(
                x.clone(),
                &SparseRows::look_up(&rows, classes, &input.device),
            )
        })
    }

    /// The sum of the rows of the ends of each pair, `[P, width]`.
    pub fn sums(&self, x: Tensor<2>, input: &BatchInput) -> Tensor<2> {
        let [classes, _] = x.dims();
        let offsets: Vec<u32> = (0..=self.list.len() as u32).map(|pair| 2 * pair).collect();
        let ends = SparseRows::new(&offsets, self.list.as_flattened(), classes, &input.device);
        row_sum(x, &ends)
    }

    /// Values of the edges, `[M]`, from those of the pairs, `[P, 1]`. Without edges, M is 1.
    pub fn on_edges(&self, values: Tensor<2>, input: &BatchInput) -> Tensor<1> {
        let mut rows = self.of_edge.clone();
        rows.resize(rows.len().max(1), 0);
        let rows = SparseRows::look_up(&rows, self.list.len(), &input.device);
        row_sum(values, &rows).flatten(0, 1)
    }

    /// For each cell of a batch, the row of its class among those of the classes and then of the pairs. The vertices of a graph come
    /// before its edges, as in [`GraphBatch::subdivided`](crate::graph::batch::GraphBatch::subdivided). Without cells, one row.
    pub fn rows_of_cells(&self, classes: usize, input: &BatchInput) -> Vec<u32> {
        let host = &input.host;
        let mut rows = Vec::with_capacity(self.class.len() + self.of_edge.len());
        let graphs = host.vertex_offsets.windows(2);
        for (vertices, edges) in graphs.zip(host.edge_offsets.windows(2)) {
            rows.extend(&self.class[vertices[0] as usize..vertices[1] as usize]);
            let pairs = &self.of_edge[edges[0] as usize..edges[1] as usize];
            rows.extend(pairs.iter().map(|&pair| classes as u32 + pair));
        }
        rows.resize(rows.len().max(1), 0);
        rows
    }
}
