//! Atomic file replacement.

use std::{
    ffi::OsString,
    fs::{self, File},
    io::{self, BufWriter, IntoInnerError, Write},
    path::{Path, PathBuf},
    process,
};

use super::Failure;

/// Writes a temporary file beside the target, then renames it. Readers find the new file or the previous one; a full disk or a
/// killed process leaves no partial file.
///
/// # Errors
/// If the file cannot be written. The temporary file is removed.
pub fn replace(path: &Path, bytes: &[u8]) -> Result<(), Failure> {
    replace_by(path, |file| file.write_all(bytes)).map_err(|error| cannot_write(path, &error))
}

/// [`replace`] with streamed content from `write`.
///
/// # Errors
/// If the file cannot be written, or `write` fails. The temporary file is removed.
pub fn replace_by<E: From<io::Error>>(
    path: &Path,
    write: impl FnOnce(&mut BufWriter<File>) -> Result<(), E>,
) -> Result<(), E> {
    let part = part_of(path);
    let written = (|| {
        let mut file = BufWriter::new(File::create(&part)?);
        write(&mut file)?;
        let file = file.into_inner().map_err(IntoInnerError::into_error)?;
        file.sync_all()?;
        Ok(fs::rename(&part, path)?)
    })();
    if written.is_err() {
        remove_part(path);
    }
    written
}

/// Removes the temporary file of this process.
pub fn remove_part(path: &Path) {
    let _ = fs::remove_file(part_of(path));
}

/// Path of the temporary file of this process.
fn part_of(path: &Path) -> PathBuf {
    beside(path, &format!(".{}.part", process::id()))
}

/// The error for a file that cannot be written.
pub fn cannot_write(path: &Path, error: &io::Error) -> Failure {
    Failure::other(format!("{}: cannot be written: {error}", path.display()))
}

/// The path with a suffix after its name.
pub fn beside(path: &Path, end: &str) -> PathBuf {
    let mut name = OsString::from(path);
    name.push(end);
    name.into()
}

/// The target name if this is a temporary file of [`replace`].
pub fn whole_of_part(name: &str) -> Option<&str> {
    let (whole, process) = name.strip_suffix(".part")?.rsplit_once('.')?;
    let is_process = !process.is_empty() && process.bytes().all(|byte| byte.is_ascii_digit());
    is_process.then_some(whole)
}

/// Removes files beside `path` that a killed process left; `is_left` recognises their names. Files that cannot be listed or
/// removed are harmless and stay.
pub fn remove_left(path: &Path, is_left: impl Fn(&str) -> bool) {
    let folder = match path.parent() {
        Some(folder) if !folder.as_os_str().is_empty() => folder,
        _ => Path::new("."),
    };
    for file in fs::read_dir(folder).into_iter().flatten().flatten() {
        if file.file_name().to_str().is_some_and(&is_left) {
            let _ = fs::remove_file(file.path());
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_is_replaced_as_a_whole_or_not_at_all() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a.json");
        replace(&path, b"one").unwrap();
        replace(&path, b"two").unwrap();
        assert_eq!(fs::read(&path).unwrap(), b"two");
        // A file cannot replace a folder.
        let taken = folder.path().join("b.json");
        fs::create_dir(&taken).unwrap();
        assert!(replace(&taken, b"three").is_err());
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 2);
    }

    #[test]
    fn parts_are_known_by_their_names() {
        assert_eq!(whole_of_part("RUN.json.4711.part"), Some("RUN.json"));
        for name in ["RUN.json.part", "RUN.json.x1.part", "RUN.json", "4711.part"] {
            assert_eq!(whole_of_part(name), None, "{name}");
        }
    }
}
