//! Cross-validation for the page, equivalent to `sublevel train`. Several sessions can share the folds of one run:
//! [`merge_run_files`](crate::run_file::merge_run_files) joins their files.

use std::{collections::BTreeMap, sync::Arc};

use burn::tensor::Device;

use super::{DatasetId, Folds, Session, SessionError, run};
use crate::{
    config::TrainingConfig,
    graph::{
        Dataset,
        folds::{Origin, Split},
    },
    protocol::FoldProgress,
    run_file::{EpochRun, FoldRun, RunFile, UnfinishedFold, Versions},
    training::{Trainer, arithmetic},
};

/// The folds of a configuration, for training one at a time. It is independent of the runs of the session.
pub struct CrossValidation {
    dataset: Arc<Dataset>,
    device: Device,
    file: RunFile,
    /// Splits of all folds.
    splits: BTreeMap<u32, Split>,
    at_hand: Option<AtHand>,
    /// The bytes of a [`Checkpoint`](crate::training::Checkpoint) at the end of the last finished fold.
    model: Option<Vec<u8>>,
}

/// The current fold.
struct AtHand {
    fold: u32,
    trainer: Trainer,
    /// Training time of the current epoch so far.
    seconds: f64,
}

impl Session {
    /// Starts a cross-validation over the folds of a configuration, on the device of the session. Each fold trains as a separate run
    /// would, so its result does not depend on the other folds.
    ///
    /// # Errors
    /// As [`Self::create`], or if the graphs of the data set have one class.
    pub async fn cross_validate(
        &self,
        dataset: DatasetId,
        config: TrainingConfig,
        folds: Folds<'_>,
    ) -> Result<CrossValidation, SessionError> {
        self.check_lost()?;
        let dataset = self.dataset(dataset)?.clone();
        run::check_classes(&dataset)?;
        let mut config = TrainingConfig { fold: 1, ..config };
        config.check(&dataset)?;
        let origin = match folds {
            Folds::AtMost | Folds::Exactly if dataset.split.is_some() => Origin::Data,
            Folds::AtMost | Folds::Exactly => Origin::Seed,
            Folds::Shipped(folds) => folds.origin(),
            Folds::Files(_) => Origin::Files,
        };
        let (first, _) = run::split(&dataset, &mut config, folds)?;
        let mut splits = BTreeMap::from([(1, first)]);
        for fold in 2..=config.folds {
            let mut config = TrainingConfig {
                fold,
                ..config.clone()
            };
            splits.insert(fold, run::split(&dataset, &mut config, folds)?.0);
        }
        let unfinished = splits.iter();
        let unfinished = unfinished.map(|(&fold, split)| UnfinishedFold::new(fold, split));
        let unfinished = unfinished.collect();
        let mut file = RunFile::new(&dataset, config, origin, unfinished);
        file.device.clone_from(&self.report.name);
        file.trained_by(Versions {
            arithmetic: arithmetic(&self.device).await,
            ..Versions::current()
        });
        Ok(CrossValidation {
            dataset,
            device: self.device.clone(),
            file,
            splits,
            at_hand: None,
            model: None,
        })
    }
}

impl CrossValidation {
    /// The current run file: finished folds, and finished epochs of the other ones.
    pub fn file(&self) -> &RunFile {
        &self.file
    }

    /// The bytes of a [`Checkpoint`](crate::training::Checkpoint) at the end of the last finished fold, once.
    pub fn take_model(&mut self) -> Option<Vec<u8>> {
        self.model.take()
    }

    /// Trains up to `steps` steps of a fold, fewer at the end of its epoch; `clock` returns seconds. An unfinished fold begins again if
    /// another fold was trained in between.
    ///
    /// # Errors
    /// If there is no such unfinished fold, its split does not fit the data set, or the loss is not finite. Finished folds are kept.
    pub async fn train(
        &mut self,
        fold: u32,
        steps: u32,
        clock: impl Fn() -> f64,
    ) -> Result<FoldProgress, SessionError> {
        let mut unfinished = self.file.unfinished.iter_mut();
        let unfinished = unfinished.find(|left| left.fold == fold);
        let (Some(unfinished), Some(split)) = (unfinished, self.splits.get(&fold)) else {
            return Err(SessionError::Folds(format!(
                "expected an unfinished fold from 1 to {}, found fold {fold}",
                self.file.config.folds
            )));
        };
        let AtHand {
            trainer, seconds, ..
        } = match &mut self.at_hand {
            Some(at_hand) if at_hand.fold == fold => at_hand,
            other => {
                unfinished.epochs.clear();
                let config = TrainingConfig {
                    fold,
                    ..self.file.config.clone()
                };
                let (dataset, device) = (self.dataset.clone(), self.device.clone());
                other.insert(AtHand {
                    fold,
                    trainer: Trainer::new(dataset, split.clone(), config, device)?,
                    seconds: 0.0,
                })
            }
        };
        let start = clock();
        let report = trainer
            .train(steps.min(trainer.steps_left_in_epoch()))
            .await;
        let validation_loss = match report.epochs.is_empty() {
            true => None,
            false => trainer.validation_loss().await?,
        };
        *seconds += clock() - start;
        if let Some(reason) = report.stopped {
            return Err(SessionError::Folds(format!("fold {fold}: {reason}")));
        }
        for epoch in report.epochs {
            let task = self.dataset.task();
            let run = EpochRun::new(epoch, task, validation_loss, std::mem::take(seconds));
            unfinished.epochs.push(run);
        }
        let (epoch, epochs) = (trainer.epochs_done(), self.file.config.epochs);
        let all = trainer.steps_per_epoch();
        let partial = f64::from(all - trainer.steps_left_in_epoch()) / f64::from(all);
        let share = match report.finished {
            true => 1.0,
            false => (f64::from(epoch) + partial) / f64::from(epochs),
        };
        if report.finished {
            self.finish().await?;
        }
        Ok(FoldProgress {
            fold,
            finished: report.finished,
            epoch,
            epochs,
            share,
        })
    }

    /// Stores the current fold as finished, and its model.
    async fn finish(&mut self) -> Result<(), SessionError> {
        let Some(AtHand { fold, trainer, .. }) = &self.at_hand else {
            return Ok(());
        };
        let test = trainer.split().test.clone();
        let predicted = trainer.predict_at(None, &test).await?;
        let model = trainer.checkpoint().await?.to_bytes();
        let mut unfinished = self.file.unfinished.iter();
        if let Some(left) = unfinished.find(|left| left.fold == *fold) {
            let done = FoldRun::new(left.clone(), &self.dataset, &test, predicted);
            self.file.finish(done);
        }
        self.model = Some(model);
        self.at_hand = None;
        Ok(())
    }
}
