//! The decisive bars: the contribution of each bar to the score of each class, and the scores without the bar.

use std::collections::HashMap;

use burn::prelude::*;

use super::{
    coordinate_function_reading::CoordinateFunctionReading,
    inspection::{Inspection, InspectionError},
    read_back::read,
};
use crate::{
    graph::Statistics,
    homology::{NONE, order::canonical_key},
    model,
    ops::LEAKY_SLOPE,
    protocol::BarcodeName,
};

/// Bars of one barcode and one direction at the same point. A hat cannot distinguish them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct EqualBars {
    pub barcode: BarcodeName,
    /// 0: sublevel, 1: superlevel; 0 for loops of extended persistence.
    pub direction: u32,
    /// The birth vertex of one of them.
    pub birth: u32,
    /// Its death vertex, or [`NONE`].
    pub death: u32,
    /// Number of these bars.
    pub count: u32,
}

/// The decomposition of the scores of the C classes of one graph.
///
/// The classifier is linear, then LeakyReLU, then linear. At the readout x of a graph it is the affine map x ↦ xJ + b, where J is
/// its gradient there. Each score is therefore the sum of b and, over the P groups of equal bars of all filters, their part of x
/// times J, exact up to rounding. Both b and J differ from graph to graph. The groups are those of the inspected filter.
#[derive(Clone, Debug, PartialEq)]
pub struct Explanation {
    /// The bars that count, with equal ones grouped.
    pub bars: Vec<EqualBars>,
    /// Contributions of the groups to each score, `[P, C]`: activation × gradient.
    pub contributions: Vec<f32>,
    /// The scores without each group of bars, `[P, C]`. They are recomputed and are not a difference of contributions: without
    /// these bars, other units of the hidden layer may be active.
    pub without: Vec<f64>,
    /// The part of each score that does not depend on the bars, b, `[C]`.
    pub bias: Vec<f64>,
    /// The part of each score that the bars of the other filters contribute, `[C]`; 0 if the model has one filter.
    pub others: Vec<f32>,
    /// Contribution of each number of [`Inspection::readout`] that belongs to the filter to each score, `[R, C]`.
    pub hats: Vec<f32>,
    /// The gradient of the scores by these numbers, J, `[R, C]`: the increase of each score per unit.
    pub gradient: Vec<f32>,
}

/// Decomposes the scores of a graph from the contribution of each bar to each hat.
///
/// # Errors
/// If the device does not respond.
pub(super) async fn explain(
    (classifier, statistics): (&model::classifier::Classifier, &Statistics),
    inspection: &Inspection,
    readings: &[CoordinateFunctionReading],
) -> Result<Explanation, InspectionError> {
    let classifier = Classifier::of(classifier, statistics).await?;
    let wide = |numbers: &[f32]| -> Vec<f64> { numbers.iter().copied().map(f64::from).collect() };
    let readout = wide(&inspection.readout);
    let hidden = classifier.inputs(&readout);
    let gradient = classifier.gradient(&hidden);
    let classes = classifier.second_bias.len();

    let columns = inspection.columns();
    let terms: Vec<f64> = gradient
        .chunks_exact(classes)
        .zip(&readout)
        .flat_map(|(row, x)| row.iter().map(move |slope| slope * x))
        .collect();
    let mut others = vec![0.0; classes];
    for (column, row) in terms.chunks_exact(classes).enumerate() {
        if !columns.contains(&column) {
            for (sum, term) in others.iter_mut().zip(row) {
                *sum += term;
            }
        }
    }
    let own = columns.start * classes..columns.end * classes;
    let mut explanation = Explanation {
        bars: Vec::new(),
        contributions: Vec::new(),
        without: Vec::new(),
        bias: classifier.bias(&hidden),
        others: narrow(others),
        hats: narrow(terms[own.clone()].iter().copied()),
        gradient: narrow(gradient[own].iter().copied()),
    };
    let mut column = columns.start;
    for reading in readings {
        let count = reading.values.len();
        for (bars, shares) in equal_bars(inspection, reading) {
            let slopes = &gradient[column * classes..][..count * classes];
            let mut scores = vec![0.0; classes];
            for (share, slopes) in shares.iter().zip(slopes.chunks_exact(classes)) {
                for (score, slope) in scores.iter_mut().zip(slopes) {
                    *score += share * slope;
                }
            }
            let negative: Vec<f64> = shares.iter().map(|share| -share).collect();
            let without = classifier.hidden(&negative, column, hidden.clone());
            explanation.bars.push(bars);
            explanation.contributions.extend(narrow(scores));
            explanation.without.extend(classifier.scores(&without));
        }
        column += count;
    }
    Ok(explanation)
}

