//! Every run with its accuracy and its differences from the paper's protocol.

use super::entry::Entry;
use super::paper::Source;
use super::tables::mark;
use sublevel::table::{csv as csv_row, escaped, signed, table};

/// One row per run, then remarks about groups of runs.
pub fn markdown(entries: &[Entry], remarks: &[String]) -> String {
    let mut text = String::from(
        "Test accuracy after the last epoch in percent: mean ± population standard deviation over the folds. For runs with the \
         paper's settings, the brackets contain the difference between the mean and the published mean, in published standard \
         deviations (in Sublevel's where the paper publishes none). **▲** and **▼** mark differences of more than one. † marks \
         published values from the authors' repository instead of the paper.\n\n",
    );
    text += &list(entries);
    text += &repeated(entries);
    for remark in remarks {
        text += &format!("\n{}\n", escaped(remark));
    }
    text
}

/// The runs as comma-separated values, one row each; accuracies in percent.
pub fn csv(entries: &[Entry]) -> String {
    let mut text = "data,model,details,seed,folds,of_folds,mean,std,published_mean,published_std,published_in,\
                    difference_in_published_std,not_as_the_paper,files\n"
        .to_owned();
    for entry in entries {
        let optional =
            |value: Option<f64>| value.map_or(String::new(), |value| format!("{value:.3}"));
        let (own, published) = (entry.accuracy(), entry.published());
        let source = published.map(|published| match published.source {
            Source::Paper(_) => "paper",
            Source::Notebook => "notebook",
        });
        let fields = [
            entry.run.data.clone(),
            entry.run.model(),
            entry.run.details(),
            entry.run.seed.to_string(),
            entry.run.folds.len().to_string(),
            entry.run.config.folds.to_string(),
            optional(own.map(|own| own.mean)),
            optional(own.map(|own| own.std)),
            optional(published.map(|published| published.mean)),
            optional(published.and_then(|published| published.std)),
            source.unwrap_or_default().into(),
            optional(entry.difference()),
            entry.deviations().join("; "),
            entry.files.join(" "),
        ];
        text += &csv_row(&fields);
    }
    text
}

/// Every run with its folds and its files.
fn list(entries: &[Entry]) -> String {
    let header = [
        "data set",
        "model",
        "features",
        "differences from the paper",
        "files",
        "seed",
        "folds",
        "accuracy",
        "published",
    ];
    let rows: Vec<_> = entries
        .iter()
        .map(|entry| {
            let differs = match entry.counterpart() {
                None => "no published number".into(),
                Some(_) => entry.deviations().join("; "),
            };
            vec![
                escaped(&entry.run.data),
                escaped(&entry.run.model()),
                escaped(&entry.run.details()),
                escaped(&differs),
                escaped(&entry.files.join(", ")),
                entry.run.seed.to_string(),
                folds(entry),
                own(entry),
                published(entry),
            ]
        })
        .collect();
    table(&header.map(String::from), 5, &rows)
}

/// Finished folds of all folds, and the missing ones.
pub fn folds(entry: &Entry) -> String {
    let missing: Vec<_> = entry.missing().iter().map(u32::to_string).collect();
    match missing.is_empty() {
        true => entry.folds(),
        false => format!("{}, without {}", entry.folds(), missing.join(", ")),
    }
}

/// Lists runs that differ only in the seed, and whether they share folds.
fn repeated(entries: &[Entry]) -> String {
    let mut text = String::new();
    for same in entries
        .chunk_by(|a, b| a.run.repeats(&b.run))
        .filter(|same| same.len() > 1)
    {
        let seeds: Vec<_> = same
            .iter()
            .map(|entry| entry.run.seed.to_string())
            .collect();
        let splits = match same.iter().all(|entry| entry.graphs() == same[0].graphs()) {
            true => "runs of the same configuration on the same folds",
            false => "runs of the same configuration, but not on the same folds",
        };
        text += &format!(
            "\n{}, {}: {} {splits} (seeds {}); each is listed separately.\n",
            escaped(&same[0].run.data),
            escaped(&same[0].run.name()),
            same.len(),
            seeds.join(", ")
        );
    }
    text
}

fn own(entry: &Entry) -> String {
    let Some(own) = entry.percent() else {
        return "no finished fold".into();
    };
    let Some(difference) = entry.difference() else {
        return own;
    };
    match mark(difference) {
        Some(mark) => format!("{own} ({mark} {})", signed(difference, 1)),
        None => format!("{own} ({})", signed(difference, 1)),
    }
}

/// The published number for the same protocol.
fn published(entry: &Entry) -> String {
    entry
        .published()
        .map_or("–".into(), |published| published.marked())
}
