//! The comparison as text, Markdown or LaTeX.

use crate::graph::readable;

use super::Format;
use crate::protocol::ComparisonBlock as Block;
use crate::table::{aligned, escaped, latex, latex_escaped, table};

/// The parts in a format.
pub fn text(blocks: &[Block], format: Format) -> String {
    let blocks: Vec<_> = blocks.iter().map(|block| of_block(block, format)).collect();
    blocks.join("\n")
}

fn of_block(block: &Block, format: Format) -> String {
    let escape = match format {
        Format::Markdown => escaped,
        Format::Latex => latex_escaped,
        Format::Text | Format::Csv => |text: &str| readable(text).replace('\n', " "),
    };
    match (block, format) {
        (Block::Title(title), Format::Markdown) => format!("## {}\n", escape(title)),
        (Block::Title(title), Format::Latex) => format!("\\subsection*{{{}}}\n", escape(title)),
        (Block::Title(text) | Block::Text(text), _) => escape(text) + "\n",
        (Block::Table { header, left, rows }, _) => {
            let left = *left as usize;
            let header: Vec<_> = header.iter().map(|text| escape(text)).collect();
            let of_row = |row: &Vec<String>| row.iter().map(|text| escape(text)).collect();
            let mut rows: Vec<Vec<String>> = rows.iter().map(of_row).collect();
            match format {
                Format::Markdown => table(&header, left, &rows),
                Format::Latex => latex(&header, left, &rows),
                Format::Text | Format::Csv => {
                    rows.insert(0, header);
                    aligned(left, &rows)
                }
            }
        }
        (Block::List(items), Format::Latex) => {
            let items = items
                .iter()
                .map(|item| format!("\\item {}\n", escape(item)));
            format!(
                "\\begin{{itemize}}\n{}\\end{{itemize}}\n",
                items.collect::<String>()
            )
        }
        (Block::List(items), _) => {
            let items = items.iter().map(|item| format!("- {}\n", escape(item)));
            items.collect()
        }
    }
}
