//! Nodes and links: what they are called, and their numbers.

use std::collections::HashMap;
use std::fmt;

use serde::Deserialize;
use serde::de::{Deserializer, Error, IgnoredAny, MapAccess, SeqAccess, Visitor};

use super::lists::Collect;
use crate::graph::error::quoted_name;
use crate::graph::input_graph::{AttributeReader, MOST_VERTICES};

/// The list `nodes`.
#[derive(Default)]
pub(super) struct Nodes {
    pub ids: HashMap<Id, u32>,
    pub attributes: AttributeReader,
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
pub(super) struct Edges {
    pub pairs: Vec<[u32; 2]>,
    pub links: Vec<[Id; 2]>,
    pub attributes: AttributeReader,
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

/// A node or a link: what is in it by name.
pub(super) struct Object(Vec<(String, Scalar)>);

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
pub(super) enum Id {
    Number(i64),
    Text(String),
}

impl Id {
    pub fn into_name(self) -> String {
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
