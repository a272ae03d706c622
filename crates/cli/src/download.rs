//! HTTP downloads that resume.

use std::cell::OnceCell;
use std::fs::{self, File, OpenOptions};
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::time::Duration;

use indicatif::{ProgressBar, ProgressStyle};
use ureq::Agent;
use ureq::http::{HeaderMap, StatusCode};

use super::Failure;
use super::console::draw_target;
use super::files::open_own;

/// Read timeout in seconds.
const TIMEOUT: u64 = 30;

/// A partial download beside its target. It survives Ctrl-C and lost connections.
pub struct Part {
    /// The received bytes.
    pub path: PathBuf,
    /// ETag or date of the remote file, to detect a changed file.
    tag: PathBuf,
}

impl Part {
    /// The partial download of the file at `target`.
    pub fn of(target: &Path) -> Self {
        let with = |end: &str| {
            let mut path = target.as_os_str().to_owned();
            path.push(end);
            path.into()
        };
        Self {
            path: with(".part"),
            tag: with(".part.tag"),
        }
    }

    /// Discards the partial download.
    pub fn remove(&self) {
        // A missing file need not be removed.
        let _ = fs::remove_file(&self.path);
        let _ = fs::remove_file(&self.tag);
    }

    /// Renames the complete file to its target.
    pub fn finish(&self, target: &Path) -> Result<(), Failure> {
        fs::rename(&self.path, target).map_err(|error| cannot_write(target, &error))?;
        let _ = fs::remove_file(&self.tag);
        Ok(())
    }

    /// Fetches the missing bytes and reports received and total bytes. An error keeps the partial download, unless no byte has arrived.
    pub fn fetch(&self, url: &str, arrived: &dyn Fn(u64, Option<u64>)) -> Result<(), Failure> {
        let mut options = OpenOptions::new();
        let opened = open_own(&self.path, options.create(true).append(true));
        let file = opened.map_err(|error| cannot_write(&self.path, &error))?;
        if file.try_lock().is_err() {
            return Err(Failure::other(format!(
                "{}: another program is downloading this file; wait until it finishes",
                self.path.display()
            )));
        }
        let fetched = self.fetch_into(&file, url, arrived);
        if fetched.is_err() && file.metadata().is_ok_and(|part| part.len() == 0) {
            self.remove();
        }
        fetched
    }

    fn fetch_into(
        &self,
        mut file: &File,
        url: &str,
        arrived: &dyn Fn(u64, Option<u64>),
    ) -> Result<(), Failure> {
        let cannot_write = |error: io::Error| cannot_write(&self.path, &error);
        let mut have = file.seek(SeekFrom::End(0)).map_err(cannot_write)?;
        let agent = agent();
        let mut request = agent.get(url);
        let tag = fs::read_to_string(&self.tag).unwrap_or_default();
        if have > 0 && !tag.is_empty() {
            request = request
                .header("Range", format!("bytes={have}-"))
                .header("If-Range", tag);
        }
        let response = request.call().map_err(|error| unreachable(url, &error))?;
        let headers = response.headers();
        let goes_on = match response.status() {
            StatusCode::PARTIAL_CONTENT => content_range(headers)
                .filter(|range| range.0 == have)
                .map(|range| range.1),
            StatusCode::OK => {
                file.set_len(0).map_err(cannot_write)?;
                have = 0;
                // Before the bytes: a tag without bytes is harmless.
                fs::write(&self.tag, validator(headers)).map_err(cannot_write)?;
                Some(text(headers, "content-length").and_then(|length| length.parse().ok()))
            }
            StatusCode::NOT_FOUND => {
                self.remove();
                return Err(Failure::usage(format!(
                    "{url}: the server has no such data set; \
                     https://chrsmrrs.github.io/datasets/docs/datasets lists the names"
                )));
            }
            StatusCode::RANGE_NOT_SATISFIABLE => None,
            status => {
                return Err(Failure::other(format!(
                    "{url}: the server returned {status}; try again later"
                )));
            }
        };
        let Some(length) = goes_on else {
            // The partial download cannot belong to the remote file.
            self.remove();
            return Err(Failure::other(format!(
                "{url}: the server cannot resume from byte {have}; the partial download was removed, run the command again"
            )));
        };
        let body = response.into_body().into_reader();
        let end = copy(body, file, |new| arrived(have + new, length), cannot_write);
        let have = file.metadata().map_err(cannot_write)?.len();
        match (end?, length) {
            (None, length) if length.is_none_or(|length| have == length) => Ok(()),
            (problem, length) => {
                let length = length.map_or_else(|| "?".into(), |length| length.to_string());
                let why = problem.map(|error| format!(" ({error})"));
                Err(Failure::other(format!(
                    "{url}: the connection ended after {have} of {length} bytes{}; \
                     the same command resumes from there",
                    why.unwrap_or_default()
                )))
            }
        }
    }
}

