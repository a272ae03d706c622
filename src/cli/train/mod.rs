//! `sublevel train`: cross-validation on the command line, written to a run file.

mod progress;
mod runner;

use std::{
    fs,
    path::{Path, PathBuf},
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
};

use clap::Args;
use serde::de::{
    DeserializeOwned, IntoDeserializer,
    value::{self, StrDeserializer},
};
use sublevel::{
    device,
    graph::{Dataset, folds::Split},
    protocol::{
        Backend, BarWeight, EdgeFeatures, Features, FixedFilter, Hat, ModelKind, Ties,
        TrainingConfig,
    },
};

use super::{
    Failure, load_dataset,
    run_file::{RunFile, UnfinishedFold, Versions, fingerprint},
    splits::{Folds, Origin, Source, SplitArguments},
};
use runner::Runner;

/// What `train` takes.
#[derive(Debug, Args)]
pub struct Arguments {
    /// TU zip or folder, or the name of a generated data set (see `sublevel datasets list`)
    #[arg(long)]
    data: String,
    #[command(flatten)]
    configuration: Configuration,
    #[command(flatten)]
    splits: SplitArguments,
    /// Folds that are trained at the same time; the result does not depend on it
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..))]
    jobs: u32,
    #[arg(long, default_value = "auto", value_parser = backend)]
    device: Backend,
    /// Where to write the run file, after each fold; compressed where the name ends in .gz
    #[arg(long)]
    out: Option<PathBuf>,
    /// Folder for the weights of every finished fold, fold-K.safetensors; `sublevel evaluate` and the page read them
    #[arg(long, value_name = "DIR")]
    save_weights: Option<PathBuf>,
    /// Go on with the unfinished folds of this run file, in the configuration it holds
    #[arg(long, conflicts_with_all = ["Configuration", "folds", "out"])]
    resume: Option<PathBuf>,
}

/// What a run file remembers of its command line.
#[derive(Debug, Args)]
struct Configuration {
    /// The model: gfl, or one that the paper compares it with: ph-only, sum, sort-pool or deep-sets
    #[arg(long, default_value = "gfl", value_parser = model)]
    model: ModelKind,
    /// Message-passing layers, from 1 to 5
    #[arg(long, default_value_t = 1)]
    layers: u32,
    /// First features of the vertices: degree, label, attributes, degree+label, degree+attributes, label+attributes or
    /// uninformative
    ///
    /// Degrees and labels have a learned row each; attributes are standardised over the training part and go through a
    /// learned linear layer. The models that learn no filter take one-hot rows and the standardised attributes
    #[arg(long, value_parser = features)]
    features: Option<Features>,
    /// What reads the bars: rational, the paper's hat; exponential, of SLayer; PersLay's triangle, gaussian or line; or
    /// deep-sets, a perceptron
    ///
    /// The essential bars are read on the line, where the triangle over a birth has a learned height
    #[arg(long, default_value = "rational", value_parser = hat)]
    hat: Hat,
    /// What a bar counts, by PersLay: none, all the same; length; grid, 10 × 10 learned numbers; or gaussians, a learned
    /// mixture of three
    ///
    /// With length the readout vanishes on the diagonal; it weighs only bars that end. Essential bars have a grid and a
    /// mixture on the line
    #[arg(long, default_value = "none", value_parser = bar_weight)]
    bar_weight: BarWeight,
    /// Read extended persistence, too: loops as bars that end
    #[arg(long)]
    extended: bool,
    /// Among vertices with equal filter values the gradient of a bar goes to the one that the order by index names, to
    /// one named by chance in each step, or to all of them in equal parts: index, random or mean
    #[arg(long, default_value = "index", value_parser = ties)]
    ties: Ties,
    /// What messages are told of the edges they pass along: none, label or attributes
    ///
    /// The message of a neighbour u is then max(0, x_u + e) with a learned row e for the label of the edge, or its
    /// standardised attributes through a learned linear layer (GINE)
    #[arg(long, default_value = "none", value_parser = edge_features)]
    edge_features: EdgeFeatures,
    /// The filter of ph-only: degree, core, closeness, heat-kernel or attribute:NAME
    ///
    /// Degrees count relative to the largest of their graph, core numbers to the largest of the training part. The heat
    /// kernel signature is taken at time 1. NAME is a vertex attribute, attribute1 (or 1) and so on, or label, and
    /// is stretched so that its range in the training part becomes 0 … 1; what is beyond in other graphs becomes 0 or 1
    #[arg(long, default_value = "degree")]
    filter: FixedFilter,
    /// Only these folds, counted from 1; all where none is named
    #[arg(long)]
    fold: Vec<u32>,
    /// Where the numbers come from that are not given: icml2020, those of the paper's code; or icml2020-as-printed, with the
    /// weight decay that the paper prints, 0.000001
    #[arg(long, default_value = "icml2020", value_parser = preset)]
    preset: TrainingConfig,
    /// [default: 100]
    #[arg(long)]
    epochs: Option<u32>,
    /// Graphs that one step learns from [default: 32]
    #[arg(long)]
    batch_size: Option<u32>,
    /// Learning rate before the first halving [default: 0.01]
    #[arg(long, allow_negative_numbers = true)]
    lr: Option<f64>,
    /// Epochs, counted from 1, that start by halving the learning rate [default: 20,40,60,80]
    #[arg(long, value_delimiter = ',')]
    halve_at: Option<Vec<u32>>,
    /// Share of the weights that is added to the gradient [default: that of the preset, 0.00001]
    #[arg(long, allow_negative_numbers = true)]
    weight_decay: Option<f64>,
    /// Columns of embeddings and hidden layers [default: 64]
    #[arg(long)]
    width: Option<u32>,
    /// Share of the hidden layer of the classifier that each step leaves out, at least 0 and below 1 [default: 0 for gfl
    /// and ph-only, 0.5 for the others]
    #[arg(long, allow_negative_numbers = true)]
    dropout: Option<f32>,
    /// Structure elements for each barcode [default: 100]
    #[arg(long)]
    hats: Option<u32>,
    /// Seed of weights, batches and folds
    #[arg(long, default_value_t = 0)]
    seed: u32,
    /// Train on the ninth of the training part that the paper's code leaves out, too
    #[arg(long)]
    no_validation: bool,
}