/// The bars of a barcode, grouped by point and direction, with the contributions of each group to each hat.
fn equal_bars(
    inspection: &Inspection,
    reading: &CoordinateFunctionReading,
) -> Vec<(EqualBars, Vec<f64>)> {
    let hats = reading.values.len();
    let key = |vertex: u32| match vertex {
        NONE => None,
        vertex => Some(canonical_key(inspection.filter[vertex as usize])),
    };
    let mut places = HashMap::new();
    let mut groups: Vec<(EqualBars, Vec<f64>)> = Vec::new();
    let rows = reading.bars.iter().zip(reading.shares.chunks_exact(hats));
    for (&[_, direction, birth, death, count], shares) in rows {
        let place = places.entry((direction, key(birth), key(death)));
        let place = *place.or_insert_with(|| {
            let bars = EqualBars {
                barcode: reading.barcode,
                direction,
                birth,
                death,
                count: 0,
            };
            groups.push((bars, vec![0.0; hats]));
            groups.len() - 1
        });
        let (bars, sums) = &mut groups[place];
        bars.count += count;
        for (sum, share) in sums.iter_mut().zip(shares) {
            *sum += f64::from(*share);
        }
    }
    groups
}

fn narrow(numbers: impl IntoIterator<Item = f64>) -> Vec<f32> {
    numbers.into_iter().map(|x| x as f32).collect()
}

/// The numbers of a classifier with I inputs, H hidden units and C classes.
pub(super) struct Classifier {
    /// `[I, H]`
    first: Vec<f64>,
    first_bias: Vec<f64>,
    /// `[H, C]`
    second: Vec<f64>,
    second_bias: Vec<f64>,
}

impl Classifier {
    /// The numbers of a classifier. Those of the second layer give the scores in the unit of the targets, if there are targets.
    pub(super) async fn of(
        classifier: &model::classifier::Classifier,
        statistics: &Statistics,
    ) -> Result<Self, InspectionError> {
        let mut numbers = Vec::new();
        for layer in [&classifier.first, &classifier.second] {
            let (weight, bias) = crate::model::parameters(layer);
            for tensor in [weight.reshape([-1]), bias] {
                let tensor: Tensor<1> = tensor;
                let read = read(tensor).await?;
                numbers.push(read.into_iter().map(f64::from).collect());
            }
        }
        let [first, first_bias, mut second, mut second_bias]: [Vec<f64>; 4] =
            numbers.try_into().expect("two layers, each with a bias");
        if let Some([mean, scale]) = statistics.targets {
            second.iter_mut().for_each(|weight| *weight /= scale);
            second_bias
                .iter_mut()
                .for_each(|bias| *bias = *bias / scale + mean);
        }
        Ok(Self {
            first,
            first_bias,
            second,
            second_bias,
        })
    }

    /// The inputs of the hidden units, before the LeakyReLU: `sums` plus the part of these inputs, which begin at `column`.
    pub(super) fn hidden(&self, inputs: &[f64], column: usize, mut sums: Vec<f64>) -> Vec<f64> {
        let units = sums.len();
        let rows = self.first[column * units..].chunks_exact(units);
        for (input, row) in inputs.iter().zip(rows) {
            for (sum, weight) in sums.iter_mut().zip(row) {
                *sum += input * weight;
            }
        }
        sums
    }

    /// The inputs of the hidden units from all inputs.
    pub(super) fn inputs(&self, inputs: &[f64]) -> Vec<f64> {
        self.hidden(inputs, 0, self.first_bias.clone())
    }

    /// The scores of the classes.
    pub(super) fn scores(&self, hidden: &[f64]) -> Vec<f64> {
        let active = hidden.iter().map(|x| x * slope(*x));
        self.after_hidden(active, self.second_bias.clone())
    }

    /// The gradient of the scores by the inputs, `[I, C]`.
    pub(super) fn gradient(&self, hidden: &[f64]) -> Vec<f64> {
        let rows = self.first.chunks_exact(hidden.len());
        rows.flat_map(|row| {
            let through = row.iter().zip(hidden).map(|(weight, x)| weight * slope(*x));
            self.after_hidden(through, vec![0.0; self.second_bias.len()])
        })
        .collect()
    }

    /// The scores without any input, with the same active hidden units.
    fn bias(&self, hidden: &[f64]) -> Vec<f64> {
        let through = self.first_bias.iter().zip(hidden);
        let through = through.map(|(bias, x)| bias * slope(*x));
        self.after_hidden(through, self.second_bias.clone())
    }

    fn after_hidden(&self, active: impl Iterator<Item = f64>, mut sums: Vec<f64>) -> Vec<f64> {
        for (x, row) in active.zip(self.second.chunks_exact(sums.len())) {
            for (sum, weight) in sums.iter_mut().zip(row) {
                *sum += x * weight;
            }
        }
        sums
    }
}

/// Slope of the LeakyReLU.
fn slope(x: f64) -> f64 {
    if x < 0.0 { LEAKY_SLOPE.into() } else { 1.0 }
}
