//! The hyperparameters of a fold, by cross-validation inside its training part.
//!
//! The training part is every graph outside the test part. It is divided into five stratified parts. For all hyperparameters, a model is
//! trained on four parts and tested on the fifth. The hyperparameters with the most correct predictions over the five parts win; of
//! equal ones, the first in the order of the grid. The final model is trained on the whole training part.

use rayon::prelude::*;
use serde::{Deserialize, Serialize};

use super::forest::Forest;
use super::kernel::Kernel;
use super::sparse::Sparse;
use super::svm::Classifier;
use crate::graph::DataError;
use crate::graph::folds::{Split, stratified_folds};

/// The largest number of rounds of colour refinement in the grid, which begins at 0.
pub const MAX_ROUNDS: u32 = 5;

/// The exponents k in the grid of the support vector machine: C = 10^k / n, where n is the number of training graphs.
pub const EXPONENTS: [i32; 8] = [-7, -5, -3, -1, 1, 3, 5, 7];

/// The numbers of trees in the grid of the forest, ascending.
pub const TREES: [u32; 3] = [25, 50, 100];

/// The values of p in the grid of the persistence features.
pub const POWERS: [u32; 2] = [1, 2];

/// Columns with entries in fewer training graphs are left out.
const MIN_GRAPHS: usize = 2;

/// Parts of the inner cross-validation, if every class has as many training graphs.
const INNER_FOLDS: u32 = 5;

/// The chosen hyperparameters of a fold.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(untagged)]
pub enum Setting {
    /// A support vector machine.
    Svm {
        /// Rounds of colour refinement.
        rounds: u32,
        /// k in C = 10^k / n, where n is the number of training graphs.
        c_exponent: i32,
    },
    /// A random forest.
    Forest {
        /// Rounds of colour refinement.
        rounds: u32,
        /// p of the persistence features.
        p: u32,
        /// Number of trees.
        trees: u32,
    },
}

/// The result of a fold.
#[derive(Clone, Debug, PartialEq)]
pub struct Outcome {
    /// The chosen hyperparameters.
    pub setting: Setting,
    /// The share of correct predictions of the inner cross-validation with them, in [0, 1].
    pub inner_accuracy: f64,
    /// The predicted class of each graph of the test part.
    pub predicted: Vec<u32>,
}

/// The result of a fold for the subtree kernels after 0, 1, … rounds. `classes` has the class of each graph. The validation part of the
/// split is ignored.
///
/// # Errors
/// If a class has one training graph.
pub fn subtree_kernel(
    kernels: &[Kernel],
    classes: &[u32],
    split: &Split,
    seed: u64,
) -> Result<Outcome, DataError> {
    let train = |rounds: usize, graphs: &[u32], exponents: &[i32]| {
        let penalty = |k: &i32| 10_f64.powi(*k) / graphs.len() as f64;
        let penalties: Vec<_> = exponents.iter().map(penalty).collect();
        Classifier::train(&kernels[rounds], graphs, classes, &penalties)
    };
    let predict = |rounds: usize, part: &Split, exponents: &[i32], chosen: usize| {
        let classifier = train(rounds, &part.train, exponents);
        let rows = part
            .test
            .iter()
            .map(|&graph| kernels[rounds].row(graph as usize));
        let class = |row| classifier.class(row, chosen);
        rows.map(class).collect::<Vec<_>>()
    };
    let inner = inner_parts(classes, &split.train, seed)?;
    let (rounds, exponent, inner_accuracy) = best(&inner, kernels.len(), |part, rounds| {
        let classifier = train(rounds, &part.train, &EXPONENTS);
        let count = |penalty| {
            let is_right = |graph: &&u32| {
                let row = kernels[rounds].row(**graph as usize);
                classifier.class(row, penalty) == classes[**graph as usize]
            };
            part.test.iter().filter(is_right).count()
        };
        (0..EXPONENTS.len()).map(count).collect()
    });
    Ok(Outcome {
        setting: Setting::Svm {
            rounds: rounds as u32,
            c_exponent: EXPONENTS[exponent],
        },
        inner_accuracy,
        predicted: predict(rounds, split, &EXPONENTS[..=exponent], exponent),
    })
}

/// The persistence features of all rounds for one value of p.
pub struct Features {
    /// p.
    pub power: u32,
    /// For each round, a row for each graph.
    pub rounds: Vec<Sparse>,
}