impl Configuration {
    fn training(&self, dataset: &Dataset, folds: u32) -> TrainingConfig {
        let preset = self.preset.clone();
        TrainingConfig {
            model: self.model,
            layers: self.layers,
            features: self.features.unwrap_or(dataset.summary().features[0]),
            epochs: self.epochs.unwrap_or(preset.epochs),
            batch_size: self.batch_size.unwrap_or(preset.batch_size),
            learning_rate: self.lr.unwrap_or(preset.learning_rate),
            halve_at: self.halve_at.clone().unwrap_or(preset.halve_at),
            weight_decay: self.weight_decay.unwrap_or(preset.weight_decay),
            width: self.width.unwrap_or(preset.width),
            dropout: self.dropout,
            hats: self.hats.unwrap_or(preset.hats),
            hat: self.hat,
            bar_weight: self.bar_weight,
            extended: self.extended,
            ties: self.ties,
            edges: self.edge_features,
            fixed_filter: self.filter.clone(),
            seed: self.seed,
            folds,
            fold: 1,
            validation: !self.no_validation,
        }
    }

    /// The folds to train out of so many, ascending.
    fn folds(&self, count: u32) -> Vec<u32> {
        let mut folds = self.fold.clone();
        if folds.is_empty() {
            folds.extend(1..=count);
        }
        folds.sort_unstable();
        folds.dedup();
        folds
    }
}

fn preset(word: &str) -> Result<TrainingConfig, String> {
    let mut presets = TrainingConfig::PRESETS.into_iter();
    let named = presets.find(|(name, _)| *name == word);
    named
        .map(|(_, preset)| preset())
        .ok_or_else(|| "expected icml2020 or icml2020-as-printed".into())
}

/// The value that configurations have this word for.
fn named<T: DeserializeOwned>(word: &str, expected: &str) -> Result<T, String> {
    let word: StrDeserializer<value::Error> = word.into_deserializer();
    T::deserialize(word).map_err(|_| format!("expected {expected}"))
}

