//! `sublevel report`: its numbers, marks and tables, its errors for invalid input, and the figures that `examples/figures` draws.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::process::{Command, Output};

use crate::needs::{Need, lacks};
use crate::support::python::{python, succeeds};
use crate::support::{assert_has, json_of, refused, stderr, stdout, sublevel};
use serde_json::{Value, json};

/// A GFL run on the data set's graphs, over some folds with these test accuracies.
fn run(data: &str, seed: u32, accuracies: &[f64]) -> Value {
    let fold = |(index, accuracy): (usize, &f64)| {
        let epoch = |epoch: u32| {
            json!({
                "epoch": epoch, "train_loss": 1.0 / f64::from(epoch), "train_accuracy": 0.75,
                "test_accuracy": accuracy, "seconds": 0.5,
            })
        };
        json!({
            "fold": index + 1, "split": format!("{index:016x}"), "test_accuracy": accuracy,
            "epochs": [epoch(1), epoch(2), epoch(3)],
            "confusion": [[6, 2], [1, 3]], "predictions": [[index, 0, 0]],
        })
    };
    json!({
        "data": data, "fingerprint": "00000000000000da", "seed": seed, "splits": "seed",
        "device": "CPU", "versions": {"sublevel": "0.1.0"},
        "config": {"features": "degree", "epochs": 3, "halveAt": [2], "folds": 2, "seed": seed},
        "classes": ["loop", "<several> & more"],
        "folds": accuracies.iter().enumerate().map(fold).collect::<Vec<_>>(),
        "mean_test_accuracy": 0.0, "std_test_accuracy": 0.0,
    })
}

/// A run with the paper's settings: the ten folds icml2020 with accuracies around this one, at this distance to both sides.
fn papers(data: &str, mean: f64, std: f64) -> Value {
    let accuracies: Vec<_> = (0..10)
        .map(|fold| mean + if fold % 2 == 0 { std } else { -std })
        .collect();
    let mut run = run(data, 0, &accuracies);
    run["splits"] = json!("icml2020");
    run["config"] = json!({"features": "degree"});
    run
}

/// A run with other settings.
fn with(mut run: Value, settings: Value) -> Value {
    let config = run["config"].as_object_mut().unwrap();
    config.extend(settings.as_object().unwrap().clone());
    run
}

/// The run with only these folds, counted from 1.
fn only(run: &Value, folds: &[u64]) -> Value {
    let mut run = run.clone();
    let kept = run["folds"].as_array_mut().unwrap();
    kept.retain(|fold| folds.contains(&fold["fold"].as_u64().unwrap()));
    run
}

/// A bench file with one graph for each number of vertices, no edges, and these times.
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

/// The files of a report without warnings.
fn files(inputs: &[(&str, Value)]) -> BTreeMap<String, String> {
    let inputs: Vec<_> = inputs
        .iter()
        .map(|(name, value)| (*name, value.to_string()))
        .collect();
    let (output, files) = report(&inputs);
    let printed = stdout(&output);
    let printed: Vec<_> = printed
        .lines()
        .map(|line| Path::new(line).file_name().unwrap().to_str().unwrap())
        .collect();
    assert_eq!(printed[0], "report.md");
    assert_eq!(
        printed.len(),
        files.len(),
        "the program lists the files that it writes"
    );
    assert!(printed.iter().all(|name| files.contains_key(*name)));
    files
}

