//! The runs of a session.

use std::sync::Arc;

use super::{
    DatasetId, RunId, SNAPSHOT_LIMIT, Session, SessionError, Snapshots, Weights, logged::Logged,
    source::Source,
};
use crate::{
    config::TrainingConfig,
    graph::{
        Dataset, Task,
        folds::{FoldFiles, Split},
        icml2020::{self, Shipped},
    },
    protocol::{RunCurves, RunSummary, TrainingReport},
    training::{Checkpoint, Trainer},
};

/// The folds of a run.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Folds<'a> {
    /// A stratified split with the seed of the run. If a class has fewer graphs than folds, the largest possible number of folds is
    /// used, and a note of the run reports it.
    #[default]
    AtMost,
    /// The same, but too few graphs of a class are an error.
    Exactly,
    /// The ten folds of the paper's split code; the configuration's number of folds is ignored.
    Shipped(Shipped),
    /// The folds of files with their paths, read by [`FoldFiles`].
    Files(&'a [(&'a str, &'a [u8])]),
}

/// A run with its session data.
pub(super) struct Run {
    /// Its data set.
    pub dataset: DatasetId,
    pub source: Source,
    pub snapshots: Snapshots,
    /// Deviations from the request.
    notes: Vec<String>,
}

impl Run {
    /// A new or resumed run. Its weights are kept if they are those of the end of an epoch.
    async fn new(
        dataset: DatasetId,
        trainer: Trainer,
        notes: Vec<String>,
    ) -> Result<Self, SessionError> {
        let mut run = Self {
            dataset,
            source: Source::Trained(Box::new(trainer)),
            snapshots: Snapshots::new(SNAPSHOT_LIMIT),
            notes,
        };
        run.keep().await?;
        Ok(run)
    }

    /// A run of a run log. Epochs follow.
    pub(super) fn of_log(dataset: DatasetId, logged: Logged) -> Self {
        let config = TrainingConfig {
            epochs: logged.last_epoch(),
            ..TrainingConfig::default()
        };
        Self {
            dataset,
            source: Source::Logged {
                logged: Box::new(logged),
                config: Box::new(config),
            },
            snapshots: Snapshots::new(SNAPSHOT_LIMIT),
            notes: Vec::new(),
        }
    }

    /// Keeps the weights if they are those of the end of an epoch.
    async fn keep(&mut self) -> Result<(), SessionError> {
        let trainer = self.source.trainer()?;
        if trainer.is_between_epochs() {
            let weights = trainer.weights().await?;
            self.snapshots.add(trainer.epochs_done(), weights.into());
        }
        Ok(())
    }

    /// Trains up to `steps` steps and keeps the weights at the end of each epoch.
    async fn train(&mut self, steps: u32, report: &mut TrainingReport) -> Result<(), SessionError> {
        let mut left = steps;
        loop {
            let trainer = self.source.trainer_mut()?;
            let part = left.min(trainer.steps_left_in_epoch());
            let epochs = report.epochs.len();
            trainer.train_into(part, report).await?;
            if report.epochs.len() > epochs {
                self.keep().await?;
            }
            left -= part;
            if left == 0 || report.finished || report.stopped.is_some() {
                return Ok(());
            }
        }
    }

    pub fn summary(&self) -> RunSummary {
        RunSummary {
            notes: self.notes.clone(),
            ..self.source.summary()
        }
    }
}

impl Session {
    /// Creates a run on a data set, with weights from the seed of the configuration. If the data file names the part of each graph,
    /// these parts are the only fold, and the folds of the configuration have no effect. The initial weights are kept as epoch 0. The
    /// graphs may have one class: such a run can be inspected, but not trained.
    ///
    /// # Errors
    /// If there is no such data set, the configuration does not fit it, no such folds of it exist, or the GPU is lost.
    pub async fn create(
        &mut self,
        dataset: DatasetId,
        mut config: TrainingConfig,
        folds: Folds<'_>,
    ) -> Result<RunId, SessionError> {
        self.check_lost()?;
        let data = self.dataset(dataset)?.clone();
        config.check(&data)?;
        let (split, notes) = split(&data, &mut config, folds)?;
        let trainer = Trainer::new(data, split, config, self.device.clone())?;
        self.adopt(dataset, trainer, notes).await
    }

    /// Resumes a saved run on this data set. On the same processor or GPU, it continues bit for bit as
    /// without the interruption.
    ///
    /// # Errors
    /// If there is no such data set, the bytes are not a weights file or belong to another data set, or the GPU is lost.
    pub async fn resume(
        &mut self,
        dataset: DatasetId,
        bytes: &[u8],
    ) -> Result<RunId, SessionError> {
        self.check_lost()?;
        let data = self.dataset(dataset)?.clone();
        if Logged::is_saved(bytes) {
            let logged = Logged::resume(data, bytes).map_err(SessionError::Weights)?;
            return Ok(self.insert(Run::of_log(dataset, logged)));
        }
        let checkpoint = Checkpoint::from_bytes(bytes)?;
        let trainer = Trainer::resume(data, checkpoint, self.device.clone())?;
        self.adopt(dataset, trainer, Vec::new()).await
    }

