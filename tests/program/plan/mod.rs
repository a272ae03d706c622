//! `sublevel plan`: an experiment as commands, distributed by GNU parallel or Slurm, interrupted, resumed and merged.

#[cfg(unix)]
mod slurm;

use std::collections::BTreeMap;
use std::env;
use std::fs;
use std::path::Path;
use std::process::{Command, Output};

use crate::needs::{Need, lacks};
use crate::support::{assert_has, refused, stderr, stdout, sublevel};
use serde_json::{Value, json};

const SMALL: [&str; 6] = ["--epochs", "300", "--width", "8", "--hats", "8"];

fn plan(arguments: &[&str]) -> Output {
    sublevel().arg("plan").args(arguments).output().unwrap()
}

#[test]
fn every_task_is_a_valid_shell_command() {
    let written = plan(&[
        "--data",
        "it's mine/A.jsonl",
        "--data",
        "cycles-and-trees",
        "--model",
        "gfl,sum",
        "--seed",
        "0,7",
        "--folds",
        "2",
        "--out",
        "my runs",
        "--",
        "--epochs",
        "5",
        "--halve-at",
        "2,4",
    ]);
    let lines = stdout(&written);
    assert_eq!(lines.lines().count(), 2 * 2 * 2 * 2);
    assert_eq!(
        lines.lines().next().unwrap(),
        "sublevel train --data \"it's mine/A.jsonl\" --model gfl --seed 0 --folds 2 --fold 1 --epochs 5 --halve-at '2,4' \
         --continue --out 'my runs/A-gfl-seed-0-fold-1.json'"
    );
    for line in lines.lines() {
        assert!(
            shlex::split(line).is_some_and(|words| words.len() > 10),
            "{line}"
        );
    }
}

#[test]
fn errors_of_all_tasks_are_reported_by_plan() {
    #[rustfmt::skip]
    let cases = [
        (&["--data", "A", "--folds", "2", "--", "--epoch", "5"][..], "--epochs"),
        (&["--data", "A", "--folds", "2", "--model", "gin"], "possible values: gfl"),
        (&["--data", "a/X.zip", "--data", "b/X.zip", "--folds", "2"], "both called X"),
        (&["--data", "no-such-thing"], "there is no such file"),
    ];
    for (arguments, words) in cases {
        let (options, further) = arguments.split_at(
            arguments
                .iter()
                .position(|word| *word == "--")
                .unwrap_or(arguments.len()),
        );
        let arguments = [options, &["--out", "runs"], further].concat();
        assert_has(&refused(&plan(&arguments)), words);
    }
}

#[test]
fn a_data_set_of_one_class_has_no_plan() {
    let folder = tempfile::tempdir().unwrap();
    let line = "{\"n\": 2, \"edges\": [[0, 1]], \"y\": 0}\n";
    fs::write(folder.path().join("one.jsonl"), line.repeat(20)).unwrap();
    let mut program = sublevel();
    program.args(["plan", "--data", "one.jsonl", "--out", "runs"]);
    let output = program.current_dir(&folder).output().unwrap();
    assert_has(
        &refused(&output),
        "one.jsonl: every graph of “one” has the class \"0\"",
    );
    assert!(output.stdout.is_empty());
}

#[test]
fn a_task_resumes_only_its_own_run() {
    let folder = tempfile::tempdir().unwrap();
    let train = |more: &[&str]| {
        let mut task = sublevel();
        task.args([
            "train",
            "--data",
            "cycles-and-trees",
            "--folds",
            "3",
            "--fold",
            "2",
            "--width",
            "8",
            "--hats",
            "8",
        ]);
        task.args(["--continue", "--out", "run.json"]).args(more);
        task.current_dir(&folder).output().unwrap()
    };
    let first = train(&["--epochs", "2"]);
    assert!(first.status.success(), "{}", stderr(&first));
    let written = fs::read(folder.path().join("run.json")).unwrap();
    let again = train(&["--epochs", "2"]);
    assert_eq!((again.status.code(), again.stdout), (Some(0), first.stdout));
    let other = train(&["--epochs", "3"]);
    assert_has(&refused(&other), "holds another run");
    assert_eq!(fs::read(folder.path().join("run.json")).unwrap(), written);
}

/// Replaces the program: the first process for some folds is terminated or killed while it trains.
const BREAKS_OFF: &str = r#"#!/bin/sh
case "$*" in
*-fold-[258].json)
    for out; do :; done
    # The folder of the run file may not exist yet.
    started="started-$(basename "$out")"
    if [ ! -e "$started" ]; then
        touch "$started"
        "$PROGRAM" "$@" &
        while [ ! -e "$out.lock" ]; do sleep 0.02; done
        sleep 0.2
        case "$out" in *-fold-8.json) kill -KILL $! ;; *) kill -TERM $! ;; esac
        wait $!
        exit 1
    fi
    ;;
esac
exec "$PROGRAM" "$@"
"#;

