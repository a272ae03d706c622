//! Builds the page: WebAssembly of this crate, bundled with the TypeScript of `www` into `www/dist`.
//!
//! Two stamps in `www/pkg` say from which sources the two halves were made; a half is built again only when its
//! sources differ, so a start with nothing changed runs neither cargo nor npm.

mod fingerprint;
mod tools;
mod wasm;

use std::fs::{self, File, TryLockError};
use std::path::{Path, PathBuf};

use super::Failure;
use super::console::Step;
use fingerprint::fingerprint;

/// What the WebAssembly is made from. The rest of `src/cli` is native only.
const WASM_SOURCES: [&str; 6] = [
    "Cargo.toml",
    "Cargo.lock",
    ".cargo/config.toml",
    "shaders",
    "src",
    "src/cli/page",
];
const NATIVE_SOURCES: [&str; 2] = ["src/main.rs", "src/cli"];
/// What the page is made from, besides the WebAssembly.
const PAGE_SOURCES: [&str; 8] = [
    "www/index.html",
    "www/package.json",
    "www/package-lock.json",
    "www/public",
    "www/scripts",
    "www/src",
    "www/tsconfig.json",
    "www/vite.config.ts",
];

/// The folder of the finished page of `source`, whether or not it has been built.
pub fn folder(source: &Path) -> PathBuf {
    source.join("www/dist")
}

/// Installs what is missing and builds what is stale; returns the folder of the finished page.
pub fn bring_up_to_date(source: &Path) -> Result<PathBuf, Failure> {
    let pkg = source.join("www/pkg");
    let dist = folder(source);
    let wasm_stamp = Stamp::new(pkg.join("wasm.stamp"));
    let page_stamp = Stamp::new(pkg.join("page.stamp"));

    let _lock = lock(&pkg)?;
    let wasm_sources = fingerprint(source, &WASM_SOURCES, &NATIVE_SOURCES).map_err(unreadable)?;
    let page_sources = fingerprint(source, &PAGE_SOURCES, &[]).map_err(unreadable)? + &wasm_sources;
    let wasm_is_fresh = wasm_stamp.is(&wasm_sources);
    if wasm_is_fresh && page_stamp.is(&page_sources) && dist.join("index.html").is_file() {
        return Ok(dist);
    }

    // Everything that can be missing is looked for before the minutes of compiling.
    tools::require_node()?;
    if !wasm_is_fresh {
        tools::require_wasm_target(source)?;
    }
    tools::require_npm_packages(source)?;

    page_stamp.remove()?;
    if !wasm_is_fresh {
        wasm_stamp.remove()?;
        wasm::build(source, &pkg)?;
        wasm_stamp.write(&wasm_sources)?;
    }
    bundle(source)?;
    page_stamp.write(&page_sources)?;
    Ok(dist)
}

/// Lets one build at a time into the folder; the others wait for it.
fn lock(pkg: &Path) -> Result<File, Failure> {
    let locked = || -> std::io::Result<File> {
        fs::create_dir_all(pkg)?;
        let file = File::create(pkg.join(".lock"))?;
        match file.try_lock() {
            Ok(()) => {}
            Err(TryLockError::WouldBlock) => {
                let step = Step::begin("Waiting for another build of the page");
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
        "{error}; the page is built from its sources, or start with --no-build to serve it as it was built last"
    ))
}

/// Bundles TypeScript, styles and WebAssembly, then compresses every file once, for all visitors.
fn bundle(source: &Path) -> Result<(), Failure> {
    let www = source.join("www");
    let step = Step::begin("Bundling the page");
    tools::node(
        &www,
        &["node_modules/vite/bin/vite.js", "build"],
        "the page could not be bundled",
    )?;
    step.finish();
    let step = Step::begin("Compressing the page");
    tools::node(
        &www,
        &["scripts/finish.js", "dist"],
        "the page could not be compressed",
    )?;
    step.finish();
    Ok(())
}

/// A file that says from which sources something was made.
struct Stamp(PathBuf);

impl Stamp {
    fn new(path: PathBuf) -> Self {
        Self(path)
    }

    fn is(&self, sources: &str) -> bool {
        fs::read_to_string(&self.0).is_ok_and(|content| content == sources)
    }

    /// Removed before the work and written after it, so that work broken off counts as not done.
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
