//! JSON lines with results: a run log of one epoch, without Python.
//!
//! Each line is a graph with more keys. `"f"` is a list with a value for each vertex, or an object of such lists by the name of
//! their filter. `"edge_f"` is the same for each item of `"edges"`. One of the two is enough. `"prediction"` is the predicted class, or a list with the score of each class. `y` is in all lines or in none.

use std::collections::BTreeSet;
use std::fmt;

use serde::Deserialize;
use serde::de::value::SeqAccessDeserializer;
use serde::de::{Deserializer, Error, IgnoredAny, MapAccess, SeqAccess, Visitor};

use super::edge_values::of_simple_graph;
use super::{Header, MAX_CHANNELS, Record, RunLogError, VERSION};
use crate::graph::formats::{Format, gzip::unpacked};
use crate::graph::{DataError, Dataset, json_lines, without_types};

/// The key of filters of vertices, and the name of one without a name.
const F: &str = "f";
/// The key of filters of edges, and the name of one without a name.
const EDGE_F: &str = "edge_f";
/// The only epoch.
const EPOCH: u32 = 1;
/// Score of a class that is not the predicted one if only this one is known, which has the score 0. Its softmax is 0.
const NOT_PREDICTED: f32 = -100.0;

/// Such a file.
#[derive(Clone, Debug, PartialEq)]
pub struct LoggedLines {
    pub header: Header,
    /// The class of a graph is its index in the header.
    pub dataset: Dataset,
    /// The only epoch.
    pub record: Record,
}

/// The keys of a line that determine the kind of its file.
#[derive(Deserialize)]
struct Keys {
    y: Option<IgnoredAny>,
    f: Option<IgnoredAny>,
    edge_f: Option<IgnoredAny>,
    prediction: Option<IgnoredAny>,
}

/// The results of a line.
#[derive(Deserialize)]
struct Line {
    f: Option<Filters>,
    edge_f: Option<Filters>,
    prediction: Prediction,
}

/// The edges of a line, in the order of its edge values.
#[derive(Deserialize)]
struct Listed {
    edges: Vec<[u32; 2]>,
}

/// The filters of a graph by their names.
enum Filters {
    /// One, without a name.
    One(Vec<f64>),
    Named(Vec<(String, Vec<f64>)>),
}

impl Filters {
    /// The filters with names; `key` is the name of one without a name.
    fn named(self, key: &str) -> Vec<(String, Vec<f64>)> {
        match self {
            Self::One(values) => vec![(key.to_owned(), values)],
            Self::Named(filters) => filters,
        }
    }
}

/// The prediction for a graph.
enum Prediction {
    /// The name of the class.
    Class(String),
    Scores(Vec<f64>),
}

/// Reads JSON lines with results, plain or compressed. None: the file has another format, or its first line has neither `f`
/// nor `edge_f`.
///
/// # Errors
/// The problem and its line.
pub fn read_logged_lines(file: &str, bytes: &[u8]) -> Result<Option<LoggedLines>, RunLogError> {
    let (file, text) = unpacked(file, bytes)?;
    if Format::of(file, &text) != Format::JsonLines {
        return Ok(None);
    }
    let text = text.strip_prefix(b"\xef\xbb\xbf").unwrap_or(&text);
    let lines = || {
        let numbered = (1..).zip(text.split(|&byte| byte == b'\n'));
        numbered
            .map(|(number, line)| (number, line.trim_ascii()))
            .filter(|(_, line)| !line.is_empty())
    };
    // The reader of data sets reports the problem of an unreadable line.
    let keys = lines().next().map(|(_, line)| serde_json::from_slice(line));
    let Some(Ok(Keys {
        y,
        f,
        edge_f,
        prediction,
    })) = keys
    else {
        return Ok(None);
    };
    let key = match (f, edge_f) {
        (Some(_), _) => F,
        (None, Some(_)) => EDGE_F,
        (None, None) => return Ok(None),
    };
    if prediction.is_none() {
        let text =
            format!("expected a prediction beside {key}: a class, or the score of each class");
        return problem(file, 1, text);
    }
    let dataset = match y {
        Some(_) => json_lines::read_json_lines(file, text)?,
        None => json_lines::read_without_classes(file, text)?,
    };
    if let Some(target) = dataset.targets.first() {
        let text = format!(
            "expected a class as y, found targets such as {target}: lines with a prediction have classes"
        );
        return problem(file, 1, text);
    }
    let mut results = Results::default();
    for ((number, text), graph) in lines().zip(&dataset.graphs) {
        let invalid = |error: serde_json::Error| without_types(&error.to_string());
        let line: Result<Line, _> = serde_json::from_slice(text).map_err(invalid);
        let added = line.and_then(|line| {
            let listed = match &line.edge_f {
                Some(_) => {
                    serde_json::from_slice::<Listed>(text)
                        .map_err(invalid)?
                        .edges
                }
                None => Vec::new(),
            };
            results.add(line, graph.vertices as usize, &listed)
        });
        added.or_else(|text| problem(file, number, text))?;
    }
    results.finish(file, dataset, y.is_some()).map(Some)
}

