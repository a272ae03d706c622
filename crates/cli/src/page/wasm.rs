//! This crate as WebAssembly, with JavaScript and TypeScript bindings.

use std::path::Path;

use wasm_bindgen_cli_support::Bindgen;

use super::tools;
use crate::Failure;
use crate::cargo::{self, Progress, Stop};

/// One of the page's two modules.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Module {
    /// Graphs, filters and persistence, for the main thread.
    Topology,
    /// Models and their training, for the worker.
    Training,
}

impl Module {
    /// The name of its files.
    pub fn name(self) -> &'static str {
        match self {
            Self::Topology => "topology",
            Self::Training => "training",
        }
    }

    /// Sources that do not belong to the module.
    pub fn foreign_sources(self) -> &'static [&'static str] {
        match self {
            Self::Topology => &[
                "src/device.rs",
                "src/model",
                "src/ops",
                "src/session",
                "src/training",
                "src/web/training.rs",
            ],
            Self::Training => &["src/web/separation.rs", "src/web/topology.rs"],
        }
    }

    fn profile(self) -> &'static str {
        match self {
            Self::Topology => "topology",
            Self::Training => "web",
        }
    }

    fn features(self) -> &'static [&'static str] {
        match self {
            Self::Topology => &[],
            Self::Training => &["--features", "gpu"],
        }
    }
}

/// Writes NAME.js, NAME.d.ts and NAME_bg.wasm of a module into a folder.
pub fn build(
    source: &Path,
    module: Module,
    folder: &Path,
    stop: &Stop,
    watch: impl FnMut(Progress) + Send,
) -> Result<(), Failure> {
    let name = module.name();
    let mut command = cargo::cargo(source);
    command
        .args([
            "rustc",
            "--lib",
            "--crate-type",
            "cdylib",
            "--profile",
            module.profile(),
        ])
        .args(["--locked", "--target", tools::WASM_TARGET])
        .args(module.features());
    let made = cargo::compile(&mut command, stop, watch).map_err(|failure| {
        if stop.is_stopped() {
            return failure;
        }
        Failure::other(format!(
            "the {name} module could not be compiled to WebAssembly; after a failed download check the internet \
             connection and start again. Cargo reports:\n{failure}"
        ))
    })?;
    let compiled = made
        .into_iter()
        .find(|file| file.ends_with("sublevel.wasm"))
        .ok_or_else(|| Failure::other("cargo produced no WebAssembly: run the command again"))?;
    bind(&compiled, name, folder)
}

fn bind(compiled: &Path, name: &str, folder: &Path) -> Result<(), Failure> {
    let generated = || {
        Bindgen::new()
            .input_path(compiled)
            .out_name(name)
            .web(true)?
            .typescript(true)
            .remove_name_section(true)
            .remove_producers_section(true)
            .generate(folder)
    };
    generated().map_err(|error| Failure::other(format!("wasm-bindgen failed: {error:#}")))
}
