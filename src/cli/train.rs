//! `sublevel train`: cross-validation on the command line, written to a run file.

use std::{
    fs,
    path::PathBuf,
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
    time::Instant,
};

use clap::Args;
use indicatif::{ProgressBar, ProgressStyle};
use serde::Serialize;
use sublevel::{
    device,
    graph::{Dataset, folds},
    protocol::{Backend, EpochReport, Features, FixedFilter, Hat, ModelKind, Ties, TrainingConfig},
    training::Trainer,
};

use super::{Failure, load_dataset};

/// What `train` takes.
#[derive(Debug, Args)]
pub struct Arguments {
    /// TU zip or folder, or the name of a generated data set (see `sublevel datasets list`)
    #[arg(long)]
    data: String,
    /// The model: gfl, or one that the paper compares it with: ph-only, sum, sort-pool or deep-sets
    #[arg(long, default_value = "gfl", value_parser = model)]
    model: ModelKind,
    /// Message-passing layers, from 1 to 5
    #[arg(long, default_value_t = 1)]
    layers: u32,
    /// First features of the vertices: degree, label, attributes, degree+label, degree+attributes, label+attributes or
    /// uninformative
    ///
    /// Degrees and labels have a learned row each; attributes are standardised over the data set and go through a
    /// learned linear layer. The models that learn no filter take one-hot rows and the standardised attributes
    #[arg(long, value_parser = features)]
    features: Option<Features>,
    /// What reads the bars: the paper's rational hat, or that hat times the length of the bar, which vanishes on the
    /// diagonal: rational or vanishing
    #[arg(long, default_value = "rational", value_parser = hat)]
    hat: Hat,
    /// Read extended persistence, too: loops as bars that end
    #[arg(long)]
    extended: bool,
    /// Among vertices with equal filter values the gradient of a bar goes to the one that the order by index names, to
    /// one named by chance in each step, or to all of them in equal parts: index, random or mean
    #[arg(long, default_value = "index", value_parser = ties)]
    ties: Ties,
    /// The filter of ph-only: degree, core, closeness, heat-kernel or attribute:NAME
    ///
    /// Degrees count relative to the largest of their graph, core numbers to the largest of the data set. The heat
    /// kernel signature is taken at time 1. NAME is a vertex attribute, attribute1 (or 1) and so on, or label, and
    /// is stretched to 0 … 1 over the data set
    #[arg(long, default_value = "degree")]
    filter: FixedFilter,
    /// Number of folds of our own seeded, stratified split
    #[arg(long, default_value_t = 10, conflicts_with = "folds_from")]
    folds: u32,
    /// Folder with train_idx-K.txt, test_idx-K.txt and, where there is one, validation_idx-K.txt
    #[arg(long)]
    folds_from: Option<PathBuf>,
    /// Only these folds, counted from 1; all where none is named
    #[arg(long)]
    fold: Vec<u32>,
    #[arg(long, default_value_t = 100)]
    epochs: u32,
    #[arg(long, default_value_t = 32)]
    batch_size: u32,
    /// Learning rate before the first halving
    #[arg(long, default_value_t = 0.01, allow_negative_numbers = true)]
    lr: f64,
    #[arg(long, default_value_t = 1e-5, allow_negative_numbers = true)]
    weight_decay: f64,
    #[arg(long, default_value_t = 0)]
    seed: u32,
    /// Train on the ninth of the training part that the paper's code leaves out, too
    #[arg(long)]
    no_validation: bool,
    #[arg(long, default_value = "auto", value_parser = backend)]
    device: Backend,
    /// Where to write the run file
    #[arg(long)]
    out: Option<PathBuf>,
}

fn model(word: &str) -> Result<ModelKind, String> {
    let named = ModelKind::ALL.into_iter().find(|m| m.name() == word);
    named.ok_or_else(|| "expected gfl, ph-only, sum, sort-pool or deep-sets".into())
}

