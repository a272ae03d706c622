//! The page's server under load: it closes idle connections and serves the others meanwhile. For a longer test:
//! `SUBLEVEL_LOAD_REQUESTS=10000 cargo test --release --test program load:: -- --include-ignored`.

use std::fs;
use std::io::{ErrorKind, Read, Write};
use std::net::TcpStream;
use std::path::Path;
use std::thread;
use std::time::Duration;

use crate::support::{Server, TIMEOUT, sublevel};
use tempfile::TempDir;

fn page(large: u64) -> TempDir {
    let source = tempfile::tempdir().unwrap();
    let dist = source.path().join("www/dist");
    fs::create_dir_all(dist.join("assets")).unwrap();
    fs::write(dist.join("index.html"), "<!doctype html>page").unwrap();
    // All zeros, which need no space on the disk and no time for reading.
    let file = fs::File::create(dist.join("assets/large-1a2b.bin")).unwrap();
    file.set_len(large).unwrap();
    source
}

fn connect(server: &Server, beginning: &str) -> TcpStream {
    let mut stream = TcpStream::connect(&server.address).unwrap();
    stream.set_read_timeout(Some(TIMEOUT)).unwrap();
    stream.write_all(beginning.as_bytes()).unwrap();
    stream
}

/// The bytes that arrive until the server closes the connection.
fn rest_of(stream: &mut TcpStream) -> Vec<u8> {
    let mut rest = Vec::new();
    match stream.read_to_end(&mut rest) {
        // The server closes or resets the connection. A timeout is another error.
        Ok(_) => {}
        Err(error) => assert_eq!(error.kind(), ErrorKind::ConnectionReset),
    }
    rest
}

#[test]
#[ignore = "slow: cargo test -- --include-ignored"]
fn the_server_closes_idle_and_incomplete_requests_and_answers_others() {
    let source = page(1);
    let server = Server::of(source.path(), &[]);
    let beginnings = [
        "",
        "GET / HTTP/1.1\r\nHost: local",
        // The body is announced and begun, and does not end.
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
    for _ in 0..200 {
        assert_eq!(server.get("/", &[]).status, 200);
    }
    for stream in &mut idle {
        rest_of(stream);
    }
    assert_eq!(server.get("/", &[]).status, 200);
}

#[test]
#[ignore = "slow: cargo test -- --include-ignored"]
fn a_client_that_stops_reading_is_closed_and_a_slow_one_is_not() {
    const LARGE: usize = 64 << 20;
    let source = page(LARGE as u64);
    let server = Server::of(source.path(), &[]);
    let ask = "GET /assets/large-1a2b.bin HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n";
    let mut stopped = connect(&server, ask);
    let mut slow = connect(&server, ask);
    let mut read = 0;
    let mut part = vec![0; 2 << 20];
    // In all longer than the server's timeout.
    for _ in 0..30 {
        thread::sleep(Duration::from_millis(500));
        slow.read_exact(&mut part).unwrap();
        read += part.len();
    }
    read += rest_of(&mut slow).len();
    assert!(read > LARGE, "{read} of more than {LARGE} bytes");
    // Only the bytes that had arrived before.
    let left = rest_of(&mut stopped).len();
    assert!(left < LARGE, "{left} of {LARGE} bytes");
}

/// The number of requests of each client.
fn requests() -> usize {
    match std::env::var("SUBLEVEL_LOAD_REQUESTS") {
        Err(_) => 100,
        Ok(text) => text
            .parse()
            .expect("SUBLEVEL_LOAD_REQUESTS is a number of requests"),
    }
}

#[test]
#[ignore = "slow: cargo test -- --include-ignored"]
fn fifty_clients_at_a_time_are_served() {
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
    thread::scope(|scope| {
        for client in 0..50 {
            let server = &server;
            scope.spawn(move || {
                let paths = [
                    "/",
                    "/assets/large-1a2b.bin",
                    "/data/index.json",
                    "/training.json",
                    "/data/0/T.zip",
                ];
                for path in paths.iter().cycle().skip(client).take(requests()) {
                    assert_eq!(server.get(path, &[]).status, 200, "{path}");
                }
            });
        }
    });
}

#[test]
#[ignore = "slow: cargo test -- --include-ignored"]
fn fifty_thousand_data_sets_are_listed_for_twelve_clients() {
    let source = page(1);
    let data = tempfile::tempdir().unwrap();
    for number in 0..50_000 {
        fs::write(data.path().join(format!("set-{number}.jsonl")), "{}").unwrap();
    }
    let server = Server::of(source.path(), &["--data", data.path().to_str().unwrap()]);
    thread::scope(|scope| {
        for client in 0..12 {
            let server = &server;
            scope.spawn(move || {
                let index = server.get("/data/index.json", &[]);
                let text = String::from_utf8_lossy(&index.body);
                assert_eq!((index.status, text.matches("set-").count()), (200, 100_000));
                let last = server.get(&format!("/data/0/set-{}.jsonl", 49_999 - client), &[]);
                assert_eq!((last.status, last.text()), (200, "{}"));
            });
        }
    });
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
