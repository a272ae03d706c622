//! Fetching a file by HTTP, with what came before as a start.

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

/// How long a server may be silent, in seconds.
const PATIENCE: u64 = 30;

/// What has come of a file, beside where it will be; survives Ctrl-C and lost connections.
pub struct Part {
    /// The bytes so far.
    pub path: PathBuf,
    /// Tells whether the server still has the file that the bytes are of: its ETag or its date.
    tag: PathBuf,
}

impl Part {
    /// The part of a file that will be at `target`.
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

    /// Throws the part away.
    pub fn remove(&self) {
        // What is not there need not be removed.
        let _ = fs::remove_file(&self.path);
        let _ = fs::remove_file(&self.tag);
    }

    /// Puts the whole file into its place, at once.
    pub fn finish(&self, target: &Path) -> Result<(), Failure> {
        fs::rename(&self.path, target).map_err(|error| cannot_write(target, &error))?;
        let _ = fs::remove_file(&self.tag);
        Ok(())
    }

    /// Fetches what is missing, and tells again and again how many bytes there are and of how many, where the server says
    /// so. An error keeps what has come.
    pub fn fetch(&self, url: &str, arrived: &dyn Fn(u64, Option<u64>)) -> Result<(), Failure> {
        let cannot_write = |error: io::Error| cannot_write(&self.path, &error);
        let mut file = OpenOptions::new()
            .create(true)
            .append(true)
            .open(&self.path)
            .map_err(cannot_write)?;
        if file.try_lock().is_err() {
            return Err(Failure::other(format!(
                "{}: another program is fetching it; wait until it is done",
                self.path.display()
            )));
        }
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
                // Before the bytes: a tag without them does no harm.
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
                    "{url}: the server answers {status}; try again later"
                )));
            }
        };
        let Some(length) = goes_on else {
            // What is here cannot be a part of what the server has.
            self.remove();
            return Err(Failure::other(format!(
                "{url}: the server cannot go on from byte {have}; the part was removed, start the command once more"
            )));
        };
        let body = response.into_body().into_reader();
        let end = copy(
            body,
            &mut file,
            |new| arrived(have + new, length),
            cannot_write,
        );
        let have = file.metadata().map_err(cannot_write)?.len();
        match (end?, length) {
            (None, length) if length.is_none_or(|length| have == length) => Ok(()),
            (problem, length) => {
                let length = length.map_or_else(|| "?".into(), |length| length.to_string());
                let why = problem.map(|error| format!(" ({error})"));
                Err(Failure::other(format!(
                    "{url}: the connection ended after {have} of {length} bytes{}; \
                     the same command goes on from there",
                    why.unwrap_or_default()
                )))
            }
        }
    }
}

fn agent() -> Agent {
    let patience = Some(Duration::from_secs(PATIENCE));
    Agent::config_builder()
        .timeout_connect(patience)
        .timeout_recv_response(patience)
        .timeout_per_read(patience)
        .http_status_as_error(false)
        .user_agent(concat!("sublevel/", env!("CARGO_PKG_VERSION")))
        .build()
        .new_agent()
}

/// Copies until the body ends. What the network does wrong is a value, what the disk does is an error.
fn copy(
    mut body: impl Read,
    file: &mut File,
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

/// Shows on stderr how much of a file has come; gone when it is dropped.
pub struct Bar {
    name: String,
    bar: OnceCell<ProgressBar>,
}

impl Bar {
    /// Nothing is shown before the first bytes.
    pub fn new(name: &str) -> Self {
        Self {
            name: name.to_owned(),
            bar: OnceCell::new(),
        }
    }

    /// So many bytes are there, of so many where that is known.
    pub fn show(&self, have: u64, length: Option<u64>) {
        let bar = self.bar.get_or_init(|| {
            let template = match length {
                Some(_) => "{prefix} {bar:20} {bytes} of {total_bytes} · {eta} left",
                None => "{prefix} {spinner} {bytes}",
            };
            let style =
                ProgressStyle::with_template(template).expect("the template is well formed");
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

/// What `If-Range` may hold (RFC 9110, 13.1.5): a strong ETag, or a date; empty where there is neither.
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
        "{}: cannot be written: {error}; make room or leave there, or name another folder in SUBLEVEL_DATA",
        path.display()
    ))
}
