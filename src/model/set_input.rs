//! The sets of vertices of a batch as tensors on a device.

use burn::prelude::*;

use super::{input::ColourClasses, mean_convolution::Neighbourhood};
use crate::{
    graph::batch::{FeatureSizes, Layer, NO_TYPE, SetLevel},
    ops::{SparseRows, row_sum},
};

/// The sets of one size of the graphs of a batch, as classes with equal values. S is the number of classes before the first layer.
#[derive(Clone, Debug)]
pub struct SetInput {
    /// The colours of the members of each class, after the last layer of vertices, `[S × R]`.
    pub members: SparseRows,
    /// 1 over the number of members of a set.
    pub inverse_size: f32,
    /// For each class, the row of its type, or nothing if the model does not know the type: `[S × T]`.
    pub types: SparseRows,
    /// The classes before the first layer of message passing between sets and after each.
    layers: Vec<ColourClasses>,
    /// 1 over the number of neighbours after each layer, as [`Neighbourhood::inverse`].
    inverse_neighbours: Vec<Tensor<2>>,
    /// The classes of the sets of each graph after the last layer.
    sets: SparseRows,
    /// 1 over their number, or 1 if there are none, `[G, 1]`.
    inverse_sets: Tensor<2>,
}

impl SetInput {
    /// Copies the sets of `size` vertices to a device, for `colours` colours of vertices.
    ///
    /// Without any set, there is one without members in no graph, since buffers cannot be empty.
    pub(super) fn new(size: usize, mut level: SetLevel, colours: usize, device: &Device) -> Self {
        let sets = level.class_of.len();
        if sets == 0 {
            level.types.push(NO_TYPE);
            for (number, layer) in level.layers.iter_mut().enumerate() {
                layer.counts.push(1);
                if number > 0 {
                    layer.refined.push(0);
                    layer.neighbour_offsets.push(0);
                }
            }
        }
        let steps = 0..=level.types.len();
        let member_offsets = steps.map(|class| (class * size).min(level.members.len()) as u32);
        let member_offsets: Vec<u32> = member_offsets.collect();
        let (mut type_offsets, mut rows) = (vec![0], Vec::new());
        for &row in &level.types {
            rows.extend((row != NO_TYPE).then_some(row));
            type_offsets.push(rows.len() as u32);
        }
        let before = std::iter::once(None).chain(level.layers.iter().map(Some));
        let layers = level.layers.iter().zip(before);
        let layers = layers.map(|(layer, before)| {
            ColourClasses::new(layer, before, FeatureSizes::default(), device)
        });
        let layers: Vec<ColourClasses> = layers.collect();
        let last = layers.last().map_or(0, |classes| classes.number);
        let inverse = |offsets: &[u32]| inverse_lengths(offsets, device);
        Self {
            members: SparseRows::new(&member_offsets, &level.members, colours, device),
            inverse_size: 1.0 / size as f32,
            types: SparseRows::new(&type_offsets, &rows, level.table, device),
            inverse_neighbours: level.layers[1..]
                .iter()
                .map(|layer: &Layer| inverse(&layer.neighbour_offsets))
                .collect(),
            layers,
            sets: SparseRows::new(&level.set_offsets, &level.class_of, last, device),
            inverse_sets: inverse(&level.set_offsets),
        }
    }

    /// The inputs of layer `number`, counted from 1.
    ///
    /// # Panics
    /// If there is no such layer.
    pub(super) fn neighbourhood(&self, number: usize) -> Neighbourhood {
        let inverse = self.inverse_neighbours[number - 1].clone();
        self.layers[number].neighbourhood(inverse)
    }

    /// The mean over the sets of each graph, or 0 without a set: `[S', F]`, one row for each class after the last layer, `→ [G, F]`.
    pub(super) fn mean(&self, x: Tensor<2>) -> Tensor<2> {
        row_sum(x, &self.sets) * self.inverse_sets.clone()
    }
}

/// 1 over the length of each of these consecutive lists, or 1 for an empty one, as a column.
pub(super) fn inverse_lengths(offsets: &[u32], device: &Device) -> Tensor<2> {
    let lengths = offsets.windows(2).map(|range| range[1] - range[0]);
    let values: Vec<f32> = lengths.map(|length| 1.0 / length.max(1) as f32).collect();
    let shape = [values.len(), 1];
    Tensor::from_data(TensorData::new(values, shape), device)
}
