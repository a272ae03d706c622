//! The location of the text files of a data set: in a zip archive, in a folder or in memory.

use std::io::{Cursor, Read, Seek, SeekFrom};

use zip::ZipArchive;

use crate::graph::error::DataError;
use crate::graph::lines::Lines;

/// The maximum size of a data set. The reader rejects larger ones before it reads them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// Bytes of all its text files together, unpacked.
    pub bytes: u32,
    /// Vertices of all graphs together. The upper bound for all readers is 2^31.
    pub vertices: u32,
    pub graphs: u32,
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            // The browser gives a page 4 GiB at most, and the packed file is also in this memory.
            bytes: if cfg!(target_family = "wasm") {
                512 << 20
            } else {
                1 << 30
            },
            vertices: 1 << 31,
            graphs: 1 << 20,
        }
    }
}

/// A file of an archive or a folder.
pub(super) struct Entry {
    /// Folders and name, without empty parts.
    pub path: Vec<String>,
    /// Bytes, unpacked.
    pub size: u64,
    /// Its number in the archive.
    index: usize,
}

impl Entry {
    fn new(path: &str, size: u64, index: usize) -> Self {
        // Some packers write `NAME//file`, `./file` or `NAME\file`.
        let path = path
            .split(['/', '\\'])
            .filter(|part| !part.is_empty() && *part != ".");
        Self {
            path: path.map(Into::into).collect(),
            size,
            index,
        }
    }

    /// Its name without folders.
    pub fn name(&self) -> &str {
        self.path.last().map_or("", String::as_str)
    }

    /// Whether an operating system or an editor left the file there.
    fn is_junk(&self) -> bool {
        self.path
            .iter()
            .any(|part| part == "__MACOSX" || part.starts_with('.'))
            || self.name().ends_with('~')
    }
}

/// A container of files.
pub(super) trait Files {
    /// The name of the container in messages.
    fn title(&self) -> &str;
    /// The files, without junk.
    fn entries(&self) -> &[Entry];
    /// The lines of one of the files.
    fn open(&mut self, file: usize) -> Result<Lines<'_>, DataError>;
    /// Packed size of the container in bytes. `None` if nothing is packed.
    fn packed_size(&self) -> Option<u64>;
}

/// The files of a zip archive.
pub(super) struct Zip<R> {
    title: String,
    archive: ZipArchive<R>,
    entries: Vec<Entry>,
    size: u64,
}

impl<R: Read + Seek> Zip<R> {
    pub fn new(title: &str, mut input: R) -> Result<Self, DataError> {
        let failed = |problem: String| DataError::file(title, problem);
        let mut start = Vec::new();
        let size = input
            .seek(SeekFrom::End(0))
            .and_then(|size| {
                input.rewind()?;
                input.by_ref().take(4).read_to_end(&mut start)?;
                Ok(size)
            })
            .map_err(|error| failed(format!("cannot be read: {error}")))?;
        let archive = ZipArchive::new(input).map_err(|error| {
            failed(if start.starts_with(b"PK") {
                format!("the zip is cut off or damaged ({error}); download or copy it once more")
            } else if start.is_empty() {
                "is empty; choose the zip of a TU data set".into()
            } else {
                "is no zip file; choose the zip of a TU data set as it was downloaded".into()
            })
        })?;
        let mut entries = Vec::new();
        for index in 0..archive.len() {
            let file = archive
                .by_index_data(index)
                .map_err(|error| failed(error.to_string()))?;
            let entry = Entry::new(
                &String::from_utf8_lossy(file.name_raw()),
                file.size(),
                index,
            );
            if !file.is_dir() && !entry.is_junk() {
                entries.push(entry);
            }
        }
        Ok(Self {
            title: title.into(),
            archive,
            entries,
            size,
        })
    }
}

impl<R: Read + Seek> Files for Zip<R> {
    fn title(&self) -> &str {
        &self.title
    }

    fn entries(&self) -> &[Entry] {
        &self.entries
    }

