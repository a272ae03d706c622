//! Graphs, data sets, their readers and generators.

mod adjacency;
mod error;
mod input_graph;
mod lines;
mod names;

pub mod batch;
#[cfg(not(target_family = "wasm"))]
pub mod cache;
pub mod filters;
pub mod folds;
pub mod formats;
pub mod generate;
pub mod quantities;

pub use adjacency::Adjacency;
pub use batch::{Standardised, Statistics};
pub use error::{DataError, without_types};
pub use folds::icml2020;
pub use formats::{edge_list, graphml, json, json_lines, matrix_market, open, tu};
pub use input_graph::{Attribute, InputGraph};
pub use names::Names;
pub use quantities::{agreement, association};

use crate::config::{EdgeFeatures, Features, FixedFilter};
use crate::protocol::{ClassSummary, DatasetSummary, GraphRow, Part};
use crate::run_file::fingerprint;
use folds::Split;

/// An undirected simple graph: vertices `0..vertices`, edges `[u, v]` with `u < v`, sorted, each once.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Graph {
    /// Number of vertices.
    pub vertices: u32,
    /// Edges, `u < v`, sorted, without repetition.
    pub edges: Vec<[u32; 2]>,
    /// Label of each vertex, an index below [`Dataset::vertex_label_names`]; empty where there are none.
    pub vertex_labels: Vec<u32>,
    /// Real attributes of each vertex, `vertex_attributes` numbers a vertex; empty where there are none.
    pub vertex_attributes: Vec<f32>,
    /// Label of each edge, an index below [`Dataset::edge_label_names`]; empty where there are none.
    pub edge_labels: Vec<u32>,
    /// Real attributes of each edge, `edge_attributes` numbers an edge; empty where there are none.
    pub edge_attributes: Vec<f32>,
}

impl Graph {
    /// The simple graph of these edges: each edge once and in order, self-loops left out.
    ///
    /// # Panics
    /// Where an edge names a vertex that is not below `vertices`.
    pub fn new(vertices: u32, edges: impl IntoIterator<Item = [u32; 2]>) -> Self {
        let mut edges: Vec<[u32; 2]> = edges
            .into_iter()
            .filter(|[u, v]| u != v)
            .map(|[u, v]| [u.min(v), u.max(v)])
            .collect();
        assert!(
            edges.iter().all(|&[_, v]| v < vertices),
            "an edge leaves the graph"
        );
        edges.sort_unstable();
        edges.dedup();
        Self {
            vertices,
            edges,
            ..Self::default()
        }
    }

    /// Number of edges at each vertex.
    pub fn degrees(&self) -> Vec<u32> {
        let mut degrees = vec![0; self.vertices as usize];
        for vertex in self.edges.as_flattened() {
            degrees[*vertex as usize] += 1;
        }
        degrees
    }
}

/// The hash of Fowler, Noll and Vo (FNV-1a), by words: the same on every machine and in every version.
struct Fnv(u64);

impl Default for Fnv {
    fn default() -> Self {
        Self(0xcbf2_9ce4_8422_2325)
    }
}

impl Fnv {
    /// A list, its length first.
    fn add(&mut self, words: &[u32]) {
        for word in [words.len() as u32].iter().chain(words) {
            self.0 = (self.0 ^ u64::from(*word)).wrapping_mul(0x0000_0100_0000_01b3);
        }
    }
}

/// Graphs with one class each.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Dataset {
    /// Name, as the file or the generator has it.
    pub name: String,
    /// The graphs.
    pub graphs: Vec<Graph>,
    /// Class of each graph, an index below [`Dataset::class_names`].
    pub classes: Vec<u32>,
    /// The classes as the file writes them, in ascending order.
    pub class_names: Vec<String>,
    /// The vertex labels as the file writes them, in ascending order; empty where there are none.
    pub vertex_label_names: Vec<String>,
    /// The edge labels as the file writes them, in ascending order; empty where there are none.
    pub edge_label_names: Vec<String>,
    /// Number of real attributes of a vertex.
    pub vertex_attributes: u32,
    /// Number of real attributes of an edge.
    pub edge_attributes: u32,
    /// What the reader repaired, one sentence each.
    pub notes: Vec<String>,
    /// The parts that the file itself names; `None` where the data set is to be dealt into folds.
    pub split: Option<Split>,
}

