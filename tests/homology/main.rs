//! Persistence: engines against independent oracles, golden values and one another.

mod batches;
mod distances;
mod engines;
mod extended;
mod filtrations;
mod fixtures;
mod fuzz;
mod graphs;
mod oracle;
mod representatives;
mod shader;
mod trace;
