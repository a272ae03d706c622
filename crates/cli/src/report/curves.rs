//! Learning curves: loss and metric against the epoch, the mean over the folds and one standard deviation
//! around it.

use std::collections::BTreeMap;

use super::axes::{Axis, Scale, draw, log_ticks, ticks, widened};
use super::entry::Entry;
use super::svg::{Anchor, COLOURS, COLUMN, Figure, INK, INK_2, SMALL, polyline};
use crate::metric;
use sublevel::graph::Task;
use sublevel::run_file::{EpochRun, FoldRun, Spread};

const LEFT: f64 = 44.0;
const RIGHT: f64 = COLUMN - 10.0;
const HEIGHT: f64 = 318.0;
/// Bottom and top coordinates of the panels.
const LOSS: [f64; 2] = [166.0, 72.0];
const METRIC: [f64; 2] = [282.0, 182.0];

/// Minimum value on a logarithmic axis.
const MIN_LOSS: f64 = 1e-6;

/// A quantity over the epochs with its axis.
struct Curve {
    points: Vec<Point>,
    style: Style,
}

/// Mean over the folds, and the ends of the band.
struct Point {
    epoch: u32,
    low: f64,
    mean: f64,
    high: f64,
}

/// Style of a curve.
#[derive(Clone, Copy)]
struct Style {
    colour: &'static str,
    dashes: &'static str,
}

const TRAINING: Style = Style {
    colour: COLOURS[1],
    dashes: r#" stroke-dasharray="5 2""#,
};
const TEST: Style = Style {
    colour: COLOURS[0],
    dashes: "",
};
const HALVING: &str = r##"stroke="#565e6b" stroke-width="0.8" stroke-dasharray="1 2""##;

