//! Results of `benches/literature/wl.py` beside the published ones.
//!
//! `baselines.csv` has the published ones: method, data set, features before the first round, number of the source in [`SOURCES`],
//! accuracy and standard deviation in percent. The deviation is empty if none is known.

use std::collections::BTreeMap;

use serde::Deserialize;
use sublevel::graph::{Features, folds::Origin};
use sublevel::run_file::Spread;

use super::entry::percent;
use super::paper::{self, sets};
use sublevel::table::{escaped, table};

/// The sources of the published numbers. Their marks count from ¹.
const SOURCES: [(&str, &str); 3] = [
    (
        "¹",
        "Xu et al., ICLR 2019: ten folds, mean and deviation over the folds",
    ),
    (
        "²",
        "Zhang et al., AAAI 2018: mean and deviation of the results of ten cross-validations",
    ),
    (
        "³",
        "Rieck et al., ICML 2019, from the README of their code: mean and deviation of the results of ten cross-validations",
    ),
];

/// The description of an expected result file in messages.
pub const EXPECTED: &str = "a result file, as `benches/literature/wl.py` writes it";

/// A result file and its name, without the folder.
pub struct Baseline {
    pub name: String,
    pub result: BaselineFile,
}

/// The results of a baseline on the folds of a data set.
#[derive(Deserialize)]
pub struct BaselineFile {
    #[serde(flatten)]
    method: Method,
    /// Name of the data set.
    data: String,
    /// The features before the first round of colour refinement.
    features: Features,
    seed: u32,
    /// Where the folds came from.
    splits: Origin,
    /// The versions of the programs that measured them. Older files are of sublevel 0.1.0, which had the baselines itself.
    versions: BTreeMap<String, String>,
    folds: Vec<BaselineFold>,
}

#[derive(Deserialize)]
struct BaselineFold {
    /// A share in [0, 1].
    test_accuracy: f64,
}

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Deserialize)]
#[serde(tag = "method")]
enum Method {
    #[serde(rename = "wl")]
    SubtreeKernel {
        #[serde(default)]
        unnormalised: bool,
    },
    #[serde(rename = "p-wl")]
    PersistenceForest { cycles: bool, uniform: bool },
}

impl Method {
    /// The name in tables, as in the literature.
    fn name(self) -> &'static str {
        match self {
            Self::SubtreeKernel {
                unnormalised: false,
            } => "WL",
            Self::SubtreeKernel { unnormalised: true } => "WL, unnormalised",
            Self::PersistenceForest { cycles, uniform } => match (uniform, cycles) {
                (false, false) => "P-WL",
                (false, true) => "P-WL-C",
                (true, false) => "P-WL-U",
                (true, true) => "P-WL-UC",
            },
        }
    }
}

/// A published accuracy.
struct Published {
    method: &'static str,
    data: &'static str,
    features: &'static str,
    /// In percent, with the mark of the source.
    accuracy: String,
}

fn published() -> Vec<Published> {
    let rows = include_str!("baselines.csv").lines().skip(1);
    let row = |row: &'static str| {
        let fields: Vec<_> = row.split(',').collect();
        let &[method, data, features, source, mean, std] = fields.as_slice() else {
            panic!("six columns: {row:?}");
        };
        let number = |text: &str| text.parse::<f64>().expect("a number");
        let source: usize = source.parse().expect("the number of a source");
        let accuracy = match std {
            "" => format!("{:.1}", number(mean)),
            std => percent(Spread {
                mean: number(mean),
                std: number(std),
            }),
        };
        Published {
            method,
            data,
            features,
            accuracy: format!("{accuracy} {}", SOURCES[source - 1].0),
        }
    };
    rows.map(row).collect()
}

/// Sorts the results by data set, in the order of the paper, and by method.
pub fn sort(files: &mut [Baseline]) {
    files.sort_by_cached_key(|file| {
        let BaselineFile {
            data,
            method,
            features,
            seed,
            ..
        } = &file.result;
        let position = sets().position(|set| set == data).unwrap_or(usize::MAX);
        let method = (*method, *features as usize);
        (position, data.clone(), method, *seed, file.name.clone())
    });
}

