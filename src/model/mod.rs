//! The models of the paper, as burn modules.
//!
//! In GFL a graph goes through [`filter`] (features → GIN layers → a value in \[0, 1\] for every vertex), the
//! values through persistence ([`crate::ops`]), the barcodes through [`readout`] ([`hats`], each bar
//! counting what [`bar_weight`] says)
//! and the resulting vector through [`classifier`]; [`extended_readout`] adds loops that end, as an option. The paper compares it with [`ph_only`], whose filter is
//! fixed, and with models without persistence: [`gin_sum`], [`gin_sort`] and [`deep_sets`]. A [`Model`] is any of them.

pub mod bar_weight;
mod batch_norm;
pub mod classifier;
pub mod coordinate_functions;
pub mod deep_sets;
pub mod edge_features;
pub mod extended_readout;
pub mod features;
pub mod filter;
pub mod gfl;
pub mod gin;
pub mod gin_sort;
pub mod gin_sum;
pub mod head;
pub mod initial;
pub mod input;
pub mod one_hot;
pub mod perceptron;
pub mod ph_only;
pub mod pooling;
pub mod readout;

pub use batch_norm::BatchNorm;
pub use input::BatchInput;

use burn::{nn::Linear, prelude::*, tensor::activation};
use rand::Rng;

use crate::config::{BarWeight, CoordinateFunction, Features, ModelKind};
use crate::graph::batch::FeatureSizes;
use crate::ops::{self, LEAKY_SLOPE, Pairs};
use classifier::Classifier;
use deep_sets::DeepSets;
use extended_readout::ExtendedPairs;
use gfl::Gfl;
use gin_sort::GinSort;
use gin_sum::GinSum;
use head::Head;
use initial::Initial;
use ph_only::PhOnly;

/// Which model, and its sizes.
#[derive(Clone, Debug)]
pub struct ModelConfig {
    /// Which model.
    pub kind: ModelKind,
    /// Number of message-passing layers, where the model has any.
    pub layers: usize,
    /// First features of the vertices.
    pub features: Features,
    /// Sizes of what they are made of.
    pub feature_sizes: FeatureSizes,
    /// Width of embeddings and of hidden layers.
    pub width: usize,
    /// CoordinateFunctions per barcode.
    pub hats: usize,
    /// What the hats are.
    pub hat: CoordinateFunction,
    /// What a bar counts.
    pub bar_weight: BarWeight,
    /// Whether extended persistence is read, too.
    pub extended: bool,
    /// Vertices that sort pooling keeps of a graph, see [`pooling::sort_pool_size`].
    pub sort_pool: usize,
    /// Width of the hidden layer of the classifier.
    pub classifier_width: usize,
    /// Share of this layer that a step of training leaves out, in [0, 1).
    pub dropout: f32,
    /// Number of classes.
    pub classes: usize,
}

/// Any of the models.
#[derive(Module, Debug)]
#[allow(clippy::large_enum_variant, reason = "there is one model in a run")]
pub enum Model {
    /// Graph filtration learning.
    Gfl(Gfl),
    /// Persistence of the degrees.
    PhOnly(PhOnly),
    /// GIN with sum pooling.
    GinSum(GinSum),
    /// GIN with sort pooling.
    GinSort(GinSort),
    /// The baseline without messages.
    DeepSets(DeepSets),
}

/// What one pass through a model gives.
pub struct Forward {
    /// Class scores, `[G, C]`.
    pub logits: Tensor<2>,
    /// Filter values, `[N]`, in [0, 1], where the model has a filter.
    pub filter: Option<Tensor<1>>,
    /// Vector of each graph, `[G, 3K]` or with extended persistence `[G, 4K]`, where the model reads barcodes.
    pub readout: Option<Tensor<2>>,
    /// The bars that this vector was read from, so that nobody has to pair anything again.
    pub bars: Option<BarsRead>,
}

/// The pairs of vertices that a readout took for bars; vertices are counted over the batch.
#[derive(Clone, Debug)]
pub struct BarsRead {
    /// Persistence in both directions.
    pub pairs: Pairs,
    /// Extended persistence, where the model reads it.
    pub extended: Option<ExtendedPairs>,
}

/// Of a model without a filter.
impl From<Tensor<2>> for Forward {
    fn from(logits: Tensor<2>) -> Self {
        Self {
            logits,
            filter: None,
            readout: None,
            bars: None,
        }
    }
}

impl Model {
    /// A new model with weights from `rng`.
    pub fn new<R: Rng>(config: &ModelConfig, rng: &mut R, device: &Device) -> Self {
        let initial = &mut Initial {
            rng,
            device,
            xavier: matches!(config.kind, ModelKind::Gfl | ModelKind::PhOnly),
        };
        match config.kind {
            ModelKind::Gfl => Self::Gfl(Gfl::new(config, initial)),
            ModelKind::PhOnly => Self::PhOnly(PhOnly::new(config, initial)),
            ModelKind::Sum => Self::GinSum(GinSum::new(config, initial)),
            ModelKind::SortPool => Self::GinSort(GinSort::new(config, initial)),
            ModelKind::DeepSets => Self::DeepSets(DeepSets::new(config, initial)),
        }
    }

    /// The whole model on a batch.
    pub async fn forward(&self, input: &BatchInput) -> Forward {
        match self {
            Self::Gfl(model) => model.forward(input).await,
            Self::PhOnly(model) => model.forward(input).await,
            Self::GinSum(model) => model.forward(input),
            Self::GinSort(model) => model.forward(input).await,
            Self::DeepSets(model) => model.forward(input),
        }
    }

    /// The filter alone, `[N]`: the values of [`Forward::filter`] without what is made of them; none where the model has no
    /// filter.
    pub fn filter(&self, input: &BatchInput) -> Option<Tensor<1>> {
        let filter = match self {
            Self::Gfl(model) => model.filter.forward(input),
            Self::PhOnly(_) => ph_only::fixed_filter(input),
            Self::GinSum(_) | Self::GinSort(_) | Self::DeepSets(_) => return None,
        };
        Some(Head::values(filter, input))
    }

    /// What reads the barcodes, where the model reads any.
    pub fn head(&self) -> Option<&Head> {
        match self {
            Self::Gfl(model) => Some(&model.head),
            Self::PhOnly(model) => Some(&model.head),
            Self::GinSum(_) | Self::GinSort(_) | Self::DeepSets(_) => None,
        }
    }

    /// The last part, whose [`Classifier::draw_dropout`] says what training leaves out.
    pub fn classifier(&self) -> &Classifier {
        match self {
            Self::Gfl(model) => &model.head.classifier,
            Self::PhOnly(model) => &model.head.classifier,
            Self::GinSum(model) => &model.classifier,
            Self::GinSort(model) => &model.classifier,
            Self::DeepSets(model) => &model.classifier,
        }
    }
}

/// LeakyReLU with [`LEAKY_SLOPE`], the activation of every layer.
pub(crate) fn leaky_relu<const D: usize>(x: Tensor<D>) -> Tensor<D> {
    activation::leaky_relu(x, LEAKY_SLOPE.into())
}

/// Weights `[I, O]` and bias `[O]` of a linear layer.
pub(crate) fn parameters(layer: &Linear) -> (Tensor<2>, Tensor<1>) {
    let bias = layer.bias.as_ref().expect("every layer has a bias");
    (layer.weight.val(), bias.val())
}

/// A linear layer: `[R, I] → [R, O]`.
fn linear(layer: &Linear, x: Tensor<2>) -> Tensor<2> {
    let (weight, bias) = parameters(layer);
    ops::affine(x, weight, bias)
}
