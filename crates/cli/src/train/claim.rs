//! Lock of a run file: one process writes it at a time, and an interrupted run is not overwritten.

use std::{
    collections::BTreeSet,
    fs::{self, File, OpenOptions, TryLockError},
    io,
    path::{Path, PathBuf},
};

use sublevel::run_file::RunFile;

use crate::{
    Failure,
    files::{beside, cannot_write, open_own, remove_left, whole_of_part},
    run_file,
};

/// While this value exists, no other process trains into the same run file.
#[derive(Debug)]
pub struct Claim {
    /// `RUN.json.lock`, empty. A file that a killed process left is unlocked and has no effect.
    path: PathBuf,
    _locked: File,
}

impl Claim {
    /// Locks this run file.
    ///
    /// # Errors
    /// If another process holds the lock, or the lock file cannot be written.
    pub fn of(run: &Path) -> Result<Self, Failure> {
        let path = beside(run, ".lock");
        let failed = |error: io::Error| cannot_write(run, &error);
        loop {
            let mut options = OpenOptions::new();
            options.create(true).truncate(false).write(true);
            let locked = open_own(&path, &options).map_err(failed)?;
            match locked.try_lock() {
                Err(TryLockError::WouldBlock) => {
                    return Err(Failure::usage(format!(
                        "{}: another process trains into this file: wait until it finishes, stop it, or choose another file",
                        run.display()
                    )));
                }
                // Some network drives have no locks, so a conflict cannot be detected.
                Ok(()) | Err(TryLockError::Error(_)) => {}
            }
            // The previous owner may have removed the file between the two steps above.
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

/// Checks that a new run may be written here.
///
/// # Errors
/// If the file holds a run with progress, or is not a run file.
pub fn check_free(path: &Path) -> Result<(), Failure> {
    let Ok(metadata) = fs::metadata(path) else {
        return Ok(());
    };
    let refuse = |reason: String| Err(Failure::usage(format!("{}: {reason}", path.display())));
    if !metadata.is_file() {
        return refuse("exists and is not a file: choose another name".into());
    }
    match run_file::read(path) {
        Err(_) => refuse(
            "exists and is not a run file: choose another name, or overwrite it with --force"
                .into(),
        ),
        Ok(run) if is_worth_keeping(&run) => refuse(format!(
            "holds an interrupted run on {} with unfinished folds: `--resume {}` instead of --out resumes it, --force discards it \
             and starts again",
            run.data,
            path.display()
        )),
        Ok(run) if run.unfinished.is_empty() => refuse(
            "holds a finished run: choose another name, overwrite it with --force, or keep it with --continue".into(),
        ),
        Ok(_) => Ok(()),
    }
}

/// The stored progress of this run; none if there is no file or no progress.
///
/// # Errors
/// If the file holds something else.
pub fn stored_progress(path: &Path, new: &RunFile) -> Result<Option<RunFile>, Failure> {
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
        == (&new.data, &new.fingerprint, new.splits)
        && run.config == new.config
        && folds(&run) == folds(new);
    if !is_same {
        return Err(Failure::usage(format!(
            "{}: holds another run, with different graphs, settings or folds: choose another file",
            path.display()
        )));
    }
    let is_over = run.unfinished.is_empty();
    Ok((is_over || is_worth_keeping(&run)).then_some(run))
}

/// Whether an interrupted run has progress: a finished epoch.
fn is_worth_keeping(run: &RunFile) -> bool {
    let started = run.unfinished.iter().any(|fold| !fold.epochs.is_empty());
    !run.unfinished.is_empty() && (started || !run.folds.is_empty())
}

/// Removes leftovers of a killed process: temporary files, and checkpoints that the run file does not name.
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

/// Removes temporary weight files that killed processes left in a folder.
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

/// Whether the name is that of a checkpoint of the run file `run`.
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
    fn one_process_at_a_time_claims_a_run_file_and_removes_its_lock() {
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
        // A leftover file of a killed process does not lock.
        fs::write(folder.path().join("RUN.json.lock"), "").unwrap();
        drop(Claim::of(&run).unwrap());
    }

    #[test]
    fn checkpoints_of_other_runs_have_other_names() {
        let name = checkpoint_name(Path::new("there/RUN.json"), 3, 40);
        assert_eq!(name, "RUN.json.fold-3.epoch-40.safetensors");
        assert!(is_checkpoint("RUN.json", &name));
        for other in ["RUN", "RUN.json.gz", "UN.json"] {
            assert!(!is_checkpoint(other, &name), "{other}");
        }
        assert!(!is_checkpoint("RUN.json", "RUN.json.fold-3.safetensors"));
    }
}
