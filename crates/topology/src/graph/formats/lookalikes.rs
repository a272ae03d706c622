//! Texts that are not edge lists: the format that they resemble, and the remedy.

use super::graph6::read_graph6;
use super::table::columns::Heading;
use super::table::{Row, SAMPLE, SampleRow, Separator, Table, is_missing, vertex};
use crate::graph::lines::{natural, real};

/// The remedy for a format that NetworkX reads.
macro_rules! by_networkx {
    ($reader:literal) => {
        concat!(
            "; convert it, for example with NetworkX: nx.write_graphml(nx.",
            $reader,
            "(…), \"graph.graphml\")"
        )
    };
}

/// The beginnings of texts in other formats, in lower case, and their messages.
const BEGINNINGS: [(&[&str], &str); 5] = [
    (
        &["graph [", "creator \"", "graph\n"],
        concat!("this looks like GML", by_networkx!("read_gml")),
    ),
    (
        &["*vertices", "*network"],
        concat!("this looks like a Pajek file", by_networkx!("read_pajek")),
    ),
    (
        &["digraph ", "graph {", "strict graph", "strict digraph"],
        concat!("this looks like DOT", by_networkx!("nx_pydot.read_dot")),
    ),
    (
        &["dl n", "dl\n"],
        "this looks like a UCINET file; save it as an edge list or as GraphML",
    ),
    (
        &["<?xml", "<graphml", "<gexf", "<!doctype", "<html"],
        "this looks like XML; choose --input graphml if it is GraphML",
    ),
];

/// The first bytes of files that are no text, and their messages.
const BINARY: [(&[u8], &str); 6] = [
    (
        b"\x93NUMPY",
        "this is an array of NumPy; save it as text with numpy.savetxt(\"table.csv\", A, delimiter=\",\")",
    ),
    (b"PK\x03\x04", ARCHIVE),
    (
        b"\xd0\xcf\x11\xe0",
        "this is a document of Office; save the sheet as CSV",
    ),
    (
        b"\x89HDF",
        "this is HDF5, as Matlab also writes it; save the table as CSV",
    ),
    (
        b"MATLAB 5.0",
        "this is a file of Matlab; save the table with writematrix(A, \"table.csv\")",
    ),
    (b"PAR1", "this is Parquet; save the table as CSV"),
];

/// The problem with an archive in place of a table.
pub(super) const ARCHIVE: &str =
    "this is a zip, as Excel and NumPy also write it; save the sheet or the array as CSV";

/// The problem with bytes that are no text, if they are known.
pub(super) fn problem_of_bytes(bytes: &[u8]) -> Option<&'static str> {
    let known = BINARY.iter().find(|(begin, _)| bytes.starts_with(begin));
    known.map(|(_, problem)| *problem)
}

/// The problem with a text whose beginning is not that of an edge list, if any.
pub(super) fn problem_of(text: &str) -> Option<String> {
    let text = text.trim_start();
    let mut words = text.split_whitespace();
    // OFF has variants such as COFF and nOFF, and the number of its points.
    let is_points = match (words.next(), words.next()) {
        (Some("ply"), Some(format)) => format == "format",
        (Some(word), Some(size)) => word.ends_with("OFF") && natural(size.as_bytes()).is_some(),
        _ => false,
    };
    if is_points {
        let problem = "this looks like OFF or PLY, whose points `sublevel barcode` reads with --rips or --alpha, and the page as points";
        return Some(problem.into());
    }
    let beginning: String = text.chars().take(40).collect::<String>().to_lowercase();
    // DOT can have a name before its brace.
    let named = |line: &str| line.starts_with("graph ") && line.trim_end().ends_with('{');
    let beginning = match beginning.lines().next().is_some_and(named) {
        true => "graph {",
        false => &*beginning,
    };
    let begins = |words: &&[&str]| words.iter().any(|word| beginning.starts_with(word));
    let known = BEGINNINGS.iter().find(|(words, _)| begins(words));
    known.map(|(_, problem)| (*problem).to_owned())
}

/// Whether the beginning of an XML text is GEXF.
pub(super) fn is_gexf(element: &str) -> bool {
    element.eq_ignore_ascii_case("gexf")
}

/// The remedy for GEXF.
pub(super) const GEXF: &str = concat!("GEXF is another format", by_networkx!("read_gexf"));

/// The remedy for edges of NetworkX with attributes.
pub(super) const BRACES: &str =
    "NetworkX omits the braces with data=False, and nx.write_weighted_edgelist writes numbers";

