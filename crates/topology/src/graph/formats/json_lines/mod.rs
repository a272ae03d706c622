//! Reader of a user's data set as JSON lines: one graph per line, without empty lines.
//!
//! `{"n": 3, "edges": [[0, 1], [1, 2]], "y": 0, "x": [[0.5], [1], [2]], "edge_attr": [[1], [3]], "split": "train"}`
//!
//! | Key | Value |
//! | --- | --- |
//! | `n` | number of vertices, at least 1 |
//! | `edges` | pairs of vertices, counted from 0; one direction or both |
//! | `y` | the class: a whole number or a text, the same kind in all lines; or the target of regression, a number: with a decimal point in at least one line |
//! | `x` | a row of finite numbers for each vertex, of the same length in the whole file; in all lines or in none |
//! | `edge_attr` | the same for each item of `edges` |
//! | `split` | `"train"`, `"val"` or `"test"`; in all lines or in none |
//!
//! `filter` and `edge_filter` are errors: they belong to the JSON of one graph. The reader ignores other keys. Edges become
//! undirected and simple like those of a TU data set: if an edge occurs more than once, its first row counts. Rows with a single 1
//! among zeros throughout the file, in two or more columns, are labels, as PyTorch Geometric writes them. Other rows are
//! attributes.

mod line;

use std::collections::BTreeMap;
use std::io::{self, BufRead};

use super::tu::edges::{EdgeLine, Repairs};
use super::tu::labels::{Attributes, Labels, MAX_LABELS};
use super::{one_class, stem};
use crate::graph::error::{quoted_name, without_types};
use crate::graph::folds::Split;
use crate::graph::{DataError, Dataset, Graph};
use crate::graph::{
    kept_targets,
    rounding::{Rounding, Written},
};
use line::{Class, GraphLine, Rows, Y};

/// Maximum number of vertices of all graphs together. A line of forty bytes can contain any number, and every vertex takes memory.
const MAX_VERTICES: u64 = 1 << 24;
/// Maximum number of graphs. Each takes more memory than the shortest line.
const MAX_GRAPHS: usize = 1 << 20;
/// Maximum number of classes. The confusion matrix has the square of this size.
const MAX_CLASSES: usize = 1 << 10;

/// Whether a text is lines of JSON objects and not one document: a line ends with an object, and the next one begins with one.
///
/// # Errors
/// If the text is unreadable.
pub fn is_json_lines(mut text: impl BufRead) -> io::Result<bool> {
    // The first and the last character of the first line, then the first of the next.
    let (mut first, mut last) = (None, None);
    let mut is_over = false;
    loop {
        let piece = text.fill_buf()?;
        let length = piece.len();
        if length == 0 {
            return Ok(false);
        }
        // The inside of a long line.
        if first.is_some() && !is_over && !piece.contains(&b'\n') {
            let end = piece.iter().rev().find(|byte| !byte.is_ascii_whitespace());
            last = end.copied().or(last);
            text.consume(length);
            continue;
        }
        let piece = match first {
            None => piece.strip_prefix(b"\xef\xbb\xbf").unwrap_or(piece),
            Some(_) => piece,
        };
        for &byte in piece {
            if byte == b'\n' {
                is_over = first.is_some();
            }
            if byte.is_ascii_whitespace() {
                continue;
            }
            if is_over || *first.get_or_insert(byte) != b'{' {
                return Ok(first == Some(b'{') && last == Some(b'}') && byte == b'{');
            }
            last = Some(byte);
        }
        text.consume(length);
    }
}

/// Reads a data set from such a text. `file` is its name in messages. Without folders and extension, it is the name of the data
/// set.
///
/// # Errors
/// The problem and its line.
pub fn read_json_lines(file: &str, text: &[u8]) -> Result<Dataset, DataError> {
    read_json_lines_telling(file, text, &|_| ())
}

