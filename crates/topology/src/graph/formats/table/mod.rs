//! Every delimited text: its encoding, its separator, and its rows of cells. Edge lists, values, points and matrices are views of it.
//!
//! One separator holds for the whole text: a semicolon, a tab, a comma or blanks. Where it is no comma, a comma in a number is a
//! decimal comma. A cell in double quotes is one cell (RFC 4180). Lines that begin with `#` or `%` are comments. UTF-8 with and
//! without mark, UTF-16 (PowerShell) and Latin-1 are read.

pub(super) mod columns;
pub(super) mod preview;

use std::borrow::Cow;
use std::ops::Range;

use csv_core::{ReadRecordResult, Reader, ReaderBuilder};

use super::lookalikes;
use crate::graph::error::{DataError, quoted_name, utf8};
use crate::graph::lines::real;
use crate::graph::rounding::{Rounding, Written};

/// Number of rows that decide about the separator and the headings.
pub(super) const SAMPLE: usize = 64;
/// Maximum number of bytes in a line. The cells of the first lines take a multiple of it.
const MAX_LINE: usize = 4 << 20;
/// A quote that is open for more lines than these is no quote.
const QUOTED_LINES: u64 = 100;

/// The character between cells.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Separator {
    Semicolon,
    Tab,
    Comma,
    /// Any number of blanks and tabs.
    Blanks,
}

impl Separator {
    /// The rarer a character is in texts, the earlier it is tried: where it occurs, it is the separator.
    const ALL: [Self; 4] = [Self::Semicolon, Self::Tab, Self::Comma, Self::Blanks];

    fn byte(self) -> u8 {
        match self {
            Self::Semicolon => b';',
            Self::Tab => b'\t',
            Self::Comma => b',',
            Self::Blanks => b' ',
        }
    }

    /// Between headings in messages.
    pub fn shown(self) -> &'static str {
        match self {
            Self::Semicolon => ";",
            Self::Tab => "\t",
            Self::Comma => ",",
            Self::Blanks => " ",
        }
    }
}

/// A delimited text.
pub(super) struct Table<'a> {
    pub file: &'a str,
    pub text: Cow<'a, str>,
    pub separator: Separator,
    /// The first rows.
    pub sample: Vec<SampleRow>,
    /// The last comment before the first row, without its mark.
    pub comment: Option<String>,
    /// What is read in another way than it is written, one sentence each.
    pub notes: Vec<String>,
    /// Start of the first line with content.
    start: usize,
    first_line: u64,
    /// Whether the text has white space or marks that nobody sees and that are not ASCII.
    has_invisible: bool,
}

/// A row of [`Table::sample`].
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct SampleRow {
    /// Counted from 1.
    pub line: u64,
    pub cells: Vec<String>,
}

impl<'a> Table<'a> {
    /// Finds the encoding and the separator of a text.
    ///
    /// # Errors
    /// Bytes that are no text, and their place.
    pub fn open(file: &'a str, bytes: &'a [u8]) -> Result<Self, DataError> {
        if let Some(problem) = lookalikes::problem_of_bytes(bytes) {
            return Err(DataError::file(file, problem));
        }
        let (text, note) = decoded(file, bytes)?;
        if let Some(at) = text.find('\0') {
            let problem =
                "expected text, found a byte 0; the file is damaged or no text: save it as UTF-8";
            return Err(DataError::place(file, &text, at, problem));
        }
        let mut table = Self {
            file,
            has_invisible: !text.is_ascii() && text.contains(is_invisible),
            text,
            separator: Separator::Comma,
            sample: Vec::new(),
            comment: None,
            notes: note.into_iter().collect(),
            start: 0,
            first_line: 0,
        };
        match table.declared_separator() {
            Some((separator, start)) => {
                (table.separator, table.start, table.first_line) = (separator, start, 1);
            }
            None => table.separator = table.likely_separator(),
        }
        (table.sample, table.comment) = table.sample_with(table.separator);
        Ok(table)
    }

