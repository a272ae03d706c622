//! Gradients of the graph operations.

use std::fmt::Debug;

use burn::backend::{
    AutodiffBackend, TensorMetadata,
    autodiff::{
        Autodiff,
        checkpoint::{base::Checkpointer, strategy::CheckpointStrategy},
        grads::Gradients,
        ops::{Backward, NodeGuard, Ops, OpsKind, unary},
    },
    tensor::{FloatTensor, IntTensor},
};

use super::{AdamStep, CoordinateSumOptions, GraphOps, Rows};
use crate::homology::dispatch_plan::BatchShape;

/// The same rows for the inner backend; index tensors have no gradient.
fn inner<B: GraphOps, C: CheckpointStrategy>(rows: Rows<Autodiff<B, C>>) -> Rows<B> {
    Rows {
        offsets: rows.offsets,
        columns: rows.columns,
        transposed_offsets: rows.transposed_offsets,
        transposed_columns: rows.transposed_columns,
    }
}

/// The backward pass of an operation with three parents, like burn's `unary` for one: `step` computes the gradients of the
/// parents from the state and the gradient of the result.
fn ternary<B: GraphOps, S>(
    ops: Ops<S, 3>,
    grads: &mut Gradients,
    step: impl FnOnce(S, FloatTensor<B>) -> [FloatTensor<B>; 3],
) {
    let grad = grads.consume::<B>(&ops.node);
    for (parent, grad) in ops.parents.into_iter().zip(step(ops.state, grad)) {
        if let Some(node) = parent {
            grads.register::<B>(node.id, grad);
        }
    }
}

/// An operation with one parent: the gradient of the parent from the state and the gradient of the result.
#[derive(Debug)]
struct OneParent<B: GraphOps, S>(fn(S, FloatTensor<B>) -> FloatTensor<B>);

impl<B: GraphOps, S: Clone + Send + Debug + 'static> Backward<B, 1> for OneParent<B, S> {
    type State = S;

    fn backward(self, ops: Ops<S, 1>, grads: &mut Gradients, _: &mut Checkpointer) {
        let Ops {
            parents,
            node,
            state,
        } = ops;
        unary::<B, _>(parents, node, grads, |grad| (self.0)(state, grad));
    }
}

/// The result of an operation with one parent, whose gradient `backward` computes from the state.
fn tracked<B: GraphOps, C: CheckpointStrategy, S: Clone + Send + Debug + 'static>(
    parent: NodeGuard,
    state: S,
    result: FloatTensor<B>,
    backward: fn(S, FloatTensor<B>) -> FloatTensor<B>,
) -> FloatTensor<Autodiff<B, C>> {
    let operation = OneParent::<B, S>(backward);
    match operation.prepare::<C>([parent]).compute_bound().stateful() {
        OpsKind::Tracked(prep) => prep.finish(state, result),
        OpsKind::UnTracked(prep) => prep.finish(result),
    }
}

impl<B: GraphOps, C: CheckpointStrategy> GraphOps for Autodiff<B, C> {
    fn row_sum(x: FloatTensor<Self>, rows: Rows<Self>) -> FloatTensor<Self> {
        let node = x.node();
        let rows = inner(rows);
        let sum = B::row_sum(x.into_primitive(), rows.clone());
        tracked::<B, C, _>(node, rows, sum, |rows, grad| {
            B::row_sum(grad, rows.transposed())
        })
    }

    fn affine(
        x: FloatTensor<Self>,
        weight: FloatTensor<Self>,
        bias: FloatTensor<Self>,
    ) -> FloatTensor<Self> {
        #[derive(Debug)]
        struct Affine;

        impl<B: GraphOps> Backward<B, 3> for Affine {
            /// Rows and weights.
            type State = [FloatTensor<B>; 2];

            fn backward(
                self,
                ops: Ops<Self::State, 3>,
                grads: &mut Gradients,
                _: &mut Checkpointer,
            ) {
                ternary::<B, _>(ops, grads, |[x, weight], grad| {
                    B::affine_backward(grad, x, weight).into()
                });
            }
        }

        let nodes = [x.node(), weight.node(), bias.node()];
        let (x, weight) = (x.into_primitive(), weight.into_primitive());
        let y = B::affine(x.clone(), weight.clone(), bias.into_primitive());
        match Affine.prepare::<C>(nodes).compute_bound().stateful() {
            OpsKind::Tracked(prep) => prep.finish([x, weight], y),
            OpsKind::UnTracked(prep) => prep.finish(y),
        }
    }

    fn affine_backward(
        _: FloatTensor<Self>,
        _: FloatTensor<Self>,
        _: FloatTensor<Self>,
    ) -> (FloatTensor<Self>, FloatTensor<Self>, FloatTensor<Self>) {
        unreachable!("gradients are of first order only")
    }

