//! The files of a data set among other files.

use crate::graph::DataError;
use crate::graph::formats::files::{Entry, Files};
use crate::graph::formats::lookalikes::ARCHIVE;

/// Folder and name of the data set: the beginning of `NAME_A.txt`.
pub(super) fn find_data_set(files: &impl Files) -> Result<(Vec<String>, String), DataError> {
    let entries = files.entries();
    let mut candidates: Vec<(&[String], &str)> = entries
        .iter()
        .filter_map(|file| {
            Some((
                file.path.split_last()?.1,
                file.name().strip_suffix("_A.txt")?,
            ))
        })
        .collect();
    let is_complete = |&(folder, name): &(&[String], &str)| {
        ["graph_indicator", "graph_labels"].iter().all(|end| {
            let wanted = format!("{name}_{end}.txt");
            entries
                .iter()
                .any(|file| file.path.split_last() == Some((&wanted, folder)))
        })
    };
    if candidates.iter().any(is_complete) {
        candidates.retain(is_complete);
    }
    // If the archive has the name of one of its data sets, this data set counts.
    let title = files.title().trim_end_matches(['/', '\\']);
    let stem = title.rsplit(['/', '\\']).next().unwrap_or(title);
    let stem = stem.strip_suffix(".zip").unwrap_or(stem);
    if candidates.iter().any(|(_, name)| *name == stem) {
        candidates.retain(|(_, name)| *name == stem);
    }
    let is_other = |file: &Entry| file.name() == "workbook.xml" || file.name().ends_with(".npy");
    match candidates[..] {
        [(folder, name)] => Ok((folder.to_vec(), name.into())),
        [] if entries.iter().any(is_other) => Err(DataError::file(files.title(), ARCHIVE)),
        [] => Err(DataError::file(
            files.title(),
            format!(
                "expected a TU data set, a file whose name ends in _A.txt, found {}",
                listed(entries.iter().map(|file| file.name()))
            ),
        )),
        _ => Err(DataError::file(
            files.title(),
            format!(
                "expected one data set, found {}: {}; take one of them alone",
                candidates.len(),
                listed(candidates.iter().map(|(folder, name)| {
                    let mut path = folder.to_vec();
                    path.push((*name).into());
                    path.join("/")
                }))
            ),
        )),
    }
}

/// The first few names and the number of further ones.
fn listed(names: impl ExactSizeIterator<Item: AsRef<str>>) -> String {
    const SHOWN: usize = 5;
    let count = names.len();
    if count == 0 {
        return "nothing".into();
    }
    let shown: Vec<String> = names
        .take(SHOWN)
        .map(|name| name.as_ref().escape_debug().to_string())
        .collect();
    let more = if count > SHOWN {
        format!(" and {} more", count - SHOWN)
    } else {
        String::new()
    };
    shown.join(", ") + &more
}
