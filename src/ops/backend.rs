//! The interface of a backend: the operations on burn's primitives.

use burn::backend::{
    Backend, TensorMetadata, backend_extension,
    tensor::{FloatTensor, IntTensor},
};

use super::{AdamStep, CoordinateSumOptions, Rows};
use crate::homology::dispatch_plan::BatchShape;

/// The operations on burn's primitives; callers use the functions of [`super`].
///
/// Default implementations are composed of other operations and serve GPUs; the CPU overrides them with a single pass over
/// memory.
#[backend_extension(Cube: cfg(feature = "gpu"), Flex, Autodiff)]
pub trait GraphOps: Backend {
    /// See [`super::row_sum`].
    fn row_sum(x: FloatTensor<Self>, #[extension_type] rows: Rows<Self>) -> FloatTensor<Self>;

    /// See [`super::affine`].
    fn affine(
        x: FloatTensor<Self>,
        weight: FloatTensor<Self>,
        bias: FloatTensor<Self>,
    ) -> FloatTensor<Self> {
        let product = Self::float_matmul(x, weight);
        Self::float_add(product, one_row::<Self>(bias))
    }

    /// Gradients of rows `[R, I]`, weights `[I, O]` and bias `[O]` from that of the result `[R, O]`.
    fn affine_backward(
        gradient: FloatTensor<Self>,
        x: FloatTensor<Self>,
        weight: FloatTensor<Self>,
    ) -> (FloatTensor<Self>, FloatTensor<Self>, FloatTensor<Self>) {
        let by_x = Self::float_matmul(gradient.clone(), Self::float_transpose(weight));
        let by_weight = Self::float_matmul(Self::float_transpose(x), gradient.clone());
        (by_x, by_weight, column_sums::<Self>(gradient))
    }

    /// See [`super::elu`].
    fn elu(x: FloatTensor<Self>) -> FloatTensor<Self> {
        let below = Self::float_exp(Self::float_clamp_max(x.clone(), 0.0.into()));
        let below = Self::float_sub_scalar(below, 1.0.into());
        Self::float_add(Self::float_clamp_min(x, 0.0.into()), below)
    }

    /// Gradient of the argument from those of the result and the result: the slope below 0 is exp(x), which is the result + 1.
    fn elu_backward(gradient: FloatTensor<Self>, y: FloatTensor<Self>) -> FloatTensor<Self> {
        let below = Self::float_clamp_max(y, 0.0.into());
        Self::float_mul(gradient, Self::float_add_scalar(below, 1.0.into()))
    }

    /// See [`super::message_sum`].
    fn message_sum(
        x: FloatTensor<Self>,
        epsilon: FloatTensor<Self>,
        bias: FloatTensor<Self>,
        #[extension_type] own: Rows<Self>,
        #[extension_type] around: Rows<Self>,
    ) -> FloatTensor<Self> {
        let factor = Self::float_add_scalar(one_row::<Self>(epsilon), 1.0.into());
        let own = Self::float_mul(Self::row_sum(x.clone(), own), factor);
        let around = Self::row_sum(x, around);
        Self::float_add(Self::float_add(own, around), one_row::<Self>(bias))
    }

    /// Gradients of rows `[B, F]`, ε `[1]` and bias `[F]` from that of the result `[R, F]`.
    fn message_sum_backward(
        gradient: FloatTensor<Self>,
        x: FloatTensor<Self>,
        epsilon: FloatTensor<Self>,
        #[extension_type] own: Rows<Self>,
        #[extension_type] around: Rows<Self>,
    ) -> (FloatTensor<Self>, FloatTensor<Self>, FloatTensor<Self>) {
        let products = Self::float_mul(gradient.clone(), Self::row_sum(x, own.clone()));
        let factor = Self::float_add_scalar(one_row::<Self>(epsilon), 1.0.into());
        let by_own = Self::float_mul(Self::row_sum(gradient.clone(), own.transposed()), factor);
        let by_around = Self::row_sum(gradient.clone(), around.transposed());
        (
            Self::float_add(by_own, by_around),
            Self::float_sum(products),
            column_sums::<Self>(gradient),
        )
    }

    /// See [`super::persistence`].
    fn persistence(
        filter: FloatTensor<Self>,
        graphs: IntTensor<Self>,
        edges: IntTensor<Self>,
        shape: BatchShape,
    ) -> (IntTensor<Self>, IntTensor<Self>);

    /// See [`super::tie_mean`].
    fn tie_mean(filter: FloatTensor<Self>, vertex_offsets: IntTensor<Self>) -> FloatTensor<Self>;

    /// Means of a gradient `[N]` over the vertices of a graph whose filter values `[N]` are equal.
    fn tie_mean_backward(
        gradient: FloatTensor<Self>,
        filter: FloatTensor<Self>,
        vertex_offsets: IntTensor<Self>,
    ) -> FloatTensor<Self>;

    /// See [`super::bar_weights`].
    fn bar_weights(
        filter: FloatTensor<Self>,
        death: IntTensor<Self>,
        loops: IntTensor<Self>,
    ) -> IntTensor<Self>;

    /// See [`super::bar_ends`].
    fn bar_ends(
        filter: FloatTensor<Self>,
        death: IntTensor<Self>,
        vertex_offsets: IntTensor<Self>,
    ) -> FloatTensor<Self>;

    /// Gradient of the filter values `[N]` from that of the points `[2N, 2]`.
    fn bar_ends_backward(
        gradient: FloatTensor<Self>,
        death: IntTensor<Self>,
        vertex_offsets: IntTensor<Self>,
    ) -> FloatTensor<Self>;

    /// See [`super::coordinate_sum`]. Also returns the weighted bars for the backward pass, in a format of the backend.
    fn coordinate_sum(
        points: FloatTensor<Self>,
        weights: FloatTensor<Self>,
        parameters: FloatTensor<Self>,
        offsets: IntTensor<Self>,
        options: CoordinateSumOptions,
    ) -> (FloatTensor<Self>, IntTensor<Self>);

    /// Gradients of the points `[P, D]`, the weights `[P]` and the parameters `[K, Q]` from that of the sums `[G, K]` and the
    /// bars. If not `weighted`, the weights depend on nothing learned, and their gradient may be 0.
    #[allow(
        clippy::too_many_arguments,
        reason = "everything that the backward pass needs"
    )]
    fn coordinate_sum_backward(
        gradient: FloatTensor<Self>,
        points: FloatTensor<Self>,
        weights: FloatTensor<Self>,
        parameters: FloatTensor<Self>,
        bars: IntTensor<Self>,
        offsets: IntTensor<Self>,
        options: CoordinateSumOptions,
        weighted: bool,
    ) -> (FloatTensor<Self>, FloatTensor<Self>, FloatTensor<Self>);

    /// See [`super::norm_act`]. Also returns mean, variance, factor and offset of each column, `[4, F]`.
    fn norm_act(
        x: FloatTensor<Self>,
        counts: IntTensor<Self>,
        gamma: FloatTensor<Self>,
        beta: FloatTensor<Self>,
    ) -> (FloatTensor<Self>, FloatTensor<Self>);

    /// Gradients of the rows `[R, F]`, and of factor and offset `[2, F]`.
    fn norm_act_backward(
        gradient: FloatTensor<Self>,
        x: FloatTensor<Self>,
        counts: IntTensor<Self>,
        norms: FloatTensor<Self>,
    ) -> (FloatTensor<Self>, FloatTensor<Self>);

    /// See [`super::running_mean`].
    fn running_mean(
        old: FloatTensor<Self>,
        norms: FloatTensor<Self>,
        row: usize,
        momentum: f32,
        factor: f32,
    ) -> FloatTensor<Self>;

    /// See [`super::cross_entropy`]. Also returns the gradient of the loss, `[G, C]`.
    fn cross_entropy(
        logits: FloatTensor<Self>,
        classes: IntTensor<Self>,
    ) -> (FloatTensor<Self>, FloatTensor<Self>);

    /// See [`super::adam_step`].
    fn adam_step(
        weights: FloatTensor<Self>,
        gradient: FloatTensor<Self>,
        first: FloatTensor<Self>,
        second: FloatTensor<Self>,
        step: AdamStep,
    ) -> (FloatTensor<Self>, FloatTensor<Self>, FloatTensor<Self>);
}

/// A vector as a matrix of one row.
fn one_row<B: Backend>(vector: FloatTensor<B>) -> FloatTensor<B> {
    let [length] = vector.shape().dims();
    B::float_reshape(vector, [1, length].into())
}

fn column_sums<B: Backend>(matrix: FloatTensor<B>) -> FloatTensor<B> {
    let [_, columns] = matrix.shape().dims();
    B::float_reshape(B::float_sum_dim(matrix, 0), [columns].into())
}
