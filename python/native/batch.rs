//! Persistence of a batch of graphs as pairs of vertices.

use numpy::{IntoPyArray, PyArray1, PyArray2, PyReadonlyArray1, PyReadonlyArray2};
use pyo3::prelude::*;
use rayon::prelude::*;
use sublevel_topology::graph::without_opposites;
use sublevel_topology::homology::order::canonical_key;
use sublevel_topology::homology::ranks::Ranks;
use sublevel_topology::homology::{NONE, extended_batch, persistence_batch};

use crate::bars::rows;
use crate::graph::out_of_range;
use crate::refused;
use crate::threads::{Interrupt, detached, interruptible};

/// Maximum number of vertices or of edges of a batch.
const MAX_LENGTH: usize = 1 << 29;

/// Number of graphs that a thread settles at least: waking a thread takes longer than a small graph.
const GRAPHS_AT_ONCE: usize = 64;

/// Number of vertices and edges above which a computation can take longer than a moment.
const LONG: usize = 1 << 20;

/// Finite components (birth, death), essential components and loops by birth.
type OneWay<'py> = (
    Bound<'py, PyArray2<i64>>,
    Bound<'py, PyArray1<i64>>,
    Bound<'py, PyArray1<i64>>,
);
/// The directions, then extended components and loops.
type Pairs<'py> = (
    Vec<OneWay<'py>>,
    Option<(Bound<'py, PyArray2<i64>>, Bound<'py, PyArray2<i64>>)>,
);

/// Filter values.
#[derive(FromPyObject)]
pub enum Values<'py> {
    Single(PyReadonlyArray1<'py, f32>),
    Double(PyReadonlyArray1<'py, f64>),
}

/// A batch of graphs, as [`persistence_batch`] expects it.
struct Batch {
    vertex_offsets: Vec<u32>,
    edge_offsets: Vec<u32>,
    edges: Vec<[u32; 2]>,
    filter: Vec<f32>,
}

/// Pairs of vertices of the batch.
struct Found {
    directions: Vec<Direction>,
    extended: Option<[Vec<[i64; 2]>; 2]>,
}

/// Pairs of vertices in one direction.
#[derive(Default)]
struct Direction {
    h0: Vec<[i64; 2]>,
    h0_essential: Vec<i64>,
    h1_essential: Vec<i64>,
}

/// The pairs of all graphs of a batch, whose directed edges are the columns of `edge_index`. Opposite directions are one edge. `batch`
/// ascends and has the graph of each vertex; without it, there is one graph. Without `superlevel`, the result has both directions.
#[pyfunction]
#[pyo3(signature = (filter, edge_index, batch, superlevel, extended))]
pub fn pairs<'py>(
    py: Python<'py>,
    filter: Values<'py>,
    edge_index: PyReadonlyArray2<'py, i64>,
    batch: Option<PyReadonlyArray1<'py, i64>>,
    superlevel: Option<bool>,
    extended: bool,
) -> PyResult<Pairs<'py>> {
    // The order of 64-bit values needs all of them.
    let filter = match filter {
        Values::Single(values) => values.as_array().to_vec(),
        Values::Double(values) => {
            let values = values.as_array().to_vec();
            detached(py, || Ranks::new([&values]).1.concat())
        }
    };
    let batch = batch.map(|array| array.as_array().to_vec());
    let rows_of_ends = edge_index.as_array();
    if rows_of_ends.nrows() != 2 {
        return Err(refused(format!(
            "edge_index: expected two rows, the ends of the edges, found {}",
            rows_of_ends.nrows()
        )));
    }
    let ends = rows_of_ends.row(0).into_iter().zip(rows_of_ends.row(1));
    let edges: Vec<[i64; 2]> = ends.map(|(&u, &v)| [u, v]).collect();
    let is_long = filter.len() + edges.len() > LONG;
    let find = move |interrupt: &Interrupt| {
        let batch = Batch::new(filter, &edges, batch.as_deref())?;
        interrupt.check();
        Ok(batch.pairs(superlevel, extended))
    };
    let found: Result<Found, String> = match is_long {
        true => interruptible(py, find)?,
        false => detached(py, || find(&Interrupt::default())),
    };
    let found = found.map_err(refused)?;
    let directions = found.directions.into_iter().map(|found| {
        (
            rows(py, found.h0),
            found.h0_essential.into_pyarray(py),
            found.h1_essential.into_pyarray(py),
        )
    });
    let extended = found.extended;
    Ok((
        directions.collect(),
        extended.map(|[h0, h1]| (rows(py, h0), rows(py, h1))),
    ))
}

