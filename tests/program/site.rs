//! The page's server, its build, and their errors when a tool or file is missing.

use std::fs;
use std::io::{Cursor, Read, Write};
use std::net::TcpListener;
use std::path::{Path, PathBuf};

use crate::support::{Server, built_site, built_without_training, stderr, sublevel, wait_until};
use serde_json::Value;
use tempfile::TempDir;

/// A source folder with a page that appears to be built.
fn built_page() -> TempDir {
    let source = tempfile::tempdir().unwrap();
    let files: [(&str, &str); 9] = [
        ("www/dist/index.html", "<!doctype html>page"),
        ("www/dist/index.html.br", "br of html"),
        ("www/dist/index.html.gz", "gz of html"),
        ("www/dist/assets/app-1a2b.js", "script"),
        ("www/dist/assets/sublevel_bg-3c4d.wasm", "wasm"),
        ("www/dist/assets/sublevel_bg-3c4d.wasm.br", "br of wasm"),
        ("www/dist/assets/sublevel_bg-3c4d.wasm.gz", "gz of wasm"),
        ("www/secret.txt", "secret"),
        ("secret.zip", "secret"),
    ];
    for (path, content) in files {
        write(&source.path().join(path), content);
    }
    source
}

fn write(path: &Path, content: impl AsRef<[u8]>) {
    fs::create_dir_all(path.parent().unwrap()).unwrap();
    fs::write(path, content).unwrap();
}

fn zip(entries: &[(&str, &str)]) -> Vec<u8> {
    let mut writer = zip::ZipWriter::new(Cursor::new(Vec::new()));
    for (name, content) in entries {
        writer
            .start_file(*name, zip::write::SimpleFileOptions::default())
            .unwrap();
        writer.write_all(content.as_bytes()).unwrap();
    }
    writer.finish().unwrap().into_inner()
}

#[test]
fn the_page_has_a_strict_policy_and_is_revalidated() {
    let source = built_page();
    let server = Server::of(source.path(), &[]);
    let page = server.get("/", &[]);
    assert_eq!((page.status, page.text()), (200, "<!doctype html>page"));
    assert_eq!(page.header("content-type"), "text/html");
    assert_eq!(page.header("cache-control"), "no-cache");
    assert_eq!(page.header("x-content-type-options"), "nosniff");
    let policy = page.header("content-security-policy");
    for directive in [
        "default-src 'self';",
        "script-src 'self' 'wasm-unsafe-eval';",
        "worker-src 'self';",
        "object-src 'none';",
        "base-uri 'none';",
        "frame-ancestors 'self'",
    ] {
        assert!(policy.contains(directive), "{directive} in {policy}");
    }
    assert!(!policy.contains("unsafe-inline") && !policy.contains("'unsafe-eval'"));
}

#[test]
fn a_page_of_a_named_origin_may_embed_the_page() {
    let source = built_page();
    write(&source.path().join("data/one/a.jsonl"), "{}");
    let folder = source.path().join("data/one").display().to_string();
    let server = Server::of(
        source.path(),
        &[
            "--embed-from",
            "https://Course.example/",
            "--embed-from=http://localhost:3000",
            "--data",
            &folder,
        ],
    );
    let script = server.get("/assets/app-1a2b.js", &["Origin: null"]);
    let policy = script.header("content-security-policy");
    assert!(
        policy.ends_with("frame-ancestors 'self' https://course.example http://localhost:3000"),
        "{policy}"
    );
    // A frame with the attribute sandbox reads the page, and no data.
    let read_by = |path: &str| {
        let response = server.get(path, &["Origin: null"]);
        let names = [
            "access-control-allow-origin",
            "cross-origin-resource-policy",
        ];
        names.map(|name| response.header(name).to_owned())
    };
    assert_eq!(read_by("/"), ["*", "cross-origin"]);
    assert_eq!(read_by("/assets/app-1a2b.js"), ["*", "cross-origin"]);
    assert_eq!(read_by("/data/index.json"), ["", "same-origin"]);
    assert_eq!(read_by("/data/0/a.jsonl"), ["", "same-origin"]);
    assert_eq!(read_by("/training.json"), ["", "same-origin"]);
    let server = Server::of(source.path(), &[]);
    let script = server.get("/assets/app-1a2b.js", &["Origin: null"]);
    assert_eq!(script.header("access-control-allow-origin"), "");
    assert_eq!(script.header("cross-origin-resource-policy"), "same-origin");
}

