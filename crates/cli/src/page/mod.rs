//! Builds the page. The bundle in `www/dist` contains the TypeScript of `www` and the topology module. The training module is in a
//! folder below `www/pkg/training`. The page works without the training module, whose first build takes minutes.
//!
//! Three stamps in `www/pkg` record the sources of the parts. The build renews a part only if its sources differ, so an unchanged
//! page needs neither cargo nor npm.

mod fingerprint;
mod tools;
mod training;
mod waiting;
mod wasm;

use std::env;
use std::fs::{self, File, TryLockError};
use std::path::{Path, PathBuf};
use std::thread;

use super::Failure;
use super::cargo::{Progress, Stop};
use super::console::Step;
use fingerprint::fingerprint;
pub use training::{TrainingModule, folder as training_folder};
pub use waiting::Waiting;
use wasm::Module;

/// Sources of the WebAssembly modules, with the code that builds them.
const WASM_SOURCES: [&str; 7] = [
    "Cargo.toml",
    "Cargo.lock",
    ".cargo/config.toml",
    "crates/cli/src/page",
    "crates/topology",
    "shaders",
    "src",
];
/// Sources of the page besides the WebAssembly modules.
const PAGE_SOURCES: [&str; 16] = [
    "ARCHITECTURE.md",
    "CHANGELOG.md",
    "CONTRIBUTING.md",
    "README.md",
    "docs",
    // The PyTorch program that the page offers.
    "python/src/sublevel/torch/model.py",
    "www/README.md",
    "www/index.html",
    "www/package.json",
    "www/package-lock.json",
    "www/public",
    "www/screenshots",
    "www/scripts",
    "www/src",
    "www/tsconfig.json",
    "www/vite.config.ts",
];

/// The output folder of the page of `source`, which may not exist yet.
pub fn folder(source: &Path) -> PathBuf {
    source.join("www/dist")
}

/// The folder beside the program for a page without sources, as written by `sublevel build --out`.
pub fn beside_program() -> Option<PathBuf> {
    let program = env::current_exe().ok()?;
    Some(program.parent()?.join("sublevel-page"))
}

/// The parts of the page that differ from their sources.
struct Stale {
    wasm_sources: String,
    page_sources: String,
    wasm: bool,
    page: bool,
}

impl Stale {
    fn of(source: &Path) -> Result<Self, Failure> {
        let wasm_sources = sources(source, Module::Topology)?;
        let page_sources =
            fingerprint(source, &PAGE_SOURCES, &[]).map_err(unreadable)? + &wasm_sources;
        let wasm = !wasm_stamp(source).is(&wasm_sources);
        let index = folder(source).join("index.html");
        let page = wasm || !page_stamp(source).is(&page_sources) || !index.is_file();
        Ok(Self {
            wasm_sources,
            page_sources,
            wasm,
            page,
        })
    }
}

fn wasm_stamp(source: &Path) -> Stamp {
    Stamp::new(source.join("www/pkg/topology.stamp"))
}

fn page_stamp(source: &Path) -> Stamp {
    Stamp::new(source.join("www/pkg/page.stamp"))
}

/// Whether the page has to be built.
///
/// # Errors
/// If it has to be, and Node is missing: better now than after minutes of compilation.
pub fn is_stale(source: &Path) -> Result<bool, Failure> {
    let stale = Stale::of(source)?.page;
    if stale {
        tools::require_node()?;
    }
    Ok(stale)
}

/// Installs missing tools and builds stale parts of the page, without the training module. Returns the folder of the page.
/// `watch` receives the title of each step and the progress in it.
pub fn bring_up_to_date(
    source: &Path,
    stop: &Stop,
    watch: impl Fn(&str, Option<Progress>) + Sync,
) -> Result<PathBuf, Failure> {
    let pkg = source.join("www/pkg");
    let dist = folder(source);
    let _lock = lock(&pkg, "page")?;
    let stale = Stale::of(source)?;
    if !stale.page {
        return Ok(dist);
    }

    // Checks for every missing tool before minutes of compilation.
    tools::require_node()?;
    if stale.wasm {
        tools::require_wasm_target(source)?;
    }
    let page_stamp = page_stamp(source);
    page_stamp.remove()?;
    watch("Installing npm packages", None);
    // Packages download while the processor compiles.
    let (packages, compiled) = thread::scope(|scope| {
        let packages =
            scope.spawn(|| tools::require_npm_packages(source).inspect_err(|_| stop.stop()));
        let compiled = match stale.wasm {
            true => topology(source, &pkg, &stale.wasm_sources, stop, &watch),
            false => Ok(()),
        };
        let ended = || {
            Err(Failure::other(
                "npm could not be monitored: run the command again",
            ))
        };
        (packages.join().unwrap_or_else(|_| ended()), compiled)
    });
    packages?;
    compiled?;
    bundle(source, &watch)?;
    page_stamp.write(&stale.page_sources)?;
    Ok(dist)
}

