//! JSON lines with results, valid and damaged.

use super::*;

fn read(text: &str) -> LoggedLines {
    let read = read_logged_lines("runs/mine.jsonl", text.as_bytes());
    read.unwrap().expect("a run log")
}

fn told(text: &str) -> String {
    let read = read_logged_lines("mine.jsonl", text.as_bytes());
    read.unwrap_err().to_string()
}

#[test]
fn a_list_is_one_filter_and_a_class_is_a_prediction() {
    let lines = read(concat!(
        r#"{"n": 2, "edges": [[0, 1]], "y": "ring", "f": [0.5, 1], "prediction": "path", "split": "train"}"#,
        "\n\n",
        r#"{"n": 1, "edges": [], "y": "path", "f": [2e0], "prediction": "tree", "split": "train"}"#,
        "\n",
        r#"{"n": 1, "edges": [], "y": "path", "f": [3], "prediction": "path", "split": "test"}"#,
    ));
    assert_eq!(lines.header.name, "mine");
    assert_eq!(lines.header.channels, ["f"]);
    // A class that is only predicted is the last one.
    assert_eq!(lines.header.classes, ["path", "ring", "tree"]);
    assert_eq!(lines.dataset.class_names, lines.header.classes);
    assert_eq!(lines.dataset.classes, [1, 0, 0]);
    let [low, high] = [-100.0, 0.0];
    let scores = [high, low, low, low, low, high, high, low, low];
    assert_eq!(lines.record.values[..4], [0.5, 1.0, 2.0, 3.0]);
    assert_eq!(lines.record.values[4..], scores);
    assert_eq!(lines.record.values.len(), lines.header.values());
    assert!(lines.header.describes(&lines.dataset));
}

#[test]
fn an_object_has_several_filters_and_a_list_the_scores() {
    let lines = read(concat!(
        r#"{"n": 2, "edges": [], "y": 2, "f": {"a": [1, 2], "b": [3, 4]}, "prediction": [0.5, -1, 2]}"#,
        "\n",
        r#"{"n": 1, "edges": [], "y": 0, "f": {"b": [6], "a": [5]}, "prediction": [1, 0, 0]}"#,
    ));
    assert_eq!(lines.header.channels, ["a", "b"]);
    // Class 1 has no graph.
    assert_eq!(lines.header.classes, ["0", "1", "2"]);
    assert_eq!(lines.dataset.classes, [2, 0]);
    let values = [1.0, 2.0, 5.0, 3.0, 4.0, 6.0, 0.5, -1.0, 2.0, 1.0, 0.0, 0.0];
    assert_eq!(lines.record.values, values);
}

