//! Step-by-step reduction of the boundary matrix of a graph, for display.
//!
//! The matrix has one row and one column per vertex and edge, in the order of entry. The column of an edge has its two ends;
//! additions (mod 2) preserve two entries or none. The younger entry is the pivot. Reduction makes all pivots distinct: the
//! component born at a pivot's vertex then dies with the column's edge, and a zero column closes a loop. There are three
//! algorithms, see [`Mode`]; all give the same pairs of vertices.

use std::collections::BTreeMap;

use serde::Serialize;

use super::NONE;
use super::arrival::Arrival;
use super::barcode::Direction;
use super::error::{HomologyError, check_ends};

/// Maximum number of vertices and edges of a traced graph.
pub const MAX_SIMPLICES: usize = 200;

/// The order of column additions.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(rename = "TraceMode"))]
#[serde(rename_all = "camelCase")]
pub enum Mode {
    /// The textbook algorithm: from left to right, each column until its pivot is free. Every step is a round.
    Sequential,
    /// The parallel algorithm of the paper's code: each round adds the leftmost column of each pivot to all others with that
    /// pivot.
    Rounds,
    /// The algorithm of the engines, on the GPU one lane per column: in each round every lane compares its column with the
    /// owner of its pivot. The earlier column becomes the owner; the lane continues with the sum.
    Word,
}

/// A vertex or an edge.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(rename = "TraceSimplex"))]
#[serde(rename_all = "camelCase")]
pub struct Simplex {
    /// The vertex, or the ends of the edge, elder first.
    pub vertices: Vec<u32>,
    /// Filter value of entry: that of its youngest vertex.
    pub value: f32,
    /// Index of the edge in the list; none for a vertex.
    pub edge: Option<u32>,
}

/// The effect of a step on its column. Rows and columns are indices in [`Trace::simplices`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(rename = "TraceChange"))]
#[serde(rename_all = "camelCase", tag = "kind")]
pub enum Change {
    /// The pivot is free; the column becomes its owner.
    Claim {
        /// The row.
        pivot: u32,
    },
    /// The column entered before the owner of its pivot, or with the same vertex, and replaces it.
    Displace {
        /// The row.
        pivot: u32,
        /// The previous owner, which is added next.
        owner: u32,
    },
    /// Another column with the same pivot is added: below this level the two shared ends are already connected.
    Add {
        /// The other column.
        source: u32,
        /// The entries before, elder first.
        before: [u32; 2],
        /// The entries after; none if they cancel.
        after: Option<[u32; 2]>,
    },
    /// No entries remain: the edge closes a loop.
    Zero,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(rename = "TraceStep"))]
#[serde(rename_all = "camelCase")]
pub struct Step {
    /// Round, counted from 0. The steps of one round can run in parallel.
    pub round: u32,
    /// The column of the step.
    pub column: u32,
    /// The effect.
    #[serde(flatten)]
    pub change: Change,
}

/// The matrix between two steps. Rows and columns are indices in [`Trace::simplices`].
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(rename = "TraceState"))]
#[serde(rename_all = "camelCase")]
pub struct State {
    /// Entries of each column, elder first; none for vertices and zero columns.
    pub columns: Vec<Option<[u32; 2]>>,
    /// The column that has a row as its pivot, for each row.
    pub owner: Vec<Option<u32>>,
}

impl State {
    /// Applies a step.
    pub fn forward(&mut self, step: &Step) {
        match step.change {
            Change::Claim { pivot } | Change::Displace { pivot, .. } => {
                self.owner[pivot as usize] = Some(step.column);
            }
            Change::Add { after, .. } => self.columns[step.column as usize] = after,
            Change::Zero => {}
        }
    }

    /// Reverts the last step.
    pub fn back(&mut self, step: &Step) {
        match step.change {
            Change::Claim { pivot } => self.owner[pivot as usize] = None,
            Change::Displace { pivot, owner } => self.owner[pivot as usize] = Some(owner),
            Change::Add { before, .. } => self.columns[step.column as usize] = Some(before),
            Change::Zero => {}
        }
    }
}

