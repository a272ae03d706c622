//! From the edges of a file, line by line, to simple, undirected ones.

use super::labels::{Attributes, Labels};

/// An edge from a line of a file, such as a line of `NAME_A.txt`, with vertices counted within their graph. In the derived order,
/// the lines of an edge are consecutive and in the order of the file.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(in crate::graph) struct EdgeLine {
    pub low: u32,
    pub high: u32,
    /// Twice the line, counted from 0, plus one if `high` comes first in the line.
    pub line_and_direction: u32,
}

impl EdgeLine {
    fn line(self) -> usize {
        (self.line_and_direction >> 1) as usize
    }

    fn is_backward(self) -> bool {
        self.line_and_direction & 1 == 1
    }
}

/// Counts the repairs that make edges undirected and simple.
#[derive(Default)]
pub(in crate::graph) struct Repairs {
    duplicates: u64,
    loops: u64,
    /// Edges that the file lists in one direction only.
    pub one_way: u64,
    label_conflicts: u64,
    attribute_conflicts: u64,
}

impl Repairs {
    /// Each edge once, in order, with the first of its lines, whose label and attributes count.
    pub fn simple_edges(
        &mut self,
        mut lines: Vec<EdgeLine>,
        labels: &Labels,
        attributes: &Attributes,
    ) -> Vec<([u32; 2], usize)> {
        lines.sort_unstable();
        let of_one_edge = |a: &EdgeLine, b: &EdgeLine| (a.low, a.high) == (b.low, b.high);
        let mut edges = Vec::with_capacity(lines.chunk_by(of_one_edge).count());
        for same in lines.chunk_by(of_one_edge) {
            if same[0].low == same[0].high {
                self.loops += same.len() as u64;
                continue;
            }
            let backward = same.iter().filter(|line| line.is_backward()).count();
            let forward = same.len() - backward;
            let directions = usize::from(forward > 0) + usize::from(backward > 0);
            self.duplicates += (same.len() - directions) as u64;
            self.one_way += u64::from(directions == 1);
            let first = same[0].line();
            let differs = |is_equal: &dyn Fn(usize) -> bool| {
                u64::from(!same.iter().all(|line| is_equal(line.line())))
            };
            self.label_conflicts += differs(&|line| labels.of.get(line) == labels.of.get(first));
            self.attribute_conflicts +=
                differs(&|line| attributes.row(line) == attributes.row(first));
            edges.push(([same[0].low, same[0].high], first));
        }
        edges
    }

    /// Counts what is lost of the edges of a graph of which `kept` remain, each once and without self-loops.
    pub fn count_lost(&mut self, edges: &[[u32; 2]], kept: usize) {
        let loops = edges.iter().filter(|[u, v]| u == v).count();
        self.loops += loops as u64;
        self.duplicates += (edges.len() - loops - kept) as u64;
    }

    pub fn notes(&self) -> impl Iterator<Item = String> {
        let many = |count: u64, one: &str, more: &str| {
            let text = if count == 1 { one } else { more };
            (count > 0).then(|| format!("{count} {text}"))
        };
        [
            many(
                self.duplicates,
                "duplicate edge was dropped",
                "duplicate edges were dropped",
            ),
            many(
                self.loops,
                "self-loop was dropped",
                "self-loops were dropped",
            ),
            many(
                self.one_way,
                "edge in one direction only, read as undirected",
                "edges in one direction only, read as undirected",
            ),
            many(
                self.label_conflicts,
                "edge is listed with different labels; the first one counts",
                "edges are listed with different labels; the first one counts",
            ),
            many(
                self.attribute_conflicts,
                "edge is listed with different attributes; the first ones count",
                "edges are listed with different attributes; the first ones count",
            ),
        ]
        .into_iter()
        .flatten()
    }
}
