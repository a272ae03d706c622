//! `sublevel barcode` and `sublevel datasets`: their output and their errors. `tests/library/formats.rs` tests the formats.

use std::collections::HashMap;
use std::fs;
use std::io::{BufRead, BufReader, Read, Write};
use std::path::Path;
use std::process::{Output, Stdio};

use crate::support::{assert_has, json_of, refused, stderr, stdout, sublevel};
use serde_json::{Value, json};
use sublevel::graph::filters::Filter;

/// Two valleys, at vertices 0 and 3, that meet at vertex 1; vertex 2 closes a triangle.
const GRAPH: &str =
    r#"{"n": 4, "edges": [[0, 1], [1, 3], [0, 2], [1, 2]], "filter": [0.25, 2, 3, 0.5]}"#;

/// The words of a text, as a shell divides it.
fn words(text: &str) -> Vec<String> {
    shlex::split(text).unwrap()
}

/// Runs `sublevel barcode -` with this text on stdin.
fn barcode(text: impl AsRef<[u8]>, options: &str) -> Output {
    let mut child = sublevel()
        .args(["barcode", "-"])
        .args(words(options))
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    // The program may end before it has read everything.
    let _ = child.stdin.take().unwrap().write_all(text.as_ref());
    child.wait_with_output().unwrap()
}

/// Runs the program with these arguments and nothing on stdin.
fn run(arguments: &[impl AsRef<std::ffi::OsStr>]) -> Output {
    let mut program = sublevel();
    program.args(arguments).stdin(Stdio::null());
    program.output().unwrap()
}

/// Runs the program with these words as arguments and nothing on stdin.
fn run_words(arguments: &str) -> Output {
    run(&words(arguments))
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
    assert_eq!(json_of(&barcode(GRAPH, "")), expected);

    let file = tempfile::NamedTempFile::new().unwrap();
    fs::write(file.path(), GRAPH).unwrap();
    let from_file = sublevel().arg("barcode").arg(file.path()).output().unwrap();
    assert_eq!(json_of(&from_file), expected);
    let explicit = "--filter values --engine union-find --format json";
    assert_eq!(json_of(&barcode(GRAPH, explicit)), expected);
}

#[test]
fn zero_length_bars_are_kept_on_request() {
    let barcodes = json_of(&barcode(GRAPH, "--keep-zero"));
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
    let barcodes = json_of(&barcode(GRAPH, "--filter degree"));
    assert_eq!(barcodes["sublevel"]["h0_essential"][0]["birth"], 1.0);
    assert_eq!(
        barcodes["superlevel"]["h0_essential"],
        json!([{"birth": 3.0, "birth_vertex": 1}])
    );
    // This needs no values, and each end of a repeated edge or a self-loop counts.
    let multigraph = br#"{"n": 2, "edges": [[0, 1], [0, 1], [1, 1]]}"#;
    let barcodes = json_of(&barcode(multigraph, "--filter degree"));
    let born = json!({"birth": 4.0, "birth_vertex": 1});
    assert_eq!(barcodes["sublevel"]["h1_essential"], json!([born, born]));
}

#[test]
fn csv_has_one_line_per_bar() {
    assert_eq!(
        stdout(&barcode(GRAPH, "--format csv")),
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
    let barcodes = json_of(&barcode(br#"{"n": 0, "edges": [], "filter": []}"#, ""));
    let none = json!({"h0": [], "h0_essential": [], "h1_essential": []});
    assert_eq!(barcodes, json!({"sublevel": none, "superlevel": none}));
}

/// The graph of [`GRAPH`] in each format, with the required arguments.
fn in_every_format(folder: &Path) -> Vec<Vec<String>> {
    let write = |name: &str, text: &str| {
        let path = folder.join(name);
        fs::write(&path, text).unwrap();
        path.to_str().unwrap().to_owned()
    };
    let node_link = r#"{"nodes": [{"id": 0, "filter": 0.25}, {"id": 1, "filter": 2}, {"id": 2, "filter": 3},
        {"id": 3, "filter": 0.5}], "links": [{"source": 0, "target": 1}, {"source": 1, "target": 3},
        {"source": 0, "target": 2}, {"source": 1, "target": 2}]}"#;
    let graphml = "<graphml><key id='f' for='node' attr.name='filter' attr.type='double'/><graph>\
        <node id='0'><data key='f'>0.25</data></node><node id='1'><data key='f'>2</data></node>\
        <node id='2'><data key='f'>3</data></node><node id='3'><data key='f'>0.5</data></node>\
        <edge source='0' target='1'/><edge source='1' target='3'/><edge source='0' target='2'/>\
        <edge source='1' target='2'/></graph></graphml>";
    let values = write("values.txt", "0 0.25\n1 2\n2 3\n3 0.5\n");
    let column = write("column.txt", "0.25\n2\n3\n0.5\n");
    let edges = write("graph.edges", "0 1\n1 3\n0 2\n1 2\n");
    let set = folder.join("T");
    fs::create_dir(&set).unwrap();
    for (name, text) in [
        ("A", "1, 2\n3, 4\n4, 6\n3, 5\n4, 5\n"),
        ("graph_indicator", "1\n1\n2\n2\n2\n2\n"),
        ("graph_labels", "0\n1\n"),
        (
            "node_attributes",
            "1, 0\n1, 0\n9, 0.25\n9, 2\n9, 3\n9, 0.5\n",
        ),
        ("edge_labels", "1\n5\n6\n7\n8\n"),
    ] {
        fs::write(set.join(format!("T_{name}.txt")), text).unwrap();
    }
    let mut zip = zip::ZipWriter::new(fs::File::create(folder.join("T.zip")).unwrap());
    for file in fs::read_dir(&set).unwrap() {
        let path = file.unwrap().path();
        let name = path.file_name().unwrap().to_str().unwrap();
        zip.start_file(name, zip::write::SimpleFileOptions::default())
            .unwrap();
        zip.write_all(&fs::read(&path).unwrap()).unwrap();
    }
    zip.finish().unwrap();
    let zip = folder.join("T.zip").to_str().unwrap().to_owned();
    let set = set.to_str().unwrap().to_owned();
    let of_set = ["--graph", "2", "--filter", "attribute2"];
    #[rustfmt::skip]
    let lists: [&[&str]; 12] = [
        &[&write("graph.json", GRAPH)],
        &[&write("graph", GRAPH)],
        &[&write("node-link.json", node_link)],
        &[&write("graph.graphml", graphml)],
        &[&write("graph.xml", graphml)],
        &[&write("graph.unknown", graphml)],
        &[&write("json.txt", GRAPH), "--input", "json"],
        &[&edges, "--values", &values],
        &[&edges, "--values", &column],
        &[&write("edges.json", "0 1\n1 3\n0 2\n1 2"), "--input", "edges", "--values", &values],
        &[&[&*zip], &of_set[..]].concat(),
        &[&[&*set], &of_set[..]].concat(),
    ];
    lists
        .map(|list| list.iter().map(|&word| word.to_owned()).collect())
        .into()
}

#[test]
fn every_format_gives_the_same_barcodes() {
    let folder = tempfile::tempdir().unwrap();
    let expected = json_of(&barcode(GRAPH, ""));
    for arguments in in_every_format(folder.path()) {
        let output = sublevel().arg("barcode").args(&arguments).output().unwrap();
        assert_eq!(json_of(&output), expected, "{arguments:?}");
        // The same from stdin, where only the first character identifies the format.
        let [file, options @ ..] = &arguments[..] else {
            unreachable!()
        };
        if let Ok(text) = fs::read(file) {
            let bars = json_of(&barcode(&text, &options.join(" ")));
            assert_eq!(bars, expected, "{arguments:?}");
        }
    }
}

#[test]
fn vertices_keep_their_names() {
    let graph = b"late early 1\nearly between 2";
    let output = json_of(&barcode(graph, "--filter degree"));
    assert_eq!(output["names"], json!(["late", "early", "between"]));
    assert_eq!(
        output["superlevel"]["h0_essential"],
        json!([{"birth": 2.0, "birth_vertex": 1}])
    );
}

/// Two triangles with a common edge; edges have values, and vertices and edges have other attributes.
const NODE_LINK: &str = r#"{"nodes": [{"id": "a", "height": 0}, {"id": "b", "height": 1, "some": 1},
    {"id": "c", "height": 2}, {"id": "d", "height": 3}],
    "links": [{"source": "a", "target": "b", "filter": 1, "weight": 9}, {"source": "b", "target": "c", "filter": 2, "weight": 9},
    {"source": "a", "target": "c", "filter": 5, "weight": 9}, {"source": "b", "target": "d", "filter": 4, "weight": 9},
    {"source": "c", "target": "d", "filter": 7, "weight": 9}]}"#;

