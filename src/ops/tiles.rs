//! Matrix products with register tiles, for WebAssembly.
//!
//! The kernels of `gemm` are designed for native processors. WebAssembly engines provide fewer 128-bit registers than such a
//! kernel uses, so its sums are spilled to memory at every factor; these tiles use fewer registers.

use macerator::{Simd, Vector, vload_unaligned, vstore_unaligned};

use super::{elements::splat, matrix::Matrix};

/// Rows of a tile. With two registers of columns, a tile uses eight registers for the sums, two for the right factor and one
/// for the left.
const ROWS: usize = 4;
/// Rows of the right factor per pass, so that they stay in the L1 cache.
const DEPTH: usize = 128;
/// Maximum number of elements in two registers.
const WIDEST: usize = 32;

/// Rows of the right factor, restricted to the columns of one or two registers.
#[derive(Clone, Copy)]
struct Panel<'a> {
    values: &'a [f32],
    /// Distance between rows.
    apart: usize,
    rows: usize,
    /// One register or two.
    width: usize,
    /// The first column, and the number of columns in the factor; the others are 0.
    column: usize,
    columns: usize,
}

/// Adds the product of the factors to `sums`, row-major. Every sum adds its terms in the order of the rows of `right`.
///
/// # Panics
/// If the inner dimensions differ, or `sums` does not have the size of the product.
#[macerator::with_simd]
pub fn add_product<'a, S: Simd>(left: Matrix<'a>, right: Matrix<'a>, sums: &'a mut [f32]) {
    let ([rows, depth], [between, columns]) = (left.size(), right.size());
    assert_eq!(depth, between, "a product exists");
    assert_eq!(sums.len(), rows * columns, "a sum for each entry");
    let lanes = S::lanes32();
    let mut room = Vec::new();
    for from in (0..depth).step_by(DEPTH) {
        let depth = DEPTH.min(depth - from);
        let left = left.columns_from(from);
        for column in (0..columns).step_by(2 * lanes) {
            let there = (columns - column).min(2 * lanes);
            let width = if there > lanes { 2 * lanes } else { lanes };
            let block = right.block([from, column], [depth, there]);
            let panel = match block.rows() {
                Some((values, apart)) if there == width => (values, apart),
                _ => {
                    room.clear();
                    room.resize(depth * width, 0.0);
                    block.copy_rows(&mut room, width);
                    (&room[..], width)
                }
            };
            let panel = Panel {
                values: panel.0,
                apart: panel.1,
                rows: depth,
                width,
                column,
                columns: there,
            };
            let mut row = 0;
            while row < rows {
                let left = left.rows_from(row);
                let into = &mut sums[row * columns..];
                if rows - row < ROWS {
                    add_rows::<S, 1>(left, panel, into, columns);
                    row += 1;
                } else {
                    add_rows::<S, ROWS>(left, panel, into, columns);
                    row += ROWS;
                }
            }
        }
    }
}

/// `R` rows of sums in the columns of the panel; `apart` is the distance between rows.
#[inline(always)]
fn add_rows<S: Simd, const R: usize>(left: Matrix, panel: Panel, sums: &mut [f32], apart: usize) {
    let Panel {
        column,
        columns,
        width,
        ..
    } = panel;
    if columns == width {
        return tile::<S, R>(left, panel, &mut sums[column..], apart);
    }
    // Sums that do not fill a register are computed in a separate tile.
    let mut own = [0.0; ROWS * WIDEST];
    for (own, sums) in own.chunks_exact_mut(width).zip(sums.chunks(apart)).take(R) {
        own[..columns].copy_from_slice(&sums[column..][..columns]);
    }
    tile::<S, R>(left, panel, &mut own, width);
    for (own, sums) in own.chunks_exact(width).zip(sums.chunks_mut(apart)).take(R) {
        sums[column..][..columns].copy_from_slice(&own[..columns]);
    }
}