fn model(word: &str) -> Result<ModelKind, String> {
    named(word, "gfl, ph-only, sum, sort-pool or deep-sets")
}

fn features(word: &str) -> Result<Features, String> {
    named(
        word,
        "degree, label, degree+label, attributes, degree+attributes, label+attributes or uninformative",
    )
}

fn hat(word: &str) -> Result<Hat, String> {
    named(
        word,
        "rational, exponential, triangle, gaussian, line or deep-sets",
    )
}

fn bar_weight(word: &str) -> Result<BarWeight, String> {
    named(word, "none, length, grid or gaussians")
}

fn ties(word: &str) -> Result<Ties, String> {
    named(word, "index, random or mean")
}

fn edge_features(word: &str) -> Result<EdgeFeatures, String> {
    named(word, "none, label or attributes")
}

fn backend(word: &str) -> Result<Backend, String> {
    named(word, "auto, cpu or gpu")
}

/// A run with the data set that it is on and the splits of the folds that it has left.
struct Run {
    file: RunFile,
    dataset: Dataset,
    source: Source,
    splits: Vec<(UnfinishedFold, Split)>,
}

/// Trains the chosen folds, or those that a run file has left.
pub fn run(args: Arguments) -> Result<(), Failure> {
    let Run {
        mut file,
        dataset,
        source,
        splits,
    } = match &args.resume {
        Some(path) => resumed(&args, path)?,
        None => begun(&args)?,
    };
    let path = args.resume.as_ref().or(args.out.as_ref());
    let (device, report) =
        pollster::block_on(device::open(native(args.device))).map_err(Failure::usage)?;
    file.device.clone_from(&report.name);

    // Ctrl-C ends the run after the epochs at hand.
    let interrupted = Arc::new(AtomicBool::new(false));
    let flag = interrupted.clone();
    ctrlc::set_handler(move || flag.store(true, Ordering::Relaxed)).map_err(Failure::other)?;
    eprintln!("{} on {}", dataset.name, report.name);
    if let Some(folder) = &args.save_weights {
        fs::create_dir_all(folder)
            .map_err(|error| Failure::usage(format!("{}: {error}", folder.display())))?;
    }
    let weights = args.save_weights.clone();
    let runner = Runner::new(
        Arc::new(dataset),
        device,
        file,
        path.cloned(),
        weights,
        interrupted,
    );
    let outcome = runner.train(splits, args.jobs as usize);
    let file = runner.into_file();

    if let Some(spread) = file.test_accuracy() {
        println!(
            "test accuracy {:.1} ± {:.1} % over {}",
            100.0 * spread.mean,
            100.0 * spread.std,
            folds_in_words(file.folds.len()),
        );
    }
    outcome?;
    if file.unfinished.is_empty() {
        return Ok(());
    }
    let left = folds_in_words(file.unfinished.len());
    Err(Failure::other(match path {
        Some(path) => format!(
            "interrupted with {left} to go; `{}` goes on",
            to_go_on(&args, &source, path)
        ),
        None => format!("interrupted with {left} to go, of which nothing is kept without --out"),
    }))
}

fn folds_in_words(folds: usize) -> String {
    format!("{folds} fold{}", if folds == 1 { "" } else { "s" })
}

/// The command that goes on with a run as this one was started, for a shell.
fn to_go_on(args: &Arguments, source: &Source, run: &Path) -> String {
    let mut words = vec!["sublevel", "train", "--data", &args.data];
    let text = |path: &Path| path.display().to_string();
    let folder = source.folder().map(text);
    if let Some(folder) = &folder {
        words.extend(["--folds-from", folder]);
    }
    let jobs = args.jobs.to_string();
    if args.jobs != 1 {
        words.extend(["--jobs", &jobs]);
    }
    match args.device {
        Backend::Auto => {}
        Backend::Cpu => words.extend(["--device", "cpu"]),
        Backend::Gpu => words.extend(["--device", "gpu"]),
    }
    let weights = args.save_weights.as_deref().map(text);
    if let Some(weights) = &weights {
        words.extend(["--save-weights", weights]);
    }
    let run = text(run);
    words.extend(["--resume", &run]);
    let quoted = words.iter().map(|word| {
        // A word with a zero byte, the one thing that cannot be quoted, cannot have been an argument either.
        shlex::try_quote(word).unwrap_or_else(|_| (*word).into())
    });
    quoted.collect::<Vec<_>>().join(" ")
}

