//! A data set, and the device for its graphs.

use std::sync::Arc;

use burn::{module::Module, prelude::*};

use super::{
    read_back::read,
    scores::{Known, largest},
};
use crate::{
    config::{ConfigError, ModelKind, TopologyLayer, TrainingConfig},
    device::DeviceError,
    graph::{
        Cells, Dataset, Predictions, Statistics, Task,
        batch::{Batcher, GraphBatch},
    },
    model::{BatchInput, Model, ModelConfig},
};

/// The graphs of a data set, and the device on which a model reads them.
pub(super) struct DeviceDataset {
    pub dataset: Arc<Dataset>,
    pub batcher: Batcher,
    /// Statistics of the training graphs.
    pub statistics: Statistics,
    /// The device of the training.
    pub device: Device,
}

impl DeviceDataset {
    /// The data set for a model of these sizes, with the statistics of its training graphs.
    ///
    /// # Errors
    /// If the fixed filter of the configuration cannot be computed, a graph has too many shortest paths for its receptive fields, or too
    /// many sets of vertices for memory.
    ///
    /// # Panics
    /// If the number of attributes of the statistics differs from that of the sizes.
    pub fn new(
        dataset: Arc<Dataset>,
        config: &TrainingConfig,
        sizes: &ModelConfig,
        statistics: Statistics,
        device: Device,
    ) -> Result<Self, ConfigError> {
        let layers = sizes.layers as u32;
        let mut batcher = Batcher::new(dataset.clone(), sizes.feature_sizes, &statistics, layers);
        if matches!(
            sizes.topology_layer,
            TopologyLayer::Persistence | TopologyLayer::Static
        ) {
            batcher = batcher.with_single_vertices_after(1);
        }
        if config.model == ModelKind::PhOnly {
            let filter = config.fixed_filter.values(&dataset, statistics.filter);
            batcher = batcher.with_filter(filter.map_err(ConfigError)?);
        }
        if config.model == ModelKind::PatchySan {
            let with_fields = batcher.with_receptive_fields(sizes.sort_pool);
            batcher = with_fields.ok_or_else(|| too_dense(&dataset))?;
        }
        if config.model == ModelKind::OneTwoThreeGnn {
            let with_sets = batcher.with_vertex_sets(&sizes.set_types, config.batch_size as usize);
            batcher = with_sets.map_err(ConfigError)?;
        }
        Ok(Self {
            batcher,
            dataset,
            statistics,
            device,
        })
    }

    /// The graphs with these indices on a device, and their indices in the order of the batch.
    pub fn input(&self, graphs: &[u32], device: &Device) -> (BatchInput, Vec<u32>) {
        put(self.batcher.batch(graphs), device)
    }

    /// The class or the target of each of these graphs.
    pub fn known_of(&self, graphs: &[u32]) -> Known {
        let Dataset {
            classes, targets, ..
        } = &*self.dataset;
        let graphs = graphs.iter().map(|&graph| graph as usize);
        match self.dataset.task() {
            Task::Classification => Known::Classes(graphs.map(|graph| classes[graph]).collect()),
            Task::Regression => Known::Targets(graphs.map(|graph| targets[graph]).collect()),
        }
    }

    /// The predictions of a model for these graphs, in batches of `batch_size` graphs.
    ///
    /// # Errors
    /// If the device does not respond.
    pub async fn predict(
        &self,
        model: &Model,
        batch_size: u32,
        indices: &[u32],
    ) -> Result<Predictions, DeviceError> {
        let scores = self.scores(model, batch_size, indices).await?;
        Ok(self.predictions(scores))
    }

    fn predictions(&self, scores: Vec<f64>) -> Predictions {
        match self.dataset.task() {
            Task::Regression => Predictions::Values(scores),
            Task::Classification => {
                let rows = scores.chunks_exact(self.dataset.class_names.len());
                Predictions::Classes(rows.map(largest).collect())
            }
        }
    }

    /// The scores of each class that a model gives these graphs, in batches of `batch_size` graphs: `[G, C]`, row by row. With
    /// targets, a score is a prediction in their unit, and C is 1.
    ///
    /// # Errors
    /// If the device does not respond.
    pub async fn scores(
        &self,
        model: &Model,
        batch_size: u32,
        indices: &[u32],
    ) -> Result<Vec<f64>, DeviceError> {
        let logits = async |input: &BatchInput, _: &[u32]| model.forward(input).await.logits;
        self.scores_by((batch_size, &device_of(model)), indices, logits)
            .await
    }

