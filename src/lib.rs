//! Sublevel: persistent homology on graphs and learned graph filtrations.
//!
//! The map of the house:
//! - [`graph`]: graphs, data sets, their readers and generators
//! - [`homology`]: the filtration order, the persistence engines, and what explains their results
//! - [`ops`]: the differentiable graph operations, in WGSL and on the CPU
//! - [`model`]: the models of the paper
//! - [`training`]: configuration, steps, epochs, evaluation
//! - [`device`]: choosing CPU or GPU
//! - [`protocol`]: what the page and the training worker say to each other

pub mod device;
pub mod graph;
pub mod homology;
pub mod model;
pub mod ops;
pub mod protocol;
pub mod training;
#[cfg(target_family = "wasm")]
pub mod web;
