//! Vectors of barcodes for learning, sampled on a grid: persistence landscape, persistence image and Betti curve.
//!
//! A bar is a birth and a death, in either order. The death of an essential bar is infinite.

/// A birth and a death.
pub type Bar = [f64; 2];

/// `count` equally spaced values from `start` to `end`, both included; one value: `start`.
pub fn samples([start, end]: [f64; 2], count: usize) -> Vec<f64> {
    let last = count.saturating_sub(1);
    let step = (end - start) / last as f64;
    let value = |index: usize| match index {
        0 => start,
        index if index == last => end,
        index => start + index as f64 * step,
    };
    (0..count).map(value).collect()
}

/// Ends essential bars at the end of the range in their direction; those that begin beyond it have length 0.
fn cut([birth, death]: Bar, [min, max]: [f64; 2]) -> Bar {
    let death = match death {
        f64::INFINITY => max.max(birth),
        f64::NEG_INFINITY => min.min(birth),
        death => death,
    };
    [birth, death]
}

/// The Betti curve: at each sample, the number of bars that contain it. A bar contains its birth and not its death.
pub fn betti_curve(bars: &[Bar], samples: &[f64]) -> Vec<f64> {
    let contains = |[birth, death]: Bar, t: f64| match birth <= death {
        true => birth <= t && t < death,
        false => death < t && t <= birth,
    };
    let count = |&t: &f64| bars.iter().filter(|&&bar| contains(bar, t)).count() as f64;
    samples.iter().map(count).collect()
}

/// The persistence landscape (Bubenik, JMLR 2015): level k is, at each sample t, the k-th largest of the numbers
/// `max(0, min(t − birth, death − t))` of the bars, 0 where there are fewer. `levels` × samples numbers, level by level. Essential bars
/// end at the end of the range.
pub fn landscape(bars: &[Bar], levels: usize, samples: &[f64], range: [f64; 2]) -> Vec<f64> {
    let mut numbers = vec![0.0; levels * samples.len()];
    let mut heights = Vec::new();
    for (index, &t) in samples.iter().enumerate() {
        let height = |&bar: &Bar| {
            let [birth, death] = cut(bar, range);
            (t - birth.min(death)).min(birth.max(death) - t)
        };
        heights.clear();
        heights.extend(bars.iter().map(height).filter(|&height| height > 0.0));
        let descending = |a: &f64, b: &f64| b.total_cmp(a);
        if heights.len() > levels {
            heights.select_nth_unstable_by(levels, descending);
            heights.truncate(levels);
        }
        heights.sort_unstable_by(descending);
        for (level, &height) in heights.iter().enumerate() {
            numbers[level * samples.len() + index] = height;
        }
    }
    numbers
}

/// The grid of a persistence image.
pub struct ImageGrid {
    /// Samples of the birth.
    pub births: Vec<f64>,
    /// Samples of the length.
    pub lengths: Vec<f64>,
    /// The standard deviation of the Gaussians, above 0.
    pub bandwidth: f64,
}

impl ImageGrid {
    /// `count` samples in each direction: births from the start to the end of the range, lengths from 0 to its length.
    pub fn over(range: [f64; 2], count: usize, bandwidth: f64) -> Self {
        Self {
            births: samples(range, count),
            lengths: samples([0.0, range[1] - range[0]], count),
            bandwidth,
        }
    }
}

