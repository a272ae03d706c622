//! `sublevel baseline`: cross-validation of baselines of the literature without a neural network.

use std::path::PathBuf;

use clap::{Args, Subcommand};
use sublevel::{
    baselines::{
        colours::WlColours,
        file::{BaselineFile, BaselineFold, Method},
        kernel::{Kernel, subtree_kernels},
        memory::{check_features, check_kernels},
        persistence::{self, Variant},
        selection::{self, MAX_ROUNDS, Outcome, POWERS, Setting},
    },
    choice::Choice,
    config::TrainingConfig,
    graph::{DataError, Dataset, Features, Task, folds::Split},
    run_file::fingerprint,
};

use super::console::{Work, say};
use super::files::create_folder_of;
use super::run_file::write;
use super::splits::{Folds, SplitArguments};
use super::words::{choice, whole};
use super::{Failure, load_for_training, metric, print};

const EXAMPLES: &str = "Examples:
  sublevel baseline wl --data MUTAG
  sublevel baseline wl --data IMDB-BINARY --folds icml2020 --features uninformative --out wl.json
  sublevel baseline p-wl --data PROTEINS.zip --folds icml2020 --cycles --out p-wl-c.json";

/// The values of `--features`.
const FIRST_COLOURS: [Choice; 4] = [
    first_colours(Features::Uninformative, "All vertices have the same colour"),
    first_colours(Features::Degree, "A colour for each degree"),
    first_colours(Features::Label, "A colour for each label"),
    first_colours(
        Features::DegreeLabel,
        "A colour for each pair of a degree and a label",
    ),
];

const fn first_colours(features: Features, help: &'static str) -> Choice {
    Choice {
        help,
        ..Features::CHOICES[features as usize]
    }
}

/// Options of `sublevel baseline`.
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub struct Arguments {
    #[command(subcommand)]
    baseline: Baseline,
}

#[derive(Debug, Subcommand)]
enum Baseline {
    /// Weisfeiler–Lehman subtree kernel with a C-SVM; an inner cross-validation chooses the number of rounds and C
    Wl(KernelOptions),
    /// Persistent Weisfeiler–Lehman features with a random forest; an inner cross-validation chooses the numbers of rounds and trees, and p
    PWl(PersistenceOptions),
}

/// Options of all baselines.
#[derive(Debug, Args)]
struct Options {
    /// TU zip or folder, JSON lines (.jsonl), or the name of a generated or fetched data set (see `sublevel datasets list`)
    #[arg(short, long, value_name = "FILE|FOLDER|NAME")]
    data: String,
    /// Colours of the vertices before the first round [default: label if the data set has labels, otherwise uninformative]
    #[arg(long, value_name = "FEATURES", value_parser = choice::<Features>(&FIRST_COLOURS))]
    features: Option<Features>,
    #[command(flatten)]
    splits: SplitArguments,
    /// Seed of the inner cross-validation, the forest, the folds and the generated data set
    #[arg(long, value_name = "N", default_value = "0", allow_negative_numbers = true, value_parser = whole(0..=u32::MAX))]
    seed: u32,
    /// Result file, for `sublevel report`, written after each fold; compressed if the name ends in .gz. Its folder is created if necessary
    #[arg(short, long, value_name = "FILE")]
    out: Option<PathBuf>,
    /// Overwrite --out
    #[arg(long, requires = "out")]
    force: bool,
}

/// Options of `sublevel baseline wl`.
#[derive(Debug, Args)]
struct KernelOptions {
    #[command(flatten)]
    options: Options,
    /// Do not divide the kernel by the norms of the feature vectors, which increase with the number of vertices
    #[arg(long)]
    unnormalised: bool,
}

/// Options of `sublevel baseline p-wl`.
#[derive(Debug, Args)]
struct PersistenceOptions {
    #[command(flatten)]
    options: Options,
    /// Also count the edges that close cycles (P-WL-C)
    #[arg(long)]
    cycles: bool,
    /// Give every edge the weight 1 (with --cycles: P-WL-UC)
    #[arg(long)]
    uniform: bool,
}

