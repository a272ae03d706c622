//! Time of persistence by the size of a graph.

use crate::Failure;
use crate::bench_file::{BenchFile, GraphTime, ReadoutFile, ReadoutSet, ReadoutTime, quartiles};
use sublevel::table::{csv, escaped, table};

/// The header of [`rows`] and [`readout_rows`].
pub const HEADER: &str = "data,part,simplices,us";

/// A power law `time = factor · size^slope`, fitted to logarithms by least squares.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PowerLaw {
    pub slope: f64,
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
        Some(Self { slope, r_squared })
    }
}

/// A data set of a bench file as logarithms of simplices and microseconds.
struct Cloud<'a> {
    name: &'a str,
    points: Vec<[f64; 2]>,
}

/// The time of each graph as comma-separated values.
pub fn rows(bench: &BenchFile) -> String {
    let sets = bench.sets.iter();
    let rows = sets.flat_map(|set| {
        let times = set.per_graph.iter();
        times.map(|time| row(&set.data, "persistence", time.vertices, time.edges, time.us))
    });
    rows.collect()
}

/// The times of each graph as comma-separated values.
pub fn readout_rows(set: &ReadoutSet) -> String {
    let rows = ReadoutTime::PARTS.iter().flat_map(|(part, us)| {
        let times = set.per_graph.iter();
        times.map(|time| row(&set.data, part, time.vertices, time.edges, us(time)))
    });
    rows.collect()
}

fn row(data: &str, part: &str, vertices: u32, edges: u32, us: f64) -> String {
    let simplices = u64::from(vertices) + u64::from(edges);
    csv(&[
        data.into(),
        part.into(),
        simplices.to_string(),
        us.to_string(),
    ])
}

/// Markdown of a bench file; messages use `name`.
pub fn report(bench: &BenchFile, name: &str) -> Result<String, Failure> {
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
    Ok(markdown(bench, &clouds))
}

/// Markdown of the readout times of a data set; `None` without times.
pub fn readout(file: &ReadoutFile, set: &ReadoutSet) -> Option<String> {
    let clouds = ReadoutTime::PARTS.map(|(name, value)| Cloud {
        name,
        points: logarithms(set.per_graph.iter().map(|time| {
            let simplices = f64::from(time.vertices) + f64::from(time.edges);
            [simplices, value(time)]
        })),
    });
    let is_timed = clouds.iter().all(|cloud| !cloud.points.is_empty());
    is_timed.then(|| readout_markdown(file, set, &clouds))
}

/// The paper's microseconds for a graph of REDDIT-MULTI-5K, in the order of [`ReadoutTime::PARTS`].
const PAPER: [f64; 3] = [20_000.0, 400.0, 2_000.0];

fn readout_markdown(file: &ReadoutFile, set: &ReadoutSet, clouds: &[Cloud]) -> String {
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
        "\n{0}, {1} graphs. The readout maps filter values to the vector of the graph: persistence in both \
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

fn markdown(bench: &BenchFile, clouds: &[Cloud]) -> String {
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
        "\nFor each graph: sublevel and superlevel persistence with a random filter, including sorting of the vertices, \
         median of {} runs, on one CPU thread. The engines are exact: bit masks for small graphs, union-find for the others. \
         The slope is that of a least-squares fit to the logarithms of times and simplices. sublevel \
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
