//! Known values on known graphs.

use super::*;
use crate::graph::{Dataset, Graph, generate};

fn path(n: u32) -> Graph {
    Graph::new(n, (1..n).map(|v| [v - 1, v]))
}

fn cycle(n: u32) -> Graph {
    Graph::new(n, (0..n).map(|v| [v, (v + 1) % n]))
}

fn complete(n: u32) -> Graph {
    Graph::new(n, (0..n).flat_map(|u| (0..u).map(move |v| [u, v])))
}

fn star(n: u32) -> Graph {
    Graph::new(n, (1..n).map(|v| [0, v]))
}

/// The disjoint union of two graphs.
fn both(a: &Graph, b: &Graph) -> Graph {
    let moved = b.edges.iter().map(|e| e.map(|v| v + a.vertices));
    Graph::new(
        a.vertices + b.vertices,
        a.edges.iter().copied().chain(moved),
    )
}

fn assert_close(found: &[f32], expected: impl Iterator<Item = f64>) {
    let expected: Vec<f64> = expected.collect();
    assert_eq!(found.len(), expected.len());
    for (found, expected) in found.iter().zip(&expected) {
        let error = (f64::from(*found) - expected).abs();
        assert!(error <= 1e-7 * expected.abs(), "{found} {expected}");
    }
}

/// A graph with loops, bridges and an isolated vertex.
fn lollipop() -> Graph {
    both(
        &Graph::new(
            7,
            [
                [0, 1],
                [0, 2],
                [0, 3],
                [1, 2],
                [1, 3],
                [2, 3],
                [3, 4],
                [4, 5],
                [4, 6],
            ],
        ),
        &Graph::new(1, []),
    )
}

#[test]
fn core_numbers_of_known_graphs() {
    assert!(core_numbers(&Graph::default()).is_empty());
    assert_eq!(core_numbers(&path(5)), [1; 5]);
    assert_eq!(core_numbers(&cycle(6)), [2; 6]);
    assert_eq!(core_numbers(&complete(5)), [4; 5]);
    assert_eq!(core_numbers(&star(6)), [1; 6]);
    assert_eq!(core_numbers(&lollipop()), [3, 3, 3, 3, 1, 1, 1, 0]);
    // The ends leave first, then the vertices next to them.
    let chain = both(&complete(4), &path(3));
    let chain = Graph::new(7, chain.edges.into_iter().chain([[3, 4]]));
    assert_eq!(core_numbers(&chain), [3, 3, 3, 3, 1, 1, 1]);
}

#[test]
fn closeness_has_the_closed_forms_of_known_graphs() {
    assert!(closeness(&Graph::default()).is_empty());
    assert_eq!(closeness(&Graph::new(1, [])), [0.0]);
    assert_eq!(closeness(&complete(70)), [1.0; 70]);
    // Also with more vertices than one block of searches.
    for n in [2u32, 5, 65, 300] {
        let m = f64::from(n - 1);
        assert_close(
            &closeness(&path(n)),
            (0..n).map(|v| {
                let [left, right] = [v, n - 1 - v].map(f64::from);
                m / ((left * (left + 1.0) + right * (right + 1.0)) / 2.0)
            }),
        );
        let star = closeness(&star(n));
        assert_close(&star[1..], (1..n).map(|_| m / (2.0 * m - 1.0)));
        assert_eq!(star[0], 1.0);
    }
    for n in [3u32, 4, 101] {
        let farness = (1..n).map(|d| f64::from(d.min(n - d))).sum::<f64>();
        assert_close(
            &closeness(&cycle(n)),
            (0..n).map(|_| f64::from(n - 1) / farness),
        );
    }
    // A component of 3 out of 8 vertices reaches 2 of 7 others.
    let parts = closeness(&both(&complete(3), &path(5)));
    assert_close(&parts[..3], [2.0 / 7.0; 3].into_iter());
    assert_close(&parts[3..4], [4.0 / 10.0 * 4.0 / 7.0].into_iter());
}

#[test]
fn heat_kernel_has_the_closed_forms_of_known_graphs() {
    assert!(heat_kernel(&Graph::default()).is_empty());
    assert_eq!(heat_kernel(&Graph::new(3, [])), [1.0; 3]);
    let t = HEAT_TIME;
    for n in [2u32, 3, 7, 40] {
        let m = f64::from(n);
        // Eigenvalues: 0, and n/(n − 1) n − 1 times.
        let expected = (1.0 + (m - 1.0) * (-t * m / (m - 1.0)).exp()) / m;
        assert_close(&heat_kernel(&complete(n)), (0..n).map(|_| expected));
    }
    for n in [3u32, 4, 50] {
        // Eigenvalues 1 − cos(2πk/n), eigenvectors of equal weight everywhere.
        let flow = |k: u32| {
            let angle = std::f64::consts::TAU * f64::from(k) / f64::from(n);
            (-t * (1.0 - angle.cos())).exp()
        };
        let expected = (0..n).map(flow).sum::<f64>() / f64::from(n);
        assert_close(&heat_kernel(&cycle(n)), (0..n).map(|_| expected));
    }
    for n in [3u32, 10] {
        // Eigenvalues 0, 2 and 1; half of the weight of 0 and 2 is at the centre.
        let ends = 1.0 + (-2.0 * t).exp();
        let leaves = f64::from(n - 1);
        let found = heat_kernel(&star(n));
        assert_close(&found[..1], [ends / 2.0].into_iter());
        let expected = ends / (2.0 * leaves) + (1.0 - 1.0 / leaves) * (-t).exp();
        assert_close(&found[1..], (1..n).map(|_| expected));
    }
}

