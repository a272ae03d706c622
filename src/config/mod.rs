//! The configuration of a training run: the model, its features and every number of the training.
//!
//! Plain data, without burn, for checkpoints, run files, reports and the page.

mod check;
mod options;

use serde::{Deserialize, Serialize};

use crate::choice::Choice;
pub use crate::graph::filters::FixedFilter;
pub use crate::graph::folds::MIN_FOLDS;
use crate::graph::{
    Cells, DataError, Dataset,
    folds::{Folds, Origin, Split, icml2020, stratified_folds},
};
pub use crate::graph::{EdgeFeatures, Features};
use sublevel_topology::choices;

pub use check::{ConfigError, check_learning_rate};
pub use options::{MAX_LEARNING_RATE, Need, OPTIONS, TrainingOption, Values, description};

choices! {
    /// The models of the paper: its own and those it is compared with.
    pub enum ModelKind {
        Gfl = "gfl", "GFL", "Graph filtration learning: persistence of a learned filter";
        PhOnly = "ph-only", "PH-only", "Persistence of a fixed filter, see --filter";
        Sum = "sum", "SUM", "GIN layers and the sum over the vertices";
        SortPool = "sort-pool", "Sort pooling", "GIN layers and sort pooling";
        DeepSets = "deep-sets", "Deep Sets", "A perceptron on every vertex and the sum over the vertices";
        Dgcnn = "dgcnn", "DGCNN", "Four graph convolutions, sort pooling and convolutions over the sorted vertices";
        Dcnn = "dcnn", "DCNN", "The mean features after each step of a diffusion; --layers is the number of steps";
        PatchySan = "patchysan", "PATCHY-SAN", "Convolutions over the neighbourhoods of central vertices";
        OneTwoThreeGnn = "1-2-3-gnn", "1-2-3-GNN", "Message passing between vertices, between pairs and between connected triples of vertices";
    }
}

impl ModelKind {
    /// Whether its readout is a function of barcodes.
    pub fn reads_barcodes(self) -> bool {
        matches!(self, Self::Gfl | Self::PhOnly)
    }

    /// Whether it has GIN layers.
    pub fn has_gin(self) -> bool {
        matches!(self, Self::Gfl | Self::Sum | Self::SortPool)
    }

    /// Whether the number of its layers, or of the steps of its diffusion, is a setting.
    pub fn has_layers(self) -> bool {
        self.has_gin() || self == Self::Dcnn
    }

    /// Whether its classifier has a hidden layer.
    pub fn has_hidden_layer(self) -> bool {
        self != Self::Dcnn
    }

    /// The default share of the hidden layer of the classifier that a step of training drops. As in the paper's code, it is 0 for
    /// models that read barcodes and half for the others. Without a hidden layer, it is 0.
    pub fn dropout(self) -> f32 {
        match self.reads_barcodes() || !self.has_hidden_layer() {
            true => 0.0,
            false => 0.5,
        }
    }
}

choices! {
    /// The target of the gradient of a bar, where several vertices of a graph have the filter value at its end.
    pub enum Ties {
        Index = "index", "To one vertex, by index", "To the vertex with the smallest index";
        Random = "random", "To one vertex, at random in each step", "To a random one in each step";
        Mean = "mean", "To all tied vertices, equally", "To all of them in equal parts";
    }
}

choices! {
    /// The learned functions that read a barcode, see `model::coordinate_functions`.
    pub enum CoordinateFunction {
        Rational = "rational", "Rational, the paper’s", "The paper's rational hat";
        Exponential = "exponential", "Exponential, of SLayer", "The exponential function of SLayer";
        Triangle = "triangle", "Triangle, of PersLay", "PersLay's triangle point transformation";
        Gaussian = "gaussian", "Gaussian, of PersLay", "PersLay's Gaussian point transformation";
        Line = "line", "Line, of PersLay", "PersLay's line point transformation";
        DeepSets = "deep-sets", "Perceptron, as in Deep Sets", "A perceptron on every bar, as in Deep Sets";
    }
}

