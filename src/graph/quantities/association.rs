//! How much of a filter a quantity explains.

use std::collections::HashMap;

use super::{Levels, Quantity, monotone::rising};

/// The vertices with one level of a quantity, or of each of two.
#[derive(Clone, Debug, PartialEq)]
pub struct Level {
    /// Least and greatest value of each quantity.
    pub ranges: Vec<[f32; 2]>,
    /// Number of vertices in the training graphs and in the other graphs.
    pub counts: [u32; 2],
    /// Mean of the filter over these, NaN where there are none.
    pub means: [f64; 2],
    /// What a tenth of the values of the filter lie below, and above; of all these vertices.
    pub band: [f32; 2],
}

/// How a filter depends on one quantity or on two.
#[derive(Clone, Debug, PartialEq)]
pub struct Association {
    /// The levels that occur, ascending.
    pub levels: Vec<Level>,
    /// Of each quantity: do several of its values make one level?
    pub binned: Vec<bool>,
    /// η², the share of the variance of the filter that is between the levels, over the training graphs and over the
    /// others, each with its own means: 1 where the filter is a function of the levels, 0 where its means are equal. NaN
    /// where the filter is constant.
    pub eta_squared: [f64; 2],
    /// The largest share that a function of the quantity can explain over the training graphs if it never falls, or never
    /// rises; NaN where that has no meaning: for two quantities, names without order, and a constant filter.
    pub monotone: f64,
    /// The level of each vertex.
    pub level_of: Vec<u32>,
}

impl Association {
    /// How `filter`, a value for each vertex, depends on these quantities; `train` says which vertices are in the graphs that
    /// are learned from. Quantities with many values are dealt into levels by all vertices.
    ///
    /// # Panics
    /// If the lists are not equally long.
    pub fn of(filter: &[f32], train: &[bool], quantities: &[&Quantity]) -> Self {
        assert_eq!(filter.len(), train.len());
        for quantity in quantities {
            assert_eq!(filter.len(), quantity.values.len());
        }
        let level_of = together(filter.len(), quantities);
        let levels = levels(&level_of, filter, train, quantities);
        let parts = [true, false].map(|part| Variance::of(filter, train, part));
        let eta_squared = [0, 1].map(|place| {
            let means: Vec<f64> = levels.iter().map(|level| level.means[place]).collect();
            parts[place].explained(filter, train, &level_of, &means)
        });
        let ordered = matches!(quantities, [quantity] if quantity.categories.is_none());
        let monotone = match ordered {
            false => f64::NAN,
            true => [1.0, -1.0]
                .map(|sign| {
                    let steps: Vec<[f64; 2]> = levels
                        .iter()
                        .map(|level| [level.counts[0].into(), sign * level.means[0]])
                        .collect();
                    let means: Vec<f64> = rising(&steps).iter().map(|mean| sign * mean).collect();
                    parts[0].explained(filter, train, &level_of, &means)
                })
                .into_iter()
                .fold(f64::NAN, f64::max),
        };
        let binned = quantities
            .iter()
            .map(|quantity| quantity.levels().binned)
            .collect();
        Self {
            levels,
            binned,
            eta_squared,
            monotone,
            level_of,
        }
    }

    /// The filter that has, for each vertex, the mean over the training graphs at its level; the mean over all vertices of
    /// these where a level does not occur in them.
    pub fn conditional_mean(&self) -> Vec<f32> {
        let sum = |of: fn(&Level) -> f64| -> f64 {
            let learned = self.levels.iter().filter(|level| level.counts[0] > 0);
            learned.map(of).sum()
        };
        let vertices = sum(|level| level.counts[0].into());
        let all = sum(|level| f64::from(level.counts[0]) * level.means[0]) / vertices.max(1.0);
        let of_level = |&level: &u32| match self.levels[level as usize] {
            Level { counts: [0, _], .. } => all as f32,
            Level { means, .. } => means[0] as f32,
        };
        self.level_of.iter().map(of_level).collect()
    }
}

