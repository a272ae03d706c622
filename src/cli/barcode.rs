//! `sublevel barcode`: persistence of one graph.

use std::fs::File;
use std::io::{self, Read};

use sublevel::graph::json::{FilteredGraph, read_json};
use sublevel::homology::barcode::Barcodes;
use sublevel::homology::persistence;

use super::{Failure, print};

/// Longer texts hold more edges than fit into memory.
const MOST_BYTES: u64 = 1 << 31;

/// Options of `sublevel barcode`.
#[derive(clap::Args, Debug)]
pub struct Arguments {
    /// Graph as JSON, {"n": 3, "edges": [[0, 1], ...], "filter": [0.5, ...]}; - reads from stdin
    file: String,
    /// Filter value of each vertex
    #[arg(long, value_enum, default_value_t = Filter::Values)]
    filter: Filter,
    /// What computes the persistence
    #[arg(long, value_enum, default_value_t = Engine::UnionFind)]
    engine: Engine,
    #[arg(long, value_enum, default_value_t = Format::Json)]
    format: Format,
    /// Keep bars of length zero: one bar of H0 for every vertex
    #[arg(long)]
    keep_zero: bool,
}

#[derive(Clone, Copy, Debug, clap::ValueEnum)]
enum Filter {
    /// The list "filter" of the file
    Values,
    /// The number of edges at the vertex
    Degree,
}

#[derive(Clone, Copy, Debug, clap::ValueEnum)]
enum Engine {
    /// Union-find on the CPU
    UnionFind,
}

#[derive(Clone, Copy, Debug, clap::ValueEnum)]
enum Format {
    Json,
    Csv,
}

/// Writes the barcodes of both directions to stdout.
pub fn run(arguments: &Arguments) -> Result<(), Failure> {
    let name = match arguments.file.as_str() {
        "-" => "stdin",
        file => file,
    };
    let graph = read_json(name, &read(name, &arguments.file)?).map_err(Failure::usage)?;
    let filter = match arguments.filter {
        Filter::Degree => degrees(&graph),
        Filter::Values => graph.filter.ok_or_else(|| {
            Failure::usage(format!(
                "{name}: there is no list \"filter\"; add one, a number for each vertex, \
                 or choose --filter degree"
            ))
        })?,
    };
    let persistence = match arguments.engine {
        Engine::UnionFind => persistence(&graph.edges, &filter),
    };
    let barcodes = Barcodes::new(&persistence, &filter, arguments.keep_zero);
    print(&match arguments.format {
        Format::Json => serde_json::to_string(&barcodes).map_err(Failure::other)? + "\n",
        Format::Csv => barcodes.to_csv(),
    })
}

fn read(name: &str, file: &str) -> Result<Vec<u8>, Failure> {
    let mut text = Vec::new();
    let read = match file {
        "-" => io::stdin().take(MOST_BYTES).read_to_end(&mut text),
        path => File::open(path).and_then(|file| file.take(MOST_BYTES).read_to_end(&mut text)),
    };
    match read {
        Err(error) => Err(Failure::usage(format!("{name} cannot be read: {error}"))),
        Ok(bytes) if bytes as u64 == MOST_BYTES => Err(Failure::usage(format!(
            "{name} is too long: expected less than 2 GiB of JSON"
        ))),
        Ok(_) => Ok(text),
    }
}

/// Ends of edges at each vertex: a self-loop counts twice, an edge given twice counts twice.
fn degrees(graph: &FilteredGraph) -> Vec<f32> {
    let mut degrees = vec![0.0; graph.vertices as usize];
    for &vertex in graph.edges.as_flattened() {
        degrees[vertex as usize] += 1.0;
    }
    degrees
}
