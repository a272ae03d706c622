//! Training: steps, epochs, evaluation. No clock or file of its own; the
//! same code runs in the page's worker and on the command line, where another core makes the next batches.

mod adam;
pub mod checkpoint;
pub mod evaluation;
mod prefetch;
pub mod trainer;
mod weights;

pub use adam::Adam;
pub use checkpoint::{Checkpoint, CheckpointError};
pub use evaluation::{Evaluator, HatReading, Inspection, InspectionError, Subject};
pub use trainer::Trainer;
