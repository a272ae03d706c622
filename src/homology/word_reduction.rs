//! Reduction of the boundary matrix, one word per column: the fastest engine for graphs that fit.
//!
//! Seen in arrival order, an edge's column has two entries, the ranks of its ends, and enters at
//! the younger one: its level. Adding columns keeps that shape (two entries, or none once a loop
//! closes), so a column is stored at its youngest entry, its pivot, as `level << 16 | elder entry`.
//! Of two columns with one pivot the smaller word stays, and the other becomes their sum, which has
//! an older pivot. In the end the level of the column with pivot `v` is the rank at which the
//! component born at `v` ends. `shaders/persistence.wgsl` runs the same loop with a lane per edge.

use super::engine::Output;
use super::order::Order;

/// The largest graph worth this engine: words have room for more, but its work is quadratic in the worst case.
pub const MAX_VERTICES: usize = 4096;

const EMPTY: u32 = u32::MAX;

/// Columns by pivot, one list a direction, in memory that is reused from graph to graph.
#[derive(Debug, Default)]
pub struct Workspace {
    columns: [Vec<u32>; 2],
}

/// Both directions of one graph of at most [`MAX_VERTICES`] vertices.
pub(super) fn reduce(
    workspace: &mut Workspace,
    order: &Order,
    edges: &[[u32; 2]],
    output: &mut Output<'_>,
) {
    let (by_rank, ranks) = (order.by_rank(), order.ranks());
    let Some(last) = by_rank.len().checked_sub(1) else {
        return;
    };
    for columns in &mut workspace.columns {
        columns.clear();
        columns.resize(by_rank.len(), EMPTY);
    }
    let [sublevel, superlevel] = &mut workspace.columns;
    for &[a, b] in edges {
        let (a, b) = (ranks[a as usize], ranks[b as usize]);
        let (first, second) = (a.min(b), a.max(b));
        if let Some(level) = insert(sublevel, second, first) {
            output.loops[0][by_rank[level as usize] as usize] += 1;
        }
        if let Some(level) = insert(superlevel, last as u32 - first, last as u32 - second) {
            output.loops[1][by_rank[last - level as usize] as usize] += 1;
        }
    }
    for (rank, &vertex) in by_rank.iter().enumerate() {
        let column = sublevel[rank];
        if column != EMPTY {
            output.death[0][vertex as usize] =
                output.first_vertex + by_rank[(column >> 16) as usize];
        }
        let column = superlevel[last - rank];
        if column != EMPTY {
            output.death[1][vertex as usize] =
                output.first_vertex + by_rank[last - (column >> 16) as usize];
        }
    }
}

/// Adds the column of an edge to the reduced ones; gives the level at which it turned out to close a loop.
#[inline(always)]
fn insert(columns: &mut [u32], mut pivot: u32, mut elder: u32) -> Option<u32> {
    let mut level = pivot;
    while pivot != elder {
        let slot = &mut columns[pivot as usize];
        let old = *slot;
        *slot = old.min((level << 16) | elder);
        if old == EMPTY {
            return None;
        }
        level = level.max(old >> 16);
        let other = old & 0xffff;
        pivot = elder.max(other);
        elder = elder.min(other);
    }
    Some(level)
}
