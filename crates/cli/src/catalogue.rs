//! Data sets on this computer: TU zips, TU folders and JSON lines in the user's folders and in the cache.

use std::collections::{HashMap, HashSet};
use std::fs;
use std::io::{self, Cursor, Read, Write};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::SystemTime;

use serde::Serialize;
use sublevel::graph::cache;
use sublevel::graph::formats::{Format, gzip::plain_name};
use zip::write::SimpleFileOptions;
use zip::{CompressionMethod, ZipArchive, ZipWriter};

use super::Failure;
use super::inside::{self, leads_out};
use super::run_logs::{self, RunLogs};

const FOLDER_SUFFIX: &str = " (folder)";
/// Ending of the file that every TU data set contains: `NAME_A.txt`.
const EDGES_FILE: &str = "_A.txt";

/// The user's folders, then the cache.
#[derive(Clone, Debug)]
pub struct Catalogue {
    folders: Arc<[Folder]>,
}

/// A folder whose content can change: each list looks at every file again, but reads only those that are new or have changed.
#[derive(Debug)]
struct Folder {
    path: PathBuf,
    last: Mutex<Arc<List>>,
}

/// The content of a folder at one time.
#[derive(Debug, Default)]
struct List {
    /// The entries, sorted by path.
    entries: Vec<Entry>,
    /// The index of the entry with this name on the page.
    by_file: HashMap<String, usize>,
    /// What each file was, with its state.
    seen: HashMap<PathBuf, (State, Option<Entry>)>,
}

/// Size and time of the last change of a file.
type State = (u64, Option<SystemTime>);

/// One data set.
#[derive(Clone, Debug)]
pub struct Entry {
    /// `PROTEINS`
    pub name: String,
    /// Size of the zip, or of the text files of a folder.
    pub bytes: u64,
    /// A zip, JSON lines, or a folder of text files.
    pub path: PathBuf,
    /// Name on the page: the data set's name with the ending of the transfer format.
    file: String,
    kind: Kind,
}

/// Storage format of a data set. The first data set with a name keeps it; others get a suffix.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Kind {
    Zip,
    JsonLines,
    Folder,
}

impl Kind {
    /// Suffix of a duplicate name.
    fn suffix(self) -> Option<&'static str> {
        match self {
            Self::Zip => None,
            Self::JsonLines => Some(" (JSON lines)"),
            Self::Folder => Some(FOLDER_SUFFIX),
        }
    }

    /// The file name of a data set on the page. The server sends JSON lines unchanged, with or without compression.
    fn file(self, name: &str, path: &Path) -> String {
        let is_packed = plain_name(&path.to_string_lossy()).len() < path.as_os_str().len();
        match self {
            Self::JsonLines if is_packed => format!("{name}.jsonl.gz"),
            Self::JsonLines => format!("{name}.jsonl"),
            Self::Zip | Self::Folder => format!("{name}.zip"),
        }
    }
}

/// An entry of `data/index.json`.
#[derive(Serialize)]
#[serde(untagged)]
enum Listed<'a> {
    Log(run_logs::Line<'a>),
    DataSet(Line<'a>),
}

/// A data set in `data/index.json`.
#[derive(Serialize)]
struct Line<'a> {
    name: &'a str,
    /// Relative to the page.
    url: String,
    bytes: u64,
}

impl Catalogue {
    /// Each folder must exist. A zip can be named directly.
    pub fn new(folders: &[PathBuf]) -> Result<Self, Failure> {
        match folders.iter().find(|folder| !folder.exists()) {
            Some(absent) => Err(Failure::usage(format!(
                "--data {}: no such folder; name a folder that contains data sets (TU zips, TU folders or .jsonl)",
                absent.display()
            ))),
            None => {
                let folders = folders.iter().cloned().chain(cache::folder());
                let folders = folders.map(|path| Folder {
                    path,
                    last: Mutex::default(),
                });
                Ok(Self {
                    folders: folders.collect(),
                })
            }
        }
    }

    /// The data sets by folder and name, without unreadable files. The first of two data sets with one name and format counts, and
    /// the user's folders precede the cache. A zip, JSON lines and a folder with one name are different data sets.
    pub fn entries(&self) -> Vec<Entry> {
        let entries = self.in_folders().into_iter();
        entries.map(|(_, entry)| entry).collect()
    }

    /// The data sets, each with the index of its folder.
    fn in_folders(&self) -> Vec<(usize, Entry)> {
        let mut names = HashSet::new();
        let mut entries = Vec::new();
        for (index, folder) in self.folders.iter().enumerate() {
            for entry in &folder.list().entries {
                if names.insert(entry.name.clone()) {
                    entries.push((index, entry.clone()));
                }
            }
        }
        entries
    }

    /// Links out of the user's folders whose targets could be data sets.
    pub fn links_out(&self) -> Vec<PathBuf> {
        let folders = self.folders.iter().map(|folder| &folder.path);
        let out = folders.filter(|path| path.is_dir()).flat_map(|folder| {
            let paths = paths_in(folder).into_iter();
            paths.filter(|path| leads_out(path, folder) && recognise(path, path).is_some())
        });
        out.collect()
    }

