//! Reader of edge lists: a table with one edge in each row.
//!
//! A row has the two vertices of an edge and, if edges have values, the value. Without headings, these are two or three columns. If
//! every vertex is a number without sign and without leading zeros, the vertices are in the order of these numbers. Otherwise they
//! are in the order of their first occurrence. Only vertices that occur exist.
//!
//! A second table gives values to the vertices. Each row is `vertex value`, also for vertices without an edge. Alternatively each
//! row has one value, for the vertices 0, 1, 2 and so on.

use std::borrow::Cow;

use super::lookalikes;
use super::table::columns::{Columns, Heading, Index, Role, View, listed, role};
use super::table::{Numbers, Separator, Table, is_missing, is_number, vertex};
use crate::graph::error::{DataError, quoted_name};
use crate::graph::input_graph::{InputGraph, MAX_VERTICES};
use crate::graph::names::{Ids, Kind, Names};
use crate::graph::rounding::Rounding;

/// Numbers below this multiple of their count use a table, others a search.
const MAX_GAPS: u64 = 2;

/// Reads a graph from an edge list and, optionally, a text with the values of its vertices. Each has a name for messages.
///
/// # Errors
/// The problem and its line.
pub fn read_edge_list(
    file: &str,
    text: &[u8],
    values: Option<(&str, &[u8])>,
) -> Result<InputGraph, DataError> {
    read_edge_list_telling(file, text, values, &Columns::default(), &|_| ())
}

/// [`read_edge_list`] with the columns that a user names; reports the read share of the edges to `progress`.
///
/// # Errors
/// As [`read_edge_list`], or a column that does not exist.
pub fn read_edge_list_telling(
    file: &str,
    text: &[u8],
    values: Option<(&str, &[u8])>,
    columns: &Columns,
    progress: &dyn Fn(f64),
) -> Result<InputGraph, DataError> {
    let edges = Table::open(file, text)?;
    if edges.text.trim().is_empty() && values.is_none() {
        let problem = "is empty; an edge list has a line `vertex vertex` for each edge";
        return Err(DataError::file(file, problem));
    }
    if let Some(problem) = lookalikes::problem_of(&edges.text) {
        return Err(DataError::file(file, problem));
    }
    let views = match values {
        Some(_) => &[View::Edges, View::Values][..],
        None => &[View::Edges],
    };
    columns.belong(file, views)?;
    let mut source = Source {
        plan: EdgePlan::new(&edges, columns, progress)?,
        edges,
        values: match values {
            Some((file, text)) => {
                let table = Table::open(file, text)?;
                Some((ValuePlan::new(&table, columns)?, table))
            }
            None => None,
        },
        comments: 0,
        directions: [0; 2],
        rounding: Default::default(),
        progress,
    };
    let table = source.read(number)?;
    let mut graph = match table {
        Some(table) => source.numbered(table),
        None => source.named(),
    }?;
    source.check_first_row(&graph)?;
    source.note_columns();
    graph.notes.append(&mut source.edges.notes);
    if let Some((_, values)) = &mut source.values {
        let named = values
            .notes
            .drain(..)
            .map(|note| format!("{}: {note}", values.file));
        graph.notes.extend(named);
    }
    graph.directed = match source.directions {
        [0, 0] => None,
        [_, 0] => Some(true),
        [0, _] => Some(false),
        _ => None,
    };
    let is_padded = |name: &Cow<'_, str>| {
        let digits = name.strip_prefix('+').unwrap_or(name);
        let are_digits = !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit());
        number(name).is_none() && are_digits
    };
    let padded = graph.names.iter().find(is_padded).map(Cow::into_owned);
    if let Some(name) = padded {
        let number = name.trim_start_matches(['+', '0']);
        graph.notes.push(format!(
            "vertices are read as names because {} and {} are different vertices",
            quoted_name(&name),
            if number.is_empty() { "0" } else { number }
        ));
    }
    Ok(graph)
}

/// A number without sign and without leading zeros, which is its only spelling.
fn number(text: &str) -> Option<u64> {
    let bytes = text.as_bytes();
    let digits = bytes.iter().all(u8::is_ascii_digit);
    let is_padded = matches!(bytes, [b'0', _, ..]);
    (digits && !is_padded).then(|| text.parse().ok())?
}

