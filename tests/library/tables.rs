//! Delimited texts of other programs: each is read as its author meant it, or refused in one sentence.

use std::collections::BTreeMap;
use std::fmt::Write;

use proptest::prelude::*;
use proptest::test_runner::{Config, TestRunner};
use sublevel::graph::edge_list::{read_edge_list, read_edge_list_telling};
use sublevel::graph::formats::points::Table;
use sublevel::graph::formats::{Columns, KNOWN_HEADINGS};
use sublevel::graph::{DataError, InputGraph};

fn file(name: &str) -> Vec<u8> {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/fixtures/tables/");
    std::fs::read(format!("{folder}{name}")).unwrap()
}

fn edges(text: impl AsRef<[u8]>) -> Result<InputGraph, DataError> {
    read_edge_list("e.csv", text.as_ref(), None)
}

fn values(edges: &str, text: impl AsRef<[u8]>) -> Result<InputGraph, DataError> {
    read_edge_list("e.csv", edges.as_bytes(), Some(("v.csv", text.as_ref())))
}

fn chosen(text: &str, columns: &str) -> Result<InputGraph, DataError> {
    let columns = columns.parse().unwrap();
    read_edge_list_telling("e.csv", text.as_bytes(), None, &columns, &|_| ())
}

/// The points of a text: all distances and notes.
fn points(text: impl AsRef<[u8]>) -> Result<InputGraph, DataError> {
    let table = Table::points("p.csv", text.as_ref(), &Columns::default())?;
    table
        .into_points("p.csv")?
        .distances("p.csv", Some(f64::MAX))
}

fn distances(text: impl AsRef<[u8]>) -> Result<InputGraph, DataError> {
    Table::distances("d.csv", text.as_ref())?.into_distances("d.csv", Some(f64::MAX))
}

/// Names of vertices, edges by these, and their values.
fn named(graph: &InputGraph) -> Vec<(String, String, f64)> {
    let name = |vertex: u32| match graph.names.get(vertex) {
        Some(name) => name.into_owned(),
        None => vertex.to_string(),
    };
    let value = |edge: usize| {
        graph
            .edge_filter
            .as_ref()
            .map_or(0.0, |values| values[edge])
    };
    let edges = graph.edges.iter().enumerate();
    edges
        .map(|(edge, &[a, b])| (name(a), name(b), value(edge)))
        .collect()
}

fn list(edges: &[(&str, &str, f64)]) -> Vec<(String, String, f64)> {
    let one = |&(a, b, value): &(&str, &str, f64)| (a.to_owned(), b.to_owned(), value);
    edges.iter().map(one).collect()
}

#[track_caller]
fn assert_refused<T: std::fmt::Debug>(read: Result<T, DataError>, words: &[&str]) {
    let error = read.unwrap_err().to_string();
    for word in words {
        assert!(error.contains(word), "expected {word}\n  found {error}");
    }
}

#[test]
fn edges_with_headings_are_read_by_their_names() {
    let triangle = list(&[("5", "7", 0.0), ("7", "9", 0.0), ("9", "5", 0.0)]);
    let graph = edges(file("edges_index.csv")).unwrap();
    assert_eq!(named(&graph), triangle);
    assert_eq!(
        graph.notes,
        [
            "the first line is read as headings",
            "the column 1 without a heading is left out"
        ]
    );
    for text in [
        "target;source\n7;5\n9;7\n5;9\n",
        "\"\",\"from\",\"to\"\n\"1\",\"5\",\"7\"\n\"2\",\"7\",\"9\"\n\"3\",\"9\",\"5\"\n",
        // R writes no heading for the names of rows.
        "\"from\" \"to\"\n\"1\" 5 7\n\"2\" 7 9\n\"3\" 9 5\n",
        "Source,Target,Type,Id,Label,timeset\n5,7,Undirected,0,,\n7,9,Undirected,1,,\n9,5,Undirected,2,,\n",
        "Unnamed: 0\tu\tv\n0\t5.0\t7.0\n1\t7.0\t9.0\n2\t9.0\t5.0\n",
        "sep=;\r\nfrom;to\r\n5;7\r\n7;9\r\n9;5\r\n",
        "# source target\n5 7\n7 9\n9 5",
        "from,to\r5,7\r7,9\r9,5\r",
    ] {
        let found = edges(text).unwrap_or_else(|error| panic!("{text}: {error}"));
        let mut found = named(&found);
        if text.starts_with("target") {
            found.iter_mut().for_each(|edge| assert_ne!(edge.0, edge.1));
        }
        found.sort_by(|a, b| a.partial_cmp(b).unwrap());
        assert_eq!(found, triangle, "{text}");
    }
    let contacts = edges(file("contacts.txt")).unwrap();
    assert_eq!(
        named(&contacts),
        list(&[("11", "12", 0.0), ("12", "13", 1.0), ("13", "11", 2.0)])
    );
    // A weight comes before a time, in any order of the columns.
    let graph = edges("weight,time,to,from\n0.5,7,a,b\n1.5,8,b,c\n").unwrap();
    assert_eq!(named(&graph), list(&[("b", "a", 0.5), ("c", "b", 1.5)]));
    let directed = edges("Source,Target,Type\na,b,Directed\nb,a,Directed\n").unwrap();
    assert_eq!(directed.directed, Some(true));
}

