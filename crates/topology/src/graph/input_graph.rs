//! One graph from a file, with the numbers of its vertices and edges.

use std::collections::HashMap;

use super::error::{quoted_name, readable};
use super::formats::stem;
use super::formats::tu::edges::Repairs;
use super::names::Names;
use super::rounding::{Rounding, Written};
use super::{DataError, Dataset, Graph};

/// The bars of a larger graph do not fit into memory.
pub(super) const MAX_VERTICES: u32 = 1 << 27;
/// Maximum number of values of all attributes together, 512 MiB. A short text can give a default for many vertices.
const MAX_NUMBERS: u64 = 1 << 26;
/// Number of vertices that a text of any length may imply by a vertex number. A longer text may imply one for each of its bytes.
const MAX_CLAIMED: u64 = 1 << 20;

/// The maximum number of vertices that a text of `bytes` bytes may imply by a vertex number. Each takes memory, and a short text
/// can contain any number.
pub(super) fn most_claimed(bytes: usize) -> u64 {
    (bytes as u64).clamp(MAX_CLAIMED, MAX_VERTICES.into())
}

/// The number of 64 bits with the same decimal digits: 0.1 becomes 0.1 and not 0.10000000149.
pub(super) fn widened(value: f32) -> f64 {
    // The written form is always readable.
    value.to_string().parse().unwrap_or(f64::from(value))
}

/// A multigraph as in its file: with repeated edges and self-loops, since each closes a separate loop.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct InputGraph {
    /// Number of vertices.
    pub vertices: u32,
    /// The name of each vertex in the file. Empty if the file counts vertices from 0.
    pub names: Names,
    /// Edges in the given order and direction, their ends below `vertices`.
    pub edges: Vec<[u32; 2]>,
    /// Whether the file declares its edges directed. `None` without a declaration.
    pub directed: Option<bool>,
    /// A filter value for each vertex, if the file has them.
    pub filter: Option<Vec<f64>>,
    /// A filter value for each edge, if the file has them.
    pub edge_filter: Option<Vec<f64>>,
    /// Named numbers of vertices.
    pub vertex_attributes: Vec<Attribute>,
    /// Named numbers of edges.
    pub edge_attributes: Vec<Attribute>,
    /// The maximum scale of points, if it cuts bars: all essential ones but the oldest component may end beyond it.
    pub max_scale: Option<f64>,
    /// Assumptions of the reader about the file, one sentence each.
    pub notes: Vec<String>,
}

/// A number for each vertex, or for each edge, under one name.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Attribute {
    /// The name in the file.
    pub name: String,
    /// One value for each vertex or edge, NaN without a value.
    pub values: Vec<f64>,
    /// The first vertex or edge without a value.
    pub missing: Option<u32>,
}

/// The smallest of the given edge values at each vertex. For a vertex without edges, the smallest of all, or 0. With these values of
/// the vertices, edges enter at their own values.
pub fn first_edges<V: Copy + Default + PartialOrd>(
    vertices: u32,
    edges: &[[u32; 2]],
    edge_values: &[V],
) -> Vec<V> {
    // NaN comes last.
    let is_number = |a: V| a.partial_cmp(&a).is_some();
    let smaller = |a: V, b: V| if b < a || !is_number(a) { b } else { a };
    let first = edge_values.iter().copied().reduce(smaller);
    let mut own = vec![None; vertices as usize];
    for (ends, &value) in edges.iter().zip(edge_values) {
        for &end in ends {
            let least = &mut own[end as usize];
            *least = Some(least.map_or(value, |other| smaller(other, value)));
        }
    }
    own.into_iter()
        .map(|least| least.or(first).unwrap_or_default())
        .collect()
}

