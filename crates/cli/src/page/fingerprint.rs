//! Fingerprints of sources, to detect changes.

use std::collections::BTreeSet;
use std::fs;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::io::{self, ErrorKind};
use std::path::{Path, PathBuf};

/// An unreadable source.
#[derive(Debug, thiserror::Error)]
#[error("cannot read {}: {error}", path.display())]
pub struct Unreadable {
    path: PathBuf,
    error: io::Error,
}

/// A hash of the names and contents of the `included` files and folders, without the `excluded` ones.
///
/// Contents count, not times, because a checkout touches every file. An `included` entry inside an excluded folder counts; a missing
/// entry counts as empty.
pub fn fingerprint(
    root: &Path,
    included: &[&str],
    excluded: &[&str],
) -> Result<String, Unreadable> {
    let mut files = BTreeSet::new();
    for path in included {
        collect(&root.join(path), root, excluded, &mut files)?;
    }
    let mut hasher = DefaultHasher::new();
    for path in files {
        path.strip_prefix(root).unwrap_or(&path).hash(&mut hasher);
        let content = fs::read(&path).map_err(|error| Unreadable { path, error })?;
        content.hash(&mut hasher);
    }
    Ok(format!("{:016x}", hasher.finish()))
}

fn collect(
    path: &Path,
    root: &Path,
    excluded: &[&str],
    files: &mut BTreeSet<PathBuf>,
) -> Result<(), Unreadable> {
    let unreadable = |error| Unreadable {
        path: path.to_owned(),
        error,
    };
    let metadata = match fs::metadata(path) {
        Ok(metadata) => metadata,
        Err(error) if error.kind() == ErrorKind::NotFound => return Ok(()),
        Err(error) => return Err(unreadable(error)),
    };
    if metadata.is_file() {
        files.insert(path.to_owned());
        return Ok(());
    }
    for entry in fs::read_dir(path).map_err(unreadable)? {
        let entry = entry.map_err(unreadable)?.path();
        if !excluded.iter().any(|excluded| entry == root.join(excluded)) {
            collect(&entry, root, excluded, files)?;
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tree(files: &[(&str, &str)]) -> tempfile::TempDir {
        let root = tempfile::tempdir().unwrap();
        for (path, content) in files {
            let path = root.path().join(path);
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(path, content).unwrap();
        }
        root
    }

    #[test]
    fn depends_only_on_names_and_contents_of_the_given_folders() {
        let print = |files: &[(&str, &str)]| {
            fingerprint(tree(files).path(), &["src", "absent"], &[]).unwrap()
        };
        let original = print(&[("src/a.rs", "1"), ("src/b/c.rs", "2")]);
        assert_eq!(
            original,
            print(&[("src/b/c.rs", "2"), ("src/a.rs", "1"), ("other", "3")])
        );
        assert_ne!(original, print(&[("src/a.rs", "1"), ("src/b/c.rs", "3")]));
        assert_ne!(original, print(&[("src/a.rs", "1"), ("src/b/d.rs", "2")]));
        assert_ne!(original, print(&[("src/a.rs", "1")]));
    }

    #[test]
    fn excluded_folders_do_not_count_unless_named() {
        let print = |cli: &str, page: &str| {
            let root = tree(&[
                ("src/lib.rs", ""),
                ("src/cli/a.rs", cli),
                ("src/cli/page/b.rs", page),
            ]);
            fingerprint(root.path(), &["src", "src/cli/page"], &["src/cli"]).unwrap()
        };
        assert_eq!(print("1", "1"), print("2", "1"));
        assert_ne!(print("1", "1"), print("1", "2"));
    }
}
