//! The tools of a build: detection, installation, execution.

use std::collections::BTreeMap;
use std::fs;
use std::io::ErrorKind;
use std::path::Path;
use std::process::{Command, Output};

use serde::Deserialize;

use crate::Failure;
use crate::cargo::INSTALL_RUST;
use crate::console::Step;

/// Rust's target for WebAssembly.
pub const WASM_TARGET: &str = "wasm32-unknown-unknown";
/// Minimum version of Node for the bundler.
const OLDEST_NODE: (u32, u32) = (20, 19);
const NPM: &str = if cfg!(windows) { "npm.cmd" } else { "npm" };

/// Checks that Node is installed and recent enough.
pub fn require_node() -> Result<(), Failure> {
    let (major, minor) = OLDEST_NODE;
    let advice = format!(
        "the page is built with Node {major}.{minor} or newer: install it (nodejs.org) and run the command again"
    );
    let output = Command::new("node")
        .arg("--version")
        .output()
        .map_err(|error| match error.kind() {
            ErrorKind::NotFound => Failure::other(format!("Node was not found; {advice}")),
            _ => Failure::other(format!("Node could not be started ({error}); {advice}")),
        })?;
    let version = String::from_utf8_lossy(&output.stdout);
    if node_version(&version).is_some_and(|version| version >= OLDEST_NODE) {
        Ok(())
    } else {
        Err(Failure::other(format!(
            "this is Node {}; {advice}",
            version.trim()
        )))
    }
}

/// `v20.20.2` → (20, 20)
fn node_version(output: &str) -> Option<(u32, u32)> {
    let mut numbers = output.trim().strip_prefix('v')?.split('.');
    Some((numbers.next()?.parse().ok()?, numbers.next()?.parse().ok()?))
}

/// Checks that the Rust compiler supports WebAssembly; rustup adds a missing target.
pub fn require_wasm_target(source: &Path) -> Result<(), Failure> {
    let libraries = Command::new("rustc")
        .current_dir(source)
        .args(["--print", "target-libdir", "--target", WASM_TARGET])
        .output()
        .map_err(|error| {
            Failure::other(format!(
                "rustc could not be started ({error}): {INSTALL_RUST}"
            ))
        })?;
    if Path::new(String::from_utf8_lossy(&libraries.stdout).trim()).is_dir() {
        return Ok(());
    }
    let step = Step::begin(&format!("Adding the Rust target {WASM_TARGET}"));
    let output = Command::new("rustup")
        .current_dir(source)
        .args(["target", "add", WASM_TARGET])
        .output()
        .map_err(|error| {
            Failure::other(format!(
                "the Rust target {WASM_TARGET} is missing and rustup could not be started ({error}): \
                 {INSTALL_RUST}, or add the target with your package manager"
            ))
        })?;
    if !output.status.success() {
        return Err(Failure::other(format!(
            "the Rust target {WASM_TARGET} could not be added ({}): check the internet connection, \
             run `rustup target add {WASM_TARGET}` and start again",
            last_line(&output)
        )));
    }
    step.finish();
    Ok(())
}

/// Installs the npm packages of the lock file if they are missing or differ.
pub fn require_npm_packages(source: &Path) -> Result<(), Failure> {
    let www = source.join("www");
    if packages_are_installed(&www) {
        return Ok(());
    }
    let step = Step::begin("Installing npm packages");
    let output = Command::new(NPM)
        .current_dir(&www)
        .args(["ci", "--no-audit", "--no-fund"])
        .output()
        .map_err(|error| {
            Failure::other(format!(
                "npm could not be started ({error}): it comes with Node, install both (nodejs.org) and \
                 start again"
            ))
        })?;
    if !output.status.success() {
        return Err(Failure::other(format!(
            "npm could not install the packages of the page ({}): check the internet connection, \
             run `npm ci` in {} and start again",
            npm_error(&output),
            www.display()
        )));
    }
    step.finish();
    Ok(())
}

/// npm writes a lock file of the installed packages; it must agree with the lock file of the sources.
fn packages_are_installed(www: &Path) -> bool {
    #[derive(Deserialize)]
    struct LockFile {
        packages: BTreeMap<String, Package>,
    }
    #[derive(Deserialize)]
    struct Package {
        version: Option<String>,
        #[serde(default)]
        optional: bool,
    }
    let read = |path: &str| -> Option<LockFile> {
        serde_json::from_slice(&fs::read(www.join(path)).ok()?).ok()
    };
    let (Some(wanted), Some(installed)) = (
        read("package-lock.json"),
        read("node_modules/.package-lock.json"),
    ) else {
        return false;
    };
    // Optional packages serve one platform each, so most are absent. The entry "" is the page itself.
    wanted
        .packages
        .iter()
        .filter(|(path, _)| !path.is_empty())
        .all(|(path, package)| match installed.packages.get(path) {
            Some(present) => present.version == package.version,
            None => package.optional,
        })
}

/// Runs a script under Node; an error starts with `failure`, followed by the tool's message.
pub fn node(folder: &Path, arguments: &[&str], failure: &str) -> Result<(), Failure> {
    let output = Command::new("node")
        .current_dir(folder)
        .args(arguments)
        .output()
        .map_err(|error| {
            Failure::other(format!("{failure}: Node could not be started ({error})"))
        })?;
    if output.status.success() {
        return Ok(());
    }
    Err(Failure::other(format!(
        "{failure}:\n{}{}",
        String::from_utf8_lossy(&output.stdout),
        String::from_utf8_lossy(&output.stderr)
    )))
}

fn last_line(output: &Output) -> String {
    let text = String::from_utf8_lossy(&output.stderr);
    text.trim()
        .lines()
        .last()
        .unwrap_or("no message")
        .to_owned()
}

/// npm prints `npm error code …`, then the cause, then pages of advice.
fn npm_error(output: &Output) -> String {
    let text = String::from_utf8_lossy(&output.stderr);
    text.lines()
        .filter_map(|line| line.strip_prefix("npm error "))
        .filter(|line| !line.starts_with("errno") && !line.starts_with("syscall"))
        .take(2)
        .collect::<Vec<_>>()
        .join(", ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reads_the_version_of_node() {
        assert_eq!(node_version("v20.20.2\n"), Some((20, 20)));
        assert_eq!(node_version("v26.1.0-pre"), Some((26, 1)));
        assert_eq!(node_version("node 20"), None);
        assert_eq!(node_version(""), None);
    }

    #[test]
    fn compares_installed_packages_with_the_lock_file() {
        let www = tempfile::tempdir().unwrap();
        let wanted = r#"{"packages": {"": {"version": "0"}, "node_modules/a": {"version": "1.0.0"},
            "node_modules/b": {"version": "2.0.0", "optional": true}}}"#;
        fs::write(www.path().join("package-lock.json"), wanted).unwrap();
        assert!(!packages_are_installed(www.path()));
        fs::create_dir(www.path().join("node_modules")).unwrap();
        let install = |packages: &str| {
            let content = format!(r#"{{"packages": {packages}}}"#);
            fs::write(www.path().join("node_modules/.package-lock.json"), content).unwrap();
            packages_are_installed(www.path())
        };
        assert!(install(r#"{"node_modules/a": {"version": "1.0.0"}}"#));
        assert!(!install(r#"{"node_modules/a": {"version": "1.0.1"}}"#));
        assert!(!install(r#"{"node_modules/b": {"version": "2.0.0"}}"#));
        assert!(!install(
            r#"{"node_modules/a": {"version": "1.0.0"}, "node_modules/b": {"version": "1.9.9"}}"#
        ));
    }
}
