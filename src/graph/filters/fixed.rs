//! The filters of the model without a learned one: values in \[0, 1\] for the graphs of a data set.

#[cfg(not(target_family = "wasm"))]
use rayon::prelude::*;

use super::{closeness, core_numbers, heat_kernel};
use crate::config::FixedFilter;
use crate::graph::{Attribute, Dataset, Graph};

impl FixedFilter {
    /// The value of every vertex, all graphs of the data set one after the other, in \[0, 1\].
    ///
    /// The degree is divided by the largest of its graph, as in the paper. Core numbers and attributes are stretched
    /// so that `range`, the [`Self::range`] of the graphs that are learned from, becomes \[0, 1\]; what is below is 0,
    /// what is above is 1, and all is 0 where the range is a single number. Closeness and heat kernel are in \[0, 1\]
    /// as they are.
    ///
    /// # Errors
    /// Where the data set has no such attribute, as [`Self::check`].
    pub fn values(&self, dataset: &Dataset, range: [f64; 2]) -> Result<Vec<f32>, String> {
        let graphs = dataset.graphs.iter();
        Ok(match self {
            Self::Degree => graphs
                .flat_map(|graph| relative(&graph.degrees()))
                .collect(),
            Self::Core => {
                let numbers = graphs.flat_map(core_numbers).map(|core| core as f32);
                stretched(numbers.collect(), range)
            }
            Self::Closeness => of_all(&dataset.graphs, closeness),
            Self::HeatKernel => of_all(&dataset.graphs, heat_kernel),
            Self::Attribute(name) => {
                let mut values = Vec::new();
                for graph in graphs {
                    values.extend(attribute(dataset, graph, name)?);
                }
                stretched(values, range)
            }
        })
    }

    /// Its values on one graph, where all of the graph is searched from every vertex and other graphs do not matter.
    pub fn searched(&self) -> Option<fn(&Graph) -> Vec<f32>> {
        match self {
            Self::Closeness => Some(closeness),
            Self::HeatKernel => Some(heat_kernel),
            Self::Degree | Self::Core | Self::Attribute(_) => None,
        }
    }

    /// What [`Self::values`] makes 0 and what it makes 1, over these graphs of the data set: 0 and the largest core
    /// number, or the smallest and the largest value of an attribute. The other filters are not stretched; for these it
    /// is 0 and 1.
    ///
    /// # Errors
    /// Where the data set has no such attribute, as [`Self::check`].
    pub fn range<'a>(
        &self,
        dataset: &Dataset,
        graphs: impl Iterator<Item = &'a Graph>,
    ) -> Result<[f64; 2], String> {
        Ok(match self {
            Self::Core => [0.0, graphs.flat_map(core_numbers).max().unwrap_or(0).into()],
            Self::Attribute(name) => {
                let mut range: Option<[f32; 2]> = None;
                for graph in graphs {
                    for x in attribute(dataset, graph, name)? {
                        let [low, high] = range.unwrap_or([x; 2]);
                        range = Some([low.min(x), high.max(x)]);
                    }
                }
                range.unwrap_or_default().map(f64::from)
            }
            Self::Degree | Self::Closeness | Self::HeatKernel => [0.0, 1.0],
        })
    }

    /// Whether the data set has the attribute that the filter names.
    ///
    /// # Errors
    /// Which attributes there are instead.
    pub fn check(&self, dataset: &Dataset) -> Result<(), String> {
        match self {
            Self::Attribute(name) => attribute(dataset, &Graph::default(), name).map(drop),
            _ => Ok(()),
        }
    }
}

/// The values of one graph after the other, computed on all cores.
#[cfg(not(target_family = "wasm"))]
fn of_all(graphs: &[Graph], filter: fn(&Graph) -> Vec<f32>) -> Vec<f32> {
    graphs.par_iter().flat_map_iter(filter).collect()
}

/// The values of one graph after the other: there is one thread.
#[cfg(target_family = "wasm")]
fn of_all(graphs: &[Graph], filter: fn(&Graph) -> Vec<f32>) -> Vec<f32> {
    graphs.iter().flat_map(filter).collect()
}

/// The numbers of the vertices of a graph of the data set under that name.
fn attribute(dataset: &Dataset, graph: &Graph, name: &str) -> Result<Vec<f32>, String> {
    let known = dataset.vertex_numbers(graph);
    let found = Attribute::find(&known, "vertex", name);
    found
        .map(|attribute| attribute.values.iter().map(|&value| value as f32).collect())
        .map_err(|problem| format!("{}: {problem}", dataset.name))
}

/// Each number over the largest; 0 where all are 0.
fn relative(numbers: &[u32]) -> Vec<f32> {
    let largest = numbers.iter().copied().max().unwrap_or(0).max(1);
    let over = |&number: &u32| number as f32 / largest as f32;
    numbers.iter().map(over).collect()
}

/// Where each number stands in a range, from 0 at its first number, and below, to 1 at its last, and above; 0 where the
/// range is a single number.
fn stretched(numbers: Vec<f32>, [low, high]: [f64; 2]) -> Vec<f32> {
    if low >= high {
        return vec![0.0; numbers.len()];
    }
    // In f64, where the difference of two f32 is always finite.
    let place = |x: f32| ((f64::from(x) - low) / (high - low)).clamp(0.0, 1.0) as f32;
    numbers.into_iter().map(place).collect()
}
