//! JSON lines with results: a run log of one epoch, without Python.
//!
//! Each line is a graph with two more keys. `"f"` is a list with a value for each vertex, or an object of such lists by the name of
//! their filter. `"prediction"` is the predicted class, or a list with the score of each class. `y` is in all lines or in none.

use std::collections::BTreeSet;
use std::fmt;

use serde::Deserialize;
use serde::de::value::SeqAccessDeserializer;
use serde::de::{Deserializer, Error, IgnoredAny, MapAccess, SeqAccess, Visitor};

use super::{Header, MAX_CHANNELS, Record, RunLogError, VERSION};
use crate::graph::formats::{Format, gzip::unpacked};
use crate::graph::{DataError, Dataset, json_lines, without_types};

/// Name of a filter without a name.
const CHANNEL: &str = "f";
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
    prediction: Option<IgnoredAny>,
}

/// The results of a line.
#[derive(Deserialize)]
struct Line {
    f: Filters,
    prediction: Prediction,
}

/// The filters of a graph by their names.
struct Filters(Vec<(String, Vec<f64>)>);

/// The prediction for a graph.
enum Prediction {
    /// The name of the class.
    Class(String),
    Scores(Vec<f64>),
}

/// Reads JSON lines with results, plain or compressed. None: the file has another format, or its first line has no `f`.
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
        f: Some(_),
        prediction,
    })) = keys
    else {
        return Ok(None);
    };
    if prediction.is_none() {
        return problem(
            file,
            1,
            "expected a prediction beside f: a class, or the score of each class",
        );
    }
    let dataset = match y {
        Some(_) => json_lines::read_json_lines(file, text)?,
        None => json_lines::read_without_classes(file, text)?,
    };
    let mut results = Results::default();
    for ((number, line), graph) in lines().zip(&dataset.graphs) {
        let line = serde_json::from_slice(line).or_else(|error| {
            let text = without_types(&error.to_string());
            problem(file, number, text)
        })?;
        let added = results.add(line, graph.vertices as usize);
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
    /// Values of each channel.
    channels: Vec<(String, Vec<f32>)>,
    predictions: Predictions,
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
    fn add(&mut self, line: Line, vertices: usize) -> Result<(), String> {
        let Line {
            f: Filters(filters),
            prediction,
        } = line;
        if self.channels.is_empty() {
            self.channels = filters
                .iter()
                .map(|(name, _)| (name.clone(), Vec::new()))
                .collect();
        }
        if filters.len() != self.channels.len() {
            return Err(format!(
                "expected {} filters in f, as in the lines before, found {}",
                self.channels.len(),
                filters.len()
            ));
        }
        for (name, values) in filters {
            let Some((_, all)) = self.channels.iter_mut().find(|(known, _)| *known == name) else {
                return Err(format!(
                    "f has a filter “{name}”, which the lines before do not have"
                ));
            };
            if values.len() != vertices {
                return Err(format!(
                    "expected {vertices} values in f, one for each vertex, found {}",
                    values.len()
                ));
            }
            add_numbers("f", all, values)?;
        }
        match (prediction, &mut self.predictions) {
            (Prediction::Class(class), none @ Predictions::None) => {
                *none = Predictions::Classes(vec![class]);
            }
            (Prediction::Class(class), Predictions::Classes(all)) => all.push(class),
            (Prediction::Scores(scores), none @ Predictions::None) if !scores.is_empty() => {
                let count = scores.len();
                let mut all = Vec::new();
                add_numbers("prediction", &mut all, scores)?;
                *none = Predictions::Scores(all, count);
            }
            (Prediction::Scores(scores), Predictions::Scores(all, count))
                if scores.len() == *count =>
            {
                add_numbers("prediction", all, scores)?;
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
        let header = Header {
            run_log: VERSION,
            name: dataset.name.clone(),
            channels: self.channels.iter().map(|(name, _)| name.clone()).collect(),
            classes,
            graphs: dataset.graphs.len() as u32,
            vertices: super::vertices(&dataset),
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
        let channels = self.channels.into_iter();
        let mut values: Vec<f32> = channels.flat_map(|(_, values)| values).collect();
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

/// Adds numbers of 32 bits.
fn add_numbers(key: &str, all: &mut Vec<f32>, numbers: Vec<f64>) -> Result<(), String> {
    for number in numbers {
        let narrow = number as f32;
        if !narrow.is_finite() {
            return Err(format!(
                "{key}: expected numbers up to 3.4e38, the largest of 32 bits, found {number:e}"
            ));
        }
        all.push(narrow);
    }
    Ok(())
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
                formatter.write_str("f, a list of numbers, or an object of such lists")
            }

            fn visit_seq<A: SeqAccess<'de>>(self, list: A) -> Result<Filters, A::Error> {
                Ok(Filters(vec![(CHANNEL.into(), numbers(list)?)]))
            }

            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Filters, A::Error> {
                let mut filters: Vec<(String, Vec<f64>)> = Vec::new();
                while let Some((name, values)) = map.next_entry::<String, Vec<f64>>()? {
                    if filters.len() == MAX_CHANNELS {
                        let text = format_args!("f has more than {MAX_CHANNELS} filters");
                        return Err(A::Error::custom(text));
                    }
                    if filters.iter().any(|(known, _)| *known == name) {
                        let text = format_args!("f has two filters “{name}”");
                        return Err(A::Error::custom(text));
                    }
                    filters.push((name, values));
                }
                Ok(Filters(filters))
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
