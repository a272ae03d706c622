//! Names of runs: the model, and every setting that differs from the paper's.

use std::cmp::Ordering;

use serde_json::Value;

use super::RunFile;
use crate::config::{Features, ModelKind, TrainingConfig};
use crate::graph::folds::Origin;

impl RunFile {
    /// The model's name in the paper.
    pub fn model(&self) -> String {
        let TrainingConfig { model, layers, .. } = self.config;
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
        match self.config.model {
            ModelKind::PhOnly => String::new(),
            _ => value_of(&self.config, "features").unwrap_or_default(),
        }
    }

    /// The features of the vertices, and every setting that differs from the paper's.
    pub fn details(&self) -> String {
        let features = Some(self.features()).filter(|features| !features.is_empty());
        let settings = self.changes().into_iter().map(|c| c.in_a_name());
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
        self.data == other.data && self.name() == other.name()
    }

    /// Sort key of the rows of a table: models, features and settings.
    pub fn row_order(&self, other: &Self) -> Ordering {
        let row = |run: &Self| {
            let config = &run.config;
            let model = ModelKind::ALL
                .iter()
                .position(|model| *model == config.model);
            (
                model,
                config.layers,
                features_position(config),
                run.details(),
            )
        };
        row(self).cmp(&row(other))
    }

    /// The settings that differ from the paper's preset, except those in tables and names.
    pub fn changes(&self) -> Vec<Change> {
        let config = &self.config;
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
pub struct Change {
    /// Its key in configurations.
    pub key: String,
    own: Value,
    paper: Value,
}

impl Change {
    /// Text for the label of a run.
    fn in_a_name(&self) -> String {
        format!("{} {}", words(&self.key), plain(&self.own))
    }

    /// Text with the paper's value.
    pub fn beside_the_paper(&self) -> String {
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
pub(super) fn words(key: &str) -> String {
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
