//! Vertex features: learned rows for degree and label, and a linear layer of the attributes.

use burn::{module::Param, nn::Linear, prelude::*};
use rand::Rng;

use super::{BatchInput, ModelConfig, initial::Initial, linear};
use crate::ops::row_sum;

/// The features of vertices before the first layer.
#[derive(Module, Debug)]
pub struct Features {
    /// One row per degree, from 0 to the maximum of the data set.
    pub degree: Option<Param<Tensor<2>>>,
    /// One row per vertex label.
    pub label: Option<Param<Tensor<2>>>,
    /// Maps the standardized attributes of a vertex to a row.
    pub attributes: Option<Linear>,
    /// Columns of one row.
    width: usize,
}

impl Features {
    /// Standard normal rows and a linear layer, with the number of columns of the configuration.
    pub fn new<R: Rng>(config: &ModelConfig, initial: &mut Initial<R>) -> Self {
        let (kind, feature_sizes, width) = (config.features, config.feature_sizes, config.width);
        let mut table = |used: bool, rows| used.then(|| initial.normal([rows, width]));
        Self {
            degree: table(kind.has_degree(), feature_sizes.degrees),
            label: table(kind.has_label(), feature_sizes.labels),
            attributes: kind
                .has_attributes()
                .then(|| initial.linear(feature_sizes.attributes, width)),
            width,
        }
    }

    /// Number of columns of the result of [`Self::forward`].
    pub fn columns(&self) -> usize {
        let used = [
            self.degree.is_some(),
            self.label.is_some(),
            self.attributes.is_some(),
        ];
        self.width * used.into_iter().filter(|used| *used).count().max(1)
    }

    /// `[R, columns]`, one row per colour class before the first layer: the rows of degree, label and attributes concatenated,
    /// or ones if there are none.
    pub fn forward(&self, input: &BatchInput) -> Tensor<2> {
        let degree = self.degree.as_ref().zip(input.degrees.as_ref());
        let label = self.label.as_ref().zip(input.labels.as_ref());
        let attributes = self.attributes.as_ref().zip(input.attributes.clone());
        let mut parts: Vec<_> = [degree, label]
            .into_iter()
            .flatten()
            .map(|(table, rows)| row_sum(table.val(), rows))
            .chain(attributes.map(|(layer, x)| linear(layer, x)))
            .collect();
        match parts.len() {
            0 => Tensor::ones([input.layers[0].number, self.width], &input.device),
            1 => parts.remove(0),
            _ => Tensor::cat(parts, 1),
        }
    }
}
