//! Learned graph filtrations: models, their training, and the WebAssembly modules of the page.
//!
//! [`graph`], [`homology`], [`separation`] and [`statistics`] are those of the crate `sublevel_topology`.
//!
//! Modules:
//! - [`compare`]: whether one model is better than another, from run files
//! - [`config`]: the configuration of a training run
//! - [`metric`] and [`table`]: the notation of results and tables
//! - [`run_file`]: the file of a run over several folds
//! - [`run_log`]: the folder of a run that another program trains
//! - [`protocol`]: the messages between the page and the two WebAssembly modules
//!
//! With the feature `training`:
//! - `ops`: the differentiable graph operations, in WGSL and on the CPU
//! - `model`: the models of the paper
//! - `training`: steps, epochs, evaluation
//! - `session`: open data sets and runs
//! - `device`: the choice between CPU and GPU
//! - `gpu`: opens a GPU and compares it with the CPU, and runs the persistence shaders without tensors

pub use sublevel_topology::{choice, graph, homology, separation, statistics};

pub mod compare;
pub mod config;
#[cfg(feature = "training")]
pub mod device;
#[cfg(feature = "training")]
pub mod gpu;
#[cfg(all(feature = "training", any(target_family = "wasm", test)))]
mod memory;
pub mod metric;
#[cfg(feature = "training")]
pub mod model;
#[cfg(feature = "training")]
pub mod ops;
pub mod protocol;
pub mod run_file;
pub mod run_log;
#[cfg(feature = "training")]
pub mod session;
pub mod table;
#[cfg(feature = "training")]
pub mod training;
#[cfg(target_family = "wasm")]
mod web;
