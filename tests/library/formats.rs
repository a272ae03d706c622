//! Files of one graph: JSON in its two forms, GraphML, edge lists, graphs of data sets; good and bad ones.

use std::borrow::Cow;
use std::fmt::Write;

use proptest::prelude::*;
use serde_json::{Value, json};
use sublevel::graph::edge_list::read_edge_list;
use sublevel::graph::formats::Columns;
use sublevel::graph::formats::points::Table;
use sublevel::graph::graph6::read_graph6;
use sublevel::graph::graphml::read_graphml;
use sublevel::graph::json::read_json;
use sublevel::graph::json_lines::read_json_lines;
use sublevel::graph::matrix_market::read_matrix_market;
use sublevel::graph::open::{Opened, open};
use sublevel::graph::tu::read_tu_files;
use sublevel::graph::{Attribute, DataError, Dataset, Graph, InputGraph, Names, ParallelEdges};

/// An edge list with values of its vertices.
fn edges_and_values(edges: &str, values: &str) -> Result<InputGraph, DataError> {
    let values = ("v.txt", values.as_bytes());
    read_edge_list("e.txt", edges.as_bytes(), Some(values))
}

/// The graph that the program computes with.
fn settled(mut graph: InputGraph) -> InputGraph {
    graph.settle_edges(ParallelEdges::default());
    graph
}

/// The names of the vertices in the file.
fn names_of(graph: &InputGraph) -> Vec<String> {
    graph.names.iter().map(Cow::into_owned).collect()
}

fn attribute(name: &str, values: &[f64]) -> Attribute {
    Attribute {
        name: name.into(),
        values: values.to_vec(),
        missing: None,
    }
}

/// Checks the error messages of a reader for invalid texts, by their beginning.
fn assert_messages<'a>(
    read: impl Fn(&[u8]) -> Result<InputGraph, DataError>,
    cases: impl IntoIterator<Item = (impl AsRef<[u8]>, &'a str)>,
) {
    let mut wrong = String::new();
    for (text, message) in cases {
        let text = text.as_ref();
        let found = match read(text) {
            Ok(graph) => format!("{graph:?}"),
            Err(error) => error.to_string(),
        };
        if !found.starts_with(message) || found.len() > 400 || found.contains('\n') {
            let shown = text[..text.len().min(300)].escape_ascii();
            let _ = writeln!(wrong, "{shown}\n  expected {message}\n  found    {found}");
        }
    }
    assert!(wrong.is_empty(), "\n{wrong}");
}

// ---- JSON ----

#[test]
fn a_graph_with_filter_values_is_read_as_given() {
    let graph = read_json(
        "g.json",
        &br#"{"n": 3, "edges": [[2, 0], [0, 2], [1, 1]], "filter": [0.5, -1, 2e3], "edge_filter": [1, -0.0, 1e-45]}"#[..],
    )
    .unwrap();
    assert_eq!(
        graph,
        InputGraph {
            vertices: 3,
            edges: vec![[2, 0], [0, 2], [1, 1]],
            filter: Some(vec![0.5, -1.0, 2000.0]),
            edge_filter: Some(vec![1.0, 0.0, 1e-45]),
            ..InputGraph::default()
        }
    );
    let bare = b"\xef\xbb\xbf{\"edges\": [], \"n\": 0, \"name\": \"nothing\"}";
    assert_eq!(
        read_json("g.json", &bare[..]).unwrap(),
        InputGraph::default()
    );
}

#[test]
fn errors_in_json_graphs_name_the_position() {
    let pair = "two vertices, [u, v] or {\"source\": u, \"target\": v}";
    #[rustfmt::skip]
    assert_messages(
        |text| read_json("g.json", text),
        [
            ("", "g.json: is empty"),
            ("{\"n\": 1,\n \"edges\": [", &format!("g.json, line 2, column 11: edges[0]: expected {pair}; the text ends inside a list")),
            ("5", "g.json, line 1, column 1: invalid type: integer `5`, expected an object"),
            ("[]", "g.json, line 1, column 1: invalid type: a list, expected an object {\"n\""),
            ("{\"n\": 3}", "g.json: expected a list \"edges\", found none"),
            ("{\"edges\": []}", "g.json: expected \"n\", the number of vertices, or a list \"nodes\", found neither"),
            ("{\"n\": -3, \"edges\": []}", "g.json, line 1, column 9: invalid type: integer `-3`, expected n, the number of vertices"),
            ("{\"n\": 1.5, \"edges\": []}", "g.json, line 1, column 10: invalid type: floating point `1.5`, expected n, the number of vertices"),
            ("{\"n\": 3, \"edges\": [[0, 1], [1, 3]]}", "g.json: edges[1]: expected two vertices from 0 to 2, found [1, 3]"),
            ("{\"n\": 0, \"edges\": [[0, 0]]}", "g.json: edges[0]: expected no edges, as n is 0, found [0, 0]"),
            ("{\"n\": 3, \"edges\": [[0, 1, 2]]}", &format!("g.json, line 1, column 27: edges[0]: expected {pair}; trailing characters")),
            ("{\"n\": 3, \"edges\": [[0]]}", &format!("g.json, line 1, column 22: edges[0]: expected {pair}; there are fewer than two")),
            ("{\"n\": 3, \"edges\": [[0, -1]]}", &format!("g.json, line 1, column 26: edges[0]: expected {pair}; ")),
            ("{\"n\": 3, \"edges\": [[0, 4294967296]]}", &format!("g.json, line 1, column 34: edges[0]: expected {pair}; ")),
            ("{\"n\": 3, \"edges\": [7]}", &format!("g.json, line 1, column 21: edges[0]: expected {pair}; ")),
            ("{\"n\": 3, \"edges\": 5}", "g.json, line 1, column 20: invalid type: integer `5`, expected edges, a list of two vertices"),
            ("{\"n\": 3, \"edges\": [], \"links\": []}", "g.json: expected a list \"edges\" or \"links\", found both"),
            ("{\"n\": 2, \"edges\": [], \"filter\": [1]}", "g.json: filter: expected 2 numbers, one for each vertex, found 1"),
            ("{\"n\": 2, \"edges\": [[0, 1]], \"edge_filter\": [1, 2]}", "g.json: edge_filter: expected 1 numbers, one for each edge, found 2"),
            (
                "{\"n\": 1, \"edges\": [], \"filter\": [null]}",
                "g.json, line 1, column 37: filter[0]: expected a number; invalid type: null, expected a number",
            ),
            (
                "{\"n\": 1, \"edges\": [],\n\"filter\": [\"NaN\"]}",
                "g.json, line 2, column 16: filter[0]: expected a number; invalid type: string \"NaN\", expected a number",
            ),
            ("{\"n\": 1, \"edges\": [], \"filter\": [NaN, nan]}", "g.json, line 1, column 40: filter[1]: expected a number; expected ident"),
            ("{\"n\": 1, \"edges\": [], \"filter\": [1e400]}", "g.json, line 1, column 39: filter[0]: expected a number; number out of range"),
            ("{\"n\": 1, \"edges\": [], \"filter\": null}", "g.json, line 1, column 36: invalid type: null, expected filter, a list of a number"),
            ("{\"n\": 134217728, \"edges\": []}", "g.json: n: expected at most 1048576 vertices in a file of this size, found 134217728"),
            ("{\"n\": 5000000000, \"edges\": []}", "g.json: n: expected at most 1048576 vertices in a file of this size, found 5000000000"),
            ("{\"n\": 1, \"edges\": []} x", "g.json, line 1, column 23: trailing characters"),
        ],
    );
    assert_messages(
        |text| read_json("g.json", text),
        [(
            b"{\"n\": 1, \"\xff\": 1}",
            "g.json, line 1, column 11: invalid unicode code point",
        )],
    );
}

#[test]
fn node_link_json_attributes_are_read() {
    for list in ["links", "edges"] {
        let text = format!(
            r#"{{"directed": true, "multigraph": false, "graph": {{}},
            "{list}": [{{"source": "b", "target": "a", "weight": 2, "filter": 1}},
                       {{"target": "b", "source": "b", "filter": 2, "width": null, "mass": 1e300}}],
            "nodes": [{{"id": "a", "height": -1.5, "colour": "red", "tags": [1, [2]], "where": {{"x": 1}}}},
                      {{"height": 3, "id": "b", "on": true, "filter": 4, "none": null}}]}}"#
        );
        let graph = read_json("g.json", text.as_bytes()).unwrap();
        assert_eq!(
            (graph.vertices, names_of(&graph), &graph.edges),
            (2, vec!["a".into(), "b".into()], &vec![[1, 0], [1, 1]])
        );
        // A list called filter needs a number for every vertex.
        assert_eq!(graph.filter, None);
        assert_eq!(graph.edge_filter, Some(vec![1.0, 2.0]));
        assert_eq!(
            graph.vertex_attributes[0],
            attribute("height", &[-1.5, 3.0])
        );
        let filter = &graph.vertex_attributes[1];
        assert_eq!((&*filter.name, filter.missing), ("filter", Some(0)));
        assert!(filter.values[0].is_nan() && filter.values[1] == 4.0);
        let weight = &graph.edge_attributes[0];
        assert_eq!((&*weight.name, weight.missing), ("weight", Some(1)));
        assert_eq!(graph.edge_attributes[1].values[1], 1e300);
        assert_eq!(
            (graph.vertex_attributes.len(), graph.edge_attributes.len()),
            (2, 2)
        );
    }
    let numbered = br#"{"nodes": [{"id": 0}, {"id": 1}], "links": [{"source": 1, "target": 0}]}"#;
    let graph = read_json("g.json", &numbered[..]).unwrap();
    assert!(graph.names.is_empty() && graph.edges == [[1, 0]]);
    let backwards =
        br#"{"nodes": [{"id": 7}, {"id": "7"}], "links": [{"source": 7, "target": "7"}]}"#;
    let graph = read_json("g.json", &backwards[..]).unwrap();
    assert!(names_of(&graph) == ["7", "7"] && graph.edges == [[0, 1]]);
}