impl Style {
    fn stroke(self) -> String {
        let Self { colour, dashes } = self;
        format!(r#"fill="none" stroke="{colour}" stroke-width="1.4"{dashes}"#)
    }
}

/// The figure of a run; `None` without a finished epoch.
pub fn figure(entry: &Entry) -> Option<String> {
    let run = &entry.run;
    let over = |value: fn(&EpochRun) -> f32, style, axis: fn(Spread) -> [f64; 3]| Curve {
        points: over_folds(&run.folds, value, axis),
        style,
    };
    let loss = over(|epoch| epoch.train_loss, TRAINING, logarithmic);
    let in_unit = match run.task() {
        Task::Classification => per_cent,
        Task::Regression => plain,
    };
    let trained = over(EpochRun::train_metric, TRAINING, in_unit);
    let tested = over(EpochRun::test_metric, TEST, in_unit);
    let last = loss.points.last()?.epoch.max(1);

    let title = format!("{}, {}: learning curves", run.data, entry.label);
    let mut figure = Figure::new(COLUMN, HEIGHT, &title);
    figure.heading([8.0, 16.0], &run.data);
    figure.remark([8.0, 29.0], &entry.label);
    let folds = match run.folds.len() {
        1 => "one fold".into(),
        folds => format!("{folds} folds, mean ± std"),
    };
    let end = run.test_metric().map_or(String::new(), |metric| {
        let text = match run.folds.len() {
            1 => metric::value(run.task(), metric.mean),
            _ => metric::spread(run.task(), metric),
        };
        format!("; final test {} {text}", metric::name(run.task()))
    });
    figure.remark([8.0, 41.0], &(folds + &end));

    let epochs = [0.0, f64::from(last)];
    let x = Axis {
        scale: Scale {
            data: epochs,
            at: [LEFT, RIGHT],
        },
        // Epochs are whole numbers.
        ticks: ticks(epochs, 5.0f64.min(last.into())),
        title: "epoch",
    };
    // The loss of the first epoch can be far above the others, so the axis is logarithmic.
    let range = widened(ends(&[&loss]), 0.5);
    let losses = Axis {
        scale: Scale {
            data: range,
            at: LOSS,
        },
        ticks: log_ticks(range),
        title: "training loss",
    };
    let metrics = metric_axis(run.task(), ends(&[&trained, &tested]));
    for (y, with_x_labels) in [(&losses, false), (&metrics, true)] {
        draw(&mut figure, &x, y, with_x_labels);
    }
    let halvings = halvings(&mut figure, &run.config.halve_at, &x.scale, last);
    for (curve, axis) in [(&loss, &losses), (&trained, &metrics), (&tested, &metrics)] {
        curve.draw(&mut figure, &x.scale, &axis.scale);
    }
    legend(&mut figure, halvings);
    Some(figure.finish())
}

/// The axis of a metric whose curves have these ends.
fn metric_axis(task: Task, [least, most]: [f64; 2]) -> Axis {
    let (data, title) = match task {
        Task::Classification => {
            let from = (10.0 * (least / 10.0).floor()).clamp(0.0, 90.0);
            let to = (10.0 * (most / 10.0).ceil()).clamp(10.0, 100.0);
            ([from, to], "accuracy (%)")
        }
        // An error of 0 throughout still has an axis.
        Task::Regression => ([0.0, if most > 0.0 { most } else { 1.0 }], "error (MAE)"),
    };
    Axis {
        scale: Scale { data, at: METRIC },
        ticks: ticks(data, 5.0),
        title,
    }
}

impl Curve {
    fn draw(&self, figure: &mut Figure, x: &Scale, y: &Scale) {
        let at = |epoch: u32, value: f64| [x.place(epoch.into()), y.place(value)];
        let Style { colour, .. } = self.style;
        if let [only] = &self.points[..] {
            let [x, y] = at(only.epoch, only.mean);
            figure.rectangle([x - 2.0, y - 2.0], [4.0; 2], &format!(r#"fill="{colour}""#));
            return;
        }
        // Metrics stay inside the axis, so the band is clipped to it.
        let [low, high] = y.data;
        let upper = self.points.iter().map(|p| at(p.epoch, p.high.min(high)));
        let lower = self.points.iter().map(|p| at(p.epoch, p.low.max(low)));
        let band = polyline(upper.chain(lower.rev())) + "Z";
        figure.path(&band, &format!(r#"fill="{colour}" fill-opacity="0.18""#));
        let mean = polyline(self.points.iter().map(|p| at(p.epoch, p.mean)));
        figure.path(&mean, &self.style.stroke());
    }
}

/// Every epoch of any fold.
fn over_folds(
    folds: &[FoldRun],
    value: fn(&EpochRun) -> f32,
    axis: fn(Spread) -> [f64; 3],
) -> Vec<Point> {
    let mut by_epoch: BTreeMap<u32, Vec<f64>> = BTreeMap::new();
    for epoch in folds.iter().flat_map(|fold| &fold.epochs) {
        let values = by_epoch.entry(epoch.epoch).or_default();
        values.push(value(epoch).into());
    }
    let point = |(epoch, values): (u32, Vec<f64>)| {
        let [low, mean, high] = axis(Spread::of(values.into_iter())?);
        Some(Point {
            epoch,
            low,
            mean,
            high,
        })
    };
    by_epoch.into_iter().filter_map(point).collect()
}

/// A share as percent.
fn per_cent(Spread { mean, std }: Spread) -> [f64; 3] {
    [mean - std, mean, mean + std].map(|share| 100.0 * share)
}

/// A number in its unit.
fn plain(Spread { mean, std }: Spread) -> [f64; 3] {
    [mean - std, mean, mean + std]
}

/// Decimal logarithms; a band that reaches zero is clipped.
fn logarithmic(Spread { mean, std }: Spread) -> [f64; 3] {
    let mean = mean.max(MIN_LOSS);
    [(mean - std).max(mean / 4.0), mean, mean + std].map(f64::log10)
}

/// Least and greatest value of some curves.
fn ends(curves: &[&Curve]) -> [f64; 2] {
    let points = || curves.iter().flat_map(|curve| &curve.points);
    [
        points().map(|p| p.low).fold(f64::INFINITY, f64::min),
        points().map(|p| p.high).fold(f64::NEG_INFINITY, f64::max),
    ]
}

/// Marks the epochs that start by halving the learning rate; returns whether there is one.
fn halvings(figure: &mut Figure, epochs: &[u32], x: &Scale, last: u32) -> bool {
    let inside = |epoch: &&u32| (1..=last).contains(*epoch);
    for epoch in epochs.iter().filter(inside) {
        let at = x.place(f64::from(*epoch));
        for [bottom, top] in [LOSS, METRIC] {
            figure.line([at, top], [at, bottom], HALVING);
        }
    }
    epochs.iter().any(|epoch| inside(&epoch))
}

/// The legend above the panels.
fn legend(figure: &mut Figure, halvings: bool) {
    let y = 59.0;
    for (x, style, word) in [(LEFT, TEST, "test"), (LEFT + 62.0, TRAINING, "training")] {
        let sample = polyline([[x, y - 3.0], [x + 22.0, y - 3.0]]);
        figure.path(&sample, &style.stroke());
        figure.text([x + 27.0, y], Anchor::Start, SMALL, INK, word);
    }
    if halvings {
        let x = LEFT + 144.0;
        figure.line([x, y - 8.0], [x, y + 2.0], HALVING);
        figure.text(
            [x + 6.0, y],
            Anchor::Start,
            SMALL,
            INK_2,
            "learning rate halved",
        );
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A fold with `number + 1` epochs.
    fn fold(number: u32, losses: [f32; 2], accuracy: f32) -> FoldRun {
        let epochs = (1..=number + 1).map(|epoch| EpochRun {
            epoch,
            train_loss: losses[usize::from(epoch > 1)],
            train_accuracy: Some(accuracy),
            test_accuracy: Some(accuracy),
            train_error: None,
            test_error: None,
            validation_loss: None,
            seconds: 1.0,
        });
        FoldRun {
            split: String::new(),
            fold: number,
            test_accuracy: Some(accuracy),
            test_error: None,
            epochs: epochs.collect(),
            confusion: vec![],
            predictions: vec![],
            values: vec![],
        }
    }

    #[test]
    fn a_band_is_one_deviation_to_either_side() {
        let folds = [fold(1, [1.0, 0.5], 0.5), fold(2, [3.0, 0.5], 0.75)];
        let points = over_folds(&folds, EpochRun::test_metric, per_cent);
        let values: Vec<_> = points
            .iter()
            .map(|p| (p.epoch, p.low, p.mean, p.high))
            .collect();
        // Only one fold has the last epoch.
        assert_eq!(
            values,
            [
                (1, 50.0, 62.5, 75.0),
                (2, 50.0, 62.5, 75.0),
                (3, 75.0, 75.0, 75.0)
            ]
        );

        let points = over_folds(&folds, |epoch| epoch.train_loss, logarithmic);
        let first = &points[0];
        assert_eq!(
            [first.low, first.mean, first.high],
            [1.0, 2.0, 3.0].map(f64::log10)
        );
    }

    #[test]
    fn a_band_that_reaches_zero_still_has_a_logarithm() {
        let ends = logarithmic(Spread {
            mean: 0.0,
            std: 0.0,
        });
        assert!(ends.iter().all(|end| end.is_finite()) && ends.is_sorted());
        let ends = logarithmic(Spread {
            mean: 1.0,
            std: 2.0,
        });
        assert_eq!(ends, [0.25f64, 1.0, 3.0].map(f64::log10));
    }
}