choices! {
    /// The barcodes that a readout reads, see `model::readout` and `model::extended_readout`.
    pub enum ReadoutBarcodes {
        Gfl = "gfl", "Three, the paper’s", "The paper's three: the finite bars of components, and the births of essential components and loops";
        Extended = "extended", "Four, of extended persistence", "The four of extended persistence, as in GEFL: components of both directions, their ends on the way back, and loops";
    }
}

choices! {
    /// The values of edges in the filtration of a learned filter, see `model::filter`.
    pub enum EdgeFilter {
        Max = "max", "Greater value of the ends, as in the paper", "The greater value of its ends, as in the paper";
        Learned = "learned", "Learned, not below the ends", "A learned value between the greater value of its ends and 1";
    }
}

choices! {
    /// The persistence of filters that message passing learns, see `model::topology_layer` and `model::rephine`.
    pub enum TopologyLayer {
        None = "none", "None", "No topology layer";
        Persistence = "persistence", "Persistence, TOGL", "After the first layer, each vertex receives its bars of eight learned filters, and the readout the loops, as in TOGL";
        Static = "static", "Without persistence", "The same layer with bars of length zero and without loops, TOGL's static ablation";
        Rephine = "rephine", "Edge filters, RePHINE", "After each layer, eight filters of edges and eight of vertices; the classifier reads their pairs, as in RePHINE";
        Spectre = "spectre", "Edge filters with spectra, SpectRe", "The same with the Laplacian eigenvalues of the component of each pair, as in SpectRe";
    }
}

impl TopologyLayer {
    /// Number of filters, as in the authors' code of TOGL and of RePHINE. RePHINE has as many edge filters after each layer.
    pub const FILTERS: u32 = 8;
}

choices! {
    /// The weight of a bar, see `model::bar_weight`.
    pub enum BarWeight {
        None = "none", "Equal, as in the paper", "All bars count the same, as in the paper";
        Length = "length", "Length of the bar", "The length of the bar; essential bars count 1";
        Grid = "grid", "Learned, a grid of 10 × 10", "One of 10 × 10 learned numbers";
        Gaussians = "gaussians", "Learned, three Gaussians", "A learned mixture of three Gaussians";
    }
}

/// Every number of a training run. The default is the preset `icml2020`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(rename_all = "camelCase", default, deny_unknown_fields)]
pub struct TrainingConfig {
    pub model: ModelKind,
    /// Message-passing layers, or steps of the diffusion, from 1 to 5; 1 where the model has none or a fixed number.
    pub layers: u32,
    pub features: Features,
    /// Only models with GIN layers have any.
    #[serde(rename = "edges")]
    pub edge_features: EdgeFeatures,
    /// Only SUM can have one.
    pub topology_layer: TopologyLayer,
    /// Only PH-only has one other than the degree.
    pub fixed_filter: FixedFilter,
    pub epochs: u32,
    pub batch_size: u32,
    pub learning_rate: f64,
    pub weight_decay: f64,
    /// The learning rate is halved at the start of each of these epochs, counted from 1.
    pub halve_at: Vec<u32>,
    /// Width of embeddings and hidden layers. A model with fixed widths ignores it.
    pub width: u32,
    /// Share of the hidden layer of the classifier that each step omits, in [0, 1). None: the default of the model.
    pub dropout: Option<f32>,
    /// Number of coordinate functions per barcode.
    pub hats: u32,
    /// Kind of the coordinate functions. Only for a model that reads barcodes.
    pub hat: CoordinateFunction,
    /// Weight of each bar in the sum over a barcode. Only for a model that reads barcodes.
    pub bar_weight: BarWeight,
    /// The barcodes that are read. Only for a model that reads barcodes.
    pub readout: ReadoutBarcodes,
    /// Read loops of extended persistence in an additional barcode. Only for the paper's barcodes.
    pub extended: bool,
    /// Number of learned filters. Only for a model that learns a filter.
    pub filters: u32,
    /// The values of edges. Only for a model that learns a filter.
    pub edge_filter: EdgeFilter,
    /// Only for a model that learns a filter.
    pub ties: Ties,
    pub seed: u32,
    /// The seed of the stratified folds; none: `seed`.
    pub split_seed: Option<u32>,
    /// Number of folds of the split, at least 2; 1 where the file of the data set names the part of each graph.
    pub folds: u32,
    /// The fold whose part is the test set, counted from 1.
    pub fold: u32,
    /// Leave a further tenth of the training part out, as the paper's code does.
    pub validation: bool,
}

