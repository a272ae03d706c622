//! The run log: a folder with the filter values and the predictions of a training run in any program.
//!
//! `docs/run-log.md` describes its files. The arrays of an epoch are written before its line of the index, and each line has a
//! checksum. A program that stops at any time therefore leaves complete records and at most one incomplete one. JSON lines with
//! results ([`read_logged_lines`]) become a run log of one epoch.

mod edge_values;
mod lines;
mod record;

use serde::{Deserialize, Serialize};
use thiserror::Error;

use crate::graph::{Cells, DataError, Dataset, json_lines, without_types};

pub use lines::{LoggedLines, read_logged_lines};
pub use record::{Record, Records};

/// Version of the format.
pub const VERSION: u32 = 1;
/// The file of the [`Header`].
pub const HEADER: &str = "run-log.json";
/// The graphs, as JSON lines.
pub const GRAPHS: &str = "graphs.jsonl";
/// The index: a JSON object for each epoch and line.
pub const INDEX: &str = "epochs.jsonl";
/// The arrays of all epochs, as little-endian 32-bit floats.
pub const VALUES: &str = "values.f32";
/// Every file of a run log.
pub const FILES: [&str; 4] = [HEADER, GRAPHS, INDEX, VALUES];

/// Number of barcodes with attributions: components and loops, in both directions.
pub const BARCODES: usize = 4;
/// Maximum number of channels: their agreements are a square matrix.
const MAX_CHANNELS: usize = 64;
/// Maximum number of values of an epoch, 1 GiB.
const MAX_VALUES: u64 = 1 << 28;

/// The problem of a run log.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
pub enum RunLogError {
    /// The header or a record.
    #[error("{file}: {problem}")]
    File {
        /// Name of the file.
        file: &'static str,
        /// The cause and a remedy.
        problem: String,
    },
    #[error(transparent)]
    Graphs(#[from] DataError),
}

fn error<T>(file: &'static str, problem: impl Into<String>) -> Result<T, RunLogError> {
    let problem = problem.into();
    Err(RunLogError::File { file, problem })
}

/// The file `run-log.json`: the sizes of all arrays.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Header {
    /// [`VERSION`].
    pub run_log: u32,
    /// Name of the run.
    pub name: String,
    /// Names of the filters of vertices.
    pub channels: Vec<String>,
    /// Names of the filters of edges. As channels, they follow those of vertices.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub edge_channels: Vec<String>,
    /// Names of the classes, in the order of the scores.
    pub classes: Vec<String>,
    /// Number of graphs.
    pub graphs: u32,
    /// Number of vertices of all graphs.
    pub vertices: u64,
    /// Number of edges of all graphs, each counted once. 0 without filters of edges.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub edges: u64,
    /// Whether the graphs have classes.
    #[serde(default = "yes", skip_serializing_if = "is_true")]
    pub labelled: bool,
    /// Whether the epochs have the contribution of each bar to each score.
    #[serde(default, skip_serializing_if = "is_false")]
    pub attributions: bool,
}

fn yes() -> bool {
    true
}

/// serde passes a reference.
fn is_true(value: &bool) -> bool {
    *value
}

fn is_false(value: &bool) -> bool {
    !*value
}

fn is_zero(value: &u64) -> bool {
    *value == 0
}

impl Header {
    /// Reads and checks a header.
    ///
    /// # Errors
    /// If it is no header of this version, or its sizes are zero or too large.
    pub fn read(bytes: &[u8]) -> Result<Self, RunLogError> {
        #[derive(Deserialize)]
        struct Versioned {
            run_log: u32,
        }
        let invalid = |problem: serde_json::Error| {
            let problem = without_types(&problem.to_string());
            error(
                HEADER,
                format!("expected the header of a run log; {problem}"),
            )
        };
        // The version first: other versions may have other keys.
        let Versioned { run_log } = match serde_json::from_slice(bytes) {
            Ok(versioned) => versioned,
            Err(problem) => return invalid(problem),
        };
        if run_log != VERSION {
            let problem = format!(
                "expected a run log of version {VERSION}, found version {run_log}: open it with a newer version of Sublevel"
            );
            return error(HEADER, problem);
        }
        let header: Self = match serde_json::from_slice(bytes) {
            Ok(header) => header,
            Err(problem) => return invalid(problem),
        };
        header.check()?;
        Ok(header)
    }

    fn check(&self) -> Result<(), RunLogError> {
        let (channels, classes) = (self.all_channels().count(), self.classes.len());
        if channels == 0 || channels > MAX_CHANNELS {
            return error(
                HEADER,
                format!("expected from 1 to {MAX_CHANNELS} channels, found {channels}"),
            );
        }
        if classes == 0 || self.graphs == 0 || self.vertices == 0 {
            return error(
                HEADER,
                format!(
                    "expected classes, graphs and vertices, found {classes}, {} and {}",
                    self.graphs, self.vertices
                ),
            );
        }
        if self.attributions && !self.edge_channels.is_empty() {
            return error(
                HEADER,
                "attributions belong to bars that are born at vertices: expected no edge_channels beside them",
            );
        }
        // A filter value, and with attributions one number for each barcode and class.
        let for_each = match self.attributions {
            true => 1 + (BARCODES as u64).saturating_mul(classes as u64),
            false => 1,
        };
        let filters = self.vertices.checked_mul(self.channels.len() as u64);
        let filters = filters.and_then(|filters| filters.checked_mul(for_each));
        let edge_filters = self.edges.checked_mul(self.edge_channels.len() as u64);
        let scores = u64::from(self.graphs).checked_mul(classes as u64);
        let all = [filters, edge_filters, scores]
            .into_iter()
            .try_fold(0u64, |sum, part| sum.checked_add(part?));
        if all.is_none_or(|all| all > MAX_VALUES) {
            return error(
                HEADER,
                format!(
                    "expected at most {MAX_VALUES} values for each epoch, found {channels} channels of {} vertices or {} edges and \
                     {classes} scores of {} graphs",
                    self.vertices, self.edges, self.graphs
                ),
            );
        }
        Ok(())
    }

