//! What was told of the steps and epochs of a run: its curves.

use crate::protocol::{EpochReport, TrainingReport};

/// The curves of a run. One that was saved by a program that did not save them yet has those since then.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct History {
    /// Mean cross-entropy of the batch and share of it that was classified correctly, of each step; the last one is the last
    /// of the run.
    pub steps: Vec<[f32; 2]>,
    /// Of each epoch mean loss and accuracy over the training graphs as they passed, and accuracy over the test part; the last
    /// one is the last that ended.
    pub epochs: Vec<[f32; 3]>,
}

impl History {
    /// Adds what a report says from these of its steps and epochs on.
    pub(super) fn add(&mut self, report: &TrainingReport, [step, epoch]: [usize; 2]) {
        let steps = report.steps[step..].iter();
        self.steps
            .extend(steps.map(|step| [step.loss, step.accuracy]));
        let epochs = report.epochs[epoch..].iter();
        self.epochs.extend(
            epochs.map(|epoch| [epoch.train_loss, epoch.train_accuracy, epoch.test_accuracy]),
        );
    }

    /// The epochs, of a run that has so many behind it.
    pub(super) fn reports(&self, done: u32) -> Vec<EpochReport> {
        let first = done + 1 - self.epochs.len() as u32;
        (first..)
            .zip(&self.epochs)
            .map(
                |(epoch, &[train_loss, train_accuracy, test_accuracy])| EpochReport {
                    epoch,
                    train_loss,
                    train_accuracy,
                    test_accuracy,
                },
            )
            .collect()
    }
}
