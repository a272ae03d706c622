//! The JSON forms of one graph.
//!
//! Its own: `{"n": 5, "edges": [[0, 1], …], "filter": [0.5, …], "edge_filter": [1, …]}`, the two lists of
//! values optional, and `NaN` and `Infinity` in them as Python writes them. And node-link JSON: `{"nodes": [{"id": "a", "height": 2.5}, …], "links": [{"source":
//! "a", "target": "b", "weight": 1}, …]}`, where the links may be called `edges`, too; numbers of nodes
//! and links are attributes. Other keys are passed over.

mod ids;
mod items;
mod lists;
mod python;

use std::fmt;

use serde::Deserialize;
use serde::de::value::MapAccessDeserializer;
use serde::de::{Deserializer, MapAccess, Visitor};

use super::error::{DataError, without_types};
use super::input_graph::{InputGraph, most_claimed, names};
use items::{Edges, Nodes, Unknown};
use lists::{count, edge_filter, edges, filter, links, nodes};

/// Reads a graph out of a JSON text; `file` is what messages call it.
pub fn read_json(file: &str, text: &[u8]) -> Result<InputGraph, DataError> {
    let text = text.strip_prefix(b"\xef\xbb\xbf").unwrap_or(text);
    let strict = serde_json::from_slice::<Document>(text);
    let document = match (strict, python::without_words(text)) {
        (Err(_), Some(text)) => serde_json::from_slice(&text),
        (strict, _) => strict,
    };
    let document = document.map_err(|error| at_place(file, &error))?;
    document.0.graph(file, most_claimed(text.len()))
}

/// The message of serde_json with its place in front.
fn at_place(file: &str, error: &serde_json::Error) -> DataError {
    let text = error.to_string();
    let place = format!(" at line {} column {}", error.line(), error.column());
    let problem = text
        .strip_suffix(&place)
        .unwrap_or(&text)
        .replace("EOF while parsing", "the text ends inside");
    let problem = without_types(&problem);
    DataError::Place {
        file: file.into(),
        line: error.line(),
        column: error.column(),
        problem,
    }
}

/// [`Content`] as an object: serde would take a list of its fields, too.
struct Document(Content);

impl<'de> Deserialize<'de> for Document {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct DocumentVisitor;
        impl<'de> Visitor<'de> for DocumentVisitor {
            type Value = Document;

            fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
                formatter.write_str("an object {\"n\": …, \"edges\": […], \"filter\": […]}")
            }

            fn visit_map<A: MapAccess<'de>>(self, map: A) -> Result<Document, A::Error> {
                Content::deserialize(MapAccessDeserializer::new(map)).map(Document)
            }
        }
        deserializer.deserialize_map(DocumentVisitor)
    }
}

#[derive(Deserialize)]
struct Content {
    #[serde(default, deserialize_with = "count")]
    n: Option<u64>,
    #[serde(default, deserialize_with = "nodes")]
    nodes: Option<Nodes>,
    #[serde(default, deserialize_with = "edges")]
    edges: Option<Edges>,
    #[serde(default, deserialize_with = "links")]
    links: Option<Edges>,
    #[serde(default, deserialize_with = "filter")]
    filter: Option<Vec<f64>>,
    #[serde(default, deserialize_with = "edge_filter")]
    edge_filter: Option<Vec<f64>>,
}

impl Content {
    /// A number alone claims at most so many vertices.
    fn graph(self, file: &str, most: u64) -> Result<InputGraph, DataError> {
        let failed = |problem: String| Err(DataError::file(file, problem));
        let (list, edges) = match (self.edges, self.links) {
            (Some(edges), None) => ("edges", edges),
            (None, Some(links)) => ("links", links),
            (None, None) => return failed("expected a list \"edges\", found none".into()),
            (Some(_), Some(_)) => {
                return failed("expected a list \"edges\" or \"links\", found both".into());
            }
        };
        let counted = self.nodes.as_ref().map(|nodes| nodes.ids.len() as u64);
        let vertices = match (self.n, counted) {
            (Some(n), None) => n,
            (None, Some(count)) => count,
            (Some(n), Some(count)) if n == count => n,
            (Some(n), Some(count)) => {
                return failed(format!(
                    "n: expected {count}, the number of nodes, found {n}"
                ));
            }
            (None, None) => {
                return failed(
                    "expected \"n\", the number of vertices, or a list \"nodes\", found neither"
                        .into(),
                );
            }
        };
        if vertices > most {
            return failed(format!(
                "n: expected at most {most} vertices in a file of this size, found {vertices}"
            ));
        }
        let vertices = vertices as u32;
        let nodes = self.nodes.unwrap_or_default();
        let pairs = match (counted, edges.links.ends.is_empty()) {
            (None, true) => edges.pairs,
            (Some(_), _) if edges.pairs.is_empty() => {
                let ends = edges.links.between(&nodes.ids);
                ends.map_err(|Unknown { link, end, id }| {
                    let problem =
                        format!("{list}[{link}].{end}: expected the id of a node, found {id}");
                    DataError::file(file, problem)
                })?
            }
            (None, false) => {
                return failed(format!(
                    "expected a list \"nodes\", as {list} name them, found none"
                ));
            }
            (Some(_), _) => {
                return failed(format!(
                    "{list}: expected objects with source and target, as there is a list \
                     \"nodes\", found pairs"
                ));
            }
        };
        let leaves = |edge: &[u32; 2]| edge.iter().any(|&vertex| vertex >= vertices);
        if let Some(index) = pairs.iter().position(leaves) {
            let expected = match vertices {
                0 => "no edges, as n is 0".into(),
                _ => format!("two vertices from 0 to {}", vertices - 1),
            };
            let found = pairs[index];
            return failed(format!(
                "edges[{index}]: expected {expected}, found {found:?}"
            ));
        }
        for (name, values, count, thing) in [
            ("filter", &self.filter, vertices as usize, "vertex"),
            ("edge_filter", &self.edge_filter, pairs.len(), "edge"),
        ] {
            let Some(values) = values else { continue };
            if values.len() != count {
                let found = values.len();
                return failed(format!(
                    "{name}: expected {count} numbers, one for each {thing}, found {found}"
                ));
            }
        }
        let mut ids = vec![String::new(); nodes.ids.len()];
        for (id, vertex) in nodes.ids {
            ids[vertex as usize] = id.into_name();
        }
        InputGraph {
            vertices,
            names: names(ids),
            edges: pairs,
            filter: self.filter,
            edge_filter: self.edge_filter,
            ..InputGraph::default()
        }
        .with_attributes(file, nodes.attributes, edges.attributes)
    }
}