    /// The separator of a first line such as `sep=;`, which Excel writes, and the start of the next line.
    fn declared_separator(&self) -> Option<(Separator, usize)> {
        let line = self.text.lines().next()?;
        let mut separators = Separator::ALL.into_iter();
        let found = separators.find(|separator| {
            line.trim_end_matches('\r').strip_prefix("sep=") == Some(separator.shown())
        });
        Some((found?, (line.len() + 1).min(self.text.len())))
    }

    /// The separator that gives the first rows the same number of cells; without one, a character that occurs.
    fn likely_separator(&self) -> Separator {
        let samples = Separator::ALL.map(|separator| (separator, self.sample_with(separator).0));
        let of = |wanted| {
            let mut samples = samples.iter();
            let found = samples.find(|(separator, _)| *separator == wanted);
            found.map_or(&[][..], |(_, rows)| rows)
        };
        let [tab, comma, blanks] = [Separator::Tab, Separator::Comma, Separator::Blanks].map(of);
        let are_blanks = |other: &[SampleRow], is_part: fn(&str) -> bool| {
            let parts = || blanks.iter().flat_map(|row| &row.cells);
            width_of(blanks).is_some()
                && other
                    .iter()
                    .flat_map(|row| &row.cells)
                    .any(|cell| cell.contains([' ', '\t']))
                && parts().all(|cell| is_part(cell))
        };
        // In "0 1<tab>0.5", a blank separates, in "New York<tab>Rome" it is a part of the name.
        let are_numbers = |cell: &str| real(cell.as_bytes()).is_some();
        // In "0,25 1,5", the commas are decimal.
        let have_decimals = |cell: &str| !cell.contains(',') || decimal_comma(cell).is_some();
        for (separator, rows) in &samples {
            let is_other = match separator {
                Separator::Tab => are_blanks(tab, are_numbers),
                Separator::Comma => are_blanks(comma, have_decimals),
                _ => false,
            };
            if width_of(rows).is_some() && !is_other {
                return *separator;
            }
        }
        let occurs = |rows: &[SampleRow]| rows.iter().any(|row| row.cells.len() > 1);
        let mut present = samples.iter().filter(|(_, rows)| occurs(rows));
        match present.next() {
            Some((Separator::Tab, rows)) if are_blanks(rows, are_numbers) => Separator::Blanks,
            Some((Separator::Comma, rows)) if are_blanks(rows, have_decimals) => Separator::Blanks,
            Some((separator, _)) => *separator,
            None => Separator::Blanks,
        }
    }

    fn sample_with(&self, separator: Separator) -> (Vec<SampleRow>, Option<String>) {
        let mut rows = self.rows_with(separator, &|_| ());
        let (mut sample, mut comment) = (Vec::new(), None);
        // An error of a row is reported when all rows are read.
        while sample.len() < SAMPLE
            && let Ok(Some(row)) = rows.next()
        {
            let line = row.line;
            let cells = row.cells().map(str::to_owned).collect();
            if sample.is_empty() {
                comment = rows.comment.map(str::to_owned);
            }
            sample.push(SampleRow { line, cells });
        }
        (sample, comment)
    }

    /// All rows; `progress` receives the read share of the text.
    pub fn rows<'r>(&'r self, progress: &'r dyn Fn(f64)) -> Rows<'r> {
        self.rows_with(self.separator, progress)
    }

    fn rows_with<'r>(&'r self, separator: Separator, progress: &'r dyn Fn(f64)) -> Rows<'r> {
        // Excel for Mac ends lines by a carriage return alone.
        let end = match self.text.contains('\n') {
            true => '\n',
            false => '\r',
        };
        Rows {
            file: self.file,
            text: &self.text,
            next: self.start,
            end,
            separator,
            line: self.first_line,
            comments: 0,
            comment: None,
            cells: Vec::new(),
            quoted: None,
            has_invisible: self.has_invisible,
            progress,
        }
    }