/// A run of which nothing is done.
fn begun(args: &Arguments) -> Result<Run, Failure> {
    let dataset = load_dataset(&args.data, args.configuration.seed)?;
    let source = args.splits.source(Folds::Seed(10))?;
    let config = args.configuration.training(&dataset, source.count());
    config.check(&dataset).map_err(Failure::usage)?;
    let folds = args.configuration.folds(source.count()).into_iter();
    let splits = folds.map(|fold| {
        let split = source.split(&dataset, &config, fold)?;
        Ok((UnfinishedFold::new(fold, &split), split))
    });
    let splits = splits.collect::<Result<Vec<_>, Failure>>()?;
    let file = RunFile {
        data: dataset.name.clone(),
        fingerprint: fingerprint(dataset.fingerprint()),
        seed: config.seed,
        config,
        splits: source.origin(),
        device: String::new(),
        versions: Versions::current(),
        classes: dataset.class_names.clone(),
        folds: Vec::new(),
        mean_test_accuracy: 0.0,
        std_test_accuracy: 0.0,
        unfinished: splits.iter().map(|(fold, _)| fold.clone()).collect(),
    };
    Ok(Run {
        file,
        dataset,
        source,
        splits,
    })
}

/// A run as its file left it, on the same graphs and the same folds.
fn resumed(args: &Arguments, path: &Path) -> Result<Run, Failure> {
    let file = RunFile::read(path)?;
    let refuse = |reason: String| Failure::usage(format!("{}: {reason}", path.display()));
    let dataset = load_dataset(&args.data, file.seed)?;
    if (&dataset.name, &dataset.class_names) != (&file.data, &file.classes) {
        return Err(refuse(format!(
            "this run is on {} with the classes {}; {} is {} with the classes {}",
            file.data,
            file.classes.join(", "),
            args.data,
            dataset.name,
            dataset.class_names.join(", "),
        )));
    }
    let found = fingerprint(dataset.fingerprint());
    if found != file.fingerprint {
        return Err(refuse(format!(
            "this run is on {} with other graphs, labels or attributes than {} has (fingerprint {}, found {found}): go on \
             with the file that it was started on",
            file.data, args.data, file.fingerprint
        )));
    }
    if file.unfinished.is_empty() {
        return Err(refuse("every fold of this run is finished".into()));
    }
    file.config.check(&dataset).map_err(Failure::usage)?;
    if file.splits == Origin::Files && args.splits.folds_from.is_none() {
        return Err(refuse(
            "the folds of this run were read from files: name their folder with --folds-from"
                .into(),
        ));
    }
    let default = match file.splits {
        Origin::Icml2020 => Folds::Icml2020,
        Origin::Seed | Origin::Files => Folds::Seed(file.config.folds),
    };
    let source = args.splits.source(default)?;
    let splits = file.unfinished.iter().map(|fold| {
        let split = source.split(&dataset, &file.config, fold.fold)?;
        let found = fingerprint(split.fingerprint());
        if found != fold.split {
            return Err(refuse(format!(
                "fold {} of this run has other graphs in its parts than fold {} of {} (fingerprint {}, found {found}): go on \
                 with the folds that it was started with",
                fold.fold,
                fold.fold,
                source.folder().map_or("our own split".into(), |folder| folder.display().to_string()),
                fold.split,
            )));
        }
        Ok((fold.clone(), split))
    });
    let splits = splits.collect::<Result<Vec<_>, Failure>>()?;
    Ok(Run {
        file,
        dataset,
        source,
        splits,
    })
}

/// Natively the CPU is the default: on the batches of the paper it is the faster device to start.
fn native(device: Backend) -> Backend {
    match device {
        Backend::Auto => Backend::Cpu,
        chosen => chosen,
    }
}
