//! From rows of vertices to one vector a graph.

use burn::prelude::*;

use super::{BatchInput, input::sparse};
use crate::{graph::Dataset, ops::row_sum};

/// Sum over the vertices of each graph: `[R, F]`, a row for each kind of vertices after the last layer, `→ [G, F]`.
pub fn sum_pool(x: Tensor<2>, input: &BatchInput) -> Tensor<2> {
    let offsets = &input.host.vertex_offsets;
    let vertices = offsets[offsets.len() - 1] as usize;
    let members = &input.host.kinds[..vertices];
    row_sum(
        x,
        &sparse(offsets, members, input.last().number, &input.device),
    )
}

/// The `size` vertices of each graph with the largest last columns, in falling order, side by side:
/// `[R, F] → [G, size·F]` (Zhang et al. 2018); zeros where a graph has fewer.
///
/// The last column is read back and sorted on the CPU. Kinds of equal values keep the order of the batch.
pub async fn sort_pool(x: Tensor<2>, input: &BatchInput, size: usize) -> Tensor<2> {
    let [_, columns] = x.dims();
    let last = x
        .clone()
        .slice([0..input.last().number, columns - 1..columns]);
    let last = last.detach().into_data_async().await;
    let last = last.expect("the device answers").try_to_vec::<f32>();
    let last = last.expect("an f32 tensor");

    let host = &input.host;
    let mut chosen = Vec::with_capacity(host.graphs() * size);
    let mut offsets = vec![0];
    for range in host.vertex_offsets.windows(2) {
        let mut kinds = host.kinds[range[0] as usize..range[1] as usize].to_vec();
        kinds.sort_by(|&a, &b| last[b as usize].total_cmp(&last[a as usize]));
        kinds.truncate(size);
        let first = chosen.len();
        chosen.extend(kinds);
        offsets.extend((1..=size).map(|slot| (first + slot).min(chosen.len()) as u32));
    }
    let rows = sparse(&offsets, &chosen, input.last().number, &input.device);
    row_sum(x, &rows).reshape([host.graphs(), size * columns])
}

/// Vertices that [`sort_pool`] keeps of each graph: the tenth percentile of the numbers of vertices
/// of the data set, interpolated and rounded down, at least 1.
pub fn sort_pool_size(dataset: &Dataset) -> usize {
    let mut counts: Vec<_> = dataset.graphs.iter().map(|g| g.vertices as usize).collect();
    counts.sort_unstable();
    let last = counts.len().saturating_sub(1);
    let (below, tenths) = (last / 10, last % 10);
    let count = |at: usize| counts.get(at.min(last)).copied().unwrap_or(0);
    ((count(below) * (10 - tenths) + count(below + 1) * tenths) / 10).max(1)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::graph::Graph;

    #[test]
    fn the_tenth_percentile_is_interpolated_and_rounded_down() {
        let size = |counts: &[u32]| {
            let graph = |&vertices: &u32| Graph {
                vertices,
                ..Graph::default()
            };
            sort_pool_size(&Dataset {
                graphs: counts.iter().map(graph).collect(),
                ..Dataset::default()
            })
        };
        assert_eq!(size(&[11, 7, 11, 10, 11, 11]), 8);
        assert_eq!(size(&[9, 3, 4, 5, 6, 7, 8, 10, 11, 12, 2]), 3);
        assert_eq!(size(&[5]), 5);
        assert_eq!(size(&[0, 0, 0]), 1);
        assert_eq!(size(&[]), 1);
    }
}
