//! The JSON form of one graph with filter values: `{"n": 5, "edges": [[0, 1], …], "filter": [0.5, …]}`.

use std::fmt;
use std::marker::PhantomData;

use serde::Deserialize;
use serde::de::{Deserializer, Error, SeqAccess, Visitor};

use super::DataError;

/// More vertices than this fit into no memory once they have bars.
const MOST_VERTICES: u32 = 1 << 27;

/// A multigraph as it was given: repeated edges and self-loops stay, for each closes a loop of its own.
#[derive(Clone, Debug, PartialEq)]
pub struct FilteredGraph {
    /// Number of vertices.
    pub vertices: u32,
    /// Edges in the given order and direction, their ends below `vertices`.
    pub edges: Vec<[u32; 2]>,
    /// A finite filter value for each vertex, where they are given.
    pub filter: Option<Vec<f32>>,
}

/// Reads a graph out of a JSON text; `file` is what messages call it. Other keys are passed over.
pub fn read_json(file: &str, text: &[u8]) -> Result<FilteredGraph, DataError> {
    let text = text.strip_prefix(b"\xef\xbb\xbf").unwrap_or(text);
    let Document {
        n: vertices,
        edges,
        filter,
    } = serde_json::from_slice(text).map_err(|error| at_place(file, &error))?;
    if vertices > MOST_VERTICES {
        return Err(DataError::file(
            file,
            format!("n: expected at most {MOST_VERTICES} vertices, found {vertices}"),
        ));
    }
    let leaves = |edge: &[u32; 2]| edge.iter().any(|&vertex| vertex >= vertices);
    if let Some(index) = edges.iter().position(leaves) {
        let expected = match vertices {
            0 => "no edges, as n is 0".into(),
            _ => format!("two vertices from 0 to {}", vertices - 1),
        };
        return Err(DataError::file(
            file,
            format!(
                "edges[{index}]: expected {expected}, found {:?}",
                edges[index]
            ),
        ));
    }
    if let Some(filter) = &filter {
        if filter.len() != vertices as usize {
            let expected = format!("filter: expected {vertices} numbers, one for each vertex");
            return Err(DataError::file(
                file,
                format!("{expected}, found {}", filter.len()),
            ));
        }
        if let Some(index) = filter.iter().position(|value| !value.is_finite()) {
            let problem =
                format!("filter[{index}]: expected a number below 3.4e38, the largest of 32 bits");
            return Err(DataError::file(file, problem));
        }
    }
    Ok(FilteredGraph {
        vertices,
        edges,
        filter,
    })
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

#[derive(Deserialize)]
#[serde(expecting = "an object {\"n\": …, \"edges\": […], \"filter\": […]}")]
struct Document {
    n: u32,
    #[serde(deserialize_with = "edges")]
    edges: Vec<[u32; 2]>,
    #[serde(default, deserialize_with = "filter")]
    filter: Option<Vec<f32>>,
}

fn edges<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Vec<[u32; 2]>, D::Error> {
    deserializer.deserialize_seq(List {
        name: "edges",
        item: "two vertices [u, v]",
        items: PhantomData,
    })
}

fn filter<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<Vec<f32>>, D::Error> {
    deserializer
        .deserialize_seq(List {
            name: "filter",
            item: "a finite number",
            items: PhantomData,
        })
        .map(Some)
}

/// Reads a list and tells of a wrong item at which index it is.
struct List<T> {
    name: &'static str,
    item: &'static str,
    items: PhantomData<T>,
}

impl<'de, T: Deserialize<'de>> Visitor<'de> for List<T> {
    type Value = Vec<T>;

    fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "{}, a list of {}", self.name, self.item)
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<Vec<T>, A::Error> {
        let mut items = Vec::new();
        loop {
            match list.next_element() {
                Ok(Some(item)) => items.push(item),
                Ok(None) => return Ok(items),
                Err(error) => {
                    let Self { name, item, .. } = self;
                    let index = items.len();
                    return Err(A::Error::custom(format_args!(
                        "{name}[{index}]: expected {item}; {error}"
                    )));
                }
            }
        }
    }
}
