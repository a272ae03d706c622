//! The run file: what `train` writes and `report` reads.

use std::{
    ffi::OsString,
    fs::{self, File},
    io::{self, Read, Write},
    path::{Path, PathBuf},
    process,
};

use flate2::{Compression, GzBuilder, read::MultiGzDecoder};
use serde::{Deserialize, Serialize, de::DeserializeOwned};
use sublevel::{
    config::TrainingConfig,
    graph::folds::{Origin, Split},
    protocol::EpochReport,
};

use super::Failure;

/// The fingerprint of a data set or of a split, as files have it: JSON has no numbers of 64 bits.
pub fn fingerprint(number: u64) -> String {
    format!("{number:016x}")
}

/// A training run over some folds of a data set. Accuracies are shares in [0, 1].
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct RunFile {
    /// Name of the data set.
    pub data: String,
    /// [`fingerprint`] of the data set.
    pub fingerprint: String,
    pub config: TrainingConfig,
    pub seed: u32,
    /// Where the folds came from.
    pub splits: Origin,
    /// Name of the device that computed.
    pub device: String,
    pub versions: Versions,
    /// Names of the classes.
    pub classes: Vec<String>,
    /// The finished folds, ascending.
    pub folds: Vec<FoldRun>,
    /// Over the finished folds; 0 where there are none.
    pub mean_test_accuracy: f64,
    /// Population standard deviation over the finished folds.
    pub std_test_accuracy: f64,
    /// The folds that an interrupted run has left, ascending.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub unfinished: Vec<UnfinishedFold>,
}

/// A fold that is to be begun, or to be gone on with from its checkpoint.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct UnfinishedFold {
    /// Counted from 1.
    pub fold: u32,
    /// [`fingerprint`] of its split.
    pub split: String,
    /// The epochs up to the checkpoint.
    pub epochs: Vec<EpochRun>,
    /// Name of the checkpoint, a file beside the run file; none before the first.
    pub checkpoint: Option<String>,
}

impl UnfinishedFold {
    /// A fold that is not begun.
    pub fn new(fold: u32, split: &Split) -> Self {
        Self {
            fold,
            split: fingerprint(split.fingerprint()),
            epochs: Vec::new(),
            checkpoint: None,
        }
    }
}

/// The programs that made a run.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Versions {
    pub sublevel: String,
}

impl Versions {
    /// Of this program.
    pub fn current() -> Self {
        Self {
            sublevel: env!("CARGO_PKG_VERSION").into(),
        }
    }
}

/// One fold of a run.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct FoldRun {
    /// Counted from 1.
    pub fold: u32,
    /// [`fingerprint`] of its split.
    pub split: String,
    /// Of the last epoch.
    pub test_accuracy: f32,
    pub epochs: Vec<EpochRun>,
    /// Graphs of the test part after the last epoch: a row for every true class, a column for every predicted one.
    pub confusion: Vec<Vec<u32>>,
    /// Graph, class and predicted class of the test part after the last epoch, all counted from 0.
    pub predictions: Vec<[u32; 3]>,
}

impl FoldRun {
    /// What a fold that was begun has become after its last epoch, whose predictions tell apart so many classes.
    pub fn new(
        UnfinishedFold {
            fold,
            split,
            epochs,
            ..
        }: UnfinishedFold,
        predictions: Vec<[u32; 3]>,
        classes: usize,
    ) -> Self {
        let mut confusion = vec![vec![0; classes]; classes];
        for &[_, class, predicted] in &predictions {
            confusion[class as usize][predicted as usize] += 1;
        }
        Self {
            fold,
            split,
            test_accuracy: epochs.last().map_or(0.0, |epoch| epoch.test_accuracy),
            epochs,
            confusion,
            predictions,
        }
    }
}

/// One epoch of a fold.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct EpochRun {
    /// Counted from 1.
    pub epoch: u32,
    pub train_loss: f32,
    pub train_accuracy: f32,
    pub test_accuracy: f32,
    /// Wall time of the epoch, evaluation included: the only entry that differs between two runs.
    pub seconds: f64,
}

impl EpochRun {
    /// An epoch that took so many seconds.
    pub fn new(report: EpochReport, seconds: f64) -> Self {
        Self {
            epoch: report.epoch,
            train_loss: report.train_loss,
            train_accuracy: report.train_accuracy,
            test_accuracy: report.test_accuracy,
            seconds,
        }
    }
}

impl RunFile {
    /// Reads a run file, plain or compressed with gzip.
    pub fn read(path: &Path) -> Result<Self, Failure> {
        Self::parse(path, &read_text(path)?)
    }

    /// A run file from its text; `path` is what a message calls it.
    pub fn parse(path: &Path, text: &str) -> Result<Self, Failure> {
        parse(
            path,
            text,
            "a run file, as `sublevel train --out RUN.json` writes it",
        )
    }

    /// Writes the run, compressed where the name ends in `.gz`. Equal runs give equal bytes, and a reader finds the whole
    /// file or the one that was there before.
    pub fn write(&self, path: &Path) -> Result<(), Failure> {
        let text = serde_json::to_string_pretty(self).map_err(Failure::other)? + "\n";
        let bytes = match path.extension().is_some_and(|ending| ending == "gz") {
            true => gzip(text.as_bytes()).map_err(Failure::other)?,
            false => text.into_bytes(),
        };
        replace(path, &bytes)
            .map_err(|error| Failure::other(format!("{}: {error}", path.display())))
    }

