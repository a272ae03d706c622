//! Points as rows of coordinates, distance matrices, and the graph of the distances between points.

use crate::graph::lines::real;
use crate::graph::{Attribute, DataError, InputGraph};
use crate::homology::norm::norm;
use crate::homology::points::{enclosing_radius, pairs_within};

/// Maximum number of edges of a graph of distances.
const MAX_EDGES: usize = 1 << 27;

/// A table of finite numbers: points with their coordinates, or distances.
#[derive(Clone, Debug, PartialEq)]
pub struct Table {
    rows: Vec<Vec<f64>>,
}

impl Table {
    /// Reads rows of numbers, separated by commas, semicolons, blanks or tabs. A first row without numbers holds column names, and
    /// lines that start with `#` are comments. The native program also reads JSON: `{"points": [[x, y], …]}`, or the rows alone.
    ///
    /// # Errors
    /// A field that is not a finite number, with its line and column.
    pub fn read(file: &str, text: &[u8]) -> Result<Self, DataError> {
        let text = text.strip_prefix(b"\xef\xbb\xbf").unwrap_or(text);
        #[cfg(not(target_family = "wasm"))]
        if let Some(b'{' | b'[') = text.trim_ascii_start().first() {
            return Self::read_json(file, text);
        }
        let mut rows = Vec::new();
        for (line, row) in (1..).zip(text.split(|&byte| byte == b'\n')) {
            let row = row.trim_ascii();
            if row.is_empty() || row.starts_with(b"#") {
                continue;
            }
            let fields: Vec<&[u8]> = fields(row).collect();
            if rows.is_empty() && fields.iter().all(|field| real(field).is_none()) {
                continue;
            }
            let number = |(column, field): (usize, &&[u8])| {
                let number = real(field).filter(|number| number.is_finite());
                number.ok_or_else(|| DataError::Place {
                    file: file.into(),
                    line,
                    column: column + 1,
                    problem: format!(
                        "expected a finite number, found {:?}; columns are counted from 1",
                        String::from_utf8_lossy(&field[..field.len().min(40)])
                    ),
                })
            };
            let numbers: Result<Vec<f64>, DataError> =
                fields.iter().enumerate().map(number).collect();
            rows.push(numbers?);
        }
        match rows.is_empty() {
            true => Err(DataError::file(
                file,
                "has no numbers: expected one point in each line, its coordinates separated by commas or blanks",
            )),
            false => Ok(Self { rows }),
        }
    }

    /// Reads the JSON file of points that the page writes. The page parses it in TypeScript, which saves a part of its download.
    #[cfg(not(target_family = "wasm"))]
    fn read_json(file: &str, text: &[u8]) -> Result<Self, DataError> {
        #[derive(serde::Deserialize)]
        #[serde(untagged)]
        enum Document {
            Points { points: Vec<Vec<f64>> },
            Rows(Vec<Vec<f64>>),
        }
        let (Document::Points { points } | Document::Rows(points)) = serde_json::from_slice(text)
            .map_err(|error| {
            let problem = match error.line() {
                0 => {
                    r#"expected JSON with rows of numbers: {"points": [[0, 1], …]} or [[0, 1], …]"#
                        .into()
                }
                _ => error.to_string(),
            };
            DataError::file(file, problem)
        })?;
        Self::of_rows(file, points)
    }

    /// A table of these rows. `name` is their name in messages.
    ///
    /// # Errors
    /// If there are no rows, or a number is not finite, with its row and column.
    pub fn of_rows(name: &str, rows: Vec<Vec<f64>>) -> Result<Self, DataError> {
        for (row, numbers) in rows.iter().enumerate() {
            if let Some(column) = numbers.iter().position(|number| !number.is_finite()) {
                let problem = format!(
                    "row {row}, column {column}: expected a finite number, found {}; rows and columns are counted from 0",
                    numbers[column]
                );
                return Err(DataError::file(name, problem));
            }
        }
        match rows.is_empty() {
            true => Err(DataError::file(
                name,
                "has no rows: expected one point in each row",
            )),
            false => Ok(Self { rows }),
        }
    }

