//! Training progress on stderr: one line per active fold and one for the whole run.

use std::io::{IsTerminal, stderr};
use std::time::Instant;

use indicatif::{MultiProgress, ProgressBar, ProgressStyle};
use sublevel::config::TrainingConfig;

use sublevel::run_file::EpochRun;

use crate::cli::{
    console::{LOG_EVERY, draw_target, is_verbose, say},
    metric,
};

/// Progress of a run.
pub struct Progress {
    bars: MultiProgress,
    all: ProgressBar,
}

/// Progress of one fold. Without a terminal, progress is a line at intervals.
pub struct FoldProgress<'a> {
    run: &'a Progress,
    bar: ProgressBar,
    fold: u32,
    epochs: u32,
    last: String,
    /// Time of the last progress line.
    told: Instant,
}

fn style(template: &str) -> ProgressStyle {
    ProgressStyle::with_template(template).expect("the template is well-formed")
}

impl Progress {
    /// Progress of a run with this number of remaining epochs over all folds.
    pub fn new(epochs: u64) -> Self {
        let bars = MultiProgress::with_draw_target(draw_target());
        let all = bars.add(ProgressBar::new(epochs));
        all.set_style(style("all folds {bar:20} {percent:>3} % · {eta} left"));
        Self { bars, all }
    }

    /// A fold starts, or resumes after this epoch.
    pub fn fold(
        &self,
        fold: u32,
        config: &TrainingConfig,
        last: Option<&EpochRun>,
    ) -> FoldProgress<'_> {
        let bar = ProgressBar::new(config.epochs.into())
            .with_prefix(fold.to_string())
            .with_style(style(
                "fold {prefix:>2} {bar:20} epoch {pos:>3}/{len} {msg}",
            ));
        let mut progress = FoldProgress {
            run: self,
            bar: self.bars.insert_before(&self.all, bar),
            fold,
            epochs: config.epochs,
            last: String::new(),
            told: Instant::now(),
        };
        if let Some(epoch) = last {
            progress.show(epoch);
        }
        progress
    }
}

impl FoldProgress<'_> {
    /// An epoch is finished.
    pub fn epoch(&mut self, epoch: &EpochRun) {
        self.show(epoch);
        self.run.all.inc(1);
        let is_last = epoch.epoch == self.epochs;
        if !stderr().is_terminal() && !is_last && (is_verbose() || self.told.elapsed() >= LOG_EVERY)
        {
            say(format_args!(
                "fold {}, epoch {} of {}: {}",
                self.fold, epoch.epoch, self.epochs, self.last
            ));
            self.told = Instant::now();
        }
    }

    fn show(&mut self, epoch: &EpochRun) {
        self.last = format!(
            "loss {:.3} · train {} · test {}",
            epoch.train_loss,
            metric::value(epoch.task(), epoch.train_metric().into()),
            metric::value(epoch.task(), epoch.test_metric().into())
        );
        self.bar.set_position(epoch.epoch.into());
        self.bar.set_message(self.last.clone());
    }

    /// The fold is finished.
    pub fn finish(self) {
        self.bar.finish();
        if !stderr().is_terminal() {
            say(format_args!("fold {}: {}", self.fold, self.last));
        }
    }
}
