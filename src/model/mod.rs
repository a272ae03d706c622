//! The models of the paper, as burn modules.
//!
//! In GFL, [`filter`] computes filter values with a perceptron over the features and the outputs of all GIN layers, one value in
//! \[0, 1\] for each vertex. [`crate::ops`] computes their persistence, and [`readout`] a vector from the barcodes, with
//! [`coordinate_functions`] weighted by [`bar_weight`]. [`classifier`] computes the class scores. [`extended_readout`] optionally
//! adds finite loops, or replaces the barcodes by those of extended persistence. The paper compares GFL with [`ph_only`], which has
//! a fixed filter, and with models without persistence: [`gin_sum`], [`gin_sort`] and [`deep_sets`]. It quotes results of [`dgcnn`],
//! [`dcnn`], [`patchysan`] and [`one_two_three_gnn`]. A [`topology_layer`] adds persistence to [`gin_sum`], and [`rephine`] that of learned edge filters. A
//! [`Model`] is any of them.

pub mod bar_weight;
mod batch_norm;
pub mod class_pairs;
pub mod classifier;
mod convolution;
pub mod coordinate_functions;
pub mod dcnn;
pub mod deep_sets;
pub mod dgcnn;
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
mod loss;
pub mod mean_convolution;
pub mod one_hot;
pub mod one_two_three_gnn;
pub mod patchysan;
pub mod perceptron;
pub mod ph_only;
pub mod pooling;
pub mod readout;
pub mod rephine;
pub mod set_input;
pub mod spectra;
pub mod topology_layer;

pub use batch_norm::BatchNorm;
pub use input::BatchInput;
pub use loss::loss;

use std::borrow::Cow;

use burn::{nn::Linear, prelude::*, tensor::activation};
use rand::Rng;

use crate::config::{
    BarWeight, CoordinateFunction, EdgeFilter, Features, ModelKind, ReadoutBarcodes, TopologyLayer,
};
use crate::graph::batch::{FeatureSizes, SetTypes};
use crate::ops::{self, LEAKY_SLOPE, Pairs};
use classifier::Classifier;
use dcnn::Dcnn;
use deep_sets::DeepSets;
use dgcnn::Dgcnn;
use extended_readout::ExtendedPairs;
use gfl::Gfl;
use gin_sort::GinSort;
use gin_sum::GinSum;
use head::Head;
use initial::Initial;
use one_two_three_gnn::OneTwoThreeGnn;
use patchysan::PatchySan;
use ph_only::PhOnly;

/// The kind and sizes of a model.
#[derive(Clone, Debug)]
pub struct ModelConfig {
    pub kind: ModelKind,
    /// Number of message-passing layers, or of steps of the diffusion, if the model has any.
    pub layers: usize,
    /// The topology layer after the first of them, or after each.
    pub topology_layer: TopologyLayer,
    /// Vertex features.
    pub features: Features,
    /// Sizes of the features.
    pub feature_sizes: FeatureSizes,
    /// Width of embeddings and of hidden layers.
    pub width: usize,
    /// Number of filters; 1 if the model learns none.
    pub filters: usize,
    /// The values of edges, if it learns any.
    pub edge_filter: EdgeFilter,
    /// Number of coordinate functions per barcode.
    pub hats: usize,
    /// Kind of the coordinate functions.
    pub hat: CoordinateFunction,
    pub bar_weight: BarWeight,
    /// The barcodes that the model reads.
    pub readout: ReadoutBarcodes,
    /// Whether the model also reads the loops of extended persistence, besides the paper's barcodes.
    pub extended: bool,
    /// Number of vertices per graph that are read: in sort pooling, see [`pooling::sort_pool_size`] and [`dgcnn::kept_vertices`], or with
    /// a receptive field, see [`patchysan::sequence_length`].
    pub sort_pool: usize,
    /// The types of sets of vertices of 1-2-3-GNN; none for other models.
    pub set_types: SetTypes,
    /// Width of the hidden layer of the classifier.
    pub classifier_width: usize,
    /// Dropout: share of this layer that a training step omits, in [0, 1).
    pub dropout: f32,
    /// Number of classes; 1 if the model predicts a number.
    pub classes: usize,
}

/// A model of any kind.
#[derive(Module, Debug)]
#[allow(clippy::large_enum_variant, reason = "there is one model in a run")]
pub enum Model {
    /// Graph filtration learning.
    Gfl(Gfl),
    /// Persistence of a fixed filter.
    PhOnly(PhOnly),
    /// GIN with sum pooling.
    GinSum(GinSum),
    /// GIN with sort pooling.
    GinSort(GinSort),
    /// The baseline without message passing.
    DeepSets(DeepSets),
    /// Graph convolutions, sort pooling and convolutions.
    Dgcnn(Dgcnn),
    /// Features after the steps of a diffusion.
    Dcnn(Dcnn),
    /// Convolutions over receptive fields.
    PatchySan(PatchySan),
    /// Message passing between sets of vertices.
    OneTwoThreeGnn(OneTwoThreeGnn),
}