#[test]
fn a_model_that_the_paper_quotes_is_listed_beside_the_quoted_number() {
    let run = |data: &str, settings: Value| {
        let model = with(papers(data, 0.6, 0.1), json!({"model": "dgcnn"}));
        with(model, settings)
    };
    let mut constant = run("NCI1", json!({}));
    for fold in [0, 3] {
        constant["folds"][fold]["confusion"] = json!([[8, 0], [4, 0]]);
    }
    let files = files(&[
        ("constant.json", constant),
        ("label.json", run("NCI1", json!({"features": "label"}))),
        (
            "reddit.json",
            run("REDDIT-BINARY", json!({"features": "uninformative"})),
        ),
        ("slow.json", run("NCI1", json!({"learningRate": 0.001}))),
    ]);
    let tables = &files["tables.md"];
    assert_has(
        tables,
        "| DGCNN | uninformative, degree | Sublevel<br>quoted | 60.0 ± 10.0<br>– | – | –<br>70.0 | –<br>47.8 | –<br>75.5 | \
         60.0 ± 10.0 (2)<br>74.4 |",
    );
    assert_has(
        tables,
        "| DGCNN | label | Sublevel<br>quoted | – | – | – | – | – | 60.0 ± 10.0<br>74.4 |",
    );
    assert_has(
        tables,
        "| NCI1 | DGCNN | degree | learning rate 0.001, the paper 0.01 | 60.0 ± 10.0 | 60.0 ± 10.0 |",
    );
    let others = tables.split_once("### Other settings").unwrap().1;
    assert_eq!(others.matches(" DGCNN ").count(), 1, "{tables}");
}

/// Each rule selects other epochs of the same run. A run with an unfinished fold has no row.
#[test]
fn other_rules_select_other_epochs() {
    let mut selected = run("Selected", 0, &[0.5, 0.7]);
    for fold in selected["folds"].as_array_mut().unwrap() {
        let epochs = fold["epochs"].as_array_mut().unwrap();
        for (epoch, [accuracy, loss]) in epochs.iter_mut().zip([[0.8, 2.0], [0.6, 1.0]]) {
            epoch["test_accuracy"] = json!(accuracy);
            epoch["validation_loss"] = json!(loss);
        }
        epochs[2]["validation_loss"] = json!(3.0);
    }
    let files = files(&[
        ("selected.json", selected),
        ("older.json", run("Older", 0, &[0.5, 0.7])),
        ("half.json", run("Half", 0, &[0.5])),
    ]);
    let (_, section) = files["report.md"]
        .split_once("## Selection of the epoch")
        .unwrap();
    let section = section.split_once("\n## ").unwrap().0;
    let rows: Vec<_> = section
        .lines()
        .filter(|line| line.contains(", degree"))
        .collect();
    assert_eq!(
        rows,
        [
            "| Older | 1-GIN (GFL), degree, epochs 3, halve at \\[2\\] | 60.0 ± 10.0 | 60.0 ± 10.0 | 1 | – |",
            "| Selected | 1-GIN (GFL), degree, epochs 3, halve at \\[2\\] | 60.0 ± 10.0 | 80.0 ± 0.0 | 1 | 60.0 ± 0.0 |",
        ]
    );
    assert_has(
        section,
        "Over 1 run, the median of C − A is 0.0 percentage points.",
    );
}