    fn elu(x: FloatTensor<Self>) -> FloatTensor<Self> {
        let node = x.node();
        let y = B::elu(x.into_primitive());
        tracked::<B, C, _>(node, y.clone(), y, |y, grad| B::elu_backward(grad, y))
    }

    fn elu_backward(_: FloatTensor<Self>, _: FloatTensor<Self>) -> FloatTensor<Self> {
        unreachable!("gradients are of first order only")
    }

    fn message_sum(
        x: FloatTensor<Self>,
        epsilon: FloatTensor<Self>,
        bias: FloatTensor<Self>,
        own: Rows<Self>,
        around: Rows<Self>,
    ) -> FloatTensor<Self> {
        #[derive(Debug)]
        struct MessageSum;

        impl<B: GraphOps> Backward<B, 3> for MessageSum {
            /// Rows and ε; own rows and neighbours.
            type State = ([FloatTensor<B>; 2], [Rows<B>; 2]);

            fn backward(
                self,
                ops: Ops<Self::State, 3>,
                grads: &mut Gradients,
                _: &mut Checkpointer,
            ) {
                ternary::<B, _>(ops, grads, |([x, epsilon], [own, around]), grad| {
                    B::message_sum_backward(grad, x, epsilon, own, around).into()
                });
            }
        }

        let nodes = [x.node(), epsilon.node(), bias.node()];
        let (x, epsilon) = (x.into_primitive(), epsilon.into_primitive());
        let (own, around) = (inner(own), inner(around));
        let y = B::message_sum(
            x.clone(),
            epsilon.clone(),
            bias.into_primitive(),
            own.clone(),
            around.clone(),
        );
        match MessageSum.prepare::<C>(nodes).compute_bound().stateful() {
            OpsKind::Tracked(prep) => prep.finish(([x, epsilon], [own, around]), y),
            OpsKind::UnTracked(prep) => prep.finish(y),
        }
    }

    fn message_sum_backward(
        _: FloatTensor<Self>,
        _: FloatTensor<Self>,
        _: FloatTensor<Self>,
        _: Rows<Self>,
        _: Rows<Self>,
    ) -> (FloatTensor<Self>, FloatTensor<Self>, FloatTensor<Self>) {
        unreachable!("gradients are of first order only")
    }

    fn persistence(
        filter: FloatTensor<Self>,
        graphs: IntTensor<Self>,
        edges: IntTensor<Self>,
        shape: BatchShape,
    ) -> (IntTensor<Self>, IntTensor<Self>) {
        B::persistence(filter.into_primitive(), graphs, edges, shape)
    }

    fn tie_mean(filter: FloatTensor<Self>, vertex_offsets: IntTensor<Self>) -> FloatTensor<Self> {
        let node = filter.node();
        let filter = filter.into_primitive();
        let same = B::tie_mean(filter.clone(), vertex_offsets.clone());
        tracked::<B, C, _>(node, (filter, vertex_offsets), same, |state, grad| {
            let (filter, vertex_offsets) = state;
            B::tie_mean_backward(grad, filter, vertex_offsets)
        })
    }

    fn tie_mean_backward(
        _: FloatTensor<Self>,
        _: FloatTensor<Self>,
        _: IntTensor<Self>,
    ) -> FloatTensor<Self> {
        unreachable!("gradients are of first order only")
    }

    fn bar_weights(
        filter: FloatTensor<Self>,
        death: IntTensor<Self>,
        loops: IntTensor<Self>,
    ) -> IntTensor<Self> {
        B::bar_weights(filter.into_primitive(), death, loops)
    }

    fn bar_ends(
        filter: FloatTensor<Self>,
        death: IntTensor<Self>,
        vertex_offsets: IntTensor<Self>,
    ) -> FloatTensor<Self> {
        let node = filter.node();
        let state = [death.clone(), vertex_offsets.clone()];
        let ends = B::bar_ends(filter.into_primitive(), death, vertex_offsets);
        tracked::<B, C, _>(node, state, ends, |[death, vertex_offsets], grad| {
            B::bar_ends_backward(grad, death, vertex_offsets)
        })
    }

    fn bar_ends_backward(
        _: FloatTensor<Self>,
        _: IntTensor<Self>,
        _: IntTensor<Self>,
    ) -> FloatTensor<Self> {
        unreachable!("gradients are of first order only")
    }

