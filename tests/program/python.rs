//! The Python package: `python/tests` compares it with `sublevel barcode` and with GUDHI.

use std::path::Path;
use std::process::Command;

use crate::support::python::{install_package, python, succeeds};

#[test]
#[ignore = "slow: cargo test -- --include-ignored"]
fn the_python_package_has_the_bars_of_the_program() {
    let package = Path::new(env!("CARGO_MANIFEST_DIR")).join("python");
    let python = python("package-python", &package.join("tests/requirements.txt"));
    install_package(&python, &["--force-reinstall"]);
    // -P: the tests import the installed package.
    let tests = succeeds(
        Command::new(&python)
            .args(["-P", "-m", "pytest", "--quiet"])
            .current_dir(&package)
            .env("SUBLEVEL", env!("CARGO_BIN_EXE_sublevel")),
        "the package differs from the program",
    );
    println!("{tests}");
}
