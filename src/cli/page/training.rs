//! The training module: built while the page is in use, or before it is written as a static site.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Instant;

use serde::{Deserialize, Serialize};

use super::wasm::{self, Module};
use super::{Stamp, lock, sources, tools};
use crate::cli::Failure;
use crate::cli::cargo::{Progress, Stop};
use crate::cli::console::Step;

/// The command that builds what is missing.
const COMMAND: &str = "cargo run --release";

/// Where the training module stands, as the page reads it in `training.json`.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "camelCase", tag = "state")]
pub enum State {
    /// It is there.
    Ready {
        /// Its JavaScript, below the page.
        module: String,
        /// Size of its WebAssembly, uncompressed.
        bytes: u64,
    },
    /// It is being built.
    Building {
        /// Crates that are compiled.
        done: u32,
        /// Of so many; 0 where that is not known yet.
        of: u32,
        /// Time so far.
        seconds: f64,
        /// What is compiled at the moment.
        #[serde(rename = "crate")]
        compiling: String,
    },
    /// It could not be built.
    Failed {
        /// What went wrong.
        message: String,
        /// What to type once that is mended.
        command: &'static str,
    },
}

impl State {
    /// As the page reads it.
    pub fn json(&self) -> String {
        serde_json::to_string(self).expect("words and numbers are JSON")
    }
}

/// The training module of a page that is served.
#[derive(Clone, Debug)]
pub struct TrainingModule(Arc<Mutex<Building>>);

#[derive(Debug)]
struct Building {
    state: State,
    started: Instant,
}

impl TrainingModule {
    /// As it was built last.
    pub fn built_last(source: &Path) -> Self {
        let state = built(source).unwrap_or_else(|| State::Failed {
            message:
                "The training module has not been built yet, and this server was told not to build."
                    .into(),
            command: COMMAND,
        });
        Self::new(state)
    }

    /// As `sublevel build` wrote it into the folder of a site.
    pub fn of_site(site: &Path) -> Self {
        /// The part of `training.json` that counts.
        #[derive(Deserialize)]
        struct Ready {
            module: String,
            bytes: u64,
        }
        let text = fs::read(site.join("training.json")).unwrap_or_default();
        Self::new(match serde_json::from_slice(&text) {
            Ok(Ready { module, bytes }) => State::Ready { module, bytes },
            Err(_) => State::Failed {
                message: format!("{} has no training module.", site.display()),
                command: COMMAND,
            },
        })
    }

    /// Of which nothing is known: to be brought up to date.
    pub fn unbuilt() -> Self {
        Self::new(State::Building {
            done: 0,
            of: 0,
            seconds: 0.0,
            compiling: String::new(),
        })
    }

    fn new(state: State) -> Self {
        Self(Arc::new(Mutex::new(Building {
            state,
            started: Instant::now(),
        })))
    }

    /// Where it stands now.
    pub fn state(&self) -> State {
        let building = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let mut state = building.state.clone();
        if let State::Building { seconds, .. } = &mut state {
            *seconds = building.started.elapsed().as_secs_f64();
        }
        state
    }

    fn set(&self, state: State) {
        let mut building = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        building.state = state;
    }

    /// Builds it where it is missing or stale, and keeps [`Self::state`] true meanwhile.
    ///
    /// # Errors
    /// Why it could not be built; the state says so, too.
    pub fn bring_up_to_date(&self, source: &Path, stop: &Stop) -> Result<(), Failure> {
        let made = make(
            source,
            stop,
            |Progress {
                 done,
                 of,
                 compiling,
             }| {
                self.set(State::Building {
                    done,
                    of,
                    seconds: 0.0,
                    compiling,
                });
            },
        );
        let state = made.as_ref().map_or_else(
            |failure| State::Failed {
                message: failure.to_string(),
                command: COMMAND,
            },
            State::clone,
        );
        self.set(state);
        made.map(drop)
    }
}

/// Where the finished modules of `source` lie, each in a folder named after its sources.
pub fn folder(source: &Path) -> PathBuf {
    source.join("www/pkg/training")
}

fn stamp(source: &Path) -> Stamp {
    Stamp::new(source.join("www/pkg/training.stamp"))
}

/// The module that was built last, from whatever sources.
fn built(source: &Path) -> Option<State> {
    let name = stamp(source).content()?;
    let wasm = folder(source).join(&name).join("training_bg.wasm");
    Some(State::Ready {
        module: format!("training/{name}/training.js"),
        bytes: fs::metadata(wasm).ok()?.len(),
    })
}

fn make(
    source: &Path,
    stop: &Stop,
    mut watch: impl FnMut(Progress) + Send,
) -> Result<State, Failure> {
    let _lock = lock(&source.join("www/pkg"), "training")?;
    let sources = sources(source, Module::Training)?;
    let stamp = stamp(source);
    if stamp.is(&sources)
        && let Some(ready) = built(source)
    {
        return Ok(ready);
    }
    tools::require_wasm_target(source)?;
    stamp.remove()?;
    let home = folder(source);
    // What was made from older sources, or broken off.
    match fs::remove_dir_all(&home) {
        Err(error) if error.kind() != std::io::ErrorKind::NotFound => {
            return Err(Failure::other(format!(
                "cannot empty {}: {error}",
                home.display()
            )));
        }
        _ => {}
    }
    let own = home.join(&sources);
    fs::create_dir_all(&own)
        .map_err(|error| Failure::other(format!("cannot write to {}: {error}", own.display())))?;
    let mut step = Step::begin("Compiling the training module (takes minutes the first time)");
    wasm::build(source, Module::Training, &own, stop, |progress| {
        step.show(&progress);
        watch(progress);
    })?;
    let path = own.display().to_string();
    tools::node(
        &source.join("www"),
        &["scripts/finish.js", &path],
        "the training module could not be compressed",
    )?;
    step.finish();
    stamp.write(&sources)?;
    built(source).ok_or_else(|| Failure::other(format!("{path} vanished: start again")))
}
