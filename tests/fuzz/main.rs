//! Hostile files: whatever the bytes are, a reader answers with what it read or with what is wrong. No panic, no end of the
//! program, nothing that takes ten seconds or a gigabyte.
//!
//! Files of every kind are damaged in turn, the same ones each time. For as long as one likes:
//! `SUBLEVEL_FUZZ_CASES=10000 cargo test --release --test fuzz` damages so many files for each reader. Files that damage does not come to,
//! and those that were found once, are in `corpus/READER`.

mod guard;
mod mutate;
mod readers;

use std::fs;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};

use rand::SeedableRng;
use rand_chacha::ChaCha8Rng;

use guard::Guard;
use mutate::mutate;
use readers::{Reader, readers};

/// Damaged files for each reader.
fn cases() -> u64 {
    match std::env::var("SUBLEVEL_FUZZ_CASES") {
        Err(_) => 400,
        Ok(count) => count
            .parse()
            .expect("SUBLEVEL_FUZZ_CASES is a number of cases"),
    }
}

/// Where a file is left that a reader cannot cope with.
fn found() -> PathBuf {
    Path::new(env!("CARGO_TARGET_TMPDIR")).join("fuzz")
}

/// Reads a file within limits; whether it was taken for a good one.
///
/// # Errors
/// What went wrong; the file is then left in the folder of [`found`].
fn read(reader: &Reader, name: &str, bytes: &[u8], guard: &Guard) -> Result<bool, String> {
    let path = found().join(format!("{}-{name}", reader.name));
    let watched = guard.watch(&path, bytes);
    let read = catch_unwind(AssertUnwindSafe(|| (reader.read)(bytes)));
    drop(watched);
    read.map_err(|_| {
        fs::create_dir_all(found()).unwrap();
        fs::write(&path, bytes).unwrap();
        format!(
            "{} panics at {}; once it does not, the file belongs into tests/fuzz/corpus/{}",
            reader.name,
            path.display(),
            reader.name
        )
    })
}

#[test]
fn damaged_files_are_read_or_refused() {
    let guard = Guard::new();
    let mut problems = Vec::new();
    for (stream, reader) in (0..).zip(readers()) {
        for seed in &reader.seeds {
            assert!((reader.read)(seed), "{} refuses a good file", reader.name);
        }
        let mut random = ChaCha8Rng::seed_from_u64(7);
        random.set_stream(stream);
        let mut taken = 0;
        for case in 0..cases() {
            let bytes = mutate(&reader.seeds, &mut random);
            match read(&reader, &case.to_string(), &bytes, &guard) {
                Ok(is_good) => taken += u64::from(is_good),
                Err(problem) => problems.push(problem),
            }
        }
        let most = guard.take_most_memory() >> 20;
        println!(
            "{}: {} damaged files, {taken} still good, {most} MiB at most",
            reader.name,
            cases()
        );
        // Otherwise the damage would be such that nothing behind the first check is tried.
        assert!(taken > cases() / 100, "{}", reader.name);
    }
    assert!(problems.is_empty(), "{}", problems.join("\n"));
}

#[test]
fn known_hostile_files_are_read_or_refused() {
    let corpus = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fuzz/corpus");
    let guard = Guard::new();
    let known = readers();
    for folder in fs::read_dir(corpus).unwrap() {
        let folder = folder.unwrap();
        let reader = known
            .iter()
            .find(|reader| *reader.name == *folder.file_name());
        let reader = reader.unwrap_or_else(|| panic!("{folder:?} is called as no reader is"));
        for file in fs::read_dir(folder.path()).unwrap() {
            let file = file.unwrap();
            let name = file.file_name().into_string().unwrap();
            let bytes = fs::read(file.path()).unwrap();
            read(reader, &name, &bytes, &guard).unwrap();
        }
    }
}
