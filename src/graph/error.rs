//! What can be wrong with data, told so that the reader of the message can mend it.

use thiserror::Error;

/// Why a file gives no data set, or a data set no split. The text names the file, the line, what was
/// expected and what was found.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum DataError {
    /// A line says something that it must not.
    #[error("{file}, line {line}: expected {expected}, found {found}")]
    Line {
        /// Name of the file.
        file: String,
        /// Counted from 1.
        line: u64,
        /// What belongs there.
        expected: String,
        /// What is there, in quotes where it is text of the file.
        found: String,
    },
    /// A place in a JSON text is wrong.
    #[error("{file}, line {line}, column {column}: {problem}")]
    Place {
        /// Name of the file.
        file: String,
        /// Counted from 1.
        line: usize,
        /// Counted from 1.
        column: usize,
        /// What is wrong there.
        problem: String,
    },
    /// A file as a whole is wrong.
    #[error("{file}: {problem}")]
    File {
        /// Name of the file or folder.
        file: String,
        /// What is wrong, and what to do.
        problem: String,
    },
    /// The graphs cannot be split as asked.
    #[error("{0}")]
    Split(String),
}

impl DataError {
    /// A file as a whole is wrong.
    pub(super) fn file(file: impl Into<String>, problem: impl Into<String>) -> Self {
        Self::File {
            file: file.into(),
            problem: problem.into(),
        }
    }
}

/// Text of a file as a message shows it: in quotes, shortened, nothing unprintable.
pub(super) fn quoted(text: &[u8]) -> String {
    const SHOWN: usize = 60;
    match std::str::from_utf8(text) {
        Ok("") => "an empty line".into(),
        Ok(text) if text.chars().count() <= SHOWN => format!("{text:?}"),
        Ok(text) => format!("{:?}…", text.chars().take(SHOWN).collect::<String>()),
        Err(_) => format!(
            "bytes that are not UTF-8 text: \"{}\"",
            text[..text.len().min(SHOWN)].escape_ascii()
        ),
    }
}
