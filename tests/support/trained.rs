//! Trained runs, for tests of their predictions and explanations.

use std::fs;

use pollster::block_on;
use sublevel::{
    config::TrainingConfig,
    graph::{Dataset, Predictions, tu::read_tu_zip},
    protocol::Backend,
    session::{DatasetId, Folds, RunId, Session},
};

use crate::data_sets;

/// A session with a run on a data set after some steps.
pub fn trained(name: &str, config: TrainingConfig, steps: u32) -> (Session, DatasetId, RunId) {
    let bytes = fs::read(data_sets::zip_of(name)).unwrap();
    trained_on(read_tu_zip(name, &bytes).unwrap(), config, steps)
}

/// The same on these graphs.
pub fn trained_on(
    dataset: Dataset,
    config: TrainingConfig,
    steps: u32,
) -> (Session, DatasetId, RunId) {
    let mut session = block_on(Session::open(Backend::Cpu)).unwrap();
    let data = session.add(dataset).unwrap();
    let run = block_on(session.create(data, config, Folds::AtMost)).unwrap();
    block_on(session.train(run, steps)).unwrap();
    (session, data, run)
}

/// The predicted classes.
///
/// # Panics
/// If the predictions are numbers.
pub fn classes(predictions: Predictions) -> Vec<u32> {
    match predictions {
        Predictions::Classes(classes) => classes,
        Predictions::Values(values) => panic!("expected classes, found {values:?}"),
    }
}
