//! A cache of inspections. Requests about many graphs share it, and it is filled batch by batch with other requests in between.

use super::{RunId, Session, SessionError, View, Weights};
use crate::training::Inspection;

/// Number of filters and weight sets in the cache.
const MAX_VIEWS: usize = 3;

/// Key of the cache: the current weights change with every step.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Key {
    pub run: RunId,
    view: View,
    steps: u32,
}

/// Inspections of one filter with one set of weights, as far as computed.
struct Entry {
    key: Key,
    graphs: Vec<Option<Inspection>>,
}

/// Least recently used first.
#[derive(Default)]
pub(super) struct Cache(Vec<Entry>);

impl Cache {
    /// The inspections of this number of graphs; empty for a new key.
    fn of(&mut self, key: Key, graphs: usize) -> &mut [Option<Inspection>] {
        let known = self.0.iter().position(|entry| entry.key == key);
        let entry = match known {
            Some(place) => self.0.remove(place),
            None => Entry {
                key,
                graphs: vec![None; graphs],
            },
        };
        if self.0.len() == MAX_VIEWS {
            self.0.remove(0);
        }
        self.0.push(entry);
        &mut self.0.last_mut().expect("just added").graphs
    }

    /// Drops the entries that do not satisfy the predicate.
    pub fn retain(&mut self, stays: impl Fn(RunId, Weights) -> bool) {
        self.0
            .retain(|entry| stays(entry.key.run, entry.key.view.weights));
    }
}

impl Session {
    /// The cache key of a request.
    pub(super) fn cache_key(&self, run: RunId, view: View) -> Result<Key, SessionError> {
        let source = &self.run(run)?.source;
        source.check_filter(view.filter)?;
        let steps = match view.weights {
            Weights::Now => source.version(),
            Weights::Epoch(_) => 0,
        };
        Ok(Key { run, view, steps })
    }

    /// Inspects one more batch of these graphs and caches the results. Returns the number of remaining graphs. At 0,
    /// [`Self::inspect_many`], [`Self::filter`], [`Self::scores`] and everything derived from them need no model, until three other
    /// filters or sets of weights are requested.
    ///
    /// # Errors
    /// As [`Self::inspect_many`].
    pub async fn inspect_more(
        &mut self,
        run: RunId,
        view: impl Into<View>,
        graphs: &[u32],
    ) -> Result<usize, SessionError> {
        self.check_lost()?;
        let view = view.into();
        let key = self.cache_key(run, view)?;
        self.run(run)?.source.check(graphs)?;
        let known = self.known(key)?;
        let mut missing = graphs.to_vec();
        missing.retain(|&graph| known[graph as usize].is_none());
        missing.sort_unstable();
        missing.dedup();
        let run = self.run(run)?;
        let (batch, left) = run.source.first_batch(&missing);
        if batch.is_empty() {
            return Ok(0);
        }
        let numbers = run.weights(view.weights)?;
        let inspected = run
            .source
            .inspect_batch(numbers.as_deref(), view.filter, batch);
        let inspected = inspected.await;
        let inspected = self.settle(inspected.map_err(Into::into))?;
        let known = self.known(key)?;
        for (graph, inspection) in inspected {
            known[graph as usize] = Some(inspection);
        }
        Ok(left.len())
    }

    /// The cached inspections.
    fn known(&mut self, key: Key) -> Result<&mut [Option<Inspection>], SessionError> {
        let graphs = self.run(key.run)?.source.dataset().graphs.len();
        Ok(self.cache.of(key, graphs))
    }

    /// A view of the inspection of each of these graphs, in the given order.
    pub(super) async fn map_inspections<T>(
        &mut self,
        run: RunId,
        view: View,
        graphs: &[u32],
        mut part: impl FnMut(u32, &Inspection) -> T,
    ) -> Result<Vec<T>, SessionError> {
        while self.inspect_more(run, view, graphs).await? > 0 {}
        let key = self.cache_key(run, view)?;
        let known = self.known(key)?;
        let of = |&graph: &u32| {
            known[graph as usize]
                .as_ref()
                .map(|inspection| part(graph, inspection))
        };
        Ok(graphs.iter().filter_map(of).collect())
    }

    /// All graphs of the data set of a run.
    pub(super) fn all_graphs(&self, run: RunId) -> Result<Vec<u32>, SessionError> {
        let graphs = self.run(run)?.source.dataset().graphs.len();
        Ok((0..graphs as u32).collect())
    }
}