    /// Adds a run to the session.
    async fn adopt(
        &mut self,
        dataset: DatasetId,
        trainer: Trainer,
        notes: Vec<String>,
    ) -> Result<RunId, SessionError> {
        let run = Run::new(dataset, trainer, notes).await;
        let run = self.settle(run)?;
        Ok(self.insert(run))
    }

    /// Gives a run an id.
    pub(super) fn insert(&mut self, run: Run) -> RunId {
        let id = RunId(self.next());
        self.runs.insert(id, run);
        id
    }

    /// The run as the bytes of a [`Checkpoint`], without snapshots. A run log is saved with its newest values.
    ///
    /// # Errors
    /// If there is no such run, or the GPU is gone.
    pub async fn save(&mut self, run: RunId) -> Result<Vec<u8>, SessionError> {
        self.check_lost()?;
        let saved = self.run(run)?.source.save().await;
        self.settle(saved)
    }

    /// Trains up to `steps` steps of a run, fewer if the run finishes; weights are kept at the end of each epoch. `stopped` reports a
    /// loss that is not finite.
    ///
    /// # Errors
    /// If there is no such run, the graphs of its data set have one class, or the GPU is gone.
    pub async fn train(&mut self, run: RunId, steps: u32) -> Result<TrainingReport, SessionError> {
        self.check_lost()?;
        check_classes(self.run(run)?.source.trainer()?.dataset())?;
        let mut report = TrainingReport::default();
        let done = self.run_mut(run)?.train(steps, &mut report).await;
        self.settle(done)?;
        Ok(report)
    }

    /// Changes the learning rate of further steps of a run.
    ///
    /// # Errors
    /// If there is no such run, or the rate is not above 0 and at most 10.
    pub fn set_learning_rate(&mut self, run: RunId, rate: f64) -> Result<(), SessionError> {
        let trainer = self.run_mut(run)?.source.trainer_mut()?;
        Ok(trainer.set_learning_rate(rate)?)
    }

    /// Changes the number of epochs of a run; a finished run can be trained further.
    ///
    /// # Errors
    /// If there is no such run, or the number of epochs is below the started ones or too large.
    pub fn set_epochs(&mut self, run: RunId, epochs: u32) -> Result<(), SessionError> {
        let trainer = self.run_mut(run)?.source.trainer_mut()?;
        Ok(trainer.set_epochs(epochs)?)
    }

    /// All parameters and running statistics of the model of a run.
    ///
    /// # Errors
    /// If there is no such run, the weights of the epoch are not kept, or the GPU is gone.
    pub async fn weights(
        &mut self,
        run: RunId,
        weights: Weights,
    ) -> Result<Arc<[f32]>, SessionError> {
        self.check_lost()?;
        let asked = self.run(run)?;
        if let Some(kept) = asked.weights(weights)? {
            return Ok(kept);
        }
        let numbers = asked.source.numbers().await;
        Ok(self.settle(numbers)?.into())
    }

    /// Restores the weights of an epoch, as returned by [`Self::weights`]. A resumed run or a copy of a run can then be inspected at
    /// this epoch.
    ///
    /// # Errors
    /// If there is no such run or epoch, or the numbers do not fit the model.
    pub fn keep_weights(
        &mut self,
        id: RunId,
        epoch: u32,
        numbers: Vec<f32>,
    ) -> Result<(), SessionError> {
        let run = self.run_mut(id)?;
        let (epochs, count) = (run.source.epochs(), run.source.number_count());
        if epoch > epochs {
            return Err(SessionError::Weights(format!(
                "the run has {epochs} epochs, and these are the weights of epoch {epoch}"
            )));
        }
        if numbers.len() != count || numbers.iter().any(|number| !number.is_finite()) {
            return Err(SessionError::Weights(format!(
                "expected {count} finite numbers as the weights of epoch {epoch}, found {} or infinite ones",
                numbers.len()
            )));
        }
        run.snapshots.add(epoch, numbers.into());
        let given = (id, Weights::Epoch(epoch));
        self.cache.retain(|run, weights| (run, weights) != given);
        self.swapped_in = None;
        Ok(())
    }

    /// Summary of a run with its progress.
    ///
    /// # Errors
    /// If there is no such run.
    pub fn run_summary(&self, run: RunId) -> Result<RunSummary, SessionError> {
        Ok(self.run(run)?.summary())
    }

