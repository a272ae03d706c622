//! A training run as a file: safetensors with all data for a bit-identical continuation on the same processor.
//!
//! `docs/checkpoint.md` lists names and shapes of the tensors. `__metadata__` holds, each as text:
//!
//! | Key | Value |
//! | --- | --- |
//! | `format`, `version` | the kind of file, and the version of this table that it follows |
//! | `config` | [`TrainingConfig`] as JSON |
//! | `learning_rate`, `weight_decay` | of the configuration, with every bit, which JSON does not guarantee |
//! | `dataset`, `fingerprint` | name of the data set, and [`Dataset::fingerprint`](crate::graph::Dataset::fingerprint) in hexadecimal digits |
//! | `classes` | names of the classes, a JSON array |
//! | `degrees`, `labels`, `attributes` | rows of the tables of vertices, and attributes of a vertex |
//! | `edge_labels`, `edge_attributes` | rows of the tables of edge labels, and attributes of an edge |
//! | `sort_pool` | vertices that sort pooling keeps |
//! | `epoch`, `step` | finished epochs and steps |
//! | `epoch_loss`, `epoch_correct` | sums over the graphs of the unfinished epoch: of the losses, and of the correct predictions or absolute errors |
//! | `random_order`, `random_dropout`, `random_ties` | words drawn from the random streams |
//!
//! The tensors `split.train`, `split.validation` and `split.test` are the graphs of each part. `order` is the training part in the
//! order of the current epoch. `statistics.attributes` and `statistics.edge_attributes` have mean and scale of each attribute that
//! the model reads. `statistics.filter` has the range of the fixed filter, and `statistics.targets` mean and scale of the targets, if
//! the graphs have targets: see [`Statistics`]. `set_types.pairs` and `set_types.triples` are the types of [`SetTypes`], if there are
//! any. `history.steps` and `history.epochs`
//! are the curves, see [`History`]. Files from before these tensors existed resume without them.

use std::{collections::BTreeMap, fmt::Display, mem, str::FromStr};

use safetensors::{Dtype, SafeTensors, tensor::TensorView};
use serde_json::json;
use thiserror::Error;

use super::{
    History,
    weights::{Array, Arrays},
};
use crate::{
    config::{ConfigError, TrainingConfig},
    graph::{
        Dataset, Statistics, Task,
        batch::{FeatureSizes, SetType, SetTypes},
        folds::Split,
    },
};

const FORMAT: &str = "sublevel checkpoint";
const VERSION: u32 = 2;

/// Tensors of [`Statistics`].
const ATTRIBUTES: &str = "statistics.attributes";
const EDGE_ATTRIBUTES: &str = "statistics.edge_attributes";
const FILTER: &str = "statistics.filter";
const TARGETS: &str = "statistics.targets";
/// Tensors of [`SetTypes`].
const PAIR_TYPES: &str = "set_types.pairs";
const TRIPLE_TYPES: &str = "set_types.triples";
/// Tensors of [`History`].
pub(super) const STEPS: &str = "history.steps";
pub(super) const EPOCHS: &str = "history.epochs";

/// A saved training run.
#[derive(Clone, Debug, PartialEq)]
pub struct Checkpoint {
    /// The configuration, with the current learning rate.
    pub config: TrainingConfig,
    /// Name of the data set.
    pub dataset: String,
    /// [`Dataset::fingerprint`](crate::graph::Dataset::fingerprint) of the data set.
    pub fingerprint: u64,
    /// The classes in the order of the scores; one without a name if the model predicts a number.
    pub class_names: Vec<String>,
    /// Sizes of the features of vertices and edges that the model reads.
    pub feature_sizes: FeatureSizes,
    /// Vertices that sort pooling keeps of a graph.
    pub sort_pool: usize,
    /// The types of sets of vertices in the tables of 1-2-3-GNN; none for other models.
    pub set_types: SetTypes,
    /// The training, validation and test graphs.
    pub split: Split,
    /// Their statistics, for comparison with those of all graphs.
    pub statistics: Statistics,
    /// Finished epochs.
    pub epoch: u32,
    /// Finished steps.
    pub step: u32,
    /// The reports of its steps and epochs.
    pub history: History,
    pub(super) order: Vec<u32>,
    pub(super) epoch_loss: f64,
    /// Sum of the metric over the graphs of the unfinished epoch, in the metadata `epoch_correct`.
    pub(super) epoch_metric: f64,
    pub(super) random_order: u128,
    pub(super) random_dropout: u128,
    pub(super) random_ties: u128,
    /// Weights, running statistics and Adam's means.
    pub(super) arrays: Arrays,
}

