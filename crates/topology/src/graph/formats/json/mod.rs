//! The JSON forms of one graph.
//!
//! The first form is specific to the program: `{"n": 5, "edges": [[0, 1], …], "filter": [0.5, …], "edge_filter": [1, …]}`. The two
//! lists of values are optional, and may contain `NaN` and `Infinity` as Python writes them. The second form is node-link JSON:
//! `{"nodes": [{"id": "a", "height": 2.5}, …], "links": [{"source": "a", "target": "b", "weight": 1}, …]}`. The key `edges` is
//! valid in place of `links`, and numbers of nodes and links are attributes. `"directed"` declares whether edges have directions.
//! The reader ignores other keys.

mod ids;
mod items;
mod lists;
mod python;

use std::fmt;
use std::io::Read;
use std::marker::PhantomData;

use serde::Deserialize;
use serde::de::{Deserializer, Error, IgnoredAny, MapAccess, Visitor};

use crate::graph::error::{DataError, quoted_name, without_types};
use crate::graph::input_graph::{InputGraph, most_claimed};
use crate::graph::names::{Kind, Vertices};
use ids::Id;
use items::{Edges, Form, Nodes};
use lists::{Collect, Count, List, Numbers};
use python::WithoutWords;

/// Reads a graph from a JSON text, piece by piece. `file` is its name in messages.
///
/// # Errors
/// The problem and its place, or the reason why the text is unreadable.
pub fn read_json(file: &str, text: impl Read) -> Result<InputGraph, DataError> {
    let mut text = WithoutWords::new(text);
    let document = serde_json::from_reader::<_, Document>(&mut text);
    let document = document.map_err(|error| match error.is_eof() && text.is_blank() {
        true => DataError::file(file, "is empty; expected {\"n\": …, \"edges\": […]}"),
        false => at_place(file, &error),
    })?;
    document.0.graph(file, most_claimed(text.length()))
}

/// The message of serde_json, preceded by its place.
fn at_place(file: &str, error: &serde_json::Error) -> DataError {
    if error.is_io() {
        return DataError::file(file, format!("cannot be read: {error}"));
    }
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

/// [`Content`] as an object.
struct Document(Content);

impl<'de> Deserialize<'de> for Document {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct DocumentVisitor;
        impl<'de> Visitor<'de> for DocumentVisitor {
            type Value = Document;

            fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
                formatter.write_str("an object {\"n\": …, \"edges\": […], \"filter\": […]}")
            }

            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Document, A::Error> {
                let mut content = Content::default();
                while let Some(key) = map.next_key::<String>()? {
                    content.read(&key, &mut map)?;
                }
                Ok(Document(content))
            }
        }
        deserializer.deserialize_map(DocumentVisitor)
    }
}

#[derive(Default)]
struct Content {
    n: Option<Count>,
    vertices: Vertices,
    nodes: Option<Nodes>,
    edges: Option<Edges>,
    links: Option<Edges>,
    filter: Option<Numbers>,
    edge_filter: Option<Numbers>,
    directed: Option<bool>,
}

impl Content {
    /// Reads the value of a key.
    fn read<'de, A: MapAccess<'de>>(&mut self, key: &str, map: &mut A) -> Result<(), A::Error> {
        fn list<'de, A: MapAccess<'de>, C: Collect>(
            place: &mut Option<C>,
            name: &'static str,
            vertices: &mut Vertices,
            map: &mut A,
        ) -> Result<(), A::Error> {
            if place.is_some() {
                return Err(A::Error::duplicate_field(name));
            }
            let items = PhantomData;
            let list = List {
                name,
                vertices,
                items,
            };
            *place = Some(map.next_value_seed(list)?);
            Ok(())
        }
        let vertices = &mut self.vertices;
        match key {
            "n" if self.n.is_some() => return Err(A::Error::duplicate_field("n")),
            "n" => self.n = Some(map.next_value()?),
            "nodes" => list(&mut self.nodes, "nodes", vertices, map)?,
            "edges" => list(&mut self.edges, "edges", vertices, map)?,
            "links" => list(&mut self.links, "links", vertices, map)?,
            "filter" => list(&mut self.filter, "filter", vertices, map)?,
            "edge_filter" => list(&mut self.edge_filter, "edge_filter", vertices, map)?,
            "directed" => {
                if let Id::Bool(directed) = map.next_value()? {
                    self.directed = Some(directed);
                }
            }
            _ => drop(map.next_value::<IgnoredAny>()?),
        }
        Ok(())
    }

    /// A number without a list may imply at most `most` vertices.
    fn graph(self, file: &str, most: u64) -> Result<InputGraph, DataError> {
        let failed = |problem: String| Err(DataError::file(file, problem));
        let (list, mut edges) = match (self.edges, self.links) {
            (Some(edges), None) => ("edges", edges),
            (None, Some(links)) => ("links", links),
            (None, None) => return failed("expected a list \"edges\", found none".into()),
            (Some(_), Some(_)) => {
                return failed("expected a list \"edges\" or \"links\", found both".into());
            }
        };
        let counted = self.nodes.as_ref().map(|_| u64::from(self.vertices.count));
        let vertices = match (self.n, counted) {
            (Some(Count(n)), None) => n,
            (None, Some(count)) => count,
            (Some(Count(n)), Some(count)) if n == count => n,
            (Some(Count(n)), Some(count)) => {
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
        match (counted, edges.form) {
            (None, Form::Pairs) | (_, Form::Unknown) => {}
            (Some(_), Form::Links) => {
                let resolved = self.vertices.resolve(&mut edges.ends);
                resolved.map_err(|(link, end)| {
                    let (id, kind) = self.vertices.name(edges.ends[link][end]);
                    let end = ["source", "target"][end];
                    let id = match kind {
                        Kind::Text => quoted_name(&id).into(),
                        Kind::Value => id,
                    };
                    let problem =
                        format!("{list}[{link}].{end}: expected the id of a node, found {id}");
                    DataError::file(file, problem)
                })?;
            }
            (None, Form::Links) => {
                return failed(format!(
                    "expected a list \"nodes\", as {list} name them, found none"
                ));
            }
            (Some(_), Form::Pairs) => {
                return failed(format!(
                    "{list}: expected objects with source and target, as there is a list \
                     \"nodes\", found pairs"
                ));
            }
        }
        let pairs = edges.ends;
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
        let mut notes = Vec::new();
        for (name, values, count, thing) in [
            ("filter", &self.filter, vertices as usize, "vertex"),
            ("edge_filter", &self.edge_filter, pairs.len(), "edge"),
        ] {
            let Some(Numbers { values, rounding }) = values else {
                continue;
            };
            if values.len() != count {
                let found = values.len();
                return failed(format!(
                    "{name}: expected {count} numbers, one for each {thing}, found {found}"
                ));
            }
            notes.extend(rounding.note(name, 64));
        }
        InputGraph {
            vertices,
            names: self.vertices.into_names(),
            edges: pairs,
            directed: self.directed,
            filter: self.filter.map(|list| list.values),
            edge_filter: self.edge_filter.map(|list| list.values),
            notes,
            ..InputGraph::default()
        }
        .with_attributes(file, nodes.attributes, edges.attributes)
    }
}