#[test]
fn only_an_origin_can_be_named_for_embedding() {
    let source = built_page();
    for origin in [
        "course.example",
        "https://",
        "https://course.example/slides",
        "https://a b",
        "https://a;script-src *",
        "https://user@course.example",
        "https://course.example:port",
        "https://*",
        "*",
        "",
    ] {
        let output = sublevel()
            .args(["serve", "--no-build", "--no-open", "--source"])
            .arg(source.path())
            .args(["--embed-from", origin])
            .output()
            .unwrap();
        assert!(!output.status.success(), "{origin}");
        assert!(
            stderr(&output).contains("such as https://course.example"),
            "{origin}: {}",
            stderr(&output)
        );
    }
    let output = sublevel()
        .args(["serve", "--no-build", "--source"])
        .arg(source.path())
        .args(["--token", "--embed-from", "https://course.example"])
        .output()
        .unwrap();
    assert!(stderr(&output).contains("cannot be used with"));
}

#[test]
fn hashed_files_are_cached_and_have_the_right_type() {
    let source = built_page();
    let server = Server::of(source.path(), &[]);
    let script = server.get("/assets/app-1a2b.js", &[]);
    assert_eq!(script.header("content-type"), "text/javascript");
    assert_eq!(
        script.header("cache-control"),
        "public, max-age=31536000, immutable"
    );
    let wasm = server.get("/assets/sublevel_bg-3c4d.wasm", &[]);
    assert_eq!(wasm.header("content-type"), "application/wasm");
    // A missing file may exist after the next build.
    let missing = server.get("/assets/app-0000.js", &[]);
    assert_eq!(
        (missing.status, missing.header("cache-control")),
        (404, "no-cache")
    );
}

#[test]
fn compressed_files_are_sent_to_clients_that_accept_them() {
    let source = built_page();
    let server = Server::of(source.path(), &[]);
    let wasm = "/assets/sublevel_bg-3c4d.wasm";
    for (accepted, encoding, body) in [
        (
            "Accept-Encoding: gzip, deflate, br, zstd",
            "br",
            "br of wasm",
        ),
        ("Accept-Encoding: gzip", "gzip", "gz of wasm"),
        ("Accept-Encoding: br;q=0, gzip", "gzip", "gz of wasm"),
        ("Accept-Encoding: identity", "", "wasm"),
        ("Accept: */*", "", "wasm"),
    ] {
        let response = server.get(wasm, &[accepted]);
        assert_eq!(response.header("content-encoding"), encoding, "{accepted}");
        assert_eq!(response.text(), body, "{accepted}");
        assert_eq!(response.header("content-type"), "application/wasm");
    }
    assert_eq!(
        server.get("/", &["Accept-Encoding: br"]).text(),
        "br of html"
    );
    // A file without compressed variants is sent uncompressed.
    let script = server.get("/assets/app-1a2b.js", &["Accept-Encoding: br"]);
    assert_eq!(
        (script.header("content-encoding"), script.text()),
        ("", "script")
    );
}

#[test]
fn no_files_outside_the_page_are_served() {
    let source = built_page();
    let data = tempfile::tempdir().unwrap();
    write(&data.path().join("A.zip"), zip(&[("A/A_A.txt", "1, 2\n")]));
    let server = Server::of(source.path(), &["--data", data.path().to_str().unwrap()]);
    for path in [
        "/../secret.txt",
        "/assets/../../secret.txt",
        "/%2e%2e/secret.txt",
        "/..%2fsecret.txt",
        "/assets/..%2f..%2fsecret.txt",
        "/assets/..%5c..%5csecret.txt",
        "/%2fetc/passwd",
        "//etc/passwd",
        "/data/0/..%2fsecret.zip",
        "/data/0/..%2f..%2fsecret.zip",
        "/data/0/%2e%2e.zip",
        "/data/1/A.zip",
        "/data/-1/A.zip",
        "/data/99999999999999999999/A.zip",
        "/data/0/A",
        "/data/0/A.zip%00",
        "/data/0/%ff.zip",
    ] {
        let response = server.get(path, &[]);
        assert!(
            (400..500).contains(&response.status),
            "{path}: {}",
            response.status
        );
        assert!(
            !String::from_utf8_lossy(&response.body).contains("secret\n"),
            "{path}"
        );
        assert_ne!(response.body, b"secret", "{path}");
    }
    assert_eq!(
        server.request("POST", "/", &["Content-Length: 0"]).status,
        405
    );
    assert_eq!(server.request("DELETE", "/data/0/A.zip", &[]).status, 405);
}

#[test]
fn only_requests_to_local_host_names_are_served() {
    let source = built_page();
    let server = Server::of(source.path(), &[]);
    for host in [
        "localhost:8080",
        "localhost",
        "LocalHost:1",
        "127.0.0.1:1",
        "[::1]:8080",
    ] {
        assert_eq!(
            server.get("/", &[&format!("Host: {host}")]).status,
            200,
            "{host}"
        );
    }
    for host in [
        "example.org",
        "example.org:8080",
        "localhost.example.org",
        "127.0.0.1.example.org:80",
        "",
    ] {
        let response = server.get("/", &[&format!("Host: {host}")]);
        assert_eq!(response.status, 403, "{host}");
        assert!(response.text().contains("http://127.0.0.1"));
    }
    let both = server.get("/", &["Host: localhost", "Host: example.org"]);
    assert!((400..500).contains(&both.status), "{}", both.status);
}

