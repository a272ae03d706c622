//! Axes of a figure: scales and ticks.

use super::svg::{Anchor, Figure, INK, INK_2, LINE, SMALL, TEXT};

/// A linear map from data to coordinates.
#[derive(Clone, Copy, Debug)]
pub struct Scale {
    /// Domain.
    pub data: [f64; 2],
    /// Range.
    pub at: [f64; 2],
}

impl Scale {
    /// Coordinate of a value.
    pub fn place(&self, value: f64) -> f64 {
        let [from, to] = self.data;
        let [start, end] = self.at;
        start + (value - from) / (to - from) * (end - start)
    }
}

/// A tick with its label.
pub struct Tick {
    pub value: f64,
    /// None for a minor tick.
    pub label: Option<String>,
}

/// An axis with its title.
pub struct Axis {
    pub scale: Scale,
    pub ticks: Vec<Tick>,
    pub title: &'static str,
}

/// Draws grid, axes, ticks and titles. The labels of `x` are omitted if the panel below has them.
pub fn draw(figure: &mut Figure, x: &Axis, y: &Axis, with_x_labels: bool) {
    let ([left, right], [bottom, top]) = (x.scale.at, y.scale.at);
    let grid = format!(r#"stroke="{LINE}" stroke-width="0.6""#);
    let ink = format!(r#"stroke="{INK}" stroke-width="0.8""#);
    for tick in &y.ticks {
        let at = y.scale.place(tick.value);
        let length = if tick.label.is_some() { 3.5 } else { 2.0 };
        if let Some(label) = &tick.label {
            figure.line([left, at], [right, at], &grid);
            figure.text([left - 6.0, at + 3.2], Anchor::End, SMALL, INK, label);
        }
        figure.line([left - length, at], [left, at], &ink);
    }
    for tick in &x.ticks {
        let at = x.scale.place(tick.value);
        let length = if tick.label.is_some() { 3.5 } else { 2.0 };
        figure.line([at, bottom], [at, bottom + length], &ink);
        if let (Some(label), true) = (&tick.label, with_x_labels) {
            figure.text([at, bottom + 13.0], Anchor::Middle, SMALL, INK, label);
        }
    }
    figure.line([left, bottom], [right, bottom], &ink);
    figure.line([left, bottom], [left, top], &ink);
    figure.upright_text([left - 32.0, f64::midpoint(bottom, top)], y.title);
    if with_x_labels {
        let middle = [f64::midpoint(left, right), bottom + 26.0];
        figure.text(middle, Anchor::Middle, TEXT, INK_2, x.title);
    }
}

/// Round numbers in a range, with at most this number of steps.
pub fn ticks([from, to]: [f64; 2], steps: f64) -> Vec<Tick> {
    let rough = (to - from) / steps;
    let power = 10_f64.powf(rough.log10().floor());
    let step = [1.0, 2.0, 5.0, 10.0]
        .map(|factor| factor * power)
        .into_iter()
        .find(|step| *step >= rough * (1.0 - 1e-9))
        .unwrap_or(10.0 * power);
    let decimals = (-step.log10().floor()).max(0.0) as usize;
    let first = (from / step - 1e-9).ceil() as i64;
    let last = (to / step + 1e-9).floor() as i64;
    (first..=last)
        .map(|index| index as f64 * step)
        .map(|value| Tick {
            value,
            label: Some(format!("{value:.decimals$}")),
        })
        .collect()
}

/// A range with a margin and a minimum width.
pub fn widened([from, to]: [f64; 2], least: f64) -> [f64; 2] {
    let margin = (least - (to - from)).max(0.1) / 2.0;
    [from - margin, to + margin]
}

/// Powers of ten in a range of logarithms, with minor ticks at their multiples. With few powers, their doubles and fivefolds have
/// labels as well.
pub fn log_ticks([from, to]: [f64; 2]) -> Vec<Tick> {
    let labelled: &[i32] = match to - from {
        ..1.6 => &[1, 2, 5],
        _ => &[1],
    };
    let mut ticks = Vec::new();
    for power in from.floor() as i32..=to.ceil() as i32 {
        for factor in 1..10 {
            let value = f64::from(power) + f64::from(factor).log10();
            let label = labelled.contains(&factor).then(|| match power {
                -4..0 => format!("{:.*}", power.unsigned_abs() as usize, 10_f64.powf(value)),
                0..5 => format!("{:.0}", 10_f64.powf(value)),
                _ => format!("{factor}e{power}"),
            });
            if (from - 1e-9..=to + 1e-9).contains(&value) {
                ticks.push(Tick { value, label });
            }
        }
    }
    ticks
}

#[cfg(test)]
mod tests {
    use super::*;

    fn labels(ticks: &[Tick]) -> Vec<&str> {
        ticks
            .iter()
            .filter_map(|tick| tick.label.as_deref())
            .collect()
    }

    #[test]
    fn ticks_are_round() {
        assert_eq!(
            labels(&ticks([0.0, 100.0], 5.0)),
            ["0", "20", "40", "60", "80", "100"]
        );
        assert_eq!(
            labels(&ticks([40.0, 90.0], 5.0)),
            ["40", "50", "60", "70", "80", "90"]
        );
        assert_eq!(
            labels(&ticks([0.0, 0.3], 4.0)),
            ["0.0", "0.1", "0.2", "0.3"]
        );
        assert_eq!(labels(&ticks([0.0, 1.0], 1.0)), ["0", "1"]);
    }

    #[test]
    fn logarithmic_ticks_have_a_label_however_short_the_axis() {
        assert_eq!(labels(&log_ticks([-0.6, 0.4])), ["0.5", "1", "2"]);
        assert_eq!(labels(&log_ticks([-1.0, 2.0])), ["0.1", "1", "10", "100"]);
        for start in 0..100 {
            let range = widened([-2.0 + 0.03 * f64::from(start); 2], 0.5);
            assert!(!labels(&log_ticks(range)).is_empty(), "{range:?}");
        }
    }
}