fn features(word: &str) -> Result<Features, String> {
    match word {
        "degree" => Ok(Features::Degree),
        "label" => Ok(Features::Label),
        "degree+label" => Ok(Features::DegreeLabel),
        "attributes" => Ok(Features::Attributes),
        "degree+attributes" => Ok(Features::DegreeAttributes),
        "label+attributes" => Ok(Features::LabelAttributes),
        "uninformative" => Ok(Features::Uninformative),
        _ => Err(
            "expected degree, label, degree+label, attributes, degree+attributes, \
             label+attributes or uninformative"
                .into(),
        ),
    }
}

fn hat(word: &str) -> Result<Hat, String> {
    match word {
        "rational" => Ok(Hat::Rational),
        "vanishing" => Ok(Hat::Vanishing),
        _ => Err("expected rational or vanishing".into()),
    }
}

fn ties(word: &str) -> Result<Ties, String> {
    match word {
        "index" => Ok(Ties::Index),
        "random" => Ok(Ties::Random),
        "mean" => Ok(Ties::Mean),
        _ => Err("expected index, random or mean".into()),
    }
}

fn backend(word: &str) -> Result<Backend, String> {
    match word {
        "auto" => Ok(Backend::Auto),
        "cpu" => Ok(Backend::Cpu),
        "gpu" => Ok(Backend::Gpu),
        _ => Err("expected auto, cpu or gpu".into()),
    }
}

/// The run file; accuracies in [0, 1].
#[derive(Serialize)]
struct Run {
    data: String,
    config: TrainingConfig,
    seed: u32,
    device: String,
    versions: Versions,
    folds: Vec<FoldRun>,
    mean_test_accuracy: f64,
    /// Population standard deviation over the folds.
    std_test_accuracy: f64,
}

#[derive(Serialize)]
struct Versions {
    sublevel: &'static str,
}

#[derive(Serialize)]
struct FoldRun {
    fold: u32,
    /// Of the last epoch.
    test_accuracy: f32,
    epochs: Vec<EpochRun>,
}

#[derive(Serialize)]
struct EpochRun {
    epoch: u32,
    train_loss: f32,
    train_accuracy: f32,
    test_accuracy: f32,
    /// Wall time of the epoch, evaluation included: the only entry that differs between two runs.
    seconds: f64,
}

/// Trains the chosen folds one after the other.
pub fn run(args: Arguments) -> Result<(), Failure> {
    let dataset = Arc::new(load_dataset(&args.data, args.seed)?);
    let defaults = TrainingConfig::default();
    let config = TrainingConfig {
        model: args.model,
        layers: args.layers,
        features: args.features.unwrap_or(dataset.summary().features[0]),
        fixed_filter: args.filter.clone(),
        epochs: args.epochs,
        batch_size: args.batch_size,
        learning_rate: args.lr,
        weight_decay: args.weight_decay,
        hat: args.hat,
        extended: args.extended,
        ties: args.ties,
        seed: args.seed,
        folds: args.folds,
        validation: !args.no_validation,
        ..defaults
    };
    let chosen = match args.fold.is_empty() {
        true => (1..=args.folds).collect(),
        false => args.fold.clone(),
    };
    let (device, report) =
        pollster::block_on(device::open(native(args.device))).map_err(Failure::usage)?;
    eprintln!("{} on {}", dataset.name, report.name);

    // Ctrl-C ends the run after the epoch at hand; the finished folds are reported and written.
    let interrupted = Arc::new(AtomicBool::new(false));
    let flag = interrupted.clone();
    ctrlc::set_handler(move || flag.store(true, Ordering::Relaxed)).map_err(Failure::other)?;

    let mut folds = Vec::new();
    for fold in chosen {
        let config = TrainingConfig {
            fold,
            ..config.clone()
        };
        let split = split(&args, &dataset, &config)?;
        let trainer = Trainer::new(dataset.clone(), split, config, device.clone());
        match train_fold(trainer.map_err(Failure::usage)?, fold, &interrupted)? {
            Some(run) => folds.push(run),
            None => break,
        }
    }
    if folds.is_empty() {
        return Err(Failure::other(
            "interrupted before the first fold was finished",
        ));
    }

    let accuracies = folds.iter().map(|f| f64::from(f.test_accuracy));
    let mean = accuracies.clone().sum::<f64>() / folds.len() as f64;
    let variance = accuracies.map(|a| (a - mean).powi(2)).sum::<f64>() / folds.len() as f64;
    println!(
        "test accuracy {:.1} ± {:.1} % over {} fold{}",
        100.0 * mean,
        100.0 * variance.sqrt(),
        folds.len(),
        if folds.len() == 1 { "" } else { "s" },
    );
    let Some(path) = args.out else { return Ok(()) };
    let run = Run {
        data: dataset.name.clone(),
        seed: config.seed,
        config,
        device: report.name,
        versions: Versions {
            sublevel: env!("CARGO_PKG_VERSION"),
        },
        folds,
        mean_test_accuracy: mean,
        std_test_accuracy: variance.sqrt(),
    };
    let text = serde_json::to_string_pretty(&run).map_err(Failure::other)?;
    fs::write(&path, text + "\n")
        .map_err(|error| Failure::other(format!("{}: {error}", path.display())))
}

