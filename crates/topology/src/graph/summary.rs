//! Summaries of a data set for the page and the reports.

use serde::{Deserialize, Serialize};

use super::filters::FixedFilter;
use super::folds::Part;
use super::{Dataset, EdgeFeatures, Features, Graph, fingerprint};

/// One class of a data set.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct ClassSummary {
    /// The label as the file has it, or a word for a generated class.
    pub name: String,
    /// Number of graphs of this class.
    pub graphs: u32,
}

/// The targets of a data set.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct TargetSummary {
    pub min: f64,
    pub max: f64,
    pub mean: f64,
}

/// Description of a loaded data set.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct DatasetSummary {
    pub name: String,
    /// Identifies the data set in run files: 16 hexadecimal digits that change with its graphs, classes, labels and attributes.
    pub fingerprint: String,
    pub graphs: u32,
    /// Empty if the graphs have targets.
    pub classes: Vec<ClassSummary>,
    /// The targets, the numbers that a model predicts. `None` if the graphs have classes.
    pub targets: Option<TargetSummary>,
    /// Number of different vertex labels; 0 without labels.
    pub vertex_labels: u32,
    /// Number of real attributes of each vertex; 0 without attributes.
    pub vertex_attributes: u32,
    pub edge_labels: u32,
    /// Number of real attributes of each edge; 0 without attributes.
    pub edge_attributes: u32,
    pub average_vertices: f64,
    pub average_edges: f64,
    pub largest_graph: u32,
    /// The features this data set offers, the sensible default first.
    pub features: Vec<Features>,
    /// The edge features that messages can use, none first.
    pub edge_features: Vec<EdgeFeatures>,
    /// The fixed filters that its vertices can have, the degree first.
    pub fixed_filters: Vec<FixedFilter>,
    /// Its file names the part of each graph: these are its folds, and there is one.
    pub names_split: bool,
    /// The reason why no model can be trained on it: its graphs have one class. `None` if one can.
    pub without_training: Option<String>,
    /// The repairs of the reader, one sentence each ("193062 duplicate edges were dropped").
    pub notes: Vec<String>,
}

/// One row of the list of graphs.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct GraphRow {
    pub vertices: u32,
    pub edges: u32,
    /// Index into the classes of the data set; null: the graph has a target, or is of a run log without labels.
    pub class: Option<u32>,
    /// The number that a model predicts; null: the graph has a class.
    pub target: Option<f64>,
    pub part: Part,
}

impl Dataset {
    /// The summary of this data set for the page.
    pub fn summary(&self) -> DatasetSummary {
        let mut classes: Vec<ClassSummary> = self
            .named_classes()
            .iter()
            .map(|name| ClassSummary {
                name: name.clone(),
                graphs: 0,
            })
            .collect();
        for &class in &self.classes {
            if let Some(class) = classes.get_mut(class as usize) {
                class.graphs += 1;
            }
        }
        let count = self.graphs.len();
        let average = |size: fn(&Graph) -> usize| {
            self.graphs.iter().map(size).sum::<usize>() as f64 / count.max(1) as f64
        };
        DatasetSummary {
            name: self.name.clone(),
            fingerprint: fingerprint(self.fingerprint()),
            graphs: count as u32,
            classes,
            targets: self.target_summary(),
            vertex_labels: self.vertex_label_names.len() as u32,
            vertex_attributes: self.vertex_attributes,
            edge_labels: self.edge_label_names.len() as u32,
            edge_attributes: self.edge_attributes,
            average_vertices: average(|graph| graph.vertices as usize),
            average_edges: average(|graph| graph.edges.len()),
            largest_graph: self
                .graphs
                .iter()
                .map(|graph| graph.vertices)
                .max()
                .unwrap_or(0),
            features: self.features(),
            edge_features: self.edge_features(),
            fixed_filters: self.fixed_filters(),
            names_split: self.split.is_some(),
            without_training: self.without_training(),
            notes: self.notes.clone(),
        }
    }

    fn target_summary(&self) -> Option<TargetSummary> {
        let (&first, others) = self.targets.split_first()?;
        let sum: f64 = self.targets.iter().sum();
        Some(TargetSummary {
            min: others.iter().copied().fold(first, f64::min),
            max: others.iter().copied().fold(first, f64::max),
            mean: sum / self.targets.len() as f64,
        })
    }

    /// A row for every graph, with its part of a split.
    ///
    /// # Panics
    /// If the number of parts is not the number of graphs.
    pub fn rows(&self, parts: &[Part]) -> Vec<GraphRow> {
        assert_eq!(parts.len(), self.graphs.len(), "a part for each graph");
        let row = |(index, (graph, &part)): (usize, (&Graph, &Part))| {
            let target = self.targets.get(index).copied();
            GraphRow {
                vertices: graph.vertices,
                edges: graph.edges.len() as u32,
                class: target.is_none().then(|| self.classes[index]),
                target,
                part,
            }
        };
        self.graphs.iter().zip(parts).enumerate().map(row).collect()
    }
}
