//! The reports of the steps and epochs of a run: its curves.

use crate::protocol::{EpochReport, TrainingReport};

/// The curves of a run. If an earlier version of the program saved the run without curves, they begin after that.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct History {
    /// Mean loss and metric over the batch of each step. The last entry is the last step of the run.
    pub steps: Vec<[f32; 2]>,
    /// Mean loss and metric over the training graphs during each epoch, and metric over the test part. The last entry is the
    /// last finished epoch.
    pub epochs: Vec<[f32; 3]>,
}

impl History {
    /// Adds the steps and epochs of a report from these indices on.
    pub(super) fn add(&mut self, report: &TrainingReport, [step, epoch]: [usize; 2]) {
        let steps = report.steps[step..].iter();
        self.steps
            .extend(steps.map(|step| [step.loss, step.metric]));
        let epochs = report.epochs[epoch..].iter();
        self.epochs
            .extend(epochs.map(|epoch| [epoch.train_loss, epoch.train_metric, epoch.test_metric]));
    }

    /// The reports of the epochs of a run with `done` finished epochs.
    pub(super) fn reports(&self, done: u32) -> Vec<EpochReport> {
        let first = done + 1 - self.epochs.len() as u32;
        (first..)
            .zip(&self.epochs)
            .map(
                |(epoch, &[train_loss, train_metric, test_metric])| EpochReport {
                    epoch,
                    train_loss,
                    train_metric,
                    test_metric,
                },
            )
            .collect()
    }
}
