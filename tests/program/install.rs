//! Installation: by `cargo install`, and from the archive that `.ci/release` makes.
#![cfg(target_os = "linux")]

use std::env;
use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::OnceLock;

use crate::support::{Server, built_site, stderr};
use serde_json::Value;

use crate::ROOT;

/// Runs a command that must succeed; returns its stdout.
fn run(command: &mut Command) -> String {
    let output = command.output().unwrap();
    assert!(output.status.success(), "{command:?}: {}", stderr(&output));
    String::from_utf8(output.stdout).unwrap()
}

/// Without its sources, the program serves the page of `site` with its training module.
fn serves_by_itself(program: &Path, site: &Path) {
    let server = Server::start(Command::new(program).args(["serve", "--source", "/no/such/clone"]));
    let page = fs::read_to_string(site.join("index.html")).unwrap();
    assert_eq!(server.get("/", &[]).text(), page);
    let training: Value = serde_json::from_str(server.get("/training.json", &[]).text()).unwrap();
    assert_eq!(training["state"], "ready");
    let module = training["module"].as_str().unwrap();
    let script = server.get(&format!("/{module}"), &[]);
    assert_eq!(script.body, fs::read(site.join(module)).unwrap());
}

/// The target folder of the tests.
fn target_folder() -> &'static Path {
    Path::new(env!("CARGO_TARGET_TMPDIR")).parent().unwrap()
}

/// The program from `cargo install`, which builds it without training and in the release profile. No other test uses the release
/// build in the common target folder, and its dependencies may be there already.
fn installed() -> &'static Path {
    static PROGRAM: OnceLock<PathBuf> = OnceLock::new();
    PROGRAM.get_or_init(|| {
        let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("install");
        run(Command::new(env!("CARGO"))
            .args([
                "install",
                "--offline",
                "--locked",
                "--force",
                "--path",
                &format!("{ROOT}/crates/cli"),
            ])
            .args(["--root", folder.to_str().unwrap()])
            .env("CARGO_TARGET_DIR", target_folder()));
        folder.join("bin/sublevel")
    })
}

/// Both commands of `docs/install.md`.
#[test]
#[ignore = "slow: cargo test -- --include-ignored"]
fn cargo_install_with_a_page_beside_it_needs_no_clone() {
    let site = built_site();
    let program = installed();
    assert!(run(Command::new(program).arg("--version")).starts_with("sublevel 0."));

    let beside = program.with_file_name("sublevel-page");
    let _ = fs::remove_dir_all(&beside);
    let server = Server::start(Command::new(program).arg("serve"));
    let page = fs::read_to_string(site.join("index.html")).unwrap();
    assert_eq!(server.get("/", &[]).text(), page);
    drop(server);

    run(Command::new(program).args(["build", "--out"]).arg(&beside));
    serves_by_itself(program, site);
}

/// A folder with a `cargo` that returns the installed program as the release build. It passes all other commands to cargo, with the
/// target folder of the tests, which contains the modules of the page.
fn cargo_without_release() -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    let script = format!(
        "#!/bin/sh\n\
         case \"$*\" in\n\
         'build --release '*' --target-dir '*)\n\
         for last; do :; done\n\
         mkdir -p \"$last/release\" && ln -f '{}' \"$last/release/sublevel\" ;;\n\
         *) CARGO_TARGET_DIR='{}' exec '{}' \"$@\" ;;\n\
         esac\n",
        installed().display(),
        target_folder().display(),
        env!("CARGO"),
    );
    let cargo = folder.path().join("cargo");
    fs::write(&cargo, script).unwrap();
    fs::set_permissions(&cargo, fs::Permissions::from_mode(0o755)).unwrap();
    folder
}

/// Makes an archive in `out`; returns its path.
fn release(target: &Path, out: &Path) -> PathBuf {
    let cargo = cargo_without_release();
    let path = env::var_os("PATH").unwrap();
    let path = [cargo.path().to_owned()]
        .into_iter()
        .chain(env::split_paths(&path));
    run(Command::new(Path::new(ROOT).join(".ci/release"))
        .arg(out)
        .env("PATH", env::join_paths(path).unwrap())
        .env_remove("CARGO")
        // The tests of the Python package install it by pip.
        .env("SUBLEVEL_WHEEL", "no")
        .env("CARGO_TARGET_DIR", target));
    let mut names = fs::read_dir(out)
        .unwrap()
        .map(|entry| entry.unwrap().path());
    let archive = names.find(|name| name.extension().is_some_and(|ending| ending == "gz"));
    archive.expect("an archive")
}

#[test]
#[ignore = "slow: cargo test -- --include-ignored"]
fn a_release_is_complete_and_its_archive_is_reproducible() {
    let site = built_site();
    let folder = tempfile::tempdir_in(env!("CARGO_TARGET_TMPDIR")).unwrap();
    let target = folder.path().join("target");
    let [first, second] = ["first", "second"].map(|name| folder.path().join(name));
    let archive = release(&target, &first);
    assert!(fs::read(&archive).unwrap() == fs::read(release(&target, &second)).unwrap());
    let check = ["--check", "--strict", "--quiet"];
    let sum = format!("{}.sha256", archive.display());
    run(Command::new("sha256sum")
        .args(check)
        .arg(sum)
        .current_dir(&first));

    let unpacked = folder.path().join("elsewhere");
    fs::create_dir(&unpacked).unwrap();
    run(Command::new("tar")
        .arg("-xzf")
        .arg(&archive)
        .current_dir(&unpacked));
    let inside: Vec<_> = fs::read_dir(&unpacked)
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .collect();
    let [inside] = &inside[..] else {
        panic!("one folder in {inside:?}")
    };
    let program = inside.join("sublevel");
    let version = run(Command::new(&program).arg("--version"));
    let version = version.split(' ').nth(1).unwrap();
    assert!(inside.ends_with(format!(
        "sublevel-{version}-{}-unknown-linux-gnu",
        env::consts::ARCH
    )));
    for name in [
        "README.md",
        "LICENSE-MIT",
        "LICENSE-APACHE",
        "man/sublevel.1",
        "man/sublevel-barcode.1",
        "completions/sublevel.bash",
        "completions/sublevel.powershell",
    ] {
        assert!(
            fs::metadata(inside.join(name)).unwrap().len() > 100,
            "{name}"
        );
    }
    serves_by_itself(&program, site);
}
