//! `sublevel report`: the numbers, marks and figures it writes, and what it says about bad input.

mod support;

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::process::Output;

use quick_xml::Reader;
use quick_xml::events::Event;
use serde_json::{Value, json};
use support::{stderr, sublevel};

/// A run of GFL over some folds with these accuracies of the test part.
fn run(data: &str, seed: u32, accuracies: &[f64]) -> Value {
    let fold = |(index, accuracy): (usize, &f64)| {
        let epoch = |epoch: u32| {
            json!({
                "epoch": epoch, "train_loss": 1.0 / f64::from(epoch), "train_accuracy": 0.75,
                "test_accuracy": accuracy, "seconds": 0.5,
            })
        };
        json!({
            "fold": index + 1, "test_accuracy": accuracy, "epochs": [epoch(1), epoch(2), epoch(3)],
            "confusion": [[6, 2], [1, 3]], "predictions": [[0, 0, 0]],
        })
    };
    json!({
        "data": data, "seed": seed, "device": "CPU", "versions": {"sublevel": "0.1.0"},
        "config": {"features": "degree", "epochs": 3, "halveAt": [2], "folds": 2, "seed": seed},
        "classes": ["loop", "<several> & more"],
        "folds": accuracies.iter().enumerate().map(fold).collect::<Vec<_>>(),
        "mean_test_accuracy": 0.0, "std_test_accuracy": 0.0,
    })
}

/// A bench file with one graph of each number of vertices, no edges, and these times.
fn bench(times: &[(u32, f64)]) -> Value {
    let graph = |(vertices, us): &(u32, f64)| json!({"vertices": vertices, "edges": 0, "us": us});
    json!({
        "versions": {"sublevel": "0.1.0"}, "processor": "A | B", "cores": 2, "seed": 0, "repeats": 3,
        "sets": [{
            "data": "Power & law", "graphs": times.len(), "average_vertices": 1.0, "average_edges": 0.0,
            "runs": [], "per_graph": times.iter().map(graph).collect::<Vec<_>>(),
        }],
    })
}

fn report(inputs: &[(&str, String)]) -> (Output, BTreeMap<String, String>) {
    let folder = tempfile::tempdir().unwrap();
    let mut command = sublevel();
    command.arg("report");
    for (name, text) in inputs {
        let path = folder.path().join(name);
        fs::write(&path, text).unwrap();
        command.arg(path);
    }
    let out = folder.path().join("out");
    let output = command.arg("--out").arg(&out).output().unwrap();
    let files = match fs::read_dir(&out) {
        Err(_) => BTreeMap::new(),
        Ok(entries) => entries
            .map(|entry| entry.unwrap())
            .map(|entry| {
                let name = entry.file_name().into_string().unwrap();
                (name, fs::read_to_string(entry.path()).unwrap())
            })
            .collect(),
    };
    (output, files)
}

/// The files of a report that has nothing to complain of.
fn files(inputs: &[(&str, Value)]) -> BTreeMap<String, String> {
    let inputs: Vec<_> = inputs
        .iter()
        .map(|(name, value)| (*name, value.to_string()))
        .collect();
    let (output, files) = report(&inputs);
    assert!(output.status.success(), "{}", stderr(&output));
    let said = String::from_utf8(output.stdout).unwrap();
    let said: Vec<_> = said
        .lines()
        .map(|line| Path::new(line).file_name().unwrap().to_str().unwrap())
        .collect();
    assert_eq!(said[0], "report.md");
    assert_eq!(said.len(), files.len(), "what was written is what was said");
    assert!(said.iter().all(|name| files.contains_key(*name)));
    files
}

/// The words of a figure, one text element after the other. Fails where the file is no XML.
fn words(svg: &str) -> Vec<String> {
    let mut reader = Reader::from_str(svg);
    let mut words = Vec::new();
    let (mut depth, mut text) = (0, None);
    loop {
        match reader.read_event().unwrap() {
            Event::Start(start) => {
                depth += 1;
                for attribute in start.attributes() {
                    attribute.unwrap();
                }
                text = (start.name().as_ref() == "text").then(String::new);
            }
            Event::Text(part) => {
                if let Some(text) = &mut text {
                    *text += &part;
                }
            }
            Event::GeneralRef(name) => {
                if let Some(text) = &mut text {
                    *text += quick_xml::escape::resolve_predefined_entity(&name).unwrap();
                }
            }
            Event::End(_) => {
                depth -= 1;
                words.extend(text.take());
            }
            Event::Eof => break,
            _ => {}
        }
    }
    assert_eq!(depth, 0);
    words
}

fn has(svg: &str, word: &str) -> bool {
    words(svg).iter().any(|other| other == word)
}

