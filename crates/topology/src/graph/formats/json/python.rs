//! `NaN` and `Infinity`, which Python writes into JSON, although JSON does not have them.

use std::io::{self, Read};

/// The replacements of Python words: texts of the same length, so that places in messages remain valid.
const WORDS: [(&[u8], &[u8], f64); 3] = [
    (b"NaN", b"\"N\"", f64::NAN),
    (b"Infinity", b"\"Infini\"", f64::INFINITY),
    (b"-Infinity", b"\"-Infini\"", f64::NEG_INFINITY),
];

/// The longest of them.
const MAX_WORD_LENGTH: usize = 9;
const BYTE_ORDER_MARK: &[u8] = b"\xef\xbb\xbf";
/// Bytes per read.
const PIECE: usize = 1 << 16;

/// A text, without a byte order mark, with these words replaced by texts that [`number`] recognises.
pub(super) struct WithoutWords<R> {
    text: R,
    piece: Vec<u8>,
    /// The start of the part of the piece for output, and of the part that may still contain words.
    start: usize,
    searched: usize,
    end: usize,
    /// Whether the searched part ends inside a text, and whether with a backslash.
    inside: bool,
    escaped: bool,
    bytes: usize,
    /// Whether the text so far is only white space.
    blank: bool,
}

impl<R: Read> WithoutWords<R> {
    pub fn new(text: R) -> Self {
        Self {
            text,
            piece: vec![0; PIECE],
            start: 0,
            searched: 0,
            end: 0,
            inside: false,
            escaped: false,
            bytes: 0,
            blank: true,
        }
    }

    /// Number of bytes read so far.
    pub fn length(&self) -> usize {
        self.bytes
    }

    /// Whether the text so far is only white space.
    pub fn is_blank(&self) -> bool {
        self.blank
    }

    /// Reads more, and replaces all words except possibly truncated ones.
    fn fill(&mut self) -> io::Result<()> {
        self.piece.copy_within(self.searched..self.end, 0);
        self.end -= self.searched;
        (self.start, self.searched) = (0, 0);
        let is_first = self.bytes == 0;
        let mut is_last = false;
        // Enough that some output remains after a byte order mark.
        while self.end < BYTE_ORDER_MARK.len() + MAX_WORD_LENGTH && !is_last {
            match self.text.read(&mut self.piece[self.end..]) {
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(error) => return Err(error),
                Ok(count) => {
                    is_last = count == 0;
                    self.end += count;
                    self.bytes += count;
                }
            }
        }
        if is_first && self.piece[..self.end].starts_with(BYTE_ORDER_MARK) {
            (self.start, self.searched) = (BYTE_ORDER_MARK.len(), BYTE_ORDER_MARK.len());
        }
        let whole = match is_last {
            true => self.end,
            // The last word may be truncated.
            false => self.end - (MAX_WORD_LENGTH - 1),
        };
        self.replace(whole.max(self.searched));
        Ok(())
    }

    fn replace(&mut self, end: usize) {
        while self.searched < end {
            let byte = self.piece[self.searched];
            self.blank = self.blank && byte.is_ascii_whitespace();
            if self.escaped {
                self.escaped = false;
            } else {
                match byte {
                    b'"' => self.inside = !self.inside,
                    b'\\' => self.escaped = self.inside,
                    b'N' | b'I' | b'-' if !self.inside => {
                        let rest = &mut self.piece[self.searched..self.end];
                        let word = WORDS.iter().find(|(word, ..)| rest.starts_with(word));
                        if let Some((word, stand_in, _)) = word {
                            rest[..word.len()].copy_from_slice(stand_in);
                            self.searched += word.len() - 1;
                        }
                    }
                    _ => {}
                }
            }
            self.searched += 1;
        }
    }
}

impl<R: Read> Read for WithoutWords<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        if self.start == self.searched {
            self.fill()?;
        }
        let count = buffer.len().min(self.searched - self.start);
        buffer[..count].copy_from_slice(&self.piece[self.start..self.start + count]);
        self.start += count;
        Ok(count)
    }
}

/// The number for the replacement text of a Python word.
pub(super) fn number(text: &str) -> Option<f64> {
    let is_it = |(_, stand_in, _): &&(&[u8], &[u8], f64)| {
        stand_in[1..stand_in.len() - 1] == *text.as_bytes()
    };
    WORDS.iter().find(is_it).map(|(.., value)| *value)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A source that yields a few bytes at a time.
    struct Slow<'a>(&'a [u8], u64);

    impl Read for Slow<'_> {
        fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
            (&mut self.0).take(self.1).read(buffer)
        }
    }

    #[test]
    fn number_words_outside_strings_keep_their_length_for_any_chunk_size() {
        let text =
            b"\xef\xbb\xbf{\"NaN \\\" NaN\": [NaN, -Infinity, Infinity, -1, \"Infinity\", NaN";
        let expected =
            b"{\"NaN \\\" NaN\": [\"N\", \"-Infini\", \"Infini\", -1, \"Infinity\", \"N\"";
        for at_once in 1..=text.len() as u64 {
            let mut changed = Vec::new();
            let mut source = WithoutWords::new(Slow(text, at_once));
            source.read_to_end(&mut changed).unwrap();
            assert_eq!(changed, expected, "{at_once}");
            assert_eq!(source.length(), text.len());
        }
        assert!(number("N").is_some_and(f64::is_nan));
        assert_eq!(number("-Infini"), Some(f64::NEG_INFINITY));
        assert_eq!(number("NaN"), None);
    }
}
