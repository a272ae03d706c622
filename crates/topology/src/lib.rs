//! Graphs, their readers, and persistent homology of their filtrations, without a neural network.
//!
//! The page's topology module, the models of the crate `sublevel`, the program and the Python package are built on this crate.
//!
//! - [`choice`]: entries of the lists that the command line, the page and the documentation show
//! - [`statistics`]: tests of whether two groups or two models differ
//! - [`homology`]: the filtration order, the persistence engines, barcodes and representatives
//! - [`graph`]: graphs, data sets, readers and generators
//! - [`separation`]: descriptors that separate two graphs

pub mod choice;
pub mod graph;
pub mod homology;
pub mod separation;
pub mod statistics;
