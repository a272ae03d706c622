//! `sublevel train`: the run file, its reproducibility, the paper's accuracy, and the errors for invalid input.

use std::{
    fs,
    io::{BufRead, BufReader, Write},
    path::Path,
    process::{Command, Output, Stdio},
};

use crate::support::{assert_has, refused, stderr, sublevel, wait_for_work};
use serde_json::Value;
use zip::{ZipWriter, write::SimpleFileOptions};

fn train(arguments: &[&str]) -> Output {
    sublevel().arg("train").args(arguments).output().unwrap()
}

/// Runs `sublevel train` and reads the run file it writes.
fn run(arguments: &[&str]) -> Value {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("RUN.json");
    let output = train(&[arguments, &["--out", file.to_str().unwrap()]].concat());
    assert!(output.status.success(), "{}", stderr(&output));
    serde_json::from_str(&fs::read_to_string(file).unwrap()).unwrap()
}

/// A run without its times, which differ between two runs.
fn without_times(mut run: Value) -> Value {
    for fold in run["folds"].as_array_mut().unwrap() {
        for epoch in fold["epochs"].as_array_mut().unwrap() {
            let time = epoch.as_object_mut().unwrap().remove("seconds");
            assert!(time.unwrap().as_f64().unwrap() > 0.0);
        }
    }
    run
}

#[test]
fn the_run_file_is_complete_and_reproducible() {
    let arguments = [
        "--data",
        "cycles-and-trees",
        "--fold",
        "2",
        "--fold",
        "5",
        "--epochs",
        "2",
        "--seed",
        "7",
        "--model",
        "sum",
        "--layers",
        "2",
    ];
    let once = without_times(run(&arguments));
    assert_eq!(without_times(run(&arguments)), once);

    assert_eq!(once["seed"], 7);
    assert_eq!(once["device"], "CPU");
    assert_eq!(once["config"]["epochs"], 2);
    assert_eq!(once["config"]["model"], "sum");
    assert_eq!(once["config"]["layers"], 2);
    assert_eq!(once["config"]["ties"], "index");
    assert_eq!(once["classes"].as_array().unwrap().len(), 2);
    assert!(once.get("unfinished").is_none());
    let folds = once["folds"].as_array().unwrap();
    assert_eq!(folds.iter().map(|f| &f["fold"]).collect::<Vec<_>>(), [2, 5]);
    let mut sum = 0.0;
    for fold in folds {
        let epochs = fold["epochs"].as_array().unwrap();
        assert_eq!(epochs.len(), 2);
        assert_eq!(epochs[1]["test_accuracy"], fold["test_accuracy"]);
        assert!(epochs[0]["train_loss"].as_f64().unwrap() > 0.0);
        let accuracy = fold["test_accuracy"].as_f64().unwrap();
        sum += accuracy;

        let mut confusion = [[0; 2]; 2];
        let predictions = fold["predictions"].as_array().unwrap();
        for row in predictions {
            let [class, predicted] = [1, 2].map(|column| row[column].as_u64().unwrap() as usize);
            confusion[class][predicted] += 1;
        }
        assert_eq!(fold["confusion"], serde_json::json!(confusion));
        let right = f64::from(confusion[0][0] + confusion[1][1]);
        assert!((right / predictions.len() as f64 - accuracy).abs() < 1e-6);
    }
    assert!((once["mean_test_accuracy"].as_f64().unwrap() - sum / 2.0).abs() < 1e-9);
}

#[test]
fn the_run_file_contains_the_options() {
    let generated = ["--data", "cycles-and-trees", "--fold", "1", "--epochs", "1"];
    for (option, field, word) in [
        ("--ties", "ties", "random"),
        ("--ties", "ties", "mean"),
        ("--hat", "hat", "deep-sets"),
        ("--bar-weight", "barWeight", "gaussians"),
    ] {
        let run = run(&[&generated[..], &[option, word]].concat());
        assert_eq!(run["config"][field], word);
    }
    let run = run(&[&generated[..], &["--extended"]].concat());
    assert_eq!(run["config"]["extended"], true);
}

