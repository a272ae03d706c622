//! What a trained model says of graphs.

use std::sync::Arc;

use burn::prelude::*;
use rand::SeedableRng;
use rand_chacha::ChaCha8Rng;
use thiserror::Error;

use super::{Checkpoint, CheckpointError, checkpoint, trainer, weights};
use crate::{
    config::{ConfigError, FixedFilter, ModelKind, TrainingConfig},
    device::DeviceError,
    graph::{
        Attribute, Dataset, Graph, Statistics,
        batch::{Batcher, FeatureSizes, GraphBatch},
    },
    homology::{
        Extended, NONE, Persistence,
        barcode::{self, Kind},
        order::canonical_key,
    },
    model::{BatchInput, Model, ModelConfig, extended_readout::ExtendedPairs},
    ops::Element,
    protocol::BarcodeName,
};

/// What a model says of one graph. Where the model reads no barcodes, only the scores are there.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Inspection {
    /// Filter value of every vertex, in [0, 1]; empty where the model has no filter.
    pub filter: Vec<f32>,
    /// Persistence of these values: the pairs that the model itself read.
    pub persistence: Persistence,
    /// Their extended persistence, where the model reads it: again the pairs that it read.
    pub extended: Option<Extended>,
    /// The vector that the classifier was given, K numbers for each barcode: B0, B0^∞, B1^∞ and, where the model reads
    /// extended persistence, its loops. Number k of a barcode is `Σ w(p) · hat_k(p)` over its bars.
    pub readout: Vec<f32>,
    /// Score of every class.
    pub logits: Vec<f32>,
}

/// The hats of one barcode, and what they make of the bars of one graph.
#[derive(Clone, Debug, PartialEq)]
pub struct HatReading {
    /// Which bars these hats see.
    pub barcode: BarcodeName,
    /// What the hats are.
    pub element: Element,
    /// Parameters of each hat, `[K, Q]`, in the order in which [`Element`] names them.
    pub hats: Vec<f32>,
    /// The own part of [`Inspection::readout`], `[K]`.
    pub values: Vec<f32>,
    /// The P bars that count: all but those of length zero. The numbers are those of [`crate::homology::barcode::rows`];
    /// bars of [`BarcodeName::H1Extended`] are of the kind 3, and of no direction (0).
    pub bars: Vec<[u32; 5]>,
    /// What each bar adds to each value, `w(p) · hat_k(p)`, `[P, K]`: over the bars they sum up to `values`, but for rounding.
    pub shares: Vec<f32>,
}

/// A graph that a model is asked about.
#[derive(Clone, Debug)]
pub enum Subject {
    /// The graph with this index in the data set of the run.
    Index(u32),
    /// Any other, with labels and attributes as the data set of the run has them, or without. A degree beyond the table of
    /// the model is given the last row of it.
    Graph(Box<Graph>),
}

/// Most vertices of a graph that is in no data set: as many as a GPU can pair.
pub const MOST_VERTICES: u32 = 65_535;
/// The same where the model has a fixed filter for which all of the graph is searched from every vertex.
pub const MOST_VERTICES_SEARCHED: u32 = 4096;
/// Most edges of such a graph.
pub const MOST_EDGES: usize = 1 << 20;
/// Most shares of bars in hats that are computed at once, 64 MiB.
pub const MOST_SHARES: usize = 1 << 24;

/// Why a model says nothing of a graph.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
pub enum InspectionError {
    /// An index beyond the last graph.
    #[error("there is no graph {index}: the data set has {graphs}, counted from 0")]
    Index {
        /// What was asked for.
        index: u32,
        /// How many there are.
        graphs: usize,
    },
    /// A graph that is none, or that lacks what the model reads.
    #[error("{0}")]
    Graph(String),
    /// More numbers than there is room for.
    #[error(
        "{bars} bars and {hats} hats have {} shares, more than the {MOST_SHARES} that there is room for: ask without shares",
        bars * hats
    )]
    Shares {
        /// Bars of the barcode.
        bars: usize,
        /// Hats that see it.
        hats: usize,
    },
    /// The device no longer answers.
    #[error(transparent)]
    Device(#[from] DeviceError),
}

