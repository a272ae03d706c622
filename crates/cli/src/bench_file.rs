//! Bench files: written by `bench persistence` and `bench readout` with `--format json`, read by `report`.

use std::path::Path;

use serde::{Deserialize, Serialize};
use sublevel::run_file::Versions;

use super::Failure;
use super::run_file::parse;

/// Times of persistence on one computer.
#[derive(Debug, Serialize, Deserialize)]
pub struct BenchFile {
    pub versions: Versions,
    /// Processor name.
    pub processor: String,
    pub cores: usize,
    /// Seed of generators and filters.
    pub seed: u32,
    pub repeats: u32,
    pub sets: Vec<Set>,
}

/// A data set and its times.
#[derive(Debug, Serialize, Deserialize)]
pub struct Set {
    /// Name of the data set.
    pub data: String,
    /// Number of graphs.
    pub graphs: usize,
    pub average_vertices: f64,
    pub average_edges: f64,
    /// All graphs at once.
    pub runs: Vec<Run>,
    /// Each graph separately, in the order of the data set; only with `--per-graph`.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub per_graph: Vec<GraphTime>,
}

/// Time of one engine.
#[derive(Debug, Serialize, Deserialize)]
pub struct Run {
    /// Ordinary persistence of both directions, or extended persistence. On a GPU, the times are from the call to its end, or the
    /// GPU's clock measures them. The clock measures all shaders, or those of one size class for the graphs in it.
    pub computes: String,
    pub device: String,
    /// Number of CPU threads.
    pub threads: Option<usize>,
    /// Median over the repeats.
    pub us_per_graph: Quantiles,
}

/// Time of ordinary persistence of one graph: both directions on one thread, sorting included.
#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
pub struct GraphTime {
    pub vertices: u32,
    pub edges: u32,
    /// Microseconds, median over the repeats.
    pub us: f64,
}

/// Times of readout and message passing on one computer.
#[derive(Debug, Serialize, Deserialize)]
pub struct ReadoutFile {
    pub versions: Versions,
    /// Processor name.
    pub processor: String,
    /// Seed of generators and weights.
    pub seed: u32,
    pub repeats: u32,
    pub readouts: Vec<ReadoutSet>,
}

/// A data set and its times.
#[derive(Debug, Serialize, Deserialize)]
pub struct ReadoutSet {
    /// Name of the data set.
    pub data: String,
    /// Each graph separately, in the order of the data set.
    pub per_graph: Vec<ReadoutTime>,
}

/// Times of one graph on one thread: microseconds, medians over the repeats.
#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
pub struct ReadoutTime {
    pub vertices: u32,
    pub edges: u32,
    /// The time from filter values to the readout vector: persistence in both directions, and coordinate functions.
    pub readout: f64,
    /// The time from features to filter values, with one layer of message passing.
    pub gin_1: f64,
    /// As `gin_1`, with four layers.
    pub gin_4: f64,
}

/// Statistics of several measurements.
#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
pub struct Quantiles {
    pub median: f64,
    pub p95: f64,
}

impl BenchFile {
    /// Parses a bench file; messages name `path`.
    pub fn parse(path: &Path, text: &str) -> Result<Self, Failure> {
        parse(
            path,
            text,
            "a bench file, as `sublevel bench persistence --format json --per-graph` writes it",
        )
    }
}

/// One of the times of a graph.
pub type Part = fn(&ReadoutTime) -> f64;

impl ReadoutTime {
    /// Name of the timed part.
    pub const PARTS: [(&'static str, Part); 3] = [
        ("readout", |time| time.readout),
        ("1-GIN", |time| time.gin_1),
        ("4-GIN", |time| time.gin_4),
    ];
}

impl ReadoutFile {
    /// Parses a file of readout times; messages name `path`.
    pub fn parse(path: &Path, text: &str) -> Result<Self, Failure> {
        parse(
            path,
            text,
            "times as `sublevel bench readout --format json` writes them",
        )
    }
}

/// Lower quartile, median and upper quartile of some values; `None` without values.
pub fn quartiles(values: Vec<f64>) -> Option<[f64; 3]> {
    quantiles(values, [0.25, 0.5, 0.75])
}

/// These quantiles of some values, each a measured value; `None` without values.
fn quantiles<const N: usize>(mut values: Vec<f64>, shares: [f64; N]) -> Option<[f64; N]> {
    values.sort_by(f64::total_cmp);
    let last = values.len().checked_sub(1)?;
    Some(shares.map(|share| values[(last as f64 * share).round() as usize]))
}

impl Quantiles {
    /// The statistics of at least one measurement.
    pub fn new(times: Vec<f64>) -> Self {
        let [median, p95] = quantiles(times, [0.5, 0.95]).expect("there is a measurement");
        Self { median, p95 }
    }
}
