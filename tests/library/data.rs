//! Data sets: the TU reader on real and on bad files, generators, folds and statistics.

use std::collections::HashSet;
use std::fs;
use std::io::{Cursor, Write};
use std::path::Path;

use proptest::prelude::*;
use sublevel::config::Features;
use sublevel::graph::folds::{Split, read_folds, stratified_folds};
use sublevel::graph::generate::{GENERATORS, generate};
use sublevel::graph::tu::{Limits, read_path, read_tu, read_tu_folder, read_tu_zip};
use sublevel::graph::{Dataset, Graph, InputGraph, Task};
use zip::write::SimpleFileOptions;

/// A data set of the collection, or its replacement.
fn real(name: &str) -> Dataset {
    read_path(&crate::data_sets::zip_of(name)).unwrap()
}

/// The files of a data set with a triangle, a path and a vertex without edge.
fn small() -> Vec<(String, Vec<u8>)> {
    [
        (
            "T/T_A.txt",
            "1, 2\n2, 1\n2, 3\n3, 2\n1, 3\n3, 1\n4, 5\n5, 4\n",
        ),
        ("T/T_graph_indicator.txt", "1\n1\n1\n2\n2\n2\n"),
        ("T/T_graph_labels.txt", "1\n-1\n"),
    ]
    .map(|(path, text)| (path.to_string(), text.into()))
    .into()
}

/// [`small`] with a file changed or added.
fn small_with(file: &str, text: impl AsRef<[u8]>) -> Vec<(String, Vec<u8>)> {
    let path = format!("T/T_{file}.txt");
    let mut files = small();
    files.retain(|(other, _)| *other != path);
    files.push((path, text.as_ref().into()));
    files
}

fn zip_of(files: &[(String, Vec<u8>)]) -> Vec<u8> {
    let mut zip = zip::ZipWriter::new(Cursor::new(Vec::new()));
    for (path, text) in files {
        zip.start_file(path.as_str(), SimpleFileOptions::default())
            .unwrap();
        zip.write_all(text).unwrap();
    }
    zip.finish().unwrap().into_inner()
}

fn read(files: &[(String, Vec<u8>)]) -> Dataset {
    read_tu_zip("T.zip", &zip_of(files)).unwrap()
}

fn error_of(files: &[(String, Vec<u8>)]) -> String {
    read_tu_zip("T.zip", &zip_of(files))
        .unwrap_err()
        .to_string()
}

/// The message for [`small`] with one file changed.
fn error_with(file: &str, text: impl AsRef<[u8]>) -> String {
    error_of(&small_with(file, text))
}

#[test]
fn a_tu_data_set_of_one_class_is_read_with_a_note() {
    let dataset = read(&small_with("graph_labels", "5\n5\n"));
    assert_eq!((dataset.graphs.len(), dataset.class_names.len()), (2, 1));
    let one_class = "every graph has the class \"5\"; training and the comparison of classes require a second class";
    assert_eq!(dataset.notes, [one_class]);
    let counted = dataset.summary().classes;
    let counted: Vec<_> = counted
        .iter()
        .map(|c| (c.name.as_str(), c.graphs))
        .collect();
    assert_eq!(counted, [("5", 2)]);
    assert!(
        dataset
            .without_training()
            .is_some_and(|why| why.contains("add graphs of another class"))
    );
    assert_eq!(read(&small()).without_training(), None);
}

// ---- real data ----

#[test]
fn real_data_sets_have_the_published_counts() {
    #[rustfmt::skip]
    let table = [
        // name, graphs, graphs of each class, vertices, edges, isolated vertices, largest graph
        (
            "PROTEINS",
            1113,
            vec![("1", 663), ("2", 450)],
            43471,
            81044,
            5,
            620,
        ),
        ("NCI1", 4110, vec![("0", 2053), ("1", 2057)], 122747, 132753, 428, 111),
        ("IMDB-BINARY", 1000, vec![("0", 500), ("1", 500)], 19773, 96531, 0, 136),
        ("IMDB-MULTI", 1500, vec![("1", 500), ("2", 500), ("3", 500)], 19502, 98903, 0, 89),
        ("REDDIT-BINARY", 2000, vec![("-1", 1000), ("1", 1000)], 859254, 995508, 21, 3782),
        ("REDDIT-MULTI-5K", 4999, vec![("1", 1000), ("2", 1000), ("3", 1000), ("4", 1000), ("5", 999)], 2542071, 2973778, 45, 3648),
        ("MUTAG", 188, vec![("-1", 63), ("1", 125)], 3371, 3721, 0, 28),
    ];
    for (name, graphs, classes, vertices, edges, isolated, largest) in table {
        let data = real(name);
        let summary = data.summary();
        let found: Vec<_> = summary
            .classes
            .iter()
            .map(|class| (class.name.as_str(), class.graphs))
            .collect();
        assert_eq!(
            (data.name.as_str(), summary.graphs, found),
            (name, graphs, classes)
        );
        assert_eq!(
            data.graphs.iter().map(|graph| graph.vertices).sum::<u32>(),
            vertices,
            "{name}"
        );
        assert_eq!(
            data.graphs
                .iter()
                .map(|graph| graph.edges.len())
                .sum::<usize>(),
            edges,
            "{name}"
        );
        let alone = data
            .graphs
            .iter()
            .flat_map(Graph::degrees)
            .filter(|&degree| degree == 0)
            .count();
        assert_eq!(
            (alone, summary.largest_graph),
            (isolated, largest),
            "{name}"
        );
        assert!((summary.average_vertices - f64::from(vertices) / f64::from(graphs)).abs() < 1e-9);
        assert!((summary.average_edges - edges as f64 / f64::from(graphs)).abs() < 1e-9);
        for graph in &data.graphs {
            assert!(
                graph
                    .edges
                    .iter()
                    .all(|&[u, v]| u < v && v < graph.vertices),
                "{name}"
            );
            assert!(graph.edges.is_sorted_by(|a, b| a < b), "{name}");
        }
    }
}

