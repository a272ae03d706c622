//! What `sublevel train` takes.

#![cfg_attr(
    not(feature = "training"),
    expect(
        dead_code,
        reason = "the program with training reads them; this one only checks the words and hands them over"
    )
)]

use std::{ops::RangeInclusive, path::PathBuf};

use clap::{Args, builder::TypedValueParser};
use sublevel::{
    config::{
        BATCH_SIZE, BarWeight, COORDINATE_FUNCTIONS, CoordinateFunction, EPOCHS, EdgeFeatures,
        Features, FixedFilter, LAYERS, ModelKind, Ties, TrainingConfig, WIDTH,
    },
    graph::Dataset,
    protocol::Backend,
};

use crate::cli::{
    splits::SplitArguments,
    words::{Word, choice, folds, one_of, real, whole},
};

pub const MODELS: [Word; 5] = [
    (
        "gfl",
        "Graph filtration learning: persistence of a learned filter",
    ),
    ("ph-only", "Persistence of a fixed filter, see --filter"),
    ("sum", "GIN layers and the sum over the vertices"),
    ("sort-pool", "GIN layers and sort pooling"),
    (
        "deep-sets",
        "A perceptron on every vertex and the sum over the vertices",
    ),
];
pub const FEATURES: [Word; 7] = [
    ("degree", "A learned row for each degree"),
    ("label", "A learned row for each label"),
    ("degree+label", "Both rows"),
    (
        "attributes",
        "The attributes, through a learned linear layer",
    ),
    (
        "degree+attributes",
        "The row of the degree, and the attributes",
    ),
    (
        "label+attributes",
        "The row of the label, and the attributes",
    ),
    ("uninformative", "The same for all vertices"),
];
const COORDINATE_FUNCTION_KINDS: [Word; 6] = [
    ("rational", "The paper's"),
    ("exponential", "Of SLayer"),
    ("triangle", "Of PersLay"),
    ("gaussian", "Of PersLay"),
    ("line", "Of PersLay"),
    ("deep-sets", "A perceptron on every bar"),
];
const BAR_WEIGHTS: [Word; 4] = [
    ("none", "All bars count the same"),
    ("length", "Its length; bars without an end count 1"),
    ("grid", "One of 10 × 10 learned numbers"),
    ("gaussians", "A learned mixture of three"),
];
const TIES: [Word; 3] = [
    ("index", "To the vertex that the order by index names"),
    ("random", "To one named by chance in each step"),
    ("mean", "To all of them in equal parts"),
];
const EDGE_FEATURES: [Word; 3] = [
    ("none", "Nothing, as in the paper"),
    ("label", "A learned row for the label of the edge"),
    (
        "attributes",
        "The attributes of the edge, through a learned linear layer",
    ),
];
const PRESETS: [Word; 2] = [
    ("icml2020", "Those of the paper's code"),
    (
        "icml2020-as-printed",
        "The same with the weight decay that the paper prints, 0.000001",
    ),
];
pub const DEVICES: [Word; 3] = [
    ("auto", "What is fastest: today the CPU"),
    ("cpu", "The CPU"),
    ("gpu", "The GPU, by WGSL; an error where there is none"),
];

/// What `train` takes.
#[derive(Debug, Args)]
pub struct Arguments {
    /// TU zip or folder, JSON lines (.jsonl), or the name of a generated or fetched data set (see `sublevel datasets list`)
    #[arg(short, long, value_name = "FILE|FOLDER|NAME")]
    pub(super) data: String,
    #[command(flatten)]
    pub(super) configuration: Configuration,
    #[command(flatten)]
    pub(super) splits: SplitArguments,
    /// Folds that are trained at the same time; the result does not depend on it
    #[arg(short, long, value_name = "N", default_value = "1", allow_negative_numbers = true, value_parser = whole(1..=u32::MAX))]
    pub(super) jobs: u32,
    /// What computes
    #[arg(long, value_name = "DEVICE", default_value = "auto", value_parser = choice::<Backend>(&DEVICES))]
    pub(super) device: Backend,
    /// Where to write the run file, after each fold; compressed where the name ends in .gz
    #[arg(short, long, value_name = "FILE")]
    pub(super) out: Option<PathBuf>,
    /// Write --out even where it holds an interrupted run, which is then lost, or something else
    #[arg(long, requires = "out")]
    pub(super) force: bool,
    /// Where --out holds this very run, go on with what it has left, and do nothing where nothing is left
    #[arg(long = "continue", requires = "out", conflicts_with = "force")]
    pub(super) go_on: bool,
    /// Folder for the weights of every finished fold, fold-K.safetensors; `sublevel evaluate` and the page read them
    #[arg(long, value_name = "DIR")]
    pub(super) save_weights: Option<PathBuf>,
    /// Go on with the unfinished folds of this run file, in the configuration it holds
    #[arg(long, value_name = "FILE", conflicts_with_all = ["Configuration", "folds", "out"])]
    pub(super) resume: Option<PathBuf>,
    /// What is written to stdout
    #[arg(short, long, value_enum, value_name = "FORMAT", default_value_t = Format::Text)]
    pub(super) format: Format,
}