/// The reduction of one graph in one direction.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct Trace {
    pub direction: Direction,
    /// The algorithm.
    pub mode: Mode,
    /// Vertices and edges in the order of entry: each vertex is followed by the edges whose younger end it is, sorted by elder
    /// end, then index.
    pub simplices: Vec<Simplex>,
    /// The initial matrix: the boundary of every simplex, without owners.
    pub start: State,
    pub steps: Vec<Step>,
}

impl Trace {
    /// Reduces a graph. Self-loops and parallel edges are allowed; NaN comes last, see [`super::order`].
    ///
    /// # Errors
    /// If an end is out of range, or there are more than [`MAX_SIMPLICES`] vertices and edges.
    pub fn new(
        edges: &[[u32; 2]],
        filter: &[f32],
        direction: Direction,
        mode: Mode,
    ) -> Result<Self, HomologyError> {
        check_ends(edges, filter.len())?;
        let total = filter.len() + edges.len();
        if total > MAX_SIMPLICES {
            return Err(HomologyError::TooManySimplices {
                simplices: total,
                max: MAX_SIMPLICES,
            });
        }
        let (simplices, columns) = boundary_matrix(edges, filter, direction);
        let start = State {
            owner: vec![None; columns.len()],
            columns,
        };
        let mut reduction = Reduction {
            state: start.clone(),
            steps: Vec::new(),
            round: 0,
        };
        let edges = (0u32..).zip(&simplices);
        let edges: Vec<u32> = edges
            .filter(|(_, simplex)| simplex.edge.is_some())
            .map(|(position, _)| position)
            .collect();
        match mode {
            Mode::Sequential => reduction.sequential(&edges),
            Mode::Rounds => reduction.rounds(&edges),
            Mode::Word => reduction.word(&edges),
        }
        Ok(Self {
            direction,
            mode,
            simplices,
            start,
            steps: reduction.steps,
        })
    }

    /// The matrix after this number of steps, or after the last one.
    pub fn state(&self, steps: usize) -> State {
        let mut state = self.start.clone();
        for step in self.steps.iter().take(steps) {
            state.forward(step);
        }
        state
    }

    /// The result of the engines for this direction: `death` and `loops` of [`super::Persistence`].
    pub fn result(&self) -> (Vec<u32>, Vec<u32>) {
        let end = self.state(self.steps.len());
        let vertices = self.simplices.iter().filter(|s| s.edge.is_none()).count();
        let (mut death, mut loops) = (vec![NONE; vertices], vec![0; vertices]);
        for (position, simplex) in self.simplices.iter().enumerate() {
            match simplex.vertices[..] {
                [vertex] => {
                    if let Some(owner) = end.owner[position] {
                        death[vertex as usize] = self.simplices[owner as usize].vertices[1];
                    }
                }
                [_, younger] if end.columns[position].is_none() => loops[younger as usize] += 1,
                _ => {}
            }
        }
        (death, loops)
    }
}

/// Simplices in the order of entry, and the column of each.
fn boundary_matrix(
    edges: &[[u32; 2]],
    filter: &[f32],
    direction: Direction,
) -> (Vec<Simplex>, Vec<Option<[u32; 2]>>) {
    let arrival = Arrival::new(edges, filter, None, direction);
    let mut by_rank = vec![0; filter.len()];
    for (vertex, &rank) in (0u32..).zip(&arrival.rank) {
        by_rank[rank as usize] = vertex;
    }
    let mut position = vec![0; filter.len()];
    let (mut simplices, mut columns) = (Vec::new(), Vec::new());
    let mut entering = arrival.ends.iter().zip(&arrival.edges).peekable();
    for vertex in by_rank {
        let value = filter[vertex as usize];
        position[vertex as usize] = simplices.len() as u32;
        simplices.push(Simplex {
            vertices: vec![vertex],
            value,
            edge: None,
        });
        columns.push(None);
        while let Some((ends, &edge)) = entering.next_if(|(ends, _)| ends[1] == vertex) {
            simplices.push(Simplex {
                vertices: ends.to_vec(),
                value,
                edge: Some(edge),
            });
            // The two ends of a self-loop cancel.
            columns.push((ends[0] != ends[1]).then(|| ends.map(|end| position[end as usize])));
        }
    }
    (simplices, columns)
}

