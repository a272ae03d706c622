//! Results of `benches/literature/wl.py`, the baselines without a neural network, in the report.

use std::fs;
use std::path::Path;
use std::process::Command;

use crate::needs::{Need, lacks};
use crate::support::python::{python, succeeds};
use crate::support::{stderr, stdout, sublevel};
use serde_json::json;

/// The report of a result file with this text.
fn report(text: &str) -> (std::process::Output, String) {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("wl.json"), text).unwrap();
    let mut report = sublevel();
    let report = report
        .current_dir(folder.path())
        .args(["report", "wl.json", "--out", "report"]);
    let output = report.output().unwrap();
    let text = fs::read_to_string(folder.path().join("report/report.md"));
    (output, text.unwrap_or_default())
}

#[test]
fn results_on_the_folds_of_the_paper_are_beside_the_published_ones() {
    for (folds, versions, shown) in [
        // As the script writes it, and as the program itself wrote it before.
        (
            10,
            json!({"GraKeL": "0.1.11", "scikit-learn": "1.9.1"}),
            true,
        ),
        (
            9,
            json!({"sublevel": "0.1.0", "commit": "cded710c898c"}),
            false,
        ),
    ] {
        let fold = |number: u32| {
            json!({
                "fold": number, "setting": {"rounds": 2, "c_exponent": 3}, "inner_accuracy": 0.8,
                "test_accuracy": if number.is_multiple_of(2) { 0.85 } else { 0.83 },
            })
        };
        let result = json!({
            "method": "wl", "data": "NCI1", "features": "label", "seed": 0, "splits": "icml2020",
            "versions": versions, "folds": (1..=folds).map(fold).collect::<Vec<_>>(),
        });
        let (output, report) = report(&result.to_string());
        stdout(&output);
        let cell = "84.0 ± 1.0<br>86.0 ¹, 84.5 ± 0.5 ²";
        assert_eq!(report.contains(cell), shown, "{report}");
        let programs = match shown {
            true => "GraKeL 0.1.11, scikit-learn 1.9.1",
            false => "commit cded710c898c, sublevel 0.1.0",
        };
        let row = format!("| NCI1 | WL | label | icml2020 | {programs} | wl.json | 0 | {folds} | ");
        assert!(report.contains(&row), "{report}");
    }
    let (output, _) = report(r#"{"method": "wl"}"#);
    assert!(stderr(&output).contains("wl.py"), "{}", stderr(&output));
}

#[test]
#[ignore = "slow: cargo test -- --include-ignored"]
fn the_script_measures_mutag_and_passes_its_own_tests() {
    if lacks(&[Need::Python, Need::DataSet("MUTAG")]) {
        return;
    }
    let folder = Path::new(crate::ROOT).join("benches/literature");
    let python = python("literature-python", &folder.join("requirements.txt"));
    let test = folder.join("test_wl.py");
    succeeds(
        Command::new(&python).arg(test),
        "features or kernels differ",
    );

    let out = tempfile::tempdir().unwrap();
    let out = out.path().join("wl.json");
    let zip = crate::data_sets::real_zip_of("MUTAG").unwrap();
    let mut script = Command::new(&python);
    let script = script.arg(folder.join("wl.py")).arg("wl").arg(zip);
    let printed = succeeds(script.arg("--out").arg(&out), "no result");
    let (mean, _) = printed
        .strip_prefix("test accuracy ")
        .and_then(|line| line.split_once(" ± "))
        .unwrap_or_else(|| panic!("{printed}"));
    // Two thirds of the graphs are of one class, so a constant answer has 66 %.
    let mean: f64 = mean.parse().unwrap();
    assert!((80.0..96.0).contains(&mean), "{printed}");
    let (output, report) = report(&fs::read_to_string(out).unwrap());
    stdout(&output);
    let row = "| MUTAG | WL | label | icml2020 | GraKeL ";
    assert!(report.contains(row), "{report}");
}
