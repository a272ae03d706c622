//! Points as rows of coordinates, distance matrices, and the graph of the distances between points.

use super::matrix_market::is_matrix_market;
use super::table::columns::{Columns, Index, Role, View, listed, named_column, role};
use super::table::{Numbers, Row, Separator, Table as Text, is_missing, is_number};
use crate::graph::error::quoted_name;
use crate::graph::names::Names;
#[cfg(not(target_family = "wasm"))]
use crate::graph::rounding::{Rounding, Written};
use crate::graph::{Attribute, DataError, InputGraph};
use crate::homology::HomologyError;
use crate::homology::alpha::check_coordinates;
use crate::homology::norm::norm;
use crate::homology::points::{enclosing_radius, pairs_within};

/// Maximum number of edges of a graph of distances.
const MAX_EDGES: usize = 1 << 27;
/// Distances are equal up to this share of them: the rounding of a program that computed both.
const ROUNDING: f64 = 1e-9;
/// The name of coordinates in notes.
const POINTS: &str = "the points";

/// A table of numbers: points with their coordinates, or distances.
#[derive(Clone, Debug, PartialEq)]
pub struct Table {
    rows: Vec<Vec<f64>>,
    /// The line of each point, so that an error about its size can name it. Empty without lines, as in JSON.
    lines: Vec<u64>,
    /// The names of points. Empty without names.
    names: Names,
    /// What is read in another way than it is written, one sentence each.
    notes: Vec<String>,
}

impl Table {
    /// Reads points: a table whose rows are coordinates, an OFF or a PLY file, or JSON in the native program:
    /// `{"points": [[x, y], …]}`, or the rows alone.
    ///
    /// # Errors
    /// A cell that is not a finite number, with its line and column; headings that are not known; another format, by its name.
    pub fn points(file: &str, bytes: &[u8], columns: &Columns) -> Result<Self, DataError> {
        #[cfg(not(target_family = "wasm"))]
        if let Some(table) = Self::of_json(file, bytes) {
            return table;
        }
        let text = Text::open(file, bytes)?;
        if let Some(problem) = problem_of(&text) {
            return Err(DataError::file(file, problem));
        }
        let first = text
            .text
            .split_whitespace()
            .next()
            .unwrap_or_default()
            .to_owned();
        if first.eq_ignore_ascii_case("ply") {
            return Self::of_ply(text);
        }
        if first.ends_with("OFF") && first.len() <= 7 {
            return Self::of_off(text, &first);
        }
        Self::of_columns(text, columns)
    }

    /// Points in the rows of a table.
    fn of_columns(mut text: Text<'_>, columns: &Columns) -> Result<Self, DataError> {
        let file = text.file;
        columns.belong(file, &[View::Points])?;
        let heading = text.heading(View::Points, columns);
        text.check_short_heading(View::Points, columns, heading.as_ref())?;
        let named = text.named(View::Points, columns, heading.as_ref())?;
        let width = text
            .sample
            .iter()
            .map(|row| row.cells.len())
            .max()
            .unwrap_or(0);
        let every = |range: std::ops::Range<usize>| -> String {
            let columns: Vec<_> = range
                .map(|column| named_column(heading.as_ref(), column))
                .collect();
            format!(
                "name the columns of the coordinates, such as --columns {}",
                columns.join(",")
            )
        };
        let likely = || {
            format!(
                "name the columns of the coordinates, such as --columns {}",
                text.example(View::Points, heading.as_ref())
            )
        };
        let mut skipped = usize::from(heading.as_ref().is_some_and(|heading| heading.is_row));
        let chosen: Option<Vec<usize>> = if !named.is_empty() {
            Some(named.into_iter().map(|(_, column)| column).collect())
        } else if let Some(heading) = &heading {
            if text.is_corner_in_doubt(heading) {
                let columns: Vec<_> = (2..=width).map(|column| column.to_string()).collect();
                return Err(text.possible_heading(
                    View::Points,
                    "a point without its first coordinate",
                    &columns.join(","),
                    "write the coordinate",
                ));
            }
            let coordinates = match counted(&heading.cells) {
                Some(columns) => columns,
                None => {
                    let roles = text.roles(View::Points, heading, &likely())?;
                    let columns = (0..)
                        .zip(roles)
                        .filter(|(_, role)| *role == Role::Coordinate);
                    columns.map(|(column, _)| column).collect()
                }
            };
            if coordinates.is_empty() {
                let problem = format!(
                    "the headings are {}, and none of them is a coordinate",
                    listed(&heading.cells)
                );
                return Err(DataError::columns(file, View::Points, problem, likely()));
            }
            Some(coordinates)
        } else {
            match text.counted_heading() {
                Some(true) => {
                    skipped = 1;
                    text.notes.push(
                        "the first line, the numbers of the columns, is read as headings".into(),
                    );
                }
                Some(false) => {
                    let columns = |first: usize| {
                        let columns = (first..first + width).map(|column| column.to_string());
                        columns.collect::<Vec<_>>().join(",")
                    };
                    let remedy = format!("choose --columns {}", columns(1));
                    return Err(text.possible_heading(
                        View::Points,
                        "a point",
                        &columns(0),
                        &remedy,
                    ));
                }
                None => text.check_numbered_heading(View::Points, "a point")?,
            }
            None
        };
        let mut doubt = None;
        if chosen.is_none() && skipped == 0 {
            match text.index() {
                _ if width < 2 || text.sample.len() < 2 => {}
                Index::No => {}
                Index::Likely if width > 2 => {
                    let problem =
                        "the first column counts the rows and may be an index or a coordinate";
                    let remedy = format!(
                        "{}, or {}",
                        every(1..width),
                        every(0..width)
                            .replace("name the columns of the coordinates, such as ", "")
                    );
                    doubt = Some(DataError::columns(file, View::Points, problem, remedy));
                }
                // Two columns are a point in the plane rather than an index and one coordinate.
                Index::Possible | Index::Likely => text
                    .notes
                    .push("the first column counts the rows and is read as a coordinate".into()),
            }
        }
        if chosen.is_none() && skipped == 0 {
            skipped = sizes(&mut text)?;
        }
        let mut numbers = Numbers::of(text.separator);
        let mut points: Vec<Vec<f64>> = Vec::new();
        let mut lines = Vec::new();
        let mut rows = text.rows(&|_| ());
        let expected = heading.as_ref().map(|heading| heading.cells.len());
        let mut before: Option<usize> = expected;
        for _ in 0..skipped {
            rows.next()?;
        }
        while let Some(row) = rows.next()? {
            let length = *before.get_or_insert(row.len());
            if row.len() != length {
                return Err(row.error(format!("{length} numbers, as in the lines before")));
            }
            row.check_gap("a coordinate")?;
            lines.push(row.line);
            let one = |column: usize| coordinate(&row, column, &mut numbers);
            points.push(match &chosen {
                None => (0..length).map(one).collect(),
                Some(columns) => columns.iter().copied().map(one).collect::<Result<_, _>>(),
            }?);
        }
        let comments = rows.comments;
        text.note_heading(heading.as_ref(), |column| {
            chosen
                .as_ref()
                .is_some_and(|columns| columns.contains(&column))
        });
        text.note_comments(comments);
        text.notes.extend(numbers.rounding.note(POINTS, 64));
        if points.is_empty() {
            return Err(DataError::file(
                file,
                "has no numbers: expected one point in each line, its coordinates separated by commas or blanks",
            ));
        }
        let table = Self {
            rows: points,
            lines,
            names: Names::default(),
            notes: text.notes,
        };
        if chosen.is_none() && table.is_like_distances() {
            return Err(DataError::file(
                file,
                "this looks like a distance matrix, symmetric with zeros on the diagonal; add --distances, or write headings such as x,y,z \
                 before the points",
            ));
        }
        doubt.map_or(Ok(table), Err)
    }