    /// Leaves the first row out.
    pub fn skip_first(&mut self) {
        (self.start, self.first_line) = {
            let mut rows = self.rows(&|_| ());
            // An error of a row is reported when all rows are read.
            let _ = rows.next();
            (rows.next, rows.line)
        };
        (self.sample, _) = self.sample_with(self.separator);
    }

    /// The number of rows, counted up to this one and one more; `progress` receives the read share of the text.
    pub fn count_rows(&self, most: usize, progress: &dyn Fn(f64)) -> usize {
        let mut rows = self.rows(progress);
        let mut count = 0;
        // An error of a row is reported when all rows are read.
        while count <= most
            && let Ok(Some(_)) = rows.next()
        {
            count += 1;
        }
        count
    }

    /// The number of cells of the rows after the first ones, if they have the same.
    pub fn width(&self) -> Option<usize> {
        width_of(&self.sample)
    }
}

/// The number of cells of the rows if it is the same and not one. The first two can be headings or counts.
fn width_of(rows: &[SampleRow]) -> Option<usize> {
    let rest = match rows {
        [_, _, rest @ ..] if !rest.is_empty() => rest,
        [_, rest @ ..] if !rest.is_empty() => rest,
        rest => rest,
    };
    let width = rest.first()?.cells.len();
    (width > 1 && rest.iter().all(|row| row.cells.len() == width)).then_some(width)
}

/// The text of a file, and a note about an unusual encoding.
fn decoded<'a>(file: &str, bytes: &'a [u8]) -> Result<(Cow<'a, str>, Option<String>), DataError> {
    let wide = match bytes {
        [0xff, 0xfe, 0, 0, ..] => None,
        [0xff, 0xfe, rest @ ..] => Some((rest, u16::from_le_bytes as fn([u8; 2]) -> u16)),
        [0xfe, 0xff, rest @ ..] => Some((rest, u16::from_be_bytes as _)),
        // Without a mark, ASCII characters have every second byte 0.
        [a, 0, b, 0, ..] if *a > 0 && *b > 0 => Some((bytes, u16::from_le_bytes as _)),
        [0, a, 0, b, ..] if *a > 0 && *b > 0 => Some((bytes, u16::from_be_bytes as _)),
        _ => None,
    };
    if let Some((bytes, unit)) = wide {
        let (units, rest) = bytes.as_chunks();
        let units = units.iter().map(|&bytes| unit(bytes));
        let text: Result<String, _> = char::decode_utf16(units).collect();
        return match (text, rest) {
            (Ok(text), []) => Ok((text.into(), Some("the text is read as UTF-16".into()))),
            _ => Err(DataError::file(
                file,
                "begins as text in UTF-16 and is damaged or cut off; save it as UTF-8",
            )),
        };
    }
    let wrong = match utf8(file, bytes) {
        Ok(text) => return Ok((text.into(), None)),
        Err(wrong) => wrong,
    };
    // Control characters mean that it is no text, or one of another encoding.
    let is_latin = |byte: &u8| matches!(byte, b'\t' | b'\n' | b'\r' | 0x20..0x7f | 0xa0..);
    match bytes.iter().all(is_latin) {
        true => Ok((
            bytes.iter().map(|&byte| char::from(byte)).collect(),
            Some("the text is not UTF-8 and is read as Latin-1".into()),
        )),
        false => Err(wrong),
    }
}

/// The rows of a text, one at a time.
pub(super) struct Rows<'a> {
    file: &'a str,
    text: &'a str,
    /// Start of the next line.
    next: usize,
    /// The character at the end of a line.
    end: char,
    separator: Separator,
    /// Number of the last line, counted from 1.
    line: u64,
    /// Number of comments so far.
    pub comments: u64,
    /// The last comment, without its mark.
    pub comment: Option<&'a str>,
    cells: Vec<Range<usize>>,
    quoted: Option<Box<Quoted>>,
    has_invisible: bool,
    progress: &'a dyn Fn(f64),
}

