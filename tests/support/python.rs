//! Python environments with packages, for comparisons with other programs.

// Every test binary compiles this module and uses a part of it.
#![allow(dead_code)]

use std::env;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// Runs a program and returns its stdout. A failure shows the output and the advice.
pub fn succeeds(command: &mut Command, otherwise: &str) -> String {
    let output = command.stdin(Stdio::null()).output();
    let output = output.unwrap_or_else(|error| panic!("{command:?}: {error}; {otherwise}"));
    let stdout = String::from_utf8_lossy(&output.stdout);
    assert!(
        output.status.success(),
        "{command:?} failed; {otherwise}\n{stdout}{}",
        String::from_utf8_lossy(&output.stderr)
    );
    stdout.into()
}

/// A Python with the packages of this list in a folder with this name. The first test installs them; a changed list installs them again.
pub fn python(name: &str, requirements: &Path) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    let python = folder.join("bin/python");
    let installed = folder.join("installed.txt");
    let wanted = fs::read(requirements).unwrap();
    if python.is_file() && fs::read(&installed).is_ok_and(|known| known == wanted) {
        return python;
    }
    let _ = fs::remove_dir_all(&folder);
    succeeds(
        Command::new("python3").args(["-m", "venv"]).arg(&folder),
        "this is tested with Python 3.11 or newer: `sudo apt-get install --yes python3-venv`",
    );
    succeeds(
        Command::new(&python)
            .args(["-m", "pip", "install", "--quiet", "--requirement"])
            .arg(requirements),
        "the packages are installed once, from the package index: run the test again where that can be reached",
    );
    fs::write(installed, wanted).unwrap();
    python
}

/// Installs the Python package from the clone by pip, with the maturin of this Python.
pub fn install_package(python: &Path, options: &[&str]) {
    let root = Path::new(crate::ROOT);
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
    ];
    let target = Path::new(env!("CARGO_TARGET_TMPDIR")).join("python-target");
    succeeds(
        Command::new(python)
            .args(pip)
            .args(options)
            .arg(root.join("python"))
            .env("PATH", path)
            .env("CARGO_TARGET_DIR", target),
        "the Python package cannot be installed",
    );
}
