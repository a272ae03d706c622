//! The ids of nodes, in all forms that programs write.

use std::fmt;

use serde::Deserialize;
use serde::de::{Deserializer, Error, IgnoredAny, MapAccess, SeqAccess, Visitor};

use crate::graph::error::quoted_name;
use crate::graph::names::{Kind, Vertices};

/// Maximum nesting of lists in an id. No known grid has more dimensions.
const DEEPEST: usize = 16;

/// The id of a node. NetworkX has tuples for the nodes of a grid, and pairs of these for those of its line graph. JSON has lists
/// for both. As in Python, 1.0 equals 1.
pub(super) enum Id {
    /// Any 64-bit number, with or without sign.
    Number(i128),
    Text(String),
    Bool(bool),
    /// The bits of a number that is not whole.
    Real(u64),
    List(Vec<Self>),
    /// Not an id: null or an object.
    Nothing,
}

impl Id {
    /// Passes its text and its kind to `then`.
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

/// In the notation of Python, so that a grid has the same names as in its GraphML or edge list.
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