impl InputGraph {
    /// A graph of a data set, with the attributes of [`Dataset::vertex_numbers`].
    ///
    /// # Panics
    /// If `index` is not below the number of graphs.
    pub fn of_dataset(dataset: &Dataset, index: usize) -> Self {
        let graph = &dataset.graphs[index];
        let edge_label = label_numbers(&graph.edge_labels, &dataset.edge_label_names);
        let edge_columns = columns(&graph.edge_attributes, dataset.edge_attributes);
        // A data set has 32-bit numbers. This restores the numbers of its file.
        let as_written = |mut attribute: Attribute| {
            for value in &mut attribute.values {
                *value = widened(*value as f32);
            }
            attribute
        };
        let vertex_numbers = dataset.vertex_numbers(graph).into_iter();
        Self {
            vertices: graph.vertices,
            edges: graph.edges.clone(),
            vertex_attributes: vertex_numbers.map(as_written).collect(),
            edge_attributes: edge_label
                .into_iter()
                .chain(edge_columns)
                .map(as_written)
                .collect(),
            ..Self::default()
        }
    }

    /// The graph without self-loops, repeated edges and numbers.
    pub fn simple(&self) -> Graph {
        Graph::new(self.vertices, self.edges.iter().copied())
    }

    /// Number of edge ends at each vertex: a self-loop counts twice, an edge that occurs twice counts twice.
    pub fn degrees(&self) -> Vec<f64> {
        let mut degrees = vec![0.0; self.vertices as usize];
        for &vertex in self.edges.as_flattened() {
            degrees[vertex as usize] += 1.0;
        }
        degrees
    }

    /// [`first_edges`] of its edges.
    pub fn first_edges(&self, edge_values: &[f64]) -> Vec<f64> {
        first_edges(self.vertices, &self.edges, edge_values)
    }

    /// The graph with its edge filter: the values of the file, or else the edge attribute `weight`, or else the only edge attribute.
    ///
    /// # Errors
    /// If the file has none of them, or an edge has no value.
    pub fn with_edge_values(mut self, file: &str) -> Result<Self, DataError> {
        if self.edge_filter.is_some() {
            return Ok(self);
        }
        let attributes = &mut self.edge_attributes;
        let weight = attributes.iter().position(|one| one.name == "weight");
        let Some(index) = weight.or((attributes.len() == 1).then_some(0)) else {
            let problem = match Attribute::list(attributes, "") {
                none if none.is_empty() => {
                    "has no values of edges: expected a number for each edge, such as a line \
                                            `vertex vertex value` or the attribute weight"
                        .into()
                }
                names => format!(
                    "has several values for each edge: {names}; rename one of them to weight"
                ),
            };
            return Err(DataError::file(file, problem));
        };
        let Attribute {
            name,
            values,
            missing,
        } = attributes.swap_remove(index);
        if let Some(edge) = missing {
            let problem =
                format!("edge {edge}, counted from 0, has no value of the attribute {name:?}");
            return Err(DataError::file(file, problem));
        }
        self.edge_filter = Some(values);
        Ok(self)
    }

    /// The name of a vertex in the file, for messages.
    pub fn name_of(&self, vertex: u32) -> String {
        match self.names.get(vertex) {
            Some(name) => quoted_name(&name),
            None => vertex.to_string(),
        }
    }

    /// Uses attributes with the name `filter` as filter values, unless the file has such lists.
    pub(super) fn with_attributes(
        mut self,
        file: &str,
        vertices: AttributeReader,
        edges: AttributeReader,
    ) -> Result<Self, DataError> {
        let numbers = vertices.numbers(self.vertices as usize) + edges.numbers(self.edges.len());
        if numbers > MAX_NUMBERS {
            let problem = format!(
                "expected at most {MAX_NUMBERS} numbers as attributes, found {numbers}; \
                 leave out those that are not needed"
            );
            return Err(DataError::file(file, problem));
        }
        self.notes.extend(vertices.notes());
        self.notes.extend(edges.notes());
        self.vertex_attributes = vertices.finish(self.vertices);
        self.edge_attributes = edges.finish(self.edges.len() as u32);
        for (filter, attributes) in [
            (&mut self.filter, &mut self.vertex_attributes),
            (&mut self.edge_filter, &mut self.edge_attributes),
        ] {
            let is_filter = |one: &Attribute| one.name == "filter" && one.missing.is_none();
            if filter.is_none()
                && let Some(index) = attributes.iter().position(is_filter)
            {
                *filter = Some(attributes.remove(index).values);
            }
        }
        Ok(self)
    }
}

