//! Distances between persistence diagrams.

use numpy::{IntoPyArray, PyArray1, PyArray2, PyReadonlyArray2};
use pyo3::prelude::*;
use sublevel_topology::homology::distance::{self, Distance, Order};

use crate::bars::rows;
use crate::refused;
use crate::threads::interruptible;

/// Maximum number of pairs of points: a matrix of costs has eight bytes for each.
const MAX_PAIRS: usize = 1 << 27;

/// Number of pairs of points above which a computation can take longer than a moment.
const LONG: usize = 1 << 16;

/// The distance; the matched points of both diagrams, −1 for the diagonal; and the costs.
type Matched<'py> = (f64, Bound<'py, PyArray2<i64>>, Bound<'py, PyArray1<f64>>);

/// The bottleneck distance of diagrams with one point (birth, death) in each row.
#[pyfunction]
pub fn bottleneck<'py>(
    py: Python<'py>,
    a: PyReadonlyArray2<'py, f64>,
    b: PyReadonlyArray2<'py, f64>,
) -> PyResult<Matched<'py>> {
    matched(py, [a, b], distance::bottleneck)
}

/// The Wasserstein distance of order 1 or 2.
#[pyfunction]
pub fn wasserstein<'py>(
    py: Python<'py>,
    a: PyReadonlyArray2<'py, f64>,
    b: PyReadonlyArray2<'py, f64>,
    order: u8,
) -> PyResult<Matched<'py>> {
    let order = match order {
        1 => Order::One,
        2 => Order::Two,
        _ => return Err(refused(format!("order: expected 1 or 2, found {order}"))),
    };
    matched(py, [a, b], move |a, b| distance::wasserstein(a, b, order))
}

fn matched<'py>(
    py: Python<'py>,
    diagrams: [PyReadonlyArray2<'py, f64>; 2],
    distance: impl FnOnce(&[[f64; 2]], &[[f64; 2]]) -> Distance + Send + 'static,
) -> PyResult<Matched<'py>> {
    for (name, diagram) in ["a", "b"].iter().zip(&diagrams) {
        let columns = diagram.as_array().ncols();
        if columns != 2 {
            return Err(refused(format!(
                "{name}: expected a birth and a death in each row, found {columns} columns"
            )));
        }
    }
    let [a, b] = diagrams.map(|diagram| {
        let rows = diagram
            .as_array()
            .rows()
            .into_iter()
            .map(|row| [row[0], row[1]])
            .collect();
        let rows: Vec<[f64; 2]> = rows;
        rows
    });
    for (name, rows) in [("a", &a), ("b", &b)] {
        if let Some(row) = rows
            .iter()
            .position(|row| row.iter().any(|value| value.is_nan()))
        {
            return Err(refused(format!(
                "{name}: row {row} has a NaN; a point that never dies has the death inf, and bars without values are left out"
            )));
        }
    }
    if a.len().saturating_mul(b.len()) > MAX_PAIRS {
        return Err(refused(format!(
            "a has {} points and b has {}; at most {MAX_PAIRS} pairs of points are supported: leave out short bars",
            a.len(),
            b.len()
        )));
    }
    let is_long = a.len() * b.len() > LONG;
    let Distance { value, matching } = match is_long {
        true => interruptible(py, move |_| distance(&a, &b))?,
        false => py.detach(move || distance(&a, &b)),
    };
    let index = |point: Option<usize>| point.map_or(-1, |point| point as i64);
    let pairs = matching.iter().map(|pair| [index(pair.a), index(pair.b)]);
    let costs: Vec<f64> = matching.iter().map(|pair| pair.cost).collect();
    Ok((value, rows(py, pairs.collect()), costs.into_pyarray(py)))
}
