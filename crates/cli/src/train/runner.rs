//! Trains the folds of a run, several at a time with `--jobs`, and updates the run file.

use std::{
    fs,
    path::{Path, PathBuf},
    sync::{
        Arc, Mutex, MutexGuard, PoisonError,
        atomic::{AtomicBool, Ordering},
    },
    thread,
    time::{Duration, Instant},
};

use burn::tensor::Device;
use serde::Serialize;
use sublevel::{
    config::TrainingConfig,
    graph::{Dataset, folds::Split},
    run_file::{EpochRun, FoldRun, RunFile, UnfinishedFold},
    training::{Checkpoint, Trainer},
};

use super::arguments::Format;
use super::claim::{checkpoint_name, weights_name};
use super::progress::Progress;
use crate::{Failure, files::replace, print_json, run_file};

/// Maximum training time between checkpoints.
const CHECKPOINT_EVERY: Duration = Duration::from_secs(20);

/// Report of an epoch on stdout.
#[derive(Serialize)]
struct EpochLine<'a> {
    fold: u32,
    #[serde(flatten)]
    epoch: &'a EpochRun,
}

/// A run with the state for its training.
pub struct Runner {
    pub dataset: Arc<Dataset>,
    pub device: Device,
    /// Path of the run file, if any.
    pub path: Option<PathBuf>,
    /// Folder for the weights of finished folds, if any.
    pub weights: Option<PathBuf>,
    /// The run so far; its unfinished folds are trained.
    pub file: Mutex<RunFile>,
    /// Stop request: every fold stops after its current epoch.
    pub interrupted: Arc<AtomicBool>,
    pub progress: Progress,
    /// Output of epoch reports.
    pub format: Format,
}

impl Runner {
    /// The current run.
    pub fn into_file(self) -> RunFile {
        self.file
            .into_inner()
            .unwrap_or_else(PoisonError::into_inner)
    }

    fn file(&self) -> MutexGuard<'_, RunFile> {
        self.file.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Trains these folds, at most `jobs` at a time; each uses an equal share of the processors.
    ///
    /// # Errors
    /// If the run file cannot be written, before training starts. Otherwise the first failure; the other folds stop after their
    /// current epoch and are saved.
    pub fn train(&self, folds: Vec<(UnfinishedFold, Split)>, jobs: usize) -> Result<(), Failure> {
        self.update(|_| ())?;
        let jobs = jobs.min(folds.len());
        let queue = Mutex::new(folds.into_iter());
        let next = || queue.lock().unwrap_or_else(PoisonError::into_inner).next();
        let work = || -> Result<(), Failure> {
            while !self.interrupted.load(Ordering::Relaxed)
                && let Some((fold, split)) = next()
            {
                self.train_fold(fold, split)
                    .inspect_err(|_| self.interrupted.store(true, Ordering::Relaxed))?;
            }
            Ok(())
        };
        let share = rayon::current_num_threads().div_ceil(jobs);
        let worker = || {
            let pool = rayon::ThreadPoolBuilder::new().num_threads(share).build();
            pool.map_err(Failure::other)?.install(work)
        };
        thread::scope(|scope| {
            let workers: Vec<_> = (0..jobs).map(|_| scope.spawn(worker)).collect();
            let outcomes = workers.into_iter().map(|worker| worker.join());
            // Waits for every worker, even after a failure.
            let outcomes: Vec<_> = outcomes.collect();
            outcomes.into_iter().try_for_each(|outcome| {
                outcome.unwrap_or_else(|panic| std::panic::resume_unwind(panic))
            })
        })
    }

