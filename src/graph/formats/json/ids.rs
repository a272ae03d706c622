//! What nodes are called: whatever programs take for a name.

use std::fmt;

use serde::Deserialize;
use serde::de::{Deserializer, Error, IgnoredAny, MapAccess, SeqAccess, Visitor};

use crate::graph::error::quoted_name;
use crate::graph::names::{Kind, Vertices};

/// Lists in lists in an id; nobody's grid has more dimensions.
const DEEPEST: usize = 16;

/// What a node is called. NetworkX has tuples for the nodes of a grid, and pairs of these for those of its line graph; JSON has lists
/// for both. As in Python, 1.0 is 1.
pub(super) enum Id {
    /// All of 64 bits, with sign and without.
    Number(i128),
    Text(String),
    Bool(bool),
    /// The bits of a number that is not whole.
    Real(u64),
    List(Vec<Self>),
    /// No name: null, an object.
    Nothing,
}

impl Id {
    /// Does something with its text, and with what that says.
    pub fn told<T>(
        &self,
        vertices: &mut Vertices,
        then: impl FnOnce(&mut Vertices, &str, Kind) -> T,
    ) -> T {
        match self {
            Self::Text(text) => then(vertices, text, Kind::Text),
            value => vertices.written(value, |vertices, text| then(vertices, text, Kind::Value)),
        }
    }

    fn depth(&self) -> usize {
        match self {
            Self::List(parts) => 1 + parts.iter().map(Self::depth).max().unwrap_or(0),
            _ => 0,
        }
    }
}

/// As Python writes them, so that a grid has the names that its GraphML or edge list would have.
impl fmt::Display for Id {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Number(number) => write!(formatter, "{number}"),
            Self::Text(text) => formatter.write_str(&quoted_name(text)),
            Self::Nothing => formatter.write_str("None"),
            Self::Bool(true) => formatter.write_str("True"),
            Self::Bool(false) => formatter.write_str("False"),
            Self::Real(bits) => write!(formatter, "{}", f64::from_bits(*bits)),
            Self::List(parts) => {
                formatter.write_str("(")?;
                for (index, part) in parts.iter().enumerate() {
                    if index > 0 {
                        formatter.write_str(", ")?;
                    }
                    write!(formatter, "{part}")?;
                }
                formatter.write_str(if parts.len() == 1 { ",)" } else { ")" })
            }
        }
    }
}

impl<'de> Deserialize<'de> for Id {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct IdVisitor;
        impl<'de> Visitor<'de> for IdVisitor {
            type Value = Id;

            fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
                formatter.write_str("anything")
            }

            fn visit_i64<E>(self, number: i64) -> Result<Id, E> {
                Ok(Id::Number(number.into()))
            }

            fn visit_u64<E>(self, number: u64) -> Result<Id, E> {
                Ok(Id::Number(number.into()))
            }

            fn visit_f64<E>(self, number: f64) -> Result<Id, E> {
                let whole = number as i64;
                Ok(match whole as f64 == number {
                    true => Id::Number(whole.into()),
                    false => Id::Real(number.to_bits()),
                })
            }

            fn visit_bool<E>(self, value: bool) -> Result<Id, E> {
                Ok(Id::Bool(value))
            }

            fn visit_str<E>(self, text: &str) -> Result<Id, E> {
                Ok(Id::Text(text.into()))
            }

            fn visit_unit<E>(self) -> Result<Id, E> {
                Ok(Id::Nothing)
            }

            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Id, A::Error> {
                while map.next_entry::<IgnoredAny, IgnoredAny>()?.is_some() {}
                Ok(Id::Nothing)
            }

            fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<Id, A::Error> {
                let mut parts = Vec::new();
                while let Some(part) = list.next_element()? {
                    parts.push(part);
                }
                let id = Id::List(parts);
                if id.depth() > DEEPEST {
                    return Err(A::Error::custom("lists in lists without end"));
                }
                Ok(id)
            }
        }
        deserializer.deserialize_any(IdVisitor)
    }
}