    /// Adds a finished fold, which is unfinished no more.
    pub fn finish(&mut self, fold: FoldRun) {
        self.unfinished.retain(|left| left.fold != fold.fold);
        self.folds.push(fold);
        self.folds.sort_by_key(|fold| fold.fold);
        let spread = self.test_accuracy().expect("there is a fold");
        (self.mean_test_accuracy, self.std_test_accuracy) = (spread.mean, spread.std);
    }

    /// Mean and deviation of the test accuracy over the folds; `None` where there is no fold.
    pub fn test_accuracy(&self) -> Option<Spread> {
        Spread::of(self.folds.iter().map(|fold| f64::from(fold.test_accuracy)))
    }
}

/// Mean and population standard deviation.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Spread {
    pub mean: f64,
    pub std: f64,
}

impl Spread {
    /// Of some values; `None` where there are none.
    pub fn of(values: impl Iterator<Item = f64> + Clone) -> Option<Self> {
        let count = values.clone().count() as f64;
        if count == 0.0 {
            return None;
        }
        let mean = values.clone().sum::<f64>() / count;
        let variance = values.map(|value| (value - mean).powi(2)).sum::<f64>() / count;
        Some(Self {
            mean,
            std: variance.sqrt(),
        })
    }
}

/// What the JSON text of a file says; `expected` is what a message says that it should have been.
pub fn parse<T: DeserializeOwned>(path: &Path, text: &str, expected: &str) -> Result<T, Failure> {
    serde_json::from_str(text).map_err(|error| {
        Failure::usage(format!("{}: {error}; expected {expected}", path.display()))
    })
}

/// The text of a file, plain or compressed with gzip: its first bytes tell.
pub fn read_text(path: &Path) -> Result<String, Failure> {
    let fail =
        |error: &dyn std::fmt::Display| Failure::usage(format!("{}: {error}", path.display()));
    let mut bytes = fs::read(path).map_err(|error| fail(&error))?;
    if bytes.starts_with(&[0x1f, 0x8b]) {
        let mut plain = Vec::new();
        MultiGzDecoder::new(bytes.as_slice())
            .read_to_end(&mut plain)
            .map_err(|error| fail(&format_args!("the gzip file is damaged: {error}")))?;
        bytes = plain;
    }
    String::from_utf8(bytes).map_err(|_| fail(&"expected JSON, plain or compressed with gzip"))
}

/// Compresses, with neither name nor time in the header.
fn gzip(bytes: &[u8]) -> io::Result<Vec<u8>> {
    let mut encoder = GzBuilder::new().write(Vec::new(), Compression::default());
    encoder.write_all(bytes)?;
    encoder.finish()
}

/// Writes a file beside the old one, then puts it in its place.
fn replace(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let mut name = OsString::from(path);
    name.push(format!(".{}.part", process::id()));
    let part = PathBuf::from(name);
    let written = File::create(&part)
        .and_then(|mut file| file.write_all(bytes).and_then(|()| file.sync_all()))
        .and_then(|()| fs::rename(&part, path));
    if written.is_err() {
        let _ = fs::remove_file(&part);
    }
    written
}

#[cfg(test)]
mod tests {
    use super::*;

    fn run() -> RunFile {
        let fold = |fold, test_accuracy| FoldRun {
            fold,
            split: fingerprint(fold.into()),
            test_accuracy,
            epochs: vec![EpochRun {
                epoch: 1,
                train_loss: 0.7,
                train_accuracy: 0.5,
                test_accuracy,
                seconds: 0.25,
            }],
            confusion: vec![vec![1, 0], vec![1, 2]],
            predictions: vec![[0, 0, 0], [1, 1, 0], [2, 1, 1], [3, 1, 1]],
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
            mean_test_accuracy: 0.8,
            std_test_accuracy: 0.1,
            unfinished: Vec::new(),
        }
    }

    #[test]
    fn a_run_comes_back_from_a_plain_and_from_a_compressed_file() {
        let folder = tempfile::tempdir().unwrap();
        let [plain, packed, renamed] =
            ["RUN.json", "RUN.json.gz", "RUN"].map(|name| folder.path().join(name));
        run().write(&plain).unwrap();
        run().write(&packed).unwrap();
        assert!(fs::read_to_string(&plain).unwrap().ends_with("}\n"));
        let bytes = fs::read(&packed).unwrap();
        assert!(bytes.len() < fs::read(&plain).unwrap().len());
        // Neither name nor time.
        assert_eq!(bytes[3..8], [0; 5]);
        fs::rename(&packed, &renamed).unwrap();
        for path in [&plain, &renamed] {
            assert_eq!(RunFile::read(path).unwrap(), run());
        }
        // No part is left behind.
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 2);
    }

    #[test]
    fn messages_name_the_file_and_what_was_expected() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("RUN.json");
        for (bytes, words) in [
            (&b"no json"[..], ["line 1", "sublevel train"]),
            (b"{}", ["missing field `data`", "sublevel train"]),
            (b"\x1f\x8bno gzip", ["gzip", "damaged"]),
            (b"\xff\xfe", ["expected JSON", "gzip"]),
        ] {
            fs::write(&path, bytes).unwrap();
            let Failure::Usage(message) = RunFile::read(&path).unwrap_err() else {
                panic!("wrong usage is expected");
            };
            for word in words.into_iter().chain(["RUN.json"]) {
                assert!(message.contains(word), "{message:?} does not say {word:?}");
            }
        }
    }

    #[test]
    fn the_spread_of_nothing_is_none() {
        assert_eq!(Spread::of([].into_iter()), None);
        assert_eq!(
            Spread::of([2.0].into_iter()),
            Some(Spread {
                mean: 2.0,
                std: 0.0
            })
        );
    }
}