#[test]
fn edge_f_has_a_value_for_each_item_of_edges() {
    let lines = read(concat!(
        r#"{"n": 3, "edges": [[2, 1], [0, 1], [2, 2], [1, 0]], "y": 0, "f": [1, 2, 3], "edge_f": {"c": [5, -4, 9, -4]}, "prediction": 0}"#,
        "\n",
        r#"{"n": 1, "edges": [], "y": 1, "f": [6], "edge_f": {"c": []}, "prediction": 1}"#,
    ));
    assert_eq!(lines.header.channels, ["f"]);
    assert_eq!(lines.header.edge_channels, ["c"]);
    assert_eq!(lines.header.edges, 2);
    // In the order of the simple graph: 0–1, 1–2.
    assert_eq!(lines.record.values[..6], [1.0, 2.0, 3.0, 6.0, -4.0, 5.0]);
    assert!(lines.header.describes(&lines.dataset));

    let alone = read(r#"{"n": 2, "edges": [[0, 1]], "edge_f": [0.5], "prediction": [1, 2]}"#);
    assert_eq!(alone.header.channels, [""; 0]);
    assert_eq!(alone.header.edge_channels, ["edge_f"]);
    assert_eq!(alone.record.values, [0.5, 1.0, 2.0]);
}

#[test]
fn problems_of_edge_values_name_their_line() {
    let first = r#"{"n": 2, "edges": [[0, 1]], "y": 0, "edge_f": [1], "prediction": 0}"#;
    #[rustfmt::skip]
    let cases = [
        (
            r#"{"n": 2, "edges": [[0, 1]], "y": 0, "edge_f": [1, 2], "prediction": 0}"#,
            "line 2: expected 1 values in edge_f, one for each of the edges, found 2",
        ),
        (
            r#"{"n": 2, "edges": [[0, 1], [1, 0]], "y": 0, "edge_f": [1, 2], "prediction": 0}"#,
            "line 2: edges[0] and edges[1] join the same vertices, so expected equal values in edge_f, found 1 and 2",
        ),
        (r#"{"n": 2, "edges": [[0, 1]], "y": 0, "edge_f": [1e39], "prediction": 0}"#, "line 2: edge_f: expected numbers up to 3.4e38"),
        (r#"{"n": 2, "edges": [[0, 1]], "y": 0, "edge_f": {"c": [1]}, "prediction": 0}"#, "line 2: edge_f has a filter “c”"),
        (r#"{"n": 2, "edges": [[0, 1]], "y": 0, "prediction": 0}"#, "line 2: expected 1 filters in edge_f, as in the lines before, found 0"),
    ];
    for (line, problem) in cases {
        let told = told(&format!("{first}\n{line}"));
        assert!(told.contains(problem), "{told}");
    }
    let both = r#"{"n": 2, "edges": [[0, 1]], "y": 0, "f": {"c": [1, 2]}, "edge_f": {"c": [1]}, "prediction": 0}"#;
    assert!(told(both).contains("f and edge_f both have a filter “c”"));
    let lone = told(r#"{"n": 1, "edges": [], "y": 0, "edge_f": []}"#);
    assert!(
        lone.contains("expected a prediction beside edge_f"),
        "{lone}"
    );
}

#[test]
fn graphs_can_lack_classes() {
    let lines = read(concat!(
        r#"{"n": 1, "edges": [], "f": [1], "prediction": 10}"#,
        "\n",
        r#"{"n": 1, "edges": [], "f": [1], "prediction": 9}"#,
    ));
    assert!(!lines.header.labelled);
    assert_eq!(lines.header.classes, ["9", "10"]);
    assert_eq!(lines.dataset.classes, [0, 0]);
}

#[test]
fn other_files_are_no_run_logs() {
    for text in [
        r#"{"n": 1, "edges": [], "y": 0}"#,
        r#"{"n": 1, "edges": [], "y": 0, "prediction": 0.5}"#,
        r#"{"n": 1, "edges": [], "y": 0, "f": null, "prediction": 1}"#,
        "{",
        "",
    ] {
        assert_eq!(read_logged_lines("a.jsonl", text.as_bytes()), Ok(None));
    }
    let text = r#"{"n": 1, "edges": [], "y": 0, "f": [1], "prediction": 0}"#;
    assert_eq!(read_logged_lines("a.csv", text.as_bytes()), Ok(None));
}

#[test]
fn problems_name_their_line() {
    let first = r#"{"n": 2, "edges": [], "y": 0, "f": [1, 2], "prediction": [0, 1]}"#;
    let second = |line: &str| told(&format!("{first}\n\n{line}"));
    #[rustfmt::skip]
    let cases = [
        (r#"{"n": 2, "edges": [], "y": 1, "f": [1], "prediction": [0, 1]}"#, "line 3: expected 2 values in f, one for each vertex, found 1"),
        (r#"{"n": 2, "edges": [], "y": 1, "f": [1, 2e300], "prediction": [0, 1]}"#, "line 3: f: expected numbers up to 3.4e38"),
        (r#"{"n": 2, "edges": [], "y": 1, "f": {"a": [1, 2]}, "prediction": [0, 1]}"#, "line 3: f has a filter “a”"),
        (
            r#"{"n": 2, "edges": [], "y": 1, "f": {"f": [1, 2], "a": []}, "prediction": [0, 1]}"#,
            "line 3: expected 1 filters in f, as in the lines before, found 2",
        ),
        (r#"{"n": 2, "edges": [], "y": 1, "f": [1, 2], "prediction": 1}"#, "line 3: expected a prediction of one kind"),
        (r#"{"n": 2, "edges": [], "y": 1, "f": [1, 2]}"#, "missing field `prediction`"),
        (r#"{"n": 2, "edges": [], "f": [1, 2], "prediction": [0, 1]}"#, "expected y"),
    ];
    for (line, problem) in cases {
        let told = second(line);
        assert!(told.contains(problem), "{told}");
    }
    let lone = told(r#"{"n": 1, "edges": [], "y": 0, "f": [1]}"#);
    assert!(
        lone.contains("line 1: expected a prediction beside f"),
        "{lone}"
    );
    let text = r#"{"n": 1, "edges": [], "y": "a", "f": [1], "prediction": [1, 2]}"#;
    assert!(told(text).contains("expected 1 scores"));
    let twice = r#"{"n": 1, "edges": [], "y": 0, "f": {"a": [1], "a": [2]}, "prediction": 0}"#;
    assert!(told(twice).contains("two filters “a”"));
}
