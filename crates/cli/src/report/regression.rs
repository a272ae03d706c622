//! The runs that predict numbers: their test errors, and the predictions against the targets.

use super::accuracy::folds;
use super::entry::Entry;
use sublevel::graph::Task;
use sublevel::metric;
use sublevel::run_file::RunFile;
use sublevel::table::{csv as csv_row, escaped, table};

/// One row per run.
pub fn markdown(entries: &[Entry]) -> String {
    let header = [
        "data set",
        "model",
        "features",
        "files",
        "seed",
        "folds",
        "error (MAE)",
    ];
    let row = |entry: &Entry| {
        let run = &entry.run;
        vec![
            escaped(&run.data),
            escaped(&entry.run.model()),
            escaped(&entry.run.details()),
            escaped(&entry.files.join(", ")),
            run.seed.to_string(),
            folds(entry),
            error(run),
        ]
    };
    let rows: Vec<_> = entries.iter().map(row).collect();
    format!(
        "Mean absolute error over the test part after the last epoch, in the unit of the targets: mean ± population standard \
         deviation over the folds. A lower error is better.\n\n{}",
        table(&header.map(String::from), 4, &rows)
    )
}

/// The test error over the finished folds. One fold has no deviation.
fn error(run: &RunFile) -> String {
    match (run.test_metric(), run.folds.len()) {
        (None, _) => "no finished fold".into(),
        (Some(only), 1) => metric::value(Task::Regression, only.mean),
        (Some(spread), _) => metric::spread(Task::Regression, spread),
    }
}

/// The runs as comma-separated values, one row each.
pub fn csv(entries: &[Entry]) -> String {
    let mut text = "data,model,details,seed,folds,of_folds,mean_error,std_error,files\n".to_owned();
    for entry in entries {
        let run = &entry.run;
        let optional = |value: Option<f64>| value.map_or(String::new(), |value| value.to_string());
        let over = run.test_metric();
        let fields = [
            run.data.clone(),
            entry.run.model(),
            entry.run.details(),
            run.seed.to_string(),
            run.folds.len().to_string(),
            run.config.folds.to_string(),
            optional(over.map(|over| over.mean)),
            optional(over.map(|over| over.std)),
            entry.files.join(" "),
        ];
        text += &csv_row(&fields);
    }
    text
}

/// The header of [`predictions`].
pub const HEADER: &str = "data,run,fold,graph,target,predicted";

/// A row for each graph of the test parts, as comma-separated values.
pub fn predictions(entry: &Entry) -> String {
    let run = &entry.run;
    let rows = run.folds.iter().flat_map(|fold| {
        fold.values.iter().map(|(graph, target, predicted)| {
            csv_row(&[
                run.data.clone(),
                entry.label.clone(),
                fold.fold.to_string(),
                graph.to_string(),
                target.to_string(),
                predicted.to_string(),
            ])
        })
    });
    rows.collect()
}
