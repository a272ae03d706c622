//! Sparse matrices of positive numbers.

/// A matrix, row by row. Entries that are not stored are 0.
#[derive(Clone, Debug, PartialEq)]
pub struct Sparse {
    /// Number of columns.
    columns: usize,
    /// First entry of each row, then the number of entries.
    offsets: Vec<usize>,
    /// Column of each entry, ascending in each row.
    indices: Vec<u32>,
    /// The entries, above 0.
    values: Vec<f64>,
}

/// Writes the rows of a [`Sparse`] matrix, one after the other.
pub struct SparseBuilder(Sparse);

impl SparseBuilder {
    /// A matrix without rows.
    pub fn new(columns: usize) -> Self {
        Self(Sparse {
            columns,
            offsets: vec![0],
            indices: Vec::new(),
            values: Vec::new(),
        })
    }

    /// Adds a row: its columns, ascending, with their values.
    pub fn push(&mut self, entries: impl IntoIterator<Item = (u32, f64)>) {
        let Sparse {
            offsets,
            indices,
            values,
            ..
        } = &mut self.0;
        for (column, value) in entries {
            indices.push(column);
            values.push(value);
        }
        offsets.push(indices.len());
    }

    /// The matrix.
    pub fn finish(self) -> Sparse {
        self.0
    }
}

impl Sparse {
    /// Number of rows.
    pub fn rows(&self) -> usize {
        self.offsets.len() - 1
    }

    /// Number of columns.
    pub fn columns(&self) -> usize {
        self.columns
    }

    /// The columns of a row with entries, and the entries.
    pub fn row(&self, row: usize) -> (&[u32], &[f64]) {
        let range = self.offsets[row]..self.offsets[row + 1];
        (&self.indices[range.clone()], &self.values[range])
    }

    /// The value at a row and a column.
    pub fn at(&self, row: usize, column: u32) -> f64 {
        let (columns, values) = self.row(row);
        columns
            .binary_search(&column)
            .map_or(0.0, |entry| values[entry])
    }

    /// The transposed matrix: its rows are the columns of this one.
    pub fn transposed(&self) -> Self {
        let mut offsets = vec![0; self.columns + 1];
        for &column in &self.indices {
            offsets[column as usize + 1] += 1;
        }
        for column in 0..self.columns {
            offsets[column + 1] += offsets[column];
        }
        let mut next = offsets.clone();
        let mut indices = vec![0; self.indices.len()];
        let mut values = vec![0.0; self.values.len()];
        for row in 0..self.rows() {
            let (columns, entries) = self.row(row);
            for (&column, &value) in columns.iter().zip(entries) {
                let slot = &mut next[column as usize];
                indices[*slot] = row as u32;
                values[*slot] = value;
                *slot += 1;
            }
        }
        Self {
            columns: self.rows(),
            offsets,
            indices,
            values,
        }
    }

    /// These rows of several matrices side by side.
    pub fn side_by_side(parts: &[Self], rows: &[u32]) -> Self {
        let columns = parts.iter().map(Self::columns).sum();
        let mut chosen = SparseBuilder::new(columns);
        for &row in rows {
            let mut first = 0;
            chosen.push(parts.iter().flat_map(|part| {
                let (columns, values) = part.row(row as usize);
                let before = first;
                first += part.columns as u32;
                let columns = columns.iter().map(move |column| before + column);
                columns.zip(values.iter().copied())
            }));
        }
        chosen.finish()
    }

    /// The columns with entries in at least `rows` rows, ascending.
    pub fn columns_in(&self, rows: usize) -> Vec<u32> {
        let mut entries = vec![0; self.columns];
        for &column in &self.indices {
            entries[column as usize] += 1;
        }
        let columns = (0..self.columns as u32).zip(entries);
        let kept = columns.filter(|(_, entries)| *entries >= rows);
        kept.map(|(column, _)| column).collect()
    }

    /// The matrix of these columns, which are ascending.
    pub fn only(&self, columns: &[u32]) -> Self {
        let mut kept = SparseBuilder::new(columns.len());
        for row in 0..self.rows() {
            let (own, values) = self.row(row);
            let entries = own.iter().zip(values);
            kept.push(entries.filter_map(|(column, &value)| {
                let place = columns.binary_search(column).ok()?;
                Some((place as u32, value))
            }));
        }
        kept.finish()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn example() -> Sparse {
        let mut rows = SparseBuilder::new(3);
        rows.push([(0, 1.0), (2, 2.0)]);
        rows.push([]);
        rows.push([(2, 3.0)]);
        rows.finish()
    }

    #[test]
    fn a_transposed_matrix_has_the_same_entries() {
        let (matrix, transposed) = (example(), example().transposed());
        assert_eq!((transposed.rows(), transposed.columns()), (3, 3));
        for row in 0..3 {
            for column in 0..3 {
                let entry = matrix.at(row, column as u32);
                assert_eq!(entry, transposed.at(column, row as u32));
            }
        }
        assert_eq!(transposed.transposed(), matrix);
    }

    #[test]
    fn matrices_side_by_side_keep_their_columns() {
        let both = Sparse::side_by_side(&[example(), example()], &[2, 0]);
        assert_eq!((both.rows(), both.columns()), (2, 6));
        assert_eq!(both.row(0), (&[2, 5][..], &[3.0, 3.0][..]));
        assert_eq!(both.row(1), (&[0, 2, 3, 5][..], &[1.0, 2.0, 1.0, 2.0][..]));
    }

    #[test]
    fn rare_columns_can_be_left_out() {
        let kept = example().columns_in(2);
        assert_eq!(kept, [2]);
        let matrix = example().only(&kept);
        assert_eq!((matrix.rows(), matrix.columns()), (3, 1));
        assert_eq!([0, 1, 2].map(|row| matrix.at(row, 0)), [2.0, 0.0, 3.0]);
    }
}
