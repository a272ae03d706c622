//! Learning curves: loss and metric against the epoch, mean and deviation over the folds.

use std::collections::BTreeMap;

use super::entry::Entry;
use sublevel::metric;
use sublevel::run_file::{EpochRun, FoldRun, Spread};
use sublevel::table::{csv, escaped, table};

/// The header of [`rows`]. Accuracies are shares in [0, 1], and errors have the unit of the targets.
pub const HEADER: &str = "data,run,epoch,folds,halved,train_loss,train_loss_std,train_metric,train_metric_std,test_metric,test_metric_std";

/// A row for each epoch of a run, as comma-separated values.
pub fn rows(entry: &Entry) -> String {
    let run = &entry.run;
    let row = |(epoch, of_folds): (u32, Vec<&EpochRun>)| {
        let mut fields = vec![
            run.data.clone(),
            entry.label.clone(),
            epoch.to_string(),
            of_folds.len().to_string(),
            u8::from(run.config.halve_at.contains(&epoch)).to_string(),
        ];
        for value in [
            |epoch: &EpochRun| epoch.train_loss,
            EpochRun::train_metric,
            EpochRun::test_metric,
        ] {
            let values = of_folds.iter().map(|epoch| f64::from(value(epoch)));
            let Spread { mean, std } = Spread::of(values).expect("an epoch is in a fold");
            fields.extend([mean, std].map(|number| format!("{number:.6}")));
        }
        csv(&fields)
    };
    by_epoch(&run.folds).into_iter().map(row).collect()
}

/// A row for each run with a finished epoch: its first and its last one.
pub fn markdown(entries: &[&Entry]) -> String {
    let header = [
        "data set",
        "run",
        "epochs",
        "training loss",
        "training metric",
        "test metric",
    ];
    let row = |entry: &&Entry| {
        let by_epoch = by_epoch(&entry.run.folds);
        let (first, last) = (by_epoch.values().next()?, by_epoch.values().next_back()?);
        let mean = |of_folds: &[&EpochRun], value: fn(&EpochRun) -> f32| {
            let values = of_folds.iter().map(|epoch| f64::from(value(epoch)));
            Spread::of(values).map_or(0.0, |over| over.mean)
        };
        let from_to = |value, words: &dyn Fn(f64) -> String| {
            let [first, last] = [first, last].map(|epoch| words(mean(epoch, value)));
            format!("{first} → {last}")
        };
        let in_unit = |number| metric::value(entry.run.task(), number);
        Some(vec![
            escaped(&entry.run.data),
            escaped(&entry.label),
            by_epoch.len().to_string(),
            from_to(|epoch| epoch.train_loss, &|loss| format!("{loss:.3}")),
            from_to(EpochRun::train_metric, &in_unit),
            from_to(EpochRun::test_metric, &in_unit),
        ])
    };
    let rows: Vec<_> = entries.iter().filter_map(row).collect();
    table(&header.map(String::from), 2, &rows)
}

/// Every epoch of any fold. Folds can have different numbers of epochs.
fn by_epoch(folds: &[FoldRun]) -> BTreeMap<u32, Vec<&EpochRun>> {
    let mut by_epoch: BTreeMap<u32, Vec<&EpochRun>> = BTreeMap::new();
    for epoch in folds.iter().flat_map(|fold| &fold.epochs) {
        by_epoch.entry(epoch.epoch).or_default().push(epoch);
    }
    by_epoch
}