#[test]
fn labels_and_attributes_of_real_data_sets() {
    let mutag = real("MUTAG");
    assert_eq!(
        mutag.vertex_label_names,
        ["0", "1", "2", "3", "4", "5", "6"]
    );
    assert_eq!(mutag.edge_label_names, ["0", "1", "2", "3"]);
    for graph in &mutag.graphs {
        assert_eq!(graph.vertex_labels.len(), graph.vertices as usize);
        assert_eq!(graph.edge_labels.len(), graph.edges.len());
        assert!(
            graph.vertex_labels.iter().all(|&label| label < 7)
                && graph.edge_labels.iter().all(|&label| label < 4)
        );
    }
    assert!(mutag.notes.is_empty(), "{:?}", mutag.notes);

    let proteins = real("PROTEINS");
    assert_eq!(
        (
            proteins.vertex_label_names.len(),
            proteins.vertex_attributes
        ),
        (3, 1)
    );
    assert!(
        proteins
            .graphs
            .iter()
            .all(|graph| graph.vertex_attributes.len() == graph.vertices as usize)
    );
    assert_eq!(real("NCI1").vertex_label_names.len(), 37);
    assert_eq!(
        real("IMDB-BINARY").notes,
        ["193062 duplicate edges were dropped"]
    );
    assert_eq!(
        real("IMDB-MULTI").notes,
        ["197806 duplicate edges were dropped"]
    );
}

#[test]
fn default_features_fit_the_data() {
    let features = |name: &str| real(name).summary().features;
    use Features::*;
    assert_eq!(
        features("PROTEINS"),
        [
            DegreeLabel,
            Degree,
            Label,
            Attributes,
            DegreeAttributes,
            LabelAttributes,
            Uninformative
        ]
    );
    assert_eq!(
        features("NCI1"),
        [DegreeLabel, Degree, Label, Uninformative]
    );
    assert_eq!(features("IMDB-BINARY"), [Degree, Uninformative]);
    assert_eq!(features("REDDIT-BINARY"), [Uninformative, Degree]);
    assert_eq!(real("REDDIT-BINARY").max_degree(), 3062);
}

#[test]
fn a_folder_reads_like_its_zip() {
    let folder = tempfile::tempdir().unwrap();
    let mut zip =
        zip::ZipArchive::new(fs::File::open(crate::data_sets::zip_of("MUTAG")).unwrap()).unwrap();
    zip.extract(folder.path()).unwrap();
    let zipped = real("MUTAG");
    assert_eq!(read_tu_folder(folder.path()).unwrap(), zipped);
    assert_eq!(read_path(&folder.path().join("MUTAG")).unwrap(), zipped);
}

// ---- repairs by the reader ----

#[test]
fn reads_a_small_data_set() {
    let data = read(&small());
    let triangle = Graph::new(3, [[0, 1], [1, 2], [0, 2]]);
    assert_eq!(
        data,
        Dataset {
            name: "T".into(),
            graphs: vec![triangle, Graph::new(3, [[0, 1]])],
            classes: vec![1, 0],
            class_names: vec!["-1".into(), "1".into()],
            targets: Vec::new(),
            ..Dataset::default()
        }
    );
}

#[test]
fn class_labels_are_ordered_as_numbers() {
    let data = read(&[
        ("T_A.txt".into(), b"".into()),
        ("T_graph_indicator.txt".into(), b"1\n2\n3\n4\n".into()),
        ("T_graph_labels.txt".into(), b"10\n9\n-3\n9\n".into()),
    ]);
    assert_eq!(
        (data.class_names, data.classes),
        (["-3", "9", "10"].map(String::from).into(), vec![2, 1, 0, 1])
    );
}

