//! Real attributes as models read them: of mean 0 and deviation 1, equal rows once.

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
    /// Takes from every column its mean over all parts and divides it by its (population) standard deviation; a column
    /// of equal numbers becomes 0.
    ///
    /// The parts are the rows of one graph each, `columns` numbers a row.
    pub fn new<'a>(columns: usize, parts: impl Iterator<Item = &'a [f32]> + Clone) -> Self {
        let rows = || parts.clone().flat_map(|part| part.chunks_exact(columns));
        let count = rows().count() as f64;
        let scales: Vec<[f64; 2]> = (0..columns)
            .map(|column| {
                let numbers = || rows().map(|row| f64::from(row[column]));
                let mean = numbers().sum::<f64>() / count;
                let variance = numbers().map(|x| (x - mean).powi(2)).sum::<f64>() / count;
                // The mean of equal numbers may differ from them by its rounding.
                let mut pairs = numbers().zip(numbers().skip(1));
                match pairs.all(|(a, b)| a == b) {
                    true => [mean, 0.0],
                    false => [mean, 1.0 / variance.sqrt()],
                }
            })
            .collect();
        let mut known: HashMap<Box<[u32]>, u32> = HashMap::new();
        let mut different = Vec::new();
        let row_of = rows()
            .map(|row| {
                // 0 is added because −0 is the same number, but not the same bits.
                let standard = row
                    .iter()
                    .zip(&scales)
                    .map(|(&x, [mean, scale])| ((f64::from(x) - mean) * scale) as f32 + 0.0);
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
    fn columns_have_mean_0_and_deviation_1() {
        let parts: [&[f32]; 3] = [&[1.0, 0.1, -5.0], &[], &[3.0, 0.1, 5.0, 1.0, 0.1, -5.0]];
        let standard = Standardised::new(3, parts.into_iter());
        assert_eq!(standard.row_of, [0, 1, 0]);
        let (low, high) = (-(0.5f32.sqrt()), 2.0f32.sqrt());
        for (row, expected) in [(0, low), (1, high)] {
            let [first, second, third] = standard.row(row) else {
                panic!("three columns");
            };
            assert!(
                (first - expected).abs() < 1e-6 && first == third,
                "{first} {third}"
            );
            assert_eq!(*second, 0.0, "equal numbers");
        }
    }

    #[test]
    fn extreme_and_missing_rows() {
        let huge: [&[f32]; 1] = [&[f32::MAX, f32::MIN]];
        let standard = Standardised::new(1, huge.into_iter());
        assert_eq!(
            (standard.row(0), standard.row(1)),
            (&[1.0][..], &[-1.0][..])
        );
        let zeros: [&[f32]; 1] = [&[1.0, -1.0, 0.0, -0.0]];
        let standard = Standardised::new(1, zeros.into_iter());
        assert_eq!(standard.row_of, [0, 1, 2, 2]);
        assert!(Standardised::new(2, [].into_iter()).row_of.is_empty());
    }
}
