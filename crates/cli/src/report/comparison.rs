//! All accuracies in one figure: one line per run, its mean and deviation beside the published ones.

use super::axes::{Axis, Scale, draw, ticks};
use super::entry::Entry;
use super::paper::Published;
use super::svg::{
    Anchor, COLOURS, COLUMN, Figure, INK, INK_2, SMALL, TEXT, number, polyline, shortened,
};
use sublevel::run_file::Spread;

/// Wide enough for the longest usual label, "1-GIN (sort pooling), uninformative".
const LEFT: f64 = 206.0;
const RIGHT: f64 = COLUMN - 12.0;
const TOP: f64 = 46.0;
const ROW: f64 = 14.0;

/// The figure; `None` if no run has a finished fold.
pub fn figure(entries: &[Entry]) -> Option<String> {
    let rows: Vec<(&Entry, Spread)> = entries
        .iter()
        .filter_map(|entry| Some((entry, entry.accuracy()?)))
        .collect();
    let spreads = rows.iter().flat_map(|(entry, own)| {
        let published = entry.published().map(spread);
        [Some(*own), published].into_iter().flatten()
    });
    let least = spreads.clone().map(|s| s.mean - s.std).reduce(f64::min)?;
    let most = spreads.map(|s| s.mean + s.std).reduce(f64::max)?;
    let from = (10.0 * (least / 10.0).floor()).clamp(0.0, 90.0);
    // One fold has no deviation, and its accuracy may be a multiple of ten.
    let to = (10.0 * (most / 10.0).ceil()).clamp(from + 10.0, 100.0);
    let range = [from, to];

    let sets = rows.chunk_by(|(a, _), (b, _)| a.run.data == b.run.data);
    let bottom = TOP + ROW * (rows.len() + sets.clone().count()) as f64 + 4.0;
    let mut figure = Figure::new(COLUMN, bottom + 36.0, "Test accuracy of every run");
    figure.heading([8.0, 16.0], "Test accuracy");
    let x = Scale {
        data: range,
        at: [LEFT, RIGHT],
    };
    for tick in ticks(range, 5.0) {
        let at = x.place(tick.value);
        figure.line([at, TOP - 4.0], [at, bottom], GRID);
    }
    let axis = |scale, ticks, title| Axis {
        scale,
        ticks,
        title,
    };
    let lines = Scale {
        data: [0.0, 1.0],
        at: [bottom, TOP - 4.0],
    };
    draw(
        &mut figure,
        &axis(x, ticks(range, 5.0), "accuracy (%)"),
        &axis(lines, vec![], ""),
        true,
    );
    own(&mut figure, [16.0, 32.0], [8.0; 2]);
    figure.text([29.0, 35.0], Anchor::Start, SMALL, INK, "Sublevel");
    published(&mut figure, [88.0, 32.0], [8.0; 2]);
    let words = "published by the authors of GFL; bars: one std";
    figure.text([101.0, 35.0], Anchor::Start, SMALL, INK_2, words);

    let mut y = TOP;
    for set in sets {
        y += ROW;
        let name = shortened(&set[0].0.run.data, LEFT - 16.0, TEXT);
        figure.text([8.0, y - 3.0], Anchor::Start, TEXT, INK_2, &name);
        for (entry, accuracy) in set {
            y += ROW;
            let name = shortened(&entry.label, LEFT - 24.0, SMALL);
            figure.text([16.0, y - 3.0], Anchor::Start, SMALL, INK, &name);
            let ends = |s: Spread| {
                let [low, high] =
                    [s.mean - s.std, s.mean + s.std].map(|end| end.clamp(range[0], range[1]));
                let middle = x.place(s.mean);
                (middle, [middle - x.place(low), x.place(high) - middle])
            };
            if let Some(other) = entry.published() {
                let (middle, bars) = ends(spread(other));
                published(&mut figure, [middle, y - 3.5], bars);
            }
            let (middle, bars) = ends(*accuracy);
            own(&mut figure, [middle, y - 8.5], bars);
        }
    }
    Some(figure.finish())
}

/// A number without a published deviation has no error bars.
fn spread(published: &Published) -> Spread {
    Spread {
        mean: published.mean,
        std: published.std.unwrap_or(0.0),
    }
}

const GRID: &str = r##"stroke="#dfe3e8" stroke-width="0.6""##;

/// A disc with error bars.
fn own(figure: &mut Figure, [x, y]: [f64; 2], [left, right]: [f64; 2]) {
    let colour = COLOURS[0];
    let bar = polyline([[x - left, y], [x + right, y]]);
    figure.path(&bar, &format!(r#"stroke="{colour}" stroke-width="1.4""#));
    let disc = format!(
        "M{} {}a2.4 2.4 0 1 0 4.8 0a2.4 2.4 0 1 0-4.8 0z",
        number(x - 2.4),
        number(y)
    );
    figure.path(&disc, &format!(r#"fill="{colour}""#));
}

/// A hollow diamond with thin error bars.
fn published(figure: &mut Figure, [x, y]: [f64; 2], [left, right]: [f64; 2]) {
    let bar = polyline([[x - left, y], [x + right, y]]);
    figure.path(&bar, &format!(r#"stroke="{INK_2}" stroke-width="0.8""#));
    let diamond = format!(
        "M{} {}l2.6 2.6l-2.6 2.6l-2.6-2.6z",
        number(x),
        number(y - 2.6)
    );
    figure.path(
        &diamond,
        &format!(r##"fill="#ffffff" stroke="{INK_2}" stroke-width="0.9""##),
    );
}
