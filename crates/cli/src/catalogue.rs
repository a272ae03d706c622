//! Data sets on this computer: TU zips, TU folders and JSON lines in the user's folders and in the cache.

use std::collections::HashSet;
use std::fs::{self, File};
use std::io::{self, Cursor, Write};
use std::path::{Path, PathBuf};

use serde::Serialize;
use sublevel::graph::cache;
use sublevel::graph::formats::{Format, gzip::plain_name};
use zip::write::SimpleFileOptions;
use zip::{CompressionMethod, ZipArchive, ZipWriter};

use super::Failure;
use super::run_logs::{self, RunLogs};

const FOLDER_SUFFIX: &str = " (folder)";
/// Ending of the file that every TU data set contains: `NAME_A.txt`.
const EDGES_FILE: &str = "_A.txt";

/// The user's folders, then the cache. Each request lists them again, because their content can change.
#[derive(Clone, Debug)]
pub struct Catalogue {
    folders: Vec<PathBuf>,
}

/// One data set.
#[derive(Debug)]
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
    /// Index of its folder.
    folder: usize,
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
            None => Ok(Self {
                folders: folders.iter().cloned().chain(cache::folder()).collect(),
            }),
        }
    }

    /// The data sets by folder and name, without unreadable files. The first of two data sets with one name and format counts, and
    /// the user's folders precede the cache. A zip, JSON lines and a folder with one name are different data sets.
    pub fn entries(&self) -> Vec<Entry> {
        let mut entries: Vec<Entry> = Vec::new();
        for (index, folder) in self.folders.iter().enumerate() {
            if let Some(entry) = recognise(folder, index) {
                entries.push(entry);
                continue;
            }
            let mut paths = paths_in(folder);
            paths.retain(|path| !leads_out(path, folder));
            paths.sort();
            entries.extend(paths.iter().filter_map(|path| recognise(path, index)));
        }
        for place in 0..entries.len() {
            let entry = &entries[place];
            let is_beside = |other: &Entry| {
                other.folder == entry.folder && other.name == entry.name && other.kind < entry.kind
            };
            if let Some(suffix) = entry.kind.suffix()
                && entries.iter().any(is_beside)
            {
                let entry = &mut entries[place];
                entry.name += suffix;
                entry.file = entry.kind.file(&entry.name, &entry.path);
            }
        }
        let mut names = HashSet::new();
        entries.retain(|entry| names.insert(entry.name.clone()));
        entries
    }

    /// Links out of the user's folders whose targets could be data sets.
    pub fn links_out(&self) -> Vec<PathBuf> {
        let own = self.folders.iter().filter(|folder| folder.is_dir());
        let out = own.flat_map(|folder| {
            let paths = paths_in(folder).into_iter();
            paths.filter(|path| leads_out(path, folder) && recognise(path, 0).is_some())
        });
        out.collect()
    }

    /// `data/index.json`: run logs and data sets for the page.
    pub fn index(&self, run_logs: &RunLogs) -> String {
        let entries = self.entries();
        let own = entries.iter().filter(|entry| !run_logs.has(&entry.name));
        let lines = own.map(|entry| {
            Listed::DataSet(Line {
                name: &entry.name,
                url: format!("data/{}/{}", entry.folder, percent_encode(&entry.file)),
                bytes: entry.bytes,
            })
        });
        let lines = run_logs.lines().into_iter().map(Listed::Log).chain(lines);
        let lines: Vec<_> = lines.collect();
        serde_json::to_string(&lines).expect("strings and numbers can be written")
    }

    /// The data set with the index entry `data/<folder>/<file>`.
    pub fn find(&self, folder: usize, file: &str) -> Option<Entry> {
        self.entries()
            .into_iter()
            .find(|entry| entry.folder == folder && entry.file == file)
    }
}

fn paths_in(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).into_iter().flatten();
    entries
        .filter_map(|entry| Some(entry.ok()?.path()))
        .collect()
}

/// Whether a path in a folder is a link to a place outside it: the user has not named that place.
pub(super) fn leads_out(path: &Path, folder: &Path) -> bool {
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

fn recognise(path: &Path, folder: usize) -> Option<Entry> {
    let metadata = fs::metadata(path).ok()?;
    let ending = path.extension().unwrap_or_default();
    let has_ending = |ending_of: &str| ending.eq_ignore_ascii_case(ending_of);
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
    } else if has_ending("zip") {
        let archive = ZipArchive::new(File::open(path).ok()?).ok()?;
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
        folder,
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
pub fn zip_folder(entry: &Entry) -> io::Result<Vec<u8>> {
    let options = SimpleFileOptions::default().compression_method(CompressionMethod::Stored);
    let mut writer = ZipWriter::new(Cursor::new(Vec::new()));
    for (file, _) in text_files(&entry.path)? {
        // A zip contains one folder with the name of the data set.
        let name = entry.name.trim_end_matches(FOLDER_SUFFIX);
        writer.start_file(format!("{name}/{file}"), options)?;
        writer.write_all(&fs::read(entry.path.join(file))?)?;
    }
    Ok(writer.finish()?.into_inner())
}

pub(super) fn percent_encode(name: &str) -> String {
    name.bytes()
        .map(|byte| match byte {
            b'A'..=b'Z' | b'a'..=b'z' | b'0'..=b'9' | b'-' | b'.' | b'_' | b'~' => {
                char::from(byte).to_string()
            }
            _ => format!("%{byte:02X}"),
        })
        .collect()
}
