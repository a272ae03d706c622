//! One run of the report: what it is called, what the authors of the paper report for it, and what sets it apart from theirs.

use std::cmp::Ordering;

use serde_json::Value;
use sublevel::{
    config::{Features, ModelKind, TrainingConfig},
    graph::folds::Origin,
};

use super::paper::{self, Published};
use sublevel::run_file::{RunFile, Spread};

/// A run of the report.
pub struct Entry {
    /// Names of its files, without their folders.
    pub files: Vec<String>,
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

    /// What the authors report for this model on this data set, however it was trained here.
    pub fn counterpart(&self) -> Option<&'static Published> {
        paper::published(&self.run.data, &self.run.config)
    }

    /// What the authors report, where this run was done as theirs.
    pub fn published(&self) -> Option<&'static Published> {
        self.counterpart().filter(|_| self.deviations().is_empty())
    }

    /// How far the mean is from the published one, in published standard deviations; in our own where none is published.
    pub fn difference(&self) -> Option<f64> {
        let (own, published) = (self.accuracy()?, self.published()?);
        Some((own.mean - published.mean) / paper::deviation(published).unwrap_or(own.std))
    }

    /// What was not done as in the paper, other than model, layers and features, each in a few words. A weight decay of 1e-5,
    /// as in the authors' code, and one of 1e-6, as printed, both count as the paper's.
    pub fn deviations(&self) -> Vec<String> {
        let (run, config) = (&self.run, &self.run.config);
        let mut found = Vec::new();
        let (finished, folds) = (run.folds.len(), config.folds);
        if folds != TrainingConfig::default().folds {
            found.push(format!(
                "{folds} folds, the paper {}",
                TrainingConfig::default().folds
            ));
        }
        if finished < folds as usize {
            found.push(format!("{finished} of {folds} folds"));
        }
        if run.splits != Origin::Icml2020 {
            found.push(format!("folds {}", origin(run.splits)));
        }
        let presets = TrainingConfig::PRESETS.map(|(_, preset)| preset());
        let decays = presets.map(|preset| preset.weight_decay);
        found.extend(
            changed(config)
                .into_iter()
                .filter(|change| {
                    change.key != "weightDecay" || !decays.contains(&config.weight_decay)
                })
                .map(|change| change.beside_the_paper()),
        );
        found
    }

    /// Whether the weight decay is the printed one, not that of the authors' code.
    pub fn is_as_printed(&self) -> bool {
        self.run.config.weight_decay == TrainingConfig::as_printed().weight_decay
    }

    /// Whether all ten folds of the authors are finished.
    pub fn is_whole(&self) -> bool {
        self.run.splits == Origin::Icml2020 && self.missing().is_empty()
    }

    /// The folds that are not finished.
    pub fn missing(&self) -> Vec<u32> {
        let is_missing = |fold: &u32| self.run.folds.iter().all(|done| done.fold != *fold);
        (1..=self.run.config.folds).filter(is_missing).collect()
    }

    /// The fingerprints of the data set and of its splits, fold by fold.
    pub fn graphs(&self) -> (&str, Vec<(u32, &str)>) {
        let folds = self.run.folds.iter();
        let splits = folds.map(|fold| (fold.fold, fold.split.as_str()));
        (&self.run.fingerprint, splits.collect())
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

    /// The features of the vertices; none for PH-only, which has no use for them.
    pub fn features(&self) -> String {
        match self.run.config.model {
            ModelKind::PhOnly => String::new(),
            _ => value_of(&self.run.config, "features").unwrap_or_default(),
        }
    }

    /// The features of the vertices, and every setting that is not the paper's.
    pub fn details(&self) -> String {
        let features = Some(self.features()).filter(|features| !features.is_empty());
        let settings = changed(&self.run.config).into_iter().map(|c| c.in_a_name());
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
            .then_with(|| (self.run.seed, &self.files).cmp(&(other.run.seed, &other.files)))
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
                entry.details(),
            )
        };
        row(self).cmp(&row(other))
    }

    /// Where the paper has the data set, others by name after those.
    fn column(&self) -> (usize, &str) {
        let mut sets = paper::TABLES.iter().flat_map(|table| table.sets);
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

/// A setting that is not the paper's.
struct Change {
    /// Its name in configurations.
    key: String,
    own: Value,
    paper: Value,
}

impl Change {
    /// For the name of a run.
    fn in_a_name(&self) -> String {
        format!("{} {}", words(&self.key), plain(&self.own))
    }

    /// With what the paper has instead.
    fn beside_the_paper(&self) -> String {
        let (own, paper) = (plain(&self.own), plain(&self.paper));
        match self.key.as_str() {
            "epochs" => format!("{own} epochs, the paper {paper}"),
            "batchSize" => format!("batches of {own}, the paper {paper}"),
            "validation" => "the validation part is learned from, too".into(),
            "extended" => "extended persistence is read, too".into(),
            key => format!("{} {own}, the paper {paper}", words(key)),
        }
    }
}

/// The settings that differ from the preset of the paper, but for those that tables and names show anyway.
fn changed(config: &TrainingConfig) -> Vec<Change> {
    let (Ok(Value::Object(own)), Ok(preset)) = (
        serde_json::to_value(config),
        serde_json::to_value(TrainingConfig::default()),
    ) else {
        return vec![];
    };
    let shown = ["model", "layers", "features", "seed", "folds", "fold"];
    own.into_iter()
        .filter(|(key, value)| !shown.contains(&key.as_str()) && preset[key.as_str()] != *value)
        .map(|(key, own)| Change {
            paper: preset[key.as_str()].clone(),
            key,
            own,
        })
        .collect()
}

/// A value without the quotes of a string.
fn plain(value: &Value) -> String {
    match value {
        Value::String(word) => word.clone(),
        value => value.to_string(),
    }
}

/// Where folds came from, in words.
pub fn origin(splits: Origin) -> &'static str {
    match splits {
        Origin::Icml2020 => "of the authors",
        Origin::Seed => "drawn by seed, not the authors'",
        Origin::Files => "from files, not named as the authors'",
        Origin::Data => "named by the file of the data set",
    }
}

/// `batchSize` as "batch size".
pub fn words(key: &str) -> String {
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
