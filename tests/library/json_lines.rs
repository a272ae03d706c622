//! Data sets of a user as JSON Lines: the output of the exporters in `examples/export` for graphs of other packages, every key,
//! and invalid lines.

use std::fs;
use std::path::{Path, PathBuf};

use proptest::prelude::*;
use serde_json::{Value, json};
use sublevel::config::{Features, TrainingConfig};
use sublevel::graph::folds::Split;
use sublevel::graph::json_lines::{is_json_lines, read_json_lines};
use sublevel::graph::open::{Format, Opened, open, read_dataset};
use sublevel::graph::{DataError, Dataset};
use sublevel::protocol::{Backend, Part};
use sublevel::session::{Folds, Session};

fn fixtures() -> PathBuf {
    Path::new(crate::ROOT).join("tests/fixtures/export")
}

fn exported(name: &str) -> (Dataset, Value) {
    let dataset = read_dataset(&fixtures().join(format!("{name}.jsonl"))).unwrap();
    let expected = fs::read(fixtures().join("expected.json")).unwrap();
    let mut expected: Value = serde_json::from_slice(&expected).unwrap();
    (dataset, expected[name].take())
}

fn read(lines: &[&str]) -> Result<Dataset, DataError> {
    read_json_lines("folder/mine.jsonl", lines.join("\n").as_bytes())
}

fn refused(lines: &[&str]) -> String {
    read(lines).unwrap_err().to_string()
}

const EDGE: &str = r#"{"n": 2, "edges": [[0, 1]], "y": 0}"#;
const PATH: &str = r#"{"n": 3, "edges": [[1, 0], [1, 2]], "y": 1}"#;

/// Vertices, degrees, classes and parts match those that the package reports for its graphs.
fn agrees(name: &str) -> (Dataset, Value) {
    let (dataset, expected) = exported(name);
    let vertices: Vec<_> = dataset.graphs.iter().map(|graph| graph.vertices).collect();
    assert_eq!(json!(vertices), expected["vertices"], "{name}");
    let degrees: Vec<_> = dataset.graphs.iter().map(|graph| graph.degrees()).collect();
    assert_eq!(json!(degrees), expected["degrees"], "{name}");
    let told = expected["classes"].as_array().unwrap().iter();
    let told = told.map(|class| class.as_str().map_or_else(|| class.to_string(), Into::into));
    let found = dataset.classes.iter();
    let found = found.map(|&class| dataset.class_names[class as usize].clone());
    assert_eq!(
        found.collect::<Vec<_>>(),
        told.collect::<Vec<_>>(),
        "{name}"
    );
    let parts = dataset
        .split
        .as_ref()
        .map(|split| [split.train.len(), split.validation.len(), split.test.len()]);
    let told = expected.get("parts").cloned().unwrap_or_default();
    assert_eq!(json!(parts), told, "{name}");
    (dataset, expected)
}

#[test]
fn graphs_of_pytorch_geometric_are_imported_with_attributes_and_splits() {
    let (dataset, expected) = agrees("pyg");
    assert_eq!(dataset.name, "pyg");
    assert_eq!((dataset.vertex_attributes, dataset.edge_attributes), (3, 2));
    let told: Vec<Vec<f32>> = serde_json::from_value(expected["x"].clone()).unwrap();
    assert_eq!(dataset.graphs[0].vertex_attributes, told.concat());
    let graph = &dataset.graphs[0];
    assert_eq!(graph.edge_attributes.len(), 2 * graph.edges.len());
}

#[test]
fn one_hot_labels_of_pytorch_geometric_become_labels() {
    let (dataset, expected) = agrees("pyg-labels");
    assert_eq!(dataset.vertex_label_names, ["0", "1", "2"]);
    let labels: Vec<_> = dataset.graphs.iter().map(|g| &g.vertex_labels).collect();
    assert_eq!(json!(labels), expected["labels"]);
    assert_eq!(dataset.edge_label_names, ["0", "1"]);
    // The ring 0-1-2 with kinds 0, 1, 0: the edges in order are 0-1, 0-2, 1-2.
    assert_eq!(dataset.graphs[0].edge_labels, [0, 0, 1]);
    assert_eq!((dataset.vertex_attributes, dataset.edge_attributes), (0, 0));
    assert_eq!(dataset.summary().features[0], Features::DegreeLabel);
}

