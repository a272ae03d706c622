//! The columns of a table: the known headings, the headings of a text, and the columns that a user names.

use std::str::FromStr;

use super::{SampleRow, Separator, Table, is_missing, is_number};
use crate::graph::error::{DataError, quoted_name};
use crate::graph::lines::real;

/// A view of a table.
#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(rename = "TableView"))]
#[serde(rename_all = "lowercase")]
pub enum View {
    Edges,
    Values,
    Points,
}

impl View {
    const ALL: [Self; 3] = [Self::Edges, Self::Values, Self::Points];

    /// Its word in messages of the page.
    pub fn word(self) -> &'static str {
        match self {
            Self::Edges => "edges",
            Self::Values => "values",
            Self::Points => "points",
        }
    }

    /// The view of a word.
    pub fn of_word(word: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|view| view.word() == word)
    }
}

/// The content of a column.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Role {
    Source,
    Target,
    /// The value of an edge.
    Weight,
    /// The value of a vertex.
    Value,
    /// The value of an edge in a table without another one.
    Time,
    Vertex,
    Coordinate,
    /// Whether an edge is directed, as Gephi writes it.
    Direction,
    /// A number or a name of the row.
    Index,
    Label,
}

/// Headings with the same content, without blanks, `_`, `-` and in lower case, and their roles in edges, values and points.
pub struct Known {
    pub headings: &'static [&'static str],
    edges: Option<Role>,
    values: Option<Role>,
    points: Option<Role>,
}

/// Every known heading.
pub static KNOWN: [Known; 10] = [
    Known {
        headings: &[
            "source",
            "sourceid",
            "src",
            "from",
            "fromid",
            "fromnode",
            "fromnodeid",
            "node1",
            "vertex1",
            "u",
            "i",
        ],
        edges: Some(Role::Source),
        values: None,
        points: None,
    },
    Known {
        headings: &[
            "target", "targetid", "dst", "to", "toid", "tonode", "tonodeid", "node2", "vertex2",
            "j",
        ],
        edges: Some(Role::Target),
        values: None,
        points: None,
    },
    Known {
        headings: &["v"],
        edges: Some(Role::Target),
        values: Some(Role::Vertex),
        points: None,
    },
    Known {
        headings: &["vertex", "vertexid", "node", "nodeid"],
        edges: None,
        values: Some(Role::Vertex),
        points: Some(Role::Index),
    },
    Known {
        headings: &["weight", "value", "w"],
        edges: Some(Role::Weight),
        values: Some(Role::Value),
        points: None,
    },
    Known {
        headings: &["filter", "f"],
        edges: None,
        values: Some(Role::Value),
        points: None,
    },
    Known {
        headings: &["time", "timestamp", "t"],
        edges: Some(Role::Time),
        values: None,
        points: None,
    },
    Known {
        headings: &["x", "y", "z"],
        edges: None,
        values: None,
        points: Some(Role::Coordinate),
    },
    Known {
        headings: &["id", "index", "", "unnamed:0", "...1"],
        edges: Some(Role::Index),
        values: Some(Role::Index),
        points: Some(Role::Index),
    },
    Known {
        headings: &["label", "name", "timeset"],
        edges: Some(Role::Label),
        values: Some(Role::Label),
        points: Some(Role::Label),
    },
];

/// Gephi's column with `Directed` or `Undirected`.
const DIRECTION: &str = "type";

pub(in super::super) fn role(view: View, heading: &str) -> Option<Role> {
    let plain: String = heading
        .chars()
        .filter(|character| !matches!(character, ' ' | '_' | '-'))
        .flat_map(char::to_lowercase)
        .collect();
    if plain == DIRECTION {
        return Some(match view {
            View::Edges => Role::Direction,
            View::Values | View::Points => Role::Label,
        });
    }
    let known = KNOWN
        .iter()
        .find(|known| known.headings.contains(&&*plain))?;
    match view {
        View::Edges => known.edges,
        View::Values => known.values,
        View::Points => known.points,
    }
}