#[test]
fn other_column_layouts_are_read() {
    let plain = read(&small());
    let crlf: Vec<_> = small()
        .into_iter()
        .map(|(path, text)| {
            let text = String::from_utf8(text)
                .unwrap()
                .replace('\n', " \r\n")
                .replace(", ", " ,\t");
            (path, format!("\u{feff}  {text}\r\n\n \n").into_bytes())
        })
        .collect();
    assert_eq!(read(&crlf), plain);
    let no_last_newline: Vec<_> = small()
        .into_iter()
        .map(|(path, text)| (path, text.trim_ascii().into()))
        .collect();
    assert_eq!(read(&no_last_newline), plain);
    for folder in ["T//", "a/./b/T/", "", "T\\"] {
        let mut files: Vec<_> = small()
            .into_iter()
            .map(|(path, text)| (path.replace("T/", folder), text))
            .collect();
        files.push(("__MACOSX/T/._T_A.txt".into(), b"junk".into()));
        files.push(("__MACOSX/T/T_A.txt".into(), b"junk".into()));
        files.push(("T/README.txt".into(), b"about".into()));
        assert_eq!(read(&files), plain);
    }
}

#[test]
fn repeated_edges_loops_and_single_directions_are_reported() {
    let data = read(&small_with("A", "1,2\n1,2\n1,2\n2,1\n2 2\n3,2\n4,5\n6,5\n"));
    assert_eq!(data.graphs[0].edges, [[0, 1], [1, 2]]);
    assert_eq!(data.graphs[1].edges, [[0, 1], [1, 2]]);
    assert_eq!(
        data.notes,
        [
            "2 duplicate edges were dropped",
            "1 self-loop was dropped",
            "3 edges in one direction only, read as undirected",
        ]
    );
}

#[test]
fn the_first_label_of_an_edge_counts() {
    let mut files = small_with("A", "2,1\n1,2\n1,3\n3,1\n3,3\n5,4\n4,5\n");
    files.push((
        "T/T_edge_labels.txt".into(),
        b"7\n5\n5\n5\n9\n-1\n-1\n".into(),
    ));
    let data = read(&files);
    assert_eq!(data.edge_label_names, ["-1", "5", "7", "9"]);
    assert_eq!(
        (&data.graphs[0].edge_labels, &data.graphs[1].edge_labels),
        (&vec![2, 1], &vec![0])
    );
    assert_eq!(
        data.notes,
        [
            "1 self-loop was dropped",
            "1 edge is listed with different labels; the first one counts"
        ]
    );
}

#[test]
fn labels_of_several_columns_are_combined() {
    let data = read(&small_with(
        "node_labels",
        "0, 1\n0, 2\n0, 1\n-1, 3\n0, 2\n0, 1\n",
    ));
    assert_eq!(data.vertex_label_names, ["-1, 3", "0, 1", "0, 2"]);
    assert_eq!(data.graphs[0].vertex_labels, [1, 2, 1]);
    assert_eq!(data.graphs[1].vertex_labels, [0, 2, 1]);
    assert_eq!(
        data.notes,
        ["the label of a vertex has 2 columns; each combination of values counts as one label"]
    );
}

#[test]
fn attributes_follow_their_vertices() {
    let mut files = small_with("node_attributes", "1,2\n3,-4e-1\n5,6\n7,8\n9,10\n11,12.5\n");
    files.push(("T/T_graph_attributes.txt".into(), b"whatever".into()));
    let data = read(&files);
    assert_eq!(data.vertex_attributes, 2);
    assert_eq!(data.graphs[0].vertex_attributes, [1., 2., 3., -0.4, 5., 6.]);
    assert_eq!(
        data.graphs[1].vertex_attributes,
        [7., 8., 9., 10., 11., 12.5]
    );
    assert_eq!(
        data.notes,
        ["T_graph_attributes.txt was not read: the classes of T_graph_labels.txt are used"]
    );
}

#[test]
fn attributes_follow_their_edges() {
    let text = "0,1\n0,1\n2,3\n2,3\n4,5\n9,5\n6,7\n6,7\n";
    let data = read(&small_with("edge_attributes", text));
    assert_eq!(data.edge_attributes, 2);
    assert_eq!(data.graphs[0].edges, [[0, 1], [0, 2], [1, 2]]);
    assert_eq!(data.graphs[0].edge_attributes, [0., 1., 4., 5., 2., 3.]);
    assert_eq!(data.graphs[1].edge_attributes, [6., 7.]);
    assert_eq!(
        data.notes,
        ["1 edge is listed with different attributes; the first ones count"]
    );
    let graph = InputGraph::of_dataset(&data, 0);
    assert_eq!(graph.edge_attributes[1].name, "attribute2");
    assert_eq!(graph.edge_attributes[1].values, [1., 5., 3.]);
    assert_eq!(
        error_with("edge_attributes", "1\nx\n"),
        "T_edge_attributes.txt, line 2: expected finite numbers, found \"x\""
    );
}

#[test]
fn the_data_set_named_like_the_zip_is_used() {
    let mut files = small();
    for (path, text) in small() {
        files.push((path.replace("T/T_", "U/U_"), text));
    }
    assert_eq!(
        read_tu_zip("path/U.zip", &zip_of(&files)).unwrap().name,
        "U"
    );
    assert_eq!(
        read_tu_zip("V.zip", &zip_of(&files))
            .unwrap_err()
            .to_string(),
        "V.zip: expected one data set, found 2: T/T, U/U; take one of them alone"
    );
    // A second _A.txt without the other files is no data set.
    let mut files = small();
    files.push(("extra/X_A.txt".into(), b"".into()));
    assert_eq!(read(&files).name, "T");
}

