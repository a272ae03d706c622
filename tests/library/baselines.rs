//! The baselines without a neural network: against GraKeL and scikit-learn, by hand, and under new numbers of the vertices.

use proptest::prelude::*;
use rand::{RngExt, SeedableRng, seq::SliceRandom};
use rand_chacha::ChaCha8Rng;
use serde::Deserialize;
use sublevel::{
    baselines::{
        colours::WlColours,
        kernel::{Kernel, subtree_kernels},
        persistence::{Variant, features},
        selection::{self, POWERS, Setting, persistence_forest, subtree_kernel},
        sparse::Sparse,
        svm::{Classifier, TOLERANCE, machines},
    },
    graph::{Dataset, Features, Graph, folds::Split},
};

use crate::fixtures;

const PLAIN: Variant = Variant {
    power: 1,
    cycles: false,
    uniform: false,
};

#[derive(Deserialize)]
struct Fixture {
    graphs: Vec<FixtureGraph>,
    /// Row by row, after 0, 1, … rounds.
    kernels: Vec<Vec<f32>>,
    two: Vec<u32>,
    machines: Vec<FixtureMachine>,
    three: Vec<u32>,
    voted: Vec<Voted>,
}

#[derive(Deserialize)]
struct FixtureGraph {
    vertices: u32,
    edges: Vec<[u32; 2]>,
    labels: Vec<u32>,
}

#[derive(Deserialize)]
struct FixtureMachine {
    penalty: f64,
    decisions: Vec<f64>,
    dual: f64,
}

#[derive(Deserialize)]
struct Voted {
    penalty: f64,
    classes: Vec<u32>,
}

fn fixture() -> Fixture {
    fixtures::read("baselines.json")
}

fn labelled(vertices: u32, edges: &[[u32; 2]], labels: &[u32]) -> Graph {
    Graph {
        vertex_labels: labels.to_vec(),
        ..Graph::new(vertices, edges.iter().copied())
    }
}

fn data_set(graphs: Vec<Graph>) -> Dataset {
    Dataset {
        graphs,
        vertex_label_names: ["a", "b", "c"].map(String::from).into(),
        ..Dataset::default()
    }
}

/// The kernel matrix of the fixture after two rounds.
fn kernel(fixture: &Fixture) -> Kernel {
    Kernel::new(fixture.graphs.len(), fixture.kernels[2].clone())
}

#[test]
fn subtree_kernels_are_those_of_grakel() {
    let fixture = fixture();
    let graph = |graph: &FixtureGraph| labelled(graph.vertices, &graph.edges, &graph.labels);
    let data = data_set(fixture.graphs.iter().map(graph).collect());
    let colours = WlColours::new(&data, Features::Label, 3);
    let kernels = subtree_kernels(&colours.histograms(), true);
    assert_eq!(kernels.len(), fixture.kernels.len());
    for (found, expected) in kernels.iter().zip(&fixture.kernels) {
        for (i, expected) in expected.chunks(found.size()).enumerate() {
            for (found, expected) in found.row(i).iter().zip(expected) {
                assert!((found - expected).abs() < 1e-6, "{found} {expected}");
            }
        }
    }
}

#[test]
fn unnormalised_kernels_are_scalar_products_of_the_histograms() {
    // Two triangles, and a path of two vertices: in each round, they have no common colour but the first.
    let edges = |from: u32| [[0, 1], [1, 2], [0, 2]].map(|ends| ends.map(|end| end + from));
    let triangles: Vec<_> = edges(0).into_iter().chain(edges(3)).collect();
    let data = data_set(vec![
        labelled(6, &triangles, &[0; 6]),
        labelled(2, &[[0, 1]], &[0; 2]),
    ]);
    let colours = WlColours::new(&data, Features::Uninformative, 2);
    for (round, kernel) in (1_u8..).zip(subtree_kernels(&colours.histograms(), false)) {
        let squares = [36.0, 4.0].map(|square| square * f32::from(round));
        assert_eq!(
            (kernel.row(0), kernel.row(1)),
            (&[squares[0], 12.0][..], &[12.0, squares[1]][..])
        );
    }
}