/// The reason why a file is not the requested checkpoint.
#[derive(Clone, Debug, Error, PartialEq)]
pub enum CheckpointError {
    /// Not safetensors, or damaged.
    #[error("expected a safetensors file, found something else or a damaged one: {0}")]
    File(String),
    /// The safetensors file of another program.
    #[error(
        "expected weights saved by Sublevel, found a safetensors file without format = “{FORMAT}” in its metadata"
    )]
    Foreign,
    /// Another version of the program wrote the file.
    #[error(
        "expected a checkpoint of version {VERSION}, found version {0}: use the version of Sublevel that wrote it"
    )]
    Version(String),
    /// An invalid number or text.
    #[error("the checkpoint is damaged: expected {expected} as {name}, found {found}")]
    Value {
        /// Key of the metadata, or name of the tensor.
        name: String,
        /// The valid values.
        expected: String,
        /// The value in the file.
        found: String,
    },
    /// A tensor of the model that the file lacks.
    #[error("expected the tensor {0}, found none: the file is of another model or damaged")]
    Missing(String),
    /// A tensor that the model does not have.
    #[error("the model has no tensor {0}: the file is of another model or damaged")]
    Unexpected(String),
    /// A tensor with a size other than that of the configuration.
    #[error("expected the shape {expected:?} of the tensor {name}, found {found:?}")]
    Shape {
        /// Name of the tensor.
        name: String,
        /// The shape for the configuration and the data set.
        expected: Vec<usize>,
        /// The shape in the file.
        found: Vec<usize>,
    },
    /// The current data set is not the one of the file.
    #[error("expected {expected}, which the checkpoint was saved on, found {found}")]
    Dataset {
        /// The data set of the file.
        expected: String,
        /// The current data set.
        found: String,
    },
    /// A configuration that cannot be trained.
    #[error("the configuration in the checkpoint: {0}")]
    Config(#[from] ConfigError),
}

impl CheckpointError {
    /// An invalid value. The message shortens the value from the file, since files may contain any text.
    pub(super) fn value(name: &str, expected: impl Display, found: impl Display) -> Self {
        const MAX_LENGTH: usize = 80;
        let mut found = found.to_string();
        if let Some((end, _)) = found.char_indices().nth(MAX_LENGTH) {
            found.truncate(end);
            found.push('…');
        }
        Self::Value {
            name: name.into(),
            expected: expected.to_string(),
            found,
        }
    }
}