#[test]
#[cfg(unix)]
fn an_interrupted_run_resumes_bit_identically_for_any_number_of_jobs() {
    let configuration = [
        "--folds", "3", "--fold", "1", "--fold", "3", "--epochs", "400", "--model", "sum",
    ];
    let data = ["--data", "cycles-and-trees"];
    let expected = without_times(run(&[&data, &configuration[..], &["--jobs", "2"]].concat()));

    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("RUN.json");
    let path = file.to_str().unwrap();
    let mut child = sublevel()
        .arg("train")
        .args([&data, &configuration[..], &["--out", path]].concat())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    // After this message it can be interrupted; the next message contains the command.
    let mut messages = BufReader::new(child.stderr.take().unwrap()).lines();
    assert_eq!(messages.next().unwrap().unwrap(), "Cycles and trees on CPU");
    wait_for_work(&child);
    let process = child.id().to_string();
    let interrupt = Command::new("kill").args(["-INT", &process]).status();
    assert!(interrupt.unwrap().success());
    let last = messages.last().unwrap().unwrap();
    assert_eq!(child.wait().unwrap().code(), Some(130), "{last}");
    assert!(last.contains(&format!("--resume {path}")), "{last}");

    let interrupted: Value = serde_json::from_str(&fs::read_to_string(&file).unwrap()).unwrap();
    let left = interrupted["unfinished"].as_array().unwrap();
    let epochs = left[0]["epochs"].as_array().unwrap().len();
    assert!((1..400).contains(&epochs));
    let checkpoint = folder.path().join(left[0]["checkpoint"].as_str().unwrap());
    let kept = fs::read(&checkpoint).unwrap();

    let resume = |more: &[&str]| train(&[&data, &["--resume", path], more].concat());
    let refused = |output: Output, word: &str| {
        let message = refused(&output);
        assert!(message.contains(word), "{message:?} does not say {word:?}");
    };
    refused(resume(&["--epochs", "7"]), "--epochs");
    refused(
        train(&["--data", "discussion-threads", "--resume", path]),
        "Cycles and trees",
    );
    refused(
        train(&["--data", "cycles-and-trees", "--resume", "no.json"]),
        "no.json",
    );
    fs::write(&checkpoint, &kept[..kept.len() / 2]).unwrap();
    refused(resume(&[]), checkpoint.to_str().unwrap());
    fs::remove_file(&checkpoint).unwrap();
    refused(resume(&[]), checkpoint.to_str().unwrap());
    fs::write(&checkpoint, kept).unwrap();

    // Other graphs or another split: files store the data and split that the run needs.
    let rewritten = |key: &str, text: &str| {
        let mut run = interrupted.clone();
        match key {
            "split" => run["unfinished"][0][key] = text.into(),
            _ => run[key] = text.into(),
        }
        fs::write(&file, run.to_string()).unwrap();
    };
    rewritten("fingerprint", "0123456789abcdef");
    refused(resume(&[]), "other graphs, labels or attributes");
    rewritten("split", "0123456789abcdef");
    let other = format!("fold {} of this run has other graphs", left[0]["fold"]);
    refused(resume(&[]), &other);
    rewritten("splits", "files");
    refused(resume(&[]), "--folds-from");
    fs::write(&file, interrupted.to_string()).unwrap();

    let output = resume(&[]);
    assert!(output.status.success(), "{}", stderr(&output));
    let resumed = serde_json::from_str(&fs::read_to_string(&file).unwrap()).unwrap();
    assert_eq!(without_times(resumed), expected);
    // Only the run file remains.
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1);
    // A finished run stays unchanged: resumed or continued, and without --force.
    let before = fs::read(&file).unwrap();
    let [resumed, continued] = [
        resume(&[]),
        train(&[&data[..], &["--fold", "1", "--epochs", "1", "--out", path]].concat()),
    ];
    assert!(resumed.status.success(), "{}", stderr(&resumed));
    assert!(stderr(&resumed).contains("every fold of this run is finished"));
    refused(continued, "--force");
    assert_eq!(fs::read(&file).unwrap(), before);
}

