//! Filter, bars, scores and contributions of single graphs.

use serde::{Deserialize, Serialize};

use super::typed::{Float32Array, Float64Array, Uint32Array};
use crate::config::ReadoutBarcodes;

/// A barcode of the readout.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub enum BarcodeName {
    /// B₀: components that merge, sublevel and superlevel together.
    H0,
    /// B₀^∞: essential components.
    H0Essential,
    /// B₁^∞: essential loops.
    H1Essential,
    /// The loops of extended persistence, with birth and death.
    H1Extended,
    /// Components that merge in the sublevel filtration.
    H0Sublevel,
    /// Components that merge in the superlevel filtration.
    H0Superlevel,
    /// The components of the graph in extended persistence, from the least to the greatest value.
    H0Extended,
}

impl BarcodeName {
    /// The barcodes of a readout, in its order. The last of the paper's is read only with extended persistence.
    pub fn of(readout: ReadoutBarcodes) -> [Self; 4] {
        match readout {
            ReadoutBarcodes::Gfl => [
                Self::H0,
                Self::H0Essential,
                Self::H1Essential,
                Self::H1Extended,
            ],
            ReadoutBarcodes::Extended => [
                Self::H0Sublevel,
                Self::H0Superlevel,
                Self::H0Extended,
                Self::H1Extended,
            ],
        }
    }
}

/// Filter, bars and scores of a graph.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct InspectedGraph {
    /// Value of every vertex by the filter in view; empty if the model has no filter. With an edge filter, the smallest value of the edges
    /// of the vertex.
    pub filter: Float32Array,
    /// Value of every edge, if the filter is one of edges. Its bars begin and end at edges, and `bars` is empty.
    pub edge_filter: Option<Float32Array>,
    /// The bars of the readout of this filter in rows of five: kind (0: B₀, 1: B₀^∞, 2: B₁^∞), direction (0: sublevel, 1: superlevel), birth vertex,
    /// death vertex or 2³² − 1, multiplicity. Contains bars of length zero, which contribute nothing, but no bars with one vertex as
    /// both ends.
    pub bars: Uint32Array,
    /// Birth and death vertex of each loop of extended persistence, concatenated; only if the model reads it.
    pub extended_loops: Option<Uint32Array>,
    /// First and last vertex of each component, for the same models.
    pub extended_components: Option<Uint32Array>,
    /// The part of the readout vector that belongs to this filter: a number for each coordinate function, barcode by barcode. Empty if
    /// the model reads no barcodes.
    pub readout: Float32Array,
    /// Score of every class.
    pub logits: Float64Array,
}

/// Filter, bars and scores of many graphs in concatenated lists.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct InspectedGraphs {
    /// The graphs in the requested order.
    pub graphs: Uint32Array,
    /// Start index of each graph in `filter`, and the total: one element more than graphs.
    pub vertex_offsets: Uint32Array,
    /// Filter value of every vertex, in [0, 1]; empty if the model has no filter, or the one in view is one of edges.
    pub filter: Float32Array,
    /// Start index of each graph in `edge_filter`, and the total.
    pub edge_offsets: Uint32Array,
    /// Value of every edge, if the filter is one of edges; empty otherwise.
    pub edge_filter: Float32Array,
    /// Index of the first bar of each graph, and the total.
    pub bar_offsets: Uint32Array,
    /// Five numbers per bar, as in `InspectedGraph`; vertices are counted from 0 within each graph.
    pub bars: Uint32Array,
    /// Scores of every class, graph by graph.
    pub logits: Float64Array,
}