#[test]
fn unknown_and_ambiguous_columns_are_refused_with_the_option() {
    #[rustfmt::skip]
    let cases = [
        (
            "person,friend,score\nann,bob,1\nbob,eve,2\n",
            &[
                "\"person\", \"friend\", \"score\"",
                "--columns source=person,target=friend,weight=score",
            ][..],
        ),
        ("source,from,weight\n1,2,3\n2,3,4\n", &["mean the same", "--columns"]),
        ("source,target,weight,value\n1,2,3,4\n2,3,4,5\n", &["mean the same"]),
        ("label,name\na,b\nc,d\n", &["none of them names the two vertices"]),
        ("0,5,7\n1,7,9\n2,9,5\n", &["counts the rows", "source=2,target=3"]),
        ("0,1\n5,7\n7,9\n9,5\n", &["header=False", "source and target"]),
        ("0,1\n0,1\n1,2\n", &["header=False"]),
        ("3 3\n1 2\n2 3\n3 1\n", &["size of the graph", "begin it with #"]),
        ("4 2\n0 1\n2 3\n", &["size of the graph"]),
        ("5 3\n0 1 0.5\n1 2 0.5\n2 0 0.5\n", &["size of the graph", "3 vertices"]),
        ("a pp b\nb pp c\n", &["SIF", "--columns source=1,target=3"]),
        ("c comment\np edge 3 2\ne 1 2\ne 2 3\n", &["DIMACS"]),
        ("3 2\n2\n1 3\n2\n", &["METIS"]),
        (";A;B;C\nA;0;1;1\nB;1;0;0\nC;1;0;0\n", &["adjacency matrix"]),
        ("0 1 1\n1 0 0\n1 0 0\n", &["adjacency matrix", "MatrixMarket"]),
        ("x,y\n0.5,1\n2,3\n", &["coordinates", "--rips"]),
        ("a;b;1,5\nb;c;2.5\n", &["decimal points and decimal commas"]),
        ("a,b,\"1,5\"\nb,c,\"2,5\"\n", &["decimal commas need semicolons"]),
        ("source,target\n1,2\n3,\n", &["line 3, column 2", "empty cell"]),
        ("source,target,weight\n1,2,1\n2,3,NA\n", &["line 3, column 3"]),
        ("1.5 2\n2 3\n", &["line 1, column 1", "whole number"]),
        ("0,1.0\n1,3.0\n", &["values of vertices"]),
        ("a,b\n\"b,c\n", &["line 2", "quote"]),
    ];
    for (text, words) in cases {
        assert_refused(edges(text), words);
    }
    assert_refused(
        edges(file("konect.edges")),
        &["4 columns", "--columns source=1,target=2,weight=3"],
    );
    let konect = String::from_utf8(file("konect.edges")).unwrap();
    let read = chosen(&konect, "source=1,target=2,weight=4").unwrap();
    assert_eq!(
        named(&read),
        list(&[
            ("11", "12", 100.0),
            ("12", "13", 200.0),
            ("13", "11", 300.0)
        ])
    );
    let text = "person,friend,score\nann,bob,1\nbob,eve,2\n";
    let read = chosen(text, "source=friend,target=Person,weight=3").unwrap();
    assert_eq!(
        named(&read),
        list(&[("bob", "ann", 1.0), ("eve", "bob", 2.0)])
    );
    assert_refused(
        chosen(text, "source=friend,target=nobody"),
        &["\"nobody\"", "\"score\""],
    );
    assert_refused(
        chosen("a b c d\n", "source=1,target=5"),
        &["\"5\"", "4 columns"],
    );
    for wrong in [
        "",
        "source=",
        "who=1",
        "source=1,source=2",
        "source=1,target=1",
    ] {
        assert!(wrong.parse::<Columns>().is_err(), "{wrong}");
    }
}

#[test]
fn columns_by_their_numbers_leave_the_first_row_an_edge() {
    // The first row has the numbers of columns as vertices.
    let text = "1 2 0.5 7\n2 3 1 8\n3 1 2 9\n";
    let read = chosen(text, "source=1,target=2,weight=3").unwrap();
    let expected = [("1", "2", 0.5), ("2", "3", 1.0), ("3", "1", 2.0)];
    assert_eq!(named(&read), list(&expected));
    assert!(read.notes.is_empty(), "{:?}", read.notes);
    // 0 is the number of no column, so this is the heading of pandas.
    let read = chosen("0,1\n5,7\n7,9\n", "source=0,target=1").unwrap();
    assert_eq!(named(&read), list(&[("5", "7", 0.0), ("7", "9", 0.0)]));
    let table = Table::points("p.csv", b"1 2 5\n3 4 6\n", &"1,2".parse().unwrap()).unwrap();
    let graph = table.into_points("p.csv").unwrap();
    assert_eq!(graph.distances("p.csv", None).unwrap().vertices, 2);
}

