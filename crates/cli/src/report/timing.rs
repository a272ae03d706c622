//! Time of persistence by the size of a graph.

use std::collections::BTreeSet;

use super::axes::{Axis, Scale, draw, log_ticks, widened};
use super::markdown::{escaped, table};
use super::svg::{Anchor, COLOURS, COLUMN, Figure, INK, SMALL, number, polyline};
use crate::Failure;
use crate::bench_file::{BenchFile, GraphTime, ReadoutFile, ReadoutSet, ReadoutTime, quartiles};

const LEFT: f64 = 48.0;
const RIGHT: f64 = COLUMN - 10.0;

/// A power law `time = factor · size^slope`, fitted to logarithms by least squares.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PowerLaw {
    pub slope: f64,
    /// Decimal logarithm of the factor.
    pub intercept: f64,
    /// Coefficient of determination.
    pub r_squared: f64,
}

impl PowerLaw {
    /// Fits points of logarithms; `None` if all have the same size.
    pub fn through(points: &[[f64; 2]]) -> Option<Self> {
        let count = points.len() as f64;
        let mean = |axis: usize| points.iter().map(|point| point[axis]).sum::<f64>() / count;
        let (x, y) = (mean(0), mean(1));
        let moment = |a: usize, b: usize| {
            let means = [x, y];
            points
                .iter()
                .map(|p| (p[a] - means[a]) * (p[b] - means[b]))
                .sum::<f64>()
        };
        let (spread, total) = (moment(0, 0), moment(1, 1));
        if points.len() < 2 || spread < 1e-12 {
            return None;
        }
        let slope = moment(0, 1) / spread;
        // A horizontal line has no variance to explain.
        let r_squared = if total < 1e-12 {
            1.0
        } else {
            slope * moment(0, 1) / total
        };
        Some(Self {
            slope,
            intercept: y - slope * x,
            r_squared,
        })
    }

    fn words(&self) -> String {
        format!("slope {:.2}, R² = {:.2}", self.slope, self.r_squared)
    }
}

/// A data set of a bench file as logarithms of simplices and microseconds.
struct Cloud<'a> {
    name: &'a str,
    points: Vec<[f64; 2]>,
}

/// Figure and Markdown of a bench file; messages use `name`, and `svg` is the figure's file.
pub fn report(bench: &BenchFile, name: &str, svg: &str) -> Result<(String, String), Failure> {
    let clouds: Vec<_> = bench
        .sets
        .iter()
        .map(|set| Cloud {
            name: &set.data,
            points: points(&set.per_graph),
        })
        .filter(|cloud| !cloud.points.is_empty())
        .collect();
    if clouds.is_empty() {
        return Err(Failure::usage(format!(
            "{name}: there are no times of single graphs in it; \
             `sublevel bench persistence --format json --per-graph` writes them"
        )));
    }
    let words = Words {
        heading: "Persistence of single graphs",
        title: "Time of persistence against the size of a graph",
        fit_each: false,
    };
    Ok((figure(&clouds, &words), markdown(bench, &clouds, svg)))
}

/// Figure and Markdown of the readout times of a data set in the file `svg`; `None` without times.
pub fn readout(file: &ReadoutFile, set: &ReadoutSet, svg: &str) -> Option<(String, String)> {
    let clouds = ReadoutTime::PARTS.map(|(name, value)| Cloud {
        name,
        points: logarithms(set.per_graph.iter().map(|time| {
            let simplices = f64::from(time.vertices) + f64::from(time.edges);
            [simplices, value(time)]
        })),
    });
    if clouds.iter().any(|cloud| cloud.points.is_empty()) {
        return None;
    }
    let words = Words {
        heading: &format!("{}: one graph at a time", set.data),
        title: &format!(
            "{}: time of readout and message passing of a graph",
            set.data
        ),
        fit_each: true,
    };
    Some((
        figure(&clouds, &words),
        readout_markdown(file, set, &clouds, svg),
    ))
}

/// The paper's microseconds for a graph of REDDIT-MULTI-5K, in the order of [`ReadoutTime::PARTS`].
const PAPER: [f64; 3] = [20_000.0, 400.0, 2_000.0];

