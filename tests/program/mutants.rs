//! The mutants of `tests/mutants` apply to the current sources.

use std::path::Path;
use std::process::Command;

#[test]
fn every_mutant_applies() {
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/mutants/run.py");
    let output = Command::new("python3").arg(script).arg("--check").output();
    let output = output.expect("the tests need Python 3.11 or newer");
    assert!(
        output.status.success(),
        "{}",
        String::from_utf8_lossy(&output.stderr)
    );
}
