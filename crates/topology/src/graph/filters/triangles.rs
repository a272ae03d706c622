//! The number of triangles at each vertex.

use super::blocks::{Done, Progress, over_blocks};
use crate::graph::Graph;

/// The number of triangles that contain each vertex, in time O(m^1.5) for m edges.
pub(in crate::graph) fn triangles(graph: &Graph, progress: Progress<'_>) -> Vec<u64> {
    /// First vertices of triangles per block.
    const BLOCK: u32 = 256;

    let adjacency = graph.adjacency();
    let n = graph.vertices;
    // The first vertex of a triangle is the one of the lowest degree: no vertex has more than √(2m) neighbours of at least its degree.
    let rank = |v: u32| (adjacency.around(v).len(), v);
    let later = |v: u32| {
        let around = adjacency.around(v).iter().copied();
        around.filter(move |&u| rank(u) > rank(v))
    };
    let later: Vec<Vec<u32>> = (0..n).map(|v| later(v).collect()).collect();
    let blocks = n.div_ceil(BLOCK);
    let done = Done::new(blocks as usize, progress);
    let new = || (vec![0; n as usize], vec![u32::MAX; n as usize]);
    let count = |(counts, near): &mut (Vec<u64>, Vec<u32>), block: usize| {
        let first = block as u32 * BLOCK;
        for a in first..n.min(first.saturating_add(BLOCK)) {
            for &b in &later[a as usize] {
                near[b as usize] = a;
            }
            for &b in &later[a as usize] {
                for &c in &later[b as usize] {
                    if near[c as usize] == a {
                        for vertex in [a, b, c] {
                            counts[vertex as usize] += 1;
                        }
                    }
                }
            }
        }
        done.one_more();
    };
    let sum = |(mut counts, near): (Vec<u64>, Vec<u32>), (others, _)| {
        for (count, other) in counts.iter_mut().zip(others) {
            *count += other;
        }
        (counts, near)
    };
    over_blocks(blocks as usize, new, count, sum).0
}
