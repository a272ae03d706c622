//! `sublevel report`: tables and figures from run files and bench files.

mod accuracy;
mod axes;
mod comparison;
mod confusion;
mod curves;
mod entry;
mod markdown;
mod paper;
mod svg;
mod timing;

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use clap::Args;
use serde::Deserialize;
use serde::de::IgnoredAny;

use super::bench_file::BenchFile;
use super::run_file::{RunFile, Spread, read_text};
use super::{Failure, print};
use entry::Entry;
use markdown::{escaped, table};

/// What `report` takes.
#[derive(Debug, Args)]
pub struct Arguments {
    /// Run files of `sublevel train --out`, and times of `sublevel bench persistence --format json --per-graph`
    #[arg(required = true)]
    files: Vec<PathBuf>,
    /// Folder for report.md and its figures; what it holds under their names is replaced
    #[arg(long)]
    out: PathBuf,
}

/// Reads everything, then writes the report and says what it wrote.
pub fn run(arguments: &Arguments) -> Result<(), Failure> {
    let (mut entries, mut benches) = (Vec::new(), Vec::new());
    for path in &arguments.files {
        let file = path
            .file_name()
            .unwrap_or(path.as_os_str())
            .to_string_lossy()
            .into_owned();
        match read(path)? {
            Input::Run(run) => entries.push(Entry {
                file,
                run,
                label: String::new(),
                slug: String::new(),
            }),
            Input::Bench(bench) => benches.push((file, bench)),
        }
    }
    entries.sort_by(Entry::order);
    name(&mut entries);

    let mut report = Report::default();
    report.text += concat!(
        "# Report\n\nWritten by sublevel ",
        env!("CARGO_PKG_VERSION"),
        ".\n"
    );
    if !entries.is_empty() {
        report.text += "\n## Accuracy\n\n";
        report.text += &accuracy::markdown(&entries);
        report
            .files
            .push(("accuracy.csv".into(), accuracy::csv(&entries)));
        if let Some(figure) = comparison::figure(&entries) {
            report.text += "\n![test accuracies beside those of the paper](accuracy.svg)\n";
            report.files.push(("accuracy.svg".into(), figure));
        }
        report.curves(&entries);
        report.confusion(&entries)?;
        report.text += "\n## Seconds per epoch\n\n";
        report.text += &seconds(&entries);
    }
    report.timing(&benches)?;
    report.write(&arguments.out)
}

/// A file of either kind.
enum Input {
    Run(RunFile),
    Bench(BenchFile),
}

/// What tells a run file from a bench file.
#[derive(Deserialize)]
struct Shape {
    folds: Option<IgnoredAny>,
    sets: Option<IgnoredAny>,
}

fn read(path: &Path) -> Result<Input, Failure> {
    let text = read_text(path)?;
    let fail = |error: &dyn std::fmt::Display| {
        Failure::usage(format!(
            "{}: {error}; expected a file that `sublevel train --out` or \
             `sublevel bench persistence --format json --per-graph` wrote",
            path.display()
        ))
    };
    let shape: Shape = serde_json::from_str(&text).map_err(|error| fail(&error))?;
    match shape {
        Shape { folds: Some(_), .. } => RunFile::parse(path, &text).map(Input::Run),
        Shape { sets: Some(_), .. } => BenchFile::parse(path, &text).map(Input::Bench),
        _ => Err(fail(&"there are neither folds nor sets in it")),
    }
}

/// Gives every entry its label, and a name of its own for its figures.
fn name(entries: &mut [Entry]) {
    for same in entries.chunk_by_mut(|a, b| a.repeats(b)) {
        let several = same.len() > 1;
        for entry in same {
            entry.label = entry.name();
            if several {
                entry.label += &format!(", seed {}", entry.run.seed);
            }
        }
    }
    let mut taken = BTreeSet::new();
    for entry in entries {
        let base = slug(&format!("{} {}", entry.run.data, entry.label));
        let mut name = base.clone();
        let mut number = 2;
        while !taken.insert(name.clone()) {
            name = format!("{base}-{number}");
            number += 1;
        }
        entry.slug = name;
    }
}

