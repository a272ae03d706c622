//! The golden values in `tests/fixtures`, which its README describes.

use std::fs::File;
use std::io::{BufReader, Read};
use std::path::Path;

use flate2::read::GzDecoder;
use serde::de::DeserializeOwned;

/// Reads a file of golden values; `name.gz` if it is compressed.
pub fn read<T: DeserializeOwned>(name: &str) -> T {
    let path = Path::new(crate::ROOT).join("tests/fixtures").join(name);
    let file = File::open(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    let mut bytes = Vec::new();
    let read = match name.ends_with(".gz") {
        true => GzDecoder::new(BufReader::new(file)).read_to_end(&mut bytes),
        false => BufReader::new(file).read_to_end(&mut bytes),
    };
    read.unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    serde_json::from_slice(&bytes).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}