#[test]
fn errors_in_node_link_json_name_the_position() {
    let node = "expected an object with a unique id";
    let two = "{\"nodes\": [{\"id\": 0}, {\"id\": 1}], ";
    #[rustfmt::skip]
    assert_messages(
        |text| read_json("g.json", text),
        [
            (
                "{\"nodes\": [{\"id\": 0}, {\"id\": 0}], \"links\": []}".into(),
                &*format!(
                    "g.json, line 1, column 32: nodes[1]: {node}; the id 0 occurs a second time"
                ),
            ),
            ("{\"nodes\": [{\"name\": \"a\"}], \"links\": []}".into(), &format!("g.json, line 1, column 25: nodes[0]: {node}; it has no id")),
            (
                "{\"nodes\": [{\"id\": null}], \"links\": []}".into(),
                &format!(
                    "g.json, line 1, column 24: nodes[0]: {node}; its id is neither a text nor a number"
                ),
            ),
            (
                "{\"nodes\": [3], \"links\": []}".into(),
                &format!(
                    "g.json, line 1, column 13: nodes[0]: {node}; invalid type: integer `3`, expected an object"
                ),
            ),
            (
                "{\"nodes\": [{\"id\": 1, \"x\": 1, \"x\": 2}], \"links\": []}".into(),
                &format!("g.json, line 1, column 37: nodes[0]: {node}; its x is a second one"),
            ),
            (format!("{two}\"links\": [{{\"source\": 0}}]}}"), "g.json, line 1, column 58: links[0]: expected two vertices"),
            (format!("{two}\"links\": [{{\"source\": 0, \"target\": \"1\"}}]}}"), "g.json: links[0].target: expected the id of a node, found \"1\""),
            (format!("{two}\"edges\": [{{\"source\": 2, \"target\": 1}}]}}"), "g.json: edges[0].source: expected the id of a node, found 2"),
            (
                format!("{two}\"edges\": [[0, 1]]}}"),
                "g.json: edges: expected objects with source and target, as there is a list \"nodes\", found pairs",
            ),
            (format!("{two}\"edges\": [{{\"source\": 0, \"target\": 1}}, [0, 1]]}}"), "g.json, line 1, column 79: edges[1]: expected two vertices"),
            (format!("{two}\"n\": 3, \"edges\": []}}"), "g.json: n: expected 2, the number of nodes, found 3"),
            ("{\"n\": 2, \"edges\": [{\"source\": 0, \"target\": 1}]}".into(), "g.json: expected a list \"nodes\", as edges name them, found none"),
            (format!("{two}\"edges\": ["), "g.json, line 1, column 44: edges[0]: expected two vertices"),
        ],
    );
}

#[test]
fn attributes_cannot_exhaust_memory() {
    // Every node has a different attribute: the number of values is the square of the length.
    let mut nodes = String::from("{\"nodes\": [");
    for index in 0..20_000 {
        let comma = if index == 0 { "" } else { "," };
        let _ = write!(nodes, "{comma}{{\"id\": {index}, \"a{index}\": 1}}");
    }
    nodes += "], \"links\": []}";
    let message = read_json("g.json", nodes.as_bytes())
        .unwrap_err()
        .to_string();
    assert!(
        message.contains("more attributes than fit into memory"),
        "{message}"
    );

    let mut keys = String::from("<graphml>");
    for index in 0..20_000 {
        let _ = write!(
            keys,
            "<key id='{index}' attr.type='int'><default>1</default></key>"
        );
    }
    keys += "<graph>";
    for index in 0..10_000 {
        let _ = write!(keys, "<node id='{index}'/>");
    }
    keys += "</graph></graphml>";
    assert_eq!(
        read_graphml("g.graphml", keys.as_bytes())
            .unwrap_err()
            .to_string(),
        "g.graphml: expected at most 67108864 numbers as attributes, found 200000000; \
         leave out those that are not needed"
    );
}

// ---- GraphML ----

/// The output of NetworkX and igraph, and some additions of other programs.
const GRAPHML: &str = r#"<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE graphml [<!ENTITY bomb "&bomb;&bomb;">]>
<graphml xmlns="http://graphml.graphdrawing.org/xmlns" xmlns:y="http://www.yworks.com/xml/graphml">
  <!-- keys -->
  <key id="d0" for="node" attr.name="height" attr.type="double"/>
  <key id="d1" for="node" attr.name="height" attr.type="long"><default> 7 </default></key>
  <key id="d2" for="all" attr.name="filter" attr.type="float"/>
  <key id="d3" for="node" attr.name="label" attr.type="string"><default>none</default></key>
  <key id="d4" for="node" yfiles.type="nodegraphics"/>
  <key id="d5" for="edge" attr.name="weight" attr.type="int"/>
  <graph id="G" edgedefault="directed">
    <desc>A graph &unknown; to us</desc>
    <edge source="late" target="a&amp;&#98;"/>
    <node id="a&amp;&#98;"><data key="d0">-0.5</data><data key="d2">nan</data><data key="d3">x</data></node>
    <node id="late">
      <data key="d4"><y:Shape><y:Fill color="1"/>text</y:Shape></data>
      <data key="d2">-INF</data>
      <port name="p"/>
    </node>
    <node id="c"><data key="d1"><![CDATA[ 1e-45 ]]></data><data key="d2">&#49;.5</data></node>
    <edge id="e1" directed="false" source="c" target="c"><data key="d5">3</data></edge>
    <edge source="c" target="late" sourceport="p"><data key="d5">4</data></edge>
  </graph>
  <data key="d9">outside</data>
</graphml>
"#;

#[test]
fn graphml_numbers_and_defaults_are_read() {
    let graph = read_graphml("g.graphml", GRAPHML.as_bytes()).unwrap();
    assert_eq!(graph.vertices, 3);
    assert_eq!(names_of(&graph), ["a&b", "late", "c"]);
    assert_eq!(graph.edges, [[1, 0], [2, 2], [2, 1]]);
    let filter = graph.filter.unwrap();
    assert!(filter[0].is_nan());
    assert_eq!(filter[1..], [f64::NEG_INFINITY, 1.5]);
    // Two keys of one name are one attribute.
    assert_eq!(
        graph.vertex_attributes,
        [attribute("height", &[-0.5, 7.0, 1e-45])]
    );
    assert_eq!(graph.edge_filter, None);
    let [weight] = &graph.edge_attributes[..] else {
        panic!("{:?}", graph.edge_attributes);
    };
    assert_eq!((&*weight.name, weight.missing), ("weight", Some(0)));
    assert_eq!(weight.values[1..], [3.0, 4.0]);

    let empty = b"\xef\xbb\xbf<graphml><graph/></graphml>";
    assert_eq!(
        read_graphml("g", &empty[..]).unwrap(),
        InputGraph::default()
    );
    let numbered =
        b"<g:graphml xmlns:g='x'><g:graph><g:node id='0'/><g:node id='1'/></g:graph></g:graphml>";
    let graph = read_graphml("g", &numbered[..]).unwrap();
    assert_eq!((graph.vertices, graph.names.len()), (2, 0));
}

#[test]
fn errors_in_graphml_name_the_position() {
    let inside = |text: &str| format!("<graphml>\n<graph>{text}</graph></graphml>");
    let keyed = |text: &str| {
        format!(
            "<graphml><key id='k' for='node' attr.type='double'/>\n<graph>{text}</graph></graphml>"
        )
    };
    #[rustfmt::skip]
    assert_messages(
        |text| read_graphml("g.graphml", text),
        [
            (String::new(), "g.graphml, line 1, column 1: expected <graphml>, found the end of the file"),
            ("{\"n\": 1}".into(), "g.graphml, line 1, column 9: expected <graphml>, found the end of the file"),
            ("<html></html>".into(), "g.graphml, line 1, column 1: expected <graphml>, found the element \"html\""),
            ("<graphml/>".into(), "g.graphml, line 1, column 11: expected <graph>, found the end of the file"),
            ("<graphml><graph/></graphml>\n<graphml/>".into(), "g.graphml, line 2, column 1: expected the end of the file after </graphml>"),
            ("<graphml><graph/><graph/></graphml>".into(), "g.graphml, line 1, column 18: expected one graph, found a second one"),
            (
                "<graphml><graph></graphml>".into(),
                "g.graphml, line 1, column 17: ill-formed document: expected `</graph>`, but `</graphml>` was found",
            ),
            ("<graphml>\n<graph><node id='1'>".into(), "g.graphml, line 2, column 21: the text ends inside <node>; it is cut off"),
            ("<graphml>\n<graph><node id='1".into(), "g.graphml, line 2, column 8: "),
            (inside("<node/>"), "g.graphml, line 2, column 8: expected an id of this node, found none"),
            (inside("<node id=1/>"), "g.graphml, line 2, column 8: position 8: attribute value must be enclosed"),
            (inside("<node id='a'/>\n<node id='a'/>"), "g.graphml, line 3, column 1: expected a unique node id, found \"a\" for the second time"),
            (inside("<node id=''/><node id=''/>"), "g.graphml, line 2, column 21: expected a unique node id, found \"\" for the second time"),
            (inside("<node id='é'/><edge source='é'/>"), "g.graphml, line 2, column 22: expected a target of this edge, found none"),
            (inside("<node id='a'/><edge target='a'/>"), "g.graphml, line 2, column 22: expected a source of this edge, found none"),
            (
                inside("<edge source='a' target='b'/>\n<node id='a'/>"),
                "g.graphml, line 2, column 8: target of this edge: expected the id of a node, found \"b\"",
            ),
            (
                inside("<node id='&bomb;'/>"),
                "g.graphml, line 2, column 8: the attribute id has the entity \"bomb\"; those of a document type are not read",
            ),
            (inside("<node id='a'><graph/></node>"), "g.graphml, line 2, column 21: expected one graph, found one inside another"),
            (inside("<hyperedge/>"), "g.graphml, line 2, column 8: expected nodes and edges, found a hyperedge"),
            (inside("<node id='a'><data>1</data></node>"), "g.graphml, line 2, column 21: expected a key of this data, found none"),
            (
                inside("<node id='a'><data key='k'>1</data></node>"),
                "g.graphml, line 2, column 21: expected the id of a <key> from the beginning of the file, found \"k\"",
            ),
            (
                keyed("<node id='a'><data key='k'>x</data></node>"),
                "g.graphml, line 2, column 36: expected a number, nan or inf before the end of this element, found \"x\"",
            ),
            (keyed("<node id='a'><data key='k'>1e400</data></node>"), "g.graphml, line 2, column 40: expected a number"),
            (
                keyed("<node id='a'><data key='k'>1&bomb;</data></node>"),
                "g.graphml, line 2, column 36: expected a number, found the entity \"bomb\"; those of a document type are not read",
            ),
            (
                keyed("<node id='a'><data key='k'>1</data><data key='k'>2</data></node>"),
                "g.graphml, line 2, column 58: expected one number for this key, found a second one",
            ),
            (
                keyed("<node id='a'/><edge source='a' target='a'><data key='k'>1</data></edge>"),
                "g.graphml, line 2, column 50: expected a key for edge, found \"k\", which is declared for \"node\"",
            ),
            ("<graphml><key/></graphml>".into(), "g.graphml, line 1, column 10: expected an id of this key, found none"),
            (
                "<graphml><key id='k'/><key id='k'/></graphml>".into(),
                "g.graphml, line 1, column 23: expected a unique key id, found \"k\" for the second time",
            ),
            ("<graphml><key id='k' attr.type='int'><default>x</default></key></graphml>".into(), "g.graphml, line 1, column 48: expected a number"),
            (format!("<graphml>{}", "<a>".repeat(2000)), "g.graphml, line 1, column 3007: expected at most 1000 elements in each other"),
        ],
    );
    assert_messages(
        |text| read_graphml("g.graphml", text),
        [
            (
                &b"<graphml>\n\xe9</graphml>"[..],
                "g.graphml, line 1, column 10: expected text in UTF-8, found other bytes from here on; save the file in that encoding",
            ),
            (
                b"\xff\xfe<\0",
                "g.graphml, line 1, column 1: expected text in UTF-8",
            ),
        ],
    );
}

