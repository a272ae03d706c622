//! Triangles of a graph, and which loop each of them fills.

use std::borrow::Cow;

use super::NONE;
use super::arrival::Arrival;
use super::error::HomologyError;

/// All triangles in the order in which they enter, each by the places of its edges, youngest first.
/// Of parallel edges only the first to enter bounds triangles.
pub(super) fn triangles(arrival: &Arrival, most: usize) -> Result<Vec<[u32; 3]>, HomologyError> {
    // From the end with fewer edges to the one with more: no vertex then has more than √(2m) on its
    // list, and all triangles are found in O(m^1.5).
    let mut degree = vec![0u32; arrival.rank.len()];
    for &end in arrival.ends.as_flattened() {
        degree[end as usize] += 1;
    }
    let mut onward = vec![Vec::new(); degree.len()];
    for (place, &[a, b]) in (0u32..).zip(&arrival.ends) {
        let key = |vertex: u32| (degree[vertex as usize], vertex);
        if a != b {
            let (from, to) = if key(a) < key(b) { (a, b) } else { (b, a) };
            onward[from as usize].push((to, place));
        }
    }
    for list in &mut onward {
        list.sort_unstable();
        list.dedup_by_key(|&mut (to, _)| to);
    }
    let mut found = Vec::new();
    let mut place_to = vec![NONE; degree.len()];
    for list in &onward {
        for &(to, place) in list {
            place_to[to as usize] = place;
        }
        for &(middle, first) in list {
            for &(to, second) in &onward[middle as usize] {
                let third = place_to[to as usize];
                if third != NONE {
                    let mut edges = [first, second, third];
                    edges.sort_unstable();
                    edges.reverse();
                    found.push(edges);
                }
            }
            if found.len() > most {
                return Err(HomologyError::TooManyTriangles { most });
            }
        }
        for &(to, _) in list {
            place_to[to as usize] = NONE;
        }
    }
    found.sort_unstable();
    Ok(found)
}

/// `death[p]`: the triangle that fills the loop which the edge at place `p` closes, or [`NONE`].
///
/// Reduces the coboundary matrix: one column an edge, its triangles, from the youngest edge to the
/// eldest. It gives the pairs of the boundary matrix (de Silva, Morozov, Vejdemo-Johansson 2011) from
/// fewer columns, because edges that join components are cleared, and most of the rest need no
/// addition (Bauer, Ripser, 2021, sections 3.2 and 3.5).
///
/// # Errors
/// After adding up more than `most` matrix entries. Few graphs come near: it takes tens of thousands of
/// triangles at random, about as many as there are loops.
pub(super) fn fill(
    closes: &[bool],
    triangles: &[[u32; 3]],
    most: u64,
) -> Result<Vec<u32>, HomologyError> {
    // Cofacets by edge: sizes, then their ends, which filling from the back turns into starts.
    let mut start = vec![0usize; closes.len() + 1];
    for &edge in triangles.as_flattened() {
        start[edge as usize] += 1;
    }
    let mut end = 0;
    for slot in &mut start {
        end += *slot;
        *slot = end;
    }
    let mut cofacets = vec![0u32; end];
    for (triangle, edges) in (0..triangles.len() as u32).zip(triangles).rev() {
        for &edge in edges {
            let slot = &mut start[edge as usize];
            *slot -= 1;
            cofacets[*slot] = triangle;
        }
    }

    let mut death = vec![NONE; closes.len()];
    let mut owner = vec![NONE; triangles.len()];
    let mut reduced: Vec<Cow<'_, [u32]>> = vec![Cow::Borrowed(&[]); closes.len()];
    let mut sum = Sum::new(triangles.len());
    for edge in (0..closes.len()).rev().filter(|&edge| closes[edge]) {
        let mut column = Cow::Borrowed(&cofacets[start[edge]..start[edge + 1]]);
        let taken = |triangle: &&u32| owner[**triangle as usize] != NONE;
        if let Some(&first) = column.first().filter(taken) {
            sum.add(&column);
            let mut next = Some(first);
            while let Some(first) = next.filter(|&first| owner[first as usize] != NONE) {
                sum.add(&reduced[owner[first as usize] as usize]);
                if sum.added > most {
                    let triangles = triangles.len();
                    return Err(HomologyError::TooEntangled { triangles });
                }
                next = sum.first_from(first);
            }
            column = Cow::Owned(next.map_or_else(Vec::new, |first| sum.take(first)));
        }
        if let Some(&first) = column.first() {
            owner[first as usize] = edge as u32;
            death[edge] = first;
        }
        reduced[edge] = column;
    }
    Ok(death)
}

/// A sum of columns, a bit for each row.
struct Sum {
    /// How many entries have been added since the beginning.
    added: u64,
    words: Vec<u64>,
}

impl Sum {
    fn new(rows: usize) -> Self {
        Self {
            added: 0,
            words: vec![0; rows.div_ceil(64)],
        }
    }

    fn add(&mut self, column: &[u32]) {
        self.added += column.len() as u64;
        for &row in column {
            self.words[row as usize / 64] ^= 1 << (row % 64);
        }
    }

    /// The first row from `row` on.
    fn first_from(&self, row: u32) -> Option<u32> {
        let words = &self.words[row as usize / 64..];
        let skipped = words.iter().position(|&word| word != 0)?;
        Some((row / 64 + skipped as u32) * 64 + words[skipped].trailing_zeros())
    }

    /// The rows from the first one on, ascending. None are left.
    fn take(&mut self, first: u32) -> Vec<u32> {
        let mut rows = Vec::new();
        for (base, word) in (first / 64 * 64..)
            .step_by(64)
            .zip(&mut self.words[first as usize / 64..])
        {
            while *word != 0 {
                rows.push(base + word.trailing_zeros());
                *word &= *word - 1;
            }
        }
        rows
    }
}
