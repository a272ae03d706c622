//! The page in a cell of JupyterLab and of Jupyter Notebook: `www/tests/notebook` and `python/tests/notebook` contain the tests.

use std::fs;
use std::path::Path;
use std::process::Command;

use crate::needs::{Need, chromium, lacks};
use crate::support::built_site;
use crate::support::python::{install_package, python, succeeds};

#[test]
#[ignore = "slow: cargo test -- --include-ignored"]
fn the_page_works_in_a_notebook() {
    if lacks(&[Need::Chromium, Need::Python]) {
        return;
    }
    let chromium = chromium().unwrap();
    let www = Path::new(crate::ROOT).join("www");
    let package = Path::new(crate::ROOT).join("python");
    let requirements = package.join("tests/notebook/requirements.txt");
    let python = python("notebook-python", &requirements);
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
    install_package(&python, &["--target", installed.to_str().unwrap()]);
    succeeds(
        Command::new(&python)
            .args(["-P", "-m", "pytest", "--quiet", "tests/notebook"])
            .current_dir(&package)
            .env("PYTHONPATH", &installed),
        "its Python is wrong",
    );
    succeeds(
        Command::new("node")
            .args([
                "--test-reporter=spec",
                "tests/notebook/notebook.mjs",
                "--python",
            ])
            .arg(&python)
            .arg("--chromium")
            .arg(chromium)
            .arg("--out")
            .arg(&out)
            .current_dir(&www)
            .env("PYTHONPATH", &installed),
        "pictures of what went wrong are in its folder",
    );
}