#[test]
fn graphs_of_networkx_and_ogb_are_imported() {
    let (dataset, _) = agrees("networkx");
    assert_eq!(dataset.class_names, ["ring", "tree"]);
    assert_eq!((dataset.vertex_attributes, dataset.edge_attributes), (1, 1));
    let (dataset, expected) = agrees("ogb");
    let told: Vec<Vec<f32>> = serde_json::from_value(expected["x"].clone()).unwrap();
    assert_eq!(dataset.graphs[0].vertex_attributes, told.concat());
    assert_eq!(
        dataset.notes,
        ["the parts are those that the file names: 6 training, 2 validation and 1 test graphs"]
    );
}

#[test]
fn edges_become_simple_and_keep_their_first_row() {
    let line = r#"{"n": 3, "edges": [[2, 1], [1, 1], [0, 1], [1, 2], [2, 1]], "y": 7, "edge_attr": [[1], [2], [3], [4], [5]]}"#;
    let dataset = read(&[
        "",
        line,
        "",
        r#"{"n": 1, "edges": [], "y": -7, "other": {"x": [null]}}"#,
        "",
    ]);
    let dataset = dataset.unwrap();
    assert_eq!(
        (dataset.name.as_str(), &dataset.classes),
        ("mine", &vec![1, 0])
    );
    assert_eq!(dataset.class_names, ["-7", "7"]);
    assert_eq!(dataset.graphs[0].edges, [[0, 1], [1, 2]]);
    assert_eq!(dataset.graphs[0].edge_attributes, [3.0, 1.0]);
    assert_eq!(dataset.split, None);
    assert_eq!(
        dataset.notes,
        [
            "1 duplicate edge was dropped",
            "1 self-loop was dropped",
            "1 edge is listed with different attributes; the first ones count",
        ]
    );
}

#[test]
fn classes_with_numbers_in_their_names_are_in_natural_order() {
    let names = ["10", "class 10", "2", "class 2", "0", "1", "11", "class 02"];
    let lines: Vec<_> = names
        .iter()
        .map(|name| json!({"n": 2, "edges": [[0, 1]], "y": name}).to_string())
        .collect();
    let dataset = read_json_lines("m.jsonl", lines.join("\n").as_bytes()).unwrap();
    assert_eq!(
        dataset.class_names,
        ["0", "1", "2", "10", "11", "class 02", "class 2", "class 10"]
    );
    assert_eq!(dataset.classes, [3, 7, 2, 6, 0, 1, 4, 5]);
}

