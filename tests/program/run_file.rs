//! Run files: cross-validation in a session matches the command line, the program can read its own run file again, and it rejects
//! hostile files.

use std::cell::Cell;
use std::fs;
use std::io::Write;
use std::path::Path;

use crate::support::{stderr, sublevel};
use flate2::{Compression, write::GzEncoder};
use pollster::block_on;
use serde_json::{Value, json};
use sublevel::{
    config::TrainingConfig,
    graph::open::{Opened, open},
    protocol::Backend,
    run_file::{RunFile, plain_text},
    session::{CrossValidation, Folds, Session},
};

const DATA: &str = "cycles-and-trees";

fn started() -> CrossValidation {
    let mut session = block_on(Session::open(Backend::Cpu)).unwrap();
    let data = session.generate(DATA, 0).unwrap();
    let config = TrainingConfig {
        width: 8,
        hats: 6,
        epochs: 2,
        folds: 3,
        fold: 2,
        ..TrainingConfig::default()
    };
    block_on(session.cross_validate(data, config, Folds::AtMost)).unwrap()
}

/// Trains folds to their end.
fn train(run: &mut CrossValidation, folds: &[u32]) {
    let now = Cell::new(0.0);
    let clock = || {
        now.set(now.get() + 0.5);
        now.get()
    };
    for &fold in folds {
        let mut share = 0.0;
        loop {
            let progress = block_on(run.train(fold, 3, clock)).unwrap();
            assert_eq!(progress.fold, fold);
            assert!(progress.share > share && progress.share <= 1.0);
            share = progress.share;
            if progress.finished {
                assert_eq!(share, 1.0);
                break;
            }
        }
    }
}

/// The run without the fields in which two runs may differ.
fn timeless(mut run: RunFile) -> RunFile {
    let finished = run.folds.iter_mut().flat_map(|fold| &mut fold.epochs);
    for epoch in finished {
        epoch.seconds = 0.0;
    }
    run
}

fn opened(name: &str, bytes: &[u8]) -> Result<RunFile, String> {
    match open(&[(name, bytes)]) {
        Ok(Opened::Run(0)) => plain_text(bytes.to_vec())
            .and_then(|text| RunFile::read_whole(&text))
            .map_err(|error| format!("{name}: {error}")),
        Ok(other) => panic!("{name} was taken for {other:?}"),
        Err(error) => Err(error.to_string()),
    }
}

#[test]
fn folds_of_a_session_match_those_of_the_command_line() {
    let mut run = started();
    train(&mut run, &[1, 2, 3]);
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("RUN.json");
    let words = [
        "--folds", "3", "--epochs", "2", "--width", "8", "--hats", "6",
    ];
    let mut command = sublevel();
    command
        .args(["train", "--device", "cpu", "--data", DATA])
        .args(words);
    let output = command.arg("--out").arg(&path).output().unwrap();
    assert!(output.status.success(), "{}", stderr(&output));
    let bytes = fs::read(&path).unwrap();
    let native = opened("RUN.json", &bytes).unwrap();
    assert!(native.unfinished.is_empty() && native.folds.len() == 3);
    assert_eq!(timeless(run.file().clone()), timeless(native));
    let again = block_on(run.train(3, 1, || 0.0)).unwrap_err();
    assert!(again.to_string().contains("expected an unfinished fold"));
}

#[test]
fn finished_folds_stay_and_are_read_again() {
    let mut run = started();
    train(&mut run, &[1]);
    // In the second epoch of the second fold.
    let progress = loop {
        let progress = block_on(run.train(2, 4, || 0.0)).unwrap();
        if progress.epoch == 1 {
            break progress;
        }
    };
    assert!(!progress.finished && progress.epochs == 2);
    let file = run.file().clone();
    assert_eq!(file.folds.len(), 1);
    let left: Vec<_> = file
        .unfinished
        .iter()
        .map(|fold| (fold.fold, fold.epochs.len()))
        .collect();
    assert_eq!(left, [(2, 1), (3, 0)]);
    // Half a second for each call.
    assert!(
        file.folds[0]
            .epochs
            .iter()
            .all(|epoch| epoch.seconds >= 0.5)
    );

    let text = serde_json::to_string(&file).unwrap();
    assert_eq!(opened("anything", text.as_bytes()).unwrap(), file);
    let mut packed = GzEncoder::new(Vec::new(), Compression::default());
    packed.write_all(text.as_bytes()).unwrap();
    assert_eq!(
        opened("RUN.json.gz", &packed.finish().unwrap()).unwrap(),
        file
    );
}

