//! Splits of a data set into training, validation and test part.

pub mod icml2020;

use std::{
    collections::{BTreeMap, HashMap},
    io::{self, ErrorKind, Read},
};
#[cfg(not(target_family = "wasm"))]
use std::{fs::File, path::Path};

use rand::SeedableRng;
use rand::seq::SliceRandom;
use rand_chacha::ChaCha8Rng;

use serde::{Deserialize, Serialize};

use crate::choices;
use crate::graph::lines::{Lines, natural};
use crate::graph::{DataError, Fnv};

choices! {
    /// The origin of the folds of a run.
    #[cfg_attr(feature = "typescript", ts(rename = "FoldOrigin"))]
    pub enum Origin {
        Seed = "seed", "Stratified, from the seed", "Stratified folds from the seed of the run";
        Icml2020 = "icml2020", "The paper’s code, scikit-learn 0.20", "The paper's split code with scikit-learn up to 0.20.3, most likely the authors' version";
        Sklearn021 = "sklearn-0.21", "The paper’s code, scikit-learn 0.21", "The paper's split code with scikit-learn 0.20.4 to 0.21.3";
        Sklearn022 = "sklearn-0.22", "The paper’s code, scikit-learn 0.22", "The paper's split code with scikit-learn 0.22 and newer";
        Files = "files", "Files", "Files of indices";
        Data = "data", "Split in the data set file", "The parts that the file of the data set names";
    }
}

impl Origin {
    /// The folds that ship with the program, if this is their origin.
    pub fn shipped(self) -> Option<icml2020::Shipped> {
        icml2020::Shipped::ALL
            .into_iter()
            .find(|folds| folds.origin() == self)
    }
}

/// One part for training, one for the test.
pub const MIN_FOLDS: u32 = 2;

/// The part of the split that a graph belongs to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub enum Part {
    Train,
    Validation,
    Test,
}

/// One in this number of graphs of the training part goes to the validation part.
pub const VALIDATION: usize = 10;

/// The graphs of each part, by index, ascending. No graph is in two parts.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Split {
    /// The training graphs.
    pub train: Vec<u32>,
    /// Used neither for training nor for the test. May be empty.
    pub validation: Vec<u32>,
    /// The graphs of the test accuracy.
    pub test: Vec<u32>,
}

impl Split {
    /// A number that identifies the split: it depends on the part of each graph.
    pub fn fingerprint(&self) -> u64 {
        let mut hash = Fnv::default();
        for part in [&self.train, &self.validation, &self.test] {
            hash.add(part);
        }
        hash.0
    }

    /// The part of each of `graphs` graphs. Graphs in no part count as training graphs.
    ///
    /// # Panics
    /// If an index is not below `graphs`.
    pub fn parts(&self, graphs: usize) -> Vec<Part> {
        let mut parts = vec![Part::Train; graphs];
        for (indices, part) in [
            (&self.validation, Part::Validation),
            (&self.test, Part::Test),
        ] {
            for &graph in indices {
                parts[graph as usize] = part;
            }
        }
        parts
    }

    pub fn graphs(&self, part: Part) -> &[u32] {
        match part {
            Part::Train => &self.train,
            Part::Validation => &self.validation,
            Part::Test => &self.test,
        }
    }

    /// The same split with the validation part as training graphs, too.
    pub fn without_validation(mut self) -> Self {
        self.train.append(&mut self.validation);
        self.train.sort_unstable();
        self
    }
}

/// A division of a data set into folds of equal size, each with about the same share of every class.
#[derive(Clone, Debug)]
pub struct Folds {
    classes: Vec<u32>,
    /// The fold of each graph, counted from 0.
    fold_of: Vec<u32>,
    folds: u32,
    seed: u64,
}

