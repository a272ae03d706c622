//! `sublevel bench`: what it writes. The times themselves are nobody's business here.

mod support;

use serde_json::Value;
use support::{stderr, sublevel};

fn bench(arguments: &[&str]) -> std::process::Output {
    sublevel()
        .args(["bench", "persistence"])
        .args(arguments)
        .output()
        .unwrap()
}

#[test]
fn every_generator_is_timed_in_every_way() {
    let output = bench(&["--repeats", "2", "--format", "json"]);
    assert!(output.status.success(), "{}", stderr(&output));
    let report: Value = serde_json::from_slice(&output.stdout).unwrap();
    assert!(!report["processor"].as_str().unwrap().is_empty());
    assert_eq!(report["repeats"], 2);
    let names: Vec<_> = report["sets"]
        .as_array()
        .unwrap()
        .iter()
        .map(|set| &set["data"])
        .collect();
    assert_eq!(
        names,
        [
            "Cycles and trees",
            "One loop or several",
            "Discussion threads"
        ]
    );
    for set in report["sets"].as_array().unwrap() {
        assert_eq!(set["graphs"], 300);
        let runs = set["runs"].as_array().unwrap();
        for (computes, threads) in [("ordinary", 1), ("extended", 1)] {
            assert!(runs.iter().any(|run| {
                run["computes"] == computes && run["device"] == "CPU" && run["threads"] == threads
            }));
        }
        // Tests have the engine in WGSL.
        assert!(runs.iter().any(|run| run["threads"].is_null()), "{set}");
        for run in runs {
            let [median, p95] =
                ["median", "p95"].map(|at| run["us_per_graph"][at].as_f64().unwrap());
            assert!(0.0 < median && median <= p95, "{run}");
        }
    }
}

#[test]
fn the_table_names_the_data_set_it_was_given() {
    let output = bench(&["--data", "cycles-and-trees", "--repeats", "1"]);
    assert!(output.status.success(), "{}", stderr(&output));
    let text = String::from_utf8(output.stdout).unwrap();
    assert!(text.contains("300 graphs"), "{text}");
    assert!(text.contains("ordinary, CPU, 1 thread"), "{text}");
    assert_eq!(text.matches("graphs,").count(), 1, "{text}");
}

#[test]
fn readout_and_message_passing_have_a_line_each() {
    let output = sublevel()
        .args(["bench", "readout", "--data", "cycles-and-trees"])
        .args(["--repeats", "1"])
        .output()
        .unwrap();
    assert!(output.status.success(), "{}", stderr(&output));
    let text = String::from_utf8(output.stdout).unwrap();
    assert!(text.contains("Cycles and trees: 300 graphs"), "{text}");
    for name in ["readout", "1-GIN", "4-GIN"] {
        let line = text.lines().find(|line| line.trim().starts_with(name));
        let numbers = line.unwrap_or_else(|| panic!("{text}")).split_whitespace();
        let numbers: Vec<f64> = numbers.skip(1).map(|n| n.parse().unwrap()).collect();
        // Median, lower and upper quartile.
        assert_eq!(numbers.len(), 3, "{text}");
        assert!(0.0 < numbers[1] && numbers[1] <= numbers[0] && numbers[0] <= numbers[2]);
    }
    let output = sublevel().args(["bench", "readout"]).output().unwrap();
    assert_eq!(output.status.code(), Some(2), "{}", stderr(&output));
}

#[test]
fn bad_usage_is_refused() {
    for arguments in [["--data", "no-such-set"], ["--repeats", "0"]] {
        let output = bench(&arguments);
        assert_eq!(output.status.code(), Some(2), "{}", stderr(&output));
    }
}
