//! Groups of vertices with equal or close values of a quantity.

/// A quantity that is not integral and has more distinct values than this is grouped.
const MAX_EXACT: usize = 256;
/// Initial number of groups with about the same number of vertices: they explain 1 − 1/128² of the variance of the ranks.
const BY_RANK: usize = 128;
/// Groups are split until they explain this share of the variance of the quantity itself.
const OWN_SHARE: f64 = 0.99995;
/// Up to this number, plots have a column for every level. For more levels there are about [`COLUMNS`] columns.
const MAX_COLUMNS: usize = 64;
const COLUMNS: usize = 32;

/// The levels of the vertices of a data set, ascending with a quantity.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Levels {
    /// The level of each vertex. Every level up to the last occurs.
    pub of: Vec<u32>,
    /// Whether a level has several values.
    pub grouped: bool,
}

impl Levels {
    /// Levels whose first values of the quantity are these, ascending.
    fn from(firsts: &[f32], values: &[f32], grouped: bool) -> Self {
        let level = |value: &f32| firsts.partition_point(|first| first <= value) as u32 - 1;
        Self {
            of: values.iter().map(level).collect(),
            grouped,
        }
    }
}

#[derive(Clone, Debug, PartialEq)]
pub(super) struct LevelsOfQuantity {
    /// Every value is a level. Many real numbers are grouped finely.
    pub fine: Levels,
    /// Fewer levels, for plots and for pairs of quantities that are real.
    pub coarse: Levels,
    /// Whether every value is a whole number, or the index of a name.
    pub integral: bool,
}

impl LevelsOfQuantity {
    /// The levels of a quantity with these values. `named` values are indices of names.
    pub fn of(values: &[f32], named: bool) -> Self {
        let mut sorted = values.to_vec();
        sorted.sort_unstable_by(f32::total_cmp);
        let mut firsts = sorted.clone();
        firsts.dedup();
        let integral = named || values.iter().all(|value| value.fract() == 0.0);
        let exact = Levels::from(&firsts, values, false);
        let fine = match integral || firsts.len() <= MAX_EXACT {
            true => exact.clone(),
            false => Levels::from(&groups(&sorted), values, true),
        };
        let coarse = match firsts.len() <= MAX_COLUMNS || named {
            true => exact,
            false if integral && firsts[0] >= 0.0 => {
                Levels::from(&logarithmic(&firsts), values, true)
            }
            false => Levels::from(&by_rank(&sorted, COLUMNS), values, true),
        };
        Self {
            fine,
            coarse,
            integral,
        }
    }
}

/// The first values of `groups` groups with about the same number of the ascending values each.
fn by_rank(sorted: &[f32], groups: usize) -> Vec<f32> {
    let first = |group| sorted[group * sorted.len() / groups];
    let mut firsts: Vec<f32> = (0..groups).map(first).collect();
    firsts.dedup();
    firsts
}

/// The first values of ranges that grow with the values, for ascending whole numbers from 0 on. Only ranges with values occur.
fn logarithmic(distinct: &[f32]) -> Vec<f32> {
    let last = f64::from(distinct[distinct.len() - 1]);
    let power = |step: usize| last.powf(step as f64 / COLUMNS as f64).ceil() as f32;
    let mut firsts: Vec<f32> = (0..COLUMNS)
        .filter_map(|step| {
            let next = distinct.partition_point(|value| *value < power(step));
            distinct.get(next).copied()
        })
        .collect();
    firsts.insert(0, distinct[0]);
    firsts.dedup();
    firsts
}

