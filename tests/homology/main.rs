//! Persistence: engines against independent oracles, golden values and one another.

mod batches;
#[path = "../support/data_sets.rs"]
mod data_sets;
mod distances;
mod engines;
mod extended;
mod filtrations;
mod fixtures;
mod fuzz;
#[path = "../support/golden.rs"]
mod golden;
mod graphs;
mod oracle;
mod representatives;
mod shader;
mod steps;
mod trace;