#[test]
fn rows_with_one_exception_to_one_hot_are_attributes() {
    let with = |row| format!(r#"{{"n": 2, "edges": [], "y": "{row}", "x": [[0, 1], [{row}]]}}"#);
    let labels = read(&[&with("1, 0"), &with("0, 1")]).unwrap();
    assert_eq!(labels.vertex_label_names, ["0", "1"]);
    assert_eq!(labels.graphs[0].vertex_labels, [1, 0]);
    for row in ["1, 1", "0, 0", "0, 0.5", "1, 0.5"] {
        let numbers = read(&[&with("1, 0"), &with(row)]).unwrap();
        assert_eq!(numbers.vertex_attributes, 2, "{row}");
        assert_eq!(numbers.graphs[0].vertex_attributes, [0.0, 1.0, 1.0, 0.0]);
    }
}

#[test]
fn errors_name_the_file_and_line() {
    let line = |text: &str| refused(&[EDGE, text]);
    #[rustfmt::skip]
    let cases = [
        (r#"{"n": 3, "edges": [[0, 3]], "y": 1}"#, "expected edges[0] between two vertices from 0 to 2, found [0, 3]"),
        (r#"{"n": 3, "edges": [[0, 99999999999]], "y": 1}"#, "edges[0]: expected two vertices, such as [0, 1]; invalid value"),
        (r#"{"n": 3, "edges": [[0, 1], [1]], "y": 1}"#, "edges[1]: expected two vertices, such as [0, 1]; invalid length 1"),
        (r#"{"n": 3, "edges": [[0, 1, 2]], "y": 1}"#, "edges[0]: expected two vertices"),
        (r#"{"n": 0, "edges": [], "y": 1}"#, "expected n to be at least 1, found 0"),
        (r#"{"n": -1, "edges": [], "y": 1}"#, "invalid value: integer `-1`"),
        (r#"{"n": 1000000000, "edges": [], "y": 1}"#, "expected at most 16777216 vertices in all graphs together"),
        (r#"{"n": 3, "edges": [], "y": [1]}"#, "y, the class of the graph, a whole number or a text, or its target"),
        (r#"{"n": 3, "edges": [], "y": 99999999999999999999}"#, "expected y to be at most 9.2e18"),
        (r#"{"n": 3, "edges": [], "y": "a"}"#, "expected y to be a number, as in the lines before"),
        (r#"{"n": 3, "edges": []}"#, "expected y"),
        (r#"{"edges": [], "y": 1}"#, "missing field `n`"),
        (r#"{"n": 3, "y": 1}"#, "missing field `edges`"),
        (r#"{"n": 3, "n": 3, "edges": [], "y": 1}"#, "duplicate field `n`"),
        (r#"{"n": 3, "edges": [], "y": 1, "split": "valid"}"#, "expected split to be \"train\", \"val\" or \"test\", found \"valid\""),
        (r#"{"n": 3, "edges": [], "y": 1, "split": "val"}"#, "expected no split, as in the lines before, found one"),
        (r#"{"n": 2, "edges": [], "y": 1, "x": [[1]]}"#, "expected 2 rows of x, one for each of the vertices, found 1"),
        (r#"{"n": 1, "edges": [], "y": 1, "x": [[1]]}"#, "expected no x, as in line 1, found x with 1 numbers a row"),
        (r#"{"n": 2, "edges": [], "y": 1, "x": [[1], [1, 2]]}"#, "x[1]: expected 1 numbers, as in the row before, found 2"),
        (r#"{"n": 2, "edges": [], "y": 1, "x": [[1], []]}"#, "x[1]: expected 1 numbers, as in the row before, found 0"),
        (r#"{"n": 1, "edges": [], "y": 1, "x": [[]]}"#, "x[0]: expected at least one number, found none"),
        (r#"{"n": 1, "edges": [], "y": 1, "x": [[NaN]]}"#, "expected a finite number, found NaN, which JSON does not have"),
        (r#"{"n": 1, "edges": [], "y": NaN}"#, "expected a finite number, found NaN, which JSON does not have"),
        (r#"{"n": 1, "edges": [], "y": 1, "x": [[-Infinity]]}"#, "expected a finite number, found Infinity, which JSON does not have"),
        (r#"{"n": 1, "edges": [], "y": 1, "x": [[1e39]]}"#, "beyond 3.4e38"),
        (r#"{"n": 1, "edges": [], "y": 1, "x": [[null]]}"#, "x[0]: expected a row of finite numbers"),
        (r#"{"n": 1, "edges": [], "y": 1, "x": [1]}"#, "x[0]: expected a row of finite numbers"),
        (r#"{"n": 3, "edges": [[0, 1]], "y": 1, "edge_attr": [[1], [2]]}"#, "expected 1 rows of edge_attr, one for each of the edges, found 2"),
        (r#"{"n": 3, "edges": [[0, 1"#, "the line ends inside"),
        (r#"{"n": 1, "edges": [], "y": 1} {"#, "trailing characters"),
        ("[3, [], 1]", "expected a graph, {\"n\": 3,"),
        ("nonsense", "expected a graph, {\"n\": 3,"),
    ];
    for (text, told) in cases {
        let message = line(text);
        assert!(
            message.starts_with("folder/mine.jsonl, line 2"),
            "{message}"
        );
        assert!(message.contains(told), "{text}: {message}");
    }
    assert!(refused(&[]).starts_with("folder/mine.jsonl: expected a graph in every line"));
    assert!(refused(&["", " "]).contains("the data set is empty"));
}

#[test]
fn a_data_set_of_one_class_is_read_with_a_note() {
    let dataset = read(&[EDGE, EDGE, EDGE]).unwrap();
    assert_eq!(dataset.class_names, ["0"]);
    assert_eq!(dataset.classes, [0, 0, 0]);
    assert_eq!(
        dataset.notes,
        [
            "every graph has the class \"0\"; training and the comparison of classes require a second class"
        ]
    );
    assert_eq!(
        dataset.summary().without_training.as_deref(),
        Some(
            "every graph of “mine” has the class \"0\", and training requires two classes: add graphs of another class"
        )
    );
    let two = read(&[EDGE, PATH]).unwrap();
    assert_eq!((two.notes.len(), two.without_training()), (0, None));
}

#[test]
fn many_short_lines_cannot_exhaust_memory() {
    let text = "{\"n\":16000000,\"edges\":[],\"y\":0}\n".repeat(1000);
    let message = read_json_lines("m.jsonl", text.as_bytes())
        .unwrap_err()
        .to_string();
    assert!(
        message.starts_with("m.jsonl, line 2: expected at most 16777216 vertices"),
        "{message}"
    );
    let classes: Vec<_> = (0..2000)
        .map(|y| format!("{{\"n\":1,\"edges\":[],\"y\":{y}}}"))
        .collect();
    let message = read_json_lines("m.jsonl", classes.join("\n").as_bytes());
    let message = message.unwrap_err().to_string();
    assert!(
        message.contains("line 1025: expected at most 1024 classes"),
        "{message}"
    );
}

/// Six graphs of two classes, with these parts.
fn with_parts(parts: [&str; 6]) -> String {
    let line = |(place, part): (usize, &&str)| {
        let (n, y) = (2 + place, place % 2);
        format!("{{\"n\": {n}, \"edges\": [[0, 1]], \"y\": {y}, \"split\": \"{part}\"}}\n")
    };
    parts.iter().enumerate().map(line).collect()
}

#[test]
fn a_run_trains_and_tests_on_the_splits_of_the_file() {
    let text = with_parts(["test", "train", "train", "val", "test", "train"]);
    let mut session = pollster::block_on(Session::open(Backend::Cpu)).unwrap();
    let id = session
        .open_files(&[("own.jsonl", text.as_bytes())])
        .unwrap();
    let split = Split {
        train: vec![1, 2, 5],
        validation: vec![3],
        test: vec![0, 4],
    };
    assert_eq!(session.dataset(id).unwrap().split, Some(split));
    let expected = [
        Part::Test,
        Part::Train,
        Part::Train,
        Part::Validation,
        Part::Test,
        Part::Train,
    ];
    let parts = |rows: Vec<sublevel::protocol::GraphRow>| {
        rows.iter().map(|row| row.part).collect::<Vec<_>>()
    };
    assert_eq!(parts(session.graph_rows(id, None).unwrap()), expected);
    let config = TrainingConfig {
        epochs: 1,
        ..TrainingConfig::default()
    };
    let run = pollster::block_on(session.create(id, config.clone(), Folds::Exactly)).unwrap();
    assert_eq!(parts(session.graph_rows(id, Some(run)).unwrap()), expected);
    let summary = session.run_summary(run).unwrap();
    assert_eq!(
        (
            summary.train_graphs,
            summary.validation_graphs,
            summary.test_graphs
        ),
        (3, 1, 2)
    );
    assert_eq!((summary.config.folds, summary.config.fold), (1, 1));
    let config = TrainingConfig {
        validation: false,
        ..config
    };
    let run = pollster::block_on(session.create(id, config, Folds::Exactly)).unwrap();
    assert_eq!(session.run_summary(run).unwrap().train_graphs, 4);
}

#[test]
fn a_split_without_training_or_test_graphs_is_rejected() {
    for parts in [
        ["train"; 6],
        ["test"; 6],
        ["train", "test", "val", "val", "test", "test"],
    ] {
        let message = read_json_lines("own.jsonl", with_parts(parts).as_bytes());
        let message = message.unwrap_err().to_string();
        assert!(
            message.contains(
                "expected at least two graphs with the split \"train\" and one with \"test\""
            ),
            "{message}"
        );
    }
}

#[test]
fn json_lines_are_distinguished_from_a_single_graph() {
    let lines = format!("{EDGE}\n{PATH}\n");
    assert_eq!(Format::of("mine.json", lines.as_bytes()), Format::JsonLines);
    assert_eq!(
        Format::of("pasted text", lines.as_bytes()),
        Format::JsonLines
    );
    assert_eq!(Format::of("a.jsonl", b""), Format::JsonLines);
    for one in [
        EDGE,
        "{\n\"n\": 1,\n\"edges\": []\n}",
        "{\"nodes\": [{\"id\": 0}\n,{\"id\": 1}], \"links\": []}",
        "{}",
        "",
    ] {
        assert!(!is_json_lines(one.as_bytes()).unwrap(), "{one}");
        assert_eq!(Format::of("mine.json", one.as_bytes()), Format::Json);
    }
    let Ok(Opened::Dataset(dataset)) = open(&[("pasted text", lines.as_bytes())]) else {
        panic!("no data set");
    };
    assert_eq!(
        (dataset.graphs.len(), dataset.name.as_str()),
        (2, "pasted text")
    );
}

proptest! {
    #[test]
    fn any_line_gives_a_graph_or_an_error(
        line in "[\\[\\]{}\",:nedgsyxatrplit0-9. -]{0,60}",
        bytes in any::<Vec<u8>>(),
    ) {
        for text in [line.as_bytes(), &bytes] {
            let text = [EDGE.as_bytes(), b"\n", text].concat();
            let _ = read_json_lines("m.jsonl", &text);
            let _ = Format::of("pasted text", &text);
        }
    }

    #[test]
    fn damaged_lines_give_an_error_with_the_position_or_a_graph(
        changes in prop::collection::vec((any::<prop::sample::Index>(), any::<u8>()), 1..6),
        length in any::<prop::sample::Index>(),
        cut in any::<bool>(),
    ) {
        let mut text = fs::read(fixtures().join("pyg.jsonl")).unwrap();
        for (place, byte) in changes {
            let place = place.index(text.len());
            text[place] = byte;
        }
        if cut {
            text.truncate(length.index(text.len()));
        }
        match read_json_lines("m.jsonl", &text) {
            Ok(dataset) => for graph in &dataset.graphs {
                prop_assert!(graph.edges.iter().flatten().all(|&v| v < graph.vertices));
                prop_assert_eq!(graph.vertex_attributes.len(), dataset.vertex_attributes as usize * graph.vertices as usize);
            },
            Err(error) => prop_assert!(error.to_string().starts_with("m.jsonl"), "{}", error),
        }
    }
}

#[test]
fn filter_values_of_a_data_set_are_rejected_with_a_remedy() {
    for key in ["filter", "edge_filter"] {
        let text = format!("{{\"n\": 2, \"edges\": [[0, 1]], \"y\": 0, \"{key}\": [0.5]}}\n");
        let error = read_json_lines("d.jsonl", text.as_bytes())
            .unwrap_err()
            .to_string();
        assert!(
            error.starts_with(&format!("d.jsonl, line 1: expected no {key}")),
            "{error}"
        );
        assert!(error.contains("attribute1"), "{error}");
    }
    let nothing = "{\"n\": 1, \"edges\": [], \"y\": 0, \"filter\": null}\n{\"n\": 1, \"edges\": [], \"y\": 1}\n";
    assert!(read_json_lines("d.jsonl", nothing.as_bytes()).is_ok());
}
