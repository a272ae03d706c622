//! The differentiable graph operations, as an extension of burn's backends.
//!
//! Each operation has a WGSL implementation ([`cube`], text in `shaders/`) and a CPU reference ([`flex`]); gradients are in
//! [`autodiff`]. The functions here take burn tensors and run on the device of the tensors. Index tensors are I32; “no vertex”
//! is −1.
//!
//! Layout of a batch of graphs with N vertices: vertex arrays are concatenated in the order of the graphs; arrays over both
//! directions have length 2N, sublevel half first.

mod autodiff;
mod backend;
mod coordinate_sum;
#[cfg(feature = "gpu")]
mod cube;
mod elements;
mod flex;
mod matmul;
mod matrix;
mod simd;
mod sparse;
mod tiles;

pub use backend::GraphOps;
pub use elements::{Element, InitialValue, Parameter, ParameterShape, definition};
pub use sparse::{Rows, SparseRows, ints};
#[cfg(feature = "gpu")]
pub(crate) use sparse::{entries, sort_by_column};

use burn::{
    backend::{Dispatch, DispatchDevice},
    prelude::*,
};

use crate::homology::dispatch_plan::BatchShape;

/// Whether the CPU references compute tensors of this device.
pub fn is_cpu(device: &Device) -> bool {
    matches!(device.as_dispatch(), DispatchDevice::Flex(_))
}

/// ε of batch normalization, added to the variance.
pub const NORM_EPSILON: f32 = 1e-5;
/// Slope of LeakyReLU below 0.
pub const LEAKY_SLOPE: f32 = 0.01;

/// The scalars of an Adam step.
#[derive(Clone, Copy, Debug)]
pub struct AdamStep {
    /// Weight decay: this multiple of the weights is added to the gradient.
    pub weight_decay: f32,
    /// Learning rate divided by the bias correction of the first mean, 1 − β₁ᵗ.
    pub rate: f32,
    /// Bias correction of the second mean, 1 − β₂ᵗ.
    pub correction: f32,
}

pub const ADAM_BETAS: [f64; 2] = [0.9, 0.999];
const ADAM_EPSILON: f32 = 1e-8;
/// After a step, weights with a smaller absolute value are 0.
///
/// The weight decay shrinks weights without another gradient to subnormal numbers. Processors multiply these many times slower than
/// other numbers.
const ADAM_LEAST_WEIGHT: f32 = 1e-30;

/// `y[r] = Σ x[c]` over the columns `c` of row `r`: `[M, F] → [R, F]`.
///
/// With the adjacency of a batch this is the neighbour sum of the GIN layer; with one column per row it is an embedding
/// look-up. Sums, also those of gradients, run in the order of the columns.
pub fn row_sum(x: Tensor<2>, rows: &SparseRows) -> Tensor<2> {
    let rows = rows.clone().into_dispatch();
    Tensor::from_dispatch(Dispatch::row_sum(x.into_dispatch(), rows))
}

/// A linear layer, `x · weight + bias`: `[R, I] → [R, O]` with weights `[I, O]` and bias `[O]`.
pub fn affine(x: Tensor<2>, weight: Tensor<2>, bias: Tensor<1>) -> Tensor<2> {
    Tensor::from_dispatch(Dispatch::affine(
        x.into_dispatch(),
        weight.into_dispatch(),
        bias.into_dispatch(),
    ))
}

/// ELU: x for x > 0, otherwise exp(x) − 1. Unlike burn's, its gradient is finite for large x.
pub fn elu(x: Tensor<2>) -> Tensor<2> {
    Tensor::from_dispatch(Dispatch::elu(x.into_dispatch()))
}

/// `y[r] = bias + (1 + ε) · x[own of r] + Σ x[c]` over the columns c of row r of `around`: `[B, F] → [R, F]`, the sum of a GIN
/// layer. `own` has one column per row; ε `[1]` and `bias` `[F]` are learned.
pub fn message_sum(
    x: Tensor<2>,
    epsilon: Tensor<1>,
    bias: Tensor<1>,
    own: &SparseRows,
    around: &SparseRows,
) -> Tensor<2> {
    Tensor::from_dispatch(Dispatch::message_sum(
        x.into_dispatch(),
        epsilon.into_dispatch(),
        bias.into_dispatch(),
        own.clone().into_dispatch(),
        around.clone().into_dispatch(),
    ))
}

