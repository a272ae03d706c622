//! Classes of pairs as ranges of their numbers.

use std::ops::RangeInclusive;
use std::str::FromStr;

/// Named ranges of pairs, counted from 1.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Classes {
    ranges: Vec<(String, RangeInclusive<u32>)>,
    is_brec: bool,
}

/// The classes of the 400 pairs of BREC (Wang and Zhang, ICML 2024), file `brec_v3`.
const BREC: &str = "Basic=1-60,Regular=61-160,Extension=161-260,CFI=261-360,4-vertex condition=361-380,distance regular=381-400";

/// The number of its pairs.
pub const BREC_PAIRS: u32 = 400;

/// Percentages of the pairs of BREC that descriptors separate, by the authors of SpectRe (NeurIPS 2025).
const PUBLISHED: [(&str, u32); 4] = [
    ("degree", 3),
    ("forman", 41),
    ("rephine", 41),
    ("spectre", 54),
];

impl FromStr for Classes {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let is_brec = text == "brec";
        let list = if is_brec { BREC } else { text };
        let range = |entry: &str| {
            let (name, range) = entry.rsplit_once('=')?;
            let (first, last) = range.split_once('-').unwrap_or((range, range));
            let [first, last] = [first, last].map(|number| number.trim().parse::<u32>().ok());
            let range = first?..=last?;
            let name = name.trim();
            (!name.is_empty() && *range.start() > 0 && !range.is_empty())
                .then(|| (name.to_owned(), range))
        };
        let ranges: Option<Vec<_>> = list.split(',').map(range).collect();
        let ranges = ranges.ok_or("expected brec, or ranges such as small=1-60,large=61-100")?;
        Ok(Self { ranges, is_brec })
    }
}

impl Classes {
    /// The class of a pair, counted from 1, if a range contains it.
    pub fn of(&self, number: u32) -> Option<&str> {
        let found = self
            .ranges
            .iter()
            .find(|(_, range)| range.contains(&number));
        found.map(|(name, _)| name.as_str())
    }

    /// The published percentage of a descriptor for all pairs.
    pub fn published(&self, descriptor: &str) -> Option<u32> {
        let found = PUBLISHED.iter().find(|(id, _)| *id == descriptor);
        found.filter(|_| self.is_brec).map(|(_, percent)| *percent)
    }

    /// The largest number of a range.
    pub fn last(&self) -> u32 {
        self.ranges
            .iter()
            .map(|(_, range)| *range.end())
            .max()
            .unwrap_or(0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn classes_are_named_ranges() {
        let classes: Classes = "a=1-2,b c=5".parse().unwrap();
        let found: Vec<_> = (1..=6).map(|number| classes.of(number)).collect();
        assert_eq!(found, [Some("a"), Some("a"), None, None, Some("b c"), None]);
        assert_eq!((classes.last(), classes.published("degree")), (5, None));
        let brec: Classes = "brec".parse().unwrap();
        assert_eq!(
            (brec.last(), brec.of(260), brec.of(261)),
            (400, Some("Extension"), Some("CFI"))
        );
        assert_eq!(brec.published("spectre"), Some(54));
        for wrong in ["", "a", "a=", "=1-2", "a=0-2", "a=3-2", "a=1-2,", "a=x"] {
            assert!(wrong.parse::<Classes>().is_err(), "{wrong}");
        }
    }
}
