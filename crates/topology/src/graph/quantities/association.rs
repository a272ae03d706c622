//! The share of the variance of a filter that a quantity explains.

use std::collections::HashMap;

use super::{Quantity, levels::Levels, monotone::rising};

/// The vertices with one level of a quantity, or of each of two.
#[derive(Clone, Debug, PartialEq)]
pub struct Level {
    /// Minimum and maximum of each quantity.
    pub ranges: Vec<[f32; 2]>,
    /// Number of vertices in the training graphs and in the other graphs.
    pub counts: [u32; 2],
    /// Mean of the filter over these, NaN without vertices.
    pub means: [f64; 2],
    /// First and last decile of the filter over all these vertices.
    pub band: [f32; 2],
}

/// The dependence of a filter on one quantity or on two.
#[derive(Clone, Debug, PartialEq)]
pub struct Association {
    /// The occurring levels, ascending.
    pub levels: Vec<Level>,
    /// The same vertices in fewer levels, for plots.
    pub columns: Vec<Level>,
    /// For each quantity: whether a level has several of its values.
    pub grouped: Vec<bool>,
    /// For each quantity: whether a column has several of its values.
    pub binned: Vec<bool>,
    /// η², the share of the variance of the filter between the levels, over the training graphs and over the others, each with
    /// separate means. It is 1 if the filter is a function of the levels, and 0 if its means are equal. NaN if the filter is
    /// constant.
    pub eta_squared: [f64; 2],
    /// The largest shares over the training graphs that non-decreasing and non-increasing functions of the quantity explain. NaN if
    /// this is undefined: for two quantities, names without order, and a constant filter.
    pub monotone: [f64; 2],
    /// The level of each vertex.
    pub level_of: Vec<u32>,
    /// The level of the first quantity that contains a level of the pair, for each level.
    outer: Vec<u32>,
}

impl Association {
    /// The dependence of `filter`, with a value for each vertex, on these quantities. `train` marks the vertices of the training
    /// graphs. All vertices together define the levels of real quantities with many values. The levels are fine for one quantity
    /// and coarse for two, because of the number of pairs.
    ///
    /// # Panics
    /// If the lists differ in length.
    pub fn of(filter: &[f32], train: &[bool], quantities: &[&Quantity]) -> Self {
        assert_eq!(filter.len(), train.len());
        for quantity in quantities {
            assert_eq!(filter.len(), quantity.values.len());
        }
        let used: Vec<&Levels> = quantities
            .iter()
            .map(|quantity| quantity.levels())
            .map(|levels| match quantities.len() == 1 || levels.integral {
                true => &levels.fine,
                false => &levels.coarse,
            })
            .collect();
        let drawn: Vec<&Levels> = quantities.iter().map(|own| &own.levels().coarse).collect();
        let level_of = together(filter.len(), &used);
        let levels = levels(&level_of, filter, train, quantities);
        let columns = self::levels(&together(filter.len(), &drawn), filter, train, quantities);
        let parts = [true, false].map(|part| Variance::of(filter, train, part));
        let eta_squared = [0, 1].map(|place| {
            let means: Vec<f64> = levels.iter().map(|level| level.means[place]).collect();
            parts[place].explained(filter, train, &level_of, &means)
        });
        let ordered = matches!(quantities, [quantity] if quantity.categories.is_none());
        let monotone = [1.0, -1.0].map(|sign| {
            if !ordered {
                return f64::NAN;
            }
            let steps: Vec<[f64; 2]> = levels
                .iter()
                .map(|level| [level.counts[0].into(), sign * level.means[0]])
                .collect();
            let means: Vec<f64> = rising(&steps).iter().map(|mean| sign * mean).collect();
            parts[0].explained(filter, train, &level_of, &means)
        });
        let mut outer = vec![0; levels.len()];
        if let Some(first) = used.first() {
            for (&level, &own) in level_of.iter().zip(&first.of) {
                outer[level as usize] = own;
            }
        }
        Self {
            levels,
            columns,
            grouped: used.iter().map(|levels| levels.grouped).collect(),
            binned: drawn.iter().map(|levels| levels.grouped).collect(),
            eta_squared,
            monotone,
            level_of,
            outer,
        }
    }

    /// The mean share of the variance that the same number of levels explains for independent random numbers: (k − 1) / (n − 1) for
    /// n vertices at k levels, over the training graphs and over the others. NaN for fewer than two vertices.
    pub fn chance(&self) -> [f64; 2] {
        [0, 1].map(|part| {
            let counts = self.levels.iter().map(|level| level.counts[part]);
            let (levels, vertices) = counts
                .filter(|&count| count > 0)
                .fold((0.0, 0.0), |(levels, vertices), count| {
                    (levels + 1.0, vertices + f64::from(count))
                });
            match vertices < 2.0 {
                true => f64::NAN,
                false => (levels - 1.0) / (vertices - 1.0),
            }
        })
    }

