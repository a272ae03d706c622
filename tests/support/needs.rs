//! What some tests need beyond git, Rust, Node.js and a C linker.
//!
//! A test that lacks something is skipped, and the last lines of `cargo test` say so (`tests/summary.rs`), because a newcomer
//! should neither see it fail nor believe that it ran. With `CI` set it fails instead.

// Every test binary compiles this module and uses a part of it.
#![allow(dead_code)]

use std::fs::OpenOptions;
use std::io::Write;
use std::path::PathBuf;
use std::process::{Command, Stdio};
use std::{env, thread};

#[path = "skipped.rs"]
mod skipped;

/// Something that a test needs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Need<'a> {
    Chromium,
    Parallel,
    Poppler,
    Python,
    Slurm,
    /// The real graphs of a data set of the TU collection, see [`crate::data_sets`].
    DataSet(&'a str),
    /// Permission to create device files, which only the test itself can try.
    Devices,
}

impl Need<'_> {
    fn name(self) -> String {
        match self {
            Self::Chromium => "Chromium".into(),
            Self::Parallel => "GNU parallel".into(),
            Self::Poppler => "Poppler".into(),
            Self::Python => "Python 3.11 with venv".into(),
            Self::Slurm => "Slurm".into(),
            Self::DataSet(name) => format!("the data set {name}"),
            Self::Devices => "an administrator, who may create devices".into(),
        }
    }

    /// What installs it: packages of Debian and Ubuntu as `apt NAMES`, or a data set as `get NAME`.
    fn remedy(self) -> String {
        match self {
            Self::Chromium => "apt chromium".into(),
            Self::Parallel => "apt parallel".into(),
            Self::Poppler => "apt poppler-utils".into(),
            Self::Python => "apt python3-venv".into(),
            Self::Slurm => "apt slurm-client slurmctld slurmd".into(),
            Self::DataSet(name) => format!("get {name}"),
            Self::Devices => String::new(),
        }
    }

    fn is_there(self) -> bool {
        let all = |programs: &[&str], option| programs.iter().all(|name| runs(name, &[option]));
        let starts = |name: &&str| Command::new(name).arg("-V").output().is_ok();
        match self {
            Self::Chromium => chromium().is_some(),
            Self::Parallel => all(&["parallel"], "--version"),
            Self::Poppler => all(&["pdffonts", "pdftotext"], "-v"),
            Self::Python => runs("python3", &["-c", "import ensurepip, venv"]),
            // Without a cluster to ask, `sbatch -V` fails even where it is installed.
            Self::Slurm => ["slurmctld", "slurmd", "sbatch"].iter().all(starts),
            Self::DataSet(name) => crate::data_sets::real_zip_of(name).is_some(),
            Self::Devices => false,
        }
    }
}

/// Whether something is missing, so that the caller has to skip what follows. The end of `cargo test` then names it.
///
/// # Panics
/// If something is missing and `CI` is set.
#[track_caller]
pub fn lacks(needs: &[Need<'_>]) -> bool {
    let missing = needs.iter().filter(|need| !need.is_there());
    missing.inspect(|need| note("skipped", **need)).count() > 0
}

/// Notes that a test ran with generated graphs in place of the data set, which is missing.
pub fn replaced(name: &str) {
    note("replaced", Need::DataSet(name));
}

fn note(what: &str, need: Need<'_>) {
    assert!(
        env::var_os("CI").is_none(),
        "with CI set no test is skipped, but this one lacks {}",
        need.name()
    );
    let thread = thread::current();
    let test = thread.name().unwrap_or("a test");
    let line = format!("{what}\t{test}\t{}\t{}\n", need.name(), need.remedy());
    let mut notes = OpenOptions::new();
    let notes = notes
        .create(true)
        .append(true)
        .open(skipped::notes_of_this_run());
    notes.unwrap().write_all(line.as_bytes()).unwrap();
}

fn runs(program: &str, arguments: &[&str]) -> bool {
    let mut command = Command::new(program);
    let command = command.args(arguments).stdin(Stdio::null());
    command.output().is_ok_and(|output| output.status.success())
}

/// The headless shell needs about a quarter less processor time than the whole browser.
const BROWSERS: [&str; 5] = [
    "chromium-headless-shell",
    "chromium",
    "chromium-browser",
    "google-chrome",
    "google-chrome-stable",
];

/// The browser of `SUBLEVEL_CHROMIUM`, or the first installed one of [`BROWSERS`].
pub fn chromium() -> Option<PathBuf> {
    let named = env::var_os("SUBLEVEL_CHROMIUM").map(PathBuf::from);
    let path = env::var_os("PATH").unwrap_or_default();
    let folders: Vec<_> = env::split_paths(&path).collect();
    let mut installed = BROWSERS
        .iter()
        .flat_map(|name| folders.iter().map(move |folder| folder.join(name)))
        .filter(|program| program.is_file());
    named.or_else(|| installed.next())
}
