//! Reduction of the boundary matrix with one word per column: the fastest engine for graphs with few loops.
//!
//! By ranks in the order of entry, the column of an edge has two entries, its ends, and enters with the younger one: its level.
//! Additions preserve this form (two entries, or none after a loop closes). The algorithm stores a column at its youngest entry,
//! its pivot, as `level << 16 | elder entry`. Of two columns with the same pivot the smaller word stays. The other becomes their
//! sum, which has an older pivot. In the end, the level of the column with pivot `v` is the rank at which the component born at `v`
//! dies. `shaders/persistence.wgsl` runs the same loop with one lane per edge.
//!
//! On the CPU the two directions are the lanes. The number of additions to a column is unpredictable. The processor would therefore
//! mispredict a branch on it at every edge: a finished lane takes its next column without a branch.

use std::hint::select_unpredictable;

use super::NONE;
use super::order::Order;
use super::pairing::Pairing;

/// Maximum number of vertices: half a word stores a rank.
pub const MAX_VERTICES: usize = 1 << 16;

/// Limit of steps per edge, after which union-find takes over: the worst case is quadratic.
const MAX_STEPS: usize = 16;

const EMPTY: u32 = u32::MAX;
const ELDER: u32 = 0xffff;

/// Columns of one direction, then of the other, in reusable memory.
#[derive(Debug, Default)]
pub struct Workspace {
    /// Pairs of columns with the same pivot; the reduction continues with their sums.
    queues: Vec<u64>,
    /// Reduced columns, by pivot.
    columns: Vec<u32>,
}

/// Pairs both directions of a graph with at most [`MAX_VERTICES`] vertices. Returns false after too many steps.
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
    let Workspace { queues, columns } = workspace;
    columns.clear();
    columns.resize(2 * n, EMPTY);
    let (columns_up, columns_down) = columns.split_at_mut(n);
    let most_queued = edges.len() + 1;
    if queues.len() < 2 * most_queued {
        queues.resize(2 * most_queued, 0);
    }
    let (queue_up, queue_down) = queues[..2 * most_queued].split_at_mut(most_queued);
    let [loops_up, loops_down] = pairing.loops.each_mut().map(|list| &mut list[..n]);
    loops_up.fill(0);
    loops_down.fill(0);

    // Both ranks of a word in reverse order.
    let mirror = (last << 16 | last) as u32;
    let (mut queued_up, mut queued_down) = (0, 0);
    for &[a, b] in edges {
        let (a, b) = (ranks[a as usize], ranks[b as usize]);
        let (low, high) = (a.min(b), a.max(b));
        if low == high {
            // A self-loop has no column.
            loops_up[low as usize] += 1;
            loops_down[last - low as usize] += 1;
            continue;
        }
        let pair = settle(columns_up, high, high << 16 | low);
        queue_up[queued_up] = pair.pack();
        queued_up += usize::from(pair.other != EMPTY);
        let word = mirror - (low << 16 | high);
        let pair = settle(columns_down, word >> 16, word);
        queue_down[queued_down] = pair.pack();
        queued_down += usize::from(pair.other != EMPTY);
    }

    let mut up = Lane::new(&queue_up[..queued_up + 1]);
    let mut down = Lane::new(&queue_down[..queued_down + 1]);
    let mut steps = MAX_STEPS * edges.len();
    while !up.is_done() && !down.is_done() && steps > 0 {
        up.step(columns_up, loops_up);
        down.step(columns_down, loops_down);
        steps -= 1;
    }
    while !up.is_done() && steps > 0 {
        up.step(columns_up, loops_up);
        steps -= 1;
    }
    while !down.is_done() && steps > 0 {
        down.step(columns_down, loops_down);
        steps -= 1;
    }
    if !(up.is_done() && down.is_done()) {
        return false;
    }

    let [end_up, end_down] = pairing.end.each_mut().map(|list| &mut list[..n]);
    for (end, &column) in end_up.iter_mut().zip(&*columns_up) {
        *end = if column == EMPTY { NONE } else { column >> 16 };
    }
    for (end, &column) in end_down.iter_mut().rev().zip(&*columns_down) {
        *end = if column == EMPTY {
            NONE
        } else {
            last as u32 - (column >> 16)
        };
    }
    loops_down.reverse();
    true
}

/// Two columns with the same pivot: the one that stays, and the other, or [`EMPTY`].
#[derive(Clone, Copy)]
struct Pair {
    kept: u32,
    other: u32,
}

impl Pair {
    fn pack(self) -> u64 {
        u64::from(self.other) << 32 | u64::from(self.kept)
    }

    fn unpack(packed: u64) -> Self {
        Self {
            kept: packed as u32,
            other: (packed >> 32) as u32,
        }
    }
}

/// Inserts a column at its pivot.
#[inline(always)]
fn settle(columns: &mut [u32], pivot: u32, word: u32) -> Pair {
    let slot = &mut columns[pivot as usize];
    let pair = Pair {
        kept: (*slot).min(word),
        other: (*slot).max(word),
    };
    *slot = pair.kept;
    pair
}

/// The state of the reduction of one direction: a queue with a spare entry at its end, and the current pair, which began as the
/// entry at this index.
struct Lane<'a> {
    queue: &'a [u64],
    at: usize,
    pair: Pair,
}

impl<'a> Lane<'a> {
    fn new(queue: &'a [u64]) -> Self {
        Self {
            queue,
            at: 0,
            pair: Pair::unpack(queue[0]),
        }
    }

    #[inline(always)]
    fn is_done(&self) -> bool {
        self.at + 1 >= self.queue.len()
    }

    /// Adds the pair. Continues with the next collision of the sum or, if there is none, with the next pair.
    #[inline(always)]
    fn step(&mut self, columns: &mut [u32], loops: &mut [u32]) {
        let next = Pair::unpack(self.queue[self.at + 1]);
        let Pair { kept, other } = self.pair;
        let (a, b) = (kept & ELDER, other & ELDER);
        loops[(other >> 16) as usize] += u32::from(a == b);
        // EMPTY is greater than every column, so `settle` changes no column then.
        let sum = select_unpredictable(a == b, EMPTY, other & !ELDER | a.min(b));
        let pair = settle(columns, a.max(b), sum);
        let done = pair.other == EMPTY;
        self.at += usize::from(done);
        self.pair.kept = select_unpredictable(done, next.kept, pair.kept);
        self.pair.other = select_unpredictable(done, next.other, pair.other);
    }
}