/// The results of a forward pass.
pub struct Forward {
    /// Class scores, `[G, C]`.
    pub logits: Tensor<2>,
    /// Vector of each graph, filter by filter, if the model reads barcodes. A filter has 3K numbers, or 4K with extended persistence.
    pub readout: Option<Tensor<2>>,
    /// The filters of the readout or of the topology layer, and their pairs, so that they need not be computed again. Empty if the
    /// model has no filter.
    pub filters: Vec<FilterRead>,
}

/// A filter that a readout or a topology layer has read, with vertices and edges of the batch.
#[derive(Clone, Debug)]
#[allow(clippy::large_enum_variant, reason = "a model has few filters")]
pub enum FilterRead {
    /// A filter of the vertices of [`Model::domain`].
    Vertices(VertexFilterRead),
    /// The values of a filter of edges, `[M]`, in [0, 1].
    Edges(Tensor<1>),
}

impl FilterRead {
    /// The values of the vertices or edges.
    pub fn values(&self) -> &Tensor<1> {
        match self {
            Self::Vertices(read) => &read.values,
            Self::Edges(values) => values,
        }
    }
}

/// A filter of vertices, with its pairs.
#[derive(Clone, Debug)]
pub struct VertexFilterRead {
    /// Its values, `[N]`, in [0, 1].
    pub values: Tensor<1>,
    /// Persistence in both directions.
    pub pairs: Pairs,
    /// Extended persistence, if the model reads it.
    pub extended: Option<ExtendedPairs>,
}

/// A model without a filter has scores only.
impl From<Tensor<2>> for Forward {
    fn from(logits: Tensor<2>) -> Self {
        Self {
            logits,
            readout: None,
            filters: Vec::new(),
        }
    }
}

impl Model {
    /// A model with initial weights from `rng`.
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
            ModelKind::Dgcnn => Self::Dgcnn(Dgcnn::new(config, initial)),
            ModelKind::Dcnn => Self::Dcnn(Dcnn::new(config, initial)),
            ModelKind::PatchySan => Self::PatchySan(PatchySan::new(config, initial)),
            ModelKind::OneTwoThreeGnn => Self::OneTwoThreeGnn(OneTwoThreeGnn::new(config, initial)),
        }
    }

    pub async fn forward(&self, input: &BatchInput) -> Forward {
        match self {
            Self::Gfl(model) => model.forward(input).await,
            Self::PhOnly(model) => model.forward(input).await,
            Self::GinSum(model) => model.forward(input).await,
            Self::GinSort(model) => model.forward(input).await,
            Self::DeepSets(model) => model.forward(input),
            Self::Dgcnn(model) => model.forward(input).await,
            Self::Dcnn(model) => model.forward(input),
            Self::PatchySan(model) => model.forward(input),
            Self::OneTwoThreeGnn(model) => model.forward(input),
        }
    }

    /// The values of each filter only, as [`FilterRead::values`]: `[N]`, `[M]` for edge filters, or `[N + M]` for filters of vertices and
    /// edges. Empty if the model has no filter.
    pub fn filters(&self, input: &BatchInput) -> Vec<Tensor<1>> {
        match self {
            Self::Gfl(model) => model.filters(input),
            Self::PhOnly(_) => vec![Head::values(ph_only::fixed_filter(input), input)],
            Self::GinSum(model) => model.filters(input),
            Self::GinSort(_)
            | Self::DeepSets(_)
            | Self::Dgcnn(_)
            | Self::Dcnn(_)
            | Self::PatchySan(_)
            | Self::OneTwoThreeGnn(_) => Vec::new(),
        }
    }

    /// The batch whose vertices have the values of [`Self::filters`] of a model that reads barcodes, for [`Head::forward`].
    pub fn domain<'a>(&self, input: &'a BatchInput) -> Cow<'a, BatchInput> {
        match self {
            Self::Gfl(model) => model.domain(input),
            _ => Cow::Borrowed(input),
        }
    }

    /// The part that reads barcodes, if any.
    pub fn head(&self) -> Option<&Head> {
        match self {
            Self::Gfl(model) => Some(&model.head),
            Self::PhOnly(model) => Some(&model.head),
            _ => None,
        }
    }

    /// The classifier, if it has a hidden layer; training draws its dropout with [`Classifier::draw_dropout`].
    pub fn classifier(&self) -> Option<&Classifier> {
        match self {
            Self::Gfl(model) => Some(&model.head.classifier),
            Self::PhOnly(model) => Some(&model.head.classifier),
            Self::GinSum(model) => Some(&model.classifier),
            Self::GinSort(model) => Some(&model.classifier),
            Self::DeepSets(model) => Some(&model.classifier),
            Self::Dgcnn(model) => Some(&model.classifier),
            Self::Dcnn(_) => None,
            Self::PatchySan(model) => Some(&model.classifier),
            Self::OneTwoThreeGnn(model) => Some(&model.classifier),
        }
    }
}

/// LeakyReLU with [`LEAKY_SLOPE`], the activation of the layers of the paper's models.
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