#[test]
fn every_prefix_of_a_graphml_file_is_an_error() {
    let text = GRAPHML.trim_end();
    for end in (0..text.len()).filter(|&end| text.is_char_boundary(end)) {
        let error = read_graphml("g.graphml", &text.as_bytes()[..end]).unwrap_err();
        assert!(matches!(error, DataError::Place { .. }), "{end}: {error}");
    }
}

#[test]
fn node_names_of_other_programs_are_read() {
    // A grid, its line graph, and other node types of NetworkX.
    let names = |ids: &[&str]| {
        let nodes: Vec<_> = ids.iter().map(|id| format!("{{\"id\": {id}}}")).collect();
        let link = format!("{{\"source\": {}, \"target\": {}}}", ids[0], ids[1]);
        let text = format!("{{\"nodes\": [{}], \"links\": [{link}]}}", nodes.join(", "));
        read_json("g.json", text.as_bytes()).map(|graph| {
            assert_eq!(graph.edges, [[0, 1]]);
            names_of(&graph)
        })
    };
    assert_eq!(names(&["[0, 1]", "[0, 2]"]).unwrap(), ["(0, 1)", "(0, 2)"]);
    assert_eq!(
        names(&["[[0, 1], [0, \"a\"]]", "[3]"]).unwrap(),
        ["((0, 1), (0, \"a\"))", "(3,)"]
    );
    assert_eq!(
        names(&["0.5", "true", "-1e300"]).unwrap(),
        ["0.5", "True", &(-1e300).to_string()]
    );
    // 1.0 is 1, as in Python, and a text is no number.
    let twice = names(&["1", "1.0"]).unwrap_err().to_string();
    assert!(
        twice.contains("nodes[1]") && twice.contains("the id 1 occurs a second time"),
        "{twice}"
    );
    assert_eq!(names(&["1", "\"1\""]).unwrap(), ["1", "1"]);
    for none in ["null", "{}"] {
        let message = names(&["1", none]).unwrap_err().to_string();
        assert!(
            message.contains("its id is neither a text nor a number"),
            "{message}"
        );
    }
    let deep = "[".repeat(100) + &"]".repeat(100);
    assert!(
        names(&["1", &deep])
            .unwrap_err()
            .to_string()
            .contains("lists in lists")
    );
    // A field that resembles the end of an edge is an attribute.
    let text = br#"{"nodes": [{"id": 1, "target": 2.5}], "links": []}"#;
    assert_eq!(
        read_json("g.json", &text[..]).unwrap().vertex_attributes,
        [attribute("target", &[2.5])]
    );
}

#[test]
fn numbers_in_python_notation_are_read() {
    let text = br#"{"n": 4, "edges": [[0, 1]], "filter": [NaN, Infinity, -Infinity, 1e300], "edge_filter": [NaN]}"#;
    let graph = read_json("g.json", &text[..]).unwrap();
    let filter = graph.filter.unwrap();
    assert!(filter[0].is_nan() && graph.edge_filter.unwrap()[0].is_nan());
    assert_eq!(filter[1..], [f64::INFINITY, f64::NEG_INFINITY, 1e300]);
    // In a node, NaN means that the number is missing.
    let text =
        br#"{"nodes": [{"id": "NaN", "h": 1}, {"id": "N", "h": NaN, "note": "N"}], "links": []}"#;
    let graph = read_json("g.json", &text[..]).unwrap();
    assert_eq!(names_of(&graph), ["NaN", "N"]);
    let [h] = &graph.vertex_attributes[..] else {
        panic!("{graph:?}")
    };
    assert_eq!((h.name.as_str(), h.missing), ("h", Some(1)));
    let empty = "<graphml><key id='k' for='node' attr.name='h' attr.type='double'/><graph>\
        <node id='a'><data key='k'>1e300</data></node><node id='b'><data key='k'/></node></graph></graphml>";
    let graph = read_graphml("g.graphml", empty.as_bytes()).unwrap();
    assert_eq!(
        (
            graph.vertex_attributes[0].values[0],
            graph.vertex_attributes[0].missing
        ),
        (1e300, Some(1))
    );
}

#[test]
fn the_page_reports_values_that_32_bits_cannot_represent() {
    let attribute = br#"{"nodes": [{"id": 1, "big": 1e300, "small": 1}], "links": []}"#;
    let Ok(Opened::Graph(graph)) = open(&[("g.json", attribute)]) else {
        panic!()
    };
    assert_eq!(graph.vertex_attributes.len(), 1);
    assert_eq!(
        graph.notes,
        ["\"big\" is left out, as it has numbers beyond 3.4e38, the largest of 32 bits"]
    );
    for (text, list) in [
        (
            &br#"{"n": 1, "edges": [], "filter": [1e300]}"#[..],
            "filter",
        ),
        (
            br#"{"n": 1, "edges": [[0, 0]], "edge_filter": [-1e39]}"#,
            "edge_filter",
        ),
    ] {
        let message = open(&[("g.json", text)]).unwrap_err().to_string();
        assert!(
            message.starts_with(&format!("g.json: {list}: expected numbers up to 3.4e38")),
            "{message}"
        );
        assert!(read_json("g.json", text).is_ok());
    }
}

#[test]
fn a_short_text_cannot_claim_more_vertices_than_memory_holds() {
    // A longer one can.
    let text = format!("{{\"n\": 1500000, \"edges\": []{}}}", " ".repeat(1_500_000));
    assert_eq!(
        read_json("g.json", text.as_bytes()).unwrap().vertices,
        1_500_000
    );
    let matrix = "%%MatrixMarket matrix coordinate pattern general\n134217728 134217728 0\n";
    let message = read_matrix_market("m.mtx", matrix.as_bytes())
        .unwrap_err()
        .to_string();
    assert!(
        message.contains("at most 1048576 rows in a file of this size"),
        "{message}"
    );
}

#[test]
fn texts_in_utf16_are_named() {
    for (name, text) in [
        ("g.json", "{\"n\": 1, \"edges\": []}"),
        ("g.jsonl", "{\"n\": 1, \"edges\": [], \"y\": 0}\n"),
        ("g.graphml", "<graphml><graph/></graphml>"),
        (
            "g.mtx",
            "%%MatrixMarket matrix coordinate pattern general\n1 1 0\n",
        ),
        ("g.g6", "DQc\n"),
    ] {
        let units = std::iter::once(0xfeff).chain(text.encode_utf16());
        let bytes: Vec<u8> = units.flat_map(u16::to_le_bytes).collect();
        let message = open(&[(name, &bytes)]).unwrap_err().to_string();
        assert!(message.contains("UTF-16"), "{message}");
    }
}

#[test]
fn values_of_graphml_that_are_no_numbers_are_said() {
    let text = br#"<graphml><key id="k" for="node" attr.name="active" attr.type="boolean"/><graph>
        <node id="a"><data key="k">true</data></node></graph></graphml>"#;
    let graph = read_graphml("g.graphml", &text[..]).unwrap();
    assert_eq!(
        graph.notes,
        ["\"active\" is left out, as it is no number; write true as 1 and false as 0"]
    );
}

// ---- edge lists ----

