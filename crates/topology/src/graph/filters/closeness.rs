//! Closeness centrality.

use super::blocks::{Done, Progress, over_blocks};
use crate::graph::Graph;

/// Closeness centrality of every vertex, in \[0, 1\], for a vertex that reaches r − 1 of the n − 1 other vertices. It is (r − 1)
/// over the sum of the distances to these, times their share (r − 1)/(n − 1) of all others (Wasserman and Faust, as in NetworkX).
/// It is 0 for a vertex without neighbours.
pub fn closeness(graph: &Graph) -> Vec<f32> {
    let values = exact_closeness(graph, &|_| ()).into_iter();
    values.map(|value| value as f32).collect()
}

/// [`closeness`] in 64 bits: one division of whole numbers, so vertices with equal closeness have equal values.
pub(super) fn exact_closeness(graph: &Graph, progress: Progress<'_>) -> Vec<f64> {
    /// 64 searches each.
    const WORDS: usize = 4;
    /// Number of vertices that a vertex reaches, and the sum of their distances.
    type Reached = Vec<[u64; 2]>;

    let adjacency = graph.adjacency();
    let n = graph.vertices as usize;
    let blocks = n.div_ceil(64 * WORDS);
    let done = Done::new(blocks, progress);
    // Breadth-first searches from many vertices at a time, with one bit for each. Distances are symmetric, so a vertex may count
    // the vertices that reach it instead of those that it reaches.
    let search = |reached: &mut Reached, block: usize| {
        let mut front = vec![[0u64; WORDS]; n];
        let own = front[block * 64 * WORDS..].iter_mut().take(64 * WORDS);
        for (bit, own) in own.enumerate() {
            own[bit / 64] = 1 << (bit % 64);
        }
        let mut seen = front.clone();
        let mut next = front.clone();
        for distance in 1u64.. {
            let mut arrived = 0;
            for v in 0..n {
                let mut around = [0; WORDS];
                for &u in adjacency.around(v as u32) {
                    for (around, front) in around.iter_mut().zip(front[u as usize]) {
                        *around |= front;
                    }
                }
                let mut count = 0;
                for ((around, seen), next) in around.iter().zip(&mut seen[v]).zip(&mut next[v]) {
                    *next = around & !*seen;
                    *seen |= *next;
                    count += u64::from(next.count_ones());
                }
                arrived += count;
                let [others, distances] = &mut reached[v];
                *others += count;
                *distances += distance * count;
            }
            if arrived == 0 {
                break;
            }
            std::mem::swap(&mut front, &mut next);
        }
        done.one_more();
    };
    // Whole numbers: their sum does not depend on the order.
    let sum = |mut a: Reached, b: Reached| {
        for (a, b) in a.as_flattened_mut().iter_mut().zip(b.as_flattened()) {
            *a += b;
        }
        a
    };
    let reached = over_blocks(blocks, || vec![[0; 2]; n], search, sum);
    let value = |[others, distances]: [u64; 2]| match distances {
        0 => 0.0,
        _ => (others * others) as f64 / (distances as f64 * (n as f64 - 1.0)),
    };
    reached.into_iter().map(value).collect()
}
