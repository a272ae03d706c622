//! Different numbers of a file that become equal where they are kept with fewer bits.

use std::collections::HashSet;
use std::fmt;

use serde::de::{Deserialize, Deserializer, Visitor};

/// Number of numbers that are remembered.
const MAX_NUMBERS: usize = 1 << 16;
/// Decimal numbers with at most this number of digits stay different in 64 bits, unless they are whole and large.
const EXACT_DIGITS: usize = 15;

/// A number of a file: its 64 bits, and a key that differs if different numbers have the same bits.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Written {
    pub value: f64,
    key: u64,
}

impl From<f64> for Written {
    fn from(value: f64) -> Self {
        let key = value.to_bits();
        Self { value, key }
    }
}

impl Written {
    pub fn whole(number: i128) -> Self {
        let value = number as f64;
        match value as i128 == number {
            true => value.into(),
            false => Self {
                value,
                key: number as u64,
            },
        }
    }

    /// The number of a text. `value` has its 64 bits.
    #[inline]
    pub fn text(text: &[u8], value: f64) -> Self {
        match text.len() > EXACT_DIGITS && value.is_finite() {
            true => Self::long(text, value),
            false => value.into(),
        }
    }

    fn long(text: &[u8], value: f64) -> Self {
        let is_exponent = |byte: &&u8| matches!(byte, b'e' | b'E');
        let digits = text.iter().take_while(|byte| !is_exponent(byte));
        let digits = digits.filter(|byte| byte.is_ascii_digit());
        // Equal bits and equal digits leave no choice for the exponent. Zeros at the ends are not digits of the number: 1.50 is 1.5.
        let (mut count, mut zeros, mut key) = (0, 0, 0xcbf2_9ce4_8422_2325_u64);
        for &digit in digits.skip_while(|&&digit| digit == b'0') {
            if digit == b'0' {
                zeros += 1;
                continue;
            }
            // FNV-1a.
            for byte in std::iter::repeat_n(b'0', zeros).chain([digit]) {
                key = (key ^ u64::from(byte)).wrapping_mul(0x100_0000_01b3);
            }
            count += zeros + 1;
            zeros = 0;
        }
        match count > EXACT_DIGITS {
            true => Self { value, key },
            false => value.into(),
        }
    }
}

impl<'de> Deserialize<'de> for Written {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct WrittenVisitor;
        impl Visitor<'_> for WrittenVisitor {
            type Value = Written;

            fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
                formatter.write_str("a number")
            }

            fn visit_i64<E>(self, number: i64) -> Result<Written, E> {
                Ok(Written::whole(number.into()))
            }

            fn visit_u64<E>(self, number: u64) -> Result<Written, E> {
                Ok(Written::whole(number.into()))
            }

            fn visit_f64<E>(self, number: f64) -> Result<Written, E> {
                Ok(number.into())
            }
        }
        deserializer.deserialize_f64(WrittenVisitor)
    }
}

/// The numbers of a file that are not kept exactly.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Rounding {
    /// The bits that are kept, and the key of the number.
    seen: HashSet<(u64, u64)>,
}

impl Rounding {
    /// Adds a number that is kept in 32 bits.
    #[inline]
    pub fn add(&mut self, written: impl Into<Written>) {
        /// Whole numbers below this one are exact, and few other numbers become equal to them.
        const EXACT: f64 = (1 << 24) as f64;

        let Written { value, key } = written.into();
        let is_exact = value.fract() == 0.0 && value.abs() < EXACT;
        if !is_exact && !self.is_full() {
            self.seen.insert(((value as f32).to_bits().into(), key));
        }
    }

    /// Adds a number that is kept in 64 bits, and returns these.
    #[inline]
    pub fn kept(&mut self, Written { value, key }: Written) -> f64 {
        /// Whole numbers below this one are exact.
        const EXACT: f64 = (1u64 << 53) as f64;

        let bits = value.to_bits();
        let is_exact = key == bits && value.abs() < EXACT;
        if !is_exact && value.is_finite() && !self.is_full() {
            self.seen.insert((bits, key));
        }
        value
    }

    /// Whether no further number is remembered.
    pub fn is_full(&self) -> bool {
        self.seen.len() == MAX_NUMBERS
    }

    /// Adds the numbers of another part of the file.
    pub fn append(&mut self, other: Self) {
        let room = MAX_NUMBERS.saturating_sub(self.seen.len());
        self.seen.extend(other.seen.into_iter().take(room));
    }

    /// How many different numbers became how many others. `None` if all stay different.
    pub fn merged(&self) -> Option<[usize; 2]> {
        let mut numbers: Vec<_> = self.seen.iter().map(|(kept, _)| kept).collect();
        numbers.sort_unstable();
        let groups = numbers.chunk_by(|a, b| a == b);
        let merged = groups.filter(|group| group.len() > 1);
        let [written, kept] = merged.fold([0, 0], |[written, kept], group| {
            [written + group.len(), kept + 1]
        });
        (kept > 0).then_some([written, kept])
    }

    /// That numbers became equal with this number of bits.
    pub fn fact(&self, what: &str, bits: u32) -> Option<String> {
        let [written, kept] = self.merged()?;
        Some(format!(
            "{written} different values of {what} became {kept} by rounding to {bits} bits"
        ))
    }

    /// The same with advice, for numbers whose differences alone count.
    pub fn note(&self, what: &str, bits: u32) -> Option<String> {
        let fact = self.fact(what, bits)?;
        Some(format!(
            "{fact}; subtract a common number from them to keep them apart"
        ))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_that_become_equal_are_counted() {
        let mut rounding = Rounding::default();
        for number in [0.1, 0.2, 0.1, 3.0] {
            rounding.add(number);
        }
        assert_eq!(rounding.merged(), None);
        for number in [30_565_379.0, 30_565_381.0, 30_565_380.0, 30_565_380.0] {
            rounding.add(number);
        }
        assert_eq!(rounding.merged(), Some([3, 1]));
    }

    #[test]
    fn texts_of_one_number_are_one_number() {
        let merged = |texts: &[&str]| {
            let mut rounding = Rounding::default();
            for text in texts {
                let value = text.replace(',', ".").parse().unwrap();
                rounding.kept(Written::text(text.as_bytes(), value));
            }
            rounding.merged()
        };
        for same in [
            ["1700000000000000001", "1.700000000000000001e18"],
            ["1700000000000000000", "17e17"],
            ["1700000000000000001", "+01700000000000000001.0"],
            ["0,30000000000000004", "0.300000000000000040"],
            ["-1700000000000000001", "1700000000000000001"],
            ["9007199254740992", "9007199254740994"],
        ] {
            assert_eq!(merged(&same), None, "{same:?}");
        }
        for other in [
            ["1700000000000000000", "1700000000000000001"],
            ["1700000000.0000000001", "1700000000.0000000002"],
            ["9007199254740992", "9007199254740993"],
        ] {
            assert_eq!(merged(&other), Some([2, 1]), "{other:?}");
        }
        for number in [1_700_000_000_000_000_001_i128, 9_007_199_254_740_993, -5] {
            let [whole, exact] = [Written::whole(number), (number as f64).into()];
            assert_eq!(whole == exact, number == -5, "{number}");
        }
    }
}
