//! Hostile files: for any bytes, a reader returns the content or an error. It neither panics nor aborts, and takes less than ten
//! seconds and a gigabyte.
//!
//! The test damages files of every kind, the same ones in every run. `SUBLEVEL_FUZZ_CASES=10000 cargo test --release --test fuzz`
//! sets the number of damaged files for each reader. `corpus/READER` contains handmade files and earlier findings.

mod accepted;
mod guard;
mod mutate;
mod readers;

/// The folder of the repository.
const ROOT: &str = env!("CARGO_MANIFEST_DIR");

use std::fs;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};

use rand::SeedableRng;
use rand_chacha::ChaCha8Rng;

use guard::Guard;
use mutate::mutate;
use readers::{Reader, readers};

/// The number of damaged files for each reader.
fn cases() -> u64 {
    match std::env::var("SUBLEVEL_FUZZ_CASES") {
        Err(_) => 400,
        Ok(count) => count
            .parse()
            .expect("SUBLEVEL_FUZZ_CASES is a number of cases"),
    }
}

/// The folder of the files on which a reader failed.
fn found() -> PathBuf {
    Path::new(env!("CARGO_TARGET_TMPDIR")).join("fuzz")
}

/// Reads a file within the limits; returns whether the reader accepted it.
///
/// # Errors
/// Where the reader panics. The file is then left in the folder of [`found`].
fn read(reader: &Reader, name: &str, bytes: &[u8], guard: &Guard) -> Result<bool, String> {
    let path = found().join(format!("{}-{name}", reader.name));
    let watched = guard.watch(&path, bytes);
    let read = catch_unwind(AssertUnwindSafe(|| (reader.read)(bytes)));
    drop(watched);
    read.map_err(|_| {
        fs::create_dir_all(found()).unwrap();
        fs::write(&path, bytes).unwrap();
        format!(
            "{} panics on {}; after the fix, move the file to tests/fuzz/corpus/{}",
            reader.name,
            path.display(),
            reader.name
        )
    })
}

#[test]
fn readers_accept_or_reject_damaged_files() {
    let guard = Guard::new();
    let mut problems = Vec::new();
    for (stream, reader) in (0..).zip(readers()) {
        for seed in &reader.seeds {
            assert!((reader.read)(seed), "{} rejects a valid file", reader.name);
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
            "{}: {} damaged files, {taken} still valid, {most} MiB at most",
            reader.name,
            cases()
        );
        // Otherwise the damage is so great that only the first check is tested.
        assert!(taken > cases() / 100, "{}", reader.name);
    }
    assert!(problems.is_empty(), "{}", problems.join("\n"));
}

#[test]
fn readers_accept_or_reject_known_hostile_files() {
    let corpus = Path::new(crate::ROOT).join("tests/fuzz/corpus");
    let guard = Guard::new();
    let known = readers();
    for folder in fs::read_dir(corpus).unwrap() {
        let folder = folder.unwrap();
        let reader = known
            .iter()
            .find(|reader| *reader.name == *folder.file_name());
        let reader = reader.unwrap_or_else(|| panic!("no reader has the name of {folder:?}"));
        for file in fs::read_dir(folder.path()).unwrap() {
            let file = file.unwrap();
            let name = file.file_name().into_string().unwrap();
            let bytes = fs::read(file.path()).unwrap();
            read(reader, &name, &bytes, &guard).unwrap();
        }
    }
}
