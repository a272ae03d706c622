//! The data sets of a session.

use std::sync::Arc;

use super::{DatasetId, RunId, Session, SessionError};
use crate::{
    graph::{
        Dataset, Graph,
        folds::FoldFiles,
        generate,
        icml2020::Shipped,
        open::{Opened, open},
    },
    protocol::{DatasetSummary, GraphRow},
    run_log::read_logged_lines,
};

impl Session {
    /// Generates a data set.
    ///
    /// # Errors
    /// If there is no generator with this id.
    pub fn generate(&mut self, generator: &str, seed: u64) -> Result<DatasetId, SessionError> {
        let dataset = generate::generate(generator, seed);
        Ok(self.keep(dataset.ok_or_else(|| SessionError::NoGenerator(generator.into()))?))
    }

    /// Reads a data set from files with their paths: a TU zip, the text files of a TU data set, or JSON lines. [`open`] detects the
    /// format. JSON lines with results are a run log, see [`Self::is_log`].
    ///
    /// # Errors
    /// If the files are not a data set.
    pub fn open_files(&mut self, files: &[(&str, &[u8])]) -> Result<DatasetId, SessionError> {
        if let [(name, bytes)] = files
            && let Some(lines) = read_logged_lines(name, bytes)?
        {
            return Ok(self.keep_lines(lines));
        }
        let name = files.first().map_or("", |(name, _)| name);
        match open(files)? {
            Opened::Dataset(dataset) => Ok(self.keep(dataset)),
            Opened::Graph(_) => Err(SessionError::Graph(format!(
                "{name} is one graph, but training requires many, each with a class: train on a data set, then open \
                 this graph beside it"
            ))),
            Opened::Run(_) => Err(SessionError::Graph(format!(
                "{name} is a run file, not a data set: open its data set instead"
            ))),
            Opened::Weights(_) => Err(SessionError::Graph(format!(
                "{name} is a saved run: open its data set first"
            ))),
        }
    }

    /// Adds a data set that was built elsewhere.
    ///
    /// # Errors
    /// If the lists of the data set are inconsistent.
    pub fn add(&mut self, dataset: Dataset) -> Result<DatasetId, SessionError> {
        check(&dataset).map_err(SessionError::Graph)?;
        Ok(self.keep(dataset))
    }

    pub(super) fn keep(&mut self, dataset: Dataset) -> DatasetId {
        let id = DatasetId(self.next());
        self.datasets.insert(id, Arc::new(dataset));
        id
    }

    /// A data set of the session.
    ///
    /// # Errors
    /// If there is no such data set.
    pub fn dataset(&self, dataset: DatasetId) -> Result<&Arc<Dataset>, SessionError> {
        let found = self.datasets.get(&dataset);
        found.ok_or(SessionError::NoDataset(dataset))
    }

    /// Summary of a data set for the page. The classes of a run log without labels have no graphs.
    ///
    /// # Errors
    /// If there is no such data set.
    pub fn dataset_summary(&self, dataset: DatasetId) -> Result<DatasetSummary, SessionError> {
        let mut summary = self.dataset(dataset)?.summary();
        if !self.has_classes(dataset) {
            for class in &mut summary.classes {
                class.graphs = 0;
            }
        }
        Ok(summary)
    }

    /// One graph of a data set, and its class.
    ///
    /// # Errors
    /// If there is no such data set, or no such graph in it.
    pub fn graph(&self, dataset: DatasetId, index: u32) -> Result<(&Graph, u32), SessionError> {
        let dataset = self.dataset(dataset)?;
        let graph = dataset.graphs.get(index as usize);
        let graph = graph.ok_or(crate::training::InspectionError::Index {
            index,
            graphs: dataset.graphs.len(),
        })?;
        Ok((graph, dataset.classes[index as usize]))
    }

    /// The reason why there are no shipped folds for a data set; none if there are.
    ///
    /// # Errors
    /// If there is no such data set.
    pub fn without_shipped_folds(
        &self,
        dataset: DatasetId,
    ) -> Result<Option<String>, SessionError> {
        let split = Shipped::Icml2020.split(self.dataset(dataset)?, 1);
        Ok(split.err().map(|error| error.to_string()))
    }