/// The likely format of an invalid row, for the end of a message. Empty if it is unknown. `width` is the expected number of cells.
pub(super) fn advice_on(row: &Row<'_>, width: Option<usize>) -> &'static str {
    let all_numbers = row.cells().all(|cell| real(cell.as_bytes()).is_some());
    if row.len() == 1 && row.text.contains(['|', ':']) {
        "; separate the columns by commas, semicolons, blanks or tabs"
    } else if row.len() > 3 && all_numbers {
        "; this looks like a matrix or a table of numbers: save its edges as lines `vertex vertex`, or as MatrixMarket"
    } else if row.len() == 1 && all_numbers {
        VALUES
    } else if row.len() == 1 && read_graph6("", row.text.as_bytes()).is_ok() {
        "; if this is graph6, name the file .g6 or choose --input graph6"
    } else if row.len() == 3 && width == Some(3) && row.cell(2).starts_with(char::is_alphabetic) {
        "; if the third column is a vertex, as in SIF, choose --columns source=1,target=3, and without it --columns source=1,target=2"
    } else {
        ""
    }
}

const VALUES: &str = "; these look like values of vertices: open them together with the edge list, or name them with --values";

/// The likely format of two cells in place of the vertices of the first edge. `None` if they may be vertices.
pub(super) fn advice_on_vertices(
    a: &str,
    b: &str,
    is_pair: bool,
    separator: Separator,
) -> Option<&'static str> {
    let is_other = |cell: &str| is_coordinate(vertex(cell, separator).unwrap_or(cell).as_bytes());
    match (is_coordinate(a.as_bytes()), is_coordinate(b.as_bytes())) {
        (true, true) if is_other(a) || is_other(b) => Some(
            "; these look like coordinates: name vertices by whole numbers or by texts, one edge in each line",
        ),
        (false, true) if is_pair => Some(VALUES),
        _ => None,
    }
}

/// The problem with the vectors that the page exports.
pub(super) const TABLE_OF_VALUES: &str = "this is a table of values for the graphs of a data set, which has no edges: the GraphML files of the \
     same export contain the graphs with these values";

/// The remedy for an adjacency matrix in place of a list.
pub(super) const ADJACENCY: &str = "this looks like an adjacency matrix; save its edges, one `vertex vertex` in each line, or the matrix as MatrixMarket \
     with scipy.io.mmwrite(\"graph.mtx\", scipy.sparse.coo_array(A))";

/// The problem with a symmetric matrix in place of a list.
const SYMMETRIC: &str = "this looks like a symmetric matrix; if its entries are distances, add --rips --distances; if they are values of edges, save one \
     `vertex vertex value` in each line, or the matrix as MatrixMarket with scipy.io.mmwrite(\"graph.mtx\", scipy.sparse.coo_array(A))";

/// The problem with rows in brackets, as Python prints them: a bracket would be a part of a name.
const BRACKETS: &str = "the rows have brackets, as Python prints lists; write one `vertex vertex` in each line, without brackets";

/// Whether a row is a list in brackets.
fn is_bracketed(row: &SampleRow) -> bool {
    let Some((first, others)) = row.cells.split_first() else {
        return false;
    };
    let brackets = [('(', ')'), ('[', ']'), ('{', '}')];
    let mut opened = brackets
        .iter()
        .filter(|(open, close)| first.starts_with(*open) && !first.contains(*close));
    opened.any(|(_, close)| others.iter().any(|cell| cell.contains(*close)))
}

/// Whether the diagonal of a matrix has no values.
fn has_empty_diagonal<'a>(rows: impl IntoIterator<Item = &'a [String]>) -> bool {
    let is_empty = |cell: &String| is_missing(cell) || real(cell.as_bytes()) == Some(0.0);
    let mut rows = rows.into_iter().enumerate();
    rows.all(|(place, row)| row.get(place).is_some_and(is_empty))
}

/// The problem with headings that are those of a matrix.
pub(super) fn advice_on_matrix(heading: &Heading, rows: &[SampleRow]) -> Option<&'static str> {
    let names = heading.cells.get(1..).filter(|names| names.len() > 2)?;
    let rows = rows.get(1..)?;
    let is_named = |(name, row): (&String, &SampleRow)| row.cells.first() == Some(name);
    // The first rows are known, and pandas counts those of edges as well.
    let is_square = rows.len() == names.len().min(SAMPLE - 1);
    let counts = (0..)
        .zip(names)
        .all(|(number, name)| *name == i32::to_string(&number));
    let is_matrix = is_square && names.iter().zip(rows).all(is_named);
    let entries = || {
        rows.iter()
            .map(|row| row.cells.get(1..).unwrap_or_default())
    };
    (is_matrix && (!counts || has_empty_diagonal(entries()))).then_some(ADJACENCY)
}

