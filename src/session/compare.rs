//! Comparison of two runs on one data set, or of two epochs of one run.

use std::sync::Arc;

use super::{RunId, Session, SessionError, View};
use crate::{
    graph::{Dataset, Graph, Task, agreement::Agreement, folds::Split},
    protocol::Part,
    training::Inspection,
};

/// Predictions and filter values of a run for every graph of its data set. A comparison needs nothing else, so the run can be
/// closed.
#[derive(Clone, Debug)]
pub struct Outputs {
    dataset: Arc<Dataset>,
    split: Split,
    /// Whether the graphs have classes.
    labelled: bool,
    /// Filter value of every vertex of all graphs, concatenated; none if the model has no filter, or an edge filter.
    filter: Option<Vec<f32>>,
    /// The prediction for each graph: the index of a class, or a number.
    predicted: Vec<f64>,
}

/// Comparison of two runs over one part of their splits, or over all graphs.
#[derive(Clone, Debug, PartialEq)]
pub struct Comparison {
    /// The compared graphs, ascending: those that both splits have in this part, or all.
    pub graphs: Vec<u32>,
    /// Number of graphs of each run of which these are.
    pub own: [u32; 2],
    /// The predictions of both runs: indices of classes, or numbers.
    pub predicted: [Vec<f64>; 2],
    /// Agreement of the filters; none if a model has no filter of vertices.
    pub agreement: Option<Agreement>,
}

impl Session {
    /// Predictions and filter values of a run for every graph of its data set.
    ///
    /// # Errors
    /// If there is no such run, the weights of the epoch are not kept, or the GPU is gone.
    pub async fn outputs(
        &mut self,
        run: RunId,
        view: impl Into<View>,
    ) -> Result<Outputs, SessionError> {
        let view = view.into();
        let source = &self.run(run)?.source;
        let (dataset, split) = (source.dataset().clone(), source.split().clone());
        let labelled = source.without_labels().is_none();
        let filter = match self.filter(run, view).await {
            Err(SessionError::NoFilter(_) | SessionError::EdgeFilter(_)) => None,
            answer => Some(answer?),
        };
        let all = self.all_graphs(run)?;
        let task = dataset.task();
        let prediction = |_, inspection: &Inspection| match task {
            Task::Classification => inspection.class().into(),
            Task::Regression => inspection.logits[0],
        };
        let predicted = self.map_inspections(run, view, &all, prediction).await?;
        Ok(Outputs {
            dataset,
            split,
            labelled,
            filter,
            predicted,
        })
    }
}

impl Outputs {
    /// Sum of the metric over the graphs, and their number, of the training, validation and test part, see [`Task`]. Without classes
    /// or targets, all parts are empty.
    pub fn metrics(&self) -> [[f64; 2]; 3] {
        if !self.labelled {
            return [[0.0, 0.0]; 3];
        }
        [Part::Train, Part::Validation, Part::Test].map(|part| {
            let graphs = self.split.graphs(part);
            let metric = |&graph: &u32| self.dataset.metric(graph, self.prediction(graph));
            [graphs.iter().map(metric).sum(), graphs.len() as f64]
        })
    }

    /// Number of graphs.
    pub fn graphs(&self) -> u32 {
        self.predicted.len() as u32
    }

    /// The prediction for a graph: the index of a class, or a number.
    ///
    /// # Panics
    /// If there is no such graph.
    pub fn prediction(&self, graph: u32) -> f64 {
        self.predicted[graph as usize]
    }

    /// Filter value of every vertex of a graph; none if the model has no filter of vertices.
    ///
    /// # Panics
    /// If there is no such graph.
    pub fn filter(&self, graph: u32) -> Option<&[f32]> {
        let filter = self.filter.as_ref()?;
        let before = &self.dataset.graphs[..graph as usize];
        let first: u32 = before.iter().map(|graph| graph.vertices).sum();
        let own = &self.dataset.graphs[graph as usize];
        Some(&filter[first as usize..][..own.vertices as usize])
    }

    /// Compares two runs over the graphs in this part of both splits, or over all graphs: the order of the vertices needs no
    /// common part.
    ///
    /// # Errors
    /// If their data sets differ.
    pub fn compare(&self, other: &Self, part: Option<Part>) -> Result<Comparison, SessionError> {
        if !Arc::ptr_eq(&self.dataset, &other.dataset) {
            return Err(SessionError::NotOneDataset {
                one: self.dataset.name.clone(),
                other: other.dataset.name.clone(),
            });
        }
        let [one, two] = [self, other].map(|outputs| match part {
            Some(part) => outputs.split.graphs(part).to_vec(),
            None => (0..outputs.graphs()).collect(),
        });
        let mut in_other = vec![false; self.dataset.graphs.len()];
        for &graph in &two {
            in_other[graph as usize] = true;
        }
        let mut graphs = one.clone();
        graphs.retain(|&graph| in_other[graph as usize]);
        graphs.sort_unstable();
        let agreement = match (self.filters(), other.filters()) {
            (Some(a), Some(b)) => Some(Agreement::of(
                graphs.iter().map(|&g| [a[g as usize], b[g as usize]]),
            )),
            _ => None,
        };
        let predicted =
            [self, other].map(|outputs| graphs.iter().map(|&g| outputs.prediction(g)).collect());
        Ok(Comparison {
            own: [one.len() as u32, two.len() as u32],
            predicted,
            agreement,
            graphs,
        })
    }

    /// The filter values by graph.
    fn filters(&self) -> Option<Vec<&[f32]>> {
        let mut rest = self.filter.as_deref()?;
        let own = |graph: &Graph| {
            let (own, after) = rest.split_at(graph.vertices as usize);
            rest = after;
            own
        };
        Some(self.dataset.graphs.iter().map(own).collect())
    }
}
