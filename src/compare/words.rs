//! A section as tables and sentences.

use crate::graph::Task;

use super::pair::{Common, LEAST, Outcome, Pair};
use super::section::{Baseline, Section};
use crate::metric;
use crate::protocol::ComparisonBlock as Block;
use crate::table::signed;

/// The notation of the numbers of a section.
struct Unit {
    scale: f64,
    decimals: usize,
}

impl Unit {
    fn of(section: &Section) -> Self {
        let means = section.summaries.iter().filter_map(|own| own.over);
        let least = means.map(|over| over.mean).fold(f64::INFINITY, f64::min);
        let decimals = match section.task {
            Task::Classification => 1,
            Task::Regression => metric::decimals(least),
        };
        Self {
            scale: scale(section.task),
            decimals,
        }
    }

    fn number(&self, value: f64) -> String {
        format!("{:.*}", self.decimals, self.scale * value)
    }

    fn signed(&self, value: f64) -> String {
        signed(self.scale * value, self.decimals)
    }
}

/// Accuracies are shown in percent.
pub fn scale(task: Task) -> f64 {
    match task {
        Task::Classification => 100.0,
        Task::Regression => 1.0,
    }
}

/// The parts of the section.
pub fn blocks(section: &Section) -> Vec<Block> {
    let unit = Unit::of(section);
    let mut blocks = vec![
        Block::Title(section.title.clone()),
        settings(section, &unit),
        Block::Text(baseline(section)),
    ];
    if section.adjusted.iter().any(Option::is_some) {
        blocks.push(differences(section, &unit));
    }
    if section.has_mcnemar() {
        blocks.push(mcnemar(section));
    }
    if !section.pairs.is_empty() {
        let lines = section.pairs.iter().zip(&section.adjusted);
        let lines = lines.map(|(pair, adjusted)| sentence(section, &unit, pair, *adjusted));
        blocks.push(Block::List(lines.collect()));
    }
    blocks
}

fn settings(section: &Section, unit: &Unit) -> Block {
    let mean = match section.task {
        Task::Classification => "mean (%)",
        Task::Regression => "mean error (MAE)",
    };
    let header = [
        "",
        "setting",
        "cells",
        "splits",
        mean,
        "std",
        "95 % interval",
    ];
    let rows = section.settings.iter().zip(&section.summaries).enumerate();
    let rows = rows.map(|(place, (setting, own))| {
        let cells = match (own.cells, setting.expected()) {
            (finished, all) if finished == all as usize => finished.to_string(),
            (finished, all) => format!("{finished} of {all}"),
        };
        let std = own.over.filter(|_| own.splits > 1);
        let interval = own.interval.map(|ends| ends.map(|end| unit.number(end)));
        vec![
            letters(place),
            setting.label.clone(),
            cells,
            own.splits.to_string(),
            or_dash(own.over.map(|over| unit.number(over.mean))),
            or_dash(std.map(|over| unit.number(over.std))),
            or_dash(interval.map(range)),
        ]
    });
    table(&header, 2, rows)
}

fn table(header: &[&str], left: u32, rows: impl Iterator<Item = Vec<String>>) -> Block {
    Block::Table {
        header: header.iter().map(|&title| title.into()).collect(),
        left,
        rows: rows.collect(),
    }
}

fn baseline(section: &Section) -> String {
    let Some(Baseline {
        prediction,
        metric,
        graphs,
    }) = &section.baseline
    else {
        return "There is no baseline, because the files have no predictions.".into();
    };
    let metric = metric::value(section.task, *metric);
    format!("Baseline, always predicting {prediction}: {metric} over {graphs} tested graphs.")
}

fn differences(section: &Section, unit: &Unit) -> Block {
    let difference = match section.task {
        Task::Classification => "difference (points)",
        Task::Regression => "difference",
    };
    let header = [
        "pair",
        "cells",
        "splits",
        difference,
        "95 % interval",
        "d",
        "p",
        "p (Holm)",
    ];
    let rows = section.pairs.iter().zip(&section.adjusted);
    let rows = rows.filter_map(|(pair, adjusted)| {
        let (common, test) = pair.tested()?;
        Some(vec![
            both(pair),
            common.cells.to_string(),
            common.splits.to_string(),
            unit.signed(test.mean),
            range(test.interval.map(|end| unit.signed(end))),
            signed(test.mean / test.std, 2),
            p_value(test.p),
            or_dash(adjusted.map(p_value)),
        ])
    });
    table(&header, 1, rows)
}

fn mcnemar(section: &Section) -> Block {
    let header = [
        "McNemar",
        "seed",
        "graphs",
        "only first right",
        "only second right",
        "p",
        "p (Holm)",
    ];
    let rows = section.pairs.iter().zip(&section.adjusted_mcnemar);
    let rows = rows.flat_map(|(pair, adjusted)| {
        pair.seeds.iter().zip(adjusted).map(|(own, adjusted)| {
            vec![
                both(pair),
                own.seed.to_string(),
                own.graphs.to_string(),
                own.only[0].to_string(),
                own.only[1].to_string(),
                p_value(own.p()),
                p_value(*adjusted),
            ]
        })
    });
    table(&header, 1, rows)
}

/// What a pair shows.
fn sentence(section: &Section, unit: &Unit, pair: &Pair, adjusted: Option<f64>) -> String {
    let [first, second] = pair.places.map(|place| &section.settings[place].label);
    let found = match (pair.tested(), adjusted, remark(section.task, pair)) {
        (Some((common, test)), Some(adjusted), _) => format!(
            "{} {} on average (95 % interval {}, d = {}, {}): {}",
            unit.signed(test.mean),
            quantity(section.task),
            range(test.interval.map(|end| unit.signed(end))),
            signed(test.mean / test.std, 2),
            counted(common.cells, "cell"),
            verdict(section, pair, test.interval, adjusted)
        ),
        (.., remark) => remark.unwrap_or_default(),
    };
    format!("{}, {first} against {second}: {found}.", both(pair))
}

