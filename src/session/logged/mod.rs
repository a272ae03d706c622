//! A run that another program has trained: its run log has filter values and scores of epochs in place of weights.

mod attributions;
mod saved;

use std::sync::Arc;

use crate::{
    config::TrainingConfig,
    graph::{
        Cells, Dataset, agreement, first_edges,
        folds::{Origin, Part, Split},
    },
    homology::{Persistence, persistence},
    protocol::{EpochReport, LoggedSummary, RunSummary, StepReport, TrainingReport},
    run_log::{Header, Record},
    training::{Inspection, InspectionError, Subject, check_graphs, largest, split_by_vertices},
};

/// Maximum number of vertices in one batch, not counting those of the last graph.
const MAX_VERTICES_AT_ONCE: u32 = 1 << 16;

/// The logged epochs of a run. The values of an epoch are the filter values, channel by channel, the attributions, then the scores,
/// graph by graph.
pub(super) struct Logged {
    dataset: Arc<Dataset>,
    split: Split,
    header: Arc<Header>,
    /// First vertex of each graph in a channel of vertices.
    first_vertex: Vec<usize>,
    /// First edge of each graph in a channel of edges.
    first_edge: Vec<usize>,
    /// Smallest and largest value of each channel so far.
    ranges: Vec<[f32; 2]>,
    /// The last epoch of the log, with or without filter values.
    last_epoch: Option<u32>,
    /// The last epoch with filter values.
    newest: Option<(u32, Arc<[f32]>)>,
    /// An epoch that came with the graphs and is not added yet.
    waiting: Option<Record>,
}

/// The index of the first cell of each graph, of these numbers of cells.
fn firsts(counts: impl Iterator<Item = usize>) -> Vec<usize> {
    let first = counts.scan(0, |next, count| {
        let first = *next;
        *next += count;
        Some(first)
    });
    first.collect()
}

/// The range of no values.
const NO_RANGE: [f32; 2] = [f32::INFINITY, f32::NEG_INFINITY];

/// The range of some values.
fn known(range: &[f32; 2]) -> Option<[f32; 2]> {
    (range[0] <= range[1]).then_some(*range)
}

impl Logged {
    /// A run without epochs. Without a split in the data set, every graph is a training graph.
    pub fn new(dataset: Arc<Dataset>, header: Arc<Header>, waiting: Option<Record>) -> Self {
        let all = || Split {
            train: (0..dataset.graphs.len() as u32).collect(),
            ..Split::default()
        };
        let of = |cells| firsts(dataset.graphs.iter().map(|graph| graph.count(&[cells])));
        Self {
            split: dataset.split.clone().unwrap_or_else(all),
            first_vertex: of(Cells::Vertices),
            first_edge: of(Cells::Edges),
            ranges: vec![NO_RANGE; header.all_channels().count()],
            dataset,
            header,
            last_epoch: None,
            newest: None,
            waiting,
        }
    }

    /// The epoch that came with the graphs, once.
    pub fn take_waiting(&mut self) -> Option<Record> {
        self.waiting.take()
    }

    pub fn dataset(&self) -> &Arc<Dataset> {
        &self.dataset
    }

    pub fn split(&self) -> &Split {
        &self.split
    }

    pub fn header(&self) -> &Arc<Header> {
        &self.header
    }

    /// The last epoch, with or without filter values; 0 if none is logged.
    pub fn last_epoch(&self) -> u32 {
        self.last_epoch.unwrap_or(0)
    }

    /// The last epoch, if any.
    pub fn last(&self) -> Option<u32> {
        self.last_epoch
    }

    /// The last epoch with filter values; 0 if there is none.
    pub fn newest_epoch(&self) -> u32 {
        self.newest.as_ref().map_or(0, |(epoch, _)| *epoch)
    }

    /// Number of values of an epoch.
    pub fn value_count(&self) -> usize {
        self.header.values()
    }