    /// The points of a table whose rows have the same length.
    ///
    /// # Errors
    /// The first row with another number of coordinates than the first one.
    pub fn into_points(self, file: &str) -> Result<Points, DataError> {
        let columns = self.rows[0].len();
        match self.rows.iter().position(|row| row.len() != columns) {
            Some(row) => Err(DataError::file(
                file,
                format!(
                    "the number of coordinates is {} for point {row} and {columns} for point 0; points are counted from 0",
                    self.rows[row].len()
                ),
            )),
            None => Ok(Points { rows: self.rows }),
        }
    }

    /// The graph of a distance matrix: square and symmetric, or its lower triangle.
    ///
    /// # Errors
    /// The first distance that contradicts a distance matrix.
    pub fn into_distances(
        self,
        file: &str,
        max_scale: Option<f64>,
    ) -> Result<InputGraph, DataError> {
        let refuse = |row: usize, column: usize, problem: String| {
            let problem = format!(
                "row {row}, column {column}: {problem}; rows and columns are counted from 0"
            );
            Err(DataError::file(file, problem))
        };
        let Self { mut rows } = self;
        // A lower triangle may omit the diagonal: its first row is that of point 1.
        if rows
            .iter()
            .enumerate()
            .all(|(row, numbers)| numbers.len() == row + 1)
            && rows[0][0] != 0.0
        {
            rows.insert(0, Vec::new());
        }
        let count = rows.len();
        let is_square = rows.iter().all(|row| row.len() == count);
        for (row, numbers) in rows.iter().enumerate() {
            if !is_square && numbers.len() != row && numbers.len() != row + 1 {
                return Err(DataError::file(
                    file,
                    format!(
                        "row {row} has {} numbers; a distance matrix of {count} rows is square or a lower triangle; rows are \
                         counted from 0",
                        numbers.len()
                    ),
                ));
            }
            for (column, &distance) in numbers.iter().enumerate() {
                if row == column && distance != 0.0 {
                    return refuse(
                        row,
                        column,
                        format!("the distance of a point from itself is {distance}, not 0"),
                    );
                }
                if distance < 0.0 {
                    return refuse(row, column, format!("a distance is negative: {distance}"));
                }
                if is_square && distance != rows[column][row] {
                    let other = rows[column][row];
                    return refuse(
                        row,
                        column,
                        format!("the matrix is not symmetric: {distance} and {other}"),
                    );
                }
            }
        }
        graph(file, count, max_scale, |a, b| rows[b][a])
    }
}

fn fields(row: &[u8]) -> impl Iterator<Item = &[u8]> {
    row.split(|byte| b",; \t".contains(byte))
        .filter(|field| !field.is_empty())
}