// ---- bad input ----

#[test]
fn files_that_are_not_data_sets() {
    let zip_error = |bytes: &[u8]| read_tu_zip("T.zip", bytes).unwrap_err().to_string();
    assert_eq!(
        zip_error(b"hello"),
        "T.zip: is no zip file; choose the zip of a TU data set as it was downloaded"
    );
    assert_eq!(
        zip_error(b""),
        "T.zip: is empty; choose the zip of a TU data set"
    );
    let whole = zip_of(&small());
    for length in 4..whole.len() {
        let message = zip_error(&whole[..length]);
        assert!(
            message.starts_with("T.zip: the zip is cut off or damaged ("),
            "{length}: {message}"
        );
    }
    assert_eq!(
        error_of(&[("a/b.txt".into(), b"".into()), ("c.csv".into(), b"".into())]),
        "T.zip: expected a TU data set, a file whose name ends in _A.txt, found b.txt, c.csv"
    );
    assert!(error_of(&[]).ends_with("found nothing"));
    for missing in ["graph_indicator", "graph_labels"] {
        let mut files = small();
        files.retain(|(path, _)| !path.contains(missing));
        assert_eq!(
            error_of(&files),
            format!("T.zip: expected T_{missing}.txt next to T_A.txt, found none")
        );
    }
    let missing = read_path(Path::new("no/such/file.zip"))
        .unwrap_err()
        .to_string();
    assert!(
        missing.starts_with("no/such/file.zip: cannot be read: "),
        "{missing}"
    );
    let folder = tempfile::tempdir().unwrap();
    let empty = read_path(folder.path()).unwrap_err().to_string();
    assert!(empty.contains("expected a TU data set"), "{empty}");
}

#[test]
fn errors_in_damaged_content_name_the_position() {
    let mut bytes = zip_of(&[
        ("T_A.txt".into(), "1,2\n2,1\n".repeat(50_000).into()),
        ("T_graph_indicator.txt".into(), b"1\n1\n2\n".into()),
        ("T_graph_labels.txt".into(), b"1\n2\n".into()),
    ]);
    set_of_first_file(&mut bytes, Field::Checksum, 1);
    assert_eq!(
        read_tu_zip("T.zip", &bytes).unwrap_err().to_string(),
        "T_A.txt: reading stops after line 100000 (Invalid checksum); the file is incomplete or damaged; \
         download it again"
    );
}

#[test]
fn invalid_edges() {
    let expected = "expected two vertex ids from 1 to 6, found";
    for bad in [
        "0, 5",
        "1, 7",
        "1",
        "1, 2, 3",
        "1,,2",
        ",1",
        "x, 1",
        "1.0, 2",
        "-1, 2",
        "1, 99999999999999999999",
        "1;2",
    ] {
        assert_eq!(
            error_with("A", format!("1, 2\n{bad}\n")),
            format!("T_A.txt, line 2: {expected} {bad:?}")
        );
    }
    assert_eq!(
        error_with("A", "1, 2\n2, 4\n"),
        "T_A.txt, line 2: expected two vertices of the same graph, found \"2, 4\", of graphs 1 and 2"
    );
    assert_eq!(
        error_with("A", "1, 2\n\n2, 1\n"),
        "T_A.txt, line 2: expected no empty line before the end of the file, found one"
    );
    assert_eq!(
        error_with("A", b"1, 2\n\xff\xfe1\n"),
        format!("T_A.txt, line 2: {expected} bytes that are not UTF-8 text: \"\\xff\\xfe1\"")
    );
    let long = error_with("A", "1".repeat(3 << 20));
    assert!(
        long.starts_with("T_A.txt, line 1: expected numbers, found a line of more than"),
        "{long}"
    );
    let shown = error_with("A", "é".repeat(1000));
    assert!(shown.len() < 250 && shown.ends_with("…"), "{shown}");
}

#[test]
fn invalid_indicators() {
    let why = "; the graphs have to be in order, each with at least one vertex";
    for (text, line, expected, found) in [
        ("0\n", 1, "graph 1", "0"),
        ("2\n", 1, "graph 1", "2"),
        ("1\n3\n", 2, "graph 1 or 2", "3"),
        ("1\n2\n1\n", 3, "graph 2 or 3", "1"),
        ("1\nx\n", 2, "graph 1 or 2", "x"),
        ("1\n1, 2\n", 2, "graph 1 or 2", "1, 2"),
        ("4294967296\n", 1, "graph 1", "4294967296"),
        ("1\n4294967295\n", 2, "graph 1 or 2", "4294967295"),
    ] {
        assert_eq!(
            error_with("graph_indicator", text),
            format!(
                "T_graph_indicator.txt, line {line}: expected {expected}, found {found:?}{why}"
            )
        );
    }
    for empty in ["", "\n\n", "\u{feff}"] {
        assert_eq!(
            error_with("graph_indicator", empty),
            "T_graph_indicator.txt: expected one line for each vertex, found none: the data set is empty"
        );
    }
}

