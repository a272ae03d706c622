//! Evaluation of a saved model on graphs.

use std::sync::Arc;

use burn::prelude::*;

use super::{
    Checkpoint, CheckpointError, Inspection, checkpoint, device_dataset::DeviceDataset, sizes,
    weights,
};
use crate::{
    config::ModelKind,
    graph::{Dataset, Predictions, Task},
    model::{Model, dgcnn, patchysan},
};

/// A saved model with a data set: that of its training, or another one.
pub struct Evaluator {
    data: DeviceDataset,
    model: Model,
    batch_size: u32,
}

impl Evaluator {
    /// The model of a checkpoint. A degree beyond its table gets the last row. The statistics of the checkpoint, which are those of
    /// the training graphs, standardise the attributes and scale the filters.
    ///
    /// # Errors
    /// If the data set has another task or number of classes, or of labels or attributes that the model reads, or the checkpoint is
    /// inconsistent.
    pub fn new(
        dataset: Arc<Dataset>,
        checkpoint: Checkpoint,
        device: Device,
    ) -> Result<Self, CheckpointError> {
        let Checkpoint {
            config,
            class_names,
            feature_sizes,
            sort_pool,
            set_types,
            statistics,
            arrays,
            ..
        } = checkpoint;
        let tasks = [checkpoint::task(&statistics), dataset.task()];
        if tasks[0] != tasks[1] {
            let [expected, found] = tasks.map(|task| match task {
                Task::Classification => "classes",
                Task::Regression => "targets",
            });
            return Err(CheckpointError::Dataset {
                expected: format!("{expected}, as in “{}”", checkpoint.dataset),
                found: format!("{found} in “{}”", dataset.name),
            });
        }
        let own = sizes::of_features(&dataset, &config);
        let classes = [class_names.len(), dataset.class_names.len()];
        for (name, [saved, found]) in [
            ("classes", classes),
            ("vertex labels", [feature_sizes.labels, own.labels]),
            (
                "vertex attributes",
                [feature_sizes.attributes, own.attributes],
            ),
            ("edge labels", [feature_sizes.edge_labels, own.edge_labels]),
            (
                "edge attributes",
                [feature_sizes.edge_attributes, own.edge_attributes],
            ),
        ] {
            if saved != found {
                return Err(CheckpointError::Dataset {
                    expected: format!("{saved} {name}, as in “{}”", checkpoint.dataset),
                    found: format!("{found} in “{}”", dataset.name),
                });
            }
        }
        config.check(&dataset)?;
        let least_kept = match config.model {
            ModelKind::Dgcnn => dgcnn::MIN_KEPT,
            ModelKind::PatchySan => patchysan::MIN_LENGTH,
            _ => 1,
        };
        for (name, ok, found) in [
            (
                "degrees",
                (own.degrees > 0) == (feature_sizes.degrees > 0),
                feature_sizes.degrees,
            ),
            ("sort_pool", sort_pool >= least_kept, sort_pool),
        ] {
            if !ok {
                return Err(CheckpointError::value(
                    name,
                    "the value of the configuration",
                    found,
                ));
            }
        }
        let sizes = sizes::of_model(&config, feature_sizes, sort_pool, set_types, classes[0]);
        weights::check_room(&sizes, &arrays)?;
        checkpoint::check_statistics(&statistics, feature_sizes)?;
        let (model, _) = weights::model_of(&sizes, arrays, &device)?;
        Ok(Self {
            data: DeviceDataset::new(dataset, &config, &sizes, statistics, device)?,
            model: model.valid(),
            batch_size: config.batch_size,
        })
    }

    /// The predictions for these graphs.
    ///
    /// # Panics
    /// If the device is a lost GPU.
    pub async fn predict(&self, indices: &[u32]) -> Predictions {
        let predictions = self
            .data
            .predict(&self.model, self.batch_size, indices)
            .await;
        predictions.expect("the device answers")
    }

    /// Inspection of one graph with the filter of this index, 0 for the first.
    ///
    /// # Panics
    /// If there is no such graph or filter, or the device is a lost GPU.
    pub async fn inspect(&self, filter: usize, index: u32) -> Inspection {
        let inspection = self.data.inspect(&self.model, filter, index).await;
        inspection.expect("the device answers")
    }
}
