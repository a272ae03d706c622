//! Regression on the command line: training, reports and evaluation of runs that predict numbers.

use std::{fmt::Write, fs, path::Path, process::Output};

use crate::support::{assert_has, stderr, stdout, sublevel};
use serde_json::Value;

/// Paths and rings with a number as target. Writes the file and returns its path as text.
fn data(folder: &Path) -> String {
    let mut text = String::new();
    for n in 3..23 {
        let ring = n % 2;
        let mut edges: Vec<[u32; 2]> = (1..n).map(|v| [v - 1, v]).collect();
        if ring == 1 {
            edges.push([0, n - 1]);
        }
        let y = 2.0 * f64::from(ring) - 0.5;
        writeln!(text, "{{\"n\": {n}, \"edges\": {edges:?}, \"y\": {y:?}}}").unwrap();
    }
    let path = folder.join("rings.jsonl");
    fs::write(&path, text).unwrap();
    path.display().to_string()
}

fn run(folder: &Path, arguments: &[&str]) -> Output {
    let mut command = sublevel();
    command.current_dir(folder).args(arguments);
    command.output().unwrap()
}

#[test]
fn a_run_reports_its_error_and_its_numbers() {
    let folder = tempfile::tempdir().unwrap();
    let data = data(folder.path());
    let options = [
        "--folds",
        "2",
        "--epochs",
        "3",
        "--width",
        "8",
        "--hats",
        "8",
        "--batch-size",
        "5",
    ];
    let files = ["--out", "run.json", "--save-weights", "weights"];
    let train = [&["train", "--data", &data][..], &options, &files].concat();
    let text = stdout(&run(folder.path(), &train));
    assert!(
        text.starts_with("test error (MAE) ") && text.ends_with(" over 2 folds\n"),
        "{text}"
    );
    let file: Value =
        serde_json::from_slice(&fs::read(folder.path().join("run.json")).unwrap()).unwrap();
    assert!(file["mean_test_error"].as_f64().unwrap() > 0.0);
    assert!(file.get("mean_test_accuracy").is_none() && file["classes"] == serde_json::json!([]));

    // The finished run, as JSON.
    let again = [
        "train", "--data", &data, "--resume", "run.json", "--format", "json",
    ];
    let told: Value = serde_json::from_str(&stdout(&run(folder.path(), &again))).unwrap();
    assert_eq!(told["mean_test_error"], file["mean_test_error"]);
    assert!(told.get("mean_test_accuracy").is_none());

    let weights = "weights/fold-2.safetensors";
    let evaluate = [
        "evaluate",
        "--weights",
        weights,
        "--data",
        &data,
        "--fold",
        "2",
    ];
    let text = stdout(&run(folder.path(), &evaluate));
    assert!(
        text.contains("the test part of fold 2; gfl after 3 epochs\nerror (MAE) "),
        "{text}"
    );
    let json = [&evaluate[..], &["--format", "json", "--scores"]].concat();
    let found: Value = serde_json::from_str(&stdout(&run(folder.path(), &json))).unwrap();
    let fold = &file["folds"][1];
    let close = |a: &Value, b: &Value| (a.as_f64().unwrap() - b.as_f64().unwrap()).abs() < 1e-6;
    assert!(close(&found["error"], &fold["test_error"]));
    assert_eq!(found["values"], fold["values"]);
    assert!(close(&found["scores"][0][0], &found["values"][0][2]));
    for key in ["accuracy", "classes", "confusion", "predictions"] {
        assert!(found.get(key).is_none(), "{key}");
    }

    stdout(&run(
        folder.path(),
        &["report", "run.json", "--out", "report"],
    ));
    let read = |name: &str| fs::read_to_string(folder.path().join("report").join(name)).unwrap();
    let report = read("report.md");
    for section in [
        "## Every run of regression",
        "## Predictions against targets",
        "| rings | 1-GIN (GFL)",
    ] {
        assert!(report.contains(section), "{section}");
    }
    for section in [
        "## Beside the paper",
        "## Confusion matrices",
        "## Selection of the epoch",
    ] {
        assert!(!report.contains(section), "{section}");
    }
    let csv = read("errors.csv");
    let mean = csv.lines().nth(1).unwrap().rsplit(',').nth(2).unwrap();
    assert_eq!(
        mean.parse::<f64>().unwrap(),
        file["mean_test_error"].as_f64().unwrap()
    );
    // A row for each graph, below the header.
    assert_eq!(read("predictions.csv").lines().count(), 1 + 20);
}

