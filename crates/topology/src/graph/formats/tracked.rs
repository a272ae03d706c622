//! A text with the current position, read piece by piece: for messages about a text that is not in memory.

use std::io::{self, BufRead, Read};

/// A place in a text, both counted from 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Place {
    pub line: usize,
    /// Counted in characters, not in bytes.
    pub column: usize,
}

/// A source that counts the consumed bytes.
pub(super) struct Tracked<R> {
    input: R,
    /// The place of the first byte that is not consumed.
    place: Place,
}

impl<R: BufRead> Tracked<R> {
    pub fn new(input: R) -> Self {
        let place = Place { line: 1, column: 1 };
        Self { input, place }
    }

    /// The current place.
    pub fn place(&self) -> Place {
        self.place
    }

    fn count(&mut self, taken: usize) -> io::Result<()> {
        let bytes = self.input.fill_buf()?;
        let bytes = &bytes[..taken.min(bytes.len())];
        let lines = bytes.iter().filter(|byte| **byte == b'\n').count();
        let last = bytes.iter().rposition(|byte| *byte == b'\n');
        if lines > 0 {
            self.place.line += lines;
            self.place.column = 1;
        }
        let rest = &bytes[last.map_or(0, |last| last + 1)..];
        // Every character has one byte that is not a continuation byte.
        self.place.column += rest.iter().filter(|byte| (**byte as i8) >= -64).count();
        Ok(())
    }
}

impl<R: BufRead> Read for Tracked<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let count = self.fill_buf()?.read(buffer)?;
        self.consume(count);
        Ok(count)
    }
}

impl<R: BufRead> BufRead for Tracked<R> {
    fn fill_buf(&mut self) -> io::Result<&[u8]> {
        self.input.fill_buf()
    }

    fn consume(&mut self, taken: usize) {
        if taken > 0 {
            // Consumed bytes are in the buffer, so this reads nothing and cannot fail.
            let _ = self.count(taken);
        }
        self.input.consume(taken);
    }
}

#[cfg(test)]
mod tests {
    use std::io::BufReader;

    use super::*;

    #[test]
    fn positions_are_independent_of_the_chunk_size() {
        for at_once in 1..9 {
            let text = "one\ntwö €\n\nx".as_bytes();
            let mut source = Tracked::new(BufReader::with_capacity(at_once, text));
            let mut places = Vec::new();
            while source.read(&mut [0]).unwrap() > 0 {
                let Place { line, column } = source.place();
                places.push((line, column));
            }
            let of_lines = [
                vec![2, 3, 4],
                vec![1, 2, 3, 4, 4, 5, 6, 6, 6],
                vec![1],
                vec![1, 2],
            ];
            let lines = (1..).zip(of_lines);
            let expected =
                lines.flat_map(|(line, columns)| columns.into_iter().map(move |c| (line, c)));
            assert!(places.iter().copied().eq(expected), "{places:?}");
        }
    }
}
