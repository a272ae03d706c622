//! The runs that predict numbers: their test errors, and the predictions against the targets.

use super::accuracy::{folds, quoted};
use super::axes::{Axis, Scale, draw, ticks};
use super::entry::Entry;
use super::markdown::{escaped, table};
use super::svg::{COLOURS, COLUMN, Figure, INK_2, number};
use crate::metric;
use sublevel::graph::Task;
use sublevel::run_file::RunFile;

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
            escaped(&entry.model()),
            escaped(&entry.details()),
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
            entry.model(),
            entry.details(),
            run.seed.to_string(),
            run.folds.len().to_string(),
            run.config.folds.to_string(),
            optional(over.map(|over| over.mean)),
            optional(over.map(|over| over.std)),
            entry.files.join(" "),
        ];
        text += &fields.map(|field| quoted(&field)).join(",");
        text.push('\n');
    }
    text
}

const LEFT: f64 = 52.0;
const TOP: f64 = 52.0;
const SIDE: f64 = 270.0;

/// The predictions for the test parts of all folds against the targets; `None` without predictions.
pub fn scatter(entry: &Entry) -> Option<String> {
    let run = &entry.run;
    let values = || run.folds.iter().flat_map(|fold| &fold.values);
    let numbers = || values().flat_map(|&(_, target, predicted)| [target, predicted]);
    let low = numbers().reduce(f32::min)?.into();
    let high = numbers().reduce(f32::max)?.into();
    let range: [f64; 2] = match low < high {
        true => [low, high],
        false => [low - 0.5, high + 0.5],
    };
    let title = format!("{}, {}: predictions against targets", run.data, entry.label);
    let mut figure = Figure::new(COLUMN, TOP + SIDE + 36.0, &title);
    figure.heading([8.0, 16.0], &run.data);
    figure.remark([8.0, 29.0], &entry.label);
    figure.remark(
        [8.0, 41.0],
        "graphs of the test parts; the line marks equal numbers",
    );
    let axis = |at, title| Axis {
        scale: Scale { data: range, at },
        ticks: ticks(range, 5.0),
        title,
    };
    let x = axis([LEFT, LEFT + SIDE], "actual");
    let y = axis([TOP + SIDE, TOP], "predicted");
    draw(&mut figure, &x, &y, true);
    let corner = |end: f64| [x.scale.place(end), y.scale.place(end)];
    let line = format!(r#"stroke="{INK_2}" stroke-width="0.8" stroke-dasharray="3 2""#);
    figure.line(corner(range[0]), corner(range[1]), &line);
    // One path for all points keeps the file small.
    let mut points = String::new();
    for &(_, target, predicted) in values() {
        let [x, y] = [
            x.scale.place(target.into()),
            y.scale.place(predicted.into()),
        ];
        points += &format!("M{} {}h0", number(x), number(y));
    }
    let style = format!(
        r#"fill="none" stroke="{}" stroke-opacity="0.5" stroke-width="3" stroke-linecap="round""#,
        COLOURS[0]
    );
    figure.path(&points, &style);
    Some(figure.finish())
}
