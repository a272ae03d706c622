//! How much of a filter a quantity explains.

use std::collections::BTreeMap;

use super::{monotone::rising, quantities::Quantity};

/// Different values of a quantity that are each a level of their own; of more there are [`BINS`] levels.
const MOST_LEVELS: usize = 64;
/// Levels of a quantity with many values: about as many vertices in each.
const BINS: usize = 32;

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
        let mut binned = Vec::new();
        let mut tuples = vec![Vec::new(); filter.len()];
        for quantity in quantities {
            assert_eq!(filter.len(), quantity.values.len());
            let (levels, many) = levels_of(quantity);
            binned.push(many);
            for (tuple, level) in tuples.iter_mut().zip(levels) {
                tuple.push(level);
            }
        }
        let mut members: BTreeMap<Vec<u32>, Vec<u32>> = BTreeMap::new();
        for (vertex, tuple) in (0..).zip(tuples) {
            members.entry(tuple).or_default().push(vertex);
        }
        let mut level_of = vec![0; filter.len()];
        let mut levels = Vec::new();
        for (number, vertices) in (0..).zip(members.values()) {
            for &vertex in vertices {
                level_of[vertex as usize] = number;
            }
            levels.push(level(vertices, filter, train, quantities));
        }
        let eta_squared = [true, false].map(|part| {
            let place = usize::from(!part);
            let means: Vec<f64> = levels.iter().map(|level| level.means[place]).collect();
            explained(filter, &level_of, &means, |vertex| train[vertex] == part)
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
                    explained(filter, &level_of, &means, |vertex| train[vertex])
                })
                .into_iter()
                .fold(f64::NAN, f64::max),
        };
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

/// The level of each vertex, ascending with the quantity, and whether several values share a level.
fn levels_of(quantity: &Quantity) -> (Vec<u32>, bool) {
    let mut sorted = quantity.values.clone();
    sorted.sort_by(f32::total_cmp);
    let mut firsts = sorted.clone();
    firsts.dedup();
    let many = quantity.categories.is_none() && firsts.len() > MOST_LEVELS;
    if many {
        firsts = (0..BINS)
            .map(|bin| sorted[bin * sorted.len() / BINS])
            .collect();
        firsts.dedup();
    }
    let level = |value: &f32| firsts.partition_point(|first| first <= value) as u32 - 1;
    (quantity.values.iter().map(level).collect(), many)
}

fn level(vertices: &[u32], filter: &[f32], train: &[bool], quantities: &[&Quantity]) -> Level {
    let range = |quantity: &&Quantity| {
        let values = vertices.iter().map(|&v| quantity.values[v as usize]);
        values.fold([f32::INFINITY, f32::NEG_INFINITY], |[low, high], x| {
            [low.min(x), high.max(x)]
        })
    };
    let mut counts = [0; 2];
    let mut sums = [0.0; 2];
    let mut values = Vec::with_capacity(vertices.len());
    for &vertex in vertices {
        let part = usize::from(!train[vertex as usize]);
        let value = filter[vertex as usize];
        counts[part] += 1;
        sums[part] += f64::from(value);
        values.push(value);
    }
    values.sort_by(f32::total_cmp);
    let tenth = (values.len() - 1) / 10;
    Level {
        ranges: quantities.iter().map(range).collect(),
        counts,
        means: [0, 1].map(|part| sums[part] / f64::from(counts[part])),
        band: [values[tenth], values[values.len() - 1 - tenth]],
    }
}

/// The share of the variance of the filter, over the vertices that are asked for, that these means explain.
fn explained(
    filter: &[f32],
    level_of: &[u32],
    means: &[f64],
    asked: impl Fn(usize) -> bool,
) -> f64 {
    let own = || (0..filter.len()).filter(|&vertex| asked(vertex));
    let value = |vertex: usize| f64::from(filter[vertex]);
    let mean = own().map(value).sum::<f64>() / own().count() as f64;
    let first = own().next().map(value);
    if own().all(|vertex| Some(value(vertex)) == first) {
        return f64::NAN;
    }
    let total: f64 = own().map(|vertex| (value(vertex) - mean).powi(2)).sum();
    let within: f64 = own()
        .map(|vertex| (value(vertex) - means[level_of[vertex] as usize]).powi(2))
        .sum();
    1.0 - within / total
}

#[cfg(test)]
mod tests {
    use super::*;

    fn quantity(values: &[f32]) -> Quantity {
        Quantity {
            name: "q".into(),
            values: values.into(),
            categories: None,
        }
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
        let name = Quantity {
            categories: Some(vec!["a".into(), "b".into()]),
            ..quantity(&[0.0, 1.0, 0.0, 1.0, 1.0, 1.0])
        };
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
