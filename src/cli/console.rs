//! What the user is told beside the result, all of it on stderr. That nobody listens, or that there is no room for it, ends nothing.

use std::ffi::OsString;
use std::fmt::Display;
use std::io::{IsTerminal, Write, stderr};
use std::sync::atomic::{AtomicU8, Ordering};
use std::time::{Duration, Instant};

use anstream::{AutoStream, ColorChoice};
use clap::builder::Styles;
use clap::{Args, ValueEnum};
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

use super::cargo::Progress;

/// How often a log is told that work goes on.
pub const LOG_EVERY: Duration = Duration::from_secs(15);

/// How much is told: 0 nothing but errors, 1 what is of use, 2 everything.
static LEVEL: AtomicU8 = AtomicU8::new(1);

/// How the program talks.
#[derive(Debug, Args)]
#[command(next_help_heading = "Messages")]
pub struct Talk {
    /// Tell nothing but errors: no notes, no progress
    #[arg(short, long, global = true, conflicts_with = "verbose")]
    quiet: bool,
    /// Tell more: what was read and how long it took, every epoch of a training
    #[arg(short, long, global = true)]
    verbose: bool,
    /// Whether messages have colours; auto: where stderr is a terminal
    #[arg(long, global = true, value_enum, value_name = "WHEN", default_value_t = Color::Auto, hide_possible_values = true)]
    color: Color,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum Color {
    Auto,
    Always,
    Never,
}

impl Talk {
    /// From now on messages are as asked for.
    pub fn begin(&self) {
        let level = match (self.quiet, self.verbose) {
            (true, _) => 0,
            (false, false) => 1,
            (false, true) => 2,
        };
        LEVEL.store(level, Ordering::Relaxed);
    }

    /// Takes `--color` from a command line that is not parsed yet: what is wrong with it is told in colours, too.
    pub fn color_of(words: impl Iterator<Item = OsString>) {
        let mut words = words.map(|word| word.to_string_lossy().into_owned());
        while let Some(word) = words.next() {
            let value = match word.strip_prefix("--color") {
                Some("") => words.next(),
                Some(rest) => rest.strip_prefix('=').map(str::to_owned),
                None => None,
            };
            match value.as_deref() {
                Some("always") => ColorChoice::Always.write_global(),
                Some("never") => ColorChoice::Never.write_global(),
                _ => {}
            }
        }
    }
}

/// Whether everything is to be told.
pub fn is_verbose() -> bool {
    LEVEL.load(Ordering::Relaxed) > 1
}

fn is_quiet() -> bool {
    LEVEL.load(Ordering::Relaxed) == 0
}

/// Says something, in a line of its own.
pub fn say(text: impl Display) {
    if !is_quiet() {
        write(format!("{text}\n"));
    }
}

/// Says what was assumed, or what is not as it should be and goes on all the same.
pub fn note(text: impl Display) {
    if !is_quiet() {
        let style = *Styles::styled().get_valid();
        write(format!("{style}note:{style:#} {text}\n"));
    }
}

/// Says what only some want to know.
pub fn detail(text: impl Display) {
    if is_verbose() {
        write(format!("{text}\n"));
    }
}

/// Says why something ended, as the parser of the command line does.
pub fn error(text: impl Display) {
    let style = *Styles::styled().get_error();
    write(format!("{style}error:{style:#} {text}\n"));
}

fn write(line: String) {
    let _ = AutoStream::auto(stderr()).write_all(line.as_bytes());
}

/// Where progress is drawn: nowhere where nothing is to be told.
pub fn draw_target() -> ProgressDrawTarget {
    match is_quiet() {
        true => ProgressDrawTarget::hidden(),
        false => ProgressDrawTarget::stderr(),
    }
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
            let spinner = ProgressBar::with_draw_target(None, draw_target())
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
