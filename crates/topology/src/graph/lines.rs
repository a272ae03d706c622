//! Lines of a text file from a stream, one at a time, with their line numbers, and the numbers in them.

use std::io::Read;

use super::error::{DataError, quoted};

/// Longer than any line of a data set: a longer "line" is not text.
const MAX_LINE_LENGTH: usize = 1 << 20;

/// A text file for reading line by line. Only one piece of it is in memory.
pub(super) struct Lines<'a> {
    file: String,
    input: Box<dyn Read + 'a>,
    /// Maximum number of further bytes of the file.
    left: u64,
    buffer: Vec<u8>,
    /// The part of the buffer that has not been returned.
    start: usize,
    end: usize,
    /// Number of the last line, counted from 1.
    number: u64,
}

/// One line without its end and the blanks around it. Not empty.
#[derive(Clone, Copy)]
pub(super) struct Line<'a> {
    file: &'a str,
    /// Counted from 1.
    pub number: u64,
    text: &'a [u8],
}

impl<'a> Lines<'a> {
    /// `size` is the size from the archive or the file system. A longer file is an error, so that none can exceed the accepted
    /// size.
    pub fn new(file: impl Into<String>, input: impl Read + 'a, size: u64) -> Self {
        Self {
            file: file.into(),
            input: Box::new(input),
            left: size,
            buffer: vec![0; 1 << 16],
            start: 0,
            end: 0,
            number: 0,
        }
    }

    /// The next line, or `None` at the end. Empty lines are valid only at the end of the file: elsewhere, the vertex or graph of
    /// the following lines would be ambiguous.
    pub fn next(&mut self) -> Result<Option<Line<'_>>, DataError> {
        let mut empty_line = None;
        loop {
            let Some((from, to)) = self.advance()? else {
                return Ok(None);
            };
            if from == to {
                empty_line.get_or_insert(self.number);
            } else if let Some(number) = empty_line {
                return Err(self.error_at(
                    number,
                    "no empty line before the end of the file",
                    "one",
                ));
            } else {
                return Ok(Some(Line {
                    file: &self.file,
                    number: self.number,
                    text: &self.buffer[from..to],
                }));
            }
        }
    }

    /// Reads the whole file, which must have one line for each of `count` things, for example vertices.
    pub fn for_each_of(
        &mut self,
        count: u64,
        things: &str,
        mut read: impl FnMut(Line<'_>) -> Result<(), DataError>,
    ) -> Result<(), DataError> {
        let mut lines = 0;
        while let Some(line) = self.next()? {
            if line.number > count {
                return Err(line.error(format!(
                    "the end of the file after one line for each of the {count} {things}"
                )));
            }
            read(line)?;
            lines = line.number;
        }
        if lines < count {
            let expected = format!("one line for each of the {count} {things}");
            return Err(self.error_at(lines + 1, expected, "the end of the file"));
        }
        Ok(())
    }

    fn error_at(&self, line: u64, expected: impl Into<String>, found: &str) -> DataError {
        DataError::Line {
            file: self.file.clone(),
            line,
            expected: expected.into(),
            found: found.into(),
        }
    }

    /// Place of the next line in the buffer, without its end and the blanks around it.
    fn advance(&mut self) -> Result<Option<(usize, usize)>, DataError> {
        let mut searched = 0;
        let (end, next) = loop {
            let unread = &self.buffer[self.start + searched..self.end];
            if let Some(length) = unread.iter().position(|&byte| byte == b'\n') {
                let end = self.start + searched + length;
                break (end, end + 1);
            }
            searched = self.end - self.start;
            if !self.fill()? {
                if searched == 0 {
                    return Ok(None);
                }
                break (self.end, self.end);
            }
        };
        let mut start = self.start;
        self.start = next;
        if self.number == 0 && self.buffer[start..end].starts_with(b"\xef\xbb\xbf") {
            start += 3;
        }
        self.number += 1;
        let line = &self.buffer[start..end];
        let from = start
            + line
                .iter()
                .take_while(|byte| byte.is_ascii_whitespace())
                .count();
        let blanks = self.buffer[from..end]
            .iter()
            .rev()
            .take_while(|byte| byte.is_ascii_whitespace())
            .count();
        Ok(Some((from, end - blanks)))
    }

    /// Reads more bytes after the unread part of the buffer. False at the end of the file.
    fn fill(&mut self) -> Result<bool, DataError> {
        self.buffer.copy_within(self.start..self.end, 0);
        self.end -= self.start;
        self.start = 0;
        if self.end == self.buffer.len() {
            if self.end >= MAX_LINE_LENGTH {
                return Err(self.error_at(
                    self.number + 1,
                    "numbers",
                    &format!("a line of more than {MAX_LINE_LENGTH} characters"),
                ));
            }
            self.buffer.resize(2 * self.end, 0);
        }
        let count = loop {
            match self.input.read(&mut self.buffer[self.end..]) {
                Err(error) if error.kind() == std::io::ErrorKind::Interrupted => {}
                Err(error) => {
                    let problem = format!(
                        "reading stops after line {} ({error}); the file is incomplete or damaged; download it again",
                        self.number
                    );
                    return Err(DataError::file(&self.file, problem));
                }
                Ok(count) => break count,
            }
        };
        self.left = self.left.checked_sub(count as u64).ok_or_else(|| {
            DataError::file(
                &self.file,
                format!(
                    "exceeds its declared size after line {}; it is damaged or malicious",
                    self.number
                ),
            )
        })?;
        self.end += count;
        Ok(count > 0)
    }
}

