//! Reduction of the boundary matrix, one word per column: the fastest engine for graphs of middling size.
//!
//! Seen in arrival order, an edge's column has two entries, the ranks of its ends, and enters at
//! the younger one: its level. Adding columns keeps that shape (two entries, or none once a loop
//! closes), so a column is stored at its youngest entry, its pivot, as `level << 16 | elder entry`.
//! Of two columns with one pivot the smaller word stays, and the other becomes their sum, which has
//! an older pivot. In the end the level of the column with pivot `v` is the rank at which the
//! component born at `v` ends. `shaders/persistence.wgsl` runs the same loop with a lane per edge.
//!
//! Here the two directions are the lanes. How often a column is added to cannot be foreseen, so a
//! branch on it would be mispredicted at every edge: a lane that is done takes its next column
//! without one.

use super::engine::Pairing;
use super::order::Order;

/// The largest graph this engine takes: words have room for more, but larger graphs leave the inner cache.
pub const MAX_VERTICES: usize = 4096;

/// Steps for each edge after which the graph is left to union-find: the work is quadratic in the worst case.
const MOST_STEPS: usize = 16;

const EMPTY: u32 = u32::MAX;
const ELDER: u32 = 0xffff;

/// Columns of both directions, in memory that is reused from graph to graph.
#[derive(Debug, Default)]
pub struct Workspace {
    /// As the edges bring them.
    queues: [Vec<u32>; 2],
    /// Reduced ones by pivot, and a last one that is no vertex's.
    columns: [Vec<u32>; 2],
}

/// Both directions of one graph of at most [`MAX_VERTICES`] vertices. False, with nothing found,
/// where it takes too long.
pub(super) fn reduce(
    workspace: &mut Workspace,
    order: &Order,
    edges: &[[u32; 2]],
    pairing: &mut Pairing,
) -> bool {
    let ranks = order.ranks();
    let n = ranks.len();
    let Some(last) = n.checked_sub(1) else {
        return true;
    };
    // As in a word: both ranks counted from the other end.
    let mirror = (last << 16 | last) as u32;
    let [loops_up, loops_down] = &mut pairing.loops;
    let (loops_up, loops_down) = (&mut loops_up[..n], &mut loops_down[..n]);
    for queue in &mut workspace.queues {
        queue.resize(edges.len() + 1, 0);
    }
    let [up, down] = &mut workspace.queues;
    let (up, down) = (&mut up[..edges.len() + 1], &mut down[..edges.len() + 1]);
    let mut queued = 0;
    for &[a, b] in edges {
        let (a, b) = (ranks[a as usize], ranks[b as usize]);
        let (low, high) = (a.min(b), a.max(b));
        loops_up[high as usize] += 1;
        loops_down[low as usize] += 1;
        up[queued] = high << 16 | low;
        down[queued] = mirror - (low << 16 | high);
        // A self-loop is no column.
        queued += usize::from(low != high);
    }
    let end = (n << 16 | n) as u32;
    up[queued] = end;
    down[queued] = end;
    for columns in &mut workspace.columns {
        columns.clear();
        columns.resize(n + 1, EMPTY);
    }
    let [columns_up, columns_down] = &mut workspace.columns;
    let (columns_up, columns_down) = (&mut columns_up[..n + 1], &mut columns_down[..n + 1]);
    let (mut lane_up, mut lane_down) = (Lane::new(up), Lane::new(down));
    let mut steps = MOST_STEPS * edges.len();
    while lane_up.at < queued || lane_down.at < queued {
        lane_up.step(columns_up, up, queued);
        lane_down.step(columns_down, down, queued);
        match steps.checked_sub(1) {
            Some(left) => steps = left,
            None => return false,
        }
    }
    for (rank, &column) in columns_up[..n].iter().enumerate() {
        if column != EMPTY {
            let level = column >> 16;
            pairing.end[0][rank] = level;
            loops_up[level as usize] -= 1;
        }
    }
    for (rank, &column) in columns_down[..n].iter().rev().enumerate() {
        if column != EMPTY {
            let level = last as u32 - (column >> 16);
            pairing.end[1][rank] = level;
            loops_down[level as usize] -= 1;
        }
    }
    true
}

/// Where the reduction of one direction stands: the column that is being reduced, and its place in the queue.
struct Lane {
    pivot: u32,
    word: u32,
    at: usize,
}

impl Lane {
    fn new(queue: &[u32]) -> Self {
        Self {
            pivot: queue[0] >> 16,
            word: queue[0],
            at: 0,
        }
    }

    /// Adds the column with the same pivot, or leaves this one there and takes the next.
    #[inline(always)]
    fn step(&mut self, columns: &mut [u32], queue: &[u32], last: usize) {
        let next = queue[(self.at + 1).min(last)];
        let slot = &mut columns[self.pivot as usize];
        let (kept, other) = ((*slot).min(self.word), (*slot).max(self.word));
        *slot = kept;
        let (a, b) = (kept & ELDER, other & ELDER);
        let done = (other == EMPTY) | (a == b);
        self.at = (self.at + usize::from(done)).min(last);
        self.pivot = if done { next >> 16 } else { a.max(b) };
        self.word = if done {
            next
        } else {
            other & !ELDER | a.min(b)
        };
    }
}