#[test]
fn forman_ricci_has_the_closed_forms_of_known_graphs() {
    let values = |graph: &Graph| forman_ricci(graph, &|_| ());
    assert!(values(&Graph::default()).is_empty());
    assert_eq!(values(&Graph::new(3, [])), [0.0; 3]);
    assert_eq!(values(&path(5)), [1.0, 0.5, 0.0, 0.5, 1.0]);
    assert_eq!(values(&cycle(6)), [0.0; 6]);
    for n in [2u32, 3, 40] {
        assert_eq!(values(&complete(n)), vec![f64::from(n); n as usize]);
    }
    // More vertices than a block has.
    for n in [3u32, 300, 1000] {
        assert_eq!(values(&star(n)), vec![4.0 - f64::from(n); n as usize]);
    }
}

#[test]
fn forman_ricci_is_the_mean_of_the_edges() {
    for generator in generate::GENERATORS {
        let dataset = generate::generate(generator.id, 1).unwrap();
        for graph in dataset.graphs.iter().take(10) {
            let degrees: Vec<f64> = graph.degrees().into_iter().map(f64::from).collect();
            let has = |u: u32, v: u32| graph.edges.binary_search(&[u.min(v), u.max(v)]).is_ok();
            let mut sums = vec![0.0; graph.vertices as usize];
            for &[u, v] in &graph.edges {
                let common =
                    (0..graph.vertices).filter(|&w| w != u && w != v && has(u, w) && has(v, w));
                let curvature =
                    4.0 - degrees[u as usize] - degrees[v as usize] + 3.0 * common.count() as f64;
                sums[u as usize] += curvature;
                sums[v as usize] += curvature;
            }
            let means = sums
                .iter()
                .zip(&degrees)
                .map(|(sum, degree)| sum / degree.max(1.0));
            assert_eq!(
                forman_ricci(graph, &|_| ()),
                means.collect::<Vec<_>>(),
                "{}",
                generator.id
            );
        }
    }
}

#[test]
fn a_graph_with_bridges_agrees_with_networkx() {
    // closeness_centrality, and the eigenvectors of normalized_laplacian_matrix.
    let expected = [
        0.467532, 0.467532, 0.467532, 0.642857, 0.571429, 0.367347, 0.367347, 0.0,
    ];
    let closeness = closeness(&lollipop());
    for (found, expected) in closeness.iter().zip(expected) {
        assert!((found - expected).abs() < 1e-6, "{closeness:?}");
    }
    let expected = [
        0.439400, 0.439400, 0.439400, 0.444388, 0.515063, 0.433126, 0.433126, 1.0,
    ];
    let heat = heat_kernel(&lollipop());
    for (found, expected) in heat.iter().zip(expected) {
        assert!((found - expected).abs() < 1e-6, "{heat:?}");
    }
}

#[test]
fn automorphic_vertices_have_exactly_equal_values() {
    // A tree in which automorphic vertices meet their neighbours in different orders.
    let edges = [
        [0, 9],
        [0, 1],
        [0, 5],
        [1, 2],
        [1, 8],
        [5, 6],
        [5, 3],
        [9, 4],
        [9, 7],
    ];
    for filter in &FILTERS {
        let values = (filter.values)(&Graph::new(10, edges));
        for same in [&[1usize, 5, 9][..], &[2, 8, 6, 3, 4, 7]] {
            assert!(
                same.iter().all(|&v| values[v] == values[same[0]]),
                "{values:?}"
            );
        }
    }
}

#[test]
fn values_are_bit_identical_for_any_number_of_threads() {
    // More vertices than a block of the work.
    let chords = (0..700).map(|v| [v, (v * v + 1) % 700]);
    let graph = Graph::new(700, cycle(700).edges.into_iter().chain(chords));
    for filter in &FILTERS {
        let values = |threads| -> Vec<u32> {
            let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build();
            let values = pool.unwrap().install(|| (filter.values)(&graph));
            values.into_iter().map(f32::to_bits).collect()
        };
        assert!(values(1) == values(3), "{}", filter.choice.id);
    }
}

