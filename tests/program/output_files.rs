//! `--out` replaces regular files atomically, and writes through other files. Devices and pipes are those of the test.

use std::env;
use std::fs::{self, File, Permissions};
use std::io::Read;
use std::os::unix::fs::{FileTypeExt, MetadataExt, PermissionsExt, chown, symlink};
use std::path::Path;
use std::process::{Command, Output, Stdio};
use std::thread;

use tempfile::TempDir;

use crate::needs::{Need, lacks};
use crate::support::{assert_has, stderr, sublevel};

const GRAPH: &str = r#"{"n": 3, "edges": [[0, 1], [1, 2], [2, 0]], "filter": [0, 1, 2]}"#;

fn folder() -> TempDir {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("graph.json"), GRAPH).unwrap();
    folder
}

fn barcode(folder: &TempDir, arguments: &[&str]) -> Output {
    let mut program = sublevel();
    program.args(["barcode", "graph.json"]).args(arguments);
    program.current_dir(folder).output().unwrap()
}

/// The output of the command on stdout.
fn expected(folder: &TempDir) -> Vec<u8> {
    let output = barcode(folder, &[]);
    assert!(output.status.success() && !output.stdout.is_empty());
    output.stdout
}

fn succeeds(output: &Output) {
    assert!(output.status.success(), "{}", stderr(output));
}

/// The names in a folder, except for the graph.
fn names(folder: &TempDir) -> Vec<String> {
    let files = fs::read_dir(folder).unwrap();
    let names = files.map(|file| file.unwrap().file_name().into_string().unwrap());
    let mut names: Vec<_> = names.filter(|name| name != "graph.json").collect();
    names.sort();
    names
}

fn make(program: &str, arguments: &[&str], folder: &TempDir) -> bool {
    let made = Command::new(program)
        .args(arguments)
        .current_dir(folder)
        .stderr(Stdio::null())
        .status();
    made.is_ok_and(|status| status.success())
}

#[test]
fn a_pipe_receives_the_result() {
    for format in ["json", "npz"] {
        let folder = folder();
        assert!(make("mkfifo", &["pipe"], &folder));
        let pipe = folder.path().join("pipe");
        let reader = thread::spawn({
            let pipe = pipe.clone();
            move || fs::read(pipe).unwrap()
        });
        succeeds(&barcode(&folder, &["--format", format, "--out", "pipe"]));
        let read = reader.join().unwrap();
        match format {
            "json" => assert_eq!(read, expected(&folder)),
            _ => assert!(read.starts_with(b"PK")),
        }
        assert!(fs::metadata(&pipe).unwrap().file_type().is_fifo());
        assert_eq!(names(&folder), ["pipe"]);
    }
}

#[test]
fn a_device_stays_a_device() {
    let folder = folder();
    // The numbers of the null device and of the full device on Linux; the test needs permission to create devices.
    let made = cfg!(target_os = "linux")
        && make("mknod", &["null", "c", "1", "3"], &folder)
        && make("mknod", &["full", "c", "1", "7"], &folder);
    let usable = made && fs::write(folder.path().join("null"), "x").is_ok();
    if !usable {
        lacks(&[Need::Devices]);
        return;
    }
    succeeds(&barcode(&folder, &["--out", "null"]));
    for format in ["json", "npz"] {
        let full = barcode(&folder, &["--format", format, "--out", "full"]);
        assert_eq!(full.status.code(), Some(1));
        let message = stderr(&full);
        assert_has(&message, "full: cannot be written");
        assert_eq!(message.lines().count(), 1, "{message}");
    }
    for device in ["null", "full"] {
        let kind = fs::symlink_metadata(folder.path().join(device)).unwrap();
        assert!(kind.file_type().is_char_device(), "{device}");
    }
    assert_eq!(names(&folder), ["full", "null"]);
}

#[test]
fn open_files_of_the_program_are_written_through() {
    let folder = folder();
    let expected = expected(&folder);
    let output = barcode(&folder, &["--out", "/dev/stdout"]);
    assert_eq!(output.stdout, expected, "{}", stderr(&output));
    let output = barcode(&folder, &["--out", "/dev/fd/2"]);
    assert_eq!(output.stderr, expected);
    // Other programs write before and after it.
    let program = env!("CARGO_BIN_EXE_sublevel");
    let script = format!(
        "(echo before; '{program}' barcode graph.json --out /dev/stdout; echo after) > all"
    );
    assert!(make("sh", &["-c", &script], &folder));
    let all = fs::read(folder.path().join("all")).unwrap();
    assert_eq!(all, [b"before\n", &expected[..], b"after\n"].concat());
}

