//! Barcodes of a graph.

use std::borrow::Cow;

use numpy::{PyReadonlyArray1, PyReadonlyArray2};
use pyo3::prelude::*;
use sublevel_topology::graph::filters::of_structure;
use sublevel_topology::graph::{InputGraph, ParallelEdges};
use sublevel_topology::homology::barcode::{Direction, Source, VertexBars};
use sublevel_topology::homology::filtration::{Effort, Filtration};
use sublevel_topology::homology::ranks::Ranks;
use sublevel_topology::homology::{HomologyError, extended, persistence_with_progress};

use crate::bars::{Arrays, Columns};
use crate::filtered::Filtered;
use crate::refused;
use crate::threads::{Interrupt, detached, interruptible};

/// As in files: with more vertices, the bars do not fit into memory.
const MAX_VERTICES: u64 = 1 << 27;
/// Maximum number of edges. Vertices and edges together have at most 2^30 values.
const MAX_EDGES: usize = 1 << 29;

/// Numbers of vertices and edges above which a computation can take longer than a moment: in general, and for filters of structure and
/// triangles. Starting a thread takes less than a thousandth of this time.
const LONG: u64 = 1 << 17;
const LONG_QUADRATIC: u64 = 1 << 10;

/// The choices of a filtration.
pub struct Options {
    pub cliques: bool,
    pub extended: bool,
    pub direction: Direction,
    pub keep_zero: bool,
}

/// The arrays of the bars, those of the extended part, and the filtered graph.
pub type Answer<'py> = (Arrays<'py>, Option<Arrays<'py>>, Filtered);

/// The columns of the bars, those of the extended part, and the filtered graph.
pub type Computed = (Columns, Option<Columns>, Filtered);

pub fn answer(py: Python<'_>, (bars, extended, filtered): Computed) -> Answer<'_> {
    let extended = extended.map(|columns| columns.into_arrays(py));
    (bars.into_arrays(py), extended, filtered)
}

/// The bars of a graph with `vertices` vertices and the rows of `edges` as edges, which are settled as those of a file.
///
/// `filter` has a value for each vertex. Without it, `structure` is the name of a filter of structure, or `edges` for the smallest
/// value of the edges at each vertex.
#[pyfunction]
#[pyo3(signature = (vertices, edges, filter, structure, edge_values, directed, parallel_edges, clique, extended, superlevel, keep_zero))]
#[allow(
    clippy::too_many_arguments,
    reason = "the options of one function of the package"
)]
pub fn graph<'py>(
    py: Python<'py>,
    vertices: u64,
    edges: PyReadonlyArray2<'py, i64>,
    filter: Option<PyReadonlyArray1<'py, f64>>,
    structure: &str,
    edge_values: Option<PyReadonlyArray1<'py, f64>>,
    directed: Option<bool>,
    parallel_edges: &str,
    clique: bool,
    extended: bool,
    superlevel: bool,
    keep_zero: bool,
) -> PyResult<Answer<'py>> {
    let parallel = match parallel_edges {
        "keep" => ParallelEdges::Keep,
        "merge" => ParallelEdges::Merge,
        _ => ParallelEdges::Directions,
    };
    let options = Options {
        cliques: clique,
        extended,
        direction: direction(superlevel),
        keep_zero,
    };
    let values = |array: PyReadonlyArray1<'py, f64>| array.as_array().to_vec();
    let (filter, edge_filter) = (filter.map(values), edge_values.map(values));
    let edges = edges.as_array();
    if edges.ncols() != 2 {
        return Err(refused(format!(
            "edges: expected two vertices in each row, found {} columns",
            edges.ncols()
        )));
    }
    let edges: Vec<[i64; 2]> = edges
        .rows()
        .into_iter()
        .map(|row| [row[0], row[1]])
        .collect();
    let structure = structure.to_owned();
    let size = vertices.saturating_add(edges.len() as u64);
    let is_quadratic = clique || filter.is_none();
    let is_long = size > if is_quadratic { LONG_QUADRATIC } else { LONG };
    let bars = move |interrupt: &Interrupt| {
        let graph = InputGraph {
            vertices: checked_vertices(vertices, filter.as_deref())?,
            edges: checked_edges(&edges, vertices)?,
            directed,
            filter,
            edge_filter,
            ..InputGraph::default()
        };
        let graph = settled(graph, parallel, &structure, interrupt)?;
        compute(graph, &options, interrupt)
    };
    let computed = match is_long {
        true => interruptible(py, bars)?,
        false => detached(py, || bars(&Interrupt::default())),
    };
    Ok(answer(py, computed.map_err(refused)?))
}

pub fn direction(superlevel: bool) -> Direction {
    match superlevel {
        false => Direction::Sublevel,
        true => Direction::Superlevel,
    }
}

