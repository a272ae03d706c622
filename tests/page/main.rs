//! Tests of the page: its unit tests, Chromium, and Jupyter.

mod browser;
mod notebook;
mod unit;

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
#[path = "../support/program.rs"]
mod support;