/// Points with the same number of coordinates.
#[derive(Clone, Debug, PartialEq)]
pub struct Points {
    rows: Vec<Vec<f64>>,
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
        graph(file, self.rows.len(), max_scale, distance)
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
        let column = |index: usize, name: &str| Attribute {
            name: name.into(),
            values: self.rows.iter().map(|row| row[index]).collect(),
            missing: None,
        };
        Ok(InputGraph {
            vertices: self.rows.len() as u32,
            vertex_attributes: vec![column(0, "x"), column(1, "y")],
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
    let (edges, values) = pairs().unzip();
    Ok(InputGraph {
        vertices: count as u32,
        edges,
        filter: Some(vec![0.0; count]),
        edge_filter: Some(values),
        ..InputGraph::default()
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn points(text: &str) -> Result<Points, DataError> {
        Table::read("p.csv", text.as_bytes())?.into_points("p.csv")
    }

    fn distances(text: &str) -> Result<InputGraph, DataError> {
        Table::read("d.txt", text.as_bytes())?.into_distances("d.txt", None)
    }

    #[test]
    fn points_of_any_separator_have_their_distances() {
        for text in ["x,y\n0,0\n3,4\n", "0 0\n3\t4", "# c\n0; 0\n\n3; 4\n"] {
            let graph = points(text).unwrap().distances("p", None).unwrap();
            assert_eq!(graph.edges, [[0, 1]]);
            assert_eq!(graph.edge_filter, Some(vec![5.0]));
            assert_eq!(graph.filter, Some(vec![0.0; 2]));
        }
        for text in [
            "[[0, 0], [3, 4]]",
            "\n{\"points\": [[0, 0], [3, 4]], \"complex\": \"alpha\"}",
        ] {
            assert_eq!(points(text).unwrap(), points("0 0\n3 4").unwrap());
        }
        let near = points("0,0\n3,4\n0,1")
            .unwrap()
            .distances("p", Some(1.0))
            .unwrap();
        assert_eq!(near.edges, [[0, 2]]);
        // The point in the middle is within 2 of all others.
        let line = points("0\n2\n4").unwrap().distances("p", None).unwrap();
        assert_eq!(line.edges, [[0, 1], [1, 2]]);
    }

    #[test]
    fn a_matrix_is_square_or_a_lower_triangle() {
        let expected = distances("0 1 2\n1 0 3\n2 3 0").unwrap();
        assert_eq!(expected.edges, [[0, 1], [0, 2]]);
        for text in ["0\n1 0\n2 3 0", "1\n2 3"] {
            assert_eq!(distances(text).unwrap(), expected);
        }
    }

    #[test]
    fn rows_are_those_of_a_text() {
        let rows = vec![vec![0.0, 0.0], vec![3.0, 4.0]];
        let table = Table::of_rows("p", rows).unwrap();
        assert_eq!(table, Table::read("p", b"0,0\n3,4").unwrap());
        let problem = |rows| Table::of_rows("p", rows).unwrap_err().to_string();
        assert!(problem(vec![vec![0.0], vec![f64::NAN]]).contains("row 1, column 0"));
        assert!(problem(Vec::new()).contains("no rows"));
    }

    #[test]
    fn wrong_tables_fail_with_their_place() {
        let problem = |error: DataError| error.to_string();
        for (text, words) in [
            ("0,0\n1,a", "line 2, column 2"),
            ("0,0\n1,nan", "finite number"),
            ("", "no numbers"),
            ("x,y\n", "no numbers"),
            (
                "0,0\n1",
                "the number of coordinates is 1 for point 1 and 2 for point 0",
            ),
            ("[[0, 1]", "line 1"),
            ("{\"n\": 1}", "points"),
            ("[]", "no rows"),
        ] {
            let found = problem(points(text).unwrap_err());
            assert!(found.contains(words), "{found}");
        }
        for (text, words) in [
            ("0 1\n2 0", "not symmetric"),
            ("1 1\n1 1", "from itself"),
            ("0 -1\n-1 0", "negative"),
            ("0 1 2\n1 0", "lower triangle"),
        ] {
            let found = problem(distances(text).unwrap_err());
            assert!(found.contains(words), "{found}");
        }
        let three = points("0,0,0").unwrap().in_the_plane("p.csv").unwrap_err();
        assert!(problem(three).contains("two coordinates"));
    }

    #[test]
    fn very_large_and_very_small_coordinates_have_their_distances() {
        for unit in ["1e154", "1e-200", "1e300"] {
            let graph = points(&format!("0 0\n{unit} {unit}")).unwrap();
            let graph = graph.distances("p", None).unwrap();
            let [distance] = graph.edge_filter.unwrap()[..] else {
                panic!("one pair")
            };
            let unit: f64 = unit.parse().unwrap();
            assert!((distance / unit - 2f64.sqrt()).abs() < 1e-15, "{distance}");
        }
        let apart = points("-1e308 0\n1e308 0\n0 0").unwrap();
        let problem = apart.distances("p", None).unwrap_err().to_string();
        assert!(problem.contains("divide all coordinates"), "{problem}");
    }
}