    /// The points of an OFF file, without its faces.
    fn of_off(mut text: Text<'_>, kind: &str) -> Result<Self, DataError> {
        let file = text.file;
        if !["OFF", "COFF", "NOFF", "CNOFF", "nOFF"].contains(&kind) {
            let problem = format!("this is {kind}; OFF, COFF, NOFF and nOFF are read");
            return Err(DataError::file(file, problem));
        }
        text.separator = Separator::Blanks;
        let mut rows = text.rows(&|_| ());
        let mut leading = Vec::new();
        // The dimension, in nOFF, and the numbers of vertices, faces and edges.
        let wanted = 3 + usize::from(kind == "nOFF");
        let mut points: Vec<Vec<f64>> = Vec::new();
        let mut lines = Vec::new();
        let mut numbers = Numbers::of(Separator::Blanks);
        let (mut count, mut dimension) = (None, 3);
        let mut others = 0;
        while let Some(row) = rows.next()? {
            if count.is_none() {
                // The sizes may follow the word in its line.
                let cells = row.cells().filter(|cell| *cell != kind);
                leading.extend(cells.map(|cell| cell.parse::<usize>().ok()));
                if leading.len() > wanted {
                    return Err(row.error("the numbers of vertices, faces and edges"));
                }
                if leading.len() == wanted {
                    let sizes: Option<Vec<usize>> = leading.iter().copied().collect();
                    let sizes = sizes
                        .ok_or_else(|| row.error("the numbers of vertices, faces and edges"))?;
                    if kind == "nOFF" {
                        dimension = sizes[0];
                    }
                    count = Some(sizes[wanted - 3]);
                }
                continue;
            }
            if Some(points.len()) == count {
                others += 1;
                continue;
            }
            // Colours and normals follow the coordinates.
            let has_more = kind.starts_with(['C', 'N']);
            if row.len() < dimension || (row.len() > dimension && !has_more) {
                return Err(row.error(format!("{dimension} coordinates")));
            }
            lines.push(row.line);
            points.push(
                (0..dimension)
                    .map(|column| coordinate(&row, column, &mut numbers))
                    .collect::<Result<_, _>>()?,
            );
        }
        let comments = rows.comments;
        text.notes.extend(numbers.rounding.note(POINTS, 64));
        Self::of_mesh(text, points, lines, count, others, comments)
    }