#[test]
fn a_run_with_the_papers_settings_is_listed_beside_the_papers_number() {
    // The paper has 74.5 ± 4.6 for IMDB-BINARY, 49.7 ± 2.9 for IMDB-MULTI and 74.1 ± 3.4 for PROTEINS.
    let files = files(&[
        ("b.json", papers("IMDB-BINARY", 0.73, 0.01)),
        ("m.json", papers("IMDB-MULTI", 0.54, 0.01)),
        (
            "p.json",
            with(papers("PROTEINS", 0.65, 0.05), json!({"weightDecay": 1e-6})),
        ),
        ("o.json", run("My | own_data", 0, &[0.6, 0.7])),
    ]);
    let (text, tables) = (&files["report.md"], &files["tables.md"]);
    assert_has(text, tables);
    assert_has(
        tables,
        "| method | features |  | REDDIT-BINARY | REDDIT-MULTI-5K | IMDB-BINARY | IMDB-MULTI |",
    );
    assert_has(
        tables,
        "| 1-GIN (GFL) | uninformative, degree | Sublevel<br>paper | –<br>90.2 ± 2.8 | –<br>55.7 ± 2.9 | \
         73.0 ± 1.0<br>74.5 ± 4.6 | 54.0 ± 1.0 **▲**<br>49.7 ± 2.9 |",
    );
    assert_has(
        tables,
        "| 1-GIN (GFL) | degree | Sublevel<br>paper | 65.0 ± 5.0 **▼** ‡<br>74.1 ± 3.4 | –<br>71.2 ± 2.1 |",
    );
    assert_has(
        tables,
        "- IMDB-MULTI, 1-GIN (GFL), degree: 54.0 ± 1.0 where 49.7 ± 2.9 is published, +1.5",
    );
    assert_has(
        tables,
        "- PROTEINS, 1-GIN (GFL), degree: 65.0 ± 5.0 where 74.1 ± 3.4 is published, −2.7",
    );
    assert_has(
        tables,
        "- 1-GIN (GFL), uninformative, degree: REDDIT-BINARY, REDDIT-MULTI-5K\n",
    );
    assert_has(tables, "- 5-GIN (SUM), degree: PROTEINS, NCI1\n");
    assert_has(text, "Hofer, F. Graf, B. Rieck, M. Niethammer, R. Kwitt");
    assert_has(
        text,
        r"| My \| own\_data | 1-GIN (GFL) | degree, epochs 3, halve at \[2\] | no published number | o.json | 0 | 2 of 2 | 65.0 ± 5.0 | – |",
    );
    assert_has(
        text,
        "| b.json | 0 | 10 of 10 | 73.0 ± 1.0 (−0.3) | 74.5 ± 4.6 |",
    );

    let csv: Vec<_> = files["accuracy.csv"].lines().collect();
    assert_eq!(csv.len(), 5);
    assert_eq!(
        csv[1],
        "IMDB-BINARY,1-GIN (GFL),degree,0,10,10,73.000,1.000,74.500,4.600,paper,-0.326,,b.json"
    );
}

#[test]
fn a_run_with_other_settings_is_not_listed_beside_the_papers_number_and_the_report_explains_why() {
    #[rustfmt::skip]
    let cases = [
        (json!({"epochs": 81}), "81 epochs, the paper 100"),
        (json!({"batchSize": 16}), "batches of 16, the paper 32"),
        (json!({"learningRate": 0.1}), "learning rate 0.1, the paper 0.01"),
        (json!({"halveAt": [50]}), r"halve at \[50\], the paper \[20,40,60,80\]"),
        (json!({"weightDecay": 0.0}), "weight decay 0, the paper 0.00001"),
        (json!({"dropout": 0.3}), "dropout 0.3, the paper 0"),
        (json!({"width": 16}), "width 16, the paper 64"),
        (json!({"hats": 50}), "hats 50, the paper 100"),
        (json!({"hat": "triangle"}), "hat triangle, the paper rational"),
        (json!({"barWeight": "length"}), "bar weight length, the paper none"),
        (json!({"extended": true}), "extended persistence in the readout"),
        (json!({"ties": "mean"}), "ties mean, the paper index"),
        (json!({"edges": "label"}), "edges label, the paper none"),
        (json!({"validation": false}), "the validation part is used for training"),
        (json!({"model": "ph-only", "fixedFilter": "core"}), "fixed filter core, the paper degree"),
    ];
    for (settings, words) in cases {
        let files = files(&[("a.json", with(papers("NCI1", 0.7, 0.01), settings))]);
        let text = &files["report.md"];
        assert_has(
            text,
            &format!("| {words} | a.json | 0 | 10 of 10 | 70.0 ± 1.0 | – |"),
        );
        assert!(!files["tables.md"].contains("70.0 ± 1.0<br>"), "{words}");
        assert_has(&files["tables.md"], &format!("NCI1 (a.json: {words})"));
    }
    let whole = papers("NCI1", 0.7, 0.01);
    let mut own_folds = whole.clone();
    own_folds["splits"] = json!("seed");
    let mut five = with(only(&whole, &[1, 2, 3, 4, 5]), json!({"folds": 5}));
    five["splits"] = json!("seed");
    for (run, words) in [
        (own_folds, "folds drawn by seed"),
        (only(&whole, &[1, 2]), "2 of 10 folds"),
        (only(&whole, &[1]), "1 of 10 folds"),
        (five, "5 folds, the paper 10; folds drawn by seed"),
    ] {
        let files = files(&[("a.json", run)]);
        assert_has(&files["tables.md"], &format!("NCI1 (a.json: {words})"));
        assert!(!files["tables.md"].contains("70."), "{words}");
        assert!(!files["report.md"].contains("(0.") && !files["report.md"].contains("(−0."));
        let row = files["accuracy.csv"].lines().nth(1).unwrap();
        assert_has(row, ",,,,,");
    }
    // One fold has neither a deviation nor a mark.
    let one = files(&[("a.json", only(&papers("NCI1", 0.9, 0.0), &[1]))]);
    assert!(!one["report.md"].contains("(**"), "{}", one["report.md"]);
    assert_has(
        &one["report.md"],
        "| 1 of 10, without 2, 3, 4, 5, 6, 7, 8, 9, 10 | 90.0 | – |",
    );
}

