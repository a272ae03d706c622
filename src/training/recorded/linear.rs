//! Linear layers in a recorded step, forward and back.

use burn::tensor::wgpu::wgpu;

use super::{
    context::Context,
    gradients::{Runs, Segment},
    kernel::Kernel,
    recording::{Groups, NOTHING, Range, Uniform},
    size::word,
};

/// Rows of which `shaders/step_weights_gradient.wgsl` makes a share of the gradient.
pub(super) const GRADIENT_ROWS: u32 = 64;
/// Rows of a workgroup of `shaders/step_linear.wgsl`, which has moments of them, and of `step_input_gradient.wgsl`.
pub(super) const ROWS: u32 = 32;
/// Numbers of x of a workgroup of `shaders/step_weights_gradient.wgsl`.
pub(super) const GRADIENT_INNER: u32 = 32;

/// The parameters of `shaders/step_linear.wgsl`, in their order.
pub(super) struct Linear {
    /// Word of the batch with the number of rows.
    pub rows: u32,
    /// Numbers of a row that comes in and of one that goes out.
    pub inner: u32,
    pub columns: u32,
    /// The columns before it have the weights at `first`, the others those at `second`.
    pub split: u32,
    pub first: u32,
    pub second: u32,
    /// Place of the bias, or [`NOTHING`].
    pub bias: u32,
    /// Place in the batch of the rows that are added from `split` on, or [`NOTHING`]; and the length of such a row.
    pub added_rows: u32,
    pub added_columns: u32,
    /// Place in the batch of how often each row counts, where moments are wanted, or [`NOTHING`].
    pub counts: u32,
}

impl Linear {
    /// A product with the weights at this place, and nothing else.
    pub fn plain(rows: u32, inner: u32, columns: u32, weights: u32) -> Self {
        Self {
            rows,
            inner,
            columns,
            split: 0,
            first: weights,
            second: weights,
            bias: NOTHING,
            added_rows: NOTHING,
            added_columns: 0,
            counts: NOTHING,
        }
    }

    /// As the kernel reads them.
    pub fn words(&self) -> Vec<u32> {
        vec![
            self.rows,
            self.inner,
            self.columns,
            self.split,
            self.first,
            self.second,
            self.bias,
            self.added_rows,
            self.added_columns,
            self.counts,
        ]
    }
}

/// Of consecutive rows of the weights of a linear layer, which is among those that `shaders/step_weights_gradient.wgsl` gave
/// the gradients of side by side.
pub(super) fn weights_segment(
    start: u32,
    [inner, columns]: [u32; 2],
    base: u32,
    row_stride: u32,
    run_stride: u32,
    runs: Runs,
) -> Segment {
    Segment {
        start,
        length: inner * columns,
        base,
        columns,
        row_stride,
        run_stride,
        runs,
        folded: 0,
    }
}

impl Context<'_, '_> {
    /// The gradients of the weights of a linear layer on rows after so many layers: where they are, and how far apart those of
    /// the runs of rows. Behind them are those of the bias.
    pub fn weights_backward(
        &mut self,
        layer: usize,
        [inner, columns]: [u32; 2],
        x: impl Into<Range>,
        gradient: &wgpu::Buffer,
    ) -> [u32; 2] {
        let stride = (inner + 1) * columns;
        let runs = self.recorder.room.rows[layer].div_ceil(GRADIENT_ROWS);
        let base = self.gradients.take(stride * runs);
        let batch = Range::from(&self.recorder.batch);
        self.recorder.launch_ranges(
            Kernel::WeightsGradient,
            vec![batch, x.into(), gradient.into(), self.sums.into()],
            Uniform::Words(vec![word::ROWS + layer as u32, inner, columns, base]),
            [
                Groups::Fixed(inner.div_ceil(GRADIENT_INNER)),
                Groups::Fixed(columns.div_ceil(64)),
                Groups::Rows(layer, GRADIENT_ROWS),
            ],
        );
        [base, stride]
    }

    /// The gradient of the input of a linear layer on rows after so many layers, with two weights side by side.
    pub fn input_backward(
        &mut self,
        layer: usize,
        [inner, columns, split]: [u32; 3],
        [first, second]: [u32; 2],
        gradient: &wgpu::Buffer,
    ) -> wgpu::Buffer {
        let x_gradient = self
            .recorder
            .scratch(inner * self.recorder.room.rows[layer]);
        self.recorder.launch(
            Kernel::InputGradient,
            &[self.state, gradient, &x_gradient],
            vec![
                word::ROWS + layer as u32,
                inner,
                columns,
                split,
                first,
                second,
            ],
            Self::by_rows(layer, ROWS, inner),
        );
        x_gradient
    }
}