#[test]
fn a_dialog_names_columns_by_their_place() {
    let read = |text: &str, words: &[&str], has_heading: bool| {
        let mut columns = Columns::default();
        columns.choose(words, has_heading).unwrap();
        read_edge_list_telling("e.csv", text.as_bytes(), None, &columns, &|_| ())
    };
    // All cells are words, so only the user knows the heading.
    let text = "von,nach,art\na,b,x\nb,c,y\n";
    let words = &["target", "source", ""];
    assert_eq!(
        named(&read(text, words, true).unwrap()),
        list(&[("b", "a", 0.0), ("c", "b", 0.0)])
    );
    assert_eq!(read(text, words, false).unwrap().edges.len(), 3);
    // Headings that are the numbers of other columns do not confuse them.
    let text = "3,2,1\n5,7,9\n";
    let words = &["source", "target", "weight"];
    assert_eq!(
        named(&read(text, words, true).unwrap()),
        list(&[("5", "7", 9.0)])
    );
    // Edges and values are two tables, each with its own heading.
    let mut columns = Columns::default();
    columns.choose(&["", "source", "target"], true).unwrap();
    columns.choose(&["vertex", "", "value"], false).unwrap();
    let values: (&str, &[u8]) = ("v.csv", b"a,0,1\nb,0,2\n");
    let text = "k,u2,v2\n1,a,b\n";
    let graph =
        read_edge_list_telling("e.csv", text.as_bytes(), Some(values), &columns, &|_| ()).unwrap();
    assert_eq!(graph.filter, Some(vec![1.0, 2.0]));
    for wrong in [&["source", "coordinate"][..], &["value", "target"], &["x"]] {
        assert!(Columns::default().choose(wrong, true).is_err(), "{wrong:?}");
    }
}

#[test]
fn only_tables_whose_columns_are_unknown_ask_for_them() {
    for (text, asks) in [
        ("person,friend,score\nann,bob,1\n", true),
        ("source,from\n1,2\n", true),
        ("x,y\n0.5,1\n", true),
        ("0,5,7\n1,7,9\n2,9,5\n", true),
        ("1 2 3 4\n2 3 4 5\n", true),
        ("source,target\n1,\n", false),
        ("0 1 1\n1 0 0\n1 0 0\n", false),
        ("4 2\n0 1\n2 3\n", false),
    ] {
        let error = edges(text).unwrap_err();
        let columns = matches!(error, DataError::Columns { .. });
        assert_eq!(columns, asks, "{text}: {error}");
    }
    for (text, asks) in [
        ("lon,lat,town\n1.5,2,a\n3,4,b\n", true),
        ("0,1\n5,7\n7,9\n", true),
        ("0,5,7\n1,7,9\n2,9,5\n", true),
        ("1,2\n3\n", false),
    ] {
        let error = points(text).unwrap_err();
        let columns = matches!(error, DataError::Columns { .. });
        assert_eq!(columns, asks, "{text}: {error}");
    }
    for text in ["a,b,c\n1,2,3\n", "1 2 3\n2 3 4\n"] {
        let error = values("1 2\n", text).unwrap_err();
        assert!(matches!(error, DataError::Columns { .. }), "{error}");
    }
}

#[test]
fn ids_encodings_and_counts_are_those_of_the_author() {
    let path = list(&[("1", "2", 0.0), ("2", "3", 0.0)]);
    let wide: Vec<u8> = "1 2\r\n2 3\r\n"
        .encode_utf16()
        .flat_map(u16::to_be_bytes)
        .collect();
    let marked = [&[0xfe, 0xff][..], &wide].concat();
    for text in [
        b"1.0,2\n\"2\",3.00\n".to_vec(),
        b"\xef\xbb\xbf1 2\n2 3".to_vec(),
        wide,
        marked,
        // A first line that is shorter than the others is the size of the graph.
        b"3\n1 2\n2 3\n".to_vec(),
    ] {
        let graph = edges(&text).unwrap_or_else(|error| panic!("{}: {error}", text.escape_ascii()));
        assert_eq!(named(&graph), path, "{}", text.escape_ascii());
    }
    let sized = edges("3 2\n1 2 0.5\n2 3 1.5\n").unwrap();
    assert_eq!(
        sized.notes,
        ["the first line, 3 2, is read as the size of the graph"]
    );
    assert_eq!(edges(file("utf16.edges")).unwrap().edges.len(), 2);
    let latin = edges(b"M\xfcnchen;K\xf6ln\nK\xf6ln;Bonn\n").unwrap();
    assert_eq!(named(&latin)[0].0, "München");
    assert_eq!(
        latin.notes,
        ["the text is not UTF-8 and is read as Latin-1"]
    );
    // Blanks are parts of names between tabs, and a quoted cell is one cell.
    let names = edges("New York\tRome\nRome\t\"San\nMarino\"\n").unwrap();
    assert_eq!(named(&names)[0].0, "New York");
    assert_eq!(named(&names)[1].1, "San\nMarino");
    let pandas = edges("0,1\n1,2\n2,0\n").unwrap();
    assert_eq!(pandas.edges.len(), 3);
    assert!(
        pandas.notes[0].contains("is read as an edge"),
        "{:?}",
        pandas.notes
    );
    let german = edges("Source;Target;Weight\n1;2;0,5\n2;3;1,25\n").unwrap();
    assert_eq!(german.edge_filter, Some(vec![0.5, 1.25]));
    let blanks = edges("a b 0,5\nb c 1,25\n").unwrap();
    assert_eq!(blanks.edge_filter, Some(vec![0.5, 1.25]));
}