    fn coordinate_sum(
        points: FloatTensor<Self>,
        weights: FloatTensor<Self>,
        parameters: FloatTensor<Self>,
        offsets: IntTensor<Self>,
        options: CoordinateSumOptions,
    ) -> (FloatTensor<Self>, IntTensor<Self>) {
        #[derive(Debug)]
        struct CoordinateSum;

        impl<B: GraphOps> Backward<B, 3> for CoordinateSum {
            /// Points, weights, parameters; bars, offsets.
            type State = ([FloatTensor<B>; 3], [IntTensor<B>; 2], CoordinateSumOptions);

            fn backward(
                self,
                ops: Ops<Self::State, 3>,
                grads: &mut Gradients,
                _: &mut Checkpointer,
            ) {
                let weighted = ops.parents[1].is_some();
                ternary::<B, _>(ops, grads, |(floats, [bars, offsets], options), grad| {
                    let [points, weights, parameters] = floats;
                    let (by_points, by_weights, by_parameters) = B::coordinate_sum_backward(
                        grad, points, weights, parameters, bars, offsets, options, weighted,
                    );
                    [by_points, by_weights, by_parameters]
                });
            }
        }

        let nodes = [points.node(), weights.node(), parameters.node()];
        let floats = [
            points.into_primitive(),
            weights.into_primitive(),
            parameters.into_primitive(),
        ];
        let [points, weights, parameters] = floats.clone();
        let (sum, bars) = B::coordinate_sum(points, weights, parameters, offsets.clone(), options);
        let state = (floats, [bars.clone(), offsets], options);
        let sum = match CoordinateSum.prepare::<C>(nodes).compute_bound().stateful() {
            OpsKind::Tracked(prep) => prep.finish(state, sum),
            OpsKind::UnTracked(prep) => prep.finish(sum),
        };
        (sum, bars)
    }

    fn coordinate_sum_backward(
        _: FloatTensor<Self>,
        _: FloatTensor<Self>,
        _: FloatTensor<Self>,
        _: FloatTensor<Self>,
        _: IntTensor<Self>,
        _: IntTensor<Self>,
        _: CoordinateSumOptions,
        _: bool,
    ) -> (FloatTensor<Self>, FloatTensor<Self>, FloatTensor<Self>) {
        unreachable!("gradients are of first order only")
    }

    fn norm_act(
        x: FloatTensor<Self>,
        counts: IntTensor<Self>,
        gamma: FloatTensor<Self>,
        beta: FloatTensor<Self>,
    ) -> (FloatTensor<Self>, FloatTensor<Self>) {
        #[derive(Debug)]
        struct NormAct;

        impl<B: GraphOps> Backward<B, 3> for NormAct {
            /// x, norms; counts.
            type State = ([FloatTensor<B>; 2], IntTensor<B>);

            fn backward(
                self,
                ops: Ops<Self::State, 3>,
                grads: &mut Gradients,
                _: &mut Checkpointer,
            ) {
                ternary::<B, _>(ops, grads, |([x, norms], counts), grad| {
                    let [_, width] = x.shape().dims();
                    let (by_x, by_norms) = B::norm_act_backward(grad, x, counts, norms);
                    let row = |row: usize| {
                        let range = [(row..row + 1).into(), (0..width).into()];
                        let row = B::float_slice(by_norms.clone(), &range);
                        B::float_reshape(row, [width].into())
                    };
                    [by_x, row(0), row(1)]
                });
            }
        }

        let nodes = [x.node(), gamma.node(), beta.node()];
        let x = x.into_primitive();
        let (y, norms) = B::norm_act(
            x.clone(),
            counts.clone(),
            gamma.into_primitive(),
            beta.into_primitive(),
        );
        let y = match NormAct.prepare::<C>(nodes).compute_bound().stateful() {
            OpsKind::Tracked(prep) => prep.finish(([x, norms.clone()], counts), y),
            OpsKind::UnTracked(prep) => prep.finish(y),
        };
        (y, Self::from_inner(norms))
    }

    fn norm_act_backward(
        _: FloatTensor<Self>,
        _: FloatTensor<Self>,
        _: IntTensor<Self>,
        _: FloatTensor<Self>,
    ) -> (FloatTensor<Self>, FloatTensor<Self>) {
        unreachable!("gradients are of first order only")
    }

    fn running_mean(
        _: FloatTensor<Self>,
        _: FloatTensor<Self>,
        _: usize,
        _: f32,
        _: f32,
    ) -> FloatTensor<Self> {
        unreachable!("running statistics carry no gradient")
    }

    fn cross_entropy(
        logits: FloatTensor<Self>,
        classes: IntTensor<Self>,
    ) -> (FloatTensor<Self>, FloatTensor<Self>) {
        let node = logits.node();
        let (loss, slopes) = B::cross_entropy(logits.into_primitive(), classes);
        // The slopes are the gradient of a mean loss, before the factor of the loss.
        let loss = tracked::<B, C, _>(node, slopes.clone(), loss, |slopes, grad| {
            B::float_mul(slopes, B::float_reshape(grad, [1, 1].into()))
        });
        (loss, Self::from_inner(slopes))
    }

    fn adam_step(
        _: FloatTensor<Self>,
        _: FloatTensor<Self>,
        _: FloatTensor<Self>,
        _: FloatTensor<Self>,
        _: AdamStep,
    ) -> (FloatTensor<Self>, FloatTensor<Self>, FloatTensor<Self>) {
        unreachable!("an optimizer step needs the gradients of a finished pass")
    }
}
