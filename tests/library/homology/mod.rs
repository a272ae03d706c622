//! Persistence: the engines compared with independent oracles, golden values and each other.

mod distances;
mod engines;
mod euler;
mod extended;
mod filtrations;
mod fixtures;
mod fuzz;
mod oracle;
mod representatives;
#[cfg(feature = "gpu")]
mod shader;
mod steps;
mod trace;
