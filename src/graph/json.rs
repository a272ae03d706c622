//! The JSON forms of one graph.
//!
//! Its own: `{"n": 5, "edges": [[0, 1], …], "filter": [0.5, …], "edge_filter": [1, …]}`, the two lists of
//! values optional. And node-link JSON: `{"nodes": [{"id": "a", "height": 2.5}, …], "links": [{"source":
//! "a", "target": "b", "weight": 1}, …]}`, where the links may be called `edges`, too; numbers of nodes
//! and links are attributes. Other keys are passed over.

use std::collections::HashMap;
use std::fmt;
use std::marker::PhantomData;

use serde::Deserialize;
use serde::de::value::MapAccessDeserializer;
use serde::de::{Deserializer, Error, IgnoredAny, MapAccess, SeqAccess, Visitor};

use super::error::{DataError, quoted_name};
use super::input_graph::{AttributeReader, InputGraph, MOST_VERTICES, names};

/// Reads a graph out of a JSON text; `file` is what messages call it.
pub fn read_json(file: &str, text: &[u8]) -> Result<InputGraph, DataError> {
    let text = text.strip_prefix(b"\xef\xbb\xbf").unwrap_or(text);
    let document: Document =
        serde_json::from_slice(text).map_err(|error| at_place(file, &error))?;
    document.0.graph(file)
}

/// The message of serde_json with its place in front.
fn at_place(file: &str, error: &serde_json::Error) -> DataError {
    let text = error.to_string();
    let place = format!(" at line {} column {}", error.line(), error.column());
    let problem = text
        .strip_suffix(&place)
        .unwrap_or(&text)
        .replace("EOF while parsing", "the text ends inside");
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
    filter: Option<Vec<f32>>,
    #[serde(default, deserialize_with = "edge_filter")]
    edge_filter: Option<Vec<f32>>,
}

impl Content {
    fn graph(self, file: &str) -> Result<InputGraph, DataError> {
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
        if vertices > u64::from(MOST_VERTICES) {
            return failed(format!(
                "n: expected at most {MOST_VERTICES} vertices, found {vertices}"
            ));
        }
        let vertices = vertices as u32;
        let nodes = self.nodes.unwrap_or_default();
        let pairs = match (counted, edges.links.is_empty()) {
            (None, true) => edges.pairs,
            (Some(_), _) if edges.pairs.is_empty() => {
                let ends = (0..).zip(edges.links).map(|(index, ends)| {
                    let [source, target] = ends.map(|id| nodes.ids.get(&id).copied().ok_or(id));
                    let unknown = |end, id: Id| {
                        let problem =
                            format!("{list}[{index}].{end}: expected the id of a node, found {id}");
                        DataError::file(file, problem)
                    };
                    Ok([
                        source.map_err(|id| unknown("source", id))?,
                        target.map_err(|id| unknown("target", id))?,
                    ])
                });
                ends.collect::<Result<_, _>>()?
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
            if let Some(index) = values.iter().position(|value| !value.is_finite()) {
                return failed(format!(
                    "{name}[{index}]: expected a number below 3.4e38, the largest of 32 bits"
                ));
            }
        }
        let mut ids: Vec<(u32, Id)> = nodes.ids.into_iter().map(|(id, v)| (v, id)).collect();
        ids.sort_unstable_by_key(|&(vertex, _)| vertex);
        InputGraph {
            vertices,
            names: names(ids.into_iter().map(|(_, id)| id.into_name()).collect()),
            edges: pairs,
            filter: self.filter,
            edge_filter: self.edge_filter,
            ..InputGraph::default()
        }
        .with_attributes(file, nodes.attributes, edges.attributes)
    }
}

fn count<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<u64>, D::Error> {
    struct Count;
    impl Visitor<'_> for Count {
        type Value = u64;

        fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
            formatter.write_str("n, the number of vertices")
        }

        fn visit_u64<E: Error>(self, number: u64) -> Result<u64, E> {
            Ok(number)
        }
    }
    deserializer.deserialize_u64(Count).map(Some)
}

fn nodes<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<Nodes>, D::Error> {
    list("nodes", deserializer)
}