#[test]
fn values_are_read_by_their_headings() {
    for text in [
        "a 1\nb 2\n",
        "node,height\na,1\nb,2\n",
        ",height\na,1\nb,2\n",
        "Id,Label,height\na,x,1\nb,y,2\n",
        ",node,value\n0,a,1\n1,b,2\n",
        "height;name\n1,0;a\n2,0;b\n",
        "\"height\"\n\"a\" 1\n\"b\" 2\n",
    ] {
        let read = values("a b\n", text).unwrap_or_else(|error| panic!("{text}: {error}"));
        assert_eq!(read.filter, Some(vec![1.0, 2.0]), "{text}");
    }
    assert_eq!(
        values("0 1\n", "height\n0.5\n1\n").unwrap().filter,
        Some(vec![0.5, 1.0])
    );
    for (text, words) in [
        (
            "node,height,width\na,1,2\nb,2,3\n",
            &["--columns vertex=node,value=width"][..],
        ),
        ("station,temperature\n1,2\n2,3\n", &["--columns"]),
        ("node,height\na,1\nb,\n", &["line 3, column 2"]),
        ("a 1 2\nb 2 3\n", &["--columns vertex=1,value=2"]),
    ] {
        assert_refused(values("a b\n", text), words);
    }
    assert_refused(values("0 1\n", "0\n1\n2\n"), &["header=False"]);
    let columns = "vertex=node,value=width".parse().unwrap();
    let text = ("v.csv", &b"node,height,width\na,1,2\nb,2,3\n"[..]);
    let read = read_edge_list_telling("e.csv", b"a b\n", Some(text), &columns, &|_| ()).unwrap();
    assert_eq!(read.filter, Some(vec![2.0, 3.0]));
}

#[test]
fn points_are_coordinates_and_nothing_else() {
    let lengths = |text: &[u8]| points(text).map(|graph| graph.edge_filter.unwrap());
    assert_eq!(lengths(&file("points_index.csv")).unwrap(), [3.0, 4.0, 5.0]);
    assert_eq!(
        lengths(&file("decimal_comma.csv")).unwrap(),
        [1.25, 1.5, 1.25f64.hypot(1.5)]
    );
    for text in [
        "x,y\n0,0\n3,0\n0,4\n",
        "0 0\n3\t0\n0 4",
        "# c\n0; 0\n\n3; 0\n0;4\n",
        "0,1\n0.0,0.0\n3.0,0.0\n0.0,4.0\n",
        "id,label,x,y\n1,a,0,0\n2,b,3,0\n3,c,0,4\n",
        "\"V1\" \"V2\"\n\"1\" 0 0\n\"2\" 3 0\n\"3\" 0 4\n",
        ",PC1,PC2\n0,0,0\n1,3,0\n2,0,4\n",
        "2\n3\n0 0\n3 0\n0 4\n",
        "3\n0 0\n3 0\n0 4\n",
        "OFF 3 0 0\n0 0 0\n3 0 0\n0 4 0\n",
        "COFF\n# colours\n3 1 0\n0 0 0 1 1 1 1\n3 0 0 1 1 1 1\n0 4 0 1 1 1 1\n3 0 1 2\n",
        "nOFF\n2\n3 0 0\n0 0\n3 0\n0 4\n",
        "ply\nformat ascii 1.0\nelement vertex 3\nproperty float x\nproperty float y\nproperty float z\nproperty uchar red\nelement face 1\nproperty list uchar int vertex_index\nend_header\n0 0 0 1\n3 0 0 1\n0 4 0 1\n3 0 1 2\n",
        "[[0, 0], [3, 0], [0, 4]]",
        "{\"points\": [[0, 0], [3, 0], [0, 4]]}",
    ] {
        let found = lengths(text.as_bytes()).unwrap_or_else(|error| panic!("{text}: {error}"));
        assert_eq!(found, [3.0, 4.0, 5.0], "{text}");
    }
    let square = points(file("square.off")).unwrap();
    assert_eq!((square.vertices, square.edges.len()), (4, 6));
    assert_eq!(points(file("flat_triangle.csv")).unwrap().edges.len(), 3);
    assert_refused(
        points(file("points_missing.csv")),
        &["line 2, column 2", "empty cell"],
    );
    #[rustfmt::skip]
    let cases = [
        ("0,0\n1,a\n", &["line 2, column 2"][..]),
        ("0,0\n1,nan\n", &["finite number"]),
        ("", &["no numbers"]),
        ("x,y\n", &["no numbers"]),
        ("0,0\n1\n", &["line 2"]),
        ("[[0, 1]", &["line 1"]),
        ("{\"n\": 1}", &["points"]),
        ("[]", &["no rows"]),
        ("lon,lat\n1,2\n3,4\n", &["\"lon\", \"lat\"", "--columns lon,lat"]),
        ("x,y,cluster\n1,2,0\n3,4,1\n", &["\"cluster\" is unknown", "--columns x,y,cluster"]),
        ("0,1\n3,4\n5,6\n", &["header=False", "x,y"]),
        ("0,0,0\n1,3,0\n2,0,4\n", &["counts the rows", "--columns 2,3"]),
        ("3 2\n0 0\n3 0\n0 4\n", &["numbers of points and coordinates"]),
        ("0 1 2\n1 0 3\n2 3 0\n", &["--distances"]),
        ("%%MatrixMarket matrix coordinate real symmetric\n2 2 1\n2 1 1\n", &["MatrixMarket", "without --rips"]),
        ("4OFF\n1 0 0\n0 0 0 0\n", &["4OFF"]),
        ("OFF\n4 0 0\n0 0 0\n", &["expected 4 vertices, found 1"]),
        ("ply\nformat binary_little_endian 1.0\n", &["ascii"]),
        ("0.5;1,5\n1;2\n", &["decimal"]),
    ];
    for (text, words) in cases {
        assert_refused(points(text), words);
    }
    let chosen = Table::points(
        "p",
        b"lon,lat,name\n0,0,a\n3,4,b\n",
        &"lat,lon".parse().unwrap(),
    );
    let chosen = chosen.unwrap().into_points("p").unwrap();
    assert_eq!(
        chosen.distances("p", None).unwrap().edge_filter,
        Some(vec![5.0])
    );
    // The default scale leaves out what cannot change a bar.
    let line = Table::points("p", b"0.0\n2\n4", &Columns::default())
        .unwrap()
        .into_points("p");
    assert_eq!(
        line.unwrap().distances("p", None).unwrap().edges,
        [[0, 1], [1, 2]]
    );
    let three = Table::points("p", b"0,0,0", &Columns::default()).unwrap();
    assert_refused(
        three.into_points("p").unwrap().in_the_plane("p"),
        &["two coordinates"],
    );
}

