//! Reader of edge lists: a text with one edge per line.
//!
//! A line has the two vertices of an edge and, if edges have values, the value as the third field. Commas or blanks separate them.
//! The reader skips empty lines, lines that begin with `#` or `%`, and a first line with the names of the columns. If every vertex
//! is a number without sign and without leading zeros, the vertices are in the order of these numbers. Otherwise they are in the
//! order of their first occurrence. Only vertices that occur exist.
//!
//! A second text gives values to the vertices. Each line is `vertex value`, also for vertices without an edge. Alternatively each
//! line has one value, for the vertices 0, 1, 2 and so on.

use std::borrow::Cow;

use super::lookalikes;
use crate::graph::error::{DataError, quoted_name, utf8};
use crate::graph::input_graph::{InputGraph, MAX_VERTICES};
use crate::graph::lines::{Line, lines_of, real};
use crate::graph::names::{Ids, Kind, Names};

/// Names of the first two columns in tables with a header.
const HEADERS: [[&[u8]; 2]; 7] = [
    [b"source", b"target"],
    [b"source_id", b"target_id"],
    [b"src", b"dst"],
    [b"from", b"to"],
    [b"from_node", b"to_node"],
    [b"fromnodeid", b"tonodeid"],
    [b"u", b"v"],
];

/// Numbers below this multiple of their count use a table, others a search.
const MAX_GAPS: u64 = 2;

/// Reads a graph from an edge list and, optionally, a text with the values of its vertices. Each has a name for messages.
///
/// # Errors
/// The problem and its line.
pub fn read_edge_list(
    file: &str,
    text: &[u8],
    values: Option<(&str, &[u8])>,
) -> Result<InputGraph, DataError> {
    read_edge_list_telling(file, text, values, &|_| ())
}

/// [`read_edge_list`] that reports the read share of the edges to `progress`.
///
/// # Errors
/// As [`read_edge_list`].
pub fn read_edge_list_telling(
    file: &str,
    text: &[u8],
    values: Option<(&str, &[u8])>,
    progress: &dyn Fn(f64),
) -> Result<InputGraph, DataError> {
    let text = utf8(file, text)?;
    if text.trim().is_empty() && values.is_none() {
        let problem = "is empty; an edge list has a line `vertex vertex` for each edge";
        return Err(DataError::file(file, problem));
    }
    if let Some(problem) = lookalikes::problem_of(text) {
        return Err(DataError::file(file, problem));
    }
    if let Some(first) = lines_of(file, text, &|_| ()).next()
        && let Some(problem) = lookalikes::problem_of_heading(first)
    {
        return Err(first.error_because("two vertices", problem));
    }
    let mut source = Source {
        edges: (file, text),
        values: match values {
            Some((file, text)) => Some((file, utf8(file, text)?)),
            None => None,
        },
        header: false,
        progress,
    };
    source.header = source.has_header();
    let table = source.read(number)?;
    let mut graph = match table {
        Some(table) => source.numbered(table),
        None => source.named(),
    }?;
    if source.header {
        let title = "the first line is read as column names";
        graph.notes.push(title.into());
    }
    if let Some(line) = source.possible_heading(&graph) {
        graph.notes.push(format!(
            "the first line, {line}, is read as an edge; if it names the columns, begin it with #"
        ));
    }
    let is_padded = |name: &Cow<'_, str>| {
        number(name.as_bytes()).is_none() && name.bytes().all(|byte| byte.is_ascii_digit())
    };
    let padded = graph.names.iter().find(is_padded).map(Cow::into_owned);
    if let Some(name) = padded {
        let number = name.trim_start_matches('0');
        graph.notes.push(format!(
            "vertices are read as names because {} and {} are different vertices",
            quoted_name(&name),
            if number.is_empty() { "0" } else { number }
        ));
    }
    Ok(graph)
}