    /// Number of folds in files with their paths, after checking each against a data set.
    ///
    /// # Errors
    /// If there is no such data set, or the files are not folds of it.
    pub fn count_folds(
        &self,
        dataset: DatasetId,
        files: &[(&str, &[u8])],
    ) -> Result<u32, SessionError> {
        let graphs = self.dataset(dataset)?.graphs.len() as u32;
        Ok(FoldFiles::new(files.iter().copied()).check(graphs)?)
    }

    /// One row per graph of a data set. The graphs of a run log without labels have no classes. Without a run, which defines the split, all graphs are in the training part unless the data file
    /// names their parts.
    ///
    /// # Errors
    /// If there is no such data set, or no such run on it.
    pub fn graph_rows(
        &self,
        dataset: DatasetId,
        run: Option<RunId>,
    ) -> Result<Vec<GraphRow>, SessionError> {
        let data = self.dataset(dataset)?;
        let mut parts = data.parts();
        if let Some(id) = run {
            let run = self.run(id)?;
            if run.dataset != dataset {
                return Err(SessionError::OtherDataset {
                    run: id,
                    asked: dataset,
                    own: run.dataset,
                });
            }
            parts = run.source.split().parts(data.graphs.len());
        }
        let mut rows = data.rows(&parts);
        if !self.has_classes(dataset) {
            for row in &mut rows {
                row.class = None;
            }
        }
        Ok(rows)
    }

    /// Frees a data set and the runs on it. Returns these runs.
    ///
    /// # Errors
    /// If there is no such data set.
    pub fn close_dataset(&mut self, dataset: DatasetId) -> Result<Vec<RunId>, SessionError> {
        if self.datasets.remove(&dataset).is_none() {
            return Err(SessionError::NoDataset(dataset));
        }
        self.logs.remove(&dataset);
        self.quantities.retain(|(of, _), _| *of != dataset);
        let on_it = |(&id, run): (&RunId, &super::run::Run)| (run.dataset == dataset).then_some(id);
        let closed: Vec<RunId> = self.runs.iter().filter_map(on_it).collect();
        for run in &closed {
            self.runs.remove(run);
        }
        self.cache.retain(|run, _| !closed.contains(&run));
        Ok(closed)
    }
}

/// The simple graph of these edges in any order and direction: each edge once, without self-loops. Labels and attributes of the
/// first occurrence are kept. Lists may be empty.
///
/// `vertex_attributes` and `edge_attributes` have the same number of values per vertex and edge as the run's data set, which is
/// checked by the run.
///
/// # Errors
/// If a vertex of an edge does not exist, or labels or attributes are incomplete.
pub fn simple_graph(given: Graph) -> Result<Graph, SessionError> {
    let Graph {
        vertices,
        edges,
        edge_labels,
        edge_attributes,
        ..
    } = &given;
    if let Some([u, v]) = edges.iter().find(|ends| ends.iter().any(|v| v >= vertices)) {
        return Err(SessionError::Graph(format!(
            "expected edges between two of the {vertices} vertices, counted from 0, found {u}-{v}"
        )));
    }
    let count = edges.len();
    let whole = |numbers: usize| match count {
        0 => numbers == 0,
        _ => numbers.is_multiple_of(count),
    };
    if (!edge_labels.is_empty() && edge_labels.len() != count) || !whole(edge_attributes.len()) {
        return Err(SessionError::Graph(format!(
            "expected labels and attributes of all {count} edges or of none, found {} labels and {} numbers as attributes",
            edge_labels.len(),
            edge_attributes.len()
        )));
    }
    let ends = |&edge: &usize| {
        let [u, v] = edges[edge];
        [u.min(v), u.max(v)]
    };
    let mut order: Vec<usize> = (0..count).collect();
    order.retain(|edge| edges[*edge][0] != edges[*edge][1]);
    order.sort_by_key(ends);
    order.dedup_by_key(|edge| ends(edge));
    let width = edge_attributes.len() / count.max(1);
    let attributes = |&edge: &usize| &edge_attributes[edge * width..][..width];
    let label = |&edge: &usize| edge_labels.get(edge).copied();
    Ok(Graph {
        edges: order.iter().map(ends).collect(),
        edge_labels: order.iter().filter_map(label).collect(),
        edge_attributes: order.iter().flat_map(attributes).copied().collect(),
        ..given
    })
}