#[test]
fn matrices_are_square_or_a_triangle() {
    let expected = [1.0, 2.0, 3.0];
    for text in [
        "0 1 2\n1 0 3\n2 3 0",
        "0\n1 0\n2 3 0",
        "1\n2 3",
        "1,2\n3\n",
        "0,1,2\n0,3\n0\n",
        ",1,2\n1,,3\n2,3,".replace("1,2\n1", "1.0,2\n1.0").as_str(),
        "0,1,2\n,0,3\n,,0\n",
        "0,,\n1,0,\n2,3,0\n",
        ",0,1,2\n0,0.0,1.0,2.0\n1,1.0,0.0,3.0\n2,2.0,3.0,0.0\n",
        "0,1,2\n0,1,2\n1,0,3\n2,3,0\n",
        ";5;7;9\n5;0;1,0;2,0\n7;1,0;0;3,0\n9;2,0;3,0;0\n",
        "a,b,c\n0,1,2\n1,0,3\n2,3,0\n",
        "\"\",\"a\",\"b\",\"c\"\n\"a\",0,1,2\n\"b\",1,0,3\n\"c\",2,3,0\n",
        "\"1\" \"2\" \"3\"\n\"1\" 0 1 2\n\"2\" 1 0 3\n\"3\" 2 3 0\n",
    ] {
        let read = distances(text).unwrap_or_else(|error| panic!("{text}: {error}"));
        assert_eq!(read.edge_filter.unwrap(), expected, "{text}");
    }
    let named_rows = distances("a 0 1 2\nb 1 0 3\nc 2 3 0\n").unwrap();
    assert_eq!(named(&named_rows)[2], ("b".into(), "c".into(), 3.0));
    assert_eq!(distances(file("upper.csv")).unwrap().vertices, 4);
    let zero = distances(file("lower_zero.txt")).unwrap();
    assert_eq!(
        (zero.vertices, zero.edge_filter),
        (3, Some(vec![0.0, 2.0, 2.0]))
    );
    let blank = distances(file("blank_cells.csv")).unwrap();
    assert_eq!(
        (blank.vertices, blank.edges, blank.edge_filter),
        (3, vec![[0, 2]], Some(vec![2.0]))
    );
    let infinite = distances(file("inf.txt")).unwrap();
    assert_eq!(infinite.edge_filter, Some(vec![1.0, 1.5, 1.5, 1.0]));
    let rounded = distances(file("ulp.txt")).unwrap();
    assert!(
        rounded.notes[0].contains("differ by rounding"),
        "{:?}",
        rounded.notes
    );
    assert_eq!(distances(file("zero_distance.txt")).unwrap().edges.len(), 3);
    assert_refused(distances(file("correlation.txt")), &["√(2(1 − r))"]);
    for (text, words) in [
        ("0 1\n2 0", &["not symmetric"][..]),
        ("0 1\n0 0", &["not symmetric", "one half is 0"]),
        ("1 1\n1 1", &["from itself", "√(2(1 − r))"]),
        ("0 -1\n-1 0", &["negative"]),
        ("0 1 2\n1 0", &["square"]),
        ("0 nan\nnan 0", &["line 1, column 2"]),
        ("1 2 3 4 5 6\n", &["squareform"]),
        ("0 1 0\n1 0 0\n0 0 0\n", &["adjacency matrix"]),
        (",a,b\na,0,1\nc,1,0\n", &["differ"]),
        (
            "%%MatrixMarket matrix coordinate real symmetric\n2 2 1\n2 1 1\n",
            &["MatrixMarket"],
        ),
    ] {
        assert_refused(distances(text), words);
    }
    let rows =
        |rows: Vec<Vec<f64>>| Table::of_rows("X", rows).and_then(|table| table.into_points("X"));
    assert_refused(rows(vec![vec![0.0], vec![f64::NAN]]), &["row 1, column 0"]);
    assert_refused(rows(Vec::new()), &["no rows"]);
}