    fn open(&mut self, file: usize) -> Result<Lines<'_>, DataError> {
        let entry = &self.entries[file];
        let input = self.archive.by_index(entry.index).map_err(|error| {
            let problem = format!(
                "cannot be unpacked ({error}); pack it once more as a plain zip, without a password"
            );
            DataError::file(entry.name(), problem)
        })?;
        Ok(Lines::new(entry.name(), input, entry.size))
    }

    fn packed_size(&self) -> Option<u64> {
        Some(self.size)
    }
}

/// Files in memory, such as those that a page receives.
pub(super) struct Memory<'a> {
    title: String,
    contents: Vec<&'a [u8]>,
    entries: Vec<Entry>,
}

impl<'a> Memory<'a> {
    pub fn new(title: &str, files: &[(&str, &'a [u8])]) -> Self {
        let entries = files.iter().enumerate();
        let entries =
            entries.map(|(index, (path, bytes))| Entry::new(path, bytes.len() as u64, index));
        Self {
            title: title.into(),
            contents: files.iter().map(|(_, bytes)| *bytes).collect(),
            entries: entries.filter(|entry| !entry.is_junk()).collect(),
        }
    }
}

impl Files for Memory<'_> {
    fn title(&self) -> &str {
        &self.title
    }

    fn entries(&self) -> &[Entry] {
        &self.entries
    }

    fn open(&mut self, file: usize) -> Result<Lines<'_>, DataError> {
        let entry = &self.entries[file];
        let input = Cursor::new(self.contents[entry.index]);
        Ok(Lines::new(entry.name(), input, entry.size))
    }

    fn packed_size(&self) -> Option<u64> {
        None
    }
}

#[cfg(not(target_family = "wasm"))]
pub(super) use folder::Folder;

#[cfg(not(target_family = "wasm"))]
mod folder {
    use std::fs::{self, File};
    use std::io;
    use std::path::{Path, PathBuf};

    use super::{Entry, Files, Lines};
    use crate::graph::DataError;

    /// Maximum depth of a data set below the given folder.
    const DEPTH: usize = 2;

    /// The files of a folder and of those in it.
    pub(in crate::graph) struct Folder {
        title: String,
        root: PathBuf,
        entries: Vec<Entry>,
    }

    impl Folder {
        pub fn new(root: &Path) -> Result<Self, DataError> {
            let title = root.display().to_string();
            let mut entries = Vec::new();
            list(root, "", DEPTH, &mut entries).map_err(|error| {
                DataError::file(&title, format!("the folder cannot be read: {error}"))
            })?;
            // A file system lists its files in no defined order.
            entries.sort_by(|a, b| a.path.cmp(&b.path));
            Ok(Self {
                title,
                root: root.into(),
                entries,
            })
        }
    }

    fn list(folder: &Path, prefix: &str, depth: usize, entries: &mut Vec<Entry>) -> io::Result<()> {
        for file in fs::read_dir(folder)? {
            let file = file?;
            // A link without a target is not a file.
            let Ok(metadata) = fs::metadata(file.path()) else {
                continue;
            };
            // A name that is not valid text cannot be that of a data set.
            let Ok(name) = file.file_name().into_string() else {
                continue;
            };
            let entry = Entry::new(&format!("{prefix}{name}"), metadata.len(), 0);
            if entry.is_junk() {
                continue;
            }
            if metadata.is_file() {
                entries.push(entry);
            } else if metadata.is_dir() && depth > 0 {
                list(
                    &file.path(),
                    &format!("{prefix}{name}/"),
                    depth - 1,
                    entries,
                )?;
            }
        }
        Ok(())
    }

    impl Files for Folder {
        fn title(&self) -> &str {
            &self.title
        }

        fn entries(&self) -> &[Entry] {
            &self.entries
        }

        fn open(&mut self, file: usize) -> Result<Lines<'_>, DataError> {
            let entry = &self.entries[file];
            let path = entry
                .path
                .iter()
                .fold(self.root.clone(), |path, part| path.join(part));
            let input = File::open(&path).map_err(|error| {
                DataError::file(entry.name(), format!("cannot be read: {error}"))
            })?;
            Ok(Lines::new(entry.name(), input, entry.size))
        }

        fn packed_size(&self) -> Option<u64> {
            None
        }
    }
}
