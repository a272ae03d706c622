//! Cargo as a child process, with progress and errors for the user.

use std::env;
use std::io::{BufRead, BufReader, Read};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;

use serde::Deserialize;

use super::{Failure, stopping};

/// Remedy if Rust's tools cannot be started.
pub const INSTALL_RUST: &str = "install Rust with rustup (rustup.rs) and start again";
/// Terminal width at which cargo prints the full crate count.
const COLUMNS: &str = "120";

/// Progress of a build.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Progress {
    /// Completed crates, build scripts and programs.
    pub done: u32,
    /// Total.
    pub of: u32,
    /// Current crate.
    pub compiling: String,
}

/// Ends a build from another thread.
#[derive(Clone, Debug, Default)]
pub struct Stop(Arc<Mutex<Stopping>>);

#[derive(Debug, Default)]
struct Stopping {
    stopped: bool,
    /// Process group of the running cargo.
    running: Option<u32>,
}

impl Stop {
    /// Stops builds when the program receives a termination signal, then calls `also`. Create it once.
    ///
    /// # Errors
    /// If the signal handler cannot be installed.
    pub fn on_interrupt(also: impl Fn() + Send + 'static) -> Result<Self, Failure> {
        let stop = Self::default();
        let heard = stop.clone();
        stopping::on_signal(move || {
            heard.stop();
            also();
        })
        .map_err(Failure::other)?;
        Ok(stop)
    }

    /// Ends the running build with its compilers, and prevents later builds.
    pub fn stop(&self) {
        let mut stopping = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        stopping.stopped = true;
        if let Some(group) = stopping.running.take() {
            end(group);
        }
    }

    /// Whether builds were stopped.
    pub fn is_stopped(&self) -> bool {
        let stopping = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        stopping.stopped
    }

    /// Starts a command in a new process group; none if builds were stopped.
    fn spawn(&self, command: &mut Command) -> std::io::Result<Option<Child>> {
        #[cfg(unix)]
        std::os::unix::process::CommandExt::process_group(command, 0);
        let mut stopping = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if stopping.stopped {
            return Ok(None);
        }
        let child = command.spawn()?;
        stopping.running = Some(child.id());
        Ok(Some(child))
    }

    fn ended(&self) {
        let mut stopping = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        stopping.running = None;
    }
}

#[cfg(unix)]
fn end(group: u32) {
    use nix::sys::signal::{Signal, killpg};
    use nix::unistd::Pid;

    // The process may have ended already.
    let _ = killpg(Pid::from_raw(group as i32), Signal::SIGTERM);
}

#[cfg(not(unix))]
fn end(process: u32) {
    let _ = Command::new("taskkill")
        .args(["/T", "/F", "/PID", &process.to_string()])
        .output();
}

/// Cargo of the toolchain that built this program, or cargo on the path.
pub fn cargo(source: &Path) -> Command {
    let mut command = Command::new(env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
    // RUSTFLAGS would override `.cargo/config.toml`, which enables SIMD.
    command
        .env_remove("RUSTFLAGS")
        .env_remove("CARGO_ENCODED_RUSTFLAGS")
        .current_dir(source);
    command
}

/// Runs a cargo command that compiles, and passes its progress to `watch`. Returns the produced files.
///
/// # Errors
/// If cargo does not start or fails (with its message), or something stopped the build.
pub fn compile(
    command: &mut Command,
    stop: &Stop,
    watch: impl FnMut(Progress) + Send,
) -> Result<Vec<PathBuf>, Failure> {
    #[derive(Deserialize)]
    struct Message {
        #[serde(default)]
        filenames: Vec<PathBuf>,
        #[serde(default)]
        executable: Option<PathBuf>,
    }
    command
        .args([
            "--message-format",
            "json-render-diagnostics",
            "--color",
            "never",
        ])
        .env("CARGO_TERM_PROGRESS_WHEN", "always")
        .env("CARGO_TERM_PROGRESS_WIDTH", COLUMNS)
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped());
    let started = stop.spawn(command).map_err(|error| {
        Failure::other(format!(
            "cargo could not be started ({error}): {INSTALL_RUST}"
        ))
    })?;
    let mut child = started.ok_or_else(stopped)?;
    let (messages, words) = (
        child.stdout.take().expect("stdout is a pipe"),
        child.stderr.take().expect("stderr is a pipe"),
    );
    let mut made = Vec::new();
    let errors = thread::scope(|scope| {
        let listening = scope.spawn(|| listen(words, watch));
        for line in BufReader::new(messages).lines().map_while(Result::ok) {
            if let Ok(message) = serde_json::from_str::<Message>(&line) {
                made.extend(message.filenames);
                made.extend(message.executable);
            }
        }
        listening.join().unwrap_or_default()
    });
    let status = child.wait();
    stop.ended();
    if stop.is_stopped() {
        return Err(stopped());
    }
    match status {
        Ok(status) if status.success() => Ok(made),
        _ => Err(Failure::other(errors)),
    }
}

