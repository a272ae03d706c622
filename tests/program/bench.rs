//! `sublevel bench`: its output, except for the times.

use crate::support::{assert_has, json_of, refused, stdout, sublevel};
use sublevel::graph::generate::GENERATORS;

fn bench(arguments: &[&str]) -> std::process::Output {
    sublevel()
        .args(["bench", "persistence"])
        .args(arguments)
        .output()
        .unwrap()
}

#[test]
fn bench_times_every_generator_and_engine() {
    let output = bench(&["--repeats", "2", "--format", "json"]);
    let report = json_of(&output);
    assert!(!report["processor"].as_str().unwrap().is_empty());
    assert_eq!(report["repeats"], 2);
    let sets = report["sets"].as_array().unwrap().iter();
    let names: Vec<_> = sets.map(|set| set["data"].as_str().unwrap()).collect();
    let expected: Vec<_> = GENERATORS.iter().map(|generator| generator.title).collect();
    assert_eq!(names, expected);
    for set in report["sets"].as_array().unwrap() {
        assert_eq!(set["graphs"], 300);
        let runs = set["runs"].as_array().unwrap();
        for (computes, threads) in [("ordinary", 1), ("extended", 1)] {
            assert!(runs.iter().any(|run| {
                run["computes"] == computes && run["device"] == "CPU" && run["threads"] == threads
            }));
        }
        let on_gpu = runs.iter().any(|run| run["threads"].is_null());
        assert_eq!(on_gpu, cfg!(feature = "gpu"), "{set}");
        for run in runs {
            let [median, p95] =
                ["median", "p95"].map(|at| run["us_per_graph"][at].as_f64().unwrap());
            assert!(0.0 < median && median <= p95, "{run}");
        }
    }
}

#[test]
fn the_table_names_its_data_set() {
    let output = bench(&["--data", "cycles-and-trees", "--repeats", "1"]);
    let text = stdout(&output);
    assert_has(&text, "300 graphs");
    assert_has(&text, "ordinary, CPU, 1 thread");
    assert_eq!(text.matches("graphs,").count(), 1, "{text}");
}

#[test]
fn readout_and_message_passing_have_one_line_each() {
    let output = sublevel()
        .args(["bench", "readout", "--data", "cycles-and-trees"])
        .args(["--repeats", "1"])
        .output()
        .unwrap();
    let text = stdout(&output);
    assert_has(&text, "Cycles and trees: 300 graphs");
    for name in ["readout", "1-GIN", "4-GIN"] {
        let line = text.lines().find(|line| line.trim().starts_with(name));
        let numbers = line.unwrap_or_else(|| panic!("{text}")).split_whitespace();
        let numbers: Vec<f64> = numbers.skip(1).map(|n| n.parse().unwrap()).collect();
        let &[mean, median, lower, upper] = numbers.as_slice() else {
            panic!("{text}");
        };
        assert!(0.0 < lower && lower <= median && median <= upper && mean > 0.0);
    }
    let output = sublevel().args(["bench", "readout"]).output().unwrap();
    refused(&output);
}

fn bench_training(arguments: &[&str]) -> std::process::Output {
    sublevel()
        .args(["bench", "training"])
        .args(arguments)
        .output()
        .unwrap()
}

#[test]
fn training_is_timed_by_model_and_data_set() {
    let output = bench_training(&[
        "--data",
        "cycles-and-trees",
        "--data",
        "one-loop-or-several",
        "--model",
        "gfl",
        "--model",
        "deep-sets",
        "--repeats",
        "2",
        "--format",
        "json",
    ]);
    let report = json_of(&output);
    assert_eq!(report["device"], "CPU");
    let runs = report["runs"].as_array().unwrap();
    let whose: Vec<_> = runs
        .iter()
        .map(|run| {
            [
                run["data"].as_str().unwrap(),
                run["model"].as_str().unwrap(),
            ]
        })
        .collect();
    let expected = ["Cycles and trees", "One loop or several"]
        .map(|data| ["gfl", "deep-sets"].map(|model| [data, model]));
    assert_eq!(whose, expected.concat());
    for run in runs {
        assert_eq!(run["features"], "degree");
        // 81 % of 300 graphs, 32 a step.
        assert_eq!(
            (&run["graphs"], &run["steps_per_epoch"]),
            (&243.into(), &8.into())
        );
        let seconds = run["seconds_per_epoch"]["median"].as_f64().unwrap();
        let step = run["ms_per_step"]["median"].as_f64().unwrap();
        assert!(0.0 < step && 7.0 * step < 1e3 * seconds, "{run}");
    }
}

#[test]
fn the_training_table_has_a_line_for_each_run() {
    let output = bench_training(&["--data", "cycles-and-trees", "--repeats", "1"]);
    let text = stdout(&output);
    let line = text
        .lines()
        .find(|line| line.starts_with("Cycles and trees"));
    let words: Vec<_> = line
        .expect("a line for the data set")
        .split_whitespace()
        .collect();
    assert_eq!(words[3..6], ["gfl", "degree", "243"], "{text}");
    let [step, pace, _] = [6, 7, 8].map(|at| words[at].parse::<f64>().unwrap());
    assert!((step * pace / 1e3 - 1.0).abs() < 0.1, "{text}");
}

#[test]
fn invalid_usage_is_rejected() {
    for arguments in [
        &["--data", "no-such-set"][..],
        &["--data", "cycles-and-trees", "--device", "auto"],
        &["--data", "cycles-and-trees", "--features", "label"],
        &[],
    ] {
        let output = bench_training(arguments);
        refused(&output);
    }

    for arguments in [["--data", "no-such-set"], ["--repeats", "0"]] {
        let output = bench(&arguments);
        refused(&output);
    }
}
