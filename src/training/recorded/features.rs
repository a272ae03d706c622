//! The launches that compute the first features of the colour classes, and those of their gradient.

use burn::tensor::wgpu::wgpu;

use super::{
    context::Context,
    gradients::Runs,
    kernel::Kernel,
    linear::{Product, Rows},
    parameters::PADDING,
    places::TablePlaces,
    recording::{Groups, MAX_GROUPS, NOTHING},
};

/// Weights and bias of the layer that reads attributes.
const ATTRIBUTES: [&str; 2] = [
    "filter.features.attributes.weight",
    "filter.features.attributes.bias",
];

impl Context<'_, '_> {
    /// Number of columns of the first features that are learned, as in [`crate::model::features::Features`].
    pub fn learned_columns(&self) -> u32 {
        let parts = self.tables().len() + usize::from(self.has_attributes());
        (self.config.width * parts.max(1)) as u32
    }

    /// Whether there are features whose parameters are learned.
    pub fn learns_features(&self) -> bool {
        !self.tables().is_empty() || self.has_attributes()
    }

    fn has_attributes(&self) -> bool {
        self.config.feature_sizes.attributes > 0
    }

    /// The tables of learned features: the name, the places of the row of each class and of the classes of each row, and the number
    /// of rows.
    fn tables(&self) -> Vec<(&'static str, TablePlaces, u32)> {
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

    pub fn learned_features(&mut self) -> wgpu::Buffer {
        let (width, columns) = (self.config.width as u32, self.learned_columns());
        let tables = self.tables();
        let mut words = vec![columns, width, tables.len() as u32];
        words.extend(
            tables
                .iter()
                .flat_map(|(name, places, _)| [self.place(name), places.rows]),
        );
        words.resize(7, NOTHING);
        let places = self.recorder.places.attributes;
        words.extend([places.columns, places.stride, places.rows]);
        if self.has_attributes() {
            words.extend(ATTRIBUTES.map(|name| self.place(name)));
        }
        words.resize(12, NOTHING);
        let features = self.recorder.scratch(columns * self.recorder.room.rows[0]);
        self.recorder.launch(
            Kernel::Embed,
            &[self.state, &features],
            words,
            Self::by_rows(0, 4, columns),
        );
        features
    }

    pub fn learned_features_backward(&mut self, gradient: &wgpu::Buffer) {
        let width = self.config.width as u32;
        let columns = self.learned_columns();
        let tables = self.tables();
        for (number, &(name, places, rows)) in (0..).zip(&tables) {
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
            let many = rows.div_ceil(MAX_GROUPS);
            self.recorder.launch(
                Kernel::TableGradient,
                &[gradient, self.sums],
                words,
                [
                    Groups::Fixed(rows.div_ceil(many)),
                    Groups::Fixed(width.div_ceil(64)),
                    Groups::Fixed(many),
                ],
            );
        }
        if self.has_attributes() {
            self.attributes_backward(tables.len() as u32 * width, gradient);
        }
    }

    /// The gradients of the layer that reads attributes. Its output begins at column `first` of the features. The kernel also
    /// computes the gradients of the other columns, which nothing reads.
    fn attributes_backward(&mut self, first: u32, gradient: &wgpu::Buffer) {
        let (width, columns) = (self.config.width as u32, self.learned_columns());
        let (room, places) = (self.recorder.room.rows[0], self.recorder.places.attributes);
        let attributes = self
            .recorder
            .part_of_batch(places.rows, places.stride * room);
        let product = Product::plain(Rows::Classes(0), [places.stride, columns], NOTHING);
        let gradients = self.weights_backward(product, attributes, gradient);
        let [weight, bias] = ATTRIBUTES.map(|name| self.place(name));
        let sizes = [places.columns, width];
        self.gradients.add(gradients.weights(weight, sizes, first));
        self.gradients.add(gradients.bias(bias, width, first));
    }

    /// Number of columns of the features that are not learned, as in [`crate::model::one_hot::OneHot`], including the zero columns
    /// after them.
    pub fn fixed_columns(&self) -> u32 {
        let sizes = self.config.feature_sizes;
        match sizes.degrees + sizes.labels + sizes.attributes {
            0 => self.config.width as u32,
            columns => columns.next_multiple_of(PADDING) as u32,
        }
    }

    /// The features that are not learned.
    pub fn fixed_features(&mut self) -> wgpu::Buffer {
        let (columns, sizes) = (self.fixed_columns(), self.config.feature_sizes);
        let places = self.recorder.places;
        let features = self.recorder.scratch(columns * self.recorder.room.rows[0]);
        self.recorder.launch(
            Kernel::OneHot,
            &[&features],
            vec![
                columns,
                sizes.degrees as u32,
                sizes.labels as u32,
                places.attributes.columns,
                places.attributes.stride,
                places.degrees.rows,
                places.labels.rows,
                places.attributes.rows,
            ],
            Self::by_rows(0, 4, columns),
        );
        features
    }
}
