//! The quantity that a model predicts for a graph.

use serde::{Deserialize, Serialize};

/// The quantity that a model predicts for a graph.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub enum Task {
    /// The class. The metric of predictions is their accuracy, a share in [0, 1].
    #[default]
    Classification,
    /// A number. The metric of predictions is their mean absolute error (MAE).
    Regression,
}

/// The predictions of a model for some graphs, in their order.
#[derive(Clone, Debug, PartialEq)]
pub enum Predictions {
    /// A class for each graph.
    Classes(Vec<u32>),
    /// A number for each graph, in the unit of the targets.
    Values(Vec<f64>),
}

impl Predictions {
    /// The predictions as numbers: the index of each class, or each value.
    pub fn numbers(&self) -> Vec<f64> {
        match self {
            Self::Classes(classes) => classes.iter().copied().map(f64::from).collect(),
            Self::Values(values) => values.clone(),
        }
    }
}