/// Divides graphs with these classes into folds. The same seed gives the same folds. Every class needs at least as many graphs as
/// there are folds.
pub fn stratified_folds(classes: &[u32], folds: u32, seed: u64) -> Result<Folds, DataError> {
    if folds < MIN_FOLDS {
        return Err(DataError::Split(format!(
            "expected at least {MIN_FOLDS} folds, found {folds}: one part is to learn from, one to test on"
        )));
    }
    let members = by_class(classes, 0..classes.len() as u32);
    if members.is_empty() {
        return Err(DataError::Split(
            "expected graphs to split, found none".into(),
        ));
    }
    for (class, members) in members.iter().enumerate() {
        if (1..folds as usize).contains(&members.len()) {
            let found = members.len();
            // Graphs without classes have the same class, too.
            let (of_each_class, of_class) = match classes.iter().all(|&other| other == 0) {
                true => ("", String::new()),
                false => (" of each class", format!(" of class number {}", class + 1)),
            };
            let remedy = match found >= MIN_FOLDS as usize {
                true => "use fewer folds",
                // No number of folds divides a single graph.
                false => "add graphs or leave the class out",
            };
            return Err(DataError::Split(format!(
                "expected at least {folds} graphs{of_each_class} for {folds} folds, found {found}{of_class}; {remedy}"
            )));
        }
    }
    let mut random = ChaCha8Rng::seed_from_u64(seed);
    let mut fold_of = vec![0; classes.len()];
    let mut next = 0;
    for mut members in members {
        members.shuffle(&mut random);
        // The next class continues at the next fold, so that the sizes of the folds differ by at most one.
        for graph in members {
            fold_of[graph as usize] = next;
            next = (next + 1) % folds;
        }
    }
    Ok(Folds {
        classes: classes.to_vec(),
        fold_of,
        folds,
        seed,
    })
}

impl Folds {
    /// The split of one fold, counted from 1: its graphs are the test part. With `validation`, a tenth of the others, of every
    /// class, becomes the validation part.
    pub fn split(&self, fold: u32, validation: bool) -> Result<Split, DataError> {
        if fold == 0 || fold > self.folds {
            return Err(DataError::Split(format!(
                "expected a fold from 1 to {}, found {fold}",
                self.folds
            )));
        }
        let is_test = |&graph: &u32| self.fold_of[graph as usize] == fold - 1;
        let (test, rest): (Vec<u32>, Vec<u32>) = (0..self.classes.len() as u32).partition(is_test);
        let mut split = Split {
            test,
            ..Split::default()
        };
        if !validation {
            split.train = rest;
            return Ok(split);
        }
        let mut random = ChaCha8Rng::seed_from_u64(self.seed);
        random.set_stream(fold.into());
        // Every tenth graph, with one count across the classes: a tenth of each class and of the whole.
        let mut turn = VALIDATION / 2;
        for mut members in by_class(&self.classes, rest) {
            members.shuffle(&mut random);
            for (index, graph) in members.into_iter().enumerate() {
                turn += 1;
                // The first graph of each class stays: a model cannot learn a class without training graphs.
                if turn >= VALIDATION && index > 0 {
                    turn -= VALIDATION;
                    split.validation.push(graph);
                } else {
                    split.train.push(graph);
                }
            }
        }
        split.train.sort_unstable();
        split.validation.sort_unstable();
        Ok(split)
    }
}

/// These graphs, grouped by class.
fn by_class(classes: &[u32], graphs: impl IntoIterator<Item = u32>) -> Vec<Vec<u32>> {
    let count = classes.iter().max().map_or(0, |&class| class as usize + 1);
    let mut members = vec![Vec::new(); count];
    for graph in graphs {
        members[classes[graph as usize] as usize].push(graph);
    }
    members
}

/// Reads a fold, counted from 1, from `train_idx-K.txt`, `test_idx-K.txt` and, if it exists, `validation_idx-K.txt`. Each line has
/// one index, counted from 0, of a data set with `graphs` graphs, in any order.
///
/// # Errors
/// If a file is missing or not a list of indices, or a graph is in two parts.
#[cfg(not(target_family = "wasm"))]
pub fn read_folds(folder: &Path, fold: u32, graphs: u32) -> Result<Split, DataError> {
    read_split(fold, graphs, |name| {
        let path = folder.join(name);
        let file = File::open(&path).and_then(|file| {
            let size = file.metadata()?.len();
            Ok((Box::new(file) as Box<dyn Read>, size))
        });
        (path.display().to_string(), file)
    })
}

/// The highest number of a fold in a folder of such files. 0 without any.
///
/// # Errors
/// If the folder cannot be read.
#[cfg(not(target_family = "wasm"))]
pub fn count_folds(folder: &Path) -> Result<u32, DataError> {
    let error = |error| {
        DataError::file(
            folder.display().to_string(),
            format!("cannot be read: {error}"),
        )
    };
    let mut most = 0;
    for entry in folder.read_dir().map_err(error)? {
        let name = entry.map_err(error)?.file_name();
        most = most.max(name.to_str().map_or(0, fold_in));
    }
    Ok(most)
}

