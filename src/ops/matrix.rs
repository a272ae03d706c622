//! Views of matrices in memory, row-major or transposed.

/// A view of a matrix or of its transpose.
#[derive(Clone, Copy)]
pub struct Matrix<'a> {
    values: &'a [f32],
    rows: usize,
    columns: usize,
    /// Distance in `values` between neighbouring rows, and between neighbouring columns.
    steps: [usize; 2],
}

impl<'a> Matrix<'a> {
    /// A row-major matrix with this number of columns.
    ///
    /// # Panics
    /// If the last row is incomplete.
    pub fn new(values: &'a [f32], columns: usize) -> Self {
        let rows = values.len() / columns.max(1);
        assert_eq!(rows * columns, values.len(), "whole rows");
        Self {
            values,
            rows,
            columns,
            steps: [columns, 1],
        }
    }

    /// The transpose.
    pub fn transposed(self) -> Self {
        let [row, column] = self.steps;
        Self {
            rows: self.columns,
            columns: self.rows,
            steps: [column, row],
            ..self
        }
    }

    /// Numbers of rows and columns.
    pub fn size(self) -> [usize; 2] {
        [self.rows, self.columns]
    }

    /// Distance in [`Self::values`] between neighbouring rows, and between neighbouring columns.
    pub fn steps(self) -> [usize; 2] {
        self.steps
    }

    /// The memory from the first entry on.
    pub fn values(self) -> &'a [f32] {
        self.values
    }

    /// The rows from index `row` on, at least one.
    pub fn rows_from(self, row: usize) -> Self {
        Self {
            values: &self.values[row * self.steps[0]..],
            rows: self.rows - row,
            ..self
        }
    }

    /// The columns from index `column` on, at least one.
    pub fn columns_from(self, column: usize) -> Self {
        self.transposed().rows_from(column).transposed()
    }

    /// The block of `rows` × `columns` entries that begins at `[row, column]`.
    pub fn block(self, [row, column]: [usize; 2], [rows, columns]: [usize; 2]) -> Self {
        Self {
            rows,
            columns,
            ..self.rows_from(row).columns_from(column)
        }
    }

    /// The values and the distance between rows, if the matrix is row-major.
    pub fn rows(self) -> Option<(&'a [f32], usize)> {
        (self.steps[1] == 1).then_some((self.values, self.steps[0]))
    }

    /// Copies the rows into rows of `width` numbers; `width` may exceed the number of columns.
    #[inline(always)]
    pub fn copy_rows(self, into: &mut [f32], width: usize) {
        let [row_step, column_step] = self.steps;
        for column in 0..self.columns {
            let values = self.values[column * column_step..].iter().step_by(row_step);
            for (row, value) in into.chunks_exact_mut(width).zip(values).take(self.rows) {
                row[column] = *value;
            }
        }
    }

    /// The entry at `row` and `column`.
    ///
    /// # Safety
    /// Both indices must be in range.
    #[inline(always)]
    pub unsafe fn at_unchecked(self, row: usize, column: usize) -> f32 {
        let [row_step, column_step] = self.steps;
        // SAFETY: the caller promises that both indices are in range.
        unsafe {
            *self
                .values
                .get_unchecked(row * row_step + column * column_step)
        }
    }
}