    /// Adds an epoch. Returns its values if it has filter values.
    pub fn add(&mut self, record: Record, report: &mut TrainingReport) -> Option<Arc<[f32]>> {
        let Record {
            epoch,
            loss,
            values,
        } = record;
        let scores = self.scores_in(&values);
        let loss = loss.unwrap_or(f32::NAN);
        let accuracy = self.accuracy(scores, Part::Train);
        report.steps.push(StepReport {
            step: epoch,
            epoch,
            loss,
            metric: accuracy,
            learning_rate: 0.0,
        });
        report.epochs.push(EpochReport {
            epoch,
            train_loss: loss,
            train_metric: accuracy,
            test_metric: self.accuracy(scores, Part::Test),
        });
        self.last_epoch = Some(epoch);
        if values.len() < self.value_count() {
            return None;
        }
        for (channel, range) in self.ranges.iter_mut().enumerate() {
            for &value in self.header.channel(&values, channel) {
                *range = [range[0].min(value), range[1].max(value)];
            }
        }
        let values: Arc<[f32]> = values.into();
        self.newest = Some((epoch, values.clone()));
        Some(values)
    }

    /// Share of the correctly classified graphs of a part; NaN if it is empty, or without labels.
    fn accuracy(&self, scores: &[f32], part: Part) -> f32 {
        if !self.header.labelled {
            return f32::NAN;
        }
        let graphs = self.split.graphs(part);
        let right = graphs.iter().filter(|&&graph| {
            let graph = graph as usize;
            largest(self.scores_of(scores, graph)) == self.dataset.classes[graph]
        });
        right.count() as f32 / graphs.len() as f32
    }

