//! The launches of the gradient of the learned filter.

use burn::tensor::wgpu::wgpu;

use super::{
    context::Context,
    filter::FilterKept,
    gradients::Runs,
    kernel::Kernel,
    linear::{GRADIENT_ROWS, weights_segment},
    size::word,
};

impl Context<'_, '_> {
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
        for (layer, own) in kept.layers.iter().enumerate().rev() {
            let (columns, both) = (own.columns, own.stride);
            let product = self.gin_backward(own, &rows_gradient, Some((&handed, handed_stride)));
            let [base, stride] =
                self.weights_backward(layer, [columns, both], &kept.rows[layer], &product);
            let runs = Runs::rows(layer, GRADIENT_ROWS);
            let first = self.place(&format!("filter.layers.{layer}.perceptron.first.weight"));
            let second = self.share_of(layer);
            let segment = weights_segment(first, [columns, columns], base, both, stride, runs);
            self.gradients.add(segment);
            let segment =
                weights_segment(second, [columns, width], base + columns, both, stride, runs);
            self.gradients.add(segment);
            if layer > 0 || self.learns_features() {
                let sizes = [columns, both, columns];
                rows_gradient = self.input_backward(layer, sizes, [first, second], &product);
            }
            (handed, handed_stride) = (product, both);
        }
        self.learned_features_backward(&rows_gradient);
    }
}