fn problem<T>(file: &str, line: usize, problem: impl Into<String>) -> Result<T, RunLogError> {
    let (file, problem) = (file.into(), problem.into());
    Err(DataError::File {
        file,
        problem: format!("line {line}: {problem}"),
    }
    .into())
}

/// The results of the lines so far.
#[derive(Default)]
struct Results {
    filters: Channels,
    edge_filters: Channels,
    predictions: Predictions,
}

/// The filters under one key of the lines so far: their names, and their values for all graphs. None: no line yet.
#[derive(Default)]
struct Channels(Option<Vec<(String, Vec<f32>)>>);

impl Channels {
    /// Adds the filters of a line. `values_of` checks the numbers of a filter.
    fn add(
        &mut self,
        key: &str,
        filters: Option<Filters>,
        values_of: impl Fn(&[f64]) -> Result<Vec<f32>, String>,
    ) -> Result<(), String> {
        let filters = filters.map_or_else(Vec::new, |filters| filters.named(key));
        let known = self.0.get_or_insert_with(|| {
            let names = filters.iter().map(|(name, _)| name);
            names.map(|name| (name.clone(), Vec::new())).collect()
        });
        if filters.len() != known.len() {
            return Err(format!(
                "expected {} filters in {key}, as in the lines before, found {}",
                known.len(),
                filters.len()
            ));
        }
        for (name, values) in filters {
            let Some((_, all)) = known.iter_mut().find(|(known, _)| *known == name) else {
                return Err(format!(
                    "{key} has a filter “{name}”, which the lines before do not have"
                ));
            };
            all.extend(values_of(&values)?);
        }
        Ok(())
    }

    /// The names, and the values of all channels.
    fn finish(self) -> (Vec<String>, impl Iterator<Item = f32>) {
        let (names, values): (Vec<_>, Vec<_>) = self.0.unwrap_or_default().into_iter().unzip();
        (names, values.into_iter().flatten())
    }
}

#[derive(Default)]
enum Predictions {
    #[default]
    None,
    /// The predicted class of each graph.
    Classes(Vec<String>),
    /// The scores, graph by graph, and their number for one graph.
    Scores(Vec<f32>, usize),
}

impl Results {
    /// `listed`: the edges in the order of the edge values, if there are any.
    fn add(&mut self, line: Line, vertices: usize, listed: &[[u32; 2]]) -> Result<(), String> {
        let Line {
            f,
            edge_f,
            prediction,
        } = line;
        self.filters.add(F, f, |values| {
            if values.len() != vertices {
                return Err(format!(
                    "expected {vertices} values in f, one for each vertex, found {}",
                    values.len()
                ));
            }
            values.iter().map(|&value| narrow(F, value)).collect()
        })?;
        self.edge_filters
            .add(EDGE_F, edge_f, |values| of_simple_graph(listed, values))?;
        match (prediction, &mut self.predictions) {
            (Prediction::Class(class), none @ Predictions::None) => {
                *none = Predictions::Classes(vec![class]);
            }
            (Prediction::Class(class), Predictions::Classes(all)) => all.push(class),
            (Prediction::Scores(scores), none @ Predictions::None) if !scores.is_empty() => {
                let count = scores.len();
                *none = Predictions::Scores(narrow_scores(scores)?, count);
            }
            (Prediction::Scores(scores), Predictions::Scores(all, count))
                if scores.len() == *count =>
            {
                all.extend(narrow_scores(scores)?);
            }
            _ => {
                return Err(
                    "expected a prediction of one kind in all lines: a class, or the score of each class"
                        .into(),
                );
            }
        }
        Ok(())
    }

    /// The run log of these results.
    fn finish(
        self,
        file: &str,
        mut dataset: Dataset,
        labelled: bool,
    ) -> Result<LoggedLines, RunLogError> {
        let known = match labelled {
            true => &dataset.class_names[..],
            false => &[],
        };
        let classes = match &self.predictions {
            Predictions::Scores(_, count) => classes_of_scores(file, known, *count)?,
            Predictions::Classes(predicted) => with_predicted(known, predicted),
            Predictions::None => Vec::new(),
        };
        if labelled {
            let column = |name| classes.iter().position(|class| class == name);
            let columns: Vec<u32> = known
                .iter()
                .map(|name| column(name).unwrap_or_default() as u32)
                .collect();
            for class in &mut dataset.classes {
                *class = columns[*class as usize];
            }
        }
        dataset.class_names.clone_from(&classes);
        let (channels, filters) = self.filters.finish();
        let (edge_channels, edge_filters) = self.edge_filters.finish();
        if let Some(name) = channels.iter().find(|name| edge_channels.contains(name)) {
            let text = format!("f and edge_f both have a filter “{name}”: rename one of them");
            return problem(file, 1, text);
        }
        let header = Header {
            run_log: VERSION,
            name: dataset.name.clone(),
            classes,
            graphs: dataset.graphs.len() as u32,
            vertices: super::vertices(&dataset),
            edges: match edge_channels.is_empty() {
                true => 0,
                false => super::edges(&dataset),
            },
            channels,
            edge_channels,
            labelled,
            attributions: false,
        };
        // Before the memory of the scores: their number is the product of two numbers in the file.
        header.check().map_err(|error| match error {
            RunLogError::File { problem, .. } => {
                let file = file.into();
                RunLogError::Graphs(DataError::File { file, problem })
            }
            RunLogError::Graphs(_) => error,
        })?;
        let mut values: Vec<f32> = filters.chain(edge_filters).collect();
        match self.predictions {
            Predictions::Scores(scores, _) => values.extend(scores),
            Predictions::Classes(predicted) => {
                for own in &predicted {
                    let score = |class: &String| if own == class { 0.0 } else { NOT_PREDICTED };
                    values.extend(header.classes.iter().map(score));
                }
            }
            Predictions::None => {}
        }
        Ok(LoggedLines {
            header,
            dataset,
            record: Record {
                epoch: EPOCH,
                loss: None,
                values,
            },
        })
    }
}