/// A run that reports its fold after it can be interrupted.
#[cfg(unix)]
fn started(arguments: &[&str]) -> (std::process::Child, impl Iterator<Item = String> + use<>) {
    let mut child = sublevel()
        .args(["train", "--data", "cycles-and-trees", "--model", "sum"])
        .args(arguments)
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut messages = BufReader::new(child.stderr.take().unwrap())
        .lines()
        .map(Result::unwrap);
    assert!(messages.next().unwrap().ends_with("on CPU"));
    (child, messages)
}

#[cfg(unix)]
fn signal(child: &std::process::Child, name: &str) {
    let process = child.id().to_string();
    let sent = Command::new("kill").args([name, &process]).status();
    assert!(sent.unwrap().success());
}

fn names_in(folder: &Path) -> Vec<String> {
    let files = fs::read_dir(folder).unwrap();
    let mut names: Vec<_> = files
        .map(|file| file.unwrap().file_name().into_string().unwrap())
        .collect();
    names.sort();
    names
}

/// The preparation of these graphs takes more than half a minute.
#[test]
#[cfg(unix)]
fn a_second_ctrl_c_stops_a_run_at_once() {
    const VERTICES: u32 = 4000;
    let folder = tempfile::tempdir().unwrap();
    let steps = (1..=50).flat_map(|step| (0..VERTICES).map(move |v| [v, (v + step) % VERTICES]));
    let edges: Vec<[u32; 2]> = steps.collect();
    let graph = |class| format!("{{\"n\": {VERTICES}, \"edges\": {edges:?}, \"y\": {class}}}\n");
    let graphs: String = (0..4).map(|number| graph(number % 2)).collect();
    let data = folder.path().join("dense.jsonl");
    fs::write(&data, graphs).unwrap();
    let mut child = sublevel()
        .args(["train", "--model", "patchysan", "--folds", "2", "--data"])
        .arg(data)
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let messages = BufReader::new(child.stderr.take().unwrap()).lines();
    let mut messages = messages.map(Result::unwrap);
    // A signal before the first fold starts ends the run in order, without a second one.
    let prepares = messages.find(|message| message.contains("preparing the graphs"));
    assert!(prepares.is_some());
    signal(&child, "-INT");
    assert!(messages.any(|message| message.contains("another Ctrl-C stops at once")));
    signal(&child, "-INT");
    // A run that ends in order reports how to resume it.
    assert!(!messages.any(|message| message.contains("interrupted with")));
    assert_eq!(child.wait().unwrap().code(), Some(130));
}

#[test]
#[cfg(unix)]
fn a_terminated_run_is_kept_and_not_overwritten() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("RUN.json");
    let path = file.to_str().unwrap();
    let long = ["--fold", "1", "--epochs", "100000", "--out", path];
    let (mut child, messages) = started(&long);
    wait_for_work(&child);

    // Meanwhile no other process can train into the same file, forced or not, new or resumed.
    let data = ["--data", "cycles-and-trees"];
    for more in [
        &["--out", path][..],
        &["--out", path, "--force"],
        &["--resume", path],
    ] {
        let output = train(&[&data, more].concat());
        let printed = refused(&output);
        assert!(
            printed.contains(path) && printed.contains("another process"),
            "{printed}"
        );
    }

    signal(&child, "-TERM");
    let last = messages.last().unwrap();
    assert_eq!(child.wait().unwrap().code(), Some(143), "{last}");
    assert_has(&last, "interrupted with 1 fold unfinished");
    let run: Value = serde_json::from_str(&fs::read_to_string(&file).unwrap()).unwrap();
    let checkpoint = run["unfinished"][0]["checkpoint"].as_str().unwrap();
    assert_eq!(names_in(folder.path()), ["RUN.json", checkpoint]);

    // The next run removes partial files of killed runs; files of other runs stay.
    let leftovers = [
        "RUN.json.4711.part".to_owned(),
        "RUN.json.fold-1.epoch-9.safetensors".to_owned(),
        format!("{checkpoint}.4711.part"),
    ];
    let others = [
        "OTHER.json.4711.part",
        "RUN.json.gz.fold-1.epoch-9.safetensors",
    ];
    for name in leftovers.iter().map(String::as_str).chain(others) {
        fs::write(folder.path().join(name), "").unwrap();
    }
    let before = fs::read(&file).unwrap();
    let again = train(&[&data, &long[..]].concat());
    assert_eq!(again.status.code(), Some(2));
    for word in [path, "interrupted", "--resume", "--force"] {
        assert_has(&stderr(&again), word);
    }
    assert_eq!(fs::read(&file).unwrap(), before);
    let forced = train(&[
        "--data",
        "cycles-and-trees",
        "--model",
        "sum",
        "--fold",
        "1",
        "--epochs",
        "1",
        "--out",
        path,
        "--force",
    ]);
    assert!(forced.status.success(), "{}", stderr(&forced));
    assert_eq!(names_in(folder.path()), [others[0], "RUN.json", others[1]]);

    // Neither a folder nor another file is accepted as a run file.
    let other = folder.path().join("notes.txt");
    fs::write(&other, "mine").unwrap();
    for (path, word) in [
        (&other, "--force"),
        (&folder.path().to_owned(), "not a file"),
    ] {
        let output = train(&[&data, &["--out", path.to_str().unwrap()][..]].concat());
        assert_has(&refused(&output), word);
    }
    assert_eq!(fs::read(&other).unwrap(), b"mine");
}

