//! Messages with edge features (GINE, Hu et al. 2020).

use burn::{module::Param, nn::Linear, prelude::*, tensor::activation::relu};
use rand::Rng;

use super::{ModelConfig, initial::Initial, linear};
use crate::{
    graph::batch::{FeatureSizes, Layer},
    ops::{SparseRows, row_sum},
};

/// The term of the edge in a message: a learned row for its label, or a linear layer of its attributes.
#[derive(Module, Debug)]
pub struct EdgeFeatures {
    /// One row per edge label.
    pub label: Option<Param<Tensor<2>>>,
    /// Maps the standardized attributes of an edge to a row.
    pub attributes: Option<Linear>,
}

impl EdgeFeatures {
    /// For messages of `columns` columns: a standard normal table, or a linear layer; `None` if the configuration has no edge
    /// features.
    pub fn new<R: Rng>(
        columns: usize,
        config: &ModelConfig,
        initial: &mut Initial<R>,
    ) -> Option<Self> {
        let [labels, attributes] = [
            config.feature_sizes.edge_labels,
            config.feature_sizes.edge_attributes,
        ];
        (labels + attributes > 0).then(|| Self {
            label: (labels > 0).then(|| initial.normal([labels, columns])),
            attributes: (attributes > 0).then(|| initial.linear(attributes, columns)),
        })
    }

    /// `Σ max(0, x_u + e_uv)` over the neighbours u of v, with the row e_uv of the edge between them: from one row per colour
    /// class before the layer to one per class after it.
    pub fn messages(&self, x: Tensor<2>, edge_messages: &EdgeMessages) -> Tensor<2> {
        let mut messages = row_sum(x, &edge_messages.neighbour);
        if let (Some(table), Some(rows)) = (&self.label, &edge_messages.labels) {
            messages = messages + row_sum(table.val(), rows);
        }
        if let (Some(layer), Some(attributes)) = (&self.attributes, &edge_messages.attributes) {
            messages = messages + linear(layer, attributes.clone());
        }
        row_sum(relu(messages), &edge_messages.to_class)
    }
}

/// The S messages of a layer, each from one of B colour classes to one of R.
#[derive(Clone, Debug)]
pub struct EdgeMessages {
    /// The sender, `[S × B]`.
    neighbour: SparseRows,
    /// The receiver, `[R × S]`.
    to_class: SparseRows,
    /// Label of the edge, `[S × edge labels]`; only if used.
    labels: Option<SparseRows>,
    /// Standardized attributes of the edge, `[S, edge attributes]`; only if used.
    attributes: Option<Tensor<2>>,
}

impl EdgeMessages {
    /// The messages of a layer from `before` colour classes; `None` if edges have no features.
    ///
    /// A batch without edges gets a padding message without receiver, since buffers cannot be empty.
    pub(super) fn new(
        layer: &Layer,
        before: usize,
        feature_sizes: FeatureSizes,
        device: &Device,
    ) -> Option<Self> {
        let [labels, attributes] = [feature_sizes.edge_labels, feature_sizes.edge_attributes];
        if labels + attributes == 0 {
            return None;
        }
        let places = layer.neighbours.len().max(1);
        let filled = |rows: &[u32]| {
            let mut rows = rows.to_vec();
            rows.resize(places, 0);
            rows
        };
        let all: Vec<u32> = (0..layer.neighbours.len() as u32).collect();
        Some(Self {
            neighbour: SparseRows::look_up(&filled(&layer.neighbours), before, device),
            to_class: SparseRows::new(&layer.neighbour_offsets, &all, places, device),
            labels: (labels > 0)
                .then(|| SparseRows::look_up(&filled(&layer.edge_label_rows), labels, device)),
            attributes: (attributes > 0).then(|| {
                let mut rows = layer.edge_attributes.clone();
                rows.resize(places * attributes, 0.0);
                Tensor::from_data(TensorData::new(rows, [places, attributes]), device)
            }),
        })
    }
}
