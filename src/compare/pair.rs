//! Two settings on the same test graphs.

use std::collections::BTreeMap;

use crate::run_file::FoldRun;
use crate::statistics::{Resampled, differences, mcnemar, resampled};

use super::setting::{Cell, Setting, of_splits};

/// The fewest splits for an interval or a test: with two, the interval is 25 standard errors wide.
pub const LEAST: usize = 3;

/// The comparison of two settings, by their places in the section.
pub struct Pair {
    pub places: [usize; 2],
    pub outcome: Outcome,
    /// Sorted by the seed.
    pub seeds: Vec<Disagreement>,
}

pub enum Outcome {
    /// No fold of a seed is finished in both.
    Separate,
    /// This cell tests different graphs.
    OtherGraphs { seed: u32, fold: u32 },
    /// Differences of the first setting minus the second, in the metric.
    Common(Common),
}

pub struct Common {
    pub cells: usize,
    pub splits: usize,
    pub mean: f64,
    /// Whether the sizes of the training parts are known, which the test needs.
    pub has_sizes: bool,
    /// `None` without sizes, for too few splits, or for equal differences.
    pub test: Option<Resampled>,
}

/// The graphs of the common folds of a seed that only one of the two settings classifies correctly.
pub struct Disagreement {
    pub seed: u32,
    pub graphs: usize,
    pub only: [u32; 2],
}

impl Disagreement {
    pub fn p(&self) -> f64 {
        mcnemar(self.only[0], self.only[1])
    }
}

impl Pair {
    pub fn new(settings: &[Setting], places: [usize; 2]) -> Self {
        let [first, second] = places.map(|place| &settings[place]);
        let others: BTreeMap<_, _> = second.cells().map(|cell| (place_of(&cell), cell)).collect();
        let common = first.cells().filter_map(|cell| {
            let other = others.get(&place_of(&cell))?;
            Some([cell, *other])
        });
        let common: Vec<[Cell; 2]> = common.collect();
        let differing = common.iter().find(|cells| !test_the_same(cells));
        let outcome = match differing {
            None if common.is_empty() => Outcome::Separate,
            Some([Cell { seed, fold }, _]) => Outcome::OtherGraphs {
                seed: *seed,
                fold: fold.fold,
            },
            None => {
                let ratios = first.test_per_train().zip(second.test_per_train());
                Outcome::Common(Common::new(&common, ratios.map(|(a, b)| a.max(b))))
            }
        };
        let seeds = match outcome {
            Outcome::Common(_) => disagreements(&common),
            _ => Vec::new(),
        };
        Self {
            places,
            outcome,
            seeds,
        }
    }

    /// The common cells and their test, if there is one.
    pub fn tested(&self) -> Option<(&Common, &Resampled)> {
        match &self.outcome {
            Outcome::Common(common) => Some((common, common.test.as_ref()?)),
            _ => None,
        }
    }
}

impl Common {
    fn new(cells: &[[Cell; 2]], test_per_train: Option<f64>) -> Self {
        let values = cells.iter().map(|cells| {
            let metrics = cells.map(|cell| cell.fold.metric());
            (cells[0], metrics)
        });
        let [first, second] = of_splits(values);
        let differences = differences(&first, &second);
        let splits = differences.len();
        let ratio = test_per_train.filter(|_| splits >= LEAST);
        let test = ratio.map(|ratio| resampled(&differences, ratio));
        Self {
            cells: cells.len(),
            splits,
            mean: differences.iter().sum::<f64>() / splits as f64,
            has_sizes: test_per_train.is_some(),
            test: test.flatten(),
        }
    }
}

fn place_of(cell: &Cell) -> (u32, u32) {
    (cell.seed, cell.fold.fold)
}

/// Whether both folds test the same graphs. Their training parts may differ: with `--no-validation`, one has the validation part, too. Files
/// without predictions have the fingerprint of the split only.
fn test_the_same([a, b]: &[Cell; 2]) -> bool {
    let [of_a, of_b] = [a.fold, b.fold].map(tested);
    match of_a.is_empty() || of_b.is_empty() {
        true => a.fold.split == b.fold.split,
        false => of_a == of_b,
    }
}

/// The test graphs with their class or target, sorted.
fn tested(fold: &FoldRun) -> Vec<(u32, u64)> {
    let classes = fold.predictions.iter();
    let classes = classes.map(|&[graph, class, _]| (graph, class.into()));
    let targets = fold.values.iter();
    let targets = targets.map(|&(graph, target, _)| (graph, target.to_bits()));
    let mut tested: Vec<_> = classes.chain(targets).collect();
    tested.sort_unstable();
    tested
}

fn disagreements(common: &[[Cell; 2]]) -> Vec<Disagreement> {
    let mut seeds: BTreeMap<u32, (usize, [u32; 2])> = BTreeMap::new();
    for [a, b] in common {
        let others = b.fold.predictions.iter();
        let others: BTreeMap<_, _> = others.map(|[graph, _, found]| (graph, found)).collect();
        for [graph, class, found] in &a.fold.predictions {
            let Some(other) = others.get(graph) else {
                continue;
            };
            let (graphs, only) = seeds.entry(a.seed).or_default();
            *graphs += 1;
            match (found == class, *other == class) {
                (true, false) => only[0] += 1,
                (false, true) => only[1] += 1,
                _ => {}
            }
        }
    }
    let of_seed = |(seed, (graphs, only))| Disagreement { seed, graphs, only };
    seeds.into_iter().map(of_seed).collect()
}