#[test]
fn cached_files_are_revalidated_and_ranges_belong_to_one_file() {
    let source = built_page();
    let server = Server::of(source.path(), &[]);
    let script = "/assets/app-1a2b.js";
    let modified = server.get(script, &[]).header("last-modified").to_owned();
    let same = server.get(script, &[&format!("If-Modified-Since: {modified}")]);
    assert_eq!(same.status, 304);
    assert_eq!(
        same.header("cache-control"),
        "public, max-age=31536000, immutable"
    );
    assert_eq!(server.get(script, &["Range: bytes=2-3"]).text(), "ri");
    let other = server.get(script, &["Range: bytes=2-3", "If-Range: \"another\""]);
    assert_eq!((other.status, other.text()), (200, "script"));
    for path in [format!("/{}", "a".repeat(300)), "/a".repeat(2000)] {
        assert_eq!(server.get(&path, &[]).status, 414);
    }
    assert_eq!(
        server.get(&format!("/{}", "%41".repeat(200)), &[]).status,
        404
    );
}

#[test]
#[cfg(unix)]
fn the_list_omits_pipes_and_contains_a_folder_beside_its_zip() {
    let source = built_page();
    let data = tempfile::tempdir().unwrap();
    let pipe = data.path().join("PIPE.zip");
    assert!(
        std::process::Command::new("mkfifo")
            .arg(&pipe)
            .status()
            .unwrap()
            .success()
    );
    write(
        &data.path().join("ONE.zip"),
        zip(&[("ONE/ONE_A.txt", "1, 2\n")]),
    );
    write(&data.path().join("ONE/ONE_A.txt"), "2, 1\n");
    write(&data.path().join("ONE.jsonl"), "{}\n");
    let server = Server::of(source.path(), &["--data", data.path().to_str().unwrap()]);
    let list: Value = serde_json::from_str(server.get("/data/index.json", &[]).text()).unwrap();
    let list = list.as_array().unwrap();
    let names: Vec<_> = list
        .iter()
        .map(|line| line["name"].as_str().unwrap())
        .collect();
    assert_eq!(names, ["ONE (folder)", "ONE (JSON lines)", "ONE"]);
    for (line, content) in list.iter().zip(["2, 1\n", "", "1, 2\n"]) {
        if content.is_empty() {
            assert_eq!(
                server
                    .get("/data/0/ONE%20%28JSON%20lines%29.jsonl", &[])
                    .text(),
                "{}\n"
            );
            continue;
        }
        let sent = server.get(&format!("/{}", line["url"].as_str().unwrap()), &[]);
        let mut archive = zip::ZipArchive::new(Cursor::new(sent.body)).unwrap();
        let mut text = String::new();
        archive
            .by_name("ONE/ONE_A.txt")
            .unwrap()
            .read_to_string(&mut text)
            .unwrap();
        assert_eq!(text, content);
    }
}

