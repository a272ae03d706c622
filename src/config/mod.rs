//! What a training run is configured with: the model, its features and every number of the training.
//!
//! Plain data, without burn: checkpoints, run files, reports and the page all speak of it.

mod check;
mod options;

use std::str::FromStr;

use serde::{Deserialize, Serialize};

pub use check::{ConfigError, check_learning_rate};
pub use options::{
    BATCH_SIZE, COORDINATE_FUNCTIONS, EPOCHS, LAYERS, MAX_LEARNING_RATE, MIN_FOLDS, WIDTH,
};

/// What a vertex is given as its first features.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub enum Features {
    /// A learned row per vertex degree.
    #[serde(rename = "degree")]
    Degree,
    /// A learned row per vertex label.
    #[serde(rename = "label")]
    Label,
    /// Both rows, side by side.
    #[serde(rename = "degree+label")]
    DegreeLabel,
    /// The attributes of the vertex, standardised, through a learned linear layer.
    #[serde(rename = "attributes")]
    Attributes,
    /// The row of the degree and the attributes, side by side.
    #[serde(rename = "degree+attributes")]
    DegreeAttributes,
    /// The row of the label and the attributes, side by side.
    #[serde(rename = "label+attributes")]
    LabelAttributes,
    /// A constant row of ones: only the structure tells.
    #[serde(rename = "uninformative")]
    Uninformative,
}

impl Features {
    /// Every choice, in the order of forms.
    pub const ALL: [Self; 7] = [
        Self::Degree,
        Self::Label,
        Self::DegreeLabel,
        Self::Attributes,
        Self::DegreeAttributes,
        Self::LabelAttributes,
        Self::Uninformative,
    ];

    /// Whether the degree is one of them.
    pub fn has_degree(self) -> bool {
        matches!(
            self,
            Self::Degree | Self::DegreeLabel | Self::DegreeAttributes
        )
    }

    /// Whether the label is one of them.
    pub fn has_label(self) -> bool {
        matches!(
            self,
            Self::Label | Self::DegreeLabel | Self::LabelAttributes
        )
    }

    /// Whether the attributes are among them.
    pub fn has_attributes(self) -> bool {
        matches!(
            self,
            Self::Attributes | Self::DegreeAttributes | Self::LabelAttributes
        )
    }
}

/// What a message is told of the edge it passes along.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "kebab-case")]
pub enum EdgeFeatures {
    /// Nothing: GIN, as in the paper.
    None,
    /// A learned row for the label of the edge: GINE.
    Label,
    /// The attributes of the edge, standardised, through a learned linear layer: GINE.
    Attributes,
}

impl EdgeFeatures {
    /// Every choice, the paper's first.
    pub const ALL: [Self; 3] = [Self::None, Self::Label, Self::Attributes];
}

/// The models of the paper: its own and those it is compared with.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "kebab-case")]
pub enum ModelKind {
    /// Graph filtration learning: persistence of a learned filter.
    Gfl,
    /// Persistence of a [`FixedFilter`]; has no use for features.
    PhOnly,
    /// GIN layers and the sum over the vertices.
    Sum,
    /// GIN layers and sort pooling.
    SortPool,
    /// A perceptron on every vertex and the sum over the vertices.
    DeepSets,
}

impl ModelKind {
    /// Every model, GFL first.
    pub const ALL: [Self; 5] = [
        Self::Gfl,
        Self::PhOnly,
        Self::Sum,
        Self::SortPool,
        Self::DeepSets,
    ];

    /// The word for it in configurations and on the command line.
    pub fn name(self) -> &'static str {
        match self {
            Self::Gfl => "gfl",
            Self::PhOnly => "ph-only",
            Self::Sum => "sum",
            Self::SortPool => "sort-pool",
            Self::DeepSets => "deep-sets",
        }
    }

    /// Whether it knows of a graph what its barcodes say.
    pub fn reads_barcodes(self) -> bool {
        matches!(self, Self::Gfl | Self::PhOnly)
    }

    /// Whether messages pass between neighbours.
    pub fn has_layers(self) -> bool {
        matches!(self, Self::Gfl | Self::Sum | Self::SortPool)
    }

    /// Share of the hidden layer of the classifier that a step of training leaves out, where the configuration does not say:
    /// as the paper's code has it, none of what reads barcodes and half of the others.
    pub fn dropout(self) -> f32 {
        match self.reads_barcodes() {
            true => 0.0,
            false => 0.5,
        }
    }
}

/// Where the gradient of a bar goes, where several vertices of a graph have the filter value at its end.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "kebab-case")]
pub enum Ties {
    /// To the one that the order of the vertices names: by value, then by index.
    Index,
    /// To the one that an order names which is by chance among equal values, another one in each step of training.
    Random,
    /// To all of them, in equal parts.
    Mean,
}

impl Ties {
    /// Every rule, the paper's first.
    pub const ALL: [Self; 3] = [Self::Index, Self::Random, Self::Mean];
}

