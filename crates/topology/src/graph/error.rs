//! Errors in data, with messages that help the reader to correct them.

use std::fmt::{self, Display, Formatter};

use super::formats::View;

/// The reason why a file contains no data set, or a data set has no split. The text names the file, the line, the expected and the
/// actual contents.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum DataError {
    /// A line has invalid contents.
    Line {
        /// Name of the file.
        file: String,
        /// Counted from 1.
        line: u64,
        /// The expected contents.
        expected: String,
        /// The actual contents, in quotes if they are text of the file.
        found: String,
    },
    /// A place in a text is invalid.
    Place {
        /// Name of the file.
        file: String,
        /// Counted from 1.
        line: usize,
        /// Counted from 1.
        column: usize,
        /// The error at this place.
        problem: String,
    },
    /// A file as a whole is invalid.
    File {
        /// Name of the file or folder.
        file: String,
        /// The error, and its remedy.
        problem: String,
    },
    /// The headings or the number of columns of a table do not tell what the columns are. The user can.
    Columns {
        /// Name of the file.
        file: String,
        /// What its rows should be.
        view: View,
        /// The error, without its remedy.
        problem: String,
        /// What to write in the command line.
        remedy: String,
    },
    /// The requested split of the graphs does not exist.
    Split(String),
}

impl std::error::Error for DataError {}

impl Display for DataError {
    fn fmt(&self, formatter: &mut Formatter<'_>) -> fmt::Result {
        let text = match self {
            Self::Line {
                file,
                line,
                expected,
                found,
            } => format!("{file}, line {line}: expected {expected}, found {found}"),
            Self::Place {
                file,
                line,
                column,
                problem,
            } => format!("{file}, line {line}, column {column}: {problem}"),
            Self::File { file, problem } => format!("{file}: {problem}"),
            Self::Columns {
                file,
                problem,
                remedy,
                ..
            } => format!("{file}: {problem}; {remedy}"),
            Self::Split(problem) => problem.clone(),
        };
        formatter.write_str(&readable(&text))
    }
}

impl DataError {
    /// An invalid place in a text, after `offset` bytes.
    pub(super) fn place(file: &str, text: &str, offset: usize, problem: impl Into<String>) -> Self {
        let before = &text[..text.floor_char_boundary(offset)];
        let line = before.rfind('\n').map_or(before, |end| &before[end + 1..]);
        Self::Place {
            file: file.into(),
            line: before.bytes().filter(|&byte| byte == b'\n').count() + 1,
            column: line.chars().count() + 1,
            problem: problem.into(),
        }
    }

    /// A table whose columns are unknown.
    pub(super) fn columns(
        file: &str,
        view: View,
        problem: impl Into<String>,
        remedy: impl Into<String>,
    ) -> Self {
        Self::Columns {
            file: file.into(),
            view,
            problem: problem.into(),
            remedy: remedy.into(),
        }
    }

    /// A file that is invalid as a whole.
    pub(super) fn file(file: impl Into<String>, problem: impl Into<String>) -> Self {
        Self::File {
            file: file.into(),
            problem: problem.into(),
        }
    }
}

/// A message of serde for readers who know JSON but not Rust: `expected u32` becomes `expected a whole number`.
pub fn without_types(message: &str) -> String {
    let mut words = message.split(' ').peekable();
    let mut plain: Vec<&str> = Vec::new();
    while let Some(word) = words.next() {
        let end = word.trim_end_matches([',', ';', '.']);
        plain.push(match end {
            "u8" | "u16" | "u32" | "u64" | "usize" | "i32" | "i64" => "a whole number",
            "f32" | "f64" => "a number",
            "struct" | "map" => {
                // The name of a struct means nothing to the reader.
                if end == "struct" {
                    words.next();
                }
                "an object"
            }
            "sequence" => "a list",
            _ => word,
        });
        if let Some(mark) = word.get(end.len()..).filter(|mark| !mark.is_empty())
            && plain.last() != Some(&word)
        {
            plain.push(mark);
        }
    }
    plain
        .join(" ")
        .replace(" ,", ",")
        .replace(" ;", ";")
        .replace("a a list", "a list")
}