impl Checkpoint {
    /// The bytes of the file. The same run gives the same bytes.
    pub fn to_bytes(&self) -> Vec<u8> {
        let metadata = json!({
            "format": FORMAT,
            "version": VERSION.to_string(),
            "config": json!(self.config).to_string(),
            "learning_rate": self.config.learning_rate.to_string(),
            "weight_decay": self.config.weight_decay.to_string(),
            "dataset": self.dataset,
            "fingerprint": format!("{:016x}", self.fingerprint),
            "classes": json!(self.class_names).to_string(),
            "degrees": self.feature_sizes.degrees.to_string(),
            "labels": self.feature_sizes.labels.to_string(),
            "attributes": self.feature_sizes.attributes.to_string(),
            "edge_labels": self.feature_sizes.edge_labels.to_string(),
            "edge_attributes": self.feature_sizes.edge_attributes.to_string(),
            "sort_pool": self.sort_pool.to_string(),
            "epoch": self.epoch.to_string(),
            "step": self.step.to_string(),
            "epoch_loss": self.epoch_loss.to_string(),
            "epoch_correct": self.epoch_metric.to_string(),
            "random_order": self.random_order.to_string(),
            "random_dropout": self.random_dropout.to_string(),
            "random_ties": self.random_ties.to_string(),
        });
        let mut header = serde_json::Map::from_iter([("__metadata__".to_owned(), metadata)]);
        let mut data = Vec::new();
        let mut add = |name: &str, dtype: &str, shape: &[usize], bytes: &[u8]| {
            let start = data.len();
            data.extend_from_slice(bytes);
            let place =
                json!({ "dtype": dtype, "shape": shape, "data_offsets": [start, data.len()] });
            header.insert(name.to_owned(), place);
        };
        // Wide numbers first: readers require each tensor at a multiple of its width.
        for (name, graphs) in [
            ("order", &self.order),
            ("split.train", &self.split.train),
            ("split.validation", &self.split.validation),
            ("split.test", &self.split.test),
        ] {
            add(name, "I64", &[graphs.len()], &wide(graphs));
        }
        for (name, types) in [
            (PAIR_TYPES, &self.set_types.pairs),
            (TRIPLE_TYPES, &self.set_types.triples),
        ] {
            if !types.is_empty() {
                add(name, "I64", &[types.len(), 4], &wide(types.as_flattened()));
            }
        }
        for (name, pairs) in [
            (ATTRIBUTES, &self.statistics.attributes[..]),
            (EDGE_ATTRIBUTES, &self.statistics.edge_attributes),
            (FILTER, &[self.statistics.filter]),
            (TARGETS, self.statistics.targets.as_slice()),
        ] {
            // Files of runs on classes are those of versions without targets.
            if name == TARGETS && pairs.is_empty() {
                continue;
            }
            let bytes: Vec<u8> = pairs
                .as_flattened()
                .iter()
                .flat_map(|number| number.to_le_bytes())
                .collect();
            add(name, "F64", &[pairs.len(), 2], &bytes);
        }
        let History { steps, epochs } = &self.history;
        for (name, rows, columns) in [
            (STEPS, steps.as_flattened(), 2),
            (EPOCHS, epochs.as_flattened(), 3),
        ] {
            let bytes: Vec<u8> = rows.iter().flat_map(|x| x.to_le_bytes()).collect();
            add(name, "F32", &[rows.len() / columns, columns], &bytes);
        }
        for (name, array) in &self.arrays {
            let bytes: Vec<u8> = array.values.iter().flat_map(|x| x.to_le_bytes()).collect();
            add(name, "F32", &array.shape, &bytes);
        }
        let mut text = serde_json::Value::Object(header).to_string();
        text.extend((text.len()..text.len().next_multiple_of(8)).map(|_| ' '));
        [&(text.len() as u64).to_le_bytes(), text.as_bytes(), &data].concat()
    }

