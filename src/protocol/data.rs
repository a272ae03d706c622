//! Data sets and graphs.

use serde::{Deserialize, Serialize};

pub use crate::graph::formats::View as TableView;
pub use crate::graph::{ClassSummary, DatasetSummary, GraphRow, TargetSummary, Task, folds::Part};

/// A generator of data sets.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct GeneratorSummary {
    /// Id for `generate`.
    pub id: String,
    pub title: String,
    /// The difference between the classes, in one or two sentences.
    pub description: String,
}

/// An opened data set.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct OpenedDataset {
    /// Id in the session.
    pub id: u32,
    pub summary: DatasetSummary,
    /// Whether it is from a run log.
    pub logged: bool,
}

/// Summary of an opened graph.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct OpenedGraph {
    pub vertices: u32,
    /// Number of edges, including repeated edges and self-loops.
    pub edges: u32,
    /// Vertex names of the file; empty for vertices 0, 1, 2 …
    pub names: Vec<String>,
    /// The available filters: `values`, `attribute:NAME`, then structural filters.
    pub filters: Vec<String>,
    /// Whether the edges have filter values.
    pub edge_values: bool,
    /// Assumptions of the reader, one sentence each.
    pub notes: Vec<String>,
}

/// The first rows of a table, for a user who names its columns.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct TablePreview {
    /// The first row as headings.
    pub headings: Vec<String>,
    /// Whether it is probably one.
    pub has_heading: bool,
    /// The first rows, with the one that may be a heading; each has a cell for each column.
    pub rows: Vec<Vec<String>>,
    /// The likely content of each column: the word of a role, or nothing.
    pub suggested: Vec<String>,
    pub roles: Vec<ColumnRole>,
}

/// What a column of a table can be.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct ColumnRole {
    pub word: String,
    pub label: String,
    /// What the rows are. All columns have roles of one view.
    pub view: TableView,
    /// Whether the view needs this column.
    pub required: bool,
    /// Whether several columns can have this role.
    pub repeated: bool,
}

/// A graph outside the data set, for a request to a run. Labels and attributes have the meaning of the run's data set and may be
/// omitted if the model does not read them.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct SubjectGraph {
    pub vertices: u32,
    /// Endpoints of the edges, concatenated. Self-loops and repeated edges are ignored.
    #[cfg_attr(feature = "typescript", ts(type = "Uint32Array"))]
    pub edges: Vec<u32>,
    /// A label for each vertex.
    #[cfg_attr(feature = "typescript", ts(optional, type = "Uint32Array"))]
    #[serde(default)]
    pub vertex_labels: Option<Vec<u32>>,
    /// The attributes of the vertices, concatenated.
    #[cfg_attr(feature = "typescript", ts(optional, type = "Float32Array"))]
    #[serde(default)]
    pub vertex_attributes: Option<Vec<f32>>,
    /// A label for each edge.
    #[cfg_attr(feature = "typescript", ts(optional, type = "Uint32Array"))]
    #[serde(default)]
    pub edge_labels: Option<Vec<u32>>,
    /// The attributes of the edges, concatenated.
    #[cfg_attr(feature = "typescript", ts(optional, type = "Float32Array"))]
    #[serde(default)]
    pub edge_attributes: Option<Vec<f32>>,
}