    /// The vertices of a PLY file in text form.
    fn of_ply(mut text: Text<'_>) -> Result<Self, DataError> {
        text.separator = Separator::Blanks;
        let mut rows = text.rows(&|_| ());
        let mut numbers = Numbers::of(Separator::Blanks);
        let (mut count, mut properties, mut is_vertex, mut is_first, mut is_header) =
            (None, Vec::new(), false, true, true);
        let mut points: Vec<Vec<f64>> = Vec::new();
        let mut lines = Vec::new();
        let mut others = 0;
        let mut columns = Vec::new();
        while let Some(row) = rows.next()? {
            if !is_header {
                if Some(points.len()) == count {
                    others += 1;
                    continue;
                }
                if row.len() != properties.len() {
                    return Err(row.error(format!("{} numbers of a vertex", properties.len())));
                }
                lines.push(row.line);
                let point = columns
                    .iter()
                    .map(|&column| coordinate(&row, column, &mut numbers));
                points.push(point.collect::<Result<_, _>>()?);
                continue;
            }
            match row.cell(0) {
                "format" if row.cell(1) != "ascii" => {
                    return Err(row.error("format ascii; save the points as text"));
                }
                "element" => {
                    is_vertex = row.cell(1) == "vertex";
                    if is_vertex && !is_first {
                        return Err(row.error("the vertices as the first element"));
                    }
                    is_first = false;
                    if is_vertex {
                        count = Some(
                            row.cell(2)
                                .parse::<usize>()
                                .map_err(|_| row.error("element vertex COUNT"))?,
                        );
                    }
                }
                "property" if is_vertex => properties.push(row.cell(row.len() - 1).to_owned()),
                "end_header" => {
                    is_header = false;
                    let place =
                        |name: &str| properties.iter().position(|property| property == name);
                    columns = ["x", "y", "z"].into_iter().filter_map(place).collect();
                    if columns.is_empty() {
                        return Err(row.error("vertices with the properties x, y and z before it"));
                    }
                }
                _ => {}
            }
        }
        text.notes.extend(numbers.rounding.note(POINTS, 64));
        let left: Vec<_> = (0..properties.len())
            .filter(|column| !columns.contains(column))
            .map(|column| quoted_name(&properties[column]))
            .collect();
        if !left.is_empty() {
            text.notes
                .push(format!("the properties {} are left out", left.join(", ")));
        }
        Self::of_mesh(text, points, lines, count, others, 0)
    }

    /// The points of a file that declares their number.
    fn of_mesh(
        mut text: Text<'_>,
        rows: Vec<Vec<f64>>,
        lines: Vec<u64>,
        count: Option<usize>,
        others: usize,
        comments: u64,
    ) -> Result<Self, DataError> {
        let found = rows.len();
        if count != Some(found) || found == 0 {
            let problem = match count {
                Some(count) if count > 0 => {
                    format!("expected {count} vertices, found {found}; it is cut off")
                }
                _ => "has no vertices".into(),
            };
            return Err(DataError::file(text.file, problem));
        }
        text.notes.push(match others {
            0 => format!("{found} vertices are read as points"),
            1 => format!("{found} vertices are read as points, and 1 line after them is left out"),
            others => format!(
                "{found} vertices are read as points, and {others} lines after them are left out"
            ),
        });
        text.note_comments(comments);
        Ok(Self {
            rows,
            lines,
            names: Names::default(),
            notes: text.notes,
        })
    }

    /// Reads the JSON file of points that the page writes. The page parses it in TypeScript, which saves a part of its download.
    #[cfg(not(target_family = "wasm"))]
    fn of_json(file: &str, text: &[u8]) -> Option<Result<Self, DataError>> {
        #[derive(serde::Deserialize)]
        #[serde(untagged)]
        enum Document {
            Points { points: Vec<Vec<Written>> },
            Rows(Vec<Vec<Written>>),
        }
        let text = text.strip_prefix(b"\xef\xbb\xbf").unwrap_or(text);
        let Some(b'{' | b'[') = text.trim_ascii_start().first() else {
            return None;
        };
        Some(match serde_json::from_slice(text) {
            Ok(Document::Points { points } | Document::Rows(points)) => {
                let mut rounding = Rounding::default();
                let mut kept = |row: Vec<_>| {
                    let numbers = row.into_iter().map(|number| rounding.kept(number));
                    numbers.collect::<Vec<_>>()
                };
                let rows = points.into_iter().map(&mut kept).collect();
                Self::of_rows(file, rows).map(|mut table| {
                    table.notes.extend(rounding.note(POINTS, 64));
                    table
                })
            }
            Err(error) => {
                let problem = match error.line() {
                    0 => r#"expected JSON with rows of numbers: {"points": [[0, 1], …]} or [[0, 1], …]"#.into(),
                    _ => error.to_string(),
                };
                Err(DataError::file(file, problem))
            }
        })
    }

    /// Reads a distance matrix: square, or one of its triangles, with or without the diagonal. An infinite number or an empty cell is
    /// a pair without an edge. Names may head the columns and the rows.
    ///
    /// # Errors
    /// A cell that is none of them, with its line and column; another format, by its name.
    pub fn distances(file: &str, bytes: &[u8]) -> Result<Self, DataError> {
        #[cfg(not(target_family = "wasm"))]
        if let Some(table) = Self::of_json(file, bytes) {
            return table;
        }
        let mut text = Text::open(file, bytes)?;
        if let Some(problem) = problem_of(&text) {
            return Err(DataError::file(file, problem));
        }
        if has_size(&text) {
            text.skip_first();
            text.notes
                .push("the first line is read as the number of points".into());
        }
        let names = matrix_names(&text)?;
        let (skipped, has_index) = match &names {
            None => (0, false),
            Some(names) => (usize::from(names.is_heading), names.is_index),
        };
        let mut of_rows = Names::default();
        let mut numbers = Numbers::of(text.separator);
        let mut rows = text.rows(&|_| ());
        for _ in 0..skipped {
            rows.next()?;
        }
        let mut matrix: Vec<Vec<f64>> = Vec::new();
        while let Some(row) = rows.next()? {
            if has_index && skipped == 0 {
                of_rows.push(row.cell(0));
            }
            let heading = names
                .as_ref()
                .and_then(|names| names.names.get(matrix.len() as u32));
            if let Some(heading) = heading.filter(|_| has_index && skipped > 0)
                && heading != row.cell(0)
                && !is_number(row.cell(0))
            {
                let problem = format!(
                    "{}, the name of the column: the names of the rows and those of the columns differ; a distance matrix has the same points \
                     in both",
                    quoted_name(&heading)
                );
                return Err(row.error(problem));
            }
            let entry = |column: usize| {
                let cell = row.cell(column);
                if is_missing(cell) {
                    return Ok(f64::INFINITY);
                }
                let number = numbers.read(cell).filter(|number| !number.is_nan());
                number.ok_or_else(|| {
                    row.cell_error(
                        column,
                        "a distance, or inf or nothing for no edge",
                        numbers.advice(),
                    )
                })
            };
            matrix.push(
                (usize::from(has_index)..row.len())
                    .map(entry)
                    .collect::<Result<_, _>>()?,
            );
        }
        let comments = rows.comments;
        text.note_comments(comments);
        text.notes.extend(numbers.rounding.fact("the matrix", 64));
        if matrix.is_empty() {
            return Err(DataError::file(
                file,
                "has no numbers: expected one row of distances in each line",
            ));
        }
        let names = match names {
            None => Names::default(),
            Some(names) => {
                text.notes.push(names.note.into());
                match names.is_heading {
                    true => names.names,
                    false => of_rows,
                }
            }
        };
        Ok(Self {
            rows: matrix,
            lines: Vec::new(),
            names,
            notes: text.notes,
        })
    }