#[test]
fn results_that_are_not_in_the_paper_are_marked() {
    let files = files(&[(
        "c.json",
        with(
            papers("NCI1", 0.7, 0.01),
            json!({"model": "sum", "layers": 5, "features": "degree+label"}),
        ),
    )]);
    assert_has(
        &files["report.md"],
        "| 70.0 ± 1.0 (**▼** −6.4) | 80.9 ± 1.7 † |",
    );
    assert_has(
        &files["tables.md"],
        "| 5-GIN (SUM) | degree+label | Sublevel<br>authors | –<br>71.9 ± 3.8 † | 70.0 ± 1.0 **▼**<br>80.9 ± 1.7 † |",
    );
}

#[test]
fn another_coordinate_function_is_listed_beside_the_papers() {
    let files = files(&[
        ("a.json", papers("PROTEINS", 0.73, 0.01)),
        (
            "b.json",
            with(papers("PROTEINS", 0.74, 0.02), json!({"hat": "triangle"})),
        ),
    ]);
    assert_has(
        &files["tables.md"],
        "| PROTEINS | 1-GIN (GFL) | degree | hat triangle, the paper rational | 74.0 ± 2.0 | 73.0 ± 1.0 |",
    );
}

#[test]
fn folds_in_separate_files_are_merged_into_one_run() {
    let whole = papers("NCI1", 0.7, 0.03);
    let parts: Vec<_> = (1..=10).map(|fold| only(&whole, &[fold])).collect();
    let names: Vec<_> = (1..=10).map(|fold| format!("run-{fold}.json")).collect();
    let inputs: Vec<_> = names
        .iter()
        .map(String::as_str)
        .zip(parts.clone())
        .collect();
    let (merged, joint) = (files(&inputs), files(&[("whole.json", whole.clone())]));
    assert_eq!(merged["tables.md"], joint["tables.md"]);
    assert_has(
        &merged["report.md"],
        "| 10 of 10 | 70.0 ± 3.0 (−0.6) | 71.2 ± 2.1 |",
    );
    assert_has(&merged["report.md"], "run-1.json, run-2.json, run-3.json");
    for table in ["curves.csv", "confusion.csv"] {
        assert_eq!(merged[table], joint[table]);
    }

    // Two folds are missing.
    let eight = files(&inputs[..8]);
    assert_has(&eight["report.md"], "| 8 of 10, without 9, 10 |");
    assert_has(&eight["tables.md"], "8 of 10 folds");

    // A repeated fold counts once.
    let mut twice = inputs.clone();
    twice.push(("again.json", parts[3].clone()));
    let twice = files(&twice);
    assert_eq!(twice["tables.md"], joint["tables.md"]);
    assert_has(
        &twice["report.md"],
        "Fold 4 is in again.json and run-4.json, with the same results; it counts once.",
    );

    // Files of different runs stay separate, and the report explains why.
    let changed = |change: fn(&mut Value)| {
        let mut part = parts[1].clone();
        change(&mut part);
        part
    };
    #[rustfmt::skip]
    let cases = [
        (changed(|run| run["folds"][0]["predictions"] = json!([[0, 0, 0]])), "graph 0 is in the test parts of fold 1 and of fold 2"),
        (changed(|run| { run["folds"][0]["fold"] = json!(1); }), "fold 1 contains different graphs"),
        (
            changed(|run| {
                run["folds"][0]["fold"] = json!(1);
                run["folds"][0]["split"] = json!("0000000000000000");
            }),
            "fold 1 is in both, with different results",
        ),
        (changed(|run| run["fingerprint"] = json!("00000000000000db")), "their data sets differ in graphs, labels or attributes"),
        (changed(|run| run["splits"] = json!("seed")), "their folds are of the paper's code with scikit-learn 0.20 and drawn by seed"),
        (changed(|run| run["config"]["epochs"] = json!(5)), "epochs is 100 and 5"),
        (changed(|run| run["config"]["seed"] = json!(1)), "seed is 0 and 1"),
    ];
    for (part, words) in cases {
        let files = files(&[("a.json", parts[0].clone()), ("b.json", part)]);
        assert_has(&files["report.md"], "a.json and b.json are not merged: ");
        assert_has(&files["report.md"], words);
        assert_eq!(files["accuracy.csv"].lines().count(), 3, "{words}");
    }
}