#[test]
#[cfg(unix)]
fn closed_and_full_outputs_lose_no_results() {
    let folder = tempfile::tempdir().unwrap();
    let short = ["--fold", "1", "--fold", "2", "--epochs", "30", "--out"];
    let finished = |path: &Path| {
        let run: Value = serde_json::from_str(&fs::read_to_string(path).unwrap()).unwrap();
        run.get("unfinished").is_none() && run["folds"].as_array().unwrap().len() == 2
    };
    // As before `| head -1` and `2>&1 | head -1`: both outputs are closed during training.
    let file = folder.path().join("closed.json");
    let (mut child, messages) = started(&[&short[..], &[file.to_str().unwrap()]].concat());
    drop(messages);
    drop(child.stdout.take());
    assert_eq!(child.wait().unwrap().code(), Some(0));
    assert!(finished(&file));

    // A full disk for messages is no failure; a full disk for the result is one, and the run file exists.
    let file = folder.path().join("full.json");
    let full = || {
        fs::OpenOptions::new()
            .write(true)
            .open("/dev/full")
            .unwrap()
    };
    if !Path::new("/dev/full").exists() {
        return;
    }
    let status = sublevel()
        .args(["train", "--data", "cycles-and-trees", "--model", "sum"])
        .args(short)
        .arg(&file)
        .stdout(full())
        .stderr(full())
        .status()
        .unwrap();
    assert_eq!(status.code(), Some(1));
    assert!(finished(&file));
}

#[test]
#[cfg(unix)]
fn failing_to_save_weights_keeps_the_fold_and_the_earlier_file() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("RUN.json");
    let weights = folder.path().join("weights");
    // The weights cannot replace this folder.
    fs::create_dir_all(weights.join("fold-1.safetensors")).unwrap();
    let [run, folder_of_weights] = [&file, &weights].map(|path| path.to_str().unwrap());
    let data = [
        "--data",
        "cycles-and-trees",
        "--save-weights",
        folder_of_weights,
    ];
    let small = ["--model", "sum", "--fold", "1", "--epochs", "3"];
    let output = train(&[&data[..], &small, &["--out", run]].concat());
    assert_eq!(output.status.code(), Some(1));
    for word in ["fold-1.safetensors", "cannot be written", "--resume"] {
        assert_has(&stderr(&output), word);
    }
    fs::remove_dir(weights.join("fold-1.safetensors")).unwrap();
    let output = train(&[&data[..], &["--resume", run]].concat());
    assert!(output.status.success(), "{}", stderr(&output));
    let whole = fs::read(weights.join("fold-1.safetensors")).unwrap();
    assert_eq!(names_in(folder.path()), ["RUN.json", "weights"]);

    // A disk that is full after 16 KiB: the earlier weights stay complete, and no partial file remains.
    let limited = format!(
        "trap '' XFSZ; ulimit -f 32; exec '{}' train --data cycles-and-trees --save-weights '{folder_of_weights}' --model sum \
         --fold 1 --epochs 2",
        env!("CARGO_BIN_EXE_sublevel")
    );
    fs::write(weights.join("fold-1.safetensors.4711.part"), "").unwrap();
    let output = Command::new("sh").args(["-c", &limited]).output().unwrap();
    assert_eq!(output.status.code(), Some(1), "{}", stderr(&output));
    assert_has(&stderr(&output), "nothing is saved without --out");
    assert_eq!(names_in(&weights), ["fold-1.safetensors"]);
    assert_eq!(fs::read(weights.join("fold-1.safetensors")).unwrap(), whole);
}

