//! Accuracies beside those of the paper, as tables.

use super::entry::{Entry, percent};
use super::markdown::{escaped, table};
use super::paper::{self, Source};

/// Data set, model, folds and the two accuracies, a row for every run; the tables of the paper before it.
pub fn markdown(entries: &[Entry]) -> String {
    let mut text = format!(
        "Test accuracy after the last epoch in percent: mean ± population standard deviation over the folds. In brackets how \
         far a mean is from the published one, in published standard deviations; **▲** and **▼** mark what is more than one \
         above or below. *paper*: {}.\n",
        paper::CITATION
    );
    let from_notebook = |entry: &Entry| {
        entry
            .published()
            .is_some_and(|p| p.source == Source::Notebook)
    };
    if entries.iter().any(from_notebook) {
        text += &format!(
            "\n† from the results that the authors saved with their code ({}, `results.ipynb`, batches of 32, ten folds).\n",
            paper::REPOSITORY
        );
    }
    let known: Vec<_> = paper::TABLES.iter().flat_map(|(_, sets)| *sets).collect();
    let mut others: Vec<_> = entries
        .iter()
        .map(|entry| entry.run.data.as_str())
        .collect();
    others.retain(|data| !known.contains(&data));
    others.dedup();
    let tables = paper::TABLES
        .iter()
        .map(|(title, sets)| (*title, sets.to_vec()));
    for (title, sets) in tables.chain([("Other data sets", others)]) {
        text += &grid(title, &sets, entries);
    }
    text + "\n### Every run\n\n" + &list(entries) + &repeated(entries)
}

/// The runs as comma-separated values, a row each; accuracies in percent.
pub fn csv(entries: &[Entry]) -> String {
    let mut text = "data,model,details,seed,folds,of_folds,mean,std,published_mean,published_std,published_in,\
                    difference_in_published_std,file\n"
        .to_owned();
    for entry in entries {
        let optional =
            |value: Option<f64>| value.map_or(String::new(), |value| format!("{value:.3}"));
        let (own, published) = (entry.accuracy(), entry.published());
        let source = published.map(|published| match published.source {
            Source::Paper => "paper",
            Source::Notebook => "notebook",
        });
        let fields = [
            entry.run.data.clone(),
            entry.model(),
            entry.details(),
            entry.run.seed.to_string(),
            entry.run.folds.len().to_string(),
            entry.run.config.folds.to_string(),
            optional(own.map(|own| own.mean)),
            optional(own.map(|own| own.std)),
            optional(published.map(|published| published.accuracy.mean)),
            optional(published.map(|published| published.accuracy.std)),
            source.unwrap_or_default().into(),
            optional(entry.difference()),
            entry.file.clone(),
        ];
        text += &fields.map(|field| quoted(&field)).join(",");
        text.push('\n');
    }
    text
}

/// A model a row, a data set and its published numbers a pair of columns; nothing where there is no such run.
fn grid(title: &str, sets: &[&str], entries: &[Entry]) -> String {
    let sets: Vec<_> = sets
        .iter()
        .filter(|set| entries.iter().any(|entry| entry.run.data == **set))
        .collect();
    let mut members: Vec<_> = entries
        .iter()
        .filter(|entry| sets.iter().any(|set| ***set == entry.run.data))
        .collect();
    if members.is_empty() {
        return String::new();
    }
    // Rows go by model, whatever the data sets.
    let mut names: Vec<(String, String)> = Vec::new();
    members.sort_by(|a, b| a.row_order(b));
    for entry in &members {
        let name = (entry.model(), entry.details());
        if !names.contains(&name) {
            names.push(name);
        }
    }
    let pair = |set: &&&str| [escaped(set), "paper".into()];
    let header: Vec<_> = ["model", "features"]
        .map(String::from)
        .into_iter()
        .chain(sets.iter().flat_map(pair))
        .collect();
    let mut rows = Vec::new();
    for (model, details) in names {
        let mut row = vec![escaped(&model), escaped(&details)];
        for set in &sets {
            let mut runs = members.clone();
            runs.retain(|entry| {
                entry.run.data == **set && entry.model() == model && entry.details() == details
            });
            row.extend(cells(&runs));
        }
        rows.push(row);
    }
    format!("\n### {title}\n\n{}", table(&header, 2, &rows))
}

/// The accuracies of the runs of one configuration on one data set, and the published one.
fn cells(runs: &[&Entry]) -> [String; 2] {
    let Some(first) = runs.first() else {
        return ["–".into(), "–".into()];
    };
    let words = |entry: &&Entry| {
        let finished = entry.run.folds.len() as u32;
        let mut words = own(entry);
        if finished > 0 && finished < entry.run.config.folds {
            words += &format!(", {} folds", entry.folds());
        }
        if runs.len() > 1 {
            words += &format!(", seed {}", entry.run.seed);
        }
        words
    };
    let lines: Vec<_> = runs.iter().map(words).collect();
    [lines.join("<br>"), published(first)]
}

/// Every run with its folds and its file.
fn list(entries: &[Entry]) -> String {
    let header = [
        "data set", "model", "features", "seed", "folds", "accuracy", "paper", "file",
    ];
    let rows: Vec<_> = entries
        .iter()
        .map(|entry| {
            vec![
                escaped(&entry.run.data),
                escaped(&entry.model()),
                escaped(&entry.details()),
                entry.run.seed.to_string(),
                entry.folds(),
                own(entry),
                published(entry),
                escaped(&entry.file),
            ]
        })
        .collect();
    table(&header.map(String::from), 3, &rows)
}

/// Says which runs differ in nothing but the seed.
fn repeated(entries: &[Entry]) -> String {
    let mut text = String::new();
    for same in entries
        .chunk_by(|a, b| a.repeats(b))
        .filter(|same| same.len() > 1)
    {
        let seeds: Vec<_> = same
            .iter()
            .map(|entry| entry.run.seed.to_string())
            .collect();
        text += &format!(
            "\n{}, {}: {} runs of the same configuration (seeds {}); each is listed, none is averaged away.\n",
            escaped(&same[0].run.data),
            escaped(&same[0].name()),
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
    match entry.difference() {
        None => own,
        Some(difference) if difference > 1.0 => format!("{own} (**▲** {})", signed(difference)),
        Some(difference) if difference < -1.0 => format!("{own} (**▼** {})", signed(difference)),
        Some(difference) => format!("{own} ({})", signed(difference)),
    }
}

fn published(entry: &Entry) -> String {
    match entry.published() {
        None => "–".into(),
        Some(published) => {
            let mark = match published.source {
                Source::Paper => "",
                Source::Notebook => " †",
            };
            percent(published.accuracy) + mark
        }
    }
}

/// With its sign, and no sign for what rounds to nothing.
fn signed(value: f64) -> String {
    match format!("{value:+.1}").as_str() {
        "-0.0" | "+0.0" => "0.0".into(),
        text => text.replace('-', "−"),
    }
}

fn quoted(field: &str) -> String {
    match field.contains([',', '"', '\n', '\r']) {
        true => format!("\"{}\"", field.replace('"', "\"\"")),
        false => field.into(),
    }
}