#[test]
fn assumptions_about_an_edge_list_are_reported() {
    let read = |text: &str| read_edge_list("e.txt", text.as_bytes(), None).unwrap();
    for text in [
        "Source,Target\n0,1\n1,2",
        "# SNAP\nnode_1\tnode_2\n0\t1\n1\t2",
        "# FromNodeId\tToNodeId\n0\t1\n1\t2",
        "src dst\n0 1\n1 2",
        "source,target,weight\n0,1,3\n1,2,4",
    ] {
        let graph = read(text);
        assert_eq!(graph.edges, [[0, 1], [1, 2]], "{text}");
        assert_eq!(graph.edge_filter.is_some(), text.contains("weight"));
        assert!(
            graph.notes[0].ends_with("read as headings"),
            "{:?}",
            graph.notes
        );
    }
    // Names of vertices are no names of columns.
    for text in ["ada bob\nbob cyd", "a b 1\nb c 2", "a 1\n2 3"] {
        assert_eq!(
            (read(text).edges.len(), read(text).notes.len()),
            (2, 0),
            "{text}"
        );
    }
    let padded = read("01 02\n02 1\n");
    assert_eq!(names_of(&padded), ["01", "02", "1"]);
    assert_eq!(
        padded.notes,
        ["vertices are read as names because \"01\" and 1 are different vertices"]
    );

    // As SNAP has undirected graphs, with a self-loop.
    let read = |text| settled(read(text));
    let both = read("# Undirected\n0 1 0.5\n1 0 0.5\n1 2 1\n1 1 7\n2 1 1\n");
    assert_eq!(both.edges, [[0, 1], [1, 2], [1, 1]]);
    assert_eq!(both.edge_filter, Some(vec![0.5, 1.0, 7.0]));
    assert_eq!(
        both.notes,
        [
            "1 comment is left out",
            "every edge occurs in both directions: read as 3 undirected edges"
        ]
    );
    // One edge without its counterpart, another value, a repetition: a multigraph.
    for text in [
        "0 1\n1 0\n1 2",
        "0 1 2\n1 0 3",
        "0 1\n1 0\n0 1\n1 0",
        "0 1\n0 1",
        "0 0",
    ] {
        let graph = read(text);
        assert_eq!(graph.edges.len(), text.lines().count(), "{text}");
        let says = graph
            .notes
            .iter()
            .any(|note| note.contains("a loop is born with each parallel edge"));
        assert_eq!(says, text.contains('1'), "{text}");
    }
}

/// The examples are those of nauty's description of the formats.
#[test]
fn graph6_and_sparse6_files_are_graphs() {
    let read = |text: &str| read_graph6("g.g6", text.as_bytes());
    for text in ["DQc", "DQc\n", ">>graph6<<DQc\r\n"] {
        let graph = read(text).unwrap();
        assert_eq!(graph.vertices, 5);
        assert_eq!(graph.edges, [[0, 2], [1, 3], [0, 4], [3, 4]]);
    }
    for text in [":Fa@x^", ">>sparse6<<:Fa@x^\n"] {
        let graph = read(text).unwrap();
        assert_eq!(graph.vertices, 7);
        assert_eq!(graph.edges, [[0, 1], [0, 2], [1, 2], [5, 6]]);
    }
    let vertices = |text: &str| read(text).unwrap().vertices;
    assert_eq!(
        [vertices("?"), vertices("@"), vertices(":?"), vertices(":@")],
        [0, 1, 0, 1]
    );
    // 63 vertices take four characters, and 1953 bits follow.
    assert_eq!(vertices(&format!("~??~{}", "?".repeat(326))), 63);
    // By its name, and by its header under others.
    for (name, text) in [
        ("g.g6", "DQc"),
        ("g.s6", ":Fa@x^"),
        ("g.txt", ">>graph6<<DQc"),
        ("pasted", ">>sparse6<<:Fa@x^"),
    ] {
        assert!(
            matches!(open(&[(name, text.as_bytes())]), Ok(Opened::Graph(_))),
            "{name}"
        );
    }
    #[rustfmt::skip]
    let cases = [
        ("", "g.g6: is empty; a graph is one line of characters from ? to ~"),
        ("~??", "g.g6, line 1, column 1: expected the number of vertices, found the end of the line"),
        ("D", "g.g6, line 1, column 2: expected 2 characters for the edges of 5 vertices, found 0"),
        ("DQcc", "g.g6, line 1, column 2: expected 2 characters for the edges of 5 vertices, found 3"),
        ("DQ c", "g.g6, line 1, column 3: expected a character from ? to ~, found \" \""),
        ("~~~~~~~~", "expected at most 1048576 vertices in a file of this size, found 68719476735"),
        ("&C?", "expected an undirected graph, found digraph6"),
        (";Fa@x^", "incremental sparse6"),
        ("DQc\nDQc\n", "g.g6: expected one graph, found 2 lines; save each line as a file"),
    ];
    for (text, expected) in cases {
        let error = read(text).unwrap_err().to_string();
        assert!(error.contains(expected), "{text:?}: {error}");
    }
    // Several lines are a data set without classes.
    let Ok(Opened::Dataset(set)) = open(&[("two.g6", b"C~\r\n:Fa@x^\n")]) else {
        panic!("two lines are no data set");
    };
    assert_eq!((set.name.as_str(), set.graphs.len()), ("two", 2));
    let edges = set.graphs.iter().map(|graph| graph.edges.len());
    assert_eq!(Vec::from_iter(edges), [6, 4]);
    assert!(set.without_training().is_some());
    let error = open(&[("g.g6", b"C~ 0\nCF 1\n")]).unwrap_err();
    let expected = "g.g6, line 1: expected the end of the line after the graph, found \"0\"";
    assert_eq!(error.to_string(), expected);
}

#[test]
fn matrix_market_files_are_graphs() {
    let read = |text: &str| read_matrix_market("m.mtx", text.as_bytes());
    let graph = read("%%MatrixMarket matrix coordinate real symmetric\n% by hand\n4 4 3\n2 1 0.5\n3 1 -1e300\n3 3 2\n").unwrap();
    assert_eq!(
        (graph.vertices, names_of(&graph)),
        (4, ["1", "2", "3", "4"].map(String::from).to_vec())
    );
    assert_eq!(graph.edges, [[1, 0], [2, 0], [2, 2]]);
    assert_eq!(graph.edge_filter, Some(vec![0.5, -1e300, 2.0]));
    assert_eq!(
        graph.notes,
        ["1 entry is on the diagonal, read as self-loops"]
    );
    let general = "%%matrixmarket MATRIX Coordinate pattern general\n2 2 2\n1 2\n2 1\n";
    let graph = settled(read(general).unwrap());
    assert_eq!(
        (graph.edges.len(), &graph.edge_filter, graph.notes.len()),
        (1, &None, 2)
    );
    // By its name, and by its beginning under others.
    for name in ["m.mtx", "pasted", "m.txt"] {
        assert!(
            matches!(open(&[(name, general.as_bytes())]), Ok(Opened::Graph(_))),
            "{name}"
        );
    }
    let symmetric = "%%MatrixMarket matrix coordinate real symmetric\n";
    #[rustfmt::skip]
    let cases = [
        ("1 1 1".into(), "m.mtx, line 1, column 1: expected \"%%MatrixMarket matrix coordinate\""),
        (symmetric.replace("coordinate", "array"), "m.mtx, line 1, column 1: expected"),
        (symmetric.replace("real", "complex"), "m.mtx, line 1, column 1: expected"),
        (symmetric.into(), "m.mtx: expected a line with rows, columns and number of entries, found none"),
        (format!("{symmetric}2 3 1\n1 1 1\n"), "m.mtx, line 2: expected as many rows as columns"),
        (format!("{symmetric}2 2\n"), "m.mtx, line 2: expected rows, columns and number of entries, found \"2 2\""),
        (format!("{symmetric}2 2 1\n1 3 1\n"), "m.mtx, line 3: expected row and column from 1 to 2, and a number, found \"1 3 1\""),
        (format!("{symmetric}2 2 1\n0 1 1\n"), "m.mtx, line 3: expected row and column from 1 to 2"),
        (format!("{symmetric}2 2 1\n1 2\n"), "m.mtx, line 3: expected row and column from 1 to 2, and a number"),
        (format!("{symmetric}2 2 1\n1 2 3\n2 1 3\n"), "m.mtx, line 4: expected the end of the file after 1 entries"),
        (format!("{symmetric}2 2 2\n1 2 3\n"), "m.mtx: expected 2 entries, found 1; it is cut off"),
    ];
    for (text, expected) in cases {
        let message = read(&text).unwrap_err().to_string();
        assert!(
            message.starts_with(expected),
            "{text}\n  expected {expected}\n  found    {message}"
        );
    }
}

#[test]
fn edge_lists_have_numbers_or_names() {
    let read = |text: &str| read_edge_list("e.txt", text.as_bytes(), None).unwrap();
    let graph = read("# a comment\n\n0 1\r\n 1   2 \n% another\n2\t0\n0 0\n0 1");
    assert_eq!(
        graph,
        InputGraph {
            vertices: 3,
            edges: vec![[0, 1], [1, 2], [2, 0], [0, 0], [0, 1]],
            notes: vec!["2 comments are left out".into()],
            ..InputGraph::default()
        }
    );
    // Only vertices that occur exist, in the order of their numbers.
    let graph = read("18446744073709551615 30\n7 30\n7 30\n");
    assert_eq!(names_of(&graph), ["7", "30", "18446744073709551615"]);
    assert_eq!(graph.edges, [[2, 1], [0, 1], [0, 1]]);
    // One that is no such number makes names of all of them.
    let graph = read("2 Zoë\n007 2\n7 -1");
    assert_eq!(names_of(&graph), ["2", "Zoë", "007", "7", "-1"]);
    assert_eq!(graph.edges, [[0, 1], [2, 0], [3, 4]]);
    let graph = read("a,b,0.5\nb, c,nan\nc ,a,-inf\nc,a,-0\n\"c\",a,1e-45");
    let values: [f64; 5] = graph.edge_filter.unwrap().try_into().unwrap();
    let expected = [0.5, f64::NAN, f64::NEG_INFINITY, -0.0, 1e-45];
    assert_eq!(values.map(f64::to_bits), expected.map(f64::to_bits));
    for nothing in ["# nothing", "\n# nothing\n"] {
        assert_eq!(read(nothing).vertices, 0, "{nothing}");
    }
}

