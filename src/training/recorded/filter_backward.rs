//! The launches of the gradient of the learned filter.

use burn::tensor::wgpu::wgpu;

use super::{
    filter::{FilterKept, Kept},
    gradients::{Runs, Segment},
    head::Context,
    kernel::Kernel,
    linear::{GRADIENT_ROWS, ROWS, weights_segment},
    recording::{Groups, NOTHING},
    size::word,
};

/// Rows of which `shaders/step_norm_sums.wgsl` makes a share of the gradient.
const NORM_ROWS: u32 = 16;

impl Context<'_, '_> {
    /// The gradient of batch normalisation, of rows after so many layers; `outer` is where the weights of a linear layer with
    /// one column stand, of which there is the gradient instead.
    #[allow(
        clippy::too_many_arguments,
        reason = "what a normalisation read, and its gradient"
    )]
    fn normalise_backward(
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
        let mut words = vec![
            word::ROWS + layer as u32,
            columns,
            self.place(&gamma),
            self.place(&beta),
            weights,
            base,
        ];
        self.recorder.launch(
            Kernel::NormSums,
            &[self.state, gradient, x, norms, self.sums],
            words.clone(),
            Self::by_rows(layer, NORM_ROWS, columns),
        );
        words.push(self.counts(layer));
        let x_gradient = self.recorder.scratch(columns * rows);
        self.recorder.launch(
            Kernel::NormBackward,
            &[self.state, gradient, x, norms, self.sums, &x_gradient],
            words,
            Self::by_rows(layer, 32, columns),
        );
        x_gradient
    }

    /// The gradients of everything in the filter, from that of the values.
    pub fn filter_backward(&mut self, kept: &FilterKept, values_gradient: &wgpu::Buffer) {
        let width = self.config.width as u32;
        let room = self.recorder.room;
        let end = self.config.layers;
        let members = self.recorder.places.members;
        let class_gradient = self.recorder.scratch(room.rows[end]);
        self.recorder.launch(
            Kernel::ClassGradient,
            &[&kept.values, values_gradient, &class_gradient],
            vec![word::ROWS + end as u32, members.offsets, members.columns],
            Self::by_rows(end, 1, 1),
        );
        let last = self.normalise_backward(
            end,
            width,
            "filter.perceptron.norm",
            &class_gradient,
            &kept.last,
            &kept.last_norms,
            Some("filter.perceptron.second"),
        );
        let [base, stride] = self.weights_backward(end, [width, width], &kept.rows[end], &last);
        let runs = Runs::rows(end, GRADIENT_ROWS);
        let start = self.share_of(end);
        let segment = weights_segment(start, [width, width], base, width, stride, runs);
        self.gradients.add(segment);
        let bias = base + width * width;
        self.gradients.add_plain(
            self.parameters,
            "filter.perceptron.first.bias",
            bias,
            stride,
            runs,
        );
        let mut rows_gradient = self.input_backward(end, [width, width, 0], [start, start], &last);
        // Of the share of the filter's perceptron, the last columns of each row.
        let (mut handed, mut handed_stride) = (last, width);
        for (layer, kept_layer) in kept.layers.iter().enumerate().rev() {
            let after = layer + 1;
            let columns = kept_layer.columns;
            let name = |part: &str| format!("filter.layers.{layer}.{part}");
            let output = self.normalise_backward(
                after,
                width,
                &name("norm"),
                &rows_gradient,
                &kept_layer.output,
                &kept_layer.output_norms,
                None,
            );
            let [base, stride] =
                self.weights_backward(after, [columns, width], &kept_layer.hidden, &output);
            let runs = Runs::rows(after, GRADIENT_ROWS);
            let [weight, bias] =
                ["weight", "bias"].map(|part| name(&format!("perceptron.second.{part}")));
            let start = self.place(&weight);
            self.gradients.add(weights_segment(
                start,
                [columns, width],
                base,
                width,
                stride,
                runs,
            ));
            self.gradients
                .add_plain(self.parameters, &bias, base + columns * width, stride, runs);
            let hidden = self.input_backward(after, [columns, width, 0], [start, start], &output);
            let sums = self.normalise_backward(
                after,
                columns,
                &name("perceptron.norm"),
                &hidden,
                &kept_layer.sums,
                &kept_layer.sums_norms,
                None,
            );
            let product = self.messages_backward(layer, kept_layer, &sums, &handed, handed_stride);
            let both = columns + width;
            let [base, stride] =
                self.weights_backward(layer, [columns, both], &kept.rows[layer], &product);
            let runs = Runs::rows(layer, GRADIENT_ROWS);
            let (first, second) = (
                self.place(&name("perceptron.first.weight")),
                self.share_of(layer),
            );
            let segment = weights_segment(first, [columns, columns], base, both, stride, runs);
            self.gradients.add(segment);
            let segment =
                weights_segment(second, [columns, width], base + columns, both, stride, runs);
            self.gradients.add(segment);
            if layer > 0 || !self.tables().is_empty() {
                let sizes = [columns, both, columns];
                rows_gradient = self.input_backward(layer, sizes, [first, second], &product);
            }
            (handed, handed_stride) = (product, both);
        }
        self.tables_backward(&rows_gradient);
    }

    /// The gradient of what messages are made of and of what is handed on with it.
    fn messages_backward(
        &mut self,
        layer: usize,
        kept: &Kept,
        sums: &wgpu::Buffer,
        handed: &wgpu::Buffer,
        handed_stride: u32,
    ) -> wgpu::Buffer {
        let (width, columns) = (self.config.width as u32, kept.columns);
        let both = columns + width;
        let rows = self.recorder.room.rows[layer];
        let blocks = both.div_ceil(64);
        let stride = columns + blocks;
        let base = self.gradients.take(stride * rows.div_ceil(ROWS));
        let runs = Runs::rows(layer, ROWS);
        let name = |part: &str| format!("filter.layers.{layer}.{part}");
        let bias = name("perceptron.first.bias");
        self.gradients
            .add_plain(self.parameters, &bias, base, stride, runs);
        let epsilon = self.place(&name("epsilon"));
        self.gradients.add(Segment {
            start: epsilon,
            length: 1,
            base: base + columns,
            columns: 1,
            row_stride: 0,
            run_stride: stride,
            runs,
            together: blocks,
        });
        let places = &self.recorder.places.layers[layer];
        let words = vec![
            word::ROWS + layer as u32,
            columns,
            width,
            handed_stride,
            epsilon,
            places.refining.offsets,
            places.refining.columns,
            places.around.offsets,
            places.around.columns,
            base,
        ];
        let gradient = self.recorder.scratch(both * rows);
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
            Self::by_rows(layer, ROWS, both),
        );
        gradient
    }

    fn tables_backward(&mut self, features_gradient: &wgpu::Buffer) {
        let width = self.config.width as u32;
        let columns = self.first_columns();
        for (number, (name, places, rows)) in (0..).zip(self.tables()) {
            let base = self.gradients.take(rows * width);
            self.gradients
                .add_plain(self.parameters, name, base, 0, Runs::ONE);
            let words = vec![
                width,
                rows,
                columns,
                number * width,
                places.classes.offsets,
                places.classes.columns,
                base,
            ];
            let many = rows.div_ceil(65_535);
            self.recorder.launch(
                Kernel::TableGradient,
                &[features_gradient, self.sums],
                words,
                [
                    Groups::Fixed(rows.div_ceil(many)),
                    Groups::Fixed(width.div_ceil(64)),
                    Groups::Fixed(many),
                ],
            );
        }
    }
}
