//! Sublevel: persistent homology on graphs and learned graph filtrations.
//!
//! Modules:
//! - [`choice`]: entries of the lists that the command line, the page and the documentation show
//! - [`graph`]: graphs, data sets, readers and generators
//! - [`statistics`]: tests of whether two groups differ
//! - [`homology`]: the filtration order, the persistence engines, barcodes and representatives
//! - [`separation`]: descriptors that separate two graphs
//! - [`config`]: the configuration of a training run
//! - [`run_file`]: the file of a run over several folds
//! - [`run_log`]: the folder of a run that another program trains
//! - `baselines`, in the native program: baselines of the literature without a neural network
//! - [`protocol`]: the messages between the page and the two WebAssembly modules
//!
//! With the feature `training`:
//! - `ops`: the differentiable graph operations, in WGSL and on the CPU
//! - `model`: the models of the paper
//! - `training`: steps, epochs, evaluation
//! - `session`: open data sets and runs
//! - `device`: the choice between CPU and GPU

#[cfg(not(target_family = "wasm"))]
pub mod baselines;
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
pub mod run_log;
pub mod separation;
#[cfg(feature = "training")]
pub mod session;
pub mod statistics;
#[cfg(feature = "training")]
pub mod training;
#[cfg(target_family = "wasm")]
mod web;