/// Letters, digits and single hyphens, for a file name of any system.
fn slug(text: &str) -> String {
    let words = text.split(|character: char| !character.is_ascii_alphanumeric());
    let words: Vec<_> = words.filter(|word| !word.is_empty()).collect();
    let slug: String = words.join("-").to_lowercase().chars().take(80).collect();
    match slug.is_empty() {
        true => "run".into(),
        false => slug,
    }
}

/// The report as it grows: `report.md`, and the files beside it.
#[derive(Default)]
struct Report {
    text: String,
    files: Vec<(String, String)>,
}

impl Report {
    fn curves(&mut self, entries: &[Entry]) {
        self.text += "\n## Learning curves\n\nThe band is one population standard deviation over the folds to either side; \
                      dotted lines mark the epochs at whose start the learning rate is halved.\n";
        for entry in entries {
            match curves::figure(entry) {
                None => self.absent(entry, "no finished epoch"),
                Some(figure) => self.figure(entry, "curves", "learning curves", figure),
            }
        }
    }

    fn confusion(&mut self, entries: &[Entry]) -> Result<(), Failure> {
        self.text += "\n## Confusion matrices\n\nSums over the test parts of the folds, after the last epoch; a row is a true \
                      class, a column what was predicted.\n";
        for entry in entries {
            match confusion::sum(entry)? {
                None => self.absent(entry, "no confusion matrix in the file"),
                Some(matrix) => {
                    let figure = confusion::figure(entry, &matrix);
                    self.figure(entry, "confusion", "confusion matrix", figure);
                }
            }
        }
        Ok(())
    }

    fn timing(&mut self, benches: &[(String, BenchFile)]) -> Result<(), Failure> {
        if !benches.is_empty() {
            self.text += "\n## Time of persistence\n";
        }
        for (index, (file, bench)) in benches.iter().enumerate() {
            let svg = match index {
                0 => "timing.svg".into(),
                _ => format!("timing-{}.svg", index + 1),
            };
            let (figure, text) = timing::report(bench, file, &svg)?;
            self.text += &text;
            self.files.push((svg, figure));
        }
        Ok(())
    }

    fn figure(&mut self, entry: &Entry, kind: &str, words: &str, figure: String) {
        let svg = format!("{kind}-{}.svg", entry.slug);
        self.text += &format!(
            "\n![{words} of {}, {}]({svg})\n",
            escaped(&entry.run.data),
            escaped(&entry.label)
        );
        self.files.push((svg, figure));
    }

    fn absent(&mut self, entry: &Entry, why: &str) {
        self.text += &format!(
            "\n{}, {}, {}: {why}.\n",
            escaped(&entry.file),
            escaped(&entry.run.data),
            escaped(&entry.label)
        );
    }

    fn write(mut self, folder: &Path) -> Result<(), Failure> {
        self.files.insert(0, ("report.md".into(), self.text));
        let fail = |path: &Path, error| Failure::other(format!("{}: {error}", path.display()));
        fs::create_dir_all(folder).map_err(|error| fail(folder, error))?;
        let mut written = String::new();
        for (name, text) in &self.files {
            let path = folder.join(name);
            fs::write(&path, text).map_err(|error| fail(&path, error))?;
            written += &format!("{}\n", path.display());
        }
        print(&written)
    }
}

/// Wall time of an epoch, run by run.
fn seconds(entries: &[Entry]) -> String {
    let header = [
        "data set",
        "run",
        "device",
        "version",
        "seconds per epoch",
        "epochs",
        "in all (s)",
    ];
    let mut rows = Vec::new();
    for entry in entries {
        let RunFile {
            data,
            device,
            versions,
            folds,
            ..
        } = &entry.run;
        let times = folds
            .iter()
            .flat_map(|fold| &fold.epochs)
            .map(|epoch| epoch.seconds);
        let each = Spread::of(times.clone()).map_or("–".into(), |spread| {
            format!("{:.3} ± {:.3}", spread.mean, spread.std)
        });
        rows.push(vec![
            escaped(data),
            escaped(&entry.label),
            escaped(device),
            escaped(&versions.sublevel),
            each,
            times.clone().count().to_string(),
            format!("{:.1}", times.fold(0.0, |sum, time| sum + time)),
        ]);
    }
    format!(
        "Wall time, evaluation of the test part included: mean ± population standard deviation over all epochs of all folds.\n\n{}",
        table(&header.map(String::from), 4, &rows)
    )
}
