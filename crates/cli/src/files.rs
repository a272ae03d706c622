//! Output files: the program replaces regular files atomically, and writes directly to all others.

use std::{
    ffi::OsString,
    fs::{self, File, Metadata, OpenOptions},
    io::{self, BufWriter, ErrorKind, IntoInnerError, Write},
    path::{Path, PathBuf},
    process,
};

use super::{Failure, inside};

/// Symbolic links in a row; the limit of Linux.
const MAX_LINKS: usize = 40;

/// Replaces the content of a file; see [`replace_by`].
///
/// # Errors
/// If the file cannot be written. The temporary file is removed.
pub fn replace(path: &Path, bytes: &[u8]) -> Result<(), Failure> {
    replace_by(path, |file| file.write_all(bytes)).map_err(|error| cannot_write(path, &error))
}

/// Writes the content of a file with `write`.
///
/// The program writes a regular file beside its name, then renames it. Readers therefore find the new file or the previous one, and
/// a full disk or a killed process leaves no partial file. The file keeps its mode and its owner, a symbolic link keeps its target,
/// and a file with several names keeps them. Writes to a pipe or a device are direct.
///
/// # Errors
/// If the file is write-protected or cannot be written, or `write` fails. The temporary file is removed.
pub fn replace_by<E: From<io::Error>>(
    path: &Path,
    write: impl FnOnce(&mut BufWriter<File>) -> Result<(), E>,
) -> Result<(), E> {
    let (path, before) = match Target::of(path)? {
        Target::Stream(path) => {
            let mut stream = BufWriter::new(open_stream(&path)?);
            write(&mut stream)?;
            return Ok(stream.flush()?);
        }
        Target::File(path, before) => (path, before),
    };
    remove_abandoned_parts(&path);
    let part = part_of(&path);
    // Whatever has this name is not of a running process. Opening a pipe would wait for its reader.
    let _ = fs::remove_file(&part);
    let written = (|| {
        let mut file = BufWriter::new(File::create_new(&part)?);
        // Marks the file as in use for other processes. Some network drives have no locks.
        let _ = file.get_ref().try_lock();
        let keeps_owner = match &before {
            Some(before) => keep_owner(file.get_ref(), before)?,
            None => true,
        };
        write(&mut file)?;
        let file = file.into_inner().map_err(IntoInnerError::into_error)?;
        file.sync_all()?;
        if keeps_owner && before.as_ref().is_none_or(|before| names(before) == 1) {
            return Ok(fs::rename(&part, &path)?);
        }
        // The file under its other names, or the file of another owner, gets the content.
        let mut content = File::open(&part)?;
        let mut kept = OpenOptions::new().write(true).truncate(true).open(&path)?;
        io::copy(&mut content, &mut kept)?;
        kept.sync_all()?;
        Ok(fs::remove_file(&part)?)
    })();
    if written.is_err() {
        let _ = fs::remove_file(&part);
    }
    written
}

/// Removes the temporary file of this process.
pub fn remove_part(path: &Path) {
    if let Ok(Target::File(path, _)) = Target::of(path) {
        let _ = fs::remove_file(part_of(&path));
    }
}

/// Destination of the content.
enum Target {
    /// A regular file, or a name without a file. The path contains no symbolic link as its last part.
    File(PathBuf, Option<Metadata>),
    /// A pipe, a device or an open file of this process.
    Stream(PathBuf),
}

impl Target {
    fn of(path: &Path) -> io::Result<Self> {
        let mut path = path.to_owned();
        for _ in 0..MAX_LINKS {
            if is_open_file(&path) {
                return Ok(Self::Stream(path));
            }
            match fs::symlink_metadata(&path) {
                Ok(metadata) if metadata.is_symlink() => {
                    let target = fs::read_link(&path)?;
                    path = path.parent().unwrap_or(Path::new("")).join(target);
                }
                Ok(metadata) => return Self::existing(path, metadata),
                Err(error) if error.kind() == ErrorKind::NotFound => {
                    return Ok(Self::File(path, None));
                }
                Err(error) => return Err(error),
            }
        }
        Err(io::Error::other("too many symbolic links"))
    }

    fn existing(path: PathBuf, metadata: Metadata) -> io::Result<Self> {
        if metadata.is_dir() {
            return Err(io::Error::new(
                ErrorKind::IsADirectory,
                "it is a folder; name a file in it",
            ));
        }
        if !metadata.is_file() {
            return Ok(Self::Stream(path));
        }
        // An administrator can open write-protected files.
        if metadata.permissions().readonly() {
            return Err(io::Error::new(
                ErrorKind::PermissionDenied,
                "the file is write-protected; choose another name, or allow writing",
            ));
        }
        OpenOptions::new().write(true).open(&path)?;
        Ok(Self::File(path, Some(metadata)))
    }
}

