//! Extended persistence: the sublevel filtration, followed by the superlevel sets relative to the whole graph. Classes that are
//! essential in the ordinary barcodes die: a component with its last vertex, a loop in the superlevel part.
//!
//! The other two parts are known: ordinary H0 is that of the sublevel filtration, and relative H1 is H0 of the superlevel
//! filtration.
//!
//! A loop dies when the superlevel part closes it; it is the loop that the closing edge adds to the sublevel filtration. The
//! boundary matrix of the sublevel filtration is therefore reduced, as in `word_reduction`, with the edges in superlevel order.
//! After each edge, the matrix is that of the superlevel set so far. A column that becomes zero at some level is a loop born
//! there; it dies with the elder end of the edge. The work is a few steps per edge on most graphs, and in the worst case one
//! per edge and vertex.

use super::NONE;
use super::batch::{self, Batch, Graph};
use super::order::{Entering, Order};

/// Extended persistence of one graph as pairs of vertices, birth first.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Extended {
    /// The first and the last vertex of each component in sublevel order; sorted.
    pub components: Vec<[u32; 2]>,
    /// The birth vertex of each loop in the sublevel filtration and its death vertex in the superlevel part, which is not later
    /// in sublevel order; sorted.
    pub loops: Vec<[u32; 2]>,
}

/// Extended H0 and H1 of one graph. Self-loops and parallel edges count as loops.
///
/// # Panics
/// If an edge names a vertex without a filter value.
pub fn extended(edges: &[[u32; 2]], filter: &[f32]) -> Extended {
    let (mut last, mut loops) = (vec![NONE; filter.len()], vec![[NONE; 2]; edges.len()]);
    let graph = Graph {
        first_vertex: 0,
        edges,
        filter,
    };
    let output = Output {
        last: &mut last,
        loops: &mut loops,
    };
    one(&mut Workspace::default(), graph, output);
    loops.retain(|&[birth, _]| birth != NONE);
    loops.sort_unstable();
    let pairs = (0..).zip(last).map(|(first, last)| [first, last]);
    Extended {
        components: pairs.filter(|&[_, last]| last != NONE).collect(),
        loops,
    }
}

/// Extended persistence of many graphs, written to the caller's arrays without an allocation per graph. Natively, all cores are
/// used if the batch is large enough.
///
/// Graphs are given as in [`super::persistence_batch`], and vertices are those of the batch. `last` has one entry per vertex:
/// the last vertex of the component if this is its first vertex, otherwise [`NONE`]. `loops` has one entry per edge: the
/// entries of a graph begin with the (birth, death) vertices of its loops, by death in superlevel order; the others are `[NONE;
/// 2]`.
///
/// # Panics
/// If lengths or offsets disagree, or an edge names a vertex out of range.
pub fn extended_batch(
    vertex_offsets: &[u32],
    edge_offsets: &[u32],
    edges: &[[u32; 2]],
    filter: &[f32],
    last: &mut [u32],
    loops: &mut [[u32; 2]],
) {
    Batch::new(vertex_offsets, edge_offsets, edges, filter)
        .all_threads(Output::new(filter.len(), edges.len(), last, loops), one);
}

/// [`extended_batch`] on the calling thread only, with the same result.
///
/// # Panics
/// As [`extended_batch`].
pub fn extended_batch_one_thread(
    vertex_offsets: &[u32],
    edge_offsets: &[u32],
    edges: &[[u32; 2]],
    filter: &[f32],
    last: &mut [u32],
    loops: &mut [[u32; 2]],
) {
    Batch::new(vertex_offsets, edge_offsets, edges, filter)
        .one_thread(Output::new(filter.len(), edges.len(), last, loops), one);
}

/// Reusable memory.
#[derive(Debug, Default)]
struct Workspace {
    order: Order,
    entering: Entering,
    /// Reduced columns by pivot: level, then elder entry, or [`EMPTY`].
    columns: Vec<u64>,
    /// The rank of the first vertex of the component, for the vertex with each rank.
    first: Vec<u32>,
}

const EMPTY: u64 = u64::MAX;

