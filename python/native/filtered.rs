//! A filtered graph, for questions about its bars.

use std::sync::OnceLock;

use numpy::{IntoPyArray, PyArray1};
use pyo3::prelude::*;
use sublevel_topology::homology::HomologyError;
use sublevel_topology::homology::barcode::Direction;
use sublevel_topology::homology::representatives::{Cycle, Representatives};

use crate::refused;

/// The vertices and edges of a filtration in one direction.
#[pyclass(frozen, module = "sublevel._native")]
pub struct Filtered {
    pub edges: Vec<[u32; 2]>,
    /// Ranks of the values.
    pub filter: Vec<f32>,
    pub edge_filter: Option<Vec<f32>>,
    pub direction: Direction,
    /// See [`InputGraph::max_scale`](sublevel_topology::graph::InputGraph::max_scale).
    pub max_scale: Option<f64>,
    /// One for each direction.
    prepared: [OnceLock<Result<Representatives, HomologyError>>; 2],
}

impl Filtered {
    pub fn new(
        edges: Vec<[u32; 2]>,
        filter: Vec<f32>,
        edge_filter: Option<Vec<f32>>,
        direction: Direction,
    ) -> Self {
        Self {
            edges,
            filter,
            edge_filter,
            direction,
            max_scale: None,
            prepared: Default::default(),
        }
    }

    /// The answer to a question about a direction, found without the interpreter lock.
    fn ask<T: Send>(
        &self,
        py: Python<'_>,
        direction: Direction,
        question: impl Fn(&Representatives) -> Result<T, HomologyError> + Send,
    ) -> PyResult<T> {
        let answer = py.detach(|| {
            let prepare = || match &self.edge_filter {
                Some(values) => {
                    Representatives::with_edge_values(&self.edges, &self.filter, values)
                }
                None => Representatives::new(&self.edges, &self.filter, direction),
            };
            let prepared = &self.prepared[direction as usize];
            let prepared = prepared.get_or_init(prepare).as_ref();
            prepared.map_err(Clone::clone).and_then(question)
        });
        answer.map_err(refused)
    }
}

/// The vertices of each cycle.
fn vertices(py: Python<'_>, cycles: Vec<Cycle>) -> Vec<Bound<'_, PyArray1<i64>>> {
    cycles
        .into_iter()
        .map(|cycle| array(py, cycle.vertices))
        .collect()
}

fn array(py: Python<'_>, vertices: Vec<u32>) -> Bound<'_, PyArray1<i64>> {
    let wide: Vec<i64> = vertices.into_iter().map(i64::from).collect();
    wide.into_pyarray(py)
}

#[pymethods]
impl Filtered {
    /// Whether large values enter first.
    #[getter]
    fn superlevel(&self) -> bool {
        self.direction == Direction::Superlevel
    }

    /// The maximum scale, if it cuts bars.
    #[getter]
    fn max_scale(&self) -> Option<f64> {
        self.max_scale
    }

    /// The vertices of the component born at a vertex, just before it dies.
    fn component<'py>(
        &self,
        py: Python<'py>,
        birth_vertex: u32,
    ) -> PyResult<Bound<'py, PyArray1<i64>>> {
        let found = self.ask(py, self.direction, |graph| graph.before_death(birth_vertex))?;
        Ok(array(py, found))
    }

    /// The cycles of the loops born with a vertex.
    fn cycles_of_vertex<'py>(
        &self,
        py: Python<'py>,
        birth_vertex: u32,
    ) -> PyResult<Vec<Bound<'py, PyArray1<i64>>>> {
        let found = self.ask(py, self.direction, |graph| graph.cycles(birth_vertex))?;
        Ok(vertices(py, found))
    }

    /// The cycles that close with an edge between two vertices.
    fn cycles_of_edge<'py>(
        &self,
        py: Python<'py>,
        ends: [u32; 2],
    ) -> PyResult<Vec<Bound<'py, PyArray1<i64>>>> {
        let found = self.ask(py, self.direction, |graph| graph.cycles_of_edge(ends))?;
        Ok(vertices(py, found))
    }

    /// The cycles of the loops of the extended part with these ends.
    fn extended_cycles<'py>(
        &self,
        py: Python<'py>,
        birth_vertex: u32,
        death_vertex: u32,
    ) -> PyResult<Vec<Bound<'py, PyArray1<i64>>>> {
        let ends = [birth_vertex, death_vertex];
        let found = self.ask(py, Direction::Superlevel, |graph| {
            graph.extended_cycles(ends)
        })?;
        Ok(vertices(py, found))
    }
}