/// The columns of the edges.
struct EdgePlan {
    source: usize,
    target: usize,
    value: Option<usize>,
    direction: Option<usize>,
    /// Number of cells of each row. `None` in an empty table.
    width: Option<usize>,
    heading: Option<Heading>,
    /// Whether the user did not name the columns.
    is_assumed: bool,
    /// The numbers of a first row that is shorter than the others.
    counts: Option<Vec<u64>>,
    /// Whether the first column may be an index.
    index: Index,
}

impl EdgePlan {
    /// The columns by the first rows. Only sizes in the first one need all rows, whose read share `progress` receives.
    fn new(
        table: &Table<'_>,
        columns: &Columns,
        progress: &dyn Fn(f64),
    ) -> Result<Self, DataError> {
        let mut plan = Self {
            source: 0,
            target: 1,
            value: None,
            direction: None,
            width: None,
            heading: table.heading(View::Edges, columns),
            is_assumed: true,
            counts: None,
            index: Index::No,
        };
        let Some(first) = table.sample.first() else {
            return Ok(plan);
        };
        let heading = plan.heading.as_ref();
        let is_graph_table = heading.is_some_and(|heading| {
            let is = |place: usize, name: &str| {
                heading
                    .cells
                    .get(place)
                    .is_some_and(|cell| cell.eq_ignore_ascii_case(name))
            };
            is(0, "graph") && is(1, "vertex")
        });
        if is_graph_table {
            return Err(DataError::file(table.file, lookalikes::TABLE_OF_VALUES));
        }
        table.check_short_heading(View::Edges, columns, heading)?;
        let named = table.named(View::Edges, columns, heading)?;
        plan.width = match heading {
            Some(heading) => Some(heading.cells.len()),
            None => Some(first.cells.len()),
        };
        let of = |wanted: Role| {
            let mut named = named.iter();
            named
                .find(|(role, _)| *role == Some(wanted))
                .map(|&(_, column)| column)
        };
        if !named.is_empty() {
            let (Some(source), Some(target)) = (of(Role::Source), of(Role::Target)) else {
                let problem =
                    "--columns needs the two columns of the vertices, source=COLUMN,target=COLUMN";
                return Err(DataError::file(table.file, problem));
            };
            (plan.source, plan.target, plan.value) = (source, target, of(Role::Weight));
            plan.is_assumed = false;
            return Ok(plan);
        }
        if let Some(heading) = heading {
            let remedy = format!(
                "name the columns of the vertices and, if edges have values, of these, such as --columns {}",
                table.example(View::Edges, Some(heading))
            );
            if let Some(advice) = lookalikes::advice_on_matrix(heading, &table.sample) {
                return Err(DataError::file(table.file, advice));
            }
            let is_coordinate = |cell: &String| role(View::Points, cell) == Some(Role::Coordinate);
            if heading.cells.iter().any(is_coordinate) {
                let problem = format!(
                    "the headings are {}, which are coordinates of points",
                    listed(&heading.cells)
                );
                let remedy = format!("--rips and --alpha read them; for edges, {remedy}");
                return Err(DataError::columns(table.file, View::Edges, problem, remedy));
            }
            let roles = table.roles(View::Edges, heading, &remedy)?;
            let of = |wanted: Role| roles.iter().position(|&role| role == wanted);
            let (Some(source), Some(target)) = (of(Role::Source), of(Role::Target)) else {
                let problem = format!(
                    "the headings are {}, and none of them names the two vertices of an edge, such as source and target",
                    listed(&heading.cells)
                );
                return Err(DataError::columns(table.file, View::Edges, problem, remedy));
            };
            (plan.source, plan.target) = (source, target);
            plan.value = of(Role::Weight).or(of(Role::Time));
            plan.direction = of(Role::Direction);
            return Ok(plan);
        }
        // A shorter first row of numbers holds the numbers of vertices and of edges.
        let second = table.sample.get(1).map_or(0, |row| row.cells.len());
        if first.cells.len() < second.min(3) {
            let counts = first.cells.iter().map(|cell| number(cell));
            let counts: Option<Vec<u64>> = counts.collect();
            let has_edges = |count: u64| {
                let rows = usize::try_from(count)
                    .unwrap_or(usize::MAX)
                    .saturating_add(1);
                table.count_rows(rows, progress) == rows
            };
            plan.counts = counts
                .filter(|counts| counts[0] > 0 && (counts.len() == 1 || has_edges(counts[1])));
            if plan.counts.is_some() {
                plan.width = Some(second);
            }
        }
        if let Some(problem) = lookalikes::problem_of_rows(table, progress) {
            return Err(DataError::file(table.file, problem));
        }
        let width = plan.width.unwrap_or_default();
        if plan.counts.is_none() && table.counted_heading().is_none() {
            table.check_numbered_heading(View::Edges, "an edge")?;
        }
        match table.counted_heading() {
            Some(true) => plan.heading = Some(Heading::of_first(table)),
            Some(false) if plan.counts.is_none() => return Err(possible_heading(table, false)),
            _ => {}
        }
        if first.cells.get(2).is_some_and(|cell| cell.starts_with('{')) {
            let problem = format!(
                "the edges have attributes in braces; {}",
                lookalikes::BRACES
            );
            return Err(DataError::file(table.file, problem));
        }
        if width > 3 && table.width() == Some(width) {
            let problem = format!("has {width} columns and no known headings");
            let remedy = format!(
                "name the columns of the vertices and, if edges have values, of these, such as --columns {}",
                table.example(View::Edges, plan.heading.as_ref())
            );
            return Err(DataError::columns(table.file, View::Edges, problem, remedy));
        }
        plan.value = (width == 3).then_some(2);
        let all = |column: usize, is: &dyn Fn(&str) -> bool| {
            let mut cells = table.sample.iter().filter_map(|row| row.cells.get(column));
            cells.all(|cell| is(cell))
        };
        let is_whole = |cell: &str| vertex(cell, table.separator).and_then(number).is_some();
        let is_first_row = plan.heading.is_none() && plan.counts.is_none() && width == 3;
        if is_first_row
            && all(0, &is_whole)
            && all(1, &|cell| !is_number(cell))
            && all(2, &is_whole)
        {
            let problem =
                "the second column may be a vertex, or a relation between two vertices, as in SIF";
            let remedy = "choose --columns source=1,target=3 for relations, or --columns source=1,target=2,weight=3";
            return Err(DataError::columns(table.file, View::Edges, problem, remedy));
        }
        if is_first_row && all(1, &is_whole) && all(2, &is_whole) {
            // In "0 1 5", "1 2 7", "2 0 3", the first vertices are also second ones.
            let is_cycle = || {
                let column = |place: usize| {
                    let cells = table
                        .sample
                        .iter()
                        .filter_map(move |row| row.cells.get(place));
                    cells.collect::<std::collections::BTreeSet<_>>()
                };
                table.separator == Separator::Blanks && column(0) == column(1)
            };
            plan.index = table.index();
            if plan.index == Index::Likely && !is_cycle() {
                let problem = "the first column counts the rows, so the columns may be an index and two vertices, or two vertices and a \
                               value";
                let remedy = "choose --columns source=2,target=3 or --columns source=1,target=2,weight=3, or write headings such as \
                              source,target,weight";
                return Err(DataError::columns(table.file, View::Edges, problem, remedy));
            }
        }
        Ok(plan)
    }