/// One row with at least one cell.
pub(super) struct Row<'r> {
    file: &'r str,
    /// Its first line, counted from 1.
    pub line: u64,
    /// The row as the file has it, without the white space around it.
    pub text: &'r str,
    /// The text of the cells.
    base: &'r str,
    cells: &'r [Range<usize>],
    /// An empty line before it.
    empty_line: Option<u64>,
}

impl<'a> Rows<'a> {
    /// The next row, without empty lines and comments.
    pub fn next(&mut self) -> Result<Option<Row<'_>>, DataError> {
        const LINES_BETWEEN: u64 = 1 << 16;

        // An empty line above the first row separates it from the comments. Without comments, it may be an empty cell.
        let is_first = self.cells.is_empty();
        let mut empty_line = None;
        let line = loop {
            let Some(line) = self.next_line() else {
                return Ok(None);
            };
            if line.len() > MAX_LINE {
                return Err(DataError::Line {
                    file: self.file.into(),
                    line: self.line,
                    expected: format!("at most {} MiB in a line", MAX_LINE >> 20),
                    found: format!("{} MiB", line.len().div_ceil(1 << 20)),
                });
            }
            if self.line.is_multiple_of(LINES_BETWEEN) {
                (self.progress)(self.next as f64 / self.text.len() as f64);
            }
            let text = line.trim_ascii();
            match text.as_bytes() {
                [] if self.separator != Separator::Tab || !line.contains('\t') => {
                    empty_line = (!is_first || self.comments == 0).then_some(self.line);
                }
                [b'#' | b'%', ..] => {
                    self.comments += 1;
                    empty_line = empty_line.filter(|_| !is_first);
                    self.comment = Some(text[1..].trim_ascii());
                }
                _ if self.separator == Separator::Tab => {
                    break line.trim_matches([' ', '\r']);
                }
                _ => break text,
            }
        };
        self.cells.clear();
        let number = self.line;
        let base = match split(line, self.separator, &mut self.cells) {
            true => line,
            false => {
                self.cells.clear();
                self.split_quoted(line)?;
                let text = self.quoted.as_ref().map_or(&[][..], |quoted| &quoted.text);
                // The parser splits at ASCII characters.
                str::from_utf8(text).unwrap_or_default()
            }
        };
        if self.has_invisible {
            for cell in &mut self.cells {
                *cell = without_invisible(base, cell.clone());
            }
            let has_blanks = self.separator == Separator::Blanks;
            self.cells.retain(|cell| !has_blanks || !cell.is_empty());
        }
        Ok(Some(Row {
            file: self.file,
            line: number,
            text: line,
            base,
            cells: &self.cells,
            empty_line,
        }))
    }

    fn next_line(&mut self) -> Option<&'a str> {
        let rest = self.text.get(self.next..).filter(|rest| !rest.is_empty())?;
        let length = rest.find(self.end);
        self.next += length.map_or(rest.len(), |length| length + 1);
        self.line += 1;
        Some(&rest[..length.unwrap_or(rest.len())])
    }

    /// Splits a line with quotes, which may continue in the next lines.
    fn split_quoted(&mut self, line: &'a str) -> Result<(), DataError> {
        let separator = self.separator;
        let mut quoted = self
            .quoted
            .take()
            .unwrap_or_else(|| Box::new(Quoted::new(separator)));
        quoted.begin();
        let (number, mut part) = (self.line, line);
        while !quoted.add(part, separator) {
            match self
                .next_line()
                .filter(|_| self.line - number < QUOTED_LINES)
            {
                Some(next) => part = next.trim_end_matches('\r'),
                None => {
                    return Err(DataError::Line {
                        file: self.file.into(),
                        line: number,
                        expected: "a quote at the end of each cell that begins with one".into(),
                        found: quoted_name(line),
                    });
                }
            }
        }
        let quoted = self.quoted.insert(quoted);
        self.cells.extend(quoted.cells(separator));
        Ok(())
    }
}

