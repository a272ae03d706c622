//! Damaged files: random damage, and typical attacks on parsers.

use rand::RngExt;
use rand::seq::IndexedRandom;
use rand_chacha::ChaCha8Rng;

/// Numbers and words at the limits of readers, or that readers can mistake for others.
const WORDS: [&str; 37] = [
    "0",
    "-0",
    "-1",
    "1",
    "2",
    "00",
    "1.5",
    "1e5",
    "1e300",
    "1e400",
    "-1e400",
    "5e-324",
    "NaN",
    "nan",
    "inf",
    "-Infinity",
    "255",
    "65536",
    "1048576",
    "16777217",
    "134217729",
    "4294967295",
    "4294967296",
    "-2147483649",
    "9223372036854775808",
    "18446744073709551616",
    "99999999999999999999999999",
    "null",
    "true",
    "\"\"",
    "[]",
    "{}",
    "\"\\ud800\"",
    "\u{0}",
    "\u{feff}",
    "\r\n",
    "é",
];
/// Integers of four and eight bytes that can break the reader of a binary format.
const LENGTHS: [u64; 8] = [
    0,
    1,
    0x7f,
    0xffff,
    0x7fff_ffff,
    0xffff_ffff,
    0x7fff_ffff_ffff_ffff,
    u64::MAX,
];
/// Longer files are cut: only their structure matters.
const MAX_BYTES: usize = 1 << 17;

/// One of the files with random damage.
pub fn mutate(seeds: &[Vec<u8>], random: &mut ChaCha8Rng) -> Vec<u8> {
    let mut bytes = seeds.choose(random).unwrap().clone();
    // Mostly one change: the first check finds many changes.
    for _ in 0..*[1, 1, 1, 2, 3, 6].choose(random).unwrap() {
        damage(&mut bytes, seeds, random);
        bytes.truncate(MAX_BYTES);
    }
    bytes
}

fn damage(bytes: &mut Vec<u8>, seeds: &[Vec<u8>], random: &mut ChaCha8Rng) {
    let place = random.random_range(0..=bytes.len());
    let end = (place + short(random)).min(bytes.len());
    match random.random_range(0..16) {
        0 if place < bytes.len() => bytes[place] ^= 1 << random.random_range(0..8),
        1 if place < bytes.len() => bytes[place] = random.random(),
        2 => drop(bytes.drain(place..end)),
        3 => {
            let copy = bytes[place..end].repeat(random.random_range(1..40));
            bytes.splice(place..place, copy);
        }
        4 => {
            let count = short(random);
            bytes.splice(place..place, (0..count).map(|_| random.random()));
        }
        5 => bytes.truncate(place),
        // The rest of another file.
        6 => {
            let other = seeds.choose(random).unwrap();
            let from = random.random_range(0..=other.len());
            bytes.truncate(place);
            bytes.extend(&other[from..]);
        }
        7..=12 => other_token(bytes, place, random),
        13 => {
            let word = WORDS.choose(random).unwrap().as_bytes();
            bytes.splice(place..end, word.iter().copied());
        }
        14 => lines(bytes, random),
        _ => {
            let length = LENGTHS.choose(random).unwrap().to_le_bytes();
            let width = *[2, 4, 8].choose(random).unwrap();
            for (byte, new) in bytes.iter_mut().skip(place).zip(&length[..width]) {
                *byte = *new;
            }
        }
    }
}

/// Mostly a small number, sometimes a large one.
fn short(random: &mut ChaCha8Rng) -> usize {
    let most = *[2, 8, 64, 1024].choose(random).unwrap();
    random.random_range(1..=most)
}

/// Replaces the number or word at, or after, this place.
fn other_token(bytes: &mut Vec<u8>, place: usize, random: &mut ChaCha8Rng) {
    let in_token = |byte: &u8| byte.is_ascii_alphanumeric() || b".+-_".contains(byte);
    let Some(inside) = bytes[place..]
        .iter()
        .position(in_token)
        .map(|at| place + at)
    else {
        return;
    };
    let begin = bytes[..inside].iter().rposition(|byte| !in_token(byte));
    let begin = begin.map_or(0, |before| before + 1);
    let length = bytes[inside..].iter().position(|byte| !in_token(byte));
    let end = length.map_or(bytes.len(), |length| inside + length);
    let word = WORDS.choose(random).unwrap().as_bytes();
    bytes.splice(begin..end, word.iter().copied());
}

/// Removes a line, repeats it, or moves it.
fn lines(bytes: &mut Vec<u8>, random: &mut ChaCha8Rng) {
    let mut lines: Vec<Vec<u8>> = bytes.split(|&byte| byte == b'\n').map(Vec::from).collect();
    let [from, to] = [0, 1].map(|_| random.random_range(0..lines.len()));
    match random.random_range(0..3) {
        0 => drop(lines.remove(from)),
        1 => lines.insert(to, lines[from].clone()),
        _ => lines.swap(from, to),
    }
    *bytes = lines.join(&b'\n');
}
