//! The lists of a document, item by item.

use std::fmt;
use std::marker::PhantomData;

use serde::Deserialize;
use serde::de::{DeserializeSeed, Deserializer, Error, SeqAccess, Unexpected, Visitor};

use super::python;
use crate::graph::names::Vertices;
use crate::graph::rounding::{Rounding, Written};

/// Reads a list. An error names the index of the invalid item.
pub(super) struct List<'a, C> {
    pub name: &'static str,
    /// The vertices of the ids, which all lists share.
    pub vertices: &'a mut Vertices,
    pub items: PhantomData<C>,
}

/// The target of a list.
pub(super) trait Collect: Default {
    /// The name of an item in messages.
    const ITEM: &str;
    type Item: for<'de> Deserialize<'de>;

    /// Adds an item or returns its error.
    fn push(&mut self, item: Self::Item, vertices: &mut Vertices) -> Result<(), String>;
}

impl<'de, C: Collect> DeserializeSeed<'de> for List<'_, C> {
    type Value = C;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<C, D::Error> {
        deserializer.deserialize_seq(self)
    }
}

impl<'de, C: Collect> Visitor<'de> for List<'_, C> {
    type Value = C;

    fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "{}, a list of {}", self.name, C::ITEM)
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<C, A::Error> {
        let mut items = C::default();
        for index in 0.. {
            let problem = match list.next_element() {
                Ok(None) => break,
                Ok(Some(item)) => match items.push(item, self.vertices) {
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

/// A list of numbers.
#[derive(Default)]
pub(super) struct Numbers {
    pub values: Vec<f64>,
    pub rounding: Rounding,
}

impl Collect for Numbers {
    const ITEM: &str = "a number";
    type Item = Number;

    fn push(&mut self, Number(item): Number, _: &mut Vertices) -> Result<(), String> {
        self.values.push(self.rounding.kept(item));
        Ok(())
    }
}

/// Number of vertices.
pub(super) struct Count(pub u64);

impl<'de> Deserialize<'de> for Count {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct CountVisitor;
        impl Visitor<'_> for CountVisitor {
            type Value = Count;

            fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
                formatter.write_str("n, the number of vertices")
            }

            fn visit_u64<E: Error>(self, number: u64) -> Result<Count, E> {
                Ok(Count(number))
            }
        }
        deserializer.deserialize_u64(CountVisitor)
    }
}

/// A number, or the replacement of a Python word.
pub(super) struct Number(Written);

impl<'de> Deserialize<'de> for Number {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct NumberVisitor;
        impl Visitor<'_> for NumberVisitor {
            type Value = Number;

            fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
                formatter.write_str("a number")
            }

            fn visit_i64<E>(self, number: i64) -> Result<Number, E> {
                Ok(Number(Written::whole(number.into())))
            }

            fn visit_u64<E>(self, number: u64) -> Result<Number, E> {
                Ok(Number(Written::whole(number.into())))
            }

            fn visit_f64<E>(self, number: f64) -> Result<Number, E> {
                Ok(Number(number.into()))
            }

            fn visit_str<E: Error>(self, text: &str) -> Result<Number, E> {
                let known = python::number(text).map(|number| Number(number.into()));
                known.ok_or_else(|| E::invalid_type(Unexpected::Str(text), &self))
            }
        }
        deserializer.deserialize_any(NumberVisitor)
    }
}
