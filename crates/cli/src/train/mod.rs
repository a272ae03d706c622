//! `sublevel train`: cross-validation on the command line, written to a run file.

mod arguments;
#[cfg(feature = "training")]
mod claim;
#[cfg(feature = "training")]
mod progress;
#[cfg(feature = "training")]
mod run;
#[cfg(feature = "training")]
mod runner;

pub use arguments::Arguments;
#[cfg(feature = "training")]
pub use run::run;
