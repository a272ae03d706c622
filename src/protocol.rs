//! What the page and the training worker say to each other.
//!
//! This is the only definition: `www/src/protocol.ts` is generated from these types (the test
//! `protocol_is_up_to_date` fails when it is stale and says how to renew it). Large arrays
//! (edges, filter values, bars) are not here; they cross as typed arrays, see `src/web`.

use serde::{Deserialize, Serialize};

use crate::config::TrainingConfig;
use crate::graph::folds::Origin;
pub use crate::graph::folds::Part;
pub use crate::graph::{ClassSummary, DatasetSummary, GraphRow};

/// What the page asks for when it opens a session.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub enum Backend {
    /// What is fastest: natively the CPU; the page begins there, and compares it with a GPU when a run begins.
    Auto,
    /// The CPU, whatever else there is.
    Cpu,
    /// WebGPU, also on a software adapter; an error where there is none.
    Gpu,
}

/// The device that computes, and why it was chosen.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct DeviceReport {
    /// `true`: WebGPU; `false`: the CPU.
    pub gpu: bool,
    /// Name of the adapter, or "CPU".
    pub name: String,
    /// The adapter emulates a GPU on the CPU.
    pub software: bool,
    /// Name of a real GPU that can be chosen, one that is no emulation. Natively nobody looks for one where the CPU was chosen.
    pub gpu_offered: Option<String>,
    /// One sentence for the user: why this device.
    pub reason: String,
}

/// A problem that the program can generate by itself.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct GeneratorSummary {
    /// What `generate` is asked for.
    pub id: String,
    pub title: String,
    /// What distinguishes the classes, in a sentence or two.
    pub description: String,
}

/// What is known of a graph that was opened.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct OpenedGraph {
    pub vertices: u32,
    /// Repeated ones and self-loops counted.
    pub edges: u32,
    /// What the file calls the vertices; empty where it counts them from 0.
    pub names: Vec<String>,
    /// The filters it can have, its own first: `values`, `attribute:NAME`, then those of structure alone.
    pub filters: Vec<String>,
    /// Whether its edges have values of their own.
    pub edge_values: bool,
    /// What the reader assumed of the file, one sentence each.
    pub notes: Vec<String>,
}

/// One optimisation step.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct StepReport {
    /// Counted from 1 over the whole run.
    pub step: u32,
    /// Counted from 1.
    pub epoch: u32,
    /// Mean cross-entropy of the batch.
    pub loss: f32,
    /// Share of the batch that was classified correctly, in [0, 1].
    pub accuracy: f32,
    pub learning_rate: f64,
}

/// One finished epoch.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct EpochReport {
    /// Counted from 1.
    pub epoch: u32,
    /// Mean over the graphs as they passed.
    pub train_loss: f32,
    /// Share in [0, 1], counted as the batches passed.
    pub train_accuracy: f32,
    /// Share in [0, 1] of the test part after the epoch.
    pub test_accuracy: f32,
}

/// What `train(n)` answers: the steps it did, and the epochs that ended with them.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct TrainingReport {
    pub steps: Vec<StepReport>,
    pub epochs: Vec<EpochReport>,
    /// The configured number of epochs is done.
    pub finished: bool,
    /// Why training cannot go on (a loss that is not a number); the last good weights are kept.
    pub stopped: Option<String>,
}

/// How far a cross-validation is.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct FoldsProgress {
    /// The fold at hand, or the next one, counted from 1; none after the last.
    pub fold: Option<u32>,
    /// How many folds there are.
    pub folds: u32,
    /// How many of them are finished.
    pub finished: u32,
    /// Epochs that the fold at hand has behind it.
    pub epoch: u32,
    /// Epochs of every fold.
    pub epochs: u32,
    /// Share of all epochs of all folds that is done, in [0, 1], by steps.
    pub share: f64,
}

/// The curves of a run, as far as it knows them. Crosses as a typed array.
#[derive(Clone, Debug, Default, PartialEq)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[cfg_attr(test, ts(rename_all = "camelCase"))]
pub struct RunCurves {
    /// Loss and accuracy of each step, one step after the other; the last one is the last of the run.
    #[cfg_attr(test, ts(type = "Float32Array"))]
    pub steps: Vec<f32>,
    /// The last one is the last that ended.
    pub epochs: Vec<EpochReport>,
}

