//! `sublevel report`: tables from run files and bench files. `examples/figures` draws its comma-separated values.

mod accuracy;
mod baselines;
mod confusion;
mod curves;
pub mod entry;
mod literature;
mod paper;
mod planned;
mod regression;
mod selection;
mod tables;
mod timing;

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use clap::Args;
use serde::Deserialize;
use serde::de::IgnoredAny;
use sublevel::graph::Task;
use sublevel::run_file::{NamedFile, RunFile, merged};

use super::bench_file::{BenchFile, ReadoutFile, quartiles};
use super::run_file::{file_name, parse, parse_run, read_text};
use super::{Failure, plan, print};
use baselines::{Baseline, BaselineFile};
use entry::Entry;
use sublevel::table::{escaped, table};

/// Options of `report`.
#[derive(Debug, Args)]
pub struct Arguments {
    /// Run files of `sublevel train --out`, and bench files of `sublevel bench persistence --format json --per-graph` and
    /// `sublevel bench readout --format json`
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,
    /// Plan of `sublevel plan`: adds the state of its tasks to the report
    #[arg(long, value_name = "FILE")]
    plan: Option<PathBuf>,
    /// Output folder for report.md, tables.md and tables of comma-separated values; existing files with these names are replaced
    #[arg(short, long, value_name = "DIR")]
    out: PathBuf,
}

/// Reads all files, writes the report, and prints its path.
pub fn run(arguments: &Arguments) -> Result<(), Failure> {
    let (mut runs, mut results) = (Vec::new(), Vec::new());
    let (mut benches, mut readouts) = (Vec::new(), Vec::new());
    for path in &arguments.files {
        let file = file_name(path);
        match read(path)? {
            Input::Run(run) => runs.push(NamedFile { name: file, run }),
            Input::Baseline(result) => results.push(Baseline { name: file, result }),
            Input::Bench(bench) => benches.push((file, bench)),
            Input::Readout(readout) => readouts.push(readout),
        }
    }
    let planned = match &arguments.plan {
        Some(plan) => Some(planned::markdown(&plan::run_files(plan)?, &runs)),
        None => None,
    };
    let (mut runs, remarks) = merged(runs).map_err(Failure::usage)?;
    runs.sort_by(entry::order);
    let mut entries: Vec<Entry> = runs.into_iter().map(Entry::from).collect();
    name(&mut entries);
    baselines::sort(&mut results);

    let mut report = Report::default();
    report.text += concat!(
        "# Report\n\nWritten by sublevel ",
        env!("CARGO_PKG_VERSION"),
        ".\n"
    );
    if let Some(planned) = planned {
        report.text += &format!("\n## The plan\n\n{planned}");
    }
    let (entries, of_numbers): (Vec<Entry>, Vec<Entry>) = entries
        .into_iter()
        .partition(|entry| entry.run.task() == Task::Classification);
    let tables = [tables::markdown(&entries), baselines::markdown(&results)];
    let tables: Vec<_> = tables.into_iter().flatten().collect();
    if !tables.is_empty() {
        let tables = tables.join("\n");
        report.text += &format!("\n## Beside the paper\n\n{tables}");
        report.files.push(("tables.md".into(), tables));
    }
    if !entries.is_empty() {
        report.text += "\n## Every run\n\n";
        report.text += &accuracy::markdown(&entries, &remarks);
        report
            .files
            .push(("accuracy.csv".into(), accuracy::csv(&entries)));
        if let Some(selection) = selection::markdown(&entries) {
            report.text += &format!("\n## Selection of the epoch\n\n{selection}");
        }
    }
    let remarks = if entries.is_empty() {
        &remarks[..]
    } else {
        &[]
    };
    report.regression(&of_numbers, remarks);
    if !entries.is_empty() || !of_numbers.is_empty() {
        report.curves(&entries.iter().chain(&of_numbers).collect::<Vec<_>>());
        report.confusion(&entries)?;
        report.predictions(&of_numbers);
        report.text += "\n## Seconds per epoch\n\n";
        report.text += &seconds(entries.iter().chain(&of_numbers));
    }
    if !results.is_empty() {
        report.text += "\n## Every result of a baseline\n\n";
        report.text += &baselines::list(&results);
    }
    report.timing(&benches)?;
    report.readout(&readouts);
    report.write(&arguments.out)
}

/// A file of any kind.
#[allow(clippy::large_enum_variant, reason = "there are few files")]
enum Input {
    Run(RunFile),
    Baseline(BaselineFile),
    Bench(BenchFile),
    Readout(ReadoutFile),
}

/// The keys that distinguish the kinds of files.
#[derive(Deserialize)]
struct Shape {
    method: Option<IgnoredAny>,
    folds: Option<IgnoredAny>,
    sets: Option<IgnoredAny>,
    readouts: Option<IgnoredAny>,
}

fn read(path: &Path) -> Result<Input, Failure> {
    let text = read_text(path)?;
    let fail = |error: &dyn std::fmt::Display| {
        Failure::usage(format!(
            "{}: {error}; expected a file that `sublevel train --out`, \
             `sublevel bench persistence --format json --per-graph` or `sublevel bench readout --format json` wrote",
            path.display()
        ))
    };
    let shape: Shape = serde_json::from_str(&text).map_err(|error| fail(&error))?;
    match shape {
        Shape {
            method: Some(_), ..
        } => parse(path, &text, baselines::EXPECTED).map(Input::Baseline),
        Shape { folds: Some(_), .. } => parse_run(path, &text).map(Input::Run),
        Shape { sets: Some(_), .. } => BenchFile::parse(path, &text).map(Input::Bench),
        Shape {
            readouts: Some(_), ..
        } => ReadoutFile::parse(path, &text).map(Input::Readout),
        _ => Err(fail(
            &"it contains none of the keys folds, method, sets and readouts",
        )),
    }
}