fn quantity(task: Task) -> &'static str {
    match task {
        Task::Classification => "percentage points of accuracy",
        Task::Regression => "in the mean error",
    }
}

/// The reason why a pair has no test.
pub fn remark(task: Task, pair: &Pair) -> Option<String> {
    let common = match &pair.outcome {
        Outcome::Separate => {
            return Some(
                "not compared, because no fold of the same seed is finished in both".into(),
            );
        }
        Outcome::OtherGraphs { seed, fold } => {
            return Some(format!(
                "not compared, because fold {fold} of seed {seed} tests different graphs"
            ));
        }
        Outcome::Common(common) => common,
    };
    let Common {
        cells,
        splits,
        mean,
        has_sizes,
        test,
    } = common;
    if test.is_some() {
        return None;
    }
    if !has_sizes {
        return Some(
            "no statement, because the folds come from files, and the test needs the sizes of their training parts, which run files do not contain"
                .into(),
        );
    }
    let splits_in_words = counted(*splits, "split");
    Some(match *splits < LEAST {
        true => format!(
            "no statement from {} on {splits_in_words}, because the test needs {LEAST} splits",
            counted(*cells, "common cell")
        ),
        // Equal differences can have any number of digits.
        false => format!(
            "no statement, because the difference is {} {} in each of {splits_in_words}, and the test needs differences that vary",
            signed(scale(task) * mean, 3),
            quantity(task)
        ),
    })
}

fn verdict(section: &Section, pair: &Pair, interval: [f64; 2], adjusted: f64) -> String {
    let p = match adjusted < 0.001 {
        true => "p < 0.001".into(),
        false => format!("p = {}", p_value(adjusted)),
    };
    let p = match section.adjusted.iter().flatten().count() {
        1 => p,
        tests => format!("{p} after Holm's correction for {tests} pairs"),
    };
    if interval[0] <= 0.0 && 0.0 <= interval[1] {
        return "no difference shown".into();
    }
    match better(section, pair, Some(adjusted)) {
        Some(place) => {
            let better = &section.settings[place].label;
            format!("a difference in favour of {better} ({p})")
        }
        None => format!("no difference shown, because {p}, although the interval excludes 0"),
    }
}

/// The setting with the better results, if the interval and the adjusted p-value show a difference.
pub fn better(section: &Section, pair: &Pair, adjusted: Option<f64>) -> Option<usize> {
    let (_, test) = pair.tested()?;
    let [low, high] = test.interval;
    if low <= 0.0 && 0.0 <= high || adjusted? > 0.05 {
        return None;
    }
    let first_is_better = (low > 0.0) == (section.task == Task::Classification);
    Some(pair.places[usize::from(!first_is_better)])
}

/// Whether one setting is better than another, over all pairs. `None` without a pair.
pub fn answer(section: &Section) -> Option<String> {
    let label = |place: usize| section.settings[place].label.as_str();
    let mut better_than = vec![Vec::new(); section.settings.len()];
    let [mut without_difference, mut without_test] = [Vec::new(), Vec::new()];
    for (pair, adjusted) in section.pairs.iter().zip(&section.adjusted) {
        let [first, second] = pair.places;
        match better(section, pair, *adjusted) {
            Some(place) => better_than[place].push(label(first + second - place)),
            None if pair.tested().is_some() => without_difference.push(pair),
            None => without_test.push(pair),
        }
    }
    let found = better_than.iter().enumerate();
    let found = found.filter(|(_, others)| !others.is_empty());
    let found =
        found.map(|(place, others)| format!("{} is better than {}.", label(place), listed(others)));
    let rest = [
        ("No difference is shown", without_difference),
        ("No statement is possible", without_test),
    ];
    let rest = rest
        .into_iter()
        .filter_map(|(what, pairs)| match pairs[..] {
            [] => None,
            [only] => {
                let [first, second] = only.places.map(label);
                Some(format!("{what} between {first} and {second}."))
            }
            _ => Some(format!("{what} for {} pairs.", pairs.len())),
        });
    let sentences: Vec<_> = found.chain(rest).collect();
    (!sentences.is_empty()).then(|| sentences.join(" "))
}

/// "A, B and C"
fn listed(names: &[&str]) -> String {
    match names {
        [] => String::new(),
        [only] => (*only).into(),
        [before @ .., last] => format!("{} and {last}", before.join(", ")),
    }
}

/// The letters of a setting: A to Z, AA to ZZ and so on.
fn letters(place: usize) -> String {
    let last = char::from(b'A' + (place % 26) as u8);
    match place / 26 {
        0 => last.into(),
        before => letters(before - 1) + &last.to_string(),
    }
}

fn both(pair: &Pair) -> String {
    pair.places.map(letters).join(" − ")
}

fn range(ends: [String; 2]) -> String {
    ends.join(" to ")
}

fn or_dash(text: Option<String>) -> String {
    text.unwrap_or("–".into())
}

fn p_value(p: f64) -> String {
    match p < 0.001 {
        true => "< 0.001".into(),
        false => format!("{p:.3}"),
    }
}

fn counted(number: usize, what: &str) -> String {
    format!("{number} {what}{}", if number == 1 { "" } else { "s" })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn settings_beyond_z_have_two_letters() {
        let found = [0, 25, 26, 51, 52, 701, 702].map(letters);
        assert_eq!(found, ["A", "Z", "AA", "AZ", "BA", "ZZ", "AAA"]);
    }
}