#[test]
fn vertex_attributes_can_be_the_filter() {
    // A triangle with a tail; the loop and the repeated edge do not count for these filters.
    let graph = br#"{"n": 4, "edges": [[0, 1], [1, 2], [0, 2], [2, 3], [3, 3], [3, 2]]}"#;
    let births = |filter: &str| -> Vec<f64> {
        let output = json_of(&barcode(graph, &format!("--filter {filter} --keep-zero")));
        let bars = output["sublevel"]["h0"].as_array().unwrap().iter();
        let essential = output["sublevel"]["h0_essential"].as_array().unwrap();
        let mut births: Vec<(u64, f64)> = bars
            .chain(essential)
            .map(|bar| {
                (
                    bar["birth_vertex"].as_u64().unwrap(),
                    bar["birth"].as_f64().unwrap(),
                )
            })
            .collect();
        births.sort_by_key(|&(vertex, _)| vertex);
        births.into_iter().map(|(_, birth)| birth).collect()
    };
    assert_eq!(births("core"), [2.0, 2.0, 2.0, 1.0]);
    let closeness = births("closeness");
    for (found, expected) in closeness.iter().zip([0.75, 0.75, 1.0, 0.6]) {
        assert!((found - expected).abs() < 1e-6, "{closeness:?}");
    }
    let heat = births("heat-kernel");
    assert!(
        heat[0] == heat[1] && heat[0] > 1.0 / 3.0 && heat[2] < 1.0,
        "{heat:?}"
    );
}

#[test]
fn attributes_can_be_the_filter() {
    let output = json_of(&barcode(NODE_LINK, "--filter height"));
    assert_eq!(
        output["superlevel"]["h0_essential"],
        json!([{"birth": 3.0, "birth_vertex": 3}])
    );
    let born: Vec<_> = output["sublevel"]["h1_essential"]
        .as_array()
        .unwrap()
        .iter()
        .collect();
    assert_eq!(
        born,
        [
            &json!({"birth": 2.0, "birth_vertex": 2}),
            &json!({"birth": 3.0, "birth_vertex": 3})
        ]
    );
}

#[test]
fn edges_can_have_separate_values() {
    let with = |options: &str| json_of(&barcode(NODE_LINK, &format!("--filter height {options}")));
    let output = with("--edge-filter");
    assert_eq!(output.get("superlevel"), None);
    assert_eq!(
        output["sublevel"],
        json!({
            "h0": [{"birth": 3.0, "birth_vertex": 3, "death": 4.0, "death_edge": [1, 3]}],
            "h0_essential": [{"birth": 0.0, "birth_vertex": 0}],
            "h1_essential": [{"birth": 5.0, "birth_edge": [0, 2]}, {"birth": 7.0, "birth_edge": [2, 3]}],
        })
    );
    let weight = with("--edge-filter=weight");
    assert_eq!(weight["sublevel"]["h0"].as_array().unwrap().len(), 3);
    assert_eq!(weight["sublevel"]["h1_essential"][1]["birth"], 9.0);
    // Vertices that enter with their first edge leave no bars that wait for that edge.
    let first = barcode(NODE_LINK, "--edge-filter --filter edges");
    let first = json_of(&first);
    assert_eq!(first["sublevel"]["h0"], json!([]));
    assert_eq!(
        first["sublevel"]["h0_essential"],
        json!([{"birth": 1.0, "birth_vertex": 0}])
    );
    // The third column of an edge list, and the list in the JSON format.
    let list = json_of(&barcode(
        b"0 1 0.5\n1 2 0.25",
        "--edge-filter --filter edges",
    ));
    assert_eq!(list["sublevel"]["h0_essential"][0]["birth"], 0.25);
    let own = br#"{"n": 2, "edges": [[0, 1]], "filter": [0, 1], "edge_filter": [3]}"#;
    let own = json_of(&barcode(own, "--edge-filter"));
    assert_eq!(
        own["sublevel"]["h0"],
        json!([{"birth": 1.0, "birth_vertex": 1, "death": 3.0, "death_edge": [0, 1]}])
    );
    // A graph without edges lacks no values.
    let none = json_of(&barcode(
        br#"{"n": 1, "edges": [], "filter": [2]}"#,
        "--edge-filter",
    ));
    assert_eq!(none["sublevel"]["h0_essential"][0]["birth"], 2.0);
}

#[test]
fn triangles_fill_loops() {
    let output = json_of(&barcode(
        NODE_LINK,
        "--filter height --edge-filter --clique --keep-zero",
    ));
    let bar = |birth: f32, edge: [u32; 2], triangle: [u32; 3]| json!({"birth": birth, "birth_edge": edge, "death": birth, "death_triangle": triangle});
    assert_eq!(
        output["sublevel"]["h1"],
        json!([bar(5.0, [0, 2], [0, 1, 2]), bar(7.0, [2, 3], [1, 2, 3])])
    );
    assert_eq!(output["sublevel"]["h1_essential"], json!([]));
    // A square has no triangle.
    let square = b"0 1\n1 2\n2 3\n3 0";
    let output = json_of(&barcode(square, "--filter degree --clique"));
    for direction in ["sublevel", "superlevel"] {
        assert_eq!(output[direction]["h1"], json!([]), "{direction}");
        assert_eq!(
            output[direction]["h1_essential"].as_array().unwrap().len(),
            1
        );
    }
}

#[test]
fn extended_persistence_ends_every_class() {
    let plain = json_of(&barcode(GRAPH, ""));
    for engine in ["union-find", "reduction"] {
        let mut output = json_of(&barcode(GRAPH, &format!("--extended --engine {engine}")));
        let extended = output.as_object_mut().unwrap().remove("extended");
        assert_eq!(
            extended,
            Some(json!({
                "h0": [{"birth": 0.25, "death": 3.0, "birth_vertex": 0, "death_vertex": 2}],
                "h1": [{"birth": 3.0, "death": 0.25, "birth_vertex": 2, "death_vertex": 0}],
            }))
        );
        assert_eq!(output, plain);
    }
    let lines = |options: &str| {
        let alone = br#"{"n": 1, "edges": [[0, 0]], "filter": [1]}"#;
        let text = stdout(&barcode(
            alone,
            &format!("{options} --extended --format csv"),
        ));
        let extended = text.lines().filter(|line| line.starts_with("extended"));
        extended.map(str::to_owned).collect::<Vec<_>>()
    };
    assert!(lines("").is_empty());
    assert_eq!(
        lines("--keep-zero"),
        ["extended,h0,1,1,0,0", "extended,h1,1,1,0,0"]
    );
}

#[test]
fn representatives_are_vertices_of_components_and_cycles() {
    // The triangle 0, 1, 2 and its leaf 3, which is born first.
    let graph = br#"{"n": 4, "edges": [[0, 1], [1, 2], [0, 2], [2, 3]], "filter": [1, 2, 3, 0]}"#;
    let csv = |options: &str| {
        stdout(&barcode(
            graph,
            &format!("--representatives --format csv {options}"),
        ))
    };
    assert_eq!(
        csv("--extended"),
        "direction,kind,birth,death,birth_vertex,death_vertex,representative\n\
         sublevel,h0,1,3,0,2,0-1\n\
         sublevel,h0_essential,0,,3,,0-1-2-3\n\
         sublevel,h1_essential,3,,2,,2-0-1\n\
         superlevel,h0_essential,3,,2,,0-1-2-3\n\
         superlevel,h1_essential,1,,0,,0-2-1\n\
         extended,h0,0,3,3,2,0-1-2-3\n\
         extended,h1,3,1,2,0,0-2-1\n"
    );
    let filled = csv("--clique --keep-zero");
    let loops: Vec<&str> = filled
        .lines()
        .filter(|line| line.contains(",h1,"))
        .collect();
    assert_eq!(
        loops,
        [
            "sublevel,h1,3,3,2,2,1-2,,0-1-2,2-0-1",
            "superlevel,h1,1,1,0,0,0-1,,0-1-2,0-2-1"
        ]
    );

    let json = json_of(&barcode(graph, "--representatives"));
    assert_eq!(
        json["sublevel"],
        json!({
            "h0": [{"birth": 1.0, "death": 3.0, "birth_vertex": 0, "death_vertex": 2, "component": [0, 1]}],
            "h0_essential": [{"birth": 0.0, "birth_vertex": 3, "component": [0, 1, 2, 3]}],
            "h1_essential": [{"birth": 3.0, "birth_vertex": 2, "cycle": [2, 0, 1]}],
        })
    );

    // Squares with discs that grow.
    for complex in ["--rips", "--alpha"] {
        let square = b"0,0\n1,0\n1,1\n0,1\n";
        let json = json_of(&barcode(square, &format!("{complex} --representatives")));
        let cycle = json["sublevel"]["h1"][0]["cycle"].as_array().unwrap();
        assert_eq!(cycle.len(), 4, "{complex}: {json}");
        let last = json["sublevel"]["h0_essential"][0]["component"].clone();
        assert_eq!(last, json!([0, 1, 2, 3]), "{complex}");
    }
}

