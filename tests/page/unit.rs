//! The unit tests of the page's TypeScript.

use std::path::Path;
use std::process::Command;

use crate::support::{built_without_training, stderr};

#[test]
fn the_unit_tests_of_the_page_pass() {
    // This call installs the packages and compiles the topology module, which many unit tests call.
    built_without_training();
    let output = Command::new("node")
        .current_dir(Path::new(crate::ROOT).join("www"))
        .args(["node_modules/vitest/vitest.mjs", "run"])
        .output()
        .unwrap();
    assert!(
        output.status.success(),
        "{}{}",
        String::from_utf8_lossy(&output.stdout),
        stderr(&output)
    );
}