/// A trace under construction.
struct Reduction {
    state: State,
    steps: Vec<Step>,
    round: u32,
}

impl Reduction {
    fn step(&mut self, column: u32, change: Change) {
        let step = Step {
            round: self.round,
            column,
            change,
        };
        self.state.forward(&step);
        self.steps.push(step);
    }

    fn column(&self, column: u32) -> Option<[u32; 2]> {
        self.state.columns[column as usize]
    }

    /// Adds `source` to a column with the same pivot; returns whether entries remain.
    fn add(&mut self, column: u32, source: u32) -> bool {
        let [before, [other, _]] =
            [column, source].map(|column| self.column(column).expect("a column with a pivot"));
        let elder = before[0];
        let after = (elder != other).then(|| [elder.min(other), elder.max(other)]);
        let change = Change::Add {
            source,
            before,
            after,
        };
        self.step(column, change);
        if after.is_none() {
            self.step(column, Change::Zero);
        }
        after.is_some()
    }

    fn sequential(&mut self, edges: &[u32]) {
        for &column in edges {
            if self.column(column).is_none() {
                self.step(column, Change::Zero);
                self.round += 1;
            }
            while let Some([_, pivot]) = self.column(column) {
                let owner = self.state.owner[pivot as usize];
                match owner {
                    None => self.step(column, Change::Claim { pivot }),
                    Some(owner) => _ = self.add(column, owner),
                }
                self.round += 1;
                if owner.is_none() {
                    break;
                }
            }
        }
    }

    /// The columns of edges other than self-loops, which are zero.
    fn put_self_loops_aside(&mut self, edges: &[u32]) -> Vec<u32> {
        let mut columns = edges.to_vec();
        columns.retain(|&column| {
            let entries = self.column(column);
            if entries.is_none() {
                self.step(column, Change::Zero);
            }
            entries.is_some()
        });
        columns
    }

    fn rounds(&mut self, edges: &[u32]) {
        let edges = self.put_self_loops_aside(edges);
        let mut reduced = false;
        while !reduced {
            let mut groups: BTreeMap<u32, Vec<u32>> = BTreeMap::new();
            for &column in &edges {
                if let Some([_, pivot]) = self.column(column) {
                    groups.entry(pivot).or_default().push(column);
                }
            }
            reduced = groups.values().all(|columns| columns.len() == 1);
            for (pivot, columns) in groups {
                let leftmost = columns[0];
                match self.state.owner[pivot as usize] {
                    None => self.step(leftmost, Change::Claim { pivot }),
                    Some(owner) if owner != leftmost => {
                        self.step(leftmost, Change::Displace { pivot, owner });
                    }
                    Some(_) => {}
                }
                for &column in &columns[1..] {
                    self.add(column, leftmost);
                }
            }
            self.round += 1;
        }
    }

    fn word(&mut self, edges: &[u32]) {
        let start = self.state.columns.clone();
        let mut lanes = self.put_self_loops_aside(edges);
        while !lanes.is_empty() {
            lanes.retain_mut(|lane| {
                let column = *lane;
                let Some([_, pivot]) = self.column(column) else {
                    return false;
                };
                let Some(owner) = self.state.owner[pivot as usize] else {
                    self.step(column, Change::Claim { pivot });
                    return false;
                };
                // The words of the engines: the level of the column, then its elder entry.
                let word = |column: u32| {
                    let enters = start[column as usize].map(|[_, younger]| younger);
                    (enters, self.column(column).map(|[elder, _]| elder))
                };
                if word(column) < word(owner) {
                    self.step(column, Change::Displace { pivot, owner });
                    *lane = owner;
                    self.add(owner, column)
                } else {
                    self.add(column, owner)
                }
            });
            self.round += 1;
        }
    }
}