    /// Reads a file. Does not check whether the file fits a data set.
    ///
    /// # Errors
    /// If the bytes are not a checkpoint of this version, or a number in them is invalid. The bytes may be arbitrary.
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, CheckpointError> {
        let damaged =
            |error: safetensors::SafeTensorError| CheckpointError::File(error.to_string());
        let (_, header) = SafeTensors::read_metadata(bytes).map_err(damaged)?;
        let texts = header.metadata().iter().flatten();
        let texts = Texts(texts.map(|(key, text)| (&key[..], &text[..])).collect());
        if texts.0.get("format") != Some(&FORMAT) {
            return Err(CheckpointError::Foreign);
        }
        let version = texts.get("version")?;
        if version != VERSION.to_string() {
            return Err(CheckpointError::Version(version.into()));
        }
        let file = SafeTensors::deserialize(bytes).map_err(damaged)?;
        let mut tensors: BTreeMap<_, _> = file.iter().collect();
        let history = History {
            steps: rows(STEPS, tensors.remove(STEPS))?,
            epochs: rows(EPOCHS, tensors.remove(EPOCHS))?,
        };
        let targets = tensors.remove(TARGETS);
        let targets = targets.map(|tensor| scale(TARGETS, tensor)).transpose()?;
        let set_types = SetTypes {
            pairs: types(PAIR_TYPES, tensors.remove(PAIR_TYPES))?,
            triples: types(TRIPLE_TYPES, tensors.remove(TRIPLE_TYPES))?,
        };
        let mut take = |name: &str| {
            let tensor = tensors.remove(name);
            tensor.ok_or_else(|| CheckpointError::Missing(name.into()))
        };
        let mut graphs = |name: &str| graphs(name, take(name)?);
        Ok(Self {
            config: TrainingConfig {
                learning_rate: texts.number("learning_rate")?,
                weight_decay: texts.number("weight_decay")?,
                ..texts.json("config")?
            },
            dataset: texts.get("dataset")?.into(),
            fingerprint: u64::from_str_radix(texts.get("fingerprint")?, 16).map_err(|error| {
                CheckpointError::value("fingerprint", "hexadecimal digits", error)
            })?,
            class_names: texts.json("classes")?,
            feature_sizes: FeatureSizes {
                degrees: texts.number("degrees")?,
                labels: texts.number("labels")?,
                attributes: texts.number("attributes")?,
                edge_labels: texts.number("edge_labels")?,
                edge_attributes: texts.number("edge_attributes")?,
            },
            sort_pool: texts.number("sort_pool")?,
            set_types,
            epoch: texts.number("epoch")?,
            step: texts.number("step")?,
            epoch_loss: texts.finite("epoch_loss")?,
            epoch_metric: texts.finite("epoch_correct")?,
            random_order: texts.number("random_order")?,
            random_dropout: texts.number("random_dropout")?,
            random_ties: texts.number("random_ties")?,
            order: graphs("order")?,
            split: Split {
                train: graphs("split.train")?,
                validation: graphs("split.validation")?,
                test: graphs("split.test")?,
            },
            statistics: Statistics {
                attributes: scales(ATTRIBUTES, take(ATTRIBUTES)?)?,
                edge_attributes: scales(EDGE_ATTRIBUTES, take(EDGE_ATTRIBUTES)?)?,
                filter: range(FILTER, take(FILTER)?)?,
                targets,
            },
            history,
            arrays: tensors
                .into_iter()
                .map(|(name, tensor)| Ok((name.to_owned(), array(name, &tensor)?)))
                .collect::<Result<_, CheckpointError>>()?,
        })
    }
}

impl Checkpoint {
    /// Checks that the run can continue with these graphs.
    pub(super) fn check(&self, dataset: &Dataset) -> Result<(), CheckpointError> {
        let fingerprint = dataset.fingerprint();
        if self.fingerprint != fingerprint {
            // The names identify the data sets best, unless the two differ only in their graphs.
            let same_name = self.dataset == dataset.name;
            let data_set = |name: &str, fingerprint| match same_name {
                true => format!("the data set “{name}” with the fingerprint {fingerprint:016x}"),
                false => format!("the data set “{name}”"),
            };
            return Err(CheckpointError::Dataset {
                expected: data_set(&self.dataset, self.fingerprint),
                found: data_set(&dataset.name, fingerprint),
            });
        }
        let mut free = vec![true; dataset.graphs.len()];
        let Split {
            train,
            validation,
            test,
        } = &self.split;
        for (name, part) in [
            ("split.train", train),
            ("split.validation", validation),
            ("split.test", test),
        ] {
            for &graph in part {
                if !free.get_mut(graph as usize).is_some_and(mem::take) {
                    let expected = format!(
                        "graphs below {}, each in one part and once",
                        dataset.graphs.len()
                    );
                    return Err(CheckpointError::value(name, expected, graph));
                }
            }
        }
        let [mut order, mut train] = [&self.order, train].map(Clone::clone);
        order.sort_unstable();
        train.sort_unstable();
        if order != train {
            return Err(CheckpointError::value(
                "order",
                "the graphs of split.train",
                "others",
            ));
        }
        Ok(())
    }
}

/// Checks that there are statistics of every attribute that a model with these feature sizes reads.
///
/// # Errors
/// If there are more or fewer.
pub(super) fn check_statistics(
    statistics: &Statistics,
    feature_sizes: FeatureSizes,
) -> Result<(), CheckpointError> {
    for (name, pairs, attributes) in [
        (ATTRIBUTES, &statistics.attributes, feature_sizes.attributes),
        (
            EDGE_ATTRIBUTES,
            &statistics.edge_attributes,
            feature_sizes.edge_attributes,
        ),
    ] {
        if pairs.len() != attributes {
            return Err(CheckpointError::Shape {
                name: name.into(),
                expected: vec![attributes, 2],
                found: vec![pairs.len(), 2],
            });
        }
    }
    Ok(())
}

