//! What the numbers of a configuration can be, for the check and for the page's form.

use std::ops::RangeInclusive;

/// Message-passing layers.
pub const LAYERS: RangeInclusive<u32> = 1..=5;
/// Epochs of a run.
pub const EPOCHS: RangeInclusive<u32> = 1..=1_000_000;
/// Graphs of a batch: batch normalisation compares at least two.
pub const BATCH_SIZE: RangeInclusive<u32> = 2..=1_000_000;
/// Columns of embeddings and hidden layers.
pub const WIDTH: RangeInclusive<u32> = 1..=4096;
/// CoordinateFunctions for each barcode.
pub const COORDINATE_FUNCTIONS: RangeInclusive<u32> = 1..=4096;
/// The learning rate is above 0 and at most this.
pub const MAX_LEARNING_RATE: f64 = 10.0;

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;
    use std::fs;

    use serde_json::{Value, json};

    use super::*;
    use crate::config::{
        BarWeight, CoordinateFunction, EdgeFeatures, Features, MIN_FOLDS, ModelKind, Ties,
        TrainingConfig,
    };
    use crate::graph::{folds::Origin, icml2020};

    /// What each model has: the form offers no other settings.
    fn of_model(model: ModelKind) -> Value {
        json!({
            "features": model != ModelKind::PhOnly,
            "layers": model.has_layers(),
            "barcodes": model.reads_barcodes(),
            "learnsFilter": model == ModelKind::Gfl,
            "fixedFilter": model == ModelKind::PhOnly,
            "dropout": model.dropout(),
        })
    }

    /// The page's copy of defaults and ranges. A stale one is renewed on the spot, and the test fails once.
    #[test]
    fn the_options_of_the_page_are_up_to_date() {
        let models: BTreeMap<_, _> = ModelKind::ALL
            .map(|model| (model.id(), of_model(model)))
            .into();
        let printed = TrainingConfig::as_printed().weight_decay;
        let options = json!({
            "defaults": TrainingConfig::default(),
            "printed": { "weightDecay": printed },
            "models": models,
            "choices": {
                "model": ModelKind::ALL,
                "features": Features::ALL,
                "edges": EdgeFeatures::ALL,
                "hat": CoordinateFunction::ALL,
                "barWeight": BarWeight::ALL,
                "ties": Ties::ALL,
                "splits": [Origin::Seed, Origin::Icml2020, Origin::Files, Origin::Data],
            },
            "ranges": {
                "layers": [LAYERS.start(), LAYERS.end()],
                "epochs": [EPOCHS.start(), EPOCHS.end()],
                "batchSize": [BATCH_SIZE.start(), BATCH_SIZE.end()],
                "width": [WIDTH.start(), WIDTH.end()],
                "hats": [COORDINATE_FUNCTIONS.start(), COORDINATE_FUNCTIONS.end()],
            },
            "mostLearningRate": MAX_LEARNING_RATE,
            "leastFolds": MIN_FOLDS,
            "authorsFolds": icml2020::FOLDS,
        });
        let text = serde_json::to_string_pretty(&options).unwrap() + "\n";
        let path = concat!(env!("CARGO_MANIFEST_DIR"), "/www/src/domain/options.json");
        if fs::read_to_string(path).unwrap_or_default() != text {
            fs::write(path, text).unwrap();
            panic!("www/src/domain/options.json was stale; it is renewed now: commit it");
        }
    }
}
