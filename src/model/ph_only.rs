//! PH-only: the readout of a fixed filter, the paper's comparison that learns no filtration.

use burn::prelude::*;
use rand::Rng;

use super::{BatchInput, Forward, ModelConfig, head::Head, initial::Initial};
use crate::graph::batch::GraphBatch;

/// Degrees as filter values, then readout and classifier as in GFL.
#[derive(Module, Debug)]
pub struct PhOnly {
    /// What reads the values.
    pub head: Head,
}

impl PhOnly {
    /// A new model of these sizes.
    pub fn new<R: Rng>(config: &ModelConfig, initial: &mut Initial<R>) -> Self {
        Self {
            head: Head::new(config, initial),
        }
    }

    /// The whole model on a batch.
    pub async fn forward(&self, input: &BatchInput) -> Forward {
        let filter = degree_filter(&input.host);
        let filter = Tensor::from_floats(&filter[..], &input.device);
        self.head.forward(filter, input).await
    }
}

/// Degree over the largest degree of the graph for every vertex, in [0, 1]; 0 where a graph has no edges.
fn degree_filter(batch: &GraphBatch) -> Vec<f32> {
    let mut filter = vec![0.0; batch.vertices()];
    let vertices = batch.vertex_offsets.windows(2);
    for (vertices, edges) in vertices.zip(batch.edge_offsets.windows(2)) {
        let own = &mut filter[vertices[0] as usize..vertices[1] as usize];
        for v in batch.edges[edges[0] as usize..edges[1] as usize].as_flattened() {
            own[*v as usize] += 1.0;
        }
        let largest = own.iter().fold(1.0, |a: f32, &b| a.max(b));
        own.iter_mut().for_each(|degree| *degree /= largest);
    }
    filter
}