/// The quantity that a model with these statistics predicts.
pub(super) fn task(statistics: &Statistics) -> Task {
    match statistics.targets {
        None => Task::Classification,
        Some(_) => Task::Regression,
    }
}

/// Checks the sum of the metric over the first `graphs` graphs of an epoch.
///
/// # Errors
/// If it is no number of correct predictions, or negative.
pub(super) fn check_metric(sum: f64, task: Task, graphs: u32) -> Result<(), CheckpointError> {
    let (is_valid, expected) = match task {
        Task::Classification => (
            sum.fract() == 0.0 && (0.0..=f64::from(graphs)).contains(&sum),
            format!("a whole number, at most {graphs}"),
        ),
        Task::Regression => (sum >= 0.0, "a sum of absolute errors".into()),
    };
    match is_valid {
        true => Ok(()),
        false => Err(CheckpointError::value("epoch_correct", expected, sum)),
    }
}

/// The metadata.
struct Texts<'a>(BTreeMap<&'a str, &'a str>);

impl Texts<'_> {
    fn get(&self, key: &str) -> Result<&str, CheckpointError> {
        let text = self.0.get(key).copied();
        text.ok_or_else(|| CheckpointError::value(key, "a text in the metadata", "none"))
    }

    fn number<T: FromStr<Err: Display>>(&self, key: &str) -> Result<T, CheckpointError> {
        let text = self.get(key)?;
        let number = text.parse();
        number
            .map_err(|error| CheckpointError::value(key, "a number", format!("“{text}”: {error}")))
    }

    fn finite(&self, key: &str) -> Result<f64, CheckpointError> {
        let number: f64 = self.number(key)?;
        let error = || CheckpointError::value(key, "a finite number", number);
        number.is_finite().then_some(number).ok_or_else(error)
    }

    fn json<T: serde::de::DeserializeOwned>(&self, key: &str) -> Result<T, CheckpointError> {
        let value = serde_json::from_str(self.get(key)?);
        value.map_err(|error| CheckpointError::value(key, "JSON as this version writes it", error))
    }
}

/// The bytes of these numbers as I64.
fn wide(numbers: &[u32]) -> Vec<u8> {
    let numbers = numbers.iter();
    numbers
        .flat_map(|&number| i64::from(number).to_le_bytes())
        .collect()
}

/// A list of graphs by index.
fn graphs(name: &str, tensor: TensorView) -> Result<Vec<u32>, CheckpointError> {
    if tensor.dtype() != Dtype::I64 || tensor.shape().len() != 1 {
        let found = format!("{:?} {:?}", tensor.dtype(), tensor.shape());
        return Err(CheckpointError::value(name, "a list of I64", found));
    }
    narrow(name, "indices of graphs", &tensor)
}

/// Types of sets of vertices, ascending. Empty if no such tensor exists.
fn types(name: &str, tensor: Option<TensorView>) -> Result<Vec<SetType>, CheckpointError> {
    let Some(tensor) = tensor else {
        return Ok(Vec::new());
    };
    if tensor.dtype() != Dtype::I64 || !matches!(tensor.shape(), [_, 4]) {
        let found = format!("{:?} {:?}", tensor.dtype(), tensor.shape());
        return Err(CheckpointError::value(name, "rows of four I64", found));
    }
    let numbers = narrow(name, "numbers of 0 or more", &tensor)?;
    let types: Vec<SetType> = numbers.as_chunks().0.to_vec();
    match types.array_windows().find(|[a, b]| a >= b) {
        Some([_, b]) => {
            let found = format!("{b:?}");
            Err(CheckpointError::value(
                name,
                "rows in ascending order",
                found,
            ))
        }
        None => Ok(types),
    }
}

