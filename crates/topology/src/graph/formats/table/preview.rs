//! The first rows of a table, and what its columns may be: for a user who names them.

use super::columns::{Columns, Heading, Index, ROLES, Role, View, named_column, role};
use super::{Table, is_missing, is_number};
use crate::graph::error::DataError;

/// Number of rows.
const ROWS: usize = 7;
/// Maximum number of characters of a cell.
const CELL: usize = 60;

/// The beginning of a table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Preview {
    /// The first row as headings. R writes none for the names of the rows.
    pub headings: Vec<String>,
    /// Whether it is probably one.
    pub has_heading: bool,
    /// The first rows, with the one that may be a heading.
    pub rows: Vec<Vec<String>>,
    /// A word of [`ROLES`] for each column, or nothing.
    pub suggested: Vec<&'static str>,
}

impl Preview {
    /// The beginning of a text that is one of these views.
    ///
    /// # Errors
    /// Bytes that are no text, and their place.
    pub fn new(file: &str, bytes: &[u8], views: &[View]) -> Result<Self, DataError> {
        let table = Table::open(file, bytes)?;
        let rows = table.sample.iter().map(|row| row.cells.len());
        let width = rows.max().unwrap_or(0);
        let found = views.iter().map(|&view| {
            let heading = table.heading(view, &Columns::default());
            let is_short = |heading: &Heading| heading.is_row && heading.cells.len() + 1 == width;
            let heading = heading.map(|heading| match is_short(&heading) {
                true => heading.with_names(),
                false => heading,
            });
            Suggestion::new(&table, view, width, heading)
        });
        let found: Vec<_> = found.collect();
        let complete = found.iter().find(|suggestion| suggestion.is_complete);
        let best = complete.or(found.first());
        let first = table.sample.first().map(|row| &row.cells[..]);
        let first = first.unwrap_or_default();
        let heading = best.and_then(|suggestion| suggestion.heading.as_ref());
        let headings = match first.len() + 1 == width {
            true => [&[String::new()], first].concat(),
            false => first.to_vec(),
        };
        let shortened = |cells: &[String]| -> Vec<String> {
            let short = |cell: &String| match cell.char_indices().nth(CELL) {
                Some((end, _)) => format!("{}…", &cell[..end]),
                None => cell.clone(),
            };
            let cells = cells.iter().map(short);
            let missing = width.saturating_sub(cells.len());
            cells
                .chain(std::iter::repeat_n(String::new(), missing))
                .collect()
        };
        Ok(Self {
            headings: shortened(&headings),
            has_heading: heading.is_some_and(|heading| heading.is_row),
            rows: table
                .sample
                .iter()
                .take(ROWS)
                .map(|row| shortened(&row.cells))
                .collect(),
            suggested: best.map_or_else(Vec::new, |suggestion| suggestion.words.clone()),
        })
    }
}

/// The columns of a view.
struct Suggestion {
    heading: Option<Heading>,
    words: Vec<&'static str>,
    /// Whether the headings name every required column.
    is_complete: bool,
}

impl Suggestion {
    fn new(table: &Table<'_>, view: View, width: usize, heading: Option<Heading>) -> Self {
        let cells = heading.as_ref().map_or(&[][..], |heading| &heading.cells);
        let roles: Vec<Option<Role>> = (0..width)
            .map(|column| cells.get(column).and_then(|cell| role(view, cell)))
            .collect();
        let mut words = vec![""; width];
        let place = |wanted: Role| roles.iter().position(|&role| role == Some(wanted));
        let named = ROLES.iter().filter(|named| named.view == view);
        for named in named.clone() {
            match named.role() {
                None => {
                    let columns =
                        (0..width).filter(|&column| roles[column] == Some(Role::Coordinate));
                    columns.for_each(|column| words[column] = named.word);
                }
                Some(wanted) => {
                    let time = || place(Role::Time).filter(|_| wanted == Role::Weight);
                    if let Some(column) = place(wanted).or_else(time) {
                        words[column] = named.word;
                    }
                }
            }
        }
        let is_complete = named
            .filter(|named| named.is_required)
            .all(|named| words.contains(&named.word));
        let is_row = heading.as_ref().is_some_and(|heading| heading.is_row);
        let below = &table.sample[usize::from(is_row).min(table.sample.len())..];
        let are_numbers = |column: usize| {
            let cells = || below.iter().filter_map(|row| row.cells.get(column));
            cells().all(|cell| is_number(cell)) && cells().any(|cell| !is_missing(cell))
        };
        // The first column without heading can count the rows. Of four columns of edges, it is rather the number of a vertex.
        let can_count = width == 3 || (width > 3 && view != View::Edges);
        let is_index = heading.is_none() && can_count && table.index() == Index::Likely;
        let index = usize::from(is_index);
        let is_free = |column: &usize| *column >= index && roles[*column].is_none();
        let mut free = (0..width).filter(is_free);
        match view {
            View::Edges if !words.contains(&"source") && !words.contains(&"target") => {
                if let (Some(source), Some(target)) = (free.next(), free.next()) {
                    (words[source], words[target]) = ("source", "target");
                }
            }
            View::Values => {
                let names = place(Role::Index).or(place(Role::Label));
                if !words.contains(&"vertex")
                    && let Some(vertex) = names.or_else(|| free.next())
                {
                    words[vertex] = "vertex";
                }
                let last = (0..width).rev();
                let mut last =
                    last.filter(|&column| words[column].is_empty() && are_numbers(column));
                if !words.contains(&"value")
                    && let Some(value) = last.next()
                {
                    words[value] = "value";
                }
            }
            View::Points if !words.contains(&"coordinate") => {
                let columns = free.filter(|&column| are_numbers(column));
                columns.for_each(|column| words[column] = "coordinate");
            }
            View::Edges | View::Points => {}
        }
        Self {
            heading,
            words,
            is_complete,
        }
    }
}