fn agent() -> Agent {
    let patience = Some(Duration::from_secs(TIMEOUT));
    Agent::config_builder()
        .timeout_connect(patience)
        .timeout_recv_response(patience)
        .timeout_per_read(patience)
        .http_status_as_error(false)
        .user_agent(concat!("sublevel/", env!("CARGO_PKG_VERSION")))
        .build()
        .new_agent()
}

/// Copies until the body ends. Returns network failures as values and disk failures as errors.
fn copy(
    mut body: impl Read,
    mut file: &File,
    arrived: impl Fn(u64),
    failed: impl Fn(io::Error) -> Failure,
) -> Result<Option<io::Error>, Failure> {
    let mut buffer = vec![0; 1 << 16];
    let mut copied = 0;
    loop {
        arrived(copied);
        match body.read(&mut buffer) {
            Ok(0) => return Ok(None),
            Ok(count) => {
                file.write_all(&buffer[..count]).map_err(&failed)?;
                copied += count as u64;
            }
            Err(error) => return Ok(Some(error)),
        }
    }
}

/// Download progress on stderr; cleared on drop.
pub struct Bar {
    name: String,
    bar: OnceCell<ProgressBar>,
}

impl Bar {
    /// Hidden until the first bytes arrive.
    pub fn new(name: &str) -> Self {
        Self {
            name: name.to_owned(),
            bar: OnceCell::new(),
        }
    }

    /// Sets received bytes and, if known, total bytes.
    pub fn show(&self, have: u64, length: Option<u64>) {
        let bar = self.bar.get_or_init(|| {
            let template = match length {
                Some(_) => "{prefix} {bar:20} {bytes} of {total_bytes} · {eta} left",
                None => "{prefix} {spinner} {bytes}",
            };
            let style =
                ProgressStyle::with_template(template).expect("the template is well-formed");
            ProgressBar::with_draw_target(Some(length.unwrap_or(0)), draw_target())
                .with_position(have)
                .with_prefix(self.name.clone())
                .with_style(style)
        });
        bar.set_position(have);
    }
}

impl Drop for Bar {
    fn drop(&mut self) {
        if let Some(bar) = self.bar.get() {
            bar.finish_and_clear();
        }
    }
}

fn text<'a>(headers: &'a HeaderMap, name: &str) -> Option<&'a str> {
    headers.get(name)?.to_str().ok()
}

/// First byte and length of the whole file, of `bytes FIRST-LAST/LENGTH`.
fn content_range(headers: &HeaderMap) -> Option<(u64, Option<u64>)> {
    let range = text(headers, "content-range")?.strip_prefix("bytes ")?;
    let (bytes, length) = range.split_once('/')?;
    let (first, _) = bytes.split_once('-')?;
    Some((first.trim().parse().ok()?, length.trim().parse().ok()))
}

/// Value for `If-Range` (RFC 9110, 13.1.5): a strong ETag or a date, otherwise empty.
fn validator(headers: &HeaderMap) -> &str {
    text(headers, "etag")
        .filter(|tag| !tag.starts_with("W/"))
        .or_else(|| text(headers, "last-modified"))
        .unwrap_or_default()
}

fn unreachable(url: &str, error: &ureq::Error) -> Failure {
    let folder = url.rsplit_once('/').map_or(url, |(folder, _)| folder);
    Failure::other(format!(
        "{folder} cannot be reached: {error}; is this computer online? \
         A zip that came another way can be named itself, --data FILE.zip, or dropped on the page"
    ))
}

fn cannot_write(path: &Path, error: &io::Error) -> Failure {
    Failure::other(format!(
        "{}: cannot be written: {error}; free disk space, change permissions, or set SUBLEVEL_DATA to another folder",
        path.display()
    ))
}