/// The result of a fold for persistence features with a random forest. `classes` has the class of each graph. The validation part of the
/// split is ignored.
///
/// # Errors
/// If a class has one training graph.
pub fn persistence_forest(
    features: &[Features],
    classes: &[u32],
    split: &Split,
    seed: u64,
) -> Result<Outcome, DataError> {
    let class_count = classes.iter().max().map_or(0, |&class| class as usize + 1);
    let rounds = features[0].rounds.len();
    // The predictions of forests of several sizes for the graphs of the test part. Groups are ordered by rounds, then by p.
    let predict = |part: &Split, group: usize, sizes: &[u32]| {
        let tables = &features[group % features.len()].rounds[..=group / features.len()];
        let [train, test] =
            [&part.train, &part.test].map(|rows| Sparse::side_by_side(tables, rows));
        let columns = train.columns_in(MIN_GRAPHS);
        let [train, test] = [train, test].map(|table| table.only(&columns));
        let own: Vec<_> = part
            .train
            .iter()
            .map(|&graph| classes[graph as usize])
            .collect();
        let most = sizes.iter().copied().max().unwrap_or(0);
        let forest = Forest::train(&train, &own, class_count, most, seed);
        let of_size = |&size: &u32| {
            (0..test.rows())
                .map(|row| forest.class(&test, row, size))
                .collect()
        };
        sizes.iter().map(of_size).collect::<Vec<Vec<u32>>>()
    };
    let inner = inner_parts(classes, &split.train, seed)?;
    let (group, size, inner_accuracy) = best(&inner, rounds * features.len(), |part, group| {
        let right = |found: &Vec<u32>| {
            let pairs = part.test.iter().zip(found);
            pairs
                .filter(|(graph, class)| classes[**graph as usize] == **class)
                .count()
        };
        predict(part, group, &TREES).iter().map(right).collect()
    });
    let trees = TREES[size];
    Ok(Outcome {
        setting: Setting::Forest {
            rounds: (group / features.len()) as u32,
            p: features[group % features.len()].power,
            trees,
        },
        inner_accuracy,
        predicted: predict(split, group, &[trees]).remove(0),
    })
}

/// The parts of the inner cross-validation, with indices of the graphs of the data set.
fn inner_parts(classes: &[u32], graphs: &[u32], seed: u64) -> Result<Vec<Split>, DataError> {
    let own: Vec<_> = graphs
        .iter()
        .map(|&graph| classes[graph as usize])
        .collect();
    let mut sorted = own.clone();
    sorted.sort_unstable();
    let sizes = sorted.chunk_by(|a, b| a == b).map(<[u32]>::len);
    let fewest = sizes.min().unwrap_or(0) as u32;
    let count = fewest.min(INNER_FOLDS);
    let folds = stratified_folds(&own, count, seed).map_err(|_| {
        DataError::Split(format!(
            "expected at least 2 training graphs of each class for the inner cross-validation, found {fewest}"
        ))
    })?;
    let in_data_set = |part: Vec<u32>| {
        part.into_iter()
            .map(|place| graphs[place as usize])
            .collect()
    };
    let part = |fold| {
        let Split { train, test, .. } = folds.split(fold, false)?;
        Ok(Split {
            train: in_data_set(train),
            test: in_data_set(test),
            ..Split::default()
        })
    };
    (1..=count).map(part).collect()
}

/// The hyperparameters with the most correct predictions over all parts. They are in groups, and `correct` returns the numbers for all
/// hyperparameters of a group on one part. Returns the group, the place in it, and the share of correct predictions.
fn best(
    parts: &[Split],
    groups: usize,
    correct: impl Fn(&Split, usize) -> Vec<usize> + Sync,
) -> (usize, usize, f64) {
    let tasks: Vec<_> = (0..groups)
        .flat_map(|group| parts.iter().map(move |part| (group, part)))
        .collect();
    let counts: Vec<_> = tasks
        .par_iter()
        .with_max_len(1)
        .map(|(group, part)| correct(part, *group))
        .collect();
    let graphs: usize = parts.iter().map(|part| part.test.len()).sum();
    let (mut found, mut most) = ((0, 0), None);
    for (group, of_group) in counts.chunks(parts.len()).enumerate() {
        for place in 0..of_group[0].len() {
            let sum: usize = of_group.iter().map(|counts| counts[place]).sum();
            if most.is_none_or(|most| sum > most) {
                (found, most) = ((group, place), Some(sum));
            }
        }
    }
    (found.0, found.1, most.unwrap_or(0) as f64 / graphs as f64)
}
