//! Sparse 0/1 matrices and their index tensors.

use burn::{
    backend::{Backend, Dispatch, ExtensionType, tensor::IntTensor},
    prelude::*,
    tensor::DType,
};

/// A sparse 0/1 matrix in CSR format, with its transpose for the gradient.
///
/// `offsets` has one entry more than there are rows; `columns[offsets[r]..offsets[r + 1]]` are the columns of row `r`. Repeated
/// columns count repeatedly.
#[derive(Clone, Debug)]
pub struct SparseRows {
    /// Row offsets, `[R + 1]`.
    pub offsets: Tensor<1, Int>,
    /// Columns of all rows.
    pub columns: Tensor<1, Int>,
    /// Row offsets of the transpose, `[M + 1]`.
    pub transposed_offsets: Tensor<1, Int>,
    /// Columns of the transpose.
    pub transposed_columns: Tensor<1, Int>,
}

impl SparseRows {
    /// The matrix with these rows and `width` columns, and its transpose with ascending columns in each row.
    pub fn new(offsets: &[u32], columns: &[u32], width: usize, device: &Device) -> Self {
        let (transposed_offsets, rows) = transposed(offsets, columns, width);
        Self {
            offsets: ints(offsets, device),
            columns: ints(columns, device),
            transposed_offsets: ints(&transposed_offsets, device),
            transposed_columns: ints(&rows, device),
        }
    }

    /// One column per row, out of `table` columns.
    pub fn look_up(columns: &[u32], table: usize, device: &Device) -> Self {
        let offsets: Vec<u32> = (0..=columns.len() as u32).collect();
        Self::new(&offsets, columns, table, device)
    }

    pub(super) fn into_dispatch(self) -> Rows<Dispatch> {
        Rows {
            offsets: self.offsets.into_dispatch(),
            columns: self.columns.into_dispatch(),
            transposed_offsets: self.transposed_offsets.into_dispatch(),
            transposed_columns: self.transposed_columns.into_dispatch(),
        }
    }
}

/// Offsets and columns of the transpose of a sparse matrix with `width` columns; columns ascend in each row.
fn transposed(offsets: &[u32], columns: &[u32], width: usize) -> (Vec<u32>, Vec<u32>) {
    let mut transposed_offsets = vec![0; width + 1];
    let mut rows = vec![0; columns.len()];
    let entries = entries(offsets, columns);
    sort_by_column(entries, &mut transposed_offsets, &mut rows);
    (transposed_offsets, rows)
}

/// Row and column of each entry of a sparse matrix, row by row.
pub fn entries<'a>(
    offsets: &'a [u32],
    columns: &'a [u32],
) -> impl Iterator<Item = (u32, u32)> + Clone + 'a {
    (0..).zip(offsets.windows(2)).flat_map(|(row, own)| {
        let own = &columns[own[0] as usize..own[1] as usize];
        own.iter().map(move |&column| (row, column))
    })
}

/// Groups entries (row, column) by column with a counting sort: writes the rows of each column, in order, and the start of each
/// column, followed by the total.
pub fn sort_by_column(
    entries: impl Iterator<Item = (u32, u32)> + Clone,
    offsets: &mut [u32],
    rows: &mut [u32],
) {
    offsets.fill(0);
    // Counts are stored two entries later. After the prefix sum, entry column + 1 is the next free slot of the column; filling
    // advances it to the start of the next column.
    entries.clone().for_each(|(_, column)| {
        if let Some(count) = offsets.get_mut(column as usize + 2) {
            *count += 1;
        }
    });
    let mut before = 0;
    for offset in &mut *offsets {
        before += *offset;
        *offset = before;
    }
    entries.for_each(|(row, column)| {
        let slot = &mut offsets[column as usize + 1];
        rows[*slot as usize] = row;
        *slot += 1;
    });
}

/// [`SparseRows`] for the operations of a backend.
#[derive(Clone, Debug, ExtensionType)]
pub struct Rows<B: Backend> {
    pub(super) offsets: IntTensor<B>,
    pub(super) columns: IntTensor<B>,
    pub(super) transposed_offsets: IntTensor<B>,
    pub(super) transposed_columns: IntTensor<B>,
}

impl<B: Backend> Rows<B> {
    /// The transpose.
    pub(super) fn transposed(self) -> Self {
        Self {
            offsets: self.transposed_offsets,
            columns: self.transposed_columns,
            transposed_offsets: self.offsets,
            transposed_columns: self.columns,
        }
    }
}

/// An I32 tensor on any device. A buffer must contain at least one pair, so an empty list becomes an unused pair.
pub fn ints(values: &[u32], device: &Device) -> Tensor<1, Int> {
    let values: &[i32] = match values {
        [] => &[0, 0],
        values => bytemuck::cast_slice(values),
    };
    let data = TensorData::new(values.to_vec(), [values.len()]);
    Tensor::from_data(data, (device, DType::I32))
}
