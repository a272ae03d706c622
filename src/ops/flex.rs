//! The graph operations on the CPU: the CPU references of the shaders.

use burn::{
    backend::{
        Flex,
        tensor::{FloatTensor, IntTensor},
    },
    tensor::{DType, Shape},
};
use burn_flex::FlexTensor;

use super::coordinate_sum::{BarsView, Candidates, CoordinateFunctions, Gradients};
use super::{
    AdamStep, CoordinateSumOptions, GraphOps, Rows,
    matmul::{add_product, product},
    matrix::Matrix,
    simd::{self, Messages},
};
use crate::homology::{
    self, NONE,
    dispatch_plan::BatchShape,
    order::{Order, canonical_key},
};

/// Reads an I32 tensor, contiguous in memory.
fn ints(tensor: &FlexTensor) -> &[i32] {
    tensor.storage::<i32>()
}

/// Not `FlexTensor::zeros`, which fills bytes and then copies them to aligned memory.
fn zeros(shape: impl Into<Shape>) -> FlexTensor {
    FlexTensor::filled_typed(shape.into(), DType::F32, 0.0f32)
}

fn from_floats(values: Vec<f32>, shape: impl Into<Shape>) -> FlexTensor {
    FlexTensor::from_data(burn::tensor::TensorData::new(values, shape.into()))
}

fn from_ints(values: Vec<i32>) -> FlexTensor {
    let length = values.len();
    FlexTensor::from_data(burn::tensor::TensorData::new(values, [length]))
}

/// The same tensors, contiguous in memory.
fn contiguous<const N: usize>(tensors: [FlexTensor; N]) -> [FlexTensor; N] {
    tensors.map(|tensor| tensor.to_contiguous())
}

impl GraphOps for Flex {
    fn row_sum(x: FloatTensor<Self>, rows: Rows<Self>) -> FloatTensor<Self> {
        let [x, offsets, columns] = contiguous([x, rows.offsets, rows.columns]);
        let [_, width] = x.layout().shape().dims();
        let (values, offsets, named) = (x.storage::<f32>(), ints(&offsets), ints(&columns));
        let mut sum = zeros([offsets.len() - 1, width]);
        if width == 1 {
            let lists = simd::lists(offsets, named);
            for (y, list) in sum.storage_mut::<f32>().iter_mut().zip(lists) {
                *y = list.iter().map(|&column| values[column as usize]).sum();
            }
            return sum;
        }
        simd::add_rows(values, offsets, named, width, sum.storage_mut());
        sum
    }

    fn affine(
        x: FloatTensor<Self>,
        weight: FloatTensor<Self>,
        bias: FloatTensor<Self>,
    ) -> FloatTensor<Self> {
        let [x, weight, bias] = contiguous([x, weight, bias]);
        let [rows, inputs] = x.layout().shape().dims();
        let bias: &[f32] = bias.storage();
        let mut sums = bias.repeat(rows);
        let weight = Matrix::new(weight.storage(), bias.len());
        add_product(Matrix::new(x.storage(), inputs), weight, &mut sums);
        from_floats(sums, [rows, bias.len()])
    }

    fn affine_backward(
        gradient: FloatTensor<Self>,
        x: FloatTensor<Self>,
        weight: FloatTensor<Self>,
    ) -> (FloatTensor<Self>, FloatTensor<Self>, FloatTensor<Self>) {
        let [gradient, x, weight] = contiguous([gradient, x, weight]);
        let [inputs, outputs] = weight.layout().shape().dims();
        let shape = x.layout().shape().clone();
        let mut by_bias = zeros([outputs]);
        simd::add_up(gradient.storage(), by_bias.storage_mut());
        let gradient = Matrix::new(gradient.storage(), outputs);
        let weight = Matrix::new(weight.storage(), outputs);
        let x = Matrix::new(x.storage(), inputs);
        let by_x = from_floats(product(gradient, weight.transposed()), shape);
        let by_weight = from_floats(product(x.transposed(), gradient), [inputs, outputs]);
        (by_x, by_weight, by_bias)
    }

    fn elu(x: FloatTensor<Self>) -> FloatTensor<Self> {
        let [mut x] = contiguous([x]);
        simd::elu(x.storage_mut());
        x
    }

    fn elu_backward(gradient: FloatTensor<Self>, y: FloatTensor<Self>) -> FloatTensor<Self> {
        let [mut gradient, y] = contiguous([gradient, y]);
        simd::elu_backward(y.storage(), gradient.storage_mut());
        gradient
    }

