//! From class scores to classes.

/// Index of the largest score. In a tie, the first one.
pub fn largest(scores: &[f32]) -> u32 {
    let best = scores
        .iter()
        .enumerate()
        .rev()
        .max_by(|a, b| a.1.total_cmp(b.1));
    best.map_or(0, |(class, _)| class as u32)
}

/// Sum of the cross-entropies of rows of `logits` with the classes of the rows.
pub(super) fn cross_entropy(logits: &[f32], classes: &[u32]) -> f64 {
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
pub(super) fn correct(logits: &[f32], classes: &[u32]) -> u32 {
    let rows = logits.chunks_exact(logits.len() / classes.len());
    rows.zip(classes)
        .filter(|(row, class)| largest(row) == **class)
        .count() as u32
}
