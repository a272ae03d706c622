//! The launches of persistence. The engine without tensors has the same.

use std::collections::BTreeMap;

use burn::tensor::wgpu::wgpu;

use super::{
    context::Context,
    kernel::Kernel,
    recording::{Groups, Range, Uniform},
};
use crate::{
    graph::Dataset,
    homology::dispatch_plan::{
        self, BatchShape, Dispatch, GpuBuffer, SIZE_CLASSES, dispatches, size_class,
    },
};

/// The plan that pairs the vertices of any batch of a data set.
pub(super) struct PersistencePlan {
    /// Shape of a batch with one graph of each existing size class, including the largest.
    shape: BatchShape,
    /// The dispatches of the plan.
    pub runs: Vec<Dispatch>,
}

impl PersistencePlan {
    /// The plan for batches of the graphs of `dataset`.
    pub fn new(dataset: &Dataset) -> Self {
        let mut shape = BatchShape::default();
        for graph in &dataset.graphs {
            shape.add(graph.vertices, graph.edges.len() as u32);
        }
        shape.small = shape.small.map(|graphs| graphs.min(1));
        shape.large = shape.large.min(1);
        Self {
            runs: dispatches(&shape),
            shape,
        }
    }
}

/// Index of the size class of a kernel. The large path follows the size classes.
fn class_of(kernel: dispatch_plan::Kernel) -> usize {
    match kernel {
        dispatch_plan::Kernel::Small(most) => size_class(most, 0),
        _ => SIZE_CLASSES.len(),
    }
}

/// The first graph of a batch that a run pairs, and the number of graphs.
pub(super) fn rows_of(run: &Dispatch, shape: &BatchShape) -> [u32; 2] {
    let class = class_of(run.kernel);
    let first = shape.small[..class].iter().sum();
    [
        first,
        shape.small.get(class).copied().unwrap_or(shape.large),
    ]
}

impl Context<'_, '_> {
    /// Deaths and loops in both directions, `[2N]` each.
    pub fn persistence(&mut self, filter: &Range) -> [wgpu::Buffer; 2] {
        let recorder = &mut *self.recorder;
        let (places, room) = (recorder.places, recorder.room);
        let shape = BatchShape {
            vertices: room.vertices,
            ..self.persistence.shape
        };
        let given = |buffer| match buffer {
            GpuBuffer::Graphs => Some((places.graphs, 4 * room.graphs)),
            GpuBuffer::Edges => Some((places.edges, 2 * room.edges)),
            _ => None,
        };
        let mut made = BTreeMap::new();
        for (run, &uniform) in self.persistence.runs.iter().zip(&places.persistence) {
            let ranges = run.buffers.iter().map(|&buffer| {
                if let Some((place, words)) = given(buffer) {
                    return recorder.part_of_batch(place, words);
                }
                if buffer == GpuBuffer::Filter {
                    return filter.clone();
                }
                let new = || recorder.scratch(buffer.len(&shape, room.edges) as u32);
                Range::from(&*made.entry(buffer).or_insert_with(new))
            });
            let ranges = ranges.collect();
            let class = class_of(run.kernel);
            let groups = match class < SIZE_CLASSES.len() {
                true => [Groups::Class(class), Groups::Fixed(1), Groups::Fixed(1)],
                false => {
                    let across = Groups::Fixed(run.workgroups[0]);
                    [across, Groups::Class(class), Groups::Fixed(1)]
                }
            };
            let kernel = Kernel::Persistence(run.kernel);
            recorder.launch_ranges(kernel, ranges, Uniform::OfBatch(uniform), groups);
        }
        [GpuBuffer::Death, GpuBuffer::Loops]
            .map(|buffer| made.remove(&buffer).expect("a graph to pair"))
    }
}