#[test]
#[cfg(unix)]
fn the_resume_command_of_a_run_names_its_fold_files() {
    let folder = tempfile::tempdir().unwrap();
    let folds = folder.path().join("the folds");
    fs::create_dir(&folds).unwrap();
    let write = |folds: &Path, name: &str, graphs: std::ops::Range<u32>| {
        let lines: String = graphs.map(|graph| format!("{graph}\n")).collect();
        fs::write(folds.join(name), lines).unwrap();
    };
    for (fold, middle) in [(1, 90), (2, 110)] {
        write(&folds, &format!("test_idx-{fold}.txt"), 0..middle);
        write(&folds, &format!("train_idx-{fold}.txt"), middle..200);
    }
    let path = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    let (file, weights) = (path("it's a run.json"), path("weights"));
    let mut child = sublevel()
        .args([
            "train",
            "--data",
            "cycles-and-trees",
            "--model",
            "sum",
            "--jobs",
            "2",
        ])
        .args([
            "--folds-from",
            folds.to_str().unwrap(),
            "--save-weights",
            &weights,
        ])
        .args(["--epochs", "4000", "--out", &file])
        .stdout(Stdio::null())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut messages = BufReader::new(child.stderr.take().unwrap()).lines();
    assert!(messages.next().unwrap().unwrap().ends_with("on CPU"));
    wait_for_work(&child);
    let process = child.id().to_string();
    assert!(
        Command::new("kill")
            .args(["-INT", &process])
            .status()
            .unwrap()
            .success()
    );
    let last = messages.last().unwrap().unwrap();
    assert_eq!(child.wait().unwrap().code(), Some(130), "{last}");
    let command = last.split('`').nth(1).unwrap();
    for word in ["the folds", "--jobs 2", "weights", "a run.json"] {
        assert!(command.contains(word), "{command:?} does not say {word:?}");
    }
    let run: Value = serde_json::from_str(&fs::read_to_string(&file).unwrap()).unwrap();
    assert_eq!(run["splits"], "files");
    assert_eq!(run["config"]["folds"], 2);

    // A shell runs the printed command. The run is made short so that it ends.
    let shell = |command: &str| {
        let program = env!("CARGO_BIN_EXE_sublevel");
        let command = command.replacen("sublevel", &format!("'{program}'"), 1);
        Command::new("sh").args(["-c", &command]).output().unwrap()
    };
    let without = command.replace("the folds", "other folds");
    fs::create_dir(folder.path().join("other folds")).unwrap();
    let output = shell(&without);
    refused(&output);
    let other = folder.path().join("other folds");
    for fold in [1, 2] {
        write(&other, &format!("test_idx-{fold}.txt"), 0..100);
        write(&other, &format!("train_idx-{fold}.txt"), 100..200);
    }
    let output = shell(&without);
    assert_has(&refused(&output), "fold 1 of this run");

    let mut run = run;
    for fold in run["unfinished"].as_array_mut().unwrap() {
        fold["epochs"] = serde_json::json!([]);
        fold["checkpoint"] = Value::Null;
    }
    run["config"]["epochs"] = 2.into();
    fs::write(&file, run.to_string()).unwrap();
    let output = shell(command);
    assert!(output.status.success(), "{}", stderr(&output));
    assert!(Path::new(&weights).join("fold-2.safetensors").exists());
}

