//! What the filter of a run has learned: how it depends on what vertices are anyway.

use std::sync::Arc;

use super::{DatasetId, RunId, Session, SessionError, Weights, remembered::Asked};
use crate::{
    config::{ConfigError, FixedFilter},
    graph::{Graph, agreement::Orders, association::Association, quantities::Quantity},
    training::{Inspection, Trainer},
};

/// A fixed filter beside the one of a run.
#[derive(Clone, Debug, PartialEq)]
pub struct Beside {
    /// How the fixed filter depends on the quantities that were asked for.
    pub associations: Vec<Association>,
    /// How far both put the vertices in the same order: over the training graphs, and over all others.
    pub agreement: [Orders; 2],
}

/// Vertices and edges that are visited for a quantity before other questions have their turn.
const WORK_AT_ONCE: usize = 1 << 20;

/// The filter that a run would have if it were a function of some quantities.
pub(super) struct SwappedIn {
    asked: Asked,
    quantities: Vec<String>,
    filter: Arc<[f32]>,
}

/// A quantity, the number of graphs it has been computed for, and what it is for their vertices.
pub(super) type UnfinishedQuantity = ((DatasetId, String), usize, Vec<f32>);

/// The same of a fixed filter.
pub(super) type UnfinishedFilter = ((DatasetId, FixedFilter), usize, Vec<f32>);

impl Session {
    /// Filter value of every vertex of the data set of a run, all graphs one after the other.
    ///
    /// # Errors
    /// If there is no such run, its model has no filter, the weights of the epoch are not kept, or the GPU is gone.
    pub async fn filter(&mut self, run: RunId, weights: Weights) -> Result<Vec<f32>, SessionError> {
        if !self.run(run)?.trainer.config().model.reads_barcodes() {
            return Err(SessionError::NoFilter(run));
        }
        let all = self.all_graphs(run)?;
        let own = |_, said: &Inspection| said.filter.clone();
        Ok(self.said_of(run, weights, &all, own).await?.concat())
    }

    /// How the filter of a run depends on each of these, a quantity or a pair of quantities, by the names of
    /// [`Dataset::quantities`](crate::graph::Dataset::quantities). Training graphs and all others are kept apart.
    ///
    /// # Errors
    /// As [`Self::filter`], and if there is no such quantity.
    pub async fn associations(
        &mut self,
        run: RunId,
        weights: Weights,
        asked: &[Vec<String>],
    ) -> Result<Vec<Association>, SessionError> {
        let filter = self.filter(run, weights).await?;
        self.associations_of(run, &filter, asked)
    }

    /// What [`Self::associations`] would be if the run had this fixed filter, with what it makes 0 and 1 taken from its
    /// training graphs; and how far the filter of the run agrees with it.
    ///
    /// # Errors
    /// As [`Self::associations`], and if the data set has no such fixed filter.
    pub async fn beside(
        &mut self,
        run: RunId,
        weights: Weights,
        fixed: &FixedFilter,
        asked: &[Vec<String>],
    ) -> Result<Beside, SessionError> {
        let learned = self.filter(run, weights).await?;
        while self.fixed_filter_more(run, fixed)? > 0 {}
        let values = self.fixed_filter(run, fixed)?;
        let mut agreement = [Orders::default(); 2];
        let trainer = &self.run(run)?.trainer;
        let learns = learns(trainer);
        let mut first = 0;
        for (graph, learned_from) in trainer.dataset().graphs.iter().zip(learns) {
            let own = first..first + graph.vertices as usize;
            first = own.end;
            agreement[usize::from(!learned_from)]
                .add(&Orders::of(&learned[own.clone()], &values[own]));
        }
        Ok(Beside {
            associations: self.associations_of(run, &values, asked)?,
            agreement,
        })
    }

    /// Computes a fixed filter that is to stand beside the one of a run for some more graphs; answers how many are left. Only where
    /// graphs are searched from every vertex there are any.
    ///
    /// # Errors
    /// If there is no such run.
    pub fn fixed_filter_more(
        &mut self,
        run: RunId,
        fixed: &FixedFilter,
    ) -> Result<usize, SessionError> {
        let known =
            matches!(&self.fixed_filter, Some((of, known, _)) if (of, known) == (&run, fixed));
        let Some(search) = fixed.searched().filter(|_| !known) else {
            return Ok(0);
        };
        let dataset = self.run(run)?.dataset;
        let data = self.dataset(dataset)?.clone();
        let (_, graphs, mut values) = self
            .unfinished_filter
            .take()
            .filter(|(of, ..)| (of.0, &of.1) == (dataset, fixed))
            .unwrap_or_else(|| ((dataset, fixed.clone()), 0, Vec::new()));
        let mut work = 0;
        let mut rest = data.graphs[graphs..].iter();
        while work < WORK_AT_ONCE
            && let Some(graph) = rest.next()
        {
            values.extend(search(graph));
            work += searched(graph);
        }
        let left = rest.len();
        if left == 0 {
            self.fixed_filter = Some((run, fixed.clone(), values.into()));
        } else {
            let done = data.graphs.len() - left;
            self.unfinished_filter = Some(((dataset, fixed.clone()), done, values));
        }
        Ok(left)
    }

    /// The values that a run would have with this fixed filter. The last ones are kept: those of long searches are asked for
    /// with every epoch.
    fn fixed_filter(
        &mut self,
        run: RunId,
        fixed: &FixedFilter,
    ) -> Result<Arc<[f32]>, SessionError> {
        if let Some((of, known, values)) = &self.fixed_filter
            && (of, known) == (&run, fixed)
        {
            return Ok(values.clone());
        }
        let trainer = &self.run(run)?.trainer;
        let dataset = trainer.dataset();
        let train = trainer.split().train.iter();
        let train = train.map(|&graph| &dataset.graphs[graph as usize]);
        let range = fixed.range(dataset, train).map_err(ConfigError)?;
        let values: Arc<[f32]> = fixed.values(dataset, range).map_err(ConfigError)?.into();
        self.fixed_filter = Some((run, fixed.clone(), values.clone()));
        Ok(values)
    }