#[test]
fn invalid_classes() {
    let file = "T_graph_labels.txt";
    assert_eq!(
        error_with("graph_labels", "1\n"),
        format!(
            "{file}, line 2: expected one line for each of the 2 graphs, found the end of the file"
        )
    );
    assert_eq!(
        error_with("graph_labels", "1\n2\n3\n"),
        format!(
            "{file}, line 3: expected the end of the file after one line for each of the 2 graphs, found \"3\""
        )
    );
    for bad in ["a", "1, 2", "1.5", "nan", "99999999999999999999"] {
        assert_eq!(
            error_with("graph_labels", format!("1\n{bad}\n")),
            format!("{file}, line 2: expected one whole number, the class, found {bad:?}")
        );
    }
}

#[test]
fn invalid_labels_and_attributes() {
    assert_eq!(
        error_with("node_labels", "1\n2\n"),
        "T_node_labels.txt, line 3: expected one line for each of the 6 vertices, found the end of the file"
    );
    assert_eq!(
        error_with("node_labels", "1\nC\n"),
        "T_node_labels.txt, line 2: expected a whole number, the label, found \"C\""
    );
    assert_eq!(
        error_with("node_labels", "1\n1,2\n"),
        "T_node_labels.txt, line 2: expected as many columns as in line 1, 1, found \"1,2\"; labels that change over time, as in infectious_ct1, are not read: \
         keep one label in each line"
    );
    assert_eq!(
        error_with("edge_labels", "1\n".repeat(9)),
        "T_edge_labels.txt, line 9: expected the end of the file after one line for each of the 8 lines of T_A.txt, \
         found \"1\""
    );
    for bad in ["NaN", "inf", "-Infinity", "1e60", "x", "1,,2", ""] {
        let text = format!("1.5\n{bad}\n2\n3\n4\n5\n6");
        let message = error_with("node_attributes", text);
        let expected = if bad.is_empty() {
            "T_node_attributes.txt, line 2: expected no empty line before the end of the file, found one".into()
        } else {
            format!("T_node_attributes.txt, line 2: expected finite numbers, found {bad:?}")
        };
        assert_eq!(message, expected);
    }
    assert_eq!(
        error_with("node_attributes", "1,2\n3\n"),
        "T_node_attributes.txt, line 2: expected as many numbers as in line 1, 2, found \"3\""
    );
    let many: String = (0..70_000).map(|label| format!("{label}\n")).collect();
    let message = error_of(&[
        ("T_A.txt".into(), b"".into()),
        (
            "T_graph_indicator.txt".into(),
            format!("{}2\n", "1\n".repeat(69_999)).into(),
        ),
        ("T_graph_labels.txt".into(), b"1\n2\n".into()),
        ("T_node_labels.txt".into(), many.into()),
    ]);
    assert!(
        message
            .starts_with("T_node_labels.txt, line 65537: expected at most 65536 different labels"),
        "{message}"
    );
}

#[test]
fn limits_are_enforced() {
    let zip = zip_of(&small());
    let within = |limits: Limits| match read_tu("T.zip", Cursor::new(&zip), &limits) {
        Ok(data) => data.name,
        Err(error) => error.to_string(),
    };
    let limits = Limits::default();
    let size = small()
        .iter()
        .map(|(_, text)| text.len() as u32)
        .sum::<u32>();
    assert_eq!(
        within(Limits {
            bytes: size,
            vertices: 6,
            graphs: 2
        }),
        "T"
    );
    assert_eq!(
        within(Limits {
            bytes: size - 1,
            ..limits
        }),
        "T.zip: expected at most 1 MiB of text, found 1 MiB; take a smaller data set or a part of this one"
    );
    assert_eq!(
        within(Limits {
            vertices: 5,
            ..limits
        }),
        "T_graph_indicator.txt, line 6: expected at most 5 vertices, found \"2\""
    );
    assert_eq!(
        within(Limits {
            graphs: 1,
            ..limits
        }),
        "T_graph_indicator.txt, line 4: expected at most 1 graphs, found \"2\""
    );
}

/// Place of a field in the local and in the central header of a file in a zip.
enum Field {
    Checksum = 14,
    Size = 22,
}

/// Changes a header field of the first file in a zip.
fn set_of_first_file(zip: &mut [u8], field: Field, value: u32) {
    let local = field as usize;
    for (signature, offset) in [(b"PK\x03\x04", local), (b"PK\x01\x02", local + 2)] {
        let header = zip.windows(4).position(|window| window == signature);
        let place = header.unwrap() + offset;
        zip[place..place + 4].copy_from_slice(&value.to_le_bytes());
    }
}

#[test]
fn a_file_of_two_gigabytes_is_rejected_before_reading() {
    let mut zip = zip_of(&small());
    set_of_first_file(&mut zip, Field::Size, 2 << 30);
    assert_eq!(
        read_tu_zip("T.zip", &zip).unwrap_err().to_string(),
        "T.zip: expected at most 1024 MiB of text, found 2049 MiB; take a smaller data set or a part of this one"
    );
}

