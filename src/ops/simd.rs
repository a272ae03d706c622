//! Loops over rows of columns on the CPU, compiled for the widest vector registers of the processor.
//!
//! Sums run row by row in every column, so results are bit-identical for every register width.

#![expect(
    clippy::extra_unused_type_parameters,
    reason = "`S` determines the registers of a loop"
)]

use macerator::{Simd, Vector};

use super::elements::{PADDING, exp, load, splat, store};
use super::{ADAM_BETAS, ADAM_EPSILON, ADAM_LEAST_WEIGHT, AdamStep, LEAKY_SLOPE, NORM_EPSILON};

/// The columns of each row: `columns[offsets[r]..offsets[r + 1]]`.
pub fn lists<'a>(offsets: &'a [i32], columns: &'a [i32]) -> impl Iterator<Item = &'a [i32]> {
    let ranges = offsets.windows(2);
    ranges.map(move |range| &columns[range[0] as usize..range[1] as usize])
}

#[inline(always)]
fn add(sums: &mut [f32], row: &[f32]) {
    for (sum, x) in sums.iter_mut().zip(row) {
        *sum += x;
    }
}

/// Adds the rows of `values`, with `width` columns, that [`lists`] returns for row r to row r of `sums`.
#[macerator::with_simd]
pub fn add_rows<'a, S: Simd>(
    values: &'a [f32],
    offsets: &'a [i32],
    columns: &'a [i32],
    width: usize,
    sums: &'a mut [f32],
) {
    let rows = sums.chunks_exact_mut(width.max(1));
    for (row, list) in rows.zip(lists(offsets, columns)) {
        for &column in list {
            add(row, &values[column as usize * width..][..width]);
        }
    }
}

/// Batch normalization and LeakyReLU of the rows of `x` with these multiplicities. Factors and offsets of the columns are the
/// last two rows of `norms`; mean and variance are added to the first two, which must be 0.
#[macerator::with_simd]
pub fn norm_act<'a, S: Simd>(
    x: &'a [f32],
    counts: &'a [i32],
    norms: &'a mut [f32],
    y: &'a mut [f32],
) {
    let width = norms.len() / 4;
    let (mean, rest) = norms.split_at_mut(width);
    let (variance, affine) = rest.split_at_mut(width);
    let (gamma, beta) = affine.split_at(width);
    let share = 1.0 / counts.iter().sum::<i32>() as f32;
    for (row, &count) in x.chunks_exact(width).zip(counts) {
        let weight = count as f32 * share;
        for (mean, x) in mean.iter_mut().zip(row) {
            *mean += weight * x;
        }
    }
    for (row, &count) in x.chunks_exact(width).zip(counts) {
        let weight = count as f32 * share;
        for ((variance, mean), x) in variance.iter_mut().zip(&*mean).zip(row) {
            *variance += weight * (x - mean) * (x - mean);
        }
    }
    let mut factors = vec![0.0; width];
    for ((factor, variance), gamma) in factors.iter_mut().zip(&*variance).zip(gamma) {
        *factor = gamma / (variance + NORM_EPSILON).sqrt();
    }
    for (y, x) in y.chunks_exact_mut(width).zip(x.chunks_exact(width)) {
        let columns = factors.iter().zip(&*mean).zip(beta);
        for ((y, x), ((factor, mean), beta)) in y.iter_mut().zip(x).zip(columns) {
            let value = (x - mean) * factor + beta;
            let scaled = LEAKY_SLOPE * value;
            // Not `max`, which is a function call in WebAssembly.
            *y = if value > scaled { value } else { scaled };
        }
    }
}

/// Gradients of [`norm_act`]: of the rows, and of factors and offsets in `norms_gradient`, which must be 0.
#[macerator::with_simd]
pub fn norm_act_backward<'a, S: Simd>(
    gradient: &'a [f32],
    x: &'a [f32],
    counts: &'a [i32],
    norms: &'a [f32],
    x_gradient: &'a mut [f32],
    norms_gradient: &'a mut [f32],
) {
    let width = norms.len() / 4;
    let (mean, rest) = norms.split_at(width);
    let (variance, affine) = rest.split_at(width);
    let (gamma, beta) = affine.split_at(width);
    let mut inverse = vec![0.0; width];
    for (inverse, variance) in inverse.iter_mut().zip(variance) {
        *inverse = 1.0 / (variance + NORM_EPSILON).sqrt();
    }
    let (products, sums) = norms_gradient.split_at_mut(width);
    for (own, x) in gradient.chunks_exact(width).zip(x.chunks_exact(width)) {
        for column in 0..width {
            let normal = (x[column] - mean[column]) * inverse[column];
            let passed = passed(own[column], normal * gamma[column] + beta[column]);
            products[column] += passed * normal;
            sums[column] += passed;
        }
    }
    let share = 1.0 / counts.iter().sum::<i32>() as f32;
    let rows = x_gradient.chunks_exact_mut(width);
    let given = gradient.chunks_exact(width).zip(x.chunks_exact(width));
    for ((into, (own, x)), &count) in rows.zip(given).zip(counts) {
        let weight = count as f32 * share;
        for column in 0..width {
            let normal = (x[column] - mean[column]) * inverse[column];
            let passed = passed(own[column], normal * gamma[column] + beta[column]);
            let common = weight * (sums[column] + normal * products[column]);
            into[column] = gamma[column] * inverse[column] * (passed - common);
        }
    }
}

/// The gradient of the activation's input, from that of its output `activated`.
#[inline(always)]
fn passed(gradient: f32, activated: f32) -> f32 {
    match activated > 0.0 {
        true => gradient,
        false => LEAKY_SLOPE * gradient,
    }
}