    fn associations_of(
        &mut self,
        run: RunId,
        filter: &[f32],
        asked: &[Vec<String>],
    ) -> Result<Vec<Association>, SessionError> {
        let dataset = self.dataset_of(run)?;
        let mut quantities = Vec::new();
        for names in asked {
            let one = |name: &String| self.quantity(dataset, name);
            quantities.push(names.iter().map(one).collect::<Result<Vec<_>, _>>()?);
        }
        let train = self.in_training(run)?;
        let of = |quantities: &Vec<Arc<Quantity>>| {
            let quantities: Vec<&Quantity> = quantities.iter().map(Arc::as_ref).collect();
            Association::of(filter, &train, &quantities)
        };
        Ok(quantities.iter().map(of).collect())
    }

    /// The class that a run says each of these graphs of its data set has, were its filter no more than a function of these
    /// quantities: every vertex has the mean that the filter has at its level over the training graphs. Where the answers
    /// stay as good as they were, the filter has learned no more than this function.
    ///
    /// # Errors
    /// As [`Self::associations`], and if there is no such graph.
    pub async fn swap_in(
        &mut self,
        run: RunId,
        weights: Weights,
        quantities: &[String],
        graphs: &[u32],
    ) -> Result<Vec<u32>, SessionError> {
        self.run(run)?.trainer.check(graphs)?;
        let filter = self.swapped_in(run, weights, quantities).await?;
        let asked = self.run(run)?;
        let numbers = asked.weights(weights)?;
        let trainer = &asked.trainer;
        let classes = trainer.predict_with_filter(numbers.as_deref(), &filter, graphs);
        let classes = classes.await;
        let classes = self.settle(classes.map_err(Into::into))?;
        classes.ok_or(SessionError::NoFilter(run))
    }

    /// The function of these quantities that is nearest to the filter of a run. The last one is kept: graphs are asked about a
    /// few at a time.
    async fn swapped_in(
        &mut self,
        run: RunId,
        weights: Weights,
        quantities: &[String],
    ) -> Result<Arc<[f32]>, SessionError> {
        let asked = self.asked(run, weights)?;
        if let Some(known) = &self.swapped_in
            && (known.asked, &known.quantities[..]) == (asked, quantities)
        {
            return Ok(known.filter.clone());
        }
        let names = [quantities.to_vec()];
        let associations = self.associations(run, weights, &names).await?;
        let filter: Arc<[f32]> = associations[0].conditional_mean().into();
        self.swapped_in = Some(SwappedIn {
            asked,
            quantities: quantities.to_vec(),
            filter: filter.clone(),
        });
        Ok(filter)
    }

    /// A quantity of the vertices of a data set. It is computed once.
    ///
    /// # Errors
    /// If there is no such data set or quantity.
    pub fn quantity(
        &mut self,
        dataset: DatasetId,
        name: &str,
    ) -> Result<Arc<Quantity>, SessionError> {
        while self.quantity_more(dataset, name)? > 0 {}
        Ok(self.quantities[&(dataset, name.into())].clone())
    }

    /// Computes a quantity for some more graphs of a data set; answers how many are left.
    ///
    /// # Errors
    /// As [`Self::quantity`].
    pub fn quantity_more(&mut self, dataset: DatasetId, name: &str) -> Result<usize, SessionError> {
        let data = self.dataset(dataset)?.clone();
        let key = (dataset, name.to_owned());
        if self.quantities.contains_key(&key) {
            return Ok(0);
        }
        let known = data.quantities();
        if !known.iter().any(|known| known == name) {
            let name = name.into();
            return Err(SessionError::NoQuantity { name, known });
        }
        let (_, graphs, mut values) = self
            .unfinished
            .take()
            .filter(|(of, ..)| *of == key)
            .unwrap_or_else(|| (key.clone(), 0, Vec::new()));
        let mut work = 0;
        let mut rest = data.graphs[graphs..].iter();
        while work < WORK_AT_ONCE
            && let Some(graph) = rest.next()
        {
            values.extend(data.quantity_of(name, graph));
            work += match name {
                "closeness" => searched(graph),
                _ => size(graph),
            };
        }
        let left = rest.len();
        if left == 0 {
            let quantity = Arc::new(data.quantity_with(name, values));
            self.quantities.insert(key, quantity);
        } else {
            self.unfinished = Some((key, data.graphs.len() - left, values));
        }
        Ok(left)
    }

    /// Of each vertex of the data set of a run: is its graph learned from?
    fn in_training(&self, run: RunId) -> Result<Vec<bool>, SessionError> {
        let trainer = &self.run(run)?.trainer;
        let parts = trainer.dataset().graphs.iter().zip(learns(trainer));
        let vertices =
            parts.flat_map(|(graph, part)| std::iter::repeat_n(part, graph.vertices as usize));
        Ok(vertices.collect())
    }
}

/// Vertices and edges of a graph.
fn size(graph: &Graph) -> usize {
    graph.vertices as usize + graph.edges.len()
}

/// What is visited where all of a graph is searched from every vertex.
fn searched(graph: &Graph) -> usize {
    size(graph) * graph.vertices as usize
}

/// Of each graph: is it learned from?
fn learns(trainer: &Trainer) -> Vec<bool> {
    let mut learned = vec![false; trainer.dataset().graphs.len()];
    for &graph in &trainer.split().train {
        learned[graph as usize] = true;
    }
    learned
}