#[test]
fn data_sets_of_the_given_folders_are_listed_and_served() {
    let source = built_page();
    let data = tempfile::tempdir().unwrap();
    let archive = zip(&[("ONE/ONE_A.txt", "1, 2\n")]);
    write(&data.path().join("ONE.zip"), &archive);
    write(&data.path().join("holiday.zip"), zip(&[("beach.jpg", "")]));
    write(&data.path().join("broken.zip"), &archive[..30]);
    write(&data.path().join("notes.txt"), "");
    write(&data.path().join("own.jsonl"), "{\"n\": 1}");
    write(&data.path().join("my set/TWO_A.txt"), "1, 2\n2, 1\n");
    write(
        &data.path().join("my set/TWO_graph_indicator.txt"),
        "1\n1\n",
    );
    let other = tempfile::tempdir().unwrap();
    write(&other.path().join("Ünï set.ZIP"), &archive);

    let (data, other) = (
        data.path().to_str().unwrap(),
        other.path().to_str().unwrap(),
    );
    let server = Server::of(source.path(), &["--data", data, "--data", other]);
    let index = server.get("/data/index.json", &[]);
    assert_eq!(index.header("content-type"), "application/json");
    let sets: Vec<serde_json::Value> = serde_json::from_slice(&index.body).unwrap();
    let names: Vec<_> = sets
        .iter()
        .map(|set| set["name"].as_str().unwrap())
        .collect();
    assert_eq!(names, ["ONE", "TWO", "own", "Ünï set"]);
    assert_eq!(sets[0]["bytes"], archive.len());
    assert_eq!(sets[1]["bytes"], 14);

    let download = |set: &serde_json::Value| {
        let response = server.get(&format!("/{}", set["url"].as_str().unwrap()), &[]);
        assert_eq!(
            (response.status, response.header("content-type")),
            (200, "application/zip")
        );
        response.body
    };
    assert_eq!(download(&sets[0]), archive);
    assert_eq!(download(&sets[3]), archive);
    assert_eq!(sets[2]["url"], "data/0/own.jsonl");
    assert_eq!(server.get("/data/0/own.jsonl", &[]).text(), "{\"n\": 1}");
    let mut folder = zip::ZipArchive::new(Cursor::new(download(&sets[1]))).unwrap();
    let mut indicator = String::new();
    folder
        .by_name("TWO/TWO_graph_indicator.txt")
        .unwrap()
        .read_to_string(&mut indicator)
        .unwrap();
    assert_eq!(indicator, "1\n1\n");
    assert_eq!(folder.len(), 2);

    // Compressed JSON lines are sent unchanged.
    let packed = [0x1f, 0x8b, 1, 2, 3];
    write(&Path::new(data).join("more.JSONL.gz"), packed);
    let response = server.get("/data/0/more.jsonl.gz", &[]);
    assert_eq!((response.status, response.body), (200, packed.to_vec()));
    fs::remove_file(Path::new(data).join("more.JSONL.gz")).unwrap();

    // A data set that was added later is available without a restart.
    write(&Path::new(data).join("NEW.zip"), &archive);
    let index = server.get("/data/index.json", &[]);
    assert!(index.text().contains("data/0/NEW.zip"), "{}", index.text());
}

#[test]
#[cfg(unix)]
fn links_out_of_a_data_folder_are_not_served() {
    use std::os::unix::fs::symlink;

    let (source, folder) = (built_page(), tempfile::tempdir().unwrap());
    let at = |name: &str| folder.path().join(name);
    let data = zip(&[("T/T_A.txt", "1, 2\n")]);
    write(&at("data/INSIDE.zip"), &data);
    write(&at("outside/SECRET.zip"), &data);
    write(&at("outside/FOLDER/FOLDER_A.txt"), "1, 2\n");
    symlink("INSIDE.zip", at("data/LINK.zip")).unwrap();
    symlink(at("outside/SECRET.zip"), at("data/SECRET.zip")).unwrap();
    symlink(at("outside/FOLDER"), at("data/FOLDER")).unwrap();
    // The folder itself may be a link: the user has named it.
    symlink("data", at("named")).unwrap();
    for named in ["data", "named"] {
        let server = Server::of(source.path(), &["--data", at(named).to_str().unwrap()]);
        let index: Value =
            serde_json::from_str(server.get("/data/index.json", &[]).text()).unwrap();
        let names: Vec<_> = index
            .as_array()
            .unwrap()
            .iter()
            .map(|entry| &entry["name"])
            .collect();
        assert_eq!(names, ["INSIDE", "LINK"], "{named}");
        assert_eq!(server.get("/data/0/INSIDE.zip", &[]).body, data);
        assert_eq!(server.get("/data/0/SECRET.zip", &[]).status, 404);
    }
}

#[test]
fn addresses_that_are_no_data_sets_are_reported_without_internals() {
    let source = built_page();
    let server = Server::of(source.path(), &[]);
    for path in [
        "/data/x/T.zip",
        "/data/-1/T.zip",
        "/data/0/%FF",
        "/data/collection/%FF",
    ] {
        let response = server.get(path, &[]);
        assert_eq!(response.status, 404, "{path}");
        let text = response.text();
        assert!(text.starts_with("No such "), "{path}: {text}");
    }
}

#[test]
fn only_the_page_may_start_a_fetch() {
    let source = built_page();
    let server = Server::of(source.path(), &["--collection", "http://127.0.0.1:1/"]);
    let post = |headers: &[&str]| {
        let headers = [headers, &["Content-Length: 0"]].concat();
        server
            .request("POST", "/data/collection/MUTAG", &headers)
            .status
    };
    let own = format!("Origin: http://{}", server.address);
    for (headers, status) in [
        (&["Sec-Fetch-Site: same-origin"][..], 200),
        (&[&own], 200),
        (&[], 200),
        (&["Sec-Fetch-Site: cross-site"], 403),
        (&["Sec-Fetch-Site: cross-site", &own], 403),
        (&["Origin: http://elsewhere.example"], 403),
        (&["Origin: null"], 403),
        (&["Origin: http://127.0.0.1:1"], 403),
    ] {
        assert_eq!(post(headers), status, "{headers:?}");
    }
}

