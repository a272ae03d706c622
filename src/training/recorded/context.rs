//! The context to which the parts of a recorded step add their launches.

use burn::tensor::wgpu::wgpu;

use super::{
    gradients::Gradients,
    parameters::Parameters,
    persistence::PersistencePlan,
    recording::{Groups, Recorder},
    size::Size,
};
use crate::model::ModelConfig;

/// A step under construction.
pub(super) struct Context<'a, 'b> {
    pub recorder: &'a mut Recorder<'b>,
    pub parameters: &'a Parameters,
    pub gradients: &'a mut Gradients,
    pub persistence: &'a PersistencePlan,
    pub state: &'a wgpu::Buffer,
    /// Placeholder for the buffer of all gradients. Its length is known only at the end.
    pub sums: &'a wgpu::Buffer,
    pub outcomes: &'a wgpu::Buffer,
    /// No batch of the run is larger.
    pub most: &'a Size,
    pub config: &'a ModelConfig,
    pub mean_of_ties: bool,
}

impl Context<'_, '_> {
    /// Start of a parameter or a running statistic in `state`.
    pub fn place(&self, name: &str) -> u32 {
        self.parameters.place(name)
    }

    /// Place in the batch of the number of times that each row after `layer` layers counts.
    pub fn counts(&self, layer: usize) -> u32 {
        self.recorder.places.layers[layer - 1].counts
    }

    /// Workgroups of `per` rows after `layer` layers and of 64 columns.
    pub fn by_rows(layer: usize, per: u32, columns: u32) -> [Groups; 3] {
        [
            Groups::Rows(layer, per),
            Groups::Fixed(columns.div_ceil(64)),
            Groups::Fixed(1),
        ]
    }
}
