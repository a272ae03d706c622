//! From rows of vertices to one vector per graph.

use burn::{prelude::*, tensor::DType};

use super::BatchInput;
use crate::{
    graph::Dataset,
    ops::{SparseRows, read_mid_pass, row_sum},
};

/// Sum over the vertices of each graph: `[R, F]`, one row per colour class after the last layer, `→ [G, F]`.
pub fn sum_pool(x: Tensor<2>, input: &BatchInput) -> Tensor<2> {
    let offsets = &input.host.vertex_offsets;
    let vertices = offsets[offsets.len() - 1] as usize;
    let members = &input.host.colour_of[..vertices];
    row_sum(
        x,
        &SparseRows::new(offsets, members, input.last().number, &input.device),
    )
}

/// The concatenation of the `size` vertices of each graph with the largest entries, in descending order, each with ascending
/// entries: `[R, F] → [G, size·F]`, padded with zeros.
///
/// Zhang et al. (2018) order the vertices by their last entry and do not sort entries. The paper used PyTorch Geometric 1.4,
/// which first sorts the entries of every vertex (its issue 1174), so that the last is the largest.
///
/// The rows are read back and sorted on the CPU. Vertices with equal largest entries keep the order of the batch.
pub async fn sort_pool(x: Tensor<2>, input: &BatchInput, size: usize) -> Tensor<2> {
    let [rows, columns] = x.dims();
    let values = read_mid_pass(x.clone()).await;
    let mut order = Vec::with_capacity(values.len());
    let mut largest = Vec::with_capacity(rows);
    for row in values.chunks_exact(columns) {
        let first = order.len();
        order.extend(0..columns as i32);
        order[first..].sort_by(|&a, &b| row[a as usize].total_cmp(&row[b as usize]));
        largest.push(row[order[first + columns - 1] as usize]);
    }
    let order = TensorData::new(order, [rows, columns]);
    let x = x.gather(1, Tensor::from_data(order, (&input.device, DType::I32)));
    with_largest(x, &largest, input, size)
}

/// The sort pooling of Zhang et al. (2018) by a column of keys `[R, 1]`: `[R, F] → [G, size·F]`, padded with zeros. It concatenates
/// the rows of the `size` vertices of each graph with the largest keys, in descending order.
///
/// The keys are read back and sorted on the CPU. Vertices with equal keys keep the order of the batch, as in the authors' code:
/// other columns are not compared.
pub async fn sort_pool_by(
    keys: Tensor<2>,
    x: Tensor<2>,
    input: &BatchInput,
    size: usize,
) -> Tensor<2> {
    let keys = read_mid_pass(keys).await;
    with_largest(x, &keys, input, size)
}

/// The concatenation of the `size` vertices of each graph with the largest keys, in descending order: `[R, F] → [G, size·F]`, padded
/// with zeros. Each of the R colour classes has a key. Vertices with equal keys keep the order of the batch.
fn with_largest(x: Tensor<2>, keys: &[f32], input: &BatchInput, size: usize) -> Tensor<2> {
    let [_, columns] = x.dims();
    let host = &input.host;
    let mut chosen = Vec::with_capacity(host.graphs() * size);
    let mut offsets = vec![0];
    for range in host.vertex_offsets.windows(2) {
        let mut colours = host.colour_of[range[0] as usize..range[1] as usize].to_vec();
        colours.sort_by(|&a, &b| keys[b as usize].total_cmp(&keys[a as usize]));
        colours.truncate(size);
        let first = chosen.len();
        chosen.extend(colours);
        offsets.extend((1..=size).map(|slot| (first + slot).min(chosen.len()) as u32));
    }
    let rows = SparseRows::new(&offsets, &chosen, input.last().number, &input.device);
    row_sum(x, &rows).reshape([host.graphs(), size * columns])
}

/// Number of vertices that [`sort_pool`] selects per graph: the 10 % quantile of the numbers of vertices in the data set,
/// interpolated and rounded down, at least 1.
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
    use std::sync::Arc;

    use super::*;
    use crate::graph::{
        Graph, Statistics,
        batch::{Batcher, FeatureSizes},
    };

    #[test]
    fn vertices_descend_by_largest_entry_and_entries_ascend() {
        // The colours of the vertices are their labels.
        let graph = |labels: &[u32]| Graph {
            vertices: labels.len() as u32,
            vertex_labels: labels.to_vec(),
            ..Graph::default()
        };
        let dataset = Dataset {
            graphs: vec![graph(&[0, 1, 2]), graph(&[1])],
            classes: vec![0, 0],
            ..Dataset::default()
        };
        let feature_sizes = FeatureSizes {
            labels: 3,
            ..FeatureSizes::default()
        };
        let batch = Batcher::new(Arc::new(dataset), feature_sizes, &Statistics::default(), 0)
            .batch(&[0, 1]);
        let input = BatchInput::new(batch, &Device::flex());
        let device = Device::flex().autodiff();
        let x = Tensor::<2>::from_floats([[3.0, -1.0], [0.0, 2.0], [5.0, 4.0]], &device);
        let x = x.require_grad();
        let pooled = pollster::block_on(sort_pool(x.clone(), &input, 2));
        let numbers = |x: Tensor<2>| x.into_data().try_to_vec::<f32>().unwrap();
        let expected = [4.0, 5.0, -1.0, 3.0, 0.0, 2.0, 0.0, 0.0];
        assert_eq!(numbers(pooled.clone()), expected);
        // Every entry gets the gradient of its position in the result.
        let places = [[1.0, 2.0, 3.0, 4.0], [5.0, 6.0, 7.0, 8.0]];
        let gradients = (pooled * Tensor::from_floats(places, &device))
            .sum()
            .backward();
        let gradient = x.grad(&gradients).expect("a gradient");
        assert_eq!(numbers(gradient), [4.0, 3.0, 5.0, 6.0, 2.0, 1.0]);
    }

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