/// A barcode that a model reads, in the order in which its hats stand in the readout.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub enum BarcodeName {
    /// B0: components that merge, sub- and superlevel together.
    H0,
    /// B0^∞: components that stay.
    H0Essential,
    /// B1^∞: loops, by where they begin.
    H1Essential,
    /// The loops of extended persistence, which end.
    H1Extended,
}

impl BarcodeName {
    /// Every barcode, in the order of the readout.
    pub const ALL: [Self; 4] = [
        Self::H0,
        Self::H0Essential,
        Self::H1Essential,
        Self::H1Extended,
    ];
}

/// The state of a session before and between training calls.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct RunSummary {
    pub config: TrainingConfig,
    /// Where its folds came from.
    pub splits: Origin,
    pub steps_per_epoch: u32,
    /// Epochs behind the run: none where it is new.
    pub epochs_done: u32,
    pub steps_done: u32,
    pub train_graphs: u32,
    pub validation_graphs: u32,
    pub test_graphs: u32,
    /// Share of the most frequent class in the training part, in [0, 1]: what guessing gives.
    pub majority_share: f32,
    /// Number of learned numbers.
    pub parameters: u32,
    /// Whether a GPU takes each of its steps as one submission. Otherwise it takes operation by operation, and the time
    /// between them is more than the CPU needs for the step.
    pub recordable: bool,
    /// What the run does otherwise than it was asked to, one sentence each.
    pub notes: Vec<String>,
}

/// About how many bytes a run takes, beside its data set.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct RunMemory {
    /// The model, with the running statistics of batch normalisation.
    #[cfg_attr(test, ts(type = "number"))]
    pub parameters: u64,
    /// Adam's two means of each learned number; none before the first step.
    #[cfg_attr(test, ts(type = "number"))]
    pub optimizer: u64,
    /// The weights of epochs that are kept; those that a run shares with its fork are counted in both.
    #[cfg_attr(test, ts(type = "number"))]
    pub snapshots: u64,
    /// What batches are made of, and the batches of the test part once they were needed. Estimated; a fork shares them. With
    /// what recorded steps keep on a GPU, which it does not share.
    #[cfg_attr(test, ts(type = "number"))]
    pub batches: u64,
}

/// A data set of a session.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct OpenDataset {
    /// What the session is asked for it by.
    pub id: u32,
    pub name: String,
    /// Memory of its graphs.
    #[cfg_attr(test, ts(type = "number"))]
    pub bytes: u64,
}

/// A run of a session.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct OpenRun {
    /// What the session is asked for it by.
    pub id: u32,
    /// Id of its data set.
    pub dataset: u32,
    pub memory: RunMemory,
}

/// Everything that is open in a session, and about how much memory it takes.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct SessionReport {
    pub datasets: Vec<OpenDataset>,
    pub runs: Vec<OpenRun>,
}

/// A data set that was opened.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct OpenedDataset {
    /// What the session is asked for it by.
    pub id: u32,
    pub summary: DatasetSummary,
}

/// A run that was created, forked or resumed.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct OpenedRun {
    /// What the session is asked for it by.
    pub id: u32,
    pub summary: RunSummary,
}

/// A graph that a run is asked about and that is in no data set. Labels and attributes are those of the data set of the
/// run; they may be left out where the model does not read them.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct SubjectGraph {
    pub vertices: u32,
    /// Ends of each edge, one edge after the other. Self-loops, and edges that were named before, are left out.
    #[cfg_attr(test, ts(type = "Uint32Array"))]
    pub edges: Vec<u32>,
    /// A label for each vertex.
    #[cfg_attr(test, ts(optional, type = "Uint32Array"))]
    #[serde(default)]
    pub vertex_labels: Option<Vec<u32>>,
    /// The numbers of each vertex, one vertex after the other.
    #[cfg_attr(test, ts(optional, type = "Float32Array"))]
    #[serde(default)]
    pub vertex_attributes: Option<Vec<f32>>,
    /// A label for each edge.
    #[cfg_attr(test, ts(optional, type = "Uint32Array"))]
    #[serde(default)]
    pub edge_labels: Option<Vec<u32>>,
    /// The numbers of each edge, one edge after the other.
    #[cfg_attr(test, ts(optional, type = "Float32Array"))]
    #[serde(default)]
    pub edge_attributes: Option<Vec<f32>>,
}