/// The columns that a user names: `source=u,target=v,weight=w`, or coordinates alone, `x,y`. A column is a heading, or a number
/// counted from 1. A dialog names columns by their place, see [`Columns::choose`].
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Columns {
    named: Vec<(Option<Role>, Column)>,
    /// Whether the first row of a table is its heading, where this is known.
    headings: Vec<(View, bool)>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
enum Column {
    Named(String),
    /// Counted from 0.
    Placed(usize),
}

/// What a user can call a column.
pub struct NamedRole {
    /// Its word in [`Columns`]. Coordinates are named without it.
    pub word: &'static str,
    pub label: &'static str,
    pub view: View,
    role: Option<Role>,
    /// Whether a table needs this column.
    pub is_required: bool,
}

/// Every content of a column that a user can name.
pub static ROLES: [NamedRole; 6] = [
    NamedRole {
        word: "source",
        label: "Source",
        view: View::Edges,
        role: Some(Role::Source),
        is_required: true,
    },
    NamedRole {
        word: "target",
        label: "Target",
        view: View::Edges,
        role: Some(Role::Target),
        is_required: true,
    },
    NamedRole {
        word: "weight",
        label: "Weight",
        view: View::Edges,
        role: Some(Role::Weight),
        is_required: false,
    },
    NamedRole {
        word: "vertex",
        label: "Vertex",
        view: View::Values,
        role: Some(Role::Vertex),
        is_required: true,
    },
    NamedRole {
        word: "value",
        label: "Value",
        view: View::Values,
        role: Some(Role::Value),
        is_required: true,
    },
    NamedRole {
        word: "coordinate",
        label: "Coordinate",
        view: View::Points,
        role: None,
        is_required: true,
    },
];

impl NamedRole {
    pub(super) fn role(&self) -> Option<Role> {
        self.role
    }

    /// Whether several columns can have it.
    pub fn is_repeated(&self) -> bool {
        self.role.is_none()
    }
}

impl FromStr for Columns {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let expected = "expected source=COLUMN,target=COLUMN,weight=COLUMN for edges, vertex=COLUMN,value=COLUMN for --values, or the \
                        columns of coordinates, such as x,y";
        let one = |part: &str| match part.split_once('=') {
            Some((word, column)) => {
                let mut roles = ROLES.iter().filter(|role| role.role.is_some());
                let role = roles.find(|role| role.word == word.trim());
                let role = role.filter(|_| !column.trim().is_empty())?;
                Some((role.role, column.trim().to_owned()))
            }
            None => Some((None, part.trim().to_owned())).filter(|(_, part)| !part.is_empty()),
        };
        let parts: Option<Vec<_>> = text.split(',').map(one).collect();
        let parts = parts.ok_or(expected)?;
        for (index, (role, column)) in parts.iter().enumerate() {
            let others = &parts[..index];
            if others
                .iter()
                .any(|(other, name)| name == column || (role.is_some() && other == role))
            {
                return Err(format!("{column:?} repeats a column; {expected}"));
            }
        }
        let named = parts.into_iter();
        Ok(Self {
            named: named
                .map(|(role, column)| (role, Column::Named(column)))
                .collect(),
            headings: Vec::new(),
        })
    }
}

impl Columns {
    /// Whether the user named no columns.
    pub fn is_empty(&self) -> bool {
        self.named.is_empty()
    }

    /// Adds the columns of one table: for each, a word of [`ROLES`], or nothing for a column that is left out.
    ///
    /// # Errors
    /// An unknown word, or words of several views.
    pub fn choose(&mut self, words: &[impl AsRef<str>], has_heading: bool) -> Result<(), String> {
        let mut view = None;
        for (place, word) in words.iter().map(AsRef::as_ref).enumerate() {
            if word.is_empty() {
                continue;
            }
            let role = ROLES.iter().find(|role| role.word == word);
            let role = role.ok_or_else(|| format!("no column is called {word:?}"))?;
            if *view.get_or_insert(role.view) != role.view {
                return Err(format!("{word:?} belongs to another table"));
            }
            self.named.push((role.role, Column::Placed(place)));
        }
        self.headings.extend(view.map(|view| (view, has_heading)));
        Ok(())
    }