    /// A table of these rows. `name` is their name in messages.
    ///
    /// # Errors
    /// If there are no rows, or a number is NaN, with its row and column.
    pub fn of_rows(name: &str, rows: Vec<Vec<f64>>) -> Result<Self, DataError> {
        match rows.is_empty() {
            true => Err(DataError::file(
                name,
                "has no rows: expected one point in each row",
            )),
            false => Ok(Self {
                rows,
                lines: Vec::new(),
                names: Names::default(),
                notes: Vec::new(),
            }),
        }
    }

    /// The points of a table whose rows have the same length.
    ///
    /// # Errors
    /// The first row with another number of coordinates than the first one, or a number that is not finite.
    pub fn into_points(self, file: &str) -> Result<Points, DataError> {
        let columns = self.rows[0].len();
        for (row, numbers) in self.rows.iter().enumerate() {
            if numbers.len() != columns {
                let problem = format!(
                    "the number of coordinates is {} for point {row} and {columns} for point 0; points are counted from 0",
                    numbers.len()
                );
                return Err(DataError::file(file, problem));
            }
            if let Some(column) = numbers.iter().position(|number| !number.is_finite()) {
                return Err(at(
                    file,
                    row,
                    column,
                    format!("expected a finite number, found {}", numbers[column]),
                ));
            }
        }
        Ok(Points {
            rows: self.rows,
            lines: self.lines,
            notes: self.notes,
        })
    }

    /// Whether the rows are at least three and those of a symmetric matrix with zeros on its diagonal.
    fn is_like_distances(&self) -> bool {
        let count = self.rows.len();
        count > 2
            && self.rows.iter().enumerate().all(|(row, numbers)| {
                numbers.len() == count
                    && (0..row).all(|column| {
                        numbers[column] == self.rows[column][row] && numbers[column] >= 0.0
                    })
                    && numbers[row] == 0.0
            })
            && self.rows.iter().flatten().any(|&number| number > 0.0)
    }

    /// The graph of a distance matrix: square and symmetric, or one of its triangles. Pairs at an infinite distance have no edge.
    ///
    /// # Errors
    /// The first distance that contradicts a distance matrix.
    pub fn into_distances(
        mut self,
        file: &str,
        max_scale: Option<f64>,
    ) -> Result<InputGraph, DataError> {
        let rows = std::mem::take(&mut self.rows);
        for (row, numbers) in rows.iter().enumerate() {
            for (column, &distance) in numbers.iter().enumerate() {
                if distance.is_nan() {
                    return Err(at(
                        file,
                        row,
                        column,
                        "expected a distance, or inf for no edge, found NaN".into(),
                    ));
                }
                if distance < 0.0 {
                    let remedy = match rows[0][0] == 1.0 {
                        true => CORRELATION,
                        false => "",
                    };
                    return Err(at(
                        file,
                        row,
                        column,
                        format!("a distance is negative: {distance}{remedy}"),
                    ));
                }
            }
        }
        let (lower, notes) = lower_triangle(file, rows)?;
        self.notes.extend(notes);
        let count = lower.len();
        let mut graph = graph(file, count, max_scale, |a, b| lower[b][a])?;
        if !self.names.is_empty() && self.names.len() != count {
            let problem = format!("has {} names and {count} points", self.names.len());
            return Err(DataError::file(file, problem));
        }
        graph.names = self.names;
        graph.notes.splice(..0, self.notes);
        Ok(graph)
    }
}

/// The remedy for correlations in place of distances.
const CORRELATION: &str = "; correlations r are no distances, and √(2(1 − r)) is one";

/// A problem with a number of a matrix.
fn at(file: &str, row: usize, column: usize, problem: String) -> DataError {
    let problem =
        format!("row {row}, column {column}: {problem}; rows and columns are counted from 0");
    DataError::file(file, problem)
}

