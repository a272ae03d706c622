//! The requirements of a run file, independent of the program that wrote it.

use std::collections::{BTreeMap, BTreeSet};

use super::{EpochRun, FoldRun, RunFile, RunFileError, Spread};
use crate::graph::without_types;

/// Maximum difference of mean and deviation in a file from those of its folds: the writer rounded them.
const ROUNDING: f64 = 1e-6;

impl RunFile {
    /// A run file for the page, which shows all its contents: the JSON text, after a check of every part.
    ///
    /// # Errors
    /// If it is not a run file, or contradicts itself.
    pub fn read_whole(text: &str) -> Result<Self, RunFileError> {
        let run: Self = serde_json::from_str(text).map_err(|error| {
            let problem = without_types(&error.to_string());
            RunFileError(format!("{problem}; expected {}", super::EXPECTED))
        })?;
        run.check()?;
        run.check_contents()?;
        Ok(run)
    }

    /// Checks the data for sums and comparisons of folds: their numbers, their accuracies, and that their test parts are disjoint.
    ///
    /// # Errors
    /// The problem and its fold.
    pub fn check(&self) -> Result<(), RunFileError> {
        let mut tested = BTreeMap::new();
        let mut numbers = BTreeSet::new();
        let unfinished = self.unfinished.iter().map(|fold| fold.fold);
        for number in self.folds.iter().map(|fold| fold.fold).chain(unfinished) {
            if !(1..=self.config.folds).contains(&number) {
                return refuse(format!(
                    "there is a fold {number}; expected folds from 1 to {}",
                    self.config.folds
                ));
            }
            if !numbers.insert(number) {
                return refuse(format!("fold {number} occurs more than once"));
            }
        }
        for fold in &self.folds {
            let number = fold.fold;
            if !(0.0..=1.0).contains(&fold.test_accuracy) {
                return refuse(format!(
                    "the test accuracy of fold {number} is {}; expected a share from 0 to 1",
                    fold.test_accuracy
                ));
            }
            check_numbers(&fold.epochs)
                .map_err(|problem| RunFileError(format!("fold {number}: {problem}")))?;
            for [graph, ..] in &fold.predictions {
                if let Some(other) = tested.insert(graph, number) {
                    return refuse(format!(
                        "graph {graph} is in the test parts of folds {other} and {number}; expected test parts that share none"
                    ));
                }
            }
        }
        Ok(())
    }

    /// Checks that the numbers of each fold match its epochs and predictions, and that mean and deviation match the folds.
    fn check_contents(&self) -> Result<(), RunFileError> {
        if self.classes.is_empty() {
            return refuse("it names no classes; expected those of the data set".into());
        }
        for fold in &self.folds {
            let about = |problem| RunFileError(format!("fold {}: {problem}", fold.fold));
            check_fold(fold, self.config.epochs, self.classes.len()).map_err(about)?;
        }
        for fold in &self.unfinished {
            let about = |problem| RunFileError(format!("fold {}: {problem}", fold.fold));
            check_epochs(&fold.epochs, self.config.epochs).map_err(about)?;
        }
        let found = self.test_accuracy().unwrap_or(Spread {
            mean: 0.0,
            std: 0.0,
        });
        let said = [self.mean_test_accuracy, self.std_test_accuracy];
        let same = |(said, found): (f64, f64)| (said - found).abs() <= ROUNDING;
        if !said.into_iter().zip([found.mean, found.std]).all(same) {
            return refuse(format!(
                "its test accuracy is {} ± {}, but its folds have {} ± {}",
                said[0], said[1], found.mean, found.std
            ));
        }
        Ok(())
    }
}

fn refuse(problem: String) -> Result<(), RunFileError> {
    Err(RunFileError(problem))
}

/// Checks a finished fold with `epochs` epochs, on a data set with `classes` classes.
fn check_fold(fold: &FoldRun, epochs: u32, classes: usize) -> Result<(), String> {
    check_epochs(&fold.epochs, epochs)?;
    if fold.epochs.len() != epochs as usize {
        return Err(format!(
            "expected {epochs} epochs of a finished fold, found {}",
            fold.epochs.len()
        ));
    }
    let last = fold.epochs.last().map(|epoch| epoch.test_accuracy);
    if last.is_some_and(|last| last != fold.test_accuracy) {
        return Err("its test accuracy is not that of its last epoch".into());
    }
    let mut counted = vec![vec![0u64; classes]; classes];
    for &[graph, class, predicted] in &fold.predictions {
        let cell = counted.get_mut(class as usize);
        let cell = cell.and_then(|row| row.get_mut(predicted as usize));
        *cell.ok_or_else(|| {
            format!(
                "the prediction of graph {graph} has a class beyond the {classes} that there are"
            )
        })? += 1;
    }
    let said = fold
        .confusion
        .iter()
        .map(|row| row.iter().copied().map(u64::from));
    if !said
        .map(Iterator::collect::<Vec<_>>)
        .eq(counted.iter().cloned())
    {
        return Err(format!(
            "its confusion is not that of its {} predictions over {classes} classes",
            fold.predictions.len()
        ));
    }
    let right: u64 = (0..classes).map(|class| counted[class][class]).sum();
    let share = right as f32 / fold.predictions.len().max(1) as f32;
    if (share - fold.test_accuracy).abs() > ROUNDING as f32 {
        return Err(format!(
            "its test accuracy is {}, and {share} of its predictions are right",
            fold.test_accuracy
        ));
    }
    Ok(())
}

/// Checks epochs from the first one on, at most `most`.
fn check_epochs(epochs: &[EpochRun], most: u32) -> Result<(), String> {
    if epochs.len() > most as usize {
        return Err(format!(
            "expected at most {most} epochs, found {}",
            epochs.len()
        ));
    }
    for (number, epoch) in (1..).zip(epochs) {
        if epoch.epoch != number {
            return Err(format!("expected epoch {number}, found {}", epoch.epoch));
        }
    }
    check_numbers(epochs)
}

/// Checks the numbers that figures show.
fn check_numbers(epochs: &[EpochRun]) -> Result<(), String> {
    for epoch in epochs {
        let number = epoch.epoch;
        let shares = [epoch.train_accuracy, epoch.test_accuracy];
        if !shares.iter().all(|share| (0.0..=1.0).contains(share)) {
            return Err(format!(
                "the accuracies of epoch {number} are {} and {}; expected shares from 0 to 1",
                shares[0], shares[1]
            ));
        }
        let losses = [Some(epoch.train_loss), epoch.validation_loss];
        let are_finite = losses.iter().flatten().all(|loss| loss.is_finite());
        if !are_finite || !epoch.seconds.is_finite() {
            return Err(format!("losses or seconds of epoch {number} are infinite"));
        }
    }
    Ok(())
}