fn one(workspace: &mut Workspace, graph: Graph<'_>, output: Output<'_>) {
    let Workspace {
        order,
        entering,
        columns,
        first,
    } = workspace;
    order.sort(graph.filter);
    entering.group::<1>(order, graph.edges);
    let by_rank = order.by_rank();
    let vertex = |rank: usize| graph.first_vertex + by_rank[rank];
    columns.clear();
    columns.resize(by_rank.len(), EMPTY);

    let mut loops = output.loops.iter_mut();
    for arriving in (0..by_rank.len()).rev() {
        let flip = |rank: usize| by_rank.len() - 1 - rank;
        for &other in entering.with(flip(arriving)) {
            if let Some(birth) = insert(columns, flip(other as usize), arriving) {
                // A graph has at most as many loops as edges.
                if let Some(pair) = loops.next() {
                    *pair = [vertex(birth), vertex(arriving)];
                }
            }
        }
    }
    loops.for_each(|pair| *pair = [NONE; 2]);

    output.last.fill(NONE);
    first.clear();
    for (rank, &column) in columns.iter().enumerate() {
        first.push(match column {
            EMPTY => rank as u32,
            column => first[column as u32 as usize],
        });
        output.last[by_rank[first[rank] as usize] as usize] = vertex(rank);
    }
}

/// Reduces the column of an edge; returns the level at which it becomes zero, if it closes a loop.
#[inline(always)]
fn insert(columns: &mut [u64], younger: usize, elder: usize) -> Option<usize> {
    const ELDER: u64 = u32::MAX as u64;
    let (mut pivot, mut word) = (younger, (younger as u64) << 32 | elder as u64);
    if younger == elder {
        return Some(younger);
    }
    loop {
        let slot = &mut columns[pivot];
        let (kept, other) = ((*slot).min(word), (*slot).max(word));
        *slot = kept;
        if other == EMPTY {
            return None;
        }
        let (a, b) = (kept & ELDER, other & ELDER);
        if a == b {
            return Some((other >> 32) as usize);
        }
        pivot = a.max(b) as usize;
        word = other & !ELDER | a.min(b);
    }
}

/// Output arrays for the extended persistence of one or more graphs: one entry per vertex, one per edge.
#[derive(Debug)]
struct Output<'a> {
    last: &'a mut [u32],
    loops: &'a mut [[u32; 2]],
}

impl<'a> Output<'a> {
    fn new(vertices: usize, edges: usize, last: &'a mut [u32], loops: &'a mut [[u32; 2]]) -> Self {
        assert_eq!(
            (last.len(), loops.len()),
            (vertices, edges),
            "outputs for every vertex and every edge"
        );
        Self { last, loops }
    }
}

impl batch::Output for Output<'_> {
    fn split(self, vertices: usize, edges: usize) -> (Self, Self) {
        let (last, rest_last) = self.last.split_at_mut(vertices);
        let (loops, rest_loops) = self.loops.split_at_mut(edges);
        (
            Self { last, loops },
            Self {
                last: rest_last,
                loops: rest_loops,
            },
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn components_and_loops_die_in_the_superlevel_part() {
        // The triangle 1, 2, 3 with the pendant edge 0-1, and an isolated vertex.
        let result = extended(
            &[[0, 1], [1, 2], [2, 3], [3, 1]],
            &[0.0, 1.0, 2.0, 3.0, 4.0],
        );
        assert_eq!(result.components, [[0, 3], [4, 4]]);
        assert_eq!(result.loops, [[3, 1]]);
    }

    #[test]
    fn self_loops_and_parallel_edges_are_loops() {
        let result = extended(&[[0, 0], [1, 0], [0, 1], [1, 1]], &[1.0, 0.0]);
        assert_eq!(result.components, [[1, 0]]);
        assert_eq!(result.loops, [[0, 0], [0, 1], [1, 1]]);
    }

    #[test]
    fn the_younger_loop_dies_first() {
        // Two squares share the edge 1-2; the one with the higher top has the lower bottom.
        let edges = [[0, 1], [0, 2], [1, 2], [1, 3], [2, 3]];
        assert_eq!(
            extended(&edges, &[0.0, 2.0, 3.0, 4.0]).loops,
            [[2, 0], [3, 1]]
        );
        assert_eq!(extended(&[], &[]), Extended::default());
    }

    #[test]
    fn a_batch_gives_the_results_of_its_graphs() {
        let (mut last, mut loops) = ([7; 5], [[7; 2]; 4]);
        extended_batch(
            &[0, 2, 2, 5],
            &[0, 1, 1, 4],
            &[[0, 1], [0, 1], [1, 2], [2, 0]],
            &[1.0, 0.0, 3.0, 2.0, 1.0],
            &mut last,
            &mut loops,
        );
        assert_eq!(last, [NONE, 0, NONE, NONE, 2]);
        assert_eq!(loops, [[NONE; 2], [2, 4], [NONE; 2], [NONE; 2]]);
    }
}