/// Gives every entry a label that no other run of its data set has.
fn name(entries: &mut [Entry]) {
    for same in entries.chunk_by_mut(|a, b| a.run.repeats(&b.run)) {
        if same.len() > 1 {
            for entry in same {
                entry.label += &format!(", seed {}", entry.run.seed);
            }
        }
    }
    let mut taken = BTreeSet::new();
    for entry in entries {
        let (base, mut number) = (entry.label.clone(), 2);
        while !taken.insert((entry.run.data.clone(), entry.label.clone())) {
            entry.label = format!("{base} ({number})");
            number += 1;
        }
    }
}

/// The report under construction: `report.md` and its files.
#[derive(Default)]
struct Report {
    text: String,
    files: Vec<(String, String)>,
}

impl Report {
    fn regression(&mut self, entries: &[Entry], remarks: &[String]) {
        if entries.is_empty() {
            return;
        }
        self.text += "\n## Every run of regression\n\n";
        self.text += &regression::markdown(entries);
        for remark in remarks {
            self.text += &format!("\n{}\n", escaped(remark));
        }
        self.files
            .push(("errors.csv".into(), regression::csv(entries)));
    }

    fn predictions(&mut self, entries: &[Entry]) {
        if !entries.is_empty() {
            self.text += "\n## Predictions against targets\n\nThe test parts of all folds, after the last epoch, are in predictions.csv.\n";
        }
        let mut rows = String::new();
        for entry in entries {
            match regression::predictions(entry) {
                none if none.is_empty() => self.absent(entry, "no predictions in the file"),
                own => rows += &own,
            }
        }
        self.values("predictions.csv", regression::HEADER, &rows);
    }

    fn curves(&mut self, entries: &[&Entry]) {
        self.text +=
            "\n## Learning curves\n\nMeans over the folds in the first and in the last epoch.\n\n";
        self.text += &curves::markdown(entries);
        let mut rows = String::new();
        for entry in entries {
            match curves::rows(entry) {
                none if none.is_empty() => self.absent(entry, "no finished epoch"),
                own => rows += &own,
            }
        }
        self.values("curves.csv", curves::HEADER, &rows);
    }

    fn confusion(&mut self, entries: &[Entry]) -> Result<(), Failure> {
        if entries.is_empty() {
            return Ok(());
        }
        self.text += "\n## Confusion matrices\n\nSums over the test parts of the folds, after the last epoch. Rows are actual \
                      classes, columns predicted classes.\n";
        let (mut matrices, mut rows) = (Vec::new(), String::new());
        for entry in entries {
            match confusion::sum(entry)? {
                None => self.absent(entry, "no confusion matrix in the file"),
                Some(matrix) => {
                    rows += &confusion::rows(entry, &matrix);
                    matrices.push((entry, matrix));
                }
            }
        }
        for same in matrices.chunk_by(|(a, _), (b, _)| {
            (&a.run.data, &a.run.classes) == (&b.run.data, &b.run.classes)
        }) {
            self.text += &format!("\n### {}\n\n", escaped(&same[0].0.run.data));
            self.text += &confusion::markdown(same);
        }
        self.values("confusion.csv", confusion::HEADER, &rows);
        Ok(())
    }

    fn timing(&mut self, benches: &[(String, BenchFile)]) -> Result<(), Failure> {
        if !benches.is_empty() {
            self.text += "\n## Time of persistence\n";
        }
        let mut rows = String::new();
        for (file, bench) in benches {
            self.text += &timing::report(bench, file)?;
            rows += &timing::rows(bench);
        }
        self.values("persistence.csv", timing::HEADER, &rows);
        Ok(())
    }

    fn readout(&mut self, files: &[ReadoutFile]) {
        if !files.is_empty() {
            self.text += "\n## Time of readout and message passing\n";
        }
        let mut rows = String::new();
        for (file, set) in files
            .iter()
            .flat_map(|file| file.readouts.iter().map(move |set| (file, set)))
        {
            self.text += &timing::readout(file, set)
                .unwrap_or_else(|| format!("\n{}: no graph was timed.\n", escaped(&set.data)));
            rows += &timing::readout_rows(set);
        }
        self.values("readout.csv", timing::HEADER, &rows);
    }

    /// A file of comma-separated values, unless it would have no rows.
    fn values(&mut self, name: &str, header: &str, rows: &str) {
        if !rows.is_empty() {
            self.files.push((name.into(), format!("{header}\n{rows}")));
        }
    }

    fn absent(&mut self, entry: &Entry, why: &str) {
        self.text += &format!(
            "\n{}, {}, {}: {why}.\n",
            escaped(&entry.files.join(", ")),
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

/// Wall time of an epoch for each run.
fn seconds<'a>(entries: impl Iterator<Item = &'a Entry>) -> String {
    let header = [
        "data set",
        "run",
        "device",
        "version",
        "median (s)",
        "quartiles (s)",
        "epochs",
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
        let epochs = folds.iter().flat_map(|fold| &fold.epochs);
        let times: Vec<_> = epochs.map(|epoch| epoch.seconds).collect();
        let epochs = times.len().to_string();
        let [lower, median, upper] = quartiles(times)
            .map_or([const { String::new() }; 3], |times| {
                times.map(|time| format!("{time:.3}"))
            });
        rows.push(vec![
            escaped(data),
            escaped(&entry.label),
            escaped(device),
            escaped(&versions.sublevel),
            median,
            format!("{lower} – {upper}"),
            epochs,
        ]);
    }
    format!(
        "Wall time, evaluation of the test part included: median and quartiles over all epochs of all folds.\n\n{}",
        table(&header.map(String::from), 4, &rows)
    )
}