#[test]
fn epochs_are_written_line_by_line() {
    let arguments = [
        "--data",
        "cycles-and-trees",
        "--model",
        "sum",
        "--fold",
        "2-3,1",
        "--epochs",
        "2",
        "--quiet",
        "--format",
        "json",
    ];
    let output = train(&arguments);
    assert!(output.status.success(), "{}", stderr(&output));
    assert_eq!(stderr(&output), "", "nothing is printed beside");
    let text = String::from_utf8(output.stdout).unwrap();
    let mut lines: Vec<Value> = text
        .lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect();
    let summary = lines.pop().unwrap();
    assert_eq!(summary["folds"], 3);
    let mean = summary["mean_test_accuracy"].as_f64().unwrap();
    let of_epoch =
        |line: &Value| [&line["fold"], &line["epoch"]].map(|number| number.as_u64().unwrap());
    let order: Vec<_> = lines.iter().map(of_epoch).collect();
    assert_eq!(order, [[1, 1], [1, 2], [2, 1], [2, 2], [3, 1], [3, 2]]);
    let last = lines.iter().filter(|line| line["epoch"] == 2);
    let sum: f64 = last
        .map(|line| line["test_accuracy"].as_f64().unwrap())
        .sum();
    assert!((sum / 3.0 - mean).abs() < 1e-6);
    for number in ["train_loss", "validation_loss", "seconds"] {
        assert!(lines[0][number].is_f64(), "{number}");
    }

    // Without a terminal, verbose output has one line for each epoch.
    let output = train(&[&arguments[..8], &["-v"]].concat());
    assert_has(&stderr(&output), "fold 2, epoch 1 of 2: loss");
}

#[test]
fn the_initial_weights_of_a_fold_do_not_depend_on_the_other_folds() {
    let arguments = [
        "--data",
        "cycles-and-trees",
        "--epochs",
        "1",
        "--width",
        "4",
        "--hats",
        "4",
    ];
    let joint = without_times(run(
        &[&arguments[..], &["--fold", "2", "--fold", "3"]].concat()
    ));
    for (fold, at) in [("2", 0), ("3", 1)] {
        let alone = without_times(run(&[&arguments[..], &["--fold", fold]].concat()));
        assert_eq!(alone["folds"][0], joint["folds"][at]);
    }
}

#[test]
fn an_unwritable_run_file_is_reported_before_training() {
    let folder = tempfile::tempdir().unwrap();
    // A file, so no folder of this name can be created.
    fs::write(folder.path().join("nowhere"), "").unwrap();
    let path = folder.path().join("nowhere/RUN.json");
    let path = path.to_str().unwrap();
    let output = train(&[
        "--data",
        "cycles-and-trees",
        "--epochs",
        "1000000",
        "--out",
        path,
    ]);
    assert_eq!(output.status.code(), Some(1));
    assert_has(&stderr(&output), path);
}

#[test]
fn the_run_file_contains_features_and_filters() {
    let config = |name: &str, arguments: &[&str]| {
        let data = crate::data_sets::zip_of(name);
        let all = [
            &[
                "--data",
                data.to_str().unwrap(),
                "--fold",
                "1",
                "--epochs",
                "1",
            ],
            arguments,
        ]
        .concat();
        run(&all)["config"].take()
    };
    let edges = config("MUTAG", &["--edge-features", "label"]);
    assert_eq!(edges["edges"], "label");
    assert_eq!(edges["fixedFilter"], "degree");
    let filter = ["--model", "ph-only", "--filter", "attribute:label"];
    let filter = config("MUTAG", &filter);
    assert_eq!(filter["fixedFilter"], "attribute:label");
    let features = config("PROTEINS", &["--features", "label+attributes"]);
    assert_eq!(features["features"], "label+attributes");
    assert_eq!(features["edges"], "none");
}

