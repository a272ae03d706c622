//! One run of the report: what it is called, and what the authors of the paper report for it.

use std::cmp::Ordering;

use serde_json::Value;
use sublevel::protocol::{EdgeFeatures, Features, FixedFilter, ModelKind, TrainingConfig};

use super::paper::{self, Published};
use crate::cli::run_file::{RunFile, Spread};

/// A run file of the report.
pub struct Entry {
    /// Name of the file, without its folder.
    pub file: String,
    pub run: RunFile,
    /// Model and details, and the seed where another run differs in nothing else.
    pub label: String,
    /// Of the report's files about this run, without ending; no two entries share it.
    pub slug: String,
}

impl Entry {
    /// Test accuracy in percent over the finished folds.
    pub fn accuracy(&self) -> Option<Spread> {
        let share = self.run.test_accuracy()?;
        Some(Spread {
            mean: 100.0 * share.mean,
            std: 100.0 * share.std,
        })
    }

    /// The accuracy as the paper writes it. One fold has no deviation.
    pub fn percent(&self) -> Option<String> {
        let accuracy = self.accuracy()?;
        Some(match self.run.folds.len() {
            1 => format!("{:.1}", accuracy.mean),
            _ => percent(accuracy),
        })
    }

    /// What the authors report for this model on this data set.
    pub fn published(&self) -> Option<&'static Published> {
        let config = &self.run.config;
        (config.fixed_filter == FixedFilter::Degree && config.edges == EdgeFeatures::None)
            .then(|| paper::published(&self.run.data, config.model, config.layers, config.features))
            .flatten()
    }

    /// How far the mean is from the published one, in published standard deviations.
    pub fn difference(&self) -> Option<f64> {
        let published = self.published()?.accuracy;
        Some((self.accuracy()?.mean - published.mean) / published.std)
    }

    /// The model as the paper calls it.
    pub fn model(&self) -> String {
        let TrainingConfig { model, layers, .. } = self.run.config;
        let readout = match model {
            ModelKind::Gfl => "GFL",
            ModelKind::PhOnly => "PH-only",
            ModelKind::Sum => "SUM",
            ModelKind::SortPool => "sort pooling",
            ModelKind::DeepSets => "Deep Sets",
        };
        match model.has_layers() {
            true => format!("{layers}-GIN ({readout})"),
            false => readout.into(),
        }
    }

    /// The features of the vertices, and every setting that is not the paper's.
    pub fn details(&self) -> String {
        let features = match self.run.config.model {
            ModelKind::PhOnly => None,
            _ => value_of(&self.run.config, "features"),
        };
        let settings = settings(&self.run.config);
        features
            .into_iter()
            .chain(settings)
            .collect::<Vec<_>>()
            .join(", ")
    }

    /// Model and details.
    pub fn name(&self) -> String {
        match self.details().as_str() {
            "" => self.model(),
            details => format!("{}, {details}", self.model()),
        }
    }

    /// Whether the two differ in nothing but the seed.
    pub fn repeats(&self, other: &Self) -> bool {
        self.run.data == other.run.data && self.name() == other.name()
    }

    /// How many folds of how many.
    pub fn folds(&self) -> String {
        format!("{} of {}", self.run.folds.len(), self.run.config.folds)
    }

    /// The order of the report: data sets as in the paper, then rows, then seeds.
    pub fn order(&self, other: &Self) -> Ordering {
        self.column()
            .cmp(&other.column())
            .then_with(|| self.row_order(other))
            .then_with(|| (self.run.seed, &self.file).cmp(&(other.run.seed, &other.file)))
    }

    /// The order of the rows of a table: models, features and settings.
    pub fn row_order(&self, other: &Self) -> Ordering {
        let row = |entry: &Self| {
            let config = &entry.run.config;
            let model = ModelKind::ALL
                .iter()
                .position(|model| *model == config.model);
            (
                model,
                config.layers,
                features_position(config),
                settings(config),
            )
        };
        row(self).cmp(&row(other))
    }

    /// Where the paper has the data set, others by name after those.
    fn column(&self) -> (usize, &str) {
        let mut sets = paper::TABLES.iter().flat_map(|(_, sets)| *sets);
        let position = sets.position(|set| *set == self.run.data);
        (position.unwrap_or(usize::MAX), &self.run.data)
    }
}

/// Mean ± standard deviation, one decimal each.
pub fn percent(accuracy: Spread) -> String {
    format!("{:.1} ± {:.1}", accuracy.mean, accuracy.std)
}

/// From less to more; PH-only has no use for features, so it has one place.
fn features_position(config: &TrainingConfig) -> Option<usize> {
    let order = [
        Features::Uninformative,
        Features::Degree,
        Features::Label,
        Features::DegreeLabel,
        Features::Attributes,
        Features::DegreeAttributes,
        Features::LabelAttributes,
    ];
    (config.model != ModelKind::PhOnly)
        .then(|| order.iter().position(|other| *other == config.features))
        .flatten()
}

/// The settings that differ from the preset of the paper, but for those that tables and names show anyway.
fn settings(config: &TrainingConfig) -> Vec<String> {
    let (Ok(Value::Object(own)), Ok(preset)) = (
        serde_json::to_value(config),
        serde_json::to_value(TrainingConfig::default()),
    ) else {
        return vec![];
    };
    let shown = ["model", "layers", "features", "seed", "folds", "fold"];
    own.iter()
        .filter(|(key, value)| !shown.contains(&key.as_str()) && preset[key.as_str()] != **value)
        .map(|(key, value)| match value {
            Value::String(word) => format!("{} {word}", words(key)),
            value => format!("{} {value}", words(key)),
        })
        .collect()
}

/// `batchSize` as "batch size".
fn words(key: &str) -> String {
    let mut words = String::new();
    for character in key.chars() {
        if character.is_uppercase() {
            words.push(' ');
        }
        words.extend(character.to_lowercase());
    }
    words
}

fn value_of(config: &TrainingConfig, key: &str) -> Option<String> {
    let value = serde_json::to_value(config).ok()?;
    Some(value[key].as_str()?.to_owned())
}