/// The hats of one barcode, and what they make of the bars of one graph. Crosses as typed arrays.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[cfg_attr(test, ts(rename_all = "camelCase"))]
pub struct InspectedCoordinateFunctions {
    pub barcode: BarcodeName,
    /// The formula of the hats; a Gaussian is an exponential one, and Deep Sets is a line that leaks.
    #[cfg_attr(test, ts(as = "crate::ops::Element", inline))]
    pub element: &'static str,
    /// Parameters of each hat, one hat after the other: of a rational one the coordinates of the centre, then the radius.
    #[cfg_attr(test, ts(type = "Float32Array"))]
    pub hats: Vec<f32>,
    /// What each hat adds to the vector of the graph.
    #[cfg_attr(test, ts(type = "Float32Array"))]
    pub values: Vec<f32>,
    /// The bars that count, in rows as in `InspectedGraph`; a loop of extended persistence is of the kind 3.
    #[cfg_attr(test, ts(type = "Uint32Array"))]
    pub bars: Vec<u32>,
    /// What each bar adds to each value: a number for each hat, one bar after the other. Over the bars they sum up to
    /// `values`, but for rounding.
    #[cfg_attr(test, ts(type = "Float32Array"))]
    pub shares: Vec<f32>,
}

/// What a run says of a graph. Crosses as typed arrays.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[cfg_attr(test, ts(rename_all = "camelCase"))]
pub struct InspectedGraph {
    /// Value of every vertex; none where the model has no filter.
    #[cfg_attr(test, ts(type = "Float32Array"))]
    pub filter: Vec<f32>,
    /// The bars that the model read, in rows of five: kind (0: B0, 1: B0^∞, 2: B1^∞), direction (0: sublevel, 1:
    /// superlevel), birth vertex, death vertex or 2³² − 1, multiplicity. Bars of length zero are here, and count nothing;
    /// only where a vertex would be both ends they are left out.
    #[cfg_attr(test, ts(type = "Uint32Array"))]
    pub bars: Vec<u32>,
    /// Birth and death vertex of each loop of extended persistence, one after the other; only where the model reads it.
    #[cfg_attr(test, ts(type = "Uint32Array | null"))]
    pub extended_loops: Option<Vec<u32>>,
    /// First and last vertex of each component, likewise.
    #[cfg_attr(test, ts(type = "Uint32Array | null"))]
    pub extended_components: Option<Vec<u32>>,
    /// The vector that the classifier was given: a number for each hat, one barcode after the other; none where the
    /// model reads no barcodes.
    #[cfg_attr(test, ts(type = "Float32Array"))]
    pub readout: Vec<f32>,
    /// Score of every class.
    #[cfg_attr(test, ts(type = "Float32Array"))]
    pub logits: Vec<f32>,
}

/// What a run says of many graphs, one after the other in lists without gaps. Crosses as typed arrays.
#[derive(Clone, Debug, Default, PartialEq)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[cfg_attr(test, ts(rename_all = "camelCase"))]
pub struct InspectedGraphs {
    /// Which graphs, as they were asked for.
    #[cfg_attr(test, ts(type = "Uint32Array"))]
    pub graphs: Vec<u32>,
    /// Where the vertices of each graph begin in `filter`, and at the end how many there are: one more than graphs.
    #[cfg_attr(test, ts(type = "Uint32Array"))]
    pub vertex_offsets: Vec<u32>,
    /// Filter value of every vertex, in [0, 1]; empty where the model has no filter.
    #[cfg_attr(test, ts(type = "Float32Array"))]
    pub filter: Vec<f32>,
    /// Where the bars of each graph begin, counted in bars, and at the end how many there are.
    #[cfg_attr(test, ts(type = "Uint32Array"))]
    pub bar_offsets: Vec<u32>,
    /// Five numbers for each bar, as in `InspectedGraph`; vertices are counted from 0 within each graph.
    #[cfg_attr(test, ts(type = "Uint32Array"))]
    pub bars: Vec<u32>,
    /// Score of every class, as many numbers for each graph.
    #[cfg_attr(test, ts(type = "Float32Array"))]
    pub logits: Vec<f32>,
}

