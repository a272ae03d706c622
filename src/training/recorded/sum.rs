//! The launches of a step of SUM, as [`crate::model::gin_sum::GinSum`] has it.

use super::{
    context::Context,
    gradients::Runs,
    kernel::Kernel,
    linear::{GRADIENT_ROWS, Linear, ROWS, weights_segment},
    recording::Groups,
    size::word,
};

/// Rows of a workgroup of `shaders/step_weighted_sum.wgsl` where each is a sum of few.
const ROWS_OF_FEW: u32 = 8;

impl Context<'_, '_> {
    /// Adds all launches of the model and of its gradient.
    pub fn sum(&mut self) {
        let (width, layers) = (self.config.width as u32, self.config.layers);
        let room = self.recorder.room;
        let first_columns = self.fixed_columns();
        let moments = self.moments(first_columns.max(width));
        let unused = self.recorder.scratch(4);
        let weights = |layer: usize| format!("encoder.layers.{layer}.perceptron.first.weight");

        let mut rows = vec![self.fixed_features()];
        let mut kept = Vec::new();
        let mut columns = first_columns;
        for layer in 0..layers {
            let first = self.place(&weights(layer));
            let linear = Linear::plain(word::ROWS + layer as u32, columns, columns, first);
            let product = self.recorder.scratch(columns * room.rows[layer]);
            self.recorder.launch(
                Kernel::Linear,
                &[self.state, &rows[layer], self.state, &product, &unused],
                linear.words(),
                Self::by_rows(layer, ROWS, columns),
            );
            let name = format!("encoder.layers.{layer}");
            let (y, own) = self.gin((layer, name), [columns, columns], product, &moments);
            rows.push(y);
            kept.push(own);
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
        let mut rows_gradient = self.recorder.scratch(width * room.rows[layers]);
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
        for (layer, own) in kept.iter().enumerate().rev() {
            let product = self.gin_backward(own, &rows_gradient, None);
            let columns = own.columns;
            let sizes = [columns, columns];
            let [base, stride] = self.weights_backward(layer, sizes, &rows[layer], &product);
            let first = self.place(&weights(layer));
            let runs = Runs::rows(layer, GRADIENT_ROWS);
            let segment = weights_segment(first, sizes, base, columns, stride, runs);
            self.gradients.add(segment);
            if layer > 0 {
                let sizes = [columns, columns, 0];
                rows_gradient = self.input_backward(layer, sizes, [first, first], &product);
            }
        }
    }
}
