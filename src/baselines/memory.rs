//! The memory of the matrices, predicted before they are computed.

use thiserror::Error;

use crate::graph::Dataset;

/// The matrices of a data set are too large. The text has the predicted size and the limit.
#[derive(Clone, Debug, Error, PartialEq)]
#[error("{0}")]
pub struct TooLarge(String);

/// The largest sum of the sizes of the matrices in bytes.
const MAX_BYTES: u64 = 4 << 30;

/// Checks that the subtree kernels after 0 to `rounds` rounds fit into memory: 4 bytes for each pair of graphs and kernel, and 8 for the
/// sums.
///
/// # Errors
/// The predicted size and the limit.
pub fn check_kernels(dataset: &Dataset, rounds: u32) -> Result<(), TooLarge> {
    let graphs = dataset.graphs.len() as u64;
    let pairs = graphs.saturating_mul(graphs);
    let bytes = pairs.saturating_mul(8 + 4 * (u64::from(rounds) + 1));
    check(bytes, || format!("the kernel matrices of {graphs} graphs"))
}

/// Checks that the persistence features of the rounds 0 to `rounds` fit into memory, for some values of p. In each round, a graph has at
/// most one entry of 12 bytes for each vertex. A forest reads the entries by rows and by columns.
///
/// # Errors
/// The predicted size and the limit.
pub fn check_features(dataset: &Dataset, rounds: u32, powers: usize) -> Result<(), TooLarge> {
    let vertices: u64 = dataset
        .graphs
        .iter()
        .map(|graph| u64::from(graph.vertices))
        .sum();
    let tables = powers as u64 + 2;
    let bytes = vertices.saturating_mul(12 * tables * (u64::from(rounds) + 1));
    check(bytes, || format!("the features of {vertices} vertices"))
}

fn check(bytes: u64, what: impl FnOnce() -> String) -> Result<(), TooLarge> {
    if bytes <= MAX_BYTES {
        return Ok(());
    }
    let gigabytes = |bytes: u64| bytes as f64 / f64::from(1 << 30);
    Err(TooLarge(format!(
        "{} need up to {:.1} GiB of memory, above the limit of {:.0} GiB: use fewer or smaller graphs",
        what(),
        gigabytes(bytes),
        gigabytes(MAX_BYTES)
    )))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::graph::Graph;

    fn data_set(graphs: usize, vertices: u32) -> Dataset {
        Dataset {
            graphs: vec![Graph::new(vertices, []); graphs],
            ..Dataset::default()
        }
    }

    #[test]
    fn data_sets_above_the_limit_are_rejected_with_numbers() {
        assert_eq!(check_kernels(&data_set(5_000, 1), 5), Ok(()));
        let error = check_kernels(&data_set(20_000, 1), 5)
            .unwrap_err()
            .to_string();
        assert!(
            error.contains("20000 graphs need up to 11.9 GiB"),
            "{error}"
        );
        assert!(error.contains("limit of 4 GiB"), "{error}");
        assert_eq!(check_features(&data_set(1, 1_000_000), 5, 2), Ok(()));
        let error = check_features(&data_set(1, 100_000_000), 5, 2)
            .unwrap_err()
            .to_string();
        assert!(error.contains("26.8 GiB"), "{error}");
    }
}
