//! Graphs, data sets, their readers and generators.

mod adjacency;
mod betweenness;
mod canonical;
mod error;
mod input_graph;
mod lines;
mod names;
mod parallel_edges;
mod rounding;

mod features;
mod summary;
mod task;

pub mod batch;
#[cfg(not(target_family = "wasm"))]
pub mod cache;
pub mod enumerate;
pub mod filters;
pub mod folds;
pub mod formats;
pub mod generate;
pub mod pairs;
pub mod quantities;

pub use adjacency::Adjacency;
pub use adjacency::Lists;
pub use batch::{Colours, NeighbourLists, refine_until_stable};
pub use batch::{Standardised, Statistics};
use batch::{kept_targets, targets_have_32_bits};
pub use canonical::{MAX_CANONICAL, canonical_form};
pub use error::{DataError, readable, without_types};
pub use features::{EdgeFeatures, Features};
pub use folds::icml2020;
pub use formats::{edge_list, graph6, graphml, json, json_lines, matrix_market, open, tu};
pub use input_graph::{Attribute, InputGraph, first_edges};
pub use names::Names;
pub use parallel_edges::{ParallelEdges, without_opposites};
pub use quantities::{agreement, association};
pub use summary::{ClassSummary, DatasetSummary, GraphRow, TargetSummary};
pub use task::{Predictions, Task};

use folds::{Part, Split};

/// An undirected simple graph: vertices `0..vertices`, edges `[u, v]` with `u < v`, sorted, each once.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Graph {
    /// Number of vertices.
    pub vertices: u32,
    /// Edges, `u < v`, sorted, without repetition.
    pub edges: Vec<[u32; 2]>,
    /// Label of each vertex, an index into [`Dataset::vertex_label_names`]. Empty without labels.
    pub vertex_labels: Vec<u32>,
    /// Real attributes of each vertex, `vertex_attributes` numbers per vertex. Empty without attributes.
    pub vertex_attributes: Vec<f32>,
    /// Label of each edge, an index into [`Dataset::edge_label_names`]. Empty without labels.
    pub edge_labels: Vec<u32>,
    /// Real attributes of each edge, `edge_attributes` numbers per edge. Empty without attributes.
    pub edge_attributes: Vec<f32>,
}

impl Graph {
    /// The simple graph of these edges: each edge once and in order, without self-loops.
    ///
    /// # Panics
    /// If a vertex of an edge is not below `vertices`.
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

    /// Number of these cells.
    pub fn count(&self, cells: &[Cells]) -> usize {
        let count = |cells: &Cells| match cells {
            Cells::Vertices => self.vertices as usize,
            Cells::Edges => self.edges.len(),
        };
        cells.iter().map(count).sum()
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

/// The cells of a graph that have the values of a filter.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Cells {
    /// A value for every vertex.
    Vertices,
    /// A value for every edge.
    Edges,
}

/// The fingerprint of a data set or of a split as text for files: JSON has no 64-bit numbers.
pub fn fingerprint(number: u64) -> String {
    format!("{number:016x}")
}

/// The hash of Fowler, Noll and Vo (FNV-1a), by words: the same on every machine and in every version.
pub struct Fnv(pub u64);

impl Default for Fnv {
    fn default() -> Self {
        Self(0xcbf2_9ce4_8422_2325)
    }
}

impl Fnv {
    /// Adds the length of a list, then its words.
    pub fn add(&mut self, words: &[u32]) {
        for word in [words.len() as u32].iter().chain(words) {
            self.0 = (self.0 ^ u64::from(*word)).wrapping_mul(0x0000_0100_0000_01b3);
        }
    }
}

/// Graphs with one class each, or with one number each.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Dataset {
    /// Name from the file or the generator.
    pub name: String,
    pub graphs: Vec<Graph>,
    /// Class of each graph, an index below [`Dataset::class_names`].
    pub classes: Vec<u32>,
    /// The classes as in the file, in ascending order. With [`Dataset::targets`], every graph has the same class, without a name.
    pub class_names: Vec<String>,
    /// The finite number of each graph that a model predicts. Empty if it predicts the class. The numbers have 64 bits only if rounding to 32
    /// would change their differences.
    pub targets: Vec<f64>,
    /// The vertex labels as in the file, in ascending order. Empty without labels.
    pub vertex_label_names: Vec<String>,
    /// The edge labels as in the file, in ascending order. Empty without labels.
    pub edge_label_names: Vec<String>,
    /// Number of real attributes of a vertex.
    pub vertex_attributes: u32,
    /// Number of real attributes of an edge.
    pub edge_attributes: u32,
    /// Repairs by the reader, one sentence each.
    pub notes: Vec<String>,
    /// The parts named in the file. `None` if the data set needs folds.
    pub split: Option<Split>,
}

