//! `sublevel serve --run`: the folder of a run log, and events when it grows.

use std::fs::{self, OpenOptions};
use std::io::{BufRead, BufReader, Write};
use std::net::TcpStream;
use std::path::Path;
use std::time::{Duration, Instant};

use crate::support::{Server, TIMEOUT, stderr, sublevel};
use serde_json::{Value, json};
use tempfile::TempDir;

/// A page that appears to be built.
fn page() -> TempDir {
    let source = tempfile::tempdir().unwrap();
    let dist = source.path().join("www/dist");
    fs::create_dir_all(&dist).unwrap();
    fs::write(dist.join("index.html"), "<!doctype html>page").unwrap();
    source
}

/// A run log without epochs.
fn run_log(name: &str) -> TempDir {
    let folder = tempfile::tempdir().unwrap();
    let header = json!({"run_log": 1, "name": name, "channels": ["f"], "classes": ["a"], "graphs": 1, "vertices": 1});
    fs::write(folder.path().join("run-log.json"), header.to_string()).unwrap();
    let graph = "{\"n\": 1, \"edges\": [], \"y\": 0}\n";
    fs::write(folder.path().join("graphs.jsonl"), graph).unwrap();
    for name in ["epochs.jsonl", "values.f32"] {
        fs::write(folder.path().join(name), "").unwrap();
    }
    folder
}

fn append(path: &Path, text: &str) {
    let mut file = OpenOptions::new().append(true).open(path).unwrap();
    file.write_all(text.as_bytes()).unwrap();
}

/// A server with these run logs, and the part of its address after the port.
fn serve(source: &TempDir, logs: &[&TempDir]) -> (Server, String) {
    let paths = logs.iter().map(|log| log.path().to_str().unwrap());
    let arguments: Vec<&str> = paths.flat_map(|path| ["--run", path]).collect();
    let mut server = Server::of(source.path(), &arguments);
    let address = server.address.clone();
    let (address, rest) = address.split_once('/').unwrap();
    server.address = address.into();
    (server, rest.into())
}

/// Opens the events of a run log and skips the header of the response.
fn events(server: &Server) -> BufReader<TcpStream> {
    let mut stream = TcpStream::connect(&server.address).unwrap();
    stream.set_read_timeout(Some(TIMEOUT)).unwrap();
    let request = format!(
        "GET /run/0/events HTTP/1.1\r\nHost: {}\r\n\r\n",
        server.address
    );
    stream.write_all(request.as_bytes()).unwrap();
    let mut lines = BufReader::new(stream);
    let mut line = String::new();
    while line != "\r\n" {
        line.clear();
        lines.read_line(&mut line).unwrap();
    }
    lines
}

/// The length of the index in the next event.
fn next(events: &mut BufReader<TcpStream>) -> u64 {
    loop {
        let mut line = String::new();
        assert!(events.read_line(&mut line).unwrap() > 0, "the events ended");
        // Chunks of the response have their sizes in other lines.
        if let Some(length) = line.trim().strip_prefix("data: ") {
            return length.parse().unwrap();
        }
    }
}

#[test]
fn a_run_log_is_listed_and_opened_by_the_address() {
    let source = page();
    let (one, other) = (run_log("seed 1"), run_log("seed 1"));
    let (server, rest) = serve(&source, &[&one, &other]);
    assert_eq!(rest, "#data=seed%201");
    let index: Value = serde_json::from_str(server.get("/data/index.json", &[]).text()).unwrap();
    let listed = |place: usize| {
        let entry = &index[place];
        (
            entry["name"].as_str().unwrap(),
            entry["url"].as_str().unwrap(),
            entry["log"] == true,
        )
    };
    assert_eq!(listed(0), ("seed 1", "run/0/", true));
    assert_eq!(listed(1), ("seed 1 (2)", "run/1/", true));
}

