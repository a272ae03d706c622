//! Passes the commit of the sources to the crate, which writes it into run files.

use std::env;
use std::path::Path;
use std::process::Command;

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    let commit = commit().unwrap_or_else(|| "unknown".into());
    println!("cargo::rustc-env=SUBLEVEL_COMMIT={commit}");
}

/// The commit of the sources, for release builds only: tests and the page's modules would be rebuilt after every commit.
fn commit() -> Option<String> {
    if !is("PROFILE", "release") || is("CARGO_CFG_TARGET_FAMILY", "wasm") {
        return None;
    }
    // A folder without its own repository can be inside another one.
    if !git(&["rev-parse", "--show-prefix"])?.is_empty() {
        return None;
    }
    let branch = git(&["symbolic-ref", "--quiet", "HEAD"]);
    for name in ["HEAD", "packed-refs"].into_iter().chain(branch.as_deref()) {
        let file = git(&["rev-parse", "--git-path", name])?;
        // Cargo treats an absent file as changed.
        if Path::new(&file).exists() {
            println!("cargo::rerun-if-changed={file}");
        }
    }
    git(&["rev-parse", "--short=12", "HEAD"])
}

/// Whether an environment variable has this value.
fn is(name: &str, value: &str) -> bool {
    env::var(name).is_ok_and(|found| found == value)
}

/// The output of git; nothing if git is absent or fails.
fn git(arguments: &[&str]) -> Option<String> {
    let output = Command::new("git").args(arguments).output().ok()?;
    let text = String::from_utf8(output.stdout).ok()?;
    output.status.success().then(|| text.trim().into())
}
