//! Products of matrices on the CPU, row by row in memory.

use gemm::{Parallelism, gemm};

use super::tiles;

/// A matrix in memory, or its transpose.
#[derive(Clone, Copy)]
pub struct Matrix<'a> {
    values: &'a [f32],
    rows: usize,
    columns: usize,
    /// From one row to the next, and from one column to the next.
    steps: [usize; 2],
}

impl<'a> Matrix<'a> {
    /// Rows of so many columns, one after the other.
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

    /// Its transpose.
    pub fn transposed(self) -> Self {
        let [row, column] = self.steps;
        Self {
            rows: self.columns,
            columns: self.rows,
            steps: [column, row],
            ..self
        }
    }

    /// Rows and columns.
    pub fn size(self) -> [usize; 2] {
        [self.rows, self.columns]
    }

    /// The rows from this one on, of which there is at least one.
    pub fn rows_from(self, row: usize) -> Self {
        Self {
            values: &self.values[row * self.steps[0]..],
            rows: self.rows - row,
            ..self
        }
    }

    /// The columns from this one on, of which there is at least one.
    pub fn columns_from(self, column: usize) -> Self {
        self.transposed().rows_from(column).transposed()
    }

    /// So many rows and columns from this row and column on.
    pub fn block(self, [row, column]: [usize; 2], [rows, columns]: [usize; 2]) -> Self {
        Self {
            rows,
            columns,
            ..self.rows_from(row).columns_from(column)
        }
    }

    /// Where it lies row by row: its values, and how far apart the rows are.
    pub fn rows(self) -> Option<(&'a [f32], usize)> {
        (self.steps[1] == 1).then_some((self.values, self.steps[0]))
    }

    /// Writes its rows into rows of so many columns, which may be more.
    #[inline(always)]
    pub fn lay_out(self, into: &mut [f32], width: usize) {
        let [apart, step] = self.steps;
        for column in 0..self.columns {
            let values = self.values[column * step..].iter().step_by(apart);
            for (row, value) in into.chunks_exact_mut(width).zip(values).take(self.rows) {
                row[column] = *value;
            }
        }
    }

    /// An entry.
    ///
    /// # Safety
    /// There must be one.
    #[inline(always)]
    pub unsafe fn at_unchecked(self, row: usize, column: usize) -> f32 {
        let [apart, step] = self.steps;
        // SAFETY: the caller promises that there is one.
        unsafe { *self.values.get_unchecked(row * apart + column * step) }
    }

    /// The product with `other`, row by row.
    pub fn product(self, other: Self) -> Vec<f32> {
        let length = self.rows * other.columns;
        if fits_tiles(self, other) {
            let mut entries = vec![0.0; length];
            tiles::add_product(self, other, &mut entries);
            return entries;
        }
        let mut entries = Vec::with_capacity(length);
        // SAFETY: there is room for every entry, and all of them are written before they count.
        unsafe {
            self.multiply(other, entries.as_mut_ptr(), false);
            entries.set_len(length);
        }
        entries
    }

    /// Adds the product with `other` to `sums`, row by row.
    pub fn add_product(self, other: Self, sums: &mut [f32]) {
        assert_eq!(
            sums.len(),
            self.rows * other.columns,
            "a sum for each entry"
        );
        if fits_tiles(self, other) {
            return tiles::add_product(self, other, sums);
        }
        // SAFETY: there is a sum for each entry.
        unsafe { self.multiply(other, sums.as_mut_ptr(), true) };
    }

    /// Writes the entries of the product to `into`, or adds them to what is there.
    ///
    /// # Safety
    /// `into` must be valid for every entry of the product, and have a value there if they are to be added.
    unsafe fn multiply(self, other: Self, into: *mut f32, add: bool) {
        assert_eq!(self.columns, other.rows, "a product exists");
        let steps = |matrix: Self| matrix.steps.map(|step| step as isize);
        let ([left_row, left_column], [right_row, right_column]) = (steps(self), steps(other));
        // SAFETY: the factors lie in their slices with these sizes and steps, and so does the product by the promise of
        // the caller; a mutable pointer overlaps no slice.
        unsafe {
            gemm(
                self.rows,
                other.columns,
                self.columns,
                into,
                1,
                other.columns as isize,
                add,
                self.values.as_ptr(),
                left_column,
                left_row,
                other.values.as_ptr(),
                right_column,
                right_row,
                1.0,
                1.0,
                false,
                false,
                false,
                Parallelism::None,
            );
        }
    }
}

/// Whether a product is computed by [`tiles`]: in WebAssembly, unless it is so narrow that half a tile would be empty.
fn fits_tiles(left: Matrix, right: Matrix) -> bool {
    cfg!(target_family = "wasm") && left.columns > 2 && right.columns >= 8
}
