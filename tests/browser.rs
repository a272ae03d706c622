//! The page in Chromium, on the real server: `www/tests/browser` says what is asked of it.

mod support;

use std::env;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use support::{Server, sublevel};

const NAMES: [&str; 4] = [
    "chromium",
    "chromium-browser",
    "google-chrome",
    "google-chrome-stable",
];

/// The browser of `SUBLEVEL_CHROMIUM`, or the first one on the path.
fn chromium() -> PathBuf {
    let named = env::var_os("SUBLEVEL_CHROMIUM").map(PathBuf::from);
    let path = env::var_os("PATH").unwrap_or_default();
    let mut installed = env::split_paths(&path)
        .flat_map(|folder| NAMES.map(|name| folder.join(name)))
        .filter(|program| program.is_file());
    named.or_else(|| installed.next()).expect(
        "the page is tested in Chromium, which was not found; install it with `sudo apt-get install --yes chromium`, \
         or set SUBLEVEL_CHROMIUM to the program",
    )
}

#[test]
fn the_page_works_in_chromium() {
    let chromium = chromium();
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut serve = sublevel();
    serve.arg("serve");
    let data = root.join("../shared/data/tu");
    if data.is_dir() {
        serve.arg("--data").arg(data);
    }
    let server = Server::start(&mut serve);
    let out = Path::new(env!("CARGO_TARGET_TMPDIR")).join("browser");
    let status = Command::new("node")
        .current_dir(root.join("www"))
        .arg("tests/browser/all.mjs")
        .args(["--url", &format!("http://{}", server.address)])
        .arg("--chromium")
        .arg(chromium)
        .arg("--out")
        .arg(&out)
        .stdin(Stdio::null())
        .status()
        .expect("node could not be started");
    assert!(
        status.success(),
        "the report is above, screenshots are in {}",
        out.display()
    );
}