/// Maximum number of characters of a message. A longer one loses its middle.
const MAX_MESSAGE_LENGTH: usize = 2000;

/// A message for a terminal or a page, safe for all names and texts of a file. It has bounded length, no control characters except
/// line breaks, and no characters that reverse the direction of text.
pub fn readable(message: &str) -> String {
    let reverses =
        |character| matches!(character, '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}');
    let count = message.chars().count();
    let mut text = String::with_capacity(message.len().min(4 * MAX_MESSAGE_LENGTH));
    for (index, character) in message.chars().enumerate() {
        // The beginning names the file, and the end the remedy.
        if count > MAX_MESSAGE_LENGTH && index == MAX_MESSAGE_LENGTH / 2 {
            text.push('…');
        }
        let is_left_out = count > MAX_MESSAGE_LENGTH
            && (MAX_MESSAGE_LENGTH / 2..count - MAX_MESSAGE_LENGTH / 2).contains(&index);
        if is_left_out {
            continue;
        }
        if character != '\n' && (character.is_control() || reverses(character)) {
            text.extend(character.escape_default());
        } else {
            text.push(character);
        }
    }
    text
}

/// Maximum number of characters of a file in a message.
const SHOWN: usize = 60;

/// Text of a file for a message: in quotes, shortened, without unprintable characters.
pub(super) fn quoted(text: &[u8]) -> String {
    match str::from_utf8(text) {
        Ok("") => "an empty line".into(),
        Ok(text) => quoted_name(text),
        Err(_) => format!(
            "bytes that are not UTF-8 text: \"{}\"",
            text[..text.len().min(SHOWN)].escape_ascii()
        ),
    }
}

/// A name in a file for a message; see [`quoted`].
pub(super) fn quoted_name(name: &str) -> String {
    match name.char_indices().nth(SHOWN) {
        None => format!("{name:?}"),
        Some((end, _)) => format!("{:?}…", &name[..end]),
    }
}

/// The text of a file, without a byte order mark.
pub(super) fn utf8<'a>(file: &str, text: &'a [u8]) -> Result<&'a str, DataError> {
    let text = text.strip_prefix(b"\xef\xbb\xbf").unwrap_or(text);
    str::from_utf8(text).map_err(|error| {
        let (valid, rest) = text.split_at(error.valid_up_to());
        let problem = format!(
            "expected text in UTF-8, found \"{}\"; save the file in that encoding",
            rest[..rest.len().min(4)].escape_ascii()
        );
        // The text before it is valid, see above.
        let valid = str::from_utf8(valid).unwrap_or_default();
        DataError::place(file, valid, valid.len(), problem)
    })
}

#[cfg(test)]
mod tests {
    use super::{DataError, MAX_MESSAGE_LENGTH, readable, without_types};

    #[test]
    fn messages_are_bounded_and_without_control_characters() {
        assert_eq!(readable("a\u{1b}[31m\tb\nc"), "a\\u{1b}[31m\\tb\nc");
        assert_eq!(readable("a\u{202e}b"), "a\\u{202e}b");
        let exact = "é".repeat(MAX_MESSAGE_LENGTH);
        assert_eq!(readable(&exact), exact);
        let long = format!("begin {} end", "x".repeat(300_000));
        let error = DataError::file(&*long, "is empty; choose another file").to_string();
        assert_eq!(error.chars().count(), MAX_MESSAGE_LENGTH + 1);
        assert!(
            error.starts_with("begin x") && error.ends_with(" end: is empty; choose another file")
        );
    }

    #[test]
    fn messages_have_words_of_json() {
        for (rust, json) in [
            (
                "invalid type: sequence, expected u32",
                "invalid type: a list, expected a whole number",
            ),
            (
                "invalid type: map, expected f32 at line 1",
                "invalid type: an object, expected a number at line 1",
            ),
            (
                "invalid type: null, expected a sequence",
                "invalid type: null, expected a list",
            ),
            (
                "invalid type: integer `5`, expected struct RunFile",
                "invalid type: integer `5`, expected an object",
            ),
            ("missing field `data`", "missing field `data`"),
        ] {
            assert_eq!(without_types(rust), json);
        }
    }
}
