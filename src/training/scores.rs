//! From the outputs of a model to predictions, their loss and their metric.

use crate::graph::Statistics;

/// The classes or the targets of the graphs of a batch, in the order of the batch.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Known {
    Classes(Vec<u32>),
    /// Targets in the unit of the data set, not standardised.
    Targets(Vec<f64>),
}

impl Known {
    /// Number of graphs.
    pub fn graphs(&self) -> usize {
        match self {
            Self::Classes(classes) => classes.len(),
            Self::Targets(targets) => targets.len(),
        }
    }

    /// Sum of the losses of the graphs from the outputs of a model, row by row: cross-entropies, or absolute errors in standard
    /// deviations of the training targets.
    pub fn loss(&self, outputs: &[f32], statistics: &Statistics) -> f64 {
        match self {
            Self::Classes(classes) => cross_entropy(outputs, classes),
            Self::Targets(targets) => {
                let standardised = targets.iter().map(|&y| statistics.standardised_target(y));
                absolute_error(
                    outputs
                        .iter()
                        .copied()
                        .map(f64::from)
                        .zip(standardised.map(f64::from)),
                )
            }
        }
    }

    /// Sum over the graphs: the number of correct predictions, or the absolute errors in the unit of the targets.
    pub fn metric(&self, outputs: &[f32], statistics: &Statistics) -> f64 {
        match self {
            Self::Classes(classes) => correct(outputs, classes).into(),
            Self::Targets(targets) => {
                let values = statistics.in_unit_of_targets(outputs).into_iter();
                absolute_error(values.zip(targets.iter().copied()))
            }
        }
    }
}

/// Sum of the absolute differences of these pairs.
fn absolute_error(pairs: impl Iterator<Item = (f64, f64)>) -> f64 {
    pairs.map(|(a, b)| (a - b).abs()).sum()
}

/// Index of the largest score. In a tie, the first one.
pub fn largest<T: Into<f64> + Copy>(scores: &[T]) -> u32 {
    let best = scores
        .iter()
        .enumerate()
        .rev()
        .max_by(|&(_, &a), &(_, &b)| a.into().total_cmp(&b.into()));
    best.map_or(0, |(class, _)| class as u32)
}

/// Sum of the cross-entropies of rows of `logits` with the classes of the rows.
fn cross_entropy(logits: &[f32], classes: &[u32]) -> f64 {
    let rows = logits.chunks_exact(logits.len() / classes.len());
    let one = |(row, class): (&[f32], &u32)| {
        let largest = row.iter().copied().fold(f32::NEG_INFINITY, f32::max);
        let above = |score: &f32| f64::from(score - largest);
        let sum: f64 = row.iter().map(|score| above(score).exp()).sum();
        sum.ln() - above(&row[*class as usize])
    };
    rows.zip(classes).map(one).sum()
}

/// Number of rows of `logits` whose largest score is at the class of the row.
fn correct(logits: &[f32], classes: &[u32]) -> u32 {
    let rows = logits.chunks_exact(logits.len() / classes.len());
    rows.zip(classes)
        .filter(|(row, class)| largest(row) == **class)
        .count() as u32
}
