//! The launches of the learned filter and of its gradient, as [`crate::model::filter::Filter`] has them.

use burn::tensor::wgpu::wgpu;

use super::{
    gradients::{Runs, Segment},
    head::{Context, GRADIENT_ROWS, Linear, weights_segment},
    kernel::Kernel,
    recording::{Groups, NOTHING},
    size::word,
};

/// Rows of which `shaders/step_norm_sums.wgsl` makes a share of the gradient, and of which `shaders/step_linear.wgsl` and others
/// have a workgroup.
const NORM_ROWS: u32 = 16;
const ROWS: u32 = 8;

/// What the gradient needs of a layer of message passing.
struct Kept {
    /// Numbers of a row that comes in.
    columns: u32,
    /// What messages are made of, with the share of the filter's perceptron behind it in each row.
    product: wgpu::Buffer,
    sums: wgpu::Buffer,
    sums_norms: wgpu::Buffer,
    hidden: wgpu::Buffer,
    output: wgpu::Buffer,
    output_norms: wgpu::Buffer,
}

/// What the gradient needs of the whole filter.
pub(super) struct FilterKept {
    /// Rows before the first layer, and after each.
    rows: Vec<wgpu::Buffer>,
    layers: Vec<Kept>,
    last: wgpu::Buffer,
    last_norms: wgpu::Buffer,
    /// Values of the vertices.
    pub values: wgpu::Buffer,
}

impl Context<'_, '_> {
    fn place(&self, name: &str) -> u32 {
        self.parameters.place(name)
    }

    /// Numbers of a row before the first layer.
    fn first_columns(&self) -> u32 {
        self.config.width as u32 * (self.tables().len().max(1) as u32)
    }

    /// The tables of first features: name, place of the row of each class, of the classes of each row, and rows.
    fn tables(&self) -> Vec<(&'static str, super::size::TablePlaces, u32)> {
        let (places, sizes) = (self.recorder.places, self.config.feature_sizes);
        let degrees = ("filter.features.degree", places.degrees, sizes.degrees as u32);
        let labels = ("filter.features.label", places.labels, sizes.labels as u32);
        [degrees, labels].into_iter().filter(|&(.., rows)| rows > 0).collect()
    }

    /// Place of how often each row after so many layers counts.
    fn counts(&self, layer: usize) -> u32 {
        self.recorder.places.layers[layer - 1].counts
    }

    /// Where the weights of the filter's perceptron begin that read the rows after so many layers.
    fn share_of(&self, layer: usize) -> u32 {
        let width = self.config.width as u32;
        let before = match layer {
            0 => 0,
            _ => self.first_columns() + (layer as u32 - 1) * width,
        };
        self.place("filter.perceptron.first.weight") + before * width
    }

    fn by_rows(layer: usize, per: u32, columns: u32) -> [Groups; 3] {
        [Groups::Rows(layer, per), Groups::Fixed(columns.div_ceil(64)), Groups::Fixed(1)]
    }

    /// Batch normalisation with LeakyReLU of rows after so many layers: the result and what its gradient needs.
    fn normalise(
        &mut self,
        layer: usize,
        columns: u32,
        name: &str,
        x: &wgpu::Buffer,
        moments: &wgpu::Buffer,
    ) -> [wgpu::Buffer; 2] {
        let y = self.recorder.scratch(columns * self.recorder.room.rows[layer]);
        let norms = self.recorder.scratch(2 * columns);
        let mut words = vec![word::ROWS + layer as u32, columns];
        let parts = ["gamma", "beta", "mean", "variance"];
        words.extend(parts.map(|part| self.place(&format!("{name}.{part}"))));
        self.recorder.launch(
            Kernel::Normalise,
            &[x, moments, self.state, &y, &norms],
            words,
            Self::by_rows(layer, 32, columns),
        );
        [y, norms]
    }