#[test]
fn accuracies_stand_beside_those_of_the_paper() {
    // The paper has 74.5 ± 4.6 for IMDB-BINARY, 49.7 ± 2.9 for IMDB-MULTI and 74.1 ± 3.4 for PROTEINS.
    let files = files(&[
        ("b.json", run("IMDB-BINARY", 0, &[0.72, 0.74])),
        ("m.json", run("IMDB-MULTI", 0, &[0.53, 0.55])),
        ("p.json", run("PROTEINS", 0, &[0.6, 0.7])),
        ("o.json", run("My | own_data", 0, &[0.6, 0.7])),
    ]);
    let text = &files["report.md"];
    let row = |words: &str| assert!(text.contains(words), "{words:?} is not in\n{text}");
    row("| model | features | IMDB-BINARY | paper | IMDB-MULTI | paper |");
    row("| 73.0 ± 1.0 (−0.3) | 74.5 ± 4.6 | 54.0 ± 1.0 (**▲** +1.5) | 49.7 ± 2.9 |");
    row("| 65.0 ± 5.0 (**▼** −2.7) | 74.1 ± 3.4 |");
    row(
        r"| My \| own\_data | 1-GIN (GFL) | degree, epochs 3, halve at \[2\] | 0 | 2 of 2 | 65.0 ± 5.0 | – | o.json |",
    );
    row("Hofer, F. Graf, B. Rieck, M. Niethammer, R. Kwitt");
    row("| 0.500 ± 0.000 | 6 | 3.0 |");

    let csv: Vec<_> = files["accuracy.csv"].lines().collect();
    assert_eq!(csv.len(), 5);
    assert_eq!(
        csv[1],
        r#"IMDB-BINARY,1-GIN (GFL),"degree, epochs 3, halve at [2]",0,2,2,73.000,1.000,74.500,4.600,paper,-0.326,b.json"#
    );
    assert!(has(&files["accuracy.svg"], "IMDB-MULTI"));
}

#[test]
fn only_the_papers_own_models_stand_beside_the_paper() {
    let with = |settings: Value| {
        let mut run = run("NCI1", 0, &[0.7, 0.72]);
        let config = run["config"].as_object_mut().unwrap();
        config.extend(settings.as_object().unwrap().clone());
        run
    };
    let files = files(&[
        ("a.json", with(json!({"model": "ph-only"}))),
        (
            "b.json",
            with(json!({"model": "ph-only", "fixedFilter": "core"})),
        ),
        (
            "c.json",
            with(json!({"model": "sum", "layers": 5, "features": "degree+label"})),
        ),
        ("d.json", with(json!({"layers": 3}))),
    ]);
    let text = &files["report.md"];
    for row in [
        r"| PH-only | epochs 3, halve at \[2\] | 71.0 ± 1.0 (**▲** +1.5) | 67.8 ± 2.2 |",
        r"| PH-only | epochs 3, fixed filter core, halve at \[2\] | 71.0 ± 1.0 | – |",
        r"| 5-GIN (SUM) | degree+label, epochs 3, halve at \[2\] | 71.0 ± 1.0 (**▼** −5.8) | 80.9 ± 1.7 † |",
        r"| 3-GIN (GFL) | degree, epochs 3, halve at \[2\] | 71.0 ± 1.0 | – |",
    ] {
        assert!(text.contains(row), "{row:?} is not in\n{text}");
    }
    assert!(text.contains("† from the results that the authors saved"));
}

#[test]
fn every_figure_is_xml_with_the_names_as_they_are() {
    let mut odd = run("A & <b> \"c\" \u{1}", 0, &[0.5, 0.7]);
    odd["device"] = json!("GPU | <x>");
    let files = files(&[
        ("odd.json", odd),
        ("bench.json", bench(&[(1, 1.0), (10, 10.0)])),
    ]);
    let svg = |start: &str| {
        let (_, svg) = files
            .iter()
            .find(|(name, _)| name.starts_with(start) && name.ends_with(".svg"))
            .unwrap();
        svg
    };
    for (name, text) in files.iter().filter(|(name, _)| name.ends_with(".svg")) {
        assert!(!words(text).is_empty(), "{name}");
    }
    for kind in ["curves", "confusion", "accuracy"] {
        assert!(has(svg(kind), "A & <b> \"c\"  "), "{kind}");
    }
    let matrix = svg("confusion");
    assert!(has(matrix, "<several> &…"));
    // Sums of two folds, and shares of the true class.
    for word in ["12", "4", "2", "6", "75.0 %", "25.0 %"] {
        assert!(has(matrix, word), "{word}");
    }
    assert!(has(svg("curves"), "learning rate halved"));
    assert!(has(
        svg("curves"),
        "2 folds, mean ± std; final test accuracy 60.0 ± 10.0 %"
    ));
    assert!(files["report.md"].contains("GPU \\| &lt;x&gt;"));
}