/// Persistence of a batch of graphs, see [`persistence`]; vertices are those of the batch.
#[derive(Clone, Debug)]
pub struct Pairs {
    /// `[2N]`: the death vertex of the component born at a vertex, as in [`crate::homology::Persistence::death`].
    pub death: Tensor<1, Int>,
    /// `[2N]`: number of loops born at a vertex.
    pub loops: Tensor<1, Int>,
}

/// Persistence of a batch in both directions, from the filter values `[N]`.
///
/// `graphs` has one row `(first vertex, vertices, first edge, edges)` per graph, sorted by size class; `shape` has their
/// numbers; `edges` has pairs of vertices relative to the first vertex of their graph. On a GPU the batch must fit, see
/// [`BatchShape::fits_gpu`]; the CPU engine takes any batch.
pub fn persistence(
    filter: Tensor<1>,
    graphs: &Tensor<1, Int>,
    edges: &Tensor<1, Int>,
    shape: BatchShape,
) -> Pairs {
    let (death, loops) = Dispatch::persistence(
        filter.into_dispatch(),
        graphs.clone().into_dispatch(),
        edges.clone().into_dispatch(),
        shape,
    );
    Pairs {
        death: Tensor::from_dispatch(death),
        loops: Tensor::from_dispatch(loops),
    }
}

/// The identity on filter values `[N]`; the gradient is averaged over the vertices of a graph with equal values.
///
/// Persistence assigns the gradient of each end of a bar to one vertex. If other vertices have the same value, the choice is
/// arbitrary; with this operation each gets the mean, as the paper remarks. Values are equal if their canonical keys are. On a
/// GPU the work is quadratic in the number of vertices of a graph.
pub fn tie_mean(filter: Tensor<1>, vertex_offsets: &Tensor<1, Int>) -> Tensor<1> {
    let offsets = vertex_offsets.clone().into_dispatch();
    Tensor::from_dispatch(Dispatch::tie_mean(filter.into_dispatch(), offsets))
}

/// The multiplicity of each candidate bar: `[4N]` = finite H0 of both directions (2N; 1, or 0 for bars of length zero),
/// essential H0 (N; 0 to 2, the sum of both directions), loops (N, the sum of both directions).
///
/// Canonical keys determine zero length, so −0 equals 0.
pub fn bar_weights(filter: Tensor<1>, pairs: &Pairs) -> Tensor<1, Int> {
    Tensor::from_dispatch(Dispatch::bar_weights(
        filter.into_dispatch(),
        pairs.death.clone().into_dispatch(),
        pairs.loops.clone().into_dispatch(),
    ))
}

/// The points (birth, death) of the finite bars of both directions: `[N] → [2N, 2]`.
///
/// Sublevel points lie above the diagonal, superlevel points below. Essential entries get the death value 0 and must have
/// weight 0, see [`bar_weights`].
pub fn bar_ends(filter: Tensor<1>, pairs: &Pairs, vertex_offsets: &Tensor<1, Int>) -> Tensor<2> {
    Tensor::from_dispatch(Dispatch::bar_ends(
        filter.into_dispatch(),
        pairs.death.clone().into_dispatch(),
        vertex_offsets.clone().into_dispatch(),
    ))
}

/// The layout of candidate bars in the tensors of [`coordinate_sum`], and the formula.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CoordinateSumOptions {
    /// 2 if the candidates of both directions are concatenated, otherwise 1.
    pub directions: usize,
    /// The formula of the coordinate functions.
    pub element: Element,
}

