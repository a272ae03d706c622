//! The launches of a GIN layer and of its gradient, as in [`crate::model::gin::Gin`], without the first linear layer: its input
//! differs from model to model.

use burn::tensor::wgpu::wgpu;

use super::{
    context::Context,
    gradients::{Runs, Segment},
    kernel::Kernel,
    linear::{Linear, Product, ROWS, Rows},
    norm::Norm,
    size::word,
};

/// Rows of a workgroup of `shaders/step_messages.wgsl`, which computes their moments, and of `step_messages_backward.wgsl`.
const MESSAGE_ROWS: u32 = 16;

/// The values of a layer that its gradient needs.
pub(super) struct GinKept {
    /// Number of the layer, and the prefix of the names of its parameters.
    layer: usize,
    name: String,
    /// Length of an input row.
    pub columns: u32,
    /// Rows of the input of the messages, each followed by the values that the layer passes on; and the length of such a row.
    pub product: wgpu::Buffer,
    pub stride: u32,
    hidden: wgpu::Buffer,
    /// The perceptron's second product.
    second: Product,
    /// The normalisation inside the perceptron, and the one after it.
    inner_norm: Norm,
    pub norm: Norm,
}

impl GinKept {
    /// Name of a parameter.
    fn name(&self, part: &str) -> String {
        format!("{}.{part}", self.name)
    }
}

impl Context<'_, '_> {
    /// Space for the moments of rows of up to `widest` numbers. All layers use it in turn.
    pub fn moments(&self, widest: u32) -> wgpu::Buffer {
        let rows = self.recorder.room.rows.iter().copied().max().unwrap_or(0);
        self.recorder
            .scratch((2 * widest + 4) * rows.div_ceil(MESSAGE_ROWS.min(ROWS)))
    }

    /// From the product of the rows before a layer with its first weights to the rows after the layer. The product is in the first
    /// columns of rows of `stride` numbers. The names of the parameters begin with `name`.
    pub fn gin(
        &mut self,
        (layer, name): (usize, String),
        [columns, stride]: [u32; 2],
        product: wgpu::Buffer,
        moments: &wgpu::Buffer,
    ) -> (wgpu::Buffer, GinKept) {
        let width = self.config.width as u32;
        let part = |part: &str| format!("{name}.{part}");
        let after = layer + 1;
        let rows = self.recorder.room.rows[after];
        let own = &self.recorder.places.layers[layer];
        let sums = self.recorder.scratch(columns * rows);
        let words = vec![
            word::ROWS + after as u32,
            columns,
            stride,
            self.place(&part("epsilon")),
            self.place(&part("perceptron.first.bias")),
            own.refined,
            own.neighbours.offsets,
            own.neighbours.columns,
            own.counts,
        ];
        self.recorder.launch(
            Kernel::Messages,
            &[self.state, &product, &sums, moments],
            words,
            Self::by_rows(after, MESSAGE_ROWS, columns),
        );
        let (hidden, inner_norm) = self.normalise(
            (after, columns),
            part("perceptron.norm"),
            sums,
            (moments, MESSAGE_ROWS),
        );
        let weights = self.place(&part("perceptron.second.weight"));
        let second = Product::plain(Rows::Classes(after), [columns, width], weights);
        let linear = Linear {
            product: second,
            bias: self.place(&part("perceptron.second.bias")),
            added: None,
            moments: Some((moments, self.counts(after))),
        };
        let output = self.linear(&linear, &hidden);
        let (y, norm) = self.normalise((after, width), part("norm"), output, (moments, ROWS));
        let kept = GinKept {
            layer,
            name,
            columns,
            product,
            stride,
            hidden,
            second,
            inner_norm,
            norm,
        };
        (y, kept)
    }

    /// The gradients of all parameters of a layer except its first weights, from the gradient of the input of its last
    /// normalisation. Returns the gradient of [`GinKept::product`]. `handed` is the gradient after the layer of the values that the
    /// layer passes on: the last numbers of rows with the given stride.
    pub fn gin_backward(
        &mut self,
        kept: &GinKept,
        output_gradient: &wgpu::Buffer,
        handed: Option<(&wgpu::Buffer, u32)>,
    ) -> wgpu::Buffer {
        let (product, input) = (kept.second, (&kept.hidden, &kept.inner_norm));
        let (gradients, sums) = self.normalised_backward(product, input, output_gradient);
        let bias = self.place(&kept.name("perceptron.second.bias"));
        let sizes = [product.inner, product.columns];
        self.gradients
            .add(gradients.weights(product.first, sizes, 0));
        self.gradients.add(gradients.bias(bias, product.columns, 0));
        self.messages_backward(kept, &sums, handed)
    }

    /// The gradients of the input of the messages and of the values that the layer passes on.
    fn messages_backward(
        &mut self,
        kept: &GinKept,
        sums: &wgpu::Buffer,
        handed: Option<(&wgpu::Buffer, u32)>,
    ) -> wgpu::Buffer {
        let (layer, columns) = (kept.layer, kept.columns);
        let rows = self.recorder.room.rows[layer];
        let blocks = kept.stride.div_ceil(64);
        let stride = columns + 4 * blocks;
        let base = self.gradients.take(stride * rows.div_ceil(MESSAGE_ROWS));
        let runs = Runs::rows(layer, MESSAGE_ROWS);
        let bias = kept.name("perceptron.first.bias");
        self.gradients
            .add_plain(self.parameters, &bias, base, stride, runs);
        let epsilon = self.place(&kept.name("epsilon"));
        self.gradients.add(Segment {
            start: epsilon,
            length: 1,
            base: base + columns,
            columns: 1,
            row_stride: 0,
            run_stride: stride,
            runs,
            folded: blocks,
        });
        let (handed, handed_stride) = handed.unwrap_or((sums, 0));
        let places = &self.recorder.places.layers[layer];
        let words = vec![
            word::ROWS + layer as u32,
            columns,
            kept.stride - columns,
            handed_stride,
            epsilon,
            places.refining.offsets,
            places.refining.columns,
            places.around.offsets,
            places.around.columns,
            base,
        ];
        let gradient = self.recorder.scratch(kept.stride * rows);
        self.recorder.launch(
            Kernel::MessagesBackward,
            &[
                self.state,
                sums,
                handed,
                &kept.product,
                &gradient,
                self.sums,
            ],
            words,
            Self::by_rows(layer, MESSAGE_ROWS, kept.stride),
        );
        gradient
    }
}