fn checked_vertices(vertices: u64, filter: Option<&[f64]>) -> Result<u32, String> {
    if vertices > MAX_VERTICES {
        return Err(format!(
            "the graph has {vertices} vertices; at most {MAX_VERTICES} are supported"
        ));
    }
    if let Some(values) = filter
        && values.len() as u64 != vertices
    {
        return Err(format!(
            "f: expected a value for each of {vertices} vertices, found {}",
            values.len()
        ));
    }
    Ok(vertices as u32)
}

/// The error of an edge with an end beyond the vertices.
pub fn out_of_range(number: usize, [u, v]: [i64; 2], vertices: u64) -> String {
    format!(
        "edges: edge {number} joins vertices {u} and {v}, and the graph has {vertices} vertices, counted from 0"
    )
}

/// The edges with their ends in range.
fn checked_edges(edges: &[[i64; 2]], vertices: u64) -> Result<Vec<[u32; 2]>, String> {
    if edges.len() > MAX_EDGES {
        return Err(format!(
            "the graph has {} edges; at most {MAX_EDGES} are supported",
            edges.len()
        ));
    }
    let checked = |(number, ends): (usize, &[i64; 2])| {
        let in_range = |&end: &i64| u64::try_from(end).is_ok_and(|end| end < vertices);
        match ends.iter().all(in_range) {
            true => Ok(ends.map(|end| end as u32)),
            false => Err(out_of_range(number, *ends, vertices)),
        }
    };
    edges.iter().enumerate().map(checked).collect()
}

/// The graph with settled edges and with the chosen filter.
fn settled(
    mut graph: InputGraph,
    parallel: ParallelEdges,
    structure: &str,
    interrupt: &Interrupt,
) -> Result<InputGraph, String> {
    if let Some(values) = &graph.edge_filter
        && values.len() != graph.edges.len()
    {
        return Err(format!(
            "edge_values: expected a value for each of {} edges, found {}",
            graph.edges.len(),
            values.len()
        ));
    }
    graph.settle_edges(parallel);
    if graph.filter.is_none() {
        let values = match &graph.edge_filter {
            Some(values) if structure == "edges" => Some(graph.first_edges(values)),
            _ => of_structure(&graph, structure, &|_| interrupt.check()),
        };
        let unknown = || format!("f: there is no filter of structure {structure:?}");
        graph.filter = Some(values.ok_or_else(unknown)?);
    }
    Ok(graph)
}

/// The bars of a graph with a filter. With edge values, edges enter at their values.
pub fn compute(
    graph: InputGraph,
    options: &Options,
    interrupt: &Interrupt,
) -> Result<Computed, String> {
    let has_edge_values = graph.edge_filter.is_some();
    let values = [
        &graph.filter.unwrap_or_default()[..],
        &graph.edge_filter.unwrap_or_default(),
    ];
    let (ranks, [filter, edge_filter]) = Ranks::new(values);
    let edge_filter = has_edge_values.then_some(edge_filter);
    let edges = graph.edges;

    let source: Box<dyn Source> = if options.cliques || has_edge_values {
        let filtration = Filtration {
            edges: &edges,
            filter: &filter,
            edge_filter: edge_filter.as_deref(),
            cliques: options.cliques,
        };
        let check = |_| interrupt.check();
        let barcodes = filtration.barcodes_within(options.keep_zero, Effort::hours(&check));
        Box::new(barcodes.map_err(|error| in_words(&error, &ranks))?)
    } else {
        let persistence = persistence_with_progress(&edges, &filter, &|_| interrupt.check());
        let bars = VertexBars::new(
            Cow::Owned(persistence),
            Cow::Borrowed(&filter),
            options.keep_zero,
        );
        Box::new(match options.extended {
            true => bars.with_extended(extended(&edges, &filter)),
            false => bars,
        })
    };
    let bars = Columns::of_direction(&*source, options.direction, &ranks);
    let extended = Columns::of_extended(&*source, &ranks);
    drop(source);
    let mut filtered = Filtered::new(edges, filter, edge_filter, options.direction);
    filtered.max_scale = graph.max_scale;
    Ok((bars, extended, filtered))
}

/// An error with the values of the ranks.
fn in_words(error: &HomologyError, ranks: &Ranks) -> String {
    match error {
        HomologyError::EdgeBelowEnd {
            edge,
            ends: [a, b],
            value,
            vertex,
            vertex_value,
        } => format!(
            "edge_values: edge {edge} joins vertices {a} and {b} and has the value {}, below the value {} of vertex {vertex}; \
             an edge needs at least the values of its ends, which f=\"edges\" gives",
            ranks.value(*value),
            ranks.value(*vertex_value)
        ),
        error => error.to_string(),
    }
}
