//! Training progress on stderr: one line per active fold and one for the whole run.

use std::io::{IsTerminal, stderr};
use std::time::Instant;

use indicatif::{MultiProgress, ProgressBar, ProgressStyle};
use sublevel::metric;
use sublevel::run_file::{EpochRun, RunFile};

use crate::{
    Failure,
    console::{LOG_EVERY, Work, draw_target, is_verbose, say},
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
    /// Progress of the unfinished folds of a run.
    pub fn new(run: &RunFile) -> Self {
        let done: usize = run.unfinished.iter().map(|fold| fold.epochs.len()).sum();
        let epochs = run.unfinished.len() * run.config.epochs as usize;
        let epochs = epochs.saturating_sub(done) as u64;
        let bars = MultiProgress::with_draw_target(draw_target());
        let all = bars.add(ProgressBar::new(epochs));
        all.set_style(style("all folds {bar:20} {percent:>3} % · {eta} left"));
        Self { bars, all }
    }

    /// A function that prints a message above these lines, from any thread.
    pub fn announcer(&self) -> impl Fn(&str) + use<> {
        let bars = self.bars.clone();
        move |message| match stderr().is_terminal() {
            // A closed terminal does not end the run.
            true => drop(bars.println(message)),
            false => say(message),
        }
    }

    /// A fold starts, or resumes after this epoch.
    pub fn fold(&self, fold: u32, epochs: u32, last: Option<&EpochRun>) -> FoldProgress<'_> {
        let bar = ProgressBar::new(epochs.into())
            .with_prefix(fold.to_string())
            .with_style(style(
                "fold {prefix:>2} {bar:20} epoch {pos:>3}/{len} {msg}",
            ));
        let mut progress = FoldProgress {
            run: self,
            bar: self.bars.insert_before(&self.all, bar),
            fold,
            epochs,
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
    /// Prepares the graphs, which takes a minute for some models.
    ///
    /// # Errors
    /// Those of the preparation.
    pub fn prepare<T>(&self, prepare: impl FnOnce() -> Result<T, Failure>) -> Result<T, Failure> {
        self.bar.set_message("preparing the graphs");
        self.bar.tick();
        // A terminal shows the line of the fold.
        let work = match stderr().is_terminal() {
            true => Work::untold(),
            false => Work::begin(format!("fold {}: preparing the graphs", self.fold)),
        };
        let prepared = prepare();
        drop(work);
        match prepared {
            Ok(_) => self.bar.set_message(self.last.clone()),
            Err(_) => self.bar.finish_and_clear(),
        }
        prepared
    }

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