/// The rows below the diagonal of a distance matrix, or of one of its triangles, and notes.
fn lower_triangle(
    file: &str,
    mut rows: Vec<Vec<f64>>,
) -> Result<(Vec<Vec<f64>>, Vec<String>), DataError> {
    let mut notes = Vec::new();
    let lines = rows.len();
    let is = |length: &dyn Fn(usize) -> usize| {
        rows.iter()
            .enumerate()
            .all(|(row, numbers)| numbers.len() == length(row))
    };
    if is(&|_| lines) && (lines > 1 || rows[0][0] == 0.0) {
        check_square(file, &mut rows, &mut notes)?;
        for (row, numbers) in rows.iter_mut().enumerate() {
            numbers.truncate(row);
        }
        return Ok((rows, notes));
    }
    // A triangle has the diagonal if this consists of zeros.
    if is(&|row| row + 1) {
        if rows
            .iter()
            .enumerate()
            .all(|(row, numbers)| numbers[row] == 0.0)
        {
            rows.iter_mut()
                .for_each(|numbers| numbers.truncate(numbers.len() - 1));
        } else {
            rows.insert(0, Vec::new());
        }
        notes.push("the rows are read as the lower triangle of a matrix".into());
        return Ok((rows, notes));
    }
    if is(&|row| row) {
        return Ok((rows, notes));
    }
    if is(&|row| lines - row) {
        let has_diagonal = rows.iter().all(|numbers| numbers[0] == 0.0);
        if has_diagonal {
            for numbers in &mut rows {
                numbers.remove(0);
            }
        } else {
            rows.push(Vec::new());
        }
        let count = rows.len();
        let lower = (0..count).map(|b| (0..b).map(|a| rows[a][b - a - 1]).collect());
        notes.push("the rows are read as the upper triangle of a matrix".into());
        return Ok((lower.collect(), notes));
    }
    let numbers: usize = rows.iter().map(Vec::len).sum();
    let points = (1..=numbers).find(|points| points * (points - 1) / 2 >= numbers);
    let is_condensed = (lines == 1 || rows.iter().all(|row| row.len() == 1))
        && points.is_some_and(|points| points * (points - 1) / 2 == numbers);
    let odd = rows
        .iter()
        .position(|numbers| numbers.len() != rows[0].len());
    let problem = match odd {
        _ if is_condensed => "has one list of numbers; if it is the condensed form of SciPy, save scipy.spatial.distance.squareform(…)".into(),
        None => {
            let counts = |from: usize| (from..).zip(&rows).all(|(number, row)| row[0] == number as f64);
            let remedy = match rows[0].len() == lines + 1 && (counts(0) || counts(1)) {
                true => "; if the first column counts the rows, leave it out, in pandas with index=False",
                false => "",
            };
            format!("has {lines} rows and {} columns; a distance matrix is square or a triangle{remedy}", rows[0].len())
        }
        Some(odd) => format!(
            "row {odd} has {} numbers; a distance matrix of {lines} rows is square, a lower triangle or an upper triangle; rows are counted from 0",
            rows[odd].len()
        ),
    };
    Err(DataError::file(file, problem))
}

/// Checks a square matrix. An entry that has a value on one side of the diagonal has it on both.
fn check_square(
    file: &str,
    rows: &mut [Vec<f64>],
    notes: &mut Vec<String>,
) -> Result<(), DataError> {
    let count = rows.len();
    let finite = || {
        rows.iter()
            .flatten()
            .copied()
            .filter(|number| number.is_finite())
    };
    let largest = finite().fold(0.0, f64::max);
    let are_binary = finite().all(|number| number == 0.0 || number == 1.0);
    let diagonal: Vec<f64> = (0..count).map(|row| rows[row][row]).collect();
    if let Some(row) = diagonal
        .iter()
        .position(|&entry| entry != 0.0 && entry != f64::INFINITY && entry > ROUNDING * largest)
    {
        let remedy = match diagonal.iter().all(|&entry| (entry - 1.0).abs() < 1e-6) {
            true => CORRELATION,
            false => "",
        };
        return Err(at(
            file,
            row,
            row,
            format!(
                "the distance of a point from itself is {}, not 0{remedy}",
                diagonal[row]
            ),
        ));
    }
    if diagonal
        .iter()
        .any(|&entry| entry != 0.0 && entry.is_finite())
    {
        notes.push("the diagonal has values near 0, which are read as 0".into());
    }
    // A half without values is left out.
    let is_empty = |half: fn(&usize, &usize) -> bool| {
        let columns = |row: usize| (0..count).filter(move |column| half(&row, column));
        (0..count).all(|row| columns(row).all(|column| rows[row][column].is_infinite()))
    };
    let [no_lower, no_upper] = [is_empty(usize::gt), is_empty(usize::lt)];
    // Each entry below the diagonal.
    let below_diagonal = || (0..count).flat_map(|row| (0..row).map(move |column| (row, column)));
    if no_lower != no_upper {
        for (row, column) in below_diagonal() {
            rows[row][column] = rows[row][column].min(rows[column][row]);
        }
        notes
            .push("the matrix has values on one side of its diagonal, which count for both".into());
        return Ok(());
    }
    let is_zero = |half: fn(&usize, &usize) -> bool| {
        let columns = |row: usize| (0..count).filter(move |column| half(&row, column));
        (0..count).all(|row| columns(row).all(|column| rows[row][column] == 0.0))
    };
    let mut rounded = 0usize;
    for (row, column) in below_diagonal() {
        let (below, above) = (rows[row][column], rows[column][row]);
        if below == above {
            continue;
        }
        if (below - above).abs() <= ROUNDING * below.max(above) {
            rounded += 1;
            continue;
        }
        let remedy = match is_zero(usize::gt) || is_zero(usize::lt) {
            true => "; one half is 0: leave its numbers out for a triangle, or save A + A.T",
            false => "",
        };
        return Err(at(
            file,
            row,
            column,
            format!("the matrix is not symmetric: {below} and {above}{remedy}"),
        ));
    }
    if rounded > 0 {
        notes.push(format!(
            "{rounded} pair{} of entries differ by rounding; the entry below the diagonal counts",
            if rounded == 1 { "" } else { "s" }
        ));
    }
    if are_binary && !is_transitive(rows) {
        return Err(DataError::file(file, super::lookalikes::ADJACENCY));
    }
    if are_binary
        && rows
            .iter()
            .enumerate()
            .any(|(row, numbers)| numbers[..row].contains(&0.0))
    {
        notes.push("all distances are 0 or 1; an adjacency matrix would be another format".into());
    }
    Ok(())
}

