//! Associations between the filter of a run and quantities of vertices or edges, such as the degree.

use std::sync::Arc;

use super::{DatasetId, RunId, Session, SessionError, View, cache::Key, source::Source};
use crate::{
    config::{ConfigError, FixedFilter},
    graph::{
        Cells, Graph, Predictions, agreement::Orders, association::Association,
        quantities::Quantity,
    },
    training::Inspection,
};

/// Comparison of a fixed filter with the filter of a run.
#[derive(Clone, Debug, PartialEq)]
pub struct Beside {
    /// Associations of the fixed filter with the requested quantities.
    pub associations: Vec<Association>,
    /// Agreement of the vertex orders over the training graphs, and over all others.
    pub agreement: [Orders; 2],
}

/// Number of visited vertices and edges after which a quantity yields to other requests.
const WORK_AT_ONCE: usize = 1 << 20;

/// The closest function of some quantities to the filter of a run.
pub(super) struct SwappedIn {
    key: Key,
    quantities: Vec<String>,
    filter: Arc<[f32]>,
}

/// A partial quantity: its name, the number of finished graphs, and the values of their vertices.
pub(super) type UnfinishedQuantity = ((DatasetId, String), usize, Vec<f32>);

/// A partial fixed filter.
pub(super) type UnfinishedFilter = ((DatasetId, FixedFilter), usize, Vec<f32>);

impl Session {
    /// Filter value of every vertex of all graphs of the data set, concatenated.
    ///
    /// # Errors
    /// If there is no such run, its model has no filter, the weights of the epoch are not kept, or the GPU is gone.
    pub async fn filter(
        &mut self,
        run: RunId,
        view: impl Into<View>,
    ) -> Result<Vec<f32>, SessionError> {
        let view = view.into();
        self.run(run)?
            .source
            .check_vertex_filter(run, view.filter)?;
        let all = self.all_graphs(run)?;
        let dataset = self.run(run)?.source.dataset().clone();
        // Values of edges follow those of the vertices.
        let own = |graph: u32, inspection: &Inspection| {
            inspection.filter[..dataset.graphs[graph as usize].vertices as usize].to_vec()
        };
        Ok(self.map_inspections(run, view, &all, own).await?.concat())
    }

    /// Associations of the filter of a run with quantities or pairs of quantities of its vertices, or of its edges if it has values for
    /// these, by the names of [`Dataset::quantities`](crate::graph::Dataset::quantities), separately for training graphs and all others.
    ///
    /// # Errors
    /// As [`Self::filter`], and if there is no such quantity.
    pub async fn associations(
        &mut self,
        run: RunId,
        view: impl Into<View>,
        asked: &[Vec<String>],
    ) -> Result<Vec<Association>, SessionError> {
        let view = view.into();
        let source = &self.run(run)?.source;
        if source.cells(view.filter) == Cells::Vertices {
            let filter = self.filter(run, view).await?;
            return self.associations_of(run, Cells::Vertices, &filter, asked);
        }
        source.check_filter(view.filter)?;
        let all = self.all_graphs(run)?;
        let own =
            |_: u32, inspection: &Inspection| inspection.edge_filter.clone().unwrap_or_default();
        let filter = self.map_inspections(run, view, &all, own).await?.concat();
        self.associations_of(run, Cells::Edges, &filter, asked)
    }

    /// [`Self::associations`] of a fixed filter, scaled to [0, 1] by the training graphs, and its agreement with the filter of the
    /// run.
    ///
    /// # Errors
    /// As [`Self::associations`], and if the data set has no such fixed filter.
    pub async fn beside(
        &mut self,
        run: RunId,
        view: impl Into<View>,
        fixed: &FixedFilter,
        asked: &[Vec<String>],
    ) -> Result<Beside, SessionError> {
        let learned = self.filter(run, view).await?;
        while self.fixed_filter_more(run, fixed)? > 0 {}
        let values = self.fixed_filter(run, fixed)?;
        let mut agreement = [Orders::default(); 2];
        let source = &self.run(run)?.source;
        let learns = learns(source);
        let mut first = 0;
        for (graph, learned_from) in source.dataset().graphs.iter().zip(learns) {
            let own = first..first + graph.vertices as usize;
            first = own.end;
            agreement[usize::from(!learned_from)]
                .add(&Orders::of(&learned[own.clone()], &values[own]));
        }
        Ok(Beside {
            associations: self.associations_of(run, Cells::Vertices, &values, asked)?,
            agreement,
        })
    }

    /// Computes a fixed filter for some more graphs. Returns the number of remaining graphs, which is 0 for filters without a search
    /// from every vertex.
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