#[test]
fn values_belong_to_vertices_by_name_or_index() {
    let graph = edges_and_values("b a\n", "# v f\na 1\nb 2\nalone 3\n").unwrap();
    assert_eq!(names_of(&graph), ["b", "a", "alone"]);
    assert_eq!(graph.filter, Some(vec![2.0, 1.0, 3.0]));
    let graph = edges_and_values("3 1\n", "2,0.5\n1,inf\n3,1\n").unwrap();
    assert_eq!(names_of(&graph), ["1", "2", "3"]);
    assert_eq!(graph.filter, Some(vec![f64::INFINITY, 0.5, 1.0]));
    let graph = edges_and_values("1 2\n", "5\n6\n7\n8\n").unwrap();
    assert_eq!((graph.vertices, graph.names.len()), (4, 0));
    assert_eq!(graph.edges, [[1, 2]]);
    assert_eq!(graph.filter, Some(vec![5.0, 6.0, 7.0, 8.0]));
    let alone = edges_and_values("", "5\n6\n").unwrap();
    assert_eq!((alone.vertices, alone.filter), (2, Some(vec![5.0, 6.0])));
    assert_eq!(edges_and_values("", "").unwrap().filter, Some(vec![]));
}

#[test]
fn errors_in_edge_lists_name_the_line() {
    let first = "e.txt, line 1: expected two vertices, and a number where edges have values, found";
    let two = "e.txt, line 3: expected two vertices, as in the lines before, found";
    let three = "e.txt, line 2: expected two vertices and a number, as in the lines before, found";
    #[rustfmt::skip]
    assert_messages(
        |text| read_edge_list("e.txt", text, None),
        [
            ("0", format!("{first} \"0\"")),
            ("0 1 2 3", "e.txt: has 4 columns and no known headings".into()),
            ("0 1 {}", "e.txt: the edges have attributes in braces; NetworkX omits the braces with data=False".into()),
            ("0 1 {'w': 2}", "e.txt: the edges have attributes in braces".into()),
            ("0 1 1e400", "e.txt, line 1, column 3: expected a number, found \"1e400\"".into()),
            (",1", "e.txt, line 1, column 1: expected a vertex, which is a whole number or a name, found an empty cell".into()),
            ("a,,1", "e.txt, line 1, column 2: expected a vertex".into()),
            ("a,b,1\na,b,", "e.txt, line 2, column 3: expected the value of the edge, found an empty cell".into()),
            ("0 1\n#\n1", format!("{two} \"1\"")),
            ("0 1\n#\n1 2 3", format!("{two} \"1 2 3\"")),
            ("0 1 2\n1 2", format!("{three} \"1 2\"")),
            ("0 1 2\n1 2 x", format!("{three} \"1 2 x\"")),
        ]
        .iter()
        .map(|(text, message)| (*text, message.as_str())),
    );
    assert_messages(
        |text| read_edge_list("e.txt", text, None),
        [(
            b"a b\nc \x80\xfe",
            "e.txt, line 2, column 3: expected text in UTF-8, found \"\\x80\\xfe\"",
        )],
    );
}

#[test]
fn errors_in_values_name_the_line() {
    let first = "v.txt, line 1: expected a vertex and its value, or a value, found";
    for (edges, values, message) in [
        ("0 1", "x", format!("{first} \"x\"")),
        ("0 1", "0 x", format!("{first} \"0 x\"")),
        ("0 1", "0 1 2", "v.txt: has 3 columns and no known headings".into()),
        ("0 1", "0 1e400", format!("{first} \"0 1e400\"")),
        ("0 1", ",1", "v.txt, line 1, column 1: expected a vertex".into()),
        ("0 1", "1\n\n1 2", "v.txt, line 3: expected a value alone, as in the lines before, found \"1 2\"".into()),
        ("0 1", "0 1\n2", "v.txt, line 2: expected a vertex and its value, as in the lines before, found \"2\"".into()),
        ("0 1", "0 1\n1 2\n0 3", "v.txt, line 3: expected one value for each vertex, found a second one for 0".into()),
        ("a b", "a 1\nb 2\na 3", "v.txt, line 3: expected one value for each vertex, found a second one for \"a\"".into()),
        ("0 1", "1 2", "v.txt: expected a value for each vertex of e.txt, found none for 0".into()),
        ("5 7", "5 2", "v.txt: expected a value for each vertex of e.txt, found none for \"7\"".into()),
        ("a b", "", "v.txt: expected a value for each vertex of e.txt, found none for \"a\"".into()),
        ("a b", "1\n2", "v.txt: expected a vertex and its value in each line, as vertices of e.txt have names, found a value alone".into()),
        ("#\n0 1\n1 2", "1\n2", "e.txt, line 3: expected two vertices below 2, the number of values in v.txt, found \"1 2\"".into()),
        ("4294967296 1", "1\n2", "e.txt, line 1: expected two vertices below 2, the number of values in v.txt".into()),
    ] {
        let found = edges_and_values(edges, values).unwrap_err().to_string();
        assert!(found.starts_with(&message), "expected {message}\n  found    {found}");
    }
    let error = read_edge_list("e.txt", b"0 1", Some(("v.txt", b"0 \x81")));
    assert!(
        error
            .unwrap_err()
            .to_string()
            .starts_with("v.txt, line 1, column 3: expected text in UTF-8")
    );
}

// ---- graphs of data sets ----

#[test]
fn numbers_that_become_equal_by_rounding_are_reported() {
    let graph = |y: &str, x: &str| {
        format!("{{\"n\": 3, \"edges\": [[0, 1], [1, 2]], \"y\": {y}, \"x\": {x}}}\n")
    };
    let counts = "[[30565379], [30565381], [30565380]]";
    let text = graph("0", counts) + &graph("1", counts);
    let dataset = read_json_lines("g.jsonl", text.as_bytes()).unwrap();
    assert_eq!(
        dataset.notes,
        [
            "3 different values of x became 1 by rounding to 32 bits; subtract a common number from them to keep them apart"
        ]
    );
    let small = "[[0.1], [0.2], [5]]";
    let targets = |ys: [&str; 3]| {
        let text: String = ys.iter().map(|y| graph(y, small)).collect();
        read_json_lines("g.jsonl", text.as_bytes())
    };
    assert_eq!(targets(["0.1", "0.25", "1.5"]).unwrap().notes.len(), 1);
    let some = targets(["100000000.0", "100000000.25", "7.5"]).unwrap();
    assert!(some.notes[1].contains("2 different values of y became 1"));
    let far = targets(["100000000.0", "100000000.25", "100000000.5"]).unwrap();
    assert_eq!(far.targets, [100_000_000.0, 100_000_000.25, 100_000_000.5]);
    assert_eq!(far.notes.len(), 1, "{:?}", far.notes);
}

/// Nanoseconds since 1970: all have the same 64 bits.
const NANOSECONDS: [&str; 3] = [
    "1700000000000000000",
    "1700000000000000002",
    "1700000000000000001",
];

fn merged(what: &str, bits: u32) -> String {
    format!(
        "3 different values of {what} became 1 by rounding to {bits} bits; subtract a common number from them to keep them apart"
    )
}

#[test]
fn nanoseconds_that_become_equal_are_reported_by_every_reader() {
    let [a, b, c] = NANOSECONDS;
    let table = |text: String| read_edge_list("e.txt", text.as_bytes(), None);
    let edges = format!("0 1 {a}\n1 2 {b}\n2 0 {c}");
    let counts = format!("{a}\n{b}\n{c}.0");
    let named = format!("vertex;value\n0;{a}\n1;{b}\n2;{c},0");
    let json = |text: String| read_json("g.json", text.as_bytes());
    let nodes = format!(
        r#"{{"nodes": [{{"id": 0, "ns": {a}, "h": 0.1}}, {{"id": 1, "ns": {b}, "h": 0.2}}, {{"id": 2, "ns": {c}}}], "links": []}}"#
    );
    let links = format!(
        r#"{{"nodes": [{{"id": 0}}, {{"id": 1}}], "links": [
            {{"source": 0, "target": 1, "ns": {a}}}, {{"source": 0, "target": 1, "ns": {b}}}, {{"source": 0, "target": 1, "ns": {c}}}]}}"#
    );
    let lists = |key: &str| {
        format!(r#"{{"n": 3, "edges": [[0, 1], [1, 2], [2, 0]], "{key}": [{a}, {b}, {c}]}}"#)
    };
    let graphml = format!(
        "<graphml><key id='k' for='node' attr.name='ns' attr.type='long'/><graph>\
         <node id='a'><data key='k'>{a}</data></node><node id='b'><data key='k'>{b}</data></node>\
         <node id='c'><data key='k'> {c} </data></node></graph></graphml>"
    );
    let matrix = format!(
        "%%MatrixMarket matrix coordinate integer symmetric\n3 3 3\n2 1 {a}\n3 2 {b}\n3 1 {c}"
    );
    let cycle = "0 1\n1 2\n2 0";
    for (graph, what) in [
        (table(edges), "the edges"),
        (edges_and_values(cycle, &counts), "the vertices"),
        (edges_and_values(cycle, &named), "the vertices"),
        (json(nodes), "ns"),
        (json(links), "ns"),
        (json(lists("filter")), "filter"),
        (json(lists("edge_filter")), "edge_filter"),
        (read_graphml("g.graphml", graphml.as_bytes()), "ns"),
        (read_matrix_market("g.mtx", matrix.as_bytes()), "entries"),
    ] {
        let notes = graph.unwrap().notes;
        let about = notes
            .iter()
            .filter(|note| note.ends_with(&merged(what, 64)));
        assert_eq!(about.count(), 1, "{what}: {notes:?}");
    }
    // Seconds are different numbers.
    let seconds = "0 1 1700000000.000000\n1 2 1700000000.000002\n2 0 1700000000.000001";
    assert!(table(seconds.into()).unwrap().notes.is_empty());
}

