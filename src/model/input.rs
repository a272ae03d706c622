//! A batch of graphs as tensors on a device.

use burn::{prelude::*, tensor::DType};

use crate::{
    graph::batch::GraphBatch,
    homology::{self, wgsl::BatchShape},
    ops::{self, Pairs, SparseRows},
};

/// Everything the model reads of a batch.
#[derive(Clone, Debug)]
pub struct BatchInput {
    /// Where the tensors are.
    pub device: Device,
    /// N.
    pub vertices: usize,
    /// Neighbours of each vertex.
    pub adjacency: SparseRows,
    /// Row of each vertex in the degree table; only where the table has a use.
    pub degrees: Option<SparseRows>,
    /// Row of each vertex in the label table; only where there are labels.
    pub labels: Option<SparseRows>,
    /// First vertex of each graph, `[G + 1]`.
    pub vertex_offsets: Tensor<1, Int>,
    /// Class of each graph, `[G]`.
    pub classes: Tensor<1, Int>,
    /// Rows of [`ops::persistence`].
    graphs: Tensor<1, Int>,
    edges: Tensor<1, Int>,
    shape: BatchShape,
    /// Kept where a graph is too large for the GPU's persistence.
    host: Option<GraphBatch>,
}

/// Rows of the tables that a batch looks up.
#[derive(Clone, Copy, Debug)]
pub struct Tables {
    /// Rows of the degree table; 0: not used. Higher degrees use the last row.
    pub degrees: usize,
    /// Rows of the label table; 0: not used.
    pub labels: usize,
}

/// I32 on every device; a buffer must hold at least one pair, so an empty list becomes an unused one.
fn ints(values: impl IntoIterator<Item = u32>, device: &Device) -> Tensor<1, Int> {
    let mut values: Vec<i32> = values.into_iter().map(|v| v as i32).collect();
    if values.is_empty() {
        values.extend([0, 0]);
    }
    let length = values.len();
    Tensor::from_data(TensorData::new(values, [length]), (device, DType::I32))
}

/// One column a row, out of `table` columns.
fn look_up(columns: &[u32], table: usize, device: &Device) -> SparseRows {
    let mut offsets = vec![0u32; table + 1];
    for &c in columns {
        offsets[c as usize + 1] += 1;
    }
    for c in 0..table {
        offsets[c + 1] += offsets[c];
    }
    let mut next = offsets.clone();
    let mut rows = vec![0u32; columns.len()];
    for (row, &c) in columns.iter().enumerate() {
        rows[next[c as usize] as usize] = row as u32;
        next[c as usize] += 1;
    }
    SparseRows {
        offsets: ints(0..=columns.len() as u32, device),
        columns: ints(columns.iter().copied(), device),
        transposed_offsets: ints(offsets, device),
        transposed_columns: ints(rows, device),
    }
}

impl BatchInput {
    /// Puts a batch on a device (one without gradients: the tensors are constants).
    ///
    /// A batch without any vertex gets one that belongs to no graph, since buffers cannot be empty.
    pub fn new(mut batch: GraphBatch, tables: Tables, device: &Device) -> Self {
        if batch.vertices() == 0 {
            batch.neighbour_offsets.push(0);
            batch.labels.push(0);
        }
        let offsets = ints(batch.neighbour_offsets.iter().copied(), device);
        let neighbours = ints(batch.neighbours.iter().copied(), device);
        let adjacency = SparseRows {
            offsets: offsets.clone(),
            columns: neighbours.clone(),
            transposed_offsets: offsets,
            transposed_columns: neighbours,
        };
        let degrees = (tables.degrees > 0).then(|| {
            let last = tables.degrees as u32 - 1;
            let rows: Vec<u32> = batch.degrees().map(|d| d.min(last)).collect();
            look_up(&rows, tables.degrees, device)
        });
        let labels = (tables.labels > 0).then(|| look_up(&batch.labels, tables.labels, device));
        let rows = batch
            .vertex_offsets
            .windows(2)
            .zip(batch.edge_offsets.windows(2));
        let graphs = rows.flat_map(|(v, e)| [v[0], v[1] - v[0], e[0], e[1] - e[0]]);
        Self {
            vertices: batch.vertices(),
            graphs: ints(graphs, device),
            edges: ints(batch.edges.iter().flatten().copied(), device),
            vertex_offsets: ints(batch.vertex_offsets.iter().copied(), device),
            classes: ints(batch.classes.iter().copied(), device),
            shape: batch.shape,
            adjacency,
            degrees,
            labels,
            host: (!batch.shape.fits_gpu()).then_some(batch),
            device: device.clone(),
        }
    }

    /// Persistence of every graph in both directions.
    ///
    /// Where a graph is too large for a GPU, the values are read back and the CPU engine does the whole
    /// batch; otherwise nothing leaves the device.
    pub async fn persistence(&self, filter: Tensor<1>) -> Pairs {
        match &self.host {
            Some(batch) if !ops::is_cpu(&self.device) => {
                let values = filter
                    .detach()
                    .into_data_async()
                    .await
                    .expect("filter values are readable");
                let values = values.try_to_vec::<f32>().expect("filter values are f32");
                let mut death = vec![homology::NONE; 2 * values.len()];
                let mut loops = vec![0; 2 * values.len()];
                homology::persistence_batch(
                    &batch.vertex_offsets,
                    &batch.edge_offsets,
                    &batch.edges,
                    &values,
                    &mut death,
                    &mut loops,
                );
                Pairs {
                    death: ints(death, &self.device),
                    loops: ints(loops, &self.device),
                }
            }
            _ => ops::persistence(filter, &self.graphs, &self.edges, self.shape),
        }
    }
}