impl Batch {
    fn new(filter: Vec<f32>, edges: &[[i64; 2]], batch: Option<&[i64]>) -> Result<Self, String> {
        let vertices = filter.len();
        if vertices > MAX_LENGTH || edges.len() > MAX_LENGTH {
            return Err(format!(
                "the batch has {vertices} vertices and {} edges; at most {MAX_LENGTH} of each are supported",
                edges.len()
            ));
        }
        let vertex_offsets = vertex_offsets(vertices, batch)?;
        // The edges of each graph, one after the other, by their vertices in the graph.
        let mut owners = Vec::with_capacity(edges.len());
        let mut inner = Vec::with_capacity(edges.len());
        // Most edges belong to the graph of the edge before.
        let (mut graph, mut own) = (0, 0..0);
        for (number, &[u, v]) in edges.iter().enumerate() {
            if !own.contains(&u) {
                let vertex = u32::try_from(u).ok().filter(|&u| (u as usize) < vertices);
                let Some(vertex) = vertex else {
                    return Err(out_of_range(number, [u, v], vertices as u64));
                };
                graph = vertex_offsets.partition_point(|&first| first <= vertex) - 1;
                own = vertex_offsets[graph].into()..vertex_offsets[graph + 1].into();
            }
            if !own.contains(&v) {
                return Err(match (0..vertices as i64).contains(&v) {
                    true => format!(
                        "edge_index: edge {number} joins vertices {u} and {v}, which batch gives to different graphs"
                    ),
                    false => out_of_range(number, [u, v], vertices as u64),
                });
            }
            owners.push(graph as u32);
            inner.push([u, v].map(|end| (end - own.start) as u32));
        }
        if !owners.is_sorted() {
            let mut order: Vec<usize> = (0..owners.len()).collect();
            order.sort_by_key(|&edge| owners[edge]);
            inner = order.iter().map(|&edge| inner[edge]).collect();
            owners.sort_unstable();
        }
        let mut starts = vec![0; vertex_offsets.len()];
        owners
            .iter()
            .for_each(|&graph| starts[graph as usize + 1] += 1);
        for graph in 1..starts.len() {
            starts[graph] += starts[graph - 1];
        }
        let settled: Vec<Vec<[u32; 2]>> = starts
            .par_windows(2)
            .with_min_len(GRAPHS_AT_ONCE)
            .map(|range| without_opposites(&inner[range[0]..range[1]]))
            .collect();
        let mut edge_offsets = vec![0];
        let mut count = 0;
        for edges in &settled {
            count += edges.len() as u32;
            edge_offsets.push(count);
        }
        Ok(Self {
            vertex_offsets,
            edge_offsets,
            edges: settled.concat(),
            filter,
        })
    }

    fn pairs(&self, superlevel: Option<bool>, extended: bool) -> Found {
        let vertices = self.filter.len();
        let (mut death, mut loops) = (vec![NONE; 2 * vertices], vec![0; 2 * vertices]);
        persistence_batch(
            &self.vertex_offsets,
            &self.edge_offsets,
            &self.edges,
            &self.filter,
            &mut death,
            &mut loops,
        );
        let directions = match superlevel {
            Some(superlevel) => vec![superlevel],
            None => vec![false, true],
        };
        let one_way = |superlevel: bool| {
            let first = usize::from(superlevel) * vertices;
            let own = first..first + vertices;
            self.direction(&death[own.clone()], &loops[own])
        };
        Found {
            directions: directions.into_iter().map(one_way).collect(),
            extended: extended.then(|| self.extended()),
        }
    }

    fn direction(&self, death: &[u32], loops: &[u32]) -> Direction {
        let mut found = Direction::default();
        for ((vertex, &death), &loops) in (0u32..).zip(death).zip(loops) {
            match death {
                NONE => found.h0_essential.push(vertex.into()),
                death => found.h0.extend(self.lasting([vertex, death])),
            }
            let loops = std::iter::repeat_n(i64::from(vertex), loops as usize);
            found.h1_essential.extend(loops);
        }
        found
    }

    fn extended(&self) -> [Vec<[i64; 2]>; 2] {
        let mut last = vec![NONE; self.filter.len()];
        let mut loops = vec![[NONE; 2]; self.edges.len()];
        extended_batch(
            &self.vertex_offsets,
            &self.edge_offsets,
            &self.edges,
            &self.filter,
            &mut last,
            &mut loops,
        );
        let components = (0u32..).zip(last).map(|(first, last)| [first, last]);
        [components.collect(), loops].map(|pairs: Vec<[u32; 2]>| {
            let pairs = pairs.into_iter().filter(|pair| !pair.contains(&NONE));
            pairs.filter_map(|pair| self.lasting(pair)).collect()
        })
    }

    /// A bar whose ends have different values.
    fn lasting(&self, pair: [u32; 2]) -> Option<[i64; 2]> {
        let [birth, death] = pair.map(|vertex| canonical_key(self.filter[vertex as usize]));
        (birth != death).then(|| pair.map(i64::from))
    }
}

/// The first vertex of each graph, and the number of vertices.
fn vertex_offsets(vertices: usize, batch: Option<&[i64]>) -> Result<Vec<u32>, String> {
    let Some(batch) = batch else {
        return Ok(vec![0, vertices as u32]);
    };
    if batch.len() != vertices {
        return Err(format!(
            "batch: expected a graph for each of {vertices} vertices, found {}",
            batch.len()
        ));
    }
    let mut offsets = vec![0];
    for (vertex, pair) in (1..).zip(batch.windows(2)) {
        if pair[1] < pair[0] {
            return Err(format!(
                "batch: vertex {vertex} has graph {} after graph {}; the vertices of a batch are sorted by graph",
                pair[1], pair[0]
            ));
        }
        if pair[1] > pair[0] {
            offsets.push(vertex);
        }
    }
    offsets.push(vertices as u32);
    Ok(offsets)
}
