//! The page's server under load, on this computer alone: those who hold connections for nothing are sent away, and all others are
//! served meanwhile. For a minute: `SUBLEVEL_LOAD_SECONDS=60 cargo test --release --test program load -- --nocapture`.

use std::fs;
use std::io::{ErrorKind, Read, Write};
use std::net::TcpStream;
use std::path::Path;
use std::thread;
use std::time::{Duration, Instant};

use crate::support::{Server, sublevel};
use tempfile::TempDir;

/// Longer than any of the server's time-outs.
const LONG: Duration = Duration::from_secs(25);

fn page(large: u64) -> TempDir {
    let source = tempfile::tempdir().unwrap();
    let dist = source.path().join("www/dist");
    fs::create_dir_all(dist.join("assets")).unwrap();
    fs::write(dist.join("index.html"), "<!doctype html>page").unwrap();
    // All zeros, which take no room on the disk and no time to read.
    let file = fs::File::create(dist.join("assets/large-1a2b.bin")).unwrap();
    file.set_len(large).unwrap();
    source
}

fn connect(server: &Server, beginning: &str) -> TcpStream {
    let mut stream = TcpStream::connect(&server.address).unwrap();
    stream.set_read_timeout(Some(LONG)).unwrap();
    stream.write_all(beginning.as_bytes()).unwrap();
    stream
}

/// What still comes, until the server ends the connection.
fn rest_of(stream: &mut TcpStream) -> Vec<u8> {
    let mut rest = Vec::new();
    match stream.read_to_end(&mut rest) {
        // The end of the stream, or a reset: both say that it is over.
        Ok(_) => {}
        Err(error) => assert_eq!(error.kind(), ErrorKind::ConnectionReset),
    }
    rest
}

fn median(mut times: Vec<Duration>) -> Duration {
    times.sort_unstable();
    times[times.len() / 2]
}

#[test]
fn those_who_say_nothing_or_half_are_sent_away_while_others_are_served() {
    let source = page(1);
    let server = Server::of(source.path(), &[]);
    let begun = Instant::now();
    let beginnings = [
        "",
        "GET / HTTP/1.1\r\nHost: local",
        // Announced, begun, and never ended.
        "POST /data/collection/%21 HTTP/1.1\r\nHost: localhost\r\nContent-Length: 1000\r\n\r\n01234",
        "GET / HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\nff\r\n01234",
    ];
    let mut idle: Vec<_> = (0..400)
        .map(|number| {
            connect(
                &server,
                beginnings[if number % 2 == 0 {
                    0
                } else {
                    1 + number / 2 % 3
                }],
            )
        })
        .collect();
    let times = (0..200).map(|_| {
        let asked = Instant::now();
        assert_eq!(server.get("/", &[]).status, 200);
        asked.elapsed()
    });
    println!(
        "beside 400 idle connections a request takes {:?}",
        median(times.collect())
    );
    for stream in &mut idle {
        rest_of(stream);
    }
    assert!(begun.elapsed() < LONG, "{:?}", begun.elapsed());
    assert_eq!(server.get("/", &[]).status, 200);
}

#[test]
fn who_stops_reading_is_sent_away_and_who_reads_slowly_is_not() {
    const LARGE: usize = 64 << 20;
    let source = page(LARGE as u64);
    let server = Server::of(source.path(), &[]);
    let ask = "GET /assets/large-1a2b.bin HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n";
    let mut stopped = connect(&server, ask);
    let mut slow = connect(&server, ask);
    let mut read = 0;
    let mut part = vec![0; 2 << 20];
    // Longer in all than the server has patience.
    for _ in 0..30 {
        thread::sleep(Duration::from_millis(500));
        slow.read_exact(&mut part).unwrap();
        read += part.len();
    }
    read += rest_of(&mut slow).len();
    assert!(read > LARGE, "{read} of more than {LARGE} bytes");
    // What had arrived on this side before, and no more.
    let left = rest_of(&mut stopped).len();
    assert!(left < LARGE, "{left} of {LARGE} bytes");
}

/// A second in the tests.
fn seconds() -> f64 {
    match std::env::var("SUBLEVEL_LOAD_SECONDS") {
        Err(_) => 1.0,
        Ok(text) => text
            .parse()
            .expect("SUBLEVEL_LOAD_SECONDS is a number of seconds"),
    }
}

#[test]
fn fifty_at_a_time_are_served_without_an_error() {
    let source = page(1 << 16);
    let data = tempfile::tempdir().unwrap();
    let set = data.path().join("T");
    fs::create_dir_all(&set).unwrap();
    write_tu(&set);
    let mut serve = sublevel();
    serve
        .args(["serve", "--no-build", "--source"])
        .arg(source.path());
    let server = Server::start(serve.arg("--data").arg(data.path()));
    let until = Instant::now() + Duration::from_secs_f64(seconds());
    let times: Vec<Duration> = thread::scope(|scope| {
        let clients: Vec<_> = (0..50)
            .map(|client| {
                let server = &server;
                scope.spawn(move || {
                    let mut times = Vec::new();
                    let paths = [
                        "/",
                        "/assets/large-1a2b.bin",
                        "/data/index.json",
                        "/training.json",
                        "/data/0/T.zip",
                    ];
                    for path in paths.iter().cycle().skip(client) {
                        let asked = Instant::now();
                        let answer = server.get(path, &[]);
                        times.push(asked.elapsed());
                        assert_eq!(answer.status, 200, "{path}");
                        if Instant::now() > until {
                            return times;
                        }
                    }
                    times
                })
            })
            .collect();
        clients
            .into_iter()
            .flat_map(|client| client.join().unwrap())
            .collect()
    });
    println!(
        "{} requests, fifty at a time, each {:?}",
        times.len(),
        median(times)
    );
}

fn write_tu(folder: &Path) {
    for (name, text) in [
        ("A", "1, 2\n2, 1\n"),
        ("graph_indicator", "1\n1\n2\n"),
        ("graph_labels", "0\n1\n"),
    ] {
        fs::write(folder.join(format!("T_{name}.txt")), text).unwrap();
    }
}
