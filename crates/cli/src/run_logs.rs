//! Run logs on this computer: folders that training programs write.

use std::collections::HashSet;
use std::fs::File;
use std::io::Read;
use std::path::PathBuf;

use serde::Serialize;
use sublevel::run_log::{FILES, HEADER, Header, INDEX};

use super::Failure;
use super::catalogue::percent_encode;
use super::inside;

/// The folders of `--run`, in their order.
#[derive(Clone, Debug, Default)]
pub struct RunLogs {
    logs: Vec<RunLog>,
}

#[derive(Clone, Debug)]
struct RunLog {
    folder: PathBuf,
    /// Unique name on the page.
    name: String,
}

/// One entry of `data/index.json`.
#[derive(Serialize)]
pub struct Line<'a> {
    name: &'a str,
    /// The folder, relative to the page.
    url: String,
    bytes: u64,
    /// Marks a run log.
    log: bool,
}

impl RunLogs {
    /// Each folder must be a run log. Two run logs with one name receive numbers.
    pub fn new(folders: &[PathBuf]) -> Result<Self, Failure> {
        let mut names = HashSet::new();
        let mut logs = Vec::new();
        for folder in folders {
            let place = folder.display();
            let mut header = Vec::new();
            inside::open(folder, &folder.join(HEADER))
                .and_then(|mut file| file.read_to_end(&mut header))
                .map_err(|error| {
                    Failure::usage(format!(
                        "--run {place}: expected the folder of a run log, found no readable {HEADER} ({error}); start the training \
                         first, or name another folder"
                    ))
                })?;
            let header = Header::read(&header)
                .map_err(|error| Failure::usage(format!("--run {place}: {error}")))?;
            // Links to data sets have no tilde in their names.
            let name = header.name.replace('~', "-");
            let numbered = (2..).map(|number| format!("{name} ({number})"));
            let mut candidates = std::iter::once(name.clone()).chain(numbered);
            let name = candidates.find(|name| names.insert(name.clone()));
            logs.push(RunLog {
                folder: folder.clone(),
                name: name.unwrap_or_default(),
            });
        }
        Ok(Self { logs })
    }

    /// The end of an address that opens the first run log; empty without one.
    pub fn fragment(&self) -> String {
        let first = self.logs.first();
        first.map_or_else(String::new, |log| {
            format!("#data={}", percent_encode(&log.name))
        })
    }

    /// Whether a run log has this name.
    pub fn has(&self, name: &str) -> bool {
        self.logs.iter().any(|log| log.name == name)
    }

    /// The entries of the list of data sets.
    pub fn lines(&self) -> Vec<Line<'_>> {
        let logs = self.logs.iter().enumerate();
        logs.map(|(index, log)| Line {
            name: &log.name,
            url: format!("run/{index}/"),
            bytes: FILES
                .iter()
                .filter_map(|file| Some(self.file(index, file)?.metadata().ok()?.len()))
                .sum(),
            log: true,
        })
        .collect()
    }

    /// A file of a run log, opened for reading. None for other files, and for links out of the folder.
    pub fn file(&self, index: usize, file: &str) -> Option<File> {
        let folder = &self.logs.get(index)?.folder;
        let name = FILES.into_iter().find(|name| *name == file)?;
        inside::open(folder, &folder.join(name)).ok()
    }

    /// The length of the index of a run log, which grows with each epoch.
    pub fn length(&self, index: usize) -> Option<u64> {
        Some(self.file(index, INDEX)?.metadata().ok()?.len())
    }
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    fn folder(name: &str) -> tempfile::TempDir {
        let folder = tempfile::tempdir().unwrap();
        let header = format!(
            "{{\"run_log\": 1, \"name\": \"{name}\", \"channels\": [\"f\"], \"classes\": [\"0\"], \"graphs\": 1, \"vertices\": 1}}"
        );
        fs::write(folder.path().join(HEADER), header).unwrap();
        folder
    }

    #[test]
    fn run_logs_with_one_name_receive_numbers() {
        let folders = [folder("a~b"), folder("a~b")];
        let paths = folders.each_ref().map(|folder| folder.path().to_owned());
        let logs = RunLogs::new(&paths).unwrap();
        assert!(logs.has("a-b") && logs.has("a-b (2)"));
        assert_eq!(logs.fragment(), "#data=a-b");
        assert_eq!(logs.lines()[1].url, "run/1/");
    }

    #[test]
    fn a_folder_without_a_header_is_rejected() {
        let empty = tempfile::tempdir().unwrap();
        let told = RunLogs::new(&[empty.path().to_owned()]).unwrap_err();
        assert!(told.to_string().contains("start the training first"));
    }

    #[cfg(unix)]
    #[test]
    fn only_the_files_of_the_format_are_served_and_no_links_out() {
        let folder = folder("a");
        let secret = tempfile::NamedTempFile::new().unwrap();
        std::os::unix::fs::symlink(secret.path(), folder.path().join(INDEX)).unwrap();
        fs::write(folder.path().join("notes.txt"), "x").unwrap();
        let logs = RunLogs::new(&[folder.path().to_owned()]).unwrap();
        assert!(logs.file(0, HEADER).is_some());
        for file in [INDEX, "notes.txt", "../x", "graphs.jsonl"] {
            assert!(logs.file(0, file).is_none(), "{file}");
        }
        assert!(logs.file(1, HEADER).is_none());
    }
}
