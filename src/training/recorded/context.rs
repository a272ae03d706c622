//! What the parts of a recorded step add their launches to.

use burn::tensor::wgpu::wgpu;

use super::{
    gradients::Gradients,
    parameters::Parameters,
    persistence::PersistencePlan,
    recording::{Groups, Recorder},
    size::Size,
};
use crate::model::ModelConfig;

/// A step in the making.
pub(super) struct Context<'a, 'b> {
    pub recorder: &'a mut Recorder<'b>,
    pub parameters: &'a Parameters,
    pub gradients: &'a mut Gradients,
    pub persistence: &'a PersistencePlan,
    pub state: &'a wgpu::Buffer,
    /// Stands for the buffer of all gradients, whose length is known at the end.
    pub sums: &'a wgpu::Buffer,
    pub outcomes: &'a wgpu::Buffer,
    /// No batch of the run is larger.
    pub most: &'a Size,
    pub config: &'a ModelConfig,
    pub mean_of_ties: bool,
}

impl Context<'_, '_> {
    /// Where a parameter or a running statistic begins in `state`.
    pub fn place(&self, name: &str) -> u32 {
        self.parameters.place(name)
    }

    /// Place in the batch of how often each row after so many layers counts.
    pub fn counts(&self, layer: usize) -> u32 {
        self.recorder.places.layers[layer - 1].counts
    }

    /// Workgroups of so many rows after so many layers, and of 64 columns.
    pub fn by_rows(layer: usize, per: u32, columns: u32) -> [Groups; 3] {
        [
            Groups::Rows(layer, per),
            Groups::Fixed(columns.div_ceil(64)),
            Groups::Fixed(1),
        ]
    }
}