#[test]
fn a_file_that_changes_during_its_transfer_ends_the_transfer() {
    use std::io::{BufRead, BufReader};
    use std::net::TcpStream;

    let (source, folder) = (built_page(), tempfile::tempdir().unwrap());
    let file = folder.path().join("BIG.jsonl");
    let size = 64 << 20;
    fs::write(&file, vec![b'a'; size]).unwrap();
    let server = Server::of(source.path(), &["--data", folder.path().to_str().unwrap()]);
    let mut stream = BufReader::new(TcpStream::connect(&server.address).unwrap());
    let request = format!(
        "GET /data/0/BIG.jsonl HTTP/1.1\r\nHost: {}\r\nConnection: close\r\n\r\n",
        server.address
    );
    stream.get_mut().write_all(request.as_bytes()).unwrap();
    let mut head = String::new();
    while !head.ends_with("\r\n\r\n") {
        stream.read_line(&mut head).unwrap();
    }
    assert!(head.starts_with("HTTP/1.1 200"), "{head}");
    let mut body = vec![0; 1 << 16];
    stream.read_exact(&mut body).unwrap();
    // The same length: the size alone does not reveal the change.
    fs::write(&file, vec![b'b'; size]).unwrap();
    let _ = stream.read_to_end(&mut body);
    assert!(body.len() < size, "the transfer is complete");
    assert!(
        body.iter().all(|&byte| byte == b'a'),
        "the transfer mixes two files"
    );
}

#[test]
fn with_the_token_option_every_request_needs_the_token() {
    let source = built_page();
    let mut server = Server::of(source.path(), &["--token"]);
    let (address, query) = server.address.split_once('/').unwrap();
    let (address, query) = (address.to_owned(), format!("/{query}"));
    server.address = address;
    for path in ["/", "/data/index.json", "/?token=", "/?token=0123"] {
        assert_eq!(server.get(path, &[]).status, 403, "{path}");
    }
    let welcome = server.get(&query, &[]);
    assert_eq!((welcome.status, welcome.header("location")), (303, "/"));
    let cookie = welcome.header("set-cookie");
    assert!(
        cookie.contains("HttpOnly") && cookie.contains("SameSite=Strict"),
        "{cookie}"
    );
    let cookie = format!("Cookie: other=1; {}", cookie.split(';').next().unwrap());
    for path in ["/", "/data/index.json"] {
        assert_eq!(server.get(path, &[&cookie]).status, 200, "{path}");
    }
}

#[test]
fn a_data_folder_or_zip_can_be_passed_directly() {
    let source = built_page();
    let data = tempfile::tempdir().unwrap();
    write(&data.path().join("SET/SET_A.txt"), "1, 2\n");
    write(&data.path().join("ZIP.zip"), zip(&[("ZIP_A.txt", "")]));
    let (folder, archive) = (data.path().join("SET"), data.path().join("ZIP.zip"));
    let server = Server::of(
        source.path(),
        &[
            "--data",
            folder.to_str().unwrap(),
            "--data",
            archive.to_str().unwrap(),
        ],
    );
    let index = server.get("/data/index.json", &[]);
    assert!(
        index.text().contains("data/0/SET.zip") && index.text().contains("data/1/ZIP.zip"),
        "{}",
        index.text()
    );
}

#[test]
fn without_data_folders_the_list_is_empty() {
    let source = built_page();
    let server = Server::of(source.path(), &[]);
    assert_eq!(server.get("/data/index.json", &[]).text(), "[]");
}

#[test]
fn a_missing_data_folder_is_a_usage_error() {
    let source = built_page();
    let output = sublevel()
        .args([
            "serve",
            "--no-build",
            "--no-open",
            "--data",
            "/nowhere",
            "--source",
        ])
        .arg(source.path())
        .output()
        .unwrap();
    assert_eq!(output.status.code(), Some(2));
    assert!(
        stderr(&output).contains("--data /nowhere: no such folder"),
        "{}",
        stderr(&output)
    );
}

#[test]
fn a_port_in_use_is_reported_in_one_line() {
    let taken = TcpListener::bind("127.0.0.1:0").unwrap();
    let port = taken.local_addr().unwrap().port();
    let source = built_page();
    let output = sublevel()
        .args([
            "--no-build",
            "--no-open",
            "--port",
            &port.to_string(),
            "--source",
        ])
        .arg(source.path())
        .output()
        .unwrap();
    assert_eq!(output.status.code(), Some(1));
    let message = stderr(&output);
    assert_eq!(message.lines().count(), 1, "{message}");
    assert!(
        message.contains(&format!("port {port} is in use")),
        "{message}"
    );
    assert!(message.contains("--port"), "{message}");
}

