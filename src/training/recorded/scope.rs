//! The runs that can be recorded.

use super::{recording::MAX_GROUPS, size::Size};
use crate::{
    config::{
        BarWeight, CoordinateFunction, EdgeFilter, ModelKind, ReadoutBarcodes, TopologyLayer,
        TrainingConfig,
    },
    graph::{Dataset, Task},
    homology::dispatch_plan::MAX_VERTICES,
    model::ModelConfig,
};

/// Maximum number of columns of the features that are not learned: a perceptron has the square of this number of weights.
const MAX_FIXED_COLUMNS: usize = 1024;

/// Whether the steps of such a run can be recorded. This holds for GFL with one filter of vertices and PH-only, with the paper's barcodes and
/// rational hats whose bars all count alike, and for SUM without a topology layer.
/// Graphs must have classes, widths must be multiples of 8, edges have no features, and the GPU must be able to pair the graphs.
pub(in crate::training) fn takes(
    config: &TrainingConfig,
    sizes: &ModelConfig,
    dataset: &Dataset,
) -> bool {
    let features = sizes.feature_sizes;
    let plain_edges = features.edge_labels + features.edge_attributes == 0;
    let rational = sizes.hat == CoordinateFunction::Rational
        && sizes.bar_weight == BarWeight::None
        && sizes.readout == ReadoutBarcodes::Gfl
        && !sizes.extended
        && sizes.filters == 1
        && sizes.edge_filter == EdgeFilter::Max
        && sizes.hats.is_multiple_of(4);
    let model = match config.model {
        ModelKind::Gfl => rational && sizes.layers > 0,
        ModelKind::PhOnly => rational,
        ModelKind::Sum => {
            sizes.layers > 0
                && sizes.topology_layer == TopologyLayer::None
                && fixed_columns(sizes) <= MAX_FIXED_COLUMNS
        }
        _ => false,
    };
    let mut graphs = dataset.graphs.iter();
    let graphs = graphs.all(|graph| (1..=MAX_VERTICES).contains(&graph.vertices));
    model
        && dataset.task() == Task::Classification
        && plain_edges
        && graphs
        && sizes.width.is_multiple_of(8)
        && config.batch_size <= MAX_GROUPS
}

/// Number of columns of the features that are not learned.
fn fixed_columns(sizes: &ModelConfig) -> usize {
    let features = sizes.feature_sizes;
    features.degrees + features.labels + features.attributes
}

/// Whether 32 bits suffice for all places in the buffers for batches of this size.
pub(super) fn can_be_counted(most: &Size, sizes: &ModelConfig) -> bool {
    let first = match sizes.kind {
        ModelKind::Sum => fixed_columns(sizes) + 8,
        _ => 2 * sizes.width,
    };
    // The largest numbers of columns of the input and of the output of a matrix product.
    let inner = first.max(sizes.width) as u64;
    let columns = inner + sizes.width as u64;
    // Each 64 rows have a share of the gradients of weights.
    let of_rows = |&rows: &u32| {
        let rows = u64::from(rows);
        (rows / 64 + 1) * inner * columns + 8 * rows * columns
    };
    let [vertices, edges, chunks] = [most.vertices, most.edges, most.chunks].map(u64::from);
    let lists = 16 * most.rows.len() as u64 * (vertices + edges);
    let bars = chunks * (512 + 7 * sizes.hats as u64);
    let words = most.rows.iter().map(of_rows).sum::<u64>() + lists + bars;
    words <= 1 << 30
}
