//! A session: a device with its open data sets and runs.
//!
//! The page's worker drives it; the code is independent of JavaScript. Data sets and runs have unique ids, which are never reused.
//! An unknown id is an error. A failed call changes nothing.
//!
//! - `data`: data sets from generators, files or graphs in memory
//! - `run_log`: run logs of other programs, with values in place of weights (`logged`, `source`)
//! - `run`: creating, training, saving and resuming runs; the weights of each epoch are kept
//! - `learned`: associations of a filter with degrees, labels and other vertex quantities
//! - `classes`: barcodes by class
//! - `compare`: comparison of two runs, or of two epochs of one run
//! - `cross_validation`: all folds of a configuration in sequence
//! - `inspect`: filter, bars and scores of graphs, with the current weights or those of an epoch
//! - `view`: the filter and the weights of a request, and the agreement of filters
//! - `cache`: a cache of inspections, shared by requests about many graphs

mod cache;
mod classes;
mod compare;
mod coordinate_functions;
mod cross_validation;
mod data;
mod error;
mod inspect;
mod learned;
mod logged;
mod run;
mod run_log;
mod snapshots;
mod source;
mod view;

use std::collections::BTreeMap;
use std::fmt::{self, Display, Formatter};
use std::sync::Arc;

use burn::tensor::Device;
use serde::{Deserialize, Serialize};

use crate::{
    config::FixedFilter,
    device,
    gpu::GpuProblem,
    graph::{Dataset, quantities::Quantity},
    protocol::{Backend, DeviceReport},
    run_log::{Header, Record},
};

pub use classes::confirming;
pub use compare::{Comparison, Outputs};
pub use cross_validation::CrossValidation;
pub use data::simple_graph;
pub use error::SessionError;
pub use inspect::Weights;
pub use learned::Beside;
pub use run::Folds;
pub use snapshots::{SNAPSHOT_LIMIT, Snapshots};
pub use view::View;

use cache::Cache;
use learned::{SwappedIn, UnfinishedFilter, UnfinishedQuantity};
use run::Run;

/// A data set of a session.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct DatasetId(pub u32);

/// A run of a session.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct RunId(pub u32);

impl Display for DatasetId {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl Display for RunId {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

/// A device with its open data sets and runs.
pub struct Session {
    device: Device,
    report: DeviceReport,
    datasets: BTreeMap<DatasetId, Arc<Dataset>>,
    /// Headers of the data sets that came from run logs, and an epoch that came with the graphs.
    logs: BTreeMap<DatasetId, (Arc<Header>, Option<Record>)>,
    runs: BTreeMap<RunId, Run>,
    /// Computed vertex quantities.
    quantities: BTreeMap<(DatasetId, String), Arc<Quantity>>,
    /// The quantity in progress.
    unfinished: Option<UnfinishedQuantity>,
    cache: Cache,
    /// The most recent replacement of a filter.
    swapped_in: Option<SwappedIn>,
    /// The most recent fixed filter of a comparison.
    fixed_filter: Option<(RunId, FixedFilter, Arc<[f32]>)>,
    /// The fixed filter in progress.
    unfinished_filter: Option<UnfinishedFilter>,
    /// The next id.
    next: u32,
    /// The reason for the loss of the GPU, once detected.
    lost: Option<String>,
}

impl Session {
    /// Opens an empty session on the requested device.
    ///
    /// # Errors
    /// Only for [`Backend::Gpu`], where there is no adapter or it does not start.
    pub async fn open(backend: Backend) -> Result<Self, SessionError> {
        let (device, report) = device::open(backend).await?;
        Ok(Self {
            device,
            report,
            datasets: BTreeMap::new(),
            logs: BTreeMap::new(),
            runs: BTreeMap::new(),
            quantities: BTreeMap::new(),
            unfinished: None,
            cache: Cache::default(),
            swapped_in: None,
            fixed_filter: None,
            unfinished_filter: None,
            next: 0,
            lost: None,
        })
    }

    /// The device in use, with the reason.
    pub fn device(&self) -> &DeviceReport {
        &self.report
    }

    /// Frees a run.
    ///
    /// # Errors
    /// If there is no such run.
    pub fn close_run(&mut self, run: RunId) -> Result<(), SessionError> {
        let closed = self.runs.remove(&run).ok_or(SessionError::NoRun(run))?;
        drop(closed);
        self.cache.retain(|other, _| other != run);
        Ok(())
    }

    /// A new id.
    fn next(&mut self) -> u32 {
        self.next += 1;
        self.next
    }

    fn run(&self, run: RunId) -> Result<&Run, SessionError> {
        self.runs.get(&run).ok_or(SessionError::NoRun(run))
    }

    fn run_mut(&mut self, run: RunId) -> Result<&mut Run, SessionError> {
        self.runs.get_mut(&run).ok_or(SessionError::NoRun(run))
    }

    /// Call this before giving work to the GPU: fails after a device loss.
    fn check_lost(&self) -> Result<(), SessionError> {
        match &self.lost {
            Some(why) => Err(SessionError::GpuLost(why.clone())),
            None => Ok(()),
        }
    }

    /// Checks a result of the device. Kernels fail asynchronously, so the GPU can report an error although there is a result.
    /// Without a result the device is lost.
    fn settle<T>(&mut self, answer: Result<T, SessionError>) -> Result<T, SessionError> {
        if !self.report.gpu {
            return answer;
        }
        let lost = match (device::gpu_problem(), answer) {
            (Some(GpuProblem::Lost(why)), _) => why,
            (_, Err(SessionError::Device(error))) => error.0,
            (Some(problem), Ok(_)) => return Err(SessionError::Gpu(problem)),
            (_, answer) => return answer,
        };
        let lost = match lost.trim() {
            "" => "no reason was given".into(),
            why => why.to_owned(),
        };
        self.lost = Some(lost.clone());
        Err(SessionError::GpuLost(lost))
    }
}
