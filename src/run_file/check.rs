//! The requirements of a run file, independent of the program that wrote it.

use std::collections::{BTreeMap, BTreeSet};

use super::{EpochRun, FoldRun, RunFile, RunFileError, Spread};
use crate::graph::{Task, without_types};

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
            check_metrics(self.task(), [("test", fold.test_accuracy, fold.test_error)])
                .map_err(|problem| RunFileError(format!("fold {number}: {problem}")))?;
            check_numbers(self.task(), &fold.epochs)
                .map_err(|problem| RunFileError(format!("fold {number}: {problem}")))?;
            for graph in fold.tested() {
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
        for fold in &self.folds {
            let about = |problem| RunFileError(format!("fold {}: {problem}", fold.fold));
            check_fold(fold, self.config.epochs, self.classes.len()).map_err(about)?;
        }
        for fold in &self.unfinished {
            let about = |problem| RunFileError(format!("fold {}: {problem}", fold.fold));
            check_epochs(self.task(), &fold.epochs, self.config.epochs).map_err(about)?;
        }
        let found = self.test_metric().unwrap_or(Spread {
            mean: 0.0,
            std: 0.0,
        });
        let (name, stated) = match self.task() {
            Task::Classification => (
                "accuracy",
                [self.mean_test_accuracy, self.std_test_accuracy],
            ),
            Task::Regression => ("error", [self.mean_test_error, self.std_test_error]),
        };
        let [Some(mean), Some(std)] = stated else {
            return refuse(format!(
                "it has no mean and deviation of the test {name}; expected those of its folds"
            ));
        };
        if !(is_near(mean, found.mean) && is_near(std, found.std)) {
            return refuse(format!(
                "its test {name} is {mean} ± {std}, but its folds have {} ± {}",
                found.mean, found.std
            ));
        }
        Ok(())
    }
}

/// Whether a number of a file is that of its parts, up to rounding.
fn is_near(stated: f64, found: f64) -> bool {
    (stated - found).abs() <= ROUNDING * found.abs().max(1.0)
}

fn refuse(problem: String) -> Result<(), RunFileError> {
    Err(RunFileError(problem))
}

/// Checks a finished fold with `epochs` epochs, on a data set with `classes` classes, 0 with targets.
fn check_fold(fold: &FoldRun, epochs: u32, classes: usize) -> Result<(), String> {
    let task = match classes {
        0 => Task::Regression,
        _ => Task::Classification,
    };
    check_epochs(task, &fold.epochs, epochs)?;
    if fold.epochs.len() != epochs as usize {
        return Err(format!(
            "expected {epochs} epochs of a finished fold, found {}",
            fold.epochs.len()
        ));
    }
    let last = fold.epochs.last();
    let last = last.map(|epoch| (epoch.test_accuracy, epoch.test_error));
    if last.is_some_and(|last| last != (fold.test_accuracy, fold.test_error)) {
        return Err("its test accuracy or error is not that of its last epoch".into());
    }
    match fold.test_error {
        Some(error) => check_values(fold, error),
        None => check_predictions(fold, classes),
    }
}

/// Checks the predicted classes of a fold.
fn check_predictions(fold: &FoldRun, classes: usize) -> Result<(), String> {
    // First, because the matrix of a hostile number of classes fills the memory.
    if fold.confusion.len() != classes || fold.confusion.iter().any(|row| row.len() != classes) {
        return Err(format!(
            "its confusion matrix does not have {classes} rows and columns"
        ));
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
    let stated = fold
        .confusion
        .iter()
        .map(|row| row.iter().copied().map(u64::from));
    if !stated
        .map(Iterator::collect::<Vec<_>>)
        .eq(counted.iter().cloned())
    {
        return Err(format!(
            "its confusion is not that of its {} predictions over {classes} classes",
            fold.predictions.len()
        ));
    }
    let right: u64 = (0..classes).map(|class| counted[class][class]).sum();
    let share = right as f64 / fold.predictions.len().max(1) as f64;
    let accuracy = fold.test_accuracy.unwrap_or(f32::NAN);
    if !is_near(accuracy.into(), share) {
        return Err(format!(
            "its test accuracy is {accuracy}, and {share} of its predictions are right"
        ));
    }
    Ok(())
}

/// Checks the predicted numbers of a fold with this test error.
fn check_values(fold: &FoldRun, error: f32) -> Result<(), String> {
    let mean = |number: fn(f64) -> f64| {
        let errors = fold.values.iter();
        let errors =
            errors.map(|&(_, target, predicted)| (number(target) - number(predicted)).abs());
        errors.sum::<f64>() / fold.values.len().max(1) as f64
    };
    // Numbers of 32 bits have few digits in the file, and the error is that of the rounded ones.
    let rounded = mean(|number| f64::from(number as f32));
    let mean = mean(|number| number);
    match is_near(error.into(), mean) || is_near(error.into(), rounded) {
        true => Ok(()),
        false => Err(format!(
            "its test error is {error}, and the mean absolute error of its values is {mean}"
        )),
    }
}

/// Checks epochs from the first one on, at most `most`.
fn check_epochs(task: Task, epochs: &[EpochRun], most: u32) -> Result<(), String> {
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
    check_numbers(task, epochs)
}

/// Checks the numbers that figures show.
fn check_numbers(task: Task, epochs: &[EpochRun]) -> Result<(), String> {
    for epoch in epochs {
        let number = epoch.epoch;
        let metrics = [
            ("training", epoch.train_accuracy, epoch.train_error),
            ("test", epoch.test_accuracy, epoch.test_error),
        ];
        check_metrics(task, metrics).map_err(|problem| format!("epoch {number}: {problem}"))?;
        let losses = [Some(epoch.train_loss), epoch.validation_loss];
        let are_finite = losses.iter().flatten().all(|loss| loss.is_finite());
        if !are_finite || !epoch.seconds.is_finite() {
            return Err(format!("losses or seconds of epoch {number} are infinite"));
        }
    }
    Ok(())
}

/// Checks the accuracy or the error of parts with these names: the one of the task is present and valid, and the other is absent.
fn check_metrics<const N: usize>(
    task: Task,
    metrics: [(&str, Option<f32>, Option<f32>); N],
) -> Result<(), String> {
    for (part, accuracy, error) in metrics {
        match (task, accuracy, error) {
            (Task::Classification, Some(share), None) if (0.0..=1.0).contains(&share) => {}
            (Task::Regression, None, Some(error)) if error.is_finite() && error >= 0.0 => {}
            (Task::Classification, Some(share), None) => {
                return Err(format!(
                    "the {part} accuracy is {share}; expected a share from 0 to 1"
                ));
            }
            (Task::Classification, ..) => {
                return Err(format!("expected a {part} accuracy and no {part} error"));
            }
            (Task::Regression, None, Some(error)) => {
                return Err(format!(
                    "the {part} error is {error}; expected a finite number of at least 0"
                ));
            }
            (Task::Regression, ..) => {
                return Err(format!(
                    "expected a {part} error and no {part} accuracy, as the file names no classes"
                ));
            }
        }
    }
    Ok(())
}