/// [`read_json_lines`] for graphs without classes, which are errors. Their class is the only one, without a name.
///
/// # Errors
/// As [`read_json_lines`].
pub fn read_without_classes(file: &str, text: &[u8]) -> Result<Dataset, DataError> {
    read(file, text, false, &|_| ())
}

/// [`read_json_lines`] that reports the read share of the text to `progress` after each line.
///
/// # Errors
/// As [`read_json_lines`].
pub fn read_json_lines_telling(
    file: &str,
    text: &[u8],
    progress: &dyn Fn(f64),
) -> Result<Dataset, DataError> {
    read(file, text, true, progress)
}

/// Reads graphs that all have a class, or none.
fn read(
    file: &str,
    text: &[u8],
    labelled: bool,
    progress: &dyn Fn(f64),
) -> Result<Dataset, DataError> {
    if cfg!(not(feature = "data-sets")) {
        return Err(super::not_in_topology_module(file));
    }
    let text = text.strip_prefix(b"\xef\xbb\xbf").unwrap_or(text);
    let mut reader = Reader {
        file,
        labelled,
        ..Reader::default()
    };
    let mut read = 0;
    for (number, line) in (1..).zip(text.split(|&byte| byte == b'\n')) {
        read += line.len() + 1;
        let line = line.trim_ascii();
        if !line.is_empty() {
            reader.add(Place { file, number }, line)?;
            progress(read as f64 / text.len() as f64);
        }
    }
    reader.finish()
}

/// A line of the file, for messages.
#[derive(Clone, Copy)]
struct Place<'a> {
    file: &'a str,
    number: u64,
}

impl Place<'_> {
    fn error(self, expected: impl Into<String>, found: impl Into<String>) -> DataError {
        DataError::Line {
            file: self.file.into(),
            line: self.number,
            expected: expected.into(),
            found: found.into(),
        }
    }

    /// The message of serde_json, whose position is within this line.
    fn syntax(self, line: &[u8], error: &serde_json::Error) -> DataError {
        let text = error.to_string();
        let place = format!(" at line {} column {}", error.line(), error.column());
        let column = error.column();
        let rest = &line[column.saturating_sub(1).min(line.len())..];
        let no_number = ["NaN", "Infinity", "nan", "inf"];
        let no_number = no_number
            .into_iter()
            .find(|word| rest.starts_with(word.as_bytes()));
        let problem = match no_number {
            Some(word) => {
                format!("expected a finite number, found {word}, which JSON does not have")
            }
            None => {
                let text = text.strip_suffix(&place).unwrap_or(&text);
                let text = text.replace(&place, "");
                without_types(&text.replace("EOF while parsing", "the line ends inside"))
            }
        };
        DataError::Place {
            file: self.file.into(),
            line: self.number as usize,
            column,
            problem,
        }
    }
}

/// The common properties of all lines so far.
#[derive(Default)]
struct Reader<'a> {
    file: &'a str,
    /// Whether the lines have classes.
    labelled: bool,
    graphs: Vec<Graph>,
    /// The class or the target of each graph.
    ys: Vec<Y>,
    /// Whether a line has a number with a decimal point, which makes all numbers targets.
    has_targets: bool,
    /// In ascending order, at most one more than [`MAX_CLASSES`]. The numbers follow after the last line.
    class_names: BTreeMap<Class, u32>,
    /// The first line with more classes than [`MAX_CLASSES`].
    too_many: Option<u64>,
    split: Split,
    vertices: u64,
    x: Columns,
    edge_attr: Columns,
    repairs: Repairs,
    /// The note about targets that became equal.
    y: Option<String>,
}

/// Length of a row, the same in all lines.
#[derive(Default)]
struct Columns {
    /// The first line that defines it. The length is `None` if it has no rows.
    known: Option<(u64, Option<usize>)>,
    /// Whether every row so far has a single 1 among zeros.
    one_hot: bool,
    rounding: Rounding,
}