/// Whether the path names an open file of this process, such as `/dev/stdout` or `/dev/fd/3`. Its link leads to a file that
/// other programs read or write.
fn is_open_file(path: &Path) -> bool {
    let Some(Ok(folder)) = path.parent().map(Path::canonicalize) else {
        return false;
    };
    let own = Path::new("/proc").join(process::id().to_string());
    cfg!(unix) && (folder.starts_with(own) || folder == Path::new("/dev/fd"))
}

/// Opens a pipe, a device or an open file of this process.
#[cfg(unix)]
fn open_stream(path: &Path) -> io::Result<File> {
    use std::os::fd::AsFd;

    if !is_open_file(path) {
        return OpenOptions::new().write(true).open(path);
    }
    let copy = |file: &dyn AsFd| file.as_fd().try_clone_to_owned().map(File::from);
    match path.file_name().and_then(|name| name.to_str()) {
        Some("1") => copy(&io::stdout()),
        Some("2") => copy(&io::stderr()),
        _ => OpenOptions::new().append(true).open(path),
    }
}

#[cfg(not(unix))]
fn open_stream(path: &Path) -> io::Result<File> {
    OpenOptions::new().write(true).open(path)
}

/// Gives a new file the mode and the owner of the file that it replaces; returns whether it has that owner.
#[cfg(unix)]
fn keep_owner(file: &File, before: &Metadata) -> io::Result<bool> {
    use std::os::unix::fs::{MetadataExt, fchown};

    let owner = |metadata: &Metadata| (metadata.uid(), metadata.gid());
    let keeps = owner(&file.metadata()?) == owner(before)
        || fchown(file, Some(before.uid()), Some(before.gid())).is_ok();
    // After the owner: a change of the owner clears bits of the mode.
    file.set_permissions(before.permissions())?;
    Ok(keeps)
}

#[cfg(not(unix))]
fn keep_owner(_: &File, _: &Metadata) -> io::Result<bool> {
    Ok(true)
}

/// Number of names (hard links) of a file.
#[cfg(unix)]
fn names(metadata: &Metadata) -> u64 {
    std::os::unix::fs::MetadataExt::nlink(metadata)
}

#[cfg(not(unix))]
fn names(_: &Metadata) -> u64 {
    1
}

/// Path of the temporary file of this process.
fn part_of(path: &Path) -> PathBuf {
    beside(path, &format!(".{}.part", process::id()))
}

/// Removes the temporary files of killed processes for this file. A process locks its temporary file.
fn remove_abandoned_parts(path: &Path) {
    let Some(own) = path.file_name().and_then(|name| name.to_str()) else {
        return;
    };
    // Opening a pipe would wait for its writer.
    let is_abandoned =
        |part: &Path| inside::open(part, part).is_ok_and(|part| part.try_lock_shared().is_ok());
    remove_left(path, |name| {
        whole_of_part(name) == Some(own) && is_abandoned(&path.with_file_name(name))
    });
}

/// Opens a file that this program keeps beside another one.
///
/// # Errors
/// If it cannot be opened, or is no regular file: opening a pipe would wait for its reader.
pub fn open_own(path: &Path, options: &OpenOptions) -> io::Result<File> {
    match fs::symlink_metadata(path) {
        Ok(metadata) if !metadata.is_file() => Err(io::Error::other(format!(
            "{} is not a regular file; remove it",
            path.display()
        ))),
        _ => options.open(path),
    }
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
        let failed = replace_by(&path, |file| {
            file.write_all(b"three")?;
            Err(io::Error::other("no more"))
        });
        assert_eq!(failed.unwrap_err().to_string(), "no more");
        assert_eq!(fs::read(&path).unwrap(), b"two");
        // A file cannot replace a folder.
        let taken = folder.path().join("b.json");
        fs::create_dir(&taken).unwrap();
        assert!(replace(&taken, b"three").is_err());
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 2);
    }

    #[test]
    fn temporary_files_of_killed_processes_are_removed_and_those_in_use_stay() {
        let folder = tempfile::tempdir().unwrap();
        let at = |name: &str| folder.path().join(name);
        for name in [
            "a.json.1.part",
            "a.json.2.part",
            "b.json.1.part",
            "a.json.part",
        ] {
            fs::write(at(name), "half").unwrap();
        }
        let in_use = File::open(at("a.json.2.part")).unwrap();
        in_use.lock().unwrap();
        replace(&at("a.json"), b"one").unwrap();
        let left = fs::read_dir(&folder).unwrap();
        let mut left: Vec<_> = left.map(|file| file.unwrap().file_name()).collect();
        left.sort();
        assert_eq!(
            left,
            ["a.json", "a.json.2.part", "a.json.part", "b.json.1.part"]
        );
    }

    #[test]
    fn parts_are_known_by_their_names() {
        assert_eq!(whole_of_part("RUN.json.4711.part"), Some("RUN.json"));
        for name in ["RUN.json.part", "RUN.json.x1.part", "RUN.json", "4711.part"] {
            assert_eq!(whole_of_part(name), None, "{name}");
        }
    }
}