#[test]
fn no_build_fails_if_the_page_was_never_built() {
    let source = tempfile::tempdir().unwrap();
    let output = sublevel()
        .args(["--no-build", "--no-open", "--port", "0", "--source"])
        .arg(source.path())
        .output()
        .unwrap();
    assert_eq!(output.status.code(), Some(1));
    assert_eq!(
        stderr(&output),
        "error: the page has not been built yet: start once without --no-build\n"
    );
}

/// As from a release archive, or after `cargo install` if the clone was deleted.
#[test]
fn a_program_without_sources_serves_the_page_beside_it_or_explains_how_to_build_it() {
    let folder = tempfile::tempdir_in(env!("CARGO_TARGET_TMPDIR")).unwrap();
    let program = folder.path().join("sublevel");
    fs::hard_link(env!("CARGO_BIN_EXE_sublevel"), &program).unwrap();
    let serve = || {
        let mut serve = std::process::Command::new(&program);
        serve.args(["serve", "--source", "/no/such/clone"]);
        serve
    };
    let refused = serve().args(["--no-open", "--port", "0"]).output().unwrap();
    let site = folder.path().join("sublevel-page");
    let command = format!("`cargo run --release -- build --out {}`", site.display());
    assert_eq!(refused.status.code(), Some(1));
    assert!(stderr(&refused).contains(&command), "{}", stderr(&refused));

    write(&site.join("index.html"), "<!doctype html>page");
    write(
        &site.join("training.json"),
        r#"{"state":"ready","module":"training/1a2b/training.js","bytes":4}"#,
    );
    write(&site.join("training/1a2b/training.js"), "script");
    let server = Server::start(&mut serve());
    assert_eq!(server.get("/", &[]).text(), "<!doctype html>page");
    let training: Value = serde_json::from_str(server.get("/training.json", &[]).text()).unwrap();
    assert_eq!(training["state"], "ready");
    let module = format!("/{}", training["module"].as_str().unwrap());
    assert_eq!(server.get(&module, &[]).text(), "script");
}

#[test]
#[cfg(unix)]
fn ctrl_c_ends_the_server_cleanly() {
    let source = built_page();
    let server = Server::of(source.path(), &[]);
    assert_eq!(server.interrupt().code(), Some(130));
}

#[test]
fn no_build_serves_the_training_module_of_the_last_build() {
    let source = built_page();
    let state = |source: &TempDir| -> Value {
        let server = Server::of(source.path(), &[]);
        serde_json::from_str(server.get("/training.json", &[]).text()).unwrap()
    };
    let failed = state(&source);
    assert_eq!(failed["state"], "failed");
    assert_eq!(failed["command"], "cargo run --release");

    let pkg = source.path().join("www/pkg");
    write(&pkg.join("training.stamp"), "0a1b");
    write(&pkg.join("training/0a1b/training.js"), "script");
    write(&pkg.join("training/0a1b/training_bg.wasm"), "wasm");
    let ready = state(&source);
    let expected =
        serde_json::json!({"state": "ready", "module": "training/0a1b/training.js", "bytes": 4});
    assert_eq!(ready, expected);
    let server = Server::of(source.path(), &[]);
    let script = server.get("/training/0a1b/training.js", &[]);
    assert_eq!(script.text(), "script");
    assert!(script.header("cache-control").contains("immutable"));
}

/// Scripts that replace the tools of a build.
#[cfg(unix)]
struct Tools(TempDir);

#[cfg(unix)]
impl Tools {
    fn new(tools: &[(&str, &str)]) -> Self {
        use std::os::unix::fs::PermissionsExt;
        let folder = tempfile::tempdir().unwrap();
        for (name, script) in tools {
            let path = folder.path().join(name);
            fs::write(&path, format!("#!/bin/sh\n{script}\n")).unwrap();
            fs::set_permissions(&path, fs::Permissions::from_mode(0o755)).unwrap();
        }
        Self(folder)
    }

    /// The error of a build that finds only these tools.
    fn message(&self) -> String {
        let source = tempfile::tempdir().unwrap();
        write(
            &source.path().join("www/package-lock.json"),
            "{\"packages\": {\"a\": {\"version\": \"1\"}}}",
        );
        let output = sublevel()
            .args(["serve", "--no-open", "--port", "0", "--source"])
            .arg(source.path())
            .env("PATH", self.0.path())
            .env_remove("CARGO")
            .output()
            .unwrap();
        assert_eq!(output.status.code(), Some(1));
        let message = stderr(&output);
        let (_, failure) = message
            .split_once("error: ")
            .unwrap_or_else(|| panic!("no error in {message}"));
        failure.to_owned()
    }
}