/// The fold whose test part has this file name. 0 if there is none.
fn fold_in(name: &str) -> u32 {
    let number = name
        .strip_prefix("test_idx-")
        .and_then(|name| name.strip_suffix(".txt"));
    number.and_then(|number| number.parse().ok()).unwrap_or(0)
}

/// Such files in memory, as [`read_folds`] reads them from a folder.
pub struct FoldFiles<'a>(BTreeMap<&'a str, &'a [u8]>);

impl<'a> FoldFiles<'a> {
    /// Files by the last part of their paths.
    pub fn new(files: impl IntoIterator<Item = (&'a str, &'a [u8])>) -> Self {
        let name = |path: &'a str| path.rsplit('/').next().unwrap_or(path);
        let named = files.into_iter().map(|(path, bytes)| (name(path), bytes));
        Self(named.collect())
    }

    /// Number of folds. Checks that each of them is a valid split of a data set with `graphs` graphs.
    ///
    /// # Errors
    /// If there is none, or one of them is invalid.
    pub fn check(&self, graphs: u32) -> Result<u32, DataError> {
        let folds = self.count();
        for fold in 1..=folds {
            self.split(fold, graphs)?;
        }
        match folds {
            0 => Err(DataError::Split(
                "expected train_idx-K.txt and test_idx-K.txt for each fold K from 1 on, found no fold: choose these files \
                 together"
                    .into(),
            )),
            _ => Ok(folds),
        }
    }

    /// The highest number of a fold. 0 without any.
    pub fn count(&self) -> u32 {
        self.0.keys().copied().map(fold_in).max().unwrap_or(0)
    }

    /// A fold, counted from 1, of a data set with `graphs` graphs.
    ///
    /// # Errors
    /// As [`read_folds`].
    pub fn split(&self, fold: u32, graphs: u32) -> Result<Split, DataError> {
        read_split(fold, graphs, |name| {
            let missing = || io::Error::new(ErrorKind::NotFound, "it is not among the files");
            let file = self.0.get(name).ok_or_else(missing);
            let file =
                file.map(|bytes| (Box::new(*bytes) as Box<dyn Read + 'a>, bytes.len() as u64));
            (name.to_owned(), file)
        })
    }
}

/// An open file: its name in messages, and its content with the expected size.
type Opened<'a> = (String, io::Result<(Box<dyn Read + 'a>, u64)>);

/// Reads a fold from the files that `open` opens by their names.
fn read_split<'a>(
    fold: u32,
    graphs: u32,
    open: impl Fn(&str) -> Opened<'a>,
) -> Result<Split, DataError> {
    let mut seen = HashMap::new();
    let mut part = |name: &str, needed: bool| {
        let file = open(&format!("{name}_idx-{fold}.txt"));
        read_indices(file, needed, graphs, &mut seen)
    };
    Ok(Split {
        train: part("train", true)?,
        test: part("test", true)?,
        validation: part("validation", false)?,
    })
}

/// The indices in a file. `seen` records the file and line of each index.
fn read_indices(
    (title, file): Opened,
    needed: bool,
    graphs: u32,
    seen: &mut HashMap<u32, String>,
) -> Result<Vec<u32>, DataError> {
    let (input, size) = match file {
        Err(error) if error.kind() == ErrorKind::NotFound && !needed => return Ok(Vec::new()),
        Err(error) => {
            let problem = format!(
                "expected the indices of this part of the fold, found no readable file ({error})"
            );
            return Err(DataError::file(title, problem));
        }
        Ok(file) => file,
    };
    let mut lines = Lines::new(&title, input, size);
    let mut indices = Vec::new();
    while let Some(line) = lines.next()? {
        let index = line
            .number(natural)
            .filter(|&index| index < graphs)
            .ok_or_else(|| {
                line.error(format!(
                    "the index of a graph, from 0 to {}",
                    graphs.saturating_sub(1)
                ))
            })?;
        if let Some(before) = seen.insert(index, format!("line {} of {title}", line.number)) {
            return Err(
                line.error_because("each graph in one part, once", &format!(" as in {before}"))
            );
        }
        indices.push(index);
    }
    indices.sort_unstable();
    if indices.is_empty() && needed {
        return Err(DataError::file(
            title,
            "expected at least one index, found none",
        ));
    }
    Ok(indices)
}
