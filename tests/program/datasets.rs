//! `sublevel datasets get` with a local server that simulates servers and network errors.

use std::io::{BufRead, BufReader, Write};
use std::net::{TcpListener, TcpStream};
use std::path::PathBuf;
use std::process::{Command, Output, Stdio};
use std::sync::{Arc, Mutex};
use std::time::Duration;
use std::{fs, thread};

use crate::support::{Server, stderr, sublevel, wait_until};
use tempfile::TempDir;
use zip::write::SimpleFileOptions;

/// How the server answers a request.
#[derive(Clone, Copy)]
enum Answer {
    /// All bytes, from the requested offset on.
    Whole,
    /// The same in pieces, with pauses.
    Slow,
    /// Fewer bytes than announced; then the connection ends.
    Cut(usize),
    /// The first bytes, then silence.
    Stuck(usize),
    /// All bytes from the first on, for any request, without a content length.
    NoRanges,
    /// Only this status.
    Status(&'static str),
}

struct Mirror {
    address: String,
    requests: Arc<Mutex<Vec<String>>>,
}

impl Mirror {
    /// Gives these answers, one per connection.
    fn new(file: Vec<u8>, tag: &'static str, answers: &[Answer]) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let address = format!("http://{}", listener.local_addr().unwrap());
        let requests = Arc::new(Mutex::new(Vec::new()));
        let (answers, seen) = (answers.to_vec(), requests.clone());
        thread::spawn(move || {
            for (answer, stream) in answers.into_iter().zip(listener.incoming()) {
                let mut stream = stream.unwrap();
                let request = read_request(&stream);
                seen.lock().unwrap().push(request.clone());
                // Some tests close the connection early.
                let _ = reply(&mut stream, &request, &file, tag, answer);
            }
        });
        Self { address, requests }
    }

    fn request(&self, index: usize) -> String {
        self.requests.lock().unwrap()[index].clone()
    }
}

fn read_request(stream: &TcpStream) -> String {
    let lines = BufReader::new(stream).lines().map(Result::unwrap);
    let lines = lines.take_while(|line| !line.is_empty());
    lines.map(|line| line.to_ascii_lowercase() + "\n").collect()
}

fn reply(
    stream: &mut TcpStream,
    request: &str,
    file: &[u8],
    tag: &str,
    answer: Answer,
) -> std::io::Result<()> {
    let header = |name: &str| {
        let line = request.lines().find(|line| line.starts_with(name))?;
        Some(line[name.len()..].trim())
    };
    let start = header("range: bytes=")
        .filter(|_| header("if-range:") == Some(tag))
        .and_then(|range| range.strip_suffix('-')?.parse().ok());
    let length = file.len();
    let all = format!("HTTP/1.1 200 OK\r\nETag: {tag}\r\nContent-Length: {length}\r\n");
    let (head, body) = match (answer, start) {
        (Answer::Status(status), _) => (
            format!("HTTP/1.1 {status}\r\nContent-Length: 0\r\n"),
            &file[..0],
        ),
        (Answer::NoRanges, _) => ("HTTP/1.1 200 OK\r\n".to_owned(), file),
        (_, None) => (all, file),
        (_, Some(start)) => (
            format!(
                "HTTP/1.1 206 Partial Content\r\nContent-Length: {}\r\nContent-Range: bytes {start}-{}/{length}\r\n",
                length - start,
                length - 1
            ),
            &file[start..],
        ),
    };
    stream.write_all((head + "Connection: close\r\n\r\n").as_bytes())?;
    match answer {
        Answer::Cut(count) => stream.write_all(&body[..count]),
        Answer::Stuck(count) => {
            stream.write_all(&body[..count])?;
            thread::sleep(Duration::from_secs(20));
            Ok(())
        }
        Answer::Slow => body.chunks(length / 10).try_for_each(|piece| {
            thread::sleep(Duration::from_millis(20));
            stream.write_all(piece)
        }),
        _ => stream.write_all(body),
    }
}

struct Cache(TempDir);

impl Cache {
    fn new() -> Self {
        Self(tempfile::tempdir().unwrap())
    }