/// The filter of PH-only: a number in [0, 1] that every vertex has without learning.
///
/// A string in configurations: `degree`, `core`, `closeness`, `heat-kernel` or `attribute:NAME`.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub enum FixedFilter {
    /// The degree over the largest degree of the graph, as in the paper.
    #[default]
    Degree,
    /// The core number over the largest of the training part.
    Core,
    /// Closeness centrality.
    Closeness,
    /// The heat kernel signature.
    HeatKernel,
    /// The vertex attribute of this name, stretched to [0, 1] over the training part.
    Attribute(String),
}

impl FromStr for FixedFilter {
    type Err = String;

    fn from_str(word: &str) -> Result<Self, String> {
        match (word, word.strip_prefix("attribute:")) {
            ("degree", _) => Ok(Self::Degree),
            ("core", _) => Ok(Self::Core),
            ("closeness", _) => Ok(Self::Closeness),
            ("heat-kernel", _) => Ok(Self::HeatKernel),
            (_, Some(name)) => Ok(Self::Attribute(name.into())),
            _ => Err("expected degree, core, closeness, heat-kernel or attribute:NAME".into()),
        }
    }
}

impl TryFrom<String> for FixedFilter {
    type Error = String;

    fn try_from(word: String) -> Result<Self, String> {
        word.parse()
    }
}

impl From<FixedFilter> for String {
    fn from(filter: FixedFilter) -> Self {
        match filter {
            FixedFilter::Degree => "degree".into(),
            FixedFilter::Core => "core".into(),
            FixedFilter::Closeness => "closeness".into(),
            FixedFilter::HeatKernel => "heat-kernel".into(),
            FixedFilter::Attribute(name) => format!("attribute:{name}"),
        }
    }
}

/// The learned functions that read a barcode, see `model::hats`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "kebab-case")]
pub enum CoordinateFunction {
    /// The paper's rational hat.
    Rational,
    /// The exponential hat of SLayer.
    Exponential,
    /// PersLay's triangle point transformation.
    Triangle,
    /// PersLay's Gaussian point transformation.
    Gaussian,
    /// PersLay's line point transformation.
    Line,
    /// A perceptron on every bar, as in Deep Sets.
    DeepSets,
}

impl CoordinateFunction {
    /// Every hat, the paper's first.
    pub const ALL: [Self; 6] = [
        Self::Rational,
        Self::Exponential,
        Self::Triangle,
        Self::Gaussian,
        Self::Line,
        Self::DeepSets,
    ];
}

/// What a bar counts, see `model::bar_weight`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "kebab-case")]
pub enum BarWeight {
    /// Every bar the same, as in the paper.
    None,
    /// A bar as much as it is long, so that the readout vanishes on the diagonal.
    Length,
    /// A learned number for each cell of a grid.
    Grid,
    /// A learned mixture of Gaussians.
    Gaussians,
}

impl BarWeight {
    /// Every weight, the paper's first.
    pub const ALL: [Self; 4] = [Self::None, Self::Length, Self::Grid, Self::Gaussians];
}

/// Every number of a training run. The default is the preset `icml2020`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase", default, deny_unknown_fields)]
pub struct TrainingConfig {
    pub model: ModelKind,
    /// Message-passing layers, from 1 to 5; 1 where the model has none.
    pub layers: u32,
    pub features: Features,
    /// Only models with messages have any.
    #[serde(rename = "edges")]
    pub edge_features: EdgeFeatures,
    /// Only PH-only has one other than the degree.
    #[cfg_attr(
        test,
        ts(
            type = "\"degree\" | \"core\" | \"closeness\" | \"heat-kernel\" | `attribute:${string}`"
        )
    )]
    pub fixed_filter: FixedFilter,
    pub epochs: u32,
    pub batch_size: u32,
    pub learning_rate: f64,
    pub weight_decay: f64,
    /// The learning rate is halved at the start of each of these epochs, counted from 1.
    pub halve_at: Vec<u32>,
    /// Width of embeddings and hidden layers.
    pub width: u32,
    /// Share of the hidden layer of the classifier that each step leaves out, in [0, 1); the model's own where there is
    /// none: 0 for one that reads barcodes, 0.5 for the others.
    pub dropout: Option<f32>,
    /// CoordinateFunctions per barcode.
    pub hats: u32,
    /// What the hats are. Only for a model that reads barcodes.
    pub hat: CoordinateFunction,
    /// What a bar counts. Only for a model that reads barcodes.
    pub bar_weight: BarWeight,
    /// Read loops as bars that end, in one more barcode. Only for a model that reads barcodes.
    pub extended: bool,
    /// Only for a model that learns a filter.
    pub ties: Ties,
    pub seed: u32,
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
            extended: false,
            ties: Ties::Index,
            seed: 0,
            folds: 10,
            fold: 1,
            validation: true,
        }
    }
}

/// A preset by its name.
pub type Preset = (&'static str, fn() -> TrainingConfig);

impl TrainingConfig {
    /// The protocols of the paper: `icml2020`, the default, is that of the authors' code, which their tables come from;
    /// `icml2020-as-printed` has the weight decay that the text of the paper says.
    pub const PRESETS: [Preset; 2] = [
        ("icml2020", Self::default),
        ("icml2020-as-printed", Self::as_printed),
    ];

    /// The preset `icml2020-as-printed`.
    pub fn as_printed() -> Self {
        Self {
            weight_decay: 1e-6,
            ..Self::default()
        }
    }
}
