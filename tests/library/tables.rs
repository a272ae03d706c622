//! Delimited texts of other programs: each is read as its author meant it, or refused in one sentence.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;

use proptest::prelude::*;
use proptest::test_runner::{Config, TestRunner};
use sublevel::graph::edge_list::{read_edge_list, read_edge_list_telling};
use sublevel::graph::formats::points::Table;
use sublevel::graph::formats::{Columns, KNOWN_HEADINGS};
use sublevel::graph::matrix_market::read_matrix_market;
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
fn edge_lists_are_no_lists_of_neighbours() {
    for (text, lines) in [
        ("5 4\n4 3\n3 2\n2 1\n", 4),
        ("105 103\n104 102\n103 101\n", 3),
        ("12 11\n8 9\n7 9\n", 3),
        ("2 1\n1 2\n2 3\n", 3),
    ] {
        let read = edges(text).unwrap_or_else(|error| panic!("{text}: {error}"));
        assert_eq!(read.edges.len(), lines, "{text}");
    }
    let error = edges("4 4\n2 4\n1 3\n2 4\n1 3\n").unwrap_err();
    assert!(error.to_string().contains("METIS"), "{error}");
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
        ("0,1\n5,7\n7,9\n9,5\n", &["--columns source=0,target=1", "--columns source=1,target=2"]),
        ("0,1\n0,1\n1,2\n", &["heading"]),
        ("0,1\n1,2\n2,0\n", &["heading"]),
        ("0\t1\n1\t2\n2\t0\n", &["heading"]),
        ("0,1,2\n1,2,0.5\n2,0,1.5\n", &["target=2,weight=3"]),
        ("0,1\na,b\nb,c\n", &["heading"]),
        ("u v\nv w\nw u\n", &["\"u\", \"v\"", "--columns source=u,target=v", "headings source and target"]),
        ("i j\nj k\nk i\n", &["--columns source=i,target=j"]),
        ("u v\na b\n", &["--columns source=u,target=v"]),
        ("source target\nsource a\n", &["an edge or a heading"]),
        ("von nach\na b\nb c\n", &["\"von\", \"nach\"", "--columns source=von,target=nach", "source=1,target=2"]),
        ("0,5,7\n", &["counts the rows"]),
        ("from,j\n", &["an edge or a heading"]),
        ("3 3\n1 2\n2 3\n3 1\n", &["size of the graph", "begin it with #"]),
        ("4 2\n0 1\n2 3\n", &["size of the graph"]),
        ("5 3\n0 1 0.5\n1 2 0.5\n2 0 0.5\n", &["size of the graph", "3 vertices"]),
        ("a pp b\nb pp c\n", &["SIF", "--columns source=1,target=3"]),
        ("1 pp 2\n2 pp 3\n3 pp 1\n", &["SIF", "--columns source=1,target=3", "weight=3"]),
        ("1\tpp\t2\n2\tpp\t3\n", &["SIF"]),
        ("1 NA\n", &["line 1, column 2", "missing"]),
        ("source,target\n1,NA\n", &["line 2, column 2"]),
        ("a b\nnull c\n", &["line 2, column 1"]),
        ("a,b\nNULL,c\n", &["line 2, column 1", "missing"]),
        ("a,b,1\nb,c,\\N\n", &["line 2, column 3"]),
        ("1 nan\n", &["line 1, column 2"]),
        ("1 2\n2 1e+05\n", &["line 2, column 2", "1e+05", "exponent"]),
        ("1e+05 2e+05\n", &["coordinates"]),
        ("source,target\n1,9.007199254740993e+15\n", &["line 2, column 2", "exponent"]),
        ("c comment\np edge 3 2\ne 1 2\ne 2 3\n", &["DIMACS"]),
        ("3 2\n2\n1 3\n2\n", &["METIS"]),
        (";A;B;C\nA;0;1;1\nB;1;0;0\nC;1;0;0\n", &["adjacency matrix"]),
        ("0 1 1\n1 0 0\n1 0 0\n", &["adjacency matrix", "MatrixMarket"]),
        ("0 2 3\n2 0 4\n3 4 0\n", &["symmetric matrix", "--distances"]),
        ("0,0.5,1,2\n0.5,0,1,2\n1,1,0,3\n2,2,3,0\n", &["symmetric matrix"]),
        ("0,1,2\n1,0,2.5\n2,2.5,0\n", &["symmetric matrix"]),
        ("(5, 7)\n(7, 9)\n(9, 5)\n(5, 11)\n", &["brackets"]),
        ("[5, 7],\n[7, 9],\n[5, 9]\n", &["brackets"]),
        ("[(5, 7), (7, 9), (9, 5)]\n", &["brackets"]),
        ("(0, 0) (0, 1) {}\n(0, 1) (1, 1) {}\n", &["brackets"]),
        ("5 7 {}\n7 9 {}\n", &["data=False"]),
        ("5 7 {'weight': 0.5}\n7 9 {'weight': 1.5}\n", &["write_weighted_edgelist"]),
        ("5,7\0\n7,9\n", &["line 1, column 4", "byte 0"]),
        ("from to\n4 5 7\n9 7 9\n", &["one cell less", "--columns source=from,target=to;"]),
        ("V1 V2\n4 5 7\n9 7 9\n", &["--columns source=V1,target=V2;"]),
        // A remedy has the columns with known headings, and those with numbers.
        ("edge_id,source,target\n0,5,7\n1,7,9\n", &["\"edge_id\" is unknown", "--columns source=source,target=target"]),
        (
            "Source,Target,Type,Kind,Id,Weight\n5,7,Undirected,,0,0.5\n7,9,Undirected,,1,1.5\n",
            &["--columns source=Source,target=Target,weight=Weight"],
        ),
        ("source,from,weight\n1,2,3\n2,3,4\n", &["--columns source=source,target=from,weight=weight"]),
        ("source,source\n1,2\n2,3\n", &["--columns source=source,target=2"]),
        (",\n5,7\n7,9\n", &["--columns source=1,target=2"]),
        ("a,tar get,c\nx,1,2\ny,2,3\n", &["--columns source=a,target=2,weight=c"]),
        (",0,1,2\n0,5,7,0.5\n1,7,9,1.5\n2,9,5,2\n3,5,4,1\n", &["--columns source=0,target=1,weight=2"]),
        (",0,1,2\n0,0,7,0.5\n1,7,0,1.5\n2,0.5,1.5,0\n", &["adjacency matrix"]),
        ("source,target,\n5,7,0.5\n7,9,1.5\n", &["the column 3 has none", "--columns source=source,target=target"]),
        ("5,7\n1.0,2.0\n2.0,3.0\n", &["may be an edge or the headings", "header=False"]),
        ("a,b,x\nb,c,y\n", &["--columns source=1,target=3", "--columns source=1,target=2"]),
        ("5,7,\n7,9,\n", &["line 1, column 3", "--columns source=1,target=2"]),
        ("Source;Target;Weight\n5;7;1.000,5\n", &["line 2, column 3", "between their thousands"]),
        ("source;target;weight\n5;7;1\u{a0}000\n", &["line 2, column 3", "expected a number"]),
        ("1,2,1e400\n2,3,1\n", &["line 1, column 3", "expected a number"]),
        ("graph G {\n  a -- b;\n}\n", &["DOT"]),
        ("3 3 1\n2 5 3 1\n1 5 3 2\n1 1 2 2\n", &["METIS"]),
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
    for (columns, view) in [("1,2", "points"), ("vertex=1,value=2", "values")] {
        assert_refused(chosen("a b\n", columns), &["--columns", view]);
    }
    for columns in ["source=1,target=2", "vertex=1,value=2"] {
        let columns = columns.parse().unwrap();
        assert_refused(Table::points("p", b"0 0\n1 2\n", &columns), &["--columns"]);
    }
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
fn the_remedies_of_other_headings_work() {
    let expected = [("5", "7", 0.5), ("7", "9", 1.5)];
    for (text, columns) in [
        // R counts the rows that it kept, and its reader takes the first column as their names.
        (
            "from to w\n4 5 7 0.5\n9 7 9 1.5\n",
            "source=from,target=to,weight=w",
        ),
        ("from to\n5 7 0.5\n7 9 1.5\n", "source=1,target=2,weight=3"),
        ("id,id,x\n5,7,0.5\n7,9,1.5\n", "source=id,target=2,weight=x"),
    ] {
        let read = chosen(text, columns).unwrap();
        assert_eq!(named(&read), list(&expected), "{text}");
    }
}

#[test]
fn what_nobody_sees_around_a_cell_is_no_part_of_it() {
    let triangle = list(&[("5", "7", 1.0), ("7", "9", 2.0), ("9", "5", 3.0)]);
    for text in [
        "5,\u{a0}7,1\n7\u{a0},9,\u{202f}2\n9,5,3\n",
        "5\u{200b},7,1\n7,9,2\n9,\u{2060}5,3\n",
        // The marks of joined files.
        "\u{feff}\u{feff}5,7,1\n7,9,2\n\u{feff}9,5,3\n",
        "\u{feff}\"5\",\"7 \",1\n\"7\",\"\u{a0}9\",2\n9,5,3\n",
        "5\u{a0} 7 \u{a0} 1\n7 9 2\n9 5 3\n",
        "\u{a0}source;target;weight\n5;7;1\n7;9;2\n9;5;3\n",
    ] {
        let read = edges(text).unwrap_or_else(|error| panic!("{text}: {error}"));
        assert_eq!(named(&read), triangle, "{}", text.escape_unicode());
    }
    let latin = edges(b"5,\xa07,1\n7,9,2\n9,5,3\n").unwrap();
    assert_eq!(named(&latin), triangle);
    // Inside a name, they belong to it.
    let names = edges("New\u{a0}York,Rome\nRome,Paris\n").unwrap();
    assert_eq!(named(&names)[0].0, "New\u{a0}York");
    let lengths = points("0,0\n3,\u{a0}0\n0,4\n").unwrap().edge_filter;
    assert_eq!(lengths.unwrap(), [3.0, 4.0, 5.0]);
    let signed = edges("+1,2\n1,3\n").unwrap();
    assert!(
        signed.notes[0].contains("\"+1\" and 1"),
        "{:?}",
        signed.notes
    );
    let types = edges("Source,Target,Type\na,b,friend\nb,c,foe\n").unwrap();
    assert_eq!(types.notes[1], "the column \"Type\" is left out");
}

#[test]
fn files_that_are_no_text_are_named() {
    for (bytes, words) in [
        (&b"\x93NUMPY\x01\0v\0{'descr': '<f8'"[..], "numpy.savetxt"),
        (b"PK\x03\x04\x14\0\x06\0", "Excel"),
        (b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1", "CSV"),
        (b"\x89HDF\r\n\x1a\n", "HDF5"),
        (b"MATLAB 5.0 MAT-file, Platform: GLNXA64", "writematrix"),
        (b"PAR1\x15\x04", "Parquet"),
    ] {
        assert_refused(edges(bytes), &[words]);
        assert_refused(values("1 2\n", bytes), &[words]);
        assert_refused(points(bytes), &[words]);
        assert_refused(distances(bytes), &[words]);
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
    // pandas writes decimal points for all numbers of a column, and none in its headings.
    let pandas = edges("0,1\n1.0,2.0\n2.0,0.0\n").unwrap();
    assert_eq!(named(&pandas), list(&[("1", "2", 0.0), ("2", "0", 0.0)]));
    assert!(
        pandas.notes[0].contains("is read as headings"),
        "{:?}",
        pandas.notes
    );
    for (columns, count) in [("source=0,target=1", 2), ("source=1,target=2", 3)] {
        let pandas = chosen("0,1\n1,2\n2,0\n", columns).unwrap();
        assert_eq!(pandas.edges.len(), count, "{columns}");
    }
    let letters = edges("source target\nu v\nv w\nw u\n").unwrap();
    assert_eq!(letters.edges.len(), 3);
    let headed = chosen("u v\nv w\nw u\n", "source=u,target=v").unwrap();
    assert_eq!(headed.edges.len(), 2);
    // Numbers are no headings.
    assert_eq!(edges("u v\n1 2\n2 3\n").unwrap().edges.len(), 2);
    // Hexadecimal names have no sign after e.
    assert_eq!(edges("ab cd\ncd ef\nef 1e5\n").unwrap().edges.len(), 3);
    // A word above numbers is a heading.
    let weighted = edges("i,j,w\nj,k,1\n").unwrap();
    assert_eq!(named(&weighted), list(&[("j", "k", 1.0)]));
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
    // An empty line between comments and the first value is no missing value.
    for text in ["# heights\n\n1\n2\n", "\n# heights\n1\n2\n"] {
        let read = values("0 1\n", text).unwrap_or_else(|error| panic!("{text}: {error}"));
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
        ("height\n1\n\n2\n", &["line 3", "an empty line"]),
        ("\n1\n2\n", &["line 1", "an empty line"]),
        (
            ",0\nb,1\n",
            &["without its vertex", "--columns vertex=1,value=2"],
        ),
        ("a 1 2\nb 2 3\n", &["--columns vertex=1,value=2"]),
    ] {
        assert_refused(values("a b\n", text), words);
    }
    for text in ["0\n1\n2\n", "0\n0.5\n1.5\n", "0,1\na,0.5\nb,1.5\n"] {
        assert_refused(values("0 1\n", text), &["heading"]);
    }
    let pandas = values("0 1\n", "0\n0.5\n2.0\n").unwrap();
    assert_eq!(pandas.filter, Some(vec![0.5, 2.0]));
    assert!(pandas.notes[0].contains("headings"), "{:?}", pandas.notes);
    let series = values("0 1\n", ",0\n0,0.5\n1,2\n").unwrap();
    assert_eq!(series.filter, Some(vec![0.5, 2.0]));
    let with = |edges: &[u8], text: &str, columns: &str| {
        let values: (&str, &[u8]) = ("v.csv", text.as_bytes());
        read_edge_list_telling(
            "e.csv",
            edges,
            Some(values),
            &columns.parse().unwrap(),
            &|_| (),
        )
    };
    let counted = "0,1\na,0.5\nb,1.5\n";
    let read = with(b"a b\n", counted, "vertex=0,value=1").unwrap();
    assert_eq!(read.filter, Some(vec![0.5, 1.5]));
    let labelled = "Id,Label,height\na,b,1\nb,a,2\n";
    for (columns, words) in [
        ("vertex=lable,value=height", &["\"lable\"", "\"Label\""][..]),
        ("vertex=Label", &["value=COLUMN"]),
        ("value=height", &["vertex=COLUMN"]),
    ] {
        assert_refused(with(b"a b\n", labelled, columns), words);
    }
    let read = with(b"a b\n", labelled, "vertex=Label,value=height").unwrap();
    assert_eq!(read.filter, Some(vec![2.0, 1.0]));
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
        "X;Y;;\n0;0;;\n3;0;;\n0;4;;\n",
        "\"V1\" \"V2\"\n\"1\" 0 0\n\"2\" 3 0\n\"3\" 0 4\n",
        ",PC1,PC2\n0,0,0\n1,3,0\n2,0,4\n",
        "2\n3\n0 0\n3 0\n0 4\n",
        "3\n0 0\n3 0\n0 4\n",
        "2 rbox 3 D2\n3\n0 0\n3 0\n0 4\n",
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
        ("x\n\n1\n", &["line 2", "an empty line"]),
        (",1\n2,3\n4,5\n", &["without its first coordinate", "--columns 2"]),
        ("0,0\n1\n", &["line 2"]),
        ("[[0, 1]", &["line 1"]),
        ("{\"n\": 1}", &["points"]),
        ("[]", &["no rows"]),
        ("lon,lat\n1,2\n3,4\n", &["\"lon\", \"lat\"", "--columns lon,lat"]),
        ("x,y,cluster\n1,2,0\n3,4,1\n", &["\"cluster\" is unknown", "--columns x,y"]),
        ("x,y,\n0,0,1\n3,0,1\n", &["the column 3 has none", "--columns x,y"]),
        ("x1,x2,\n0,0,1\n3,0,1\n", &["--columns x1,x2"]),
        ("2019,2020\n0.5,1.0\n2.0,3.0\n", &["may be a point or the headings", "header=False"]),
        ("t,x,y\n0,1,2\n1,3,4\n", &["\"t\" is unknown", "--columns x,y"]),
        ("width,length,species\n1,2,a\n3,4,b\n", &["--columns width,length"]),
        ("x,y,x\n1,2,1\n3,4,3\n", &["mean the same", "--columns x,y,3"]),
        ("x y\n4 0 0\n9 3 0\n", &["one cell less", "--columns x,y;"]),
        ("0,1\n3,4\n5,6\n", &["header=False", "--columns 0,1", "--columns 1,2"]),
        ("0\n0.5\n1.5\n", &["heading"]),
        ("0,1\n0.5,0.25\n", &["heading"]),
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
        // pandas with the name of its index, PHYLIP, and a matrix after its size.
        "gene,a,b,c\na,0.0,1.0,2.0\nb,1.0,0.0,3.0\nc,2.0,3.0,0.0\n",
        "   3\na         0.0 1.0 2.0\nb         1.0 0.0 3.0\nc         2.0 3.0 0.0\n",
        "3\n0 1 2\n1 0 3\n2 3 0\n",
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
    // The names of 70 points, two of which are exchanged in the rows.
    let names: Vec<String> = (0..70).map(|point| format!("p{point}")).collect();
    let mut long_names = format!(",{}\n", names.join(","));
    for row in (0..68).chain([69, 68]) {
        let _ = writeln!(long_names, "p{row}{}", ",0.0".repeat(70));
    }
    for (text, words) in [
        ("0 1\n2 0", &["not symmetric"][..]),
        ("0 1\n0 0", &["not symmetric", "one half is 0"]),
        ("1 1\n1 1", &["from itself", "√(2(1 − r))"]),
        ("0 -1\n-1 0", &["negative"]),
        ("0 1 2\n1 0", &["square"]),
        ("0 nan\nnan 0", &["line 1, column 2"]),
        ("1 2 3 4 5 6\n", &["squareform"]),
        (
            "0,0.0,1.0\n1,1.0,0.0\n",
            &["2 rows and 3 columns", "index=False"],
        ),
        ("0 1 0\n1 0 0\n0 0 0\n", &["adjacency matrix"]),
        (",a,b\na,0,1\nc,1,0\n", &["differ"]),
        (&long_names, &["differ", "line 70", "p68"]),
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
fn lines_have_a_bounded_length() {
    let long = "1 2\n".to_owned() + &"1 ".repeat(3 << 20);
    for error in [
        edges(&long).unwrap_err(),
        points(&long).unwrap_err(),
        distances(&long).unwrap_err(),
        values("1 2", &long).unwrap_err(),
    ] {
        let error = error.to_string();
        assert!(
            error.ends_with("line 2: expected at most 4 MiB in a line, found 6 MiB"),
            "{error}"
        );
    }
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

/// Content of a file. Vertices are places in [`NAMES`].
#[derive(Clone, Debug)]
enum Content {
    /// Edges with or without values.
    Edges {
        edges: Vec<(usize, usize, f64)>,
        is_named: bool,
        is_valued: bool,
    },
    /// The value of each vertex, and their edges.
    Values {
        values: Vec<f64>,
        edges: Vec<(usize, usize)>,
        is_named: bool,
        /// Whether the table has no column of vertices.
        is_alone: bool,
    },
    Points(Vec<Vec<f64>>),
    /// The rows below the diagonal; infinite for no edge.
    Distances(Vec<Vec<f64>>),
}

/// Names that are headings as well, and names with other characters.
const NAMES: [&str; 8] = ["a", "b", "u", "v", "i", "j", "Köln", "from"];
/// Headings of edges: known ones, and ones that only a person understands.
const HEADINGS: [[&str; 3]; 5] = [
    ["source", "target", "weight"],
    ["u", "v", "w"],
    ["i", "j", "t"],
    ["from", "to", "value"],
    ["person", "friend", "score"],
];

/// A file without its dialect.
#[derive(Clone, Debug)]
struct Sheet {
    content: Content,
    /// A place in [`HEADINGS`].
    headings: usize,
    /// The row and the column of a cell that is missing.
    missing: Option<(prop::sample::Index, prop::sample::Index)>,
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

fn sheets() -> impl Strategy<Value = Sheet> {
    let vertex = || 0..NAMES.len();
    let edges = prop::collection::vec((vertex(), vertex(), number()), 1..8);
    let edges = (edges, any::<bool>(), any::<bool>()).prop_map(|(edges, is_named, is_valued)| {
        Content::Edges {
            edges,
            is_named,
            is_valued,
        }
    });
    let values = (2..=NAMES.len()).prop_flat_map(|count| {
        let values = prop::collection::vec(number(), count);
        let edges = prop::collection::vec((0..count, 0..count), 1..5);
        let values = (values, edges, any::<bool>(), any::<bool>());
        values.prop_map(|(values, edges, is_named, is_alone)| Content::Values {
            values,
            edges,
            is_named: is_named && !is_alone,
            is_alone,
        })
    });
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
    let contents = prop_oneof![
        2 => edges,
        1 => values,
        2 => points.prop_map(Content::Points),
        1 => matrices.prop_map(Content::Distances),
    ];
    let missing = prop::option::weighted(0.1, any::<(prop::sample::Index, prop::sample::Index)>());
    (contents, 0..HEADINGS.len(), missing).prop_map(|(content, headings, missing)| Sheet {
        content,
        headings,
        missing,
    })
}

/// The kinds of files, with those of one column apart: their first line or their index is often in doubt.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Kind {
    Edges,
    /// Edges with headings that only a person understands.
    OtherEdges,
    Values,
    ValuesAlone,
    Line,
    Points,
    Distances,
}

impl Sheet {
    fn kind(&self, dialect: &Dialect) -> Kind {
        let is_other = self.headings + 1 == HEADINGS.len();
        match &self.content {
            Content::Edges { .. } if dialect.has_heading && is_other => Kind::OtherEdges,
            Content::Edges { .. } => Kind::Edges,
            Content::Values { is_alone: true, .. } => Kind::ValuesAlone,
            Content::Values { .. } => Kind::Values,
            Content::Points(points) if points[0].len() == 1 => Kind::Line,
            Content::Points(_) => Kind::Points,
            Content::Distances(_) => Kind::Distances,
        }
    }
}

/// How a program writes a table.
#[derive(Clone, Copy, Debug)]
struct Dialect {
    name: &'static str,
    separator: &'static str,
    /// Whether all numbers of a column have a decimal point, as in pandas.
    has_points: bool,
    /// Whether all numbers have an exponent, as in `numpy.savetxt`.
    has_exponents: bool,
    has_decimal_commas: bool,
    has_heading: bool,
    /// Whether the headings are numbers.
    counts_columns: bool,
    has_index: bool,
    /// Whether the index has no heading at all, as in R.
    has_short_heading: bool,
    /// Whether the columns are in another order, with headings in capitals.
    is_turned: bool,
    has_quotes: bool,
    line: &'static str,
    encoding: Encoding,
    /// A first line with sizes.
    has_sizes: bool,
    /// A missing cell.
    missing: &'static str,
    /// The kinds of files whose first line or first column is often in doubt, so that few of them are read.
    in_doubt: &'static [Kind],
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Encoding {
    Utf8,
    Marked,
    Utf16,
    Latin1,
}

const PLAIN: Dialect = Dialect {
    name: "plain",
    separator: ",",
    has_points: false,
    has_exponents: false,
    has_decimal_commas: false,
    has_heading: false,
    counts_columns: false,
    has_index: false,
    has_short_heading: false,
    is_turned: false,
    has_quotes: false,
    line: "\n",
    encoding: Encoding::Utf8,
    has_sizes: false,
    missing: "",
    in_doubt: &[],
};
/// The kinds that need headings.
const HEADED: &[Kind] = &[
    Kind::Edges,
    Kind::Values,
    Kind::ValuesAlone,
    Kind::Line,
    Kind::Points,
];
/// Decimal commas in a single column may separate two.
const COLUMN: &[Kind] = &[Kind::ValuesAlone, Kind::Line];
/// Sizes may be an edge or a point, and a matrix has none.
const QHULL: &[Kind] = &[Kind::Edges, Kind::Line, Kind::Points, Kind::Distances];

#[rustfmt::skip]
const DIALECTS: [Dialect; 27] = [
    PLAIN,
    Dialect { name: "NumPy", separator: " ", has_points: true, missing: "NA", ..PLAIN },
    Dialect { name: "NumPy savetxt", separator: " ", has_exponents: true, missing: "NA", in_doubt: &[Kind::Edges, Kind::Values], ..PLAIN },
    Dialect { name: "pandas", has_points: true, has_heading: true, has_index: true, in_doubt: &[Kind::ValuesAlone], ..PLAIN },
    Dialect { name: "pandas without index", has_points: true, has_heading: true, ..PLAIN },
    Dialect { name: "pandas without names", has_points: true, has_heading: true, counts_columns: true, has_index: true, in_doubt: HEADED, ..PLAIN },
    Dialect { name: "pandas numbers alone", has_points: true, has_heading: true, counts_columns: true, in_doubt: HEADED, ..PLAIN },
    Dialect { name: "pandas index alone", has_points: true, has_index: true, in_doubt: HEADED, ..PLAIN },
    Dialect { name: "pandas tabs", separator: "\t", has_points: true, has_heading: true, has_index: true, in_doubt: &[Kind::ValuesAlone], ..PLAIN },
    Dialect { name: "pandas tabs, numbers alone", separator: "\t", has_points: true, has_heading: true, counts_columns: true, in_doubt: HEADED, ..PLAIN },
    Dialect { name: "R table", separator: " ", has_heading: true, has_index: true, has_short_heading: true, has_quotes: true, missing: "NA", in_doubt: &[Kind::ValuesAlone], ..PLAIN },
    Dialect { name: "R table, plain", separator: "\t", has_heading: true, has_index: true, has_short_heading: true, missing: "NA", in_doubt: &[Kind::ValuesAlone], ..PLAIN },
    Dialect { name: "R csv", has_heading: true, has_index: true, has_quotes: true, missing: "NA", in_doubt: &[Kind::ValuesAlone], ..PLAIN },
    Dialect { name: "R csv2", separator: ";", has_decimal_commas: true, has_heading: true, has_index: true, has_quotes: true, missing: "NA", in_doubt: &[Kind::ValuesAlone], ..PLAIN },
    Dialect { name: "Excel", has_heading: true, line: "\r\n", encoding: Encoding::Marked, ..PLAIN },
    Dialect { name: "Excel German", separator: ";", has_decimal_commas: true, has_heading: true, line: "\r\n", encoding: Encoding::Latin1, in_doubt: COLUMN, ..PLAIN },
    Dialect { name: "Excel German, numbers", separator: ";", has_decimal_commas: true, line: "\r\n", ..PLAIN },
    Dialect { name: "Excel for Mac", separator: "\t", has_heading: true, line: "\r", ..PLAIN },
    Dialect { name: "Excel Unicode", separator: "\t", has_decimal_commas: true, has_heading: true, line: "\r\n", encoding: Encoding::Utf16, in_doubt: COLUMN, ..PLAIN },
    Dialect { name: "PowerShell", line: "\r\n", has_quotes: true, has_heading: true, encoding: Encoding::Utf16, ..PLAIN },
    Dialect { name: "SQL", has_heading: true, is_turned: true, missing: "NULL", ..PLAIN },
    Dialect { name: "Matlab", separator: "\t", ..PLAIN },
    Dialect { name: "qhull", separator: " ", has_sizes: true, missing: "NA", in_doubt: QHULL, ..PLAIN },
    Dialect { name: "Gephi", has_points: true, has_heading: true, ..PLAIN },
    Dialect { name: "SciPy", separator: " ", ..PLAIN },
    Dialect { name: "OFF", separator: " ", missing: "NA", in_doubt: &[Kind::Line], ..PLAIN },
    Dialect { name: "COFF", separator: " ", missing: "NA", in_doubt: &[Kind::Line], ..PLAIN },
];

impl Dialect {
    fn number(&self, number: f64) -> String {
        let text = match (self.has_points, self.has_exponents) {
            (true, _) => format!("{number:?}"),
            (_, true) => {
                let text = format!("{number:.17e}");
                let (digits, exponent) = text.split_once('e').unwrap();
                let exponent: i32 = exponent.parse().unwrap();
                let sign = if exponent < 0 { '-' } else { '+' };
                format!("{digits}e{sign}{:02}", exponent.abs())
            }
            (false, false) => number.to_string(),
        };
        match self.has_decimal_commas {
            true => text.replace('.', ","),
            false => text,
        }
    }

    fn vertex(&self, vertex: usize, is_named: bool) -> String {
        match (is_named, self.has_exponents) {
            (true, _) => NAMES[vertex].into(),
            (false, true) => self.number(vertex as f64),
            (false, false) => vertex.to_string(),
        }
    }

    /// The number of the first row in an index, which is 1 in R.
    fn first(&self) -> usize {
        usize::from(self.name.starts_with('R'))
    }

    /// The names of the rows.
    fn index(&self, count: usize) -> Vec<String> {
        (self.first()..self.first() + count)
            .map(|row| row.to_string())
            .collect()
    }

    /// Columns in the order of the dialect. Those of a matrix are its points, and distances of turned coordinates differ by rounding.
    fn columns(
        &self,
        sizes: [usize; 2],
        headings: &[&str],
        index: &[String],
        rows: &[Vec<String>],
    ) -> Vec<u8> {
        if !self.is_turned {
            return self.table(sizes, headings, index, rows);
        }
        let headings: Vec<String> = headings
            .iter()
            .rev()
            .map(|cell| cell.to_uppercase())
            .collect();
        let headings: Vec<&str> = headings.iter().map(String::as_str).collect();
        let turned = |row: &Vec<String>| row.iter().rev().cloned().collect();
        self.table(
            sizes,
            &headings,
            index,
            &rows.iter().map(turned).collect::<Vec<_>>(),
        )
    }

    fn table(
        &self,
        sizes: [usize; 2],
        headings: &[&str],
        index: &[String],
        rows: &[Vec<String>],
    ) -> Vec<u8> {
        let quoted = |cell: &String| match self.has_quotes
            && cell != self.missing
            && (cell.parse::<f64>().is_err() || self.name == "PowerShell")
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
                            false => (*heading).to_owned(),
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
            Encoding::Latin1 => text
                .chars()
                .map(|character| u8::try_from(character).unwrap())
                .collect(),
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

/// Edges, the number of vertices, and the values of vertices by their names.
type Graph = (
    BTreeMap<(String, String, u64), usize>,
    usize,
    BTreeMap<String, u64>,
);

fn graph_of(graph: &InputGraph) -> Graph {
    let name = |vertex: usize| match graph.names.get(vertex as u32) {
        Some(name) => name.into_owned(),
        None => vertex.to_string(),
    };
    let values = graph.filter.iter().flatten().enumerate();
    let values = values.map(|(vertex, value)| (name(vertex), (value + 0.0).to_bits()));
    (
        unordered(named(graph)),
        graph.vertices as usize,
        values.collect(),
    )
}

/// Whether the rules of docs/formats.md decide against this file, whose text another content has as well.
fn is_ambiguous(sheet: &Sheet, kind: Kind, dialect: &Dialect) -> bool {
    let is_column = matches!(kind, Kind::Line | Kind::ValuesAlone) && !dialect.has_index;
    match kind {
        // The last cell of a single column is an empty line at the end.
        _ if is_column
            && dialect.missing.is_empty()
            && sheet.missing.is_some_and(|(row, _)| {
                let rows = match &sheet.content {
                    Content::Values { values, .. } => values.len(),
                    Content::Points(points) => points.len(),
                    _ => 0,
                };
                row.index(rows) + 1 == rows
            }) =>
        {
            true
        }
        // Numbers with decimal commas, or two columns of whole numbers. An index, or the first of two coordinates.
        Kind::Line => !dialect.has_heading && (dialect.has_decimal_commas || dialect.has_index),
        Kind::ValuesAlone => !dialect.has_heading && dialect.has_decimal_commas,
        _ => false,
    }
}

/// A text and its content, or nothing if no program writes it.
fn written(
    sheet: &Sheet,
    dialect: &Dialect,
) -> Option<(Vec<u8>, Graph, Result<InputGraph, DataError>)> {
    let no_values = BTreeMap::new;
    let is_missing = sheet.missing.is_some();
    let cleared = |mut rows: Vec<Vec<String>>| {
        if let Some((row, column)) = sheet.missing {
            let row = row.index(rows.len());
            let column = column.index(rows[row].len());
            rows[row][column] = dialect.missing.into();
        }
        rows
    };
    Some(match &sheet.content {
        Content::Edges {
            edges,
            is_named,
            is_valued,
        } => {
            let name = |vertex: usize| dialect.vertex(vertex, *is_named);
            let row = |&(a, b, value): &(usize, usize, f64)| {
                let value = Some(dialect.number(value)).filter(|_| *is_valued);
                [name(a), name(b)].into_iter().chain(value).collect()
            };
            let mut rows = cleared(edges.iter().map(row).collect());
            let vertices: BTreeSet<usize> = edges.iter().flat_map(|&(a, b, _)| [a, b]).collect();
            let mut headings = HEADINGS[sheet.headings][..rows[0].len().max(2)].to_vec();
            let plain = |vertex: usize| PLAIN.vertex(vertex, *is_named);
            let valued = |value: f64| if *is_valued { value } else { 0.0 };
            let of = |name: &dyn Fn(usize) -> String| {
                unordered(
                    edges
                        .iter()
                        .map(|&(a, b, value)| (name(a), name(b), valued(value))),
                )
            };
            let mut expected = (of(&plain), vertices.len(), no_values());
            match dialect.name {
                "SciPy" if *is_named || is_missing => return None,
                "SciPy" => {
                    let field = if *is_valued { "real" } else { "pattern" };
                    let size = NAMES.len();
                    let mut text = format!(
                        "%%MatrixMarket matrix coordinate {field} general\n%\n{size} {size} {}\n",
                        edges.len()
                    );
                    for (a, b, value) in edges {
                        let value = match is_valued {
                            true => format!(" {value:.16e}"),
                            false => String::new(),
                        };
                        let _ = writeln!(text, "{} {}{value}", a + 1, b + 1);
                    }
                    let counted = |vertex: usize| (vertex + 1).to_string();
                    expected = (of(&counted), size, no_values());
                    let read = read_matrix_market("m", text.as_bytes());
                    return Some((text.into_bytes(), expected, read));
                }
                "OFF" | "COFF" => return None,
                "Gephi" => {
                    headings.splice(..2, ["Source", "Target", "Type", "Id", "Label", "timeset"]);
                    for (id, row) in rows.iter_mut().enumerate() {
                        let others = [
                            "Undirected".into(),
                            id.to_string(),
                            String::new(),
                            String::new(),
                        ];
                        row.splice(2..2, others);
                    }
                }
                _ => {}
            }
            let sizes = [vertices.len(), rows.len()];
            let bytes = dialect.columns(sizes, &headings, &dialect.index(rows.len()), &rows);
            let read = read_edge_list("e", &bytes, None);
            (bytes, expected, read)
        }
        Content::Values {
            values,
            edges,
            is_named,
            is_alone,
        } => {
            if ["SciPy", "OFF", "COFF", "qhull"].contains(&dialect.name)
                || (dialect.name == "Gephi" && *is_alone)
            {
                return None;
            }
            // An index names the vertices.
            let first = match *is_alone && dialect.has_index {
                true => dialect.first(),
                false => 0,
            };
            let plain = |vertex: usize| match is_named {
                true => NAMES[vertex].to_owned(),
                false => (first + vertex).to_string(),
            };
            let rows = values.iter().enumerate().map(|(vertex, &value)| {
                let name = Some(dialect.vertex(vertex, *is_named)).filter(|_| !is_alone);
                name.into_iter().chain([dialect.number(value)]).collect()
            });
            let mut rows = cleared(rows.collect());
            let headings = match (dialect.name, is_alone) {
                ("Gephi", _) => &["Id", "Label", "timeset", "height"][..],
                (_, true) => &["height"],
                (_, false) => &["node", "height"],
            };
            if dialect.name == "Gephi" {
                rows.iter_mut().for_each(|row| {
                    row.splice(1..1, [String::new(), String::new()]);
                });
            }
            let bytes = dialect.columns([0; 2], headings, &dialect.index(rows.len()), &rows);
            let mut text = "source target\n".to_owned();
            for &(a, b) in edges {
                let _ = writeln!(text, "{} {}", plain(a), plain(b));
            }
            let edges = edges.iter().map(|&(a, b)| (plain(a), plain(b), 0.0));
            let all = (0..).zip(values);
            let all = all.map(|(vertex, value)| (plain(vertex), (value + 0.0).to_bits()));
            let expected = (unordered(edges), values.len(), all.collect());
            let read = read_edge_list("e", text.as_bytes(), Some(("v", &bytes)));
            (bytes, expected, read)
        }
        Content::Points(points) => {
            let columns = points[0].len();
            let row =
                |point: &Vec<f64>| point.iter().map(|&number| dialect.number(number)).collect();
            let mut rows = cleared(points.iter().map(row).collect());
            let bytes = match dialect.name {
                "SciPy" | "Gephi" => return None,
                "OFF" | "COFF" if columns == 1 => return None,
                "OFF" | "COFF" => {
                    let others = match dialect.name {
                        "OFF" => vec!["0".to_owned(); 3 - columns],
                        _ => ["0".to_owned()]
                            .into_iter()
                            .take(3 - columns)
                            .chain(["255", "0", "0", "1"].map(str::to_owned))
                            .collect(),
                    };
                    let mut text = format!("{}\n{} 1 0\n", dialect.name, rows.len());
                    for row in &mut rows {
                        row.extend(others.clone());
                        let _ = writeln!(text, "{}", row.join(" "));
                    }
                    text += "1 0\n";
                    text.into_bytes()
                }
                _ => dialect.table(
                    [rows.len(), columns],
                    &["x", "y", "z"][..columns],
                    &dialect.index(rows.len()),
                    &rows,
                ),
            };
            let distances = |table: Table| table.into_points("p")?.distances("p", Some(f64::MAX));
            let expected = Table::of_rows("p", points.clone())
                .and_then(distances)
                .unwrap();
            let read = Table::points("p", &bytes, &Columns::default()).and_then(distances);
            (bytes, graph_of(&expected), read)
        }
        Content::Distances(_) if ["SciPy", "Gephi", "OFF", "COFF"].contains(&dialect.name) => {
            return None;
        }
        Content::Distances(_) if is_missing => return None,
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
            let words: Vec<&str> = headings.iter().map(String::as_str).collect();
            let bytes = dialect.table([count; 2], &words, &index, &rows);
            let pairs = (0..count).flat_map(|row| (0..row).map(move |column| (column, row)));
            let has_names = dialect.has_index || dialect.has_heading;
            let name = |point: usize| match has_names && !dialect.counts_columns {
                true => headings[point].clone(),
                false => point.to_string(),
            };
            let edges = pairs.map(|(a, b)| (name(a), name(b), entry(a, b)));
            let edges = unordered(edges.filter(|edge| edge.2.is_finite()));
            let zeros = (0..count).map(|point| (name(point), 0f64.to_bits()));
            let expected = (edges, count, zeros.collect());
            let read = Table::distances("d", &bytes)
                .and_then(|table| table.into_distances("d", Some(f64::MAX)));
            (bytes, expected, read)
        }
    })
}

/// Reads this many files of each dialect.
fn assert_dialects(cases: u32) {
    let mut wrong = String::new();
    for dialect in &DIALECTS {
        let config = Config {
            cases,
            failure_persistence: None,
            ..Config::default()
        };
        // The number of files of each kind, and of those that are read.
        let counts = std::cell::RefCell::new(BTreeMap::<Kind, [u32; 2]>::new());
        let checked = TestRunner::new(config).run(&sheets(), |sheet| {
            let kind = sheet.kind(dialect);
            let Some((bytes, expected, read)) =
                written(&sheet, dialect).filter(|_| !is_ambiguous(&sheet, kind, dialect))
            else {
                return Ok(());
            };
            let differs = |read: &InputGraph| sheet.missing.is_some() || graph_of(read) != expected;
            if let Some(read) = read.as_ref().ok().filter(|&read| differs(read)) {
                let text = bytes.escape_ascii();
                let found = format!("{}: {text}\nfound {read:?}", dialect.name);
                return Err(TestCaseError::fail(found));
            }
            if sheet.missing.is_none() {
                let mut counts = counts.borrow_mut();
                let [all, found] = counts.entry(kind).or_default();
                (*all, *found) = (*all + 1, *found + u32::from(read.is_ok()));
            }
            Ok(())
        });
        if let Err(problem) = checked {
            let _ = writeln!(wrong, "{problem}");
        }
        for (kind, [all, read]) in counts.into_inner() {
            // A reader that refuses everything is no reader.
            let is_refused = kind == Kind::OtherEdges || dialect.in_doubt.contains(&kind);
            if !is_refused && 5 * read < 3 * all {
                let _ = writeln!(wrong, "{}: {read} of {all} {kind:?} are read", dialect.name);
            }
        }
    }
    assert!(wrong.is_empty(), "{wrong}");
}

#[test]
fn every_dialect_is_read_as_written_or_refused() {
    assert_dialects(50);
}

#[test]
#[ignore = "13,000 files take a minute"]
fn thirteen_thousand_files_are_read_as_written_or_refused() {
    assert_dialects(500);
}
