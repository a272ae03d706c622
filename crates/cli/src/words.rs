//! Parsers of option values, with error messages.

use std::borrow::Borrow;
use std::ffi::OsStr;
use std::ops::RangeInclusive;

use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use clap::{Arg, Command};
use serde::de::{
    DeserializeOwned, IntoDeserializer,
    value::{self, StrDeserializer},
};
use sublevel::choice::Choice;

/// Parser for one of these values into its configuration type.
pub fn choice<T>(choices: &[Choice]) -> impl TypedValueParser<Value = T> + use<T>
where
    T: DeserializeOwned + Clone + Send + Sync + 'static,
{
    one_of(choices).try_map(|word| {
        let word: StrDeserializer<value::Error> = word.as_str().into_deserializer();
        T::deserialize(word)
    })
}

pub fn one_of(choices: &[Choice]) -> PossibleValuesParser {
    PossibleValuesParser::new(choices.iter().map(value_of))
}

fn value_of(choice: &Choice) -> PossibleValue {
    PossibleValue::new(choice.id).help(choice.help)
}

/// A parser of free text whose completions offer these values.
pub fn offering<P: TypedValueParser>(
    parser: P,
    choices: impl IntoIterator<Item: Borrow<Choice>>,
) -> Offering<P> {
    let values = choices.into_iter().map(|choice| value_of(choice.borrow()));
    Offering {
        parser,
        values: values.collect(),
    }
}

/// See [`offering`].
#[derive(Clone)]
pub struct Offering<P> {
    parser: P,
    values: Vec<PossibleValue>,
}

impl<P: TypedValueParser> TypedValueParser for Offering<P> {
    type Value = P::Value;

    fn parse_ref(
        &self,
        command: &Command,
        argument: Option<&Arg>,
        word: &OsStr,
    ) -> Result<Self::Value, clap::Error> {
        self.parser.parse_ref(command, argument, word)
    }

    fn possible_values(&self) -> Option<Box<dyn Iterator<Item = PossibleValue> + '_>> {
        Some(Box::new(self.values.iter().cloned()))
    }
}

/// Parser for a whole number in this range.
pub fn whole(
    range: RangeInclusive<u32>,
) -> impl Fn(&str) -> Result<u32, String> + Clone + Send + Sync + 'static {
    move |text| {
        let number = text.parse().ok().filter(|number| range.contains(number));
        number.ok_or_else(|| match (range.start(), *range.end()) {
            (least, u32::MAX) => format!("expected a whole number, at least {least}"),
            (least, most) => format!("expected a whole number from {least} to {most}"),
        })
    }
}

/// Parser for a whole number of any sign.
pub fn integer(text: &str) -> Result<i64, String> {
    text.parse().map_err(|_| "expected a whole number".into())
}

/// Parser for a port; 0 selects any free port.
pub fn port(text: &str) -> Result<u16, String> {
    let expected = "expected a port, a whole number from 0 to 65535";
    text.parse().map_err(|_| expected.into())
}

/// Parser for the origin of a web page: the beginning of its address, without a path.
pub fn origin(text: &str) -> Result<String, String> {
    let lower = text.to_ascii_lowercase();
    let origin = lower.strip_suffix('/').unwrap_or(&lower);
    let host = ["https://", "http://"]
        .iter()
        .find_map(|scheme| origin.strip_prefix(scheme));
    // Also, no character may end a source of a content security policy.
    let is_host = |host: &str| {
        let (name, port) = match host.rsplit_once(':') {
            Some((name, port)) if !name.is_empty() && !port.ends_with(']') => (name, port),
            _ => (host, "80"),
        };
        let is_named = |byte: u8| byte.is_ascii_alphanumeric() || b"-.:[]".contains(&byte);
        port.parse::<u16>().is_ok() && name.bytes().all(is_named) && !name.is_empty()
    };
    match host.is_some_and(is_host) {
        true => Ok(origin.into()),
        false => Err(
            "expected the origin of a page, http:// or https:// with a host and without a path, such as https://course.example"
                .into(),
        ),
    }
}

/// Parser for a number of any sign.
pub fn real(text: &str) -> Result<f64, String> {
    let number = text.parse().ok().filter(|number: &f64| !number.is_nan());
    number.ok_or_else(|| "expected a number, such as 0.01".into())
}

/// Parser for a number that is not negative.
pub fn not_negative(text: &str) -> Result<f64, String> {
    let number = real(text).ok().filter(|&number| number >= 0.0);
    number.ok_or_else(|| "expected a number that is not negative, such as 0.5".into())
}

/// Parser for folds, counted from 1: one, `3`, or a range, `1-5`.
pub fn folds(text: &str) -> Result<RangeInclusive<u32>, String> {
    let (first, last) = text.split_once('-').unwrap_or((text, text));
    let range = match (first.trim().parse(), last.trim().parse()) {
        (Ok(first), Ok(last)) if 1 <= first && first <= last => Some(first..=last),
        _ => None,
    };
    range
        .ok_or_else(|| "expected a fold, counted from 1, such as 3, or several, such as 1-5".into())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn folds_are_one_number_or_a_range() {
        assert_eq!(folds("3"), Ok(3..=3));
        assert_eq!(folds("1-5"), Ok(1..=5));
        assert_eq!(folds("10 - 10"), Ok(10..=10));
        for wrong in ["", "0", "0-3", "5-1", "-1", "1-", "1-2-3", "one"] {
            assert!(folds(wrong).is_err(), "{wrong}");
        }
    }

    #[test]
    fn errors_in_numbers_name_the_expected_range() {
        assert_eq!(whole(1..=5)("3"), Ok(3));
        assert_eq!(
            whole(1..=5)("6").unwrap_err(),
            "expected a whole number from 1 to 5"
        );
        for text in ["-1", "1.5", "4294967296", "x", ""] {
            assert_eq!(
                whole(0..=u32::MAX)(text).unwrap_err(),
                "expected a whole number, at least 0"
            );
        }
        assert_eq!(
            (real("-1e-3"), integer("-7"), port("0")),
            (Ok(-1e-3), Ok(-7), Ok(0))
        );
        assert_eq!(not_negative("0.5"), Ok(0.5));
        assert!(not_negative("-1").is_err() && not_negative("nan").is_err());
        assert!(real("fast").is_err() && integer("1.5").is_err() && port("65536").is_err());
        assert_eq!((folds("3"), folds("1-5")), (Ok(3..=3), Ok(1..=5)));
        for text in ["0", "5-1", "0-3", "1-", "-2", "a-b", "1-2-3", ""] {
            assert!(folds(text).unwrap_err().contains("1-5"), "{text}");
        }
    }
}
