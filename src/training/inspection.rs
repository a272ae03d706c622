//! What a model says of one graph.

use thiserror::Error;

use super::{
    device_dataset::DeviceDataset,
    read_back::{read, read_ints},
};
use crate::{
    device::DeviceError,
    homology::{Extended, Persistence},
    model::{Model, extended_readout::ExtendedPairs},
};

/// What a model says of one graph. Where the model reads no barcodes, only the scores are there.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Inspection {
    /// Filter value of every vertex, in [0, 1]; empty where the model has no filter.
    pub filter: Vec<f32>,
    /// Persistence of these values: the pairs that the model itself read.
    pub persistence: Persistence,
    /// Their extended persistence, where the model reads it: again the pairs that it read.
    pub extended: Option<Extended>,
    /// The vector that the classifier was given, K numbers for each barcode: B0, B0^∞, B1^∞ and, where the model reads
    /// extended persistence, its loops. Number k of a barcode is `Σ w(p) · hat_k(p)` over its bars.
    pub readout: Vec<f32>,
    /// Score of every class.
    pub logits: Vec<f32>,
}

/// Most shares of bars in hats that are computed at once, 64 MiB.
pub const MOST_SHARES: usize = 1 << 24;

/// Why a model says nothing of a graph.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
pub enum InspectionError {
    /// An index beyond the last graph.
    #[error("there is no graph {index}: the data set has {graphs}, counted from 0")]
    Index {
        /// What was asked for.
        index: u32,
        /// How many there are.
        graphs: usize,
    },
    /// A graph that is none, or that lacks what the model reads.
    #[error("{0}")]
    Graph(String),
    /// More numbers than there is room for.
    #[error(
        "{bars} bars and {hats} hats have {} shares, more than the {MOST_SHARES} that there is room for: ask without shares",
        bars * hats
    )]
    Shares {
        /// Bars of the barcode.
        bars: usize,
        /// Hats that see it.
        hats: usize,
    },
    /// The device no longer answers.
    #[error(transparent)]
    Device(#[from] DeviceError),
}

impl DeviceDataset {
    /// What a model says of one graph.
    ///
    /// # Errors
    /// If the device no longer answers.
    ///
    /// # Panics
    /// If there is no such graph.
    pub async fn inspect(&self, model: &Model, index: u32) -> Result<Inspection, DeviceError> {
        let vertices = self.dataset.graphs[index as usize].vertices as usize;
        let (input, _) = self.input(&[index]);
        let forward = model.forward(&input).await;
        let logits = read(forward.logits.flatten(0, 1)).await?;
        let (Some(filter), Some(readout), Some(bars)) =
            (forward.filter, forward.readout, forward.bars)
        else {
            return Ok(Inspection {
                logits,
                ..Inspection::default()
            });
        };
        let mut filter = read(filter).await?;
        // An empty graph has a vertex on the device.
        let padded = filter.len();
        filter.truncate(vertices);
        let [death, loops] = [
            read_ints(bars.pairs.death).await?,
            read_ints(bars.pairs.loops).await?,
        ]
        .map(|both| [0, padded].map(|start| both[start..start + vertices].to_vec()));
        Ok(Inspection {
            filter,
            persistence: Persistence { death, loops },
            extended: bars.extended.map(ExtendedPairs::into_extended),
            readout: read(readout.flatten(0, 1)).await?,
            logits,
        })
    }
}
