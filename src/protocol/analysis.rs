//! Results over many graphs: quantities, associations, classes, comparisons.

use serde::{Deserialize, Serialize};

use super::{
    data::Part,
    typed::{Float32Array, Float64Array, Uint32Array},
};
use crate::homology::barcode::Direction;

/// A quantity of the vertices of a data set.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct VertexQuantity {
    /// A number for each vertex of all graphs, concatenated.
    pub values: Float32Array,
    /// The names, if the numbers are indices of names.
    pub categories: Option<Vec<String>>,
}

/// The L occurring levels of one or two vertex quantities, in ascending order: vertices with the same level form a group.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct FilterLevels {
    /// Minimum and maximum of each quantity at each level: two numbers per quantity, level by level.
    pub ranges: Float32Array,
    /// Number of vertices at each level: in training graphs, then in other graphs.
    pub counts: Uint32Array,
    /// Mean of the filter over these vertices, NaN without vertices.
    pub means: Float32Array,
    /// The 10 % and 90 % quantiles of the filter at each level.
    pub bands: Float32Array,
}

/// Association of the filter of a run with one or two vertex quantities.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct FilterAssociation {
    /// The levels of the shares below. Each value is a level, unless a real quantity has many values.
    pub levels: FilterLevels,
    /// The same vertices in few levels, for pictures.
    pub columns: FilterLevels,
    /// For each quantity: whether a level has several of its values.
    pub grouped: Vec<bool>,
    /// For each quantity: whether a column has several of its values.
    pub binned: Vec<bool>,
    /// η², the share of the variance of the filter between the levels, over the training graphs and over the others; null for a
    /// constant filter.
    pub eta_squared: [Option<f64>; 2],
    /// The share that as many levels explain of independent random numbers, on average; null for fewer than two vertices.
    pub chance: [Option<f64>; 2],
    /// The largest shares of the variance over the training graphs that a non-decreasing and a non-increasing function of the
    /// quantity explain; null if undefined.
    pub monotone: Option<[f64; 2]>,
}

/// Comparison of a fixed filter with the filter of a run.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct FilterBeside {
    /// Associations of the fixed filter with the requested quantities.
    pub associations: Vec<FilterAssociation>,
    /// The share of vertex pairs that both filters order equally, among the pairs within a graph without a tie in either filter. Over
    /// the training graphs, and over the others; null without such pairs.
    pub agreement: [Option<f64>; 2],
    /// The share of pairs without a tie in either filter; null without pairs.
    pub untied: [Option<f64>; 2],
}

/// Barcodes of the C classes over the graphs of one part of the split. Counts are per graph (scale 0) and per 100 vertices (scale
/// 1); directions are 0, sublevel, and 1, superlevel.
///
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct ClassBars {
    /// Number of values of t in a curve, and of bins for births and deaths.
    pub sizes: [u32; 2],
    /// Minimum and maximum of t, births and deaths.
    pub range: [f32; 2],
    /// Number of graphs of each class.
    pub graphs: Uint32Array,
    /// β₀ and β₁ at evenly spaced values of t, by direction, scale, class, dimension and value: 10 % quantile, median and 90 %
    /// quantile over the graphs of a class; NaN without graphs.
    pub curves: Float32Array,
    /// Mean number of bars in each cell, by direction, scale and class. Cells are components by birth and death, essential components by
    /// birth, and loops by birth. Models with extended persistence also have loops by birth and death.
    pub densities: Float32Array,
    /// Graphs of each cell: direction, cell, graph and number of bars, cell by cell, in descending number of bars.
    pub filled: Uint32Array,
}

/// A request to compare the bars of two classes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct AskedDifferences {
    /// The part of the split.
    pub part: Part,
    /// Whether the grids cover only the filter values that occur.
    pub stretched: bool,
    /// The direction of the filtration.
    pub direction: Direction,
    /// Whether bars are counted per 100 vertices.
    pub per_vertex: bool,
    /// The two classes.
    pub classes: [u32; 2],
}

/// Test of one cell of [`ClassBars`] in the graphs of two classes.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct CellTest {
    /// Index of the cell.
    pub cell: u32,
    /// AUC: the probability that a graph of the first class has more bars in the cell than one of the second, ties counted half.
    pub auc: f64,
    /// Its 95 % interval (DeLong); null if a class has fewer than two graphs.
    pub interval: Option<[f64; 2]>,
    /// The p-value of the Mann–Whitney test, corrected for the number of cells (Benjamini–Hochberg).
    pub q: f64,
    /// Number of graphs of each class with bars in the cell.
    pub with_bars: [u32; 2],
    /// The same AUC over the confirming part; null if a class has no graphs there.
    pub confirmed: Option<f64>,
    /// Whether q is at most 0.05 and the confirming part has the same sign.
    pub reliable: bool,
}

/// Tests of the differences between two classes.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct ClassTests {
    /// All cells with bars: reliable ones first, then by the distance of the AUC from ½.
    pub cells: Vec<CellTest>,
    /// The part that confirms the sign of a difference.
    pub confirming: Part,
    /// The p-value of the permutation test of all cells together; null if a class has fewer than two graphs.
    pub permutation_p: Option<f64>,
    /// Number of permutations.
    pub permutations: u32,
}

/// Comparison of two runs, or of two epochs of a run, over the graphs in one part of both splits, or over all graphs.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct ComparedRuns {
    /// The compared graphs, ascending.
    pub graphs: Uint32Array,
    /// Number of graphs of each run of which these are.
    pub own: [u32; 2],
    /// Predictions of the first run: indices of classes, or numbers.
    pub predicted: Float64Array,
    /// Predictions of the second run.
    pub predicted_by_other: Float64Array,
    /// Two numbers per part (training, validation, test), first run, then second run: the sum of the metric over its graphs, and their
    /// number. The sum is the number of correct predictions, or the absolute errors.
    pub metrics: Float64Array,
    /// Agreement of the filters; null if a model has no filter.
    pub agreement: Option<FilterAgreement>,
}

/// Agreement of two filters over some graphs, up to monotone maps.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct FilterAgreement {
    /// Kendall's τ-b over the vertices of each graph, in [−1, 1]; NaN if a filter is constant on the graph.
    pub taus: Float64Array,
    /// Number of graphs on which only the first filter, only the second, and both are constant.
    pub constant: [u32; 3],
    /// The largest share of the variance of the second filter that a non-decreasing and a non-increasing function of the first explain.
    /// Over all vertices of these graphs; null if the second filter is constant.
    pub monotone: Option<[f64; 2]>,
}

/// Results of two runs for one graph.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct ComparedGraph {
    /// The filter of each; null if its model has none.
    pub filters: [Option<Float32Array>; 2],
    /// Prediction of each: the index of a class, or a number.
    pub predicted: [f64; 2],
}