    /// The filter with the mean over the training graphs at the level of each vertex. If these graphs do not have a level, the
    /// value depends on its type. A number is between the means of its neighbours, and a pair has the mean at the level of the
    /// first quantity. Otherwise it is the mean over all vertices of these graphs.
    pub fn conditional_mean(&self) -> Vec<f32> {
        let all = mean(self.levels.iter()).unwrap_or(0.0);
        let of_levels: Vec<f64> = (0..self.levels.len())
            .map(|level| {
                let Level { counts, means, .. } = &self.levels[level];
                match counts[0] {
                    0 => self.between(level).unwrap_or(all),
                    _ => means[0],
                }
            })
            .collect();
        let of_vertex = |&level: &u32| of_levels[level as usize] as f32;
        self.level_of.iter().map(of_vertex).collect()
    }

    /// The mean at a level that does not occur in the training graphs, from the nearest ones.
    fn between(&self, level: usize) -> Option<f64> {
        if self.monotone[0].is_nan() {
            let own = self.outer[level];
            let same = (0..self.levels.len()).filter(|&other| self.outer[other] == own);
            return mean(same.map(|other| &self.levels[other]));
        }
        let occurs = |&other: &usize| self.levels[other].counts[0] > 0;
        let point = |other: usize| {
            let Level { ranges, means, .. } = &self.levels[other];
            let [low, high] = ranges[0].map(f64::from);
            [(low + high) / 2.0, means[0]]
        };
        let before = (0..level).rev().find(occurs).map(point);
        let after = (level + 1..self.levels.len()).find(occurs).map(point);
        match (before, after) {
            (Some([from, low]), Some([to, high])) => {
                Some(low + (high - low) * (point(level)[0] - from) / (to - from))
            }
            (one, other) => one.or(other).map(|[_, mean]| mean),
        }
    }
}

/// The mean of the filter over the training graphs at these levels. `None` if these have no vertex there.
fn mean<'a>(levels: impl Iterator<Item = &'a Level>) -> Option<f64> {
    let learned = levels.filter(|level| level.counts[0] > 0);
    let (vertices, sum) = learned.fold((0.0, 0.0), |(vertices, sum), level| {
        let own = f64::from(level.counts[0]);
        (vertices + own, sum + own * level.means[0])
    });
    (vertices > 0.0).then(|| sum / vertices)
}