#[test]
fn tables_of_other_programs_have_the_bars_of_their_authors() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../tests/fixtures/tables");
    let root2 = 2f64.sqrt();
    // Deaths of components, the number of essential ones, loops with their deaths, births of essential loops, and a note.
    #[rustfmt::skip]
    let cases = [
        ("edges_index.csv", "--filter degree", vec![], 1, vec![], vec![2.0], "the column 1 without a heading is left out"),
        ("points_index.csv", "--rips", vec![3.0, 4.0], 1, vec![], vec![], "the column 1 without a heading is left out"),
        ("contacts.txt", "--edge-filter --filter edges", vec![], 1, vec![], vec![2.0], "the first line is read as headings"),
        ("decimal_comma.csv", "--rips", vec![1.25, 1.5], 1, vec![], vec![], "the first line is read as headings"),
        ("blank_cells.csv", "--rips --distances", vec![2.0], 2, vec![], vec![], ""),
        ("square.off", "--rips", vec![1.0; 3], 1, vec![[1.0, root2]], vec![], "4 vertices are read as points"),
        ("upper.csv", "--rips --distances", vec![1.0, 2.0, 3.0], 1, vec![], vec![], "upper triangle"),
        ("lower_zero.txt", "--rips --distances", vec![2.0], 1, vec![], vec![], "lower triangle"),
        ("inf.txt", "--rips --distances", vec![1.0, 1.0, 1.5], 1, vec![], vec![1.5], ""),
        ("ulp.txt", "--rips --distances", vec![0.3], 1, vec![], vec![], "differ by rounding"),
    ];
    for (file, options, deaths, components, loops, essential, note) in cases {
        let output = run_words(&format!("barcode {folder}/{file} {options}"));
        let bars = &json_of(&output)["sublevel"];
        let numbers = |list: &str, key: &str| -> Vec<f64> {
            let bars = bars[list].as_array().into_iter().flatten();
            let mut numbers: Vec<_> = bars.map(|bar| bar[key].as_f64().unwrap()).collect();
            numbers.sort_by(f64::total_cmp);
            numbers
        };
        assert_eq!(numbers("h0", "death"), deaths, "{file}");
        assert_eq!(numbers("h0_essential", "birth").len(), components, "{file}");
        let of_loops = [numbers("h1", "birth"), numbers("h1", "death")];
        let expected = [0, 1].map(|end| loops.iter().map(|ends: &[f64; 2]| ends[end]).collect());
        let expected: [Vec<f64>; 2] = expected;
        assert_eq!(of_loops, expected, "{file}");
        assert_eq!(numbers("h1_essential", "birth"), essential, "{file}");
        assert!(
            stderr(&output).contains(note),
            "{file}: {}",
            stderr(&output)
        );
    }
    for (file, words) in [
        ("points_missing.csv --rips", "line 2, column 2"),
        ("correlation.txt --rips --distances", "√(2(1 − r))"),
    ] {
        let output = run_words(&format!("barcode {folder}/{file}"));
        assert!(refused(&output).contains(words), "{file}");
    }
    let people = "person,friend,score\nann,bob,1\nbob,eve,2\n";
    let unnamed = barcode(people, "--edge-filter --filter edges");
    let option = "--columns source=person,target=friend,weight=score";
    assert!(refused(&unnamed).contains(option));
    let named = barcode(people, &format!("--edge-filter --filter edges {option}"));
    assert_has(&stderr(&named), "the first line is read as headings");
    let lines = b"{\"n\": 1, \"edges\": []}\n{\"n\": 2, \"edges\": []}\n";
    for (text, options) in [
        (&b"a b\n"[..], "--columns x,y"),
        (b"0 0\n1 2\n", "--rips --columns source=1,target=2"),
        (b"a b\n", "--columns vertex=1,value=2"),
        (lines, "--all --columns source=1,target=2"),
    ] {
        assert!(
            refused(&barcode(text, options)).contains("--columns"),
            "{options}"
        );
    }
    let sparse = barcode("A_\nA_\n", "--input graph6 --graph 1 --parallel-edges keep");
    assert!(refused(&sparse).contains("--parallel-edges keep requires the file of one graph"));
}

#[test]
fn points_of_any_size_have_their_distances_or_are_refused_with_a_remedy() {
    let death = |text: &str, options: &str| {
        let json = json_of(&barcode(text, options));
        json["sublevel"]["h0"][0]["death"].as_f64().unwrap()
    };
    assert!((death("0 0\n1e154 1e154", "--rips") / 1e154 - 2f64.sqrt()).abs() < 1e-15);
    assert!((death("0 0\n1e-200 1e-200", "--rips") / 1e-200 - 2f64.sqrt()).abs() < 1e-15);
    let equal = "0 0\n".repeat(17_000);
    #[rustfmt::skip]
    let cases = [
        ("-1e308 0\n1e308 0", "--rips", "divide all coordinates"),
        // The pairs are counted for seconds on a busy computer, which would report progress.
        (&equal, "--rips --quiet", "keep one of several equal points"),
        ("0 0\n1e300 1", "--alpha", "line 2: point 1, counted from 0, has the coordinates 1e300 and 1e0"),
        ("x,y\n0,0\n\n1,1e-50", "--alpha", "line 4: point 1, counted from 0"),
        ("0 0\n1 1e-50", "--alpha", "replace values that are nearly 0"),
        ("0 0\n1 1", "--rips --max-scale 0.5 --vectorize betti --range 0,1 --format npz --out x.npz", "--range ends beyond --max-scale"),
    ];
    for (text, options, remedy) in cases {
        assert_refused(&barcode(text, options), remedy);
    }
    // The parser of options adds a line about --help to its errors.
    let negative = barcode(b"0 0\n1 1", "--rips --max-scale=-1");
    let message = refused(&negative);
    assert!(
        message.starts_with("error: ") && message.contains("a number that is not negative"),
        "{message}"
    );
    assert!(negative.stdout.is_empty());
}

#[test]
fn bars_that_a_maximum_scale_cuts_are_marked() {
    // Two pairs of points: the pairs are joined at 4, beyond the scale.
    let text = "0 0\n1 0\n0 4\n1 4\n";
    let bars = |options: &str| {
        let output = barcode(text, &format!("--rips {options}"));
        let is_told = stderr(&output).contains("may end beyond it");
        assert_eq!(
            is_told,
            options.contains("--max-scale 2"),
            "{}",
            stderr(&output)
        );
        stdout(&output)
    };
    let cut: Value = serde_json::from_str(&bars("--max-scale 2")).unwrap();
    assert_eq!(cut["max_scale"], 2.0);
    assert_eq!(cut["sublevel"]["h0_essential"].as_array().unwrap().len(), 2);
    assert_eq!(
        bars("--max-scale 2 --format csv"),
        "direction,kind,birth,death,birth_vertex,death_vertex,birth_edge,death_edge,death_triangle,max_scale\n\
         sublevel,h0,0,1,1,,,0-1,,\n\
         sublevel,h0,0,1,3,,,2-3,,\n\
         sublevel,h0_essential,0,,0,,,,,\n\
         sublevel,h0_essential,0,,2,,,,,2\n"
    );
    // The enclosing radius is less than 5.
    for options in ["", "--max-scale 5"] {
        assert!(!bars(options).contains("max_scale"));
        assert!(!bars(&format!("{options} --format csv")).contains("max_scale"));
    }
    let folder = tempfile::tempdir().unwrap();
    let archive = |options: &str| {
        let path = folder.path().join("bars.npz");
        bars(&format!(
            "{options} --format npz --out '{}'",
            path.display()
        ));
        let file = fs::File::open(path).unwrap();
        let mut archive = zip::ZipArchive::new(file).unwrap();
        let found = archive.by_name("max_scale.npy").map(|mut array| {
            let mut bytes = Vec::new();
            array.read_to_end(&mut bytes).unwrap();
            f64::from_le_bytes(*bytes.last_chunk().unwrap())
        });
        found.ok()
    };
    assert_eq!(archive("--max-scale 2"), Some(2.0));
    assert_eq!(archive(""), None);
}

#[test]
fn gudhi_format_has_one_direction() {
    let text = |options: &str| stdout(&barcode(GRAPH, options));
    assert_eq!(
        text("--format gudhi"),
        "# sublevel: dimension birth death\n0 0.5 2\n0 0.25 inf\n1 3 inf\n"
    );
    assert_eq!(
        text("--format gudhi --direction superlevel"),
        "# superlevel, values negated: dimension birth death\n0 -3 inf\n1 -0.25 inf\n"
    );
}

/// The values of `--engine`. The program of the default tests is built without the WGSL engine.
const ENGINES: &[&str] = match cfg!(feature = "gpu") {
    true => &["union-find", "reduction", "gpu"],
    false => &["union-find", "reduction"],
};