/// The problem with the first rows of a text without headings whose rows are no edges. Rows of METIS are counted, and `progress`
/// receives the read share of the text.
pub(super) fn problem_of_rows(table: &Table<'_>, progress: &dyn Fn(f64)) -> Option<&'static str> {
    let first = table.sample.first()?;
    if table.sample.iter().any(is_bracketed) {
        return Some(BRACKETS);
    }
    let cell = |place: usize| first.cells.get(place).map_or("", String::as_str);
    let begins = |words: &[&str]| {
        table.sample.iter().any(|row| {
            row.cells
                .first()
                .is_some_and(|cell| words.contains(&&**cell))
        })
    };
    // DIMACS has lines "p edge 3 2" or "p sp 3 2", after comments "c …".
    let has_size = |row: &SampleRow| {
        row.cells.len() >= 4
            && row.cells[0] == "p"
            && row.cells[2..4]
                .iter()
                .all(|cell| natural(cell.as_bytes()).is_some())
    };
    if table.sample.iter().any(has_size) && begins(&["e", "a"]) {
        return Some(
            "this looks like DIMACS; save the lines after e or a as an edge list, without this letter",
        );
    }
    let width = first.cells.len();
    let is_square = || table.width() == Some(width) && table.count_rows(width, progress) == width;
    let is_binary =
        |cell: &String| matches!(&**cell, "0" | "1" | "0.0" | "1.0") || is_missing(cell);
    let mut cells = table.sample.iter().flat_map(|row| &row.cells);
    if width > 2 && cells.all(is_binary) && is_square() {
        return Some(ADJACENCY);
    }
    let number = |row: usize, column: usize| {
        let cell = table.sample[row].cells.get(column)?;
        real(cell.as_bytes()).or_else(|| is_missing(cell).then_some(f64::INFINITY))
    };
    let is_symmetric = |row: usize| {
        (0..row).all(|column| {
            number(row, column).is_some() && number(row, column) == number(column, row)
        })
    };
    let rows = || table.sample.iter().map(|row| &row.cells[..]);
    if width > 2
        && has_empty_diagonal(rows())
        && (0..table.sample.len()).all(is_symmetric)
        && is_square()
    {
        return Some(SYMMETRIC);
    }
    // The first line of METIS has the number of the lines after it.
    let are_whole = table
        .sample
        .iter()
        .flat_map(|row| &row.cells)
        .all(|cell| natural(cell.as_bytes()).is_some());
    let vertices = natural(cell(0).as_bytes()).unwrap_or_default() as usize;
    // Rows of the same length are lists of neighbours if the number of edges is that of the first line, and if they are symmetric.
    let are_symmetric = || {
        natural(cell(1).as_bytes()).map(|edges| 2 * edges as usize)
            == table.width().map(|neighbours| vertices * neighbours)
            && table.count_rows(vertices + 2, progress) == vertices + 1
            && (1..)
                .zip(&table.sample[1..])
                .all(|(vertex, row): (usize, _)| {
                    row.cells.iter().all(|cell| {
                        let other = cell
                            .parse()
                            .ok()
                            .filter(|other| (1..=vertices).contains(other));
                        let of_other = other.map(|other| table.sample.get(other));
                        of_other.is_some_and(|row| {
                            row.is_none_or(|row| row.cells.contains(&vertex.to_string()))
                        })
                    })
                })
    };
    if are_whole
        && (2..=4).contains(&width)
        && table.sample.len() > 2
        && (table.width().is_none_or(|others| others > width.max(3)) || are_symmetric())
    {
        let most = vertices + 1;
        if table.count_rows(most, progress) <= most {
            return Some(
                "this looks like METIS, whose lines list the neighbours of each vertex; save one `vertex vertex` in each line",
            );
        }
    }
    None
}

/// Whether a field is a number but not an index, such as a coordinate.
pub(super) fn is_coordinate(field: &[u8]) -> bool {
    let is_marked = field.iter().any(|byte| b".eE".contains(byte));
    is_marked && field.iter().any(u8::is_ascii_digit) && real(field).is_some()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn other_formats_are_named_with_a_remedy() {
        for (text, words) in [
            ("graph [\n  node [\n", "GML"),
            ("Creator \"igraph\"\nVersion 1\ngraph\n[", "GML"),
            ("*Vertices 3\n1 \"a\"", "Pajek"),
            ("digraph G {", "DOT"),
            ("graph G {\n a -- b;\n}", "DOT"),
            ("\n  <graphml>", "XML"),
        ] {
            let problem = problem_of(text).unwrap();
            assert!(problem.contains(words), "{problem}");
        }
        for text in [
            "0 1",
            "graph node\n",
            "# comment",
            "digraphs 1",
            "<a> <b>",
            "",
        ] {
            assert_eq!(problem_of(text), None, "{text}");
        }
    }

    #[test]
    fn coordinates_are_not_vertices() {
        for (field, expected) in [
            ("0.5", true),
            ("-1.25e-3", true),
            ("1e5", true),
            ("5", false),
            ("-5", false),
            ("e", false),
            ("v1.5", false),
            ("nan", false),
        ] {
            assert_eq!(is_coordinate(field.as_bytes()), expected, "{field}");
        }
    }
}
