//! Data sets of the collection that the page asks for by name: fetched into the cache while the page goes on.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread;

use serde::Serialize;

use super::Failure;
use super::collection::{self, DATASETS};

/// How far a data set is.
#[derive(Clone, Debug, Serialize)]
#[serde(tag = "state", rename_all = "kebab-case")]
pub enum Progress {
    /// So many bytes have come, of so many where the server of the collection says so.
    Fetching { have: u64, of: Option<u64> },
    /// It is in the cache, and `data/index.json` lists it.
    Ready,
    /// Why it did not come, and what to do.
    Failed { message: String },
}

/// What was asked for, by name.
#[derive(Clone, Debug)]
pub struct Fetching {
    /// Address of the folder with the zips.
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
    /// Nothing has been asked for yet.
    pub fn new(from: &str) -> Self {
        Self {
            from: from.into(),
            known: Arc::default(),
        }
    }

    /// `data/collection.json`: names that the page can suggest. Others can be asked for, too.
    pub fn names() -> String {
        let line = |dataset: &collection::Dataset| Line {
            name: dataset.name,
            graphs: dataset.graphs,
            classes: dataset.classes,
        };
        let lines: Vec<_> = DATASETS.iter().map(line).collect();
        serde_json::to_string(&lines).expect("strings and numbers can be written")
    }

    /// How far the data set of this name is; none where nobody has asked for it.
    pub fn progress(&self, name: &str) -> Option<Progress> {
        self.lock().get(name).cloned()
    }

    /// Fetches a data set, unless that is going on; answers at once.
    ///
    /// # Errors
    /// If there can be no data set of this name.
    pub fn begin(&self, name: &str) -> Result<Progress, String> {
        let name = collection::name_of(name)?;
        let begun = Progress::Fetching { have: 0, of: None };
        let mut known = self.lock();
        if let Some(going_on @ Progress::Fetching { .. }) = known.get(&name) {
            return Ok(going_on.clone());
        }
        known.insert(name.clone(), begun.clone());
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
        Ok(begun)
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

    /// A thread that panicked has left whole values.
    fn lock(&self) -> MutexGuard<'_, BTreeMap<String, Progress>> {
        self.known.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
