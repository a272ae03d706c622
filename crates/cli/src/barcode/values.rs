//! Filter values of `sublevel barcode` from the numbers of a file.

use std::borrow::Cow;

use sublevel::graph::{Attribute, InputGraph, filters};

use crate::console::Work;

/// The vertex values of `--filter`; `edges` are the edge values of `--edge-filter`, if any.
pub fn vertex_values<'a>(
    graph: &'a InputGraph,
    choice: &str,
    edges: Option<&[f64]>,
    work: &Work,
) -> Result<Cow<'a, [f64]>, String> {
    if let Some(values) = filters::of_structure(graph, choice, &|share| work.show(share)) {
        return Ok(values.into());
    }
    let vertex = |index| format!("vertex {}", graph.name_of(index));
    let given: Result<&[f64], String> = match (choice, edges, &graph.filter) {
        ("edges", Some(values), _) => return Ok(graph.first_edges(values).into()),
        ("values" | "filter", _, Some(values)) => Ok(values),
        // A graph without vertices has no attributes, and needs none.
        _ if graph.vertices == 0 => Ok(&[]),
        ("values", ..) => match Attribute::find(&graph.vertex_attributes, "vertex", "filter") {
            Ok(incomplete) => numbers(incomplete, vertex),
            Err(_) => Err(format!(
                "expected a filter value for each vertex, found none; add a list \"filter\" to JSON, \
                 --values FILE to an edge list, or choose --filter degree{}{}",
                match edges {
                    Some(_) => ", --filter edges",
                    None => "",
                },
                Attribute::list(&graph.vertex_attributes, " or --filter with an attribute: ")
            )),
        },
        (name, ..) => {
            let name = name.strip_prefix("attribute:").unwrap_or(name);
            Attribute::find(&graph.vertex_attributes, "vertex", name)
                .map_err(|problem| {
                    let known: Vec<_> = filters::Filter::ids().collect();
                    let tip = tip(name, &graph.vertex_attributes, &known);
                    format!("{problem}; other filters are {}{tip}", known.join(", "))
                })
                .and_then(|attribute| numbers(attribute, vertex))
        }
    };
    given.map(Cow::Borrowed)
}

/// The edge values of `--edge-filter`.
pub fn edge_values<'a>(graph: &'a InputGraph, choice: Option<&str>) -> Result<&'a [f64], String> {
    let edge = |index: u32| {
        let [a, b] = graph.edges[index as usize].map(|end| graph.name_of(end));
        format!("edge {index}, which joins vertices {a} and {b}")
    };
    match (choice, &graph.edge_filter) {
        (None | Some("filter"), Some(values)) => Ok(values),
        (None, None) if graph.edges.is_empty() => Ok(&[]),
        (None, None) => match Attribute::find(&graph.edge_attributes, "edge", "filter") {
            Ok(incomplete) => numbers(incomplete, edge),
            Err(_) => Err(format!(
                "expected a value for each edge, found none; add a list \"edge_filter\" to JSON, \
                 a third column to an edge list{}",
                Attribute::list(
                    &graph.edge_attributes,
                    ", or choose --edge-filter= with an attribute: "
                )
            )),
        },
        (Some(name), _) => Attribute::find(&graph.edge_attributes, "edge", name)
            .map_err(|problem| problem + &tip(name, &graph.edge_attributes, &[]))
            .and_then(|attribute| numbers(attribute, edge)),
    }
}

/// A suggestion for an unknown name; empty without a similar name.
fn tip(name: &str, attributes: &[Attribute], others: &[&str]) -> String {
    /// Minimum Jaro similarity; 1 for equal names, 0.94 for "heigth" and "height", 0.75 for "core" and "colour".
    const ALIKE: f64 = 0.8;

    let names = attributes.iter().map(|attribute| attribute.name.as_str());
    let alike = |known: &str| strsim::jaro(&name.to_lowercase(), &known.to_lowercase());
    let known = names.chain(others.iter().copied());
    let best = known.max_by(|a, b| alike(a).total_cmp(&alike(b)));
    match best.filter(|best| alike(best) > ALIKE) {
        Some(best) => format!("; did you mean {}?", best.escape_debug()),
        None => String::new(),
    }
}

/// The numbers of an attribute without missing values.
fn numbers(attribute: &Attribute, title: impl Fn(u32) -> String) -> Result<&[f64], String> {
    match attribute.missing {
        None => Ok(&attribute.values),
        Some(index) => Err(format!(
            "attribute {:?}: expected a number for every element, found none for {}",
            attribute.name,
            title(index)
        )),
    }
}
