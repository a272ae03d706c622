//! Persistence of a batch of graphs as pairs of vertices.

use numpy::{IntoPyArray, PyArray1, PyArray2, PyReadonlyArray1, PyReadonlyArray2};
use pyo3::prelude::*;
use rayon::prelude::*;
use sublevel::graph::without_opposites;
use sublevel::homology::order::canonical_key;
use sublevel::homology::ranks::Ranks;
use sublevel::homology::{NONE, extended_batch, persistence_batch};

use crate::bars::rows;
use crate::graph::checked_edges;
use crate::refused;
use crate::threads::{Interrupt, detached, interruptible};

/// Maximum number of vertices or of edges of a batch.
const MAX_LENGTH: usize = 1 << 29;

/// Number of vertices and edges above which a computation can take longer than a moment.
const LONG: usize = 1 << 20;

/// Finite components (birth, death), essential components and loops by birth, then extended components and loops.
type Pairs<'py> = (
    Bound<'py, PyArray2<i64>>,
    Bound<'py, PyArray1<i64>>,
    Bound<'py, PyArray1<i64>>,
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
    h0: Vec<[i64; 2]>,
    h0_essential: Vec<i64>,
    h1_essential: Vec<i64>,
    extended: Option<[Vec<[i64; 2]>; 2]>,
}

/// The pairs of all graphs of a batch, whose directed edges are the columns of `edge_index`. Opposite directions are one edge. `batch`
/// ascends and has the graph of each vertex; without it, there is one graph.
#[pyfunction]
#[pyo3(signature = (filter, edge_index, batch, superlevel, extended))]
pub fn pairs<'py>(
    py: Python<'py>,
    filter: Values<'py>,
    edge_index: PyReadonlyArray2<'py, i64>,
    batch: Option<PyReadonlyArray1<'py, i64>>,
    superlevel: bool,
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
    Ok((
        rows(py, found.h0),
        found.h0_essential.into_pyarray(py),
        found.h1_essential.into_pyarray(py),
        found.extended.map(|[h0, h1]| (rows(py, h0), rows(py, h1))),
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
        let edges = checked_edges(edges, vertices as u64)?;
        let vertex_offsets = vertex_offsets(vertices, batch)?;
        // Edges by graph. Most edges belong to the graph of the edge before.
        let mut graphs = vec![Vec::new(); vertex_offsets.len() - 1];
        let (mut graph, mut own) = (0, 0..0);
        for (number, &[u, v]) in edges.iter().enumerate() {
            if !own.contains(&u) {
                graph = vertex_offsets.partition_point(|&first| first <= u) - 1;
                own = vertex_offsets[graph]..vertex_offsets[graph + 1];
            }
            if !own.contains(&v) {
                return Err(format!(
                    "edge_index: edge {number} joins vertices {u} and {v}, which batch gives to different graphs"
                ));
            }
            graphs[graph].push([u - own.start, v - own.start]);
        }
        let settled: Vec<Vec<[u32; 2]>> = graphs
            .par_iter()
            .map(|edges| without_opposites(edges))
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

    fn pairs(&self, superlevel: bool, extended: bool) -> Found {
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
        let half = match superlevel {
            false => 0..vertices,
            true => vertices..2 * vertices,
        };
        let mut found = Found {
            h0: Vec::new(),
            h0_essential: Vec::new(),
            h1_essential: Vec::new(),
            extended: extended.then(|| self.extended()),
        };
        for ((vertex, &death), &loops) in (0u32..).zip(&death[half.clone()]).zip(&loops[half]) {
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
