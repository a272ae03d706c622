//! The runs of a session.

use std::sync::Arc;

use burn::tensor::Device;

use super::{DatasetId, RunId, Session, SessionError, Snapshots, Weights};
use crate::{
    config::TrainingConfig,
    graph::{
        Dataset,
        folds::{self, FoldFiles, Split},
        icml2020,
    },
    ops,
    protocol::{RunCurves, RunMemory, RunSummary, TrainingReport},
    training::{Checkpoint, Trainer},
};

/// The folds that a run is to have.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Folds<'a> {
    /// Our own stratified split with the seed of the run. Where a class has fewer graphs than there are to be folds, the
    /// largest possible number of folds is taken, and a note of the run says so.
    #[default]
    AtMost,
    /// The same, but where a class has fewer graphs it is an error.
    Exactly,
    /// The ten of the paper's authors; the configuration's number does not count.
    Icml2020,
    /// Those in files, each with its path, as [`FoldFiles`] reads them; so many as are there.
    Files(&'a [(&'a str, &'a [u8])]),
}

/// A run with what the session knows of it.
pub(super) struct Run {
    /// What it learns.
    pub dataset: DatasetId,
    pub trainer: Trainer,
    pub snapshots: Snapshots,
    /// What it does otherwise than it was asked to.
    notes: Vec<String>,
    /// On a GPU the run at the end of its last epoch, with the optimiser: what it goes on from where the GPU is lost.
    refuge: Option<Checkpoint>,
}

impl Run {
    /// A run at its beginning, or where it was saved. The weights are kept where they are those of the end of an epoch.
    async fn new(
        dataset: DatasetId,
        trainer: Trainer,
        notes: Vec<String>,
        limit: usize,
    ) -> Result<Self, SessionError> {
        let mut run = Self {
            dataset,
            trainer,
            snapshots: Snapshots::new(limit),
            notes,
            refuge: None,
        };
        run.keep().await?;
        Ok(run)
    }

    /// Keeps the weights, which are those of the end of an epoch, and on a GPU all that it takes to go on elsewhere.
    async fn keep(&mut self) -> Result<(), SessionError> {
        if self.trainer.is_between_epochs() {
            let weights = self.trainer.weights().await?;
            self.snapshots.add(self.trainer.epochs_done(), weights);
        }
        if !ops::is_cpu(self.trainer.device()) {
            self.refuge = Some(self.trainer.checkpoint().await?);
        }
        Ok(())
    }

    /// Does up to `steps` steps and keeps the weights of every epoch that ends.
    async fn train(&mut self, steps: u32, report: &mut TrainingReport) -> Result<(), SessionError> {
        let mut left = steps;
        loop {
            let part = left.min(self.trainer.steps_left_in_epoch());
            let epochs = report.epochs.len();
            self.trainer.train_into(part, report).await?;
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
            ..self.trainer.summary()
        }
    }

    pub fn memory(&self) -> RunMemory {
        RunMemory {
            snapshots: self.snapshots.bytes() as u64,
            ..self.trainer.memory()
        }
    }

    /// The run on another device, as it was at the end of its last epoch.
    pub fn rescued(&self, device: &Device) -> Result<Trainer, SessionError> {
        let dataset = self.trainer.dataset().clone();
        let split = self.trainer.split().clone();
        let config = self.trainer.config().clone();
        Ok(match &self.refuge {
            Some(checkpoint) => Trainer::resume(dataset, checkpoint.clone(), device.clone())?,
            None => Trainer::new(dataset, split, config, device.clone())?,
        })
    }

    /// Goes on with this trainer, of the same run on another device.
    pub fn go_on_with(&mut self, trainer: Trainer) {
        self.trainer = trainer;
        if ops::is_cpu(self.trainer.device()) {
            self.refuge = None;
        }
    }
}

impl Session {
    /// Creates a run on a data set, with weights from the seed of the configuration. Where the file of the data set names the
    /// part of each graph, these are its one fold, whatever the configuration says of folds. Its epoch 0 is kept: the weights before
    /// the first step.
    ///
    /// # Errors
    /// If there is no such data set, the configuration does not fit it, it cannot be dealt into folds, or the GPU is gone.
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

