//! Batch normalisation with LeakyReLU in a recorded step, forward and back.

use burn::tensor::wgpu::wgpu;

use super::{context::Context, gradients::Runs, kernel::Kernel, recording::NOTHING, size::word};

/// Rows of a workgroup of the kernels of batch normalisation; of so many, `shaders/step_norm_sums.wgsl` makes a share of the gradient.
const NORM_ROWS: u32 = 32;

impl Context<'_, '_> {
    /// Batch normalisation with LeakyReLU of rows after so many layers, by the moments of each `together` of them: the result
    /// and what its gradient needs.
    pub fn normalise(
        &mut self,
        layer: usize,
        columns: u32,
        name: &str,
        x: &wgpu::Buffer,
        (moments, together): (&wgpu::Buffer, u32),
    ) -> [wgpu::Buffer; 2] {
        let y = self
            .recorder
            .scratch(columns * self.recorder.room.rows[layer]);
        let norms = self.recorder.scratch(2 * columns);
        let mut words = vec![word::ROWS + layer as u32, columns];
        let parts = ["gamma", "beta", "mean", "variance"];
        words.extend(parts.map(|part| self.place(&format!("{name}.{part}"))));
        words.push(together);
        self.recorder.launch(
            Kernel::Normalise,
            &[x, moments, self.state, &y, &norms],
            words,
            Self::by_rows(layer, NORM_ROWS, columns),
        );
        [y, norms]
    }

    /// The gradient of batch normalisation, of rows after so many layers; `outer` is where the weights of a linear layer with
    /// one column stand, of which there is the gradient instead.
    #[allow(
        clippy::too_many_arguments,
        reason = "what a normalisation read, and its gradient"
    )]
    pub fn normalise_backward(
        &mut self,
        layer: usize,
        columns: u32,
        name: &str,
        gradient: &wgpu::Buffer,
        x: &wgpu::Buffer,
        norms: &wgpu::Buffer,
        outer: Option<&str>,
    ) -> wgpu::Buffer {
        let rows = self.recorder.room.rows[layer];
        let stride = 4 * columns;
        let base = self.gradients.take(stride * rows.div_ceil(NORM_ROWS));
        let runs = Runs::rows(layer, NORM_ROWS);
        let part = |part: &str| format!("{name}.{part}");
        let (gamma, beta) = (part("gamma"), part("beta"));
        self.gradients
            .add_plain(self.parameters, &gamma, base, stride, runs);
        self.gradients
            .add_plain(self.parameters, &beta, base + columns, stride, runs);
        let mut weights = NOTHING;
        if let Some(outer) = outer {
            let [weight, bias] = ["weight", "bias"].map(|part| format!("{outer}.{part}"));
            weights = self.place(&weight);
            self.gradients
                .add_plain(self.parameters, &weight, base + 2 * columns, stride, runs);
            self.gradients
                .add_plain(self.parameters, &bias, base + 3 * columns, stride, runs);
        }
        let words = vec![
            word::ROWS + layer as u32,
            columns,
            self.place(&gamma),
            self.place(&beta),
            weights,
            base,
            self.counts(layer),
        ];
        self.recorder.launch(
            Kernel::NormSums,
            &[self.state, gradient, x, norms, self.sums],
            words.clone(),
            Self::by_rows(layer, NORM_ROWS, columns),
        );
        let x_gradient = self.recorder.scratch(columns * rows);
        self.recorder.launch(
            Kernel::NormBackward,
            &[self.state, gradient, x, norms, self.sums, &x_gradient],
            words,
            Self::by_rows(layer, NORM_ROWS, columns),
        );
        x_gradient
    }
}
