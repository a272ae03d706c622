//! `sublevel barcode` compared with GUDHI and NetworkX: all bars of thousands of graphs, in every format and with every option.
//! `tests/differential/run.py` lists the comparisons. For a longer test:
//! `python tests/differential/run.py target/debug/sublevel --each 100 --seed 1`.

use std::path::Path;
use std::process::Command;

use crate::needs::{Need, lacks};
use crate::support::python::{python, succeeds};

#[test]
#[ignore = "slow: cargo test -- --include-ignored"]
fn bars_match_gudhi_and_filters_match_networkx() {
    if lacks(&[Need::Python]) {
        return;
    }
    let folder = Path::new(crate::ROOT).join("tests/differential");
    let python = python("differential-python", &folder.join("requirements.txt"));
    let compared = succeeds(
        Command::new(python)
            .arg(folder.join("run.py"))
            .arg(env!("CARGO_BIN_EXE_sublevel"))
            .args(["--at-least", "10000"]),
        "bars differ",
    );
    println!("{compared}");
}