#[test]
fn symbolic_links_keep_their_target() {
    let folder = folder();
    let at = |name: &str| folder.path().join(name);
    fs::create_dir(at("there")).unwrap();
    fs::write(at("there/old"), "old").unwrap();
    symlink("there/old", at("link")).unwrap();
    symlink("link", at("link-to-link")).unwrap();
    symlink("there/new", at("dangling")).unwrap();
    for (link, target) in [
        ("link", "there/old"),
        ("link-to-link", "there/old"),
        ("dangling", "there/new"),
    ] {
        succeeds(&barcode(&folder, &["--out", link]));
        assert!(
            fs::symlink_metadata(at(link)).unwrap().is_symlink(),
            "{link}"
        );
        assert_eq!(fs::read(at(target)).unwrap(), expected(&folder), "{link}");
        fs::write(at("there/old"), "old").unwrap();
    }
    symlink("a", at("b")).unwrap();
    symlink("b", at("a")).unwrap();
    let endless = barcode(&folder, &["--out", "a"]);
    assert_eq!(endless.status.code(), Some(1));
    assert_has(&stderr(&endless), "symbolic links");
}

#[test]
fn all_names_of_a_file_have_the_new_content() {
    let folder = folder();
    let at = |name: &str| folder.path().join(name);
    fs::write(at("one"), "a longer text than the result ".repeat(100)).unwrap();
    fs::hard_link(at("one"), at("two")).unwrap();
    succeeds(&barcode(&folder, &["--out", "one"]));
    let expected = expected(&folder);
    assert_eq!(fs::read(at("one")).unwrap(), expected);
    assert_eq!(fs::read(at("two")).unwrap(), expected);
    assert_eq!(names(&folder), ["one", "two"]);
}

#[test]
fn a_result_keeps_mode_and_owner_and_never_replaces_a_protected_file() {
    let folder = folder();
    let at = |name: &str| folder.path().join(name);
    let mode = |name: &str| fs::metadata(at(name)).unwrap().permissions().mode() & 0o7777;
    fs::write(at("private"), "old").unwrap();
    fs::set_permissions(at("private"), Permissions::from_mode(0o600)).unwrap();
    // An administrator can give the file to another user.
    let owned = chown(at("private"), Some(12345), Some(12345)).is_ok();
    succeeds(&barcode(&folder, &["--out", "private"]));
    assert_eq!(mode("private"), 0o600);
    assert_eq!(fs::read(at("private")).unwrap(), expected(&folder));
    if owned {
        let owner = fs::metadata(at("private")).unwrap();
        assert_eq!((owner.uid(), owner.gid()), (12345, 12345));
    }

    fs::write(at("protected"), "old").unwrap();
    fs::set_permissions(at("protected"), Permissions::from_mode(0o400)).unwrap();
    let refused = barcode(&folder, &["--out", "protected"]);
    assert_eq!(refused.status.code(), Some(1));
    assert_has(&stderr(&refused), "write-protected");
    assert_eq!(fs::read(at("protected")).unwrap(), b"old");
    assert_eq!(mode("protected"), 0o400);
}

#[test]
fn a_folder_is_rejected_as_an_output() {
    let folder = folder();
    fs::create_dir(folder.path().join("taken")).unwrap();
    let refused = barcode(&folder, &["--out", "taken"]);
    assert_eq!(refused.status.code(), Some(1));
    assert_has(&stderr(&refused), "it is a folder");
}

#[test]
fn the_next_run_removes_the_file_of_a_killed_one() {
    let folder = folder();
    let at = |name: &str| folder.path().join(name);
    fs::write(at("bars.json.4711.part"), "half").unwrap();
    fs::write(at("other.json.4711.part"), "half").unwrap();
    succeeds(&barcode(&folder, &["--out", "bars.json"]));
    assert_eq!(names(&folder), ["bars.json", "other.json.4711.part"]);
}

#[test]
fn a_pipe_with_the_name_of_a_temporary_file_does_not_hang() {
    let folder = folder();
    assert!(make("mkfifo", &["bars.json.1.part"], &folder));
    succeeds(&barcode(&folder, &["--out", "bars.json"]));
    // The shell and the program have the same process number.
    let script = "mkfifo own.json.$$.part && exec \"$@\" --out own.json";
    let mut shell = Command::new("sh");
    shell.args([
        "-c",
        script,
        "sh",
        env!("CARGO_BIN_EXE_sublevel"),
        "barcode",
        "graph.json",
    ]);
    succeeds(&shell.current_dir(&folder).output().unwrap());
    assert_eq!(
        names(&folder),
        ["bars.json", "bars.json.1.part", "own.json"]
    );
    assert_eq!(
        fs::read(folder.path().join("own.json")).unwrap(),
        expected(&folder)
    );
}

/// The system's devices are the same as before the tests.
#[test]
fn devices_of_the_system_are_devices() {
    for device in ["/dev/null", "/dev/full"] {
        if let Ok(metadata) = fs::symlink_metadata(Path::new(device)) {
            assert!(metadata.file_type().is_char_device(), "{device}");
        }
    }
    let mut nothing = String::new();
    File::open("/dev/null")
        .unwrap()
        .read_to_string(&mut nothing)
        .unwrap();
    assert_eq!(nothing, "");
}