    /// Opens a run that was saved on this data set. It goes on to the same bits as if it had never stopped, on a device of
    /// the same kind.
    ///
    /// # Errors
    /// If there is no such data set, the bytes are not a file of weights or one of another data set, or the GPU is gone.
    pub async fn resume(
        &mut self,
        dataset: DatasetId,
        bytes: &[u8],
    ) -> Result<RunId, SessionError> {
        self.check_lost()?;
        let data = self.dataset(dataset)?.clone();
        let checkpoint = Checkpoint::from_bytes(bytes)?;
        let trainer = Trainer::resume(data, checkpoint, self.device.clone())?;
        self.adopt(dataset, trainer, Vec::new()).await
    }

    /// Takes a run into the session.
    async fn adopt(
        &mut self,
        dataset: DatasetId,
        trainer: Trainer,
        notes: Vec<String>,
    ) -> Result<RunId, SessionError> {
        let run = Run::new(dataset, trainer, notes, self.snapshot_limit).await;
        let run = self.settle(run)?;
        let id = RunId(self.next());
        self.runs.insert(id, run);
        Ok(id)
    }

    /// A second run that stands where this one does, snapshots included; from here on both go on by themselves.
    ///
    /// # Errors
    /// If there is no such run, or the GPU is gone.
    pub fn fork(&mut self, run: RunId) -> Result<RunId, SessionError> {
        self.check_lost()?;
        let own = self.run(run)?;
        let fork = Run {
            dataset: own.dataset,
            trainer: own.trainer.fork(),
            snapshots: own.snapshots.clone(),
            notes: own.notes.clone(),
            refuge: own.refuge.clone(),
        };
        let id = RunId(self.next());
        self.runs.insert(id, fork);
        Ok(id)
    }

    /// The run as the bytes of a [`Checkpoint`]; snapshots are not in them.
    ///
    /// # Errors
    /// If there is no such run, or the GPU is gone.
    pub async fn save(&mut self, run: RunId) -> Result<Vec<u8>, SessionError> {
        self.check_lost()?;
        let checkpoint = self.run(run)?.trainer.checkpoint().await;
        let checkpoint = self.settle(checkpoint.map_err(Into::into))?;
        Ok(checkpoint.to_bytes())
    }

    /// Does up to `steps` steps of a run, fewer where its epochs end; weights are kept at the end of each epoch. A loss that
    /// is not a number is reported in `stopped`.
    ///
    /// # Errors
    /// If there is no such run, or the GPU is gone: then [`Session::continue_on_cpu`] goes on from the last epoch.
    pub async fn train(&mut self, run: RunId, steps: u32) -> Result<TrainingReport, SessionError> {
        self.check_lost()?;
        let mut report = TrainingReport::default();
        let done = self.run_mut(run)?.train(steps, &mut report).await;
        self.settle(done)?;
        Ok(report)
    }

    /// Changes the learning rate of the steps of a run to come.
    ///
    /// # Errors
    /// If there is no such run, or the rate is not above 0 and at most 10.
    pub fn set_learning_rate(&mut self, run: RunId, rate: f64) -> Result<(), SessionError> {
        Ok(self.run_mut(run)?.trainer.set_learning_rate(rate)?)
    }

    /// Changes after how many epochs a run is over: a finished one can be trained further.
    ///
    /// # Errors
    /// If there is no such run, or the epochs are fewer than it has begun, or too many.
    pub fn set_epochs(&mut self, run: RunId, epochs: u32) -> Result<(), SessionError> {
        Ok(self.run_mut(run)?.trainer.set_epochs(epochs)?)
    }

