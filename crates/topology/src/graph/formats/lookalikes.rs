//! Texts that are not edge lists: the format that they resemble, and the remedy.

use super::graph6::read_graph6;
use crate::graph::lines::{Line, real};

/// The remedy for a format that NetworkX reads.
macro_rules! by_networkx {
    ($reader:literal) => {
        concat!(
            "; convert it, for example with NetworkX: nx.write_graphml(nx.",
            $reader,
            "(…), \"graph.graphml\")"
        )
    };
}

/// The beginnings of texts in other formats, in lower case, and their messages.
const BEGINNINGS: [(&[&str], &str); 5] = [
    (
        &["graph [", "creator \"", "graph\n"],
        concat!("this looks like GML", by_networkx!("read_gml")),
    ),
    (
        &["*vertices", "*network"],
        concat!("this looks like a Pajek file", by_networkx!("read_pajek")),
    ),
    (
        &["digraph ", "graph {", "strict graph", "strict digraph"],
        concat!("this looks like DOT", by_networkx!("nx_pydot.read_dot")),
    ),
    (
        &["dl n", "dl\n"],
        "this looks like a UCINET file; save it as an edge list or as GraphML",
    ),
    (
        &["<?xml", "<graphml", "<gexf", "<!doctype"],
        "this looks like XML; choose --input graphml if it is GraphML",
    ),
];

/// The problem with a text whose beginning is not that of an edge list, if any.
pub(super) fn problem_of(text: &str) -> Option<String> {
    let text = text.trim_start();
    let beginning: String = text.chars().take(40).collect::<String>().to_lowercase();
    let begins = |words: &&[&str]| words.iter().any(|word| beginning.starts_with(word));
    let known = BEGINNINGS.iter().find(|(words, _)| begins(words));
    known.map(|(_, problem)| (*problem).to_owned())
}

/// Whether the beginning of an XML text is GEXF.
pub(super) fn is_gexf(element: &str) -> bool {
    element.eq_ignore_ascii_case("gexf")
}

/// The remedy for GEXF.
pub(super) const GEXF: &str = concat!("GEXF is another format", by_networkx!("read_gexf"));

/// The likely format of an invalid line, for the end of a message. Empty if it is unknown.
pub(super) fn advice_on(line: Line<'_>) -> &'static str {
    let text = line.text();
    let fields: Vec<&[u8]> = line.fields().collect();
    let all_numbers = fields.iter().all(|field| real(field).is_some());
    if text.contains('"') || text.contains('\'') {
        "; quotes are not read: write names without blanks and quotes, or save the graph as GraphML or JSON"
    } else if text.contains(';') || text.contains('|') {
        "; separate the columns by commas, blanks or tabs"
    } else if fields.len() > 3 && all_numbers {
        "; this looks like a matrix or a table of numbers: save its edges as lines `vertex vertex`, or as MatrixMarket"
    } else if fields.len() == 1 && all_numbers {
        VALUES
    } else if fields.len() == 1 && read_graph6("", text.as_bytes()).is_ok() {
        "; if this is graph6, name the file .g6 or choose --input graph6"
    } else {
        ""
    }
}

const VALUES: &str = "; these look like values of vertices: open them together with the edge list, or name them with --values";

/// The likely format of two fields in place of the vertices of the first edge. `None` if they may be vertices.
pub(super) fn advice_on_vertices(a: &[u8], b: &[u8], is_pair: bool) -> Option<&'static str> {
    match (is_coordinate(a), is_coordinate(b)) {
        (true, true) => Some(
            "; these look like coordinates: name vertices by whole numbers or by texts, one edge in each line",
        ),
        (false, true) if is_pair => Some(VALUES),
        _ => None,
    }
}

/// The likely format of a first line with columns other than the ends of edges.
pub(super) fn problem_of_heading(line: Line<'_>) -> Option<&'static str> {
    let mut fields = line.fields();
    let is = |field: Option<&[u8]>, name: &str| {
        field.is_some_and(|field| field.eq_ignore_ascii_case(name.as_bytes()))
    };
    let is_table = is(fields.next(), "graph") && is(fields.next(), "vertex");
    is_table.then_some(
        "; this is a table of values for the graphs of a data set, which has no edges: the GraphML files of the same export contain \
         the graphs with these values",
    )
}

/// Whether a field is a number but not an index, such as a coordinate.
pub(super) fn is_coordinate(field: &[u8]) -> bool {
    let is_marked = field.iter().any(|byte| b".eE".contains(byte));
    is_marked && field.iter().any(u8::is_ascii_digit) && real(field).is_some()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn other_formats_are_named_with_a_remedy() {
        for (text, words) in [
            ("graph [\n  node [\n", "GML"),
            ("Creator \"igraph\"\nVersion 1\ngraph\n[", "GML"),
            ("*Vertices 3\n1 \"a\"", "Pajek"),
            ("digraph G {", "DOT"),
            ("\n  <graphml>", "XML"),
        ] {
            let problem = problem_of(text).unwrap();
            assert!(problem.contains(words), "{problem}");
        }
        for text in [
            "0 1",
            "graph node\n",
            "# comment",
            "digraphs 1",
            "<a> <b>",
            "",
        ] {
            assert_eq!(problem_of(text), None, "{text}");
        }
    }

    #[test]
    fn coordinates_are_not_vertices() {
        for (field, expected) in [
            ("0.5", true),
            ("-1.25e-3", true),
            ("1e5", true),
            ("5", false),
            ("-5", false),
            ("e", false),
            ("v1.5", false),
            ("nan", false),
        ] {
            assert_eq!(is_coordinate(field.as_bytes()), expected, "{field}");
        }
    }
}
