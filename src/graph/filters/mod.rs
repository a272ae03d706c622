//! Fixed filters: numbers that a vertex has by its place in the graph, or that come with the data.

mod blocks;
mod closeness;
mod core_numbers;
mod fixed;
mod heat_kernel;
#[cfg(test)]
mod tests;

pub use blocks::Progress;
pub use closeness::closeness;
pub use core_numbers::core_numbers;
pub use heat_kernel::{HEAT_TIME, heat_kernel};

use super::InputGraph;
use super::input_graph::widened;
use closeness::exact_closeness;
use heat_kernel::heat_kernel_told;

/// The filters that every graph has without data of its own.
pub const OF_STRUCTURE: [&str; 4] = ["degree", "core", "closeness", "heat-kernel"];

/// The value of every vertex under one of [`OF_STRUCTURE`]; none under any other name. Closeness and heat kernel are computed on all
/// cores, to the same bits on however many. Degrees and core numbers are as they are,
/// not stretched: a degree counts self-loops twice and edges as often as they are given, the other filters are those of the
/// simple graph.
pub fn of_structure(graph: &InputGraph, name: &str, progress: Progress<'_>) -> Option<Vec<f64>> {
    Some(match name {
        "degree" => graph.degrees(),
        "core" => {
            let cores = core_numbers(&graph.simple()).into_iter();
            cores.map(f64::from).collect()
        }
        "closeness" => exact_closeness(&graph.simple(), progress),
        "heat-kernel" => heat_kernel_told(&graph.simple(), progress)
            .into_iter()
            .map(widened)
            .collect(),
        _ => return None,
    })
}