/// The numbers of a tensor of I64, if all of them have 32 bits.
fn narrow(name: &str, expected: &str, tensor: &TensorView) -> Result<Vec<u32>, CheckpointError> {
    let (numbers, _) = tensor.data().as_chunks();
    let number = |&bytes: &[u8; 8]| {
        let number = i64::from_le_bytes(bytes);
        let wrong = |_| CheckpointError::value(name, expected, number);
        u32::try_from(number).map_err(wrong)
    };
    numbers.iter().map(number).collect()
}

/// Mean and scale of each attribute.
fn scales(name: &str, tensor: TensorView) -> Result<Vec<[f64; 2]>, CheckpointError> {
    let scales = pairs(name, tensor)?;
    match scales.iter().find(|[_, scale]| *scale < 0.0) {
        Some([_, scale]) => Err(CheckpointError::value(name, "scales of 0 or more", scale)),
        None => Ok(scales),
    }
}

/// Mean and positive scale of the targets.
fn scale(name: &str, tensor: TensorView) -> Result<[f64; 2], CheckpointError> {
    match pairs(name, tensor)?[..] {
        [[mean, scale]] if scale > 0.0 => Ok([mean, scale]),
        ref other => {
            let found = format!("{other:?}");
            let expected = "a mean and a positive scale, [1, 2] of F64";
            Err(CheckpointError::value(name, expected, found))
        }
    }
}

/// A smallest and a largest number.
fn range(name: &str, tensor: TensorView) -> Result<[f64; 2], CheckpointError> {
    match pairs(name, tensor)?[..] {
        [[low, high]] if low <= high => Ok([low, high]),
        ref other => {
            let found = format!("{other:?}");
            let expected = "a smallest and a largest value, [1, 2] of F64";
            Err(CheckpointError::value(name, expected, found))
        }
    }
}

/// Two finite numbers per row.
fn pairs(name: &str, tensor: TensorView) -> Result<Vec<[f64; 2]>, CheckpointError> {
    if tensor.dtype() != Dtype::F64 || !matches!(tensor.shape(), [_, 2]) {
        let found = format!("{:?} {:?}", tensor.dtype(), tensor.shape());
        return Err(CheckpointError::value(name, "rows of two F64", found));
    }
    let (numbers, _) = tensor.data().as_chunks();
    let numbers: Vec<f64> = numbers
        .iter()
        .map(|&bytes| f64::from_le_bytes(bytes))
        .collect();
    Ok(finite(name, numbers)?.as_chunks().0.to_vec())
}

/// Finite numbers, `N` per row. Empty if no such tensor exists.
fn rows<const N: usize>(
    name: &str,
    tensor: Option<TensorView>,
) -> Result<Vec<[f32; N]>, CheckpointError> {
    let Some(tensor) = tensor else {
        return Ok(Vec::new());
    };
    let Array { shape, values } = array(name, &tensor)?;
    match shape[..] {
        [_, columns] if columns == N => Ok(values.as_chunks().0.to_vec()),
        _ => Err(CheckpointError::value(
            name,
            format!("rows of {N} numbers"),
            format!("the shape {shape:?}"),
        )),
    }
}

/// Finite numbers.
fn array(name: &str, tensor: &TensorView) -> Result<Array, CheckpointError> {
    if tensor.dtype() != Dtype::F32 {
        let found = format!("{:?}", tensor.dtype());
        return Err(CheckpointError::value(
            name,
            "numbers of the type F32",
            found,
        ));
    }
    let (numbers, _) = tensor.data().as_chunks();
    let values: Vec<f32> = numbers
        .iter()
        .map(|&bytes| f32::from_le_bytes(bytes))
        .collect();
    Ok(Array {
        shape: tensor.shape().to_vec(),
        values: finite(name, values)?,
    })
}

/// These numbers, if all are finite.
fn finite<T: Copy + Display + Into<f64>>(
    name: &str,
    numbers: Vec<T>,
) -> Result<Vec<T>, CheckpointError> {
    match numbers.iter().find(|&&number| !number.into().is_finite()) {
        Some(number) => Err(CheckpointError::value(name, "finite numbers", number)),
        None => Ok(numbers),
    }
}
