//! A section as comma-separated values.

use super::pair::Outcome;
use super::section::Section;
use super::words::{remark, scale};
use crate::table::csv;

/// The header of [`rows`]. Accuracies are in percent, and their differences in percentage points.
pub const HEADER: &str = "data,kind,setting,against,seed,cells,splits,mean,std,low,high,p,p_holm,graphs,only_setting,only_against,remark,files";

/// A row. Fields without a value are empty.
#[derive(Default)]
struct Row<'a> {
    kind: &'a str,
    names: [&'a str; 2],
    seed: Option<u32>,
    cells: Option<[usize; 2]>,
    mean: Option<f64>,
    std: Option<f64>,
    interval: Option<[f64; 2]>,
    p: Option<[f64; 2]>,
    graphs: Option<usize>,
    only: Option<[u32; 2]>,
    remark: String,
    files: String,
}

/// A row for each setting, the baseline, each pair, and each seed of a pair.
pub fn rows(section: &Section) -> String {
    let mut rows = Vec::new();
    for (setting, own) in section.settings.iter().zip(&section.summaries) {
        rows.push(Row {
            kind: "setting",
            names: [&setting.label, ""],
            cells: Some([own.cells, own.splits]),
            mean: own.over.map(|over| over.mean),
            std: own.over.map(|over| over.std),
            interval: own.interval,
            files: setting.files(),
            ..Row::default()
        });
    }
    if let Some(baseline) = &section.baseline {
        rows.push(Row {
            kind: "baseline",
            names: [&baseline.prediction, ""],
            mean: Some(baseline.metric),
            ..Row::default()
        });
    }
    for (pair, adjusted) in section.pairs.iter().zip(&section.adjusted) {
        let common = match &pair.outcome {
            Outcome::Common(common) => Some(common),
            _ => None,
        };
        let test = common.and_then(|common| common.test);
        rows.push(Row {
            kind: "difference",
            names: pair
                .places
                .map(|place| section.settings[place].label.as_str()),
            cells: common.map(|common| [common.cells, common.splits]),
            mean: common.map(|common| common.mean),
            std: test.map(|test| test.std),
            interval: test.map(|test| test.interval),
            p: test
                .zip(*adjusted)
                .map(|(test, adjusted)| [test.p, adjusted]),
            remark: remark(section.task, pair).unwrap_or_default(),
            ..Row::default()
        });
    }
    for (pair, adjusted) in section.pairs.iter().zip(&section.adjusted_mcnemar) {
        for (own, adjusted) in pair.seeds.iter().zip(adjusted) {
            rows.push(Row {
                kind: "mcnemar",
                names: pair
                    .places
                    .map(|place| section.settings[place].label.as_str()),
                seed: Some(own.seed),
                p: Some([own.p(), *adjusted]),
                graphs: Some(own.graphs),
                only: Some(own.only),
                ..Row::default()
            });
        }
    }
    let text = rows.iter().map(|row| row.text(section));
    text.collect()
}

impl Row<'_> {
    fn text(&self, section: &Section) -> String {
        fn optional(value: Option<impl ToString>) -> String {
            value.map_or(String::new(), |value| value.to_string())
        }
        let number = |value: Option<f64>| optional(value.map(|x| scale(section.task) * x));
        csv(&[
            section.title.clone(),
            self.kind.into(),
            self.names[0].into(),
            self.names[1].into(),
            optional(self.seed),
            optional(self.cells.map(|[cells, _]| cells)),
            optional(self.cells.map(|[_, splits]| splits)),
            number(self.mean),
            number(self.std),
            number(self.interval.map(|[low, _]| low)),
            number(self.interval.map(|[_, high]| high)),
            optional(self.p.map(|[p, _]| p)),
            optional(self.p.map(|[_, adjusted]| adjusted)),
            optional(self.graphs),
            optional(self.only.map(|[first, _]| first)),
            optional(self.only.map(|[_, second]| second)),
            self.remark.clone(),
            self.files.clone(),
        ])
    }
}
