//! Confusion matrices, summed over the folds.

use super::entry::Entry;
use crate::Failure;
use sublevel::table::{csv, escaped, table};

/// The header of [`rows`].
pub const HEADER: &str = "data,run,actual,predicted,graphs";

/// The sum over the folds; `None` if the run has no confusion matrices.
pub fn sum(entry: &Entry) -> Result<Option<Vec<Vec<u32>>>, Failure> {
    let mut total: Vec<Vec<u32>> = Vec::new();
    for fold in entry
        .run
        .folds
        .iter()
        .filter(|fold| !fold.confusion.is_empty())
    {
        let classes = match entry.run.classes.len() {
            0 => fold.confusion.len(),
            named => named,
        };
        if total.is_empty() {
            total = vec![vec![0; classes]; classes];
        }
        let fits = |matrix: &[Vec<u32>]| {
            matrix.len() == total.len() && matrix.iter().all(|row| row.len() == total.len())
        };
        if !fits(&fold.confusion) {
            return Err(Failure::usage(format!(
                "{}: fold {}: `confusion` is expected to have {classes} rows of {classes} numbers, one for each class",
                entry.files.join(", "),
                fold.fold
            )));
        }
        for (sums, row) in total.iter_mut().zip(&fold.confusion) {
            for (sum, count) in sums.iter_mut().zip(row) {
                *sum = sum.saturating_add(*count);
            }
        }
    }
    Ok((!total.is_empty()).then_some(total))
}

/// A row for each cell of the summed matrix, as comma-separated values.
pub fn rows(entry: &Entry, matrix: &[Vec<u32>]) -> String {
    let classes = classes(entry, matrix);
    let cells = matrix.iter().enumerate().flat_map(|(actual, row)| {
        let classes = &classes;
        row.iter().enumerate().map(move |(predicted, graphs)| {
            csv(&[
                entry.run.data.clone(),
                entry.label.clone(),
                classes[actual].clone(),
                classes[predicted].clone(),
                graphs.to_string(),
            ])
        })
    });
    cells.collect()
}

/// One table for runs with the same classes: a row for each actual class of a run, a column for each predicted one.
pub fn markdown(matrices: &[(&Entry, Vec<Vec<u32>>)]) -> String {
    let (first, matrix) = &matrices[0];
    let header = ["run", "actual"].map(String::from).into_iter();
    let header: Vec<_> = header
        .chain(classes(first, matrix).iter().map(|name| escaped(name)))
        .collect();
    let rows = matrices.iter().flat_map(|(entry, matrix)| {
        let named = classes(entry, matrix).into_iter().zip(matrix);
        named.map(|(class, row)| {
            let names = [escaped(&entry.label), escaped(&class)].into_iter();
            names.chain(row.iter().map(u32::to_string)).collect()
        })
    });
    table(&header, 2, &rows.collect::<Vec<Vec<String>>>())
}

/// The names of the classes, or their numbers.
fn classes(entry: &Entry, matrix: &[Vec<u32>]) -> Vec<String> {
    let name = |class: usize| match entry.run.classes.get(class) {
        Some(name) => name.clone(),
        None => (class + 1).to_string(),
    };
    (0..matrix.len()).map(name).collect()
}
