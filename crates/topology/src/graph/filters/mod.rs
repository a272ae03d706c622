//! Vertex filters that are not learned: computed from the structure of the graph, or read from the data.
//!
//! [`FILTERS`] has one entry for each structural filter. The entries define the filters of PH-only, those of `sublevel barcode` and
//! of the page, and the tables of the documentation.

mod blocks;
mod closeness;
mod core_numbers;
mod fixed;
mod forman_ricci;
mod heat_kernel;
#[cfg(test)]
mod tests;
mod triangles;

pub use blocks::Progress;
pub use closeness::closeness;
pub use core_numbers::core_numbers;
pub use fixed::FixedFilter;
pub use heat_kernel::{HEAT_TIME, heat_kernel};
pub(super) use triangles::triangles;

use super::input_graph::widened;
use super::{Graph, InputGraph};
use crate::choice::Choice;
use closeness::exact_closeness;
use forman_ricci::forman_ricci;
use heat_kernel::heat_kernel_with_progress;

/// The map from the values of a filter to the input of models in \[0, 1\].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Scale {
    /// The values are in \[0, 1\].
    Unit,
    /// Each value divided by the largest of its graph.
    Graph,
    /// The smallest range of 0 and the values of the training part becomes \[0, 1\].
    TrainingPart,
}

impl Scale {
    /// The map, for the documentation of models. `None` for the identity.
    pub fn help(self) -> Option<&'static str> {
        match self {
            Self::Unit => None,
            Self::Graph => Some("relative to the largest of the graph, as in the paper"),
            Self::TrainingPart => Some(
                "stretched: the smallest range of 0 and the values of the training part becomes [0, 1]",
            ),
        }
    }
}

/// The definition of a filter from the structure of a graph.
pub struct Filter {
    pub filter: FixedFilter,
    pub choice: Choice,
    /// The values of the vertices of a simple graph.
    pub values: fn(&Graph) -> Vec<f32>,
    /// The values in 64 bits, for a graph with possible self-loops and repeated edges.
    pub exact: fn(&InputGraph, Progress<'_>) -> Vec<f64>,
    pub scale: Scale,
    /// Whether it searches the whole graph from every vertex.
    pub searches: bool,
}

/// The structural filters, in the order of forms.
pub static FILTERS: [Filter; 5] = [
    Filter {
        filter: FixedFilter::Degree,
        choice: Choice {
            id: "degree",
            label: "degree",
            help: "The number of edges at the vertex",
        },
        values: |graph| single(graph.degrees()),
        // A self-loop counts twice, a repeated edge as often as it occurs.
        exact: |graph, _| graph.degrees(),
        scale: Scale::Graph,
        searches: false,
    },
    Filter {
        filter: FixedFilter::Core,
        choice: Choice {
            id: "core",
            label: "core number",
            help: "The core number",
        },
        values: |graph| single(core_numbers(graph)),
        exact: |graph, _| {
            let cores = core_numbers(&graph.simple()).into_iter();
            cores.map(f64::from).collect()
        },
        scale: Scale::TrainingPart,
        searches: false,
    },
    Filter {
        filter: FixedFilter::Closeness,
        choice: Choice {
            id: "closeness",
            label: "closeness",
            help: "The closeness centrality, as in NetworkX",
        },
        values: closeness,
        exact: |graph, progress| exact_closeness(&graph.simple(), progress),
        scale: Scale::Unit,
        searches: true,
    },
    Filter {
        filter: FixedFilter::HeatKernel,
        choice: Choice {
            id: "heat-kernel",
            label: "heat kernel",
            help: "The heat kernel signature at time 1",
        },
        values: heat_kernel,
        exact: |graph, progress| {
            let values = heat_kernel_with_progress(&graph.simple(), progress).into_iter();
            values.map(widened).collect()
        },
        scale: Scale::Unit,
        searches: true,
    },
    Filter {
        filter: FixedFilter::FormanRicci,
        choice: Choice {
            id: "forman-ricci",
            label: "Forman–Ricci curvature",
            help: "The mean Forman–Ricci curvature of the edges at the vertex, augmented by triangles",
        },
        values: |graph| {
            let values = forman_ricci(graph, &|_| ()).into_iter();
            values.map(|value| value as f32).collect()
        },
        exact: |graph, progress| forman_ricci(&graph.simple(), progress),
        scale: Scale::TrainingPart,
        searches: false,
    },
];

impl Filter {
    /// The filter with this id, if any.
    pub fn of_id(id: &str) -> Option<&'static Self> {
        FILTERS.iter().find(|filter| filter.choice.id == id)
    }

    /// The list entries of all filters, in the order of forms.
    pub fn choices() -> impl Iterator<Item = &'static Choice> {
        FILTERS.iter().map(|filter| &filter.choice)
    }

    /// The ids of all filters, in the order of forms.
    pub fn ids() -> impl Iterator<Item = &'static str> {
        FILTERS.iter().map(|filter| filter.choice.id)
    }
}

/// The value of every vertex under the filter of [`FILTERS`] with this id, if any. Closeness and heat kernel use all cores, and the
/// values are bit-identical for any number of threads. The values are not scaled.
pub fn of_structure(graph: &InputGraph, id: &str, progress: Progress<'_>) -> Option<Vec<f64>> {
    Filter::of_id(id).map(|filter| (filter.exact)(graph, progress))
}

fn single(numbers: Vec<u32>) -> Vec<f32> {
    numbers.into_iter().map(|number| number as f32).collect()
}