#[test]
fn support_vector_machines_are_those_of_scikit_learn() {
    let fixture = fixture();
    let kernel = kernel(&fixture);
    let sign = |&class: &u32| if class == 1 { 1.0 } else { -1.0 };
    let signs: Vec<f64> = fixture.two.iter().map(sign).collect();
    let penalties: Vec<_> = fixture
        .machines
        .iter()
        .map(|machine| machine.penalty)
        .collect();
    // As a path over the values of C, and each value alone.
    let path = machines(&kernel, &signs, &penalties, 1e-10);
    let alone = penalties
        .iter()
        .flat_map(|penalty| machines(&kernel, &signs, &[*penalty], 1e-10));
    for (found, expected) in path
        .iter()
        .cloned()
        .chain(alone)
        .zip(fixture.machines.iter().cycle())
    {
        let product = |i: usize| -> f64 {
            let terms = kernel.row(i).iter().zip(&found.coefficients);
            terms.map(|(k, beta)| f64::from(*k) * beta).sum()
        };
        let products: Vec<f64> = (0..kernel.size()).map(product).collect();
        for (product, expected) in products.iter().zip(&expected.decisions) {
            let decision = product + found.offset;
            let scale = expected.abs().max(1.0);
            assert!(
                (decision - expected).abs() < 1e-6 * scale,
                "{decision} {expected}"
            );
        }
        let terms = products.iter().zip(&found.coefficients);
        let dual: f64 = terms
            .map(|(product, beta)| 0.5 * product * beta - beta.abs())
            .sum();
        assert!(
            (dual - expected.dual).abs() < 1e-6 * expected.dual.abs(),
            "{dual} {}",
            expected.dual
        );
    }
}

#[test]
fn votes_of_several_classes_are_those_of_scikit_learn() {
    let fixture = fixture();
    let kernel = kernel(&fixture);
    let all: Vec<u32> = (0..kernel.size() as u32).collect();
    let penalties: Vec<_> = fixture.voted.iter().map(|voted| voted.penalty).collect();
    let classifier = Classifier::train(&kernel, &all, &fixture.three, &penalties);
    for (penalty, expected) in fixture.voted.iter().enumerate() {
        let class = |i| classifier.class(kernel.row(i), penalty);
        let found: Vec<_> = (0..kernel.size()).map(class).collect();
        assert_eq!(found, expected.classes, "C = {}", expected.penalty);
    }
}

/// The features of a path a–a–b with a triangle a–b–b at its end, by hand.
#[test]
fn persistence_features_follow_the_definition() {
    //  0(a) – 1(a) – 2(b), 2–3(b), 2–4(a), 3–4
    let graph = labelled(
        5,
        &[[0, 1], [1, 2], [2, 3], [2, 4], [3, 4]],
        &[0, 0, 1, 1, 0],
    );
    let data = data_set(vec![graph]);
    let colours = WlColours::new(&data, Features::Label, 1);
    let row = |variant, round: usize| {
        let tables = features(&data.graphs, &colours, 1, variant);
        let table: &Sparse = &tables[round];
        (0..table.columns() as u32)
            .map(|column| table.at(0, column))
            .collect::<Vec<_>>()
    };
    // Round 0: 01 and 23 have the weight 1, and one a and one b die. The others have the weight 2: 12 kills b, 24 kills a, and 34 closes a
    // cycle. An a survives.
    assert_eq!(row(PLAIN, 0), [1.0 + 2.0 + 2.0, 1.0 + 2.0]);
    let cycles = Variant {
        cycles: true,
        ..PLAIN
    };
    assert_eq!(row(cycles, 0), [5.0 + 2.0, 3.0 + 2.0]);
    let squares = Variant { power: 2, ..cycles };
    assert_eq!(row(squares, 0), [1.0 + 4.0 + 4.0 + 4.0, 1.0 + 4.0 + 4.0]);
    // Round 1: the colours in order are those of the vertices 0 (a; a), 1 (a; a b), 4 (a; b b), 2 (b; a a b) and 3 (b; a b). With p = 1,
    // the weights of 01, 12, 23, 24 and 34 are 2, 3, 2, 5 and 4. 01 kills 1, 23 kills 3, 12 kills 2, 34 kills 4, and 24 closes a cycle.
    // Vertex 0 survives with the weight 5.
    assert_eq!(row(PLAIN, 1), [5.0, 2.0, 4.0, 3.0, 2.0]);
    assert_eq!(row(cycles, 1), [5.0, 2.0, 4.0 + 5.0, 3.0 + 5.0, 2.0]);
    // With the weight 1, the edges are sorted by colours, and 23 is the last one.
    let uniform = Variant {
        uniform: true,
        ..cycles
    };
    assert_eq!(row(uniform, 1), [1.0, 1.0, 1.0, 2.0, 2.0]);
    // With p = 2, vertex 4 dies at the weight 2 + √2.
    let weight = 2.0 + 2_f64.sqrt();
    let found = row(Variant { power: 2, ..PLAIN }, 1);
    assert!((found[2] - weight * weight).abs() < 1e-12, "{found:?}");
}