/// Checks the lengths and indices of the lists of a data set.
fn check(dataset: &Dataset) -> Result<(), String> {
    let Dataset {
        name,
        graphs,
        classes,
        class_names,
        targets,
        vertex_label_names,
        edge_label_names,
        vertex_attributes,
        edge_attributes,
        split,
        ..
    } = dataset;
    if graphs.is_empty() {
        return Err(format!("“{name}” has no graphs: add graphs"));
    }
    if classes.len() != graphs.len() || classes.iter().any(|&c| c as usize >= class_names.len()) {
        return Err(format!(
            "expected a class below {} for each of the {} graphs of “{name}”, found {} classes or greater ones",
            class_names.len(),
            graphs.len(),
            classes.len()
        ));
    }
    if !targets.is_empty() {
        let classes = classes.iter().all(|&class| class == 0) && class_names.len() == 1;
        let complete = targets.len() == graphs.len() && targets.iter().all(|y| y.is_finite());
        if !(classes && complete) {
            return Err(format!(
                "expected a finite target for each of the {} graphs of “{name}” and one class for all, found others",
                graphs.len()
            ));
        }
    }
    let parts = split
        .iter()
        .flat_map(|split| [&split.train, &split.validation, &split.test]);
    let mut named = vec![false; graphs.len()];
    for &graph in parts.flatten() {
        match named.get_mut(graph as usize) {
            Some(named) if !*named => *named = true,
            _ => {
                return Err(format!(
                    "expected each of the {} graphs of “{name}” in at most one part of its split, found graph {graph} out of range or twice",
                    graphs.len()
                ));
            }
        }
    }
    for (index, graph) in graphs.iter().enumerate() {
        let problem = |what: String| Err(format!("graph {index} of “{name}”: {what}"));
        let (vertices, edges) = (graph.vertices as usize, &graph.edges);
        let simple = edges.iter().all(|[u, v]| u < v && *v < graph.vertices)
            && edges.array_windows().all(|[a, b]| a < b);
        if !simple {
            return problem(format!(
                "expected edges between two of its {vertices} vertices, each once, the smaller vertex first and in ascending \
                 order, found others"
            ));
        }
        for (what, labels, names, things) in [
            ("vertex", &graph.vertex_labels, vertex_label_names, vertices),
            ("edge", &graph.edge_labels, edge_label_names, edges.len()),
        ] {
            let expected = if names.is_empty() { 0 } else { things };
            if labels.len() != expected || labels.iter().any(|&l| l as usize >= names.len()) {
                return problem(format!(
                    "expected {expected} {what} labels below {}, found {} or greater ones",
                    names.len(),
                    labels.len()
                ));
            }
        }
        for (what, numbers, each, things) in [
            (
                "vertex",
                &graph.vertex_attributes,
                *vertex_attributes,
                vertices,
            ),
            (
                "edge",
                &graph.edge_attributes,
                *edge_attributes,
                edges.len(),
            ),
        ] {
            let expected = each as usize * things;
            if numbers.len() != expected || numbers.iter().any(|number| !number.is_finite()) {
                return problem(format!(
                    "expected {expected} finite numbers as {what} attributes, found {} or infinite ones",
                    numbers.len()
                ));
            }
        }
    }
    Ok(())
}

/// The ids of all generators, for a message.
pub(super) fn generators() -> String {
    let ids: Vec<_> = generate::GENERATORS.iter().map(|g| g.id).collect();
    ids.join(", ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn labels_and_attributes_follow_their_edges() {
        let graph = simple_graph(Graph {
            vertices: 3,
            edges: vec![[2, 1], [0, 0], [1, 0], [1, 2]],
            vertex_labels: vec![5, 6, 7],
            edge_labels: vec![1, 2, 3, 4],
            edge_attributes: vec![0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8],
            ..Graph::default()
        });
        let graph = graph.unwrap();
        assert_eq!(graph.edges, [[0, 1], [1, 2]]);
        assert_eq!(graph.edge_labels, [3, 1]);
        assert_eq!(graph.edge_attributes, [0.5, 0.6, 0.1, 0.2]);
        assert_eq!(graph.vertex_labels, [5, 6, 7]);
        let error = simple_graph(Graph {
            vertices: 2,
            edges: vec![[0, 2]],
            ..Graph::default()
        });
        assert_eq!(
            error.unwrap_err().to_string(),
            "expected edges between two of the 2 vertices, counted from 0, found 0-2"
        );
        let error = simple_graph(Graph {
            vertices: 2,
            edges: vec![[0, 1]],
            edge_labels: vec![1, 2],
            ..Graph::default()
        });
        assert!(error.unwrap_err().to_string().contains("found 2 labels"));
    }
}