/// The commands of `docs/cluster.md`. Ten processes train one fold each, three of them are interrupted, and the same command resumes
/// them. The merged result is bit-identical to one process that trained all folds.
#[test]
#[ignore = "slow: cargo test -- --include-ignored"]
#[cfg(unix)]
fn ten_processes_with_three_interruptions_match_one_process() {
    use std::os::unix::fs::PermissionsExt;

    if lacks(&[Need::Parallel]) {
        return;
    }
    let folder = tempfile::tempdir().unwrap();
    let at = |name: &str| folder.path().join(name);
    let run = |command: &mut Command| command.current_dir(&folder).output().unwrap();
    fs::create_dir_all(at("bin")).unwrap();
    fs::write(at("bin/sublevel"), BREAKS_OFF).unwrap();
    fs::set_permissions(at("bin/sublevel"), fs::Permissions::from_mode(0o755)).unwrap();
    let path = format!("{}:{}", at("bin").display(), env::var("PATH").unwrap());

    let tasks = run(sublevel()
        .args(["plan", "--data", "cycles-and-trees", "--out", "runs", "--"])
        .args(SMALL));
    fs::write(at("plan.txt"), &tasks.stdout).unwrap();
    let share_out = |more: &[&str]| {
        run(Command::new("parallel")
            .args([
                "--jobs",
                "2",
                "--joblog",
                "plan.log",
                "--arg-file",
                "plan.txt",
            ])
            .args(more)
            .env("PATH", &path)
            .env("PROGRAM", env!("CARGO_BIN_EXE_sublevel")))
    };
    let report = || {
        let files = fs::read_dir(at("runs"))
            .unwrap()
            .map(|file| file.unwrap().path());
        let files = files.filter(|path| path.extension().is_some_and(|ending| ending == "json"));
        let output = run(sublevel()
            .args(["report", "--plan", "plan.txt", "--out", "report"])
            .args(files));
        assert!(output.status.success(), "{}", stderr(&output));
        fs::read_to_string(at("report/report.md")).unwrap()
    };
    let broken_off = share_out(&[]);
    assert_eq!(broken_off.status.code(), Some(3), "{}", stderr(&broken_off));
    let report_of_some = report();
    assert_has(&report_of_some, "7 of 10 tasks are finished.");
    for fold in [2, 5, 8] {
        assert!(report_of_some.contains(&format!("cycles-and-trees-gfl-seed-0-fold-{fold}.json")));
    }

    let done = at("runs/cycles-and-trees-gfl-seed-0-fold-1.json");
    let written = fs::metadata(&done).unwrap().modified().unwrap();
    let failed_alone = share_out(&["--resume-failed"]);
    assert!(failed_alone.status.success(), "{}", stderr(&failed_alone));
    // Without a log every task starts again and finds no work left.
    fs::remove_file(at("plan.log")).unwrap();
    let all_again = share_out(&[]);
    assert!(all_again.status.success(), "{}", stderr(&all_again));
    assert_eq!(fs::metadata(&done).unwrap().modified().unwrap(), written);

    let joint = run(sublevel()
        .args(["train", "--data", "cycles-and-trees", "--out", "joint.json"])
        .args(SMALL));
    assert!(joint.status.success(), "{}", stderr(&joint));
    let joint = folds(&at("joint.json"));
    for (fold, whole) in (1..).zip(&joint) {
        let alone = folds(&at(&format!(
            "runs/cycles-and-trees-gfl-seed-0-fold-{fold}.json"
        )));
        assert_eq!(alone, std::slice::from_ref(whole), "fold {fold}");
    }
    assert_eq!(joint.len(), 10);
    let merged = report();
    assert_has(&merged, "10 of 10 tasks are finished.");
    let number = String::from_utf8(joint_number(&folder, "joint.json")).unwrap();
    let row = fs::read_to_string(at("report/accuracy.csv")).unwrap();
    assert_eq!(row.lines().count(), 2, "one run of ten files");
    let cells = |text: &str| {
        text.lines()
            .nth(1)
            .unwrap()
            .split(',')
            .take(12)
            .map(str::to_owned)
            .collect::<Vec<_>>()
    };
    assert_eq!(cells(&row), cells(&number));
}

/// The table of a report of one run file.
fn joint_number(folder: &tempfile::TempDir, file: &str) -> Vec<u8> {
    let report = sublevel()
        .args(["report", file, "--out", "joint"])
        .current_dir(folder)
        .output()
        .unwrap();
    assert!(report.status.success(), "{}", stderr(&report));
    fs::read(folder.path().join("joint/accuracy.csv")).unwrap()
}

/// The folds of a run file without their times.
fn folds(path: &Path) -> Vec<BTreeMap<String, Value>> {
    let run: Value = serde_json::from_str(&fs::read_to_string(path).unwrap()).unwrap();
    let mut folds: Vec<BTreeMap<String, Value>> =
        serde_json::from_value(run["folds"].clone()).unwrap();
    for fold in &mut folds {
        if let Some(Value::Array(epochs)) = fold.get_mut("epochs") {
            for epoch in epochs {
                epoch["seconds"] = json!(0);
            }
        }
    }
    folds
}
