//! The page in a cell of JupyterLab and of Jupyter Notebook: `www/notebook/tests` says what is asked of it.

mod support;

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use support::{built_site, chromium};

/// Runs a program to its end; what it wrote is shown where it fails, with what to do.
fn succeeds(command: &mut Command, otherwise: &str) {
    let output = command.stdin(Stdio::null()).output();
    let output = output.unwrap_or_else(|error| panic!("{command:?}: {error}; {otherwise}"));
    assert!(
        output.status.success(),
        "{command:?} failed; {otherwise}\n{}{}",
        String::from_utf8_lossy(&output.stdout),
        String::from_utf8_lossy(&output.stderr)
    );
}

/// A Python with Jupyter, as npm makes it for the page: installed with the first test, and again when the list has changed.
fn python(requirements: &Path) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("notebook-python");
    let python = folder.join("bin/python");
    let installed = folder.join("installed.txt");
    let wanted = fs::read(requirements).unwrap();
    if python.is_file() && fs::read(&installed).is_ok_and(|known| known == wanted) {
        return python;
    }
    let _ = fs::remove_dir_all(&folder);
    succeeds(
        Command::new("python3").args(["-m", "venv"]).arg(&folder),
        "the package for notebooks is tested with Python 3.11 or newer: `sudo apt-get install --yes python3-venv`",
    );
    succeeds(
        Command::new(&python)
            .args(["-m", "pip", "install", "--quiet", "--requirement"])
            .arg(requirements),
        "JupyterLab is installed once, from the package index: run the test again where that can be reached",
    );
    fs::write(installed, wanted).unwrap();
    python
}

#[test]
fn the_page_works_in_a_notebook() {
    let chromium = chromium();
    let www = Path::new(env!("CARGO_MANIFEST_DIR")).join("www");
    let package = www.join("notebook");
    let python = python(&package.join("tests/requirements.txt"));
    let out = Path::new(env!("CARGO_TARGET_TMPDIR")).join("notebook");
    let site = built_site();
    succeeds(
        Command::new("node")
            .current_dir(&www)
            .arg("scripts/notebook.js")
            .arg(site.path()),
        "the package got no page",
    );
    // What is tested is the wheel as pip installs it, so that nothing is missing in it.
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