    /// Whether one of the columns has a name that is this heading, and no number of a column.
    fn names(&self, heading: &str, width: usize) -> bool {
        let is_number =
            |column: &str| matches!(column.parse(), Ok(number) if (1..=width).contains(&number));
        self.named.iter().any(|(_, column)| match column {
            Column::Named(column) => column.eq_ignore_ascii_case(heading) && !is_number(column),
            Column::Placed(_) => false,
        })
    }

    /// Refuses columns of tables that are not read: `views` are those that are.
    ///
    /// # Errors
    /// The first other column.
    pub fn belong(&self, file: &str, views: &[View]) -> Result<(), DataError> {
        let others = View::ALL.into_iter().filter(|view| !views.contains(view));
        let Some(other) = others
            .into_iter()
            .find(|&view| self.of(view).next().is_some())
        else {
            return Ok(());
        };
        let wanted: Vec<_> = views.iter().map(|view| view.word()).collect();
        let problem = format!(
            "is a table of {}, and --columns names columns of {}",
            wanted.join(" and "),
            other.word()
        );
        Err(DataError::file(file, problem))
    }

    /// The columns of the roles of a view, or of the coordinates.
    fn of(&self, view: View) -> impl Iterator<Item = (Option<Role>, &Column)> {
        let belongs = move |role: &Option<Role>| match view {
            View::Edges => matches!(role, Some(Role::Source | Role::Target | Role::Weight)),
            View::Values => matches!(role, Some(Role::Vertex | Role::Value)),
            View::Points => role.is_none(),
        };
        let columns = self.named.iter().filter(move |(role, _)| belongs(role));
        columns.map(|(role, column)| (*role, column))
    }
}

/// The first line of a table.
#[derive(Clone, Debug, PartialEq)]
pub(in super::super) struct Heading {
    /// The heading of each column.
    pub cells: Vec<String>,
    /// Whether it is the first row, and no comment.
    pub is_row: bool,
}

impl Heading {
    /// These headings after that of the names of the rows, for which R writes none.
    pub fn with_names(self) -> Self {
        let names = std::iter::once(String::new()).chain(self.cells);
        Self {
            cells: names.collect(),
            ..self
        }
    }

    /// The first row.
    pub fn of_first(table: &Table<'_>) -> Self {
        let first = table.sample.first();
        Self {
            cells: first.map_or_else(Vec::new, |row| row.cells.clone()),
            is_row: true,
        }
    }
}