#[test]
fn the_presets_of_train_are_those_of_the_paper() {
    let train = |arguments: &[&str]| {
        let mut command = sublevel();
        command.args(["train", "--data", "cycles-and-trees"]);
        command.args(arguments).output().unwrap()
    };
    for (preset, decay) in [("icml2020", 1e-5), ("icml2020-as-printed", 1e-6)] {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("run.json");
        let output = train(&[
            "--preset",
            preset,
            "--fold",
            "1",
            "--epochs",
            "1",
            "--out",
            path.to_str().unwrap(),
        ]);
        assert!(output.status.success(), "{}", stderr(&output));
        let run: Value = serde_json::from_str(&fs::read_to_string(path).unwrap()).unwrap();
        assert_eq!(run["config"]["weightDecay"], json!(decay));
    }
    let output = train(&["--preset", "icml2019"]);
    assert_has(
        &refused(&output),
        "[possible values: icml2020, icml2020-as-printed]",
    );
}

#[test]
fn an_interrupted_epoch_does_not_distort_the_time() {
    let mut run = run("NCI1", 0, &[0.7, 0.7]);
    run["folds"][0]["epochs"][1]["seconds"] = json!(1000.0);
    let text = &files(&[("a.json", run)])["report.md"];
    assert_has(text, "| 0.500 | 0.500 – 0.500 | 6 |");
}

