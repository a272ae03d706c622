//! Bars as columns of arrays.

use numpy::ndarray::Array2;
use numpy::{IntoPyArray, PyArray1, PyArray2};
use pyo3::prelude::*;
use sublevel_topology::homology::barcode::{Direction, FiniteBar, Source};
use sublevel_topology::homology::ranks::Ranks;

/// “No vertex” in an array.
const NO_VERTEX: i64 = -1;

/// Bars, one entry of each column per bar: components before loops, finite before essential ones, sorted as in
/// [`sublevel_topology::homology::barcode::Barcode`].
#[derive(Default)]
pub struct Columns {
    births: Vec<f64>,
    deaths: Vec<f64>,
    dimensions: Vec<i64>,
    birth_vertices: Vec<i64>,
    death_vertices: Vec<i64>,
    creators: Vec<[i64; 2]>,
    destroyers: Vec<[i64; 3]>,
}

/// The arrays of [`Columns`], in the same order.
pub type Arrays<'py> = (
    Bound<'py, PyArray1<f64>>,
    Bound<'py, PyArray1<f64>>,
    Bound<'py, PyArray1<i64>>,
    Bound<'py, PyArray1<i64>>,
    Bound<'py, PyArray1<i64>>,
    Bound<'py, PyArray2<i64>>,
    Bound<'py, PyArray2<i64>>,
);

fn vertex(vertex: Option<u32>) -> i64 {
    vertex.map_or(NO_VERTEX, i64::from)
}

/// The vertices of the simplex of the largest dimension, padded.
fn simplex<const N: usize>(vertex: Option<u32>, others: [Option<&[u32]>; 2]) -> [i64; N] {
    let mut padded = [NO_VERTEX; N];
    let own = vertex.as_ref().map(std::slice::from_ref);
    let vertices = others.into_iter().flatten().next().or(own);
    for (place, &vertex) in padded.iter_mut().zip(vertices.unwrap_or_default()) {
        *place = vertex.into();
    }
    padded
}

impl Columns {
    /// The bars of one direction with the values of their ranks.
    pub fn of_direction(source: &dyn Source, direction: Direction, ranks: &Ranks) -> Self {
        let mut columns = Self::default();
        let Some(lists) = source.lists(direction) else {
            return columns;
        };
        let never = match direction {
            Direction::Sublevel => f64::INFINITY,
            Direction::Superlevel => f64::NEG_INFINITY,
        };
        for (dimension, finite, essential) in [
            (0, Some(lists.h0), lists.h0_essential),
            (1, lists.h1, lists.h1_essential),
        ] {
            for bar in finite.into_iter().flatten() {
                columns.push(dimension, &bar, ranks.value(bar.death), ranks);
            }
            for bar in essential {
                columns.push(dimension, &bar.into(), never, ranks);
            }
        }
        columns
    }

    /// The extended part, if the source has one.
    pub fn of_extended(source: &dyn Source, ranks: &Ranks) -> Option<Self> {
        let parts = source.extended()?;
        let mut columns = Self::default();
        for (dimension, bars) in (0..).zip(parts) {
            for bar in bars {
                columns.push(dimension, &bar, ranks.value(bar.death), ranks);
            }
        }
        Some(columns)
    }

    fn push(&mut self, dimension: i64, bar: &FiniteBar, death: f64, ranks: &Ranks) {
        self.births.push(ranks.value(bar.birth));
        self.deaths.push(death);
        self.dimensions.push(dimension);
        self.birth_vertices.push(vertex(bar.birth_vertex));
        self.death_vertices.push(vertex(bar.death_vertex));
        let birth_edge = bar.birth_edge.as_ref().map(<[u32; 2]>::as_slice);
        let death_edge = bar.death_edge.as_ref().map(<[u32; 2]>::as_slice);
        let triangle = bar.death_triangle.as_ref().map(<[u32; 3]>::as_slice);
        self.creators
            .push(simplex(bar.birth_vertex, [birth_edge, None]));
        self.destroyers
            .push(simplex(bar.death_vertex, [triangle, death_edge]));
    }

    pub fn into_arrays(self, py: Python<'_>) -> Arrays<'_> {
        (
            self.births.into_pyarray(py),
            self.deaths.into_pyarray(py),
            self.dimensions.into_pyarray(py),
            self.birth_vertices.into_pyarray(py),
            self.death_vertices.into_pyarray(py),
            rows(py, self.creators),
            rows(py, self.destroyers),
        )
    }
}

/// A matrix with these rows.
pub fn rows<const N: usize>(py: Python<'_>, rows: Vec<[i64; N]>) -> Bound<'_, PyArray2<i64>> {
    let shape = (rows.len(), N);
    let matrix = Array2::from_shape_vec(shape, rows.into_flattened());
    matrix.expect("rows of N numbers").into_pyarray(py)
}
