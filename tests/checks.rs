//! Formatting, lints and the page's own tests: `cargo test` runs everything that can fail.

mod support;

use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::Once;

use support::{stderr, sublevel};

const ROOT: &str = env!("CARGO_MANIFEST_DIR");

/// Runs a tool in a folder of the sources; its output is the message of the failure.
fn passes(folder: &str, program: &str, arguments: &[&str]) {
    let output = Command::new(program)
        .current_dir(Path::new(ROOT).join(folder))
        .args(arguments)
        // A folder of its own: the results of cargo check do not drive those of cargo build out.
        .env("CARGO_TARGET_DIR", target_folder().join("checks"))
        .output()
        .unwrap_or_else(|error| panic!("{program} could not be started: {error}"));
    assert!(
        output.status.success(),
        "{program} {}:\n{}{}",
        arguments.join(" "),
        String::from_utf8_lossy(&output.stdout),
        stderr(&output)
    );
}

fn target_folder() -> PathBuf {
    Path::new(env!("CARGO_TARGET_TMPDIR"))
        .parent()
        .unwrap()
        .to_owned()
}

fn cargo(arguments: &[&str]) {
    passes(".", env!("CARGO"), arguments);
}

/// Runs a command of an npm package on the page's sources, with the bindings of the WebAssembly in their place.
fn on_the_page(script: &str, arguments: &[&str]) {
    static BUILT: Once = Once::new();
    BUILT.call_once(|| {
        let site = tempfile::tempdir().unwrap();
        let output = sublevel()
            .args(["build", "--out"])
            .arg(site.path())
            .output()
            .unwrap();
        assert!(output.status.success(), "{}", stderr(&output));
    });
    let script = format!("node_modules/{script}");
    passes("www", "node", &[&[script.as_str()], arguments].concat());
}

#[test]
fn rust_is_formatted() {
    cargo(&["fmt", "--check"]);
}

#[test]
fn clippy_has_nothing_to_say() {
    cargo(&[
        "clippy",
        "--locked",
        "--all-targets",
        "--",
        "-D",
        "warnings",
    ]);
    cargo(&[
        "clippy",
        "--locked",
        "--lib",
        "--target",
        "wasm32-unknown-unknown",
        "--",
        "-D",
        "warnings",
    ]);
}

#[test]
fn typescript_types_agree() {
    on_the_page("typescript/bin/tsc", &["--noEmit"]);
}

#[test]
fn eslint_has_nothing_to_say() {
    on_the_page("eslint/bin/eslint.js", &["."]);
}

#[test]
fn the_page_is_formatted() {
    on_the_page("prettier/bin/prettier.cjs", &["--check", "."]);
}

#[test]
fn tests_of_the_page_pass() {
    on_the_page("vitest/vitest.mjs", &["run"]);
}