impl Table<'_> {
    /// The headings of the columns: the first row if it has known headings, or no numbers where the rows below it have them, or a
    /// comment of known headings before it.
    pub fn heading(&self, view: View, columns: &Columns) -> Option<Heading> {
        let (first, rest) = self.sample.split_first()?;
        let width = rest.first().map(|row| row.cells.len());
        let is_known = |cell: &String| role(view, cell).is_some();
        let row = |cells: Vec<String>| {
            Some(Heading {
                cells,
                is_row: true,
            })
        };
        // R writes no heading for the names of rows.
        let are_names = || {
            let counts = (1..)
                .zip(rest)
                .all(|(number, row): (u64, _)| row.cells[0] == number.to_string());
            let has_words = rest.iter().any(|row| !is_number(&row.cells[0]));
            // Below one heading, "1,5" may be a number with a decimal comma.
            has_words || (counts && (self.separator != Separator::Comma || first.cells.len() > 1))
        };
        let shorter = width == Some(first.cells.len() + 1) && self.width() == width;
        let with_names = || Some(Heading::of_first(self).with_names());
        let mut headings = columns.headings.iter();
        if let Some((_, has_heading)) = headings.find(|(of, _)| *of == view) {
            return match (has_heading, shorter) {
                (false, _) => None,
                (true, false) => row(first.cells.clone()),
                (true, true) => with_names(),
            };
        }
        let is_named_view = columns.of(view).next().is_some();
        let has_number = first.cells.iter().any(|cell| is_number(cell));
        if shorter
            && ((are_names() && !first.cells.iter().all(|cell| is_number(cell)))
                || (is_named_view && !has_number))
        {
            return with_names();
        }
        let cells = first.cells.iter();
        let is_named = cells.clone().any(|cell| columns.names(cell, cells.len()));
        let has_words = || {
            let below = |column: usize| rest.iter().filter_map(move |row| row.cells.get(column));
            let is_word = |(column, cell): (usize, &String)| {
                !is_number(cell)
                    && below(column).all(|cell| is_number(cell))
                    && below(column).any(|cell| !is_missing(cell))
            };
            let words = first
                .cells
                .iter()
                .enumerate()
                .filter(|&cell| is_word(cell))
                .count();
            // One vertex with a name among numbers is no heading.
            match view {
                View::Edges | View::Values => {
                    words == first.cells.len()
                        || (words > 0 && !first.cells.iter().any(|cell| is_number(cell)))
                }
                View::Points => words > 0,
            }
        };
        let has_index = first.cells.len() > 1
            && first.cells[0].is_empty()
            && first.cells[1..].iter().all(|cell| !cell.is_empty());
        let is_row = is_named
            || first.cells.iter().all(is_known)
            || (width == Some(first.cells.len()) && (has_words() || has_index));
        if is_row {
            return row(first.cells.clone());
        }
        let comment = self.comment.as_deref()?;
        let cells: Vec<String> = match self.separator {
            Separator::Blanks => comment.split_whitespace().map(str::to_owned).collect(),
            other => comment
                .split(other.shown())
                .map(|cell| cell.trim().to_owned())
                .collect(),
        };
        let fits = cells.len() == first.cells.len() && cells.iter().all(is_known);
        fits.then_some(Heading {
            cells,
            is_row: false,
        })
    }

    /// Refuses headings that are one fewer than the columns, as R writes them, where the first column may be no names of rows.
    ///
    /// # Errors
    /// The option that decides.
    pub fn check_short_heading(
        &self,
        view: View,
        columns: &Columns,
        heading: Option<&Heading>,
    ) -> Result<(), DataError> {
        let Some((first, rest)) = self.sample.split_first() else {
            return Ok(());
        };
        let width = first.cells.len() + 1;
        let is_short = rest.len() > 1 && rest.iter().all(|row| row.cells.len() == width);
        let are_words = first.cells.iter().all(|cell| !is_number(cell));
        let is_read = heading.is_some_and(|heading| heading.cells.len() == width);
        if !is_short || !are_words || is_read || columns.of(view).next().is_some() {
            return Ok(());
        }
        let heading = Heading::of_first(self).with_names();
        let problem = format!(
            "the first line, {}, has one cell less than the lines below",
            listed(&first.cells)
        );
        let remedy = format!(
            "if it has headings, and the first column the names of the rows, as R writes them, choose --columns {}; otherwise complete the \
             first line",
            self.example(view, Some(&heading))
        );
        Err(DataError::columns(self.file, view, problem, remedy))
    }

    /// Whether the first row may be the heading `0,1,…` of pandas, and whether the rows below say so: all of their numbers have
    /// decimal points, also whole ones, which pandas writes for all numbers of a column.
    pub fn counted_heading(&self) -> Option<bool> {
        let (first, rest) = self.sample.split_first()?;
        let counts = (0..)
            .zip(&first.cells)
            .all(|(column, cell)| *cell == i32::to_string(&column));
        let has_blanks = self.separator == Separator::Blanks && first.cells.len() > 1;
        if !counts || rest.is_empty() || has_blanks {
            return None;
        }
        Some(have_points(rest, 0))
    }

    /// Refuses a first row of whole numbers above numbers that all have decimal points: they may be the headings of pandas.
    ///
    /// # Errors
    /// What to write instead.
    pub fn check_numbered_heading(&self, view: View, row: &str) -> Result<(), DataError> {
        let Some((first, rest)) = self.sample.split_first() else {
            return Ok(());
        };
        let are_whole = first.cells.iter().all(|cell| cell.parse::<u64>().is_ok());
        let is_possible = self.separator != Separator::Blanks && first.cells.len() > 1;
        if !(is_possible && are_whole && have_points(rest, 0)) {
            return Ok(());
        }
        let problem = format!(
            "the first line, {}, may be {row} or the headings of numbers that have decimal points",
            listed(&first.cells)
        );
        let remedy = "leave headings out, in pandas with header=False, or write decimal points in the first line as well";
        Err(DataError::columns(self.file, view, problem, remedy))
    }

    /// Whether a heading of numbers after an empty cell, as pandas writes it above an index, may be a row without its first number.
    pub fn is_corner_in_doubt(&self, heading: &Heading) -> bool {
        let [corner, numbers @ ..] = &heading.cells[..] else {
            return false;
        };
        let rest = self.sample.get(1..).unwrap_or_default();
        let counts = (0..)
            .zip(rest)
            .all(|(number, row): (u64, _)| row.cells[0] == number.to_string());
        let are_numbers = numbers.iter().all(|cell| is_number(cell));
        heading.is_row
            && corner.is_empty()
            && are_numbers
            && !(counts && rest.len() > 1)
            && !have_points(rest, 1)
    }

    /// The error that the first row may be a heading, or `row`, such as an edge. `heading` is the value of `--columns` for a heading,
    /// and `remedy` tells what to do otherwise.
    pub fn possible_heading(
        &self,
        view: View,
        row: &str,
        heading: &str,
        remedy: &str,
    ) -> DataError {
        let first = self.sample.first().map_or(&[][..], |row| &row.cells);
        let problem = format!(
            "the first line, {}, may be {row} or a heading",
            listed(first)
        );
        let remedy = format!(
            "if it is a heading, as pandas writes it without header=False, choose --columns {heading}; if it is {row}, {remedy}"
        );
        DataError::columns(self.file, view, problem, remedy)
    }

    /// The column of each role that the user names.
    ///
    /// # Errors
    /// A column that does not exist.
    pub fn named(
        &self,
        view: View,
        columns: &Columns,
        heading: Option<&Heading>,
    ) -> Result<Vec<(Option<Role>, usize)>, DataError> {
        let width = self.sample.iter().map(|row| row.cells.len()).max();
        let width = width.unwrap_or(0);
        let place = |column: &Column| {
            let column = match column {
                Column::Named(column) => column,
                Column::Placed(place) => return Ok(*place),
            };
            let headings = heading.iter().flat_map(|heading| &heading.cells);
            let found = headings.clone().position(|cell| cell == column);
            let found = found.or_else(|| {
                headings
                    .clone()
                    .position(|cell| cell.eq_ignore_ascii_case(column))
            });
            let number = || {
                column
                    .parse()
                    .ok()
                    .and_then(|number: usize| number.checked_sub(1))
            };
            let found = found.or_else(|| number().filter(|&column| column < width));
            found.ok_or_else(|| {
                let known = match heading {
                    Some(heading) => format!("its headings are {}", listed(&heading.cells)),
                    None => format!("it has no headings and {width} columns, counted from 1"),
                };
                DataError::file(self.file, format!("has no column {column:?}: {known}"))
            })
        };
        let named = columns.of(view);
        named
            .map(|(role, column)| Ok((role, place(column)?)))
            .collect()
    }

    /// The roles of the headings.
    ///
    /// # Errors
    /// An unknown heading, or two with the same content; `remedy` names the option that decides.
    pub fn roles(
        &self,
        view: View,
        heading: &Heading,
        remedy: &str,
    ) -> Result<Vec<Role>, DataError> {
        let refuse = |problem: String| {
            let headings = listed(&heading.cells);
            let problem = format!("the headings are {headings}, and {problem}");
            Err(DataError::columns(self.file, view, problem, remedy))
        };
        // An index is the first column, and Excel writes empty ones at the end.
        let below = self.sample.iter().skip(usize::from(heading.is_row));
        let is_unnamed = |&column: &usize| {
            let mut cells = below.clone().filter_map(|row| row.cells.get(column));
            heading.cells[column].is_empty() && cells.any(|cell| !cell.is_empty())
        };
        if let Some(column) = (1..heading.cells.len()).find(is_unnamed) {
            return refuse(format!("the column {} has none", column + 1));
        }
        let mut roles = Vec::new();
        for (index, cell) in heading.cells.iter().enumerate() {
            let Some(role) = role(view, cell) else {
                return refuse(format!("{} is unknown", quoted_name(cell)));
            };
            let is_one = matches!(
                role,
                Role::Source
                    | Role::Target
                    | Role::Weight
                    | Role::Value
                    | Role::Vertex
                    | Role::Time
                    | Role::Coordinate
            );
            let same = roles.iter().position(|&other| other == role);
            if is_one
                && let Some(other) = same
                && (role != Role::Coordinate || heading.cells[other].eq_ignore_ascii_case(cell))
            {
                let other = quoted_name(&heading.cells[other]);
                return refuse(format!(
                    "{other} and {} mean the same",
                    quoted_name(&heading.cells[index])
                ));
            }
            roles.push(role);
        }
        Ok(roles)
    }

    /// Notes the heading and the columns that are left out.
    pub fn note_heading(&mut self, heading: Option<&Heading>, is_read: impl Fn(usize) -> bool) {
        let Some(heading) = heading else { return };
        let kind = match heading.is_row {
            true => "the first line is read as headings",
            false => "the comment before the first line is read as headings",
        };
        self.notes.push(kind.into());
        let left: Vec<String> = heading
            .cells
            .iter()
            .enumerate()
            .filter(|&(column, _)| !is_read(column))
            .map(|(column, cell)| match &**cell {
                "" => format!("{} without a heading", column + 1),
                cell => quoted_name(cell),
            })
            .collect();
        match &left[..] {
            [] => {}
            [one] => self.notes.push(format!("the column {one} is left out")),
            more => self
                .notes
                .push(format!("the columns {} are left out", more.join(", "))),
        }
    }

    /// Notes the comments.
    pub fn note_comments(&mut self, comments: u64) {
        match comments {
            0 => {}
            1 => self.notes.push("1 comment is left out".into()),
            count => self.notes.push(format!("{count} comments are left out")),
        }
    }
}