/// A number without sign and without leading zeros, which is its only spelling.
fn number(text: &[u8]) -> Option<u64> {
    let digits = text.iter().all(u8::is_ascii_digit);
    let is_padded = matches!(text, [b'0', _, ..]);
    let text = str::from_utf8(text).ok().filter(|_| digits && !is_padded);
    text?.parse().ok()
}

/// The texts, each with its name.
struct Source<'a> {
    edges: (&'a str, &'a str),
    values: Option<(&'a str, &'a str)>,
    /// Whether the first line of the edges has the names of the columns.
    header: bool,
    progress: &'a dyn Fn(f64),
}

/// The contents of the texts, with vertices as `V`.
#[derive(Default)]
struct Table<V> {
    edges: Vec<[V; 2]>,
    edge_values: Option<Vec<f64>>,
    values: Values<V>,
}

/// Values of vertices.
#[derive(Default)]
enum Values<V> {
    #[default]
    None,
    /// In order, from vertex 0 on.
    Counted(Vec<f64>),
    /// Vertex, value, line.
    Named(Vec<(V, f64, u64)>),
}

impl<'a> Source<'a> {
    /// Whether the first line has the names of columns: well-known names, or no numbers where the second line has them.
    fn has_header(&self) -> bool {
        let mut lines = lines_of(self.edges.0, self.edges.1, &|_| ())
            .map(|line| line.fields().take(4).collect::<Vec<_>>());
        let (Some(first), Some(second)) = (lines.next(), lines.next()) else {
            return false;
        };
        let ([a, b, ..], [c, d, ..]) = (&first[..], &second[..]) else {
            return false;
        };
        if first.len() != second.len() || first.len() > 3 {
            return false;
        }
        let known = |[u, v]: [&[u8]; 2]| a.eq_ignore_ascii_case(u) && b.eq_ignore_ascii_case(v);
        let is_number = |text: &&[u8]| real(text).is_some();
        HEADERS.into_iter().any(known)
            || (![a, b].into_iter().any(is_number) && [c, d].into_iter().all(is_number))
            || (first.len() == 3 && !is_number(&first[2]) && is_number(&second[2]))
    }

    /// The first line, if the reader took it as an edge but it may be a header: its vertices have names and no other edge.
    fn possible_heading(&self, graph: &InputGraph) -> Option<String> {
        let (&first, others) = graph.edges.split_first()?;
        let is_name = |vertex| {
            let name = graph.names.get(vertex);
            name.is_some_and(|name| number(name.as_bytes()).is_none())
        };
        let [u, v] = first;
        let is_alone = u != v && !others.as_flattened().iter().any(|end| first.contains(end));
        let is_possible =
            !self.header && !others.is_empty() && is_alone && is_name(u) && is_name(v);
        let line = self.edge_lines().next().filter(|_| is_possible)?;
        Some(quoted_name(line.text()))
    }