fn attributed() -> Dataset {
    let graph = |labels: [u32; 2], attributes: [f32; 4]| Graph {
        vertex_labels: labels.into(),
        vertex_attributes: attributes.into(),
        ..path(2)
    };
    Dataset {
        name: "T".into(),
        graphs: vec![
            graph([0, 1], [1.0, -3e38, 2.0, 3e38]),
            graph([2, 2], [5.0, 0.0, 3.0, 3e38]),
        ],
        vertex_label_names: vec!["1".into(), "3".into(), "5".into()],
        vertex_attributes: 2,
        ..Dataset::default()
    }
}

#[test]
fn attributes_are_stretched_from_the_range_of_some_graphs() {
    let dataset = attributed();
    let values = |name: &str, graphs: std::ops::Range<usize>| {
        let filter = FixedFilter::Attribute(name.into());
        let range = filter.range(&dataset, dataset.graphs[graphs].iter())?;
        filter.values(&dataset, range)
    };
    assert_eq!(values("attribute1", 0..2).unwrap(), [0.0, 0.25, 1.0, 0.5]);
    assert_eq!(values("attribute2", 0..2).unwrap(), [0.0, 1.0, 0.5, 1.0]);
    assert_eq!(values("2", 0..2), values("attribute2", 0..2));
    assert_eq!(values("label", 0..2).unwrap(), [0.0, 0.5, 1.0, 1.0]);
    assert_eq!(
        values("height", 0..2).unwrap_err(),
        "T: there is no vertex attribute \"height\" with numbers; there are label, attribute1, attribute2"
    );
    // Values of the other graph are outside the range, or inside it.
    assert_eq!(values("attribute1", 0..1).unwrap(), [0.0, 1.0, 1.0, 1.0]);
    assert_eq!(values("attribute1", 1..2).unwrap(), [0.0, 0.0, 1.0, 0.0]);
    assert_eq!(values("attribute2", 0..1).unwrap(), [0.0, 1.0, 0.5, 1.0]);
    // All are equal, or there are none.
    assert_eq!(values("label", 1..2).unwrap(), [0.0; 4]);
    assert_eq!(values("label", 0..0).unwrap(), [0.0; 4]);
}

#[test]
fn core_numbers_are_stretched_from_0_to_the_largest_of_some_graphs() {
    // Core numbers 1 and 2.
    let triangle = Graph::new(3, [[0, 1], [0, 2], [1, 2]]);
    let dataset = Dataset {
        graphs: vec![path(2), triangle, Graph::new(1, [])],
        ..Dataset::default()
    };
    let values = |graphs: std::ops::Range<usize>| {
        let range = FixedFilter::Core.range(&dataset, dataset.graphs[graphs].iter());
        FixedFilter::Core.values(&dataset, range.unwrap()).unwrap()
    };
    assert_eq!(values(0..3), [0.5, 0.5, 1.0, 1.0, 1.0, 0.0]);
    assert_eq!(values(0..1), [1.0, 1.0, 1.0, 1.0, 1.0, 0.0]);
    assert_eq!(values(2..3), [0.0; 6]);
}

#[test]
fn negative_values_are_stretched_from_the_smallest_of_the_training_part() {
    // Curvatures 2, −1 and 0.
    let dataset = Dataset {
        graphs: vec![path(2), star(5), Graph::new(1, [])],
        ..Dataset::default()
    };
    let values = |graphs: std::ops::Range<usize>| {
        let range = FixedFilter::FormanRicci.range(&dataset, dataset.graphs[graphs].iter());
        FixedFilter::FormanRicci
            .values(&dataset, range.unwrap())
            .unwrap()
    };
    let third = 1.0f32 / 3.0;
    assert_eq!(values(0..3), [1.0, 1.0, 0.0, 0.0, 0.0, 0.0, 0.0, third]);
    assert_eq!(values(1..2), [1.0, 1.0, 0.0, 0.0, 0.0, 0.0, 0.0, 1.0]);
}

#[test]
fn every_filter_stays_between_0_and_1() {
    for generator in generate::GENERATORS {
        let mut dataset = generate::generate(generator.id, 0).unwrap();
        dataset.graphs.truncate(20);
        let vertices: u32 = dataset.graphs.iter().map(|graph| graph.vertices).sum();
        for Filter { filter, .. } in &FILTERS {
            let range = filter.range(&dataset, dataset.graphs.iter()).unwrap();
            let values = filter.values(&dataset, range).unwrap();
            assert_eq!(values.len(), vertices as usize, "{filter:?}");
            assert!(values.iter().all(|x| (0.0..=1.0).contains(x)), "{filter:?}");
            assert!(values.iter().any(|&x| x > 0.0), "{filter:?}");
        }
    }
}