#[test]
fn graphs_without_edges_and_without_vertices_have_features() {
    let data = data_set(vec![labelled(0, &[], &[]), labelled(3, &[], &[1, 0, 1])]);
    let colours = WlColours::new(&data, Features::Label, 2);
    for table in features(&data.graphs, &colours, 2, PLAIN) {
        assert_eq!(table.row(0), (&[][..], &[][..]));
        assert_eq!(table.row(1), (&[0, 1][..], &[1.0, 2.0][..]));
    }
    for kernel in subtree_kernels(&colours.histograms(), true) {
        assert_eq!(
            (kernel.row(0), kernel.row(1)),
            (&[0.0, 0.0][..], &[0.0, 1.0][..])
        );
    }
}

/// Graphs with few labels, so that there are many ties.
fn random_graphs(seed: u64) -> Vec<Graph> {
    let rng = &mut ChaCha8Rng::seed_from_u64(seed);
    let graph = |_| {
        let vertices = rng.random_range(1..9_u32);
        let ends =
            (0..rng.random_range(0..14)).map(|_| [0; 2].map(|_| rng.random_range(0..vertices)));
        let edges: Vec<_> = ends.collect();
        let labels: Vec<_> = (0..vertices).map(|_| rng.random_range(0..2)).collect();
        labelled(vertices, &edges, &labels)
    };
    (0..8).map(graph).collect()
}

/// The graph with new numbers of its vertices.
fn renumbered(graph: &Graph, rng: &mut ChaCha8Rng) -> Graph {
    let mut number: Vec<u32> = (0..graph.vertices).collect();
    number.shuffle(rng);
    let mut labels = vec![0; number.len()];
    for (&number, &label) in number.iter().zip(&graph.vertex_labels) {
        labels[number as usize] = label;
    }
    let edges = graph
        .edges
        .iter()
        .map(|edge| edge.map(|v| number[v as usize]));
    labelled(graph.vertices, &edges.collect::<Vec<_>>(), &labels)
}