/// The accuracies on the folds of the paper's split code, beside published ones: a row for each method and features. `None` without any.
pub fn markdown(files: &[Baseline]) -> Option<String> {
    let has_place = |file: &&Baseline| {
        let BaselineFile {
            data,
            splits,
            folds,
            ..
        } = &file.result;
        let count = splits.shipped().map(|_| sublevel::graph::icml2020::FOLDS);
        count == Some(folds.len() as u32) && paper::has(data)
    };
    let shown: Vec<_> = files.iter().filter(has_place).collect();
    if shown.is_empty() {
        return None;
    }
    let place = |file: &&Baseline| (file.result.method, file.result.features as usize);
    let mut rows: Vec<_> = shown.clone();
    rows.sort_by_key(place);
    rows.dedup_by_key(|file| place(file));
    let published = published();
    let header = ["method", "features", ""].into_iter().chain(sets());
    let header: Vec<_> = header.map(String::from).collect();
    let rows: Vec<_> = rows
        .iter()
        .map(|row| {
            let (method, features) = (row.result.method.name(), row.result.features.id());
            let cell = |set| {
                let own = shown
                    .iter()
                    .filter(|file| place(file) == place(row) && file.result.data == set);
                let own: Vec<_> = own.filter_map(|file| accuracy(&file.result)).collect();
                let others = published.iter().filter(|other| {
                    (other.method, other.data, other.features) == (method, set, features)
                });
                let others: Vec<_> = others.map(|other| other.accuracy.as_str()).collect();
                match (own.join(", "), others.join(", ")) {
                    (own, others) if own.is_empty() && others.is_empty() => "–".into(),
                    (own, others) if others.is_empty() => own,
                    (own, others) if own.is_empty() => format!("–<br>{others}"),
                    (own, others) => format!("{own}<br>{others}"),
                }
            };
            let names = [method, features, "measured<br>published"].map(String::from);
            names.into_iter().chain(sets().map(cell)).collect()
        })
        .collect();
    let sources: Vec<_> = SOURCES
        .iter()
        .map(|(mark, source)| format!("- {mark} {source}"))
        .collect();
    Some(format!(
        "### Baselines without a neural network\n\nSubtree kernel with a C-SVM (WL), and persistent Weisfeiler–Lehman features with a \
         random forest (P-WL; C: with cycles, U: uniform weights). The training part is every graph outside the test part. An inner \
         cross-validation in it chooses the hyperparameters. Upper numbers are measured on the folds icml2020: mean ± population \
         standard deviation. Lower numbers are published for other folds:\n\n{}\n\n{}",
        sources.join("\n"),
        table(&header, 3, &rows)
    ))
}

/// All results with their folds and files.
pub fn list(files: &[Baseline]) -> String {
    let header = [
        "data set", "method", "features", "folds", "program", "file", "seed", "number", "accuracy",
    ];
    let row = |file: &Baseline| {
        let result = &file.result;
        let programs = result.versions.iter();
        let programs: Vec<_> = programs
            .map(|(name, version)| format!("{name} {version}"))
            .collect();
        vec![
            escaped(&result.data),
            result.method.name().into(),
            result.features.id().into(),
            result.splits.id().into(),
            escaped(&programs.join(", ")),
            escaped(&file.name),
            result.seed.to_string(),
            result.folds.len().to_string(),
            accuracy(result).unwrap_or("–".into()),
        ]
    };
    let rows: Vec<_> = files.iter().map(row).collect();
    format!(
        "Test accuracy in percent: mean ± population standard deviation over the folds.\n\n{}",
        table(&header.map(String::from), 6, &rows)
    )
}

/// In percent, in the notation of the tables.
fn accuracy(result: &BaselineFile) -> Option<String> {
    let shares = result.folds.iter().map(|fold| fold.test_accuracy);
    let Spread { mean, std } = Spread::of(shares)?;
    Some(percent(Spread {
        mean: 100.0 * mean,
        std: 100.0 * std,
    }))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn published_numbers_have_their_place() {
        let methods = ["WL", "P-WL", "P-WL-C", "P-WL-UC"];
        let published = published();
        assert_eq!(published.len(), 14);
        for row in &published {
            assert!(methods.contains(&row.method) && paper::has(row.data));
        }
        assert_eq!(published[5].accuracy, "86.0 ¹");
        assert_eq!(published[13].accuracy, "85.6 ± 0.3 ³");
    }
}