#[test]
fn targets_far_from_zero_have_their_errors() {
    let folder = tempfile::tempdir().unwrap();
    let mut text = String::new();
    for graph in 0..24 {
        let (n, y) = (3 + graph % 4, 1e8 + 0.25 * f64::from(graph % 4));
        let edges: Vec<[u32; 2]> = (1..n).map(|v| [v - 1, v]).collect();
        writeln!(text, "{{\"n\": {n}, \"edges\": {edges:?}, \"y\": {y:?}}}").unwrap();
    }
    fs::write(folder.path().join("far.jsonl"), text).unwrap();
    let options = "train --data far.jsonl --folds 3 --epochs 40 --width 8 --hats 8 --batch-size 8 \
                   --lr 0.02 --out run.json";
    let options: Vec<&str> = options.split_whitespace().collect();
    stdout(&run(folder.path(), &options));
    let file: Value =
        serde_json::from_slice(&fs::read(folder.path().join("run.json")).unwrap()).unwrap();
    // The median of the targets has the error 0.25, and paths of different lengths have different bars.
    let error = file["mean_test_error"].as_f64().unwrap();
    assert!(0.0 < error && error < 0.15, "{error}");
    for row in file["folds"][0]["values"].as_array().unwrap() {
        let [graph, target, predicted] = [0, 1, 2].map(|column| row[column].as_f64().unwrap());
        assert_eq!(target, 1e8 + 0.25 * (graph % 4.0));
        assert!((predicted - target).abs() < 2.0, "{row}");
    }
}

#[test]
fn values_that_become_equal_are_told_before_training() {
    let folder = tempfile::tempdir().unwrap();
    let graph = |y: u32| {
        format!(
            r#"{{"n": 3, "edges": [[0, 1], [1, 2]], "y": {y}, "x": [[30565379], [30565381], [30565380]]}}"#
        ) + "\n"
    };
    let text: String = (0..20).map(|index| graph(index % 2)).collect();
    fs::write(folder.path().join("parcels.jsonl"), text).unwrap();
    let train = [
        "train",
        "--data",
        "parcels.jsonl",
        "--model",
        "sum",
        "--fold",
        "1",
        "--epochs",
        "1",
    ];
    let output = run(folder.path(), &train);
    assert!(output.status.success(), "{}", stderr(&output));
    assert_has(
        &stderr(&output),
        "note: parcels.jsonl: 3 different values of x became 1 by rounding to 32 bits; subtract a common number",
    );
    let output = run(folder.path(), &[&train[..], &["--quiet"]].concat());
    assert_eq!(stderr(&output), "");
}

#[test]
fn classes_and_targets_are_not_exchanged() {
    let folder = tempfile::tempdir().unwrap();
    let data = data(folder.path());
    let refused = |arguments: &[&str], told: &str| {
        let output = run(folder.path(), arguments);
        assert_eq!(output.status.code(), Some(2), "{}", stderr(&output));
        assert!(stderr(&output).contains(told), "{}", stderr(&output));
    };
    let train = [
        "train",
        "--data",
        &data,
        "--folds",
        "2",
        "--epochs",
        "1",
        "--width",
        "8",
        "--hats",
        "8",
        "--out",
        "run.json",
        "--save-weights",
        "weights",
    ];
    stdout(&run(folder.path(), &train));
    let classes = fs::read_to_string(&data)
        .unwrap()
        .replace("1.5}", "1}")
        .replace("-0.5}", "0}");
    let other = folder.path().join("classes.jsonl").display().to_string();
    fs::write(&other, &classes).unwrap();
    let weights = "weights/fold-1.safetensors";
    refused(
        &["evaluate", "--weights", weights, "--data", &other],
        "expected targets, as in “rings”",
    );
    fs::write(&data, classes).unwrap();
    // The second fold has not begun.
    let path = folder.path().join("run.json");
    let mut file: Value = serde_json::from_slice(&fs::read(&path).unwrap()).unwrap();
    let last = file["folds"].as_array_mut().unwrap().pop().unwrap();
    file["unfinished"] = serde_json::json!([
        {"fold": 2, "split": last["split"], "epochs": [], "checkpoint": null}
    ]);
    fs::write(&path, file.to_string()).unwrap();
    refused(
        &["train", "--data", &data, "--resume", "run.json"],
        "this run is on rings with targets",
    );
}