/// 0 in place of a number with a smaller absolute value.
#[inline(always)]
fn at_least(least: f32, x: f32) -> f32 {
    match x.abs() < least {
        true => 0.0,
        false => x,
    }
}

/// One Adam step: updates the means of the gradient and its square, and the weights. Subnormal means become 0.
#[macerator::with_simd]
pub fn adam_step<'a, S: Simd>(
    weights: &'a mut [f32],
    gradient: &'a [f32],
    first: &'a mut [f32],
    second: &'a mut [f32],
    step: AdamStep,
) {
    let [beta1, beta2] = [ADAM_BETAS[0] as f32, ADAM_BETAS[1] as f32];
    let means = first.iter_mut().zip(second);
    for ((weight, slope), (mean, square)) in weights.iter_mut().zip(gradient).zip(means) {
        let slope = slope + step.weight_decay * *weight;
        *mean = at_least(f32::MIN_POSITIVE, beta1 * *mean + (1.0 - beta1) * slope);
        *square = beta2 * *square + (1.0 - beta2) * slope * slope;
        *square = at_least(f32::MIN_POSITIVE, *square);
        *weight -= step.rate * *mean / ((*square / step.correction).sqrt() + ADAM_EPSILON);
        *weight = at_least(ADAM_LEAST_WEIGHT, *weight);
    }
}

/// The rows that each row sums: its own row before the layer and its neighbours, as concatenated lists with offsets.
#[derive(Clone, Copy)]
pub struct Messages<'a> {
    own: &'a [i32],
    offsets: &'a [i32],
    columns: &'a [i32],
}

impl<'a> Messages<'a> {
    /// From one own row per row, the offsets of the lists and the lists.
    pub fn new(own: &'a [i32], offsets: &'a [i32], columns: &'a [i32]) -> Self {
        Self {
            own,
            offsets,
            columns,
        }
    }

    /// Own row and neighbours of each row.
    fn rows(self) -> impl Iterator<Item = (usize, &'a [i32])> {
        let own = self.own.iter().map(|&own| own as usize);
        own.zip(lists(self.offsets, self.columns))
    }
}

/// Writes `bias + (1 + ε) · x[own[r]] + Σ x[c]` to row r of `sums`, over its neighbours c.
#[macerator::with_simd]
pub fn message_sum<'a, S: Simd>(
    x: &'a [f32],
    epsilon: f32,
    bias: &'a [f32],
    messages: Messages<'a>,
    sums: &'a mut [f32],
) {
    let width = bias.len();
    let row_of = |row: usize| &x[row * width..][..width];
    for (sums, (own, around)) in sums.chunks_exact_mut(width).zip(messages.rows()) {
        for ((sum, x), bias) in sums.iter_mut().zip(row_of(own)).zip(bias) {
            *sum = bias + (1.0 + epsilon) * x;
        }
        for &column in around {
            add(sums, row_of(column as usize));
        }
    }
}

/// Gradients of [`message_sum`]: of the rows, added to `x_gradient`; of ε (per column) and of the bias, added to the rows of
/// `parameters`.
#[macerator::with_simd]
pub fn message_sum_backward<'a, S: Simd>(
    gradient: &'a [f32],
    x: &'a [f32],
    epsilon: f32,
    messages: Messages<'a>,
    x_gradient: &'a mut [f32],
    parameters: &'a mut [f32],
) {
    let width = parameters.len() / 2;
    let (by_epsilon, by_bias) = parameters.split_at_mut(width);
    for (gradient, (own, around)) in gradient.chunks_exact(width).zip(messages.rows()) {
        let first = own * width;
        let totals = by_epsilon.iter_mut().zip(&mut *by_bias);
        let into = x_gradient[first..first + width].iter_mut();
        let given = gradient.iter().zip(&x[first..first + width]);
        for ((into, (gradient, x)), (epsilon_total, bias_total)) in into.zip(given).zip(totals) {
            *into += (1.0 + epsilon) * gradient;
            *epsilon_total += gradient * x;
            *bias_total += gradient;
        }
        for &column in around {
            add(
                &mut x_gradient[column as usize * width..][..width],
                gradient,
            );
        }
    }
}

/// Adds all rows of `values` to `sums`.
#[macerator::with_simd]
pub fn add_up<'a, S: Simd>(values: &'a [f32], sums: &'a mut [f32]) {
    for row in values.chunks_exact(sums.len()) {
        add(sums, row);
    }
}

/// ELU of every number, in place.
#[macerator::with_simd]
pub fn elu<S: Simd>(values: &mut [f32]) {
    let mut registers = values.chunks_exact_mut(S::lanes32());
    for register in &mut registers {
        elu_register::<S>(register);
    }
    let rest = registers.into_remainder();
    let mut padded = [0.0; PADDING];
    padded[..rest.len()].copy_from_slice(rest);
    elu_register::<S>(&mut padded);
    rest.copy_from_slice(&padded[..rest.len()]);
}

#[inline(always)]
fn elu_register<S: Simd>(register: &mut [f32]) {
    let x: Vector<S, f32> = load(register, 0);
    let (zero, one) = (splat(0.0), splat(1.0));
    let below = exp(x.gt(zero).select(zero, x)) - one;
    store(register, 0, x.gt(zero).select(x, below));
}

/// Gradient of [`elu`] in place, from its result.
#[macerator::with_simd]
pub fn elu_backward<'a, S: Simd>(y: &'a [f32], gradient: &'a mut [f32]) {
    for (gradient, &y) in gradient.iter_mut().zip(y) {
        let slope = if y < 0.0 { y + 1.0 } else { 1.0 };
        *gradient *= slope;
    }
}