    /// `data/index.json`: run logs and data sets for the page.
    pub fn index(&self, run_logs: &RunLogs) -> String {
        let entries = self.in_folders();
        let own = entries
            .iter()
            .filter(|(_, entry)| !run_logs.has(&entry.name));
        let lines = own.map(|(folder, entry)| {
            Listed::DataSet(Line {
                name: &entry.name,
                url: format!("data/{folder}/{}", percent_encode(&entry.file)),
                bytes: entry.bytes,
            })
        });
        let lines = run_logs.lines().into_iter().map(Listed::Log).chain(lines);
        let lines: Vec<_> = lines.collect();
        serde_json::to_string(&lines).expect("strings and numbers can be written")
    }

    /// The data set with the index entry `data/<folder>/<file>`, opened for reading.
    ///
    /// # Errors
    /// If it cannot be read, for example because it is now a link out of its folder.
    pub fn open(&self, folder: usize, file: &str) -> io::Result<Option<Content>> {
        let Some(folder) = self.folders.get(folder) else {
            return Ok(None);
        };
        let Some(entry) = folder.find(file) else {
            return Ok(None);
        };
        let opened = match entry.kind {
            Kind::Folder => zip_folder(&entry, &folder.path).map(Content::Zipped),
            Kind::Zip | Kind::JsonLines => {
                inside::open(&folder.path, &entry.path).map(Content::File)
            }
        };
        match opened {
            Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
            opened => opened.map(Some),
        }
    }
}

/// The content of a data set.
pub enum Content {
    /// That of a folder as a zip.
    Zipped(Vec<u8>),
    File(fs::File),
}

impl Folder {
    /// The data sets that are in the folder now.
    fn list(&self) -> Arc<List> {
        let before = self.last();
        let mut list = List::default();
        let folder = &self.path;
        // A data set can be named directly.
        if let Some(entry) = recognise(folder, folder) {
            list.entries.push(entry);
        } else {
            let mut paths = paths_in(folder);
            paths.sort();
            for path in paths {
                let state = state(&path);
                let entry = match (before.seen.get(&path), state) {
                    (Some((known, entry)), Some(state)) if *known == state => entry.clone(),
                    _ if leads_out(&path, folder) => None,
                    _ => recognise(folder, &path),
                };
                list.entries.extend(entry.clone());
                if let Some(state) = state {
                    list.seen.insert(path, (state, entry));
                }
            }
            list.distinguish();
        }
        for (index, entry) in list.entries.iter().enumerate() {
            list.by_file.entry(entry.file.clone()).or_insert(index);
        }
        let list = Arc::new(list);
        *self.last.lock().unwrap_or_else(PoisonError::into_inner) = list.clone();
        list
    }

    fn last(&self) -> Arc<List> {
        let last = self.last.lock();
        last.unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// The data set with this name on the page. A name that the last list does not have may be new.
    fn find(&self, file: &str) -> Option<Entry> {
        self.last().find(file).or_else(|| self.list().find(file))
    }
}

impl List {
    fn find(&self, file: &str) -> Option<Entry> {
        let index = *self.by_file.get(file)?;
        Some(self.entries[index].clone())
    }

    /// Adds the suffix of its kind to every name that an entry of an earlier kind has.
    fn distinguish(&mut self) {
        let mut first = HashMap::new();
        for Entry { name, kind, .. } in &self.entries {
            let first = first.entry(name.clone()).or_insert(*kind);
            *first = (*kind).min(*first);
        }
        for entry in &mut self.entries {
            if let Some(suffix) = entry.kind.suffix()
                && first[&entry.name] < entry.kind
            {
                entry.name += suffix;
                entry.file = entry.kind.file(&entry.name, &entry.path);
            }
        }
    }
}

/// The state of a regular file. Others are looked at each time: the files of a folder can change without it.
fn state(path: &Path) -> Option<State> {
    let metadata = fs::symlink_metadata(path).ok()?;
    let state = (metadata.len(), metadata.modified().ok());
    metadata.is_file().then_some(state)
}

fn paths_in(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).into_iter().flatten();
    entries
        .filter_map(|entry| Some(entry.ok()?.path()))
        .collect()
}

