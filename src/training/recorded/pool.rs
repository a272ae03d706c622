//! The colour classes of the vertices of each graph.

/// A sparse matrix of counts, row by row.
pub(super) struct Counts {
    /// First entry of each row, then the number of all entries.
    pub offsets: Vec<u32>,
    /// Column and count of each entry.
    pub entries: Vec<[u32; 2]>,
}

impl Counts {
    /// For each graph, the number of its vertices in each class.
    pub fn of_classes(vertex_offsets: &[u32], class_of: &[u32], classes: usize) -> Self {
        // For each class, its entry of the current graph or of an earlier one, counted from 1.
        let mut entry_of = vec![0; classes];
        let (mut offsets, mut entries) = (vec![0], Vec::<[u32; 2]>::new());
        for own in vertex_offsets.windows(2) {
            let first = entries.len();
            for &class in &class_of[own[0] as usize..own[1] as usize] {
                let entry = &mut entry_of[class as usize];
                if *entry <= first {
                    entries.push([class, 0]);
                    *entry = entries.len();
                }
                entries[*entry - 1][1] += 1;
            }
            offsets.push(entries.len() as u32);
        }
        Self { offsets, entries }
    }

    /// The transpose of this matrix, which has `columns` columns.
    pub fn transposed(&self, columns: usize) -> Self {
        let mut offsets = vec![0; columns + 1];
        for &[column, _] in &self.entries {
            offsets[column as usize + 1] += 1;
        }
        for column in 0..columns {
            offsets[column + 1] += offsets[column];
        }
        let mut next = offsets.clone();
        let mut entries = vec![[0; 2]; self.entries.len()];
        for (row, own) in (0..).zip(self.offsets.windows(2)) {
            for &[column, count] in &self.entries[own[0] as usize..own[1] as usize] {
                let place = &mut next[column as usize];
                entries[*place as usize] = [row, count];
                *place += 1;
            }
        }
        Self { offsets, entries }
    }
}
