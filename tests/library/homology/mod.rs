//! Persistence: engines against independent oracles, golden values and one another.

mod distances;
mod engines;
mod extended;
mod filtrations;
mod fixtures;
mod fuzz;
mod oracle;
mod representatives;
mod shader;
mod steps;
mod trace;
