//! The page in a cell of JupyterLab and of Jupyter Notebook: `www/notebook/tests` contains the tests.

use std::fs;
use std::path::Path;
use std::process::Command;

use crate::support::python::{python, succeeds};
use crate::support::{built_site, chromium};

#[test]
#[ignore = "slow: cargo test -- --include-ignored"]
fn the_page_works_in_a_notebook() {
    let chromium = chromium();
    let www = Path::new(env!("CARGO_MANIFEST_DIR")).join("www");
    let package = www.join("notebook");
    let python = python("notebook-python", &package.join("tests/requirements.txt"));
    let out = Path::new(env!("CARGO_TARGET_TMPDIR")).join("notebook");
    let site = built_site();
    succeeds(
        Command::new("node")
            .current_dir(&www)
            .arg("scripts/notebook.js")
            .arg(site),
        "the package got no page",
    );
    // Tests the wheel as installed by pip, to find missing files.
    let installed = out.join("installed");
    let _ = fs::remove_dir_all(&installed);
    let pip = [
        "-m",
        "pip",
        "install",
        "--quiet",
        "--no-deps",
        "--no-build-isolation",
        "--no-index",
        "--target",
    ];
    succeeds(
        Command::new(&python).args(pip).args([&installed, &package]),
        "the package cannot be installed",
    );
    succeeds(
        Command::new(&python)
            .args(["-m", "pytest", "--quiet"])
            .current_dir(&package)
            .env("PYTHONPATH", &installed),
        "its Python is wrong",
    );
    succeeds(
        Command::new("node")
            .args(["--test-reporter=spec", "tests/notebook.mjs", "--python"])
            .arg(&python)
            .arg("--chromium")
            .arg(chromium)
            .arg("--out")
            .arg(&out)
            .current_dir(&package)
            .env("PYTHONPATH", &installed),
        "pictures of what went wrong are in its folder",
    );
}