#[test]
fn nanoseconds_of_points_and_data_sets_that_become_equal_are_reported() {
    let [a, b, c] = NANOSECONDS;
    let points = |text: String| {
        let table = Table::points("p.csv", text.as_bytes(), &Columns::default()).unwrap();
        let graph = table.into_points("p.csv").unwrap();
        graph.distances("p.csv", None).unwrap().notes
    };
    for text in [
        format!("x,y\n{a},0.5\n{b},0.25\n{c},0.125"),
        format!("[[{a}, 0.5], [{b}, 0.25], [{c}, 0.125]]"),
        format!("OFF\n3 0 0\n{a} 0 0\n{b} 1 0\n{c} 0 1"),
    ] {
        let notes = points(text);
        assert!(notes.contains(&merged("the points", 64)), "{notes:?}");
    }
    // Distances have no common number.
    let matrix = format!("0 {a} {b}\n{a} 0 {c}\n{b} {c} 0");
    let table = Table::distances("d.txt", matrix.as_bytes()).unwrap();
    let notes = table.into_distances("d.txt", None).unwrap().notes;
    assert!(
        notes.contains(&"3 different values of the matrix became 1 by rounding to 64 bits".into()),
        "{notes:?}"
    );
    let line = |y: &str| {
        format!("{{\"n\": 3, \"edges\": [], \"y\": {y}, \"x\": [[{a}], [{b}], [{c}]]}}\n")
    };
    let text: String = [a, b, c, "1.5"].into_iter().map(line).collect();
    let dataset = read_json_lines("g.jsonl", text.as_bytes()).unwrap();
    assert!(
        dataset.notes.contains(&merged("x", 32)),
        "{:?}",
        dataset.notes
    );
    assert!(
        dataset.notes.contains(&merged("y", 32)),
        "{:?}",
        dataset.notes
    );
    let targets = format!("{a}\n{b}\n{c}\n");
    let attributes = format!("{a}\n{b}\n{c}\n{a}\n");
    let files: [(&str, &[u8]); 4] = [
        ("A/A_A.txt", b"1, 2\n2, 1\n"),
        ("A/A_graph_indicator.txt", b"1\n1\n2\n3\n"),
        ("A/A_graph_attributes.txt", targets.as_bytes()),
        ("A/A_node_attributes.txt", attributes.as_bytes()),
    ];
    let notes = read_tu_files("A", &files).unwrap().notes;
    assert!(
        notes.contains(&merged("A_graph_attributes.txt", 64)),
        "{notes:?}"
    );
    assert!(
        notes.contains(&merged("A_node_attributes.txt", 32)),
        "{notes:?}"
    );
}

#[test]
fn the_page_reports_values_that_become_equal_in_32_bits() {
    let text = r#"{"nodes": [{"id": 0, "count": 30565379}, {"id": 1, "count": 30565381}, {"id": 2, "count": 30565380}], "links": []}"#;
    let Ok(Opened::Graph(graph)) = open(&[("g.json", text.as_bytes())]) else {
        panic!()
    };
    assert_eq!(graph.notes, [merged("count", 32)]);
    let contacts = b"source target time\n0 1 1700000000\n1 2 1700000001\n2 0 1700000002\n";
    let Ok(Opened::Graph(graph)) = open(&[("g.edges", contacts)]) else {
        panic!()
    };
    assert_eq!(graph.notes[1..], [merged("the edges", 32)]);
    // The command line keeps them apart.
    assert!(
        read_json("g.json", text.as_bytes())
            .unwrap()
            .notes
            .is_empty()
    );
}

#[test]
fn a_tu_data_set_without_classes_has_targets() {
    let files = |attributes: &'static [u8]| -> [(&str, &[u8]); 3] {
        [
            ("R/R_A.txt", b"1, 2\n2, 1\n3, 4\n4, 3\n"),
            ("R/R_graph_indicator.txt", b"1\n1\n2\n2\n"),
            ("R/R_graph_attributes.txt", attributes),
        ]
    };
    let dataset = read_tu_files("R", &files(b"0.25\n-1.5\n")).unwrap();
    assert_eq!(dataset.targets, [0.25, -1.5]);
    assert_eq!(dataset.notes.len(), 1, "{:?}", dataset.notes);
    let far = read_tu_files("R", &files(b"100000000.25\n100000000.5\n")).unwrap();
    assert_eq!(far.targets, [100_000_000.25, 100_000_000.5]);
    let message = read_tu_files("R", &files(b"0.25, 1\n-1.5, 2\n")).unwrap_err();
    assert!(message.to_string().contains("2 columns"), "{message}");
    let message = read_tu_files("R", &files(b"0.25\n1e300\n")).unwrap_err();
    assert!(
        message
            .to_string()
            .contains("line 2: expected finite numbers"),
        "{message}"
    );
}

#[test]
fn attributes_of_tu_data_sets_that_become_equal_are_reported() {
    let files: [(&str, &[u8]); 4] = [
        ("A/A_A.txt", b"1, 2\n2, 1\n"),
        ("A/A_graph_indicator.txt", b"1\n1\n2\n"),
        ("A/A_graph_labels.txt", b"0\n1\n"),
        ("A/A_node_attributes.txt", b"30565379\n30565381\n30565380\n"),
    ];
    let dataset = read_tu_files("A", &files).unwrap();
    assert_eq!(
        dataset.notes,
        [
            "3 different values of A_node_attributes.txt became 1 by rounding to 32 bits; subtract a common number from them to keep them apart"
        ]
    );
}

#[test]
fn matrices_that_are_no_graphs_have_a_remedy() {
    for (kind, words) in [
        ("array real symmetric", "scipy.sparse.coo_array"),
        ("coordinate real skew-symmetric", "abs(A)"),
    ] {
        let text = format!("%%MatrixMarket matrix {kind}\n2 2 1\n2 1 1\n");
        let message = read_matrix_market("m.mtx", text.as_bytes()).unwrap_err();
        assert!(message.to_string().contains(words), "{message}");
    }
}

#[test]
fn a_graph_of_a_data_set_has_its_labels_and_attributes() {
    let dataset = Dataset {
        graphs: vec![
            Graph::default(),
            Graph {
                vertices: 2,
                edges: vec![[0, 1]],
                vertex_labels: vec![1, 0],
                vertex_attributes: vec![1.0, 2.0, 3.0, 4.0],
                edge_labels: vec![0],
                edge_attributes: vec![],
            },
        ],
        classes: vec![0, 1],
        vertex_label_names: vec!["-3".into(), "8".into()],
        edge_label_names: vec!["1, 2".into()],
        vertex_attributes: 2,
        ..Dataset::default()
    };
    let graph = InputGraph::of_dataset(&dataset, 1);
    assert_eq!((graph.vertices, graph.edges), (2, vec![[0, 1]]));
    assert_eq!(
        graph.vertex_attributes,
        [
            attribute("label", &[8.0, -3.0]),
            attribute("attribute1", &[1.0, 3.0]),
            attribute("attribute2", &[2.0, 4.0])
        ]
    );
    assert!(graph.edge_attributes.is_empty() && graph.filter.is_none());
    assert_eq!(InputGraph::of_dataset(&dataset, 0).vertices, 0);
}

// ---- all formats ----

/// A graph with values and one attribute, and names for its vertices.
fn graphs() -> impl Strategy<Value = InputGraph> {
    let number = prop_oneof![
        any::<f64>().prop_filter("JSON has finite numbers only", |number| number.is_finite()),
        Just(-0.0),
        Just(f64::from_bits(1)),
        Just(f64::MAX),
        (-3..3).prop_map(|number| number as f64),
    ];
    (1..9usize, 0..20usize).prop_flat_map(move |(vertices, edges)| {
        (
            prop::collection::vec([0..vertices as u32, 0..vertices as u32], edges),
            prop::collection::vec(number.clone(), vertices),
            prop::collection::vec(number.clone(), edges),
            prop::collection::vec(number.clone(), vertices),
            prop::collection::vec("[a-z<&>\"'é]{1,3}", vertices),
        )
            .prop_map(
                move |(edges, filter, edge_filter, height, names)| InputGraph {
                    vertices: vertices as u32,
                    names: names
                        .into_iter()
                        .enumerate()
                        .map(|(index, name)| format!("{name}{index}"))
                        .collect(),
                    edges,
                    directed: None,
                    filter: Some(filter),
                    edge_filter: Some(edge_filter),
                    vertex_attributes: vec![attribute("height", &height)],
                    edge_attributes: vec![],
                    max_scale: None,
                    notes: vec![],
                },
            )
    })
}

/// The graph in the JSON format of Sublevel, without names and attributes.
fn as_json(graph: &InputGraph) -> String {
    let InputGraph {
        vertices,
        edges,
        filter,
        edge_filter,
        ..
    } = graph;
    let value =
        json!({"n": vertices, "edges": edges, "filter": filter, "edge_filter": edge_filter});
    value.to_string()
}

fn as_node_link(graph: &InputGraph) -> String {
    let filter = graph.filter.as_ref().unwrap();
    let height = &graph.vertex_attributes[0].values;
    let node = |v: usize| json!({"id": graph.names.get(v as u32), "filter": filter[v], "height": height[v], "note": "x"});
    let nodes: Vec<Value> = (0..graph.vertices as usize).map(node).collect();
    let edges = graph.edges.iter().zip(graph.edge_filter.iter().flatten());
    let link = |(ends, value): (&[u32; 2], _)| {
        let [source, target] = ends.map(|v| graph.names.get(v));
        json!({"source": source, "target": target, "filter": value})
    };
    let links: Vec<Value> = edges.map(link).collect();
    json!({"nodes": nodes, "links": links}).to_string()
}

fn as_graphml(graph: &InputGraph) -> String {
    let mut text = String::from(
        "<graphml><key id='f' attr.name='filter' attr.type='float'/>\
         <key id='h' for='node' attr.name='height' attr.type='double'/><graph>",
    );
    let names: Vec<_> = graph.names.iter().map(|name| escape(&name)).collect();
    let filter = graph.filter.as_ref().unwrap();
    let height = &graph.vertex_attributes[0].values;
    for ((name, filter), height) in names.iter().zip(filter).zip(height) {
        let _ = write!(
            text,
            "<node id=\"{name}\"><data key='f'>{filter}</data><data key='h'>{height:e}</data></node>"
        );
    }
    for (&[u, v], value) in graph.edges.iter().zip(graph.edge_filter.iter().flatten()) {
        let [source, target] = [u, v].map(|v| &names[v as usize]);
        let _ = write!(
            text,
            "<edge source=\"{source}\" target=\"{target}\"><data key='f'>{value}</data></edge>"
        );
    }
    text + "</graph></graphml>"
}