#[test]
fn runs_that_differ_in_the_seed_are_all_listed() {
    let files = files(&[
        ("second.json", run("IMDB-BINARY", 2, &[0.8, 0.8])),
        ("first.json", run("IMDB-BINARY", 1, &[0.7, 0.7])),
        ("again.json", run("IMDB-BINARY", 2, &[0.8, 0.8])),
    ]);
    let text = &files["report.md"];
    assert!(
        text.contains("70.0 ± 0.0 (−1.0), seed 1<br>80.0 ± 0.0 (**▲** +1.2), seed 2<br>"),
        "{text}"
    );
    assert!(
        text.contains("3 runs of the same configuration (seeds 1, 2, 2)"),
        "{text}"
    );
    let curves = files.keys().filter(|name| name.starts_with("curves"));
    assert_eq!(curves.count(), 3);
}

#[test]
fn unfinished_and_older_runs_are_welcome() {
    let mut older = run("IMDB-BINARY", 0, &[0.7]);
    older.as_object_mut().unwrap().remove("classes");
    older["folds"][0]
        .as_object_mut()
        .unwrap()
        .remove("confusion");
    let files = files(&[("none.json", run("NCI1", 0, &[])), ("older.json", older)]);
    let text = &files["report.md"];
    assert!(text.contains("| no finished fold | 71.2 ± 2.1 |"), "{text}");
    assert!(text.contains("70.0 (−1.0), 1 of 2 folds"), "{text}");
    assert!(text.contains("no confusion matrix in the file"), "{text}");
    assert!(text.contains("no finished epoch"), "{text}");
    let names: Vec<_> = files.keys().map(String::as_str).collect();
    assert_eq!(names.len(), 4, "{names:?}");
}

#[test]
fn the_slope_of_a_power_law_is_in_figure_and_table() {
    let times: Vec<_> = (1..40).map(|n| (n, 2.0 * f64::from(n).powf(1.5))).collect();
    let files = files(&[("bench.json", bench(&times))]);
    assert!(has(
        &files["timing.svg"],
        "all graphs: slope 1.50, R² = 1.00"
    ));
    assert!(has(&files["timing.svg"], "time (µs)"));
    let text = &files["report.md"];
    assert!(
        text.contains("| Power &amp; law | 39 | 1 to 39 | 178.89 | 1.50 | 1.00 |"),
        "{text}"
    );
    assert!(text.contains("A \\| B"));
}

#[test]
fn what_bench_writes_is_drawn() {
    let output = sublevel()
        .args(["bench", "persistence", "--data", "cycles-and-trees"])
        .args(["--repeats", "2", "--format", "json", "--per-graph"])
        .output()
        .unwrap();
    assert!(output.status.success(), "{}", stderr(&output));
    let value: Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!(value["sets"][0]["per_graph"].as_array().unwrap().len(), 300);
    let files = files(&[("bench.json", value)]);
    assert!(files["report.md"].contains("| Cycles and trees | 300 |"));
}

#[test]
fn the_same_input_gives_the_same_report() {
    let inputs = [
        ("b.json", run("IMDB-BINARY", 0, &[0.72, 0.74])),
        ("t.json", bench(&[(1, 1.0), (10, 10.0)])),
    ];
    assert_eq!(files(&inputs), files(&inputs));
}

#[test]
fn bad_input_ends_with_2_and_names_the_file() {
    let good = || run("IMDB-BINARY", 0, &[0.7]);
    let changed = |change: fn(&mut Value)| {
        let mut value = good();
        change(&mut value);
        value.to_string()
    };
    let without_graphs = {
        let mut value = bench(&[]);
        value["sets"][0]
            .as_object_mut()
            .unwrap()
            .remove("per_graph");
        value.to_string()
    };
    for (text, expected) in [
        ("no json".into(), "sublevel train --out"),
        ("[]".into(), "sublevel train --out"),
        ("{}".into(), "neither folds nor sets"),
        (r#"{"folds": []}"#.into(), "missing field"),
        (
            changed(|run| run["folds"][0]["epochs"][0]["train_loss"] = json!("low")),
            "expected f32 at line 1 column",
        ),
        (changed(|run| run["config"]["colour"] = json!(1)), "colour"),
        (
            changed(|run| run["folds"][0]["confusion"] = json!([[1, 2], [3]])),
            "fold 1",
        ),
        (
            changed(|run| run["classes"] = json!(["a", "b", "c"])),
            "3 rows of 3",
        ),
        (without_graphs, "--per-graph"),
    ] {
        let (output, files) = report(&[("good.json", good().to_string()), ("bad.json", text)]);
        let message = stderr(&output);
        assert_eq!(output.status.code(), Some(2), "{message}");
        assert!(
            message.contains("bad.json") && message.contains(expected),
            "{message:?}, {expected:?}"
        );
        assert!(files.is_empty(), "nothing is written");
    }

    for arguments in [
        &["report", "absent.json", "--out", "x"][..],
        &["report", "--out", "x"],
    ] {
        let output = sublevel().args(arguments).output().unwrap();
        assert_eq!(output.status.code(), Some(2), "{}", stderr(&output));
    }
    let output = sublevel()
        .args(["bench", "persistence", "--per-graph", "--repeats", "1"])
        .output()
        .unwrap();
    assert_eq!(output.status.code(), Some(2), "{}", stderr(&output));
    assert!(stderr(&output).contains("--format json"));
}
