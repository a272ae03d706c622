//! The Python package: `python/tests` compares it with `sublevel barcode` and with GUDHI.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;
use std::process::Command;

use crate::needs::{Need, lacks};
use crate::support::python::{install_package, python, succeeds};

#[test]
#[ignore = "slow: cargo test -- --include-ignored"]
fn the_python_package_has_the_bars_of_the_program() {
    if lacks(&[Need::Python]) {
        return;
    }
    let package = Path::new(crate::ROOT).join("python");
    let python = python("package-python", &package.join("tests/requirements.txt"));
    install_package(&python, &["--force-reinstall"]);
    // -P: the tests import the installed package. -rs: the output lists the skipped tests.
    let tests = succeeds(
        Command::new(&python)
            .args(["-P", "-m", "pytest", "--quiet", "-rs"])
            .current_dir(&package)
            .env("SUBLEVEL", env!("CARGO_BIN_EXE_sublevel")),
        "the package differs from the program",
    );
    println!("{tests}");
}

/// The packages of a lock file with their versions.
fn locked(text: &str) -> BTreeSet<(String, String)> {
    let packages = text.split("[[package]]").skip(1);
    let field = |package: &str, name: &str| {
        let line = package.lines().find_map(|line| line.strip_prefix(name));
        line.unwrap().trim_matches([' ', '=', '"']).to_owned()
    };
    packages
        .map(|package| (field(package, "name"), field(package, "version")))
        .collect()
}

#[test]
fn the_python_package_has_the_dependencies_of_the_program() {
    let root = Path::new(crate::ROOT);
    let packages = |path: &str| locked(&fs::read_to_string(root.join(path)).unwrap());
    let (program, package) = (packages("Cargo.lock"), packages("python/Cargo.lock"));
    let names: BTreeSet<&String> = program.iter().map(|(name, _)| name).collect();
    let other: Vec<_> = package
        .difference(&program)
        .filter(|(name, _)| names.contains(name))
        .collect();
    assert!(
        other.is_empty(),
        "python/Cargo.lock has other versions than Cargo.lock: {other:?}; \
         cargo update --manifest-path python/Cargo.toml NAME --precise VERSION changes one"
    );
    assert!(package.iter().any(|(name, _)| name == "pyo3"));
}