/// Trains and tests the baseline on every fold.
pub fn run(arguments: &Arguments) -> Result<(), Failure> {
    let (method, options) = match &arguments.baseline {
        Baseline::Wl(KernelOptions {
            options,
            unnormalised,
        }) => {
            let unnormalised = *unnormalised;
            (Method::SubtreeKernel { unnormalised }, options)
        }
        Baseline::PWl(PersistenceOptions {
            options,
            cycles,
            uniform,
        }) => {
            let (cycles, uniform) = (*cycles, *uniform);
            (Method::PersistenceForest { cycles, uniform }, options)
        }
    };
    if let Some(path) = &options.out {
        if path.exists() && !options.force {
            return Err(Failure::usage(format!(
                "{}: exists: choose another name, or overwrite it with --force",
                path.display()
            )));
        }
        create_folder_of(path)?;
    }
    let dataset = load_for_training(&options.data, options.seed)?;
    if dataset.task() == Task::Regression {
        return Err(Failure::usage(format!(
            "the graphs of “{}” have targets, which are numbers, and the baselines predict classes: use `sublevel train`",
            dataset.name
        )));
    }
    let features = options
        .features
        .unwrap_or(match dataset.vertex_label_names.is_empty() {
            true => Features::Uninformative,
            false => Features::Label,
        });
    if let Some(missing) = features.missing(&dataset) {
        return Err(Failure::usage(format!(
            "{} has no {missing}: choose other --features than {}",
            dataset.name,
            features.id()
        )));
    }
    let source = options.splits.source(&dataset, Folds::Seed(10))?;
    let config = TrainingConfig {
        seed: options.seed,
        validation: false,
        ..TrainingConfig::default()
    };
    let splits = (1..=source.count()).map(|fold| source.split(&dataset, &config, fold));
    let splits = splits.collect::<Result<Vec<_>, _>>()?;
    let model = Prepared::new(method, &dataset, features)?;
    let mut file = BaselineFile::new(method, &dataset, features, options.seed, source.origin());
    for (fold, split) in (1..).zip(&splits) {
        let work = Work::begin(format!("fold {fold} of {}", splits.len()));
        let outcome = model
            .outcome(&dataset.classes, split, options.seed)
            .map_err(Failure::usage)?;
        drop(work);
        let fold = result(&dataset, fold, split, &outcome);
        file.push(fold.clone());
        if let Some(path) = &options.out {
            write(&file, path)?;
        }
        say(format_args!(
            "fold {}: {} · inner {:.1} % · test {:.1} %",
            fold.fold,
            in_words(fold.setting),
            100.0 * fold.inner_accuracy,
            100.0 * fold.test_accuracy
        ));
        print(&format!(
            "fold {}: test accuracy {:.1} %\n",
            fold.fold,
            100.0 * fold.test_accuracy
        ))?;
    }
    match file.test_accuracy() {
        Some(spread) => print(&metric::line(
            Task::Classification,
            spread,
            file.folds.len(),
        )),
        None => Ok(()),
    }
}

/// A baseline with the matrices of all graphs.
enum Prepared {
    Kernels(Vec<Kernel>),
    Features(Vec<selection::Features>),
}

impl Prepared {
    /// # Errors
    /// If the matrices do not fit into memory.
    fn new(method: Method, dataset: &Dataset, features: Features) -> Result<Self, Failure> {
        let _work = Work::begin(format!("{} of {}", method.name(), dataset.name));
        let colours = || WlColours::new(dataset, features, MAX_ROUNDS);
        let (cycles, uniform) = match method {
            Method::SubtreeKernel { unnormalised } => {
                check_kernels(dataset, MAX_ROUNDS).map_err(Failure::usage)?;
                let kernels = subtree_kernels(&colours().histograms(), !unnormalised);
                return Ok(Self::Kernels(kernels));
            }
            Method::PersistenceForest { cycles, uniform } => (cycles, uniform),
        };
        // Powers of 1 are 1.
        let powers = if uniform { &POWERS[..1] } else { &POWERS };
        check_features(dataset, MAX_ROUNDS, powers.len()).map_err(Failure::usage)?;
        let colours = colours();
        let of_power = |&power: &u32| {
            let variant = Variant {
                power,
                cycles,
                uniform,
            };
            let rounds = persistence::features(&dataset.graphs, &colours, MAX_ROUNDS, variant);
            selection::Features { power, rounds }
        };
        Ok(Self::Features(powers.iter().map(of_power).collect()))
    }

    fn outcome(&self, classes: &[u32], split: &Split, seed: u32) -> Result<Outcome, DataError> {
        match self {
            Self::Kernels(kernels) => {
                selection::subtree_kernel(kernels, classes, split, seed.into())
            }
            Self::Features(features) => {
                selection::persistence_forest(features, classes, split, seed.into())
            }
        }
    }
}

fn result(dataset: &Dataset, fold: u32, split: &Split, outcome: &Outcome) -> BaselineFold {
    let pairs = split.test.iter().zip(&outcome.predicted);
    let right = pairs.filter(|(graph, class)| dataset.classes[**graph as usize] == **class);
    BaselineFold {
        fold,
        split: fingerprint(split.fingerprint()),
        setting: outcome.setting,
        inner_accuracy: outcome.inner_accuracy,
        test_accuracy: right.count() as f64 / split.test.len() as f64,
    }
}

fn in_words(setting: Setting) -> String {
    match setting {
        Setting::Svm { rounds, c_exponent } => format!("h = {rounds}, C = 10^{c_exponent} / n"),
        Setting::Forest { rounds, p, trees } => format!("h = {rounds}, p = {p}, {trees} trees"),
    }
}