impl Dataset {
    /// The largest degree of a vertex; 0 where there is no edge.
    pub fn max_degree(&self) -> u32 {
        self.graphs
            .iter()
            .flat_map(Graph::degrees)
            .max()
            .unwrap_or(0)
    }

    /// The part of each graph: as the file names it, otherwise the training part.
    pub fn parts(&self) -> Vec<Part> {
        match &self.split {
            Some(split) => split.parts(self.graphs.len()),
            None => vec![Part::Train; self.graphs.len()],
        }
    }

    /// A number that tells data sets apart: everything of the graphs and their classes enters it, names do not.
    pub fn fingerprint(&self) -> u64 {
        let mut hash = Fnv::default();
        hash.add(&self.classes);
        for graph in &self.graphs {
            hash.add(&[graph.vertices]);
            hash.add(graph.edges.as_flattened());
            hash.add(&graph.vertex_labels);
            hash.add(bytemuck::cast_slice(&graph.vertex_attributes));
            hash.add(&graph.edge_labels);
            hash.add(bytemuck::cast_slice(&graph.edge_attributes));
        }
        hash.0
    }

    /// What the page shows of this data set.
    pub fn summary(&self) -> DatasetSummary {
        let mut classes: Vec<ClassSummary> = self
            .class_names
            .iter()
            .map(|name| ClassSummary {
                name: name.clone(),
                graphs: 0,
            })
            .collect();
        for &class in &self.classes {
            classes[class as usize].graphs += 1;
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
            notes: self.notes.clone(),
        }
    }

    /// A row for every graph, which belongs to this part of a split.
    ///
    /// # Panics
    /// If there is not a part for each graph.
    pub fn rows(&self, parts: &[Part]) -> Vec<GraphRow> {
        assert_eq!(parts.len(), self.graphs.len(), "a part for each graph");
        let known = self.classes.iter().zip(parts);
        let rows = self.graphs.iter().zip(known);
        rows.map(|(graph, (&class, &part))| GraphRow {
            vertices: graph.vertices,
            edges: graph.edges.len() as u32,
            class,
            part,
        })
        .collect()
    }

    /// What messages can be told of the edges, nothing first.
    fn edge_features(&self) -> Vec<EdgeFeatures> {
        let mut offered = vec![EdgeFeatures::None];
        if !self.edge_label_names.is_empty() {
            offered.push(EdgeFeatures::Label);
        }
        if self.edge_attributes > 0 {
            offered.push(EdgeFeatures::Attributes);
        }
        offered
    }

    /// The fixed filters that the vertices can have, the degree first.
    fn fixed_filters(&self) -> Vec<FixedFilter> {
        let attributes = self.vertex_numbers(&Graph::default()).into_iter();
        let attributes = attributes.map(|attribute| FixedFilter::Attribute(attribute.name));
        [
            FixedFilter::Degree,
            FixedFilter::Core,
            FixedFilter::Closeness,
            FixedFilter::HeatKernel,
        ]
        .into_iter()
        .chain(attributes)
        .collect()
    }

    /// The features that this data set offers, the sensible default first.
    fn features(&self) -> Vec<Features> {
        /// From here on most degrees occur once or never in training, so a learned row for each tells little.
        const RARE_DEGREES: u32 = 500;

        let mut features = match self.vertex_label_names.is_empty() {
            true => vec![Features::Degree],
            false => vec![Features::DegreeLabel, Features::Degree, Features::Label],
        };
        if self.vertex_attributes > 0 {
            features.extend([Features::Attributes, Features::DegreeAttributes]);
            if !self.vertex_label_names.is_empty() {
                features.push(Features::LabelAttributes);
            }
        }
        features.push(Features::Uninformative);
        if self.max_degree() > RARE_DEGREES {
            features.rotate_right(1);
        }
        features
    }
}
