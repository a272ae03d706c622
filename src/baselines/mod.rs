//! Two baselines of the literature without a neural network: the Weisfeiler–Lehman subtree kernel with a support vector machine, and
//! persistent Weisfeiler–Lehman features with a random forest.
//!
//! - [`colours`]: colour refinement over all graphs of a data set, with an order of the colours that vertex numbers do not change
//! - [`kernel`]: the subtree kernel
//! - [`svm`]: C-SVM with a precomputed kernel
//! - [`persistence`]: persistent Weisfeiler–Lehman features
//! - [`forest`]: random forest on sparse features
//! - [`selection`]: inner cross-validation, which chooses the hyperparameters of a fold
//! - [`file`]: the result file

pub mod colours;
pub mod file;
pub mod forest;
pub mod kernel;
pub mod memory;
pub mod persistence;
pub mod selection;
pub mod sparse;
pub mod svm;
