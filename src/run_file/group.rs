//! Run files that belong together: different folds of one run, as array jobs write them.

use std::collections::BTreeMap;

use super::name::{origin, words};
use super::{FoldRun, RunFile, RunFileError};

/// A run file and its name, without the folder.
pub struct NamedFile {
    pub name: String,
    pub run: RunFile,
}

/// The run of some files.
pub struct Merged {
    /// File names without folders.
    pub files: Vec<String>,
    pub run: RunFile,
}

/// The merged runs, with remarks about files that were not merged.
///
/// Files belong to one run if data set, fingerprint, configuration with seed, and origin of the folds are equal and no two
/// files disagree about a fold. Otherwise the files stay separate.
///
/// # Errors
/// If a file contradicts itself.
pub fn merged(mut files: Vec<NamedFile>) -> Result<(Vec<Merged>, Vec<String>), RunFileError> {
    for file in &files {
        let checked = file.run.check();
        checked.map_err(|error| RunFileError(format!("{}: {error}", file.name)))?;
    }
    files.sort_by(|a, b| (first_fold(&a.run), &a.name).cmp(&(first_fold(&b.run), &b.name)));
    let mut remarks = remarks_on_similar_runs(&files);
    let mut groups: Vec<Vec<NamedFile>> = Vec::new();
    for file in files {
        let same = |group: &&mut Vec<NamedFile>| group[0].run.is_same_run(&file.run);
        match groups.iter_mut().find(same) {
            Some(group) => group.push(file),
            None => groups.push(vec![file]),
        }
    }
    let mut runs = Vec::new();
    for group in groups {
        let reasons = disagreements(&group);
        if reasons.is_empty() {
            remarks.extend(repeats(&group));
            runs.push(one(group));
        } else {
            remarks.extend(reasons);
            runs.extend(group.into_iter().map(|file| one(vec![file])));
        }
    }
    Ok((runs, remarks))
}

/// The reason for not merging the files of a run, if any.
fn disagreements(group: &[NamedFile]) -> Vec<String> {
    let mut reasons = Vec::new();
    for (index, a) in group.iter().enumerate() {
        for b in &group[index + 1..] {
            if let Some(reason) = disagreement(a, b) {
                reasons.push(format!(
                    "{} and {} are not merged: {reason}.",
                    a.name, b.name
                ));
            }
        }
    }
    reasons
}

fn disagreement(a: &NamedFile, b: &NamedFile) -> Option<String> {
    for fold in &a.run.folds {
        for other in &b.run.folds {
            let number = fold.fold;
            if number == other.fold {
                if fold.split != other.split {
                    return Some(format!("fold {number} contains different graphs"));
                }
                if !is_repeated(fold, other) {
                    return Some(format!("fold {number} is in both, with different results"));
                }
            } else if let Some(graph) = fold
                .tested()
                .find(|graph| other.tested().any(|g| g == *graph))
            {
                return Some(format!(
                    "graph {graph} is in the test parts of fold {number} and of fold {}",
                    other.fold
                ));
            }
        }
    }
    None
}

/// Whether two folds are equal except for their times.
fn is_repeated(a: &FoldRun, b: &FoldRun) -> bool {
    let timeless = |fold: &FoldRun| {
        let mut fold = fold.clone();
        fold.epochs.iter_mut().for_each(|epoch| epoch.seconds = 0.0);
        fold
    };
    timeless(a) == timeless(b)
}

/// Lists folds that occur in several files with the same results.
fn repeats(group: &[NamedFile]) -> Vec<String> {
    let mut holders: BTreeMap<u32, Vec<&str>> = BTreeMap::new();
    for file in group {
        for fold in &file.run.folds {
            holders.entry(fold.fold).or_default().push(&file.name);
        }
    }
    let several = holders.into_iter().filter(|(_, files)| files.len() > 1);
    several
        .map(|(fold, files)| {
            format!(
                "Fold {fold} is in {}, with the same results; it counts once.",
                files.join(" and ")
            )
        })
        .collect()
}

/// Remarks about incomplete runs that almost match, with their difference.
fn remarks_on_similar_runs(files: &[NamedFile]) -> Vec<String> {
    let is_part = |file: &&NamedFile| file.run.folds.len() < file.run.config.folds as usize;
    let parts: Vec<_> = files.iter().filter(is_part).collect();
    let mut remarks = Vec::new();
    for (index, a) in parts.iter().enumerate() {
        // Each run is compared with the next similar one only, to limit the remarks.
        let look_alike = |b: &&&NamedFile| {
            let (one, other) = (&a.run, &b.run);
            one.data == other.data && one.config.model == other.config.model
        };
        if let Some(b) = parts[index + 1..].iter().find(look_alike)
            && !a.run.is_same_run(&b.run)
        {
            remarks.push(format!(
                "{} and {} are not merged: {}.",
                a.name,
                b.name,
                differences(&a.run, &b.run).join("; ")
            ));
        }
    }
    remarks
}

/// Differences between two runs on data sets of one name, as text.
fn differences(a: &RunFile, b: &RunFile) -> Vec<String> {
    let mut found = Vec::new();
    if a.fingerprint != b.fingerprint {
        found.push(format!(
            "their data sets differ in graphs, labels or attributes (fingerprints {} and {})",
            a.fingerprint, b.fingerprint
        ));
    }
    if a.splits != b.splits {
        found.push(format!(
            "their folds are {} and {}",
            origin(a.splits),
            origin(b.splits)
        ));
    }
    let values = [a, b].map(|run| serde_json::to_value(run.configuration()).unwrap_or_default());
    if let [serde_json::Value::Object(a), b] = values {
        let different = a.into_iter().filter(|(key, value)| b[key] != *value);
        found.extend(
            different.map(|(key, value)| format!("{} is {value} and {}", words(&key), b[&key])),
        );
    }
    found
}

/// Merges files that agree into one run.
fn one(group: Vec<NamedFile>) -> Merged {
    let mut files = group.into_iter();
    let first = files.next().expect("a group has a file");
    let (mut names, mut run) = (vec![first.name], first.run);
    for NamedFile { name, run: other } in files {
        names.push(name);
        run.merge(other);
    }
    Merged { files: names, run }
}

fn first_fold(run: &RunFile) -> Option<u32> {
    run.folds.iter().map(|fold| fold.fold).min()
}
