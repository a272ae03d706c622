//! The folds that the split code of the paper's authors gives on their data sets: ten shuffled, stratified folds with seed 0. A
//! stratified tenth of each training part is for validation.
//!
//! The authors published the code and not the folds, and the result depends on the version of scikit-learn. The program therefore
//! ships the result of each range of versions. [Reproduction](../../../docs/reproduction.md) has the evidence for the version of
//! the authors. `icml2020/folds.py` writes the files.

use super::{Origin, Split};
use crate::graph::{DataError, Dataset};

/// Names of the data sets, in the order of [`Shipped::files`].
const SETS: [&str; 7] = [
    "IMDB-BINARY",
    "IMDB-MULTI",
    "MUTAG",
    "NCI1",
    "PROTEINS",
    "REDDIT-BINARY",
    "REDDIT-MULTI-5K",
];

/// The files of one range of versions, with a line of digits, counted from 0, for each graph. First comes the fold whose test part
/// contains the graph, then the folds whose validation part contains it.
macro_rules! files {
    ($folder:literal) => {
        [
            include_str!(concat!("icml2020/", $folder, "/IMDB-BINARY.txt")),
            include_str!(concat!("icml2020/", $folder, "/IMDB-MULTI.txt")),
            include_str!(concat!("icml2020/", $folder, "/MUTAG.txt")),
            include_str!(concat!("icml2020/", $folder, "/NCI1.txt")),
            include_str!(concat!("icml2020/", $folder, "/PROTEINS.txt")),
            include_str!(concat!("icml2020/", $folder, "/REDDIT-BINARY.txt")),
            include_str!(concat!("icml2020/", $folder, "/REDDIT-MULTI-5K.txt")),
        ]
    };
}

/// Number of folds.
pub const FOLDS: u32 = 10;

/// The version of scikit-learn that generated the folds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Shipped {
    /// Up to 0.20.3: most likely the version of the authors.
    Icml2020,
    /// From 0.20.4 to 0.21.3.
    Sklearn021,
    /// From 0.22.
    Sklearn022,
}

impl Shipped {
    /// Every range of versions, oldest first.
    pub const ALL: [Self; 3] = [Self::Icml2020, Self::Sklearn021, Self::Sklearn022];

    /// The entry of a run file, and the word on the command line.
    pub fn origin(self) -> Origin {
        match self {
            Self::Icml2020 => Origin::Icml2020,
            Self::Sklearn021 => Origin::Sklearn021,
            Self::Sklearn022 => Origin::Sklearn022,
        }
    }

    fn files(self) -> [&'static str; 7] {
        match self {
            Self::Icml2020 => files!("0.20"),
            Self::Sklearn021 => files!("0.21"),
            Self::Sklearn022 => files!("0.22"),
        }
    }

    /// The split of a fold, counted from 1, of one of the seven data sets, in the order of the TU collection.
    ///
    /// # Errors
    /// If the data set is none of the seven by name, or its number of graphs or the order of their classes differs; if there is no
    /// such fold.
    pub fn split(self, dataset: &Dataset, fold: u32) -> Result<Split, DataError> {
        let error = |text: String| Err(DataError::Split(text));
        let origin = self.origin().id();
        let Some(set) = SETS.iter().position(|name| *name == dataset.name) else {
            return error(format!(
                "the folds {origin} exist for the data sets {}, not for “{}”: use a number of folds, such as 10",
                SETS.join(", "),
                dataset.name
            ));
        };
        let (name, file) = (SETS[set], self.files()[set]);
        if !(1..=FOLDS).contains(&fold) {
            return error(format!("expected a fold from 1 to {FOLDS}, found {fold}"));
        }
        let graphs = file.lines().count();
        if graphs != dataset.classes.len() {
            return error(format!(
                "the folds {origin} of {name} need {graphs} graphs, this file has {}: use the file of the TU collection",
                dataset.classes.len()
            ));
        }
        // The folds are stratified. With the graphs in another order, they would not be.
        let mut dealt = vec![[0u32; FOLDS as usize]; dataset.class_names.len()];
        for (line, &class) in file.lines().zip(&dataset.classes) {
            dealt[class as usize][digits(line).next().unwrap_or_default() as usize] += 1;
        }
        let is_uneven = |counts: &[u32; FOLDS as usize]| {
            let min = counts.iter().min().expect("there are ten folds");
            counts.iter().any(|count| count - min > 1)
        };
        if dealt.iter().any(is_uneven) {
            return error(format!(
                "the folds {origin} of {name} do not divide the classes of this file evenly, so its graphs are in another \
                 order: use the file of the TU collection"
            ));
        }
        Ok(split_of(file, fold))
    }

    /// The origin of the split of a fold of a data set, by [`Split::fingerprint`]; `None` if it is none of the shipped splits.
    pub fn of_split(data: &str, fold: u32, fingerprint: u64) -> Option<Self> {
        let set = SETS.iter().position(|name| *name == data)?;
        Self::ALL.into_iter().find(|folds| {
            let split = split_of(folds.files()[set], fold);
            [split.clone(), split.without_validation()]
                .iter()
                .any(|split| split.fingerprint() == fingerprint)
        })
    }
}

/// The numbers of a line.
fn digits(line: &str) -> impl Iterator<Item = u32> {
    line.bytes().map(|digit| u32::from(digit - b'0'))
}

/// The split of a fold, counted from 1.
fn split_of(file: &str, fold: u32) -> Split {
    let mut split = Split::default();
    for (graph, line) in (0..).zip(file.lines()) {
        let part = match digits(line).position(|other| other + 1 == fold) {
            Some(0) => &mut split.test,
            Some(_) => &mut split.validation,
            None => &mut split.train,
        };
        part.push(graph);
    }
    split
}