/// The graphs of a data set, and the device that they are put on for a model.
pub(super) struct DeviceDataset {
    pub dataset: Arc<Dataset>,
    pub batcher: Batcher,
    /// Of the graphs that the model learns from.
    pub statistics: Statistics,
    /// Device of the tensors that carry no gradient.
    pub device: Device,
}

impl DeviceDataset {
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
        let mut batcher = Batcher::new(dataset.clone(), sizes.feature_sizes, &statistics, layers);
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
    ///
    /// # Errors
    /// If the device no longer answers.
    pub async fn predict(
        &self,
        model: &Model,
        batch_size: u32,
        indices: &[u32],
    ) -> Result<Vec<u32>, DeviceError> {
        let mut classes = vec![0; indices.len()];
        for (part, into) in indices
            .chunks(batch_size as usize)
            .zip(classes.chunks_mut(batch_size as usize))
        {
            let (input, members) = self.input(part);
            let logits = read(model.forward(&input).await.logits.flatten(0, 1)).await?;
            let rows = logits.chunks_exact(self.dataset.class_names.len());
            for (member, row) in members.into_iter().zip(rows) {
                let at = part
                    .iter()
                    .position(|&i| i == member)
                    .expect("a member of the part");
                into[at] = largest(row);
            }
        }
        Ok(classes)
    }

    /// What a model says of one graph.
    ///
    /// # Errors
    /// If the device no longer answers.
    ///
    /// # Panics
    /// If there is no such graph.
    pub async fn inspect(&self, model: &Model, index: u32) -> Result<Inspection, DeviceError> {
        let vertices = self.dataset.graphs[index as usize].vertices as usize;
        let (input, _) = self.input(&[index]);
        let forward = model.forward(&input).await;
        let logits = read(forward.logits.flatten(0, 1)).await?;
        let (Some(filter), Some(readout), Some(bars)) =
            (forward.filter, forward.readout, forward.bars)
        else {
            return Ok(Inspection {
                logits,
                ..Inspection::default()
            });
        };
        let mut filter = read(filter).await?;
        // An empty graph has a vertex on the device.
        let padded = filter.len();
        filter.truncate(vertices);
        let [death, loops] = [
            read_ints(bars.pairs.death).await?,
            read_ints(bars.pairs.loops).await?,
        ]
        .map(|both| [0, padded].map(|start| both[start..start + vertices].to_vec()));
        Ok(Inspection {
            filter,
            persistence: Persistence { death, loops },
            extended: bars.extended.map(ExtendedPairs::into_extended),
            readout: read(readout.flatten(0, 1)).await?,
            logits,
        })
    }

    /// About so many bytes are kept of the data set, beside itself, to make batches of it by.
    pub fn bytes(&self, layers: usize) -> usize {
        let graphs = &self.dataset.graphs;
        let vertices: usize = graphs.iter().map(|graph| graph.vertices as usize).sum();
        let edges: usize = graphs.iter().map(|graph| graph.edges.len()).sum();
        // Of a vertex its colour before and after each layer, where its neighbours begin, three rows and a value; of an edge
        // both ends and what it says.
        4 * (vertices * (layers + 6) + 4 * edges)
    }
}

/// What each bar of a graph adds to the readout that a model made of it; nothing where the model reads no barcodes.
///
/// # Errors
/// If there are more numbers than room for them, or the device no longer answers.
pub(super) async fn hat_readings(
    model: &Model,
    inspection: &Inspection,
) -> Result<Vec<HatReading>, InspectionError> {
    let Some(head) = model.head() else {
        return Ok(Vec::new());
    };
    let filter = &inspection.filter;
    let mut readings = Vec::new();
    let mut rest = &inspection.readout[..];
    for (place, (hats, _)) in head.barcodes().into_iter().enumerate() {
        let barcode = BarcodeName::ALL[place];
        let (element, parameters) = hats.elements();
        let [count, _] = parameters.dims();
        let (values, others) = rest.split_at(count);
        rest = others;
        let bars = bars_of(inspection, barcode);
        if bars.len().saturating_mul(count) > MOST_SHARES {
            return Err(InspectionError::Shares {
                bars: bars.len(),
                hats: count,
            });
        }
        let points: Vec<f32> = bars
            .iter()
            .flat_map(|&[_, _, birth, death, _]| [birth, death])
            .filter(|&end| end != NONE)
            .map(|vertex| filter[vertex as usize])
            .collect();
        let counts: Vec<u32> = bars.iter().map(|bar| bar[4]).collect();
        let shares = match head.shares(place, &points, &counts) {
            Some(shares) => read(shares.flatten(0, 1)).await?,
            None => Vec::new(),
        };
        readings.push(HatReading {
            barcode,
            element,
            hats: read(parameters.flatten(0, 1)).await?,
            values: values.to_vec(),
            bars,
            shares,
        });
    }
    Ok(readings)
}