    /// The lines with edges.
    fn edge_lines(&self) -> impl Iterator<Item = Line<'a>> {
        lines_of(self.edges.0, self.edges.1, self.progress).skip(usize::from(self.header))
    }

    /// Reads both texts. `None` if `vertex` cannot read one of the vertices.
    fn read<V>(
        &self,
        mut vertex: impl FnMut(&'a [u8]) -> Option<V>,
    ) -> Result<Option<Table<V>>, DataError> {
        let mut edges = Vec::new();
        let mut edge_values = Vec::new();
        for line in self.edge_lines() {
            let wrong = || {
                let expected = match (edges.is_empty(), edge_values.is_empty()) {
                    (true, _) => "two vertices, and a number where edges have values",
                    (false, true) => "two vertices, as in the lines before",
                    (false, false) => "two vertices and a number, as in the lines before",
                };
                let why = match line.fields().nth(2) {
                    Some([b'{', ..]) => "; NetworkX omits the braces with data=False",
                    _ => lookalikes::advice_on(line),
                };
                line.error_because(expected, why)
            };
            let mut fields = line.fields();
            let (a, b, value) = (fields.next(), fields.next(), fields.next());
            let (Some(a), Some(b), None) = (a, b, fields.next()) else {
                return Err(wrong());
            };
            let value = value
                .map(|value| real(value).ok_or_else(wrong))
                .transpose()?;
            let other_columns = !edges.is_empty() && value.is_some() == edge_values.is_empty();
            if a.is_empty() || b.is_empty() || other_columns {
                return Err(wrong());
            }
            let is_pair = value.is_none();
            if let Some(advice) = lookalikes::advice_on_vertices(a, b, is_pair)
                && edges.is_empty()
            {
                return Err(line.error_because("two vertices", advice));
            }
            let (Some(a), Some(b)) = (vertex(a), vertex(b)) else {
                return Ok(None);
            };
            edges.push([a, b]);
            edge_values.extend(value);
        }
        let values = match self.values {
            None => Some(Values::None),
            Some((file, text)) => read_values(file, text, vertex)?,
        };
        Ok(values.map(|values| Table {
            edges,
            edge_values: Some(edge_values).filter(|values| !values.is_empty()),
            values,
        }))
    }

    /// The graph if all vertices are numbers.
    fn numbered(&self, table: Table<u64>) -> Result<InputGraph, DataError> {
        let numbers: Vec<u64> = match &table.values {
            Values::Counted(values) => {
                let count = values.len() as u64;
                let leaves = |edge: &[u64; 2]| edge.iter().any(|&vertex| vertex >= count);
                if let Some(edge) = table.edges.iter().position(leaves)
                    && let Some(line) = self.edge_lines().nth(edge)
                {
                    return Err(line.error(format!(
                        "two vertices below {count}, the number of values in {}",
                        self.values.map_or("", |(file, _)| file)
                    )));
                }
                (0..count).collect()
            }
            Values::Named(values) => sorted(&table.edges, values.iter().map(|&(v, ..)| v)),
            Values::None => sorted(&table.edges, [].into_iter()),
        };
        let count = numbers.len();
        let places = places(&numbers);
        let place = |number: u64| match &places {
            Some(places) => places[number as usize],
            None => numbers.partition_point(|&other| other < number) as u32,
        };
        let names = match numbers.last() {
            Some(&last) if last >= count as u64 => numbers.iter().map(u64::to_string).collect(),
            _ => Names::default(),
        };
        self.graph(table.map(place), count, names)
    }

    /// The graph if vertices have names.
    fn named(&self) -> Result<InputGraph, DataError> {
        let mut ids = Ids::default();
        // A field of a text begins and ends at character boundaries.
        let text = |name| str::from_utf8(name).unwrap_or_default();
        let table = self.read(|name| Some(ids.number(text(name), Kind::Text)))?;
        let names = ids.into_names();
        self.graph(table.unwrap_or_default(), names.len(), names)
    }

    fn graph(
        &self,
        table: Table<u32>,
        vertices: usize,
        names: Names,
    ) -> Result<InputGraph, DataError> {
        if vertices > MAX_VERTICES as usize {
            let problem = format!("expected at most {MAX_VERTICES} vertices, found {vertices}");
            return Err(DataError::file(self.edges.0, problem));
        }
        let mut graph = InputGraph {
            vertices: vertices as u32,
            names,
            edges: table.edges,
            edge_filter: table.edge_values,
            ..InputGraph::default()
        };
        let file = self.values.map_or("", |(file, _)| file);
        graph.filter = match table.values {
            Values::None => None,
            Values::Counted(_) if !graph.names.is_empty() => {
                let problem = format!(
                    "expected a vertex and its value in each line, as vertices of {} have names, \
                     found a value alone",
                    self.edges.0
                );
                return Err(DataError::file(file, problem));
            }
            Values::Counted(values) => Some(values),
            Values::Named(mut values) => {
                values.sort_unstable_by_key(|&(vertex, _, line)| (vertex, line));
                if let Some(same) = values.windows(2).find(|pair| pair[0].0 == pair[1].0) {
                    let (vertex, _, line) = same[1];
                    return Err(DataError::Line {
                        file: file.into(),
                        line,
                        expected: "one value for each vertex".into(),
                        found: format!("a second one for {}", graph.name_of(vertex)),
                    });
                }
                let has_none = |&vertex: &u32| {
                    let next = values.get(vertex as usize);
                    next.is_none_or(|&(other, ..)| other != vertex)
                };
                if let Some(vertex) = (0..graph.vertices).find(has_none) {
                    let problem = format!(
                        "expected a value for each vertex of {}, found none for {}",
                        self.edges.0,
                        graph.name_of(vertex)
                    );
                    return Err(DataError::file(file, problem));
                }
                Some(values.into_iter().map(|(_, value, _)| value).collect())
            }
        };
        Ok(graph)
    }
}