fn readout_markdown(file: &ReadoutFile, set: &ReadoutSet, clouds: &[Cloud], svg: &str) -> String {
    let header = [
        "",
        "median µs",
        "quartiles µs",
        "readout / this",
        "paper µs",
        "paper: readout / this",
        "slope",
        "R²",
    ];
    let times = ReadoutTime::PARTS
        .map(|(_, part)| quartiles(set.per_graph.iter().map(part).collect()).unwrap_or_default());
    let own = times[0][1];
    let rows: Vec<_> = clouds
        .iter()
        .zip(times)
        .zip(PAPER)
        .map(|((cloud, [lower, middle, upper]), paper)| {
            let law = PowerLaw::through(&cloud.points);
            vec![
                cloud.name.to_owned(),
                format!("{middle:.1}"),
                format!("{lower:.1} – {upper:.1}"),
                format!("{:.2}", own / middle),
                format!("{paper:.0}"),
                format!("{:.0}", PAPER[0] / paper),
                optional(law.map(|law| law.slope)),
                optional(law.map(|law| law.r_squared)),
            ]
        })
        .collect();
    format!(
        "\n![{0}: time of readout, 1-GIN and 4-GIN against the number of simplices, double logarithmic]({svg})\n\n\
         {0}, {1} graphs, one point per graph. The readout maps filter values to the vector of the graph: persistence in both \
         directions, 100 rational hats for each barcode. 1-GIN and 4-GIN are forward passes of the learned filter with one and \
         four layers of message passing, features uninformative. Each time is of one graph in memory on one CPU thread, the \
         median of {2} runs. The filter evaluates each class of indistinguishable vertices once; reading the data set finds the \
         classes. The paper's times are of its GPU implementation, per graph of REDDIT-MULTI-5K. sublevel {3}, {4}.\n\n{5}",
        escaped(&set.data),
        set.per_graph.len(),
        file.repeats,
        file.versions.sublevel,
        escaped(&file.processor),
        table(&header.map(String::from), 1, &rows)
    )
}

fn optional(value: Option<f64>) -> String {
    value.map_or("–".into(), |value| format!("{value:.2}"))
}

/// Titles of a figure.
struct Words<'a> {
    heading: &'a str,
    /// Title for screen readers.
    title: &'a str,
    /// Whether each data set has its own fit.
    fit_each: bool,
}

fn points(times: &[GraphTime]) -> Vec<[f64; 2]> {
    let times = times.iter();
    logarithms(times.map(|time| [f64::from(time.vertices) + f64::from(time.edges), time.us]))
}

/// The positive values.
fn logarithms(points: impl Iterator<Item = [f64; 2]>) -> Vec<[f64; 2]> {
    points
        .filter(|point| point.iter().all(|value| *value > 0.0))
        .map(|point| point.map(f64::log10))
        .collect()
}

fn figure(clouds: &[Cloud], words: &Words) -> String {
    let all: Vec<_> = clouds
        .iter()
        .flat_map(|cloud| cloud.points.iter().copied())
        .collect();
    let [sizes, times] = [0, 1].map(|axis| {
        let values = || all.iter().map(|point| point[axis]);
        let ends = [
            values().fold(f64::INFINITY, f64::min),
            values().fold(f64::NEG_INFINITY, f64::max),
        ];
        widened(ends, 1.1)
    });
    let law = PowerLaw::through(&all).filter(|_| !words.fit_each);
    let top = 36.0 + 13.0 * clouds.len() as f64 + if law.is_some() { 13.0 } else { 0.0 };
    let bottom = top + 190.0;

    let mut figure = Figure::new(COLUMN, bottom + 36.0, words.title);
    figure.heading([8.0, 16.0], words.heading);
    let x = Axis {
        scale: Scale {
            data: sizes,
            at: [LEFT, RIGHT],
        },
        ticks: log_ticks(sizes),
        title: "simplices (vertices + edges)",
    };
    let y = Axis {
        scale: Scale {
            data: times,
            at: [bottom, top],
        },
        ticks: log_ticks(times),
        title: "time (µs)",
    };
    draw(&mut figure, &x, &y, true);
    for (index, cloud) in clouds.iter().enumerate() {
        let marker = Marker(index);
        // Points with the same printed coordinates are one mark.
        let places: BTreeSet<[i64; 2]> = cloud
            .points
            .iter()
            .map(|[size, time]| [x.scale.place(*size), y.scale.place(*time)])
            .map(|place| place.map(|value| (value * 5.0).round() as i64))
            .collect();
        let path: String = places
            .iter()
            .map(|place| marker.path(place.map(|value| value as f64 / 5.0)))
            .collect();
        figure.path(&path, &marker.style());
        let line = 33.0 + 13.0 * index as f64;
        figure.path(
            &marker.path([13.5, line - 3.0]),
            &marker.style().replace("0.45", "1"),
        );
        let own = PowerLaw::through(&cloud.points)
            .map_or(String::new(), |law| format!(": {}", law.words()));
        figure.text(
            [26.0, line],
            Anchor::Start,
            SMALL,
            INK,
            &format!("{}{own}", cloud.name),
        );
    }
    let mut fit = |law: &PowerLaw, style: &str| {
        let ends = range_of_fit(law, sizes, times);
        let at = |size: f64| {
            [
                x.scale.place(size),
                y.scale.place(law.intercept + law.slope * size),
            ]
        };
        figure.path(&polyline(ends.map(at)), style);
    };
    if words.fit_each {
        for (cloud, colour) in clouds.iter().zip(COLOURS.iter().cycle()) {
            if let Some(law) = PowerLaw::through(&cloud.points) {
                // On a white outline, to contrast with points of the same colour.
                fit(&law, GROUND);
                fit(&law, &fitted(colour));
            }
        }
    }
    if let Some(law) = law {
        fit(&law, &fitted(INK));
        let line = 33.0 + 13.0 * clouds.len() as f64;
        figure.path(
            &polyline([[6.0, line - 3.0], [21.0, line - 3.0]]),
            &fitted(INK),
        );
        figure.text(
            [26.0, line],
            Anchor::Start,
            SMALL,
            INK,
            &format!("all graphs: {}", law.words()),
        );
    }
    figure.finish()
}