/// The scores that a run gave a graph, taken apart: the contributions of all bars and the bias sum up to them. Crosses as
/// typed arrays.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[cfg_attr(test, ts(rename_all = "camelCase"))]
pub struct ExplainedScores {
    /// The bars that count, those of one direction at one point of a barcode together, in rows of five: place of the barcode
    /// (0: B0, 1: B0^∞, 2: B1^∞, 3: loops of extended persistence), direction (0: sublevel, 1: superlevel; 0 for these
    /// loops), birth vertex and death vertex (or 2³² − 1) of one of them, how many they are.
    #[cfg_attr(test, ts(type = "Uint32Array"))]
    pub bars: Vec<u32>,
    /// What these add to the score of each class, activation × gradient: a number for each class, one row after the other.
    #[cfg_attr(test, ts(type = "Float32Array"))]
    pub contributions: Vec<f32>,
    /// The score of each class without these bars, computed anew.
    #[cfg_attr(test, ts(type = "Float32Array"))]
    pub without: Vec<f32>,
    /// What is added to the score of each class whatever the bars are.
    #[cfg_attr(test, ts(type = "Float32Array"))]
    pub bias: Vec<f32>,
    /// What each number of the readout adds to the score of each class.
    #[cfg_attr(test, ts(type = "Float32Array"))]
    pub hats: Vec<f32>,
    /// What one more unit of each number of the readout would add to it, as long as no unit of the hidden layer is switched.
    #[cfg_attr(test, ts(type = "Float32Array"))]
    pub gradient: Vec<f32>,
}

/// What a run says of a graph, and why. Crosses as typed arrays.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[cfg_attr(test, ts(rename_all = "camelCase"))]
pub struct ExplainedGraph {
    pub graph: InspectedGraph,
    /// Barcode by barcode; none where the model reads no barcodes.
    pub hats: Vec<InspectedCoordinateFunctions>,
    /// null: the model reads no barcodes.
    pub scores: Option<ExplainedScores>,
}

/// The bars of many graphs that excite each hat of one barcode most. Equal bars are together, also those of several graphs.
/// Crosses as typed arrays.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[cfg_attr(test, ts(rename_all = "camelCase"))]
pub struct CoordinateFunctionTopBars {
    pub barcode: BarcodeName,
    /// The points at which these bars lie, in rows of six: direction (0: sublevel, 1: superlevel; 0 for loops of extended
    /// persistence), the first graph that has one, birth vertex and death vertex (or 2³² − 1) there, how many bars they
    /// are, over how many graphs.
    #[cfg_attr(test, ts(type = "Uint32Array"))]
    pub points: Vec<u32>,
    /// Filter values at birth and death of each; NaN: they never end.
    #[cfg_attr(test, ts(type = "Float32Array"))]
    pub ends: Vec<f32>,
    /// Where the list of each hat begins in `places` and `values`, and the end of the last one.
    #[cfg_attr(test, ts(type = "Uint32Array"))]
    pub first: Vec<u32>,
    /// Which points, those that excite a hat most first.
    #[cfg_attr(test, ts(type = "Uint32Array"))]
    pub places: Vec<u32>,
    /// What one bar there adds to the hat.
    #[cfg_attr(test, ts(type = "Float32Array"))]
    pub values: Vec<f32>,
}

/// A quantity of the vertices of a data set. Crosses as a typed array.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[cfg_attr(test, ts(rename_all = "camelCase"))]
pub struct VertexQuantity {
    /// A number for each vertex, all graphs one after the other.
    #[cfg_attr(test, ts(type = "Float32Array"))]
    pub values: Vec<f32>,
    /// Where the numbers stand for names, these names.
    pub categories: Option<Vec<String>>,
}

/// How the filter of a run depends on one quantity of the vertices or on two. Vertices with the same level of each are taken
/// together; the L levels that occur are in ascending order. Crosses as typed arrays.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[cfg_attr(test, ts(rename_all = "camelCase"))]
pub struct FilterAssociation {
    /// Of each quantity, does a level have several of its values?
    pub binned: Vec<bool>,
    /// Least and greatest value of each quantity at each level: two numbers a quantity, one level after the other.
    #[cfg_attr(test, ts(type = "Float32Array"))]
    pub ranges: Vec<f32>,
    /// Vertices at each level: those of training graphs, then those of the others.
    #[cfg_attr(test, ts(type = "Uint32Array"))]
    pub counts: Vec<u32>,
    /// Mean of the filter over these, NaN where there are none.
    #[cfg_attr(test, ts(type = "Float32Array"))]
    pub means: Vec<f32>,
    /// What a tenth of the values of the filter at each level lie below, and above.
    #[cfg_attr(test, ts(type = "Float32Array"))]
    pub bands: Vec<f32>,
    /// η², the share of the variance of the filter between the levels: over the training graphs, and over the others. null
    /// where the filter is constant.
    pub eta_squared: [Option<f64>; 2],
    /// The share, over the training graphs, that a function of the quantity explains at most if it never falls, or never
    /// rises; null where that has no meaning.
    pub monotone: Option<f64>,
}