#[test]
fn invalid_input_exits_with_2_and_names_the_expected_input() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    fs::write(path("text.zip"), "no zip").unwrap();
    let mut zip = ZipWriter::new(fs::File::create(path("T.zip")).unwrap());
    for (name, text) in [
        ("T_A.txt", "1, 2\n2, 9\n"),
        ("T_graph_indicator.txt", "1\n1\n2\n"),
        ("T_graph_labels.txt", "0\n1\n"),
    ] {
        zip.start_file(name, SimpleFileOptions::default()).unwrap();
        zip.write_all(text.as_bytes()).unwrap();
    }
    zip.finish().unwrap();

    let refused = |arguments: &[&str], words: &[&str]| {
        let output = train(arguments);
        let message = refused(&output);
        for word in words {
            assert!(message.contains(word), "{message:?} does not say {word:?}");
        }
    };
    refused(
        &["--data", &path("absent.zip")],
        &["absent.zip", "datasets list"],
    );
    refused(&["--data", &path("text.zip")], &["text.zip", "zip"]);
    refused(&["--data", &path("T.zip")], &["T_A.txt", "line 2", "9"]);
    let generated = ["--data", "cycles-and-trees"];
    let refused = |arguments: &[&str], words: &[&str]| {
        refused(&[&generated, arguments].concat(), words);
    };
    refused(&["--lr", "-1"], &["learning rate"]);
    refused(&["--epochs", "0"], &["epochs"]);
    refused(&["--folds", "1"], &["fold", "icml2020"]);
    refused(
        &["--folds", "icml2020"],
        &["IMDB-BINARY", "Cycles and trees"],
    );
    refused(&["--folds", "0"], &["fold"]);
    refused(&["--folds", "100000"], &["fold"]);
    refused(&["--folds", "4294967295"], &["4294967295 folds"]);
    refused(&["--fold", "1-4294967295"], &["fold"]);
    refused(&["--fold", "5-1"], &["--fold", "such as 1-5"]);
    refused(
        &["--seed", "-1"],
        &["--seed", "expected a whole number, at least 0"],
    );
    refused(
        &["--split-seed", "-1"],
        &["--split-seed", "expected a whole number, at least 0"],
    );
    refused(
        &["--epochs", "many"],
        &["--epochs", "expected a whole number from 1 to"],
    );
    refused(&["--lr", "fast"], &["--lr", "expected a number"]);
    refused(&["--model", "gfll"], &["similar value", "'gfl'"]);
    refused(&["--jobs", "0"], &["jobs"]);
    refused(&["--preset", "icml1920"], &["icml2020"]);
    refused(&["--halve-at", "20,soon"], &["halve-at"]);
    refused(&["--fold", "11"], &["fold"]);
    refused(&["--features", "label"], &["label"]);
    refused(&["--model", "sum", "--features", "label"], &["label"]);
    refused(
        &["--features", "degree+attributes"],
        &["no vertex attributes", "degree or uninformative"],
    );
    refused(&["--model", "gcn"], &["ph-only", "sort-pool"]);
    refused(&["--edge-features", "label"], &["no edge labels", "none"]);
    refused(
        &["--edge-features", "attributes"],
        &["no edge attributes", "none"],
    );
    refused(
        &["--edge-features", "weight"],
        &["none", "label", "attributes"],
    );
    refused(
        &["--model", "deep-sets", "--edge-features", "label"],
        &["deep-sets", "message-passing"],
    );
    refused(
        &["--model", "dgcnn", "--width", "32"],
        &["the model dgcnn has fixed widths: remove --width"],
    );
    refused(&["--layers", "0"], &["layers", "from 1 to 5"]);
    refused(&["--layers", "6"], &["layers", "from 1 to 5"]);
    refused(
        &["--model", "ph-only", "--layers", "2"],
        &["ph-only", "layers"],
    );
    refused(&["--hat", "tall"], &["rational", "deep-sets"]);
    refused(&["--bar-weight", "tall"], &["none", "gaussians"]);
    refused(
        &["--model", "sum", "--hat", "line"],
        &["sum", "no readout of barcodes"],
    );
    refused(
        &["--model", "deep-sets", "--bar-weight", "grid"],
        &["deep-sets", "no readout of barcodes"],
    );
    refused(&["--model", "sum", "--extended"], &["sum", "extended"]);
    refused(&["--ties", "first"], &["index", "random", "mean"]);
    refused(
        &["--model", "ph-only", "--ties", "mean"],
        &["ph-only", "ties"],
    );
    refused(
        &["--model", "ph-only", "--filter", "height"],
        &["core", "heat-kernel", "attribute:NAME"],
    );
    refused(
        &["--model", "ph-only", "--filter", "attribute:height"],
        &["Cycles and trees", "no vertex attribute \"height\""],
    );
    refused(
        &["--model", "sum", "--filter", "core"],
        &["sum", "fixed filter", "ph-only"],
    );
    refused(
        &["--features", "colour"],
        &["degree", "label+attributes", "uninformative"],
    );
    refused(&["--folds-from", &path("nowhere")], &["nowhere"]);
    refused(&["--device", "quantum"], &["cpu", "gpu"]);
}