impl Columns {
    /// Adds the rows of a given number of things, such as vertices.
    fn add(
        &mut self,
        place: Place<'_>,
        name: &str,
        things: &str,
        count: usize,
        rows: Option<Rows>,
    ) -> Result<Attributes, DataError> {
        let found = rows.as_ref().map_or(0, |rows| rows.count);
        if rows.is_some() && found != count {
            return Err(place.error(
                format!("{count} rows of {name}, one for each of the {things}"),
                found.to_string(),
            ));
        }
        if count == 0 {
            return Ok(Attributes::default());
        }
        let width = rows.as_ref().map(|rows| rows.width);
        let &mut (line, expected) = self.known.get_or_insert_with(|| {
            self.one_hot = width.is_some_and(|width| (2..=MAX_LABELS).contains(&width));
            (place.number, width)
        });
        if width != expected {
            let told = |width: Option<usize>| match width {
                None => format!("no {name}"),
                Some(width) => format!("{name} with {width} numbers a row"),
            };
            return Err(place.error(
                format!("{}, as in line {line}", told(expected)),
                told(width),
            ));
        }
        let Rows {
            width,
            numbers,
            rounding,
            ..
        } = rows.unwrap_or_default();
        self.rounding.append(rounding);
        let is_one_hot = |row: &[f32]| {
            row.iter().filter(|&&number| number == 1.0).count() == 1
                && row.iter().filter(|&&number| number == 0.0).count() == width - 1
        };
        self.one_hot = self.one_hot && numbers.chunks_exact(width).all(is_one_hot);
        Ok(Attributes {
            numbers,
            columns: width,
        })
    }

    /// The number of attributes, and the names of labels: one of the two is empty.
    fn finish(&self) -> (u32, Vec<String>) {
        match self.known.and_then(|(_, width)| width) {
            None => (0, Vec::new()),
            Some(width) if self.one_hot => (0, (0..width).map(|l| l.to_string()).collect()),
            Some(width) => (width as u32, Vec::new()),
        }
    }
}