/// The level of each vertex by all of these quantities together: those that occur, ascending.
fn together(vertices: usize, quantities: &[&Quantity]) -> Vec<u32> {
    let mut rest = quantities.iter().map(|quantity| quantity.levels());
    let Some(first) = rest.next() else {
        return vec![0; vertices];
    };
    rest.fold(first.of.clone(), |level_of, Levels { of, .. }| {
        let code = |(&before, &level): (&u32, &u32)| u64::from(before) << 32 | u64::from(level);
        let codes = || level_of.iter().zip(of).map(code);
        let mut numbers: HashMap<u64, u32> = codes().map(|code| (code, 0)).collect();
        let mut occurring: Vec<u64> = numbers.keys().copied().collect();
        occurring.sort_unstable();
        for (number, code) in (0..).zip(occurring) {
            numbers.insert(code, number);
        }
        codes().map(|code| numbers[&code]).collect()
    })
}

/// What the vertices of each level have in common.
fn levels(
    level_of: &[u32],
    filter: &[f32],
    train: &[bool],
    quantities: &[&Quantity],
) -> Vec<Level> {
    let count = level_of.iter().max().map_or(0, |&last| last as usize + 1);
    let mut counts = vec![[0; 2]; count];
    let mut sums = vec![[0.0; 2]; count];
    for ((&level, &value), &learned) in level_of.iter().zip(filter).zip(train) {
        let part = usize::from(!learned);
        counts[level as usize][part] += 1;
        sums[level as usize][part] += f64::from(value);
    }
    // The values of each level side by side.
    let mut next: Vec<usize> = counts
        .iter()
        .scan(0, |first, [train, other]| {
            let own = *first;
            *first += (train + other) as usize;
            Some(own)
        })
        .collect();
    let mut values = vec![0.0; filter.len()];
    for (&level, &value) in level_of.iter().zip(filter) {
        let place = &mut next[level as usize];
        values[*place] = value;
        *place += 1;
    }
    let mut ranges = vec![Vec::with_capacity(quantities.len()); count];
    for quantity in quantities {
        let mut of_levels = vec![[f32::INFINITY, f32::NEG_INFINITY]; count];
        for (&level, &x) in level_of.iter().zip(&quantity.values) {
            let [low, high] = &mut of_levels[level as usize];
            (*low, *high) = (low.min(x), high.max(x));
        }
        for (ranges, range) in ranges.iter_mut().zip(of_levels) {
            ranges.push(range);
        }
    }
    let mut rest = &mut values[..];
    let mut found = Vec::with_capacity(count);
    for ((ranges, counts), sums) in ranges.into_iter().zip(counts).zip(sums) {
        let (own, others) = rest.split_at_mut((counts[0] + counts[1]) as usize);
        rest = others;
        found.push(Level {
            ranges,
            counts,
            means: [0, 1].map(|part| sums[part] / f64::from(counts[part])),
            band: band(own),
        });
    }
    found
}

/// What a tenth of these values lie below, and above; their order changes.
fn band(values: &mut [f32]) -> [f32; 2] {
    let last = values.len() - 1;
    let tenth = last / 10;
    let low = *values.select_nth_unstable_by(tenth, f32::total_cmp).1;
    let high = *values
        .select_nth_unstable_by(last - tenth, f32::total_cmp)
        .1;
    [low, high]
}

/// How a filter varies over the vertices of the training graphs or of the others.
struct Variance {
    part: bool,
    /// Sum of the squared differences from the mean; none where all values are equal.
    total: Option<f64>,
}

impl Variance {
    fn of(filter: &[f32], train: &[bool], part: bool) -> Self {
        let own = || {
            let values = filter.iter().zip(train);
            values.filter_map(|(&value, &learned)| (learned == part).then_some(f64::from(value)))
        };
        let (mut count, mut sum, mut least, mut greatest) = (0u32, 0.0, f64::MAX, f64::MIN);
        for value in own() {
            count += 1;
            sum += value;
            least = least.min(value);
            greatest = greatest.max(value);
        }
        let mean = sum / f64::from(count);
        let total = || own().map(|value| (value - mean).powi(2)).sum();
        Self {
            part,
            total: (least < greatest).then(total),
        }
    }

