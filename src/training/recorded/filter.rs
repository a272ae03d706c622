//! The launches of the learned filter, as in [`crate::model::filter::Filter`].

use burn::tensor::wgpu::wgpu;

use super::{
    context::Context,
    gin::GinKept,
    kernel::Kernel,
    linear::{Linear, Product, ROWS, Rows},
    norm::Norm,
    recording::{Groups, NOTHING},
};

/// The values of the whole filter that its gradient needs.
pub(super) struct FilterKept {
    /// Rows before the first layer, and after each.
    pub rows: Vec<wgpu::Buffer>,
    pub layers: Vec<GinKept>,
    /// The products of these rows with the weights.
    pub products: Vec<Product>,
    /// The normalisation inside the perceptron.
    pub norm: Norm,
    /// Values of the vertices.
    pub values: wgpu::Buffer,
}

impl Context<'_, '_> {
    /// Start of the weights of the filter's perceptron that read the rows after `layer` layers.
    pub fn share_of(&self, layer: usize) -> u32 {
        let width = self.config.width as u32;
        let before = match layer {
            0 => 0,
            _ => self.learned_columns() + (layer as u32 - 1) * width,
        };
        self.place("filter.perceptron.first.weight") + before * width
    }

    /// The filter, up to the values of the vertices.
    pub fn filter(&mut self) -> FilterKept {
        let width = self.config.width as u32;
        let room = self.recorder.room;
        let mut columns = self.learned_columns();
        let moments = self.moments(columns.max(width));

        let mut rows = vec![self.learned_features()];
        let mut layers: Vec<GinKept> = Vec::new();
        let mut products = Vec::new();
        for layer in 0..self.config.layers {
            let name = format!("filter.layers.{layer}");
            // The products of the layer and of the filter's perceptron, as columns of one row.
            let both = columns + width;
            let mut product = Product::plain(Rows::Classes(layer), [columns, both], 0);
            product.split = columns;
            product.first = self.place(&format!("{name}.perceptron.first.weight"));
            product.second = self.share_of(layer);
            let linear = Linear {
                product,
                bias: NOTHING,
                added: self.share_before(layer, &layers),
                moments: None,
            };
            let y = self.linear(&linear, &rows[layer]);
            products.push(product);
            let (y, kept) = self.gin((layer, name), [columns, both], y, &moments);
            rows.push(y);
            layers.push(kept);
            columns = width;
        }

        let end = self.config.layers;
        let weights = self.share_of(end);
        let product = Product::plain(Rows::Classes(end), [width, width], weights);
        let linear = Linear {
            product,
            bias: self.place("filter.perceptron.first.bias"),
            added: self.share_before(end, &layers),
            moments: Some((&moments, self.counts(end))),
        };
        let last = self.linear(&linear, &rows[end]);
        products.push(product);
        let (activated, norm) = self.normalise(
            (end, width),
            "filter.perceptron.norm".into(),
            last,
            (&moments, ROWS),
        );
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
            products,
            norm,
            values,
        }
    }

    /// The output of the filter's perceptron for the rows before those after `layer` layers. The caller adds it to the share of
    /// these rows.
    fn share_before<'k>(
        &self,
        layer: usize,
        layers: &'k [GinKept],
    ) -> Option<(&'k wgpu::Buffer, u32, u32)> {
        let before = layers.last()?;
        let rows = self.recorder.places.layers[layer - 1].refined;
        Some((&before.product, before.stride, rows))
    }
}