    /// Whether its sizes are valid and those of a data set.
    pub fn describes(&self, dataset: &Dataset) -> bool {
        self.check().is_ok()
            && self.graphs as usize == dataset.graphs.len()
            && self.vertices == vertices(dataset)
            && (self.edge_channels.is_empty() || self.edges == edges(dataset))
            && self.classes.len() == dataset.class_names.len()
    }

    /// Names of all channels: the filters of vertices, then those of edges.
    pub fn all_channels(&self) -> impl Iterator<Item = &String> {
        self.channels.iter().chain(&self.edge_channels)
    }

    /// The cells of a channel, by its index in [`Self::all_channels`].
    pub fn cells(&self, channel: usize) -> Cells {
        match channel < self.channels.len() {
            true => Cells::Vertices,
            false => Cells::Edges,
        }
    }

    /// The values of a channel among those of an epoch, by its index in [`Self::all_channels`]: a value for every vertex or for every
    /// edge of all graphs, graph by graph.
    ///
    /// # Panics
    /// If the epoch has no filter values, or there is no such channel.
    pub fn channel<'a>(&self, values: &'a [f32], channel: usize) -> &'a [f32] {
        let (vertices, edges) = (self.vertices as usize, self.edges as usize);
        match channel.checked_sub(self.channels.len()) {
            None => &values[channel * vertices..][..vertices],
            Some(edge_channel) => {
                let first = vertices * self.channels.len() + edge_channel * edges;
                &values[first..][..edges]
            }
        }
    }

    /// Number of filter values of an epoch: channel by channel, a value for every vertex or for every edge.
    pub fn filter_values(&self) -> usize {
        self.vertices as usize * self.channels.len()
            + self.edges as usize * self.edge_channels.len()
    }

    /// Number of attributions of an epoch: channel by channel, barcode by barcode, vertex by vertex, a number for every class. The
    /// barcodes are components and loops of the sublevel filtration, then those of the superlevel filtration. The row of a vertex
    /// belongs to the bars that are born at it.
    pub fn attribution_values(&self) -> usize {
        match self.attributions {
            true => self.vertices as usize * self.channels.len() * BARCODES * self.classes.len(),
            false => 0,
        }
    }

    /// Number of values of an epoch: filter values, attributions and scores.
    pub fn values(&self) -> usize {
        self.filter_values() + self.attribution_values() + self.scores()
    }

    /// Number of scores of an epoch: graph by graph, a number for every class.
    pub fn scores(&self) -> usize {
        self.graphs as usize * self.classes.len()
    }

    /// Reads the graphs. The class of a graph is its index in [`Header::classes`].
    ///
    /// # Errors
    /// The problem and its line, or numbers of graphs, vertices or classes other than those of the header.
    pub fn dataset(&self, graphs: &[u8]) -> Result<Dataset, RunLogError> {
        let mut dataset = match self.labelled {
            true => json_lines::read_json_lines(GRAPHS, graphs)?,
            false => json_lines::read_without_classes(GRAPHS, graphs)?,
        };
        if let Some(target) = dataset.targets.first() {
            return error(
                GRAPHS,
                format!(
                    "expected a class as y of each graph, found targets such as {target}: a run log has classes"
                ),
            );
        }
        let vertices = vertices(&dataset);
        if (dataset.graphs.len() as u64, vertices) != (self.graphs.into(), self.vertices) {
            return error(
                GRAPHS,
                format!(
                    "expected {} graphs with {} vertices, as in {HEADER}, found {} and {vertices}",
                    self.graphs,
                    self.vertices,
                    dataset.graphs.len()
                ),
            );
        }
        let edges = edges(&dataset);
        if !self.edge_channels.is_empty() && edges != self.edges {
            return error(
                GRAPHS,
                format!(
                    "expected {} edges, as in {HEADER}, found {edges}: each edge counts once, and edges from a vertex to itself do not count",
                    self.edges
                ),
            );
        }
        if self.labelled {
            self.number_classes(&mut dataset)?;
        }
        dataset.class_names.clone_from(&self.classes);
        dataset.name.clone_from(&self.name);
        Ok(dataset)
    }

    /// Replaces the class of each graph by the index of its column.
    fn number_classes(&self, dataset: &mut Dataset) -> Result<(), RunLogError> {
        let mut columns = Vec::new();
        for name in &dataset.class_names {
            let column = name.parse().ok();
            match column.filter(|&column: &u32| (column as usize) < self.classes.len()) {
                Some(column) => columns.push(column),
                None => {
                    return error(
                        GRAPHS,
                        format!(
                            "expected y to be the number of a class, from 0 to {}, found {name}",
                            self.classes.len() - 1
                        ),
                    );
                }
            }
        }
        for class in &mut dataset.classes {
            *class = columns[*class as usize];
        }
        Ok(())
    }
}

/// Number of vertices of all graphs.
fn vertices(dataset: &Dataset) -> u64 {
    let graphs = dataset.graphs.iter();
    graphs.map(|graph| u64::from(graph.vertices)).sum()
}

/// Number of edges of all graphs.
fn edges(dataset: &Dataset) -> u64 {
    let graphs = dataset.graphs.iter();
    graphs.map(|graph| graph.edges.len() as u64).sum()
}

#[cfg(test)]
mod lines_tests;
#[cfg(test)]
mod tests;
