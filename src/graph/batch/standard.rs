//! Real attributes as models read them: over the training part of mean 0 and deviation 1, equal rows once.

use std::collections::HashMap;

/// The standardised attributes of all vertices, or of all edges, of a data set.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Standardised {
    /// Numbers of a row.
    columns: usize,
    /// Different rows, one after the other.
    rows: Vec<f32>,
    /// Row of each vertex or edge.
    pub row_of: Vec<u32>,
}

impl Standardised {
    /// Takes from every column its mean and multiplies it by its scale, both of
    /// [`Statistics`](super::Statistics).
    ///
    /// The parts are the rows of one graph each, a number for each of `scales` a row; without these there are no rows.
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
                // A number that is far from all training graphs stays finite. 0 is added because −0 is the same
                // number, but not the same bits.
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
