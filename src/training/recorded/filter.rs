//! The launches of the learned filter, as [`crate::model::filter::Filter`] has them.

use burn::tensor::wgpu::wgpu;

use super::{
    context::Context,
    gin::GinKept,
    kernel::Kernel,
    linear::{Linear, ROWS},
    recording::Groups,
    size::word,
};

/// What the gradient needs of the whole filter.
pub(super) struct FilterKept {
    /// Rows before the first layer, and after each.
    pub rows: Vec<wgpu::Buffer>,
    pub layers: Vec<GinKept>,
    pub last: wgpu::Buffer,
    pub last_norms: wgpu::Buffer,
    /// Values of the vertices.
    pub values: wgpu::Buffer,
}

impl Context<'_, '_> {
    /// Where the weights of the filter's perceptron begin that read the rows after so many layers.
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
        let unused = self.recorder.scratch(4);

        let mut rows = vec![self.learned_features()];
        let mut layers: Vec<GinKept> = Vec::new();
        for layer in 0..self.config.layers {
            let name = format!("filter.layers.{layer}");
            // The products of the layer and of the filter's perceptron, side by side.
            let both = columns + width;
            let mut linear = Linear::plain(word::ROWS + layer as u32, columns, both, 0);
            linear.split = columns;
            linear.first = self.place(&format!("{name}.perceptron.first.weight"));
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
            let (y, kept) = self.gin((layer, name), [columns, both], product, &moments);
            rows.push(y);
            layers.push(kept);
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
        let [activated, last_norms] = self.normalise(
            end,
            width,
            "filter.perceptron.norm",
            &last,
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
            last,
            last_norms,
            values,
        }
    }

    /// To the share of the filter's perceptron in the rows after `layer` layers, adds that of the rows before.
    fn add_share_before(&self, linear: &mut Linear, layer: usize, layers: &[GinKept]) {
        if let Some(before) = layers.last() {
            linear.added_rows = self.recorder.places.layers[layer - 1].refined;
            linear.added_columns = before.stride;
        }
    }
}
