//! A session: a device, and any number of data sets and runs that are open on it.
//!
//! It is what the page's worker drives, without a word of JavaScript in it. Data sets and runs have numbers of their own,
//! which are never given twice; what does not exist (any more) is an error. Whatever fails leaves everything as it was.
//!
//! - `data`: data sets are generated, read from a file or made of graphs of one's own
//! - `run`: a run is created, trained, forked, saved and resumed; at the end of each epoch its weights are kept
//! - `learned`: how its filter depends on degrees, labels and what else vertices are anyway
//! - `classes`: how the bars that it reads differ from class to class
//! - `compare`: two runs on one data set, or one at two epochs
//! - `cross_validation`: all folds of a configuration, one after the other
//! - `inspect`: what a run says of a graph, with the weights of now or of an epoch
//! - `remembered`: what runs said of graphs, which questions about many of them share

mod classes;
mod compare;
mod coordinate_functions;
mod cross_validation;
mod data;
mod error;
mod inspect;
mod learned;
mod remembered;
mod run;
mod snapshots;

use std::collections::BTreeMap;
use std::fmt::{self, Display, Formatter};
use std::sync::Arc;

use burn::tensor::Device;
use serde::{Deserialize, Serialize};

use crate::{
    config::FixedFilter,
    device::{self, GpuProblem},
    graph::{Dataset, quantities::Quantity},
    protocol::{Backend, DeviceReport, OpenDataset, OpenRun, SessionReport},
};

pub use compare::{Comparison, Said};
pub use cross_validation::CrossValidation;
pub use data::simple_graph;
pub use error::SessionError;
pub use inspect::Weights;
pub use learned::Beside;
pub use run::Folds;
pub use snapshots::{SNAPSHOT_LIMIT, Snapshots};

use learned::{SwappedIn, UnfinishedFilter, UnfinishedQuantity};
use remembered::Remembered;
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

/// A device with the data sets and runs that are open on it.
pub struct Session {
    device: Device,
    report: DeviceReport,
    datasets: BTreeMap<DatasetId, Arc<Dataset>>,
    runs: BTreeMap<RunId, Run>,
    /// What was computed of the vertices of a data set.
    quantities: BTreeMap<(DatasetId, String), Arc<Quantity>>,
    /// The quantity that is being computed.
    unfinished: Option<UnfinishedQuantity>,
    remembered: Remembered,
    /// What was last set in the place of the filter of a run.
    swapped_in: Option<SwappedIn>,
    /// The fixed filter that was last set beside the one of a run.
    fixed_filter: Option<(RunId, FixedFilter, Arc<[f32]>)>,
    /// The one that is being computed.
    unfinished_filter: Option<UnfinishedFilter>,
    /// The number that the next data set or run gets.
    next: u32,
    /// Bytes of snapshots that each run may keep.
    snapshot_limit: usize,
    /// Why the GPU is gone, from when it was noticed until the session goes on without it.
    lost: Option<String>,
}

impl Session {
    /// Opens a session without data sets and runs on the device of this wish.
    ///
    /// # Errors
    /// Only for [`Backend::Gpu`], where there is no adapter or it does not start.
    pub async fn open(backend: Backend) -> Result<Self, SessionError> {
        let (device, report) = device::open(backend).await?;
        Ok(Self {
            device,
            report,
            datasets: BTreeMap::new(),
            runs: BTreeMap::new(),
            quantities: BTreeMap::new(),
            unfinished: None,
            remembered: Remembered::default(),
            swapped_in: None,
            fixed_filter: None,
            unfinished_filter: None,
            next: 0,
            snapshot_limit: SNAPSHOT_LIMIT,
            lost: None,
        })
    }

    /// The device that computes, and why.
    pub fn device(&self) -> &DeviceReport {
        &self.report
    }

    /// What is open, and about how much memory it takes.
    pub fn report(&self) -> SessionReport {
        let datasets = self.datasets.iter().map(|(&id, dataset)| OpenDataset {
            id: id.0,
            name: dataset.name.clone(),
            bytes: data::bytes(dataset) as u64,
        });
        let runs = self.runs.iter().map(|(&id, run)| OpenRun {
            id: id.0,
            dataset: run.dataset.0,
            memory: run.memory(),
        });
        SessionReport {
            datasets: datasets.collect(),
            runs: runs.collect(),
        }
    }

    /// Changes how many bytes of snapshots each run may keep, [`SNAPSHOT_LIMIT`] at first. Those of runs that are open are
    /// thinned out at once.
    pub fn set_snapshot_limit(&mut self, bytes: usize) {
        self.snapshot_limit = bytes;
        for run in self.runs.values_mut() {
            run.snapshots.set_limit(bytes);
        }
    }

    /// Frees a run.
    ///
    /// # Errors
    /// If there is no such run.
    pub fn close_run(&mut self, run: RunId) -> Result<(), SessionError> {
        let closed = self.runs.remove(&run).ok_or(SessionError::NoRun(run))?;
        drop(closed);
        self.remembered.retain(|other, _| other != run);
        Ok(())
    }

    /// Goes on without the GPU: from now on the CPU computes. Every run that was on the GPU goes on from the end of the last
    /// epoch that it finished, or from where it was created or resumed; steps since then are lost. Their bits are
    /// those of the CPU from then on. Answers what `device` does.
    ///
    /// Also without a loss, to leave a GPU. On the CPU nothing changes.
    ///
    /// # Errors
    /// If the weights of a run do not fit it any more, which would be a defect of the program.
    pub fn continue_on_cpu(&mut self) -> Result<&DeviceReport, SessionError> {
        if !self.report.gpu {
            return Ok(&self.report);
        }
        let reason = match &self.lost {
            Some(why) => format!("The GPU was lost ({why}); the CPU goes on."),
            None => "The CPU was chosen in place of the GPU.".into(),
        };
        // One that was lost is not to be had for now.
        let offered = self.report.gpu_offered.clone();
        let offered = offered.filter(|_| self.lost.is_none());
        let (device, report) = device::cpu(reason, offered);
        let mut rescued = Vec::new();
        for (&id, run) in &self.runs {
            rescued.push((id, run.rescued(&device)?));
        }
        for (id, trainer) in rescued {
            if let Some(run) = self.runs.get_mut(&id) {
                run.go_on_with(trainer);
            }
        }
        (self.device, self.report, self.lost) = (device, report, None);
        // Runs stand where they stood before, with other last bits.
        self.remembered.retain(|_, _| false);
        self.swapped_in = None;
        // What the GPU said of its end is no news.
        device::gpu_problem();
        Ok(&self.report)
    }

    /// A number that was not given before.
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

    /// To be asked before the GPU is given work: there is none any more once it was lost.
    fn check_lost(&self) -> Result<(), SessionError> {
        match &self.lost {
            Some(why) => Err(SessionError::GpuLost(why.clone())),
            None => Ok(()),
        }
    }

    /// To be called with what a device answered. Kernels fail long after they were asked for, so the GPU may have
    /// complained though there is an answer; and where there is none, it is gone.
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
