//! Two runs on one data set, or one at two epochs: what they say of the same graphs.

use std::sync::Arc;

use super::{RunId, Session, SessionError, Weights};
use crate::{
    graph::{Dataset, Graph, agreement::Agreement, folds::Split},
    protocol::Part,
    training::Inspection,
};

/// What a run says of every graph of its data set with some weights; all that a comparison takes, so that the run itself can
/// be closed.
#[derive(Clone, Debug)]
pub struct Said {
    dataset: Arc<Dataset>,
    split: Split,
    /// Filter value of every vertex, all graphs one after the other; none where the model has no filter.
    filter: Option<Vec<f32>>,
    /// The class that it says each graph has.
    classes: Vec<u32>,
}

/// How two runs compare over one part of their splits.
#[derive(Clone, Debug, PartialEq)]
pub struct Comparison {
    /// The graphs that both splits have in this part, ascending.
    pub graphs: Vec<u32>,
    /// Number of graphs that each of the two splits has in it.
    pub own: [u32; 2],
    /// The class that each of the two says these graphs have.
    pub said: [Vec<u32>; 2],
    /// How the filters agree on them; none where one of the models has no filter.
    pub agreement: Option<Agreement>,
}

impl Session {
    /// What a run says of every graph of its data set.
    ///
    /// # Errors
    /// If there is no such run, the weights of the epoch are not kept, or the GPU is gone.
    pub async fn said(&mut self, run: RunId, weights: Weights) -> Result<Said, SessionError> {
        let trainer = &self.run(run)?.trainer;
        let (dataset, split) = (trainer.dataset().clone(), trainer.split().clone());
        let filter = match self.filter(run, weights).await {
            Err(SessionError::NoFilter(_)) => None,
            answer => Some(answer?),
        };
        let all = self.all_graphs(run)?;
        let class = |_, said: &Inspection| said.class();
        let classes = self.said_of(run, weights, &all, class).await?;
        Ok(Said {
            dataset,
            split,
            filter,
            classes,
        })
    }
}

impl Said {
    /// Of training, validation and test part of the split of the run: graphs that it is right about, and all.
    pub fn right(&self) -> [[u32; 2]; 3] {
        [Part::Train, Part::Validation, Part::Test].map(|part| {
            let graphs = self.split.graphs(part);
            let right = graphs.iter().filter(|&&graph| {
                let graph = graph as usize;
                self.classes[graph] == self.dataset.classes[graph]
            });
            [right.count() as u32, graphs.len() as u32]
        })
    }

    /// Number of graphs.
    pub fn graphs(&self) -> u32 {
        self.classes.len() as u32
    }

    /// The class that the run says a graph has.
    ///
    /// # Panics
    /// If there is no such graph.
    pub fn class(&self, graph: u32) -> u32 {
        self.classes[graph as usize]
    }

    /// Filter value of every vertex of a graph; none where the model has no filter.
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

    /// Compares what two runs say, over the graphs that are in this part of the split of each.
    ///
    /// # Errors
    /// If they learn different data sets.
    pub fn compare(&self, other: &Self, part: Part) -> Result<Comparison, SessionError> {
        if !Arc::ptr_eq(&self.dataset, &other.dataset) {
            return Err(SessionError::NotOneDataset {
                one: self.dataset.name.clone(),
                other: other.dataset.name.clone(),
            });
        }
        let [one, two] = [self, other].map(|said| said.split.graphs(part));
        let mut in_other = vec![false; self.dataset.graphs.len()];
        for &graph in two {
            in_other[graph as usize] = true;
        }
        let mut graphs: Vec<u32> = one.to_vec();
        graphs.retain(|&graph| in_other[graph as usize]);
        graphs.sort_unstable();
        let agreement = match (self.filters(), other.filters()) {
            (Some(a), Some(b)) => Some(Agreement::of(
                graphs.iter().map(|&g| [a[g as usize], b[g as usize]]),
            )),
            _ => None,
        };
        let said = [self, other].map(|said| graphs.iter().map(|&g| said.class(g)).collect());
        Ok(Comparison {
            own: [one.len() as u32, two.len() as u32],
            said,
            agreement,
            graphs,
        })
    }

    /// The filter, graph by graph.
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