#[test]
fn zip_bombs_are_rejected() {
    // The size is correct, but the compression ratio is higher than that of any data set.
    let zip = zip_of(&small_with("A", vec![b'\n'; 70 << 20]));
    assert!(zip.len() < 1 << 20);
    let message = read_tu_zip("T.zip", &zip).unwrap_err().to_string();
    assert!(
        message.starts_with("T.zip: unpacks to 71 MiB, more than 100 times its size"),
        "{message}"
    );

    // Larger than its declared size.
    let mut files = vec![("T/T_A.txt".to_string(), b"1,2\n2,1\n".repeat(1 << 20))];
    files.extend(small().into_iter().skip(1));
    let mut zip = zip_of(&files);
    set_of_first_file(&mut zip, Field::Size, 1000);
    let message = read_tu_zip("T.zip", &zip).unwrap_err().to_string();
    assert!(
        message.starts_with("T_A.txt: reading stops after line ") && message.contains("larger"),
        "{message}"
    );
}

proptest! {
    #[test]
    fn damaged_zips_never_panic(
        changes in prop::collection::vec((any::<prop::sample::Index>(), any::<u8>()), 0..6),
        length in any::<prop::sample::Index>(),
        cut in any::<bool>(),
    ) {
        let mut zip = zip_of(&small_with("node_attributes", "1\n2\n3\n4\n5\n6\n"));
        for (place, byte) in changes {
            let place = place.index(zip.len());
            zip[place] = byte;
        }
        if cut {
            zip.truncate(length.index(zip.len()));
        }
        let _ = read_tu_zip("T.zip", &zip);
    }

    #[test]
    fn damaged_texts_never_panic(
        file in 0..4usize,
        changes in prop::collection::vec((any::<prop::sample::Index>(), any::<u8>()), 1..6),
    ) {
        let mut files = small_with("node_labels", "1\n2\n3\n4\n5\n6\n");
        for (place, byte) in changes {
            let text = &mut files[file].1;
            let place = place.index(text.len());
            text[place] = byte;
        }
        if let Err(error) = read_tu_zip("T.zip", &zip_of(&files)) {
            prop_assert!(error.to_string().contains("expected"), "{}", error);
        }
    }
}

// ---- generators ----

#[test]
fn generators_make_balanced_data_sets_from_their_seed() {
    for generator in GENERATORS {
        let data = generate(generator.id, 7).unwrap();
        assert_eq!(data, generate(generator.id, 7).unwrap(), "{}", generator.id);
        assert_ne!(data, generate(generator.id, 8).unwrap(), "{}", generator.id);
        let summary = data.summary();
        assert!((200..=400).contains(&summary.graphs));
        assert_eq!(data.task(), generator.task());
        if generator.task() == Task::Classification {
            assert_eq!(summary.classes[0].graphs, summary.classes[1].graphs);
            assert!(
                data.classes[..20].contains(&0) && data.classes[..20].contains(&1),
                "shuffled"
            );
        }
        for graph in &data.graphs {
            assert!(
                graph
                    .edges
                    .iter()
                    .all(|&[u, v]| u < v && v < graph.vertices)
            );
            assert!(graph.edges.is_sorted_by(|a, b| a < b));
        }
    }
    assert_eq!(generate("no such generator", 0), None);
}

#[test]
fn the_target_of_disjoint_cycles_is_their_number() {
    let data = generate("number-of-cycles", 3).unwrap();
    for (graph, &target) in data.graphs.iter().zip(&data.targets) {
        let cycles = target as u32;
        assert_eq!(betti(graph, |_| true), (cycles, cycles));
    }
    // A model that sees only the number of vertices cannot do better than the median, up to chance.
    let sizes = |cycles: f64| -> f64 {
        let graphs = data.graphs.iter().zip(&data.targets);
        let own: Vec<f64> = graphs
            .filter(|(_, target)| **target == cycles)
            .map(|(graph, _)| graph.vertices.into())
            .collect();
        own.iter().sum::<f64>() / own.len() as f64
    };
    for cycles in [1.0, 2.0, 3.0, 4.0] {
        assert!((sizes(cycles) - 28.0).abs() < 4.0, "{cycles}");
    }
}

/// Numbers of components and of independent loops among the vertices that are kept.
fn betti(graph: &Graph, keep: impl Fn(u32) -> bool) -> (u32, u32) {
    let mut parent: Vec<u32> = (0..graph.vertices).collect();
    let mut components = (0..graph.vertices).filter(|&vertex| keep(vertex)).count() as u32;
    let mut loops = 0;
    for &[u, v] in &graph.edges {
        if keep(u) && keep(v) {
            let [a, b] = [u, v].map(|mut vertex| {
                while parent[vertex as usize] != vertex {
                    vertex = parent[vertex as usize];
                }
                vertex
            });
            if a == b {
                loops += 1;
            } else {
                parent[a as usize] = b;
                components -= 1;
            }
        }
    }
    (components, loops)
}