    fn message_sum(
        x: FloatTensor<Self>,
        epsilon: FloatTensor<Self>,
        bias: FloatTensor<Self>,
        own: Rows<Self>,
        around: Rows<Self>,
    ) -> FloatTensor<Self> {
        let [x, epsilon, bias] = contiguous([x, epsilon, bias]);
        let [own, offsets, columns] = contiguous([own.columns, around.offsets, around.columns]);
        let [_, width] = x.layout().shape().dims();
        let mut sums = zeros([ints(&offsets).len() - 1, width]);
        simd::message_sum(
            x.storage(),
            epsilon.storage::<f32>()[0],
            bias.storage(),
            Messages::new(ints(&own), ints(&offsets), ints(&columns)),
            sums.storage_mut(),
        );
        sums
    }

    fn message_sum_backward(
        gradient: FloatTensor<Self>,
        x: FloatTensor<Self>,
        epsilon: FloatTensor<Self>,
        own: Rows<Self>,
        around: Rows<Self>,
    ) -> (FloatTensor<Self>, FloatTensor<Self>, FloatTensor<Self>) {
        let [gradient, x, epsilon] = contiguous([gradient, x, epsilon]);
        let [own, offsets, columns] = contiguous([own.columns, around.offsets, around.columns]);
        let [before, width] = x.layout().shape().dims();
        let mut by_x = zeros([before, width]);
        let mut parameters = vec![0.0; 2 * width];
        simd::message_sum_backward(
            gradient.storage(),
            x.storage(),
            epsilon.storage::<f32>()[0],
            Messages::new(ints(&own), ints(&offsets), ints(&columns)),
            by_x.storage_mut(),
            &mut parameters,
        );
        let by_bias = parameters.split_off(width);
        let by_epsilon = vec![parameters.iter().sum()];
        (
            by_x,
            from_floats(by_epsilon, [1]),
            from_floats(by_bias, [width]),
        )
    }

    fn persistence(
        filter: FloatTensor<Self>,
        graphs: IntTensor<Self>,
        edges: IntTensor<Self>,
        _: BatchShape,
    ) -> (IntTensor<Self>, IntTensor<Self>) {
        let (filter, graphs, edges) = (
            filter.to_contiguous(),
            graphs.to_contiguous(),
            edges.to_contiguous(),
        );
        let filter = filter.storage::<f32>();
        // The rows are in the order of the batch, so their first entries are the offsets.
        let rows = ints(&graphs).chunks_exact(4);
        let ends = rows
            .clone()
            .last()
            .map_or([0, 0], |row| [row[0] + row[1], row[2] + row[3]]);
        let offsets = |first: usize, end: i32| -> Vec<u32> {
            let firsts = rows.clone().map(|row| row[first]);
            firsts.chain([end]).map(|offset| offset as u32).collect()
        };
        let vertices = ends[0] as usize;
        let mut death = vec![NONE; 2 * vertices];
        let mut loops = vec![0; 2 * vertices];
        homology::persistence_batch(
            &offsets(0, ends[0]),
            &offsets(2, ends[1]),
            bytemuck::cast_slice(&ints(&edges)[..2 * ends[1] as usize]),
            &filter[..vertices],
            &mut death,
            &mut loops,
        );
        // The padding vertex of a batch without vertices.
        death.resize(2 * filter.len(), NONE);
        loops.resize(2 * filter.len(), 0);
        let signed = |values: Vec<u32>| values.into_iter().map(|v| v as i32).collect();
        (from_ints(signed(death)), from_ints(signed(loops)))
    }

    fn tie_mean(filter: FloatTensor<Self>, _: IntTensor<Self>) -> FloatTensor<Self> {
        filter
    }

    fn tie_mean_backward(
        gradient: FloatTensor<Self>,
        filter: FloatTensor<Self>,
        vertex_offsets: IntTensor<Self>,
    ) -> FloatTensor<Self> {
        let (gradient, filter, offsets) = (
            gradient.to_contiguous(),
            filter.to_contiguous(),
            vertex_offsets.to_contiguous(),
        );
        let gradient = gradient.storage::<f32>();
        let mut means = gradient.to_vec();
        let mut order = Order::default();
        for own in ints(&offsets).windows(2) {
            let own = own[0] as usize..own[1] as usize;
            let (filter, gradient) = (
                &filter.storage::<f32>()[own.clone()],
                &gradient[own.clone()],
            );
            let means = &mut means[own];
            let key = |v: u32| canonical_key(filter[v as usize]);
            order.sort(filter);
            for tied in order.by_rank().chunk_by(|&a, &b| key(a) == key(b)) {
                let total: f32 = tied.iter().map(|&v| gradient[v as usize]).sum();
                for &v in tied {
                    means[v as usize] = total / tied.len() as f32;
                }
            }
        }
        let vertices = means.len();
        from_floats(means, [vertices])
    }