fn edges<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<Edges>, D::Error> {
    list("edges", deserializer)
}

fn links<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<Edges>, D::Error> {
    list("links", deserializer)
}

fn filter<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<Vec<f32>>, D::Error> {
    list("filter", deserializer)
}

fn edge_filter<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<Vec<f32>>, D::Error> {
    list("edge_filter", deserializer)
}

fn list<'de, D: Deserializer<'de>, C: Collect>(
    name: &'static str,
    deserializer: D,
) -> Result<Option<C>, D::Error> {
    let items = PhantomData;
    deserializer.deserialize_seq(List { name, items }).map(Some)
}

/// Reads a list and tells of a wrong item at which index it is.
struct List<C> {
    name: &'static str,
    items: PhantomData<C>,
}

/// What a list is read into.
trait Collect: Default {
    /// What an item is, for messages.
    const ITEM: &str;
    type Item: for<'de> Deserialize<'de>;

    /// Adds an item or says what is wrong with it.
    fn push(&mut self, item: Self::Item) -> Result<(), String>;
}

impl<'de, C: Collect> Visitor<'de> for List<C> {
    type Value = C;

    fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "{}, a list of {}", self.name, C::ITEM)
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<C, A::Error> {
        let mut items = C::default();
        for index in 0.. {
            let problem = match list.next_element() {
                Ok(None) => break,
                Ok(Some(item)) => match items.push(item) {
                    Ok(()) => continue,
                    Err(problem) => problem,
                },
                Err(error) => error.to_string(),
            };
            let (name, item) = (self.name, C::ITEM);
            return Err(A::Error::custom(format_args!(
                "{name}[{index}]: expected {item}; {problem}"
            )));
        }
        Ok(items)
    }
}

impl Collect for Vec<f32> {
    const ITEM: &str = "a finite number";
    type Item = f32;

    fn push(&mut self, item: f32) -> Result<(), String> {
        Vec::push(self, item);
        Ok(())
    }
}

/// The list `nodes`.
#[derive(Default)]
struct Nodes {
    ids: HashMap<Id, u32>,
    attributes: AttributeReader,
}

impl Collect for Nodes {
    const ITEM: &str = "an object with an id of its own";
    type Item = Object;

    fn push(&mut self, mut item: Object) -> Result<(), String> {
        let id = item.id("id")?;
        let vertex = self.ids.len() as u32;
        if vertex == MOST_VERTICES {
            return Err(format!("there are more than {MOST_VERTICES}"));
        }
        if self.ids.contains_key(&id) {
            return Err(format!("the id {id} is there for the second time"));
        }
        self.ids.insert(id, vertex);
        item.give(&mut self.attributes, vertex)
    }
}

/// The list `edges` or `links`: one of the two lists here is empty.
#[derive(Default)]
struct Edges {
    pairs: Vec<[u32; 2]>,
    links: Vec<[Id; 2]>,
    attributes: AttributeReader,
}

impl Collect for Edges {
    const ITEM: &str = "two vertices, [u, v] or {\"source\": u, \"target\": v}";
    type Item = Edge;

    fn push(&mut self, item: Edge) -> Result<(), String> {
        match item {
            Edge::Pair(pair) if self.links.is_empty() => self.pairs.push(pair),
            Edge::Link(mut link) if self.pairs.is_empty() => {
                let ends = [link.id("source")?, link.id("target")?];
                let index = self.links.len() as u32;
                self.links.push(ends);
                link.give(&mut self.attributes, index)?;
            }
            _ => return Err("the items before have the other form".into()),
        }
        Ok(())
    }
}

/// An item of the list of edges.
enum Edge {
    Pair([u32; 2]),
    Link(Object),
}

impl<'de> Deserialize<'de> for Edge {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct EdgeVisitor;
        impl<'de> Visitor<'de> for EdgeVisitor {
            type Value = Edge;

            fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
                formatter.write_str("a list or an object")
            }

            fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<Edge, A::Error> {
                match (list.next_element()?, list.next_element()?) {
                    (Some(u), Some(v)) => Ok(Edge::Pair([u, v])),
                    _ => Err(A::Error::custom("there are fewer than two")),
                }
            }

