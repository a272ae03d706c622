//! Different numbers of a file that become equal where they are kept with fewer bits.

use std::collections::HashSet;

/// Number of numbers that are remembered.
const MAX_NUMBERS: usize = 1 << 16;

/// The numbers of a file that are not kept exactly.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Rounding {
    /// The bits that are kept, and those of the file.
    seen: HashSet<(u64, u64)>,
}

impl Rounding {
    /// Adds a number that is kept in 32 bits.
    #[inline]
    pub fn add(&mut self, written: f64) {
        /// Whole numbers below this one are exact, and few other numbers become equal to them.
        const EXACT: f64 = (1 << 24) as f64;

        let kept = written as f32;
        let is_exact = written.fract() == 0.0 && written.abs() < EXACT;
        if !is_exact && !self.is_full() {
            self.seen.insert((kept.to_bits().into(), written.to_bits()));
        }
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

    /// The note about numbers that became equal.
    pub fn note(&self, what: &str) -> Option<String> {
        let [written, kept] = self.merged()?;
        Some(format!(
            "{written} different values of {what} became {kept} by rounding to 32 bits; subtract a common number from them to keep them apart"
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
}
