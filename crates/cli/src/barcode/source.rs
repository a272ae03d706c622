//! The bytes of a file, streamed if its format allows, with the read share.

use std::fs::{self, File};
use std::io::{self, BufRead, BufReader, Cursor, Read, Seek};

use sublevel::graph::formats::gzip::unpacked;
use sublevel::graph::formats::is_gzip;
use sublevel::graph::json_lines::is_json_lines;
use sublevel::graph::open::Format;

use crate::Failure;
use crate::console::Work;

/// Longer texts hold more edges than memory.
const MAX_BYTES: u64 = 1 << 31;
/// Size of a read in bytes.
const PIECE: usize = 1 << 16;

/// An open file, or the buffered content of a stream such as stdin.
pub struct Source<'a> {
    file: &'a str,
    input: Input,
    work: &'a Work,
    taken: u64,
    size: u64,
}

enum Input {
    File(BufReader<File>),
    Text(Cursor<Vec<u8>>),
}

impl<'a> Source<'a> {
    /// Opens a file; `work` receives the read share.
    pub fn open(file: &'a str, work: &'a Work) -> Result<Self, Failure> {
        let failed = |error: io::Error| cannot_read(file, &error);
        let size = match file {
            "-" => None,
            // A pipe is opened once: its writer would see a second open as the end.
            path => {
                let metadata = fs::metadata(path).map_err(failed)?;
                metadata.is_file().then_some(metadata.len())
            }
        };
        let is_packed = match size {
            Some(_) => is_gzip(&beginning(file).map_err(failed)?),
            None => false,
        };
        let (input, size) = match size.filter(|_| !is_packed) {
            Some(size) if size >= MAX_BYTES => return Err(too_long(file)),
            Some(size) => {
                let opened = File::open(file).map_err(failed)?;
                (Input::File(BufReader::with_capacity(PIECE, opened)), size)
            }
            None => {
                let text = read(file)?;
                let size = text.len() as u64;
                (Input::Text(Cursor::new(text)), size)
            }
        };
        let taken = 0;
        Ok(Self {
            file,
            input,
            work,
            taken,
            size,
        })
    }

    /// The format by name and first bytes.
    pub fn format(&mut self) -> Result<Format, Failure> {
        let failed = |error: io::Error| cannot_read(self.file, &error);
        let input: &mut dyn BufRead = match &mut self.input {
            Input::File(input) => input,
            Input::Text(text) => text,
        };
        let format = Format::of(self.file, input.fill_buf().map_err(failed)?);
        if format != Format::Json {
            return Ok(format);
        }
        // A line can be longer than the buffered bytes.
        let lines = is_json_lines(input).map_err(failed)?;
        match &mut self.input {
            Input::File(input) => input.rewind(),
            Input::Text(text) => text.rewind(),
        }
        .map_err(failed)?;
        Ok(if lines { Format::JsonLines } else { format })
    }

    /// All of it.
    pub fn text(self) -> Result<Vec<u8>, Failure> {
        let mut text = Vec::with_capacity(self.size as usize);
        match self.input {
            Input::Text(text) => return Ok(text.into_inner()),
            Input::File(mut input) => input.read_to_end(&mut text),
        }
        .map_err(|error| cannot_read(self.file, &error))?;
        Ok(text)
    }
}

impl Read for Source<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let count = self.fill_buf()?.read(buffer)?;
        self.consume(count);
        Ok(count)
    }
}

impl BufRead for Source<'_> {
    fn fill_buf(&mut self) -> io::Result<&[u8]> {
        match &mut self.input {
            Input::File(input) => input.fill_buf(),
            Input::Text(text) => text.fill_buf(),
        }
    }

    fn consume(&mut self, count: usize) {
        match &mut self.input {
            Input::File(input) => input.consume(count),
            Input::Text(text) => text.consume(count),
        }
        let before = self.taken / PIECE as u64;
        self.taken += count as u64;
        if self.taken / PIECE as u64 > before {
            self.work.show(self.taken as f64 / self.size.max(1) as f64);
        }
    }
}

/// Name of a file in messages.
pub fn name_of(file: &str) -> &str {
    match file {
        "-" => "stdin",
        file => file,
    }
}

/// The first bytes of a regular file.
fn beginning(file: &str) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    File::open(file)?.take(2).read_to_end(&mut bytes)?;
    Ok(bytes)
}

/// All bytes of a file or, for `-`, of stdin, unpacked if they are compressed with gzip.
pub fn read(file: &str) -> Result<Vec<u8>, Failure> {
    let mut text = Vec::new();
    let read = match file {
        "-" => io::stdin().take(MAX_BYTES).read_to_end(&mut text),
        path => {
            let opened = File::open(path);
            opened.and_then(|file| file.take(MAX_BYTES).read_to_end(&mut text))
        }
    };
    match read {
        Err(error) => Err(cannot_read(file, &error)),
        Ok(bytes) if bytes as u64 == MAX_BYTES => Err(too_long(file)),
        Ok(_) if is_gzip(&text) => {
            let (_, plain) = unpacked(name_of(file), &text).map_err(Failure::usage)?;
            Ok(plain.into_owned())
        }
        Ok(_) => Ok(text),
    }
}

fn cannot_read(file: &str, error: &io::Error) -> Failure {
    Failure::usage(format!("{} cannot be read: {error}", name_of(file)))
}

fn too_long(file: &str) -> Failure {
    let name = name_of(file);
    Failure::usage(format!("{name} is too long: expected less than 2 GiB"))
}