    /// Number of rows before the edges.
    fn skipped(&self) -> usize {
        let has_heading = self.heading.as_ref().is_some_and(|heading| heading.is_row);
        usize::from(has_heading || self.counts.is_some())
    }

    fn is_read(&self, column: usize) -> bool {
        [
            Some(self.source),
            Some(self.target),
            self.value,
            self.direction,
        ]
        .contains(&Some(column))
    }
}

/// The error that the first row may be an edge or a heading.
fn possible_heading(table: &Table<'_>, is_known: bool) -> DataError {
    let heading = Heading::of_first(table);
    // An edge has no other columns, also if the first one counts.
    let in_order = &["source=1", "target=2", "weight=3"][..heading.cells.len().clamp(2, 3)];
    let remedy = match is_known {
        // Known headings stay headings if columns have numbers.
        true => "write a line with the headings source and target before it".into(),
        false => format!("choose --columns {}", in_order.join(",")),
    };
    let heading = table.example(View::Edges, Some(&heading));
    table.possible_heading(View::Edges, "an edge", &heading, &remedy)
}

/// The columns of the values.
struct ValuePlan {
    vertex: Option<usize>,
    value: usize,
    width: Option<usize>,
    heading: Option<Heading>,
}

impl ValuePlan {
    fn new(table: &Table<'_>, columns: &Columns) -> Result<Self, DataError> {
        let heading = table.heading(View::Values, columns);
        let Some(first) = table.sample.first() else {
            return Ok(Self {
                vertex: None,
                value: 0,
                width: None,
                heading,
            });
        };
        table.check_short_heading(View::Values, columns, heading.as_ref())?;
        let named = table.named(View::Values, columns, heading.as_ref())?;
        let width = heading
            .as_ref()
            .map_or(first.cells.len(), |heading| heading.cells.len());
        let plan = |vertex, value| Self {
            vertex,
            value,
            width: Some(width),
            heading: heading.clone(),
        };
        let of = |wanted: Role| {
            let mut named = named.iter();
            named
                .find(|(role, _)| *role == Some(wanted))
                .map(|&(_, column)| column)
        };
        match (of(Role::Vertex), of(Role::Value)) {
            (Some(vertex), Some(value)) => return Ok(plan(Some(vertex), value)),
            (None, Some(value)) if width == 1 => return Ok(plan(None, value)),
            (None, None) => {}
            _ => {
                let problem = "--columns needs the columns of the vertices and of their values, vertex=COLUMN,value=COLUMN";
                return Err(DataError::file(table.file, problem));
            }
        }
        let counted = match table.counted_heading().filter(|_| heading.is_none()) {
            Some(true) => Some(Heading::of_first(table)),
            Some(false) if width == 1 => {
                let problem = "the first line, 0, may be a value or the heading that pandas writes without header=False; choose \
                               --columns value=0 for the heading, or --columns value=1";
                return Err(DataError::file(table.file, problem));
            }
            Some(false) => {
                return Err(table.possible_heading(
                    View::Values,
                    "a vertex and its value",
                    "vertex=0,value=1",
                    "choose --columns vertex=1,value=2",
                ));
            }
            None if heading.is_none() => {
                table.check_numbered_heading(View::Values, "a vertex and its value")?;
                None
            }
            None => None,
        };
        let Some(heading) = &heading else {
            if width > 2 && table.width() == Some(width) {
                let problem = format!("has {width} columns and no known headings");
                let remedy = match &counted {
                    Some(_) => "name the columns, such as --columns vertex=0,value=1",
                    None => "name the columns, such as --columns vertex=1,value=2",
                };
                return Err(DataError::columns(
                    table.file,
                    View::Values,
                    problem,
                    remedy,
                ));
            }
            let plan = plan((width > 1).then_some(0), usize::from(width > 1));
            return Ok(Self {
                heading: counted,
                ..plan
            });
        };
        let remedy = format!(
            "name the columns, such as --columns {}",
            table.example(View::Values, Some(heading))
        );
        if width == 1 {
            return Ok(plan(None, 0));
        }
        if table.is_corner_in_doubt(heading) {
            return Err(table.possible_heading(
                View::Values,
                "a value without its vertex",
                "vertex=1,value=2",
                "write its vertex",
            ));
        }
        let known = heading.cells.iter().map(|cell| role(View::Values, cell));
        let known: Vec<Option<Role>> = known.collect();
        let is = |wanted: Role| known.iter().position(|&role| role == Some(wanted));
        // Beside the vertex, one other column is the value, whatever its name.
        let vertex = match (is(Role::Vertex), is(Role::Index), is(Role::Label)) {
            (Some(vertex), ..) => Some(vertex),
            (None, Some(index), Some(label)) => {
                match heading.cells[index].eq_ignore_ascii_case("id") {
                    true => Some(index),
                    false => None.filter(|_: &usize| label > 0),
                }
            }
            (None, index, label) => index.or(label),
        };
        if let Some(vertex) = vertex
            && let [other] = (0..width)
                .filter(|&column| known[column].is_none_or(|role| role == Role::Value))
                .collect::<Vec<_>>()[..]
        {
            return Ok(plan(Some(vertex), other));
        }
        let problem = format!(
            "the headings are {}, and they do not name a vertex and its value",
            listed(&heading.cells)
        );
        Err(DataError::columns(
            table.file,
            View::Values,
            problem,
            remedy,
        ))
    }
}