impl Arguments {
    /// The run file that is written.
    pub fn out(&self) -> Option<&PathBuf> {
        self.out.as_ref()
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub(super) enum Format {
    /// Mean and deviation of the test accuracy, at the end
    Text,
    /// An object a line: each epoch of each fold as it is done, then mean and deviation
    Json,
}

/// What a run file remembers of its command line.
#[derive(Debug, Args)]
pub(super) struct Configuration {
    /// The model, the paper's own or one that it is compared with
    #[arg(short, long, value_name = "MODEL", default_value = "gfl", value_parser = choice::<ModelKind>(&MODELS))]
    model: ModelKind,
    /// Message-passing layers, from 1 to 5
    #[arg(long, value_name = "N", default_value = "1", allow_negative_numbers = true, value_parser = whole(LAYERS))]
    layers: u32,
    /// First features of the vertices [default: degree+label where there are labels, else degree; uninformative where degrees
    /// exceed 500]
    ///
    /// Attributes are standardised over the training part. The models that learn no filter take one-hot rows in the place
    /// of learned ones, and the standardised attributes as they are
    #[arg(long, value_name = "FEATURES", value_parser = choice::<Features>(&FEATURES))]
    features: Option<Features>,
    /// What reads the bars
    ///
    /// Bars without an end are read on the line, where the triangle over a birth has a learned height
    #[arg(long, value_name = "HAT", default_value = "rational", value_parser = choice::<CoordinateFunction>(&COORDINATE_FUNCTION_KINDS))]
    hat: CoordinateFunction,
    /// What a bar counts, after PersLay
    ///
    /// With length the readout vanishes on the diagonal. Bars without an end have a grid and a mixture on the line
    #[arg(long, value_name = "WEIGHT", default_value = "none", value_parser = choice::<BarWeight>(&BAR_WEIGHTS))]
    bar_weight: BarWeight,
    /// Read extended persistence, too: loops as bars that end
    #[arg(long)]
    extended: bool,
    /// Where the gradient of a bar goes among vertices with equal filter values; only gfl learns a filter
    #[arg(long, value_name = "RULE", default_value = "index", value_parser = choice::<Ties>(&TIES))]
    ties: Ties,
    /// What messages are told of the edges they pass along
    ///
    /// The message of a neighbour u is then max(0, x_u + e) with a learned row e for the label of the edge, or its
    /// standardised attributes through a learned linear layer (GINE)
    #[arg(long, value_name = "FEATURES", default_value = "none", value_parser = choice::<EdgeFeatures>(&EDGE_FEATURES))]
    edge_features: EdgeFeatures,
    /// The filter of ph-only: degree, core, closeness, heat-kernel or attribute:NAME
    ///
    /// Degrees count relative to the largest of their graph, core numbers to the largest of the training part. The heat
    /// kernel signature is taken at time 1. NAME is a vertex attribute, attribute1 (or 1) and so on, or label, and
    /// is stretched so that its range in the training part becomes 0 … 1; what is beyond in other graphs becomes 0 or 1.
    /// Attributes have 32 bits here, some seven digits
    #[arg(long, value_name = "FILTER", default_value = "degree")]
    filter: FixedFilter,
    /// Only these folds, counted from 1: 3, or 1-5, or 1,3,5; may be repeated [default: all]
    #[arg(long, value_name = "K", value_delimiter = ',', allow_negative_numbers = true, value_parser = folds)]
    fold: Vec<RangeInclusive<u32>>,
    /// Numbers to take where an option below is not given
    #[arg(long, value_name = "PRESET", default_value = "icml2020", value_parser = one_of(&PRESETS).map(|word| preset(&word)))]
    preset: TrainingConfig,
    /// How often the training part is learned from [default: 100]
    #[arg(short, long, value_name = "N", allow_negative_numbers = true, value_parser = whole(EPOCHS))]
    epochs: Option<u32>,
    /// Graphs that one step learns from, at least 2 [default: 32]
    #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = whole(BATCH_SIZE))]
    batch_size: Option<u32>,
    /// Learning rate before the first halving, above 0 and at most 10 [default: 0.01]
    #[arg(long, value_name = "RATE", allow_negative_numbers = true, value_parser = real)]
    lr: Option<f64>,
    /// Epochs, counted from 1, that start by halving the learning rate [default: 20,40,60,80]
    #[arg(long, value_name = "EPOCHS", value_delimiter = ',', allow_negative_numbers = true, value_parser = whole(0..=u32::MAX))]
    halve_at: Option<Vec<u32>>,
    /// Share of the weights that is added to the gradient, 0 or more [default: 0.00001, or that of the preset]
    #[arg(long, value_name = "SHARE", allow_negative_numbers = true, value_parser = real)]
    weight_decay: Option<f64>,
    /// Columns of embeddings and hidden layers [default: 64]
    #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = whole(WIDTH))]
    width: Option<u32>,
    /// Share of the hidden layer of the classifier that each step leaves out, at least 0 and below 1 [default: 0 for gfl
    /// and ph-only, 0.5 for the others]
    #[arg(long, value_name = "SHARE", allow_negative_numbers = true, value_parser = real)]
    dropout: Option<f64>,
    /// Learned functions (hats) that read each barcode [default: 100]
    #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = whole(COORDINATE_FUNCTIONS))]
    hats: Option<u32>,
    /// Seed of weights, batches and folds
    #[arg(short, long, value_name = "N", default_value = "0", allow_negative_numbers = true, value_parser = whole(0..=u32::MAX))]
    pub(super) seed: u32,
    /// Train on the ninth of the training part that the paper's code leaves out, too
    #[arg(long)]
    no_validation: bool,
}

impl Configuration {
    pub(super) fn training(&self, dataset: &Dataset, folds: u32) -> TrainingConfig {
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
            dropout: self.dropout.map(|share| share as f32),
            hats: self.hats.unwrap_or(preset.hats),
            hat: self.hat,
            bar_weight: self.bar_weight,
            extended: self.extended,
            ties: self.ties,
            edge_features: self.edge_features,
            fixed_filter: self.filter.clone(),
            seed: self.seed,
            folds,
            fold: 1,
            validation: !self.no_validation,
        }
    }

    /// The folds to train out of so many, ascending, each once. They are not checked: there may be more than there are graphs.
    pub(super) fn folds(&self, count: u32) -> impl Iterator<Item = u32> {
        let mut ranges = self.fold.clone();
        if ranges.is_empty() {
            ranges.push(1..=count);
        }
        ranges.sort_unstable_by_key(|range| *range.start());
        let mut done = 0;
        ranges.into_iter().flat_map(move |range| {
            let first = *range.start().max(&(done + 1));
            done = done.max(*range.end());
            first..=*range.end()
        })
    }
}

fn preset(word: &str) -> TrainingConfig {
    let mut presets = TrainingConfig::PRESETS.into_iter();
    let named = presets.find(|(name, _)| *name == word);
    // Only the words of these pass the parser.
    named.map_or_else(TrainingConfig::default, |(_, preset)| preset())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What configurations call their choices.
    fn names<T: serde::Serialize>(all: &[T]) -> Vec<String> {
        let name = |one: &T| serde_json::from_value(serde_json::to_value(one).unwrap());
        all.iter().map(|one| name(one).unwrap()).collect()
    }

    #[test]
    fn every_choice_has_a_word() {
        let words = |words: &[Word]| {
            words
                .iter()
                .map(|(word, _)| (*word).to_owned())
                .collect::<Vec<_>>()
        };
        assert_eq!(words(&MODELS), names(&ModelKind::ALL));
        assert_eq!(words(&FEATURES), names(&Features::ALL));
        assert_eq!(
            words(&COORDINATE_FUNCTION_KINDS),
            names(&CoordinateFunction::ALL)
        );
        assert_eq!(words(&BAR_WEIGHTS), names(&BarWeight::ALL));
        assert_eq!(words(&TIES), names(&Ties::ALL));
        assert_eq!(words(&EDGE_FEATURES), names(&EdgeFeatures::ALL));
        assert_eq!(
            words(&DEVICES),
            names(&[Backend::Auto, Backend::Cpu, Backend::Gpu])
        );
        let presets = TrainingConfig::PRESETS.map(|(name, _)| name.to_owned());
        assert_eq!(words(&PRESETS), presets);
    }
}