/// Whether all cells from a column on have decimal points, also whole numbers.
fn have_points(rows: &[SampleRow], column: usize) -> bool {
    let is_float = |cell: &String| {
        is_missing(cell)
            || (real(cell.as_bytes()).is_some() && cell.bytes().any(|byte| b".en".contains(&byte)))
    };
    let is_whole = |cell: &String| cell.trim_end_matches('0').ends_with('.');
    let mut cells = rows.iter().flat_map(|row| row.cells.iter().skip(column));
    cells.clone().all(is_float) && cells.any(is_whole)
}

/// Headings for a message.
pub(in super::super) fn listed(headings: &[String]) -> String {
    /// Maximum number of headings in a message.
    const SHOWN: usize = 12;

    let shown: Vec<_> = headings
        .iter()
        .take(SHOWN)
        .map(|cell| quoted_name(cell))
        .collect();
    let more = match headings.len() > SHOWN {
        true => " …",
        false => "",
    };
    shown.join(", ") + more
}

/// A column for `--columns`: its heading, or its number if it has none, or one that an earlier column has or a shell would split.
pub(in super::super) fn named_column(heading: Option<&Heading>, column: usize) -> String {
    let cells = heading.map_or(&[][..], |heading| &heading.cells);
    let is_usable = |cell: &&String| {
        let others = cells.iter().take(column);
        let is_first = !others.clone().any(|other| other.eq_ignore_ascii_case(cell));
        let is_plain = |character: char| character.is_alphanumeric() || "_-.".contains(character);
        is_first && !cell.is_empty() && cell.chars().all(is_plain)
    };
    cells
        .get(column)
        .filter(is_usable)
        .map_or_else(|| (column + 1).to_string(), String::clone)
}

/// Whether the first of several columns without headings may be an index.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in super::super) enum Index {
    No,
    /// The table has too few rows to tell.
    Possible,
    Likely,
}

impl Table<'_> {
    /// Whether the first column counts the rows from 0 or 1.
    pub fn index(&self) -> Index {
        let number = |row: &SampleRow| row.cells.first().and_then(|cell| cell.parse::<u64>().ok());
        let numbers = self.sample.iter().map(number);
        let first = numbers.clone().next().flatten();
        let Some(first @ (0 | 1)) = first else {
            return Index::No;
        };
        let counts = (first..)
            .zip(numbers)
            .all(|(expected, found)| found == Some(expected));
        // Programs write an index between commas, semicolons or tabs.
        let least = match self.separator {
            Separator::Blanks => 3,
            _ => 1,
        };
        match (counts, self.sample.len() >= least) {
            (false, _) => Index::No,
            (true, false) => Index::Possible,
            (true, true) => Index::Likely,
        }
    }
}
