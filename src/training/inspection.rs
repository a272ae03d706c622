//! The results of a model for one graph.

use std::ops::Range;

use thiserror::Error;

use super::{
    device_dataset::{DeviceDataset, device_of},
    read_back::{read, read_ints},
    scores::largest,
};
use crate::{
    device::DeviceError,
    graph::first_edges,
    homology::{Extended, NONE, Persistence},
    model::{BatchInput, FilterRead, Model, extended_readout::ExtendedPairs},
};

/// The results of a model for one graph, with one of its filters. If the model has no filter, only the scores are present.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Inspection {
    /// Number of filters of the model.
    pub filters: usize,
    /// Index of the filter, of those of the model.
    pub view: usize,
    /// Filter value of every vertex, in [0, 1]. Empty if the model has no filter. With an edge filter, the smallest value of the edges
    /// of the vertex. With a filter of vertices and edges, the values of the edges follow, and every edge counts as a vertex between its
    /// ends.
    pub filter: Vec<f32>,
    /// The value of every edge, if the filter is one of edges. Those of RePHINE and of run logs are.
    pub edge_filter: Option<Vec<f32>>,
    /// Persistence of the values of the vertices: the pairs that the model reads. A topology layer reads those of the sublevel
    /// filtration. Empty with an edge filter, whose bars begin and end at edges.
    pub persistence: Persistence,
    /// Their extended persistence, if the model reads it: the pairs that the model reads.
    pub extended: Option<Extended>,
    /// The input vector of the classifier, filter by filter, with K numbers for each barcode: B0, B0^∞, B1^∞ and, if the model reads
    /// extended persistence, its loops. Number k of a barcode is `Σ w(p) · hat_k(p)` over its bars. Empty if the classifier reads no
    /// barcodes.
    pub readout: Vec<f32>,
    /// Score of every class; with targets, the prediction in their unit.
    pub logits: Vec<f64>,
}

impl Inspection {
    /// The numbers of [`Self::readout`] that belong to the filter.
    pub fn columns(&self) -> Range<usize> {
        let own = self.readout.len() / self.filters.max(1);
        self.view * own..(self.view + 1) * own
    }

    /// The class with the largest score. In a tie, the first one.
    pub fn class(&self) -> u32 {
        largest(&self.logits)
    }
}

/// Maximum number of shares of bars in hats in one computation, 64 MiB.
pub const MAX_SHARES: usize = 1 << 24;

/// The reason why a model gives no result for a graph.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
pub enum InspectionError {
    /// An index beyond the last graph.
    #[error("there is no graph {index}: the data set has {graphs}, counted from 0")]
    Index {
        /// The requested index.
        index: u32,
        /// Number of graphs.
        graphs: usize,
    },
    /// An invalid graph, or one without data that the model reads.
    #[error("{0}")]
    Graph(String),
    /// Too many numbers for memory.
    #[error(
        "{bars} bars and {hats} hats have {} shares, more than the maximum of {MAX_SHARES}: request it without shares",
        bars * hats
    )]
    Shares {
        /// Bars of the barcode.
        bars: usize,
        /// Coordinate functions that read it.
        hats: usize,
    },
    /// The device does not respond.
    #[error(transparent)]
    Device(#[from] DeviceError),
}

impl DeviceDataset {
    /// Inspection of one graph with the filter of this index.
    ///
    /// # Errors
    /// If the device does not respond.
    ///
    /// # Panics
    /// If there is no such graph or filter.
    pub async fn inspect(
        &self,
        model: &Model,
        view: usize,
        index: u32,
    ) -> Result<Inspection, DeviceError> {
        let inspections = self.inspect_batch(model, view, &[index]).await?;
        Ok(inspections.into_iter().next().expect("one graph").1)
    }

    /// Inspections of these graphs in one batch: the index of each graph with its inspection, in the order of the batch.
    ///
    /// # Errors
    /// If the device does not respond.
    ///
    /// # Panics
    /// If there is no such graph or filter.
    pub async fn inspect_batch(
        &self,
        model: &Model,
        view: usize,
        indices: &[u32],
    ) -> Result<Vec<(u32, Inspection)>, DeviceError> {
        let batch = self.batcher.batch(indices);
        let members = batch.members.clone();
        let input = BatchInput::new(batch, &device_of(model));
        let domain = model.domain(&input);
        let [vertices, edges] = domain.offsets();
        let mut forward = model.forward(&input).await;
        let logits = read(forward.logits.flatten(0, 1)).await?;
        let logits = self.statistics.in_unit_of_targets(&logits);
        let classes = self.dataset.class_names.len();
        let scores = members.iter().copied().zip(logits.chunks_exact(classes));
        if forward.filters.is_empty() {
            let inspections = scores.map(|(member, logits)| {
                let logits = logits.to_vec();
                (
                    member,
                    Inspection {
                        logits,
                        ..Inspection::default()
                    },
                )
            });
            return Ok(inspections.collect());
        }
        let filters = forward.filters.len();
        let bars = match forward.filters.swap_remove(view) {
            FilterRead::Vertices(bars) => bars,
            FilterRead::Edges(values) => {
                let values = read(values).await?;
                let inspections = scores.enumerate().map(|(place, (member, logits))| {
                    let own = &values[edges[place] as usize..edges[place + 1] as usize];
                    let graph = &self.dataset.graphs[member as usize];
                    let inspection = Inspection {
                        filters,
                        view,
                        filter: first_edges(graph.vertices, &graph.edges, own),
                        edge_filter: Some(own.to_vec()),
                        logits: logits.to_vec(),
                        ..Inspection::default()
                    };
                    (member, inspection)
                });
                return Ok(inspections.collect());
            }
        };
        // Longer than the number of vertices if that is 0, since a tensor cannot be empty.
        let filter = read(bars.values).await?;
        let death = read_ints(bars.pairs.death).await?;
        let loops = read_ints(bars.pairs.loops).await?;
        let readout = match forward.readout {
            Some(readout) => read(readout.flatten(0, 1)).await?,
            None => Vec::new(),
        };
        let columns = readout.len() / members.len();
        let inspections = scores.enumerate().map(|(place, (member, logits))| {
            let range = vertices[place] as usize..vertices[place + 1] as usize;
            let first = vertices[place];
            let own = |vertex: u32| match vertex {
                NONE => NONE,
                vertex => vertex - first,
            };
            let directions = [0, filter.len()].map(|start| start + range.start..start + range.end);
            let extended = bars.extended.as_ref().map(|pairs| {
                let edges = edges[place] as usize..edges[place + 1] as usize;
                let last = pairs.last[range.clone()].iter().copied();
                let loops = pairs.loops[edges].iter();
                let own = ExtendedPairs {
                    last: last.map(own).collect(),
                    loops: loops.map(|ends| ends.map(own)).collect(),
                };
                own.into_extended()
            });
            let inspection = Inspection {
                filters,
                view,
                persistence: Persistence {
                    death: directions
                        .clone()
                        .map(|range| death[range].iter().copied().map(own).collect()),
                    loops: directions.map(|range| loops[range].to_vec()),
                },
                filter: filter[range].to_vec(),
                edge_filter: None,
                extended,
                readout: readout[place * columns..(place + 1) * columns].to_vec(),
                logits: logits.to_vec(),
            };
            (member, inspection)
        });
        Ok(inspections.collect())
    }
}
