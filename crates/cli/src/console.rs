//! Messages on stderr. A closed or full stderr does not end the program.

use std::ffi::OsString;
use std::fmt::Display;
use std::io::{IsTerminal, Write, stderr};
use std::sync::Arc;
use std::sync::atomic::{AtomicU8, AtomicU32, Ordering};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, Sender};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use anstream::{AutoStream, ColorChoice};
use clap::builder::Styles;
use clap::{Args, ValueEnum};
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

use sublevel::graph::readable;

use super::cargo::Progress;

/// Interval between progress lines in a log.
pub const LOG_EVERY: Duration = Duration::from_secs(15);

/// Verbosity: 0 errors only, 1 normal, 2 verbose.
static LEVEL: AtomicU8 = AtomicU8::new(1);

/// Options for messages.
#[derive(Debug, Args)]
#[command(next_help_heading = "Messages")]
pub struct Talk {
    /// Print only errors: no notes, no progress
    #[arg(short, long, global = true, conflicts_with = "verbose")]
    quiet: bool,
    /// Print more: inputs with their reading times, every training epoch
    #[arg(short, long, global = true)]
    verbose: bool,
    /// Colour messages; auto: if stderr is a terminal
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
    /// Applies the options to all further messages.
    pub fn begin(&self) {
        let level = match (self.quiet, self.verbose) {
            (true, _) => 0,
            (false, false) => 1,
            (false, true) => 2,
        };
        LEVEL.store(level, Ordering::Relaxed);
    }

    /// Reads `--color` before the parser reads the command line, so that usage errors have colours as well.
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

/// Whether messages are verbose.
pub fn is_verbose() -> bool {
    LEVEL.load(Ordering::Relaxed) > 1
}

fn is_quiet() -> bool {
    LEVEL.load(Ordering::Relaxed) == 0
}

/// Prints a message line.
pub fn say(text: impl Display) {
    if !is_quiet() {
        write(shown(&text) + "\n");
    }
}

/// Prints an assumption or a warning.
pub fn note(text: impl Display) {
    if !is_quiet() {
        let style = *Styles::styled().get_valid();
        write(format!("{style}note:{style:#} {}\n", shown(&text)));
    }
}

/// Prints what the reader of a file assumed, one note for each assumption.
pub fn notes_of(file: &str, assumptions: &[String]) {
    for assumed in assumptions {
        note(format_args!("{file}: {assumed}"));
    }
}

/// Prints a verbose message.
pub fn detail(text: impl Display) {
    if is_verbose() {
        write(shown(&text) + "\n");
    }
}

/// Prints an error in the style of clap.
pub fn error(text: impl Display) {
    let style = *Styles::styled().get_error();
    write(format!("{style}error:{style:#} {}\n", shown(&text)));
}

/// Prints an error of the command-line parser and exits; help and version go to stdout. The error repeats arguments. If one is long or
/// has control characters, the error is bounded and has no styles.
pub fn exit_with(error: &clap::Error) -> ! {
    let is_readable = |argument: OsString| {
        let argument = argument.to_string_lossy();
        readable(&argument) == argument
    };
    if !error.use_stderr() || std::env::args_os().all(is_readable) {
        error.exit();
    }
    write(shown(&error.render()));
    std::process::exit(error.exit_code())
}

/// A message without control characters; the parts between line breaks are bounded.
fn shown(text: &dyn Display) -> String {
    let text = text.to_string();
    let lines: Vec<_> = text.split('\n').map(readable).collect();
    lines.join("\n")
}

fn write(line: String) {
    let _ = AutoStream::auto(stderr()).write_all(line.as_bytes());
}

/// Target of progress bars: hidden with `--quiet`.
pub fn draw_target() -> ProgressDrawTarget {
    match is_quiet() {
        true => ProgressDrawTarget::hidden(),
        false => ProgressDrawTarget::stderr(),
    }
}

/// Progress of an operation. The first second is silent. Then a terminal shows a bar, and a log gets a line at intervals.
pub struct Work {
    /// Completed share in thousandths; 0 if unknown.
    done: Arc<AtomicU32>,
    /// Ends the reporting thread when it is dropped.
    teller: Option<(Sender<()>, JoinHandle<()>)>,
}

impl Work {
    /// Starts the clock.
    pub fn begin(title: String) -> Self {
        let title = readable(&title);
        let mut work = Self::untold();
        let done = Arc::clone(&work.done);
        let (sender, ended) = mpsc::channel();
        let teller = move || tell(&title, &done, &ended);
        work.teller = (!is_quiet()).then(|| (sender, thread::spawn(teller)));
        work
    }

    /// An operation without reports, as part of another operation.
    pub fn untold() -> Self {
        Self {
            done: Arc::default(),
            teller: None,
        }
    }

    /// Sets the completed share, in [0, 1].
    pub fn show(&self, share: f64) {
        self.done.store((share * 1000.0) as u32, Ordering::Relaxed);
    }
}

impl Drop for Work {
    fn drop(&mut self) {
        if let Some((sender, teller)) = self.teller.take() {
            drop(sender);
            let _ = teller.join();
        }
    }
}

/// Reports progress until the operation ends.
fn tell(title: &str, done: &AtomicU32, ended: &Receiver<()>) {
    const SILENT: Duration = Duration::from_secs(1);
    let goes_on = |time| ended.recv_timeout(time) == Err(RecvTimeoutError::Timeout);
    let mut seconds = SILENT.as_secs();
    if !goes_on(SILENT) {
        return;
    }
    if !stderr().is_terminal() {
        // The first share follows as soon as it is known.
        let (mut due, mut has_share) = (seconds, false);
        loop {
            let share = done.load(Ordering::Relaxed);
            if seconds >= due || share > 0 && !has_share {
                match share {
                    0 => say(format_args!("{title}, {seconds} s")),
                    share => say(format_args!("{title}: {} %, {seconds} s", share / 10)),
                }
                due = seconds + LOG_EVERY.as_secs();
                has_share = share > 0;
            }
            if !goes_on(SILENT) {
                return;
            }
            seconds += SILENT.as_secs();
        }
    }
    let style =
        |template| ProgressStyle::with_template(template).expect("the template is well-formed");
    let bar = ProgressBar::with_draw_target(Some(1000), draw_target())
        .with_elapsed(SILENT)
        .with_style(style("{spinner} {msg} {elapsed}"))
        .with_message(title.to_owned());
    let mut known = false;
    while goes_on(Duration::from_millis(100)) {
        let share = done.load(Ordering::Relaxed);
        if share > 0 && !known {
            known = true;
            bar.set_style(style("{spinner} {msg} {bar:20} {percent:>3} % {elapsed}"));
        }
        bar.set_position(share.into());
        bar.tick();
    }
    bar.finish_and_clear();
}

/// A named step: a spinner on a terminal, plain lines elsewhere.
pub struct Step {
    title: String,
    started: Instant,
    spinner: Option<ProgressBar>,
    logged: Instant,
}

impl Step {
    /// Announces the step.
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

    /// Shows the progress of a build.
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

    /// Reports the end of the step. A step that ends without this call disappears, and other code reports its failure.
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