/// The data set at a path of a folder, if there is one.
fn recognise(folder: &Path, path: &Path) -> Option<Entry> {
    let metadata = fs::metadata(path).ok()?;
    let ending = path.extension().unwrap_or_default();
    let (kind, name, bytes) = if metadata.is_dir() {
        let files = text_files(path).ok()?;
        let name = files.iter().find_map(|(file, _)| dataset_name(file))?;
        (
            Kind::Folder,
            name,
            files.iter().map(|(_, bytes)| bytes).sum(),
        )
    } else if !metadata.is_file() {
        // Opening a pipe would block.
        return None;
    } else if Format::of_name(&path.to_string_lossy()) == Some(Format::JsonLines) {
        (Kind::JsonLines, stem(path)?, metadata.len())
    } else if ending.eq_ignore_ascii_case("zip") {
        let archive = ZipArchive::new(inside::open(folder, path).ok()?).ok()?;
        let is_edges = |file: &str| file.ends_with(EDGES_FILE);
        if !archive
            .file_names()
            .any(|file| file.is_ok_and(|file| is_edges(&file)))
        {
            return None;
        }
        (Kind::Zip, stem(path)?, metadata.len())
    } else {
        return None;
    };
    Some(Entry {
        file: kind.file(&name, path),
        kind,
        name,
        bytes,
        path: path.to_owned(),
    })
}

/// The file name without its ending and without that of a compression.
fn stem(path: &Path) -> Option<String> {
    let plain = Path::new(plain_name(path.file_name()?.to_str()?));
    Some(plain.file_stem()?.to_str()?.to_owned())
}

fn dataset_name(edges_file: &str) -> Option<String> {
    edges_file
        .strip_suffix(EDGES_FILE)
        .filter(|name| !name.is_empty())
        .map(str::to_owned)
}

/// Names and sizes of the text files directly in a folder, sorted.
fn text_files(folder: &Path) -> io::Result<Vec<(String, u64)>> {
    let mut files = Vec::new();
    for entry in fs::read_dir(folder)? {
        let entry = entry?;
        let metadata = entry.metadata()?;
        if let Ok(name) = entry.file_name().into_string()
            && metadata.is_file()
            && name.ends_with(".txt")
        {
            files.push((name, metadata.len()));
        }
    }
    files.sort();
    Ok(files)
}

/// A TU folder as an uncompressed TU zip: it does not leave this computer.
fn zip_folder(entry: &Entry, folder: &Path) -> io::Result<Vec<u8>> {
    let options = SimpleFileOptions::default().compression_method(CompressionMethod::Stored);
    let mut writer = ZipWriter::new(Cursor::new(Vec::new()));
    for (file, _) in text_files(&entry.path)? {
        // A zip contains one folder with the name of the data set.
        let name = entry.name.trim_end_matches(FOLDER_SUFFIX);
        writer.start_file(format!("{name}/{file}"), options)?;
        let mut content = Vec::new();
        inside::open(folder, &entry.path.join(file))?.read_to_end(&mut content)?;
        writer.write_all(&content)?;
    }
    Ok(writer.finish()?.into_inner())
}

pub fn percent_encode(name: &str) -> String {
    name.bytes()
        .map(|byte| match byte {
            b'A'..=b'Z' | b'a'..=b'z' | b'0'..=b'9' | b'-' | b'.' | b'_' | b'~' => {
                char::from(byte).to_string()
            }
            _ => format!("%{byte:02X}"),
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_list_follows_every_change_of_its_folder() {
        let folder = tempfile::tempdir().unwrap();
        let at = |name: &str| folder.path().join(name);
        let zip = |file: &str| {
            let mut writer = ZipWriter::new(Cursor::new(Vec::new()));
            writer
                .start_file(file, SimpleFileOptions::default())
                .unwrap();
            writer.finish().unwrap().into_inner()
        };
        let catalogue = Catalogue::new(&[folder.path().to_owned()]).unwrap();
        let names = || -> Vec<String> {
            let own = catalogue.in_folders().into_iter();
            let own = own.filter(|(index, _)| *index == 0);
            own.map(|(_, entry)| entry.name).collect()
        };
        fs::write(at("A.zip"), zip("A_A.txt")).unwrap();
        fs::write(at("B.zip"), "half").unwrap();
        assert_eq!(names(), ["A"]);
        // A download ends, a data set of the same name and one inside a folder appear.
        fs::write(at("B.zip"), zip("B_A.txt")).unwrap();
        fs::write(at("A.jsonl"), "{}").unwrap();
        fs::create_dir(at("C")).unwrap();
        assert_eq!(names(), ["A (JSON lines)", "A", "B"]);
        fs::write(at("C/A_A.txt"), "1, 2").unwrap();
        assert_eq!(names(), ["A (JSON lines)", "A", "B", "A (folder)"]);
        assert_eq!(catalogue.in_folders()[3].1.bytes, 4);
        fs::write(at("C/A_A.txt"), "1, 2\n2, 1").unwrap();
        assert_eq!(catalogue.in_folders()[3].1.bytes, 9);
        fs::remove_file(at("A.zip")).unwrap();
        assert_eq!(names(), ["A", "B", "A (folder)"]);
        // A data set that came after the last list is found, and a removed one is not.
        fs::write(at("D.zip"), zip("D_A.txt")).unwrap();
        fs::remove_file(at("B.zip")).unwrap();
        let found = ["D.zip", "B.zip", "E.zip"].map(|file| catalogue.open(0, file).unwrap());
        assert!(matches!(found, [Some(Content::File(_)), None, None]));
    }
}