    /// The values of this fixed filter for a run. The most recent ones are cached, because the page requests them with every epoch.
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
        let source = &self.run(run)?.source;
        let dataset = source.dataset();
        let train = source.split().train.iter();
        let train = train.map(|&graph| &dataset.graphs[graph as usize]);
        let range = fixed.range(dataset, train).map_err(ConfigError)?;
        let values: Arc<[f32]> = fixed.values(dataset, range).map_err(ConfigError)?.into();
        self.fixed_filter = Some((run, fixed.clone(), values.clone()));
        Ok(values)
    }

    fn associations_of(
        &mut self,
        run: RunId,
        cells: Cells,
        filter: &[f32],
        asked: &[Vec<String>],
    ) -> Result<Vec<Association>, SessionError> {
        let dataset = self.dataset_of(run)?;
        let known = self.dataset(dataset)?.quantities(cells);
        if let Some(name) = asked.iter().flatten().find(|name| !known.contains(name)) {
            let name = name.clone();
            return Err(SessionError::NoQuantity { name, known });
        }
        let mut quantities = Vec::new();
        for names in asked {
            let one = |name: &String| self.quantity(dataset, name);
            quantities.push(names.iter().map(one).collect::<Result<Vec<_>, _>>()?);
        }
        let train = self.in_training(run, cells)?;
        let of = |quantities: &Vec<Arc<Quantity>>| {
            let quantities: Vec<&Quantity> = quantities.iter().map(Arc::as_ref).collect();
            Association::of(filter, &train, &quantities)
        };
        Ok(quantities.iter().map(of).collect())
    }

    /// The predictions for these graphs if the filter is replaced by a function of these quantities: each vertex gets the mean filter
    /// value of its level over the training graphs. If the metric stays the same, the classifier needs no more than this function.
    ///
    /// # Errors
    /// As [`Self::associations`], and if there is no such graph.
    pub async fn swap_in(
        &mut self,
        run: RunId,
        view: impl Into<View>,
        quantities: &[String],
        graphs: &[u32],
    ) -> Result<Predictions, SessionError> {
        let view = view.into();
        self.run(run)?.source.trainer()?.check(graphs)?;
        let values = self.swapped_in(run, view, quantities).await?;
        let asked = self.run(run)?;
        let numbers = asked.weights(view.weights)?;
        let trainer = asked.source.trainer()?;
        let filter = (view.filter as usize, &*values);
        let predictions = trainer.predict_with_filter(numbers.as_deref(), filter, graphs);
        let predictions = predictions.await;
        let predictions = self.settle(predictions.map_err(Into::into))?;
        predictions.ok_or(SessionError::NoFilter(run))
    }

    /// The function of these quantities that is closest to the filter of a run. The most recent one is cached, because requests
    /// cover few graphs each.
    async fn swapped_in(
        &mut self,
        run: RunId,
        view: View,
        quantities: &[String],
    ) -> Result<Arc<[f32]>, SessionError> {
        self.run(run)?
            .source
            .check_vertex_filter(run, view.filter)?;
        let key = self.cache_key(run, view)?;
        if let Some(known) = &self.swapped_in
            && (known.key, &known.quantities[..]) == (key, quantities)
        {
            return Ok(known.filter.clone());
        }
        let names = [quantities.to_vec()];
        let associations = self.associations(run, view, &names).await?;
        let filter: Arc<[f32]> = associations[0].conditional_mean().into();
        self.swapped_in = Some(SwappedIn {
            key,
            quantities: quantities.to_vec(),
            filter: filter.clone(),
        });
        Ok(filter)
    }

    /// A quantity of the vertices or the edges of a data set; computed once.
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

    /// Computes a quantity for some more graphs of a data set. Returns the number of remaining graphs.
    ///
    /// # Errors
    /// As [`Self::quantity`].
    pub fn quantity_more(&mut self, dataset: DatasetId, name: &str) -> Result<usize, SessionError> {
        let data = self.dataset(dataset)?.clone();
        let key = (dataset, name.to_owned());
        if self.quantities.contains_key(&key) {
            return Ok(0);
        }
        if !data.has_quantity(name) {
            let (name, known) = (name.into(), data.quantities(Cells::Vertices));
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
                "closeness" | "edge-betweenness" => searched(graph),
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

    /// For each vertex or edge of the data set: whether its graph is in the training part.
    fn in_training(&self, run: RunId, cells: Cells) -> Result<Vec<bool>, SessionError> {
        let source = &self.run(run)?.source;
        let parts = source.dataset().graphs.iter().zip(learns(source));
        let each = parts.flat_map(|(graph, part)| std::iter::repeat_n(part, graph.count(&[cells])));
        Ok(each.collect())
    }
}

/// Vertices and edges of a graph.
fn size(graph: &Graph) -> usize {
    graph.vertices as usize + graph.edges.len()
}

/// Number of visited vertices and edges for a search from every vertex.
fn searched(graph: &Graph) -> usize {
    size(graph) * graph.vertices as usize
}

/// For each graph: whether it is in the training part.
fn learns(source: &Source) -> Vec<bool> {
    let mut learned = vec![false; source.dataset().graphs.len()];
    for &graph in &source.split().train {
        learned[graph as usize] = true;
    }
    learned
}