#[test]
fn all_engines_give_the_same_result() {
    for arguments in ["", "--keep-zero", "--filter degree"] {
        let expected = json_of(&barcode(GRAPH, arguments));
        for engine in ENGINES {
            let bars = barcode(GRAPH, &format!("{arguments} --engine {engine}"));
            assert_eq!(json_of(&bars), expected, "{engine}");
        }
    }
    let large = |engine: &str| {
        let text = br#"{"n": 70000, "edges": []}"#;
        barcode(text, &format!("--filter degree --engine {engine}"))
    };
    // The GPU driver may have written messages before.
    let output = large("gpu");
    assert_eq!(output.status.code(), Some(2));
    let expected = match cfg!(feature = "gpu") {
        true => {
            "error: stdin: a GPU takes graphs of at most 65535 vertices, this one has 70000; --engine union-find"
        }
        false => "error: --engine gpu needs a program that was built with it",
    };
    assert_has(&stderr(&output), expected);
    assert_refused(
        &large("reduction"),
        "stdin: the graph has 70000 vertices and edges, --engine reduction takes at most 200; --engine union-find",
    );
}

#[test]
fn the_barcodes_of_a_data_set_of_one_class_are_written_with_a_note() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("one.jsonl");
    let line = "{\"n\": 3, \"edges\": [[0, 1], [1, 2], [0, 2]], \"y\": 7}\n";
    fs::write(&path, line.repeat(2)).unwrap();
    let mut program = sublevel();
    program
        .arg("barcode")
        .arg(&path)
        .args(["--all", "--filter", "degree"]);
    let output = program.output().unwrap();
    let printed = stderr(&output);
    assert!(output.status.success(), "{printed}");
    assert_has(&printed, "one.jsonl: every graph has the class \"7\"");
    let lines = String::from_utf8(output.stdout).unwrap();
    assert_eq!(lines.lines().count(), 2);
}

/// Checks that the program exits with 2 and prints one error with this text, after its notes.
fn assert_refused(output: &Output, expected: &str) {
    let mut message = stderr(output);
    while let Some((_, rest)) = message
        .split_once('\n')
        .filter(|(line, _)| line.starts_with("note: "))
    {
        message = rest.to_owned();
    }
    assert_eq!(output.status.code(), Some(2), "{expected}: {message}");
    assert!(
        message.starts_with("error: ") && message.contains(expected),
        "{expected}\n{message}"
    );
    assert_eq!(message.lines().count(), 1, "{message}");
    assert!(output.stdout.is_empty());
}