/// Style of a fitted line.
fn fitted(colour: &str) -> String {
    format!(r#"stroke="{colour}" stroke-width="1.2" stroke-dasharray="6 3" fill="none""#)
}

/// Outline of a line among points of the same colour.
const GROUND: &str = r##"stroke="#ffffff" stroke-width="3" fill="none""##;

/// The part of the fitted line inside the axes.
fn range_of_fit(law: &PowerLaw, sizes: [f64; 2], times: [f64; 2]) -> [f64; 2] {
    if law.slope.abs() < 1e-9 {
        return sizes;
    }
    let mut crossings = times.map(|time| (time - law.intercept) / law.slope);
    crossings.sort_by(f64::total_cmp);
    [sizes[0].max(crossings[0]), sizes[1].min(crossings[1])]
}

/// Shape and colour of the points of a data set.
struct Marker(usize);

impl Marker {
    fn path(&self, [x, y]: [f64; 2]) -> String {
        let at = |dx: f64, dy: f64| format!("M{} {}", number(x + dx), number(y + dy));
        match self.0 % 4 {
            0 => at(-1.5, 0.0) + "a1.5 1.5 0 1 0 3 0a1.5 1.5 0 1 0-3 0z",
            1 => at(-1.3, -1.3) + "h2.6v2.6h-2.6z",
            2 => at(0.0, -1.9) + "l1.7 3h-3.4z",
            _ => at(0.0, -2.0) + "l2 2l-2 2l-2-2z",
        }
    }

    fn style(&self) -> String {
        format!(
            r#"fill="{}" fill-opacity="0.45""#,
            COLOURS[self.0 % COLOURS.len()]
        )
    }
}

fn markdown(bench: &BenchFile, clouds: &[Cloud], svg: &str) -> String {
    let header = [
        "data set",
        "graphs",
        "simplices",
        "median µs",
        "slope",
        "R²",
    ];
    let rows: Vec<_> = clouds
        .iter()
        .map(|cloud| {
            let [mut sizes, times] = [0, 1].map(|axis| {
                let values = cloud.points.iter().map(|point| 10_f64.powf(point[axis]));
                values.collect::<Vec<_>>()
            });
            sizes.sort_by(f64::total_cmp);
            let [_, median, _] = quartiles(times).unwrap_or_default();
            let law = PowerLaw::through(&cloud.points);
            vec![
                escaped(cloud.name),
                sizes.len().to_string(),
                format!("{:.0} to {:.0}", sizes[0], sizes[sizes.len() - 1]),
                format!("{median:.2}"),
                optional(law.map(|law| law.slope)),
                optional(law.map(|law| law.r_squared)),
            ]
        })
        .collect();
    format!(
        "\n![Time of persistence against the number of simplices, double logarithmic]({svg})\n\n\
         One point per graph: sublevel and superlevel persistence with a random filter, including sorting of the vertices, \
         median of {} runs, on one CPU thread. The engines are exact: bit masks for small graphs, union-find for the others. \
         The dashed line is a least-squares fit to the logarithms of all points. sublevel \
         {}, {}.\n\n{}",
        bench.repeats,
        bench.versions.sublevel,
        escaped(&bench.processor),
        table(&header.map(String::from), 1, &rows)
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_power_law_is_found() {
        let points: Vec<_> = (1..20)
            .map(f64::from)
            .map(|x| [x.log10(), (3.0 * x.powf(1.5)).log10()])
            .collect();
        let law = PowerLaw::through(&points).unwrap();
        assert!((law.slope - 1.5).abs() < 1e-9 && (law.r_squared - 1.0).abs() < 1e-9);
        assert!((law.intercept - 3f64.log10()).abs() < 1e-9);
    }

    #[test]
    fn scatter_lowers_the_coefficient_of_determination() {
        // Two points at each end, one above the other: the fit explains half of the variance.
        let points = [[0.0, 0.0], [0.0, 2.0], [2.0, 2.0], [2.0, 4.0]];
        let law = PowerLaw::through(&points).unwrap();
        assert!((law.slope - 1.0).abs() < 1e-9 && (law.r_squared - 0.5).abs() < 1e-9);
    }

    #[test]
    fn one_size_has_no_slope() {
        assert_eq!(PowerLaw::through(&[[1.0, 0.0], [1.0, 1.0]]), None);
        assert_eq!(PowerLaw::through(&[]), None);
    }
}
