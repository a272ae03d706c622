//! Which numbers of a file `sublevel barcode` takes as filter.

use std::borrow::Cow;

use sublevel::graph::{Attribute, FilteredGraph};

/// The value of each vertex that `--filter` chooses; `edges` are the values of the edges, where
/// `--edge-filter` chooses any.
pub fn vertex_values<'a>(
    graph: &'a FilteredGraph,
    choice: &str,
    edges: Option<&[f32]>,
) -> Result<Cow<'a, [f32]>, String> {
    let vertex = |index| format!("vertex {}", graph.name_of(index));
    let given: Result<&[f32], String> = match (choice, edges, &graph.filter) {
        ("degree", ..) => return Ok(graph.degrees().into()),
        ("edges", Some(values), _) => return Ok(graph.first_edges(values).into()),
        ("values" | "filter", _, Some(values)) => Ok(values),
        ("values", ..) if graph.vertices == 0 => Ok(&[]),
        ("values", ..) => match find(&graph.vertex_attributes, "filter") {
            Some(incomplete) => numbers(incomplete, vertex),
            None => Err(format!(
                "expected a filter value for each vertex, found none; add a list \"filter\" to JSON, \
                 --values FILE to an edge list, or choose --filter degree{}{}",
                match edges {
                    Some(_) => ", --filter edges",
                    None => "",
                },
                listed(&graph.vertex_attributes, " or --filter with an attribute: ")
            )),
        },
        (name, ..) => match find(&graph.vertex_attributes, name) {
            Some(attribute) => numbers(attribute, vertex),
            None => Err(format!(
                "there is no vertex attribute {name:?} with numbers{}",
                listed(&graph.vertex_attributes, "; there are ")
            )),
        },
    };
    given.map(Cow::Borrowed)
}

/// The value of each edge that `--edge-filter` chooses.
pub fn edge_values<'a>(
    graph: &'a FilteredGraph,
    choice: Option<&str>,
) -> Result<&'a [f32], String> {
    let edge = |index: u32| {
        let [a, b] = graph.edges[index as usize].map(|end| graph.name_of(end));
        format!("edge {index}, which joins vertices {a} and {b}")
    };
    match (choice, &graph.edge_filter) {
        (None | Some("filter"), Some(values)) => Ok(values),
        (None, None) if graph.edges.is_empty() => Ok(&[]),
        (None, None) => match find(&graph.edge_attributes, "filter") {
            Some(incomplete) => numbers(incomplete, edge),
            None => Err(format!(
                "expected a value for each edge, found none; add a list \"edge_filter\" to JSON, \
                 a third column to an edge list{}",
                listed(
                    &graph.edge_attributes,
                    ", or choose --edge-filter= with an attribute: "
                )
            )),
        },
        (Some(name), _) => match find(&graph.edge_attributes, name) {
            Some(attribute) => numbers(attribute, edge),
            None => Err(format!(
                "there is no edge attribute {name:?} with numbers{}",
                listed(&graph.edge_attributes, "; there are ")
            )),
        },
    }
}

fn find<'a>(attributes: &'a [Attribute], name: &str) -> Option<&'a Attribute> {
    attributes.iter().find(|attribute| attribute.name == name)
}

/// The numbers of an attribute, if nothing is without one.
fn numbers(attribute: &Attribute, title: impl Fn(u32) -> String) -> Result<&[f32], String> {
    match attribute.missing {
        None => Ok(&attribute.values),
        Some(index) => Err(format!(
            "attribute {:?}: expected a number everywhere, found none for {}",
            attribute.name,
            title(index)
        )),
    }
}

/// The names of attributes behind a text, or nothing where there are none.
fn listed(attributes: &[Attribute], before: &str) -> String {
    const SHOWN: usize = 20;
    let names: Vec<_> = attributes
        .iter()
        .map(|one| one.name.escape_debug().to_string())
        .collect();
    match names.len() {
        0 => String::new(),
        1..=SHOWN => format!("{before}{}", names.join(", ")),
        count => format!(
            "{before}{} and {} more",
            names[..SHOWN].join(", "),
            count - SHOWN
        ),
    }
}
