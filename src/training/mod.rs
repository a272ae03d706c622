//! Training: steps, epochs, evaluation. It uses no clock and no file. The same code runs in the page's worker and on the command
//! line, where another core prepares the next batches.

mod adam;
mod arithmetic;
pub mod checkpoint;
mod coordinate_function_reading;
mod device_dataset;
mod evaluation;
mod explanation;
mod history;
mod importance;
mod inspection;
mod prefetch;
mod read_back;
#[cfg(feature = "gpu")]
mod recorded;
mod requested;
mod scores;
mod sizes;
mod subject;
mod top_bars;
mod trainer;
mod weights;

pub use adam::Adam;
pub use arithmetic::arithmetic;
pub use checkpoint::{Checkpoint, CheckpointError};
pub use coordinate_function_reading::CoordinateFunctionReading;
pub use evaluation::Evaluator;
pub use explanation::{EqualBars, Explanation};
pub use history::History;
pub use importance::{Importance, Importances};
pub use inspection::{Inspection, InspectionError, MAX_SHARES};
pub(crate) use requested::{check_graphs, split_by_vertices};
pub use scores::largest;
pub use subject::{MAX_EDGES, MAX_VERTICES, MAX_VERTICES_SEARCHED, Subject};
pub use top_bars::{BarsAtPoint, TOP_BARS, TopBars};
pub use trainer::Trainer;
