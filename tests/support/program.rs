//! Starts the program, builds the page and finds a browser.

// Every test binary compiles this module and uses a part of it.
#![allow(dead_code)]

pub mod python;

use std::env;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};
use std::sync::OnceLock;
use std::time::{Duration, Instant};

/// Guards against hanging only: longer than any operation takes on a busy computer.
pub const TIMEOUT: Duration = Duration::from_secs(600);

/// Waits until the condition holds.
#[track_caller]
pub fn wait_until(condition: &str, mut holds: impl FnMut() -> bool) {
    let start = Instant::now();
    while !holds() {
        assert!(start.elapsed() < TIMEOUT, "timeout: {condition}");
        std::thread::sleep(Duration::from_millis(20));
    }
}

/// Waits until a child process has used 0.4 s more of processor time: a busy computer may take long to grant them.
#[cfg(unix)]
pub fn wait_for_work(child: &Child) {
    // Linux counts in ticks of 10 ms, user and system time after the name in parentheses.
    let stat = PathBuf::from(format!("/proc/{}/stat", child.id()));
    if !stat.exists() {
        return std::thread::sleep(Duration::from_millis(400));
    }
    let ticks = || -> u64 {
        let text = std::fs::read_to_string(&stat).unwrap();
        let (_, fields) = text.rsplit_once(')').unwrap();
        let fields = fields.split_whitespace().skip(11).take(2);
        fields.map(|field| field.parse::<u64>().unwrap()).sum()
    };
    let before = ticks();
    wait_until("0.4 s of processor time", || ticks() >= before + 40);
}

/// The program as built for the tests. It does not see the data sets in the user's cache.
pub fn sublevel() -> Command {
    let mut program = Command::new(env!("CARGO_BIN_EXE_sublevel"));
    let nowhere = Path::new(env!("CARGO_TARGET_TMPDIR")).join("no-data-sets");
    program.env("SUBLEVEL_DATA", nowhere);
    // `cargo test &` in a script ignores Ctrl-C, and so would the program, which tests interrupt.
    #[cfg(unix)]
    {
        use nix::sys::signal::{SigHandler, Signal, signal};
        use std::os::unix::process::CommandExt;
        // SAFETY: the closure runs in the new process before the program and only makes a system call.
        unsafe {
            program.pre_exec(|| {
                signal(Signal::SIGINT, SigHandler::SigDfl)?;
                Ok(())
            });
        }
    }
    program
}

/// The text that the program wrote to stderr.
pub fn stderr(output: &Output) -> String {
    String::from_utf8(output.stderr.clone()).unwrap()
}

/// The text that the program wrote to stdout.
///
/// # Panics
/// If the program failed.
#[track_caller]
pub fn stdout(output: &Output) -> String {
    assert!(output.status.success(), "{}", stderr(output));
    String::from_utf8(output.stdout.clone()).unwrap()
}

/// The JSON text that the program wrote to stdout.
///
/// # Panics
/// If the program failed.
#[track_caller]
pub fn json_of(output: &Output) -> serde_json::Value {
    serde_json::from_str(&stdout(output)).unwrap()
}

/// The message of a program that ended with the exit code of wrong usage, 2.
#[track_caller]
pub fn refused(output: &Output) -> String {
    let message = stderr(output);
    assert_eq!(output.status.code(), Some(2), "{message}");
    message
}

/// Checks that a text contains these words.
#[track_caller]
pub fn assert_has(text: &str, words: &str) {
    assert!(text.contains(words), "{words:?} is not in\n{text}");
}

/// The folder of the page with its training module, as `sublevel build` writes it. Built once per process, in minutes.
pub fn built_site() -> &'static Path {
    static SITE: OnceLock<PathBuf> = OnceLock::new();
    SITE.get_or_init(|| build("site", &[]))
}

/// The folder of the page without its training module, which takes most of a build. Built once per process.
pub fn built_without_training() -> &'static Path {
    static PAGE: OnceLock<PathBuf> = OnceLock::new();
    PAGE.get_or_init(|| build("page", &["--no-training"]))
}

