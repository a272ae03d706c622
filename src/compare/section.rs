//! The settings of one data set, and their pairs.

use std::collections::{BTreeMap, BTreeSet};

use crate::graph::Task;
use crate::run_file::{Merged, RunFile, Spread};
use crate::statistics::{holm, resampled};

use super::pair::{Disagreement, LEAST, Pair};
use super::setting::{Setting, of_splits};

pub struct Section {
    /// The data set, with its fingerprint if another one has the same name.
    pub title: String,
    pub task: Task,
    pub settings: Vec<Setting>,
    pub summaries: Vec<Summary>,
    pub baseline: Option<Baseline>,
    pub pairs: Vec<Pair>,
    /// The adjusted p-value of each pair with a test.
    pub adjusted: Vec<Option<f64>>,
    /// The adjusted p-values of McNemar's test, for each seed of each pair.
    pub adjusted_mcnemar: Vec<Vec<f64>>,
}

/// The results of a setting.
pub struct Summary {
    pub cells: usize,
    pub splits: usize,
    /// `None` without a finished fold.
    pub over: Option<Spread>,
    /// 95 %, of the mean. `None` for too few splits or equal results.
    pub interval: Option<[f64; 2]>,
}

impl Summary {
    fn new(setting: &Setting, task: Task) -> Self {
        let cells = setting.cells().map(|cell| (cell, [cell.fold.metric()]));
        let [values] = of_splits(cells);
        let ratio = setting.test_per_train().filter(|_| values.len() >= LEAST);
        let test = ratio.map(|ratio| resampled(&values, ratio));
        let most = match task {
            Task::Classification => 1.0,
            Task::Regression => f64::INFINITY,
        };
        Self {
            cells: setting.cells().count(),
            splits: values.len(),
            over: Spread::of(values.into_iter()),
            interval: test
                .flatten()
                .map(|test| test.interval.map(|end| end.clamp(0.0, most))),
        }
    }
}

/// The best constant prediction for the tested graphs.
pub struct Baseline {
    pub prediction: String,
    pub metric: f64,
    pub graphs: usize,
}

/// The sections of runs in their order. `label` names the setting of its first run.
pub fn of(runs: Vec<Merged>, label: impl Fn(&Merged) -> String) -> Vec<Section> {
    let mut groups: Vec<Vec<Setting>> = Vec::new();
    for own in runs {
        let data = |run: &RunFile| (run.data.clone(), run.fingerprint.clone(), run.task());
        let is_same = |group: &Vec<Setting>| data(group[0].run()) == data(&own.run);
        let place = groups.iter().position(is_same);
        let place = place.unwrap_or_else(|| {
            groups.push(Vec::new());
            groups.len() - 1
        });
        let group = &mut groups[place];
        match group.iter_mut().find(|setting| setting.takes(&own)) {
            Some(setting) => setting.runs.push(own),
            None => group.push(Setting {
                label: label(&own),
                runs: vec![own],
            }),
        }
    }
    groups.iter_mut().for_each(|group| name(group));
    let names = groups.iter().map(|group| group[0].run().data.clone());
    let names: Vec<_> = names.collect();
    let new = |group: Vec<Setting>| {
        let run = group[0].run();
        let several = names.iter().filter(|name| **name == run.data).count() > 1;
        let title = match several {
            true => format!("{} (fingerprint {})", run.data, run.fingerprint),
            false => run.data.clone(),
        };
        Section::new(title, group)
    };
    groups.into_iter().map(new).collect()
}

/// Gives every setting a label that no other one has.
fn name(settings: &mut [Setting]) {
    let names: Vec<_> = settings.iter().map(|one| one.label.clone()).collect();
    let mut taken = BTreeSet::new();
    for setting in settings {
        if names.iter().filter(|name| **name == setting.label).count() > 1 {
            setting.label += &format!(", {}", setting.folds());
        }
        let (base, mut number) = (setting.label.clone(), 2);
        while !taken.insert(setting.label.clone()) {
            setting.label = format!("{base} ({number})");
            number += 1;
        }
    }
}

impl Section {
    fn new(title: String, settings: Vec<Setting>) -> Self {
        let task = settings[0].run().task();
        let count = settings.len();
        let places = (0..count).flat_map(|a| (a + 1..count).map(move |b| [a, b]));
        let pairs: Vec<_> = places.map(|both| Pair::new(&settings, both)).collect();
        let tests = pairs.iter().filter_map(Pair::tested);
        let p: Vec<_> = tests.map(|(_, test)| test.p).collect();
        let mut adjusted = holm(&p).into_iter();
        let of_pair = |pair: &Pair| pair.tested().and_then(|_| adjusted.next());
        let of_pairs = pairs.iter().map(of_pair).collect();
        let seeds = pairs.iter().flat_map(|pair| &pair.seeds);
        let p: Vec<_> = seeds.map(Disagreement::p).collect();
        let mut adjusted = holm(&p).into_iter();
        let of_seeds = |pair: &Pair| adjusted.by_ref().take(pair.seeds.len()).collect();
        Self {
            summaries: settings.iter().map(|one| Summary::new(one, task)).collect(),
            baseline: Baseline::of(&settings, task),
            adjusted_mcnemar: pairs.iter().map(of_seeds).collect(),
            adjusted: of_pairs,
            title,
            task,
            settings,
            pairs,
        }
    }

    pub fn has_mcnemar(&self) -> bool {
        self.pairs.iter().any(|pair| !pair.seeds.is_empty())
    }
}

impl Baseline {
    /// `None` if the files have no predictions.
    fn of(settings: &[Setting], task: Task) -> Option<Self> {
        let cells = || settings.iter().flat_map(Setting::cells);
        match task {
            Task::Classification => {
                let classes = cells().flat_map(|cell| &cell.fold.predictions);
                let classes: BTreeMap<_, _> =
                    classes.map(|&[graph, class, _]| (graph, class)).collect();
                let mut counts: BTreeMap<u32, usize> = BTreeMap::new();
                for class in classes.values() {
                    *counts.entry(*class).or_default() += 1;
                }
                // Of equal counts, `rev` makes the first class the last one that `max_by_key` compares.
                let (class, most) = counts.into_iter().rev().max_by_key(|(_, count)| *count)?;
                let name = settings[0].run().classes.get(class as usize);
                Some(Self {
                    prediction: match name {
                        Some(name) => format!("“{name}”"),
                        None => (u64::from(class) + 1).to_string(),
                    },
                    metric: most as f64 / classes.len() as f64,
                    graphs: classes.len(),
                })
            }
            Task::Regression => {
                let targets = cells().flat_map(|cell| &cell.fold.values);
                let targets: BTreeMap<_, _> = targets.map(|&(graph, y, _)| (graph, y)).collect();
                let mut targets: Vec<f64> = targets.into_values().collect();
                targets.sort_by(f64::total_cmp);
                let graphs = targets.len();
                let median = *targets.get(graphs / 2)?;
                let errors = targets.iter().map(|y| (y - median).abs() / graphs as f64);
                Some(Self {
                    prediction: format!("the median target, {median}"),
                    metric: errors.sum(),
                    graphs,
                })
            }
        }
    }
}
