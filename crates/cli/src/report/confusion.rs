//! Confusion matrices, summed over the folds.

use super::entry::Entry;
use super::svg::{Anchor, COLUMN, Figure, INK, INK_2, SMALL, TEXT, shortened};
use crate::Failure;

const TOP: f64 = 78.0;
/// Width of the class names with the axis title.
const NAMES: f64 = 64.0;
const TITLE: f64 = 26.0;

/// The sum over the folds; `None` if the run has no confusion matrices.
pub fn sum(entry: &Entry) -> Result<Option<Vec<Vec<u32>>>, Failure> {
    let mut total: Vec<Vec<u32>> = Vec::new();
    for fold in entry
        .run
        .folds
        .iter()
        .filter(|fold| !fold.confusion.is_empty())
    {
        let classes = match entry.run.classes.len() {
            0 => fold.confusion.len(),
            named => named,
        };
        if total.is_empty() {
            total = vec![vec![0; classes]; classes];
        }
        let fits = |matrix: &[Vec<u32>]| {
            matrix.len() == total.len() && matrix.iter().all(|row| row.len() == total.len())
        };
        if !fits(&fold.confusion) {
            return Err(Failure::usage(format!(
                "{}: fold {}: `confusion` is expected to have {classes} rows of {classes} numbers, one for each class",
                entry.files.join(", "),
                fold.fold
            )));
        }
        for (sums, row) in total.iter_mut().zip(&fold.confusion) {
            for (sum, count) in sums.iter_mut().zip(row) {
                *sum = sum.saturating_add(*count);
            }
        }
    }
    Ok((!total.is_empty()).then_some(total))
}

/// The figure of the summed matrix.
pub fn figure(entry: &Entry, matrix: &[Vec<u32>]) -> String {
    let run = &entry.run;
    let classes = matrix.len() as f64;
    let names = (0..matrix.len()).map(|index| match run.classes.get(index) {
        Some(name) => shortened(name, NAMES, SMALL),
        None => (index + 1).to_string(),
    });
    let cell = ((COLUMN - 2.0 * (NAMES + TITLE)) / classes).clamp(44.0, 58.0);
    let side = cell * classes;
    let left = ((COLUMN - side) / 2.0).max(NAMES + TITLE);
    let width = (left + side + 12.0).max(COLUMN);
    let title = format!("{}, {}: confusion matrix", run.data, entry.label);
    let mut figure = Figure::new(width, TOP + side + 12.0, &title);
    figure.heading([8.0, 16.0], &run.data);
    figure.remark([8.0, 29.0], &entry.label);
    figure.remark(
        [8.0, 41.0],
        "graphs of the test parts, and their share of the actual class",
    );

    let longest = names
        .clone()
        .map(|name| name.chars().count())
        .max()
        .unwrap_or(0);
    let middle = side / 2.0;
    figure.text(
        [left + middle, TOP - 19.0],
        Anchor::Middle,
        TEXT,
        INK_2,
        "predicted class",
    );
    figure.upright_text(
        [left - 16.0 - 0.55 * SMALL * longest as f64, TOP + middle],
        "true class",
    );
    for (index, (row, name)) in matrix.iter().zip(names).enumerate() {
        let along = (index as f64 + 0.5) * cell;
        let above = [left + along, TOP - 6.0];
        figure.text(
            above,
            Anchor::Middle,
            SMALL,
            INK,
            &shortened(&name, cell, SMALL),
        );
        figure.text(
            [left - 6.0, TOP + along + 3.0],
            Anchor::End,
            SMALL,
            INK,
            &name,
        );
        let all: u64 = row.iter().copied().map(u64::from).sum();
        for (column, count) in row.iter().enumerate() {
            let share = match all {
                0 => 0.0,
                all => f64::from(*count) / all as f64,
            };
            let corner = [left + column as f64 * cell, TOP + index as f64 * cell];
            let style = format!(
                r##"fill="{}" stroke="#ffffff" stroke-width="1""##,
                shade(share)
            );
            figure.rectangle(corner, [cell; 2], &style);
            let ink = if share > 0.75 { "#ffffff" } else { INK };
            let [x, y] = corner.map(|from| from + cell / 2.0);
            figure.text([x, y - 1.0], Anchor::Middle, 11.0, ink, &count.to_string());
            let words = match all {
                0 => "–".into(),
                _ => format!("{:.1} %", 100.0 * share),
            };
            figure.text([x, y + 11.0], Anchor::Middle, SMALL, ink, &words);
        }
    }
    figure.finish()
}

/// From nearly white to the blue of class 0; darker means more, also in greyscale.
fn shade(share: f64) -> String {
    let between = |from: f64, to: f64| (from + share * (to - from)).round() as u8;
    let [red, green, blue] =
        [[243.0, 0.0], [246.0, 90.0], [250.0, 156.0]].map(|[a, b]| between(a, b));
    format!("#{red:02x}{green:02x}{blue:02x}")
}