proptest! {
    #[test]
    fn features_do_not_depend_on_the_numbers_of_the_vertices(seed: u64) {
        let data = data_set(random_graphs(seed));
        let rng = &mut ChaCha8Rng::seed_from_u64(seed + 1);
        // The graphs in another order, too.
        let reversed = data.graphs.iter().rev().map(|graph| renumbered(graph, rng)).collect();
        let other = data_set(reversed);
        for kind in [Features::Uninformative, Features::Label, Features::DegreeLabel] {
            let [colours, others] = [&data, &other].map(|data| WlColours::new(data, kind, 3));
            for power in POWERS {
                for cycles in [false, true] {
                    let variant = Variant { power, cycles, uniform: false };
                    let tables = features(&data.graphs, &colours, 3, variant);
                    let expected = features(&other.graphs, &others, 3, variant);
                    for (table, expected) in tables.iter().zip(&expected) {
                        for graph in 0..8 {
                            // Bit by bit.
                            prop_assert_eq!(table.row(graph), expected.row(7 - graph));
                        }
                    }
                }
            }
        }
    }

    #[test]
    fn without_weights_and_cycles_the_features_are_the_numbers_of_vertices(seed: u64) {
        let data = data_set(random_graphs(seed));
        let colours = WlColours::new(&data, Features::Label, 3);
        let uniform = Variant { uniform: true, ..PLAIN };
        prop_assert_eq!(features(&data.graphs, &colours, 3, uniform), colours.histograms());
    }

    #[test]
    fn machines_satisfy_the_optimality_conditions(seed: u64, exponent in -3..4_i32) {
        let data = data_set(random_graphs(seed));
        let colours = WlColours::new(&data, Features::Label, 1);
        let kernel = subtree_kernels(&colours.histograms(), true).remove(1);
        let signs = [1.0, -1.0, -1.0, 1.0, 1.0, -1.0, 1.0, -1.0];
        let penalty = 2_f64.powi(exponent);
        let found = machines(&kernel, &signs, &[penalty / 8.0, penalty], TOLERANCE).remove(1);
        prop_assert!(found.coefficients.iter().sum::<f64>().abs() < 1e-9);
        for (i, sign) in signs.into_iter().enumerate() {
            let terms = kernel.row(i).iter().zip(&found.coefficients);
            let decision = found.offset + terms.map(|(k, beta)| f64::from(*k) * beta).sum::<f64>();
            let (margin, alpha) = (sign * decision, sign * found.coefficients[i]);
            prop_assert!((0.0..=penalty).contains(&alpha));
            // At 0, the margin is at least 1; at C, at most 1; between them, 1.
            prop_assert!(alpha > 0.0 || margin > 1.0 - TOLERANCE, "{margin}");
            prop_assert!(alpha < penalty || margin < 1.0 + TOLERANCE, "{margin}");
        }
    }
}

/// Cycles of the class 0 and paths of the class 1, and a split with both in each part.
fn cycles_and_paths() -> (Dataset, Split) {
    let graph = |i: u32| {
        let vertices = 4 + i / 2 % 5;
        let last = i.is_multiple_of(2).then_some([vertices - 1, 0]);
        Graph::new(vertices, (1..vertices).map(|v| [v - 1, v]).chain(last))
    };
    let dataset = Dataset {
        graphs: (0..40).map(graph).collect(),
        classes: (0..40).map(|i| i % 2).collect(),
        class_names: vec!["0".into(), "1".into()],
        targets: Vec::new(),
        ..Dataset::default()
    };
    let split = Split {
        train: (10..40).collect(),
        test: (0..10).collect(),
        ..Split::default()
    };
    (dataset, split)
}

#[test]
fn the_inner_cross_validation_finds_the_round_that_separates_the_classes() {
    let (dataset, split) = cycles_and_paths();
    let colours = WlColours::new(&dataset, Features::Uninformative, 3);
    let kernels = subtree_kernels(&colours.histograms(), true);
    let svm = subtree_kernel(&kernels, &dataset.classes, &split, 0).unwrap();
    assert!(
        matches!(svm.setting, Setting::Svm { rounds: 1, .. }),
        "{svm:?}"
    );
    let rounds = features(&dataset.graphs, &colours, 3, PLAIN);
    let features = [selection::Features { power: 1, rounds }];
    let forest = persistence_forest(&features, &dataset.classes, &split, 0).unwrap();
    let expected = Setting::Forest {
        rounds: 1,
        p: 1,
        trees: 25,
    };
    assert_eq!(forest.setting, expected);
    for outcome in [svm, forest] {
        assert_eq!(outcome.inner_accuracy, 1.0);
        assert_eq!(outcome.predicted, dataset.classes[..10]);
    }
}

#[test]
fn a_class_with_one_training_graph_is_an_error() {
    let (dataset, split) = cycles_and_paths();
    let split = Split {
        train: vec![10, 12, 13],
        ..split
    };
    let colours = WlColours::new(&dataset, Features::Uninformative, 0);
    let kernels = subtree_kernels(&colours.histograms(), true);
    let error = subtree_kernel(&kernels, &dataset.classes, &split, 0).unwrap_err();
    let error = error.to_string();
    assert!(
        error.contains("at least 2 training graphs of each class"),
        "{error}"
    );
}
