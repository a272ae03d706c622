//! Training: configuration, steps, epochs, evaluation. No clock, thread or file of its own; the
//! same code runs in the page's worker and on the command line.

mod adam;
pub mod config;
pub mod trainer;

pub use adam::Adam;
pub use config::ConfigError;
pub use trainer::{Inspection, Trainer};
