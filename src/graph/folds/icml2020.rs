//! The folds of the paper's authors on their data sets: scikit-learn's shuffled, stratified ten folds with seed 0, and in the
//! training part of each a stratified tenth for validation. `icml2020/folds.py` makes the files anew.

use super::Split;
use crate::graph::{DataError, Dataset};

/// Name of the data set, and a line for each of its graphs: the fold whose test part it is in, then those whose validation
/// part it is in, a digit each, counted from 0.
const FILES: [(&str, &str); 7] = [
    ("IMDB-BINARY", include_str!("icml2020/IMDB-BINARY.txt")),
    ("IMDB-MULTI", include_str!("icml2020/IMDB-MULTI.txt")),
    ("MUTAG", include_str!("icml2020/MUTAG.txt")),
    ("NCI1", include_str!("icml2020/NCI1.txt")),
    ("PROTEINS", include_str!("icml2020/PROTEINS.txt")),
    ("REDDIT-BINARY", include_str!("icml2020/REDDIT-BINARY.txt")),
    (
        "REDDIT-MULTI-5K",
        include_str!("icml2020/REDDIT-MULTI-5K.txt"),
    ),
];

/// Number of the authors' folds.
pub const FOLDS: u32 = 10;

/// The authors' split of a fold, counted from 1, of one of the seven data sets, in the order of the TU collection.
///
/// # Errors
/// If the data set is none of the seven by name, or its graphs are not theirs by number and order of the classes; if
/// there is no such fold.
pub fn split(dataset: &Dataset, fold: u32) -> Result<Split, DataError> {
    let error = |text: String| Err(DataError::Split(text));
    let Some((name, file)) = FILES.iter().find(|(name, _)| *name == dataset.name) else {
        let names = FILES.map(|(name, _)| name).join(", ");
        return error(format!(
            "the folds icml2020 are of the data sets {names}; “{}” is none of them: use a number of folds, such as 10",
            dataset.name
        ));
    };
    if !(1..=FOLDS).contains(&fold) {
        return error(format!("expected a fold from 1 to {FOLDS}, found {fold}"));
    }
    let lines: Vec<&[u8]> = file.lines().map(str::as_bytes).collect();
    let digit = |digit: u8| usize::from(digit - b'0');
    if lines.len() != dataset.classes.len() {
        return error(format!(
            "the folds icml2020 of {name} are of {} graphs, this file has {}: use the one of the TU collection",
            lines.len(),
            dataset.classes.len()
        ));
    }
    // Stratified: every class is dealt out evenly. In another order of the graphs it would not be.
    let mut dealt = vec![[0u32; FOLDS as usize]; dataset.class_names.len()];
    for (line, &class) in lines.iter().zip(&dataset.classes) {
        dealt[class as usize][digit(line[0])] += 1;
    }
    let is_uneven = |counts: &[u32; FOLDS as usize]| {
        let least = counts.iter().min().expect("there are ten folds");
        counts.iter().any(|count| count - least > 1)
    };
    if dealt.iter().any(is_uneven) {
        return error(format!(
            "the folds icml2020 of {name} do not share out the classes of this file evenly, so its graphs are in another \
             order: use the file of the TU collection"
        ));
    }
    let mut split = Split::default();
    for (graph, line) in (0..).zip(lines) {
        let wanted = fold as usize - 1;
        if digit(line[0]) == wanted {
            split.test.push(graph);
        } else if line[1..].iter().any(|&other| digit(other) == wanted) {
            split.validation.push(graph);
        } else {
            split.train.push(graph);
        }
    }
    Ok(split)
}