impl<V> Table<V> {
    fn map<W>(self, place: impl Fn(V) -> W) -> Table<W> {
        let edges = self.edges.into_iter().map(|edge| edge.map(&place));
        Table {
            edges: edges.collect(),
            edge_values: self.edge_values,
            values: match self.values {
                Values::None => Values::None,
                Values::Counted(values) => Values::Counted(values),
                Values::Named(values) => {
                    let values = values
                        .into_iter()
                        .map(|(v, value, line)| (place(v), value, line));
                    Values::Named(values.collect())
                }
            },
        }
    }
}

/// All vertices, each once, in ascending order.
fn sorted(edges: &[[u64; 2]], others: impl Iterator<Item = u64> + Clone) -> Vec<u64> {
    let all = edges.as_flattened().iter().copied().chain(others.clone());
    let most = 2 * edges.len() as u64 * MAX_GAPS;
    if let Some(last) = all.clone().max().filter(|&last| last < most) {
        let mut occurs = vec![false; last as usize + 1];
        all.for_each(|vertex| occurs[vertex as usize] = true);
        return (0..=last)
            .filter(|&vertex| occurs[vertex as usize])
            .collect();
    }
    let mut vertices: Vec<u64> = edges.as_flattened().iter().copied().chain(others).collect();
    vertices.sort_unstable();
    vertices.dedup();
    vertices
}

/// For each number, its index among these. `None` if too many numbers are missing for a table.
fn places(numbers: &[u64]) -> Option<Vec<u32>> {
    let last = *numbers.last()?;
    (last < MAX_GAPS * numbers.len() as u64).then(|| {
        let mut places = vec![0; last as usize + 1];
        for (place, &number) in (0..).zip(numbers) {
            places[number as usize] = place;
        }
        places
    })
}

/// Reads the values. `None` if `vertex` cannot read one of the vertices.
fn read_values<'a, V>(
    file: &'a str,
    text: &'a str,
    mut vertex: impl FnMut(&'a [u8]) -> Option<V>,
) -> Result<Option<Values<V>>, DataError> {
    let (mut counted, mut named) = (Vec::new(), Vec::new());
    for line in lines_of(file, text, &|_| ()) {
        let expected = || match (counted.is_empty(), named.is_empty()) {
            (true, true) => "a vertex and its value, or a value",
            (false, _) => "a value alone, as in the lines before",
            (true, false) => "a vertex and its value, as in the lines before",
        };
        let mut fields = line.fields();
        let (first, second) = (fields.next().unwrap_or_default(), fields.next());
        let value = real(second.unwrap_or(first)).ok_or_else(|| line.error(expected()))?;
        let is_other = match second {
            None => !named.is_empty(),
            Some(_) => !counted.is_empty() || first.is_empty(),
        };
        if is_other || fields.next().is_some() {
            return Err(line.error(expected()));
        }
        match second {
            None => counted.push(value),
            Some(_) => match vertex(first) {
                Some(vertex) => named.push((vertex, value, line.number)),
                None => return Ok(None),
            },
        }
    }
    Ok(Some(if counted.is_empty() {
        Values::Named(named)
    } else {
        Values::Counted(counted)
    }))
}