#[test]
fn curves_and_matrices_are_in_tables_with_escaped_names() {
    let mut odd = run("A & <b> \"c\" \u{1}", 0, &[0.5, 0.75]);
    odd["device"] = json!("GPU | <x>");
    // The second fold is an epoch shorter.
    let epochs = odd["folds"][1]["epochs"].as_array_mut().unwrap();
    epochs.pop();
    let files = files(&[("odd.json", odd)]);
    let text = &files["report.md"];
    let label = "1-GIN (GFL), degree, epochs 3, halve at \\[2\\]";
    for row in [
        "GPU \\| &lt;x&gt;",
        "| run | actual | loop | &lt;several&gt; &amp; more |",
        // Sums of two folds.
        &format!("| {label} | loop | 12 | 4 |"),
        &format!("| {label} | &lt;several&gt; &amp; more | 2 | 6 |"),
        &format!(
            "| A &amp; &lt;b&gt; \"c\"   | {label} | 3 | 1.000 → 0.333 | 75.0 % → 75.0 % | 62.5 % → 50.0 % |"
        ),
    ] {
        assert_has(text, row);
    }
    let of_run = |rest: &str| {
        format!(
            "\"A & <b> \"\"c\"\" \u{1}\",\"1-GIN (GFL), degree, epochs 3, halve at [2]\",{rest}\n"
        )
    };
    #[rustfmt::skip]
    let cases = [
        ("confusion.csv", "loop,<several> & more,4"),
        ("curves.csv", "1,2,0,1.000000,0.000000,0.750000,0.000000,0.625000,0.125000"),
        ("curves.csv", "2,2,1,0.500000,0.000000,0.750000,0.000000,0.625000,0.125000"),
        ("curves.csv", "3,1,0,0.333333,0.000000,0.750000,0.000000,0.500000,0.000000"),
    ];
    for (file, row) in cases {
        assert_has(&files[file], &of_run(row));
    }
}

#[test]
#[ignore = "slow: cargo test -- --include-ignored"]
fn the_figures_of_a_report_are_drawn() {
    if lacks(&[Need::Python]) {
        return;
    }
    let times: Vec<_> = (1..40).map(|n| (n, 2.0 * f64::from(n).powf(1.5))).collect();
    let files = files(&[
        ("a.json", papers("IMDB-BINARY", 0.73, 0.01)),
        ("b.json", run("$A & <b>", 0, &[0.5, 0.75])),
        ("c.json", run("$A - <b>", 0, &[0.5])),
        ("bench.json", bench(&times)),
        ("readout.json", readouts()),
    ]);
    let folder = tempfile::tempdir().unwrap();
    for (name, text) in &files {
        fs::write(folder.path().join(name), text).unwrap();
    }
    let predictions =
        "data,run,fold,graph,target,predicted\nRings,GFL,1,0,1.5,1.25\nRings,GFL,1,1,2.5,2.75\n";
    fs::write(folder.path().join("predictions.csv"), predictions).unwrap();
    let examples = Path::new(crate::ROOT).join("examples/figures");
    let python = python("figures-python", &examples.join("requirements.txt"));
    let printed = succeeds(
        Command::new(&python)
            .arg(examples.join("figures.py"))
            .arg(folder.path()),
        "no figures",
    );
    let other = "a-b-1-gin-gfl-degree-epochs-3-halve-at-2";
    let expected = [
        ("accuracy", &["IMDB-BINARY", "published"][..]),
        ("curves-imdb-binary-1-gin-gfl-degree", &["accuracy (%)"]),
        (&format!("curves-{other}"), &["$A &amp; &lt;b&gt;"]),
        // The name differs only in characters that file names lack.
        (&format!("curves-{other}-2"), &["one fold"]),
        ("confusion-imdb-binary-1-gin-gfl-degree", &["75.0 %"]),
        (&format!("confusion-{other}"), &["&lt;several&gt;"]),
        (&format!("confusion-{other}-2"), &["actual class"]),
        ("predictions-rings-gfl", &["target"]),
        ("persistence", &["Power &amp; law: slope 1.50"]),
        ("readout-reddit-multi-5k", &["4-GIN: slope 0.50"]),
    ];
    assert_eq!(printed.lines().count(), expected.len(), "{printed}");
    for (name, words) in expected {
        let svg = fs::read_to_string(folder.path().join(format!("{name}.svg")));
        let svg = svg.unwrap_or_else(|error| panic!("{name}: {error}\n{printed}"));
        for word in words {
            assert!(svg.contains(word), "{name}: {word}");
        }
    }
}

