//! `sublevel separate`: its output and its errors. The unit tests of `crates/topology/src/separation` check the verdicts.

use std::fs;
use std::io::Write;
use std::path::Path;
use std::process::{Output, Stdio};

use crate::support::{assert_has, json_of, stderr, stdout, sublevel};
use serde_json::json;
use sublevel::separation::Descriptor;
use tempfile::TempDir;

/// A cycle of six vertices, and two triangles.
const HEXAGON: &str = "EhEG";
const TRIANGLES: &str = "EwCW";

fn separate(folder: &Path, arguments: &[&str]) -> Output {
    let mut program = sublevel();
    program.current_dir(folder).arg("separate").args(arguments);
    program.output().unwrap()
}

fn folder() -> TempDir {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("a.g6"), HEXAGON).unwrap();
    fs::write(folder.path().join("b.g6"), TRIANGLES).unwrap();
    folder
}

/// The failure of wrong usage, and its message.
fn usage(output: &Output) -> String {
    assert_eq!(output.status.code(), Some(2), "{}", stderr(output));
    assert!(output.stdout.is_empty());
    stderr(output)
}

#[test]
fn two_graphs_have_a_line_for_each_descriptor() {
    let folder = folder();
    let table = stdout(&separate(folder.path(), &["a.g6", "b.g6"]));
    let line = |id: &str| {
        let mut lines = table.lines();
        let found = lines.find(|line| line.starts_with(&format!("{id} ")));
        found
            .unwrap_or_else(|| panic!("{id} in {table}"))
            .to_owned()
    };
    assert!(
        table.starts_with("first   a.g6: 6 vertices, 6 edges\nsecond  b.g6: 6 vertices, 6 edges\n")
    );
    for choice in Descriptor::choices() {
        let verdict = match choice.id {
            "counts" | "wl" | "gin" => "cannot",
            _ => "separates",
        };
        let line = line(choice.id);
        assert!(line.contains(verdict) && line.ends_with('.'), "{line}");
    }
    let chosen = stdout(&separate(
        folder.path(),
        &["a.g6", "b.g6", "--descriptors", "wl,counts"],
    ));
    let ids: Vec<_> = chosen
        .lines()
        .skip(3)
        .map(|line| line.split(' ').next().unwrap())
        .collect();
    assert_eq!(ids, ["counts", "wl"]);
}

#[test]
fn json_contains_the_evidence() {
    let folder = folder();
    let found = json_of(&separate(
        folder.path(),
        &["a.g6", "b.g6", "--format", "json"],
    ));
    assert_eq!(
        found["graphs"][1],
        json!({"name": "b.g6", "vertices": 6, "edges": 6})
    );
    let results = found["results"].as_array().unwrap();
    let of_id = |id: &str| results.iter().find(|one| one["descriptor"] == id).unwrap();
    assert_eq!(
        of_id("wl")["evidence"],
        json!({
            "kind": "colours",
            "first": null,
            "rounds": [{"classes": [{"colour": 0, "counts": [6, 6]}], "colours": [vec![0; 6], vec![0; 6]]}],
        })
    );
    let filter = &of_id("persistence")["evidence"];
    assert_eq!(filter["rounds"], 0);
    assert_eq!(filter["values"], json!([vec![0.0; 6], vec![0.0; 6]]));
    assert_eq!(
        of_id("loop-lengths")["evidence"]["lengths"],
        json!([[6], [3, 3]])
    );
    assert_eq!(of_id("cycles")["evidence"]["counts"][1][0], 2.0);
    assert_eq!(of_id("isomorphism")["verdict"], "separates");
    let same = json_of(&separate(
        folder.path(),
        &["a.g6", "a.g6", "--format", "json"],
    ));
    for result in same["results"].as_array().unwrap() {
        assert_eq!(result["verdict"], "cannot", "{result}");
    }
}

#[test]
fn the_smallest_graphs_have_true_reasons() {
    let folder = folder();
    fs::write(folder.path().join("vertex.g6"), "@").unwrap();
    fs::write(folder.path().join("edge.g6"), "A_").unwrap();
    let csv = stdout(&separate(
        folder.path(),
        &[
            "vertex.g6",
            "edge.g6",
            "--descriptors",
            "counts,edge-persistence,loop-lengths",
            "--format",
            "csv",
        ],
    ));
    assert_eq!(
        csv,
        "descriptor,verdict,reason\n\
         counts,separates,\"The first graph has 1 vertex and 0 edges, and the second one has 2 vertices and 1 edge.\"\n\
         edge-persistence,separates,\"Without edges, the graphs have 1 and 2 components. Every edge filter separates them.\"\n\
         loop-lengths,cannot,The graphs have no loops.\n"
    );
}