#[test]
fn errors_in_graphs_name_the_position_and_the_expected_value() {
    #[rustfmt::skip]
    let cases: [(&[u8], &str); 17] = [
        (b"", "stdin: is empty"),
        // The mark of UTF-16 without a text, with half of a character, and bytes that are text in no encoding.
        (b"\xff\xfe", "stdin: is empty"),
        (b"\xff\xfe0", "stdin: begins as text in UTF-16 and is damaged or cut off"),
        (b"\x80\xfe", "stdin, line 1, column 1: expected text in UTF-8"),
        (b"{\"n\": 2,\n\"edges\": [[0, 1]", "stdin, line 2"),
        (b"[]", "stdin, line 1, column 1: invalid type: a list, expected an object {\"n\""),
        (br#"{"n": 2}"#, "stdin: expected a list \"edges\""),
        (br#"{"n": -1, "edges": []}"#, "-1"),
        (br#"{"n": 5000000000, "edges": []}"#, "stdin: n: expected at most 1048576 vertices in a file of this size"),
        (br#"{"n": 2, "edges": [[0, 2]], "filter": [0, 1]}"#, "stdin: edges[0]"),
        (br#"{"n": 2, "edges": [[0, 1], [0]], "filter": [0, 1]}"#, "edges[1]"),
        (br#"{"n": 2, "edges": [], "filter": [0]}"#, "expected 2 numbers"),
        (br#"{"n": 2, "edges": [], "filter": [0, "x"]}"#, "filter[1]"),
        (br#"{"n": 2, "edges": []}"#, "--filter degree"),
        (b"<graphml>\n<graph>", "stdin, line 2, column 8: the text ends inside <graph>"),
        (b"0 1\n2", "stdin, line 2: expected two vertices"),
        (b"PK\x03\x04", "stdin: the zip is cut off or damaged"),
    ];
    for (text, expected) in cases {
        let output = barcode(text, "");
        assert!(
            stderr(&output).starts_with("error: stdin"),
            "{}",
            stderr(&output)
        );
        assert_refused(&output, expected);
    }
}

#[test]
fn missing_values_are_reported_with_the_available_ones() {
    let half = r#"{"nodes": [{"id": "a", "x": 1, "filter": 2}, {"id": "b"}], "links": [{"source": "a", "target": "b"},
        {"source": "b", "target": "a", "w": 1}]}"#;
    let values = "expected a filter value for each vertex, found none";
    let filters = Filter::ids().collect::<Vec<_>>().join(", ");
    for (text, arguments, expected) in [
        (NODE_LINK, "", format!("stdin: {values}; add a list \"filter\" to JSON, --values FILE to an edge list, or choose --filter degree or --filter with an attribute: height, some")),
        ("0 1", "", format!("stdin: {values}; add a list \"filter\" to JSON, --values FILE to an edge list, or choose --filter degree\n")),
        ("0 1 2", "--edge-filter", format!("{values}; add a list \"filter\" to JSON, --values FILE to an edge list, or choose --filter degree, --filter edges\n")),
        (NODE_LINK, "--filter colour", format!("stdin: there is no vertex attribute \"colour\" with numbers; there are height, some; other filters are {filters}\n")),
        (NODE_LINK, "--filter heigth", format!("stdin: there is no vertex attribute \"heigth\" with numbers; there are height, some; other filters are {filters}; did you mean height?")),
        (GRAPH, "--filter closness", format!("stdin: there is no vertex attribute \"closness\" with numbers; other filters are {filters}; did you mean closeness?")),
        (GRAPH, "--filter height", "stdin: there is no vertex attribute \"height\" with numbers; other filters are".into()),
        (NODE_LINK, "--filter some", "stdin: attribute \"some\": expected a number for every element, found none for vertex \"a\"".into()),
        (half, "", "stdin: attribute \"filter\": expected a number for every element, found none for vertex \"b\"".into()),
        (GRAPH, "--edge-filter", "stdin: expected a value for each edge, found none; add a list \"edge_filter\" to JSON, a third column to an edge list\n".into()),
        (half, "--filter degree --edge-filter", "a third column to an edge list, or choose --edge-filter= with an attribute: w\n".into()),
        (half, "--filter degree --edge-filter=w", "stdin: attribute \"w\": expected a number for every element, found none for edge 0, which joins vertices \"a\" and \"b\"".into()),
        (half, "--filter degree --edge-filter=v", "stdin: there is no edge attribute \"v\" with numbers; there are w\n".into()),
        (NODE_LINK, "--filter degree --edge-filter", "stdin: edge 0 joins vertices \"a\" and \"b\" and has the value 1, below the value 3 of vertex \"b\"".into()),
        ("0 1 nan\n1 2 -inf", "--filter degree --edge-filter", "stdin: edge 1 joins vertices 1 and 2 and has the value -inf, below the value 2 of vertex 1".into()),
    ] {
        assert_refused(&barcode(text, arguments), &expected);
    }
}

#[test]
fn conflicting_options_are_rejected_before_reading() {
    #[rustfmt::skip]
    let cases = [
        ("--extended --edge-filter", "--extended needs values of vertices only"),
        ("--extended --clique", "--extended pairs the loops"),
        ("--extended --format gudhi", "--format gudhi holds one filtration"),
        ("--representatives --format gudhi", "leave out --representatives"),
        ("--engine gpu --clique", "remove --engine"),
        ("--engine gpu --edge-filter", "remove --engine"),
        ("--filter edges", "add --edge-filter"),
        ("--direction superlevel", "--direction needs --format gudhi"),
        ("--direction superlevel --format gudhi --edge-filter", "--edge-filter has no superlevel filtration"),
    ];
    for (arguments, expected) in cases {
        assert_refused(&barcode(b"nonsense", arguments), expected);
    }
    let folder = tempfile::tempdir().unwrap();
    let formats = in_every_format(folder.path());
    let (json, zip) = (&formats[0][0], &formats[10][0]);
    #[rustfmt::skip]
    let cases = [
        (&[json, "--graph", "1"][..], "--graph requires a data set"),
        (&[json, "--values", json], "--values requires an edge list"),
        (&[zip], "T.zip holds 2 graphs; choose one with --graph N, from 1 to 2, or all with --all"),
        (&[zip, "--graph", "0"], "T.zip: expected --graph from 1 to 2, found 0"),
        (&[zip, "--graph", "3"], "T.zip: expected --graph from 1 to 2, found 3"),
        (&[zip, "--graph", "-1"], "T.zip: expected --graph from 1 to 2, found -1"),
        (&[zip, "--graph", "1"], "T.zip, graph 1: expected a filter value for each vertex"),
        (&[zip, "--graph", "1", "--values", json], "--values requires an edge list"),
        (&[json, "--input", "tu", "--graph", "1"], "is no zip file"),
        (&["-", "--values", "-", "--input", "edges"], "not both"),
        (&["-", "--values", "/nowhere", "--input", "edges"], "/nowhere cannot be read"),
    ];
    for (arguments, expected) in cases {
        assert_refused(&run(&[&["barcode"], arguments].concat()), expected);
    }
}

#[test]
fn wrong_usage_exits_with_2() {
    for arguments in [
        "barcode /nowhere/graph.json",
        &format!("barcode '{}'", crate::ROOT),
        "barcode",
        "barcode - --format xml",
        "barcode - --engine magic",
        "serve --port 70000",
        "datasets",
        "datasets list --data /nowhere",
        "conjure",
        "--conjure",
    ] {
        let output = run_words(arguments);
        let message = stderr(&output);
        assert_eq!(output.status.code(), Some(2), "{arguments}: {message}");
        let is_told = message.starts_with("error: ") || message.contains("Usage:");
        assert!(
            is_told && output.stdout.is_empty(),
            "{arguments}: {message}"
        );
    }
}

#[test]
fn the_version_has_its_commit() {
    // Programs built for tests do not search for it.
    let version = concat!(
        "sublevel ",
        env!("CARGO_PKG_VERSION"),
        " (commit unknown)\n"
    );
    assert_eq!(stdout(&run(&["--version"])), version);
}

#[test]
fn help_and_version_exit_with_0() {
    for argument in ["--help", "--version"] {
        assert!(stdout(&run(&[argument])).contains("sublevel"));
    }
}

#[test]
fn data_sets_are_listed_with_their_path() {
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
        assert_has(&table, "cycles-and-trees");
    }
}

#[test]
fn a_graph_of_json_lines_is_selected_by_number() {
    let text = b"{\"n\": 2, \"edges\": [[0, 1]], \"y\": 0}\n{\"n\": 3, \"edges\": [], \"y\": 1, \"x\": null}\n";
    let printed = stdout(&barcode(text, "--filter degree --format csv --graph 1"));
    assert_has(&printed, "sublevel,h0_essential,1,,");
    assert_refused(
        &barcode(text, "--graph 3"),
        "expected --graph from 1 to 2, found 3",
    );
    assert_refused(&barcode(text, ""), "holds 2 graphs");
}

#[test]
fn numbers_have_64_bits() {
    // Seconds since 1970 with differences of 0.1: 32 bits cannot distinguish them.
    let graph = br#"{"n": 3, "edges": [[0, 1], [1, 2]], "filter": [1735689600.1, 1735689600.3, 1735689600.2], "edge_filter": [1e300, 2e300]}"#;
    let csv = |options: &str| stdout(&barcode(graph, &format!("--format csv {options}")));
    let both = "sublevel,h0,1735689600.2,1735689600.3,2,1\nsublevel,h0_essential,1735689600.1,,0,\n\
                superlevel,h0_essential,1735689600.3,,1,\n";
    for engine in ENGINES {
        let header = "direction,kind,birth,death,birth_vertex,death_vertex\n";
        assert_eq!(
            csv(&format!("--engine {engine}")),
            format!("{header}{both}"),
            "{engine}"
        );
    }
    assert!(csv("--extended").ends_with("extended,h0,1735689600.1,1735689600.3,0,1\n"));
    let edges = json_of(&barcode(graph, "--edge-filter"));
    assert_eq!(edges["sublevel"]["h0"][0]["death"], 2e300);
    let below = barcode(br#"{"n": 2, "edges": [[0, 1]], "filter": [0.1, 1735689600.3], "edge_filter": [1735689600.2]}"#, "--edge-filter");
    assert_refused(
        &below,
        "has the value 1735689600.2, below the value 1735689600.3 of vertex 1",
    );
    // Output has no more digits than the input.
    let tenth = json_of(&barcode(b"0 1 0.1", "--edge-filter --filter edges"));
    assert_eq!(tenth["sublevel"]["h0_essential"][0]["birth"], 0.1);
    // An attribute that is not used may have any value.
    let unused = br#"{"nodes": [{"id": [0, 1], "h": 1, "big": 1e300}, {"id": [0, 2], "h": NaN}], "links": []}"#;
    assert!(barcode(unused, "--filter degree").status.success());
    assert_refused(
        &barcode(unused, "--filter h"),
        "found none for vertex \"(0, 2)\"",
    );
    let empty = br#"{"nodes": [], "links": []}"#;
    assert!(barcode(empty, "--filter h").status.success());
}

#[test]
fn nanoseconds_that_become_equal_are_reported() {
    let [a, b, c] = [
        "1700000000000000000",
        "1700000000000000002",
        "1700000000000000001",
    ];
    let nodes = format!(
        r#"{{"nodes": [{{"id": 0, "ns": {a}}}, {{"id": 1, "ns": {b}}}, {{"id": 2, "ns": {c}}}],
            "links": [{{"source": 0, "target": 1}}, {{"source": 1, "target": 2}}]}}"#
    );
    let edges = format!("1 2 {a}\n0 1 {b}\n2 0 {c}\n");
    for (text, options, what) in [
        (nodes, "--filter ns", "ns"),
        (edges, "--filter edges --edge-filter", "the edges"),
    ] {
        let output = barcode(text, options);
        assert!(output.status.success(), "{}", stderr(&output));
        assert_eq!(
            stderr(&output),
            format!(
                "note: stdin: 3 different values of {what} became 1 by rounding to 64 bits; subtract a common number from them to keep them apart\n"
            )
        );
    }
}

#[test]
fn assumptions_are_reported_unless_quiet() {
    let both = b"0 1\n1 0\n1 2\n2 1\n";
    let output = barcode(both, "--filter degree");
    assert_eq!(
        stderr(&output),
        "note: stdin: every edge occurs in both directions: read as 2 undirected edges\n"
    );
    assert_eq!(json_of(&output)["sublevel"]["h1_essential"], json!([]));
    assert_eq!(stderr(&barcode(both, "--filter degree --quiet")), "");
    let verbose = stderr(&barcode(both, "--filter degree -v"));
    assert_has(&verbose, "stdin: 3 vertices, 2 edges");
    let matrix = b"%%MatrixMarket matrix coordinate pattern symmetric\n3 3 2\n2 1\n3 2\n";
    for arguments in ["--filter degree", "--filter degree --input mtx"] {
        assert_eq!(
            json_of(&barcode(matrix, arguments))["names"],
            json!(["1", "2", "3"])
        );
    }
}

#[test]
fn messages_are_coloured_on_request() {
    let printed = |arguments: &str| stderr(&run_words(arguments));
    for wrong in ["barcode /nowhere", "barcode - --format xml", "conjure"] {
        assert!(printed(wrong).starts_with("error: "), "{wrong:?}");
        let colourful = printed(&format!("{wrong} --color always"));
        assert!(
            colourful.starts_with("\u{1b}[1m\u{1b}[31merror:\u{1b}[0m "),
            "{colourful:?}"
        );
        assert!(printed(&format!("{wrong} --color=never")).starts_with("error: "));
    }
}

#[test]
fn a_typo_is_reported_with_a_suggestion() {
    for (arguments, expected) in [
        ("barcode - --format jsno", "'json'"),
        ("barcode - --engine unionfind", "'union-find'"),
        ("barcode - --clik", "'--clique'"),
        ("evaluat", "'evaluate'"),
        ("train --data x --hat gausian", "'gaussian'"),
        ("train --data x --device cpuu", "'cpu'"),
        ("train --data x --preset icml2002", "'icml2020'"),
    ] {
        let output = run_words(arguments);
        let printed = stderr(&output);
        assert_eq!(output.status.code(), Some(2));
        assert!(
            printed.contains("tip: a similar") && printed.contains(expected),
            "{printed}"
        );
    }
    for (arguments, expected) in [
        (
            "serve --port 70000",
            "expected a port, a whole number from 0 to 65535",
        ),
        ("barcode - --graph one", "expected a whole number"),
        (
            "bench persistence --repeats -3",
            "expected a whole number, at least 1",
        ),
    ] {
        let output = run_words(arguments);
        assert_has(&stderr(&output), expected);
    }
}

/// The words before a help text: commands and subcommands.
fn commands() -> Vec<Vec<&'static str>> {
    let names = "serve build barcode train evaluate report compare datasets bench completions man";
    let mut commands: Vec<Vec<_>> = names.split(' ').map(|name| vec![name]).collect();
    commands.push(vec![]);
    for [of, own] in [
        ["datasets", "list"],
        ["datasets", "get"],
        ["bench", "persistence"],
        ["bench", "readout"],
    ] {
        commands.push(vec![of, own]);
    }
    commands
}

#[test]
fn every_option_is_described() {
    for command in commands() {
        for help in ["-h", "--help"] {
            let output = sublevel().args(&command).arg(help).output().unwrap();
            assert!(output.status.success(), "{command:?}");
            let text = String::from_utf8(output.stdout).unwrap();
            let mut lines = text.lines().peekable();
            while let Some(line) = lines.next() {
                let Some(option) = line
                    .trim_start()
                    .strip_prefix('-')
                    .filter(|option| line.starts_with(' ') && !option.starts_with(' '))
                else {
                    continue;
                };
                // After two blanks, or on the next line.
                let own = option
                    .split_once("  ")
                    .map_or("", |(_, words)| words.trim());
                let next = lines.peek().map_or("", |next| next.trim());
                let told = if own.is_empty() { next } else { own };
                assert!(
                    told.starts_with(|c: char| c.is_alphabetic()),
                    "{command:?} {help}: {line}"
                );
            }
        }
    }
}

#[test]
fn completions_and_man_pages_contain_every_command() {
    for shell in ["bash", "zsh", "fish", "elvish", "powershell"] {
        let output = sublevel().args(["completions", shell]).output().unwrap();
        let text = String::from_utf8(output.stdout).unwrap();
        for word in ["barcode", "save-weights", "edge-filter"] {
            assert!(text.contains(word), "{shell}: {word}");
        }
    }
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().join("man1");
    let output = sublevel()
        .args(["man", "--quiet", "--out"])
        .arg(&out)
        .output()
        .unwrap();
    assert_eq!(stderr(&output), "");
    for page in ["sublevel.1", "sublevel-train.1", "sublevel-datasets-get.1"] {
        let text = fs::read_to_string(out.join(page)).unwrap();
        assert!(
            text.contains(".SH NAME") && text.contains(".SH OPTIONS"),
            "{page}"
        );
    }
    let page = sublevel().arg("man").output().unwrap().stdout;
    assert_eq!(page, fs::read(out.join("sublevel.1")).unwrap());
}

#[test]
fn results_are_written_to_files_and_pipes() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("bars.json");
    let output = barcode(GRAPH, &format!("--out '{}'", file.display()));
    assert_eq!(stdout(&output), "");
    assert_eq!(fs::read(&file).unwrap(), barcode(GRAPH, "").stdout);
    let nowhere = folder.path().join("nowhere/bars.json");
    let output = barcode(GRAPH, &format!("-o '{}'", nowhere.display()));
    assert_eq!(output.status.code(), Some(1));
    assert_has(&stderr(&output), "nowhere/bars.json: cannot be written");

    let set = folder.path().join("MUTAG");
    fs::create_dir(&set).unwrap();
    fs::write(set.join("MUTAG_A.txt"), "1, 2\n").unwrap();
    let list = sublevel()
        .args(["datasets", "list", "--format", "json", "--data"])
        .arg(folder.path())
        .output();
    let list: Value = serde_json::from_slice(&list.unwrap().stdout).unwrap();
    let known = list["data_sets"].as_array().unwrap();
    let of = |name: &str| known.iter().find(|known| known["name"] == name).unwrap();
    assert_eq!(
        (&of("MUTAG")["graphs"], of("MUTAG")["path"].as_str()),
        (&json!(188), set.to_str())
    );
    assert_eq!(of("NCI1")["path"], Value::Null);
    assert_eq!(list["generators"][0]["name"], "cycles-and-trees");
}

#[test]
fn many_graphs_give_one_line_each_in_order() {
    let folder = tempfile::tempdir().unwrap();
    let formats = in_every_format(folder.path());
    let lines = |arguments: &[&str]| -> Vec<Value> {
        let text = stdout(&run(&[&["barcode"], arguments].concat()));
        text.lines()
            .map(|line| serde_json::from_str(line).unwrap())
            .collect()
    };
    let expected = json_of(&barcode(GRAPH, ""));
    let without = |line: &Value, key: &str| {
        let mut line = line.clone();
        let value = line.as_object_mut().unwrap().remove(key);
        (line, value)
    };
    // Files in all formats.
    let files: Vec<&str> = [0, 3, 2].map(|format| &*formats[format][0]).into();
    let found = lines(&files);
    assert_eq!(found.len(), 3);
    for (line, file) in found.iter().zip(&files) {
        assert_eq!(without(line, "file"), (expected.clone(), Some(json!(file))));
    }
    // A data set in both forms, and the lines that --graph gives.
    let (zip, set) = (&formats[10][0], &formats[11][0]);
    let found = lines(&[zip, set, "--all", "--filter", "attribute2"]);
    assert_eq!(found.len(), 4);
    for (line, (file, number)) in found.iter().zip([(zip, 1), (zip, 2), (set, 1), (set, 2)]) {
        let (line, of_file) = without(line, "file");
        let (line, of_number) = without(&line, "graph");
        assert_eq!(
            (of_file, of_number),
            (Some(json!(file)), Some(json!(number)))
        );
        let one = lines(&[
            file,
            "--graph",
            &number.to_string(),
            "--filter",
            "attribute2",
        ]);
        assert_eq!(line, one[0]);
    }
    // JSON lines from stdin, more than fit into memory at once, to a file.
    let text: String = (0..5000)
        .map(|graph| {
            format!(
                "{{\"n\": {}, \"edges\": [[0, 1]], \"y\": {}}}\n",
                2 + graph % 7,
                graph % 2
            )
        })
        .collect();
    let out = folder.path().join("bars.jsonl");
    let options = format!("--all --filter degree --out '{}'", out.display());
    assert_eq!(stdout(&barcode(text, &options)), "");
    let written = fs::read_to_string(&out).unwrap();
    for (number, line) in written.lines().enumerate() {
        let line: Value = serde_json::from_str(line).unwrap();
        assert_eq!(
            (&line["file"], &line["graph"]),
            (&json!("-"), &json!(number + 1))
        );
        let components = line["sublevel"]["h0_essential"].as_array().unwrap().len();
        assert_eq!(components, 1 + number % 7);
    }
    assert_eq!(written.lines().count(), 5000);

    // The lines before the error are written, and the message names the line.
    let bad = folder.path().join("bad.json");
    fs::write(&bad, "{}").unwrap();
    let output = run(&["barcode", files[0], bad.to_str().unwrap(), files[1]]);
    assert_has(&refused(&output), "bad.json: expected a list");
    assert_eq!(
        output.stdout.iter().filter(|&&byte| byte == b'\n').count(),
        1
    );
    // Each line of a file of nauty is a graph.
    let nauty = folder.path().join("two.g6");
    std::fs::write(&nauty, "C~\r\nCF\r\n").unwrap();
    let nauty = nauty.to_str().unwrap();
    let found = lines(&[nauty, "--all", "--filter", "degree"]);
    let loops = |line: &Value| line["sublevel"]["h1_essential"].as_array().unwrap().len();
    assert_eq!(found.iter().map(loops).collect::<Vec<_>>(), [3, 0]);
    for (arguments, expected) in [
        (&[files[0], "--all"][..], "--all requires a data set"),
        (
            &[nauty, "--filter", "degree"],
            "holds 2 graphs; choose one with --graph N, from 1 to 2, or all with --all",
        ),
        (&[files[0], zip], "or all with --all"),
        (&[zip, "--all", "--format", "csv"], "remove --format"),
        (&[files[0], "-"], "cannot be combined with other files"),
    ] {
        let output = run(&[&["barcode"], arguments].concat());
        assert_has(&refused(&output), expected);
    }
}

/// The arrays of a NumPy archive, each with the type and shape of its header, and its bytes.
fn arrays(path: &Path) -> HashMap<String, (String, Vec<u8>)> {
    let mut archive = zip::ZipArchive::new(fs::File::open(path).unwrap()).unwrap();
    let names = archive.file_names();
    let names: Vec<String> = names.map(|name| name.unwrap().into_owned()).collect();
    let mut arrays = HashMap::new();
    for name in names {
        let mut bytes = Vec::new();
        archive
            .by_name(&name)
            .unwrap()
            .read_to_end(&mut bytes)
            .unwrap();
        assert_eq!(bytes[..8], *b"\x93NUMPY\x01\x00");
        let end = 10 + usize::from(u16::from_le_bytes([bytes[8], bytes[9]]));
        assert_eq!((end % 64, bytes[end - 1]), (0, b'\n'));
        let header = str::from_utf8(&bytes[10..end]).unwrap().trim_end();
        let name = name.strip_suffix(".npy").unwrap();
        arrays.insert(name.into(), (header.to_owned(), bytes[end..].to_vec()));
    }
    arrays
}

#[test]
fn npz_arrays_contain_the_bars_of_all_graphs() {
    let folder = tempfile::tempdir().unwrap();
    let formats = in_every_format(folder.path());
    let zip = &formats[10][0];
    let out = folder.path().join("bars.npz");
    let to_arrays = |arguments: &[&str]| {
        let output = sublevel()
            .arg("barcode")
            .args(arguments)
            .args(["--format", "npz", "--out"])
            .arg(&out)
            .output()
            .unwrap();
        assert!(output.status.success(), "{}", stderr(&output));
        arrays(&out)
    };
    let numbers = |(_, bytes): &(String, Vec<u8>)| -> Vec<f64> {
        let numbers = bytes.as_chunks().0.iter();
        numbers.map(|&number| f64::from_le_bytes(number)).collect()
    };
    let offsets = |(_, bytes): &(String, Vec<u8>)| -> Vec<usize> {
        let offsets = bytes.as_chunks().0.iter();
        offsets
            .map(|&offset| i64::from_le_bytes(offset) as usize)
            .collect()
    };
    let of_set = &["--all", "--filter", "attribute2", "--extended"][..];
    let found = to_arrays(&[&[&zip[..]], of_set].concat());
    let lines = sublevel()
        .args(["barcode", zip])
        .args(of_set)
        .output()
        .unwrap();
    let lines: Vec<Value> = str::from_utf8(&lines.stdout)
        .unwrap()
        .lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect();
    assert_eq!(found.len(), 2 * 8 + 2);
    for part in ["sublevel", "superlevel", "extended"] {
        for (list, bars) in lines[0][part].as_object().unwrap() {
            let name = format!("{part}_{list}");
            let (begin, all) = (
                offsets(&found[&format!("{name}_offsets")]),
                numbers(&found[&name]),
            );
            let is_finite = matches!(&list[..], "h0" | "h1");
            let width = if is_finite { 2 } else { 1 };
            assert_eq!((begin[0], begin[2] * width), (0, all.len()), "{name}");
            let shape = match is_finite {
                true => format!("({}, 2)", begin[2]),
                false => format!("({},)", begin[2]),
            };
            let header = format!("{{'descr': '<f8', 'fortran_order': False, 'shape': {shape}, }}");
            assert_eq!(found[&name].0, header);
            assert_eq!(bars.as_array().unwrap().len(), begin[1], "{name}");
            for (graph, line) in lines.iter().enumerate() {
                let bars = line[part][list].as_array().unwrap();
                let expected: Vec<f64> = bars
                    .iter()
                    .flat_map(|bar| [&bar["birth"], &bar["death"]].map(Value::as_f64))
                    .flatten()
                    .collect();
                let own = &all[begin[graph] * width..begin[graph + 1] * width];
                assert_eq!(own, expected, "{name} of graph {graph}");
            }
        }
    }
    assert_eq!(offsets(&found["graph"]), [1, 2]);
    let (header, letters) = &found["file"];
    let letters = letters.as_chunks().0.iter();
    let letters = letters.map(|&letter| char::from_u32(u32::from_le_bytes(letter)).unwrap());
    assert_eq!(letters.collect::<String>(), format!("{zip}{zip}"));
    let length = zip.chars().count();
    assert!(
        header.contains(&format!(
            "'<U{length}', 'fortran_order': False, 'shape': (2,)"
        )),
        "{header}"
    );

    // One graph; with triangles there is one list more.
    let found = to_arrays(&[&formats[0][0], "--clique"]);
    assert_eq!(offsets(&found["graph"]), [1]);
    assert_eq!(numbers(&found["sublevel_h0"]), [0.5, 2.0]);
    assert!(numbers(&found["sublevel_h1"]).is_empty());
    assert_eq!(offsets(&found["sublevel_h1_offsets"]), [0, 0]);
    // With representatives, each list of bars has lists of vertices.
    let found = to_arrays(&[&formats[0][0], &formats[0][0], "--representatives"]);
    let ends = offsets(&found["sublevel_h0_vertices_offsets"]);
    let bars = offsets(&found["sublevel_h0_offsets"])[2];
    let vertices = offsets(&found["sublevel_h0_vertices"]);
    assert_eq!((ends.len(), ends.last()), (bars + 1, Some(&vertices.len())));
    let (first, second) = vertices.split_at(vertices.len() / 2);
    assert!(first == second && !first.is_empty());
    let output = barcode(GRAPH, "--format npz");
    assert_refused(&output, "add --out FILE");
}

#[test]
fn vectors_of_all_graphs_have_the_same_length() {
    let folder = tempfile::tempdir().unwrap();
    let [path, edge, out] =
        ["path.json", "edge.json", "vectors.npz"].map(|name| folder.path().join(name));
    fs::write(
        &path,
        r#"{"n": 5, "edges": [[0,1],[1,2],[2,3],[3,4]], "filter": [1,3,2,4,1]}"#,
    )
    .unwrap();
    fs::write(&edge, r#"{"n": 2, "edges": [[0,1]], "filter": [2,2]}"#).unwrap();
    let vectors = |options: &str| {
        let output = sublevel()
            .arg("barcode")
            .args([&path, &edge])
            .args(["--format", "npz", "--resolution", "4"])
            .args(words(options))
            .arg("--out")
            .arg(&out)
            .output()
            .unwrap();
        assert!(output.status.success(), "{}", stderr(&output));
        arrays(&out)
    };
    let numbers = |(_, bytes): &(String, Vec<u8>)| -> Vec<f64> {
        let numbers = bytes.as_chunks().0.iter();
        numbers.map(|&number| f64::from_le_bytes(number)).collect()
    };

    let betti = vectors("--vectorize betti");
    assert!(betti["sublevel_h0"].0.contains("'shape': (2, 4)"));
    assert_eq!(numbers(&betti["samples"]), [1.0, 2.0, 3.0, 4.0]);
    assert_eq!(
        numbers(&betti["sublevel_h0"]),
        [2.0, 3.0, 2.0, 1.0, 0.0, 1.0, 1.0, 1.0]
    );
    assert_eq!(
        numbers(&betti["superlevel_h0"]),
        [1.0, 1.0, 2.0, 1.0, 1.0, 1.0, 0.0, 0.0]
    );
    assert_eq!(numbers(&betti["sublevel_h1"]), [0.0; 8]);
    assert!(betti.contains_key("file") && betti.contains_key("graph"));

    let landscape = vectors("--vectorize landscape --levels 2");
    assert!(landscape["sublevel_h0"].0.contains("'shape': (2, 2, 4)"));
    let levels = numbers(&landscape["sublevel_h0"]);
    assert_eq!(levels[..8], [0.0, 1.0, 1.0, 0.0, 0.0, 1.0, 1.0, 0.0]);
    assert_eq!(levels[8..], [0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 0.0, 0.0]);

    let image = vectors("--vectorize image --range=-1,2 --bandwidth 0.5");
    assert!(image["superlevel_h0"].0.contains("'shape': (2, 4, 4)"));
    assert_eq!(numbers(&image["births"]), [-1.0, 0.0, 1.0, 2.0]);
    assert_eq!(numbers(&image["bandwidth"]), [0.5]);

    #[rustfmt::skip]
    let cases = [
        ("--vectorize betti", "add --format npz"),
        ("--vectorize betti --format npz", "add --out FILE"),
        ("--vectorize betti --format npz --levels 3", "add --vectorize landscape"),
        ("--vectorize betti --format npz --bandwidth 3", "add --vectorize image"),
        ("--vectorize image --format npz --bandwidth 0", "above 0"),
        ("--vectorize image --format npz --resolution 10000 --out never.npz", "choose a smaller --resolution"),
    ];
    for (options, expected) in cases {
        assert_refused(&barcode(GRAPH, options), expected);
    }
    let range = barcode(GRAPH, "--vectorize betti --range 3,1");
    assert_has(&refused(&range), "the smaller one first");
    let extreme = br#"{"n": 2, "edges": [[0,1]], "filter": [-1e308, 1e308]}"#;
    let options = "--vectorize betti --format npz --out never.npz";
    assert_refused(&barcode(extreme, options), "add --range");
}

/// A path whose closeness takes minutes to compute.
fn long_path() -> String {
    (0..100_000).map(|v| format!("{v} {}\n", v + 1)).collect()
}

#[test]
fn fixed_filters_do_not_depend_on_the_number_of_threads() {
    let graph: String = (1..3000_u64)
        .flat_map(|v| [v * 7919 % v, v * v * 31 % v.div_ceil(2)].map(|u| format!("{u} {v}\n")))
        .collect();
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("graph.txt");
    fs::write(&file, graph).unwrap();
    for filter in ["closeness", "heat-kernel", "forman-ricci"] {
        let [one, three] = ["1", "3"].map(|threads| {
            let output = sublevel()
                .args(["barcode", "--filter", filter, "--keep-zero"])
                .arg(&file)
                .env("RAYON_NUM_THREADS", threads)
                .output()
                .unwrap();
            assert!(output.status.success(), "{}", stderr(&output));
            output.stdout
        });
        assert!(one == three && one.len() > 100_000, "{filter}");
    }
}

/// Operations report progress after one second, except with --quiet, and Ctrl-C leaves no files behind.
#[cfg(unix)]
#[test]
fn long_operations_report_progress_and_can_be_stopped() {
    use nix::sys::signal::{Signal, kill};
    use nix::unistd::Pid;

    let folder = tempfile::tempdir().unwrap();
    let (file, out) = (folder.path().join("path.txt"), folder.path().join("out"));
    fs::write(&file, long_path()).unwrap();
    let begin = |more: &str| {
        sublevel()
            .args(["barcode", "--filter", "closeness", "--out"])
            .args([&out, &file])
            .args(words(more))
            .stderr(Stdio::piped())
            .spawn()
            .unwrap()
    };
    let mut told = begin("");
    let mut quiet = begin("--quiet");
    let stop = |child: &std::process::Child| {
        kill(Pid::from_raw(child.id() as i32), Signal::SIGINT).unwrap();
    };
    let mut messages = BufReader::new(told.stderr.take().unwrap()).lines();
    let progress = messages.next().unwrap().unwrap();
    assert!(
        progress.starts_with("barcodes of ") && progress.ends_with(" s"),
        "{progress}"
    );
    stop(&told);
    stop(&quiet);
    let last = messages.last().unwrap().unwrap();
    assert_eq!(last, "sublevel: stopped");
    assert_eq!(told.wait().unwrap().code(), Some(130));
    let mut text = String::new();
    let silent = quiet.stderr.take().unwrap();
    BufReader::new(silent).read_to_string(&mut text).unwrap();
    assert_eq!((quiet.wait().unwrap().code(), &text[..]), (Some(130), ""));
    let left: Vec<_> = fs::read_dir(folder.path()).unwrap().collect();
    assert_eq!(left.len(), 1, "{left:?}");
}

/// Process substitution of shells: `sublevel barcode <(program)`.
#[cfg(unix)]
#[test]
fn a_pipe_is_read_like_a_file() {
    let folder = tempfile::tempdir().unwrap();
    let pipe = folder.path().join("pipe");
    let made = std::process::Command::new("mkfifo").arg(&pipe).status();
    assert!(made.unwrap().success());
    let child = sublevel()
        .arg("barcode")
        .arg(&pipe)
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    fs::write(&pipe, GRAPH).unwrap();
    let of_pipe = child.wait_with_output().unwrap();
    assert_eq!(json_of(&of_pipe), json_of(&barcode(GRAPH, "")));
}

/// Reading reports the share that is done, for files and pipes, and Ctrl-C ends it immediately.
#[cfg(unix)]
#[test]
fn reading_reports_progress_and_can_be_stopped() {
    use nix::sys::signal::{Signal, kill};
    use nix::unistd::Pid;

    const EDGES: usize = 16_000_000;

    let folder = tempfile::tempdir().unwrap();
    let list = folder.path().join("g.edges");
    fs::write(&list, "0 1\n".repeat(EDGES)).unwrap();
    let json = folder.path().join("g.json");
    let edges = "[0, 1],".repeat(EDGES);
    fs::write(&json, format!("{{\"n\": 2, \"edges\": [{edges} [0, 1]]}}")).unwrap();
    // A data set has at most a million graphs.
    let lines = folder.path().join("g.jsonl");
    let line = format!(
        "{{\"n\": 2, \"edges\": [{} [0, 1]], \"y\": 0}}\n",
        "[0, 1],".repeat(63)
    );
    fs::write(&lines, line.repeat(EDGES / 20)).unwrap();
    for (file, all) in [(list, None), (json, None), (lines, Some("--all"))] {
        let mut child = sublevel()
            .args(["barcode", "--filter", "degree"])
            .arg(&file)
            .args(all)
            .stdout(Stdio::null())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        let mut messages = BufReader::new(child.stderr.take().unwrap()).lines();
        // On a busy computer, the first message can precede the first share.
        let mut progress = String::new();
        while !progress.contains(" %, ") {
            progress = messages.next().expect("reading reports a share").unwrap();
        }
        assert!(progress.starts_with("reading "), "{progress}");
        kill(Pid::from_raw(child.id() as i32), Signal::SIGINT).unwrap();
        assert_eq!(messages.last().unwrap().unwrap(), "sublevel: stopped");
        assert_eq!(child.wait().unwrap().code(), Some(130));
    }
}

#[test]
fn parallel_edges_are_read_by_one_rule_and_by_request() {
    let multigraph = br#"{"n": 3, "edges": [[0, 1], [0, 1], [1, 2]]}"#;
    let loops = |options: &str| {
        let output = barcode(multigraph, &format!("--filter degree {options}"));
        let loops = json_of(&output)["sublevel"]["h1_essential"]
            .as_array()
            .unwrap()
            .len();
        (loops, stderr(&output))
    };
    let (count, printed) = loops("");
    assert_eq!(count, 1);
    assert!(
        printed.contains("1 edge repeats another edge")
            && printed.contains("--parallel-edges merge"),
        "{printed}"
    );
    assert_eq!(loops("--parallel-edges keep"), (1, String::new()));
    let (count, printed) = loops("--parallel-edges merge");
    assert_eq!(count, 0);
    assert_eq!(
        printed,
        "note: stdin: repeated edges are merged, 1 edge fewer\n"
    );
    let directed = br#"<graphml><graph edgedefault="directed"><node id="a"/><node id="b"/><edge source="a" target="b"/>
        <edge source="b" target="a"/></graph></graphml>"#;
    let output = barcode(directed, "--filter degree");
    assert_eq!(json_of(&output)["sublevel"]["h1_essential"], json!([]));
    assert_has(&stderr(&output), "the file is directed");
    let output = barcode(directed, "--filter degree --parallel-edges keep");
    assert_eq!(
        json_of(&output)["sublevel"]["h1_essential"]
            .as_array()
            .unwrap()
            .len(),
        1
    );
    // The graphs of a data set contain each edge once, and the program reports this.
    let lines =
        b"{\"n\": 2, \"edges\": [[0, 1], [0, 1]], \"y\": 0}\n{\"n\": 1, \"edges\": [], \"y\": 1}\n";
    let output = barcode(lines, "--graph 1 --filter degree");
    assert_eq!(json_of(&output)["sublevel"]["h1_essential"], json!([]));
    assert_has(&stderr(&output), "note: stdin: ");
    let kept = barcode(lines, "--graph 1 --parallel-edges keep");
    assert_refused(&kept, "whose graphs have each edge once");
}

#[test]
fn compressed_files_and_streams_are_read() {
    use flate2::{Compression, write::GzEncoder};

    let packed = |text: &[u8]| {
        let mut encoder = GzEncoder::new(Vec::new(), Compression::default());
        encoder.write_all(text).unwrap();
        encoder.finish().unwrap()
    };
    let expected = json_of(&barcode(GRAPH, ""));
    assert_eq!(json_of(&barcode(packed(GRAPH.as_bytes()), "")), expected);
    let folder = tempfile::tempdir().unwrap();
    let at = |name: &str| folder.path().join(name);
    fs::write(at("graph.json.gz"), packed(GRAPH.as_bytes())).unwrap();
    fs::write(at("graph.edges.gz"), packed(b"0 1\n1 3\n0 2\n1 2\n")).unwrap();
    fs::write(at("values.txt.gz"), packed(b"0.25\n2\n3\n0.5\n")).unwrap();
    let run = |arguments: &str| {
        let mut program = sublevel();
        program
            .arg("barcode")
            .args(words(arguments))
            .current_dir(&folder);
        json_of(&program.output().unwrap())
    };
    assert_eq!(run("graph.json.gz"), expected);
    assert_eq!(run("graph.edges.gz --values values.txt.gz"), expected);
}

#[test]
fn messages_show_no_control_characters_and_are_bounded() {
    let folder = tempfile::tempdir().unwrap();
    let name = "\u{1b}[31mred.json";
    fs::write(folder.path().join(name), "{").unwrap();
    let output = sublevel()
        .args(["barcode", name])
        .current_dir(&folder)
        .output()
        .unwrap();
    let printed = stderr(&output);
    assert!(
        printed.contains("\\u{1b}[31mred.json") && !printed.contains('\u{1b}'),
        "{printed}"
    );
    // The parser repeats wrong arguments.
    for argument in [
        "--engine=\u{1b}[31mred",
        "--\u{1b}[31mred",
        &"--long".repeat(4000),
    ] {
        let printed = stderr(&barcode(GRAPH, &format!("--color always {argument}")));
        assert!(
            printed.starts_with("error: ") && printed.len() < 5000,
            "{printed}"
        );
        assert!(!printed.contains('\u{1b}'), "{printed}");
    }
    let key = "k".repeat(300_000);
    let text = format!(r#"{{"nodes": [{{"id": "a"}}, {{"id": "a"}}], "links": [], "{key}": "#);
    let printed = stderr(&barcode(text, ""));
    assert!(printed.len() < 3000, "{} bytes", printed.len());
    let absent = "x".repeat(200);
    let printed = stderr(&barcode(GRAPH, &format!("--filter {}", absent.repeat(500))));
    assert!(printed.len() < 3000, "{} bytes", printed.len());
}

#[test]
fn completions_offer_filters_and_folds() {
    let completions = sublevel().args(["completions", "bash"]).output().unwrap();
    let text = String::from_utf8(completions.stdout).unwrap();
    for words in ["degree core closeness", "icml2020"] {
        assert!(text.contains(words), "{words}");
    }
}