    /// The curves of a run, including those before it was saved.
    ///
    /// # Errors
    /// If there is no such run.
    pub fn curves(&self, run: RunId) -> Result<RunCurves, SessionError> {
        // `grow_log` reports the epochs of a run log.
        let Source::Trained(trainer) = &self.run(run)?.source else {
            return Ok(RunCurves::default());
        };
        Ok(RunCurves {
            steps: trainer.history().steps.as_flattened().to_vec().into(),
            epochs: trainer.epoch_reports(),
        })
    }

    /// The data set of a run.
    ///
    /// # Errors
    /// If there is no such run.
    pub fn dataset_of(&self, run: RunId) -> Result<DatasetId, SessionError> {
        Ok(self.run(run)?.dataset)
    }
}

/// Checks that a model can be trained on a data set.
///
/// # Errors
/// If its graphs have one class.
pub(super) fn check_classes(dataset: &Dataset) -> Result<(), SessionError> {
    match dataset.without_training() {
        Some(reason) => Err(SessionError::OneClass(reason)),
        None => Ok(()),
    }
}

/// The split of the fold of a configuration, with notes on deviations from the request. Updates the configuration's number of
/// folds.
///
/// # Errors
/// If there are no such folds, or no such fold among them.
pub(super) fn split(
    dataset: &Dataset,
    config: &mut TrainingConfig,
    folds: Folds<'_>,
) -> Result<(Split, Vec<String>), SessionError> {
    let of_others = match folds {
        Folds::AtMost | Folds::Exactly if let Some(named) = &dataset.split => {
            (config.folds, config.fold) = (1, 1);
            named.clone()
        }
        Folds::AtMost | Folds::Exactly => {
            let notes = Vec::from_iter(fit_folds(dataset, config, folds == Folds::Exactly)?);
            let folds = config.stratified_folds(dataset)?;
            return Ok((folds.split(config.fold, config.validation)?, notes));
        }
        Folds::Shipped(folds) => {
            config.folds = icml2020::FOLDS;
            folds.split(dataset, config.fold)?
        }
        Folds::Files(files) => {
            let files = FoldFiles::new(files.iter().copied());
            config.folds = files.count();
            if config.folds == 0 {
                return Err(SessionError::Folds(
                    "no fold files were given: choose the files or another kind of folds".into(),
                ));
            }
            if config.fold > config.folds {
                return Err(SessionError::Folds(format!(
                    "expected a fold from 1 to {}, the number of folds in the files, found {}",
                    config.folds, config.fold
                )));
            }
            files.split(config.fold, dataset.graphs.len() as u32)?
        }
    };
    config.split_seed = None;
    let split = match config.validation {
        true => of_others,
        false => of_others.without_validation(),
    };
    Ok((split, Vec::new()))
}

/// Reduces the number of folds to the size of the smallest class, if allowed, and returns a note about it.
///
/// # Errors
/// If that is not allowed, or fewer than two folds remain.
fn fit_folds(
    dataset: &Dataset,
    config: &mut TrainingConfig,
    exactly: bool,
) -> Result<Option<String>, SessionError> {
    let mut counts = vec![0; dataset.class_names.len()];
    for &class in &dataset.classes {
        counts[class as usize] += 1;
    }
    let present = counts
        .iter()
        .zip(&dataset.class_names)
        .filter(|(count, _)| **count > 0);
    let Some((&smallest, class)) = present.min_by_key(|(count, _)| **count) else {
        return Err(SessionError::Folds(format!(
            "“{}” has no graphs to train on",
            dataset.name
        )));
    };
    let (of_class, each, remedy) = match dataset.task() {
        Task::Classification => (
            format!(" of the class “{class}”"),
            "every class",
            " of this class or remove it",
        ),
        Task::Regression => (String::new(), "training", ""),
    };
    let graphs = match smallest {
        1 => format!("one graph{of_class}"),
        _ => format!("{smallest} graphs{of_class}"),
    };
    if smallest < 2 {
        return Err(SessionError::Folds(format!(
            "“{}” has {graphs}, and {each} needs at least two, one to train on and one to test on: add graphs{remedy}",
            dataset.name
        )));
    }
    if config.folds <= smallest {
        return Ok(None);
    }
    if exactly {
        return Err(SessionError::Folds(format!(
            "“{}” has {graphs}, too few for {} folds: use {smallest} or fewer",
            dataset.name, config.folds
        )));
    }
    let asked = std::mem::replace(&mut config.folds, smallest);
    let mut note = format!(
        "“{}” has {graphs}, so it is split into {smallest} folds instead of {asked}.",
        dataset.name
    );
    if config.fold > smallest && config.fold <= asked {
        note += &format!(
            " Fold {smallest} is the test part in place of fold {}.",
            config.fold
        );
        config.fold = smallest;
    }
    Ok(Some(note))
}