#[cfg(unix)]
#[test]
fn a_missing_tool_is_named_with_installation_instructions() {
    let node = ("node", "echo v22.12.0");
    let rustc = ("rustc", "echo /");
    #[rustfmt::skip]
    let cases = [
        (vec![], "Node was not found", "install it"),
        (vec![("node", "echo v18.20.1")], "this is Node v18.20.1", "20.19 or newer"),
        (vec![("node", "echo surprise")], "this is Node surprise", "20.19 or newer"),
        (vec![node], "rustc could not be started", "rustup"),
        (vec![node, ("rustc", "echo /nowhere")], "wasm32-unknown-unknown is missing", "install Rust with rustup"),
        (
            vec![
                node,
                ("rustc", "echo /nowhere"),
                (
                    "rustup",
                    "echo 'info: downloading'; echo 'error: no network' >&2; exit 1",
                ),
            ],
            "could not be added (error: no network)",
            "`rustup target add wasm32-unknown-unknown`",
        ),
        (vec![node, rustc], "npm could not be started", "install both"),
        (
            vec![
                node,
                rustc,
                (
                    "npm",
                    "echo 'npm error code ENOTFOUND' >&2; echo 'npm error errno ENOTFOUND' >&2; echo 'npm error network request failed' >&2; exit 1",
                ),
            ],
            "(code ENOTFOUND, network request failed)",
            "check the internet connection",
        ),
        (vec![node, rustc, ("npm", "")], "cargo could not be started", "rustup"),
        (vec![node, rustc, ("npm", ""), ("cargo", "echo 'error: failed to download' >&2; exit 101")], "could not be compiled", "failed to download"),
    ];
    for (tools, problem, advice) in cases {
        let message = Tools::new(&tools).message();
        assert!(
            message.contains(problem) && message.contains(advice),
            "{tools:?}: {message}"
        );
    }
}

/// The browser opens at once and shows the first build, which takes minutes, in place of a page that does not exist yet.
#[cfg(unix)]
#[test]
fn the_server_shows_the_build_of_the_page() {
    let source = tempfile::tempdir().unwrap();
    write(
        &source.path().join("www/package-lock.json"),
        "{\"packages\": {}}",
    );
    let tools = Tools::new(&[
        ("node", "echo v22.12.0"),
        ("rustc", "echo /"),
        ("npm", ""),
        // It ends with its folder, so that a failing test leaves no process behind.
        (
            "cargo",
            "printf '    Building [==>   ] 12/70: serde, syn\\r' >&2\nwhile [ -e www ]; do /bin/sleep 0.05; done",
        ),
    ]);
    let mut serve = sublevel();
    serve.args(["serve", "--source"]).arg(source.path());
    serve.env("PATH", tools.0.path()).env_remove("CARGO");
    let server = Server::start(&mut serve);
    wait_until("the progress of the build", || {
        let page = server.get("/", &[]);
        assert_eq!(page.status, 200);
        page.text()
            .contains("Compiling the topology module: 12 of 70 crates (serde)")
    });
    assert_eq!(server.get("/assets/main.js", &[]).status, 503);
    // Ctrl-C ends the server and the build.
    assert_eq!(server.interrupt().code(), Some(130));
}

fn files_below(folder: &Path) -> Vec<PathBuf> {
    let mut files = Vec::new();
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            files.extend(files_below(&path));
        } else {
            files.push(path);
        }
    }
    files
}

/// Copies a file, or a folder without the packages from npm.
fn copy(from: &Path, to: &Path) {
    if !from.is_dir() {
        fs::create_dir_all(to.parent().unwrap()).unwrap();
        fs::copy(from, to).unwrap();
        return;
    }
    for entry in fs::read_dir(from).unwrap() {
        let name = entry.unwrap().file_name();
        if name != "node_modules" {
            copy(&from.join(&name), &to.join(&name));
        }
    }
}