impl<'r> Row<'r> {
    /// Number of cells.
    pub fn len(&self) -> usize {
        self.cells.len()
    }

    /// A cell without quotes and blanks around it; empty if the row is shorter.
    #[inline]
    pub fn cell(&self, column: usize) -> &'r str {
        match self.cells.get(column) {
            Some(cell) => &self.base[cell.clone()],
            None => "",
        }
    }

    pub fn cells(&self) -> impl Iterator<Item = &'r str> {
        self.cells.iter().map(|cell| &self.base[cell.clone()])
    }

    /// The name of the vertex in a cell.
    #[inline]
    pub fn vertex(&self, column: usize, separator: Separator) -> Result<&'r str, DataError> {
        let cell = self.cell(column);
        vertex(cell, separator).ok_or_else(|| {
            let why = match has_exponent(cell) {
                true => "; write it without an exponent, in R with options(scipen = 999)",
                false if is_missing_vertex(cell) && !cell.is_empty() => ", a missing vertex",
                false => "",
            };
            self.cell_error(column, "a vertex, which is a whole number or a name", why)
        })
    }

    /// Refuses an empty line before the only cell of the row: it would be an empty cell.
    pub fn check_gap(&self, expected: &str) -> Result<(), DataError> {
        match self.empty_line.filter(|_| self.len() == 1) {
            None => Ok(()),
            Some(line) => Err(DataError::Line {
                file: self.file.into(),
                line,
                expected: expected.into(),
                found: "an empty line".into(),
            }),
        }
    }

    /// The error that the row is not the expected one.
    pub fn error(&self, expected: impl Into<String>) -> DataError {
        self.error_because(expected, "")
    }

    /// The error that the row is not the expected one, with a reason.
    pub fn error_because(&self, expected: impl Into<String>, why: &str) -> DataError {
        DataError::Line {
            file: self.file.into(),
            line: self.line,
            expected: expected.into(),
            found: quoted_name(self.text) + why,
        }
    }

    /// The error that a cell is not the expected one.
    pub fn cell_error(&self, column: usize, expected: &str, why: &str) -> DataError {
        let found = match self.cell(column) {
            "" => "an empty cell".into(),
            cell => quoted_name(cell),
        };
        DataError::Place {
            file: self.file.into(),
            line: self.line as usize,
            column: column + 1,
            problem: format!("expected {expected}, found {found}{why}; columns are counted from 1"),
        }
    }
}

/// Splits a line without quotes. False if it has one.
#[inline]
fn split(line: &str, separator: Separator, cells: &mut Vec<Range<usize>>) -> bool {
    let bytes = line.as_bytes();
    let mut start = 0;
    if separator == Separator::Blanks {
        for (at, byte) in bytes.iter().enumerate() {
            if byte.is_ascii_whitespace() {
                if start < at {
                    cells.push(start..at);
                }
                start = at + 1;
            } else if *byte == b'"' {
                return false;
            }
        }
        if start < bytes.len() {
            cells.push(start..bytes.len());
        }
        return true;
    }
    let separator = separator.byte();
    for (at, &byte) in bytes.iter().enumerate() {
        if byte == separator {
            cells.push(trimmed(bytes, start..at));
            start = at + 1;
        } else if byte == b'"' {
            return false;
        }
    }
    cells.push(trimmed(bytes, start..bytes.len()));
    true
}

/// A cell without the blanks around it.
#[inline]
fn trimmed(bytes: &[u8], cell: Range<usize>) -> Range<usize> {
    let Range { mut start, mut end } = cell;
    while start < end && bytes[start].is_ascii_whitespace() {
        start += 1;
    }
    while start < end && bytes[end - 1].is_ascii_whitespace() {
        end -= 1;
    }
    start..end
}

/// White space of other programs, and marks without width, such as that of UTF-8 between joined files.
fn is_invisible(character: char) -> bool {
    let has_no_width = matches!(character, '\u{200b}'..='\u{200f}' | '\u{2060}' | '\u{feff}');
    has_no_width || (!character.is_ascii() && character.is_whitespace())
}