/// The texts, each with its columns.
struct Source<'a> {
    edges: Table<'a>,
    plan: EdgePlan,
    values: Option<(ValuePlan, Table<'a>)>,
    /// Number of comments in the edge list.
    comments: u64,
    /// Number of edges that the file calls directed and undirected.
    directions: [usize; 2],
    /// The values of the edges and those of the vertices that 64 bits do not hold.
    rounding: [Rounding; 2],
    progress: &'a dyn Fn(f64),
}

/// The contents of the texts, with vertices as `V`.
#[derive(Default)]
struct Contents<V> {
    edges: Vec<[V; 2]>,
    edge_values: Option<Vec<f64>>,
    values: Values<V>,
}

/// Values of vertices.
#[derive(Default)]
enum Values<V> {
    #[default]
    None,
    /// One value per line, from vertex 0 on.
    Counted(Vec<f64>),
    /// Vertex, value, line.
    Named(Vec<(V, f64, u64)>),
}

impl Source<'_> {
    fn note_columns(&mut self) {
        let plan = &self.plan;
        // Types that are neither Directed nor Undirected say nothing.
        let has_direction = self.directions != [0, 0];
        self.edges.note_heading(plan.heading.as_ref(), |column| {
            plan.is_read(column) && (has_direction || plan.direction != Some(column))
        });
        if let Some(counts) = &plan.counts {
            let counts: Vec<_> = counts.iter().map(u64::to_string).collect();
            self.edges.notes.push(format!(
                "the first line, {}, is read as the size of the graph",
                counts.join(" ")
            ));
        }
        if plan.index != Index::No {
            self.edges.notes.push(
                "the first two columns are read as vertices, although the first counts the rows"
                    .into(),
            );
        }
        self.edges.note_comments(self.comments);
        let [rounding, _] = &self.rounding;
        self.edges.notes.extend(rounding.note("the edges", 64));
        if let Some((plan, table)) = &mut self.values {
            let is_read = |column| plan.vertex == Some(column) || plan.value == column;
            table.note_heading(plan.heading.as_ref(), is_read);
            let [_, rounding] = &self.rounding;
            table.notes.extend(rounding.note("the vertices", 64));
        }
    }

    /// A first row that may be no edge.
    fn check_first_row(&mut self, graph: &InputGraph) -> Result<(), DataError> {
        let file = self.edges.file;
        let rows = graph.edges.len();
        if let Some(counts) = &self.plan.counts {
            let (vertices, rows) = (u64::from(graph.vertices), rows as u64);
            let fits = match counts[..] {
                [count] => count == vertices || count == rows,
                [first, second] => first == vertices && second == rows,
                _ => false,
            };
            if !fits {
                let counts: Vec<_> = counts.iter().map(u64::to_string).collect();
                let problem = format!(
                    "the first line, {}, may be the size of the graph, and the lines after it have {vertices} vertices and {rows} edges; \
                     remove it, or write vertices without edges with --values or in JSON",
                    counts.join(" ")
                );
                return Err(DataError::file(file, problem));
            }
            return Ok(());
        }
        if self.plan.is_assumed && self.may_be_heading(graph) {
            return Err(possible_heading(&self.edges, self.plan.heading.is_some()));
        }
        let (true, Some((_, rest)), Some(line)) = (
            self.plan.is_assumed && self.plan.heading.is_none(),
            graph.edges.split_first(),
            self.edges.sample.first(),
        ) else {
            return Ok(());
        };
        let number_at = |place: usize| line.cells.get(place).and_then(|cell| number(cell));
        let (Some(a), Some(b)) = (number_at(0), number_at(1)) else {
            return Ok(());
        };
        if rest.is_empty() {
            return Ok(());
        }
        let distinct = |edges: &[[u32; 2]]| {
            let mut occurs = vec![false; graph.vertices as usize];
            edges
                .as_flattened()
                .iter()
                .for_each(|&end| occurs[end as usize] = true);
            occurs.into_iter().filter(|&occurs| occurs).count() as u64
        };
        let shown = line.cells.join(self.edges.separator.shown());
        let rows = rest.len() as u64;
        let is_size = match number_at(2) {
            Some(entries) => a == b && entries == rows,
            None => self.plan.width == Some(2) && b == rows && distinct(rest) == a,
        };
        if is_size {
            let problem = format!(
                "the first line, {shown}, may be an edge or the size of the graph in the lines after it; if it is the size, remove it or \
                 begin it with #; if it is an edge, write a line with the headings source and target before it"
            );
            return Err(DataError::file(file, problem));
        }
        Ok(())
    }

    /// Whether a first row of two names may be a heading although it is read as an edge, as its vertices have no
    /// other one, or an edge although it is read as a heading, as its words are vertices.
    fn may_be_heading(&self, graph: &InputGraph) -> bool {
        let first = self.edges.sample.first().map_or(&[][..], |row| &row.cells);
        let mut others = first.iter().skip(2);
        if !others.all(|cell| is_missing(cell)) {
            return false;
        }
        let Some(heading) = &self.plan.heading else {
            let Some((first, others)) = graph.edges.split_first() else {
                return false;
            };
            let [u, v] = first;
            let is_name = |vertex: &u32| {
                let name = graph.names.get(*vertex);
                name.is_some_and(|name| number(&name).is_none())
            };
            let is_alone = u != v && !others.as_flattened().iter().any(|end| first.contains(end));
            return !others.is_empty() && is_alone && is_name(u) && is_name(v);
        };
        // Letters such as u are vertices as often as headings, and other words if they are vertices below.
        let is_letter = |word: &String| word.len() == 1;
        let words = &heading.cells;
        let is_other = |name: Cow<'_, str>| match words.iter().any(is_letter) {
            true => number(&name).is_none(),
            false => words.iter().any(|word| *word == name),
        };
        heading.is_row && (graph.edges.is_empty() || graph.names.iter().any(is_other))
    }

    /// Reads both texts. `None` if `vertex` cannot read one of the vertices.
    fn read<V>(
        &mut self,
        mut vertex_of: impl FnMut(&str) -> Option<V>,
    ) -> Result<Option<Contents<V>>, DataError> {
        let plan = &self.plan;
        let separator = self.edges.separator;
        let mut numbers = Numbers::of(separator);
        let (mut edges, mut edge_values) = (Vec::new(), Vec::new());
        self.directions = [0; 2];
        let mut rows = self.edges.rows(self.progress);
        let mut skipped = plan.skipped();
        while let Some(row) = rows.next()? {
            if skipped > 0 {
                skipped -= 1;
                continue;
            }
            let is_first = edges.is_empty();
            let wrong = || {
                let expected = match (is_first, plan.value) {
                    (true, _) => "two vertices, and a number where edges have values",
                    (false, None) => "two vertices, as in the lines before",
                    (false, Some(_)) => "two vertices and a number, as in the lines before",
                };
                row.error_because(expected, lookalikes::advice_on(&row, plan.width))
            };
            if Some(row.len()) != plan.width || row.len() < 2 {
                return Err(wrong());
            }
            let [a, b] = [plan.source, plan.target].map(|column| row.cell(column));
            if is_first
                && plan.heading.is_none()
                && let Some(advice) =
                    lookalikes::advice_on_vertices(a, b, plan.value.is_none(), separator)
            {
                return Err(row.error_because("two vertices", advice));
            }
            let value = match plan.value {
                None => None,
                Some(column) => {
                    let cell = row.cell(column);
                    if is_missing(cell) {
                        let why = match cell.is_empty() && plan.heading.is_none() && is_first {
                            true => {
                                "; for edges without values, choose --columns source=1,target=2"
                            }
                            false => "",
                        };
                        return Err(row.cell_error(column, "the value of the edge", why));
                    }
                    let Some(value) = numbers.read(cell) else {
                        let is_other =
                            plan.heading.is_none() && cell.starts_with(char::is_alphabetic);
                        return Err(match numbers.advice() {
                            "" if is_other => wrong(),
                            advice => row.cell_error(column, "a number", advice),
                        });
                    };
                    Some(value)
                }
            };
            let ends = [
                row.vertex(plan.source, separator)?,
                row.vertex(plan.target, separator)?,
            ];
            let [Some(a), Some(b)] = ends.map(&mut vertex_of) else {
                return Ok(None);
            };
            edges.push([a, b]);
            edge_values.extend(value);
            if let Some(column) = plan.direction {
                let is = |word: &str| row.cell(column).eq_ignore_ascii_case(word);
                self.directions[0] += usize::from(is("directed"));
                self.directions[1] += usize::from(is("undirected"));
            }
        }
        self.comments = rows.comments;
        let mut rounding = Rounding::default();
        let values = match &self.values {
            None => Some(Values::None),
            Some((plan, table)) => read_values(plan, table, &mut rounding, vertex_of)?,
        };
        self.rounding = [numbers.rounding, rounding];
        Ok(values.map(|values| Contents {
            edges,
            edge_values: Some(edge_values).filter(|values| !values.is_empty()),
            values,
        }))
    }

    /// The graph if all vertices are numbers.
    fn numbered(&self, table: Contents<u64>) -> Result<InputGraph, DataError> {
        let numbers: Vec<u64> = match &table.values {
            Values::Counted(values) => {
                let count = values.len() as u64;
                let leaves = |edge: &[u64; 2]| edge.iter().any(|&vertex| vertex >= count);
                if let Some(edge) = table.edges.iter().position(leaves) {
                    let expected = format!(
                        "two vertices below {count}, the number of values in {}",
                        self.values_file()
                    );
                    return Err(self.edge_error(edge, expected));
                }
                (0..count).collect()
            }
            Values::Named(values) => sorted(&table.edges, values.iter().map(|&(v, ..)| v)),
            Values::None => sorted(&table.edges, [].into_iter()),
        };
        let count = numbers.len();
        let places = places(&numbers);
        let place = |number: u64| match &places {
            Some(places) => places[number as usize],
            None => numbers.partition_point(|&other| other < number) as u32,
        };
        let names = match numbers.last() {
            Some(&last) if last >= count as u64 => numbers.iter().map(u64::to_string).collect(),
            _ => Names::default(),
        };
        self.graph(table.map(place), count, names)
    }

    /// The error that the row of an edge is not the expected one.
    fn edge_error(&self, edge: usize, expected: String) -> DataError {
        let mut rows = self.edges.rows(&|_| ());
        for _ in 0..self.plan.skipped() + edge {
            let _ = rows.next();
        }
        match rows.next() {
            Ok(Some(row)) => row.error(expected),
            _ => DataError::file(self.edges.file, format!("expected {expected}")),
        }
    }

    /// The name of the file with the values.
    fn values_file(&self) -> &str {
        self.values.as_ref().map_or("", |(_, table)| table.file)
    }

    /// The graph if vertices have names.
    fn named(&mut self) -> Result<InputGraph, DataError> {
        let mut ids = Ids::default();
        let table = self.read(|name| Some(ids.number(name, Kind::Text)))?;
        let names = ids.into_names();
        self.graph(table.unwrap_or_default(), names.len(), names)
    }

    fn graph(
        &self,
        table: Contents<u32>,
        vertices: usize,
        names: Names,
    ) -> Result<InputGraph, DataError> {
        if vertices > MAX_VERTICES as usize {
            let problem = format!("expected at most {MAX_VERTICES} vertices, found {vertices}");
            return Err(DataError::file(self.edges.file, problem));
        }
        let mut graph = InputGraph {
            vertices: vertices as u32,
            names,
            edges: table.edges,
            edge_filter: table.edge_values,
            ..InputGraph::default()
        };
        let file = self.values_file();
        graph.filter = match table.values {
            Values::None => None,
            Values::Counted(_) if !graph.names.is_empty() => {
                let problem = format!(
                    "expected a vertex and its value in each line, as vertices of {} have names, \
                     found a value alone",
                    self.edges.file
                );
                return Err(DataError::file(file, problem));
            }
            Values::Counted(values) => Some(values),
            Values::Named(mut values) => {
                values.sort_unstable_by_key(|&(vertex, _, line)| (vertex, line));
                if let Some(same) = values.windows(2).find(|pair| pair[0].0 == pair[1].0) {
                    let (vertex, _, line) = same[1];
                    return Err(DataError::Line {
                        file: file.into(),
                        line,
                        expected: "one value for each vertex".into(),
                        found: format!("a second one for {}", graph.name_of(vertex)),
                    });
                }
                let has_none = |&vertex: &u32| {
                    let next = values.get(vertex as usize);
                    next.is_none_or(|&(other, ..)| other != vertex)
                };
                if let Some(vertex) = (0..graph.vertices).find(has_none) {
                    let problem = format!(
                        "expected a value for each vertex of {}, found none for {}",
                        self.edges.file,
                        graph.name_of(vertex)
                    );
                    return Err(DataError::file(file, problem));
                }
                Some(values.into_iter().map(|(_, value, _)| value).collect())
            }
        };
        Ok(graph)
    }
}