#[test]
fn every_known_heading_is_documented() {
    let text = include_str!("../../docs/formats.md").to_lowercase();
    let words: Vec<String> = text
        .split('`')
        .map(|word| word.replace(['_', ' '], ""))
        .collect();
    for heading in KNOWN_HEADINGS.iter().flat_map(|known| known.headings) {
        let is_there = words.iter().any(|word| word == heading) || heading.is_empty();
        assert!(is_there, "{heading} is missing");
    }
}

// ---- every dialect ----

/// Content of a file.
#[derive(Clone, Debug)]
enum Content {
    /// Vertices by number or name, and values.
    Edges(Vec<(u8, u8, f64)>, bool, bool),
    Points(Vec<Vec<f64>>),
    /// The rows below the diagonal; infinite for no edge.
    Distances(Vec<Vec<f64>>),
}

fn number() -> impl Strategy<Value = f64> {
    prop_oneof![
        (-8..8i32).prop_map(f64::from),
        (-64..64i32).prop_map(|number| f64::from(number) / 8.0),
        -1e3..1e3f64,
        Just(1e-7),
        Just(1e20),
    ]
}

fn contents() -> impl Strategy<Value = Content> {
    let edges = prop::collection::vec((0..7u8, 0..7u8, number()), 1..8);
    let points = (1..4usize).prop_flat_map(|columns| {
        prop::collection::vec(prop::collection::vec(number(), columns), 1..7)
    });
    let distance = prop_oneof![4 => number().prop_map(f64::abs), 1 => Just(f64::INFINITY)];
    let matrices = (2..6usize).prop_flat_map(move |count| {
        prop::collection::vec(distance.clone(), count * (count - 1) / 2).prop_map(move |all| {
            let mut all = all.into_iter();
            (0..count)
                .map(|row| all.by_ref().take(row).collect())
                .collect()
        })
    });
    prop_oneof![
        (edges, any::<bool>(), any::<bool>())
            .prop_map(|(edges, named, valued)| Content::Edges(edges, named, valued)),
        points.prop_map(Content::Points),
        matrices.prop_map(Content::Distances),
    ]
}

/// How a program writes a table.
#[derive(Clone, Copy, Debug)]
struct Dialect {
    name: &'static str,
    separator: &'static str,
    /// Whether all numbers of a column have a decimal point, as in pandas.
    has_points: bool,
    has_decimal_commas: bool,
    has_heading: bool,
    /// Whether the headings are numbers.
    counts_columns: bool,
    has_index: bool,
    /// Whether the index has no heading at all, as in R.
    has_short_heading: bool,
    has_quotes: bool,
    line: &'static str,
    encoding: Encoding,
    /// A first line with sizes.
    has_sizes: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Encoding {
    Utf8,
    Marked,
    Utf16,
}

const PLAIN: Dialect = Dialect {
    name: "plain",
    separator: ",",
    has_points: false,
    has_decimal_commas: false,
    has_heading: false,
    counts_columns: false,
    has_index: false,
    has_short_heading: false,
    has_quotes: false,
    line: "\n",
    encoding: Encoding::Utf8,
    has_sizes: false,
};

#[rustfmt::skip]
const DIALECTS: [Dialect; 20] = [
    PLAIN,
    Dialect { name: "NumPy", separator: " ", has_points: true, ..PLAIN },
    Dialect { name: "pandas", has_points: true, has_heading: true, has_index: true, ..PLAIN },
    Dialect { name: "pandas without index", has_points: true, has_heading: true, ..PLAIN },
    Dialect { name: "pandas without names", has_points: true, has_heading: true, counts_columns: true, has_index: true, ..PLAIN },
    Dialect { name: "pandas numbers alone", has_points: true, has_heading: true, counts_columns: true, ..PLAIN },
    Dialect { name: "pandas index alone", has_points: true, has_index: true, ..PLAIN },
    Dialect { name: "pandas tabs", separator: "\t", has_points: true, has_heading: true, has_index: true, ..PLAIN },
    Dialect { name: "R table", separator: " ", has_heading: true, has_index: true, has_short_heading: true, has_quotes: true, ..PLAIN },
    Dialect { name: "R table, plain", separator: "\t", has_heading: true, has_index: true, has_short_heading: true, ..PLAIN },
    Dialect { name: "R csv", has_heading: true, has_index: true, has_quotes: true, ..PLAIN },
    Dialect { name: "R csv2", separator: ";", has_decimal_commas: true, has_heading: true, has_index: true, has_quotes: true, ..PLAIN },
    Dialect { name: "Excel", has_heading: true, line: "\r\n", encoding: Encoding::Marked, ..PLAIN },
    Dialect { name: "Excel German", separator: ";", has_decimal_commas: true, has_heading: true, line: "\r\n", ..PLAIN },
    Dialect { name: "Excel German, numbers", separator: ";", has_decimal_commas: true, line: "\r\n", ..PLAIN },
    Dialect { name: "Excel for Mac", separator: "\t", has_heading: true, line: "\r", ..PLAIN },
    Dialect { name: "Excel Unicode", separator: "\t", has_decimal_commas: true, has_heading: true, line: "\r\n", encoding: Encoding::Utf16, ..PLAIN },
    Dialect { name: "PowerShell", line: "\r\n", has_quotes: true, has_heading: true, encoding: Encoding::Utf16, ..PLAIN },
    Dialect { name: "Matlab", separator: "\t", ..PLAIN },
    Dialect { name: "qhull", separator: " ", has_sizes: true, ..PLAIN },
];

impl Dialect {
    fn number(&self, number: f64) -> String {
        let text = match self.has_points {
            true => format!("{number:?}"),
            false => number.to_string(),
        };
        match self.has_decimal_commas {
            true => text.replace('.', ","),
            false => text,
        }
    }

