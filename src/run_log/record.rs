//! The records of a run log: lines of the index with their arrays.

use flate2::Crc;
use serde::Deserialize;

use super::{Header, INDEX, RunLogError, VALUES, error};
use crate::graph::without_types;

/// Maximum epoch. The page computes with 32-bit numbers.
const MAX_EPOCH: u32 = i32::MAX as u32;

/// A line of the index.
#[derive(Clone, Copy, Debug, PartialEq, Deserialize)]
pub struct Line {
    /// Ascending from line to line.
    pub epoch: u32,
    /// Mean loss over the training graphs.
    #[serde(default)]
    pub loss: Option<f64>,
    /// Place of the arrays in `values.f32`, in bytes.
    pub offset: u64,
    /// Size of the arrays in bytes.
    pub bytes: u64,
    /// CRC-32 of these bytes.
    pub crc32: u32,
}

/// One epoch.
#[derive(Clone, Debug, PartialEq)]
pub struct Record {
    pub epoch: u32,
    /// Mean loss over the training graphs; none if it was not logged.
    pub loss: Option<f32>,
    /// The filter values, channel by channel, the attributions, then the scores, graph by graph. Edges have the order of the data set.
    /// An epoch beyond the size limit has only scores.
    pub values: Vec<f32>,
}

/// The readable records of a part of a run log.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Records {
    /// The complete records before the first damaged one.
    pub complete: Vec<Record>,
    /// The problem of the next record; none if all are complete.
    pub problem: Option<RunLogError>,
}

impl Records {
    /// Reads lines of the index. `values` contains the arrays of these lines, from the offset of the first one on. Epochs continue
    /// after `last`.
    pub fn read(header: &Header, last: Option<u32>, lines: &str, values: &[u8]) -> Self {
        let mut records = Self::default();
        let mut first = None;
        let mut last = last;
        for text in lines.lines().filter(|text| !text.trim().is_empty()) {
            let read = parse(text).and_then(|line| {
                let start = *first.get_or_insert(line.offset);
                record(header, last, line, start, values)
            });
            match read {
                Ok(record) => {
                    last = Some(record.epoch);
                    records.complete.push(record);
                }
                Err(problem) => {
                    records.problem = Some(problem);
                    break;
                }
            }
        }
        records
    }
}

fn parse(text: &str) -> Result<Line, RunLogError> {
    serde_json::from_str(text).or_else(|problem| {
        let problem = without_types(&problem.to_string());
        error(INDEX, format!("expected an epoch in every line; {problem}"))
    })
}

/// The record of a line, after checks of all its numbers. `start`: the offset of the first of these `values`.
fn record(
    header: &Header,
    last: Option<u32>,
    line: Line,
    start: u64,
    values: &[u8],
) -> Result<Record, RunLogError> {
    let Line {
        epoch,
        loss,
        offset,
        bytes,
        crc32,
    } = line;
    if epoch > MAX_EPOCH || last.is_some_and(|last| epoch <= last) {
        let after = last.map_or_else(String::new, |last| format!(" above {last}"));
        return error(
            INDEX,
            format!("expected an epoch{after} up to {MAX_EPOCH}, found {epoch}"),
        );
    }
    let loss = loss.map(|loss| loss as f32);
    if loss.is_some_and(|loss| !loss.is_finite()) {
        return error(
            INDEX,
            format!(
                "epoch {epoch}: expected a loss of at most 3.4e38, the largest number of 32 bits"
            ),
        );
    }
    let scores = 4 * header.scores() as u64;
    let all = 4 * header.values() as u64;
    if bytes != scores && bytes != all {
        return error(
            INDEX,
            format!(
                "epoch {epoch}: expected {all} bytes for all values, or {scores} for scores only, found {bytes}"
            ),
        );
    }
    let place = offset.checked_sub(start);
    let end = place.and_then(|place| place.checked_add(bytes));
    let own = place
        .zip(end)
        .and_then(|(from, to)| values.get(usize::try_from(from).ok()?..usize::try_from(to).ok()?));
    let Some(own) = own else {
        return error(
            VALUES,
            format!(
                "epoch {epoch}: its {bytes} bytes at {offset} are missing: the file is incomplete"
            ),
        );
    };
    let mut crc = Crc::new();
    crc.update(own);
    if crc.sum() != crc32 {
        return error(
            VALUES,
            format!("epoch {epoch}: the checksum differs, so these values are damaged"),
        );
    }
    let (numbers, _) = own.as_chunks();
    let values: Vec<f32> = numbers.iter().copied().map(f32::from_le_bytes).collect();
    if let Some(number) = values.iter().find(|number| !number.is_finite()) {
        return error(
            VALUES,
            format!("epoch {epoch}: expected finite numbers, found {number}"),
        );
    }
    Ok(Record {
        epoch,
        loss,
        values,
    })
}
