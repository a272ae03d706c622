//! `sublevel barcode` and `sublevel datasets`: what they write, and what they say about bad input.

mod support;

use std::fs;
use std::io::Write;
use std::process::{Output, Stdio};

use serde_json::{Value, json};
use support::{stderr, sublevel};

/// Two valleys, at vertices 0 and 3, that meet at vertex 1; a triangle that vertex 2 closes.
const GRAPH: &str =
    r#"{"n": 4, "edges": [[0, 1], [1, 3], [0, 2], [1, 2]], "filter": [0.25, 2, 3, 0.5]}"#;

/// `sublevel barcode -` with a text on stdin.
fn barcode(text: &[u8], arguments: &[&str]) -> Output {
    let mut child = sublevel()
        .args(["barcode", "-"])
        .args(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    // The program need not read everything: it may know better before.
    let _ = child.stdin.take().unwrap().write_all(text);
    child.wait_with_output().unwrap()
}

fn json_of(output: &Output) -> Value {
    assert!(output.status.success(), "{}", stderr(output));
    serde_json::from_slice(&output.stdout).unwrap()
}

#[test]
fn barcodes_are_written_as_documented() {
    let expected = json!({
        "sublevel": {
            "h0": [{"birth": 0.5, "death": 2.0, "birth_vertex": 3, "death_vertex": 1}],
            "h0_essential": [{"birth": 0.25, "birth_vertex": 0}],
            "h1_essential": [{"birth": 3.0, "birth_vertex": 2}],
        },
        "superlevel": {
            "h0": [],
            "h0_essential": [{"birth": 3.0, "birth_vertex": 2}],
            "h1_essential": [{"birth": 0.25, "birth_vertex": 0}],
        },
    });
    assert_eq!(json_of(&barcode(GRAPH.as_bytes(), &[])), expected);

    let file = tempfile::NamedTempFile::new().unwrap();
    fs::write(file.path(), GRAPH).unwrap();
    let from_file = sublevel().arg("barcode").arg(file.path()).output().unwrap();
    assert_eq!(json_of(&from_file), expected);
    let explicit = [
        "--filter",
        "values",
        "--engine",
        "union-find",
        "--format",
        "json",
    ];
    assert_eq!(json_of(&barcode(GRAPH.as_bytes(), &explicit)), expected);
}

#[test]
fn zero_length_bars_are_kept_on_request() {
    let barcodes = json_of(&barcode(GRAPH.as_bytes(), &["--keep-zero"]));
    for direction in ["sublevel", "superlevel"] {
        let count = |kind: &str| barcodes[direction][kind].as_array().unwrap().len();
        assert_eq!(
            count("h0") + count("h0_essential"),
            4,
            "{direction}: one bar a vertex"
        );
    }
}

#[test]
fn degrees_can_be_the_filter() {
    let barcodes = json_of(&barcode(GRAPH.as_bytes(), &["--filter", "degree"]));
    assert_eq!(barcodes["sublevel"]["h0_essential"][0]["birth"], 1.0);
    assert_eq!(
        barcodes["superlevel"]["h0_essential"],
        json!([{"birth": 3.0, "birth_vertex": 1}])
    );
    // No values are needed for it, and every end of a repeated edge or a self-loop counts.
    let multigraph = br#"{"n": 2, "edges": [[0, 1], [1, 0], [1, 1]]}"#;
    let barcodes = json_of(&barcode(multigraph, &["--filter", "degree"]));
    let born = json!({"birth": 4.0, "birth_vertex": 1});
    assert_eq!(barcodes["sublevel"]["h1_essential"], json!([born, born]));
}

#[test]
fn csv_has_one_line_a_bar() {
    let output = barcode(GRAPH.as_bytes(), &["--format", "csv"]);
    assert!(output.status.success());
    assert_eq!(
        String::from_utf8(output.stdout).unwrap(),
        "direction,kind,birth,death,birth_vertex,death_vertex\n\
         sublevel,h0,0.5,2,3,1\n\
         sublevel,h0_essential,0.25,,0,\n\
         sublevel,h1_essential,3,,2,\n\
         superlevel,h0_essential,3,,2,\n\
         superlevel,h1_essential,0.25,,0,\n"
    );
}

#[test]
fn a_graph_without_vertices_has_no_bars() {
    let barcodes = json_of(&barcode(br#"{"n": 0, "edges": [], "filter": []}"#, &[]));
    let none = json!({"h0": [], "h0_essential": [], "h1_essential": []});
    assert_eq!(barcodes, json!({"sublevel": none, "superlevel": none}));
}

#[test]
fn bad_graphs_are_named_with_place_and_expectation() {
    let cases: [(&[u8], &str); 11] = [
        (b"", "stdin, line 1, column 0"),
        (b"\xff\xfe", "stdin, line 1"),
        (b"{\"n\": 2,\n\"edges\": [[0, 1]", "stdin, line 2"),
        (b"[]", "{\"n\""),
        (br#"{"n": 2}"#, "edges"),
        (br#"{"n": -1, "edges": []}"#, "-1"),
        (
            br#"{"n": 2, "edges": [[0, 2]], "filter": [0, 1]}"#,
            "edges[0]",
        ),
        (
            br#"{"n": 2, "edges": [[0, 1], [0]], "filter": [0, 1]}"#,
            "edges[1]",
        ),
        (
            br#"{"n": 2, "edges": [], "filter": [0]}"#,
            "expected 2 numbers",
        ),
        (br#"{"n": 2, "edges": [], "filter": [0, "x"]}"#, "filter[1]"),
        (br#"{"n": 2, "edges": []}"#, "--filter degree"),
    ];
    for (text, expected) in cases {
        let output = barcode(text, &[]);
        let message = stderr(&output);
        assert_eq!(output.status.code(), Some(2), "{message}");
        assert!(
            message.starts_with("error: stdin") && message.contains(expected),
            "{expected}: {message}"
        );
        assert_eq!(message.lines().count(), 1, "{message}");
        assert!(output.stdout.is_empty());
    }
}

#[test]
fn wrong_usage_ends_with_2() {
    for arguments in [
        &["barcode", "/nowhere/graph.json"][..],
        &["barcode", env!("CARGO_MANIFEST_DIR")],
        &["barcode"],
        &["barcode", "-", "--format", "xml"],
        &["barcode", "-", "--engine", "magic"],
        &["serve", "--port", "70000"],
        &["datasets"],
        &["datasets", "list", "--data", "/nowhere"],
        &["conjure"],
        &["--conjure"],
    ] {
        let output = sublevel()
            .args(arguments)
            .stdin(Stdio::null())
            .output()
            .unwrap();
        assert_eq!(
            output.status.code(),
            Some(2),
            "{arguments:?}: {}",
            stderr(&output)
        );
        assert!(
            stderr(&output).starts_with("error: ") || stderr(&output).contains("Usage:"),
            "{arguments:?}"
        );
        assert!(output.stdout.is_empty(), "{arguments:?}");
    }
}

#[test]
fn help_and_version_end_with_0() {
    for argument in ["--help", "--version"] {
        let output = sublevel().arg(argument).output().unwrap();
        assert_eq!(output.status.code(), Some(0));
        assert!(
            String::from_utf8(output.stdout)
                .unwrap()
                .contains("sublevel")
        );
    }
}

#[test]
fn data_sets_are_listed_with_their_place() {
    let folder = tempfile::tempdir().unwrap();
    let set = folder.path().join("MUTAG");
    fs::create_dir(&set).unwrap();
    fs::write(set.join("MUTAG_A.txt"), "1, 2\n").unwrap();
    for (in_folder, arguments) in [
        (folder.path().to_owned(), vec!["datasets", "list"]),
        (
            std::env::temp_dir(),
            vec![
                "datasets",
                "list",
                "--data",
                folder.path().to_str().unwrap(),
            ],
        ),
    ] {
        let output = sublevel()
            .args(&arguments)
            .current_dir(in_folder)
            .output()
            .unwrap();
        let table = String::from_utf8(output.stdout.clone()).unwrap();
        let line = |name: &str| {
            table
                .lines()
                .find(|line| line.starts_with(name))
                .unwrap()
                .to_owned()
        };
        assert!(output.status.success());
        assert!(
            line("MUTAG").contains("188") && line("MUTAG").ends_with("MUTAG"),
            "{table}"
        );
        assert!(
            line("REDDIT-MULTI-5K").contains("508.52") && line("REDDIT-MULTI-5K").ends_with(" -"),
            "{table}"
        );
        assert!(table.contains("cycles-and-trees"), "{table}");
    }
}
