//! Tests of the page: its unit tests, Chromium, and Jupyter.

mod browser;
mod notebook;
mod unit;

/// The folder of the repository.
const ROOT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../..");

#[allow(dead_code)]
#[path = "../support/batches.rs"]
mod batches;
#[path = "../support/data_sets.rs"]
mod data_sets;
#[allow(dead_code)]
#[path = "../support/graphs.rs"]
mod graphs;
#[path = "../support/kernels.rs"]
mod kernels;
#[path = "../support/needs.rs"]
mod needs;
#[path = "../support/program.rs"]
mod support;
