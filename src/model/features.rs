//! What a vertex is given first: learned rows for its degree and label.

use burn::{module::Param, prelude::*};
use rand::Rng;

use super::{BatchInput, initial::Initial};
use crate::{ops::row_sum, protocol};

/// First features of the vertices.
#[derive(Module, Debug)]
pub struct Features {
    /// A row for each degree from 0 to the largest of the data set.
    pub degree: Option<Param<Tensor<2>>>,
    /// A row for each vertex label.
    pub label: Option<Param<Tensor<2>>>,
    /// Columns of one row.
    width: usize,
}

impl Features {
    /// Tables of standard normal rows with `width` columns.
    pub fn new<R: Rng>(
        kind: protocol::Features,
        degrees: usize,
        labels: usize,
        width: usize,
        initial: &mut Initial<R>,
    ) -> Self {
        use protocol::Features::*;
        let degree = matches!(kind, Degree | DegreeLabel);
        let label = matches!(kind, Label | DegreeLabel);
        Self {
            degree: degree.then(|| initial.normal([degrees, width])),
            label: label.then(|| initial.normal([labels, width])),
            width,
        }
    }

    /// Number of columns [`Self::forward`] gives.
    pub fn columns(&self) -> usize {
        match (&self.degree, &self.label) {
            (Some(_), Some(_)) => 2 * self.width,
            _ => self.width,
        }
    }

    /// `[R, columns]`, a row for each kind of vertices: the rows of degree and label side by side, or ones where there are none.
    pub fn forward(&self, input: &BatchInput) -> Tensor<2> {
        let degree = self.degree.as_ref().zip(input.degrees.as_ref());
        let label = self.label.as_ref().zip(input.labels.as_ref());
        let mut parts: Vec<_> = [degree, label]
            .into_iter()
            .flatten()
            .map(|(table, rows)| row_sum(table.val(), rows))
            .collect();
        match parts.len() {
            0 => Tensor::ones([input.kinds, self.width], &input.device),
            1 => parts.remove(0),
            _ => Tensor::cat(parts, 1),
        }
    }
}