/// The bars of one barcode that count, as rows of [`HatReading::bars`].
fn bars_of(inspection: &Inspection, barcode: BarcodeName) -> Vec<[u32; 5]> {
    let filter = &inspection.filter;
    let kind = match barcode {
        BarcodeName::H0 => Kind::H0,
        BarcodeName::H0Essential => Kind::H0Essential,
        BarcodeName::H1Essential => Kind::H1Essential,
        BarcodeName::H1Extended => {
            let loops = inspection
                .extended
                .as_ref()
                .map_or(&[][..], |pairs| &pairs.loops);
            let value = |vertex: u32| canonical_key(filter[vertex as usize]);
            return loops
                .chunk_by(|a, b| a == b)
                .filter(|same| value(same[0][0]) != value(same[0][1]))
                .map(|same| [3, 0, same[0][0], same[0][1], same.len() as u32])
                .collect();
        }
    };
    barcode::bars(&inspection.persistence)
        .filter(|bar| bar.kind == kind && !bar.is_zero_length(filter))
        .map(|bar| {
            let death = bar.death_vertex.unwrap_or(NONE);
            let direction = bar.direction as u32;
            [
                kind as u32,
                direction,
                bar.birth_vertex,
                death,
                bar.multiplicity,
            ]
        })
        .collect()
}

/// A data set of this graph alone, which calls labels and attributes as `like` does.
///
/// # Errors
/// If it is no simple graph, is too large, has labels or attributes that `like` does not know, or lacks what a model
/// reads.
pub(super) fn alone(
    graph: Graph,
    like: &Dataset,
    config: &TrainingConfig,
    feature_sizes: FeatureSizes,
) -> Result<Dataset, InspectionError> {
    let error = |problem: String| Err(InspectionError::Graph(problem));
    let Graph {
        vertices,
        edges,
        vertex_labels,
        vertex_attributes,
        edge_labels,
        edge_attributes,
    } = &graph;
    let most = match config.fixed_filter {
        FixedFilter::Closeness | FixedFilter::HeatKernel => MOST_VERTICES_SEARCHED,
        FixedFilter::Degree | FixedFilter::Core | FixedFilter::Attribute(_) => MOST_VERTICES,
    };
    if *vertices > most || edges.len() > MOST_EDGES {
        return error(format!(
            "the graph has {vertices} vertices and {} edges; {most} and {MOST_EDGES} are the most that this model is asked \
             about outside a data set",
            edges.len()
        ));
    }
    if let Some([u, v]) = edges.iter().find(|[u, v]| u >= v || v >= vertices) {
        return error(format!(
            "expected edges between two of the {vertices} vertices, the smaller index first, found {u}-{v}"
        ));
    }
    if let Some([a, b]) = edges.array_windows().find(|[a, b]| a >= b) {
        return error(format!(
            "expected every edge once, in ascending order, found {a:?} before {b:?}"
        ));
    }
    // What it is, how many are there, of how many things each, and does the model read them.
    for (what, found, things, each, read) in [
        (
            "vertex label",
            vertex_labels.len(),
            *vertices as usize,
            1,
            feature_sizes.labels > 0,
        ),
        (
            "vertex attribute",
            vertex_attributes.len(),
            *vertices as usize,
            like.vertex_attributes as usize,
            feature_sizes.attributes > 0,
        ),
        (
            "edge label",
            edge_labels.len(),
            edges.len(),
            1,
            feature_sizes.edge_labels > 0,
        ),
        (
            "edge attribute",
            edge_attributes.len(),
            edges.len(),
            like.edge_attributes as usize,
            feature_sizes.edge_attributes > 0,
        ),
    ] {
        let expected = things * each;
        if found == 0 && read && expected > 0 {
            return error(format!(
                "the model reads {what}s, and the graph has none: give it those of “{}”, {expected} numbers, or ask a model \
                 with other features",
                like.name
            ));
        }
        if found != 0 && found != expected {
            return error(format!(
                "expected {expected} {what}s as in “{}”, or none, found {found}",
                like.name
            ));
        }
    }
    for (what, labels, names) in [
        ("vertex", vertex_labels, &like.vertex_label_names),
        ("edge", edge_labels, &like.edge_label_names),
    ] {
        if let Some(label) = labels.iter().find(|&&label| label as usize >= names.len()) {
            return error(format!(
                "expected {what} labels below {}, as many as “{}” has, found {label}",
                names.len(),
                like.name
            ));
        }
    }
    for (what, numbers) in [("vertex", vertex_attributes), ("edge", edge_attributes)] {
        if let Some(number) = numbers.iter().find(|number| !number.is_finite()) {
            return error(format!("expected finite {what} attributes, found {number}"));
        }
    }
    if let FixedFilter::Attribute(name) = &config.fixed_filter {
        let known = like.vertex_numbers(&graph);
        let found = Attribute::find(&known, "vertex", name).map(|found| found.values.len());
        if found != Ok(*vertices as usize) {
            return error(format!(
                "the filter of the model is the vertex attribute {name:?}, and the graph has no number of that name for \
                 each vertex: give it the labels and attributes of “{}”",
                like.name
            ));
        }
    }
    Ok(Dataset {
        name: like.name.clone(),
        graphs: vec![graph],
        classes: vec![0],
        class_names: like.class_names.clone(),
        vertex_label_names: like.vertex_label_names.clone(),
        edge_label_names: like.edge_label_names.clone(),
        vertex_attributes: like.vertex_attributes,
        edge_attributes: like.edge_attributes,
        notes: Vec::new(),
    })
}

