//! Comparison of two groups against the results of SciPy and NumPy for the same numbers (`tests/fixtures/statistics.py`).

use std::fs;

use serde::Deserialize;
use sublevel::statistics::{Groups, corrected, ranks};

#[derive(Deserialize)]
struct Fixture {
    pairs: Vec<Pair>,
    corrected: Vec<f64>,
    groups: Vec<Divided>,
}

#[derive(Deserialize)]
struct Pair {
    samples: [Vec<f64>; 2],
    auc: f64,
    interval: [f64; 2],
    p: f64,
}

#[derive(Deserialize)]
struct Divided {
    rows: Vec<Vec<f64>>,
    first: Vec<bool>,
    p: f64,
}

fn fixture() -> Fixture {
    let path = format!("{}/tests/fixtures/statistics.json", crate::ROOT);
    serde_json::from_slice(&fs::read(path).unwrap()).unwrap()
}

#[test]
fn areas_intervals_and_p_values_match_scipy() {
    let Fixture {
        pairs,
        corrected: expected,
        ..
    } = fixture();
    assert!(pairs.len() > 30);
    let close = |what: &str, found: f64, expected: f64| {
        assert!(
            (found - expected).abs() < 1e-9,
            "{what}: {found}, {expected}"
        );
    };
    let mut p = Vec::new();
    for pair in &pairs {
        let [first, second] = &pair.samples;
        let found = ranks(first, second).unwrap();
        close("AUC", found.auc, pair.auc);
        close("low", found.interval[0], pair.interval[0]);
        close("high", found.interval[1], pair.interval[1]);
        close("p", found.p, pair.p);
        p.push(found.p);
        let turned = ranks(second, first).unwrap();
        close("turned", turned.auc, 1.0 - found.auc);
        close("turned p", turned.p, found.p);
    }
    assert!(p.iter().any(|&p| p < 0.001) && p.iter().any(|&p| p > 0.5));
    for (found, expected) in corrected(&p).into_iter().zip(expected) {
        close("corrected", found, expected);
    }
}

#[test]
fn the_permutation_test_matches_numpy() {
    for Divided { rows, first, p } in fixture().groups {
        let members: Vec<Vec<(usize, f64)>> = rows
            .iter()
            .map(|row| row.iter().copied().enumerate().collect())
            .collect();
        let groups = Groups {
            members: &members,
            in_first: first,
            length: rows[0].len(),
        };
        let permutations = 4999;
        let found = groups.permutation_p(permutations, 1).unwrap();
        // Both are estimates: five standard errors of the one with fewer permutations.
        let error = (p * (1.0 - p) / f64::from(permutations)).sqrt();
        assert!((found - p).abs() < 5.0 * error + 1e-3, "{found}, {p}");
    }
}
