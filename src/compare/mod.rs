//! Whether one model is better than another, from run files: settings, their cells, and tests of their pairs.

mod csv;
mod document;
mod pair;
mod section;
mod setting;
mod words;

use sublevel_topology::choices;

use crate::protocol::{
    ComparedSettings, ComparisonBlock as Block, SettingResult, SettingsComparison,
};
use crate::run_file::Merged;
use section::Section;

const METHOD: &str = "Test results after the last epoch. A cell is a fold of a seed. Cells of the same split are not independent, so they count once, with \
     their mean. Means and population standard deviations are over the splits. Intervals have the corrected variance of Nadeau and Bengio (2003), because \
     the training parts of the splits overlap.";

const TESTS: &str = "Differences are of the same cells of both settings: corrected resampled t-test (Nadeau and Bengio, 2003). d is the mean difference in \
     sample standard deviations of the differences. p (Holm) is adjusted for all rows of its table. “No difference shown” does not mean equal: the data \
     do not exclude the differences of the interval.";

const MCNEMAR: &str = "McNemar's exact test compares the predictions for the same graphs, for each seed alone, because the seeds share these graphs. It is about \
     these trained models. The other test is about training on other splits, too.";

choices! {
    /// The format of a comparison.
    pub enum Format {
        Text = "text", "Text", "Tables and sentences";
        Markdown = "markdown", "Markdown", "The same in Markdown";
        Latex = "latex", "LaTeX", "The same in LaTeX, without other packages";
        Csv = "csv", "CSV", "One line for each setting, baseline, difference and test of McNemar";
    }
}

/// The settings of some runs and their pairs, data set by data set.
pub struct Comparison(Vec<Section>);

impl Comparison {
    /// Compares runs in their order. Runs that differ in the seed are one setting, which `label` names by its first run.
    pub fn new(runs: Vec<Merged>, label: impl Fn(&Merged) -> String) -> Self {
        Self(section::of(runs, label))
    }

    /// The comparison as a document.
    pub fn document(&self, format: Format) -> String {
        if format == Format::Csv {
            let rows: String = self.0.iter().map(csv::rows).collect();
            return format!("{}\n{rows}", csv::HEADER);
        }
        let mut blocks: Vec<_> = self.0.iter().flat_map(words::blocks).collect();
        blocks.extend(self.notes().map(|note| Block::Text(note.into())));
        document::text(&blocks, format)
    }

    /// The methods that the comparison uses.
    fn notes(&self) -> impl Iterator<Item = &'static str> {
        let notes = [
            (METHOD, true),
            (TESTS, self.0.iter().any(|one| !one.pairs.is_empty())),
            (MCNEMAR, self.0.iter().any(Section::has_mcnemar)),
        ];
        let used = notes.into_iter().filter(|(_, is_used)| *is_used);
        used.map(|(note, _)| note)
    }

    /// The comparison for the page, with remarks about its files.
    pub fn message(&self, remarks: Vec<String>) -> SettingsComparison {
        SettingsComparison {
            sections: self.0.iter().map(message).collect(),
            notes: self.notes().map(String::from).collect(),
            remarks,
            markdown: self.document(Format::Markdown),
            latex: self.document(Format::Latex),
            csv: self.document(Format::Csv),
        }
    }
}

fn message(section: &Section) -> ComparedSettings {
    let results = section.settings.iter().zip(&section.summaries);
    let results = results.map(|(setting, own)| SettingResult {
        label: setting.label.clone(),
        mean: own.over.map(|over| over.mean),
        interval: own.interval,
    });
    ComparedSettings {
        answer: words::answer(section),
        task: section.task,
        settings: results.collect(),
        baseline: section.baseline.as_ref().map(|baseline| baseline.metric),
        blocks: words::blocks(section),
    }
}