#[test]
fn a_custom_data_set_trains_and_evaluates_on_its_splits() {
    let data = &format!("{}/tests/fixtures/export/pyg.jsonl", crate::ROOT);
    let folder = tempfile::tempdir().unwrap();
    let weights = folder.path().display().to_string();
    let small = [
        "--data", data, "--epochs", "1", "--width", "4", "--hats", "3",
    ];
    let run = run(&[&small[..], &["--save-weights", &weights]].concat());
    assert_eq!(
        (run["data"].as_str(), run["splits"].as_str()),
        (Some("pyg"), Some("data"))
    );
    assert_eq!(run["config"]["folds"], 1);
    let tested: Vec<_> = run["folds"][0]["predictions"]
        .as_array()
        .unwrap()
        .iter()
        .map(|row| &row[0])
        .collect();
    assert_eq!(tested, [10, 11], "the last two, as the exporter was told");
    let output = sublevel()
        .args(["evaluate", "--data", data, "--fold", "1", "--weights"])
        .arg(folder.path().join("fold-1.safetensors"))
        .output()
        .unwrap();
    let printed = String::from_utf8(output.stdout).unwrap();
    assert!(
        printed.starts_with("pyg: 2 graphs, the test part of fold 1"),
        "{printed}"
    );

    let dealt = self::run(&[&small[..], &["--folds", "2"]].concat());
    assert_eq!(
        (
            dealt["splits"].as_str(),
            dealt["folds"].as_array().unwrap().len()
        ),
        (Some("seed"), 2)
    );
    let output = train(&[&small[..], &["--fold", "2"]].concat());
    let printed = refused(&output);
    assert_has(&printed, "which is fold 1; there is no fold 2");
}

#[test]
fn an_invalid_line_of_a_data_set_exits_with_2() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("cut.jsonl");
    fs::write(
        &path,
        "{\"n\": 1, \"edges\": [], \"y\": 0}\n{\"n\": 2, \"edges\": [[0",
    )
    .unwrap();
    let output = train(&["--data", path.to_str().unwrap()]);
    let printed = refused(&output);
    assert!(
        printed.contains("cut.jsonl, line 2, column ") && printed.contains("the line ends inside"),
        "{printed}"
    );
}

#[test]
fn training_on_one_class_exits_with_2_and_writes_no_run_file() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    let text = "{\"n\": 3, \"edges\": [[0, 1], [1, 2]], \"y\": \"ring\"}\n".repeat(20);
    fs::write(path("rings.jsonl"), text).unwrap();
    for more in [&[][..], &["--continue"]] {
        let arguments = ["--data", &path("rings.jsonl"), "--out", &path("RUN.json")];
        let output = train(&[&arguments[..], more].concat());
        let message = refused(&output);
        for words in [
            "rings.jsonl: every graph of “rings” has the class \"ring\"",
            "training requires two classes: add graphs of another class",
        ] {
            assert_has(&message, words);
        }
        assert!(!folder.path().join("RUN.json").exists());
    }
}

#[test]
fn options_without_effect_are_rejected() {
    let train = |arguments: &[&str]| {
        let mut program = sublevel();
        program
            .args(["train", "--data", "cycles-and-trees"])
            .args(arguments);
        program.output().unwrap()
    };
    // Even at the default of the option.
    let output = train(&["--model", "gfl", "--filter", "degree"]);
    assert_has(&refused(&output), "remove --filter");
    let output = train(&["--halve-at", "0"]);
    assert_has(&refused(&output), "counted from 1");
}

#[test]
fn the_folder_of_the_run_file_is_created() {
    let folder = tempfile::tempdir().unwrap();
    let output = sublevel()
        .args([
            "train",
            "--data",
            "cycles-and-trees",
            "--model",
            "sum",
            "--fold",
            "1",
            "--epochs",
            "1",
        ])
        .args(["--out", "new/runs/RUN.json"])
        .current_dir(&folder)
        .output()
        .unwrap();
    assert!(output.status.success(), "{}", stderr(&output));
    assert_eq!(names_in(&folder.path().join("new/runs")), ["RUN.json"]);
}