/// Natively the CPU is the default: on the batches of the paper it is the faster device to start.
fn native(device: Backend) -> Backend {
    match device {
        Backend::Auto => Backend::Cpu,
        chosen => chosen,
    }
}

fn split(
    args: &Arguments,
    dataset: &Dataset,
    config: &TrainingConfig,
) -> Result<folds::Split, Failure> {
    let graphs = dataset.graphs.len() as u32;
    let split = match &args.folds_from {
        Some(folder) => {
            let mut split =
                folds::read_folds(folder, config.fold, graphs).map_err(Failure::usage)?;
            if !config.validation {
                split.train.append(&mut split.validation);
            }
            split
        }
        None => folds::stratified_folds(&dataset.classes, config.folds, config.seed.into())
            .and_then(|folds| folds.split(config.fold, config.validation))
            .map_err(Failure::usage)?,
    };
    Ok(split)
}

/// Trains to the end; `None` where it was interrupted.
fn train_fold(
    mut trainer: Trainer,
    fold: u32,
    interrupted: &AtomicBool,
) -> Result<Option<FoldRun>, Failure> {
    let summary = trainer.summary();
    let total = u64::from(summary.steps_per_epoch) * u64::from(summary.config.epochs);
    let style = "fold {prefix} {bar:30} {percent:>3} % {msg} · {eta} left";
    let bar = ProgressBar::new(total)
        .with_prefix(fold.to_string())
        .with_style(ProgressStyle::with_template(style).expect("the template is well formed"));
    let mut epochs = Vec::new();
    let mut start = Instant::now();
    loop {
        let report = pollster::block_on(trainer.train(summary.steps_per_epoch));
        if let Some(reason) = report.stopped {
            bar.abandon();
            return Err(Failure::other(format!("fold {fold}: {reason}")));
        }
        bar.inc(report.steps.len() as u64);
        for EpochReport {
            epoch,
            train_loss,
            train_accuracy,
            test_accuracy,
        } in report.epochs
        {
            bar.set_message(format!(
                "epoch {epoch} · loss {train_loss:.3} · train {:.1} % · test {:.1} %",
                100.0 * train_accuracy,
                100.0 * test_accuracy
            ));
            let seconds = start.elapsed().as_secs_f64();
            start = Instant::now();
            epochs.push(EpochRun {
                epoch,
                train_loss,
                train_accuracy,
                test_accuracy,
                seconds,
            });
        }
        if report.finished {
            bar.finish();
            let test_accuracy = epochs.last().map_or(0.0, |epoch| epoch.test_accuracy);
            return Ok(Some(FoldRun {
                fold,
                test_accuracy,
                epochs,
            }));
        }
        if interrupted.load(Ordering::Relaxed) {
            bar.abandon();
            return Ok(None);
        }
    }
}