    /// The values of each filter of a model for these cells of the data set, in the order of the graphs. The batches have `batch_size`
    /// graphs.
    ///
    /// # Errors
    /// If the device does not respond.
    pub async fn filters(
        &self,
        model: &Model,
        cells: &[Cells],
        batch_size: u32,
    ) -> Result<Vec<Vec<f32>>, DeviceError> {
        let device = device_of(model);
        let first = self.first(cells);
        let all: Vec<u32> = (0..self.dataset.graphs.len() as u32).collect();
        let mut filters: Vec<Vec<f32>> = Vec::new();
        for part in all.chunks(batch_size as usize) {
            let (input, members) = self.input(part, &device);
            for (index, values) in model.filters(&input).into_iter().enumerate() {
                let mut values = &read(values).await?[..];
                if index == filters.len() {
                    filters.push(vec![0.0; first[first.len() - 1]]);
                }
                for &member in &members {
                    let member = member as usize;
                    let own = &mut filters[index][first[member]..first[member + 1]];
                    let (given, rest) = values.split_at(own.len());
                    own.copy_from_slice(given);
                    values = rest;
                }
            }
        }
        Ok(filters)
    }

    /// Index of the first cell of each graph among those of all graphs, then the number of all cells.
    fn first(&self, cells: &[Cells]) -> Vec<usize> {
        let mut first = vec![0];
        for graph in &self.dataset.graphs {
            first.push(first[first.len() - 1] + graph.count(cells));
        }
        first
    }

    /// The predictions for these graphs if these values replace the filter with the index `view`. Every vertex of the data set
    /// has a value, in the order of the graphs. An edge with a learned value gets the greater value of its ends.
    ///
    /// # Errors
    /// If the device does not respond.
    ///
    /// # Panics
    /// If the number of values is not the number of vertices, or the model has no such filter.
    pub async fn predict_with_filter(
        &self,
        (model, view): (&Model, usize),
        cells: &[Cells],
        batch_size: u32,
        filter: &[f32],
        indices: &[u32],
    ) -> Result<Predictions, DeviceError> {
        let first = self.first(&[Cells::Vertices]);
        assert_eq!(
            filter.len(),
            first[first.len() - 1],
            "values of all vertices"
        );
        let device = device_of(model);
        let head = model.head().expect("a model with filters");
        let logits = async |input: &BatchInput, members: &[u32]| {
            let domain = model.domain(input);
            let mut values = Vec::with_capacity(domain.vertices);
            for &member in members {
                let member = member as usize;
                let own = &filter[first[member]..first[member + 1]];
                values.extend(own);
                if cells.contains(&Cells::Edges) {
                    let greater =
                        |ends: &[u32; 2]| own[ends[0] as usize].max(own[ends[1] as usize]);
                    values.extend(self.dataset.graphs[member].edges.iter().map(greater));
                }
            }
            // A batch without vertices has one on the device.
            values.resize(domain.vertices, 0.0);
            let mut filters = model.filters(input);
            filters[view] = Tensor::from_data(&values[..], &device);
            head.forward(filters, &domain).await.logits
        };
        let scores = self
            .scores_by((batch_size, &device), indices, logits)
            .await?;
        Ok(self.predictions(scores))
    }

    /// The scores of these graphs, `[G, C]`, row by row. Their batches have `batch_size` graphs on a device, and `logits` computes
    /// the scores of a batch and its members.
    async fn scores_by(
        &self,
        (batch_size, device): (u32, &Device),
        indices: &[u32],
        logits: impl AsyncFn(&BatchInput, &[u32]) -> Tensor<2>,
    ) -> Result<Vec<f64>, DeviceError> {
        let mut scores = Vec::new();
        for part in indices.chunks(batch_size as usize) {
            let (input, members) = self.input(part, device);
            let logits = logits(&input, &members).await;
            scores.extend(self.read_scores(logits, &members, part).await?);
        }
        Ok(scores)
    }

    /// The scores of the members of a batch, in the order of `part`.
    async fn read_scores(
        &self,
        logits: Tensor<2>,
        members: &[u32],
        part: &[u32],
    ) -> Result<Vec<f64>, DeviceError> {
        let logits = read(logits.flatten(0, 1)).await?;
        let logits = self.statistics.in_unit_of_targets(&logits);
        let classes = self.dataset.class_names.len();
        let mut scores = vec![0.0; part.len() * classes];
        for (member, row) in members.iter().zip(logits.chunks_exact(classes)) {
            let at = part
                .iter()
                .position(|i| i == member)
                .expect("a member of the part");
            scores[at * classes..][..classes].copy_from_slice(row);
        }
        Ok(scores)
    }
}

/// The receptive fields of a graph would take minutes.
fn too_dense(dataset: &Dataset) -> ConfigError {
    ConfigError(format!(
        "the model patchysan computes the betweenness centrality of each graph and of its neighbourhoods, and a graph of “{}” is too \
         large for it: use another model",
        dataset.name
    ))
}

/// A batch on a device, and the indices of its graphs.
pub(super) fn put(batch: GraphBatch, device: &Device) -> (BatchInput, Vec<u32>) {
    let members = batch.members.clone();
    (BatchInput::new(batch, device), members)
}

/// The device of a model without gradients, or of a part of one.
pub(super) fn device_of(model: &impl Module) -> Device {
    let [device] = &model.devices()[..] else {
        unreachable!("a model is on one device");
    };
    device.clone()
}
