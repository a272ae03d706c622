//! The share of a filter that each quantity of the vertices explains, compared with the results of NumPy and SciPy for the same
//! graphs and the same filter. NetworkX computes the quantities (`tests/fixtures/association.py`).

use std::fs;

use serde::Deserialize;
use sublevel::graph::{Dataset, Graph, association::Association};

#[derive(Deserialize)]
struct Fixture {
    sets: Vec<Set>,
}

#[derive(Deserialize)]
struct Set {
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
    chance: [f64; 2],
    monotone: Option<[f64; 2]>,
}

fn close(what: &str, found: [f64; 2], expected: [f64; 2]) {
    for (own, numpy) in found.iter().zip(expected) {
        assert!((own - numpy).abs() < 1e-6, "{what}: {own} and {numpy}");
    }
}

#[test]
fn shares_match_numpy() {
    let path = format!("{}/tests/fixtures/association.json", crate::ROOT);
    let Fixture { sets } = serde_json::from_slice(&fs::read(path).unwrap()).unwrap();
    assert_eq!(sets.len(), 2);
    for (number, Set { graphs, found }) in sets.into_iter().enumerate() {
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
            let quantities: Vec<_> = quantities.iter().collect();
            let association = Association::of(&filter, &train, &quantities);
            let what = format!("{number}, {names:?}");
            assert_eq!(association.levels.len(), expected.levels, "{what}");
            close(&what, association.eta_squared, expected.eta_squared);
            close(&what, association.chance(), expected.chance);
            match expected.monotone {
                Some(shares) => close(&what, association.monotone, shares),
                None => assert!(association.monotone[0].is_nan(), "{what}"),
            }
            // The filter of the second set is a function of the degree, which has many values there.
            if number == 1 && names == &["degree"] {
                assert!(association.levels.len() > 10);
                close(&what, association.eta_squared, [1.0; 2]);
                close(&what, [association.monotone[0], 1.0], [1.0; 2]);
            }
        }
    }
}