/// The lines of a text in memory, without empty lines and comments, which begin with # or %. `progress` receives the read share of
/// the text from time to time.
pub(super) fn lines_of<'a>(
    file: &'a str,
    text: &'a str,
    progress: &'a dyn Fn(f64),
) -> impl Iterator<Item = Line<'a>> {
    const LINES_BETWEEN: u64 = 1 << 16;

    (1..)
        .zip(text.split('\n'))
        .filter_map(move |(number, line)| {
            if number % LINES_BETWEEN == 0 {
                let read = line.as_ptr().addr() - text.as_ptr().addr();
                progress(read as f64 / text.len() as f64);
            }
            let text = line.trim_ascii().as_bytes();
            let is_comment = matches!(text, [b'#' | b'%', ..]);
            (!text.is_empty() && !is_comment).then_some(Line { file, number, text })
        })
}

impl<'a> Line<'a> {
    /// The error that the line is not the expected one.
    pub fn error(&self, expected: impl Into<String>) -> DataError {
        self.error_because(expected, "")
    }

    /// The error that the line is not the expected one, with a reason.
    pub fn error_because(&self, expected: impl Into<String>, why: &str) -> DataError {
        DataError::Line {
            file: self.file.into(),
            line: self.number,
            expected: expected.into(),
            found: quoted(self.text) + why,
        }
    }

    /// The parts of the line between commas or blanks.
    pub fn fields(&self) -> Fields<'a> {
        Fields(self.text)
    }

    /// The line as one number. `None` if it is anything else.
    pub fn number<T>(&self, parse: impl Fn(&[u8]) -> Option<T>) -> Option<T> {
        parse(self.text)
    }
}

/// The parts of a line between commas or blanks.
pub(super) struct Fields<'a>(&'a [u8]);

impl<'a> Iterator for Fields<'a> {
    type Item = &'a [u8];

    #[inline]
    fn next(&mut self) -> Option<&'a [u8]> {
        let text = self.0;
        if text.is_empty() {
            return None;
        }
        let length = text
            .iter()
            .take_while(|&&byte| byte != b',' && !byte.is_ascii_whitespace())
            .count();
        let (field, rest) = text.split_at(length);
        let rest = rest.trim_ascii_start();
        self.0 = rest.strip_prefix(b",").unwrap_or(rest).trim_ascii_start();
        Some(field)
    }
}

/// A number without sign. `None` if it is anything else or too large.
#[inline]
pub(super) fn natural(text: &[u8]) -> Option<u32> {
    if text.is_empty() {
        return None;
    }
    text.iter().try_fold(0u32, |number, byte| {
        let digit = byte.wrapping_sub(b'0');
        if digit > 9 {
            None
        } else {
            number.checked_mul(10)?.checked_add(u32::from(digit))
        }
    })
}

/// A whole number. `None` if it is anything else or too large.
pub(super) fn integer(text: &[u8]) -> Option<i64> {
    std::str::from_utf8(text).ok()?.parse().ok()
}

/// A finite real number. `None` if it is anything else.
pub(super) fn finite(text: &[u8]) -> Option<f32> {
    std::str::from_utf8(text)
        .ok()?
        .parse()
        .ok()
        .filter(|number: &f32| number.is_finite())
}

/// A real number, `nan` or `inf`. `None` if it is anything else or too large.
pub(super) fn real(text: &[u8]) -> Option<f64> {
    let is_too_large = |number: &f64| number.is_infinite() && text.iter().any(u8::is_ascii_digit);
    let number = str::from_utf8(text).ok()?.parse().ok();
    number.filter(|number| !is_too_large(number))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A source that yields one byte at a time.
    struct Slow<'a>(&'a [u8]);

    impl Read for Slow<'_> {
        fn read(&mut self, buffer: &mut [u8]) -> std::io::Result<usize> {
            (&mut self.0).take(1).read(buffer)
        }
    }

    #[test]
    fn lines_are_independent_of_the_chunk_size() {
        let long = "7".repeat(200_000);
        let text = format!("1, 2\r\n{long}\n  3\n");
        let mut slow = Lines::new("t", Slow(text.as_bytes()), text.len() as u64);
        let mut fast = Lines::new("t", text.as_bytes(), text.len() as u64);
        for expected in ["1, 2", &long, "3"] {
            for lines in [&mut slow, &mut fast] {
                let line = lines.next().unwrap().unwrap();
                assert_eq!(line.text, expected.as_bytes());
            }
        }
        assert!(slow.next().unwrap().is_none() && fast.next().unwrap().is_none());
    }

    #[test]
    fn a_file_beyond_its_declared_size_is_rejected() {
        let mut lines = Lines::new("t", &b"1\n2\n3\n"[..], 4);
        let error = lines.next().err().unwrap().to_string();
        assert!(error.starts_with("t: exceeds its declared size"), "{error}");
    }
}