fn topology(
    source: &Path,
    pkg: &Path,
    sources: &str,
    stop: &Stop,
    watch: &(impl Fn(&str, Option<Progress>) + Sync),
) -> Result<(), Failure> {
    const TITLE: &str = "Compiling the topology module";

    let stamp = wasm_stamp(source);
    stamp.remove()?;
    let mut step = Step::begin(TITLE);
    let show = |progress: Progress| {
        step.show(&progress);
        watch(TITLE, Some(progress));
    };
    wasm::build(source, Module::Topology, pkg, stop, show)?;
    step.finish();
    stamp.write(sources)
}

/// Fingerprint of the sources of a module.
fn sources(source: &Path, module: Module) -> Result<String, Failure> {
    fingerprint(source, &WASM_SOURCES, module.foreign_sources()).map_err(unreadable)
}

/// Locks the folder: one build of a part runs at a time, the others wait.
fn lock(pkg: &Path, part: &str) -> Result<File, Failure> {
    let locked = || -> std::io::Result<File> {
        fs::create_dir_all(pkg)?;
        let file = File::create(pkg.join(format!(".{part}.lock")))?;
        match file.try_lock() {
            Ok(()) => {}
            Err(TryLockError::WouldBlock) => {
                let step = Step::begin(&format!("Waiting for another build ({part})"));
                file.lock()?;
                step.finish();
            }
            Err(TryLockError::Error(error)) => return Err(error),
        }
        Ok(file)
    };
    locked().map_err(|error| {
        Failure::other(format!(
            "cannot write to {}: {error}; the page is built inside the source folder, make it writable",
            pkg.display()
        ))
    })
}

fn unreadable(error: fingerprint::Unreadable) -> Failure {
    Failure::other(format!(
        "{error}; the page needs its sources, or add --no-build to serve the last build"
    ))
}

/// Bundles TypeScript, styles and WebAssembly, then compresses every file once.
fn bundle(source: &Path, watch: &impl Fn(&str, Option<Progress>)) -> Result<(), Failure> {
    let begin = |title: &str| {
        watch(title, None);
        Step::begin(title)
    };
    let www = source.join("www");
    let step = begin("Bundling the page");
    tools::node(
        &www,
        &["node_modules/vite/bin/vite.js", "build"],
        "the page could not be bundled",
    )?;
    tools::node(
        &www,
        &["scripts/docs.js", "dist/docs"],
        "the documentation could not be rendered",
    )?;
    step.finish();
    let step = begin("Compressing the page");
    tools::node(
        &www,
        &["scripts/finish.js", "dist"],
        "the page could not be compressed",
    )?;
    step.finish();
    Ok(())
}

/// A file that records the fingerprint of the sources.
struct Stamp(PathBuf);

impl Stamp {
    fn new(path: PathBuf) -> Self {
        Self(path)
    }

    fn content(&self) -> Option<String> {
        fs::read_to_string(&self.0).ok()
    }

    fn is(&self, sources: &str) -> bool {
        self.content().as_deref() == Some(sources)
    }

    /// The stamp is removed before the build and written after it, so that an interrupted build counts as stale.
    fn remove(&self) -> Result<(), Failure> {
        match fs::remove_file(&self.0) {
            Err(error) if error.kind() != std::io::ErrorKind::NotFound => Err(self.failure(&error)),
            _ => Ok(()),
        }
    }

    fn write(&self, sources: &str) -> Result<(), Failure> {
        fs::write(&self.0, sources).map_err(|error| self.failure(&error))
    }

    fn failure(&self, error: &std::io::Error) -> Failure {
        Failure::other(format!("cannot write {}: {error}", self.0.display()))
    }
}