/// A number of 32 bits.
pub(super) fn narrow(key: &str, number: f64) -> Result<f32, String> {
    let narrow = number as f32;
    match narrow.is_finite() {
        true => Ok(narrow),
        false => Err(format!(
            "{key}: expected numbers up to 3.4e38, the largest of 32 bits, found {number:e}"
        )),
    }
}

fn narrow_scores(scores: Vec<f64>) -> Result<Vec<f32>, String> {
    let scores = scores.into_iter();
    scores.map(|score| narrow("prediction", score)).collect()
}

/// The names of the columns of scores: the classes of the graphs in their order. If these are numbers, columns are counted from 0,
/// so that a class can be absent.
fn classes_of_scores(
    file: &str,
    known: &[String],
    count: usize,
) -> Result<Vec<String>, RunLogError> {
    let is_column = |name: &String| name.parse().is_ok_and(|column: usize| column < count);
    if known.len() == count {
        Ok(known.to_vec())
    } else if known.iter().all(is_column) {
        Ok((0..count).map(|column| column.to_string()).collect())
    } else {
        let text = format!(
            "expected {} scores in each prediction, one for each class of y in ascending order, found {count}",
            known.len()
        );
        problem(file, 1, text)
    }
}

/// The classes of the graphs, then those that are only predicted.
fn with_predicted(known: &[String], predicted: &[String]) -> Vec<String> {
    let mut others: BTreeSet<&String> = predicted.iter().collect();
    for name in known {
        others.remove(name);
    }
    let mut others = Vec::from_iter(others);
    // Numbers by their size.
    others.sort_by_key(|name| name.parse::<i64>().unwrap_or(i64::MAX));
    known.iter().chain(others).cloned().collect()
}

impl<'de> Deserialize<'de> for Filters {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct FiltersVisitor;
        impl<'de> Visitor<'de> for FiltersVisitor {
            type Value = Filters;

            fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
                formatter.write_str("f or edge_f, a list of numbers, or an object of such lists")
            }

            fn visit_seq<A: SeqAccess<'de>>(self, list: A) -> Result<Filters, A::Error> {
                Ok(Filters::One(numbers(list)?))
            }

            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Filters, A::Error> {
                let mut filters: Vec<(String, Vec<f64>)> = Vec::new();
                while let Some((name, values)) = map.next_entry::<String, Vec<f64>>()? {
                    if filters.len() == MAX_CHANNELS {
                        let text = format_args!("a key has more than {MAX_CHANNELS} filters");
                        return Err(A::Error::custom(text));
                    }
                    if filters.iter().any(|(known, _)| *known == name) {
                        let text = format_args!("a key has two filters “{name}”");
                        return Err(A::Error::custom(text));
                    }
                    filters.push((name, values));
                }
                Ok(Filters::Named(filters))
            }
        }
        deserializer.deserialize_any(FiltersVisitor)
    }
}

impl<'de> Deserialize<'de> for Prediction {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct PredictionVisitor;
        impl<'de> Visitor<'de> for PredictionVisitor {
            type Value = Prediction;

            fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
                formatter
                    .write_str("prediction, a class like y, or a list with the score of each class")
            }

            fn visit_i64<E>(self, number: i64) -> Result<Prediction, E> {
                Ok(Prediction::Class(number.to_string()))
            }

            fn visit_u64<E>(self, number: u64) -> Result<Prediction, E> {
                Ok(Prediction::Class(number.to_string()))
            }

            fn visit_str<E>(self, text: &str) -> Result<Prediction, E> {
                Ok(Prediction::Class(text.into()))
            }

            fn visit_seq<A: SeqAccess<'de>>(self, list: A) -> Result<Prediction, A::Error> {
                Ok(Prediction::Scores(numbers(list)?))
            }
        }
        deserializer.deserialize_any(PredictionVisitor)
    }
}

fn numbers<'de, A: SeqAccess<'de>>(list: A) -> Result<Vec<f64>, A::Error> {
    Vec::deserialize(SeqAccessDeserializer::new(list))
}
