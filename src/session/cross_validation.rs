//! Sequential cross-validation for the page, equivalent to `sublevel train`.

use std::{collections::VecDeque, sync::Arc};

use burn::tensor::Device;

use super::{DatasetId, Folds, Session, SessionError, run};
use crate::{
    config::TrainingConfig,
    graph::{
        Dataset,
        folds::{Origin, Split},
    },
    protocol::FoldsProgress,
    run_file::{EpochRun, FoldRun, RunFile, UnfinishedFold, Versions},
    training::{Trainer, arithmetic},
};

/// A sequential cross-validation. It is independent of the runs of the session.
pub struct CrossValidation {
    dataset: Arc<Dataset>,
    device: Device,
    file: RunFile,
    /// Splits of the unfinished folds of the file, in order.
    splits: VecDeque<Split>,
    at_hand: Option<AtHand>,
}

/// The current fold.
struct AtHand {
    trainer: Trainer,
    /// Training time of the current epoch so far.
    seconds: f64,
}

impl Session {
    /// Starts a cross-validation over all folds of a configuration, on the device of the session. Each fold trains as a separate run
    /// would.
    ///
    /// # Errors
    /// As [`Self::create`].
    pub fn cross_validate(
        &self,
        dataset: DatasetId,
        config: TrainingConfig,
        folds: Folds<'_>,
    ) -> Result<CrossValidation, SessionError> {
        self.check_lost()?;
        let dataset = self.dataset(dataset)?.clone();
        let mut config = TrainingConfig { fold: 1, ..config };
        config.check(&dataset)?;
        let origin = match folds {
            Folds::AtMost | Folds::Exactly if dataset.split.is_some() => Origin::Data,
            Folds::AtMost | Folds::Exactly => Origin::Seed,
            Folds::Shipped(folds) => folds.origin(),
            Folds::Files(_) => Origin::Files,
        };
        let (first, _) = run::split(&dataset, &mut config, folds)?;
        let mut splits = VecDeque::from([first]);
        for fold in 2..=config.folds {
            let mut config = TrainingConfig {
                fold,
                ..config.clone()
            };
            splits.push_back(run::split(&dataset, &mut config, folds)?.0);
        }
        let unfinished = (1..).zip(&splits);
        let unfinished = unfinished.map(|(fold, split)| UnfinishedFold::new(fold, split));
        let mut file = RunFile::new(&dataset, config, origin, unfinished.collect());
        file.device.clone_from(&self.report.name);
        Ok(CrossValidation {
            dataset,
            device: self.device.clone(),
            file,
            splits,
            at_hand: None,
        })
    }
}

impl CrossValidation {
    /// The current run file: finished folds, and finished epochs of the current fold.
    pub fn file(&self) -> &RunFile {
        &self.file
    }

    /// Trains up to `steps` steps of the current fold, fewer at the end of its epoch; `clock` returns seconds. Without unfinished folds
    /// it does nothing.
    ///
    /// # Errors
    /// If the split does not fit the data set, or the loss is not finite. Finished folds are kept.
    pub async fn train(
        &mut self,
        steps: u32,
        clock: impl Fn() -> f64,
    ) -> Result<FoldsProgress, SessionError> {
        if self.at_hand.is_none() && self.file.folds.is_empty() {
            self.file.trained_by(Versions {
                arithmetic: arithmetic(&self.device).await,
                ..Versions::current()
            });
        }
        let Some(fold) = self.file.unfinished.first_mut() else {
            return Ok(self.progress());
        };
        let number = fold.fold;
        let at_hand = match &mut self.at_hand {
            Some(at_hand) => at_hand,
            none => none.insert(AtHand {
                trainer: Trainer::new(
                    self.dataset.clone(),
                    self.splits.front().cloned().unwrap_or_default(),
                    TrainingConfig {
                        fold: number,
                        ..self.file.config.clone()
                    },
                    self.device.clone(),
                )?,
                seconds: 0.0,
            }),
        };
        let trainer = &mut at_hand.trainer;
        let start = clock();
        let report = trainer
            .train(steps.min(trainer.steps_left_in_epoch()))
            .await;
        at_hand.seconds += clock() - start;
        if let Some(reason) = report.stopped {
            return Err(SessionError::Folds(format!("fold {number}: {reason}")));
        }
        for epoch in report.epochs {
            let seconds = std::mem::take(&mut at_hand.seconds);
            fold.epochs.push(EpochRun::new(epoch, seconds));
        }
        if report.finished {
            self.finish().await?;
        }
        Ok(self.progress())
    }

    /// Stores the current fold as finished.
    async fn finish(&mut self) -> Result<(), SessionError> {
        let Some(AtHand { trainer, .. }) = &self.at_hand else {
            return Ok(());
        };
        let test = trainer.split().test.clone();
        let predicted = trainer.predict_at(None, &test).await?;
        let row = |(&graph, predicted)| [graph, self.dataset.classes[graph as usize], predicted];
        let predictions = test.iter().zip(predicted).map(row).collect();
        let fold = self.file.unfinished.remove(0);
        let classes = self.dataset.class_names.len();
        self.file.finish(FoldRun::new(fold, predictions, classes));
        self.splits.pop_front();
        self.at_hand = None;
        Ok(())
    }

    fn progress(&self) -> FoldsProgress {
        let (finished, left) = (self.file.folds.len(), self.file.unfinished.len());
        let epochs = self.file.config.epochs;
        let at_hand = self.at_hand.as_ref().map(|AtHand { trainer, .. }| {
            let all = trainer.steps_per_epoch();
            let begun = (all - trainer.steps_left_in_epoch()) as f64 / f64::from(all);
            f64::from(trainer.epochs_done()) + begun
        });
        let done = finished as f64 * f64::from(epochs) + at_hand.unwrap_or(0.0);
        FoldsProgress {
            fold: self.file.unfinished.first().map(|fold| fold.fold),
            folds: (finished + left) as u32,
            finished: finished as u32,
            epoch: self
                .file
                .unfinished
                .first()
                .map_or(0, |fold| fold.epochs.len() as u32),
            epochs,
            share: done / ((finished + left) as f64 * f64::from(epochs)),
        }
    }
}
