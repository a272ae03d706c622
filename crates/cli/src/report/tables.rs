//! The tables of the paper with Sublevel's numbers beside the published ones, and lists of missing and differing numbers.

use super::entry::{Entry, percent};
use super::literature;
use super::paper::{self, NOTEBOOK, PAPER, Published, Source, Table};
use sublevel::table::{escaped, signed, table};

/// Markdown of the tables that contain a run's data set; `None` if there is none.
pub fn markdown(entries: &[Entry]) -> Option<String> {
    let has_run = |table: &&Table| {
        entries
            .iter()
            .any(|entry| table.sets.contains(&entry.run.data.as_str()))
    };
    let tables: Vec<_> = paper::TABLES.iter().filter(has_run).collect();
    if tables.is_empty() {
        return None;
    }
    let mut text = format!(
        "Test accuracy after the last of 100 epochs in percent, mean ± population standard deviation over the ten folds \
         icml2020. Upper numbers are Sublevel's, lower numbers the paper's ({}). **▲** and **▼** mark differences of more than \
         one published standard deviation, or one of Sublevel's where the paper publishes none. – marks missing numbers. \
         The weight decay is 1e-5 as in the authors' code; ‡ marks 1e-6, as printed in the paper. § marks the folds \
         sklearn-0.21 or sklearn-0.22. SP: sort pooling; \
         Baseline: Deep Sets. *quoted*: from the literature by the paper, with other features and protocols. \
         (n): in n folds, the model predicts one class for all test graphs.\n",
        paper::CITATION
    );
    let mut rows = Vec::new();
    for table in tables {
        let shown = rows_of(
            PAPER
                .iter()
                .filter(|row| row.source == Source::Paper(table.number)),
        );
        text += &format!(
            "\n### {}\n\n{}",
            table.title,
            grid(&shown, table.sets, entries)
        );
        rows.extend(shown);
    }
    let notebook = rows_of(NOTEBOOK.iter());
    text += &format!(
        "\n### Saved by the authors, not in the paper †\n\nFrom `results.ipynb` of the authors' [repository]({}). The paper prints \
         the means of 5-GIN (SUM) with degrees without their deviations: ▲ and ▼ go by these.\n\n{}",
        paper::REPOSITORY,
        grid(&notebook, paper::TABLES[1].sets, entries)
    );
    text += &missing(&rows, entries);
    text += &off(entries);
    text += &literature::markdown(entries).unwrap_or_default();
    text += &others(entries);
    Some(text)
}

/// One row of a table: the cells of one method and, if the table has several, one kind of features.
struct Row {
    cells: Vec<&'static Published>,
}

impl Row {
    fn name(&self) -> &'static str {
        self.cells[0].name
    }

    /// Every kind of features of its cells.
    fn features(&self) -> String {
        let mut words: Vec<_> = self.cells.iter().map(|cell| cell.features).collect();
        words.dedup();
        match words[..] {
            ["literature"] => "quoted".into(),
            _ => words.join(", "),
        }
    }

    fn cell(&self, data: &str) -> Option<&'static Published> {
        self.cells.iter().find(|cell| cell.data == data).copied()
    }
}

/// The rows in order of first occurrence. A data set occurs once in a row.
fn rows_of(cells: impl Iterator<Item = &'static Published>) -> Vec<Row> {
    let mut rows: Vec<Row> = Vec::new();
    for cell in cells {
        // Labels have separate rows; in Table 1 some data sets use degrees and others uninformative features.
        let fits = |row: &&mut Row| {
            let has_labels = |cell: &Published| cell.features.contains("label");
            row.name() == cell.name
                && row.cell(cell.data).is_none()
                && has_labels(row.cells[0]) == has_labels(cell)
        };
        match rows.iter_mut().find(fits) {
            Some(row) => row.cells.push(cell),
            None => rows.push(Row { cells: vec![cell] }),
        }
    }
    rows
}

fn grid(rows: &[Row], sets: &[&str], entries: &[Entry]) -> String {
    let header = ["method", "features", ""]
        .into_iter()
        .chain(sets.iter().copied());
    let header: Vec<_> = header.map(String::from).collect();
    let rows: Vec<_> = rows
        .iter()
        .map(|row| {
            let is_quoted = row.cells[0].is_quoted();
            let whose = match row.cells[0].source {
                Source::Notebook => "Sublevel<br>authors",
                Source::Paper(_) if is_quoted => "paper",
                Source::Paper(_) => "Sublevel<br>paper",
            };
            let mut fields = vec![row.name().to_owned(), row.features(), whose.into()];
            fields.extend(sets.iter().map(|set| {
                let Some(cell) = row.cell(set) else {
                    return "–".to_owned();
                };
                let published = cell.marked();
                match is_quoted {
                    true => published,
                    false => format!("{}<br>{published}", own(cell, entries)),
                }
            }));
            fields
        })
        .collect();
    table(&header, 3, &rows)
}

/// Sublevel's runs for a published number.
fn runs<'a>(cell: &Published, entries: &'a [Entry]) -> Vec<&'a Entry> {
    let mut runs: Vec<_> = entries.iter().collect();
    runs.retain(|entry| {
        cell.is_of(&entry.run.data, &entry.run.config) && entry.deviations().is_empty()
    });
    runs
}