#[test]
fn the_run_files_of_the_paper_are_read() {
    let folder = Path::new(crate::ROOT).join("benches/icml2020");
    let mut files = 0;
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        let name = path.file_name().unwrap().to_str().unwrap();
        // Times of engines are stored beside them.
        if name.starts_with(char::is_uppercase) && name.ends_with(".json.gz") {
            let run = opened(name, &fs::read(&path).unwrap()).unwrap();
            assert_eq!(run.folds.len(), 10, "{name}");
            files += 1;
        }
    }
    assert!(files > 0);
}

#[test]
fn hostile_files_are_rejected_with_a_reason() {
    let mut run = started();
    train(&mut run, &[1, 2]);
    let whole = json!(run.file());
    let with = |change: &dyn Fn(&mut Value)| {
        let mut changed = whole.clone();
        change(&mut changed);
        changed.to_string().into_bytes()
    };
    let text = whole.to_string();
    let mut bomb = GzEncoder::new(Vec::new(), Compression::fast());
    for _ in 0..260 {
        bomb.write_all(&[b' '; 1 << 20]).unwrap();
    }
    #[rustfmt::skip]
    let cases = [
        (text.as_bytes()[..text.len() / 2].to_vec(), "EOF"),
        (text.replacen("\"folds\":[", "\"folds\":[NaN,", 1).into_bytes(), "expected"),
        (b"\x1f\x8b\x08\0 cut off".to_vec(), "the gzip file is damaged"),
        (bomb.finish().unwrap(), "at most 251 MiB in a gzip file"),
        (with(&|run| run["folds"][0]["test_accuracy"] = json!(null)), "fold 1: expected a test accuracy and no test error"),
        (with(&|run| run["folds"][0]["test_accuracy"] = json!(1.5)), "fold 1: the test accuracy is 1.5"),
        (with(&|run| run["folds"][0]["epochs"][0]["train_loss"] = json!(1e300)), "number out of range"),
        (with(&|run| run["folds"][0]["epochs"][0]["train_accuracy"] = json!(-1)), "fold 1: epoch 1: the training accuracy is -1"),
        (with(&|run| run["folds"][0]["epochs"][1]["epoch"] = json!(9)), "expected epoch 2, found 9"),
        (with(&|run| { run["folds"][0]["epochs"].as_array_mut().unwrap().pop(); }), "expected 2 epochs of a finished fold"),
        (with(&|run| run["folds"][1]["fold"] = json!(1)), "fold 1 occurs more than once"),
        (with(&|run| run["unfinished"][0]["fold"] = json!(4_000_000_000u32)), "there is a fold 4000000000"),
        (with(&|run| run["folds"][0]["predictions"][0][0] = json!(1u64 << 40)), "expected a whole number"),
        (with(&|run| run["folds"][0]["predictions"][0][1] = json!(u32::MAX)), "a class beyond the 2"),
        (with(&|run| run["folds"][1]["predictions"] = run["folds"][0]["predictions"].clone()), "test parts that share none"),
        (with(&|run| run["folds"][0]["confusion"][0][0] = json!(0)), "fold 1: its confusion is not that"),
        (with(&|run| run["folds"][0]["confusion"] = json!([])), "fold 1: its confusion matrix does not have 2 rows"),
        (with(&|run| run["classes"] = json!(vec![""; 300])), "fold 1: its confusion matrix does not have 300 rows"),
        (with(&|run| run["mean_test_accuracy"] = json!(0.123)), "its test accuracy is 0.123"),
        (with(&|run| run["classes"] = json!([])), "names no classes"),
        (with(&|run| run["config"]["model"] = json!("other")), "unknown variant"),
    ];
    for (bytes, reason) in cases {
        let error = opened("RUN.json", &bytes).unwrap_err();
        assert!(error.contains(reason), "{error:?} does not say {reason:?}");
        assert!(error.contains("RUN.json"), "{error:?}");
    }
}