#[test]
fn runs_that_differ_in_the_seed_are_all_listed() {
    let of_seed = |seed, accuracy| {
        let mut run = with(papers("IMDB-BINARY", accuracy, 0.0), json!({"seed": seed}));
        run["seed"] = json!(seed);
        run
    };
    let inputs = [
        ("second.json", of_seed(2, 0.8)),
        ("first.json", of_seed(1, 0.7)),
    ];
    let files = |inputs: &[(&str, Value)]| self::files(inputs);
    let same = files(&inputs);
    assert_has(
        &same["tables.md"],
        "| 70.0 ± 0.0 (seed 1), 80.0 ± 0.0 **▲** (seed 2)<br>74.5 ± 4.6 |",
    );
    assert_has(
        &same["report.md"],
        "2 runs of the same configuration on the same folds (seeds 1, 2)",
    );
    for seed in [1, 2] {
        let row = format!("\nIMDB-BINARY,\"1-GIN (GFL), degree, seed {seed}\",1,10,");
        assert_has(&same["curves.csv"], &row);
    }

    let mut other = inputs.clone();
    other[0].1["folds"][0]["split"] = json!("00000000000000ff");
    assert_has(
        &files(&other)["report.md"],
        "2 runs of the same configuration, but not on the same folds (seeds 1, 2)",
    );
}

#[test]
fn unfinished_runs_are_reported() {
    let mut started = only(&papers("NCI1", 0.7, 0.0), &[]);
    started["unfinished"] =
        json!([{"fold": 1, "split": "0000000000000000", "epochs": [], "checkpoint": null}]);
    let files = files(&[
        ("none.json", started),
        ("one.json", run("IMDB-BINARY", 0, &[0.7])),
    ]);
    let text = &files["report.md"];
    assert_has(text, "| no finished fold | – |");
    assert_has(text, "| 1 of 2, without 2 | 70.0 | – |");
    assert_has(text, "no confusion matrix in the file");
    assert_has(text, "no finished epoch");
}

#[test]
fn the_slope_of_a_power_law_is_in_the_table() {
    let times: Vec<_> = (1..40).map(|n| (n, 2.0 * f64::from(n).powf(1.5))).collect();
    let files = files(&[("bench.json", bench(&times))]);
    assert_has(
        &files["persistence.csv"],
        "data,part,simplices,us\nPower & law,persistence,1,2\n",
    );
    let text = &files["report.md"];
    assert_has(
        text,
        "| Power &amp; law | 39 | 1 to 39 | 178.89 | 1.50 | 1.00 |",
    );
    assert!(text.contains("A \\| B"));
}

#[test]
fn the_output_of_bench_is_listed() {
    let output = sublevel()
        .args(["bench", "persistence", "--data", "cycles-and-trees"])
        .args(["--repeats", "2", "--format", "json", "--per-graph"])
        .output()
        .unwrap();
    let value = json_of(&output);
    assert_eq!(value["sets"][0]["per_graph"].as_array().unwrap().len(), 300);
    let files = files(&[("bench.json", value)]);
    assert!(files["report.md"].contains("| Cycles and trees | 300 |"));
}

/// Times of the readout and of message passing on graphs of 1 to 99 vertices.
fn readouts() -> Value {
    let graph = |n: u32| {
        let size = f64::from(n);
        json!({"vertices": n, "edges": 0, "readout": 20.0 * size, "gin_1": 10.0 * size.sqrt(), "gin_4": 40.0 * size.sqrt()})
    };
    json!({
        "versions": {"sublevel": "0.1.0"}, "processor": "A | B", "seed": 0, "repeats": 3,
        "readouts": [{"data": "REDDIT-MULTI-5K", "per_graph": (1..=99).map(graph).collect::<Vec<_>>()}],
    })
}