    /// The names of the rows, which R counts from 1.
    fn index(&self, count: usize) -> Vec<String> {
        let first = usize::from(self.name.starts_with('R'));
        (first..first + count).map(|row| row.to_string()).collect()
    }

    fn table(
        &self,
        sizes: [usize; 2],
        headings: &[String],
        index: &[String],
        rows: &[Vec<String>],
    ) -> Vec<u8> {
        let quoted = |cell: &String| match self.has_quotes && cell.parse::<f64>().is_err()
            || self.name == "PowerShell"
        {
            true => format!("\"{cell}\""),
            false => cell.clone(),
        };
        let mut text = String::new();
        if self.has_sizes {
            let [first, second] = sizes;
            let _ = write!(text, "{first} {second}{}", self.line);
        }
        if self.has_heading {
            let corner = Some(String::new()).filter(|_| self.has_index && !self.has_short_heading);
            let cells =
                corner
                    .into_iter()
                    .chain(headings.iter().enumerate().map(|(column, heading)| {
                        match self.counts_columns {
                            true => column.to_string(),
                            false => heading.clone(),
                        }
                    }));
            let cells: Vec<_> = cells.map(|cell| quoted(&cell)).collect();
            text += &(cells.join(self.separator) + self.line);
        }
        for (row, cells) in rows.iter().enumerate() {
            let index = Some(index[row].clone()).filter(|_| self.has_index);
            let cells: Vec<_> = index.iter().chain(cells).map(quoted).collect();
            text += &(cells.join(self.separator) + self.line);
        }
        match self.encoding {
            Encoding::Utf8 => text.into_bytes(),
            Encoding::Marked => [&b"\xef\xbb\xbf"[..], text.as_bytes()].concat(),
            Encoding::Utf16 => {
                let units = std::iter::once(0xfeff).chain(text.encode_utf16());
                units.flat_map(u16::to_le_bytes).collect()
            }
        }
    }
}

/// Edges by the names of their ends, without their order.
fn unordered(
    edges: impl IntoIterator<Item = (String, String, f64)>,
) -> BTreeMap<(String, String, u64), usize> {
    let mut all = BTreeMap::new();
    for (a, b, value) in edges {
        let key = (a.clone().min(b.clone()), a.max(b), (value + 0.0).to_bits());
        *all.entry(key).or_default() += 1;
    }
    all
}

/// Whether two files have the same text: a column of numbers with decimal commas and two columns of whole numbers.
fn is_ambiguous(content: &Content, dialect: &Dialect) -> bool {
    let is_column = matches!(content, Content::Points(points) if points[0].len() == 1);
    is_column && dialect.has_decimal_commas && !dialect.has_heading
}

/// Writes and reads a file. Whether it was read; `Err` if it was read as something else without a note about the first line.
fn round_trip(content: &Content, dialect: &Dialect) -> Result<bool, String> {
    let (bytes, expected, read) = match content {
        Content::Edges(edges, is_named, has_values) => {
            let name = |vertex: u8| match is_named {
                true => char::from(b'a' + vertex).to_string(),
                false => vertex.to_string(),
            };
            let headings: Vec<String> = ["source", "target", "weight"]
                [..2 + usize::from(*has_values)]
                .iter()
                .map(|&heading| heading.into())
                .collect();
            let rows: Vec<Vec<String>> = edges
                .iter()
                .map(|&(a, b, value)| {
                    let value = Some(dialect.number(value)).filter(|_| *has_values);
                    [name(a), name(b)].into_iter().chain(value).collect()
                })
                .collect();
            let vertices: std::collections::BTreeSet<u8> =
                edges.iter().flat_map(|&(a, b, _)| [a, b]).collect();
            let bytes = dialect.table(
                [vertices.len(), rows.len()],
                &headings,
                &dialect.index(rows.len()),
                &rows,
            );
            let expected =
                unordered(edges.iter().map(|&(a, b, value)| {
                    (name(a), name(b), if *has_values { value } else { 0.0 })
                }));
            let read = read_edge_list("e", &bytes, None);
            (bytes, expected, read)
        }
        Content::Points(points) => {
            let columns = points[0].len();
            let headings: Vec<String> = ["x", "y", "z"][..columns]
                .iter()
                .map(|&heading| heading.into())
                .collect();
            let rows: Vec<Vec<String>> = points
                .iter()
                .map(|point| point.iter().map(|&number| dialect.number(number)).collect())
                .collect();
            let bytes = dialect.table(
                [rows.len(), columns],
                &headings,
                &dialect.index(rows.len()),
                &rows,
            );
            let rows = Table::of_rows("p", points.clone())
                .and_then(|table| table.into_points("p")?.distances("p", Some(f64::MAX)));
            let expected = unordered(named(&rows.unwrap()));
            let read = Table::points("p", &bytes, &Columns::default())
                .and_then(|table| table.into_points("p")?.distances("p", Some(f64::MAX)));
            (bytes, expected, read)
        }
        Content::Distances(lower) => {
            let count = lower.len();
            let headings: Vec<String> = (0..count).map(|point| format!("p{point}")).collect();
            let entry = |row: usize, column: usize| match row == column {
                true => 0.0,
                false => lower[row.max(column)][row.min(column)],
            };
            let cell = |number: f64| match number.is_infinite() {
                true if dialect.separator != " " => String::new(),
                true => "inf".into(),
                false => dialect.number(number),
            };
            let rows: Vec<Vec<String>> = (0..count)
                .map(|row| (0..count).map(|column| cell(entry(row, column))).collect())
                .collect();
            let index = match dialect.counts_columns {
                true => dialect.index(count),
                false => headings.clone(),
            };
            let bytes = dialect.table([count; 2], &headings, &index, &rows);
            let pairs = (0..count).flat_map(|row| (0..row).map(move |column| (column, row)));
            let has_names = dialect.has_index || dialect.has_heading;
            let name = |point: usize| match has_names && !dialect.counts_columns {
                true => headings[point].clone(),
                false => point.to_string(),
            };
            let edges = pairs.map(|(a, b)| (name(a), name(b), entry(a, b)));
            let expected = unordered(edges.filter(|edge| edge.2.is_finite()));
            let read = Table::distances("d", &bytes)
                .and_then(|table| table.into_distances("d", Some(f64::MAX)));
            (bytes, expected, read)
        }
    };
    let Ok(graph) = read else { return Ok(false) };
    let vertices = match content {
        Content::Edges(..) => graph.vertices as usize,
        Content::Points(points) => points.len(),
        Content::Distances(lower) => lower.len(),
    };
    let is_said = graph.notes.iter().any(|note| {
        [
            "is read as an edge",
            "is read as a coordinate",
            "although the first counts",
        ]
        .iter()
        .any(|words| note.contains(words))
    });
    match (unordered(named(&graph)) == expected && graph.vertices as usize == vertices) || is_said {
        true => Ok(true),
        false => Err(format!(
            "{}: {}\nfound {:?}",
            dialect.name,
            bytes.escape_ascii(),
            named(&graph)
        )),
    }
}

/// Reads this many files of each dialect.
fn assert_dialects(cases: u32) {
    for dialect in &DIALECTS {
        let config = Config {
            cases,
            failure_persistence: None,
            ..Config::default()
        };
        let read = std::cell::Cell::new(0);
        let checked = TestRunner::new(config).run(&contents(), |content| {
            if is_ambiguous(&content, dialect) {
                return Ok(());
            }
            let was_read = round_trip(&content, dialect).map_err(TestCaseError::fail)?;
            read.set(read.get() + u32::from(was_read));
            Ok(())
        });
        checked.unwrap_or_else(|problem| panic!("{problem}"));
        // A reader that refuses everything is no reader.
        let least = match dialect.counts_columns
            || dialect.has_sizes
            || (dialect.has_index && !dialect.has_heading)
        {
            true => cases / 20,
            false => cases * 3 / 4,
        };
        assert!(
            read.get() >= least,
            "{}: {} of {cases} files are read",
            dialect.name,
            read.get()
        );
    }
}

#[test]
fn every_dialect_is_read_as_written_or_refused() {
    assert_dialects(25);
}

#[test]
#[ignore = "10,000 files take a minute"]
fn ten_thousand_files_are_read_as_written_or_refused() {
    assert_dialects(500);
}
