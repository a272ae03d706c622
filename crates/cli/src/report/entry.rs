//! One run of the report: labels, published numbers, and differences from the paper's protocol.

use std::cmp::Ordering;
use std::collections::BTreeSet;

use serde_json::Value;
use sublevel::{
    config::{Features, ModelKind, TrainingConfig},
    graph::folds::Origin,
};

use super::paper::{self, Published};
use sublevel::run_file::{FoldRun, RunFile, Spread};

/// A run of the report.
pub struct Entry {
    /// File names without folders.
    pub files: Vec<String>,
    pub run: RunFile,
    /// Model and details, and the seed if another run differs in the seed only.
    pub label: String,
}

impl Entry {
    /// Test accuracy in percent over the finished folds. Only for classification.
    pub fn accuracy(&self) -> Option<Spread> {
        let share = self.run.test_metric()?;
        Some(Spread {
            mean: 100.0 * share.mean,
            std: 100.0 * share.std,
        })
    }

    /// The accuracy in the paper's notation. One fold has no deviation.
    pub fn percent(&self) -> Option<String> {
        let accuracy = self.accuracy()?;
        Some(match self.run.folds.len() {
            1 => format!("{:.1}", accuracy.mean),
            _ => percent(accuracy),
        })
    }

    /// The published number for this model and data set, for any protocol of the run.
    pub fn counterpart(&self) -> Option<&'static Published> {
        paper::published(&self.run.data, &self.run.config)
    }

    /// The published number, if the run has the paper's protocol.
    pub fn published(&self) -> Option<&'static Published> {
        self.counterpart().filter(|_| self.deviations().is_empty())
    }

    /// Difference of the means in published standard deviations, or in the run's own if none is published.
    pub fn difference(&self) -> Option<f64> {
        let (own, published) = (self.accuracy()?, self.published()?);
        Some((own.mean - published.mean) / paper::deviation(published).unwrap_or(own.std))
    }

    /// Differences from the paper's protocol, besides model, layers and features. A weight decay of 1e-5 (the authors' code) and one of
    /// 1e-6 (as printed) both count as the paper's.
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
        if run.splits.shipped().is_none() {
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

    /// Whether the folds are those of the paper's split code with another version of scikit-learn than `icml2020`.
    pub fn is_of_another_version(&self) -> bool {
        self.run.splits != Origin::Icml2020 && self.run.splits.shipped().is_some()
    }

    /// Whether all ten folds of the paper's split code are finished.
    pub fn is_whole(&self) -> bool {
        self.run.splits.shipped().is_some() && self.missing().is_empty()
    }

    /// The number of finished folds in which the model predicts one class for all test graphs.
    pub fn folds_of_one_class(&self) -> usize {
        let is_constant = |fold: &&FoldRun| {
            let cells = fold.confusion.iter().flat_map(|row| row.iter().enumerate());
            let graphs = cells.filter(|(_, graphs)| **graphs > 0);
            let predicted: BTreeSet<_> = graphs.map(|(class, _)| class).collect();
            predicted.len() == 1
        };
        self.run.folds.iter().filter(is_constant).count()
    }

    /// The unfinished folds.
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

    /// The model's name in the paper.
    pub fn model(&self) -> String {
        let TrainingConfig { model, layers, .. } = self.run.config;
        let readout = match model {
            ModelKind::Gfl => "GFL",
            ModelKind::PhOnly => "PH-only",
            ModelKind::Sum => "SUM",
            ModelKind::SortPool => "sort pooling",
            ModelKind::DeepSets => "Deep Sets",
            ModelKind::Dgcnn => "DGCNN",
            ModelKind::Dcnn => "DCNN",
            ModelKind::PatchySan => "PATCHY-SAN",
            ModelKind::OneTwoThreeGnn => "1-2-3-GNN",
        };
        match model {
            _ if model.has_gin() => format!("{layers}-GIN ({readout})"),
            ModelKind::Dcnn => format!("{readout} ({layers} steps)"),
            _ => readout.into(),
        }
    }

    /// The features of the vertices; none for PH-only, which does not use them.
    pub fn features(&self) -> String {
        match self.run.config.model {
            ModelKind::PhOnly => String::new(),
            _ => value_of(&self.run.config, "features").unwrap_or_default(),
        }
    }

    /// The features of the vertices, and every setting that differs from the paper's.
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

    /// Whether the two differ in the seed only.
    pub fn repeats(&self, other: &Self) -> bool {
        self.run.data == other.run.data && self.name() == other.name()
    }

    /// Finished folds of all folds.
    pub fn folds(&self) -> String {
        format!("{} of {}", self.run.folds.len(), self.run.config.folds)
    }

    /// Sort key of the report: data sets in the paper's order, then rows, then seeds.
    pub fn order(&self, other: &Self) -> Ordering {
        self.column()
            .cmp(&other.column())
            .then_with(|| self.row_order(other))
            .then_with(|| (self.run.seed, &self.files).cmp(&(other.run.seed, &other.files)))
    }

    /// Sort key of the rows of a table: models, features and settings.
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

    /// Index of the data set in the paper; others follow by name.
    fn column(&self) -> (usize, &str) {
        let position = paper::sets().position(|set| set == self.run.data);
        (position.unwrap_or(usize::MAX), &self.run.data)
    }
}

/// Mean ± standard deviation, one decimal each.
pub fn percent(accuracy: Spread) -> String {
    format!("{:.1} ± {:.1}", accuracy.mean, accuracy.std)
}

/// Rank from few to many features; PH-only does not use features and has one rank.
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

/// A setting that differs from the paper's.
struct Change {
    /// Its key in configurations.
    key: String,
    own: Value,
    paper: Value,
}

impl Change {
    /// Text for the label of a run.
    fn in_a_name(&self) -> String {
        format!("{} {}", words(&self.key), plain(&self.own))
    }

    /// Text with the paper's value.
    fn beside_the_paper(&self) -> String {
        let (own, paper) = (plain(&self.own), plain(&self.paper));
        match self.key.as_str() {
            "epochs" => format!("{own} epochs, the paper {paper}"),
            "batchSize" => format!("batches of {own}, the paper {paper}"),
            "validation" => "the validation part is used for training".into(),
            "extended" => "extended persistence in the readout".into(),
            key => format!("{} {own}, the paper {paper}", words(key)),
        }
    }
}

/// The settings that differ from the paper's preset, except those in tables and names.
fn changed(config: &TrainingConfig) -> Vec<Change> {
    // Without a dropout rate, a configuration has that of its model.
    let explicit = |settings: TrainingConfig| TrainingConfig {
        dropout: Some(settings.dropout.unwrap_or(config.model.dropout())),
        ..settings
    };
    let (Ok(Value::Object(own)), Ok(preset)) = (
        serde_json::to_value(explicit(config.clone())),
        serde_json::to_value(explicit(TrainingConfig::default())),
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

/// A value without the quotes of a string. A real number has the digits of single precision: some settings have no more.
fn plain(value: &Value) -> String {
    match (value, value.as_f64()) {
        (Value::String(word), _) => word.clone(),
        (_, Some(number)) => (number as f32).to_string(),
        _ => value.to_string(),
    }
}

/// Origin of folds as text.
pub fn origin(splits: Origin) -> &'static str {
    match splits {
        Origin::Icml2020 => "of the paper's code with scikit-learn 0.20",
        Origin::Sklearn021 => "of the paper's code with scikit-learn 0.21",
        Origin::Sklearn022 => "of the paper's code with scikit-learn 0.22",
        Origin::Seed => "drawn by seed",
        Origin::Files => "from files",
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
