//! Graph filtration learning: the model of the paper.

use std::borrow::Cow;

use burn::prelude::*;
use rand::Rng;

use super::{BatchInput, Forward, ModelConfig, filter::Filter, head::Head, initial::Initial};

/// Learned filters, then readout and classifier.
#[derive(Module, Debug)]
pub struct Gfl {
    /// Filters of the vertices, or of vertices and edges.
    pub filter: Filter,
    /// Readout and classifier.
    pub head: Head,
}

impl Gfl {
    pub fn new<R: Rng>(config: &ModelConfig, initial: &mut Initial<R>) -> Self {
        Self {
            filter: Filter::new(config, initial),
            head: Head::new(config, initial),
        }
    }

    pub async fn forward(&self, input: &BatchInput) -> Forward {
        let domain = self.domain(input);
        self.head.forward(self.filter.forward(input), &domain).await
    }

    /// The values of each filter, as [`super::Model::filters`].
    pub fn filters(&self, input: &BatchInput) -> Vec<Tensor<1>> {
        let domain = self.domain(input);
        let values = self.filter.forward(input).into_iter();
        values.map(|values| Head::values(values, &domain)).collect()
    }

    /// The batch whose vertices have the values of the filters: with learned values of edges, the subdivided one.
    pub fn domain<'a>(&self, input: &'a BatchInput) -> Cow<'a, BatchInput> {
        match self.filter.edges {
            Some(_) => Cow::Owned(input.subdivided()),
            None => Cow::Borrowed(input),
        }
    }
}
