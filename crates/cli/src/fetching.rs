//! Background fetches of TU data sets for the page.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread;

use serde::Serialize;

use super::Failure;
use super::collection::{self, DATASETS};

/// Progress of a fetch.
#[derive(Clone, Debug, Serialize)]
#[serde(tag = "state", rename_all = "kebab-case")]
pub enum Progress {
    /// Received bytes, and the total if the remote server reports it.
    Fetching { have: u64, of: Option<u64> },
    /// The data set is in the cache, and `data/index.json` lists it.
    Ready,
    /// The failure with its remedy.
    Failed { message: String },
}

/// Fetches by name.
#[derive(Clone, Debug)]
pub struct Fetching {
    /// URL of the folder with the zips.
    from: String,
    known: Arc<Mutex<BTreeMap<String, Progress>>>,
}

/// One line of `data/collection.json`.
#[derive(Serialize)]
struct Line {
    name: &'static str,
    graphs: u32,
    classes: u32,
}

impl Fetching {
    /// No fetches yet.
    pub fn new(from: &str) -> Self {
        Self {
            from: from.into(),
            known: Arc::default(),
        }
    }

    /// `data/collection.json`: suggested names. Other names are accepted as well.
    pub fn names() -> String {
        let line = |dataset: &collection::Dataset| Line {
            name: dataset.name,
            graphs: dataset.graphs,
            classes: dataset.classes,
        };
        let lines: Vec<_> = DATASETS.iter().map(line).collect();
        serde_json::to_string(&lines).expect("strings and numbers can be written")
    }

    /// Progress of the fetch with this name; none if there is no such fetch.
    pub fn progress(&self, name: &str) -> Option<Progress> {
        self.lock().get(name).cloned()
    }

    /// Starts to fetch a data set unless a fetch is running. Returns immediately.
    ///
    /// # Errors
    /// If the name is not valid.
    pub fn begin(&self, name: &str) -> Result<Progress, String> {
        let name = collection::name_of(name)?;
        let started = Progress::Fetching { have: 0, of: None };
        let mut known = self.lock();
        if let Some(going_on @ Progress::Fetching { .. }) = known.get(&name) {
            return Ok(going_on.clone());
        }
        known.insert(name.clone(), started.clone());
        drop(known);
        let fetching = self.clone();
        thread::spawn(move || {
            let arrived = |have, of| fetching.set(&name, Progress::Fetching { have, of });
            let progress = match fetching.fetch(&name, &arrived) {
                Ok(()) => Progress::Ready,
                Err(failure) => Progress::Failed {
                    message: failure.to_string(),
                },
            };
            fetching.set(&name, progress);
        });
        Ok(started)
    }

    fn fetch(&self, name: &str, arrived: &dyn Fn(u64, Option<u64>)) -> Result<(), Failure> {
        let target = collection::folder()?.join(format!("{name}.zip"));
        if target.is_file() {
            return Ok(());
        }
        collection::fetch(name, &self.from, &target, arrived).map(drop)
    }

    fn set(&self, name: &str, progress: Progress) {
        self.lock().insert(name.into(), progress);
    }

    /// A panicked thread leaves complete values.
    fn lock(&self) -> MutexGuard<'_, BTreeMap<String, Progress>> {
        self.known.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