/// The persistence image (Adams et al., JMLR 2017): the sum over the bars of a Gaussian density around (birth, length), times the length,
/// at each point of the grid. Lengths × births numbers, length by length. Essential bars end at the end of the range.
pub fn image(bars: &[Bar], grid: &ImageGrid, range: [f64; 2]) -> Vec<f64> {
    let ImageGrid {
        births,
        lengths,
        bandwidth,
    } = grid;
    let density = |x: f64| (-0.5 * (x / bandwidth).powi(2)).exp();
    let scale = 1.0 / (std::f64::consts::TAU * bandwidth * bandwidth);
    let mut numbers = vec![0.0; lengths.len() * births.len()];
    for &bar in bars {
        let [birth, death] = cut(bar, range);
        let length = (death - birth).abs();
        // The density is a product of one factor for each coordinate.
        let by_birth: Vec<f64> = births.iter().map(|x| density(x - birth)).collect();
        for (row, y) in numbers.chunks_mut(births.len()).zip(lengths) {
            let factor = length * scale * density(y - length);
            for (number, density) in row.iter_mut().zip(&by_birth) {
                *number += factor * density;
            }
        }
    }
    numbers
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    const INF: f64 = f64::INFINITY;
    const RANGE: [f64; 2] = [0.0, 4.0];

    #[test]
    fn samples_include_both_ends() {
        assert_eq!(samples(RANGE, 5), [0.0, 1.0, 2.0, 3.0, 4.0]);
        assert_eq!(samples([0.1, 0.7], 2), [0.1, 0.7]);
        assert_eq!(samples([0.1, 0.7], 1), [0.1]);
        assert_eq!(samples([2.0, 2.0], 3), [2.0; 3]);
    }

    #[test]
    fn a_bar_contains_its_birth_and_not_its_death() {
        let t = samples(RANGE, 5);
        assert_eq!(betti_curve(&[[1.0, 3.0]], &t), [0.0, 1.0, 1.0, 0.0, 0.0]);
        assert_eq!(betti_curve(&[[3.0, 1.0]], &t), [0.0, 0.0, 1.0, 1.0, 0.0]);
        assert_eq!(betti_curve(&[[1.0, INF]], &t), [0.0, 1.0, 1.0, 1.0, 1.0]);
        assert_eq!(betti_curve(&[[3.0, -INF]], &t), [1.0, 1.0, 1.0, 1.0, 0.0]);
        assert_eq!(betti_curve(&[[2.0, 2.0]], &t), [0.0; 5]);
    }

    #[test]
    fn levels_of_a_landscape_are_sorted_tents() {
        let t = samples(RANGE, 5);
        let tents = landscape(&[[0.0, 4.0], [1.0, 3.0], [INF, INF]], 3, &t, RANGE);
        assert_eq!(tents[..5], [0.0, 1.0, 2.0, 1.0, 0.0]);
        assert_eq!(tents[5..10], [0.0, 0.0, 1.0, 0.0, 0.0]);
        assert_eq!(tents[10..], [0.0; 5]);
        // An essential bar ends at the end of the range.
        assert_eq!(
            landscape(&[[2.0, INF]], 1, &t, RANGE),
            [0.0, 0.0, 0.0, 1.0, 0.0]
        );
        assert_eq!(
            landscape(&[[2.0, -INF]], 1, &t, RANGE),
            [0.0, 1.0, 0.0, 0.0, 0.0]
        );
        assert_eq!(landscape(&[[5.0, INF]], 1, &[4.5], RANGE), [0.0]);
    }

    #[test]
    fn an_image_has_its_maximum_at_the_bar_and_weighs_by_length() {
        let grid = ImageGrid::over(RANGE, 5, 0.5);
        let one = image(&[[1.0, 3.0]], &grid, RANGE);
        let highest = (0..25).max_by(|&a, &b| one[a].total_cmp(&one[b]));
        // Length 2, birth 1.
        assert_eq!(highest, Some(2 * 5 + 1));
        assert!((one[11] - 2.0 / (std::f64::consts::TAU * 0.25)).abs() < 1e-15);
        assert_eq!(
            image(&[[1.0, INF]], &grid, RANGE),
            image(&[[1.0, 4.0]], &grid, RANGE)
        );
        assert_eq!(image(&[[2.0, 2.0]], &grid, RANGE), [0.0; 25]);
    }

    fn bars() -> impl Strategy<Value = Vec<Bar>> {
        // Small whole numbers have ties.
        let end = prop_oneof![4 => (0..5).prop_map(f64::from), 1 => Just(INF), 1 => Just(-INF)];
        prop::collection::vec(
            ((0..5).prop_map(f64::from), end).prop_map(|(b, d)| [b, d]),
            0..12,
        )
    }

    proptest! {
        /// The levels at a sample sum to the tents at it. A change of all ends of bars by at most ε changes no level by more than ε
        /// (stability of landscapes in the supremum norm).
        #[test]
        fn landscapes_are_complete_and_stable(bars in bars(), shifts in prop::collection::vec(-0.25f64..0.25, 24)) {
            let t = samples(RANGE, 9);
            let levels = landscape(&bars, 12, &t, RANGE);
            let moved: Vec<Bar> = bars.iter().zip(shifts.chunks(2)).map(|(bar, by)| [bar[0] + by[0], bar[1] + by[1]]).collect();
            let after = landscape(&moved, 12, &t, RANGE);
            let epsilon = shifts.iter().fold(0.0f64, |most, shift| most.max(shift.abs()));
            for (index, &t) in t.iter().enumerate() {
                let tents: f64 = bars.iter().map(|&bar| {
                    let [birth, death] = cut(bar, RANGE);
                    (t - birth.min(death)).min(birth.max(death) - t).max(0.0)
                }).sum();
                let sum: f64 = (0..12).map(|level| levels[level * 9 + index]).sum();
                prop_assert!((sum - tents).abs() < 1e-12);
                for level in 0..12 {
                    let at = level * 9 + index;
                    prop_assert!((levels[at] - after[at]).abs() <= epsilon + 1e-12);
                    prop_assert!(level == 0 || levels[at] <= levels[at - 9]);
                }
            }
        }
    }
}
