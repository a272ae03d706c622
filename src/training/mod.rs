//! Training: steps, epochs, evaluation. No clock or file of its own; the
//! same code runs in the page's worker and on the command line, where another core makes the next batches.

mod adam;
pub mod checkpoint;
mod device_dataset;
mod evaluation;
mod explanation;
mod hat_reading;
mod history;
mod inspection;
mod prefetch;
mod read_back;
#[cfg(feature = "gpu")]
mod recorded;
mod scores;
mod sizes;
mod subject;
mod top_bars;
mod trainer;
mod weights;

pub use adam::Adam;
pub use checkpoint::{Checkpoint, CheckpointError};
pub use evaluation::Evaluator;
pub use explanation::{EqualBars, Explanation};
pub use hat_reading::HatReading;
pub use history::History;
pub use inspection::{Inspection, InspectionError, MOST_SHARES};
pub use subject::{MOST_EDGES, MOST_VERTICES, MOST_VERTICES_SEARCHED, Subject};
pub use top_bars::{BarsAtPoint, TOP_BARS, TopBars};
pub use trainer::Trainer;
