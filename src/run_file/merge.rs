//! Merging of run files with different folds of one run, as array jobs and the workers of the page write them.

use super::{RunFile, RunFileError, UnfinishedFold, Versions};
use crate::config::TrainingConfig;

impl RunFile {
    /// The configuration without its fold, which is only the fold in view.
    pub fn configuration(&self) -> TrainingConfig {
        TrainingConfig {
            fold: 1,
            ..self.config.clone()
        }
    }

    /// Whether two files are of one run: data set, fingerprint, origin of the folds, and configuration with seed are equal.
    pub fn is_same_run(&self, other: &Self) -> bool {
        (&self.data, &self.fingerprint, self.splits)
            == (&other.data, &other.fingerprint, other.splits)
            && self.configuration() == other.configuration()
    }

    /// Adds the folds of another file of this run. A fold that is finished in both stays as it is here. Of an unfinished fold, the
    /// file with more epochs counts. Mean and deviation are those of all finished folds, in ascending order, so they do not depend on
    /// the number of files.
    pub fn merge(&mut self, other: Self) {
        let Versions {
            sublevel,
            commit,
            arithmetic,
        } = other.versions;
        for (mine, its) in [
            (&mut self.device, other.device),
            (&mut self.versions.sublevel, sublevel),
        ] {
            if !mine.split(" and ").any(|known| known == its) {
                *mine += &format!(" and {its}");
            }
        }
        let known = &mut self.versions;
        known.commit.take_if(|found| commit.as_ref() != Some(found));
        known
            .arithmetic
            .take_if(|found| arithmetic.as_ref() != Some(found));
        for fold in other.folds {
            if self.folds.iter().all(|known| known.fold != fold.fold) {
                self.finish(fold);
            }
        }
        for fold in other.unfinished {
            self.leave(fold);
        }
    }

    /// Adds an unfinished fold, unless this file has its result or as many of its epochs.
    fn leave(&mut self, fold: UnfinishedFold) {
        if self.folds.iter().any(|done| done.fold == fold.fold) {
            return;
        }
        match self
            .unfinished
            .iter_mut()
            .find(|known| known.fold == fold.fold)
        {
            Some(known) if known.epochs.len() < fold.epochs.len() => *known = fold,
            Some(_) => {}
            None => self.unfinished.push(fold),
        }
        self.unfinished.sort_by_key(|fold| fold.fold);
    }
}

/// The run of these files, which have different folds.
///
/// # Errors
/// If there are no files, or they are of different runs or contradict each other.
pub fn merge_run_files(files: Vec<RunFile>) -> Result<RunFile, RunFileError> {
    let mut files = files.into_iter();
    let Some(mut run) = files.next() else {
        return Err(RunFileError("expected a run file, found none".into()));
    };
    for file in files {
        if !run.is_same_run(&file) {
            return Err(RunFileError(format!(
                "expected files of one run on {}, found another run on {}",
                run.data, file.data
            )));
        }
        run.merge(file);
    }
    run.check()?;
    Ok(run)
}