impl<V> Contents<V> {
    fn map<W>(self, place: impl Fn(V) -> W) -> Contents<W> {
        let edges = self.edges.into_iter().map(|edge| edge.map(&place));
        Contents {
            edges: edges.collect(),
            edge_values: self.edge_values,
            values: match self.values {
                Values::None => Values::None,
                Values::Counted(values) => Values::Counted(values),
                Values::Named(values) => {
                    let values = values
                        .into_iter()
                        .map(|(v, value, line)| (place(v), value, line));
                    Values::Named(values.collect())
                }
            },
        }
    }
}

/// All vertices, each once, in ascending order.
fn sorted(edges: &[[u64; 2]], others: impl Iterator<Item = u64> + Clone) -> Vec<u64> {
    let all = edges.as_flattened().iter().copied().chain(others.clone());
    let most = 2 * edges.len() as u64 * MAX_GAPS;
    if let Some(last) = all.clone().max().filter(|&last| last < most) {
        let mut occurs = vec![false; last as usize + 1];
        all.for_each(|vertex| occurs[vertex as usize] = true);
        return (0..=last)
            .filter(|&vertex| occurs[vertex as usize])
            .collect();
    }
    let mut vertices: Vec<u64> = edges.as_flattened().iter().copied().chain(others).collect();
    vertices.sort_unstable();
    vertices.dedup();
    vertices
}