    fn file(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    fn program(&self) -> Command {
        let mut program = sublevel();
        program.env("SUBLEVEL_DATA", self.0.path());
        // The server is on this computer.
        program.env("NO_PROXY", "*");
        program
    }

    fn command(&self, address: &str) -> Command {
        let mut command = self.program();
        command.args(["datasets", "get", "MUTAG", "--from", address]);
        command
    }

    fn get(&self, mirror: &Mirror) -> Output {
        self.command(&mirror.address).output().unwrap()
    }

    /// The names of the files in the folder.
    fn files(&self) -> Vec<String> {
        let entries = fs::read_dir(self.0.path()).unwrap();
        let mut names: Vec<String> = entries
            .map(|entry| entry.unwrap().file_name().into_string().unwrap())
            .collect();
        names.sort();
        names
    }
}

fn mutag() -> Vec<u8> {
    fs::read(crate::data_sets::zip_of("MUTAG")).unwrap()
}

#[track_caller]
fn assert_said(output: &Output, code: i32, words: &[&str]) {
    let text = stderr(output);
    assert_eq!(output.status.code(), Some(code), "{text}");
    for word in words {
        assert!(text.contains(word), "{text:?} does not say {word:?}");
    }
}

#[track_caller]
fn assert_fetched(output: &Output, cache: &Cache, file: &[u8]) {
    assert_said(output, 0, &[]);
    assert_eq!(cache.files(), ["MUTAG.zip"]);
    assert!(fs::read(cache.file("MUTAG.zip")).unwrap() == file);
}

#[test]
fn a_downloaded_data_set_is_found_by_name() {
    let (file, cache) = (mutag(), Cache::new());
    let mirror = Mirror::new(file.clone(), "\"a\"", &[Answer::Slow]);
    let output = cache.get(&mirror);
    assert_fetched(&output, &cache, &file);
    assert!(mirror.request(0).starts_with("get /mutag.zip "));
    let printed = String::from_utf8(output.stdout).unwrap();
    let path = cache.file("MUTAG.zip").display().to_string();
    assert!(
        printed.contains(&path) && printed.contains("188 graphs"),
        "{printed}"
    );
    let same = printed.contains("the same content as for the published results");
    assert_eq!(
        same,
        crate::data_sets::real_zip_of("MUTAG").is_some(),
        "{printed}"
    );

    // The second call sends no request; the server would not respond.
    assert_said(&cache.get(&mirror), 0, &[]);

    let run = |arguments: &[&str]| {
        let output = cache.program().args(arguments).output().unwrap();
        assert_said(&output, 0, &[]);
        String::from_utf8(output.stdout).unwrap()
    };
    let empty = tempfile::tempdir().unwrap();
    let list = run(&["datasets", "list", "--data", empty.path().to_str().unwrap()]);
    let line = list.lines().find(|line| line.starts_with("MUTAG")).unwrap();
    assert!(line.ends_with(&path), "{line}");
    let times = run(&["bench", "persistence", "--data", "MUTAG", "--repeats", "1"]);
    assert!(times.contains("MUTAG: 188 graphs"), "{times}");

    let page = tempfile::tempdir().unwrap();
    fs::create_dir_all(page.path().join("www/dist")).unwrap();
    fs::write(page.path().join("www/dist/index.html"), "").unwrap();
    let mut serve = cache.program();
    serve
        .args(["serve", "--no-build", "--source"])
        .arg(page.path());
    let index = Server::start(&mut serve).get("/data/index.json", &[]);
    assert!(index.text().contains("\"MUTAG\""), "{}", index.text());
}

#[test]
fn an_interrupted_download_resumes() {
    let (file, cache) = (mutag(), Cache::new());
    let answers = [Answer::Cut(5000), Answer::Cut(2000), Answer::Whole];
    let mirror = Mirror::new(file.clone(), "\"a\"", &answers);
    let length = file.len().to_string();
    assert_said(
        &cache.get(&mirror),
        1,
        &["after 5000 of", &length, "resumes"],
    );
    assert_said(&cache.get(&mirror), 1, &["after 7000 of"]);
    assert!(!cache.files().contains(&"MUTAG.zip".to_owned()));
    assert_fetched(&cache.get(&mirror), &cache, &file);
    let last = mirror.request(2);
    assert!(
        last.contains("range: bytes=7000-\n") && last.contains("if-range: \"a\"\n"),
        "{last}"
    );
}

#[test]
fn a_file_that_changed_on_the_server_is_downloaded_again() {
    let (file, cache) = (mutag(), Cache::new());
    let other: Vec<u8> = file.iter().map(|byte| !byte).collect();
    cache.get(&Mirror::new(other, "\"old\"", &[Answer::Cut(5000)]));
    let mirror = Mirror::new(file.clone(), "\"new\"", &[Answer::Whole]);
    assert_fetched(&cache.get(&mirror), &cache, &file);
}

#[test]
fn a_server_without_ranges_sends_all_again() {
    let (file, cache) = (mutag(), Cache::new());
    let answers = [Answer::Cut(5000), Answer::NoRanges];
    let mirror = Mirror::new(file.clone(), "\"a\"", &answers);
    assert_said(&cache.get(&mirror), 1, &["after 5000"]);
    assert_fetched(&cache.get(&mirror), &cache, &file);
}

#[test]
fn a_partial_file_is_discarded_if_the_server_cannot_resume_it() {
    let (file, cache) = (mutag(), Cache::new());
    let answers = [
        Answer::Cut(5000),
        Answer::Status("416 Range Not Satisfiable"),
        Answer::Whole,
    ];
    let mirror = Mirror::new(file.clone(), "\"a\"", &answers);
    cache.get(&mirror);
    assert_said(&cache.get(&mirror), 1, &["run the command again"]);
    assert_fetched(&cache.get(&mirror), &cache, &file);
}

#[test]
fn errors_of_the_server_are_reported() {
    let cache = Cache::new();
    let answers = ["404 Not Found", "503 Service Unavailable"].map(Answer::Status);
    let mirror = Mirror::new(vec![], "\"a\"", &answers);
    assert_said(&cache.get(&mirror), 2, &["MUTAG.zip", "no such data set"]);
    assert!(cache.files().is_empty(), "{:?}", cache.files());
    assert_said(&cache.get(&mirror), 1, &["503", "later"]);
    // A port without a listener.
    let nobody = TcpListener::bind("127.0.0.1:0").unwrap().local_addr();
    let nobody = format!("http://{}", nobody.unwrap());
    let output = cache.command(&nobody).output().unwrap();
    assert_said(&output, 1, &["cannot be reached", "online", "--data"]);
    assert!(cache.files().is_empty(), "{:?}", cache.files());
    let output = cache
        .program()
        .args(["datasets", "get", "../MUTAG"])
        .output();
    assert_said(&output.unwrap(), 2, &["../MUTAG"]);
}

#[test]
fn a_download_that_is_not_the_data_set_is_not_kept() {
    let small = |label: &str| {
        let mut zip = zip::ZipWriter::new(std::io::Cursor::new(Vec::new()));
        for (part, text) in [
            ("A", "1, 2\n2, 1\n"),
            ("graph_indicator", "1\n1\n2\n"),
            ("graph_labels", label),
        ] {
            let options = SimpleFileOptions::default();
            let options = options.compression_method(zip::CompressionMethod::Stored);
            zip.start_file(format!("MUTAG/MUTAG_{part}.txt"), options)
                .unwrap();
            zip.write_all(text.as_bytes()).unwrap();
        }
        zip.finish().unwrap().into_inner()
    };
    let mut damaged = small("1\n2\n");
    let at = damaged
        .windows(4)
        .position(|bytes| bytes == b"1, 2")
        .unwrap();
    damaged[at + 3] = b'1';
    for (file, word) in [
        (b"<html>Under maintenance</html>".to_vec(), "no zip file"),
        (mutag()[..9000].to_vec(), "cut off or damaged"),
        (small("1\n2\n"), "expected 188 graphs, found 2"),
        (damaged, "hecksum"),
    ] {
        let cache = Cache::new();
        let mirror = Mirror::new(file, "\"a\"", &[Answer::Whole]);
        assert_said(&cache.get(&mirror), 1, &["MUTAG", word, "removed"]);
        assert!(cache.files().is_empty(), "{:?}", cache.files());
    }
}

#[test]
fn an_unusable_folder_is_reported() {
    let cache = Cache::new();
    let file = cache.file("file");
    fs::write(&file, "").unwrap();
    let mut command = cache.command("http://127.0.0.1:1");
    let output = command.env("SUBLEVEL_DATA", file.join("cache")).output();
    assert_said(&output.unwrap(), 1, &["cannot be created", "SUBLEVEL_DATA"]);
}

/// A limit on file sizes fails a write like a full disk.
#[test]
#[cfg(unix)]
fn a_full_disk_is_reported() {
    let (file, cache) = (mutag(), Cache::new());
    let mirror = Mirror::new(file, "\"a\"", &[Answer::Whole]);
    let script = "trap '' XFSZ; ulimit -f 8; exec \"$@\"";
    let mut command = Command::new("sh");
    command.args(["-c", script, "sh", env!("CARGO_BIN_EXE_sublevel")]);
    command.args(["datasets", "get", "MUTAG", "--from", &mirror.address]);
    command
        .env("SUBLEVEL_DATA", cache.0.path())
        .env("NO_PROXY", "*");
    let output = command.output().unwrap();
    assert_said(
        &output,
        1,
        &["MUTAG.zip.part", "cannot be written", "SUBLEVEL_DATA"],
    );
}

#[test]
#[cfg(unix)]
fn ctrl_c_keeps_the_part() {
    let (file, cache) = (mutag(), Cache::new());
    let answers = [Answer::Stuck(6000), Answer::Whole];
    let mirror = Mirror::new(file.clone(), "\"a\"", &answers);
    let mut command = cache.command(&mirror.address);
    let child = command.stderr(Stdio::piped()).spawn().unwrap();
    let part = cache.file("MUTAG.zip.part");
    wait_until("6000 bytes of the file", || {
        fs::metadata(&part).map_or(0, |file| file.len()) >= 6000
    });
    let id = child.id().to_string();
    let killed = Command::new("kill").args(["-INT", &id]).status();
    assert!(killed.unwrap().success());
    let output = child.wait_with_output().unwrap();
    assert_said(&output, 130, &["interrupted", "resume"]);
    // The server is busy with the first connection; another server has the same file.
    let mirror = Mirror::new(file.clone(), "\"a\"", &answers[1..]);
    assert_fetched(&cache.get(&mirror), &cache, &file);
    assert!(mirror.request(0).contains("range: bytes=6000-\n"));
}

/// A server of the page that downloads from this address into this cache; its page is empty.
fn page_of(cache: &Cache, address: &str) -> (TempDir, Server) {
    let page = tempfile::tempdir().unwrap();
    fs::create_dir_all(page.path().join("www/dist")).unwrap();
    fs::write(page.path().join("www/dist/index.html"), "").unwrap();
    let mut serve = cache.program();
    serve
        .args(["serve", "--no-build", "--collection", address, "--source"])
        .arg(page.path());
    let server = Server::start(&mut serve);
    (page, server)
}

/// Polls until a download has ended.
fn outcome(server: &Server, name: &str) -> serde_json::Value {
    let mut progress = serde_json::Value::Null;
    wait_until("the end of the download", || {
        let response = server.get(&format!("/data/collection/{name}"), &[]);
        progress = serde_json::from_slice(&response.body).unwrap();
        progress["state"] != "fetching"
    });
    progress
}

#[test]
fn the_page_downloads_a_data_set_by_name() {
    let (file, cache) = (mutag(), Cache::new());
    let mirror = Mirror::new(file.clone(), "\"a\"", &[Answer::Cut(1000), Answer::Slow]);
    let (_page, server) = page_of(&cache, &mirror.address);
    let names = server.get("/data/collection.json", &[]);
    let names: Vec<serde_json::Value> = serde_json::from_slice(&names.body).unwrap();
    assert!(
        names
            .iter()
            .any(|set| set["name"] == "MUTAG" && set["graphs"] == 188)
    );

    let path = "/data/collection/MUTAG";
    assert_eq!(server.get(path, &[]).status, 404, "nobody has asked for it");
    let started = server.request("POST", path, &["Content-Length: 0"]);
    assert_eq!(started.status, 200);
    assert!(
        started.text().contains("\"fetching\""),
        "{}",
        started.text()
    );
    let cut = outcome(&server, "MUTAG");
    assert_eq!(cut["state"], "failed");
    let message = cut["message"].as_str().unwrap();
    assert!(message.contains("the connection ended after"), "{message}");

    // A second request resumes the download.
    server.request("POST", path, &["Content-Length: 0"]);
    assert_eq!(outcome(&server, "MUTAG")["state"], "ready");
    assert!(fs::read(cache.file("MUTAG.zip")).unwrap() == file);
    let index = server.get("/data/index.json", &[]);
    assert!(index.text().contains("\"MUTAG\""), "{}", index.text());
    // A data set in the cache needs no request.
    server.request("POST", path, &["Content-Length: 0"]);
    assert_eq!(outcome(&server, "MUTAG")["state"], "ready");
}

#[test]
fn the_page_shows_why_a_download_failed() {
    let cache = Cache::new();
    // The server has ended.
    let nowhere = TcpListener::bind("127.0.0.1:0")
        .unwrap()
        .local_addr()
        .unwrap();
    let (_page, server) = page_of(&cache, &format!("http://{nowhere}"));
    server.request("POST", "/data/collection/MUTAG", &["Content-Length: 0"]);
    let failed = outcome(&server, "MUTAG");
    let message = failed["message"].as_str().unwrap();
    assert!(message.contains("is this computer online?"), "{message}");
    for name in ["..", ".hidden", "a%2Fb", "%2e%2e%2fx"] {
        let path = format!("/data/collection/{name}");
        let refused = server.request("POST", &path, &["Content-Length: 0"]);
        assert_eq!(refused.status, 400, "{name}: {}", refused.text());
    }
    let other = ["Content-Length: 0", "Sec-Fetch-Site: cross-site"];
    let refused = server.request("POST", "/data/collection/NCI1", &other);
    assert_eq!(refused.status, 403, "a page of somewhere else");
    assert_eq!(server.get("/data/collection/NCI1", &[]).status, 404);
}
