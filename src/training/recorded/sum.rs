//! The launches of a step of SUM, as in [`crate::model::gin_sum::GinSum`].

use super::{
    context::Context,
    kernel::Kernel,
    linear::{Linear, Product, Rows},
    recording::{Groups, NOTHING},
    size::word,
};

/// Rows of a workgroup of `shaders/step_weighted_sum.wgsl` for sums of few terms.
const ROWS_OF_FEW: u32 = 8;

impl Context<'_, '_> {
    /// Adds all launches of the model and of its gradient.
    pub fn sum(&mut self) {
        let (width, layers) = (self.config.width as u32, self.config.layers);
        let room = self.recorder.room;
        let first_columns = self.fixed_columns();
        let moments = self.moments(first_columns.max(width));
        let weights = |layer: usize| format!("encoder.layers.{layer}.perceptron.first.weight");

        let mut rows = vec![self.fixed_features()];
        let mut kept = Vec::new();
        let mut columns = first_columns;
        for layer in 0..layers {
            let first = self.place(&weights(layer));
            let linear = Linear {
                product: Product::plain(Rows::Classes(layer), [columns, columns], first),
                bias: NOTHING,
                added: None,
                moments: None,
            };
            let product = self.linear(&linear, &rows[layer]);
            let name = format!("encoder.layers.{layer}");
            let (y, own) = self.gin((layer, name), [columns, columns], product, &moments);
            rows.push(y);
            kept.push((linear.product, own));
            columns = width;
        }
        let pool = self.recorder.places.pool;
        let (by_graph, by_class) = (pool.by_graph, pool.by_class);
        let vectors = self.recorder.scratch(width * room.graphs);
        let by_64 = Groups::Fixed(width.div_ceil(64));
        self.recorder.launch(
            Kernel::WeightedSum,
            &[&rows[layers], &vectors],
            vec![word::GRAPHS, width, by_graph.offsets, by_graph.columns, 1],
            [Groups::Graphs(1), by_64, Groups::Fixed(1)],
        );

        let vector_gradient = self.classifier("classifier", &vectors, width);
        let rows_gradient = self.recorder.scratch(width * room.rows[layers]);
        self.recorder.launch(
            Kernel::WeightedSum,
            &[&vector_gradient, &rows_gradient],
            vec![
                word::ROWS + layers as u32,
                width,
                by_class.offsets,
                by_class.columns,
                ROWS_OF_FEW,
            ],
            Self::by_rows(layers, ROWS_OF_FEW, width),
        );
        let (_, last) = kept.last().expect("a layer");
        let mut output_gradient = self.norm_backward(&last.norm, &rows_gradient);
        for (layer, (product, own)) in kept.iter().enumerate().rev() {
            let gradient = self.gin_backward(own, &output_gradient, None);
            let gradients = match layer.checked_sub(1) {
                Some(before) => {
                    let input = (&rows[layer], &kept[before].1.norm);
                    let (gradients, before) = self.normalised_backward(*product, input, &gradient);
                    output_gradient = before;
                    gradients
                }
                None => self.weights_backward(*product, &rows[layer], &gradient),
            };
            let sizes = [product.inner, product.columns];
            self.gradients
                .add(gradients.weights(product.first, sizes, 0));
        }
    }
}
