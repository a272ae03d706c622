//! The first triangles of a filtration, numbered, and sums of their columns as bit sets.

use super::triangles::{Neighbours, Triangle};

/// The triangles that enter with the edges before a limit, and the triangles that contain each edge.
pub(super) struct EarlyTriangles {
    /// The first edge, by order of entry, whose triangles are not numbered.
    pub limit: u32,
    /// In the order of entry. The index in this list is the number of a triangle.
    triangles: Vec<Triangle>,
    /// For each edge before the limit the start of its range in `bounded`.
    start: Vec<usize>,
    /// The numbers of the triangles that contain each edge, ascending.
    bounded: Vec<u32>,
}

impl EarlyTriangles {
    /// Numbers the triangles of the edges before `limit`, or before a smaller limit if there are more than `most`. `neighbours`
    /// contains the edges before `limit`.
    pub fn new(neighbours: &Neighbours, ends: &[[u32; 2]], limit: u32, max: usize) -> Self {
        let mut triangles: Vec<(Triangle, u32)> = Vec::new();
        let mut start = vec![0];
        for (position, &ends) in (0..limit).zip(ends) {
            let before = triangles.len();
            if neighbours.has(position) {
                neighbours.each_entering(position, ends, |p, q| {
                    let (youngest, next) = (position, p.max(q));
                    triangles.push((Triangle { youngest, next }, p.min(q)));
                });
            }
            if triangles.len() > max {
                triangles.truncate(before);
                break;
            }
            triangles[before..].sort_unstable();
            start.push(0);
        }
        let edges = |&(triangle, last): &(Triangle, u32)| [triangle.youngest, triangle.next, last];
        for edge in triangles.iter().flat_map(edges) {
            start[edge as usize] += 1;
        }
        // Counting sort: sizes, then ends; the reverse fill turns ends into starts.
        let mut end = 0;
        for slot in &mut start {
            end += *slot;
            *slot = end;
        }
        let mut bounded = vec![0; end];
        for (number, triangle) in (0..triangles.len() as u32).zip(&triangles).rev() {
            for edge in edges(triangle) {
                let slot = &mut start[edge as usize];
                *slot -= 1;
                bounded[*slot] = number;
            }
        }
        Self {
            limit: start.len() as u32 - 1,
            triangles: triangles
                .into_iter()
                .map(|(triangle, _)| triangle)
                .collect(),
            start,
            bounded,
        }
    }

    /// Number of triangles.
    pub fn len(&self) -> usize {
        self.triangles.len()
    }

    pub fn triangle(&self, number: u32) -> Triangle {
        self.triangles[number as usize]
    }

    /// Numbers of the triangles that contain an edge, ascending.
    pub fn around(&self, edge: u32) -> &[u32] {
        match self.start.get(edge as usize..edge as usize + 2) {
            Some(range) => &self.bounded[range[0]..range[1]],
            None => &[],
        }
    }
}

/// A sum of columns, one bit per row.
pub(super) struct Sum(Vec<u64>);

impl Sum {
    /// A zero column with this number of rows.
    pub fn new(rows: usize) -> Self {
        Self(vec![0; rows.div_ceil(64)])
    }

    pub fn add(&mut self, column: &[u32]) {
        for &row in column {
            self.0[row as usize / 64] ^= 1 << (row % 64);
        }
    }

    /// The first row at or after `row` that is set.
    pub fn first_from(&self, row: u32) -> Option<u32> {
        let words = self.0.get(row as usize / 64..)?;
        let skipped = words.iter().position(|&word| word != 0)?;
        Some((row / 64 + skipped as u32) * 64 + words[skipped].trailing_zeros())
    }

    /// The rows from the first one on, ascending; clears the column.
    pub fn take(&mut self, first: u32) -> Vec<u32> {
        let mut rows = Vec::new();
        for (base, word) in (first / 64 * 64..)
            .step_by(64)
            .zip(&mut self.0[first as usize / 64..])
        {
            while *word != 0 {
                rows.push(base + word.trailing_zeros());
                *word &= *word - 1;
            }
        }
        rows
    }
}