/// The coordinate functions of one barcode, and their values on the bars of one graph.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct InspectedCoordinateFunctions {
    pub barcode: BarcodeName,
    /// The formula; a Gaussian has the exponential formula, and Deep Sets the line with a LeakyReLU.
    #[cfg_attr(feature = "typescript", ts(as = "crate::ops::Element", inline))]
    pub element: &'static str,
    /// Parameters of the functions, concatenated: of a rational hat the coordinates of the centre, then the radius.
    pub hats: Float32Array,
    /// The readout value of each function.
    pub values: Float32Array,
    /// The bars of positive length in rows as in `InspectedGraph`. A loop of extended persistence has the kind 3, and a component the
    /// kind 4.
    pub bars: Uint32Array,
    /// The share of each bar in each value: a number per function, bar by bar. Up to rounding, the shares of all bars sum to `values`.
    pub shares: Float32Array,
}

/// Additive explanation of the scores of a graph. The scores are the sum of the contributions of all bars of the filter in view, the
/// part of the other filters and the bias.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct ExplainedScores {
    /// Groups of equal bars of positive length in rows of five: barcode, direction, birth vertex, death vertex (or 2³² − 1), number of
    /// bars. Barcodes are 0: B₀, 1: B₀^∞, 2: B₁^∞, 3 and 4: loops and components of extended persistence. Directions are 0: sublevel
    /// and extended persistence, 1: superlevel. The vertices are those of one bar.
    pub bars: Uint32Array,
    /// Contribution of each group to the score of each class, activation × gradient, row by row.
    pub contributions: Float32Array,
    /// The recomputed score of each class without the group.
    pub without: Float64Array,
    /// Bias of each class, of the hidden units that are active for the bars.
    pub bias: Float64Array,
    /// Contribution of the bars of all other filters to the score of each class; 0 if the model has one filter.
    pub others: Float32Array,
    /// Contribution of each readout value to the score of each class.
    pub hats: Float32Array,
    /// Gradient of each score by each readout value, for the current active hidden units.
    pub gradient: Float32Array,
}

/// An inspected graph with explanation.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct ExplainedGraph {
    pub graph: InspectedGraph,
    /// One entry per barcode; empty if the model reads no barcodes.
    pub hats: Vec<InspectedCoordinateFunctions>,
    /// null if the model reads no barcodes.
    pub scores: Option<ExplainedScores>,
}

/// The importance of some parts of the readout over many graphs.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct ReadoutImportance {
    /// Mean absolute contribution to the margin, the score of the predicted class less that of the runner-up. With targets, to the
    /// prediction.
    pub contributions: Float64Array,
    /// Accuracy, or mean absolute error, if the part has its mean over these graphs in each of them.
    pub metrics: Float64Array,
    /// Number of predicted classes that this changes. With targets, the mean absolute change of the prediction.
    pub changed: Float64Array,
}

/// The importance of the readout over the graphs of a part of the split.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct PartImportance {
    /// Number of graphs.
    pub graphs: u32,
    /// Accuracy, or mean absolute error.
    pub metric: f64,
    /// Mean margin. With targets, 0.
    pub margin: f64,
    /// The barcodes of the readout.
    pub names: Vec<BarcodeName>,
    /// Number of coordinate functions of each barcode.
    pub sizes: Vec<u32>,
    /// All coordinate functions of each barcode together.
    pub barcodes: ReadoutImportance,
    /// Each coordinate function.
    pub functions: ReadoutImportance,
}

/// The bars of many graphs with the highest activation for each coordinate function of one barcode. Equal bars form one point, also
/// across graphs.
///
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct CoordinateFunctionTopBars {
    pub barcode: BarcodeName,
    /// The points of these bars in rows of six: direction, first graph with such a bar, its birth vertex, its death vertex (or 2³² − 1),
    /// number of bars, number of graphs. Directions are 0: sublevel and loops of extended persistence, 1: superlevel.
    pub points: Uint32Array,
    /// Filter values at birth and death of each point; NaN for essential bars.
    pub ends: Float32Array,
    /// Start index of each function in `places` and `values`, and the end of the last one.
    pub first: Uint32Array,
    /// Indices of points, highest activation first.
    pub places: Uint32Array,
    /// Share of one bar at the point in the function's value.
    pub values: Float32Array,
}
