//! Pieces of Markdown, and rows of comma-separated values.

use std::fmt::Write;

/// A table; the first `left` columns are left-aligned, the others right-aligned.
pub fn table(header: &[String], left: usize, rows: &[Vec<String>]) -> String {
    let mut text = String::new();
    let rule: Vec<_> = (0..header.len())
        .map(|column| if column < left { "---" } else { "---:" }.to_owned())
        .collect();
    for row in [header, &rule]
        .into_iter()
        .chain(rows.iter().map(Vec::as_slice))
    {
        let _ = writeln!(text, "| {} |", row.join(" | "));
    }
    text
}

/// A name with Markdown characters escaped.
pub fn escaped(name: &str) -> String {
    let mut text = String::new();
    for character in name.chars() {
        match character {
            '&' => text += "&amp;",
            '<' => text += "&lt;",
            '>' => text += "&gt;",
            '\\' | '|' | '*' | '_' | '`' | '[' | ']' | '#' | '~' | '!' => {
                text.push('\\');
                text.push(character);
            }
            _ if character.is_control() => text.push(' '),
            _ => text.push(character),
        }
    }
    text
}

/// A row of comma-separated values.
pub fn csv(fields: &[String]) -> String {
    let quoted = |field: &String| match field.contains([',', '"', '\n', '\r']) {
        true => format!("\"{}\"", field.replace('"', "\"\"")),
        false => field.clone(),
    };
    fields.iter().map(quoted).collect::<Vec<_>>().join(",") + "\n"
}
