//! Lists of requested graphs of a data set: their check and their division into batches.

use super::InspectionError;
use crate::graph::Dataset;

/// Checks that all of these graphs exist.
///
/// # Errors
/// If one does not. The error names it.
pub fn check_graphs(dataset: &Dataset, indices: &[u32]) -> Result<(), InspectionError> {
    let graphs = dataset.graphs.len();
    match indices.iter().find(|&&index| index as usize >= graphs) {
        Some(&index) => Err(InspectionError::Index { index, graphs }),
        None => Ok(()),
    }
}

/// Divides the graphs after the first one whose vertices, with those of the graphs before it, reach this number.
///
/// # Panics
/// If there is no such graph.
pub fn split_by_vertices<'a>(
    dataset: &Dataset,
    indices: &'a [u32],
    most: u32,
) -> (&'a [u32], &'a [u32]) {
    let mut vertices = 0;
    let fits = |&&index: &&u32| {
        let room = vertices < most;
        vertices += dataset.graphs[index as usize].vertices;
        room
    };
    indices.split_at(indices.iter().take_while(fits).count())
}
