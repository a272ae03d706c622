//! Files compressed with gzip: every format, by the first bytes of a file.

use std::borrow::Cow;
use std::io::Read;

use flate2::read::MultiGzDecoder;

use super::is_gzip;
use crate::graph::DataError;

/// The content of a file, unpacked if it is compressed, and its name without the ending of the compression.
///
/// # Errors
/// If the file is damaged or unpacks to too many bytes.
pub fn unpacked<'a>(file: &'a str, bytes: &'a [u8]) -> Result<(&'a str, Cow<'a, [u8]>), DataError> {
    if !is_gzip(bytes) {
        return Ok((file, Cow::Borrowed(bytes)));
    }
    Ok((plain_name(file), Cow::Owned(contents(file, bytes)?)))
}

fn contents(file: &str, bytes: &[u8]) -> Result<Vec<u8>, DataError> {
    // Bytes that any machine can unpack.
    const SMALL: u64 = 64 << 20;
    // A text rarely unpacks to more than this many times its size.
    const MAX_RATIO: u64 = 100;
    // Bytes that a reader accepts. The browser gives a page 4 GiB at most.
    const MAX_BYTES: u64 = if cfg!(target_family = "wasm") {
        1 << 29
    } else {
        1 << 31
    };

    // The page unpacks files itself.
    if cfg!(not(feature = "data-sets")) {
        return Err(super::not_in_topology_module(file));
    }
    let most = (bytes.len() as u64 * MAX_RATIO).clamp(SMALL, MAX_BYTES);
    let mut plain = Vec::new();
    MultiGzDecoder::new(bytes)
        .take(most + 1)
        .read_to_end(&mut plain)
        .map_err(|error| {
            let problem =
                format!("the gzip file is damaged or cut off ({error}); get it once more");
            DataError::file(file, problem)
        })?;
    if plain.len() as u64 > most {
        let problem = format!(
            "expected at most {} MiB in a gzip file of this size, found more; unpack it first",
            most >> 20
        );
        return Err(DataError::file(file, problem));
    }
    Ok(plain)
}

/// The name of a file without the ending of the compression.
pub fn plain_name(file: &str) -> &str {
    let end = file.len().saturating_sub(".gz".len());
    match file.get(end..) {
        Some(ending) if ending.eq_ignore_ascii_case(".gz") => &file[..end],
        _ => file,
    }
}

#[cfg(test)]
mod tests {
    use std::io::Write;

    use flate2::{Compression, write::GzEncoder};

    use super::*;

    #[test]
    fn compressed_files_are_unpacked_within_bounds() {
        let packed = |bytes: &[u8]| {
            let mut encoder = GzEncoder::new(Vec::new(), Compression::fast());
            encoder.write_all(bytes).unwrap();
            encoder.finish().unwrap()
        };
        assert_eq!(
            unpacked("a.txt", b"0 1").unwrap(),
            ("a.txt", b"0 1"[..].into())
        );
        let small = packed(b"0 1");
        assert_eq!(
            unpacked("a.txt.GZ", &small).unwrap(),
            ("a.txt", b"0 1"[..].into())
        );
        let cut = unpacked("a.txt.gz", &small[..small.len() - 4]).unwrap_err();
        assert!(cut.to_string().contains("damaged or cut off"), "{cut}");
        let many = unpacked("a", &packed(&vec![b' '; (64 << 20) + 1])).map(|_| ());
        let message = many.unwrap_err().to_string();
        assert!(message.contains("at most 64 MiB"), "{message}");
    }
}