            fn visit_map<A: MapAccess<'de>>(self, map: A) -> Result<Edge, A::Error> {
                ObjectVisitor.visit_map(map).map(Edge::Link)
            }
        }
        deserializer.deserialize_any(EdgeVisitor)
    }
}

/// A node or a link: what is in it by name.
struct Object(Vec<(String, Scalar)>);

impl Object {
    /// Takes out what names a vertex.
    fn id(&mut self, key: &str) -> Result<Id, String> {
        let found = self.0.iter().position(|(name, _)| name == key);
        match found.map(|index| self.0.swap_remove(index).1) {
            Some(Scalar::Integer(number)) => Ok(Id::Number(number)),
            Some(Scalar::Text(text)) => Ok(Id::Text(text)),
            Some(_) => Err(format!("its {key} is neither a text nor a whole number")),
            None => Err(format!("it has no {key}")),
        }
    }

    /// Hands the numbers on. One that 32 bits do not hold is none.
    fn give(self, attributes: &mut AttributeReader, index: u32) -> Result<(), String> {
        for (name, value) in self.0 {
            let value = match value {
                Scalar::Integer(value) => value as f32,
                Scalar::Real(value) => value as f32,
                Scalar::Text(_) | Scalar::Other => continue,
            };
            if value.is_finite() {
                let column = attributes.column(&name);
                attributes
                    .set(column, index, value)
                    .map_err(|found| format!("its {name} is {found}"))?;
            }
        }
        Ok(())
    }
}

impl<'de> Deserialize<'de> for Object {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_map(ObjectVisitor)
    }
}

struct ObjectVisitor;

impl<'de> Visitor<'de> for ObjectVisitor {
    type Value = Object;

    fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("an object")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Object, A::Error> {
        let mut entries = Vec::new();
        while let Some(entry) = map.next_entry()? {
            entries.push(entry);
        }
        Ok(Object(entries))
    }
}

/// What a key of an object says.
enum Scalar {
    Integer(i64),
    Real(f64),
    Text(String),
    /// Something that is neither name nor number.
    Other,
}

impl<'de> Deserialize<'de> for Scalar {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct ScalarVisitor;
        impl<'de> Visitor<'de> for ScalarVisitor {
            type Value = Scalar;

            fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
                formatter.write_str("anything")
            }

            fn visit_i64<E>(self, number: i64) -> Result<Scalar, E> {
                Ok(Scalar::Integer(number))
            }

            fn visit_u64<E>(self, number: u64) -> Result<Scalar, E> {
                Ok(i64::try_from(number).map_or(Scalar::Real(number as f64), Scalar::Integer))
            }

            fn visit_f64<E>(self, number: f64) -> Result<Scalar, E> {
                Ok(Scalar::Real(number))
            }

            fn visit_str<E>(self, text: &str) -> Result<Scalar, E> {
                Ok(Scalar::Text(text.into()))
            }

            fn visit_bool<E>(self, _: bool) -> Result<Scalar, E> {
                Ok(Scalar::Other)
            }

            fn visit_unit<E>(self) -> Result<Scalar, E> {
                Ok(Scalar::Other)
            }

            fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<Scalar, A::Error> {
                while list.next_element::<IgnoredAny>()?.is_some() {}
                Ok(Scalar::Other)
            }

            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Scalar, A::Error> {
                while map.next_entry::<IgnoredAny, IgnoredAny>()?.is_some() {}
                Ok(Scalar::Other)
            }
        }
        deserializer.deserialize_any(ScalarVisitor)
    }
}

/// What a node is called.
#[derive(PartialEq, Eq, Hash)]
enum Id {
    Number(i64),
    Text(String),
}

impl Id {
    fn into_name(self) -> String {
        match self {
            Self::Number(number) => number.to_string(),
            Self::Text(text) => text,
        }
    }
}

impl fmt::Display for Id {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Number(number) => write!(formatter, "{number}"),
            Self::Text(text) => formatter.write_str(&quoted_name(text)),
        }
    }
}
