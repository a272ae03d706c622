//! What a trained model says of graphs.

use std::sync::Arc;

use burn::prelude::*;
use rand::SeedableRng;
use rand_chacha::ChaCha8Rng;

use super::{Checkpoint, CheckpointError, checkpoint, trainer, weights};
use crate::{
    config::{ConfigError, ModelKind, TrainingConfig},
    graph::{
        Dataset, Statistics,
        batch::{Batcher, GraphBatch},
    },
    homology::{self, Persistence},
    model::{BatchInput, Model, ModelConfig},
};

/// What the trained model says of one graph.
#[derive(Clone, Debug, PartialEq)]
pub struct Inspection {
    /// Filter value of every vertex, in [0, 1]; empty where the model has no filter.
    pub filter: Vec<f32>,
    /// Persistence of these values.
    pub persistence: Persistence,
    /// Score of every class.
    pub logits: Vec<f32>,
}

/// The graphs of a data set, and the device that they are put on for a model.
pub(super) struct Graphs {
    pub dataset: Arc<Dataset>,
    pub batcher: Batcher,
    /// Of the graphs that the model learns from.
    pub statistics: Statistics,
    /// Device of the tensors that carry no gradient.
    pub device: Device,
}

impl Graphs {
    /// For a model of these sizes, which learns from the graphs that the statistics are of.
    ///
    /// # Errors
    /// If the fixed filter of the configuration cannot be computed.
    ///
    /// # Panics
    /// If the statistics are not of as many attributes as the sizes say.
    pub fn new(
        dataset: Arc<Dataset>,
        config: &TrainingConfig,
        sizes: &ModelConfig,
        statistics: Statistics,
        device: Device,
    ) -> Result<Self, ConfigError> {
        let layers = sizes.layers as u32;
        let mut batcher = Batcher::new(dataset.clone(), sizes.tables, &statistics, layers);
        if config.model == ModelKind::PhOnly {
            let filter = config.fixed_filter.values(&dataset, statistics.filter);
            batcher = batcher.with_filter(filter.map_err(ConfigError)?);
        }
        Ok(Self {
            batcher,
            dataset,
            statistics,
            device,
        })
    }

    /// The graphs with these indices on the device, and which they are in the order they have there.
    pub fn input(&self, graphs: &[u32]) -> (BatchInput, Vec<u32>) {
        self.put(self.batcher.batch(graphs))
    }

    /// A batch on the device, and which graphs it has.
    pub fn put(&self, batch: GraphBatch) -> (BatchInput, Vec<u32>) {
        let members = batch.members.clone();
        (BatchInput::new(batch, &self.device), members)
    }

    /// Class of each of these graphs.
    pub fn classes_of(&self, graphs: &[u32]) -> Vec<u32> {
        let class = |&graph: &u32| self.dataset.classes[graph as usize];
        graphs.iter().map(class).collect()
    }

    /// The class that a model says each of these graphs has, so many at a time.
    pub async fn predict(&self, model: &Model, batch_size: u32, indices: &[u32]) -> Vec<u32> {
        let mut classes = vec![0; indices.len()];
        for (part, into) in indices
            .chunks(batch_size as usize)
            .zip(classes.chunks_mut(batch_size as usize))
        {
            let (input, members) = self.input(part);
            let logits = read(model.forward(&input).await.logits.flatten(0, 1)).await;
            let rows = logits.chunks_exact(self.dataset.class_names.len());
            for (member, row) in members.into_iter().zip(rows) {
                let at = part
                    .iter()
                    .position(|&i| i == member)
                    .expect("a member of the part");
                into[at] = largest(row);
            }
        }
        classes
    }

