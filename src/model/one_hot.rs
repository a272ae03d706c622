//! Fixed vertex features: degree and label as one-hot rows, and attributes.

use burn::{prelude::*, tensor::DType};

use super::{BatchInput, ModelConfig};
use crate::ops::SparseRows;

/// The concatenation of one-hot rows of degree and label and of standardized attributes, or ones if none is used.
#[derive(Module, Debug)]
pub struct OneHot {
    /// Columns of the degree; 0 if not used.
    degrees: usize,
    /// Columns of the label; 0 if not used.
    labels: usize,
    /// Columns of the attributes; 0 if not used.
    attributes: usize,
    /// Columns of ones if none is used.
    width: usize,
}

impl OneHot {
    /// The features of the configuration.
    pub fn new(config: &ModelConfig) -> Self {
        let used = |yes: bool, columns: usize| if yes { columns } else { 0 };
        let (kind, feature_sizes) = (config.features, config.feature_sizes);
        Self {
            degrees: used(kind.has_degree(), feature_sizes.degrees),
            labels: used(kind.has_label(), feature_sizes.labels),
            attributes: used(kind.has_attributes(), feature_sizes.attributes),
            width: config.width,
        }
    }

    /// Number of columns of the result of [`Self::forward`].
    pub fn columns(&self) -> usize {
        match self.degrees + self.labels + self.attributes {
            0 => self.width,
            columns => columns,
        }
    }

    /// `[R, columns]`, one row per colour class before the first layer.
    pub fn forward(&self, input: &BatchInput) -> Tensor<2> {
        let classes = input.layers[0].number;
        let one_hot = |rows: &SparseRows, columns: usize| {
            let all = Tensor::<1, Int>::arange(0..columns as i64, (&input.device, DType::I32));
            let own: Tensor<2, Int> = rows.columns.clone().unsqueeze_dim(1);
            own.expand([classes, columns])
                .equal(all.unsqueeze::<2>().expand([classes, columns]))
                .float()
        };
        let parts = [(&input.degrees, self.degrees), (&input.labels, self.labels)];
        let mut parts: Vec<_> = parts
            .into_iter()
            .filter(|&(_, columns)| columns > 0)
            .filter_map(|(rows, columns)| Some(one_hot(rows.as_ref()?, columns)))
            .chain(input.attributes.clone())
            .collect();
        match parts.len() {
            0 => Tensor::ones([classes, self.width], &input.device),
            1 => parts.remove(0),
            _ => Tensor::cat(parts, 1),
        }
    }
}