impl Reader<'_> {
    fn add(&mut self, place: Place<'_>, line: &[u8]) -> Result<(), DataError> {
        if !line.starts_with(b"{") {
            let shown = quoted_name(&String::from_utf8_lossy(&line[..line.len().min(80)]));
            return Err(place.error(
                "a graph, {\"n\": 3, \"edges\": [[0, 1], [1, 2]], \"y\": 0}",
                shown,
            ));
        }
        let mut graph: GraphLine =
            serde_json::from_slice(line).map_err(|error| place.syntax(line, &error))?;
        let y = graph.y.take();
        let GraphLine { n, edges, .. } = &graph;
        if self.graphs.len() == MAX_GRAPHS {
            return Err(place.error(format!("at most {MAX_GRAPHS} graphs"), "one more"));
        }
        for (key, is_there, instead) in [
            ("filter", graph.filter, "x"),
            ("edge_filter", graph.edge_filter, "edge_attr"),
        ] {
            if is_there {
                return Err(place.error(
                    format!(
                        "no {key}, which a graph of a data set does not have: write its values as \"{instead}\": [[0.5], …] and \
                         choose the filter attribute1"
                    ),
                    "one",
                ));
            }
        }
        self.vertices = self.vertices.saturating_add(*n);
        if *n == 0 {
            return Err(place.error("n to be at least 1", "0"));
        }
        if self.vertices > MAX_VERTICES {
            let found = match self.graphs.is_empty() {
                true => format!("n = {n}"),
                false => format!("{} up to this line, whose n is {n}", self.vertices),
            };
            return Err(place.error(
                format!("at most {MAX_VERTICES} vertices in all graphs together"),
                found,
            ));
        }
        let leaves = |edge: &[u32; 2]| edge.iter().any(|&vertex| u64::from(vertex) >= *n);
        if let Some(index) = edges.iter().position(leaves) {
            return Err(place.error(
                format!("edges[{index}] between two vertices from 0 to {}", n - 1),
                format!("{:?}", edges[index]),
            ));
        }
        self.add_y(place, y)?;
        self.add_part(place, graph.split.as_deref())?;
        let vertices = *n as u32;
        let rows = (vertices as usize, graph.x);
        let vertex_rows = self.x.add(place, "x", "vertices", rows.0, rows.1)?;
        let count = graph.edges.len();
        let edge_rows = self
            .edge_attr
            .add(place, "edge_attr", "edges", count, graph.edge_attr)?;
        let lines = (0..).zip(&graph.edges).map(|(index, &[u, v]): (u32, _)| {
            let line_and_direction = 2 * index + u32::from(u > v);
            EdgeLine {
                low: u.min(v),
                high: u.max(v),
                line_and_direction,
            }
        });
        let kept = self
            .repairs
            .simple_edges(lines.collect(), &Labels::default(), &edge_rows);
        self.graphs.push(Graph {
            vertices,
            vertex_attributes: vertex_rows.numbers,
            edge_attributes: kept
                .iter()
                .flat_map(|&(_, line)| edge_rows.row(line))
                .copied()
                .collect(),
            edges: kept.into_iter().map(|(edge, _)| edge).collect(),
            ..Graph::default()
        });
        Ok(())
    }

    fn add_y(&mut self, place: Place<'_>, y: Option<Y>) -> Result<(), DataError> {
        let y = match (y, self.labelled) {
            (Some(y), true) => y,
            (None, false) => return Ok(()),
            (Some(_), false) => {
                return Err(place.error("no y: these graphs have no classes", "one"));
            }
            (None, true) => {
                return Err(place.error("y, the class or the target of the graph", "none"));
            }
        };
        if let Some(first) = self.ys.first()
            && first.kind() != y.kind()
        {
            let expected = format!("y to be {}, as in the lines before", first.kind());
            return Err(place.error(expected, quoted_name(&y.to_string())));
        }
        match &y {
            Y::Target(_) => self.has_targets = true,
            Y::Class(class) if self.class_names.len() <= MAX_CLASSES => {
                self.class_names.entry(class.clone()).or_default();
            }
            Y::Class(_) => {}
        }
        if self.class_names.len() > MAX_CLASSES {
            self.too_many.get_or_insert(place.number);
        }
        self.ys.push(y);
        Ok(())
    }

    /// The targets of the graphs; empty if they have classes.
    ///
    /// # Errors
    /// If there are too many classes.
    fn targets(&mut self) -> Result<Vec<f64>, DataError> {
        if self.has_targets {
            let written: Vec<Written> = self.ys.iter().filter_map(Y::target).collect();
            let (targets, note) = kept_targets(&written, "y");
            self.y = note;
            return Ok(targets);
        }
        match self.too_many {
            None => Ok(Vec::new()),
            Some(number) => Err(Place {
                file: self.file,
                number,
            }
            .error(
                format!("at most {MAX_CLASSES} classes"),
                "one more; write the target of regression with a decimal point, such as 3.0",
            )),
        }
    }

    /// The class of each graph, and the names of the classes. With targets, they have one class without a name.
    fn classes(&mut self) -> (Vec<u32>, Vec<String>) {
        if self.has_targets {
            return (vec![0; self.ys.len()], vec![String::new()]);
        }
        for (index, number) in self.class_names.values_mut().enumerate() {
            *number = index as u32;
        }
        let number = |y: &Y| match y {
            Y::Class(class) => self.class_names.get(class).copied().unwrap_or(0),
            Y::Target(_) => 0,
        };
        let mut classes: Vec<u32> = self.ys.iter().map(number).collect();
        // Graphs without classes.
        classes.resize(self.graphs.len(), 0);
        (
            classes,
            self.class_names.keys().map(Class::to_string).collect(),
        )
    }

    fn add_part(&mut self, place: Place<'_>, part: Option<&str>) -> Result<(), DataError> {
        let graph = self.graphs.len() as u32;
        let Split {
            train,
            validation,
            test,
        } = &mut self.split;
        let known = (train.len() + validation.len() + test.len()) as u32;
        let part = match part {
            Some("train") => train,
            Some("val") => validation,
            Some("test") => test,
            Some(other) => {
                return Err(place.error(
                    "split to be \"train\", \"val\" or \"test\"",
                    quoted_name(other),
                ));
            }
            None if known > 0 => {
                return Err(place.error("a split, as in the lines before", "none"));
            }
            None => return Ok(()),
        };
        if known < graph {
            return Err(place.error("no split, as in the lines before", "one"));
        }
        part.push(graph);
        Ok(())
    }

    fn finish(mut self) -> Result<Dataset, DataError> {
        let file = self.file;
        let failed = |problem: &str| Err(DataError::file(file, problem));
        if self.graphs.is_empty() {
            return failed("expected a graph in every line, found no line: the data set is empty");
        }
        let targets = self.targets()?;
        let (classes, class_names) = self.classes();
        let mut notes = match &targets[..] {
            [] => Vec::from_iter(one_class(&class_names)),
            _ => vec![
                "a y has a decimal point, so the numbers y are targets of regression and not classes".into(),
            ],
        };
        let split = (self.split != Split::default()).then_some(self.split);
        if let Some(split) = &split {
            let (train, test) = (split.train.len(), split.test.len());
            if train < 2 || test == 0 {
                return failed(&format!(
                    "expected at least two graphs with the split \"train\" and one with \"test\", found {train} and {test}; \
                     without any split the graphs are dealt into folds"
                ));
            }
            notes.push(format!(
                "the parts are those that the file names: {train} training, {} validation and {test} test graphs",
                split.validation.len()
            ));
        }
        let (vertex_attributes, vertex_label_names) = self.x.finish();
        let (edge_attributes, edge_label_names) = self.edge_attr.finish();
        for (names, rows, labels) in [
            (&vertex_label_names, "x", "labels of the vertices"),
            (&edge_label_names, "edge_attr", "labels of the edges"),
        ] {
            if !names.is_empty() {
                notes.push(format!(
                    "every row of {rows} is a single 1 among {} columns, so they were read as {labels}",
                    names.len()
                ));
            }
        }
        for (rounding, what) in [
            (&self.x.rounding, "x"),
            (&self.edge_attr.rounding, "edge_attr"),
        ] {
            notes.extend(rounding.note(what, 32));
        }
        notes.extend(self.y.take());
        for graph in &mut self.graphs {
            let columns = vertex_label_names.len();
            move_labels(
                columns,
                &mut graph.vertex_attributes,
                &mut graph.vertex_labels,
            );
            let columns = edge_label_names.len();
            move_labels(columns, &mut graph.edge_attributes, &mut graph.edge_labels);
        }
        // One direction is enough in this format, so no note is necessary.
        self.repairs.one_way = 0;
        notes.extend(self.repairs.notes());
        Ok(Dataset {
            name: stem(self.file).into(),
            classes,
            class_names,
            targets,
            graphs: self.graphs,
            vertex_label_names,
            edge_label_names,
            vertex_attributes,
            edge_attributes,
            notes,
            split,
        })
    }
}

/// If rows are labels with `columns` columns: the column of the 1 in each row.
fn move_labels(columns: usize, rows: &mut Vec<f32>, labels: &mut Vec<u32>) {
    if columns == 0 {
        return;
    }
    let hot = |row: &[f32]| row.iter().position(|&number| number == 1.0);
    let of_row = |row| hot(row).unwrap_or_default() as u32;
    *labels = rows.chunks_exact(columns).map(of_row).collect();
    *rows = Vec::new();
}