/// Sublevel's numbers for a cell.
fn own(cell: &Published, entries: &[Entry]) -> String {
    numbers(&runs(cell, entries)).unwrap_or("–".into())
}

/// The accuracies of runs that differ in the seed, the weight decay or the version of the folds, with the marks of the tables. `None` without
/// an accuracy.
pub fn numbers(runs: &[&Entry]) -> Option<String> {
    let words: Vec<_> = runs
        .iter()
        .filter_map(|entry| {
            let mut words = percent(entry.accuracy()?);
            match entry.folds_of_one_class() {
                0 => {}
                folds => words += &format!(" ({folds})"),
            }
            if let Some(mark) = entry.difference().and_then(mark) {
                words += &format!(" {mark}");
            }
            if entry.is_as_printed() {
                words += " ‡";
            }
            if entry.is_of_another_version() {
                words += " §";
            }
            if runs.iter().any(|other| other.run.seed != entry.run.seed) {
                words += &format!(" (seed {})", entry.run.seed);
            }
            Some(words)
        })
        .collect();
    (!words.is_empty()).then(|| words.join(", "))
}

/// The mark for a difference of more than one deviation.
pub fn mark(difference: f64) -> Option<&'static str> {
    match difference {
        above if above > 1.0 => Some("**▲**"),
        below if below < -1.0 => Some("**▼**"),
        _ => None,
    }
}

/// One line per row with missing runs.
fn missing(rows: &[Row], entries: &[Entry]) -> String {
    let lines: Vec<_> = rows
        .iter()
        .filter_map(|row| {
            let cells = row.cells.iter().filter(|cell| !cell.is_quoted());
            let empty = cells.filter(|cell| runs(cell, entries).is_empty());
            let sets: Vec<_> = empty
                .map(|cell| {
                    let why = entries
                        .iter()
                        .filter(|entry| cell.is_of(&entry.run.data, &entry.run.config))
                        .map(|entry| {
                            format!(
                                "{}: {}",
                                escaped(&entry.files.join(", ")),
                                escaped(&entry.deviations().join("; "))
                            )
                        });
                    match why.collect::<Vec<_>>().join("; ") {
                        why if why.is_empty() => cell.data.to_owned(),
                        why => format!("{} ({why})", cell.data),
                    }
                })
                .collect();
            let line = || {
                format!(
                    "- {}, {}: {}\n",
                    row.name(),
                    row.features(),
                    sets.join(", ")
                )
            };
            (!sets.is_empty()).then(line)
        })
        .collect();
    match lines.is_empty() {
        true => "\nSublevel has a run for every number of the paper.\n".into(),
        false => format!(
            "\nMissing runs with the paper's protocol:\n\n{}",
            lines.concat()
        ),
    }
}

/// One line per difference of more than one deviation.
fn off(entries: &[Entry]) -> String {
    let lines: Vec<_> = entries
        .iter()
        .filter_map(|entry| {
            let published = entry.published()?;
            let difference = entry.difference().filter(|d| d.abs() > 1.0)?;
            Some(format!(
                "- {}, {}, {}: {} where {} is published, {} standard deviations: {}\n",
                published.data,
                published.name,
                published.features,
                entry.percent()?,
                published.percent(),
                signed(difference, 1),
                paper::explanation(published).unwrap_or("not explained yet.".into()),
            ))
        })
        .collect();
    match lines.is_empty() {
        true => {
            "\nEvery number of Sublevel is within one standard deviation of the published one.\n"
                .into()
        }
        false => format!(
            "\nDifferences of more than one standard deviation:\n\n{}",
            lines.concat()
        ),
    }
}

/// Complete runs on the folds of the paper's split code with other settings, beside the runs of the tables.
fn others(entries: &[Entry]) -> String {
    let header = [
        "data set",
        "method",
        "features",
        "difference",
        "accuracy",
        "with the paper's settings",
    ];
    let has_no_place = |entry: &&Entry| {
        paper::has(&entry.run.data)
            && entry.is_whole()
            && entry.published().is_none()
            && !literature::has_place(entry)
    };
    let rows: Vec<_> = entries
        .iter()
        .filter(has_no_place)
        .filter_map(|entry| {
            let differs = match entry.deviations() {
                none if none.is_empty() => "no published number".into(),
                some => some.join("; "),
            };
            let same = |other: &&Entry| {
                (other.published().is_some() || literature::has_place(other))
                    && (&other.run.data, other.run.model(), other.run.features())
                        == (&entry.run.data, entry.run.model(), entry.run.features())
            };
            let usual = entries.iter().find(same).and_then(Entry::percent);
            Some(vec![
                escaped(&entry.run.data),
                escaped(&entry.run.model()),
                escaped(&entry.run.features()),
                escaped(&differs),
                entry.percent()?,
                usual.unwrap_or("–".into()),
            ])
        })
        .collect();
    match rows.is_empty() {
        true => String::new(),
        false => format!(
            "\n### Other settings, same folds\n\n{}",
            table(&header.map(String::from), 4, &rows)
        ),
    }
}