impl Dataset {
    /// The graphs of `file`, which gives them no classes: all have one class, so no model can be trained on them. Each keeps its edges
    /// once and loses its self-loops and numbers; a note counts the lost edges.
    pub fn without_classes(file: &str, graphs: &[InputGraph]) -> Self {
        let mut repairs = Repairs::default();
        let simple = |graph: &InputGraph| {
            let simple = graph.simple();
            repairs.count_lost(&graph.edges, simple.edges.len());
            simple
        };
        Self {
            name: stem(file).into(),
            graphs: graphs.iter().map(simple).collect(),
            classes: vec![0; graphs.len()],
            class_names: vec!["none".into()],
            notes: repairs.notes().collect(),
            ..Self::default()
        }
    }

    /// The numbers of the vertices of one of the graphs: `label` if the labels are single numbers, then `attribute1` and so on.
    pub fn vertex_numbers(&self, graph: &Graph) -> Vec<Attribute> {
        label_numbers(&graph.vertex_labels, &self.vertex_label_names)
            .into_iter()
            .chain(columns(&graph.vertex_attributes, self.vertex_attributes))
            .collect()
    }
}

/// The attributes `attribute1` and so on, from rows of `count` numbers.
fn columns(rows: &[f32], count: u32) -> impl Iterator<Item = Attribute> {
    (0..count as usize).map(move |column| {
        let values = rows.iter().skip(column).step_by(count as usize);
        Attribute::complete(
            format!("attribute{}", column + 1),
            values.copied().map(f64::from).collect(),
        )
    })
}

/// The attribute `label`, if there are labels and all their names are numbers.
fn label_numbers(labels: &[u32], names: &[String]) -> Option<Attribute> {
    let numbers: Option<Vec<f64>> = names
        .iter()
        .map(|name| name.parse().ok().map(|number: f32| number.into()))
        .collect();
    let values = |numbers: Vec<f64>| labels.iter().map(|&l| numbers[l as usize]).collect();
    let known = numbers.filter(|_| !names.is_empty());
    known.map(|numbers| Attribute::complete("label".into(), values(numbers)))
}

impl Attribute {
    fn complete(name: String, values: Vec<f64>) -> Self {
        Self {
            name,
            values,
            missing: None,
        }
    }

    /// The attribute with this name, or `attribute1` for the name `1` and so on. `kind` is the carrier of the attributes, "vertex"
    /// or "edge".
    ///
    /// # Errors
    /// If there is none. The error lists the existing names.
    pub fn find<'a>(attributes: &'a [Self], kind: &str, name: &str) -> Result<&'a Self, String> {
        let called = |name: &str| attributes.iter().find(|one| one.name == name);
        let found = called(name).or_else(|| called(&format!("attribute{name}")));
        found.ok_or_else(|| {
            format!(
                "there is no {kind} attribute {name:?} with numbers{}",
                Self::list(attributes, "; there are ")
            )
        })
    }

    /// The names of attributes after a text, or an empty text without any.
    pub fn list(attributes: &[Self], before: &str) -> String {
        const SHOWN: usize = 20;
        let names: Vec<_> = attributes
            .iter()
            .map(|one| one.name.escape_debug().to_string())
            .collect();
        match names.len() {
            0 => String::new(),
            1..=SHOWN => format!("{before}{}", names.join(", ")),
            count => format!(
                "{before}{} and {} more",
                names[..SHOWN].join(", "),
                count - SHOWN
            ),
        }
    }
}

/// Collects named numbers of vertices, or of edges, in ascending order of their indices.
#[derive(Default)]
pub(super) struct AttributeReader {
    columns: Vec<Column>,
    by_name: HashMap<String, usize>,
    /// Number of values in all columns.
    numbers: u64,
}