/// The level of each vertex in the product of all of these levels: the occurring ones, ascending.
fn together(vertices: usize, levels: &[&Levels]) -> Vec<u32> {
    let Some((first, rest)) = levels.split_first() else {
        return vec![0; vertices];
    };
    rest.iter()
        .fold(first.of.clone(), |level_of, Levels { of, .. }| {
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

/// The common values of the vertices of each level.
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
    // The values of each level together.
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

/// First and last decile of these values. Changes their order.
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
    /// Sum of the squared differences from the mean. `None` if all values are equal.
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

    /// The share of this variance that these means of the levels explain.
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
        close(found.monotone[0], found.eta_squared[0]);
        close(found.monotone[1], 0.0);
        assert_eq!(found.chance(), [1.0 / 3.0, 1.0]);
        assert_eq!(found.levels[0].counts, [2, 1]);
        close(found.levels[0].means[0], 0.25);
        assert_eq!(found.levels[1].ranges, [[2.0, 2.0]]);
        assert_eq!(found.conditional_mean()[4..], [0.25, 0.75]);

        // Together with a quantity that is different at every vertex, no variance remains.
        let name = Quantity::new(
            "label".into(),
            vec![0.0, 1.0, 0.0, 1.0, 1.0, 1.0],
            Some(vec!["a".into(), "b".into()]),
        );
        let both = Association::of(&filter, &train, &[&degree, &name]);
        close(both.eta_squared[0], 1.0);
        assert!(both.monotone.iter().all(|share| share.is_nan()));
        assert_eq!(both.levels[1].ranges, [[1.0, 1.0], [1.0, 1.0]]);
        // No vertex of a training graph has such a pair of values: the mean over all of these.
        let unseen = Association::of(&filter, &[false, true, false, true, true, true], &[&name]);
        close(f64::from(unseen.conditional_mean()[0]), 0.4375);
    }

    #[test]
    fn a_filter_that_rises_and_falls_is_explained_but_not_by_a_monotone_function() {
        let filter = [0.9, 0.0, 0.9, 0.9, 0.0, 0.9];
        let degree = quantity(&[3.0, 4.0, 5.0, 3.0, 4.0, 5.0]);
        let found = Association::of(&filter, &[true; 6], &[&degree]);
        close(found.eta_squared[0], 1.0);
        assert!(found.eta_squared[1].is_nan());
        // Pooled are 3 and 4, or 4 and 5: half of the variance of a third of 0.9² around 0.6.
        close(found.monotone[0].max(found.monotone[1]), 0.25);
        let constant = Association::of(&[0.5; 6], &[true; 6], &[&degree]);
        assert!(constant.eta_squared[0].is_nan() && constant.monotone[0].is_nan());
    }

    #[test]
    fn whole_numbers_with_a_long_tail_are_separate_levels() {
        // f is a function of the degree; most vertices have a small one, few a large one.
        let degrees: Vec<f32> = (1..4000).map(|v| (4000 / v) as f32).collect();
        let f = |degree: f32| 1.0 / (1.0 + (3.0 - degree / 40.0).exp());
        let filter: Vec<f32> = degrees.iter().map(|&degree| f(degree)).collect();
        let train: Vec<bool> = (0..degrees.len()).map(|v| v % 10 != 3).collect();
        let degree = quantity(&degrees);
        let found = Association::of(&filter, &train, &[&degree]);
        let mut distinct = degrees.clone();
        distinct.sort_unstable_by(f32::total_cmp);
        distinct.dedup();
        assert_eq!(found.levels.len(), distinct.len());
        assert_eq!(
            (&found.grouped[..], &found.binned[..]),
            (&[false][..], &[true][..])
        );
        assert!(found.columns.len() <= 33);
        let vertices = |levels: &[Level]| levels.iter().flat_map(|own| own.counts).sum::<u32>();
        assert_eq!(vertices(&found.columns), vertices(&found.levels));
        for share in [
            found.eta_squared[0],
            found.eta_squared[1],
            found.monotone[0],
        ] {
            assert!((share - 1.0).abs() < 1e-12, "{share}");
        }
        // The mean at a degree without training graphs lies between those of the neighbouring degrees.
        for (v, mean) in found.conditional_mean().into_iter().enumerate() {
            let seen = (0..degrees.len()).any(|u| train[u] && degrees[u] == degrees[v]);
            assert!((mean - filter[v]).abs() < if seen { 1e-6 } else { 0.2 });
            let learned = (0..degrees.len()).filter(|&u| train[u]);
            let (mut low, mut high) = (0.0_f32, 1.0_f32);
            for u in learned {
                if degrees[u] <= degrees[v] {
                    low = low.max(filter[u]);
                }
                if degrees[u] >= degrees[v] {
                    high = high.min(filter[u]);
                }
            }
            let ends = degrees[v] < degrees[0] && degrees[v] > 1.0;
            assert!(!ends || (low - 1e-6..=high + 1e-6).contains(&mean), "{v}");
        }
    }

    #[test]
    fn a_pair_that_no_training_graph_has_takes_the_mean_of_its_first_quantity() {
        let filter = [0.25, 0.5, 0.75, 0.0];
        let train = [true, true, true, false];
        let [first, second] = [[1.0, 1.0, 2.0, 1.0], [1.0, 2.0, 3.0, 3.0]];
        let [first, second] = [quantity(&first), quantity(&second)];
        let found = Association::of(&filter, &train, &[&first, &second]);
        assert_eq!(found.conditional_mean(), [0.25, 0.5, 0.75, 0.375]);
    }

    #[test]
    fn a_real_quantity_explains_itself_and_in_pairs_it_has_few_levels() {
        let values: Vec<f32> = (0..3200).map(|v| ((v * 37) % 3200) as f32 / 7.0).collect();
        let filter: Vec<f32> = values.iter().map(|x| x / 3200.0).collect();
        let train: Vec<bool> = (0..3200).map(|v| v % 5 > 0).collect();
        let own = quantity(&values);
        let found = Association::of(&filter, &train, &[&own]);
        assert_eq!(
            (&found.grouped[..], &found.binned[..]),
            (&[true][..], &[true][..])
        );
        assert!(
            found
                .eta_squared
                .iter()
                .all(|&share| (0.9999..1.0).contains(&share))
        );
        let groups = found.levels.len() as f64;
        close(found.chance()[0], (groups - 1.0) / 2559.0);
        assert_eq!(found.columns.len(), 32);
        assert!(
            found
                .columns
                .iter()
                .all(|column| column.counts.iter().sum::<u32>() == 100)
        );
        let halves: Vec<f32> = (0..3200).map(|v| ((v * 37) % 2) as f32).collect();
        let halves = quantity(&halves);
        let pair = Association::of(&filter, &train, &[&own, &halves]);
        assert_eq!(pair.levels.len(), 64);
        assert!(
            Association::of(&[], &[], &[&quantity(&[])])
                .levels
                .is_empty()
        );
    }
}
