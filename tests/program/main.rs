//! Tests that start the program `sublevel`, by command.

mod bench;
mod cli;
mod compare;
mod datasets;
mod differential;
mod docs;
mod entries;
mod evaluate;
mod install;
mod literature;
mod load;
#[cfg(unix)]
mod output_files;
mod plan;
mod python;
mod regression;
mod report;
mod run_file;
mod run_logs;
mod separate;
mod site;
mod tables;
mod train;

/// The folder of the repository.
const ROOT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../..");

#[path = "../support/data_sets.rs"]
mod data_sets;
#[path = "../support/needs.rs"]
mod needs;
#[path = "../support/program.rs"]
mod support;
