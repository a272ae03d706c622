//! The shaders of a recorded step.

use std::collections::BTreeMap;

use burn::tensor::wgpu::wgpu;

use crate::gpu::compile;
use crate::homology::dispatch_plan::{self, LANES, ORDER};

/// A shader that a step runs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Kernel {
    Embed,
    OneHot,
    Linear,
    Messages,
    FoldMoments,
    Normalise,
    Filter,
    Persistence(dispatch_plan::Kernel),
    Bars,
    CoordinateFunctions,
    ChunkSums,
    Loss,
    LossBackward,
    LinearBackward,
    CoordinateFunctionsBackward,
    BarsBackward,
    BarEndsBackward,
    TieMeanBackward,
    ClassGradient,
    NormSums,
    FoldSums,
    NormBackward,
    MessagesBackward,
    TableGradient,
    WeightedSum,
    Adam,
}

macro_rules! text {
    ($($file:literal),+) => {
        concat!($(include_str!(concat!("../../../shaders/", $file, ".wgsl")), "\n"),+).into()
    };
}

impl Kernel {
    fn text(self) -> String {
        match self {
            Self::Embed => text!("step_embed", "parts/step"),
            Self::OneHot => text!("step_one_hot", "parts/step"),
            Self::Linear => text!(
                "step_linear",
                "parts/step",
                "parts/weights",
                "parts/moments"
            ),
            Self::Messages => text!("step_messages", "parts/step", "parts/moments"),
            Self::FoldMoments => text!("step_fold_moments", "parts/step", "parts/moments"),
            Self::Normalise => text!("step_normalise", "parts/step", "parts/moments"),
            Self::Filter => text!("step_filter", "parts/step"),
            Self::Persistence(kernel) => kernel.text(kernel.lanes(LANES)),
            Self::Bars => {
                let text: String = text!("step_bars", "parts/step");
                text + ORDER
            }
            Self::CoordinateFunctions => text!("step_coordinates", "parts/step", "parts/rational"),
            Self::ChunkSums => text!("step_chunk_sums", "parts/step"),
            Self::Loss => text!("step_loss", "parts/step", "parts/dropout"),
            Self::LossBackward => text!("step_loss_backward", "parts/step", "parts/dropout"),
            Self::LinearBackward => text!(
                "step_linear_backward",
                "parts/step",
                "parts/weights",
                "parts/norm",
                "parts/input_gradient",
                "parts/weights_gradient"
            ),
            Self::CoordinateFunctionsBackward => {
                text!("step_coordinates_backward", "parts/step", "parts/rational")
            }
            Self::BarsBackward => text!("step_bars_backward", "parts/step", "parts/rational"),
            Self::BarEndsBackward => text!("bar_ends_backward"),
            Self::TieMeanBackward => {
                let text: String = text!("tie_mean_backward");
                text + ORDER
            }
            Self::ClassGradient => text!("step_class_gradient", "parts/step"),
            Self::NormSums => text!(
                "step_norm_sums",
                "parts/step",
                "parts/norm",
                "parts/norm_gradient"
            ),
            Self::FoldSums => text!("step_fold_sums", "parts/step"),
            Self::NormBackward => text!(
                "step_norm_backward",
                "parts/step",
                "parts/norm",
                "parts/norm_gradient"
            ),
            Self::MessagesBackward => text!("step_messages_backward", "parts/step"),
            Self::TableGradient => text!("step_table_gradient", "parts/step"),
            Self::WeightedSum => text!("step_weighted_sum", "parts/step"),
            Self::Adam => text!("step_adam", "parts/step"),
        }
    }
}

/// The compiled pipelines of all kernels that the run has used.
#[derive(Default)]
pub(super) struct Pipelines(BTreeMap<Kernel, wgpu::ComputePipeline>);

impl Pipelines {
    pub fn get(&mut self, device: &wgpu::Device, kernel: Kernel) -> wgpu::ComputePipeline {
        self.0
            .entry(kernel)
            .or_insert_with(|| compile(device, kernel.text()))
            .clone()
    }
}