    /// All numbers of the model of a run, learned or followed by batch normalisation.
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
        let numbers = asked.trainer.weights().await;
        Ok(self.settle(numbers.map_err(Into::into))?.into())
    }

    /// Gives a run the weights of one of its epochs, as [`Self::weights`] gave them: a run that was saved and resumed can be
    /// asked about its epochs again, and a copy of a run about those that the run has had since.
    ///
    /// # Errors
    /// If there is no such run, it has no such epoch, or these are not the numbers of such a model.
    pub fn keep_weights(
        &mut self,
        id: RunId,
        epoch: u32,
        numbers: Vec<f32>,
    ) -> Result<(), SessionError> {
        let run = self.run_mut(id)?;
        let (epochs, count) = (run.trainer.config().epochs, run.trainer.weight_count());
        if epoch > epochs {
            return Err(SessionError::Weights(format!(
                "the run is to have {epochs} epochs, and these are the weights of epoch {epoch}"
            )));
        }
        if numbers.len() != count || numbers.iter().any(|number| !number.is_finite()) {
            return Err(SessionError::Weights(format!(
                "expected {count} finite numbers as the weights of epoch {epoch}, found {} or infinite ones",
                numbers.len()
            )));
        }
        run.snapshots.add(epoch, numbers);
        let given = (id, Weights::Epoch(epoch));
        self.remembered
            .retain(|run, weights| (run, weights) != given);
        self.swapped_in = None;
        Ok(())
    }

    /// What a run is, and how far it is.
    ///
    /// # Errors
    /// If there is no such run.
    pub fn run_summary(&self, run: RunId) -> Result<RunSummary, SessionError> {
        Ok(self.run(run)?.summary())
    }

    /// The curves of a run, those from before it was saved with them.
    ///
    /// # Errors
    /// If there is no such run.
    pub fn curves(&self, run: RunId) -> Result<RunCurves, SessionError> {
        let trainer = &self.run(run)?.trainer;
        Ok(RunCurves {
            steps: trainer.history().steps.as_flattened().to_vec(),
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

/// The split of the fold of a configuration, which is told their number, and what is otherwise than it was asked for.
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
            let folds =
                folds::stratified_folds(&dataset.classes, config.folds, config.seed.into())?;
            return Ok((folds.split(config.fold, config.validation)?, notes));
        }
        Folds::Icml2020 => {
            config.folds = icml2020::FOLDS;
            icml2020::split(dataset, config.fold)?
        }
        Folds::Files(files) => {
            let files = FoldFiles::new(files.iter().copied());
            config.folds = files.count();
            if config.folds == 0 {
                return Err(SessionError::Folds(
                    "the folds are to be from files, and there are none: choose the files, or another kind of folds".into(),
                ));
            }
            if config.fold > config.folds {
                return Err(SessionError::Folds(format!(
                    "expected a fold from 1 to {}, as many as there are files of, found {}",
                    config.folds, config.fold
                )));
            }
            files.split(config.fold, dataset.graphs.len() as u32)?
        }
    };
    let split = match config.validation {
        true => of_others,
        false => of_others.without_validation(),
    };
    Ok((split, Vec::new()))
}

/// Lowers the number of folds to the graphs of the smallest class, where that is allowed, and says so.
///
/// # Errors
/// If that is not allowed, or leaves no two folds.
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
            "“{}” has no graphs to learn from",
            dataset.name
        )));
    };
    if smallest < 2 {
        return Err(SessionError::Folds(format!(
            "“{}” has one graph of the class “{class}”, and every class needs at least two, one to learn from and one to test \
             on: add graphs of this class or leave it out",
            dataset.name
        )));
    }
    if config.folds <= smallest {
        return Ok(None);
    }
    if exactly {
        return Err(SessionError::Folds(format!(
            "“{}” has {smallest} graphs of the class “{class}”, too few for {} folds: ask for {smallest} or fewer",
            dataset.name, config.folds
        )));
    }
    let asked = std::mem::replace(&mut config.folds, smallest);
    let mut note = format!(
        "“{}” has {smallest} graphs of the class “{class}”, so it is dealt into {smallest} folds instead of {asked}.",
        dataset.name
    );
    if config.fold > smallest && config.fold <= asked {
        note += &format!(
            " Fold {smallest} is tested on in place of fold {}.",
            config.fold
        );
        config.fold = smallest;
    }
    Ok(Some(note))
}
