//! Monotone functions closest to given numbers: isotonic regression.

/// The non-decreasing sequence with the least squared distance to these means, each with its weight. The algorithm pools adjacent
/// violators.
pub(super) fn rising(steps: &[[f64; 2]]) -> Vec<f64> {
    // Weight, mean and number of steps of each pool.
    let mut pools: Vec<(f64, f64, usize)> = Vec::new();
    for &[weight, mean] in steps {
        // A level without training vertices has no influence.
        let mean = if weight > 0.0 { mean } else { 0.0 };
        let mut pool = (weight, mean, 1);
        while let Some(&(weight, mean, steps)) = pools.last() {
            let empty = weight == 0.0 || pool.0 == 0.0;
            if !empty && mean <= pool.1 {
                break;
            }
            pools.pop();
            let both = weight + pool.0;
            let mean = (weight * mean + pool.0 * pool.1) / both.max(f64::MIN_POSITIVE);
            pool = (both, mean, steps + pool.2);
        }
        pools.push(pool);
    }
    let repeated = |(_, mean, steps)| std::iter::repeat_n(mean, steps);
    pools.into_iter().flat_map(repeated).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn neighbours_out_of_order_are_pooled_by_their_weights() {
        assert_eq!(rising(&[[1.0, 1.0], [1.0, 2.0]]), [1.0, 2.0]);
        assert_eq!(
            rising(&[[3.0, 4.0], [1.0, 0.0], [1.0, 9.0]]),
            [3.0, 3.0, 9.0]
        );
        assert_eq!(rising(&[[1.0, 3.0], [1.0, 2.0], [1.0, 1.0]]), [2.0; 3]);
        assert!(rising(&[]).is_empty());
    }
}