struct Column {
    name: String,
    default: Option<f64>,
    /// The values up to the last index so far. Later ones have no value yet.
    values: Vec<f64>,
    missing: Option<u32>,
    rounding: Rounding,
}

impl AttributeReader {
    /// The column with this name. Creates it if it is new.
    pub fn column(&mut self, name: &str) -> usize {
        if let Some(&column) = self.by_name.get(name) {
            return column;
        }
        self.columns.push(Column {
            name: name.into(),
            default: None,
            values: Vec::new(),
            missing: None,
            rounding: Rounding::default(),
        });
        self.by_name.insert(name.into(), self.columns.len() - 1);
        self.columns.len() - 1
    }

    /// The value for all indices without an explicit one.
    pub fn set_default(&mut self, column: usize, value: Written) {
        let column = &mut self.columns[column];
        column.default = Some(column.rounding.kept(value));
    }

    /// Adds the value for this index. Returns the error if it already has one.
    pub fn set(&mut self, column: usize, index: u32, value: Written) -> Result<(), &'static str> {
        let column = &mut self.columns[column];
        let before = column.values.len();
        if before > index as usize {
            return Err("a second one");
        }
        self.numbers += index as u64 + 1 - before as u64;
        if self.numbers > MAX_NUMBERS {
            return Err("more attributes than fit into memory");
        }
        column.fill(index);
        column.values.push(column.rounding.kept(value));
        Ok(())
    }

    /// Final number of values for `count` indices.
    fn numbers(&self, count: usize) -> u64 {
        let used = self.columns.iter().filter(|column| column.is_used());
        used.count() as u64 * count as u64
    }

    /// The columns whose different values became equal.
    fn notes(&self) -> impl Iterator<Item = String> {
        self.columns.iter().filter_map(|column| {
            let name = readable(&column.name);
            column.rounding.note(&name, 64)
        })
    }

    fn finish(self, count: u32) -> Vec<Attribute> {
        let used = self.columns.into_iter().filter(Column::is_used);
        used.map(|mut column| {
            column.fill(count);
            Attribute {
                name: column.name,
                values: column.values,
                missing: column.missing,
            }
        })
        .collect()
    }
}

impl Column {
    fn is_used(&self) -> bool {
        self.default.is_some() || !self.values.is_empty()
    }

    /// Fills the missing values below `index` with the default, if any.
    fn fill(&mut self, index: u32) {
        let first = self.values.len();
        if first < index as usize {
            if self.default.is_none() {
                self.missing.get_or_insert(first as u32);
            }
            self.values
                .resize(index as usize, self.default.unwrap_or(f64::NAN));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_values_of_edges_are_those_of_the_file_or_its_weights() {
        let attribute = |name: &str, missing| Attribute {
            missing,
            ..Attribute::complete(name.into(), vec![1.0, 2.0])
        };
        let graph = |edge_attributes| InputGraph {
            edges: vec![[0, 1], [1, 2]],
            edge_attributes,
            ..InputGraph::default()
        };
        for attributes in [
            vec![attribute("weight", None), attribute("year", None)],
            vec![attribute("year", None)],
        ] {
            let read = graph(attributes).with_edge_values("g.json").unwrap();
            assert_eq!(read.edge_filter, Some(vec![1.0, 2.0]));
        }
        let mut own = graph(vec![attribute("weight", None)]);
        own.edge_filter = Some(vec![3.0, 4.0]);
        let read = own.with_edge_values("g.json").unwrap();
        assert_eq!(read.edge_filter, Some(vec![3.0, 4.0]));
        for (attributes, words) in [
            (vec![], "no values of edges"),
            (
                vec![attribute("year", None), attribute("km", None)],
                "several values for each edge: year, km",
            ),
            (vec![attribute("weight", Some(1))], "edge 1"),
        ] {
            let problem = graph(attributes).with_edge_values("g.json").unwrap_err();
            assert!(problem.to_string().contains(words), "{problem}");
        }
    }
}