/// A saved model at work on a data set, the one it learned from or another.
pub struct Evaluator {
    data: DeviceDataset,
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
            feature_sizes,
            sort_pool,
            statistics,
            arrays,
            ..
        } = checkpoint;
        let own = trainer::feature_sizes(&dataset, &config);
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
        for (name, ok, found) in [
            (
                "degrees",
                (own.degrees > 0) == (feature_sizes.degrees > 0),
                feature_sizes.degrees,
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
        let sizes = trainer::sizes(&config, feature_sizes, sort_pool, classes[0]);
        weights::check_room(&sizes, &arrays)?;
        checkpoint::check_statistics(&statistics, feature_sizes)?;
        // Weights that are replaced at once.
        let rng = &mut ChaCha8Rng::seed_from_u64(0);
        let model = Model::new(&sizes, rng, &device.clone().autodiff());
        let (model, _) = weights::replace(model, arrays)?;
        Ok(Self {
            data: DeviceDataset::new(dataset, &config, &sizes, statistics, device)?,
            model: model.valid(),
            batch_size: config.batch_size,
        })
    }

    /// Predicted class of each of these graphs.
    ///
    /// # Panics
    /// If the device is a GPU that was lost.
    pub async fn predict(&self, indices: &[u32]) -> Vec<u32> {
        let classes = self
            .data
            .predict(&self.model, self.batch_size, indices)
            .await;
        classes.expect("the device answers")
    }

    /// What the model says of one graph.
    ///
    /// # Panics
    /// If there is no such graph, or the device is a GPU that was lost.
    pub async fn inspect(&self, index: u32) -> Inspection {
        let inspection = self.data.inspect(&self.model, index).await;
        inspection.expect("the device answers")
    }
}

/// The numbers of a tensor, once its device has computed them.
///
/// # Errors
/// If the device no longer answers.
pub(super) async fn read(tensor: Tensor<1>) -> Result<Vec<f32>, DeviceError> {
    let data = tensor.into_data_async().await.map_err(silent)?;
    // Where a GPU was lost, this is where it shows.
    data.try_to_vec().map_err(silent)
}

/// The same of indices, where −1 is [`NONE`].
async fn read_ints(tensor: Tensor<1, Int>) -> Result<Vec<u32>, DeviceError> {
    let data = tensor.into_data_async().await.map_err(silent)?;
    let numbers: Vec<i32> = data.try_to_vec().map_err(silent)?;
    Ok(bytemuck::cast_vec(numbers))
}

/// Of a device that gives no answer.
fn silent(error: impl std::fmt::Display) -> DeviceError {
    DeviceError(format!("the device does not answer: {error}"))
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
