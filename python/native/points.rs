//! Barcodes of points and distance matrices.

use numpy::PyReadonlyArray2;
use pyo3::prelude::*;
use sublevel_topology::graph::InputGraph;
use sublevel_topology::graph::formats::points::Table;
use sublevel_topology::homology::alpha::AlphaComplex;
use sublevel_topology::homology::barcode::{Barcodes, Direction};
use sublevel_topology::homology::ranks::Ranks;

use crate::bars::Columns;
use crate::filtered::Filtered;
use crate::graph::{Answer, Computed, Options, answer, compute};
use crate::refused;
use crate::threads::{Interrupt, detached, interruptible};

/// Number of points above which a computation can take longer than a moment.
const LONG: usize = 1 << 6;

/// The bars of the Rips complex of the rows of X, which are points or, with `distances`, those of a distance matrix; with `alpha`, of the
/// alpha complex. Also what is read in another way than it is written, one sentence each.
#[pyfunction]
#[pyo3(signature = (x, alpha, distances, max_scale, keep_zero))]
pub fn points<'py>(
    py: Python<'py>,
    x: PyReadonlyArray2<'py, f64>,
    alpha: bool,
    distances: bool,
    max_scale: Option<f64>,
    keep_zero: bool,
) -> PyResult<(Answer<'py>, Vec<String>)> {
    let rows: Vec<Vec<f64>> = x
        .as_array()
        .rows()
        .into_iter()
        .map(|row| row.to_vec())
        .collect();
    let is_long = rows.len() > LONG;
    let bars = move |interrupt: &Interrupt| match rows.is_empty() {
        true => rips(InputGraph::default(), keep_zero, interrupt).map(|bars| (bars, Vec::new())),
        false => of_rows(rows, alpha, distances, max_scale, keep_zero, interrupt),
    };
    let computed = match is_long {
        true => interruptible(py, bars)?,
        false => detached(py, || bars(&Interrupt::default())),
    };
    let (computed, notes) = computed.map_err(refused)?;
    Ok((answer(py, computed), notes))
}

fn of_rows(
    rows: Vec<Vec<f64>>,
    alpha: bool,
    distances: bool,
    max_scale: Option<f64>,
    keep_zero: bool,
    interrupt: &Interrupt,
) -> Result<(Computed, Vec<String>), String> {
    let table = Table::of_rows("X", rows.clone()).map_err(|error| error.to_string())?;
    if alpha {
        table.into_points("X").map_err(|error| error.to_string())?;
        return Ok((of_alpha(&rows, keep_zero)?, Vec::new()));
    }
    drop(rows);
    let graph = match distances {
        true => table.into_distances("X", max_scale),
        false => table
            .into_points("X")
            .and_then(|points| points.distances("X", max_scale)),
    };
    let mut graph = graph.map_err(|error| error.to_string())?;
    let mut notes = std::mem::take(&mut graph.notes);
    if graph.max_scale.is_some() {
        // The last one tells that the scale cuts bars, which the barcode has.
        notes.pop();
    }
    Ok((rips(graph, keep_zero, interrupt)?, notes))
}

fn rips(graph: InputGraph, keep_zero: bool, interrupt: &Interrupt) -> Result<Computed, String> {
    let graph = InputGraph {
        edge_filter: Some(graph.edge_filter.unwrap_or_default()),
        ..graph
    };
    let options = Options {
        cliques: true,
        extended: false,
        direction: Direction::Sublevel,
        keep_zero,
    };
    compute(graph, &options, interrupt)
}

fn of_alpha(rows: &[Vec<f64>], keep_zero: bool) -> Result<Computed, String> {
    let points: Option<Vec<[f64; 2]>> = rows.iter().map(|row| row[..].try_into().ok()).collect();
    let points = points.ok_or_else(|| {
        format!(
            "X: expected points in the plane, with two coordinates, found {}; \"rips\" takes any number",
            rows[0].len()
        )
    })?;
    let complex = AlphaComplex::new(&points).map_err(|problem| format!("X: {problem}"))?;
    let values = [&[0.0][..], &complex.edge_values, &complex.triangle_values];
    let (ranks, [vertex, edges, triangles]) = Ranks::new(values);
    let barcodes = Barcodes {
        sublevel: complex.barcode(vertex[0], &edges, &triangles, keep_zero),
        ..Barcodes::default()
    };
    let bars = Columns::of_direction(&barcodes, Direction::Sublevel, &ranks);
    let [filter, places] = complex.filtration(&edges);
    let filtered = Filtered::new(
        complex.edges().to_vec(),
        filter,
        Some(places),
        Direction::Sublevel,
    );
    Ok((bars, None, filtered))
}
