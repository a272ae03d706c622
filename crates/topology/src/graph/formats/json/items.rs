//! Nodes and links: their ids and their numbers.

use std::fmt;

use serde::Deserialize;
use serde::de::{Deserializer, Error, IgnoredAny, MapAccess, SeqAccess, Visitor};

use super::ids::Id;
use super::lists::Collect;
use super::python;
use crate::graph::input_graph::{AttributeReader, MAX_VERTICES};
use crate::graph::names::Vertices;
use crate::graph::rounding::Written;

/// The list `nodes`.
#[derive(Default)]
pub(super) struct Nodes {
    pub attributes: AttributeReader,
}

impl Collect for Nodes {
    const ITEM: &str = "an object with a unique id";
    type Item = Object;

    fn push(&mut self, mut item: Object, vertices: &mut Vertices) -> Result<(), String> {
        let id = item.id("id")?;
        if vertices.count == MAX_VERTICES {
            return Err(format!("there are more than {MAX_VERTICES}"));
        }
        let added = id.told(vertices, Vertices::add);
        let vertex = added.ok_or_else(|| format!("the id {id} occurs a second time"))?;
        item.give(&mut self.attributes, vertex)
    }
}

/// The list `edges` or `links`.
#[derive(Default)]
pub(super) struct Edges {
    pub form: Form,
    /// The ends of each edge: vertices, or for links the numbers of the ids. The list of nodes may follow later.
    pub ends: Vec<[u32; 2]>,
    pub attributes: AttributeReader,
}

/// The notation of edges.
#[derive(Clone, Copy, Default, PartialEq, Eq)]
pub(super) enum Form {
    /// There is no edge so far.
    #[default]
    Unknown,
    /// Two numbers of vertices.
    Pairs,
    /// Objects with the ids of nodes.
    Links,
}

impl Collect for Edges {
    const ITEM: &str = "two vertices, [u, v] or {\"source\": u, \"target\": v}";
    type Item = Edge;

    fn push(&mut self, item: Edge, vertices: &mut Vertices) -> Result<(), String> {
        let index = self.ends.len() as u32;
        match item {
            Edge::Pair(pair) if self.form != Form::Links => {
                self.form = Form::Pairs;
                self.ends.push(pair);
            }
            Edge::Link(mut link) if self.form != Form::Pairs => {
                self.form = Form::Links;
                let ends = [link.id("source")?, link.id("target")?];
                self.ends
                    .push(ends.map(|id| id.told(vertices, Vertices::number)));
                link.give(&mut self.attributes, index)?;
            }
            _ => return Err("the items before have the other form".into()),
        }
        Ok(())
    }
}

/// An item of the list of edges.
pub(super) enum Edge {
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

/// A node or a link: its ids of vertices, and its other values.
pub(super) struct Object {
    ids: Vec<(&'static str, Id)>,
    numbers: Vec<(String, Written)>,
}

/// Keys of the ids of vertices.
const IDS: [&str; 3] = ["id", "source", "target"];

impl Object {
    /// Takes the id of a vertex.
    fn id(&mut self, key: &str) -> Result<Id, String> {
        let found = self.ids.iter().position(|(name, _)| *name == key);
        match found.map(|index| self.ids.swap_remove(index).1) {
            Some(Id::Nothing) => Err(format!(
                "its {key} is neither a text nor a number nor a list of these"
            )),
            Some(id) => Ok(id),
            None => Err(format!("it has no {key}")),
        }
    }

    /// Passes on the values. A node may have a number under a key of edge ends.
    fn give(self, attributes: &mut AttributeReader, index: u32) -> Result<(), String> {
        let others = self.ids.into_iter().filter_map(|(name, id)| match id {
            Id::Number(number) => Some((name.to_owned(), Written::whole(number))),
            Id::Real(bits) => Some((name.to_owned(), f64::from_bits(bits).into())),
            _ => None,
        });
        for (name, value) in self.numbers.into_iter().chain(others) {
            let column = attributes.column(&name);
            attributes
                .set(column, index, value)
                .map_err(|found| format!("its {name} is {found}"))?;
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
        let (mut ids, mut numbers) = (Vec::new(), Vec::new());
        while let Some(key) = map.next_key::<String>()? {
            match IDS.into_iter().find(|id| *id == key) {
                Some(id) => ids.push((id, map.next_value()?)),
                None => {
                    if let Scalar(Some(number)) = map.next_value()? {
                        numbers.push((key, number));
                    }
                }
            }
        }
        Ok(Object { ids, numbers })
    }
}

/// A number, if the value of a key is one.
struct Scalar(Option<Written>);

impl<'de> Deserialize<'de> for Scalar {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct ScalarVisitor;
        impl<'de> Visitor<'de> for ScalarVisitor {
            type Value = Scalar;

            fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
                formatter.write_str("anything")
            }

            fn visit_i64<E>(self, number: i64) -> Result<Scalar, E> {
                Ok(Scalar(Some(Written::whole(number.into()))))
            }

            fn visit_u64<E>(self, number: u64) -> Result<Scalar, E> {
                Ok(Scalar(Some(Written::whole(number.into()))))
            }

            fn visit_f64<E>(self, number: f64) -> Result<Scalar, E> {
                Ok(Scalar(Some(number.into())))
            }

            fn visit_str<E>(self, text: &str) -> Result<Scalar, E> {
                // NaN in Python means a missing number.
                let number = python::number(text).filter(|number| !number.is_nan());
                Ok(Scalar(number.map(Written::from)))
            }

            fn visit_bool<E>(self, _: bool) -> Result<Scalar, E> {
                Ok(Scalar(None))
            }

            fn visit_unit<E>(self) -> Result<Scalar, E> {
                Ok(Scalar(None))
            }

            fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<Scalar, A::Error> {
                while list.next_element::<IgnoredAny>()?.is_some() {}
                Ok(Scalar(None))
            }

            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Scalar, A::Error> {
                while map.next_entry::<IgnoredAny, IgnoredAny>()?.is_some() {}
                Ok(Scalar(None))
            }
        }
        deserializer.deserialize_any(ScalarVisitor)
    }
}
