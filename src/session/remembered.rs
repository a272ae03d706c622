//! What runs said of the graphs of their data sets, remembered: questions about many graphs share it, and it can be worked out
//! a batch at a time, with other questions between.

use super::{RunId, Session, SessionError, Weights};
use crate::training::Inspection;

/// So many weights are remembered with what was said with them.
const MAX_WEIGHTS: usize = 3;

/// Which weights something was said with: those of now are others after each step.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Asked {
    pub run: RunId,
    weights: Weights,
    steps: u32,
}

/// What was said with some weights, as far as it was asked for.
struct Said {
    asked: Asked,
    graphs: Vec<Option<Inspection>>,
}

/// What was used last comes last.
#[derive(Default)]
pub(super) struct Remembered(Vec<Said>);

impl Remembered {
    /// What is known of so many graphs; nothing yet of weights that are new.
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

    /// Forgets what was said with weights for which this is not true.
    pub fn retain(&mut self, stays: impl Fn(RunId, Weights) -> bool) {
        self.0
            .retain(|said| stays(said.asked.run, said.asked.weights));
    }
}

impl Session {
    /// Which weights are asked for.
    pub(super) fn asked(&self, run: RunId, weights: Weights) -> Result<Asked, SessionError> {
        let steps = match weights {
            Weights::Now => self.run(run)?.trainer.summary().steps_done,
            Weights::Epoch(_) => 0,
        };
        Ok(Asked {
            run,
            weights,
            steps,
        })
    }

    /// Has a run say of one batch of these graphs what it has not said yet, and remembers it; answers how many are left. Once
    /// none is, [`Self::inspect_many`], [`Self::filter`], [`Self::scores`] and all that is made of these answer without the
    /// model, until three other weights were asked for.
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
        self.run(run)?.trainer.check(graphs)?;
        let known = self.known(asked)?;
        let mut missing = graphs.to_vec();
        missing.retain(|&graph| known[graph as usize].is_none());
        missing.sort_unstable();
        missing.dedup();
        let run = self.run(run)?;
        let (batch, left) = run.trainer.first_batch(&missing);
        if batch.is_empty() {
            return Ok(0);
        }
        let numbers = run.weights(weights)?;
        let said = run.trainer.inspect_batch(numbers.as_deref(), batch).await;
        let said = self.settle(said.map_err(Into::into))?;
        let known = self.known(asked)?;
        for (graph, inspection) in said {
            known[graph as usize] = Some(inspection);
        }
        Ok(left.len())
    }

    /// What is remembered.
    fn known(&mut self, asked: Asked) -> Result<&mut [Option<Inspection>], SessionError> {
        let graphs = self.run(asked.run)?.trainer.dataset().graphs.len();
        Ok(self.remembered.of(asked, graphs))
    }

    /// What a run says of these graphs, each as `part` sees it, in the order in which they are named.
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
        let graphs = self.run(run)?.trainer.dataset().graphs.len();
        Ok((0..graphs as u32).collect())
    }
}