/// The page is available while the training module is built, even if that build fails.
#[cfg(unix)]
#[test]
fn the_page_is_available_during_the_build_of_its_training_module() {
    built_without_training();
    let root = Path::new(crate::ROOT);
    let source = tempfile::tempdir().unwrap();
    for name in [
        "Cargo.toml",
        "Cargo.lock",
        ".cargo",
        "ARCHITECTURE.md",
        "CHANGELOG.md",
        "CONTRIBUTING.md",
        "README.md",
        "crates",
        "docs",
        "python/src/sublevel/torch/model.py",
        "shaders",
        "src",
        "www",
    ] {
        copy(&root.join(name), &source.path().join(name));
    }
    // A change that affects only the training module.
    write(&source.path().join("src/model/new.rs"), "");

    let go_on = source.path().join("go-on");
    let tools = Tools::new(&[
        ("rustc", "echo /"),
        (
            "cargo",
            "printf '    Building [==>   ] 132/310: burn-tensor, serde\\r' >&2\n\
             until [ -e go-on ]; do /bin/sleep 0.05; done\necho 'error: it is broken' >&2\nexit 101",
        ),
    ]);
    let start = || {
        let mut serve = sublevel();
        serve.args(["serve", "--source"]).arg(source.path());
        serve.env("PATH", tools.0.path()).env_remove("CARGO");
        Server::start(&mut serve)
    };
    let state = |server: &Server| -> Value {
        serde_json::from_str(server.get("/training.json", &[]).text()).unwrap()
    };
    let until = |server: &Server, reached: &dyn Fn(&Value) -> bool| {
        let mut last = Value::Null;
        wait_until("the state of the training module", || {
            last = state(server);
            reached(&last)
        });
        last
    };

    let server = start();
    let building = until(&server, &|state| state["done"] == 132);
    assert_eq!(
        [&building["state"], &building["of"], &building["crate"]],
        [
            &Value::from("building"),
            &Value::from(310),
            &Value::from("burn-tensor")
        ]
    );
    assert_eq!(server.get("/", &[]).status, 200);
    // Ctrl-C ends the server and the build immediately.
    assert_eq!(server.interrupt().code(), Some(130));

    fs::write(go_on, "").unwrap();
    let server = start();
    let failed = until(&server, &|state| state["state"] == "failed");
    assert!(
        failed["message"].as_str().unwrap().contains("it is broken"),
        "{failed}"
    );
    assert_eq!(failed["command"], "cargo run --release");
    assert_eq!(server.get("/", &[]).status, 200);
}

#[test]
#[ignore = "slow: cargo test -- --include-ignored"]
fn the_static_site_is_complete_and_the_next_start_builds_nothing() {
    let site = built_site();
    let files = files_below(site);
    let named = |ending: &str| {
        files
            .iter()
            .any(|file| file.to_str().unwrap().ends_with(ending))
    };
    for ending in [
        "index.html",
        ".js",
        ".wasm",
        ".wasm.br",
        ".wasm.gz",
        ".js.br",
        "index.html.gz",
        "training.json",
        "training.js",
        "training_bg.wasm.br",
    ] {
        assert!(named(ending), "{ending} in {files:?}");
    }
    assert_eq!(
        fs::read_to_string(site.join("data/index.json"))
            .unwrap()
            .trim(),
        "[]"
    );
    // The training module is at the path that the page loads.
    let training = fs::read(site.join("training.json")).unwrap();
    let training: Value = serde_json::from_slice(&training).unwrap();
    assert_eq!(training["state"], "ready");
    let module = site.join(training["module"].as_str().unwrap());
    let wasm = module.with_file_name("training_bg.wasm");
    assert!(module.is_file());
    assert_eq!(training["bytes"], fs::metadata(wasm).unwrap().len());
    // Works below any path: no address starts at the root of the server.
    let html = fs::read_to_string(site.join("index.html")).unwrap();
    assert!(!html.contains("=\"/"), "{html}");

    // The next start needs neither cargo nor Node, and writes no file.
    let dist = Path::new(crate::ROOT).join("www/dist");
    let times = || -> Vec<_> {
        let files = files_below(&dist).into_iter();
        files
            .map(|file| (fs::metadata(&file).unwrap().modified().unwrap(), file))
            .collect()
    };
    let before = times();
    let server = Server::start(sublevel().arg("serve").env("PATH", "").env_remove("CARGO"));
    assert_eq!(server.get("/", &[]).text(), html);
    assert!(times() == before);
}

/// The calls of a module that the page uses; the glue code for WebAssembly comes after them.
fn calls(types: &str) -> String {
    let calls = types.split("export type InitInput").next().unwrap();
    format!("{}\n", calls.trim_end())
}

#[test]
#[ignore = "slow: cargo test -- --include-ignored"]
fn the_types_of_the_page_match_its_modules() {
    built_site();
    let www = Path::new(crate::ROOT).join("www");
    let training = fs::read_dir(www.join("pkg/training")).unwrap();
    let newest = training
        .map(|entry| entry.unwrap().path().join("training.d.ts"))
        .filter(|path| path.is_file())
        .max_by_key(|path| fs::metadata(path).unwrap().modified().unwrap())
        .unwrap();
    for (name, made) in [
        ("topology", www.join("pkg/topology.d.ts")),
        ("training", newest),
    ] {
        let made = calls(&fs::read_to_string(made).unwrap());
        let kept = www.join("types").join(format!("{name}.d.ts"));
        if std::env::var_os("SUBLEVEL_BLESS").is_some() {
            fs::write(&kept, &made).unwrap();
        }
        assert_eq!(
            fs::read_to_string(&kept).unwrap(),
            made,
            "{} is old; renew it with SUBLEVEL_BLESS=1 cargo test --test program the_types",
            kept.display()
        );
    }
}
