//! Sublevel: persistent homology on graphs and learned graph filtrations.
//!
//! The map of the house:
//! - [`choice`]: entries of the lists that the command line, the page and the documentation show
//! - [`graph`]: graphs, data sets, their readers and generators
//! - [`homology`]: the filtration order, the persistence engines, and what explains their results
//! - [`config`]: what a training run is configured with
//! - [`run_file`]: a run over some folds, as the command line and the page write and read it
//! - [`protocol`]: what the page and the two WebAssembly modules say to each other
//!
//! With the feature `training`:
//! - `ops`: the differentiable graph operations, in WGSL and on the CPU
//! - `model`: the models of the paper
//! - `training`: steps, epochs, evaluation
//! - `session`: data sets and runs that are open at once
//! - `device`: choosing CPU or GPU

pub mod choice;
pub mod config;
#[cfg(feature = "training")]
pub mod device;
pub mod graph;
pub mod homology;
#[cfg(all(feature = "training", any(target_family = "wasm", test)))]
mod memory;
#[cfg(feature = "training")]
pub mod model;
#[cfg(feature = "training")]
pub mod ops;
pub mod protocol;
pub mod run_file;
#[cfg(feature = "training")]
pub mod session;
#[cfg(feature = "training")]
pub mod training;
#[cfg(target_family = "wasm")]
mod web;