impl Dataset {
    /// The largest degree of a vertex. 0 without edges.
    pub fn max_degree(&self) -> u32 {
        self.graphs
            .iter()
            .flat_map(Graph::degrees)
            .max()
            .unwrap_or(0)
    }

    /// The part of each graph as in the file, otherwise the training part.
    pub fn parts(&self) -> Vec<Part> {
        match &self.split {
            Some(split) => split.parts(self.graphs.len()),
            None => vec![Part::Train; self.graphs.len()],
        }
    }

    /// The quantity that a model of this data set predicts.
    pub fn task(&self) -> Task {
        match self.targets.is_empty() {
            true => Task::Classification,
            false => Task::Regression,
        }
    }

    /// The names of the classes. Empty if the graphs have targets.
    pub fn named_classes(&self) -> &[String] {
        match self.task() {
            Task::Classification => &self.class_names,
            Task::Regression => &[],
        }
    }

    /// The metric of the best constant prediction over these graphs: the share of their most frequent class, or the mean absolute error of
    /// their median target. NaN without graphs.
    pub fn baseline(&self, graphs: &[u32]) -> f32 {
        let count = graphs.len() as f64;
        let best = match self.task() {
            Task::Classification => {
                let mut counts = vec![0u32; self.class_names.len()];
                for &graph in graphs {
                    counts[self.classes[graph as usize] as usize] += 1;
                }
                counts.into_iter().max().unwrap_or(0).into()
            }
            Task::Regression => {
                let target = |&graph: &u32| self.targets[graph as usize];
                let mut targets: Vec<f64> = graphs.iter().map(target).collect();
                targets.sort_by(f64::total_cmp);
                let median = targets.get(targets.len() / 2).copied().unwrap_or(0.0);
                targets.iter().map(|y| (y - median).abs()).sum::<f64>()
            }
        };
        (best / count) as f32
    }

    /// Targets and outputs of models as a file has them: for a number of 32 bits the one with the fewest digits, such as 0.1.
    pub fn written(&self) -> impl Fn(f64) -> f64 + use<> {
        let have_32_bits = targets_have_32_bits(&self.targets);
        move |number| {
            let rounded = number as f32;
            match have_32_bits && f64::from(rounded) == number {
                true => rounded.to_string().parse().unwrap_or(number),
                false => number,
            }
        }
    }

    /// The metric of the prediction of a graph, see [`Task`]: 1 for the class of the graph and 0 for another one, or the absolute error.
    ///
    /// # Panics
    /// If there is no such graph.
    pub fn metric(&self, graph: u32, predicted: f64) -> f64 {
        match self.targets.get(graph as usize) {
            Some(&target) => (target - predicted).abs(),
            None => f64::from(f64::from(self.classes[graph as usize]) == predicted),
        }
    }

    /// The reason why no model can be trained on the data set, with the remedy: its graphs have one class, or one target. `None` if
    /// they differ.
    pub fn without_training(&self) -> Option<String> {
        if let Some((first, others)) = self.targets.split_first() {
            return others.iter().all(|target| target == first).then(|| {
                format!(
                    "every graph of “{}” has the target {first}, and training requires different targets: add graphs with another one",
                    self.name
                )
            });
        }
        let (first, others) = self.classes.split_first()?;
        if others.iter().any(|class| class != first) {
            return None;
        }
        Some(format!(
            "every graph of “{}” has the class {}, and training requires two classes: add graphs of another class",
            self.name,
            error::quoted_name(&self.class_names[*first as usize])
        ))
    }

    /// A number that identifies the data set. It depends on all data of the graphs and their classes or targets, but not on names.
    pub fn fingerprint(&self) -> u64 {
        let mut hash = Fnv::default();
        hash.add(&self.classes);
        // Data sets with classes have the fingerprint of versions without targets.
        if !self.targets.is_empty() {
            let rounded: Vec<u32> = self.targets.iter().map(|&y| (y as f32).to_bits()).collect();
            hash.add(&rounded);
            // So do data sets whose targets have 32 bits.
            let is_rounded = |&y: &f64| f64::from(y as f32) == y;
            if !self.targets.iter().all(is_rounded) {
                hash.add(bytemuck::cast_slice(&self.targets));
            }
        }
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
}