/// Escapes the syntax characters of XML.
fn escape(text: &str) -> String {
    let text = text.replace('&', "&amp;").replace('<', "&lt;");
    text.replace('"', "&quot;").replace('é', "&#xe9;")
}

/// Lines with the edges, and lines with the values of the vertices.
fn as_edge_list(graph: &InputGraph, separator: &str) -> [String; 2] {
    let mut text = [String::new(), String::from("% vertex value\n")];
    let name = |v: u32| match graph.names.get(v) {
        Some(name) if name.contains('"') => format!("\"{}\"", name.replace('"', "\"\"")),
        Some(name) => name.into_owned(),
        None => v.to_string(),
    };
    for (&[u, v], value) in graph.edges.iter().zip(graph.edge_filter.iter().flatten()) {
        let (u, v) = (name(u), name(v));
        let _ = writeln!(text[0], "{u}{separator}{v}{separator}{value}");
    }
    for (v, value) in (0..).zip(graph.filter.as_ref().unwrap()) {
        let _ = writeln!(text[1], "{}{separator}{value:e}", name(v));
    }
    text
}

/// Lines that are equal for graphs that differ only in the order of their vertices: bit patterns of values by the name of the
/// vertex, and sorted edges with theirs.
fn by_name(graph: &InputGraph) -> [Vec<String>; 2] {
    let bits = |values: &Option<Vec<f64>>| -> Vec<u64> {
        values
            .iter()
            .flatten()
            .map(|value| value.to_bits())
            .collect()
    };
    let values = (0..).zip(bits(&graph.filter));
    let mut vertices: Vec<_> = values
        .map(|(v, value)| format!("{} {value}", graph.name_of(v)))
        .collect();
    vertices.sort();
    let edges = graph.edges.iter().zip(bits(&graph.edge_filter));
    let edges = edges.map(|(ends, value)| format!("{:?} {value}", ends.map(|v| graph.name_of(v))));
    [vertices, edges.collect()]
}

proptest! {
    #[test]
    fn every_format_round_trips_a_graph(graph in graphs(), comma in any::<bool>()) {
        let numbered = InputGraph {
            names: Names::default(),
            vertex_attributes: vec![],
            ..graph.clone()
        };
        let read = read_json("g.json", as_json(&numbered).as_bytes());
        prop_assert_eq!(read, Ok(numbered.clone()));
        // Without edges there is no place for their values.
        let graph = InputGraph {
            edge_filter: graph.edge_filter.filter(|values| !values.is_empty()),
            ..graph
        };
        prop_assert_eq!(read_json("g.json", as_node_link(&graph).as_bytes()), Ok(graph.clone()));
        prop_assert_eq!(read_graphml("g.graphml", as_graphml(&graph).as_bytes()), Ok(graph.clone()));
        for graph in [&graph, &numbered] {
            let [edges, values] = as_edge_list(graph, if comma { ", " } else { "\t" });
            match edges_and_values(&edges, &values) {
                Ok(read) => prop_assert_eq!(by_name(&read), by_name(graph)),
                // The first of a few edges can be a heading or a size.
                Err(error) => prop_assert!(error.to_string().contains("may be"), "{error}"),
            }
        }
    }

    #[test]
    fn any_text_gives_a_graph_or_an_error(
        json in "[\\[\\]{}\",:nedgsfiltrok0-9. -]{0,40}",
        list in "([0-9a#%., \n-]|nan|inf){0,20}",
        bytes in any::<Vec<u8>>(),
    ) {
        for text in [json.as_bytes(), list.as_bytes(), &bytes] {
            let _ = read_json("g.json", text);
            let _ = read_graphml("g.graphml", text);
            let _ = read_edge_list("e.txt", text, Some(("v.txt", list.as_bytes())));
            let _ = read_edge_list("e.txt", list.as_bytes(), Some(("v.txt", text)));
            let matrix = [b"%%MatrixMarket matrix coordinate real general\n", text].concat();
            let _ = read_matrix_market("m.mtx", &matrix);
        }
    }

    #[test]
    fn damaged_graphs_never_panic(
        changes in prop::collection::vec((any::<prop::sample::Index>(), any::<u8>()), 1..6),
        graph in graphs(),
    ) {
        let damaged = |text: String| {
            let mut text = text.into_bytes();
            for (place, byte) in &changes {
                let place = place.index(text.len());
                text[place] = *byte;
            }
            text
        };
        let _ = read_graphml("g.graphml", &*damaged(GRAPHML.into()));
        let _ = read_graphml("g.graphml", &*damaged(as_graphml(&graph)));
        let _ = read_json("g.json", &*damaged(as_json(&graph)));
        let _ = read_json("g.json", &*damaged(as_node_link(&graph)));
    }
}

/// A file of `tests/fixtures/formats`, written by another program.
fn written_by_others(name: &str) -> Vec<u8> {
    std::fs::read(format!("{}/tests/fixtures/formats/{name}", crate::ROOT)).unwrap()
}

#[test]
fn one_graph_is_read_from_files_of_other_programs() {
    let expected: Value = serde_json::from_slice(&written_by_others("expected.json")).unwrap();
    let filter: Vec<f64> = serde_json::from_value(expected["filter"].clone()).unwrap();
    let cases: [&[&str]; 6] = [
        &["networkx.graphml"],
        &["networkx.json"],
        &["igraph.graphml"],
        &["networkx-values.txt", "networkx.edgelist"],
        &["networkx.edgelist"],
        &["igraph.edges"],
    ];
    for names in cases {
        let contents: Vec<_> = names.iter().map(|name| written_by_others(name)).collect();
        let files: Vec<(&str, &[u8])> = names
            .iter()
            .copied()
            .zip(contents.iter().map(Vec::as_slice))
            .collect();
        let Ok(Opened::Graph(graph)) = open(&files) else {
            panic!("{names:?}: {:?}", open(&files));
        };
        assert_eq!(expected["vertices"], graph.vertices, "{names:?}");
        assert_eq!(expected["edges"], graph.edges.len(), "{names:?}");
        match names[0] {
            "networkx.edgelist" | "igraph.edges" => assert_eq!(graph.filter, None, "{names:?}"),
            // Igraph writes fifteen digits.
            _ => {
                let found = graph.filter.as_ref().unwrap();
                let is_close = |(a, b): (&f64, &f64)| (a - b).abs() < 1e-14;
                assert!(
                    found.iter().zip(&filter).all(is_close),
                    "{names:?}: {found:?}"
                );
                assert_eq!(found.len(), filter.len());
            }
        }
        // Also recognized by its content alone.
        if let [(_, bytes)] = files[..] {
            assert_eq!(
                open(&[("pasted", bytes)]),
                Ok(Opened::Graph(graph)),
                "{names:?}"
            );
        }
    }
}

#[test]
fn the_kinds_of_files_opened_together_are_recognized() {
    let edges: (&str, &[u8]) = ("g.edges", b"0 1\n1 2\n");
    let values: (&str, &[u8]) = ("g-values.txt", b"0 0.5\n1 0.25\n2 1\n");
    let Ok(Opened::Graph(graph)) = open(&[edges, values]) else {
        panic!("no graph");
    };
    assert_eq!(graph.filter, Some(vec![0.5, 0.25, 1.0]));
    // The name of the graph does not determine which file has the values.
    for (edges, values) in [
        ("value.edges", "value.values.txt"),
        ("Filter/edges.txt", "Filter/filter"),
    ] {
        let files = [(values, &b"0 0.5\n1 0.25\n"[..]), (edges, &b"0 1\n"[..])];
        let Ok(Opened::Graph(graph)) = open(&files) else {
            panic!("{:?}", open(&files));
        };
        assert_eq!(graph.filter, Some(vec![0.5, 0.25]), "{edges}");
    }
    let message = |files: &[(&str, &[u8])]| open(files).unwrap_err().to_string();
    let unclear = message(&[edges, ("h.edges", b"0 1\n")]);
    assert!(
        unclear.contains("g.edges and h.edges") && unclear.contains("\u{201c}values\u{201d}"),
        "{unclear}"
    );
    let many = message(&[edges, edges, edges]);
    assert!(
        many.contains("3 files") && many.contains("NAME_A.txt"),
        "{many}"
    );
    assert!(message(&[]).contains("choose"));
    // The line of the mistake, in the file that has it.
    let wrong = message(&[edges, ("values.txt", b"0 0.5\n1 x\n")]);
    assert!(wrong.starts_with("values.txt, line 2"), "{wrong}");

    let tu: [(&str, &[u8]); 4] = [
        ("SET/SET_A.txt", b"1, 2\n2, 1\n3, 4\n4, 3\n"),
        ("SET/SET_graph_indicator.txt", b"1\n1\n2\n2\n"),
        ("SET/SET_graph_labels.txt", b"0\n1\n"),
        ("SET/.DS_Store", b"junk"),
    ];
    let Ok(Opened::Dataset(dataset)) = open(&tu) else {
        panic!("{:?}", open(&tu));
    };
    assert_eq!((dataset.name.as_str(), dataset.graphs.len()), ("SET", 2));
    let loose = tu.map(|(path, bytes)| (path.rsplit('/').next().unwrap(), bytes));
    assert_eq!(open(&loose[..3]), Ok(Opened::Dataset(dataset)));
    let incomplete = message(&tu[..2]);
    assert!(incomplete.contains("graph_labels"), "{incomplete}");

    let weights = [&16u64.to_le_bytes()[..], b"{\"__metadata__\":"].concat();
    assert_eq!(open(&[("run", &weights)]), Ok(Opened::Weights(0)));
}

