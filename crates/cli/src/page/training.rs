//! The training module. `sublevel serve` builds it while it serves the page, and a static site needs it before the write.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Instant;

use serde::{Deserialize, Serialize};

use super::wasm::{self, Module};
use super::{Stamp, lock, sources, tools};
use crate::Failure;
use crate::cargo::{Progress, Stop};
use crate::console::Step;

/// The command that builds a missing module.
const COMMAND: &str = "cargo run --release";

/// State of the training module, as in `training.json`.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "camelCase", tag = "state")]
pub enum State {
    /// The module is built.
    Ready {
        /// Path of its JavaScript, relative to the page.
        module: String,
        /// Size of its WebAssembly, uncompressed.
        bytes: u64,
    },
    /// The module is being built.
    Building {
        /// Number of compiled crates.
        done: u32,
        /// Total number of crates; 0 if unknown.
        of: u32,
        /// Elapsed seconds.
        seconds: f64,
        /// Current crate.
        #[serde(rename = "crate")]
        compiling: String,
    },
    /// The build failed.
    Failed {
        /// The error.
        message: String,
        /// The command to run after fixing the problem.
        command: &'static str,
    },
}

impl State {
    /// As JSON for the page.
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
    /// The module of the last build.
    pub fn built_last(source: &Path) -> Self {
        let state = built(source).unwrap_or_else(|| State::Failed {
            message:
                "The training module has not been built yet, and the server runs with --no-build."
                    .into(),
            command: COMMAND,
        });
        Self::new(state)
    }

    /// The module in the folder of a site written by `sublevel build`.
    pub fn of_site(site: &Path) -> Self {
        /// The required part of `training.json`.
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

    /// A site that its author wrote without training.
    pub fn left_out() -> Self {
        Self::new(State::Failed {
            message: "This site was built without the training module.".into(),
            command: "sublevel build",
        })
    }

    /// Unknown state: to be updated.
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

    /// The current state.
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

    /// Builds the module if it is missing or stale, and updates [`Self::state`].
    ///
    /// # Errors
    /// If the build fails; the state records the failure as well.
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

/// The folder of the modules of `source`; each is in a folder named after its fingerprint.
pub fn folder(source: &Path) -> PathBuf {
    source.join("www/pkg/training")
}

fn stamp(source: &Path) -> Stamp {
    Stamp::new(source.join("www/pkg/training.stamp"))
}

/// The most recent module, from any sources.
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
    // Modules of older sources, and interrupted builds.
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
    built(source)
        .ok_or_else(|| Failure::other(format!("{path} disappeared: run the command again")))
}
