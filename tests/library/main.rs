//! Tests of the library, by subject.

mod association;
mod checkpoint;
mod data;
mod edge_filter;
mod edges;
mod explanation;
mod filters;
mod folds;
mod formats;
mod golden;
#[cfg(feature = "gpu")]
mod gpu;
mod hats;
mod homology;
mod json_lines;
mod literature;
#[cfg(feature = "gpu")]
mod lost_gpu;
mod ops;
mod readout;
mod receptive_fields;
#[cfg(feature = "gpu")]
mod recorded;
#[cfg(feature = "gpu")]
mod recorded_golden;
mod regression;
mod run_log;
mod session;
mod session_folds;
#[cfg(feature = "gpu")]
mod shaders;
mod statistics;
mod tables;
mod top_bars;
mod topology_layer;
mod training;
mod vertex_sets;
mod views;

/// The folder of the repository.
const ROOT: &str = env!("CARGO_MANIFEST_DIR");

#[cfg(feature = "gpu")]
#[path = "../support/batches.rs"]
mod batches;
#[path = "../support/tensors.rs"]
mod common;
#[path = "../support/data_sets.rs"]
mod data_sets;
#[path = "../support/finite_differences.rs"]
mod finite_differences;
#[path = "../support/fixtures.rs"]
mod fixtures;
#[path = "../support/graphs.rs"]
mod graphs;
#[path = "../support/needs.rs"]
mod needs;
#[path = "../support/trained.rs"]
mod trained;
