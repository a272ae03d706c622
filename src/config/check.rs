//! Checks of a training configuration.

use serde_json::Value;
use thiserror::Error;

use super::{Need, OPTIONS, ReadoutBarcodes, TrainingConfig, TrainingOption};
use crate::graph::Dataset;

/// A configuration that cannot be trained. The message contains a valid choice.
#[derive(Clone, Debug, Error, PartialEq)]
#[error("{0}")]
pub struct ConfigError(pub String);

impl TrainingConfig {
    /// Checks every value, and that the data set has the data that the features need.
    ///
    /// # Errors
    /// The first value that is out of range, or that the model or the data set does not support.
    pub fn check(&self, dataset: &Dataset) -> Result<(), ConfigError> {
        let json = |config: &Self| serde_json::to_value(config).unwrap_or_default();
        let (values, defaults) = (json(self), json(&Self::default()));
        for option in OPTIONS.iter().filter(|option| option.flag.is_some()) {
            let (value, default) = (&values[option.key], &defaults[option.key]);
            // A model without features ignores them: the default depends only on the data set. A model without barcodes ignores the
            // number of coordinate functions, and a model with fixed widths the width.
            let is_ignored =
                matches!(option.need, Some(Need::Features | Need::Width)) || option.key == "hats";
            let need = option.need.filter(|_| !is_ignored);
            if let Some(need) = need.filter(|need| !need.is_met(self.model) && value != default) {
                return Err(ConfigError(format!(
                    "the model {} {}: leave {} at {}",
                    self.model.id(),
                    need.lacking(),
                    option.name(),
                    plain(default)
                )));
            }
            option.check(self, value).map_err(ConfigError)?;
        }
        if self.extended && self.readout == ReadoutBarcodes::Extended {
            return Err(ConfigError(
                "the readout extended already reads the loops of extended persistence: leave extended persistence off, or \
                 leave the readout at gfl"
                    .into(),
            ));
        }
        self.fixed_filter.check(dataset).map_err(ConfigError)?;
        if let Some(missing) = self.features.missing(dataset) {
            return Err(ConfigError(format!(
                "{} has no {missing}; use the features degree or uninformative",
                dataset.name
            )));
        }
        match self.edge_features.missing(dataset) {
            Some(missing) => Err(ConfigError(format!(
                "{} has no {missing}; leave the edge features at none",
                dataset.name
            ))),
            None => Ok(()),
        }
    }
}

/// A value in the notation of the command line.
fn plain(value: &Value) -> String {
    match value {
        Value::String(word) => word.clone(),
        Value::Null => "its default".into(),
        Value::Bool(is_on) => (if *is_on { "on" } else { "off" }).into(),
        value => value.to_string(),
    }
}

/// Checks a learning rate.
///
/// # Errors
/// If it is not a number above 0 and at most 10.
pub fn check_learning_rate(rate: f64) -> Result<(), ConfigError> {
    let config = TrainingConfig {
        learning_rate: rate,
        ..TrainingConfig::default()
    };
    let option = TrainingOption::of_key("learningRate");
    option.check(&config, &Value::Null).map_err(ConfigError)
}
