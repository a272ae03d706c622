//! The Python package: `python/tests` compares it with `sublevel barcode` and with GUDHI.

use std::env;
use std::path::Path;
use std::process::Command;

use crate::support::python::{python, succeeds};

#[test]
#[ignore = "slow: cargo test -- --include-ignored"]
fn the_python_package_has_the_bars_of_the_program() {
    let package = Path::new(env!("CARGO_MANIFEST_DIR")).join("python");
    let python = python("package-python", &package.join("tests/requirements.txt"));
    // maturin is a program of the environment.
    let programs = [python.parent().unwrap().to_owned()].into_iter();
    let path = env::var_os("PATH").unwrap_or_default();
    let path = env::join_paths(programs.chain(env::split_paths(&path))).unwrap();
    let pip = [
        "-m",
        "pip",
        "install",
        "--quiet",
        "--no-deps",
        "--no-build-isolation",
        "--force-reinstall",
    ];
    succeeds(
        Command::new(&python)
            .args(pip)
            .arg(&package)
            .env("PATH", path)
            .env(
                "CARGO_TARGET_DIR",
                Path::new(env!("CARGO_TARGET_TMPDIR")).join("python-target"),
            ),
        "the package cannot be installed",
    );
    // -P: `python/src` is not on the path of modules.
    let tests = succeeds(
        Command::new(&python)
            .args(["-P", "-m", "pytest", "--quiet"])
            .current_dir(&package)
            .env("SUBLEVEL", env!("CARGO_BIN_EXE_sublevel")),
        "the package differs from the program",
    );
    println!("{tests}");
}