/// Sorted values of each graph of a class, sorted.
fn sorted_of_class<T: Ord>(
    data: &Dataset,
    class: u32,
    of: impl Fn(&Graph) -> Vec<T>,
) -> Vec<Vec<T>> {
    let members = data
        .graphs
        .iter()
        .zip(&data.classes)
        .filter(|(_, other)| **other == class);
    let mut all: Vec<Vec<T>> = members
        .map(|(graph, _)| {
            let mut one = of(graph);
            one.sort();
            one
        })
        .collect();
    all.sort();
    all
}

#[test]
fn cycles_and_trees_differ_by_one_loop() {
    let data = generate("cycles-and-trees", 0).unwrap();
    for (graph, class) in data.graphs.iter().zip(&data.classes) {
        assert!((10..=40).contains(&graph.vertices));
        assert_eq!(betti(graph, |_| true), (1, u32::from(*class == 0)));
    }
    let sizes = |class| sorted_of_class(&data, class, |graph| vec![graph.vertices]);
    assert_eq!(sizes(0), sizes(1));
}

#[test]
fn one_loop_and_several_loops_differ_only_in_the_filtration() {
    let data = generate("one-loop-or-several", 0).unwrap();
    let degrees = |class| sorted_of_class(&data, class, Graph::degrees);
    assert_eq!(degrees(0), degrees(1));
    // Not even the degrees around each vertex differ.
    let around = |class| {
        sorted_of_class(&data, class, |graph| {
            let degrees = graph.degrees();
            let mut around: Vec<Vec<u32>> = degrees.iter().map(|&degree| vec![degree]).collect();
            for &[u, v] in &graph.edges {
                around[u as usize].push(degrees[v as usize]);
                around[v as usize].push(degrees[u as usize]);
            }
            around
                .iter_mut()
                .for_each(|degrees| degrees[1..].sort_unstable());
            around
        })
    };
    assert_eq!(around(0), around(1));
    let all_loops = |class| {
        sorted_of_class(&data, class, |graph| {
            vec![graph.vertices, betti(graph, |_| true).1]
        })
    };
    assert_eq!(all_loops(0), all_loops(1));
    for (graph, class) in data.graphs.iter().zip(&data.classes) {
        assert!((10..=40).contains(&graph.vertices));
        let (components, loops) = betti(graph, |_| true);
        assert!(components == 1 && (2..=4).contains(&loops));
        let degrees = graph.degrees();
        let first = betti(graph, |vertex| degrees[vertex as usize] == 3);
        assert_eq!(first, if *class == 0 { (1, 1) } else { (loops, loops) });
    }
}

#[test]
fn discussion_threads_have_the_size_of_reddit() {
    let data = generate("discussion-threads", 0).unwrap();
    let summary = data.summary();
    assert!(
        (330.0..=530.0).contains(&summary.average_vertices),
        "{}",
        summary.average_vertices
    );
    assert!(
        (1500..=3782).contains(&summary.largest_graph),
        "{}",
        summary.largest_graph
    );
    assert!((1.0..1.3).contains(&(summary.average_edges / summary.average_vertices)));
    assert!(
        data.graphs
            .iter()
            .flat_map(Graph::degrees)
            .any(|degree| degree == 0)
    );
    assert_eq!(summary.features[0], Features::Uninformative);
    // A question has a star around one person.
    let share = |class| {
        let shares = data
            .graphs
            .iter()
            .zip(&data.classes)
            .filter(|(_, other)| **other == class);
        let shares = shares.map(|(graph, _)| {
            f64::from(*graph.degrees().iter().max().unwrap()) / f64::from(graph.vertices)
        });
        shares.sum::<f64>() / f64::from(summary.classes[class as usize].graphs)
    };
    assert!(share(0) > share(1) + 0.2, "{} {}", share(0), share(1));
}

// ---- folds ----

/// Each graph in exactly one part.
fn assert_partition(split: &Split, graphs: u32) {
    let all: HashSet<u32> = split
        .train
        .iter()
        .chain(&split.validation)
        .chain(&split.test)
        .copied()
        .collect();
    assert_eq!(
        split.train.len() + split.validation.len() + split.test.len(),
        graphs as usize
    );
    assert_eq!(all, (0..graphs).collect());
}

#[test]
fn folds_are_stratified_and_cover_the_data() {
    let data = real("PROTEINS");
    let graphs = data.graphs.len() as u32;
    let folds = stratified_folds(&data.classes, 10, 3).unwrap();
    let mut tested = HashSet::new();
    for fold in 1..=10 {
        let split = folds.split(fold, true).unwrap();
        assert_partition(&split, graphs);
        assert!((111..=112).contains(&split.test.len()));
        assert!(
            (99..=101).contains(&split.validation.len()),
            "{}",
            split.validation.len()
        );
        for part in [&split.train, &split.validation, &split.test] {
            let first = part
                .iter()
                .filter(|&&graph| data.classes[graph as usize] == 0)
                .count();
            let expected = part.len() as f64 * 663.0 / 1113.0;
            assert!((first as f64 - expected).abs() <= 1.5, "{first} {expected}");
        }
        let whole = folds.split(fold, false).unwrap();
        assert_eq!(whole.test, split.test);
        assert_eq!(
            whole.train.len(),
            split.train.len() + split.validation.len()
        );
        assert!(tested.is_disjoint(&split.test.iter().copied().collect()));
        tested.extend(split.test);
    }
    assert_eq!(tested.len(), graphs as usize);
    let again = stratified_folds(&data.classes, 10, 3).unwrap();
    assert_eq!(again.split(4, true).unwrap(), folds.split(4, true).unwrap());
    let other = stratified_folds(&data.classes, 10, 4).unwrap();
    assert_ne!(other.split(4, true).unwrap(), folds.split(4, true).unwrap());
}