/// A graph in every format in which it is directed or lists both directions, with the number of edges.
#[test]
fn one_graph_has_one_number_of_edges_in_every_format() {
    let count = |name: &str, text: &str| match open(&[(name, text.as_bytes())]).unwrap() {
        Opened::Graph(graph) => graph.edges.len(),
        Opened::Dataset(dataset) => dataset.graphs[0].edges.len(),
        _ => panic!("{name} is no graph"),
    };
    let nodes = r#"<node id="0"/><node id="1"/><node id="2"/>"#;
    let graphml = |kind: &str, edges: &[[u32; 2]]| {
        let edges: String = edges
            .iter()
            .map(|[u, v]| format!(r#"<edge source="{u}" target="{v}"/>"#))
            .collect();
        format!(r#"<graphml><graph edgedefault="{kind}">{nodes}{edges}</graph></graphml>"#)
    };
    let node_link = |directed: bool, edges: &[[u32; 2]]| {
        let links: Vec<Value> = edges
            .iter()
            .map(|[u, v]| json!({"source": u, "target": v}))
            .collect();
        let nodes = [json!({"id": 0}), json!({"id": 1}), json!({"id": 2})];
        json!({"directed": directed, "multigraph": true, "nodes": nodes, "links": links})
            .to_string()
    };
    let list = |edges: &[[u32; 2]]| -> String {
        edges.iter().map(|[u, v]| format!("{u} {v}\n")).collect()
    };
    let matrix = |edges: &[[u32; 2]]| {
        let entries: String = edges
            .iter()
            .map(|[u, v]| format!("{} {}\n", u + 1, v + 1))
            .collect();
        let kind = "%%MatrixMarket matrix coordinate pattern general";
        format!("{kind}\n3 3 {}\n{entries}", edges.len())
    };
    let lines = |edges: &[[u32; 2]]| {
        let line = |y: u32| json!({"n": 3, "edges": edges, "y": y}).to_string() + "\n";
        line(0) + &line(1)
    };
    let own = |edges: &[[u32; 2]]| json!({"n": 3, "edges": edges});

    let both = [[0, 1], [1, 0], [1, 2], [2, 1]];
    for (name, text) in [
        ("g.graphml", graphml("directed", &both)),
        ("g.graphml", graphml("", &both)),
        ("g.json", node_link(true, &both)),
        ("g.json", own(&both).to_string()),
        ("g.edges", list(&both)),
        ("g.mtx", matrix(&both)),
        ("g.jsonl", lines(&both)),
    ] {
        assert_eq!(count(name, &text), 2, "{text}");
    }
    // Some edges have both directions: only a directed file can state that they are the same edge.
    let some = [[0, 1], [1, 0], [1, 2]];
    let mut directed = own(&some);
    directed["directed"] = true.into();
    for (name, text, edges) in [
        ("g.graphml", graphml("directed", &some), 2),
        ("g.json", node_link(true, &some), 2),
        ("g.json", directed.to_string(), 2),
        ("g.mtx", matrix(&some), 2),
        ("g.jsonl", lines(&some), 2),
        ("g.graphml", graphml("undirected", &some), 3),
        ("g.json", node_link(false, &some), 3),
        ("g.json", own(&some).to_string(), 3),
        ("g.edges", list(&some), 3),
        // A file that declares itself undirected has parallel edges.
        ("g.graphml", graphml("undirected", &both), 4),
        ("g.json", node_link(false, &both), 4),
    ] {
        assert_eq!(count(name, &text), edges, "{text}");
    }
    let notes = |text: &str| match open(&[("g.graphml", text.as_bytes())]).unwrap() {
        Opened::Graph(graph) => graph.notes.join("; "),
        _ => panic!("one graph"),
    };
    let note = notes(&graphml("directed", &some));
    assert!(
        note.contains("the file is directed") && note.contains("1 edge fewer"),
        "{note}"
    );
    let note = notes(&graphml("undirected", &some));
    assert!(note.starts_with("1 edge repeats another edge"), "{note}");
    let one = r#"<edge source="0" target="1" directed="true"/><edge source="1" target="0" directed="true"/>"#;
    let mixed =
        format!(r#"<graphml><graph edgedefault="undirected">{nodes}{one}</graph></graphml>"#);
    assert_eq!(count("g.graphml", &mixed), 1);
}

#[test]
fn files_of_every_format_can_be_compressed() {
    use flate2::{Compression, write::GzEncoder};
    use std::io::Write as _;

    let packed = |text: &str| {
        let mut encoder = GzEncoder::new(Vec::new(), Compression::default());
        encoder.write_all(text.as_bytes()).unwrap();
        encoder.finish().unwrap()
    };
    #[rustfmt::skip]
    let cases = [
        ("g.json", r#"{"n": 2, "edges": [[0, 1]]}"#),
        ("g.graphml", r#"<graphml><graph><node id="a"/></graph></graphml>"#),
        ("g.mtx", "%%MatrixMarket matrix coordinate pattern symmetric\n2 2 1\n2 1\n"),
        ("g.edges", "0 1\n"),
        ("g.csv", "a,b\nb,c\n"),
        ("g.g6", "DQc"),
        ("g.jsonl", "{\"n\": 1, \"edges\": [], \"y\": 0}\n{\"n\": 1, \"edges\": [], \"y\": 1}\n"),
    ];
    for (name, text) in cases {
        let plain = open(&[(name, text.as_bytes())]).unwrap();
        for packed_name in [format!("{name}.gz"), format!("{name}.GZ")] {
            assert_eq!(
                open(&[(&packed_name, &packed(text))]).unwrap(),
                plain,
                "{packed_name}"
            );
        }
    }
    let cut = packed("0 1\n1 2\n");
    let error = open(&[("g.txt.gz", &cut[..cut.len() - 6])])
        .unwrap_err()
        .to_string();
    assert!(
        error.starts_with("g.txt.gz: the gzip file is damaged"),
        "{error}"
    );
}

#[test]
fn texts_that_are_no_graphs_are_named_with_a_remedy() {
    let message =
        |name: &str, text: &str| open(&[(name, text.as_bytes())]).unwrap_err().to_string();
    let large_matrix = (["0", "1"].repeat(35).join(" ") + "\n").repeat(70);
    #[rustfmt::skip]
    let cases = [
        ("p.csv", "0.25,0.5\n0.75,1.5\n", &["coordinates", "whole numbers"][..]),
        ("p.csv", "x,y\n0.25,0.5\n", &["coordinates"]),
        ("p.csv", "1.5,2.5,3.5,4.5\n", &["4 columns", "--columns source=1,target=2"]),
        ("m.txt", "0 1 0 1\n1 0 1 0\n", &["4 columns"]),
        ("m.txt", "0 1 1\n1 0 0\n1 0 0\n", &["adjacency matrix", "MatrixMarket"]),
        ("m.txt", &large_matrix, &["adjacency matrix"]),
        ("m.txt", "4 6\n2 3 4\n1 3 4\n1 2 4\n1 2 3\n", &["METIS"]),
        ("m.txt", "4 4\n2 4\n1 3\n2 4\n1 3\n", &["METIS"]),
        ("p.off", "OFF\n3 1 0\n0 0 0\n1 0 0\n0 1 0\n3 0 1 2\n", &["OFF", "--rips"]),
        ("p.txt", "COFF 1 0 0\n0 0 0 255 0 0 1\n", &["OFF", "--rips"]),
        ("p.ply", "ply\r\nformat ascii 1.0\n", &["PLY", "--rips"]),
        ("s.csv", "a|b\nb|c\n", &["separate the columns by commas"]),
        ("q.csv", "\"Ann Lee,Bob\n", &["a quote at the end"]),
        ("g.txt", "DQc\n", &["graph6", ".g6"]),
        ("v.txt", "0 0.5\n1 0.25\n", &["values of vertices", "--values"]),
        ("v.txt", "0.5\n1\n", &["values of vertices", "--values"]),
        ("g.csv", "person,friend\nann,bob\nbob,eve\n", &["an edge or a heading", "--columns source=person,target=friend"]),
        ("filter.csv", "# from\ngraph,vertex,f\n0,0,0.5\n", &["values for the graphs of a data set", "GraphML"]),
        ("e.txt", "", &["is empty"]),
        ("e.txt", " \n", &["is empty"]),
        ("e.json", "", &["is empty"]),
        ("e.json", " \n", &["is empty"]),
        ("e.g6", "\n", &["is empty"]),
        ("g.gml", "graph [\n  node [\n    id 0\n", &["GML", "read_gml"]),
        ("g.net", "*Vertices 2\n1 \"a\"\n", &["Pajek", "read_pajek"]),
        ("g.dot", "graph {\n a -- b\n}", &["DOT"]),
        ("g.gexf", "<gexf><graph/></gexf>", &["GEXF", "read_gexf"]),
    ];
    for (name, text, words) in cases {
        let error = message(name, text);
        for word in words {
            assert!(error.contains(word), "{text:?}: {error}");
        }
        assert!(error.starts_with(name), "{error}");
    }
    let notes = |text: &str| match open(&[("g.csv", text.as_bytes())]).unwrap() {
        Opened::Graph(graph) => graph.notes,
        _ => panic!("one graph"),
    };
    for text in ["ann,bob\nbob,eve\n", "ann,bob\n", "0 1\n2 3\n"] {
        assert_eq!(notes(text), [""; 0], "{text}");
    }
    // Names and texts of a file never reach a terminal unescaped.
    let error = message(
        "\u{1b}[31m.graphml",
        "<graphml><graph><edge source='\u{1b}[0m' target='b'/></graph></graphml>",
    );
    assert!(!error.contains('\u{1b}'), "{error}");
    let long = format!(
        r#"{{"nodes": [{{"id": {0}}}, {{"id": {0}}}], "links": []}}"#,
        "[1,".repeat(3) + &"1,".repeat(150_000) + "1]]]"
    );
    assert!(message("g.json", &long).chars().count() < 2100);
}
