//! Tables as aligned text, Markdown, LaTeX and comma-separated values.

use std::fmt::Write;

use crate::graph::readable;

/// A table in Markdown; the first `left` columns are left-aligned, the others right-aligned.
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

/// Columns of the same width; the first `left` ones are left-aligned, the others right-aligned.
pub fn aligned(left: usize, rows: &[Vec<String>]) -> String {
    let columns = rows.first().map_or(0, Vec::len);
    let width = |column: usize| {
        let widths = rows.iter().map(|row| row[column].chars().count());
        widths.max().unwrap_or(0)
    };
    let widths: Vec<usize> = (0..columns).map(width).collect();
    let of_row = |row: &Vec<String>| {
        let cells = row.iter().zip(&widths).enumerate();
        let cells = cells.map(|(column, (text, &width))| match column < left {
            true => format!("{text:<width$}"),
            false => format!("{text:>width$}"),
        });
        let line = cells.collect::<Vec<_>>().join("  ");
        line.trim_end().to_owned() + "\n"
    };
    rows.iter().map(of_row).collect()
}

/// A table in LaTeX, of its standard commands only; the first `left` columns are left-aligned, the others right-aligned.
pub fn latex(header: &[String], left: usize, rows: &[Vec<String>]) -> String {
    let columns: String = (0..header.len())
        .map(|column| if column < left { 'l' } else { 'r' })
        .collect();
    let line = |row: &[String]| format!("{} \\\\\n", row.join(" & "));
    let rows: String = rows.iter().map(|row| line(row)).collect();
    format!(
        "\\begin{{tabular}}{{{columns}}}\n\\hline\n{}\\hline\n{rows}\\hline\n\\end{{tabular}}\n",
        line(header)
    )
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

/// A name with LaTeX characters escaped.
pub fn latex_escaped(name: &str) -> String {
    let mut text = String::new();
    for character in readable(name).chars() {
        match character {
            '&' | '%' | '$' | '#' | '_' | '{' | '}' => {
                text.push('\\');
                text.push(character);
            }
            '\\' => text += "\\textbackslash{}",
            '~' => text += "\\textasciitilde{}",
            '^' => text += "\\textasciicircum{}",
            // The default font has other characters in the place of these, or none.
            '<' | '>' | '|' => {
                let _ = write!(text, "${character}$");
            }
            '−' => text += "$-$",
            '\n' => text.push(' '),
            _ => text.push(character),
        }
    }
    text
}

/// A row of comma-separated values.
pub fn csv(fields: &[String]) -> String {
    let fields: Vec<_> = fields.iter().map(|field| self::field(field)).collect();
    fields.join(",") + "\n"
}

/// A field of comma-separated values.
pub fn field(text: &str) -> String {
    match text.contains([',', '"', '\n', '\r']) {
        true => format!("\"{}\"", text.replace('"', "\"\"")),
        false => text.to_owned(),
    }
}

/// A number with its sign; no sign for values that round to zero.
pub fn signed(value: f64, decimals: usize) -> String {
    let text = format!("{value:+.decimals$}");
    match text.trim_matches(['+', '-', '0', '.']) {
        "" => text[1..].to_owned(),
        _ => text.replace('-', "−"),
    }
}
