//! `NaN` and `Infinity`, which Python writes into JSON, and JSON does not have.

/// What the words of Python become: texts as long, so that places in messages stay what they are.
const WORDS: [(&[u8], &[u8], f64); 3] = [
    (b"NaN", b"\"N\"", f64::NAN),
    (b"Infinity", b"\"Infini\"", f64::INFINITY),
    (b"-Infinity", b"\"-Infini\"", f64::NEG_INFINITY),
];

/// The text with these words as texts that [`number`] knows; none where there is no such word.
pub(super) fn without_words(text: &[u8]) -> Option<Vec<u8>> {
    let mut changed = None;
    let mut place = 0;
    let mut inside = false;
    while let Some(&byte) = text.get(place) {
        match byte {
            b'"' => inside = !inside,
            b'\\' if inside => place += 1,
            b'N' | b'I' | b'-' if !inside => {
                let rest = &text[place..];
                if let Some((word, stand_in, _)) =
                    WORDS.iter().find(|(word, ..)| rest.starts_with(word))
                {
                    let changed = changed.get_or_insert_with(|| text.to_vec());
                    changed[place..place + word.len()].copy_from_slice(stand_in);
                    place += word.len() - 1;
                }
            }
            _ => {}
        }
        place += 1;
    }
    changed
}

/// The number that a word of Python became this text for.
pub(super) fn number(text: &str) -> Option<f64> {
    let is_it = |(_, stand_in, _): &&(&[u8], &[u8], f64)| {
        stand_in[1..stand_in.len() - 1] == *text.as_bytes()
    };
    WORDS.iter().find(is_it).map(|(.., value)| *value)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_outside_of_texts_are_replaced_at_their_length() {
        let text = br#"{"NaN \" NaN": [NaN, -Infinity, Infinity, -1, "Infinity"]}"#;
        let changed = without_words(text).unwrap();
        let expected = br#"{"NaN \" NaN": ["N", "-Infini", "Infini", -1, "Infinity"]}"#;
        assert_eq!(changed, expected);
        assert!(number("N").is_some_and(f64::is_nan));
        assert_eq!(number("-Infini"), Some(f64::NEG_INFINITY));
        assert_eq!((number("NaN"), without_words(b"[1, \"NaN\"")), (None, None));
    }
}