/// A fixed filter beside the filter of a run. Crosses as typed arrays.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[cfg_attr(test, ts(rename_all = "camelCase"))]
pub struct FilterBeside {
    /// How the fixed filter depends on each of the quantities that were asked for.
    pub associations: Vec<FilterAssociation>,
    /// Of the pairs of vertices of the same graph that neither filter leaves tied, the share that both put in the same order:
    /// over the training graphs, and over the others. null where there is no such pair.
    pub agreement: [Option<f64>; 2],
    /// The share of all pairs that neither filter leaves tied; null where there are no pairs.
    pub untied: [Option<f64>; 2],
}

/// How the bars that a run reads differ between the C classes, over the graphs of one part of its split. Numbers of a graph
/// are taken as they are (scale 0) and for each 100 of its vertices (scale 1); directions are 0, sublevel, and 1, superlevel.
/// Crosses as typed arrays.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[cfg_attr(test, ts(rename_all = "camelCase"))]
pub struct ClassBars {
    /// Number of values of t in a curve, and of ranges that births and deaths are dealt into.
    pub sizes: [u32; 2],
    /// Least and greatest value of t, and of births and deaths.
    pub range: [f32; 2],
    /// Number of graphs of each class.
    #[cfg_attr(test, ts(type = "Uint32Array"))]
    pub graphs: Vec<u32>,
    /// β₀ and β₁ at evenly spread values of t, by direction, scale, class, dimension and value: lower end, median and upper
    /// end of the middle 80 % of the graphs of a class. NaN where there are none.
    #[cfg_attr(test, ts(type = "Float32Array"))]
    pub curves: Vec<f32>,
    /// Mean number of bars in each cell, by direction, scale and class: components by birth and death, then those that stay by
    /// birth, then loops by birth, then, where the model reads extended persistence, loops by birth and death.
    #[cfg_attr(test, ts(type = "Float32Array"))]
    pub densities: Vec<f32>,
    /// Which graphs fill a cell: direction, cell, graph and number of bars, cell by cell, most bars first.
    #[cfg_attr(test, ts(type = "Uint32Array"))]
    pub filled: Vec<u32>,
}

/// Two runs on one data set, or one at two epochs, over the graphs that are in one part of the split of both. Crosses as typed
/// arrays.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[cfg_attr(test, ts(rename_all = "camelCase"))]
pub struct ComparedRuns {
    /// The graphs that both have in this part, ascending.
    #[cfg_attr(test, ts(type = "Uint32Array"))]
    pub graphs: Vec<u32>,
    /// Number of graphs that each of the two has in it.
    pub own: [u32; 2],
    /// The class that the first says each of these graphs has.
    #[cfg_attr(test, ts(type = "Uint32Array"))]
    pub said: Vec<u32>,
    /// The class that the second says.
    #[cfg_attr(test, ts(type = "Uint32Array"))]
    pub said_by_other: Vec<u32>,
    /// Graphs of training, validation and test part of each that it is right about, and how many these parts have: two numbers
    /// a part, the parts of the first run, then those of the second.
    #[cfg_attr(test, ts(type = "Uint32Array"))]
    pub right: Vec<u32>,
    /// How the filters agree; null where one of the models has none.
    pub agreement: Option<FilterAgreement>,
}

/// How two filters agree over some graphs, up to monotone maps. Crosses as a typed array.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[cfg_attr(test, ts(rename_all = "camelCase"))]
pub struct FilterAgreement {
    /// Kendall's τ-b over the vertices of each graph, in [−1, 1]; NaN where a filter is constant on it.
    #[cfg_attr(test, ts(type = "Float64Array"))]
    pub taus: Vec<f64>,
    /// Graphs on which the first filter alone is constant, the second alone, and both.
    pub constant: [u32; 3],
    /// The share of the variance of the second filter, over all vertices of these graphs, that a function of the first explains
    /// at most which never falls, and which never rises; null where the second is constant.
    pub monotone: Option<[f64; 2]>,
}