    /// Filter, persistence and class scores that a model gives one graph.
    pub async fn inspect(&self, model: &Model, index: u32) -> Inspection {
        let graph = &self.dataset.graphs[index as usize];
        let (input, _) = self.input(&[index]);
        let forward = model.forward(&input).await;
        let logits = read(forward.logits.flatten(0, 1)).await;
        let Some(filter) = forward.filter else {
            return Inspection {
                filter: Vec::new(),
                persistence: Persistence::default(),
                logits,
            };
        };
        let mut filter = read(filter).await;
        filter.truncate(graph.vertices as usize);
        Inspection {
            persistence: homology::persistence(&graph.edges, &filter),
            logits,
            filter,
        }
    }
}

/// A saved model at work on a data set, the one it learned from or another.
pub struct Evaluator {
    graphs: Graphs,
    model: Model,
    batch_size: u32,
}

impl Evaluator {
    /// The model of a checkpoint. A degree beyond its table is given the last row; attributes are standardised and
    /// filters stretched by the statistics of the checkpoint, those of the graphs that the model learned from.
    ///
    /// # Errors
    /// If the data set has another number of classes, or of labels or attributes where the model reads them, or the
    /// checkpoint does not fit together.
    pub fn new(
        dataset: Arc<Dataset>,
        checkpoint: Checkpoint,
        device: Device,
    ) -> Result<Self, CheckpointError> {
        let Checkpoint {
            config,
            class_names,
            tables,
            sort_pool,
            statistics,
            arrays,
            ..
        } = checkpoint;
        let own = trainer::tables(&dataset, &config);
        let classes = [class_names.len(), dataset.class_names.len()];
        for (name, [saved, found]) in [
            ("classes", classes),
            ("vertex labels", [tables.labels, own.labels]),
            ("vertex attributes", [tables.attributes, own.attributes]),
            ("edge labels", [tables.edge_labels, own.edge_labels]),
            (
                "edge attributes",
                [tables.edge_attributes, own.edge_attributes],
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
        for (name, ok, found) in [
            (
                "degrees",
                (own.degrees > 0) == (tables.degrees > 0),
                tables.degrees,
            ),
            ("sort_pool", sort_pool > 0, sort_pool),
        ] {
            if !ok {
                return Err(CheckpointError::value(
                    name,
                    "what the configuration says",
                    found,
                ));
            }
        }
        let sizes = trainer::sizes(&config, tables, sort_pool, classes[0]);
        weights::check_room(&sizes, &arrays)?;
        checkpoint::check_statistics(&statistics, tables)?;
        // Weights that are replaced at once.
        let rng = &mut ChaCha8Rng::seed_from_u64(0);
        let model = Model::new(&sizes, rng, &device.clone().autodiff());
        let (model, _) = weights::replace(model, arrays)?;
        Ok(Self {
            graphs: Graphs::new(dataset, &config, &sizes, statistics, device)?,
            model: model.valid(),
            batch_size: config.batch_size,
        })
    }

    /// Predicted class of each of these graphs.
    pub async fn predict(&self, indices: &[u32]) -> Vec<u32> {
        self.graphs
            .predict(&self.model, self.batch_size, indices)
            .await
    }

    /// Filter, persistence and class scores of one graph.
    pub async fn inspect(&self, index: u32) -> Inspection {
        self.graphs.inspect(&self.model, index).await
    }
}

/// The numbers of a tensor, once its device has computed them.
pub(super) async fn read(tensor: Tensor<1>) -> Vec<f32> {
    let data = tensor.into_data_async().await.expect("the device answers");
    data.try_to_vec().expect("an f32 tensor")
}

/// Index of the largest score; the first where several are.
fn largest(scores: &[f32]) -> u32 {
    let best = scores
        .iter()
        .enumerate()
        .rev()
        .max_by(|a, b| a.1.total_cmp(b.1));
    best.map_or(0, |(class, _)| class as u32)
}

/// Number of rows of `logits` whose largest score is at the class of the row.
pub(super) fn correct(logits: &[f32], classes: &[u32]) -> u32 {
    let rows = logits.chunks_exact(logits.len() / classes.len());
    rows.zip(classes)
        .filter(|(row, class)| largest(row) == **class)
        .count() as u32
}