/// Sums of coordinate functions over the bars of each graph: `y[g, k] = Σ_p w_p · s_k(p)` (Definition 2 of Hofer et al., ICML
/// 2020, with weights), where all s_k have the same formula ([`Element`]).
///
/// With P candidates, half of them per direction if there are two: `points [P, D]`, `weights [P]`, `parameters [K, Q]`; `offsets [G +
/// 1]` has the first candidate of each graph in a direction. Returns `[G, K]`. A candidate of weight 0 is not a bar, and its
/// weight gets no gradient.
pub fn coordinate_sum(
    points: Tensor<2>,
    weights: Tensor<1>,
    parameters: Tensor<2>,
    offsets: &Tensor<1, Int>,
    options: CoordinateSumOptions,
) -> Tensor<2> {
    let (sums, _) = Dispatch::coordinate_sum(
        points.into_dispatch(),
        weights.into_dispatch(),
        parameters.into_dispatch(),
        offsets.clone().into_dispatch(),
        options,
    );
    Tensor::from_dispatch(sums)
}

/// Batch normalization with the statistics of the batch, then LeakyReLU: `[R, F] → [R, F]`.
///
/// Row r represents `counts[r]` equal rows, `[R]`: mean and (biased) variance count them all, and the incoming gradient of a
/// row is the sum over all of them. `gamma` and `beta`, `[F]`, are factor and offset of the columns. Also returns `[4, F]`:
/// mean, variance, `gamma` and `beta`.
pub fn norm_act(
    x: Tensor<2>,
    counts: &Tensor<1, Int>,
    gamma: Tensor<1>,
    beta: Tensor<1>,
) -> (Tensor<2>, Tensor<2>) {
    let (y, norms) = Dispatch::norm_act(
        x.into_dispatch(),
        counts.clone().into_dispatch(),
        gamma.into_dispatch(),
        beta.into_dispatch(),
    );
    (Tensor::from_dispatch(y), Tensor::from_dispatch(norms))
}

/// `(1 − momentum) · old + momentum · factor · norms[row]`, `[F]`: a running statistic of the batches, with `norms` from
/// [`norm_act`].
pub fn running_mean(
    old: Tensor<1>,
    norms: Tensor<2>,
    row: usize,
    momentum: f32,
    factor: f32,
) -> Tensor<1> {
    let (old, norms) = (old.into_dispatch(), norms.into_dispatch());
    Tensor::from_dispatch(Dispatch::running_mean(old, norms, row, momentum, factor))
}

/// Mean over the graphs of −log softmax(logits)\[class\], `[1]`, from `[G, C]` and `[G]`.
pub fn cross_entropy(logits: Tensor<2>, classes: &Tensor<1, Int>) -> Tensor<1> {
    let classes = classes.clone().into_dispatch();
    let (loss, _) = Dispatch::cross_entropy(logits.into_dispatch(), classes);
    Tensor::from_dispatch(loss)
}

/// One Adam step for one parameter: returns new weights and new running means of the gradient and its square. All arguments
/// have the same number of elements; the means are flat. The weight decay is added to the gradient.
pub fn adam_step<const D: usize>(
    weights: Tensor<D>,
    gradient: Tensor<D>,
    [first, second]: [Tensor<1>; 2],
    step: AdamStep,
) -> (Tensor<D>, [Tensor<1>; 2]) {
    let (weights, first, second) = Dispatch::adam_step(
        weights.into_dispatch(),
        gradient.into_dispatch(),
        first.into_dispatch(),
        second.into_dispatch(),
        step,
    );
    let [first, second] = [first, second].map(Tensor::from_dispatch);
    (Tensor::from_dispatch(weights), [first, second])
}

/// Reads the numbers of a tensor back in the middle of a pass.
///
/// Returns zeros if the device is lost. The caller reports the loss when it reads the result of the pass, which fails as well.
pub async fn read_mid_pass<const D: usize>(tensor: Tensor<D>) -> Vec<f32> {
    let numbers = tensor.shape().num_elements();
    let data = tensor.detach().into_data_async().await;
    let values = data.ok().and_then(|data| data.try_to_vec().ok());
    values.unwrap_or_else(|| vec![0.0; numbers])
}