#[test]
fn parts_of_the_files_are_sent_and_nothing_else() {
    let source = page();
    let log = run_log("a");
    append(&log.path().join("epochs.jsonl"), "0123456789\n");
    fs::write(log.path().join("secret.txt"), "secret").unwrap();
    let (server, _) = serve(&source, &[&log]);
    let whole = server.get("/run/0/epochs.jsonl", &[]);
    assert_eq!((whole.status, whole.text()), (200, "0123456789\n"));
    let part = server.get("/run/0/epochs.jsonl", &["Range: bytes=4-6"]);
    assert_eq!((part.status, part.text()), (206, "456"));
    append(&log.path().join("epochs.jsonl"), "more\n");
    let rest = server.get("/run/0/epochs.jsonl", &["Range: bytes=11-"]);
    assert_eq!((rest.status, rest.text()), (206, "more\n"));
    let end = server.get("/run/0/epochs.jsonl", &["Range: bytes=16-"]);
    assert_eq!(end.status, 416);
    for path in [
        "/run/0/secret.txt",
        "/run/0/..%2fsecret.txt",
        "/run/0/",
        "/run/1/epochs.jsonl",
        "/run/-1/events",
        "/run/x/events",
        "/run/7/events",
    ] {
        assert_eq!(server.get(path, &[]).status, 404, "{path}");
    }
}

#[cfg(unix)]
#[test]
fn links_out_of_a_run_log_are_not_served() {
    let source = page();
    let (log, secret) = (run_log("a"), tempfile::tempdir().unwrap());
    fs::write(secret.path().join("x"), "secret").unwrap();
    let linked = log.path().join("values.f32");
    fs::remove_file(&linked).unwrap();
    std::os::unix::fs::symlink(secret.path().join("x"), &linked).unwrap();
    let (server, _) = serve(&source, &[&log]);
    assert_eq!(server.get("/run/0/values.f32", &[]).status, 404);
}

#[test]
fn events_report_the_growth_of_a_run_log() {
    let source = page();
    let log = run_log("a");
    let (server, _) = serve(&source, &[&log]);
    let mut events = events(&server);
    assert_eq!(next(&mut events), 0);
    for length in [5, 10, 15] {
        append(&log.path().join("epochs.jsonl"), "line\n");
        let started = Instant::now();
        assert_eq!(next(&mut events), length);
        assert!(started.elapsed() < TIMEOUT);
    }
}

#[test]
fn the_number_of_watching_pages_is_limited() {
    let source = page();
    let log = run_log("a");
    let (server, _) = serve(&source, &[&log]);
    let watching: Vec<_> = (0..16).map(|_| events(&server)).collect();
    assert_eq!(server.get("/run/0/events", &[]).status, 503);
    assert_eq!(server.get("/", &[]).status, 200);
    drop(watching);
    // The server notices a lost page when it sends the next text.
    let started = Instant::now();
    loop {
        let mut stream = TcpStream::connect(&server.address).unwrap();
        stream.set_read_timeout(Some(TIMEOUT)).unwrap();
        let request = format!(
            "GET /run/0/events HTTP/1.1\r\nHost: {}\r\n\r\n",
            server.address
        );
        stream.write_all(request.as_bytes()).unwrap();
        let mut status = String::new();
        BufReader::new(stream).read_line(&mut status).unwrap();
        if status.contains(" 200 ") {
            break;
        }
        assert!(started.elapsed() < TIMEOUT, "{status}");
        std::thread::sleep(Duration::from_millis(200));
    }
}

#[test]
fn a_folder_that_is_no_run_log_is_a_usage_error() {
    let empty = tempfile::tempdir().unwrap();
    let told = |folder: &Path| {
        let run = sublevel()
            .args(["serve", "--run"])
            .arg(folder)
            .output()
            .unwrap();
        assert_eq!(run.status.code(), Some(2));
        stderr(&run)
    };
    assert!(told(empty.path()).contains("start the training first"));
    fs::write(empty.path().join("run-log.json"), "{\"run_log\": 9}").unwrap();
    assert!(told(empty.path()).contains("version 9"));
}