#[test]
fn readout_and_message_passing_are_listed_with_their_ratios() {
    let files = files(&[("readout.json", readouts())]);
    assert_has(&files["readout.csv"], "\nREDDIT-MULTI-5K,1-GIN,4,20\n");
    let text = &files["report.md"];
    // The median graph has 50 vertices; the paper has 0.02, 0.0004 and 0.002 seconds.
    assert_has(
        text,
        "| readout | 1000.0 | 520.0 – 1500.0 | 1.00 | 20000 | 1 | 1.00 | 1.00 |",
    );
    assert_has(
        text,
        "| 1-GIN | 70.7 | 51.0 – 86.6 | 14.14 | 400 | 50 | 0.50 | 1.00 |",
    );
    assert_has(
        text,
        "| 4-GIN | 282.8 | 204.0 – 346.4 | 3.54 | 2000 | 10 | 0.50 | 1.00 |",
    );
}

#[test]
fn the_output_of_bench_readout_is_listed() {
    let output = sublevel()
        .args([
            "bench",
            "readout",
            "--data",
            "cycles-and-trees",
            "--repeats",
            "1",
            "--format",
            "json",
        ])
        .output()
        .unwrap();
    let value = json_of(&output);
    let graphs = value["readouts"][0]["per_graph"].as_array().unwrap();
    assert_eq!(graphs.len(), 300);
    for part in ["readout", "gin_1", "gin_4"] {
        assert!(
            graphs
                .iter()
                .all(|graph| graph[part].as_f64().unwrap() > 0.0),
            "{part}"
        );
    }
    assert_has(
        &files(&[("readout.json", value)])["report.md"],
        "Cycles and trees, 300 graphs",
    );
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
fn invalid_input_exits_with_2_and_names_the_file() {
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
    #[rustfmt::skip]
    let cases = [
        ("no json".into(), "sublevel train --out"),
        ("[]".into(), "sublevel train --out"),
        ("{}".into(), "none of the keys folds, method, sets and readouts"),
        (r#"{"folds": []}"#.into(), "missing field"),
        (changed(|run| run["folds"][0]["epochs"][0]["train_loss"] = json!("low")), "expected a number at line 1 column"),
        (changed(|run| run["config"]["colour"] = json!(1)), "colour"),
        (changed(|run| run["folds"][0]["confusion"] = json!([[1, 2], [3]])), "fold 1"),
        (changed(|run| run["classes"] = json!(["a", "b", "c"])), "3 rows of 3"),
        (without_graphs, "--per-graph"),
        (changed(|run| run["folds"][0]["fold"] = json!(3)), "there is a fold 3; expected folds from 1 to 2"),
        (changed(|run| { let fold = run["folds"][0].clone(); run["folds"].as_array_mut().unwrap().push(fold); }), "fold 1 occurs more than once"),
        (changed(|run| run["folds"][0]["test_accuracy"] = json!(1.5)), "expected a share from 0 to 1"),
        (changed(|run| run["folds"][0]["epochs"][0]["train_accuracy"] = json!(5)), "fold 1: epoch 1: the training accuracy is 5"),
        (changed(|run| run["folds"][0]["epochs"][0]["test_accuracy"] = json!(1e300)), "number out of range"),
        (changed(|run| run["folds"][0]["epochs"][0]["train_loss"] = json!(1e300)), "number out of range"),
        (changed(|run| run["folds"][0]["predictions"] = json!([[0, 0, 0], [0, 0, 0]])), "graph 0 is in the test parts of folds 1 and 1"),
        (r#"{"readouts": [{}]}"#.into(), "missing field"),
    ];
    for (text, expected) in cases {
        let (output, files) = report(&[("good.json", good().to_string()), ("bad.json", text)]);
        let message = refused(&output);
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
        refused(&output);
    }
    let output = sublevel()
        .args(["bench", "persistence", "--per-graph", "--repeats", "1"])
        .output()
        .unwrap();
    assert_has(&refused(&output), "--format json");
}

#[test]
fn one_fold_without_deviation_is_reported() {
    let mut one = with(run("mine", 0, &[0.5]), json!({"folds": 1}));
    one["splits"] = json!("data");
    let files = files(&[("mine.json", one)]);
    assert_has(&files["report.md"], "| 50.0 |");
}