/// What two runs say of one graph. Crosses as typed arrays.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[cfg_attr(test, ts(rename_all = "camelCase"))]
pub struct ComparedGraph {
    /// The filter of each; null where its model has none.
    #[cfg_attr(test, ts(type = "[Float32Array | null, Float32Array | null]"))]
    pub filters: [Option<Vec<f32>>; 2],
    /// The class that each says it has.
    pub said: [u32; 2],
}

#[cfg(test)]
mod tests {
    use std::fs;

    use ts_rs::{Config, TS};

    use super::*;
    use crate::config::{BarWeight, CoordinateFunction, EdgeFeatures, Features, ModelKind, Ties};
    use crate::homology::Steps;
    use crate::homology::barcode::Direction;
    use crate::homology::distance::{Distance, Match};
    use crate::homology::representatives::{Component, Cycle};
    use crate::homology::trace::{self, Trace};
    use crate::run_file::{EpochRun, FoldRun, RunFile, UnfinishedFold, Versions};

    fn declaration<T: TS>(config: &Config) -> String {
        format!(
            "\n{}export {}\n",
            T::docs().unwrap_or_default(),
            T::decl(config)
        )
    }

    /// The page's copy of these types. A stale one is renewed on the spot, and the test fails once.
    #[test]
    fn protocol_is_up_to_date() {
        let config = Config::default();
        let text = [
            "// Generated from src/protocol.rs: change that file, then run `cargo test protocol`.\n"
                .to_string(),
            declaration::<Backend>(&config),
            declaration::<DeviceReport>(&config),
            declaration::<Features>(&config),
            declaration::<EdgeFeatures>(&config),
            declaration::<ModelKind>(&config),
            declaration::<Ties>(&config),
            declaration::<CoordinateFunction>(&config),
            declaration::<BarWeight>(&config),
            declaration::<GeneratorSummary>(&config),
            declaration::<ClassSummary>(&config),
            declaration::<DatasetSummary>(&config),
            declaration::<TrainingConfig>(&config),
            declaration::<StepReport>(&config),
            declaration::<EpochReport>(&config),
            declaration::<TrainingReport>(&config),
            declaration::<FoldsProgress>(&config),
            declaration::<RunCurves>(&config),
            declaration::<Part>(&config),
            declaration::<GraphRow>(&config),
            declaration::<Origin>(&config),
            declaration::<RunSummary>(&config),
            declaration::<Versions>(&config),
            declaration::<EpochRun>(&config),
            declaration::<FoldRun>(&config),
            declaration::<UnfinishedFold>(&config),
            declaration::<RunFile>(&config),
            declaration::<BarcodeName>(&config),
            declaration::<RunMemory>(&config),
            declaration::<OpenDataset>(&config),
            declaration::<OpenRun>(&config),
            declaration::<SessionReport>(&config),
            declaration::<OpenedDataset>(&config),
            declaration::<OpenedRun>(&config),
            declaration::<SubjectGraph>(&config),
            declaration::<InspectedCoordinateFunctions>(&config),
            declaration::<InspectedGraph>(&config),
            declaration::<InspectedGraphs>(&config),
            declaration::<ExplainedScores>(&config),
            declaration::<ExplainedGraph>(&config),
            declaration::<CoordinateFunctionTopBars>(&config),
            declaration::<VertexQuantity>(&config),
            declaration::<FilterAssociation>(&config),
            declaration::<FilterBeside>(&config),
            declaration::<ClassBars>(&config),
            declaration::<ComparedRuns>(&config),
            declaration::<FilterAgreement>(&config),
            declaration::<ComparedGraph>(&config),
            declaration::<OpenedGraph>(&config),
            declaration::<Direction>(&config),
            declaration::<Steps>(&config),
            declaration::<Component>(&config),
            declaration::<Cycle>(&config),
            declaration::<Distance>(&config),
            declaration::<Match>(&config),
            declaration::<trace::Mode>(&config),
            declaration::<trace::Simplex>(&config),
            declaration::<trace::Change>(&config),
            declaration::<trace::Step>(&config),
            declaration::<trace::State>(&config),
            declaration::<Trace>(&config),
        ]
        .concat();
        let path = concat!(env!("CARGO_MANIFEST_DIR"), "/www/src/protocol.ts");
        if fs::read_to_string(path).unwrap_or_default() != text {
            fs::write(path, text).unwrap();
            panic!("www/src/protocol.ts was stale; it is renewed now: commit it");
        }
    }
}