    /// Trains a fold to its end, or until the run is interrupted.
    fn train_fold(&self, mut fold: UnfinishedFold, split: Split) -> Result<(), Failure> {
        let config = TrainingConfig {
            fold: fold.fold,
            ..self.file().config.clone()
        };
        let number = fold.fold;
        let test = split.test.clone();
        // Without a checkpoint, the fold begins again.
        let last = fold.epochs.last().filter(|_| fold.checkpoint.is_some());
        let mut bar = self.progress.fold(number, config.epochs, last);
        let mut trainer = bar.prepare(|| self.trainer(&mut fold, split, config))?;
        let steps = trainer.summary().steps_per_epoch;
        let mut kept = Instant::now();
        loop {
            let start = Instant::now();
            let report = pollster::block_on(trainer.train(steps));
            let validation_loss =
                pollster::block_on(trainer.validation_loss()).map_err(Failure::other)?;
            let seconds = start.elapsed().as_secs_f64();
            if let Some(reason) = report.stopped {
                return Err(Failure::other(format!("fold {number}: {reason}")));
            }
            for epoch in report.epochs {
                let task = self.dataset.task();
                let epoch = EpochRun::new(epoch, task, validation_loss, seconds);
                bar.epoch(&epoch);
                if self.format == Format::Json {
                    // A closed stdout does not end the run.
                    let _ = print_json(&EpochLine {
                        fold: number,
                        epoch: &epoch,
                    });
                }
                fold.epochs.push(epoch);
            }
            if report.finished {
                break;
            }
            let interrupted = self.interrupted.load(Ordering::Relaxed);
            if interrupted || kept.elapsed() >= CHECKPOINT_EVERY {
                self.keep(&mut fold, &trainer)?;
                kept = Instant::now();
            }
            if interrupted {
                return Ok(());
            }
        }
        bar.finish();
        if let Some(folder) = &self.weights {
            let saved = save(&trainer, &folder.join(weights_name(number)));
            if saved.is_err() {
                // A finished fold without weights is useless: stored as unfinished, it saves them after resuming.
                self.keep(&mut fold, &trainer)?;
            }
            saved?;
        }
        let predicted = pollster::block_on(trainer.predict(&test));
        let checkpoint = fold.checkpoint.take();
        let run = FoldRun::new(fold, &self.dataset, &test, predicted);
        self.update(|file| file.finish(run))?;
        self.remove(checkpoint);
        Ok(())
    }

    /// A new trainer, or the trainer of the fold's checkpoint.
    fn trainer(
        &self,
        fold: &mut UnfinishedFold,
        split: Split,
        config: TrainingConfig,
    ) -> Result<Trainer, Failure> {
        let (dataset, device) = (self.dataset.clone(), self.device.clone());
        let Some((name, run)) = fold.checkpoint.as_ref().zip(self.path.as_ref()) else {
            fold.epochs.clear();
            return Trainer::new(dataset, split, config, device).map_err(Failure::usage);
        };
        let path = run.with_file_name(name);
        let fail =
            |error: &dyn std::fmt::Display| Failure::usage(format!("{}: {error}", path.display()));
        let bytes = fs::read(&path).map_err(|error| fail(&error))?;
        let checkpoint = Checkpoint::from_bytes(&bytes).map_err(|error| fail(&error))?;
        if checkpoint.config != config
            || checkpoint.split != split
            || checkpoint.epoch as usize != fold.epochs.len()
        {
            return Err(fail(&format_args!(
                "expected epoch {} of fold {} of {}, with the same test part; found a different one",
                fold.epochs.len(),
                fold.fold,
                run.display()
            )));
        }
        Trainer::resume(dataset, checkpoint, device).map_err(|error| fail(&error))
    }

    /// Writes a checkpoint of an unfinished fold, then the run file that names it, then removes the previous checkpoint.
    /// The run file and its checkpoints are therefore consistent at any time.
    fn keep(&self, fold: &mut UnfinishedFold, trainer: &Trainer) -> Result<(), Failure> {
        let Some(path) = &self.path else {
            return Ok(());
        };
        let name = checkpoint_name(path, fold.fold, trainer.epochs_done());
        save(trainer, &path.with_file_name(&name))?;
        let before = fold.checkpoint.replace(name);
        self.update(|file| {
            let kept = file
                .unfinished
                .iter_mut()
                .find(|kept| kept.fold == fold.fold);
            *kept.expect("the fold is not finished") = fold.clone();
        })?;
        self.remove(before);
        Ok(())
    }

    /// Updates the run and writes its file.
    fn update(&self, change: impl FnOnce(&mut RunFile)) -> Result<(), Failure> {
        let mut file = self.file();
        change(&mut file);
        match &self.path {
            Some(path) => run_file::write(&*file, path),
            None => Ok(()),
        }
    }

    /// Removes an obsolete checkpoint; a missing one is not an error.
    fn remove(&self, checkpoint: Option<String>) {
        if let Some((name, path)) = checkpoint.zip(self.path.as_ref()) {
            let _ = fs::remove_file(path.with_file_name(name));
        }
    }
}

/// Writes a checkpoint.
fn save(trainer: &Trainer, path: &Path) -> Result<(), Failure> {
    replace(path, &pollster::block_on(trainer.save()))
}
