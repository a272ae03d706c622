//! Reduction of the coboundary matrix of a clique filtration. Each edge that closes a loop has a column of triangles; columns
//! are reduced from the youngest edge to the eldest.
//!
//! The pairs equal those of the boundary matrix (de Silva, Morozov, Vejdemo-Johansson 2011). Edges that join components need no
//! column (clearing: Bauer, Ripser, 2021, section 3.2). There can be as many triangles as edges to the power of 1.5, so only
//! the first ones are numbered; nearly all pivots are among them. A reduced column stores the edges whose columns it is the sum
//! of; later triangles are enumerated again from these on demand (section 3.4).

use std::cmp::Reverse;
use std::collections::{BinaryHeap, HashMap};

use super::NONE;
use super::apparent_pairs::ApparentPairs;
use super::arrival::Arrival;
use super::early_triangles::{EarlyTriangles, Sum};
use super::effort::Effort;
use super::error::HomologyError;
use super::triangles::{Neighbours, Triangle};

/// The reduction of the columns of edges without an apparent pair.
pub(super) struct Reduction<'a> {
    effort: Effort<'a>,
    apparent: &'a ApparentPairs,
    ends: &'a [[u32; 2]],
    /// The numbered triangles, which contain most pivots.
    early: EarlyTriangles,
    /// Neighbours along the edges before an index beyond the numbered triangles, with that index. The last stage uses all
    /// edges, see [`ApparentPairs`].
    stages: Vec<(u32, Neighbours)>,
    /// For each numbered triangle the edge whose reduced column has it as pivot, or [`NONE`].
    early_owner: Vec<u32>,
    /// For each other triangle the edge whose reduced column has it as pivot.
    owner: HashMap<Triangle, u32>,
    /// The numbered triangles of reduced columns that differ from the original column.
    columns: HashMap<u32, Vec<u32>>,
    /// For each reduced column the other edges whose columns it is the sum of; absent if there are none.
    sums: HashMap<u32, Vec<u32>>,
    /// For each edge the second edge of its first triangle; see [`Self::first_next`].
    first_next: Vec<u32>,
    /// Numbered triangles of the current column.
    sum: Sum,
    /// Other triangles of the current column; an even number of copies cancels.
    column: BinaryHeap<Reverse<Triangle>>,
    added: u64,
    kept: usize,
}

impl<'a> Reduction<'a> {
    /// Not computed yet.
    const UNKNOWN: u32 = u32::MAX - 1;

    /// `last` is the last edge whose column is reduced.
    pub fn new(
        apparent: &'a ApparentPairs,
        arrival: &'a Arrival,
        last: u32,
        effort: Effort<'a>,
    ) -> Self {
        let (ends, vertices) = (&arrival.ends[..], arrival.rank.len());
        let mut limit = ends.len().min((last as usize + 1) * 3 / 2);
        let neighbours = Neighbours::new(vertices, &ends[..limit]);
        let early = EarlyTriangles::new(&neighbours, ends, limit as u32, effort.max_numbered);
        let mut stages = Vec::new();
        if early.limit < limit as u32 {
            stages.push((limit as u32, neighbours));
        }
        limit *= 2;
        while limit < ends.len() {
            stages.push((limit as u32, Neighbours::new(vertices, &ends[..limit])));
            limit *= 2;
        }
        let mut early_owner = vec![NONE; early.len()];
        for edge in (0..early.limit).filter(|&edge| apparent.contains(edge)) {
            early_owner[early.around(edge)[0] as usize] = edge;
        }
        Self {
            effort,
            apparent,
            ends,
            stages,
            early_owner,
            owner: HashMap::new(),
            columns: HashMap::new(),
            sums: HashMap::new(),
            first_next: vec![Self::UNKNOWN; ends.len()],
            sum: Sum::new(early.len()),
            column: BinaryHeap::new(),
            added: 0,
            kept: 0,
            early,
        }
    }

    /// Reduces the columns of these edges, given in ascending order; returns the triangle that each is paired with, if any.
    ///
    /// # Errors
    /// If the reduction exceeds its limits.
    pub fn run(mut self, open: &[u32]) -> Result<HashMap<u32, Triangle>, HomologyError> {
        let mut filled = HashMap::new();
        for (done, &edge) in open.iter().rev().enumerate() {
            if done % 64 == 0 {
                (self.effort.progress)(done as f64 / open.len() as f64);
            }
            let mut sum = Vec::new();
            let first = match self.reduce_early(edge, &mut sum)? {
                Some(first) => Some(first),
                None => self.reduce_later(edge, &mut sum)?,
            };
            if let Some(first) = first {
                filled.insert(edge, first);
                self.kept += sum.len();
                if !sum.is_empty() {
                    self.sums.insert(edge, sum);
                }
            }
        }
        Ok(filled)
    }

