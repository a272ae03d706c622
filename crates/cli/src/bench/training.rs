//! `sublevel bench training`: time of a step and of an epoch.

use std::fmt::Write;
use std::sync::Arc;
use std::time::Instant;

use burn::tensor::Device;
use serde::Serialize;
use sublevel::config::{Features, ModelKind, TrainingConfig};
use sublevel::device;
use sublevel::graph::Dataset;
use sublevel::run_file::Versions;
use sublevel::training::Trainer;

use super::{Format, Quantiles, SEED, TrainingOptions, processor};
use crate::splits::{Folds, SplitArguments};
use crate::{Failure, load_dataset, print};

/// Output of `--format json`.
#[derive(Debug, Serialize)]
struct TrainingFile {
    versions: Versions,
    /// Processor name.
    processor: String,
    /// Number of CPU threads: one trains, the others prepare the next batches.
    threads: usize,
    /// Device: CPU or the name of a GPU.
    device: String,
    /// Seed of generators, weights and folds.
    seed: u32,
    /// Number of timed epochs.
    repeats: u32,
    runs: Vec<TrainingTime>,
}

/// A model on a data set: the first fold of ten, with the defaults of `train`.
#[derive(Debug, Serialize)]
struct TrainingTime {
    /// Name of the data set.
    data: String,
    model: ModelKind,
    features: Features,
    /// Number of training graphs.
    graphs: u32,
    batch_size: u32,
    steps_per_epoch: u32,
    /// Milliseconds per step, without the end of the epoch.
    ms_per_step: Quantiles,
    /// Seconds per epoch, including the evaluation of the test part.
    seconds_per_epoch: Quantiles,
}

/// Writes the times to stdout.
pub fn run(options: &TrainingOptions) -> Result<(), Failure> {
    let (device, report) =
        pollster::block_on(device::open(options.device)).map_err(Failure::usage)?;
    let mut file = TrainingFile {
        versions: Versions::current(),
        processor: processor(),
        threads: rayon::current_num_threads(),
        device: report.name,
        seed: SEED,
        repeats: options.repeats,
        runs: Vec::new(),
    };
    for name in &options.data {
        let dataset = Arc::new(load_dataset(name, SEED)?);
        for &model in &options.model {
            file.runs.push(time(&dataset, model, options, &device)?);
        }
    }
    print(&match options.format {
        Format::Json => serde_json::to_string_pretty(&file).map_err(Failure::other)? + "\n",
        Format::Text => table(&file),
    })
}

/// The epochs after the first, which compiles shaders and allocates memory.
fn time(
    dataset: &Arc<Dataset>,
    model: ModelKind,
    options: &TrainingOptions,
    device: &Device,
) -> Result<TrainingTime, Failure> {
    let own = SplitArguments {
        folds: None,
        folds_from: None,
    };
    let source = own.source(dataset, Folds::Seed(10))?;
    let config = TrainingConfig {
        model,
        features: options.features.unwrap_or(dataset.summary().features[0]),
        epochs: options.repeats + 1,
        folds: source.count(),
        seed: SEED,
        ..TrainingConfig::default()
    };
    let split = source.split(dataset, &config, 1)?;
    let trainer = Trainer::new(dataset.clone(), split, config.clone(), device.clone());
    let mut trainer = trainer.map_err(Failure::usage)?;
    let steps = trainer.steps_per_epoch();
    let mut train = |steps: u32| {
        let start = Instant::now();
        let report = pollster::block_on(trainer.train(steps));
        match report.stopped {
            Some(reason) => Err(Failure::other(format!("{}: {reason}", dataset.name))),
            None => Ok(start.elapsed().as_secs_f64()),
        }
    };
    train(steps)?;
    // The last step includes the evaluation. An epoch of one step has no other step.
    let others = steps.max(2) - 1;
    let (mut of_steps, mut of_epochs) = (Vec::new(), Vec::new());
    for _ in 0..options.repeats {
        let seconds = train(others)?;
        of_steps.push(1e3 * seconds / f64::from(others));
        of_epochs.push(seconds + train(steps - others)?);
    }
    let summary = trainer.summary();
    Ok(TrainingTime {
        data: dataset.name.clone(),
        model,
        features: config.features,
        graphs: summary.train_graphs,
        batch_size: config.batch_size,
        steps_per_epoch: steps,
        ms_per_step: Quantiles::new(of_steps),
        seconds_per_epoch: Quantiles::new(of_epochs),
    })
}

/// One line per model and data set.
fn table(file: &TrainingFile) -> String {
    let mut text = format!(
        "{} ({}, {} threads)\nmedians of {} epochs\n\n{:24}{:12}{:20}{:>8}{:>12}{:>12}{:>12}\n",
        file.device,
        file.processor,
        file.threads,
        file.repeats,
        "data set",
        "model",
        "features",
        "graphs",
        "ms a step",
        "steps/s",
        "s an epoch",
    );
    for run in &file.runs {
        let step = run.ms_per_step.median;
        let _ = writeln!(
            text,
            "{:24}{:12}{:20}{:>8}{step:>12.3}{:>12.1}{:>12.3}",
            run.data,
            word(run.model),
            word(run.features),
            run.graphs,
            1e3 / step,
            run.seconds_per_epoch.median,
        );
    }
    text
}

/// Name of a choice on the command line.
fn word(choice: impl Serialize) -> String {
    let value = serde_json::to_value(choice);
    value
        .ok()
        .and_then(|value| Some(value.as_str()?.to_owned()))
        .unwrap_or_default()
}
