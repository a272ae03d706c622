//! Accuracies of the models whose numbers the paper quotes from the literature, beside these numbers.

use super::entry::Entry;
use super::{paper, tables};
use sublevel::table::table;

/// Whether a run belongs to the table: ten folds of the paper's split code, with the settings of the paper.
pub fn has_place(entry: &Entry) -> bool {
    paper::quoted_name(entry.run.config.model).is_some()
        && entry.is_whole()
        && entry.deviations().is_empty()
        && paper::has(&entry.run.data)
}

/// The table with its heading: rows are models, and labels have separate rows. `None` without a run.
pub fn markdown(entries: &[Entry]) -> Option<String> {
    let mut shown: Vec<_> = entries.iter().filter(|entry| has_place(entry)).collect();
    if shown.is_empty() {
        return None;
    }
    shown.sort_by(|a, b| a.run.row_order(&b.run));
    let mut rows: Vec<Vec<&Entry>> = Vec::new();
    for entry in shown {
        let fits = |row: &&mut Vec<&Entry>| row.iter().all(|other| share_a_row(other, entry));
        match rows.iter_mut().find(fits) {
            Some(row) => row.push(entry),
            None => rows.push(vec![entry]),
        }
    }
    let header = ["method", "features", ""].into_iter().chain(paper::sets());
    let header: Vec<_> = header.map(String::from).collect();
    let rows: Vec<_> = rows.iter().map(|row| fields(row)).collect();
    Some(format!(
        "\n### Quoted models, same folds\n\nUpper numbers are Sublevel's. Lower numbers are those that the paper \
         quotes, with other features, folds and learning rates.\n\n{}",
        table(&header, 3, &rows)
    ))
}

/// Some data sets have degrees and others uninformative features, as in Table 1. A data set has one kind of features in a row.
fn share_a_row(a: &Entry, b: &Entry) -> bool {
    let same_features = match a.run.data == b.run.data {
        true => a.run.features() == b.run.features(),
        false => has_labels(a) == has_labels(b),
    };
    a.run.model() == b.run.model() && same_features
}

fn has_labels(entry: &Entry) -> bool {
    entry.run.features().contains("label")
}

/// The fields of a row.
fn fields(row: &[&Entry]) -> Vec<String> {
    let mut features: Vec<_> = row.iter().map(|entry| entry.run.features()).collect();
    features.dedup();
    let cell = |set| {
        let own = row.iter().filter(|entry| entry.run.data == set);
        let own = tables::numbers(&own.copied().collect::<Vec<_>>());
        let quoted = paper::quoted(set, row[0].run.config.model).map(|row| row.percent());
        match (own, quoted) {
            // Some data sets have no labels.
            (None, _) if has_labels(row[0]) => "–".into(),
            (None, None) => "–".into(),
            (own, quoted) => [own, quoted]
                .map(|number| number.unwrap_or("–".into()))
                .join("<br>"),
        }
    };
    [
        row[0].run.model(),
        features.join(", "),
        "Sublevel<br>quoted".into(),
    ]
    .into_iter()
    .chain(paper::sets().map(cell))
    .collect()
}
