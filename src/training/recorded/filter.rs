//! The launches of the learned filter, as [`crate::model::filter::Filter`] has them.

use burn::tensor::wgpu::wgpu;

use super::{
    head::Context,
    kernel::Kernel,
    linear::{Linear, ROWS},
    recording::Groups,
    size::{TablePlaces, word},
};

/// What the gradient needs of a layer of message passing.
pub(super) struct Kept {
    /// Numbers of a row that comes in.
    pub columns: u32,
    /// What messages are made of, with the share of the filter's perceptron behind it in each row.
    pub product: wgpu::Buffer,
    pub sums: wgpu::Buffer,
    pub sums_norms: wgpu::Buffer,
    pub hidden: wgpu::Buffer,
    pub output: wgpu::Buffer,
    pub output_norms: wgpu::Buffer,
}

/// What the gradient needs of the whole filter.
pub(super) struct FilterKept {
    /// Rows before the first layer, and after each.
    pub rows: Vec<wgpu::Buffer>,
    pub layers: Vec<Kept>,
    pub last: wgpu::Buffer,
    pub last_norms: wgpu::Buffer,
    /// Values of the vertices.
    pub values: wgpu::Buffer,
}

impl Context<'_, '_> {
    pub fn place(&self, name: &str) -> u32 {
        self.parameters.place(name)
    }

    /// Numbers of a row before the first layer.
    pub fn first_columns(&self) -> u32 {
        self.config.width as u32 * (self.tables().len().max(1) as u32)
    }

    /// The tables of first features: name, place of the row of each class, of the classes of each row, and rows.
    pub fn tables(&self) -> Vec<(&'static str, TablePlaces, u32)> {
        let (places, sizes) = (self.recorder.places, self.config.feature_sizes);
        let degrees = (
            "filter.features.degree",
            places.degrees,
            sizes.degrees as u32,
        );
        let labels = ("filter.features.label", places.labels, sizes.labels as u32);
        [degrees, labels]
            .into_iter()
            .filter(|&(.., rows)| rows > 0)
            .collect()
    }

    /// Place of how often each row after so many layers counts.
    pub fn counts(&self, layer: usize) -> u32 {
        self.recorder.places.layers[layer - 1].counts
    }

    /// Where the weights of the filter's perceptron begin that read the rows after so many layers.
    pub fn share_of(&self, layer: usize) -> u32 {
        let width = self.config.width as u32;
        let before = match layer {
            0 => 0,
            _ => self.first_columns() + (layer as u32 - 1) * width,
        };
        self.place("filter.perceptron.first.weight") + before * width
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
        let y = self
            .recorder
            .scratch(columns * self.recorder.room.rows[layer]);
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
        words.extend(
            tables
                .iter()
                .flat_map(|(name, places, _)| [self.place(name), places.rows]),
        );
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
}
