//! Sublevel: persistent homology on graphs and learned graph filtrations.
//!
//! The map of the house:
//! - [`graph`]: graphs, data sets, their readers and generators
//! - [`homology`]: the filtration order and the persistence engines
//! - [`protocol`]: what the page and the training worker say to each other

pub mod graph;
pub mod homology;
pub mod protocol;
