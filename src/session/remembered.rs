//! A cache of inspections. Requests about many graphs share it, and it is filled batch by batch with other requests in between.

use super::{RunId, Session, SessionError, Weights};
use crate::training::Inspection;

/// Number of weight sets in the cache.
const MAX_WEIGHTS: usize = 3;

/// Key of the cache: the current weights change with every step.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Asked {
    pub run: RunId,
    weights: Weights,
    steps: u32,
}

/// Inspections with one set of weights, as far as computed.
struct Said {
    asked: Asked,
    graphs: Vec<Option<Inspection>>,
}

/// Least recently used first.
#[derive(Default)]
pub(super) struct Remembered(Vec<Said>);

impl Remembered {
    /// The inspections of this number of graphs; empty for new weights.
    fn of(&mut self, asked: Asked, graphs: usize) -> &mut [Option<Inspection>] {
        let known = self.0.iter().position(|said| said.asked == asked);
        let said = match known {
            Some(place) => self.0.remove(place),
            None => Said {
                asked,
                graphs: vec![None; graphs],
            },
        };
        if self.0.len() == MAX_WEIGHTS {
            self.0.remove(0);
        }
        self.0.push(said);
        &mut self.0.last_mut().expect("just added").graphs
    }

    /// Drops the entries that do not satisfy the predicate.
    pub fn retain(&mut self, stays: impl Fn(RunId, Weights) -> bool) {
        self.0
            .retain(|said| stays(said.asked.run, said.asked.weights));
    }
}

impl Session {
    /// The cache key of a request.
    pub(super) fn asked(&self, run: RunId, weights: Weights) -> Result<Asked, SessionError> {
        let steps = match weights {
            Weights::Now => self.run(run)?.source.version(),
            Weights::Epoch(_) => 0,
        };
        Ok(Asked {
            run,
            weights,
            steps,
        })
    }

    /// Inspects one more batch of these graphs and caches the results. Returns the number of remaining graphs. At 0,
    /// [`Self::inspect_many`], [`Self::filter`], [`Self::scores`] and everything derived from them need no model, until three other
    /// sets of weights are requested.
    ///
    /// # Errors
    /// As [`Self::inspect_many`].
    pub async fn say_more(
        &mut self,
        run: RunId,
        weights: Weights,
        graphs: &[u32],
    ) -> Result<usize, SessionError> {
        self.check_lost()?;
        let asked = self.asked(run, weights)?;
        self.run(run)?.source.check(graphs)?;
        let known = self.known(asked)?;
        let mut missing = graphs.to_vec();
        missing.retain(|&graph| known[graph as usize].is_none());
        missing.sort_unstable();
        missing.dedup();
        let run = self.run(run)?;
        let (batch, left) = run.source.first_batch(&missing);
        if batch.is_empty() {
            return Ok(0);
        }
        let numbers = run.weights(weights)?;
        let said = run.source.inspect_batch(numbers.as_deref(), batch).await;
        let said = self.settle(said.map_err(Into::into))?;
        let known = self.known(asked)?;
        for (graph, inspection) in said {
            known[graph as usize] = Some(inspection);
        }
        Ok(left.len())
    }

    /// The cached inspections.
    fn known(&mut self, asked: Asked) -> Result<&mut [Option<Inspection>], SessionError> {
        let graphs = self.run(asked.run)?.source.dataset().graphs.len();
        Ok(self.remembered.of(asked, graphs))
    }

    /// A view of the inspection of each of these graphs, in the given order.
    pub(super) async fn said_of<T>(
        &mut self,
        run: RunId,
        weights: Weights,
        graphs: &[u32],
        mut part: impl FnMut(u32, &Inspection) -> T,
    ) -> Result<Vec<T>, SessionError> {
        while self.say_more(run, weights, graphs).await? > 0 {}
        let asked = self.asked(run, weights)?;
        let known = self.known(asked)?;
        let of = |&graph: &u32| known[graph as usize].as_ref().map(|said| part(graph, said));
        Ok(graphs.iter().filter_map(of).collect())
    }

    /// All graphs of the data set of a run.
    pub(super) fn all_graphs(&self, run: RunId) -> Result<Vec<u32>, SessionError> {
        let graphs = self.run(run)?.source.dataset().graphs.len();
        Ok((0..graphs as u32).collect())
    }
}