/// A cell without what nobody sees around it: it would be a part of the name of a vertex.
fn without_invisible(base: &str, cell: Range<usize>) -> Range<usize> {
    let is_around = |character: char| character.is_ascii_whitespace() || is_invisible(character);
    let text = base[cell.clone()].trim_start_matches(is_around);
    let start = cell.end - text.len();
    start..start + text.trim_end_matches(is_around).len()
}

/// Parser of rows with quotes.
struct Quoted {
    parser: Reader,
    /// The cells so far.
    text: Vec<u8>,
    /// The end of each cell.
    ends: Vec<usize>,
    used: usize,
    cells: usize,
}

impl Quoted {
    fn new(separator: Separator) -> Self {
        Self {
            parser: ReaderBuilder::new().delimiter(separator.byte()).build(),
            text: Vec::new(),
            ends: Vec::new(),
            used: 0,
            cells: 0,
        }
    }

    fn begin(&mut self) {
        self.parser.reset();
        (self.used, self.cells) = (0, 0);
    }

    /// Adds a line. False if it ends inside a quote.
    fn add(&mut self, line: &str, separator: Separator) -> bool {
        let mut input = Vec::with_capacity(line.len() + 1);
        // The parser has one separator, and a quote directly after it.
        let (mut is_inside, mut is_start) = (self.used + self.cells > 0, true);
        for &byte in line.as_bytes() {
            let is_blank = byte == b' ' || byte == b'\t';
            match separator {
                Separator::Blanks if byte == b'\t' => input.push(b' '),
                Separator::Blanks => input.push(byte),
                _ if is_blank && is_start && !is_inside && byte != separator.byte() => continue,
                _ => input.push(byte),
            }
            is_inside ^= byte == b'"';
            is_start = byte == separator.byte();
        }
        input.push(b'\n');
        let mut read = 0;
        loop {
            self.text
                .resize((self.used + input.len() + 1).max(self.text.len()), 0);
            self.ends
                .resize((self.cells + input.len() + 1).max(self.ends.len()), 0);
            let (result, taken, written, ended) = self.parser.read_record(
                &input[read..],
                &mut self.text[self.used..],
                &mut self.ends[self.cells..],
            );
            read += taken;
            self.used += written;
            self.cells += ended;
            match result {
                ReadRecordResult::Record => {
                    self.text.truncate(self.used);
                    return true;
                }
                ReadRecordResult::InputEmpty | ReadRecordResult::End => return false,
                ReadRecordResult::OutputFull | ReadRecordResult::OutputEndsFull => {}
            }
        }
    }

    fn cells(&self, separator: Separator) -> impl Iterator<Item = Range<usize>> {
        let mut start = 0;
        let cells = self.ends[..self.cells].iter().map(move |&end| {
            let cell = trimmed(&self.text, start..end);
            start = end;
            cell
        });
        cells.filter(move |cell| separator != Separator::Blanks || !cell.is_empty())
    }
}

/// The numbers of one text: with decimal points or with decimal commas, not both.
pub(super) struct Numbers {
    separator: Separator,
    has_points: bool,
    has_commas: bool,
    /// Whether the last number that is none has both.
    has_thousands: bool,
    /// The numbers that 64 bits do not hold.
    pub rounding: Rounding,
}

impl Numbers {
    /// No numbers so far.
    pub fn of(separator: Separator) -> Self {
        Self {
            separator,
            has_points: false,
            has_commas: false,
            has_thousands: false,
            rounding: Rounding::default(),
        }
    }

    /// The number in a cell. `None` for anything else.
    #[inline]
    pub fn read(&mut self, cell: &str) -> Option<f64> {
        let number = self.number(cell)?;
        Some(self.rounding.kept(Written::text(cell.as_bytes(), number)))
    }