    /// The share of it that these means of the levels explain.
    fn explained(&self, filter: &[f32], train: &[bool], level_of: &[u32], means: &[f64]) -> f64 {
        let Some(total) = self.total else {
            return f64::NAN;
        };
        let mut within = 0.0;
        for ((&value, &learned), &level) in filter.iter().zip(train).zip(level_of) {
            if learned == self.part {
                within += (f64::from(value) - means[level as usize]).powi(2);
            }
        }
        1.0 - within / total
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn quantity(values: &[f32]) -> Quantity {
        Quantity::new("q".into(), values.into(), None)
    }

    fn close(found: f64, expected: f64) {
        assert!((found - expected).abs() < 1e-6, "{found} {expected}");
    }

    #[test]
    fn eta_squared_is_between_over_total_of_each_part() {
        let filter = [0.125, 0.375, 0.875, 0.625, 0.5, 0.25];
        let train = [true, true, true, true, false, false];
        let degree = quantity(&[1.0, 1.0, 2.0, 2.0, 1.0, 2.0]);
        let found = Association::of(&filter, &train, &[&degree]);
        // Mean 1/2; between 4 · (1/4)², total 2 · (3/8)² + 2 · (1/8)².
        close(found.eta_squared[0], 0.8);
        close(found.eta_squared[1], 1.0);
        close(found.monotone, found.eta_squared[0]);
        assert_eq!(found.levels[0].counts, [2, 1]);
        close(found.levels[0].means[0], 0.25);
        assert_eq!(found.levels[1].ranges, [[2.0, 2.0]]);
        assert_eq!(found.conditional_mean()[4..], [0.25, 0.75]);

        // Together with a quantity that tells all of them apart nothing is left.
        let name = Quantity::new(
            "label".into(),
            vec![0.0, 1.0, 0.0, 1.0, 1.0, 1.0],
            Some(vec!["a".into(), "b".into()]),
        );
        let both = Association::of(&filter, &train, &[&degree, &name]);
        close(both.eta_squared[0], 1.0);
        assert!(both.monotone.is_nan());
        assert_eq!(both.levels[1].ranges, [[1.0, 1.0], [1.0, 1.0]]);
        // No vertex of a training graph has such a pair of values: the mean over all of these.
        let unseen = Association::of(&filter, &[false, true, false, true, true, true], &[&name]);
        close(f64::from(unseen.conditional_mean()[0]), 0.4375);
    }

    #[test]
    fn what_goes_up_and_down_is_explained_but_not_by_a_monotone_function() {
        let filter = [0.9, 0.0, 0.9, 0.9, 0.0, 0.9];
        let degree = quantity(&[3.0, 4.0, 5.0, 3.0, 4.0, 5.0]);
        let found = Association::of(&filter, &[true; 6], &[&degree]);
        close(found.eta_squared[0], 1.0);
        assert!(found.eta_squared[1].is_nan());
        // Pooled are 3 and 4, or 4 and 5: half of the variance of a third of 0.9² around 0.6.
        close(found.monotone, 0.25);
        let constant = Association::of(&[0.5; 6], &[true; 6], &[&degree]);
        assert!(constant.eta_squared[0].is_nan() && constant.monotone.is_nan());
    }

    #[test]
    fn many_values_are_dealt_into_levels_of_about_the_same_size() {
        let values: Vec<f32> = (0..3200).map(|v| ((v * 37) % 3200) as f32).collect();
        let filter: Vec<f32> = values.iter().map(|x| x / 3200.0).collect();
        let found = Association::of(&filter, &[true; 3200], &[&quantity(&values)]);
        assert_eq!((found.levels.len(), &found.binned[..]), (32, &[true][..]));
        assert!(found.levels.iter().all(|level| level.counts == [100, 0]));
        assert_eq!(found.levels[1].ranges, [[100.0, 199.0]]);
        assert!(found.eta_squared[0] > 0.99 && found.eta_squared[0] < 1.0);
        // Most vertices have one value: fewer levels, and that value in one of them.
        let mut skewed = vec![0.0; 1000];
        skewed.extend((1..=100).map(|x| x as f32));
        let found = Association::of(&vec![0.5; 1100], &vec![true; 1100], &[&quantity(&skewed)]);
        assert_eq!(found.levels.len(), 3);
        assert_eq!(found.levels[0].ranges, [[0.0, 31.0]]);
        assert!(
            Association::of(&[], &[], &[&quantity(&[])])
                .levels
                .is_empty()
        );
    }
}
