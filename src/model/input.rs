//! A batch of graphs as tensors on a device.

use burn::{prelude::*, tensor::DType};

use super::edges::Slots;
use crate::{
    graph::batch::{GraphBatch, Tables},
    homology,
    ops::{self, Pairs, SparseRows},
};

/// Everything the model reads of a batch.
#[derive(Clone, Debug)]
pub struct BatchInput {
    /// Where the tensors are.
    pub device: Device,
    /// N.
    pub vertices: usize,
    /// Number of kinds of vertices, R, see [`crate::graph::batch::Batcher`].
    pub kinds: usize,
    /// Kind of each vertex, `[N × R]`.
    pub kind_of: SparseRows,
    /// Vertices of each kind, `[R]`.
    pub counts: Tensor<1, Int>,
    /// Neighbours of each kind, `[R × R]`.
    pub adjacency: SparseRows,
    /// The messages between neighbours, where edges have features.
    pub slots: Option<Slots>,
    /// Row of each kind in the degree table; only where the table has a use.
    pub degrees: Option<SparseRows>,
    /// Row of each kind in the label table; only where there are labels.
    pub labels: Option<SparseRows>,
    /// Value of each vertex, `[N]`, where the batch has a fixed filter.
    pub filter: Option<Tensor<1>>,
    /// Standardised attributes of each kind, `[R, A]`; only where they are used.
    pub attributes: Option<Tensor<2>>,
    /// First vertex of each graph, `[G + 1]`.
    pub vertex_offsets: Tensor<1, Int>,
    /// Class of each graph, `[G]`.
    pub classes: Tensor<1, Int>,
    /// Rows of [`ops::persistence`].
    graphs: Tensor<1, Int>,
    edges: Tensor<1, Int>,
    /// Factors of the hidden layer of the classifier, `[G, hidden]`, set by what trains a model with dropout.
    pub dropout: Option<Tensor<2>>,
    /// Whether the gradients of equal filter values of a graph are replaced by their mean, see [`ops::tie_mean`].
    pub mean_of_ties: bool,
    /// What the models do on the CPU is done with this.
    pub(super) host: GraphBatch,
}

/// I32 on every device; a buffer must hold at least one pair, so an empty list becomes an unused one.
pub(super) fn ints(values: &[u32], device: &Device) -> Tensor<1, Int> {
    let values: &[i32] = match values {
        [] => &[0, 0],
        values => bytemuck::cast_slice(values),
    };
    let data = TensorData::new(values.to_vec(), [values.len()]);
    Tensor::from_data(data, (device, DType::I32))
}

/// The matrix with these columns in its rows, and its transpose, whose columns ascend in each row.
pub(super) fn sparse(
    offsets: &[u32],
    columns: &[u32],
    width: usize,
    device: &Device,
) -> SparseRows {
    let mut transposed_offsets = vec![0u32; width + 1];
    for &column in columns {
        transposed_offsets[column as usize + 1] += 1;
    }
    for column in 0..width {
        transposed_offsets[column + 1] += transposed_offsets[column];
    }
    let mut next = transposed_offsets.clone();
    let mut rows = vec![0u32; columns.len()];
    for (row, range) in (0..).zip(offsets.windows(2)) {
        for &column in &columns[range[0] as usize..range[1] as usize] {
            let slot = &mut next[column as usize];
            rows[*slot as usize] = row;
            *slot += 1;
        }
    }
    SparseRows {
        offsets: ints(offsets, device),
        columns: ints(columns, device),
        transposed_offsets: ints(&transposed_offsets, device),
        transposed_columns: ints(&rows, device),
    }
}

/// One column a row, out of `table` columns.
pub(super) fn look_up(columns: &[u32], table: usize, device: &Device) -> SparseRows {
    let offsets: Vec<u32> = (0..=columns.len() as u32).collect();
    sparse(&offsets, columns, table, device)
}

/// The filter values of a batch, read back from its device.
pub(super) async fn read(filter: Tensor<1>) -> Vec<f32> {
    let data = filter.detach().into_data_async().await;
    let values = data.expect("filter values are readable");
    values.try_to_vec().expect("filter values are f32")
}

impl BatchInput {
    /// Puts a batch on a device (one without gradients: the tensors are constants).
    ///
    /// A batch without any vertex gets one that belongs to no graph, since buffers cannot be empty.
    pub fn new(mut batch: GraphBatch, device: &Device) -> Self {
        if batch.vertices() == 0 {
            batch.filter.iter_mut().for_each(|filter| filter.push(0.0));
            batch.kinds.push(0);
            batch.counts.push(1);
            batch.neighbour_offsets.push(0);
            batch.degree_rows.push(0);
            batch.label_rows.push(0);
            batch.attributes.resize(batch.tables.attributes, 0.0);
        }
        let kinds = batch.counts.len();
        let Tables {
            degrees,
            labels,
            attributes: columns,
            ..
        } = batch.tables;
        let attributes = (columns > 0).then(|| {
            let data = TensorData::new(batch.attributes.clone(), [kinds, columns]);
            Tensor::from_data(data, device)
        });
        let rows_of = |rows: &[u32], table| (table > 0).then(|| look_up(rows, table, device));
        Self {
            vertices: batch.vertices(),
            kinds,
            kind_of: look_up(&batch.kinds, kinds, device),
            counts: ints(&batch.counts, device),
            adjacency: sparse(&batch.neighbour_offsets, &batch.neighbours, kinds, device),
            slots: Slots::new(&batch, device),
            degrees: rows_of(&batch.degree_rows, degrees),
            labels: rows_of(&batch.label_rows, labels),
            attributes,
            filter: batch
                .filter
                .as_ref()
                .map(|filter| Tensor::from_floats(&filter[..], device)),
            graphs: ints(batch.rows().as_flattened(), device),
            edges: ints(batch.edges.as_flattened(), device),
            vertex_offsets: ints(&batch.vertex_offsets, device),
            classes: ints(&batch.classes, device),
            dropout: None,
            mean_of_ties: false,
            host: batch,
            device: device.clone(),
        }
    }

    /// Persistence of every graph in both directions.
    ///
    /// Where a graph is too large for a GPU, the values are read back and the CPU engine does the whole
    /// batch; otherwise nothing leaves the device.
    pub async fn persistence(&self, filter: Tensor<1>) -> Pairs {
        let batch = &self.host;
        if batch.shape.fits_gpu() || ops::is_cpu(&self.device) {
            return ops::persistence(filter, &self.graphs, &self.edges, batch.shape);
        }
        let values = read(filter).await;
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
            death: ints(&death, &self.device),
            loops: ints(&loops, &self.device),
        }
    }
}
