//! One training run: a model, its optimiser, and its position in the epochs.

mod inspect;
mod position;
#[cfg(feature = "gpu")]
mod recorded;
mod save;
mod step;

use std::sync::Arc;

use burn::{module::Module, prelude::*};

use super::{
    Adam, History,
    device_dataset::{DeviceDataset, device_of},
    prefetch::Prefetch,
    read_back::read,
    scores::Known,
    sizes, weights,
};
use crate::{
    config::{ConfigError, ModelKind, TrainingConfig, check_learning_rate},
    device::DeviceError,
    graph::{Dataset, Statistics, folds::Split},
    model::{BatchInput, Model, ModelConfig},
    protocol::{EpochReport, RunSummary, TrainingReport},
};
use position::{Position, Running, stream};

/// A training run. Advances only when [`Self::train`] is called.
pub struct Trainer {
    data: Arc<DeviceDataset>,
    sizes: ModelConfig,
    split: Split,
    config: TrainingConfig,
    model: Model,
    optimizer: Adam,
    position: Position,
    history: History,
    /// The later batches of this epoch, once the first one has been used.
    prefetch: Option<Prefetch>,
    held: HeldParts,
    /// The recorded steps on a GPU, from the first step on.
    #[cfg(feature = "gpu")]
    recorder: recorded::Recorder,
}

impl Trainer {
    /// A new run with weights from the seed of the configuration.
    ///
    /// # Errors
    /// If the configuration does not fit the data set, see [`TrainingConfig::check`], or a part of the split is empty.
    pub fn new(
        dataset: Arc<Dataset>,
        split: Split,
        config: TrainingConfig,
        device: Device,
    ) -> Result<Self, ConfigError> {
        Self::start(dataset, split, config, None, device)
    }

    /// A new run with saved statistics or those of the training part.
    fn start(
        dataset: Arc<Dataset>,
        split: Split,
        config: TrainingConfig,
        saved: Option<Statistics>,
        device: Device,
    ) -> Result<Self, ConfigError> {
        config.check(&dataset)?;
        if split.train.len() < 2 || split.test.is_empty() {
            return Err(ConfigError(format!(
                "the split leaves {} graphs to train on and {} to test; 2 and 1 are the least",
                split.train.len(),
                split.test.len()
            )));
        }
        let sizes = sizes::of_model_on(&dataset, &config)?;
        let statistics = match saved {
            Some(statistics) => statistics,
            None => {
                let filter = (config.model == ModelKind::PhOnly).then_some(&config.fixed_filter);
                Statistics::new(&dataset, &split.train, sizes.feature_sizes, filter)
                    .map_err(ConfigError)?
            }
        };
        let mut rng = stream(&config, 0, 0);
        let model = Model::new(&sizes, &mut rng, &device.clone().autodiff());
        Ok(Self {
            position: Position {
                step: 0,
                epoch: 0,
                order: split.train.clone(),
                used: 0,
                running: Running::default(),
                rng: stream(&config, 1, 0),
                dropout: stream(&config, 2, 0),
                ties: stream(&config, 3, 0),
            },
            history: History::default(),
            optimizer: Adam::new(config.weight_decay),
            data: Arc::new(DeviceDataset::new(
                dataset, &config, &sizes, statistics, device,
            )?),
            sizes,
            split,
            config,
            model,
            prefetch: None,
            held: HeldParts::default(),
            #[cfg(feature = "gpu")]
            recorder: Default::default(),
        })
    }

    /// The configuration of this run, with the current learning rate.
    pub fn config(&self) -> &TrainingConfig {
        &self.config
    }

    /// Number of finished epochs.
    pub fn epochs_done(&self) -> u32 {
        self.position.epoch
    }

    /// The reports of its steps and epochs so far, including those before a save.
    pub fn history(&self) -> &History {
        &self.history
    }

    /// The epochs of [`Self::history`].
    pub fn epoch_reports(&self) -> Vec<EpochReport> {
        self.history.reports(self.position.epoch)
    }

    /// The graphs of the run.
    pub fn dataset(&self) -> &Arc<Dataset> {
        &self.data.dataset
    }

    /// The device that the run is on.
    pub fn device(&self) -> &Device {
        &self.data.device
    }

    /// Whether an epoch has just ended, or none has begun.
    pub fn is_between_epochs(&self) -> bool {
        self.position.step.is_multiple_of(self.steps_per_epoch())
    }

    /// The training, validation and test graphs.
    pub fn split(&self) -> &Split {
        &self.split
    }

    /// Sizes of the run, for display.
    pub fn summary(&self) -> RunSummary {
        RunSummary {
            task: self.data.dataset.task(),
            splits: self.config.origin_of(&self.split, &self.data.dataset),
            config: self.config.clone(),
            steps_per_epoch: self.steps_per_epoch(),
            epochs_done: self.position.epoch,
            steps_done: self.position.step,
            train_graphs: self.split.train.len() as u32,
            validation_graphs: self.split.validation.len() as u32,
            test_graphs: self.split.test.len() as u32,
            baseline: self.data.dataset.baseline(&self.split.train),
            parameters: weights::count(&self.model)[0] as u32,
            recordable: self.is_recordable(),
            notes: Vec::new(),
            filters: self.config.filter_count(),
            logged: None,
        }
    }

    /// Whether a GPU can run each step as one submission.
    fn is_recordable(&self) -> bool {
        #[cfg(feature = "gpu")]
        return super::recorded::takes(&self.config, &self.sizes, &self.data.dataset);
        #[cfg(not(feature = "gpu"))]
        false
    }