    /// The scores of an epoch: its last values.
    fn scores_in<'a>(&self, values: &'a [f32]) -> &'a [f32] {
        &values[values.len() - self.header.scores()..]
    }

    fn scores_of<'a>(&self, scores: &'a [f32], graph: usize) -> &'a [f32] {
        let classes = self.header.classes.len();
        &scores[graph * classes..][..classes]
    }

    /// Number of channels.
    pub fn channels(&self) -> u32 {
        self.ranges.len() as u32
    }

    /// Sizes of the run, for display. The configuration has the number of epochs; its other values are defaults.
    pub fn summary(&self, config: &TrainingConfig) -> RunSummary {
        let last = self.last_epoch();
        RunSummary {
            task: self.dataset.task(),
            config: config.clone(),
            splits: match self.dataset.split {
                Some(_) => Origin::Data,
                None => Origin::Seed,
            },
            steps_per_epoch: 1,
            epochs_done: last,
            steps_done: last,
            train_graphs: self.split.train.len() as u32,
            validation_graphs: self.split.validation.len() as u32,
            test_graphs: self.split.test.len() as u32,
            baseline: self.dataset.baseline(&self.split.train),
            parameters: 0,
            recordable: false,
            notes: Vec::new(),
            filters: self.channels(),
            logged: Some(LoggedSummary {
                channels: self.header.all_channels().cloned().collect(),
                vertex_channels: self.header.channels.len() as u32,
                ranges: self
                    .ranges
                    .iter()
                    .map(|range| known(range).unwrap_or([0.0, 1.0]))
                    .collect(),
                labelled: self.header.labelled,
                attributions: self.header.attributions,
            }),
        }
    }

    /// Name of a channel.
    ///
    /// # Panics
    /// If there is no such channel.
    pub fn channel_name(&self, channel: u32) -> &str {
        let mut channels = self.header.all_channels();
        let name = channels.nth(channel as usize);
        name.expect("a channel of the header")
    }

    /// The cells with the values of a channel.
    pub fn cells(&self, channel: u32) -> Cells {
        self.header.cells(channel as usize)
    }

    /// The values of an epoch; by default of the newest one.
    ///
    /// # Errors
    /// If no epoch has values.
    pub fn values<'a>(&'a self, numbers: Option<&'a [f32]>) -> Result<&'a [f32], InspectionError> {
        let newest = || self.newest.as_ref().map(|(_, values)| &values[..]);
        numbers.or_else(newest).ok_or_else(|| {
            InspectionError::Graph(
                "no epoch of this run log has filter values yet: log one first".into(),
            )
        })
    }

    /// Filter of a channel, bars and scores of a graph of the data set.
    ///
    /// # Errors
    /// If there is no such graph, it is outside the data set, or no epoch has values.
    pub fn inspect(
        &self,
        numbers: Option<&[f32]>,
        channel: u32,
        subject: &Subject,
    ) -> Result<Inspection, InspectionError> {
        let Subject::Index(index) = *subject else {
            return Err(InspectionError::Graph(
                "a run log has values only for its own graphs, not for a changed or another graph"
                    .into(),
            ));
        };
        self.check(&[index])?;
        let index = index as usize;
        let graph = &self.dataset.graphs[index];
        let values = self.values(numbers)?;
        let cells = self.cells(channel);
        let first = match cells {
            Cells::Vertices => self.first_vertex[index],
            Cells::Edges => self.first_edge[index],
        };
        let own = &self.header.channel(values, channel as usize)[first..][..graph.count(&[cells])];
        let (filter, edge_filter, persistence) = match cells {
            Cells::Vertices => (own.to_vec(), None, persistence(&graph.edges, own)),
            Cells::Edges => (
                first_edges(graph.vertices, &graph.edges, own),
                Some(own.to_vec()),
                Persistence::default(),
            ),
        };
        let scores = self.scores_of(self.scores_in(values), index);
        Ok(Inspection {
            filters: 1,
            view: 0,
            persistence,
            filter,
            edge_filter,
            extended: None,
            readout: Vec::new(),
            logits: scores.iter().copied().map(f64::from).collect(),
        })
    }

    /// Checks that all of these graphs exist.
    ///
    /// # Errors
    /// If one does not. The error names it.
    pub fn check(&self, indices: &[u32]) -> Result<(), InspectionError> {
        check_graphs(&self.dataset, indices)
    }

    /// The first of these graphs, few enough for a short computation, and the rest.
    pub fn first_batch<'a>(&self, indices: &'a [u32]) -> (&'a [u32], &'a [u32]) {
        split_by_vertices(&self.dataset, indices, MAX_VERTICES_AT_ONCE)
    }

    /// Predicted class of each of these graphs.
    ///
    /// # Errors
    /// If no epoch has values.
    pub fn predict(
        &self,
        numbers: Option<&[f32]>,
        graphs: &[u32],
    ) -> Result<Vec<u32>, InspectionError> {
        let scores = self.scores_in(self.values(numbers)?);
        let of = |&graph: &u32| largest(self.scores_of(scores, graph as usize));
        Ok(graphs.iter().map(of).collect())
    }

    /// Kendall's τ-b of each pair of channels over the pairs of vertices or of edges of the same graph, row by row. NaN if a channel is
    /// constant, or one is of vertices and the other of edges.
    ///
    /// # Errors
    /// If no epoch has values.
    pub fn agreement(&self, numbers: Option<&[f32]>) -> Result<Vec<f64>, InspectionError> {
        let values = self.values(numbers)?;
        let channels = self.ranges.len();
        let mut taus = vec![f64::NAN; channels * channels];
        for row in 0..channels {
            let cells = self.header.cells(row);
            let own = |channel| self.header.channel(values, channel);
            for column in (row..channels).filter(|&column| self.header.cells(column) == cells) {
                let counts = self
                    .dataset
                    .graphs
                    .iter()
                    .map(|graph| graph.count(&[cells]));
                let tau = agreement::of_cells(own(row), own(column), counts);
                taus[row * channels + column] = tau;
                taus[column * channels + row] = tau;
            }
        }
        Ok(taus)
    }
}