#[test]
fn other_formats_and_outputs() {
    let folder = folder();
    let csv = stdout(&separate(
        folder.path(),
        &["a.g6", "b.g6", "--descriptors", "counts", "--format", "csv"],
    ));
    assert_eq!(
        csv,
        "descriptor,verdict,reason\ncounts,cannot,Both graphs have 6 vertices and 6 edges.\n"
    );
    let written = separate(
        folder.path(),
        &[
            "a.g6",
            "b.g6",
            "--descriptors",
            "counts",
            "--format",
            "csv",
            "--out",
            "out.csv",
        ],
    );
    assert_eq!(stdout(&written), "");
    assert_eq!(
        fs::read_to_string(folder.path().join("out.csv")).unwrap(),
        csv
    );
}

#[test]
fn a_graph_can_come_from_stdin_and_in_any_format() {
    let folder = folder();
    let mut program = sublevel();
    let mut child = program
        .current_dir(folder.path())
        .args(["separate", "-", "a.g6", "--descriptors", "isomorphism"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let graph = br#"{"n": 6, "edges": [[0, 2], [2, 4], [4, 1], [1, 3], [3, 5], [5, 0], [0, 5]]}"#;
    child.stdin.take().unwrap().write_all(graph).unwrap();
    let output = child.wait_with_output().unwrap();
    assert!(
        stdout(&output).contains("isomorphism         cannot"),
        "{output:?}"
    );
    assert_has(&stderr(&output), "1 repeated edges");
}

#[test]
fn labels_and_graphs_of_data_sets_are_chosen() {
    let folder = folder();
    // Rows with a single 1 are labels.
    let line = |rows: &str, class: u32| {
        format!("{{\"n\": 3, \"edges\": [[0, 1], [1, 2]], \"x\": {rows}, \"y\": {class}}}\n")
    };
    let lines = line("[[0, 1], [1, 0], [1, 0]]", 0) + &line("[[1, 0], [0, 1], [1, 0]]", 1);
    fs::write(folder.path().join("two.jsonl"), lines).unwrap();
    let run = |more: &[&str]| {
        let arguments = [&["two.jsonl", "--descriptors", "wl"], more].concat();
        separate(folder.path(), &arguments)
    };
    let both = ["--graph", "1", "--graph", "2"];
    assert!(stdout(&run(&both)).contains("wl                  cannot"));
    let labelled = run(&[&both[..], &["--labels", "label"]].concat());
    let labels = stderr(&labelled);
    assert!(
        stdout(&labelled).contains("wl                  separates"),
        "{labels}"
    );
    let message = usage(&run(&[&both[..], &["--labels", "colour"]].concat()));
    assert_has(&message, "no vertex attribute \"colour\"");
    let message = usage(&run(&["--graph", "1", "--graph", "3"]));
    assert_has(&message, "expected --graph from 1 to 2, found 3");
    let message = usage(&separate(folder.path(), &["two.jsonl", "a.g6"]));
    assert!(
        message.contains("choose one with --graph N") && !message.contains("--all"),
        "{message}"
    );
}

#[test]
fn pairs_have_percentages_by_class() {
    let folder = folder();
    let file = format!(
        "{HEXAGON} regular\n{TRIANGLES}\n\n{HEXAGON} same\n{HEXAGON} same\nDQc same\nDQc\n"
    );
    fs::write(folder.path().join("pairs.g6"), file).unwrap();
    let chosen = ["--descriptors", "wl,persistence,isomorphism"];
    let run = |more: &[&str]| {
        let arguments = [&["--pairs", "pairs.g6"], &chosen[..], more].concat();
        separate(folder.path(), &arguments)
    };
    assert_eq!(
        stdout(&run(&[])),
        "pairs separated  all (3)  regular (1)  same (2)\n\
         wl                 0.0 %        0.0 %     0.0 %\n\
         persistence       33.3 %      100.0 %     0.0 %\n\
         isomorphism       33.3 %      100.0 %     0.0 %\n"
    );
    let found = json_of(&run(&["--format", "json", "--classes", "first=1,rest=2-3"]));
    assert_eq!(
        found["pairs"][0],
        json!({"pair": 1, "graphs": ["line 1", "line 2"], "class": "first",
               "verdicts": {"wl": "cannot", "persistence": "separates", "isomorphism": "separates"}})
    );
    assert_eq!(
        found["counts"][1],
        json!({"descriptor": "persistence", "all": {"pairs": 3, "separated": 1, "undecided": 0},
               "classes": [{"class": "first", "pairs": 1, "separated": 1, "undecided": 0},
                           {"class": "rest", "pairs": 2, "separated": 0, "undecided": 0}]})
    );
    let csv = stdout(&run(&["--format", "csv"]));
    assert_eq!(csv.lines().count(), 10);
    assert_has(&csv, "\n2,same,line 4,line 5,wl,cannot\n");
    let one = stdout(&run(&["--pair", "1"]));
    assert_has(&one, "first   line 1: 6 vertices");
    let message = usage(&run(&["--pair", "4"]));
    assert_has(&message, "expected --pair from 1 to 3, found 4");
    // Two vertices with an edge and a self-loop, and two vertices with an edge.
    fs::write(folder.path().join("pairs.g6"), ":AJ\nA_\n").unwrap();
    let looped = stderr(&run(&[]));
    assert_has(&looped, "1 repeated edges and self-loops are left out");
}

#[test]
fn brec_has_published_percentages() {
    let folder = folder();
    fs::write(
        folder.path().join("pairs.g6"),
        format!("{HEXAGON}\n{TRIANGLES}\n"),
    )
    .unwrap();
    let output = separate(
        folder.path(),
        &[
            "--pairs",
            "pairs.g6",
            "--classes",
            "brec",
            "--descriptors",
            "forman",
        ],
    );
    let table = stdout(&output);
    assert!(
        table
            .lines()
            .next()
            .unwrap()
            .ends_with("Basic (1)  published (400)"),
        "{table}"
    );
    assert_has(&table, "41 %");
    assert_has(&stderr(&output), "holds 1 pairs, and --classes ends at 400");
}

#[test]
fn families_are_generated() {
    let folder = folder();
    let table = stdout(&separate(
        folder.path(),
        &["--pairs", "necklaces", "--descriptors", "wl,persistence"],
    ));
    // Sizes 10, 13, 16 and 19; all but 12 and 14.
    assert_has(
        &table,
        "wl                 40.0 %\npersistence        80.0 %\n",
    );
}

#[test]
fn the_search_lists_graphs() {
    let folder = folder();
    let run = |more: &[&str]| {
        let arguments = [&["--search", "--vertices", "6"], more].concat();
        separate(folder.path(), &arguments)
    };
    let found = json_of(&run(&[
        "--descriptors",
        "wl",
        "--format",
        "json",
        "--limit",
        "100",
    ]));
    let sizes = found["sizes"].as_array().unwrap();
    let graphs: Vec<_> = sizes
        .iter()
        .map(|size| size["graphs"].as_u64().unwrap())
        .collect();
    assert_eq!(graphs, [1, 2, 4, 11, 34, 156]);
    assert_eq!(sizes[4]["classes"], 0);
    assert!(sizes[5]["classes"].as_u64().unwrap() > 0);
    // Every listed pair is read back and is not separated.
    let class = &sizes[5]["listed"][0];
    let pair = format!(
        "{}\n{}\n",
        class[0].as_str().unwrap(),
        class[1].as_str().unwrap()
    );
    fs::write(folder.path().join("found.g6"), pair).unwrap();
    let table = stdout(&separate(
        folder.path(),
        &["--pairs", "found.g6", "--descriptors", "wl,isomorphism"],
    ));
    assert_has(
        &table,
        "wl                 0.0 %\nisomorphism      100.0 %\n",
    );

    let table = stdout(&run(&["--descriptors", "wl", "--connected"]));
    assert_has(&table, "6               112");
    let csv = stdout(&run(&["--descriptors", "wl", "--format", "csv"]));
    assert!(csv.starts_with("vertices,class,graph6\n6,1,"), "{csv}");
    let message = usage(&run(&["--descriptors", "isomorphism"]));
    assert_has(&message, "isomorphism separates all graphs");
}

#[test]
fn errors_name_the_file_and_the_line() {
    let folder = folder();
    let with = |text: &str| {
        fs::write(folder.path().join("bad.g6"), text).unwrap();
        usage(&separate(folder.path(), &["--pairs", "bad.g6"]))
    };
    let message = with("EhEG\nEwCW\nDQc\n");
    assert!(
        message.contains(
            "bad.g6, line 3: the graph has no partner; expected an even number of graphs, found 3"
        ),
        "{message}"
    );
    let message = with("EhEG\nEw!W\n");
    assert_has(
        &message,
        "bad.g6, line 2, column 3: expected a character from ? to ~, found \"!\"",
    );
    let message = with("EhEG one\nEwCW two\n");
    assert_has(&message, "bad.g6, line 2: expected the class \"one\"");
    let message = with("\n");
    assert_has(&message, "bad.g6: is empty");
    let run = |arguments: &[&str]| usage(&separate(folder.path(), arguments));
    assert!(run(&["a.g6"]).contains("expected two graphs"));
    assert!(run(&["-", "-"]).contains("stdin (-) holds one graph"));
    assert!(run(&["a.g6", "none.g6"]).contains("none.g6 cannot be read"));
    assert!(run(&["--pairs", "none"]).contains("none cannot be read"));
    assert!(run(&["a.g6", "b.g6", "--descriptors", "colour"]).contains("possible values"));
    assert!(run(&["--pairs", "csl", "--classes", "x"]).contains("such as small=1-60"));
    assert!(run(&[]).contains("required"));
}

#[test]
fn a_maximum_number_of_steps_leaves_pairs_undecided() {
    let folder = folder();
    let arguments = [
        "--pairs",
        "csl",
        "--descriptors",
        "wl,cycles",
        "--max-steps",
        "1",
    ];
    let table = stdout(&separate(folder.path(), &arguments));
    assert_has(&table, "cycles           0.0 % (45)");
    assert_has(&table, "count undecided pairs");
}
