//! One line of the file: the values of its keys.

use std::cmp::Ordering;
use std::fmt;

use serde::Deserialize;
use serde::de::{DeserializeSeed, Deserializer, Error, IgnoredAny, SeqAccess, Visitor};

use crate::graph::rounding::{Rounding, Written};

/// More columns than this are not attributes but a mistake, and every column has learned weights.
const MAX_COLUMNS: usize = 1 << 16;

/// A graph as in its line, without other keys.
#[derive(Deserialize)]
pub(super) struct GraphLine {
    /// Number of vertices.
    pub n: u64,
    /// Edges, in the given order and direction.
    #[serde(deserialize_with = "edges")]
    pub edges: Vec<[u32; 2]>,
    /// The class or the target.
    #[serde(default)]
    pub y: Option<Y>,
    /// A row of numbers for each vertex.
    #[serde(default, deserialize_with = "x")]
    pub x: Option<Rows>,
    /// A row of numbers for each edge.
    #[serde(default, deserialize_with = "edge_attr")]
    pub edge_attr: Option<Rows>,
    /// The part of the split that contains the graph.
    #[serde(default)]
    pub split: Option<String>,
    /// Whether the line has filter values, which the JSON of one graph may have.
    #[serde(default, deserialize_with = "is_there")]
    pub filter: bool,
    #[serde(default, deserialize_with = "is_there")]
    pub edge_filter: bool,
}

/// Whether a key has a value.
fn is_there<'de, D: Deserializer<'de>>(deserializer: D) -> Result<bool, D::Error> {
    Option::<IgnoredAny>::deserialize(deserializer).map(|value| value.is_some())
}

/// The value that a model predicts for a graph.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Y {
    /// A whole number is a target if another line has a number with a decimal point.
    Class(Class),
    /// A number with a decimal point or an exponent.
    Target(f64),
}

impl Y {
    /// The kind of value, for messages.
    pub fn kind(&self) -> &'static str {
        match self {
            Self::Class(Class::Text(_)) => "a text",
            _ => "a number",
        }
    }

    /// The target of a regression; a text is a class and has none.
    pub fn target(&self) -> Option<Written> {
        match self {
            Self::Class(Class::Text(_)) => None,
            Self::Class(Class::Number(number)) => Some(Written::whole((*number).into())),
            Self::Target(target) => Some((*target).into()),
        }
    }
}

impl fmt::Display for Y {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Class(class) => class.fmt(formatter),
            Self::Target(target) => target.fmt(formatter),
        }
    }
}

/// The class of a graph. Numbers are in ascending order, then texts in natural order.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Class {
    Number(i64),
    Text(String),
}

impl Ord for Class {
    fn cmp(&self, other: &Self) -> Ordering {
        match (self, other) {
            (Self::Number(a), Self::Number(b)) => a.cmp(b),
            (Self::Number(_), Self::Text(_)) => Ordering::Less,
            (Self::Text(_), Self::Number(_)) => Ordering::Greater,
            (Self::Text(a), Self::Text(b)) => natural_order(a, b),
        }
    }
}

impl PartialOrd for Class {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

/// Digits in a row compare as one number: "class 2" is before "class 10". Texts that differ only in leading zeros are in the order of
/// their bytes.
fn natural_order(a: &str, b: &str) -> Ordering {
    let (mut left, mut right) = (a, b);
    while let (Some(x), Some(y)) = (left.chars().next(), right.chars().next()) {
        let order = if x.is_ascii_digit() && y.is_ascii_digit() {
            let (one, other) = (digits(&mut left), digits(&mut right));
            one.len().cmp(&other.len()).then_with(|| one.cmp(other))
        } else {
            left = &left[x.len_utf8()..];
            right = &right[y.len_utf8()..];
            x.cmp(&y)
        };
        if order.is_ne() {
            return order;
        }
    }
    left.len().cmp(&right.len()).then_with(|| a.cmp(b))
}

/// Takes the digits at the start of a text; returns them without leading zeros.
fn digits<'a>(text: &mut &'a str) -> &'a str {
    let end = text
        .find(|c: char| !c.is_ascii_digit())
        .unwrap_or(text.len());
    let (number, rest) = text.split_at(end);
    *text = rest;
    number.trim_start_matches('0')
}

impl fmt::Display for Class {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Number(number) => write!(formatter, "{number}"),
            Self::Text(text) => formatter.write_str(text),
        }
    }
}

impl<'de> Deserialize<'de> for Y {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        const TOO_LARGE: &str = "expected y to be at most 9.2e18, found a larger number";
        struct YVisitor;
        impl Visitor<'_> for YVisitor {
            type Value = Y;

            fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
                formatter.write_str("y, the class of the graph, a whole number or a text, or its target, a number with a decimal point")
            }

            fn visit_i64<E>(self, number: i64) -> Result<Y, E> {
                Ok(Y::Class(Class::Number(number)))
            }

            fn visit_u64<E: Error>(self, number: u64) -> Result<Y, E> {
                let number = i64::try_from(number).map_err(|_| E::custom(TOO_LARGE));
                Ok(Y::Class(Class::Number(number?)))
            }

            fn visit_f64<E: Error>(self, number: f64) -> Result<Y, E> {
                // Whole numbers of more than 64 bits arrive here, too.
                match number.abs() < -(i64::MIN as f64) {
                    true => Ok(Y::Target(number)),
                    false => Err(E::custom(TOO_LARGE)),
                }
            }

            fn visit_str<E>(self, text: &str) -> Result<Y, E> {
                Ok(Y::Class(Class::Text(text.into())))
            }
        }
        deserializer.deserialize_any(YVisitor)
    }
}

/// Rows of finite numbers, all of the same length.
#[derive(Debug, Default)]
pub(super) struct Rows {
    pub count: usize,
    /// Length of a row, at least 1. It is 0 without rows.
    pub width: usize,
    /// All rows in order.
    pub numbers: Vec<f32>,
    /// The numbers that 32 bits do not hold.
    pub rounding: Rounding,
}

fn x<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<Rows>, D::Error> {
    deserializer.deserialize_option(OptionalRows("x"))
}

fn edge_attr<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<Rows>, D::Error> {
    deserializer.deserialize_option(OptionalRows("edge_attr"))
}

/// Reads rows under this name, or `null`.
struct OptionalRows(&'static str);

impl<'de> Visitor<'de> for OptionalRows {
    type Value = Option<Rows>;

    fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        RowsVisitor(self.0).expecting(formatter)
    }

    fn visit_none<E>(self) -> Result<Self::Value, E> {
        Ok(None)
    }

    fn visit_some<D: Deserializer<'de>>(self, deserializer: D) -> Result<Self::Value, D::Error> {
        deserializer.deserialize_seq(RowsVisitor(self.0)).map(Some)
    }
}

/// Reads rows under this name. An error names the invalid row.
struct RowsVisitor(&'static str);

impl<'de> Visitor<'de> for RowsVisitor {
    type Value = Rows;

    fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "{}, a list of rows of numbers", self.0)
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<Rows, A::Error> {
        let mut rows = Rows::default();
        loop {
            let wrong = |problem: String| {
                A::Error::custom(format_args!("{}[{}]: {problem}", self.0, rows.count))
            };
            let before = rows.numbers.len();
            match list.next_element_seed(RowInto(&mut rows.numbers, &mut rows.rounding)) {
                Ok(None) => return Ok(rows),
                Ok(Some(())) => {}
                Err(error) => {
                    return Err(wrong(format!(
                        "expected a row of finite numbers, such as [0.5, 1]; {error}"
                    )));
                }
            }
            let found = rows.numbers.len() - before;
            if rows.count == 0 {
                if found == 0 {
                    return Err(wrong("expected at least one number, found none".into()));
                }
                rows.width = found;
            } else if found != rows.width {
                return Err(wrong(format!(
                    "expected {} numbers, as in the row before, found {found}",
                    rows.width
                )));
            }
            rows.count += 1;
        }
    }
}

/// Reads a row and appends it to these numbers.
struct RowInto<'a>(&'a mut Vec<f32>, &'a mut Rounding);

impl<'de> DeserializeSeed<'de> for RowInto<'_> {
    type Value = ();

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<(), D::Error> {
        deserializer.deserialize_seq(self)
    }
}

impl<'de> Visitor<'de> for RowInto<'_> {
    type Value = ();

    fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("a row of numbers")
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<(), A::Error> {
        let before = self.0.len();
        // First as 64 bits, so that a page and the command line round in the same way.
        while let Some(number) = list.next_element::<Written>()? {
            self.1.add(number);
            let number = number.value as f32;
            if !number.is_finite() {
                return Err(A::Error::custom(
                    "a number is beyond 3.4e38, the largest of 32 bits",
                ));
            }
            if self.0.len() - before == MAX_COLUMNS {
                return Err(A::Error::custom(format_args!(
                    "there are more than {MAX_COLUMNS} numbers"
                )));
            }
            self.0.push(number);
        }
        Ok(())
    }
}

fn edges<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Vec<[u32; 2]>, D::Error> {
    struct EdgesVisitor;
    impl<'de> Visitor<'de> for EdgesVisitor {
        type Value = Vec<[u32; 2]>;

        fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
            formatter.write_str("edges, a list of pairs of vertices")
        }

        fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<Self::Value, A::Error> {
            let mut edges = Vec::new();
            loop {
                match list.next_element() {
                    Ok(None) => return Ok(edges),
                    Ok(Some(edge)) => edges.push(edge),
                    Err(error) => {
                        return Err(A::Error::custom(format_args!(
                            "edges[{}]: expected two vertices, such as [0, 1]; {error}",
                            edges.len()
                        )));
                    }
                }
            }
        }
    }
    deserializer.deserialize_seq(EdgesVisitor)
}
