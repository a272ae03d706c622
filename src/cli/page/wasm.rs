//! This crate as WebAssembly, with its JavaScript and TypeScript bindings.

use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::process::Stdio;

use serde::Deserialize;
use wasm_bindgen_cli_support::Bindgen;

use super::tools;
use crate::cli::Failure;
use crate::cli::console::Step;

/// Writes `sublevel.js`, `sublevel.d.ts` and `sublevel_bg.wasm` into `pkg`.
pub fn build(source: &Path, pkg: &Path) -> Result<(), Failure> {
    let step = Step::begin_verbose("Compiling to WebAssembly (takes minutes the first time)");
    let compiled = compile(source)?;
    step.finish();

    let step = Step::begin("Binding WebAssembly to TypeScript");
    bind(&compiled, pkg)?;
    step.finish();
    Ok(())
}

/// Runs cargo, which shows its own progress and messages, and returns the file it made.
fn compile(source: &Path) -> Result<PathBuf, Failure> {
    #[derive(Deserialize)]
    struct Message {
        #[serde(default)]
        filenames: Vec<PathBuf>,
    }
    let mut cargo = tools::cargo()
        .current_dir(source)
        .args([
            "rustc",
            "--lib",
            "--crate-type",
            "cdylib",
            "--profile",
            "web",
            "--locked",
        ])
        .args(["--target", tools::WASM_TARGET])
        .args(["--message-format", "json-render-diagnostics"])
        .stdout(Stdio::piped())
        .spawn()
        .map_err(|error| {
            Failure::other(format!(
                "cargo could not be started ({error}): {}",
                tools::INSTALL_RUST
            ))
        })?;
    let messages = cargo.stdout.take().expect("stdout is a pipe");
    let mut made = None;
    for line in BufReader::new(messages).lines().map_while(Result::ok) {
        let files =
            serde_json::from_str::<Message>(&line).map_or(Vec::new(), |message| message.filenames);
        made = files
            .into_iter()
            .find(|file| file.ends_with("sublevel.wasm"))
            .or(made);
    }
    let done = cargo.wait().is_ok_and(|status| status.success());
    made.filter(|_| done).ok_or_else(|| {
        Failure::other(
            "the WebAssembly could not be compiled: cargo's messages above say why; after a failed download \
             check the internet connection and start again".to_owned(),
        )
    })
}

fn bind(compiled: &Path, pkg: &Path) -> Result<(), Failure> {
    let generated = || {
        Bindgen::new()
            .input_path(compiled)
            .out_name("sublevel")
            .web(true)?
            .typescript(true)
            .remove_name_section(true)
            .remove_producers_section(true)
            .generate(pkg)
    };
    generated().map_err(|error| {
        Failure::other(format!(
            "the WebAssembly could not be bound to TypeScript: {error:#}"
        ))
    })
}
