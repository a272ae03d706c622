//! The file in which the tests of one `cargo test` note what they skip.

use std::fs;
use std::path::{Path, PathBuf};

/// The file of the notes. The tests of one `cargo test` share it, because cargo is their parent process.
pub fn notes_of_this_run() -> PathBuf {
    #[cfg(unix)]
    let run = std::os::unix::process::parent_id();
    #[cfg(not(unix))]
    let run = "notes";
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("skipped");
    fs::create_dir_all(&folder).unwrap();
    folder.join(format!("{run}.tsv"))
}