    /// The filter, up to the values of the vertices.
    pub fn filter(&mut self) -> FilterKept {
        let width = self.config.width as u32;
        let room = self.recorder.room;
        let mut columns = self.first_columns();
        let widest = columns.max(width);
        let most_rows = room.rows.iter().copied().max().unwrap_or(0);
        let moments = self.recorder.scratch(3 * widest * most_rows.div_ceil(ROWS));
        let unused = self.recorder.scratch(4);

        let features = self.recorder.scratch(columns * room.rows[0]);
        let tables = self.tables();
        let mut words = vec![columns, width, tables.len() as u32];
        words.extend(tables.iter().flat_map(|(name, places, _)| [self.place(name), places.rows]));
        words.resize(7, 0);
        self.recorder.launch(
            Kernel::Embed,
            &[self.state, &features],
            words,
            Self::by_rows(0, 1, columns),
        );
        let mut rows = vec![features];
        let mut layers: Vec<Kept> = Vec::new();
        for layer in 0..self.config.layers {
            let name = |part: &str| format!("filter.layers.{layer}.{part}");
            let own = &self.recorder.places.layers[layer];
            // The products of the layer and of the filter's perceptron, side by side.
            let both = columns + width;
            let mut linear = Linear::plain(word::ROWS + layer as u32, columns, both, 0);
            linear.split = columns;
            linear.first = self.place(&name("perceptron.first.weight"));
            linear.second = self.share_of(layer);
            self.add_share_before(&mut linear, layer, &layers);
            let product = self.recorder.scratch(both * room.rows[layer]);
            let added = layers.last().map_or(self.state, |kept| &kept.product);
            self.recorder.launch(
                Kernel::Linear,
                &[self.state, &rows[layer], added, &product, &unused],
                linear.words(),
                Self::by_rows(layer, ROWS, both),
            );
            let after = layer + 1;
            let sums = self.recorder.scratch(columns * room.rows[after]);
            let words = vec![
                word::ROWS + after as u32,
                columns,
                both,
                self.place(&name("epsilon")),
                self.place(&name("perceptron.first.bias")),
                own.refined,
                own.neighbours.offsets,
                own.neighbours.columns,
                own.counts,
            ];
            self.recorder.launch(
                Kernel::Messages,
                &[self.state, &product, &sums, &moments],
                words,
                Self::by_rows(after, ROWS, columns),
            );
            let [hidden, sums_norms] =
                self.normalise(after, columns, &name("perceptron.norm"), &sums, &moments);
            let weights = self.place(&name("perceptron.second.weight"));
            let mut linear = Linear::plain(word::ROWS + after as u32, columns, width, weights);
            linear.bias = self.place(&name("perceptron.second.bias"));
            linear.counts = self.counts(after);
            let output = self.recorder.scratch(width * room.rows[after]);
            self.recorder.launch(
                Kernel::Linear,
                &[self.state, &hidden, self.state, &output, &moments],
                linear.words(),
                Self::by_rows(after, ROWS, width),
            );
            let [y, output_norms] = self.normalise(after, width, &name("norm"), &output, &moments);
            rows.push(y);
            layers.push(Kept {
                columns,
                product,
                sums,
                sums_norms,
                hidden,
                output,
                output_norms,
            });
            columns = width;
        }

        let end = self.config.layers;
        let mut linear = Linear::plain(word::ROWS + end as u32, width, width, self.share_of(end));
        linear.bias = self.place("filter.perceptron.first.bias");
        linear.counts = self.counts(end);
        self.add_share_before(&mut linear, end, &layers);
        let last = self.recorder.scratch(width * room.rows[end]);
        let added = &layers.last().expect("a layer").product;
        self.recorder.launch(
            Kernel::Linear,
            &[self.state, &rows[end], added, &last, &moments],
            linear.words(),
            Self::by_rows(end, ROWS, width),
        );
        let [activated, last_norms] =
            self.normalise(end, width, "filter.perceptron.norm", &last, &moments);
        let values = self.recorder.scratch(room.vertices);
        let words = vec![
            width,
            self.place("filter.perceptron.second.weight"),
            self.place("filter.perceptron.second.bias"),
            self.recorder.places.colours,
        ];
        self.recorder.launch(
            Kernel::Filter,
            &[self.state, &activated, &values],
            words,
            [Groups::Vertices(64), Groups::Fixed(1), Groups::Fixed(1)],
        );
        FilterKept {
            rows,
            layers,
            last,
            last_norms,
            values,
        }
    }

