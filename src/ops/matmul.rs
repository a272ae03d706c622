//! Matrix products on the CPU. Results are row-major.

use gemm::{Parallelism, gemm};

use super::{matrix::Matrix, tiles};

/// The product of two matrices, row-major.
///
/// # Panics
/// If `left` does not have as many columns as `right` has rows.
pub fn product(left: Matrix, right: Matrix) -> Vec<f32> {
    let length = left.size()[0] * right.size()[1];
    if fits_tiles(left, right) {
        let mut entries = vec![0.0; length];
        tiles::add_product(left, right, &mut entries);
        return entries;
    }
    let mut entries = Vec::with_capacity(length);
    // SAFETY: the capacity holds every entry, and `multiply` writes all of them before the length is set.
    unsafe {
        multiply(left, right, entries.as_mut_ptr(), false);
        entries.set_len(length);
    }
    entries
}

/// Adds the product of two matrices to `sums`, row-major.
///
/// # Panics
/// If `left` does not have as many columns as `right` has rows, or `sums` does not have the size of the product.
pub fn add_product(left: Matrix, right: Matrix, sums: &mut [f32]) {
    assert_eq!(
        sums.len(),
        left.size()[0] * right.size()[1],
        "one sum per entry of the product"
    );
    if fits_tiles(left, right) {
        return tiles::add_product(left, right, sums);
    }
    // SAFETY: `sums` has one initialized number per entry.
    unsafe { multiply(left, right, sums.as_mut_ptr(), true) };
}

/// Writes the entries of the product to `into`, or adds them to its numbers if `add`.
///
/// # Safety
/// `into` must be valid for writes of every entry of the product; if `add`, its numbers must be initialized.
unsafe fn multiply(left: Matrix, right: Matrix, into: *mut f32, add: bool) {
    let ([rows, depth], [right_rows, columns]) = (left.size(), right.size());
    assert_eq!(depth, right_rows, "inner dimensions must be equal");
    let steps = |matrix: Matrix| matrix.steps().map(|step| step as isize);
    let ([left_row, left_column], [right_row, right_column]) = (steps(left), steps(right));
    // SAFETY: the factors lie in their slices with these sizes and steps, and the caller promises the same of the product. A
    // mutable pointer overlaps no slice.
    unsafe {
        gemm(
            rows,
            columns,
            depth,
            into,
            1,
            columns as isize,
            add,
            left.values().as_ptr(),
            left_column,
            left_row,
            right.values().as_ptr(),
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

/// Whether [`tiles`] computes a product: in WebAssembly, unless the product is so narrow that half of a tile would be empty.
fn fits_tiles(left: Matrix, right: Matrix) -> bool {
    cfg!(target_family = "wasm") && left.size()[1] > 2 && right.size()[1] >= 8
}
