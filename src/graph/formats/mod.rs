//! Readers of graphs and data sets, one module a format.

mod files;
mod tracked;

pub mod edge_list;
pub mod graphml;
pub mod json;
pub mod json_lines;
pub mod matrix_market;
pub mod open;
pub mod tu;