fn build(name: &str, options: &[&str]) -> PathBuf {
    // Every process writes its own folder: nextest runs tests in parallel processes.
    let sites = Path::new(env!("CARGO_TARGET_TMPDIR")).join("sites");
    remove_old_sites(&sites);
    let site = sites.join(std::process::id().to_string()).join(name);
    let mut build = sublevel();
    build.arg("build").args(options).arg("--out").arg(&site);
    let output = build.output().unwrap();
    assert!(output.status.success(), "{}", stderr(&output));
    site
}

/// Removes the sites of processes that have ended, where `/proc` lists the processes.
fn remove_old_sites(sites: &Path) {
    if !Path::new("/proc/self").exists() {
        return;
    }
    for site in std::fs::read_dir(sites).into_iter().flatten() {
        let site = site.unwrap().path();
        let process = Path::new("/proc").join(site.file_name().unwrap());
        if !process.exists() {
            let _ = std::fs::remove_dir_all(site);
        }
    }
}

/// `sublevel serve` on a free port. Dropping the value ends the server.
pub struct Server {
    child: Child,
    /// `127.0.0.1:PORT`
    pub address: String,
}

impl Server {
    /// Adds the arguments of a test to `sublevel serve` and waits until the server prints its address.
    pub fn start(serve: &mut Command) -> Self {
        let mut child = serve
            .args(["--no-open", "--port", "0"])
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let mut line = String::new();
        BufReader::new(child.stdout.as_mut().unwrap())
            .read_line(&mut line)
            .unwrap();
        let address = line
            .split_whitespace()
            .find_map(|word| word.strip_prefix("http://"))
            .unwrap_or_else(|| panic!("no address in {line:?}"))
            .to_owned();
        Self { child, address }
    }

    /// Starts the server for an existing page in the folder `source`.
    pub fn of(source: &Path, arguments: &[&str]) -> Self {
        let mut serve = sublevel();
        serve
            .args(["serve", "--no-build", "--source"])
            .arg(source)
            .args(arguments);
        Self::start(&mut serve)
    }

    /// Sends Ctrl-C and waits until the program has ended.
    pub fn interrupt(mut self) -> std::process::ExitStatus {
        let id = self.child.id().to_string();
        let sent = Command::new("kill").args(["-INT", &id]).status().unwrap();
        assert!(sent.success());
        self.child.wait().unwrap()
    }

    /// GET, with more header lines.
    pub fn get(&self, path: &str, headers: &[&str]) -> Response {
        self.request("GET", path, headers)
    }

    /// Sends exactly this path; an HTTP client would normalize it.
    pub fn request(&self, method: &str, path: &str, headers: &[&str]) -> Response {
        let mut stream = TcpStream::connect(&self.address).unwrap();
        let mut request = format!("{method} {path} HTTP/1.1\r\nConnection: close\r\n");
        if !headers.iter().any(|line| line.starts_with("Host:")) {
            request += &format!("Host: {}\r\n", self.address);
        }
        for line in headers {
            request += line;
            request += "\r\n";
        }
        stream.write_all((request + "\r\n").as_bytes()).unwrap();
        let mut bytes = Vec::new();
        stream.read_to_end(&mut bytes).unwrap();
        Response::parse(&bytes)
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        // Fails only if the process has already ended.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// A response of the server.
pub struct Response {
    pub status: u16,
    headers: Vec<(String, String)>,
    pub body: Vec<u8>,
}

impl Response {
    fn parse(bytes: &[u8]) -> Self {
        let end = bytes
            .windows(4)
            .position(|window| window == b"\r\n\r\n")
            .unwrap();
        let head = std::str::from_utf8(&bytes[..end]).unwrap();
        let mut lines = head.lines();
        let status = lines
            .next()
            .unwrap()
            .split(' ')
            .nth(1)
            .unwrap()
            .parse()
            .unwrap();
        let headers = lines
            .map(|line| line.split_once(": ").unwrap())
            .map(|(name, value)| (name.to_ascii_lowercase(), value.to_owned()))
            .collect();
        Self {
            status,
            headers,
            body: bytes[end + 4..].to_vec(),
        }
    }

    /// The value of a header, `""` if it is missing.
    pub fn header(&self, name: &str) -> &str {
        self.headers
            .iter()
            .find(|(key, _)| key == name)
            .map_or("", |(_, value)| value)
    }

    /// The body as text.
    pub fn text(&self) -> &str {
        std::str::from_utf8(&self.body).unwrap()
    }
}
