//! `sublevel baseline`: its output, its result file and its errors. The library tests check the numbers.

use std::fs;
use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::{Output, Stdio};

use crate::support::{stderr, stdout, sublevel};
use serde_json::{Value, json};

fn baseline(folder: &Path, arguments: &[&str]) -> Output {
    let mut program = sublevel();
    program.current_dir(folder).arg("baseline").args(arguments);
    program.output().unwrap()
}

#[test]
fn a_result_file_has_every_fold_and_the_report_lists_it() {
    let folder = tempfile::tempdir().unwrap();
    let at = |name: &str| folder.path().join(name);
    for (words, name, setting) in [
        (&["wl"][..], "WL", "c_exponent"),
        (&["wl", "--unnormalised"], "WL, unnormalised", "c_exponent"),
        (&["p-wl", "--cycles"], "P-WL-C", "trees"),
    ] {
        let options = ["--data", "one-loop-or-several", "--folds", "3", "--out"];
        let options = [words, &options, &["out/wl.json"]].concat();
        let output = baseline(folder.path(), &options);
        let shown = stdout(&output);
        let lines: Vec<_> = shown.lines().collect();
        assert_eq!(lines.len(), 4, "{shown}");
        assert!(lines[0].starts_with("fold 1: test accuracy "), "{shown}");
        assert!(lines[3].ends_with(" % over 3 folds"), "{shown}");
        assert!(stderr(&output).contains("fold 3: "), "progress");

        let result: Value = serde_json::from_slice(&fs::read(at("out/wl.json")).unwrap()).unwrap();
        assert_eq!(result["method"], words[0]);
        assert_eq!(result["splits"], "seed");
        assert_eq!(result["features"], "uninformative");
        let folds = result["folds"].as_array().unwrap();
        assert_eq!(folds.len(), 3);
        for (number, fold) in (1..).zip(folds) {
            assert_eq!(fold["fold"], number);
            assert!(fold["setting"][setting].is_number(), "{fold}");
        }
        let shares = folds
            .iter()
            .map(|fold| fold["test_accuracy"].as_f64().unwrap());
        let mean = shares.sum::<f64>() / 3.0;
        assert!((result["mean_test_accuracy"].as_f64().unwrap() - mean).abs() < 1e-12);
        assert!(
            lines[3].contains(&format!(" {:.1} ± ", 100.0 * mean)),
            "{shown}"
        );

        // The same command gives the same bytes, and it does not overwrite a file without --force.
        let before = fs::read(at("out/wl.json")).unwrap();
        let refused = baseline(folder.path(), &options);
        assert_eq!(refused.status.code(), Some(2));
        assert!(stderr(&refused).contains("--force"));
        let again = baseline(folder.path(), &[&options, &["--force"][..]].concat());
        assert_eq!(stdout(&again), shown);
        assert_eq!(fs::read(at("out/wl.json")).unwrap(), before);

        let mut report = sublevel();
        report.current_dir(folder.path());
        let report = report
            .args(["report", "out/wl.json", "--out", "report"])
            .output()
            .unwrap();
        stdout(&report);
        let report = fs::read_to_string(at("report/report.md")).unwrap();
        let row =
            format!("| One loop or several | {name} | uninformative | seed | wl.json | 0 | 3 | ");
        assert!(report.contains(&row), "{report}");
        assert!(
            !at("report/tables.md").exists(),
            "the paper does not have this data set"
        );
        fs::remove_file(at("out/wl.json")).unwrap();
    }
}

#[test]
fn an_interrupted_baseline_keeps_the_finished_folds() {
    let folder = tempfile::tempdir().unwrap();
    let mut child = sublevel()
        .current_dir(folder.path())
        .args(["baseline", "wl", "--data", "one-loop-or-several"])
        .args(["--folds", "10", "--out", "wl.json"])
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    let mut lines = BufReader::new(child.stdout.take().unwrap()).lines();
    let line = lines.next().unwrap().unwrap();
    child.kill().unwrap();
    child.wait().unwrap();
    let result = fs::read(folder.path().join("wl.json")).unwrap();
    let result: Value = serde_json::from_slice(&result).unwrap();
    let accuracy = 100.0 * result["folds"][0]["test_accuracy"].as_f64().unwrap();
    assert_eq!(line, format!("fold 1: test accuracy {accuracy:.1} %"));
}

#[test]
fn results_on_the_folds_of_the_paper_are_beside_the_published_ones() {
    let folder = tempfile::tempdir().unwrap();
    let fold = |number: u32| {
        json!({
            "fold": number, "split": "0", "setting": {"rounds": 2, "c_exponent": 3},
            "inner_accuracy": 0.8, "test_accuracy": if number.is_multiple_of(2) { 0.85 } else { 0.83 },
        })
    };
    let result = |folds: u32| {
        json!({
            "method": "wl", "data": "NCI1", "fingerprint": "0", "features": "label", "seed": 0, "splits": "icml2020",
            "versions": {"sublevel": "0.1.0"}, "folds": (1..=folds).map(fold).collect::<Vec<_>>(),
            "mean_test_accuracy": 0.0, "std_test_accuracy": 0.0,
        })
    };
    for (folds, shown) in [(10, true), (9, false)] {
        let path = folder.path().join("wl.json");
        fs::write(&path, result(folds).to_string()).unwrap();
        let out = folder.path().join("report");
        let output = sublevel()
            .arg("report")
            .arg(&path)
            .arg("--out")
            .arg(&out)
            .output();
        stdout(&output.unwrap());
        let report = fs::read_to_string(out.join("report.md")).unwrap();
        let cell = "84.0 ± 1.0<br>86.0 ¹, 84.5 ± 0.5 ²";
        assert_eq!(report.contains(cell), shown, "{report}");
    }
    fs::write(folder.path().join("wl.json"), r#"{"method": "wl"}"#).unwrap();
    let mut report = sublevel();
    let report = report
        .current_dir(folder.path())
        .args(["report", "wl.json", "--out", "report"]);
    let message = stderr(&report.output().unwrap());
    assert!(message.contains("sublevel baseline"), "{message}");
}

#[test]
fn wrong_usage_is_an_error() {
    let folder = tempfile::tempdir().unwrap();
    for (options, words) in [
        (&["wl", "--data", "missing"][..], "there is no such file"),
        (
            &["wl", "--data", "one-loop-or-several", "--features", "label"],
            "has no vertex labels",
        ),
        (
            &["wl", "--data", "one-loop-or-several", "--cycles"],
            "--cycles",
        ),
        (
            &[
                "p-wl",
                "--data",
                "one-loop-or-several",
                "--features",
                "attributes",
            ],
            "invalid value 'attributes'",
        ),
        (
            &["p-wl", "--data", "one-loop-or-several", "--force"],
            "--out",
        ),
    ] {
        let output = baseline(folder.path(), options);
        assert_eq!(output.status.code(), Some(2), "{options:?}");
        assert!(stderr(&output).contains(words), "{}", stderr(&output));
    }
}