/// For each number, its index among these. `None` if too many numbers are missing for a table.
fn places(numbers: &[u64]) -> Option<Vec<u32>> {
    let last = *numbers.last()?;
    (last < MAX_GAPS * numbers.len() as u64).then(|| {
        let mut places = vec![0; last as usize + 1];
        for (place, &number) in (0..).zip(numbers) {
            places[number as usize] = place;
        }
        places
    })
}

/// Reads the values. `None` if `vertex_of` cannot read one of the vertices.
fn read_values<V>(
    plan: &ValuePlan,
    table: &Table<'_>,
    rounding: &mut Rounding,
    mut vertex_of: impl FnMut(&str) -> Option<V>,
) -> Result<Option<Values<V>>, DataError> {
    let mut numbers = Numbers::of(table.separator);
    let (mut counted, mut named) = (Vec::new(), Vec::new());
    let mut rows = table.rows(&|_| ());
    let mut is_heading = plan.heading.as_ref().is_some_and(|heading| heading.is_row);
    while let Some(row) = rows.next()? {
        if std::mem::take(&mut is_heading) {
            continue;
        }
        let expected = match (counted.is_empty(), named.is_empty()) {
            (true, true) => "a vertex and its value, or a value",
            (false, _) => "a value alone, as in the lines before",
            (true, false) => "a vertex and its value, as in the lines before",
        };
        if Some(row.len()) != plan.width {
            return Err(row.error(expected));
        }
        row.check_gap("a value")?;
        let cell = row.cell(plan.value);
        if is_missing(cell) {
            return Err(row.cell_error(plan.value, "a value", ""));
        }
        let value = numbers
            .read(cell)
            .ok_or_else(|| row.error_because(expected, numbers.advice()))?;
        let Some(column) = plan.vertex else {
            counted.push(value);
            continue;
        };
        match vertex_of(row.vertex(column, table.separator)?) {
            Some(vertex) => named.push((vertex, value, row.line)),
            None => return Ok(None),
        }
    }
    *rounding = numbers.rounding;
    Ok(Some(match plan.vertex {
        None if !counted.is_empty() => Values::Counted(counted),
        _ => Values::Named(named),
    }))
}
