//! The run file of a `train`: no other process writes it, and no interrupted run is lost to it.

use std::{
    collections::BTreeSet,
    fs::{self, File, OpenOptions, TryLockError},
    io,
    path::{Path, PathBuf},
};

use sublevel::run_file::RunFile;

use crate::cli::{
    Failure,
    files::{beside, cannot_write, remove_left, whole_of_part},
    run_file,
};

/// As long as it lives, no other process trains into the same run file.
#[derive(Debug)]
pub struct Claim {
    /// `RUN.json.lock`, empty. One that a killed process left is locked by nobody and is as good as none.
    path: PathBuf,
    _locked: File,
}

impl Claim {
    /// Claims this run file.
    ///
    /// # Errors
    /// If another process has it, or nothing can be written there.
    pub fn of(run: &Path) -> Result<Self, Failure> {
        let path = beside(run, ".lock");
        let failed = |error: io::Error| cannot_write(run, &error);
        loop {
            let locked = OpenOptions::new()
                .create(true)
                .truncate(false)
                .write(true)
                .open(&path)
                .map_err(failed)?;
            match locked.try_lock() {
                Err(TryLockError::WouldBlock) => {
                    return Err(Failure::usage(format!(
                        "{}: another process trains into this file: wait until it is done, end it, or name another file",
                        run.display()
                    )));
                }
                // Some network drives have no locks: there nothing can be told.
                Ok(()) | Err(TryLockError::Error(_)) => {}
            }
            // Who had it before may have removed it between the two steps above.
            if is_at(&locked, &path) {
                let _locked = locked;
                return Ok(Self { path, _locked });
            }
        }
    }
}

impl Drop for Claim {
    fn drop(&mut self) {
        let _ = fs::remove_file(&self.path);
    }
}

#[cfg(unix)]
fn is_at(file: &File, path: &Path) -> bool {
    use std::os::unix::fs::MetadataExt;

    let numbers = |metadata: fs::Metadata| (metadata.dev(), metadata.ino());
    let [open, there] = [file.metadata(), fs::metadata(path)].map(|known| known.map(numbers).ok());
    open == there
}

#[cfg(not(unix))]
fn is_at(_: &File, path: &Path) -> bool {
    path.exists()
}

/// Whether a new run may be written here.
///
/// # Errors
/// If there is an interrupted run of which something is done, or something that is no run.
pub fn check_free(path: &Path) -> Result<(), Failure> {
    let Ok(metadata) = fs::metadata(path) else {
        return Ok(());
    };
    let refuse = |reason: String| Err(Failure::usage(format!("{}: {reason}", path.display())));
    if !metadata.is_file() {
        return refuse("is there and no file: name another".into());
    }
    match run_file::read(path) {
        Err(_) => {
            refuse("is there and no run file: name another, or say --force to write over it".into())
        }
        Ok(run) if is_worth_keeping(&run) => refuse(format!(
            "holds an interrupted run on {} with folds to go: `--resume {}` in the place of --out goes on with it, --force begins \
             anew and loses what it has",
            run.data,
            path.display()
        )),
        Ok(_) => Ok(()),
    }
}

/// What a run file has of the run that is to begin there: none where there is no file, or nothing in it to keep.
///
/// # Errors
/// If there is something else than this run.
pub fn kept(path: &Path, begun: &RunFile) -> Result<Option<RunFile>, Failure> {
    if !path.exists() {
        return Ok(None);
    }
    let run = run_file::read(path)?;
    let folds = |run: &RunFile| {
        let unfinished = run.unfinished.iter().map(|fold| fold.fold);
        let folds = run.folds.iter().map(|fold| fold.fold).chain(unfinished);
        folds.collect::<BTreeSet<u32>>()
    };
    let is_same = (&run.data, &run.fingerprint, run.splits)
        == (&begun.data, &begun.fingerprint, begun.splits)
        && run.config == begun.config
        && folds(&run) == folds(begun);
    if !is_same {
        return Err(Failure::usage(format!(
            "{}: holds another run, on other graphs, with other settings or of other folds: name another file",
            path.display()
        )));
    }
    let is_over = run.unfinished.is_empty();
    Ok((is_over || is_worth_keeping(&run)).then_some(run))
}

/// A run that is over can be made again by its command; one that never did an epoch has nothing to lose.
fn is_worth_keeping(run: &RunFile) -> bool {
    let begun = run.unfinished.iter().any(|fold| !fold.epochs.is_empty());
    !run.unfinished.is_empty() && (begun || !run.folds.is_empty())
}

/// Removes what a killed process left of this run file: parts, and checkpoints that the run does not name.
pub fn remove_leftovers(path: &Path, run: &RunFile) {
    let named: BTreeSet<&str> = run
        .unfinished
        .iter()
        .filter_map(|fold| fold.checkpoint.as_deref())
        .collect();
    let Some(own) = path.file_name().and_then(|name| name.to_str()) else {
        return;
    };
    remove_left(path, |name| match whole_of_part(name) {
        Some(whole) => whole == own || is_checkpoint(own, whole),
        None => is_checkpoint(own, name) && !named.contains(name),
    });
}

/// Removes what killed processes left of the weights of these folds in a folder.
pub fn remove_parts_of_weights(folder: &Path, folds: &[u32]) {
    let names: BTreeSet<String> = folds.iter().map(|&fold| weights_name(fold)).collect();
    remove_left(&folder.join("any"), |name| {
        whole_of_part(name).is_some_and(|whole| names.contains(whole))
    });
}

/// The file with the weights of a fold.
pub fn weights_name(fold: u32) -> String {
    format!("fold-{fold}.safetensors")
}

/// `RUN.json.fold-3.epoch-40.safetensors`, beside RUN.json.
pub fn checkpoint_name(run: &Path, fold: u32, epoch: u32) -> String {
    let name = run.file_name().unwrap_or_default().to_string_lossy();
    format!("{name}.fold-{fold}.epoch-{epoch}.safetensors")
}

/// Whether a file is called as a checkpoint of the run file `run` is.
fn is_checkpoint(run: &str, name: &str) -> bool {
    let numbers = || {
        let rest = name.strip_prefix(run)?.strip_prefix(".fold-")?;
        let rest = rest.strip_suffix(".safetensors")?;
        let (fold, epoch) = rest.split_once(".epoch-")?;
        Some((fold.parse::<u32>().ok()?, epoch.parse::<u32>().ok()?))
    };
    numbers().is_some()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_one_has_a_run_file_and_leaves_nothing_behind() {
        let folder = tempfile::tempdir().unwrap();
        let run = folder.path().join("RUN.json");
        let claim = Claim::of(&run).unwrap();
        let refused = Claim::of(&run).unwrap_err().to_string();
        assert!(
            refused.contains("RUN.json") && refused.contains("another process"),
            "{refused}"
        );
        drop(claim);
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 0);
        // What a killed process left is no claim.
        fs::write(folder.path().join("RUN.json.lock"), "").unwrap();
        drop(Claim::of(&run).unwrap());
    }

    #[test]
    fn checkpoints_of_other_runs_are_other_names() {
        let name = checkpoint_name(Path::new("there/RUN.json"), 3, 40);
        assert_eq!(name, "RUN.json.fold-3.epoch-40.safetensors");
        assert!(is_checkpoint("RUN.json", &name));
        for other in ["RUN", "RUN.json.gz", "UN.json"] {
            assert!(!is_checkpoint(other, &name), "{other}");
        }
        assert!(!is_checkpoint("RUN.json", "RUN.json.fold-3.safetensors"));
    }
}