proptest! {
    #[test]
    fn every_split_has_training_graphs_of_each_class(
        classes in prop::collection::vec(0..4u32, 8..80),
        folds in 2..6u32,
        seed in any::<u64>(),
    ) {
        if let Ok(dealt) = stratified_folds(&classes, folds, seed) {
            for fold in 1..=folds {
                let split = dealt.split(fold, true).unwrap();
                assert_partition(&split, classes.len() as u32);
                let learned: HashSet<u32> = split.train.iter().map(|&graph| classes[graph as usize]).collect();
                prop_assert_eq!(learned, classes.iter().copied().collect::<HashSet<u32>>());
            }
        }
    }
}

#[test]
fn impossible_folds() {
    let error =
        |classes: &[u32], folds| stratified_folds(classes, folds, 0).unwrap_err().to_string();
    for folds in [0, 1] {
        assert_eq!(
            error(&[0, 1, 0, 1], folds),
            format!(
                "expected at least 2 folds, found {folds}: one part is to learn from, one to test on"
            )
        );
    }
    assert_eq!(
        error(&[0, 0, 0, 1, 1, 0], 3),
        "expected at least 3 graphs of each class for 3 folds, found 2 of class number 2; use fewer folds"
    );
    assert!(error(&[0, 0, 0, 1], 2).ends_with("; add graphs or leave the class out"));
    assert_eq!(error(&[], 2), "expected graphs to split, found none");
    let folds = stratified_folds(&[0, 1, 0, 1], 2, 0).unwrap();
    assert_eq!(
        folds.split(0, false).unwrap_err().to_string(),
        "expected a fold from 1 to 2, found 0"
    );
    assert_eq!(
        folds.split(3, false).unwrap_err().to_string(),
        "expected a fold from 1 to 2, found 3"
    );
}

/// Writes a part of a fold in the format of other programs, one index per line.
fn write_part(folder: &Path, part: &str, fold: u32, graphs: &[u32]) {
    let lines: String = graphs.iter().map(|graph| format!("{graph}\n")).collect();
    fs::write(folder.join(format!("{part}_idx-{fold}.txt")), lines).unwrap();
}

#[test]
fn fold_files_are_read_unchanged() {
    let classes: Vec<u32> = (0..188).map(|graph| graph % 3).collect();
    let folds = stratified_folds(&classes, 10, 5).unwrap();
    let folder = tempfile::tempdir().unwrap();
    for fold in 1..=10 {
        let split = folds.split(fold, true).unwrap();
        write_part(folder.path(), "train", fold, &split.train);
        write_part(folder.path(), "test", fold, &split.test);
        // Some have no part for validation.
        if fold == 10 {
            let rest = read_folds(folder.path(), fold, 188).unwrap();
            assert_eq!((&rest.train, &rest.test), (&split.train, &split.test));
            assert!(rest.validation.is_empty());
        }
        write_part(folder.path(), "validation", fold, &split.validation);
        assert_eq!(read_folds(folder.path(), fold, 188).unwrap(), split);
    }
}

#[test]
fn invalid_fold_files() {
    let error = |train: &str, test: &str| {
        let folder = tempfile::tempdir().unwrap();
        fs::write(folder.path().join("train_idx-1.txt"), train).unwrap();
        fs::write(folder.path().join("test_idx-1.txt"), test).unwrap();
        let message = read_folds(folder.path(), 1, 4).unwrap_err().to_string();
        message.replace(&format!("{}/", folder.path().display()), "")
    };
    assert_eq!(
        error("0\n4\n", "1\n"),
        "train_idx-1.txt, line 2: expected the index of a graph, from 0 to 3, found \"4\""
    );
    assert_eq!(
        error("0\n-1\n", "1\n"),
        "train_idx-1.txt, line 2: expected the index of a graph, from 0 to 3, found \"-1\""
    );
    assert_eq!(
        error("0\n1\n0\n", "2\n"),
        "train_idx-1.txt, line 3: expected each graph in one part, once, found \"0\" as in line 1 of train_idx-1.txt"
    );
    assert_eq!(
        error("0\n1\n", "1\n"),
        "test_idx-1.txt, line 1: expected each graph in one part, once, found \"1\" as in line 2 of train_idx-1.txt"
    );
    assert_eq!(
        error("0\n", "\n"),
        "test_idx-1.txt: expected at least one index, found none"
    );
    let folder = tempfile::tempdir().unwrap();
    let missing = read_folds(folder.path(), 11, 1113).unwrap_err().to_string();
    assert!(
        missing.contains("train_idx-11.txt: expected the indices of this part of the fold"),
        "{missing}"
    );
}