    /// Changes the number of epochs of the run. It continues exactly as a run with this number from the start.
    ///
    /// # Errors
    /// If the number is below that of the epochs that have begun, or too large.
    pub fn set_epochs(&mut self, epochs: u32) -> Result<(), ConfigError> {
        let started = self.position.epoch + u32::from(!self.is_between_epochs());
        if epochs < started {
            return Err(ConfigError(format!(
                "expected at least {started} epochs, as many as the run has begun, found {epochs}"
            )));
        }
        let config = TrainingConfig {
            epochs,
            ..self.config.clone()
        };
        config.check(&self.data.dataset)?;
        self.config = config;
        Ok(())
    }

    /// Changes the learning rate of all further steps. The schedule halves the new rate.
    ///
    /// # Errors
    /// If it is not above 0 and at most 10.
    pub fn set_learning_rate(&mut self, rate: f64) -> Result<(), ConfigError> {
        check_learning_rate(rate)?;
        self.config.learning_rate = rate;
        Ok(())
    }

    /// Batches of an epoch. A last batch of a single graph does not count.
    pub fn steps_per_epoch(&self) -> u32 {
        let (graphs, batch) = (self.split.train.len() as u32, self.config.batch_size);
        graphs / batch + u32::from(graphs % batch > 1)
    }

    /// Number of steps left in the current epoch.
    pub fn steps_left_in_epoch(&self) -> u32 {
        let per_epoch = self.steps_per_epoch();
        per_epoch - self.position.step % per_epoch
    }

    /// Does up to `steps` steps, fewer if the configured epochs end.
    ///
    /// The call reads the losses back once, at its end and at the end of an epoch. A loss that is not a number undoes the steps
    /// since the last reading, and `stopped` reports it. The same holds for a lost GPU.
    pub async fn train(&mut self, steps: u32) -> TrainingReport {
        let mut report = TrainingReport::default();
        if let Err(error) = self.train_into(steps, &mut report).await {
            report.stopped = Some(error.to_string());
        }
        report
    }

    /// Does the same as [`Self::train`] and adds the results to a report. After an error the run is unusable.
    ///
    /// # Errors
    /// If the device does not respond.
    pub async fn train_into(
        &mut self,
        steps: u32,
        report: &mut TrainingReport,
    ) -> Result<(), DeviceError> {
        let mut pending = Vec::new();
        let mut rollback = self.rollback();
        for done in 1..=steps {
            if self.is_finished() {
                break;
            }
            pending.push(self.step().await?);
            let end_of_epoch = self.position.used + 1 >= self.position.order.len();
            if end_of_epoch || done == steps || self.has_to_settle() {
                let known = [report.steps.len(), report.epochs.len()];
                report.stopped = self
                    .settle(std::mem::take(&mut pending), &mut report.steps)
                    .await?;
                if report.stopped.is_some() {
                    self.restore(rollback);
                    return Ok(());
                }
                if end_of_epoch {
                    report.epochs.push(self.finish_epoch().await?);
                }
                self.history.add(report, known);
                rollback = self.rollback();
            }
        }
        report.finished = self.is_finished();
        Ok(())
    }

    /// Whether the configured number of epochs is complete.
    pub fn is_finished(&self) -> bool {
        self.position.epoch >= self.config.epochs
    }

    /// Mean loss over the validation part. `None` without such a part, or if the loss is not finite.
    ///
    /// # Errors
    /// If the device does not respond.
    pub async fn validation_loss(&mut self) -> Result<Option<f32>, DeviceError> {
        let Self {
            data, split, held, ..
        } = self;
        let graphs = &split.validation;
        if graphs.is_empty() {
            return Ok(None);
        }
        let (model, size) = (self.model.valid(), self.config.batch_size);
        let sum = held
            .validation
            .sum(&model, data, (graphs, size), |known, outputs| {
                known.loss(outputs, &data.statistics)
            });
        let mean = (sum.await? / graphs.len() as f64) as f32;
        Ok(mean.is_finite().then_some(mean))
    }

    /// The metric over the test part: the accuracy, in [0, 1], or the mean absolute error.
    async fn test_metric(&mut self) -> Result<f32, DeviceError> {
        let Self {
            data, split, held, ..
        } = self;
        let graphs = &split.test;
        let (model, size) = (self.model.valid(), self.config.batch_size);
        let sum = held
            .test
            .sum(&model, data, (graphs, size), |known, outputs| {
                known.metric(outputs, &data.statistics)
            });
        Ok((sum.await? / graphs.len() as f64) as f32)
    }
}

/// The parts of the split that are evaluated after epochs.
#[derive(Default)]
struct HeldParts {
    test: HeldPart,
    validation: HeldPart,
}

/// The batches of a part with their classes or targets, on the device of the model from the first evaluation on.
#[derive(Default)]
struct HeldPart(Vec<(BatchInput, Known)>);

impl HeldPart {
    /// The sum over all batches of a function of the classes or targets, and the outputs of the model, row by row. The part has these
    /// graphs, in batches of this size.
    async fn sum(
        &mut self,
        model: &Model,
        data: &DeviceDataset,
        (graphs, batch_size): (&[u32], u32),
        of: impl Fn(&Known, &[f32]) -> f64,
    ) -> Result<f64, DeviceError> {
        if self.0.is_empty() {
            let device = device_of(model);
            for part in graphs.chunks(batch_size as usize) {
                let (input, members) = data.input(part, &device);
                self.0.push((input, data.known_of(&members)));
            }
        }
        let mut sum = 0.0;
        for (input, known) in &self.0 {
            let outputs = read(model.forward(input).await.logits.flatten(0, 1)).await?;
            sum += of(known, &outputs);
        }
        Ok(sum)
    }
}