    /// Returns the pivot of the reduced column of an edge if it is a numbered triangle. Appends to `sum` the edges whose
    /// columns were added.
    fn reduce_early(
        &mut self,
        edge: u32,
        sum: &mut Vec<u32>,
    ) -> Result<Option<Triangle>, HomologyError> {
        let own = self.early.around(edge);
        let mut next = own.first().copied();
        let is_free = next.is_some_and(|first| self.early_owner[first as usize] == NONE);
        if !is_free {
            self.sum.add(own);
        }
        while let Some(first) = next {
            let owner = self.early_owner[first as usize];
            if owner == NONE {
                self.early_owner[first as usize] = edge;
                if !is_free {
                    let column = self.sum.take(first);
                    self.kept += column.len();
                    self.columns.insert(edge, column);
                }
                cancel(sum);
                return Ok(Some(self.early.triangle(first)));
            }
            let column = match self.columns.get(&owner) {
                Some(column) => column,
                None => self.early.around(owner),
            };
            self.sum.add(column);
            self.added += column.len() as u64;
            self.note(owner, sum)?;
            next = self.sum.first_from(first);
        }
        cancel(sum);
        Ok(None)
    }

    /// The same for a column without numbered triangles, which is the sum of the columns of `edge` and `sum`.
    fn reduce_later(
        &mut self,
        edge: u32,
        sum: &mut Vec<u32>,
    ) -> Result<Option<Triangle>, HomologyError> {
        self.column.clear();
        let mut from = self.early.limit;
        for stage in 0..=self.stages.len() {
            if from as usize == self.ends.len() {
                break;
            }
            let min = Triangle {
                youngest: from,
                next: 0,
            };
            self.add(edge, stage, min);
            for &other in &*sum {
                self.add(other, stage, min);
            }
            while let Some(first) = self.first() {
                let owner = match self.first_next(first.youngest) == first.next {
                    true => first.youngest,
                    false => match self.owner.get(&first) {
                        Some(&owner) => owner,
                        None => {
                            self.owner.insert(first, edge);
                            cancel(sum);
                            return Ok(Some(first));
                        }
                    },
                };
                let before = sum.len();
                self.note(owner, sum)?;
                for &added in &sum[before..] {
                    self.add(added, stage, first);
                }
            }
            cancel(sum);
            from = self.stages.get(stage).map_or(0, |&(limit, _)| limit);
        }
        Ok(None)
    }

    /// Appends an edge and the edges that its reduced column is the sum of.
    fn note(&self, owner: u32, sum: &mut Vec<u32>) -> Result<(), HomologyError> {
        sum.push(owner);
        if let Some(others) = self.sums.get(&owner) {
            sum.extend(others);
        }
        let kept = self.kept + sum.len() + self.column.len();
        if self.added > self.effort.max_added || kept > self.effort.max_kept {
            return Err(HomologyError::LimitExceeded {
                edges: self.ends.len(),
            });
        }
        Ok(())
    }

    /// Adds the triangles of an edge from `least` on, among the edges of the stage.
    fn add(&mut self, edge: u32, stage: usize, min: Triangle) {
        let neighbours = match self.stages.get(stage) {
            Some((_, neighbours)) => neighbours,
            None => &self.apparent.neighbours,
        };
        let before = self.column.len();
        neighbours.each_triangle(edge, self.ends[edge as usize], |triangle| {
            if triangle >= min {
                self.column.push(Reverse(triangle));
            }
        });
        self.added += (self.column.len() - before) as u64;
    }

    /// The first triangle of the column, which remains in it.
    fn first(&mut self) -> Option<Triangle> {
        while let Some(Reverse(first)) = self.column.pop() {
            if self.column.peek() != Some(&Reverse(first)) {
                self.column.push(Reverse(first));
                return Some(first);
            }
            self.column.pop();
        }
        None
    }

    /// The second edge of the first triangle that enters with an edge, or [`NONE`].
    fn first_next(&mut self, edge: u32) -> u32 {
        let known = &mut self.first_next[edge as usize];
        if *known == Self::UNKNOWN {
            let ends = self.ends[edge as usize];
            let first = self.apparent.first_triangle(edge, ends);
            *known = first.map_or(NONE, |first| first.next);
        }
        *known
    }
}

/// Removes the edges that occur an even number of times.
fn cancel(edges: &mut Vec<u32>) {
    edges.sort_unstable();
    let mut kept = 0;
    let mut at = 0;
    while at < edges.len() {
        let same = edges[at..].iter().take_while(|&&edge| edge == edges[at]);
        let count = same.count();
        if count % 2 == 1 {
            edges[kept] = edges[at];
            kept += 1;
        }
        at += count;
    }
    edges.truncate(kept);
}