#[inline(always)]
fn tile<S: Simd, const R: usize>(left: Matrix, panel: Panel, sums: &mut [f32], apart: usize) {
    let [rows, depth] = left.size();
    assert!(R <= rows && panel.rows <= depth, "factors for the tile");
    assert!(
        (R - 1) * apart + panel.width <= sums.len(),
        "sums for the tile"
    );
    assert!(
        (panel.rows - 1) * panel.apart + panel.width <= panel.values.len(),
        "a panel of whole rows"
    );
    // SAFETY: the assertions checked all reads and writes.
    unsafe {
        if panel.width == S::lanes32() {
            registers::<S, R, 1>(left, panel, sums.as_mut_ptr(), apart);
        } else {
            registers::<S, R, 2>(left, panel, sums.as_mut_ptr(), apart);
        }
    }
}

/// A tile of `V` registers of columns.
///
/// # Safety
/// `left` must have `R` rows and as many columns as the panel has rows, the rows of the panel must have `V` registers, and
/// `sums` must contain the tile.
#[inline(always)]
unsafe fn registers<S: Simd, const R: usize, const V: usize>(
    left: Matrix,
    panel: Panel,
    sums: *mut f32,
    apart: usize,
) {
    let lanes = S::lanes32();
    let mut tile = [[splat::<S>(0.0); V]; R];
    // SAFETY: as the caller promises.
    unsafe {
        for (row, tile) in tile.iter_mut().enumerate() {
            for (v, sum) in tile.iter_mut().enumerate() {
                *sum = vload_unaligned(sums.add(row * apart + v * lanes));
            }
        }
        let mut factors = panel.values.as_ptr();
        for depth in 0..panel.rows {
            let mut right = [splat::<S>(0.0); V];
            for (v, right) in right.iter_mut().enumerate() {
                *right = vload_unaligned(factors.add(v * lanes));
            }
            for (row, tile) in tile.iter_mut().enumerate() {
                let factor: Vector<S, f32> = splat(left.at_unchecked(row, depth));
                for (sum, right) in tile.iter_mut().zip(right) {
                    *sum = factor.mul_add(right, *sum);
                }
            }
            factors = factors.wrapping_add(panel.apart);
        }
        for (row, tile) in tile.into_iter().enumerate() {
            for (v, sum) in tile.into_iter().enumerate() {
                vstore_unaligned(sums.add(row * apart + v * lanes), sum);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Integers, so that no sum is rounded.
    fn numbers(count: usize, seed: usize) -> Vec<f32> {
        let drawn = |i: usize| ((i * 7919 + seed * 104_729) % 23) as f32 - 11.0;
        (0..count).map(drawn).collect()
    }

    #[test]
    fn products_of_every_shape_equal_naive_sums() {
        for [rows, depth, columns] in [
            [1, 1, 1],
            [4, 3, 8],
            [5, 64, 64],
            [7, 129, 33],
            [64, 300, 2],
            [3, 2, 100],
            [9, 256, 1],
        ] {
            let (a, b) = (numbers(rows * depth, 1), numbers(depth * columns, 2));
            let mut expected = numbers(rows * columns, 3);
            for (i, sum) in expected.iter_mut().enumerate() {
                let (row, column) = (i / columns, i % columns);
                *sum += (0..depth)
                    .map(|k| a[row * depth + k] * b[k * columns + column])
                    .sum::<f32>();
            }
            let turned = |values: &[f32], columns: usize| -> Vec<f32> {
                let column = |c: usize| values.iter().skip(c).step_by(columns);
                (0..columns).flat_map(column).copied().collect()
            };
            let (a_turned, b_turned) = (turned(&a, depth), turned(&b, columns));
            let lefts = [
                Matrix::new(&a, depth),
                Matrix::new(&a_turned, rows).transposed(),
            ];
            let rights = [
                Matrix::new(&b, columns),
                Matrix::new(&b_turned, depth).transposed(),
            ];
            for left in lefts {
                for right in rights {
                    let mut sums = numbers(rows * columns, 3);
                    add_product(left, right, &mut sums);
                    assert_eq!(sums, expected, "{rows} × {depth} × {columns}");
                }
            }
        }
    }
}
