//! The reduction of the coboundary matrix: one column an edge that closes a loop, its triangles, from the youngest edge to the eldest.
//!
//! It gives the pairs of the boundary matrix (de Silva, Morozov, Vejdemo-Johansson 2011), and edges that join components need no
//! column (clearing: Bauer, Ripser, 2021, section 3.2). Triangles are as many as the edges to the power of 1.5, so only the first of them
//! are numbered, among which nearly all columns end; of a reduced column the edges are kept whose columns it is the sum of, from
//! which its later triangles are found anew where they matter (section 3.4).

use std::cmp::Reverse;
use std::collections::{BinaryHeap, HashMap};

use super::NONE;
use super::apparent_pairs::ApparentPairs;
use super::arrival::Arrival;
use super::early_triangles::{EarlyTriangles, Sum};
use super::effort::Effort;
use super::error::HomologyError;
use super::triangles::{Neighbours, Triangle};

/// The reduction of the columns of those edges that no triangle fills at once.
pub(super) struct Reduction<'a> {
    effort: Effort<'a>,
    apparent: &'a ApparentPairs,
    ends: &'a [[u32; 2]],
    /// Where most columns end.
    early: EarlyTriangles,
    /// Edges before some places, beyond those of the early triangles, and these places; last that of all edges, which
    /// [`ApparentPairs`] has.
    stages: Vec<(u32, Neighbours)>,
    /// The edge whose reduced column begins with an early triangle, or [`NONE`].
    early_owner: Vec<u32>,
    /// The edge whose reduced column begins with another triangle.
    owner: HashMap<Triangle, u32>,
    /// The early triangles of reduced columns that are not those of an edge.
    columns: HashMap<u32, Vec<u32>>,
    /// The edges that the reduced columns are the sums of, itself left out; only of those with others.
    sums: HashMap<u32, Vec<u32>>,
    /// Of each edge the next edge of its first triangle; see [`Self::first_next`].
    first_next: Vec<u32>,
    /// Early triangles of the column that is being reduced.
    sum: Sum,
    /// Its other triangles: one that is there twice is not there.
    column: BinaryHeap<Reverse<Triangle>>,
    added: u64,
    kept: usize,
}

impl<'a> Reduction<'a> {
    /// Not looked for yet.
    const UNKNOWN: u32 = u32::MAX - 1;

    /// `last` is the last of the edges whose columns are to be reduced.
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

    /// Reduces the columns of these edges, ascending; gives the triangle that fills each, where one does.
    ///
    /// # Errors
    /// Where it takes more than it may.
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

    /// The first triangle of the reduced column of an edge, if it is an early one; `sum` gets the edges whose columns have been
    /// added to its own.
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

    /// The same of a column without early triangles, which is the sum of its own and those in `sum`.
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
            let least = Triangle {
                youngest: from,
                next: 0,
            };
            self.add(edge, stage, least);
            for &other in &*sum {
                self.add(other, stage, least);
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

    /// Adds an edge and those that its reduced column is the sum of.
    fn note(&self, owner: u32, sum: &mut Vec<u32>) -> Result<(), HomologyError> {
        sum.push(owner);
        if let Some(others) = self.sums.get(&owner) {
            sum.extend(others);
        }
        let kept = self.kept + sum.len() + self.column.len();
        if self.added > self.effort.max_added || kept > self.effort.max_kept {
            return Err(HomologyError::TooEntangled {
                edges: self.ends.len(),
            });
        }
        Ok(())
    }

    /// Adds the triangles of an edge from the least one on, those of the stage.
    fn add(&mut self, edge: u32, stage: usize, least: Triangle) {
        let neighbours = match self.stages.get(stage) {
            Some((_, neighbours)) => neighbours,
            None => &self.apparent.neighbours,
        };
        let before = self.column.len();
        neighbours.each_triangle(edge, self.ends[edge as usize], |triangle| {
            if triangle >= least {
                self.column.push(Reverse(triangle));
            }
        });
        self.added += (self.column.len() - before) as u64;
    }

    /// The first triangle of the column, which stays there.
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

    /// The next edge of the first triangle that enters with an edge, or [`NONE`].
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

/// Leaves out what is there an even number of times.
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
