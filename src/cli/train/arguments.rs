//! What `sublevel train` takes.

#![cfg_attr(
    not(feature = "training"),
    expect(
        dead_code,
        reason = "the program with training reads them; this one only checks the words and hands them over"
    )
)]

use std::path::PathBuf;

use clap::Args;
use serde::de::{
    DeserializeOwned, IntoDeserializer,
    value::{self, StrDeserializer},
};
use sublevel::{
    config::{
        BarWeight, EdgeFeatures, Features, FixedFilter, Hat, ModelKind, Ties, TrainingConfig,
    },
    graph::Dataset,
    protocol::Backend,
};

use crate::cli::splits::SplitArguments;

/// What `train` takes.
#[derive(Debug, Args)]
pub struct Arguments {
    /// TU zip or folder, JSON lines (.jsonl), or the name of a generated or fetched data set (see `sublevel datasets list`)
    #[arg(long)]
    pub(super) data: String,
    #[command(flatten)]
    pub(super) configuration: Configuration,
    #[command(flatten)]
    pub(super) splits: SplitArguments,
    /// Folds that are trained at the same time; the result does not depend on it
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..))]
    pub(super) jobs: u32,
    #[arg(long, default_value = "auto", value_parser = backend)]
    pub(super) device: Backend,
    /// Where to write the run file, after each fold; compressed where the name ends in .gz
    #[arg(long, value_name = "FILE")]
    pub(super) out: Option<PathBuf>,
    /// Write --out even where it holds an interrupted run, which is then lost, or something else
    #[arg(long, requires = "out")]
    pub(super) force: bool,
    /// Folder for the weights of every finished fold, fold-K.safetensors; `sublevel evaluate` and the page read them
    #[arg(long, value_name = "DIR")]
    pub(super) save_weights: Option<PathBuf>,
    /// Go on with the unfinished folds of this run file, in the configuration it holds
    #[arg(long, value_name = "FILE", conflicts_with_all = ["Configuration", "folds", "out"])]
    pub(super) resume: Option<PathBuf>,
}

/// What a run file remembers of its command line.
#[derive(Debug, Args)]
pub(super) struct Configuration {
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
    /// Hats for each barcode [default: 100]
    #[arg(long)]
    hats: Option<u32>,
    /// Seed of weights, batches and folds
    #[arg(long, default_value_t = 0)]
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
            dropout: self.dropout,
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

    /// The folds to train out of so many, ascending.
    pub(super) fn folds(&self, count: u32) -> Vec<u32> {
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
