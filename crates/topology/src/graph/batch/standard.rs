//! Real attributes in the form that models read: with mean 0 and deviation 1 over the training part, and each distinct row once.

use std::collections::HashMap;

/// The standardised attributes of all vertices, or of all edges, of a data set.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Standardised {
    /// Length of a row.
    columns: usize,
    /// Distinct rows, in order.
    rows: Vec<f32>,
    /// Row of each vertex or edge.
    pub row_of: Vec<u32>,
}

impl Standardised {
    /// Subtracts from every column its mean and multiplies it by its scale, both from [`Statistics`](super::Statistics).
    ///
    /// Each of `parts` has the rows of one graph, with one number per row for each of `scales`. Without scales there are no rows.
    pub fn new<'a>(scales: &[[f64; 2]], parts: impl Iterator<Item = &'a [f32]>) -> Self {
        let columns = scales.len();
        if columns == 0 {
            return Self::default();
        }
        let mut known: HashMap<Box<[u32]>, u32> = HashMap::new();
        let mut different = Vec::new();
        let row_of = parts
            .flat_map(|part| part.chunks_exact(columns))
            .map(|row| {
                // A number far outside the range of the training graphs stays finite. The addition of 0 replaces −0 by 0: the two
                // are equal, but their bits differ.
                let standard = row.iter().zip(scales).map(|(&x, [mean, scale])| {
                    let standard = ((f64::from(x) - mean) * scale) as f32;
                    standard.clamp(f32::MIN, f32::MAX) + 0.0
                });
                let bits: Box<[u32]> = standard.map(f32::to_bits).collect();
                let next = known.len() as u32;
                *known.entry(bits).or_insert_with_key(|bits| {
                    different.extend(bits.iter().copied().map(f32::from_bits));
                    next
                })
            })
            .collect();
        Self {
            columns,
            rows: different,
            row_of,
        }
    }

    /// The numbers of a row.
    ///
    /// # Panics
    /// If there is no such row.
    pub fn row(&self, row: u32) -> &[f32] {
        &self.rows[row as usize * self.columns..][..self.columns]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_column_has_its_own_mean_and_scale() {
        let parts: [&[f32]; 3] = [&[1.0, 0.1], &[], &[3.0, 7.0, 1.0, 0.1]];
        let standard = Standardised::new(&[[2.0, 0.5], [0.1, 0.0]], parts.into_iter());
        assert_eq!(standard.row_of, [0, 1, 0]);
        assert_eq!(
            [standard.row(0), standard.row(1)],
            [&[-0.5, 0.0], &[0.5, 0.0]]
        );
    }

    #[test]
    fn extreme_and_missing_rows() {
        let huge: [&[f32]; 1] = [&[f32::MAX, f32::MIN]];
        let standard = Standardised::new(&[[0.0, 1e30]], huge.into_iter());
        assert_eq!(
            [standard.row(0), standard.row(1)],
            [&[f32::MAX], &[f32::MIN]]
        );
        let zeros: [&[f32]; 1] = [&[1.0, -1.0, 0.0, -0.0]];
        let standard = Standardised::new(&[[0.0, 1.0]], zeros.into_iter());
        assert_eq!(standard.row_of, [0, 1, 2, 2]);
        let none = Standardised::new(&[[0.0, 1.0]; 2], [].into_iter());
        assert!(none.row_of.is_empty());
        assert_eq!(
            Standardised::new(&[], zeros.into_iter()),
            Standardised::default()
        );
    }
}
