//! Run files: written by `train`, read by `report`.

use std::{
    fs,
    io::{self, Write},
    path::Path,
};

use flate2::{Compression, GzBuilder};
use serde::{Serialize, de::DeserializeOwned};
use sublevel::graph::{icml2020::Shipped, without_types};
use sublevel::run_file::{EXPECTED, RunFile, plain_text};

use super::{Failure, files::replace};

/// Reads a run file, plain or compressed with gzip.
pub fn read(path: &Path) -> Result<RunFile, Failure> {
    parse_run(path, &read_text(path)?)
}

/// Parses a run file; messages name `path`.
pub fn parse_run(path: &Path, text: &str) -> Result<RunFile, Failure> {
    let mut run: RunFile = parse(path, text, EXPECTED)?;
    correct_origin(&mut run);
    Ok(run)
}

/// Replaces the name of shipped folds by the name that belongs to the splits. Version 0.1.0 wrote `icml2020` for `sklearn-0.22`.
fn correct_origin(run: &mut RunFile) {
    if run.splits.shipped().is_none() {
        return;
    }
    let folds = run.folds.iter().map(|fold| (fold.fold, &fold.split));
    let unfinished = run.unfinished.iter().map(|fold| (fold.fold, &fold.split));
    let origins = folds.chain(unfinished).map(|(fold, split)| {
        let fingerprint = u64::from_str_radix(split, 16).ok()?;
        Shipped::of_split(&run.data, fold, fingerprint)
    });
    let origins: Option<Vec<_>> = origins.collect();
    if let Some([first, rest @ ..]) = origins.as_deref()
        && rest.iter().all(|other| other == first)
    {
        run.splits = first.origin();
    }
}

/// Writes a run file atomically, compressed if the name ends in `.gz`. Equal contents give equal bytes.
pub fn write(run: &impl Serialize, path: &Path) -> Result<(), Failure> {
    let text = serde_json::to_string_pretty(run).map_err(Failure::other)? + "\n";
    let bytes = match path.extension().is_some_and(|ending| ending == "gz") {
        true => gzip(text.as_bytes()).map_err(Failure::other)?,
        false => text.into_bytes(),
    };
    replace(path, &bytes)
}

/// Parses the JSON text of a file; messages name the `expected` content.
pub fn parse<T: DeserializeOwned>(path: &Path, text: &str, expected: &str) -> Result<T, Failure> {
    serde_json::from_str(text).map_err(|error| {
        let problem = without_types(&error.to_string());
        Failure::usage(format!(
            "{}: {problem}; expected {expected}",
            path.display()
        ))
    })
}

/// The text of a file; gzip is detected by its first bytes.
pub fn read_text(path: &Path) -> Result<String, Failure> {
    let fail =
        |error: &dyn std::fmt::Display| Failure::usage(format!("{}: {error}", path.display()));
    let bytes = fs::read(path).map_err(|error| fail(&error))?;
    plain_text(bytes).map_err(|error| fail(&error))
}

/// The name of a file, without the folder.
pub fn file_name(path: &Path) -> String {
    let name = path.file_name().unwrap_or(path.as_os_str());
    name.to_string_lossy().into_owned()
}

/// Compresses, with neither name nor time in the header.
fn gzip(bytes: &[u8]) -> io::Result<Vec<u8>> {
    let mut encoder = GzBuilder::new().write(Vec::new(), Compression::default());
    encoder.write_all(bytes)?;
    encoder.finish()
}

#[cfg(test)]
mod tests {
    use sublevel::{
        config::TrainingConfig,
        graph::folds::Origin,
        run_file::{EpochRun, FoldRun, Versions, fingerprint},
    };

    use super::*;

    fn run() -> RunFile {
        let fold = |fold, test_accuracy| FoldRun {
            fold,
            split: fingerprint(fold.into()),
            test_accuracy: Some(test_accuracy),
            test_error: None,
            epochs: vec![EpochRun {
                epoch: 1,
                train_loss: 0.7,
                train_accuracy: Some(0.5),
                test_accuracy: Some(test_accuracy),
                train_error: None,
                test_error: None,
                validation_loss: Some(0.5),
                seconds: 0.25,
            }],
            confusion: vec![vec![1, 0], vec![1, 2]],
            predictions: vec![[0, 0, 0], [1, 1, 0], [2, 1, 1], [3, 1, 1]],
            values: Vec::new(),
        };
        RunFile {
            data: "Threads & trees".into(),
            fingerprint: fingerprint(7),
            splits: Origin::Seed,
            config: TrainingConfig::default(),
            seed: 0,
            device: "CPU".into(),
            versions: Versions::current(),
            classes: vec!["1".into(), "2".into()],
            folds: vec![fold(1, 0.7), fold(2, 0.9)],
            mean_test_accuracy: Some(0.8),
            std_test_accuracy: Some(0.1),
            mean_test_error: None,
            std_test_error: None,
            unfinished: Vec::new(),
        }
    }

    #[test]
    fn a_run_round_trips_through_plain_and_compressed_files() {
        let folder = tempfile::tempdir().unwrap();
        let [plain, packed, renamed] =
            ["RUN.json", "RUN.json.gz", "RUN"].map(|name| folder.path().join(name));
        write(&run(), &plain).unwrap();
        write(&run(), &packed).unwrap();
        assert!(fs::read_to_string(&plain).unwrap().ends_with("}\n"));
        let bytes = fs::read(&packed).unwrap();
        assert!(bytes.len() < fs::read(&plain).unwrap().len());
        // The gzip header holds neither name nor time.
        assert_eq!(bytes[3..8], [0; 5]);
        fs::rename(&packed, &renamed).unwrap();
        for path in [&plain, &renamed] {
            assert_eq!(read(path).unwrap(), run());
        }
        // No temporary file remains.
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 2);
    }

    #[test]
    fn messages_name_the_file_and_the_expected_input() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("RUN.json");
        for (bytes, words) in [
            (&b"no json"[..], ["line 1", "sublevel train"]),
            (b"{}", ["missing field `data`", "sublevel train"]),
            (b"\x1f\x8bno gzip", ["gzip", "damaged"]),
            (b"\xff\xfe", ["expected JSON", "gzip"]),
        ] {
            fs::write(&path, bytes).unwrap();
            let Failure::Usage(message) = read(&path).unwrap_err() else {
                panic!("wrong usage is expected");
            };
            for word in words.into_iter().chain(["RUN.json"]) {
                assert!(message.contains(word), "{message:?} does not say {word:?}");
            }
        }
    }
}