    fn bar_weights(
        filter: FloatTensor<Self>,
        death: IntTensor<Self>,
        loops: IntTensor<Self>,
    ) -> IntTensor<Self> {
        let (filter, death, loops) = (
            filter.to_contiguous(),
            death.to_contiguous(),
            loops.to_contiguous(),
        );
        let (filter, death, loops) = (filter.storage::<f32>(), ints(&death), ints(&loops));
        let vertices = filter.len();
        let keys: Vec<u32> = filter.iter().copied().map(canonical_key).collect();
        let mut weights = vec![0; 4 * vertices];
        let (finite, both) = weights.split_at_mut(2 * vertices);
        let (essential, looped) = both.split_at_mut(vertices);
        for direction in 0..2 {
            let half = direction * vertices..(direction + 1) * vertices;
            let ends = death[half.clone()].iter().zip(&keys);
            let into = finite[half.clone()].iter_mut().zip(&mut *essential);
            for ((&end, &birth), (finite, essential)) in ends.zip(into) {
                match keys.get(end as u32 as usize) {
                    Some(&key) => *finite = i32::from(key != birth),
                    None => *essential += 1,
                }
            }
            for (sum, loops) in looped.iter_mut().zip(&loops[half]) {
                *sum += loops;
            }
        }
        from_ints(weights)
    }

    fn bar_ends(
        filter: FloatTensor<Self>,
        death: IntTensor<Self>,
        _: IntTensor<Self>,
    ) -> FloatTensor<Self> {
        let (filter, death) = (filter.to_contiguous(), death.to_contiguous());
        let (filter, death) = (filter.storage::<f32>(), ints(&death));
        let mut points = zeros([death.len(), 2]);
        let pairs = points.storage_mut::<f32>().chunks_exact_mut(2);
        for (point, (birth, &end)) in pairs.zip(filter.iter().cycle().zip(death)) {
            point[0] = *birth;
            point[1] = if end as u32 == NONE {
                0.0
            } else {
                filter[end as usize]
            };
        }
        points
    }

    fn bar_ends_backward(
        gradient: FloatTensor<Self>,
        death: IntTensor<Self>,
        _: IntTensor<Self>,
    ) -> FloatTensor<Self> {
        let (gradient, death) = (gradient.to_contiguous(), death.to_contiguous());
        let (gradient, death) = (gradient.storage::<f32>(), ints(&death));
        let vertices = death.len() / 2;
        let mut sum = zeros([vertices]);
        let values = sum.storage_mut::<f32>();
        for direction in 0..2 {
            let half = direction * vertices..(direction + 1) * vertices;
            let points = gradient[2 * half.start..2 * half.end].chunks_exact(2);
            for (v, (point, &end)) in points.zip(&death[half]).enumerate() {
                values[v] += point[0];
                if end as u32 != NONE {
                    values[end as usize] += point[1];
                }
            }
        }
        sum
    }

    fn coordinate_sum(
        points: FloatTensor<Self>,
        weights: FloatTensor<Self>,
        parameters: FloatTensor<Self>,
        offsets: IntTensor<Self>,
        options: CoordinateSumOptions,
    ) -> (FloatTensor<Self>, IntTensor<Self>) {
        let [points, weights, parameters, offsets] =
            contiguous([points, weights, parameters, offsets]);
        let [_, dimension] = points.layout().shape().dims();
        let functions = CoordinateFunctions::new(options.element, dimension, parameters.storage());
        let (points, weights) = (points.storage(), weights.storage());
        let candidates = Candidates::new(points, weights, ints(&offsets), options.directions);
        let mut sums = zeros([candidates.graphs(), functions.count()]);
        let bars = functions.sum(&candidates, sums.storage_mut());
        (sums, from_ints(bars.to_words()))
    }

    fn coordinate_sum_backward(
        gradient: FloatTensor<Self>,
        points: FloatTensor<Self>,
        weights: FloatTensor<Self>,
        parameters: FloatTensor<Self>,
        bars: IntTensor<Self>,
        _: IntTensor<Self>,
        options: CoordinateSumOptions,
        weighted: bool,
    ) -> (FloatTensor<Self>, FloatTensor<Self>, FloatTensor<Self>) {
        let [gradient, parameters] = contiguous([gradient, parameters]);
        let [mut by_points, mut by_weights, mut by_parameters] =
            [&points, &weights, &parameters].map(|like| zeros(like.layout().shape().clone()));
        let [_, dimension] = points.layout().shape().dims();
        CoordinateFunctions::new(options.element, dimension, parameters.storage()).sum_backward(
            BarsView::new(ints(&bars)),
            gradient.storage(),
            &mut Gradients {
                points: by_points.storage_mut(),
                weights: weighted.then(|| by_weights.storage_mut()),
                parameters: by_parameters.storage_mut(),
            },
        );
        (by_points, by_weights, by_parameters)
    }

