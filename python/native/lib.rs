//! The native module of the Python package `sublevel`: persistence of graphs and points as NumPy arrays.
//!
//! Functions copy their arrays and release the interpreter lock while they compute. The Python part of the package converts graphs
//! to arrays; these functions check the values.

mod bars;
mod batch;
mod distances;
mod filtered;
mod graph;
mod points;
mod threads;

use pyo3::prelude::*;

#[pymodule]
mod _native {
    #[pymodule_export]
    use crate::batch::pairs;
    #[pymodule_export]
    use crate::distances::{bottleneck, wasserstein};
    #[pymodule_export]
    use crate::filtered::Filtered;
    #[pymodule_export]
    use crate::graph::graph;
    #[pymodule_export]
    use crate::points::points;
}

/// A `ValueError` with this text.
fn refused(problem: impl ToString) -> PyErr {
    pyo3::exceptions::PyValueError::new_err(problem.to_string())
}
