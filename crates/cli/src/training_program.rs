//! Passes the command line to a program with the feature `training`, built from the same sources.
//!
//! This program lacks that feature, which saves minutes of compilation. The other program is built if it is missing or stale, in a
//! separate target folder, so that neither replaces the other.

use std::env;
use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::process::Command;

use serde::Deserialize;

use super::Failure;
use super::cargo::{self, Stop};
use super::console::Step;

/// Runs this command line with training.
pub fn hand_over(source: &Path) -> Result<(), Failure> {
    if !source.join("Cargo.toml").is_file() {
        return Err(Failure::other(
            "this build of the program cannot train, and its sources do not exist any more: in a clone of the repository, \
             `cargo install --path crates/cli --features training` installs one that trains",
        ));
    }
    let stop = Stop::on_interrupt(|| {})?;
    // An up-to-date program is not announced.
    let mut step = None;
    let watch = |progress| {
        let title = "Building the program that trains (takes minutes the first time)";
        step.get_or_insert_with(|| Step::begin(title))
            .show(&progress);
    };
    let mut command = cargo::cargo(source);
    command
        .args([
            "build",
            "--release",
            "--locked",
            "--bin",
            "sublevel",
            "--features",
            "training",
        ])
        .arg("--target-dir")
        .arg(target_folder(source)?.join("training"));
    let made = cargo::compile(&mut command, &stop, watch);
    let made = made.map_err(|failure| {
        Failure::other(format!(
            "the program that trains could not be built; after a failed download check the internet connection and start \
             again. Cargo reports:\n{failure}"
        ))
    })?;
    if let Some(step) = step {
        step.finish();
    }
    let name = format!("sublevel{}", env::consts::EXE_SUFFIX);
    let program = made.into_iter().rev().find(|file| file.ends_with(&name));
    let program = program
        .ok_or_else(|| Failure::other("cargo produced no program: run the command again"))?;
    become_program(&program)
}

fn target_folder(source: &Path) -> Result<PathBuf, Failure> {
    #[derive(Deserialize)]
    struct Metadata {
        target_directory: PathBuf,
    }
    let output = cargo::cargo(source)
        .args(["metadata", "--no-deps", "--format-version", "1", "--locked"])
        .output()
        .map_err(|error| {
            Failure::other(format!(
                "cargo could not be started ({error}): {}",
                cargo::INSTALL_RUST
            ))
        })?;
    let metadata: Result<Metadata, _> = serde_json::from_slice(&output.stdout);
    metadata
        .map(|metadata| metadata.target_directory)
        .map_err(|_| {
            Failure::other(format!(
                "cargo does not know these sources: {}",
                String::from_utf8_lossy(&output.stderr).trim()
            ))
        })
}

fn arguments() -> impl Iterator<Item = OsString> {
    env::args_os().skip(1)
}

#[cfg(unix)]
fn become_program(program: &Path) -> Result<(), Failure> {
    use std::os::unix::process::CommandExt;

    let error = Command::new(program).args(arguments()).exec();
    Err(cannot_start(program, &error))
}

#[cfg(not(unix))]
fn become_program(program: &Path) -> Result<(), Failure> {
    let status = Command::new(program).args(arguments()).status();
    let status = status.map_err(|error| cannot_start(program, &error))?;
    std::process::exit(status.code().unwrap_or(1))
}

fn cannot_start(program: &Path, error: &std::io::Error) -> Failure {
    Failure::other(format!(
        "{} could not be started: {error}",
        program.display()
    ))
}