impl Table<'_> {
    /// The value of `--columns` with the columns of this view that are likely.
    pub fn example(&self, view: View, heading: Option<&Heading>) -> String {
        let rows = self.sample.iter().map(|row| row.cells.len());
        let width = rows.max().unwrap_or(0);
        let mut words = Suggestion::new(self, view, width, heading.cloned()).words;
        let cells = heading.map_or(&[][..], |heading| &heading.cells);
        let is_known = |column: usize| {
            cells
                .get(column)
                .is_some_and(|cell| role(view, cell).is_some())
        };
        let mut named = Vec::new();
        for named_role in ROLES.iter().filter(|named| named.view == view) {
            let word = named_role.word;
            let rest = (0..width).filter(|&column| words[column].is_empty());
            let place = words.iter().position(|other| *other == word).or_else(|| {
                let mut rest: Vec<usize> = match named_role.is_required {
                    true => rest.collect(),
                    // A value is behind the vertices.
                    false => {
                        let last = words.iter().rposition(|word| !word.is_empty());
                        let behind = |column: &usize| Some(*column) > last && !is_known(*column);
                        rest.filter(behind)
                            .filter(|&column| self.has_numbers(column))
                            .collect()
                    }
                };
                rest.sort_by_key(|&column| is_known(column));
                rest.first().copied()
            });
            let Some(place) = place else { continue };
            words[place] = word;
            let column = |place| named_column(heading, place);
            named.extend(match named_role.is_repeated() {
                true => {
                    let all = (0..width).filter(|&column| words[column] == word);
                    all.map(column).collect::<Vec<_>>()
                }
                false => vec![format!("{word}={}", column(place))],
            });
        }
        named.join(",")
    }

    /// Whether the rows below the first one have numbers in a column.
    fn has_numbers(&self, column: usize) -> bool {
        let below = self.sample.iter().skip(1);
        let mut cells = below.filter_map(|row| row.cells.get(column));
        cells.all(|cell| is_number(cell))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use View::{Edges, Points, Values};

    #[track_caller]
    fn assert_suggested(text: &str, views: &[View], has_heading: bool, expected: &[&str]) {
        let preview = Preview::new("t.csv", text.as_bytes(), views).unwrap();
        assert_eq!(preview.suggested, expected, "{text}");
        assert_eq!(preview.has_heading, has_heading, "{text}");
    }

    #[test]
    fn headings_suggest_the_columns() {
        let both = &[Edges, Points][..];
        let people = "person,friend,score\nann,bob,1\n";
        assert_suggested(people, both, true, &["source", "target", ""]);
        let known = "id,Target,Source,time,note\n1,a,b,3,x\n";
        assert_suggested(known, both, true, &["", "target", "source", "weight", ""]);
        let twice = "source,target,weight,value\n1,2,3,4\n";
        assert_suggested(twice, both, true, &["source", "target", "weight", ""]);
        assert_suggested(
            "x,y,mass\n1,2,3\n",
            both,
            true,
            &["coordinate", "coordinate", ""],
        );
        assert_suggested(
            "1 2 0.5 7\n2 3 1 8\n",
            both,
            false,
            &["source", "target", "", ""],
        );
        let counted = "1 2 0.5 7\n2 3 1 8\n3 1 2 9\n";
        assert_suggested(counted, both, false, &["source", "target", "", ""]);
        assert_suggested(
            "0,5,7\n1,7,9\n2,9,5\n",
            both,
            false,
            &["", "source", "target"],
        );
        let points = "lon,lat,town\n1.5,2,a\n3,4,b\n";
        assert_suggested(points, &[Points], true, &["coordinate", "coordinate", ""]);
        let index = "0,0.5,7\n1,0.25,9\n2,1,5\n";
        assert_suggested(index, &[Points], false, &["", "coordinate", "coordinate"]);
        let values = "name,height,mass\na,1,2\nb,2,3\n";
        assert_suggested(values, &[Values], true, &["vertex", "", "value"]);
    }

    #[test]
    fn cells_are_those_of_the_reader() {
        let text = format!("\"a;1\";b\n\"x\";{}\n", "é".repeat(100));
        let preview = Preview::new("t.csv", text.as_bytes(), &[Edges]).unwrap();
        assert_eq!(preview.headings, ["a;1", "b"]);
        assert_eq!(preview.rows[0], preview.headings);
        assert_eq!(preview.rows[1][1], format!("{}…", "é".repeat(60)));
        // R writes no heading for the names of the rows.
        let rows = Preview::new("t.csv", b"a b\n1 x 2\n2 y 3\n", &[Edges]).unwrap();
        assert_eq!(rows.headings, ["", "a", "b"]);
        assert_eq!(rows.rows[0], ["a", "b", ""]);
        let empty = Preview::new("t.csv", b"", &[Edges]).unwrap();
        assert!(empty.rows.is_empty() && empty.suggested.is_empty());
    }
}