/// The first values of groups that explain nearly all of the variance of the ranks and of the values. The algorithm repeatedly
/// splits the group with the largest sum of squares at its mean.
fn groups(sorted: &[f32]) -> Vec<f32> {
    let mean = sorted.iter().copied().map(f64::from).sum::<f64>() / sorted.len() as f64;
    // Sums of the differences from the mean, and of their squares, before each place.
    let mut before = Vec::with_capacity(sorted.len() + 1);
    before.push([0.0; 2]);
    for (place, &value) in sorted.iter().enumerate() {
        let difference = f64::from(value) - mean;
        let [sum, squares] = before[place];
        before.push([sum + difference, squares + difference * difference]);
    }
    let within = |[from, to]: [usize; 2]| {
        if sorted[from] == sorted[to - 1] {
            return 0.0;
        }
        let [sum, squares] = [0, 1].map(|of| before[to][of] - before[from][of]);
        squares - sum * sum / (to - from) as f64
    };
    let firsts = by_rank(sorted, BY_RANK);
    let starts: Vec<usize> = firsts
        .iter()
        .map(|first| sorted.partition_point(|value| value < first))
        .collect();
    let ends = starts.iter().copied().skip(1).chain([sorted.len()]);
    let mut groups: Vec<([usize; 2], f64)> = starts
        .iter()
        .zip(ends)
        .map(|(&from, to)| ([from, to], within([from, to])))
        .collect();
    let limit = (1.0 - OWN_SHARE) * before[sorted.len()][1];
    let mut rest: f64 = groups.iter().map(|(_, within)| within).sum();
    while rest > limit {
        let largest = (0..groups.len()).max_by(|&a, &b| groups[a].1.total_cmp(&groups[b].1));
        let Some(largest) = largest.filter(|&group| groups[group].1 > 0.0) else {
            break;
        };
        let ([from, to], own) = groups[largest];
        let middle = mean + (before[to][0] - before[from][0]) / (to - from) as f64;
        let up_to = |value: f64| sorted[from..to].partition_point(|&own| f64::from(own) <= value);
        let below = match up_to(middle) {
            // Rounding has moved the mean beyond the values.
            below if below == 0 || below == to - from => up_to(sorted[from].into()),
            below => below,
        };
        let at = from + below;
        let parts = [[from, at], [at, to]].map(|part| (part, within(part)));
        rest += parts[0].1 + parts[1].1 - own;
        groups[largest] = parts[0];
        groups.push(parts[1]);
    }
    let mut firsts: Vec<f32> = groups.iter().map(|([from, _], _)| sorted[*from]).collect();
    firsts.sort_unstable_by(f32::total_cmp);
    firsts
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The share of the variance of the numbers that is between the levels.
    fn share(numbers: &[f64], of: &[u32]) -> f64 {
        let levels = of.iter().max().map_or(0, |&last| last as usize + 1);
        let mut sums = vec![[0.0; 2]; levels];
        for (number, &level) in numbers.iter().zip(of) {
            sums[level as usize][0] += 1.0;
            sums[level as usize][1] += number;
        }
        assert!(sums.iter().all(|[count, _]| *count > 0.0));
        let mean = numbers.iter().sum::<f64>() / numbers.len() as f64;
        let squares = |from: &dyn Fn(usize) -> f64| -> f64 {
            (0..numbers.len())
                .map(|v| (numbers[v] - from(v)).powi(2))
                .sum()
        };
        let of_level = |v: usize| sums[of[v] as usize][1] / sums[of[v] as usize][0];
        1.0 - squares(&of_level) / squares(&|_| mean)
    }

    #[test]
    fn each_whole_number_is_a_level_and_large_ones_share_a_column() {
        let values: Vec<f32> = (0..20_000).map(|v| (v % 1000) as f32 + 1.0).collect();
        let LevelsOfQuantity { fine, coarse, .. } = LevelsOfQuantity::of(&values, false);
        assert!(!fine.grouped && coarse.grouped);
        assert!(
            values
                .iter()
                .zip(&fine.of)
                .all(|(value, &level)| *value == level as f32 + 1.0)
        );
        let columns = coarse.of.iter().max().unwrap() + 1;
        assert!((16..=33).contains(&columns), "{columns}");
        // Small values have separate levels, large ones form ranges of about a quarter of their value.
        assert_eq!(coarse.of[..3], [0, 1, 2]);
        let last = (1..=1000).filter(|&x| coarse.of[x - 1] == columns - 1);
        assert!((150..300).contains(&last.count()));
        let named = LevelsOfQuantity::of(&values, true);
        assert_eq!(named.coarse, named.fine);
    }

    #[test]
    fn groups_of_real_numbers_explain_them_and_their_ranks() {
        // Uniform, heavy-tailed, and nearly constant with a few outliers.
        let examples: [fn(f64) -> f64; 4] = [
            |u| u,
            |u| (1.0 - u).powf(-1.5),
            |u| -(1.0 - u).ln(),
            |u| if u < 0.97 { u * 1e-6 } else { u * u },
        ];
        for (number, value) in examples.into_iter().enumerate() {
            let numbers: Vec<f32> = (0..5000)
                .map(|v| value((f64::from(v * 37 % 5000) + 0.5) / 5000.0) as f32)
                .collect();
            let LevelsOfQuantity { fine, coarse, .. } = LevelsOfQuantity::of(&numbers, false);
            let groups = fine.of.iter().max().unwrap() + 1;
            assert!(
                fine.grouped && (128..400).contains(&groups),
                "{number}: {groups}"
            );
            let wide: Vec<f64> = numbers.iter().copied().map(f64::from).collect();
            let ranks: Vec<f64> = (0..5000).map(|v| f64::from(v * 37 % 5000)).collect();
            for own in [share(&wide, &fine.of), share(&ranks, &fine.of)] {
                assert!(own >= 0.9999, "{number}: {own}");
            }
            assert_eq!(coarse.of.iter().max().unwrap() + 1, 32);
        }
        // A small number of distinct real values keeps one level for each.
        let thirds: Vec<f32> = (0..900).map(|v| (v % 90) as f32 / 3.0).collect();
        let levels = LevelsOfQuantity::of(&thirds, false);
        assert!(!levels.fine.grouped && levels.fine.of.iter().max() == Some(&89));
        let none = LevelsOfQuantity::of(&[], false);
        assert!(none.fine.of.is_empty() && none.coarse.of.is_empty());
    }
}