fn stopped() -> Failure {
    Failure::stopped("interrupted; run the same command again to resume")
}

/// Reads cargo's stderr; returns its messages without progress and crate names.
fn listen(words: impl Read, mut watch: impl FnMut(Progress)) -> String {
    let mut errors = Vec::new();
    let mut reader = BufReader::new(words);
    let mut last = Progress::default();
    loop {
        let mut line = Vec::new();
        // Progress lines end with a carriage return.
        let read = read_line(&mut reader, &mut line);
        let text = String::from_utf8_lossy(&line);
        let text = text.trim_end();
        match progress(text) {
            Some(now) if now != last => {
                watch(now.clone());
                last = now;
            }
            Some(_) => {}
            None if is_status(text) => {
                if text.trim_start().starts_with("Blocking") {
                    watch(Progress {
                        compiling: "waiting for another build".into(),
                        ..last.clone()
                    });
                }
            }
            None => errors.push(text.to_owned()),
        }
        if !read {
            break;
        }
    }
    errors.join("\n").trim().to_owned()
}

/// Reads up to the next line feed or carriage return; false at the end.
fn read_line(reader: &mut impl BufRead, line: &mut Vec<u8>) -> bool {
    loop {
        let Ok(bytes) = reader.fill_buf() else {
            return false;
        };
        if bytes.is_empty() {
            return false;
        }
        let end = bytes.iter().position(|byte| matches!(byte, b'\r' | b'\n'));
        line.extend(&bytes[..end.unwrap_or(bytes.len())]);
        let used = end.map_or(bytes.len(), |end| end + 1);
        reader.consume(used);
        if end.is_some() {
            return true;
        }
    }
}

/// `    Building [=====>      ] 132/310: burn-tensor, serde(build)`
fn progress(line: &str) -> Option<Progress> {
    let line = line.trim_start();
    let rest = line.strip_prefix("Building [")?;
    let (_, rest) = rest.split_once(']')?;
    let (counts, names) = rest.split_once(':').unwrap_or((rest, ""));
    let (done, of) = counts.trim().split_once('/')?;
    Some(Progress {
        done: done.parse().ok()?,
        of: of.parse().ok()?,
        compiling: names.split(',').next().unwrap_or("").trim().to_owned(),
    })
}

/// A status line of cargo (an indented verb and its object) or an empty line.
fn is_status(line: &str) -> bool {
    const WORDS: [&str; 12] = [
        "Adding",
        "Blocking",
        "Building",
        "Compiling",
        "Downloaded",
        "Downloading",
        "Finished",
        "Fresh",
        "Locking",
        "Unpacking",
        "Updating",
        "Waiting",
    ];
    let word = line.split_whitespace().next();
    word.is_none_or(|word| line.starts_with(' ') && WORDS.contains(&word))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reads_the_progress_of_cargo() {
        let found = progress(
            "    Building [=======>                  ] 132/310: burn-tensor, serde(build)",
        );
        let expected = Progress {
            done: 132,
            of: 310,
            compiling: "burn-tensor".into(),
        };
        assert_eq!(found, Some(expected));
        let found = progress("    Building [=============>] 3/4");
        assert_eq!(found.map(|found| (found.done, found.of)), Some((3, 4)));
        assert_eq!(progress("   Compiling serde v1.0.0"), None);
        assert_eq!(progress("    Building [==>   ] many"), None);
    }

    #[test]
    fn reports_only_the_errors_of_cargo() {
        let words = "    Updating crates.io index\r\n   Compiling a v1.0.0\n    Building [>  ] 0/2: a\r\
                     error[E0425]: cannot find value `x`\n --> src/lib.rs:1:1\n  |\n1 | x\n\nerror: could not compile `a`\n";
        let mut seen = Vec::new();
        let errors = listen(words.as_bytes(), |progress| seen.push(progress));
        assert_eq!(
            errors,
            "error[E0425]: cannot find value `x`\n --> src/lib.rs:1:1\n  |\n1 | x\nerror: could not compile `a`"
        );
        assert_eq!(
            seen,
            [Progress {
                done: 0,
                of: 2,
                compiling: "a".into()
            }]
        );
    }

    #[cfg(unix)]
    #[test]
    fn a_stopped_build_ends_immediately_with_all_its_child_processes() {
        let stop = Stop::default();
        let mut shell = Command::new("sh");
        shell
            .args(["-c", "sleep 600 & wait"])
            .stdout(Stdio::piped());
        let mut child = stop.spawn(&mut shell).unwrap().unwrap();
        let output = child.stdout.take().unwrap();
        stop.stop();
        // Ends when no process holds the other end.
        assert_eq!(BufReader::new(output).bytes().count(), 0);
        assert!(!child.wait().unwrap().success());
        assert!(stop.spawn(&mut shell).unwrap().is_none());
    }
}
