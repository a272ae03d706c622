//! The launches of the gradient of the learned filter.

use burn::tensor::wgpu::wgpu;

use super::{context::Context, filter::FilterKept, kernel::Kernel, size::word};

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
        let last =
            self.norm_backward_of_one(&kept.norm, &class_gradient, "filter.perceptron.second");
        let product = kept.products[end];
        let before = kept.layers.last().expect("a layer");
        let input = (&kept.rows[end], &before.norm);
        let (gradients, mut output_gradient) = self.normalised_backward(product, input, &last);
        self.gradients
            .add(gradients.weights(product.first, [width, width], 0));
        let bias = self.place("filter.perceptron.first.bias");
        self.gradients.add(gradients.bias(bias, width, 0));
        // Of the share of the filter's perceptron, the last columns of each row.
        let (mut handed, mut handed_stride) = (last, width);
        for (layer, own) in kept.layers.iter().enumerate().rev() {
            let (product, rows) = (kept.products[layer], &kept.rows[layer]);
            let gradient = self.gin_backward(own, &output_gradient, Some((&handed, handed_stride)));
            let gradients = match layer.checked_sub(1) {
                Some(before) => {
                    let input = (rows, &kept.layers[before].norm);
                    let (gradients, before) = self.normalised_backward(product, input, &gradient);
                    output_gradient = before;
                    gradients
                }
                None if self.learns_features() => {
                    let (gradients, features) = self.linear_backward(product, rows, &gradient);
                    self.learned_features_backward(&features);
                    gradients
                }
                None => self.weights_backward(product, rows, &gradient),
            };
            let columns = own.columns;
            self.gradients
                .add(gradients.weights(product.first, [columns, columns], 0));
            self.gradients
                .add(gradients.weights(product.second, [columns, width], columns));
            (handed, handed_stride) = (gradient, own.stride);
        }
    }
}
