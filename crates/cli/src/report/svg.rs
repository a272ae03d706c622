//! Figures as SVG for print: vectors on white, one font, sizes in millimetres, colour-blind-safe colours.

use std::fmt::{Display, Write};

/// Width of a print column in figure units; [`PER_MILLIMETRE`] units are one millimetre.
pub const COLUMN: f64 = 340.0;
const PER_MILLIMETRE: f64 = COLUMN / 90.0;

/// Text and axes.
pub const INK: &str = "#14171c";
/// Secondary text: axis titles, remarks.
pub const INK_2: &str = "#565e6b";
/// Grid.
pub const LINE: &str = "#dfe3e8";
/// Okabe and Ito's colours, in the page's order of classes.
pub const COLOURS: [&str; 6] = [
    "#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9",
];

/// Size of most text.
pub const TEXT: f64 = 9.5;
/// Size of remarks.
pub const SMALL: f64 = 8.5;

/// Alignment of a text.
#[derive(Clone, Copy, Debug)]
pub enum Anchor {
    Start,
    Middle,
    End,
}

/// A figure under construction.
pub struct Figure {
    width: f64,
    height: f64,
    title: String,
    body: String,
}

impl Figure {
    /// An empty figure with a title for screen readers.
    pub fn new(width: f64, height: f64, title: &str) -> Self {
        Self {
            width,
            height,
            title: title.into(),
            body: String::new(),
        }
    }

    /// Draws a text with this size and colour on this baseline.
    pub fn text(&mut self, at: [f64; 2], anchor: Anchor, size: f64, fill: &str, text: &str) {
        self.styled_text(
            at,
            anchor,
            &format!(r#"font-size="{size}" fill="{fill}""#),
            text,
        );
    }

    /// Draws a bold heading, truncated to the figure.
    pub fn heading(&mut self, at: [f64; 2], text: &str) {
        let size = 11.0;
        let text = shortened(text, self.width - at[0], size * 1.1);
        let style = format!(r#"font-size="{size}" font-weight="600" fill="{INK}""#);
        self.styled_text(at, Anchor::Start, &style, &text);
    }

    /// Draws a remark, truncated to the figure.
    pub fn remark(&mut self, at: [f64; 2], text: &str) {
        let text = shortened(text, self.width - at[0], SMALL);
        self.text(at, Anchor::Start, SMALL, INK_2, &text);
    }

    /// Draws a text rotated by 90°.
    pub fn upright_text(&mut self, at: [f64; 2], text: &str) {
        let [x, y] = at.map(number);
        let style = format!(r#"font-size="{TEXT}" fill="{INK_2}" transform="rotate(-90 {x} {y})""#);
        self.styled_text(at, Anchor::Middle, &style, text);
    }

    fn styled_text(&mut self, [x, y]: [f64; 2], anchor: Anchor, style: &str, text: &str) {
        let anchor = match anchor {
            Anchor::Start => "start",
            Anchor::Middle => "middle",
            Anchor::End => "end",
        };
        self.add(format_args!(
            r#"<text x="{}" y="{}" text-anchor="{anchor}" {style}>{}</text>"#,
            number(x),
            number(y),
            escaped(text)
        ));
    }

    /// Draws a straight line.
    pub fn line(&mut self, [x1, y1]: [f64; 2], [x2, y2]: [f64; 2], style: &str) {
        let [x1, y1, x2, y2] = [x1, y1, x2, y2].map(number);
        self.add(format_args!(
            r#"<line x1="{x1}" y1="{y1}" x2="{x2}" y2="{y2}" {style}/>"#
        ));
    }

    /// Draws a rectangle from its upper left corner.
    pub fn rectangle(&mut self, [x, y]: [f64; 2], [width, height]: [f64; 2], style: &str) {
        let [x, y, width, height] = [x, y, width, height].map(number);
        self.add(format_args!(
            r#"<rect x="{x}" y="{y}" width="{width}" height="{height}" {style}/>"#
        ));
    }

    /// Draws a path, see [`polyline`].
    pub fn path(&mut self, path: &str, style: &str) {
        self.add(format_args!(r#"<path d="{path}" {style}/>"#));
    }

    /// The file content.
    pub fn finish(self) -> String {
        let [width, height] = [self.width, self.height].map(number);
        let [wide, high] = [self.width, self.height].map(|size| number(size / PER_MILLIMETRE));
        let title = escaped(&self.title);
        format!(
            r##"<svg xmlns="http://www.w3.org/2000/svg" width="{wide}mm" height="{high}mm" viewBox="0 0 {width} {height}" role="img" font-family="'Helvetica Neue', Helvetica, Arial, 'Liberation Sans', 'Noto Sans', 'DejaVu Sans', sans-serif">
<title>{title}</title>
<rect width="{width}" height="{height}" fill="#ffffff"/>
{body}</svg>
"##,
            body = self.body
        )
    }

    fn add(&mut self, element: impl Display) {
        let _ = writeln!(self.body, "{element}");
    }
}

/// A path through these points.
pub fn polyline(points: impl IntoIterator<Item = [f64; 2]>) -> String {
    let mut path = String::new();
    for [x, y] in points {
        path.push(if path.is_empty() { 'M' } else { 'L' });
        path += &format!("{} {}", number(x), number(y));
    }
    path
}

/// Escapes a text for an element or an attribute. Characters that XML forbids are removed.
pub fn escaped(text: &str) -> String {
    let mut escaped = String::new();
    for character in text.chars() {
        match character {
            '&' => escaped += "&amp;",
            '<' => escaped += "&lt;",
            '>' => escaped += "&gt;",
            '"' => escaped += "&quot;",
            '\u{fffe}' | '\u{ffff}' => {}
            _ if character.is_control() => escaped.push(' '),
            _ => escaped.push(character),
        }
    }
    escaped
}

/// Truncates a text to a width at this size, with an ellipsis. Assumes the widest usual font.
pub fn shortened(text: &str, width: f64, size: f64) -> String {
    let room = (width / (0.58 * size)) as usize;
    if text.chars().count() <= room {
        return text.into();
    }
    let kept: String = text.chars().take(room.saturating_sub(1)).collect();
    format!("{}…", kept.trim_end())
}

/// A coordinate with two decimals, finer than a printer's resolution.
pub fn number(value: f64) -> String {
    let text = format!("{value:.2}");
    let text = text.trim_end_matches('0').trim_end_matches('.');
    match text {
        "-0" => "0".into(),
        _ => text.into(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_is_escaped() {
        assert_eq!(
            escaped("a<b> & \"c\"\u{0}\n"),
            "a&lt;b&gt; &amp; &quot;c&quot;  "
        );
    }

    #[test]
    fn a_long_text_is_cut() {
        assert_eq!(shortened("twelve signs", 60.0, 10.0), "twelve si…");
        assert_eq!(shortened("short", 60.0, 10.0), "short");
    }

    #[test]
    fn coordinates_are_short() {
        assert_eq!([-0.001, 1.0, 2.504].map(number), ["0", "1", "2.5"]);
    }
}
