//! How much of a filter each quantity of the vertices explains: what NumPy computes of the same graphs and the same filter, with
//! quantities by NetworkX (`tests/fixtures/association.py`).

use std::fs;

use serde::Deserialize;
use sublevel::graph::{Dataset, Graph, association::Association};

#[derive(Deserialize)]
struct Fixture {
    graphs: Vec<Exported>,
    found: Vec<Found>,
}

#[derive(Deserialize)]
struct Exported {
    n: u32,
    edges: Vec<[u32; 2]>,
    labels: Vec<u32>,
    attribute: Vec<f32>,
    filter: Vec<f32>,
    train: bool,
}

#[derive(Deserialize)]
struct Found {
    quantities: Vec<String>,
    levels: usize,
    eta_squared: [f64; 2],
}

#[test]
fn shares_match_numpy() {
    let path = concat!(
        env!("CARGO_MANIFEST_DIR"),
        "/tests/fixtures/association.json"
    );
    let Fixture { graphs, found } = serde_json::from_slice(&fs::read(path).unwrap()).unwrap();
    let filter: Vec<f32> = graphs.iter().flat_map(|g| g.filter.clone()).collect();
    let train: Vec<bool> = graphs
        .iter()
        .flat_map(|g| vec![g.train; g.n as usize])
        .collect();
    let dataset = Dataset {
        graphs: graphs
            .into_iter()
            .map(|g| Graph {
                vertex_labels: g.labels,
                vertex_attributes: g.attribute,
                ..Graph::new(g.n, g.edges)
            })
            .collect(),
        vertex_label_names: ["C", "N", "O"].map(Into::into).into(),
        vertex_attributes: 1,
        ..Dataset::default()
    };
    assert!(found.len() >= 8);
    for expected in found {
        let names = &expected.quantities;
        let quantities: Vec<_> = names
            .iter()
            .map(|name| dataset.quantity(name).unwrap())
            .collect();
        let association = Association::of(&filter, &train, &quantities.iter().collect::<Vec<_>>());
        assert_eq!(association.levels.len(), expected.levels, "{names:?}");
        for (own, numpy) in association.eta_squared.iter().zip(expected.eta_squared) {
            assert!((own - numpy).abs() < 1e-6, "{names:?}: {own} and {numpy}");
        }
    }
}