impl Default for TrainingConfig {
    fn default() -> Self {
        Self {
            model: ModelKind::Gfl,
            layers: 1,
            features: Features::Degree,
            edge_features: EdgeFeatures::None,
            topology_layer: TopologyLayer::None,
            fixed_filter: FixedFilter::Degree,
            epochs: 100,
            batch_size: 32,
            learning_rate: 0.01,
            weight_decay: 1e-5,
            halve_at: vec![20, 40, 60, 80],
            width: 64,
            dropout: None,
            hats: 100,
            hat: CoordinateFunction::Rational,
            bar_weight: BarWeight::None,
            readout: ReadoutBarcodes::Gfl,
            extended: false,
            filters: 1,
            edge_filter: EdgeFilter::Max,
            ties: Ties::Index,
            seed: 0,
            split_seed: None,
            folds: 10,
            fold: 1,
            validation: true,
        }
    }
}

/// A preset: its entry, and its configuration.
pub type Preset = (Choice, fn() -> TrainingConfig);

impl TrainingConfig {
    /// The protocols of the paper. The authors' code, which their tables are computed with, is the default.
    pub const PRESETS: [Preset; 2] = [
        (
            Choice {
                id: "icml2020",
                label: "The paper's code",
                help: "The numbers of the paper's code",
            },
            Self::default,
        ),
        (
            Choice {
                id: "icml2020-as-printed",
                label: "The paper's text",
                help: "The same with the weight decay that the paper prints, 0.000001",
            },
            Self::as_printed,
        ),
    ];

    /// Number of filters of the model, learned or fixed.
    pub fn filter_count(&self) -> u32 {
        match (self.model, self.topology_layer) {
            (ModelKind::Gfl, _) => self.filters,
            (ModelKind::PhOnly, _) => 1,
            (_, TopologyLayer::None) => 0,
            (_, TopologyLayer::Rephine | TopologyLayer::Spectre) => {
                self.layers * TopologyLayer::FILTERS
            }
            _ => TopologyLayer::FILTERS,
        }
    }

    /// The cells of a graph that have a value of each filter, in the order of these values.
    pub fn filter_cells(&self) -> &'static [Cells] {
        match (self.topology_layer, self.edge_filter) {
            (TopologyLayer::Rephine | TopologyLayer::Spectre, _) => &[Cells::Edges],
            (_, EdgeFilter::Learned) => &[Cells::Vertices, Cells::Edges],
            _ => &[Cells::Vertices],
        }
    }

    /// The origin of the split of a run of this configuration, by comparison with all splits that the program can recompute.
    pub fn origin_of(&self, split: &Split, dataset: &Dataset) -> Origin {
        let is = |made: Split| match self.validation {
            true => made == *split,
            false => made.without_validation() == *split,
        };
        if dataset.split.clone().is_some_and(is) {
            return Origin::Data;
        }
        let seed = self.stratified_folds(dataset);
        let seed = seed.and_then(|folds| folds.split(self.fold, self.validation));
        if seed.is_ok_and(is) {
            return Origin::Seed;
        }
        icml2020::Shipped::ALL
            .into_iter()
            .find(|folds| folds.split(dataset, self.fold).is_ok_and(is))
            .map_or(Origin::Files, icml2020::Shipped::origin)
    }

    /// The stratified folds of a run of this configuration, from their seed.
    ///
    /// # Errors
    /// If a data set has no folds of this number.
    pub fn stratified_folds(&self, dataset: &Dataset) -> Result<Folds, DataError> {
        let seed = self.split_seed.unwrap_or(self.seed);
        stratified_folds(&dataset.classes, self.folds, seed.into())
    }

    /// The preset `icml2020-as-printed`.
    pub fn as_printed() -> Self {
        Self {
            weight_decay: 1e-6,
            ..Self::default()
        }
    }
}
