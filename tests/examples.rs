//! The examples that the page shows before the engine arrives carry their bars with them.

use std::fs;

use serde::Deserialize;
use sublevel::homology::{barcode, persistence};

#[derive(Deserialize)]
struct Example {
    id: String,
    vertices: usize,
    edges: Vec<u32>,
    filter: Vec<f32>,
    rows: Vec<[u32; 5]>,
}

#[test]
fn the_bars_of_the_examples_are_those_of_the_engine() {
    let path = concat!(
        env!("CARGO_MANIFEST_DIR"),
        "/www/src/examples/examples.json"
    );
    let examples: Vec<Example> = serde_json::from_str(&fs::read_to_string(path).unwrap()).unwrap();
    assert!(!examples.is_empty());
    for Example {
        id,
        vertices,
        edges,
        filter,
        rows,
    } in examples
    {
        assert_eq!(filter.len(), vertices, "{id}");
        let edges: Vec<[u32; 2]> = edges.chunks_exact(2).map(|e| [e[0], e[1]]).collect();
        let rows = rows.as_flattened();
        assert_eq!(barcode::rows(&persistence(&edges, &filter)), rows, "{id}");
    }
}
