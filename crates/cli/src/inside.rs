//! Files inside a folder that the user has named.
//!
//! Other programs may exchange files at any time. A path that was checked can therefore lead elsewhere when it is opened, so a file is
//! opened once, in a way that cannot leave the folder, and everything else reads this handle.

use std::fs::{self, File};
use std::io;
use std::path::Path;

/// Opens a regular file of a folder for reading. A link is followed if its target is inside the folder. The path begins with that of
/// the folder, or is the folder itself if that is a file.
///
/// # Errors
/// If there is no such file, if it is a folder or a pipe, or if a link leads out of the folder.
pub fn open(folder: &Path, path: &Path) -> io::Result<File> {
    let inside = path.strip_prefix(folder).map_err(io::Error::other)?;
    let file = match open_without_links(folder, inside) {
        Ok(file) => file,
        // A part of the path may be a link. Its target has no links, or it is exchanged meanwhile and fails.
        Err(error) => {
            let (Ok(target), Ok(root)) = (path.canonicalize(), folder.canonicalize()) else {
                return Err(error);
            };
            let inside = target.strip_prefix(&root).map_err(|_| {
                io::Error::other("it is a link out of its folder; name the folder of its target")
            })?;
            open_without_links(&root, inside)?
        }
    };
    match file.metadata()?.is_file() {
        true => Ok(file),
        false => Err(io::Error::other("it is not a regular file")),
    }
}

/// Opens each part of the path relative to the folder before it. The folder itself may be a link, because the user has named it.
#[cfg(unix)]
fn open_without_links(folder: &Path, inside: &Path) -> io::Result<File> {
    use std::os::unix::fs::OpenOptionsExt;

    use nix::fcntl::{OFlag, openat};
    use nix::sys::stat::Mode;

    // A pipe opens without a writer.
    let mut options = File::options();
    options.read(true).custom_flags(OFlag::O_NONBLOCK.bits());
    let mut opened = options.open(folder)?;
    let flags = OFlag::O_RDONLY | OFlag::O_NOFOLLOW | OFlag::O_NONBLOCK | OFlag::O_CLOEXEC;
    for part in inside {
        opened = openat(&opened, part, flags, Mode::empty())?.into();
    }
    Ok(opened)
}

#[cfg(windows)]
fn open_without_links(folder: &Path, inside: &Path) -> io::Result<File> {
    use std::os::windows::fs::OpenOptionsExt;

    /// Opens a link itself, which is no regular file.
    const FILE_FLAG_OPEN_REPARSE_POINT: u32 = 0x0020_0000;

    let mut options = File::options();
    options.read(true);
    if inside != Path::new("") {
        options.custom_flags(FILE_FLAG_OPEN_REPARSE_POINT);
    }
    options.open(folder.join(inside))
}

/// Whether a path in a folder is a link to a place outside it: the user has not named that place.
pub fn leads_out(path: &Path, folder: &Path) -> bool {
    let is_link = fs::symlink_metadata(path).is_ok_and(|metadata| metadata.is_symlink());
    let is_inside = || {
        Some(
            path.canonicalize()
                .ok()?
                .starts_with(folder.canonicalize().ok()?),
        )
    };
    is_link && is_inside() != Some(true)
}

#[cfg(all(test, unix))]
mod tests {
    use std::io::Read;
    use std::os::unix::fs::symlink;
    use std::sync::atomic::{AtomicBool, Ordering};
    use std::thread;

    use super::*;

    fn text(folder: &Path, path: &Path) -> io::Result<String> {
        let mut text = String::new();
        open(folder, path)?.read_to_string(&mut text)?;
        Ok(text)
    }

    #[test]
    fn links_are_followed_inside_the_folder_only() {
        let place = tempfile::tempdir().unwrap();
        let at = |name: &str| place.path().join(name);
        fs::create_dir_all(at("own/sub")).unwrap();
        fs::write(at("own/sub/file"), "own").unwrap();
        fs::write(at("secret"), "secret").unwrap();
        symlink("own", at("named")).unwrap();
        symlink("sub/file", at("own/link")).unwrap();
        symlink("sub", at("own/linked")).unwrap();
        symlink("../secret", at("own/out")).unwrap();
        symlink("..", at("own/up")).unwrap();
        let made = std::process::Command::new("mkfifo")
            .arg(at("own/pipe"))
            .status();
        assert!(made.unwrap().success());
        for folder in ["own", "named"].map(at) {
            for name in ["sub/file", "link", "linked/file"] {
                assert_eq!(text(&folder, &folder.join(name)).unwrap(), "own", "{name}");
            }
            for name in ["out", "up/secret", "sub", "pipe", "absent"] {
                assert!(open(&folder, &folder.join(name)).is_err(), "{name}");
            }
        }
        // A file can be named directly.
        assert_eq!(text(&at("own/out"), &at("own/out")).unwrap(), "secret");
    }

    #[test]
    fn a_file_exchanged_for_a_link_never_leaves_the_folder() {
        let place = tempfile::tempdir().unwrap();
        let at = |name: &str| place.path().join(name);
        fs::create_dir_all(at("own/sub")).unwrap();
        fs::create_dir_all(at("elsewhere")).unwrap();
        fs::write(at("elsewhere/file"), "secret").unwrap();
        fs::write(at("own/sub/file"), "own").unwrap();
        symlink("../elsewhere", at("own/other")).unwrap();
        let is_over = AtomicBool::new(false);
        thread::scope(|scope| {
            scope.spawn(|| {
                let exchange = |from: &str, to: &str| fs::rename(at(from), at(to)).unwrap();
                while !is_over.load(Ordering::Relaxed) {
                    exchange("own/sub", "own/kept");
                    exchange("own/other", "own/sub");
                    exchange("own/sub", "own/other");
                    exchange("own/kept", "own/sub");
                }
            });
            for _ in 0..20_000 {
                if let Ok(text) = text(&at("own"), &at("own/sub/file")) {
                    assert_eq!(text, "own");
                }
            }
            is_over.store(true, Ordering::Relaxed);
        });
    }
}
