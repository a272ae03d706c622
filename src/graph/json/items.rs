//! Nodes and links: what they are called, and their numbers.

use std::collections::HashMap;
use std::fmt;

use serde::Deserialize;
use serde::de::{Deserializer, Error, IgnoredAny, MapAccess, SeqAccess, Visitor};

use super::ids::Id;
use super::lists::Collect;
use super::python;
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
    pub links: Links,
    pub attributes: AttributeReader,
}

impl Collect for Edges {
    const ITEM: &str = "two vertices, [u, v] or {\"source\": u, \"target\": v}";
    type Item = Edge;

    fn push(&mut self, item: Edge) -> Result<(), String> {
        match item {
            Edge::Pair(pair) if self.links.ends.is_empty() => self.pairs.push(pair),
            Edge::Link(mut link) if self.pairs.is_empty() => {
                let ends = [link.id("source")?, link.id("target")?];
                let index = self.links.ends.len() as u32;
                self.links.push(ends);
                link.give(&mut self.attributes, index)?;
            }
            _ => return Err("the items before have the other form".into()),
        }
        Ok(())
    }
}

/// Links whose nodes need not be known yet: what they name has numbers of its own, as an id takes many times the memory.
#[derive(Default)]
pub(super) struct Links {
    numbers: HashMap<Id, u32>,
    pub ends: Vec<[u32; 2]>,
}

/// An end that names no node: which of the links, which end, and what it names.
pub(super) struct Unknown {
    pub link: usize,
    pub end: &'static str,
    pub id: Id,
}

impl Links {
    fn push(&mut self, ends: [Id; 2]) {
        let ends = ends.map(|id| {
            let next = self.numbers.len() as u32;
            *self.numbers.entry(id).or_insert(next)
        });
        self.ends.push(ends);
    }

    /// The links between these nodes, by their numbers.
    ///
    /// # Errors
    /// The first end that names none of them.
    pub fn between(mut self, nodes: &HashMap<Id, u32>) -> Result<Vec<[u32; 2]>, Unknown> {
        let mut vertex = vec![None; self.numbers.len()];
        let mut unknown = HashMap::new();
        for (id, number) in self.numbers {
            match nodes.get(&id) {
                Some(&known) => vertex[number as usize] = Some(known),
                None => {
                    unknown.insert(number, id);
                }
            }
        }
        for (link, ends) in self.ends.iter_mut().enumerate() {
            for (number, end) in ends.iter_mut().zip(["source", "target"]) {
                *number = match vertex[*number as usize] {
                    Some(known) => known,
                    None => {
                        let id = unknown.remove(number).unwrap_or(Id::Nothing);
                        return Err(Unknown { link, end, id });
                    }
                };
            }
        }
        Ok(self.ends)
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

/// A node or a link: what names vertices, and what else is in it.
pub(super) struct Object {
    ids: Vec<(&'static str, Id)>,
    numbers: Vec<(String, f64)>,
}

/// Keys of what names a vertex.
const IDS: [&str; 3] = ["id", "source", "target"];

impl Object {
    /// Takes out what names a vertex.
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

    /// Hands the numbers on: a node may have one that is called as the end of an edge is.
    fn give(self, attributes: &mut AttributeReader, index: u32) -> Result<(), String> {
        let others = self.ids.into_iter().filter_map(|(name, id)| match id {
            Id::Number(number) => Some((name.to_owned(), number as f64)),
            Id::Real(bits) => Some((name.to_owned(), f64::from_bits(bits))),
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

/// A number, where a key of an object says one.
struct Scalar(Option<f64>);

impl<'de> Deserialize<'de> for Scalar {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct ScalarVisitor;
        impl<'de> Visitor<'de> for ScalarVisitor {
            type Value = Scalar;

            fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
                formatter.write_str("anything")
            }

            fn visit_i64<E>(self, number: i64) -> Result<Scalar, E> {
                Ok(Scalar(Some(number as f64)))
            }

            fn visit_u64<E>(self, number: u64) -> Result<Scalar, E> {
                Ok(Scalar(Some(number as f64)))
            }

            fn visit_f64<E>(self, number: f64) -> Result<Scalar, E> {
                Ok(Scalar(Some(number)))
            }

            fn visit_str<E>(self, text: &str) -> Result<Scalar, E> {
                // Python's NaN says that there is no number.
                Ok(Scalar(
                    python::number(text).filter(|number| !number.is_nan()),
                ))
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
