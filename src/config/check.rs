//! Checks of a training configuration.

use std::ops::RangeInclusive;

use thiserror::Error;

use super::{
    BATCH_SIZE, BarWeight, COORDINATE_FUNCTIONS, CoordinateFunction, EPOCHS, EdgeFeatures,
    FixedFilter, LAYERS, MAX_LEARNING_RATE, ModelKind, Ties, TrainingConfig, WIDTH,
};
use crate::graph::Dataset;

/// A configuration that cannot be trained, with what would do.
#[derive(Clone, Debug, Error, PartialEq)]
#[error("{0}")]
pub struct ConfigError(pub String);

impl TrainingConfig {
    /// Checks every value, and that the data set has what the features need.
    ///
    /// # Errors
    /// The first value that is out of its range, and the range.
    pub fn check(&self, dataset: &Dataset) -> Result<(), ConfigError> {
        let require = |ok: bool, message: String| ok.then_some(()).ok_or(ConfigError(message));
        let within = |name: &str, value: u32, range: RangeInclusive<u32>| {
            let (least, most) = (range.start(), range.end());
            require(
                range.contains(&value),
                format!("{name} must be from {least} to {most}, it is {value}"),
            )
        };
        within("the number of layers", self.layers, LAYERS)?;
        require(
            self.layers == 1 || self.model.has_layers(),
            format!(
                "the model {} has no message-passing layers: leave their number at 1",
                self.model.id()
            ),
        )?;
        require(
            self.ties == Ties::Index || self.model == ModelKind::Gfl,
            format!(
                "the model {} learns no filter, so no gradient meets a tie: leave ties at index",
                self.model.id()
            ),
        )?;
        require(
            self.fixed_filter == FixedFilter::Degree || self.model == ModelKind::PhOnly,
            format!(
                "the model {} has no fixed filter, only ph-only has one: leave it at degree",
                self.model.id()
            ),
        )?;
        self.fixed_filter.check(dataset).map_err(ConfigError)?;
        require(
            self.hat == CoordinateFunction::Rational || self.model.reads_barcodes(),
            format!(
                "the model {} reads no barcodes, so it has no hats: leave hat at rational",
                self.model.id()
            ),
        )?;
        require(
            self.bar_weight == BarWeight::None || self.model.reads_barcodes(),
            format!(
                "the model {} reads no barcodes, so no bar counts anything: leave bar-weight at none",
                self.model.id()
            ),
        )?;
        require(
            !self.extended || self.model.reads_barcodes(),
            format!(
                "the model {} reads no barcodes, so extended persistence adds nothing: leave extended off",
                self.model.id()
            ),
        )?;
        within("the number of epochs", self.epochs, EPOCHS)?;
        require(
            self.batch_size != 1,
            "the batch size must be at least 2: batch normalisation compares graphs".into(),
        )?;
        within("the batch size", self.batch_size, BATCH_SIZE)?;
        within("the width", self.width, WIDTH)?;
        within("the number of hats", self.hats, COORDINATE_FUNCTIONS)?;
        check_learning_rate(self.learning_rate)?;
        require(
            self.weight_decay.is_finite() && self.weight_decay >= 0.0,
            format!(
                "the weight decay must be 0 or more, it is {}",
                self.weight_decay
            ),
        )?;
        require(
            self.dropout.is_none_or(|share| (0.0..1.0).contains(&share)),
            format!(
                "dropout must be from 0 to below 1, it is {}",
                self.dropout.unwrap_or_default()
            ),
        )?;
        if let Some(missing) = self.features.missing(dataset) {
            return Err(ConfigError(format!(
                "{} has no {missing}; use the features degree or uninformative",
                dataset.name
            )));
        }
        require(
            self.edge_features == EdgeFeatures::None || self.model.has_layers(),
            format!(
                "the model {} sends no messages along edges: leave their features at none",
                self.model.id()
            ),
        )?;
        self.edge_features
            .missing(dataset)
            .map_or(Ok(()), |missing| {
                Err(ConfigError(format!(
                    "{} has no {missing}; leave the edge features at none",
                    dataset.name
                )))
            })
    }
}

/// Checks a learning rate.
///
/// # Errors
/// If it is not a number above 0 and at most 10.
pub fn check_learning_rate(rate: f64) -> Result<(), ConfigError> {
    if rate > 0.0 && rate <= MAX_LEARNING_RATE {
        return Ok(());
    }
    Err(ConfigError(format!(
        "the learning rate must be above 0 and at most {MAX_LEARNING_RATE}, it is {rate}"
    )))
}