    fn norm_act(
        x: FloatTensor<Self>,
        counts: IntTensor<Self>,
        gamma: FloatTensor<Self>,
        beta: FloatTensor<Self>,
    ) -> (FloatTensor<Self>, FloatTensor<Self>) {
        let (x, counts) = (x.to_contiguous(), counts.to_contiguous());
        let (gamma, beta) = (gamma.to_contiguous(), beta.to_contiguous());
        let [rows, width] = x.layout().shape().dims();
        let mut norms = zeros([4, width]);
        let (_, affine) = norms.storage_mut::<f32>().split_at_mut(2 * width);
        affine[..width].copy_from_slice(gamma.storage());
        affine[width..].copy_from_slice(beta.storage());
        let mut y = zeros([rows, width]);
        simd::norm_act(
            x.storage(),
            ints(&counts),
            norms.storage_mut(),
            y.storage_mut(),
        );
        (y, norms)
    }

    fn norm_act_backward(
        gradient: FloatTensor<Self>,
        x: FloatTensor<Self>,
        counts: IntTensor<Self>,
        norms: FloatTensor<Self>,
    ) -> (FloatTensor<Self>, FloatTensor<Self>) {
        let (gradient, x, counts) = (
            gradient.to_contiguous(),
            x.to_contiguous(),
            counts.to_contiguous(),
        );
        let [rows, width] = x.layout().shape().dims();
        let mut x_gradient = zeros([rows, width]);
        let mut norms_gradient = zeros([2, width]);
        simd::norm_act_backward(
            gradient.storage(),
            x.storage(),
            ints(&counts),
            norms.storage(),
            x_gradient.storage_mut(),
            norms_gradient.storage_mut(),
        );
        (x_gradient, norms_gradient)
    }

    fn running_mean(
        old: FloatTensor<Self>,
        norms: FloatTensor<Self>,
        row: usize,
        momentum: f32,
        factor: f32,
    ) -> FloatTensor<Self> {
        let (old, norms) = (old.to_contiguous(), norms.to_contiguous());
        let old = old.storage::<f32>();
        let new = &norms.storage::<f32>()[row * old.len()..];
        let follow = |(old, new): (&f32, &f32)| (1.0 - momentum) * old + momentum * (factor * new);
        from_floats(old.iter().zip(new).map(follow).collect(), [old.len()])
    }

    fn cross_entropy(
        logits: FloatTensor<Self>,
        classes: IntTensor<Self>,
    ) -> (FloatTensor<Self>, FloatTensor<Self>) {
        let (logits, classes) = (logits.to_contiguous(), classes.to_contiguous());
        let [graphs, count] = logits.layout().shape().dims();
        let mut slopes = zeros([graphs, count]);
        let mut loss = 0.0;
        let rows = logits.storage::<f32>().chunks_exact(count);
        let into = slopes.storage_mut::<f32>().chunks_exact_mut(count);
        for ((row, into), &class) in rows.zip(into).zip(ints(&classes)) {
            let largest = row.iter().copied().fold(f32::NEG_INFINITY, f32::max);
            let mut total = 0.0;
            for (share, score) in into.iter_mut().zip(row) {
                *share = (score - largest).exp();
                total += *share;
            }
            for share in into.iter_mut() {
                *share /= total * graphs as f32;
            }
            into[class as usize] -= 1.0 / graphs as f32;
            loss += total.ln() + largest - row[class as usize];
        }
        (from_floats(vec![loss / graphs as f32], [1]), slopes)
    }

    fn adam_step(
        weights: FloatTensor<Self>,
        gradient: FloatTensor<Self>,
        first: FloatTensor<Self>,
        second: FloatTensor<Self>,
        step: AdamStep,
    ) -> (FloatTensor<Self>, FloatTensor<Self>, FloatTensor<Self>) {
        let gradient = gradient.to_contiguous();
        // The means are usually not shared, so they change in place; the model still holds the old weights.
        let [mut weights, mut first, mut second] =
            [weights, first, second].map(|tensor| tensor.to_contiguous());
        simd::adam_step(
            weights.storage_mut(),
            gradient.storage(),
            first.storage_mut(),
            second.storage_mut(),
            step,
        );
        (weights, first, second)
    }
}