    /// To the share of the filter's perceptron in the rows after `layer` layers, adds that of the rows before.
    fn add_share_before(&self, linear: &mut Linear, layer: usize, layers: &[Kept]) {
        if let Some(before) = layers.last() {
            linear.added_rows = self.recorder.places.layers[layer - 1].refined;
            linear.added_columns = before.columns + self.config.width as u32;
        }
    }

    /// The gradient of batch normalisation, of rows after so many layers; `outer` is where the weights of a linear layer with
    /// one column stand, of which there is the gradient instead.
    #[allow(clippy::too_many_arguments, reason = "what a normalisation read, and its gradient")]
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
        self.gradients.add_plain(self.parameters, &gamma, base, stride, runs);
        self.gradients.add_plain(self.parameters, &beta, base + columns, stride, runs);
        let mut weights = NOTHING;
        if let Some(outer) = outer {
            let [weight, bias] = ["weight", "bias"].map(|part| format!("{outer}.{part}"));
            weights = self.place(&weight);
            self.gradients.add_plain(self.parameters, &weight, base + 2 * columns, stride, runs);
            self.gradients.add_plain(self.parameters, &bias, base + 3 * columns, stride, runs);
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

    /// The gradients of the weights of a linear layer on rows after so many layers: where they are, and how far apart those of
    /// the runs of rows. Behind them are those of the bias.
    fn weights_backward(
        &mut self,
        layer: usize,
        [inner, columns]: [u32; 2],
        x: &wgpu::Buffer,
        gradient: &wgpu::Buffer,
    ) -> [u32; 2] {
        let stride = (inner + 1) * columns;
        let runs = self.recorder.room.rows[layer].div_ceil(GRADIENT_ROWS);
        let base = self.gradients.take(stride * runs);
        self.recorder.launch(
            Kernel::WeightsGradient,
            &[x, gradient, self.sums],
            vec![word::ROWS + layer as u32, inner, columns, base],
            [
                Groups::Fixed(inner.div_ceil(8)),
                Groups::Fixed(columns.div_ceil(64)),
                Groups::Rows(layer, GRADIENT_ROWS),
            ],
        );
        [base, stride]
    }

    /// The gradient of the input of a linear layer on rows after so many layers, with two weights side by side.
    fn input_backward(
        &mut self,
        layer: usize,
        [inner, columns, split]: [u32; 3],
        [first, second]: [u32; 2],
        gradient: &wgpu::Buffer,
    ) -> wgpu::Buffer {
        let x_gradient = self.recorder.scratch(inner * self.recorder.room.rows[layer]);
        self.recorder.launch(
            Kernel::InputGradient,
            &[self.state, gradient, &x_gradient],
            vec![word::ROWS + layer as u32, inner, columns, split, first, second],
            Self::by_rows(layer, ROWS, inner),
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
        self.gradients.add_plain(self.parameters, "filter.perceptron.first.bias", bias, stride, runs);
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
            let [weight, bias] = ["weight", "bias"].map(|part| name(&format!("perceptron.second.{part}")));
            let start = self.place(&weight);
            self.gradients.add(weights_segment(start, [columns, width], base, width, stride, runs));
            self.gradients.add_plain(self.parameters, &bias, base + columns * width, stride, runs);
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
            let [base, stride] = self.weights_backward(layer, [columns, both], &kept.rows[layer], &product);
            let runs = Runs::rows(layer, GRADIENT_ROWS);
            let (first, second) = (self.place(&name("perceptron.first.weight")), self.share_of(layer));
            let segment = weights_segment(first, [columns, columns], base, both, stride, runs);
            self.gradients.add(segment);
            let segment = weights_segment(second, [columns, width], base + columns, both, stride, runs);
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
        self.gradients.add_plain(self.parameters, &bias, base, stride, runs);
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
            &[self.state, sums, handed, &kept.product, &gradient, self.sums],
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
            self.gradients.add_plain(self.parameters, name, base, 0, Runs::ONE);
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