/// Whether points at distance 0 of each other have the same distances: an adjacency matrix in place of distances has not.
fn is_transitive(rows: &[Vec<f64>]) -> bool {
    let same = |a: usize, b: usize| {
        (0..rows.len()).all(|other| {
            other == a
                || other == b
                || rows[a.max(other)][a.min(other)] == rows[b.max(other)][b.min(other)]
        })
    };
    (0..rows.len()).all(|b| (0..b).all(|a| rows[b][a] != 0.0 || same(a, b)))
}

/// A number of a point.
fn coordinate(row: &Row<'_>, column: usize, numbers: &mut Numbers) -> Result<f64, DataError> {
    let cell = row.cell(column);
    let number = numbers.read(cell).filter(|number| number.is_finite());
    number.ok_or_else(|| row.cell_error(column, "a finite number", numbers.advice()))
}

/// The problem with a text that is neither points nor distances.
fn problem_of(text: &Text<'_>) -> Option<&'static str> {
    let beginning = text.text.trim_start();
    if is_matrix_market(beginning.as_bytes()) {
        return Some(
            "this is MatrixMarket, a graph; `sublevel barcode` reads it without --rips and --alpha, and --edge-filter --filter edges --clique use its values as distances",
        );
    }
    if beginning.starts_with("# .PCD") || beginning.starts_with("VERSION ") {
        return Some(
            "this is PCD; save the points as PLY in text form, or as a table with the headings x, y, z",
        );
    }
    if beginning.is_empty() {
        return Some(
            "has no numbers: expected one point in each line, its coordinates separated by commas or blanks",
        );
    }
    None
}

/// The coordinates of headings that count from 0 or 1 after the same word, such as x1, x2, without the columns that are no numbers.
fn counted(cells: &[String]) -> Option<Vec<usize>> {
    let parts = |cell: &str| {
        let word = cell.trim_end_matches(|character: char| character.is_ascii_digit());
        let number: Option<u64> = cell[word.len()..].parse().ok();
        Some((word.to_lowercase(), number?))
    };
    let is_index = |column: usize| {
        let role = role(View::Points, &cells[column]);
        // Only the first column is one without heading.
        let is_named = column == 0 || !cells[column].is_empty();
        is_named && role.is_some_and(|role| matches!(role, Role::Index | Role::Label))
    };
    let columns: Vec<usize> = (0..cells.len())
        .filter(|&column| !is_index(column))
        .collect();
    let numbered: Option<Vec<_>> = columns
        .iter()
        .map(|&column| parts(&cells[column]))
        .collect();
    let numbered = numbered?;
    let (word, first) = numbered.first()?;
    let follows = (*first..)
        .zip(&numbered)
        .all(|(expected, (other, number))| other == word && *number == expected);
    (*first < 2 && follows).then_some(columns)
}

/// The number of leading rows with sizes: those of qhull, the number of coordinates and of points, in one line or in two.
fn sizes(text: &mut Text<'_>) -> Result<usize, DataError> {
    let numbers = |index: usize| -> Option<Vec<usize>> {
        let row = text.sample.get(index)?;
        row.cells.iter().map(|cell| cell.parse().ok()).collect()
    };
    let width = |index: usize| text.sample.get(index).map_or(0, |row| row.cells.len());
    // rbox writes its command behind the number of coordinates.
    let command = text.sample.first().and_then(|row| match &row.cells[..] {
        [dimension, word, ..] if !is_number(word) => dimension.parse().ok(),
        _ => None,
    });
    let leading = command.map_or_else(|| numbers(0), |dimension| Some(vec![dimension]));
    let has_rows = |rows: usize| text.count_rows(rows, &|_| ()) == rows;
    let found = match (leading.as_deref(), numbers(1).as_deref()) {
        (Some(&[dimension]), Some(&[count]))
            if width(2) > 1 && dimension == width(2) && has_rows(count.saturating_add(2)) =>
        {
            2
        }
        (Some(&[count]), _)
            if command.is_none() && width(1) > 1 && has_rows(count.saturating_add(1)) =>
        {
            1
        }
        (Some(&[a, b]), _) if width(1) > 1 => {
            let has_points = |count: usize| has_rows(count.saturating_add(1));
            let is_size = (b == width(1) && has_points(a)) || (a == width(1) && has_points(b));
            if is_size && width(1) == 2 {
                let problem = "the first line may be a point or the numbers of points and coordinates in the lines after it; remove it, or, if \
                               it is a point, write a line with the headings x,y before it";
                return Err(DataError::file(text.file, problem));
            }
            usize::from(is_size)
        }
        _ => 0,
    };
    match found {
        0 => {}
        1 => text
            .notes
            .push("the first line is read as the number of points".into()),
        _ => text
            .notes
            .push("the first lines are read as the numbers of coordinates and points".into()),
    }
    Ok(found)
}

/// Whether the first row of a square matrix is its number of points, as in PHYLIP, where each row begins with a name.
fn has_size(text: &Text<'_>) -> bool {
    let Some([cell]) = text.sample.first().map(|row| &row.cells[..]) else {
        return false;
    };
    let count = cell.parse::<usize>().unwrap_or_default();
    let mut rows = text.sample.iter().skip(1);
    let width = text.sample.get(1).map_or(0, |row| row.cells.len());
    count > 1
        && (width == count || Some(width) == count.checked_add(1))
        && rows.all(|row| row.cells.len() == width)
        && text.count_rows(width, &|_| ()) == count + 1
}

/// The names of the points of a matrix.
struct MatrixNames {
    is_heading: bool,
    is_index: bool,
    names: Names,
    note: &'static str,
}

/// The headings of the columns and rows of a matrix.
fn matrix_names(text: &Text<'_>) -> Result<Option<MatrixNames>, DataError> {
    let Some((first, rest)) = text.sample.split_first() else {
        return Ok(None);
    };
    let is_word = |cell: &String| !is_number(cell);
    let width = first.cells.len();
    let names = |cells: &[String]| -> Names {
        let numbers = |start: usize| {
            (start..)
                .zip(cells)
                .all(|(number, cell)| *cell == number.to_string())
        };
        match numbers(0) {
            true => Names::default(),
            false => cells.iter().collect(),
        }
    };
    let has_words = first.cells.iter().any(is_word);
    if has_words {
        // With a heading, each row may begin with its name.
        let next = rest.first().map_or(0, |row| row.cells.len());
        let corner = first
            .cells
            .first()
            .is_some_and(|cell| role(View::Points, cell) == Some(Role::Index));
        // The corner can have the name of the index.
        let mut named = first.cells.iter().skip(1).zip(rest);
        let corner = corner || named.all(|(name, row)| row.cells.first() == Some(name));
        let headings = match next {
            _ if next == width + 1 => &first.cells[..],
            _ if corner && !first.cells[1..].is_empty() => &first.cells[1..],
            _ => {
                let below = rest
                    .iter()
                    .any(|row| row.cells.first().is_some_and(is_word));
                if below && first.cells[1..].iter().all(|cell| !is_word(cell)) {
                    // Names of the rows alone, one after another in the rows.
                    return Ok(Some(MatrixNames {
                        is_heading: false,
                        is_index: true,
                        names: Names::default(),
                        note: "the first column is read as names",
                    }));
                }
                if below {
                    let problem = format!(
                        "the first line is {}; expected headings of the columns after an empty cell, or none",
                        listed(&first.cells)
                    );
                    return Err(DataError::file(text.file, problem));
                }
                return Ok(Some(MatrixNames {
                    is_heading: true,
                    is_index: false,
                    names: names(&first.cells),
                    note: "the first line is read as headings",
                }));
            }
        };
        return Ok(Some(MatrixNames {
            is_heading: true,
            is_index: true,
            names: names(headings),
            note: "the first line and the first column are read as names",
        }));
    }
    let is_square_with_names = width > 1
        && rest.first().is_some_and(|row| row.cells.len() == width + 1)
        && text.width() == Some(width + 1)
        && text.count_rows(width + 1, &|_| ()) == width + 1;
    let by_number = |cells: &[String], is_index: bool| {
        Ok(Some(MatrixNames {
            is_heading: true,
            is_index,
            names: names(cells),
            note: match is_index {
                true => "the first line and the first column are read as names",
                false => "the first line, the numbers of the columns, is read as headings",
            },
        }))
    };
    if is_square_with_names {
        return by_number(&first.cells, true);
    }
    let counts = |cells: &[String], from: usize| {
        (from..)
            .zip(cells)
            .all(|(number, cell)| *cell == number.to_string())
    };
    if width > 1 && first.cells[0].is_empty() {
        // Without names, an empty cell would be a distance of the first point from itself, and the other points would have none either.
        let mut diagonal = (1..)
            .zip(rest)
            .filter_map(|(column, row): (usize, _)| row.cells.get(column));
        if diagonal.all(|cell| !is_missing(cell)) {
            return by_number(&first.cells[1..], true);
        }
        if [0, 1]
            .into_iter()
            .any(|from| counts(&first.cells[1..], from))
        {
            let problem = "the first line and the first column may be names or distances; leave names out with header=False, index=False, or \
                           write 0 on the diagonal";
            return Err(DataError::file(text.file, problem));
        }
    }
    // One row more than columns, as pandas writes without names of the rows.
    if width > 1
        && counts(&first.cells, 0)
        && text.width() == Some(width)
        && text.count_rows(width + 1, &|_| ()) == width + 1
    {
        return by_number(&first.cells, false);
    }
    Ok(None)
}

/// Points with the same number of coordinates.
#[derive(Clone, Debug, PartialEq)]
pub struct Points {
    rows: Vec<Vec<f64>>,
    /// The line of each point, or empty.
    lines: Vec<u64>,
    /// What is read in another way than it is written.
    notes: Vec<String>,
}

impl Points {
    /// The number of coordinates of each point.
    pub fn dimension(&self) -> usize {
        self.rows[0].len()
    }

    /// The graph of the Euclidean distances up to `max_scale`.
    ///
    /// # Errors
    /// If it has too many edges.
    pub fn distances(&self, file: &str, max_scale: Option<f64>) -> Result<InputGraph, DataError> {
        let between = |a: &[f64], b: &[f64]| norm(a.iter().zip(b).map(|(a, b)| a - b));
        let corner = |of: fn(f64, f64) -> f64| -> Vec<f64> {
            let column = |column: usize| self.rows.iter().map(move |row| row[column]);
            let columns =
                (0..self.dimension()).map(|index| column(index).fold(self.rows[0][index], of));
            columns.collect()
        };
        if between(&corner(f64::max), &corner(f64::min)).is_infinite() {
            return Err(DataError::file(
                file,
                "the points are farther apart than the largest number, 1.8e308: divide all coordinates by one number",
            ));
        }
        let distance = |a: usize, b: usize| between(&self.rows[a], &self.rows[b]);
        let mut graph = graph(file, self.rows.len(), max_scale, distance)?;
        graph.notes.splice(..0, self.notes.iter().cloned());
        Ok(graph)
    }

    /// The points as vertices without edges, with the attributes x and y.
    ///
    /// # Errors
    /// If they do not have two coordinates.
    pub fn in_the_plane(self, file: &str) -> Result<InputGraph, DataError> {
        let columns = self.dimension();
        if columns != 2 {
            let problem = format!(
                "expected points in the plane, with two coordinates, found {columns}; --rips takes any number"
            );
            return Err(DataError::file(file, problem));
        }
        let points: Vec<[f64; 2]> = self.rows.iter().map(|row| [row[0], row[1]]).collect();
        check_coordinates(&points).map_err(|error| match &error {
            HomologyError::Coordinates { point, .. } if !self.lines.is_empty() => {
                DataError::file(file, format!("line {}: {error}", self.lines[*point]))
            }
            _ => DataError::file(file, error.to_string()),
        })?;
        let column = |index: usize, name: &str| Attribute {
            name: name.into(),
            values: points.iter().map(|point| point[index]).collect(),
            missing: None,
        };
        Ok(InputGraph {
            vertices: self.rows.len() as u32,
            vertex_attributes: vec![column(0, "x"), column(1, "y")],
            notes: self.notes,
            ..InputGraph::default()
        })
    }
}

/// The graph with an edge for each pair of points within the scale: vertices enter at 0, edges at their distance. The default scale
/// is the enclosing radius.
fn graph(
    file: &str,
    count: usize,
    max_scale: Option<f64>,
    distance: impl Fn(usize, usize) -> f64,
) -> Result<InputGraph, DataError> {
    let scale = max_scale.unwrap_or_else(|| enclosing_radius(count, &distance));
    // Pairs without an edge are infinitely far.
    let pairs =
        || pairs_within(count, scale, &distance).filter(|(_, distance)| distance.is_finite());
    // Counting costs a second look at the distances, and a list that is too long costs gigabytes.
    let can_exceed = count.saturating_mul(count.saturating_sub(1)) / 2 > MAX_EDGES;
    if can_exceed && pairs().nth(MAX_EDGES).is_some() {
        let remedy = match scale > 0.0 {
            true => "choose a smaller maximum scale",
            false => "keep one of several equal points",
        };
        let problem = format!(
            "more than {MAX_EDGES} pairs of points are within the scale, {scale}: {remedy}"
        );
        return Err(DataError::file(file, problem));
    }
    let (edges, values): (Vec<[u32; 2]>, _) = pairs().unzip();
    let is_cut = max_scale.is_some_and(f64::is_finite) && !has_cone(count, &edges);
    let cut = is_cut.then(|| {
        format!(
            "distances above the maximum scale, {scale}, are left out: except for the oldest component, a bar that is essential here may \
             end beyond it"
        )
    });
    Ok(InputGraph {
        vertices: count as u32,
        edges,
        filter: Some(vec![0.0; count]),
        edge_filter: Some(values),
        max_scale: is_cut.then_some(scale),
        notes: Vec::from_iter(cut),
        ..InputGraph::default()
    })
}

/// Whether a point has an edge to all others: then the scale is at least the enclosing radius, whose computation takes all distances again.
fn has_cone(count: usize, edges: &[[u32; 2]]) -> bool {
    let mut degrees = vec![0; count];
    for &end in edges.as_flattened() {
        degrees[end as usize] += 1;
    }
    count == 0 || degrees.contains(&(count - 1))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn points(text: &str) -> Points {
        let table = Table::points("p.csv", text.as_bytes(), &Columns::default()).unwrap();
        table.into_points("p.csv").unwrap()
    }

    #[test]
    fn very_large_and_very_small_coordinates_have_their_distances() {
        for unit in ["1e154", "1e-200", "1e300"] {
            let graph = points(&format!("0 0\n{unit} {unit}"));
            let graph = graph.distances("p", None).unwrap();
            let [distance] = graph.edge_filter.unwrap()[..] else {
                panic!("one pair")
            };
            let unit: f64 = unit.parse().unwrap();
            assert!((distance / unit - 2f64.sqrt()).abs() < 1e-15, "{distance}");
        }
        let apart = points("-1e308 0\n1e308 0\n0 0");
        let problem = apart.distances("p", None).unwrap_err().to_string();
        assert!(problem.contains("divide all coordinates"), "{problem}");
    }

    #[test]
    fn a_smaller_scale_than_the_enclosing_radius_cuts_bars() {
        let two = points("0 0\n1 0.5\n0 1");
        let notes = |scale| two.distances("p", scale).unwrap().notes;
        assert_eq!(notes(None), notes(Some(1.5)));
        let [cut] = &notes(Some(0.5))[..] else {
            panic!("{:?}", notes(Some(0.5)))
        };
        assert!(cut.contains("the maximum scale, 0.5,"), "{cut}");
    }
}
