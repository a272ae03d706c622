//! What the user sees of work that takes time, all of it on stderr.

use std::fmt::Display;
use std::io::{IsTerminal, Write, stderr};
use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressStyle};

use super::cargo::Progress;

/// How often a log is told that a build goes on.
const LOG_EVERY: Duration = Duration::from_secs(15);

/// Says something, in a line of its own. That nobody listens, or that there is no room for it, ends nothing.
pub fn say(text: impl Display) {
    let _ = stderr().write_all(format!("{text}\n").as_bytes());
}

/// One piece of work with a name: a spinner on a terminal, plain lines elsewhere.
pub struct Step {
    title: String,
    started: Instant,
    spinner: Option<ProgressBar>,
    logged: Instant,
}

impl Step {
    /// Announces work.
    pub fn begin(title: &str) -> Self {
        let spinner = stderr().is_terminal().then(|| {
            let style = ProgressStyle::with_template("{spinner} {msg} {elapsed}")
                .expect("the template is well-formed");
            let spinner = ProgressBar::new_spinner()
                .with_style(style)
                .with_message(title.to_owned());
            spinner.enable_steady_tick(Duration::from_millis(100));
            spinner
        });
        if spinner.is_none() {
            say(format_args!("{title} ..."));
        }
        Self {
            title: title.to_owned(),
            started: Instant::now(),
            spinner,
            logged: Instant::now(),
        }
    }

    /// Says how far a build is.
    pub fn show(&mut self, progress: &Progress) {
        let Progress {
            done,
            of,
            compiling,
        } = progress;
        let text = format!("{}: {done} of {of} crates", self.title);
        match &self.spinner {
            Some(spinner) => spinner.set_message(format!("{text}, {compiling}")),
            None if self.logged.elapsed() >= LOG_EVERY => {
                say(format_args!(
                    "{text}, {:.0} s",
                    self.started.elapsed().as_secs_f64()
                ));
                self.logged = Instant::now();
            }
            None => {}
        }
    }

    /// The work is done. (A step that is dropped before just disappears: its failure is reported elsewhere.)
    pub fn finish(self) {
        if let Some(spinner) = &self.spinner {
            spinner.finish_and_clear();
        }
        say(format_args!(
            "{}: {:.1} s",
            self.title,
            self.started.elapsed().as_secs_f64()
        ));
    }
}

impl Drop for Step {
    fn drop(&mut self) {
        if let Some(spinner) = &self.spinner {
            spinner.finish_and_clear();
        }
    }
}