    #[inline]
    fn number(&mut self, cell: &str) -> Option<f64> {
        let bytes = cell.as_bytes();
        if bytes.contains(&b',') {
            self.has_commas = true;
            self.has_thousands = bytes.contains(&b'.');
            // Between commas, "1,234" in quotes may be a thousand.
            let is_decimal = self.separator != Separator::Comma && !self.has_points;
            return decimal_comma(cell).filter(|_| is_decimal);
        }
        if bytes.contains(&b'.') {
            self.has_points = true;
        }
        real(bytes).filter(|_| !self.is_mixed())
    }

    fn is_mixed(&self) -> bool {
        self.has_points && self.has_commas
    }

    /// The reason for a number that is none, for the end of a message.
    pub fn advice(&self) -> &'static str {
        let is_quoted = self.has_commas && self.separator == Separator::Comma;
        if self.has_thousands {
            return "; write numbers without marks between their thousands";
        }
        match (self.is_mixed(), is_quoted) {
            (true, _) => {
                "; the text has decimal points and decimal commas: write all numbers with points"
            }
            (false, true) => "; decimal commas need semicolons or tabs between the columns",
            (false, false) => "",
        }
    }
}

/// A number with a decimal comma between two digits.
fn decimal_comma(cell: &str) -> Option<f64> {
    let (whole, rest) = cell.split_once(',')?;
    let is_number = whole.ends_with(|end: char| end.is_ascii_digit())
        && rest.starts_with(|start: char| start.is_ascii_digit())
        && !cell.contains('.');
    is_number.then(|| real(cell.replace(',', ".").as_bytes()))?
}

/// Whether a cell is a number with a signed exponent, which programs write in place of a long whole number, with the digits that
/// they keep. Names such as 1e5 have no sign.
fn has_exponent(cell: &str) -> bool {
    let exponent = cell.find(['e', 'E']).map(|at| &cell[at + 1..]);
    exponent.is_some_and(|exponent| exponent.starts_with(['+', '-'])) && is_number(cell)
}

/// Whether a cell has no value, as pandas, R, Excel and databases write it.
pub(super) fn is_missing(cell: &str) -> bool {
    [
        "", "NA", "<NA>", "N/A", "#N/A", "null", "NULL", "\\N", "None",
    ]
    .contains(&cell)
}

/// Whether a cell has no vertex. NumPy writes nan for a missing number.
fn is_missing_vertex(cell: &str) -> bool {
    is_missing(cell) || matches!(cell, "nan" | "NaN")
}

/// Whether a cell is a number or missing.
pub(super) fn is_number(cell: &str) -> bool {
    is_missing(cell) || real(cell.as_bytes()).is_some() || decimal_comma(cell).is_some()
}

/// The vertex in a cell: 1.0 is 1. `None` for another number with a fraction, and for a cell without a vertex.
#[inline]
pub(super) fn vertex(cell: &str, separator: Separator) -> Option<&str> {
    // Most cells have no mark. Bytes are faster than characters, and the marks are ASCII: + , - and a point.
    let is_mark = |byte: &u8| matches!(byte, b'+'..=b'.');
    let Some(_) = cell.as_bytes().iter().position(is_mark) else {
        let is_number = cell.as_bytes().first().is_some_and(u8::is_ascii_digit);
        return Some(cell).filter(|cell| is_number || !is_missing_vertex(cell));
    };
    if has_exponent(cell) {
        return None;
    }
    let is_point = |byte: u8| byte == b'.' || (byte == b',' && separator != Separator::Comma);
    let Some(mark) = cell.bytes().position(is_point) else {
        return Some(cell);
    };
    let (whole, fraction) = (&cell[..mark], &cell[mark + 1..]);
    let are_digits =
        |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    if !are_digits(whole.strip_prefix(['-', '+']).unwrap_or(whole)) || !are_digits(fraction) {
        return Some(cell);
    }
    fraction.bytes().all(|digit| digit == b'0').then_some(whole)
}
