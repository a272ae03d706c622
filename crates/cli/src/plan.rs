//! `sublevel plan`: the training runs of an experiment, one command per line, for job schedulers.
//!
//! A task is one fold of one model with one seed on one data set. Running its command again resumes an interrupted task and leaves
//! a finished one unchanged. Tasks share only the data set; copying their run files together completes the experiment.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use clap::{Args, Parser};
use sublevel::graph::folds::count_folds;

use sublevel::config::ModelKind;

use super::splits::{Folds, SplitArguments};
use super::words::{one_of, whole};
use super::{Command, CommandLine, Failure, load_for_training, print};

const EXAMPLES: &str = "Examples:
  sublevel plan --data NCI1.zip --folds icml2020 --model gfl,sum --out runs > plan.txt
  sublevel plan --data A.jsonl --data B.jsonl --seed 0,1,2 --out runs -- --epochs 50 --hat gaussian > plan.txt
  parallel --jobs 4 --joblog plan.log < plan.txt
  sublevel report --plan plan.txt runs/*.json --out report";

/// Options of `sublevel plan`.
#[derive(Args, Debug)]
#[command(after_help = EXAMPLES)]
pub struct Arguments {
    /// Data set, as for `sublevel train --data`; repeatable
    #[arg(short, long, required = true, value_name = "FILE|FOLDER|NAME")]
    data: Vec<String>,
    /// Models, separated by commas
    #[arg(short, long, value_name = "MODEL", value_delimiter = ',', default_value = "gfl", value_parser = one_of(ModelKind::CHOICES))]
    model: Vec<String>,
    /// Seeds, separated by commas
    #[arg(short, long, value_name = "N", value_delimiter = ',', default_value = "0", allow_negative_numbers = true, value_parser = whole(0..=u32::MAX))]
    seed: Vec<u32>,
    #[command(flatten)]
    splits: SplitArguments,
    /// Folder for the run files
    #[arg(short, long, value_name = "DIR")]
    out: PathBuf,
    /// Further options of `sublevel train` for all tasks
    #[arg(last = true, value_name = "OPTIONS")]
    options: Vec<String>,
}

/// Writes the commands to stdout.
pub fn run(arguments: &Arguments) -> Result<(), Failure> {
    let mut lines = String::new();
    let mut known = BTreeMap::new();
    for data in &arguments.data {
        let name = stem(data);
        if let Some(other) = known.insert(name, data) {
            return Err(Failure::usage(format!(
                "{other} and {data} are both called {name}, and so would be their run files: make a plan with another --out for \
                 one of them"
            )));
        }
        let folds = arguments.folds(data)?;
        for model in &arguments.model {
            for seed in &arguments.seed {
                for fold in 1..=folds {
                    lines += &arguments.line(data, model, *seed, fold)?;
                }
            }
        }
    }
    print(&lines)
}

impl Arguments {
    /// Number of folds. The data set is read only if the options leave it open: it may exist on other computers only.
    fn folds(&self, data: &str) -> Result<u32, Failure> {
        if self.splits.folds.is_none() && self.splits.folds_from.is_none() {
            let dataset = load_for_training(data, 0)?;
            let source = self.splits.source(&dataset, Folds::Seed(10))?;
            return Ok(source.count());
        }
        match (&self.splits.folds_from, self.splits.folds) {
            (Some(folder), _) => count_folds(folder).map_err(Failure::usage),
            (None, folds) => Ok(folds.unwrap_or(Folds::Seed(10)).count()),
        }
    }

    /// The command of a task, for a shell.
    fn line(&self, data: &str, model: &str, seed: u32, fold: u32) -> Result<String, Failure> {
        let name = format!("{}-{model}-seed-{seed}-fold-{fold}.json", stem(data));
        let out = self.out.join(name).display().to_string();
        let (seed, fold) = (seed.to_string(), fold.to_string());
        let mut words = vec![
            "sublevel", "train", "--data", data, "--model", model, "--seed", &seed,
        ];
        let folds = self.splits.folds.map(|folds| folds.to_string());
        let folder = self
            .splits
            .folds_from
            .as_ref()
            .map(|folder| folder.display().to_string());
        if let Some(folds) = &folds {
            words.extend(["--folds", folds]);
        }
        if let Some(folder) = &folder {
            words.extend(["--folds-from", folder]);
        }
        words.extend(["--fold", &fold]);
        words.extend(self.options.iter().map(String::as_str));
        words.extend(["--continue", "--out", &out]);
        // Reports a mistake once instead of in every task.
        out_of(&words)
            .map_err(|problem| Failure::usage(format!("the tasks would fail: {problem}")))?;
        let line = shlex::try_join(words.iter().copied());
        line.map(|line| line + "\n").map_err(Failure::usage)
    }
}

/// The name of a data set without folder and ending.
fn stem(data: &str) -> &str {
    let name = Path::new(data).file_stem();
    name.and_then(|name| name.to_str()).unwrap_or(data)
}

/// The names of the run files of a plan.
///
/// # Errors
/// If the file cannot be read, or a line is not a task.
pub fn run_files(path: &Path) -> Result<Vec<String>, Failure> {
    let refuse = |problem: String| Failure::usage(format!("{}{problem}", path.display()));
    let text = fs::read_to_string(path).map_err(|error| refuse(format!(": {error}")))?;
    let lines = (1..)
        .zip(text.lines())
        .filter(|(_, line)| !line.trim().is_empty());
    let name = |(number, line): (usize, &str)| {
        let words = shlex::split(line);
        let words = words
            .iter()
            .flatten()
            .map(String::as_str)
            .collect::<Vec<_>>();
        let out =
            out_of(&words).map_err(|problem| refuse(format!(", line {number}: {problem}")))?;
        Ok(out.file_name().unwrap_or_default().to_string_lossy().into())
    };
    lines.map(name).collect()
}

/// The run file of a command `sublevel train … --out FILE`.
///
/// # Errors
/// If the program would reject the command.
fn out_of(words: &[&str]) -> Result<PathBuf, String> {
    let line = CommandLine::try_parse_from(words).map_err(|error| {
        let text = error.to_string();
        text.strip_prefix("error: ")
            .unwrap_or(&text)
            .trim()
            .to_owned()
    })?;
    let out = match line.command {
        Some(Command::Train(task)) => task.out().cloned(),
        _ => None,
    };
    out.ok_or_else(|| "expected `sublevel train … --out FILE`, a line of `sublevel plan`".into())
}
