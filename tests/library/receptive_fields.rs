//! The receptive fields of PATCHY-SAN: their definition, their independence of the numbers of the vertices, and their limits.

use std::sync::Arc;

use burn::tensor::Device;
use pollster::block_on;
use rand::{RngExt, SeedableRng, seq::SliceRandom};
use rand_chacha::ChaCha8Rng;
use sublevel::{
    config::{Features, ModelKind, TrainingConfig},
    graph::{
        Dataset, Graph, Statistics,
        batch::{ABSENT, Batcher, FIELD, FeatureSizes},
        folds::Split,
    },
    training::{Subject, Trainer},
};

/// Features of a vertex: the rows of degree and label, and the bits of its attributes.
type Row = (u32, u32, Vec<u32>);

/// Features of the vertices of `number` receptive fields of every graph, in order.
fn fields(graphs: &[Graph], number: usize) -> Vec<Vec<Option<Row>>> {
    let dataset = Dataset {
        graphs: graphs.to_vec(),
        classes: vec![0; graphs.len()],
        ..Dataset::default()
    };
    let attributes = graphs
        .iter()
        .any(|graph| !graph.vertex_attributes.is_empty());
    let feature_sizes = FeatureSizes {
        degrees: 5,
        labels: 2 * usize::from(graphs.iter().any(|graph| !graph.vertex_labels.is_empty())),
        attributes: usize::from(attributes),
        ..FeatureSizes::default()
    };
    let statistics = Statistics {
        attributes: vec![[0.5, 2.0]; feature_sizes.attributes],
        ..Statistics::default()
    };
    let batcher = Batcher::new(dataset.into(), feature_sizes, &statistics, 0);
    let batcher = batcher.with_receptive_fields(number).unwrap();
    let read = |graph| {
        // A batch of one graph has the order of the data set.
        let batch = batcher.batch(&[graph]);
        let row = |colour: u32| -> Row {
            let at = colour as usize;
            let attributes = batch.attributes.get(at).map(|x| x.to_bits());
            let labels = [&batch.degree_rows, &batch.label_rows].map(|rows| rows[at]);
            (labels[0], labels[1], attributes.into_iter().collect())
        };
        let places = batch.receptive_fields.as_flattened().iter();
        places
            .map(|&colour| (colour != ABSENT).then(|| row(colour)))
            .collect()
    };
    (0..graphs.len() as u32).map(read).collect()
}

/// The degrees of the vertices of the fields of one graph, field by field.
fn degrees(graph: Graph, number: usize) -> Vec<Vec<u32>> {
    let places = fields(&[graph], number).remove(0);
    let present = |field: &[Option<Row>]| field.iter().flatten().map(|row| row.0).collect();
    places.chunks_exact(FIELD).map(present).collect()
}

#[test]
fn fields_are_ordered_by_distance_centrality_and_features() {
    // A path of 0 to 4 whose vertex 1 has two more leaves. Its betweenness centrality is 2 · (3 · 3 + 3) pairs, that of 2 is 2 · 4 · 2.
    let graph = Graph::new(7, [[0, 1], [1, 2], [2, 3], [3, 4], [1, 5], [1, 6]]);
    let found = degrees(graph, 5);
    // From vertex 1: its neighbours, the most central first, then vertices 3 and 4.
    assert_eq!(found[0], [4, 2, 1, 1, 1, 2, 1]);
    // From vertex 2: vertex 1 before 3, then the leaves.
    assert_eq!(found[1], [2, 4, 2, 1, 1, 1, 1]);
    assert_eq!(found[2], [2, 2, 1, 4, 1, 1, 1]);
    // The leaves have the centrality 0: the fields with the least features are first.
    assert_eq!(found[3], [1, 2, 2, 4, 1, 1, 1]);
    assert_eq!(found[4], [1, 4, 2, 1, 1, 2, 1]);
}

#[test]
fn a_field_has_the_first_ten_vertices_of_whole_distances() {
    // Vertex 0 has 11 leaves, and leaf 1 another neighbour. The field of 0 does not reach it.
    let star = (1..12).map(|v| [0, v]).chain([[1, 12]]);
    let found = degrees(Graph::new(13, star), 4);
    assert_eq!(found[0], [4, 1, 1, 1, 1, 1, 1, 1, 1, 1]);
    // The first leaf reaches all vertices.
    assert_eq!(found[1], [2, 4, 1, 1, 1, 1, 1, 1, 1, 1]);
    assert_eq!(found[2], [1, 2, 4, 1, 1, 1, 1, 1, 1, 1]);
    // In the field of another leaf, the first leaf is a leaf, and the least degrees are first.
    assert_eq!(found[3], [1, 4, 1, 1, 1, 1, 1, 1, 1, 1]);
}

#[test]
fn missing_vertices_and_fields_are_absent() {
    let found = fields(
        &[
            Graph::new(2, [[0, 1]]),
            Graph::new(0, []),
            Graph::new(2, []),
        ],
        3,
    );
    let one: Option<Row> = Some((1, 0, vec![]));
    let two = [vec![one.clone(), one], vec![None; 8]].concat();
    assert_eq!(found[0], [two.clone(), two, vec![None; FIELD]].concat());
    assert_eq!(found[1], vec![None; 3 * FIELD]);
    let single = [vec![Some((0, 0, vec![]))], vec![None; 9]].concat();
    assert_eq!(
        found[2],
        [single.clone(), single, vec![None; FIELD]].concat()
    );
}

/// A random order of the vertices of a graph.
pub(crate) fn renumbered(graph: &Graph, rng: &mut ChaCha8Rng) -> Graph {
    let mut old: Vec<usize> = (0..graph.vertices as usize).collect();
    old.shuffle(rng);
    let mut number = vec![0; old.len()];
    (0..).zip(&old).for_each(|(new, &v)| number[v] = new);
    let moved = |values: &[u32]| old.iter().filter_map(|&v| values.get(v).copied()).collect();
    let bits: Vec<u32> = graph
        .vertex_attributes
        .iter()
        .map(|x| x.to_bits())
        .collect();
    let attributes: Vec<u32> = moved(&bits);
    Graph {
        vertex_labels: moved(&graph.vertex_labels),
        vertex_attributes: attributes.into_iter().map(f32::from_bits).collect(),
        ..Graph::new(
            graph.vertices,
            graph
                .edges
                .iter()
                .map(|edge| edge.map(|v| number[v as usize])),
        )
    }
}

#[test]
fn fields_do_not_depend_on_the_numbers_of_the_vertices() {
    let rng = &mut ChaCha8Rng::seed_from_u64(2);
    let circle = |first: u32, n: u32| (0..n).map(move |i| [first + i, first + (i + 1) % n]);
    let cube = |d: u32| (0..1 << d).flat_map(move |v| (0..d).map(move |bit| [v, v ^ 1 << bit]));
    let grid = (0..64).flat_map(|v| [[v, v + 8], [v, v + 1]]);
    let grid = grid.filter(|&[u, v]| v < 64 && (v != u + 1 || v % 8 > 0));
    let mut graphs = vec![
        // Colour refinement does not distinguish the vertices of different circles.
        Graph::new(24, circle(0, 12).chain(circle(12, 5)).chain(circle(17, 7))),
        Graph::new(32, cube(5)),
        Graph::new(64, grid),
        Graph::new(
            40,
            (0..40).flat_map(|v| (0..v).filter(move |u| (u + v) % 3 > 0).map(move |u| [u, v])),
        ),
    ];
    for _ in 0..60 {
        let n = rng.random_range(1..30_u32);
        let ends = (0..rng.random_range(0..2 * n)).map(|_| [0; 2].map(|_| rng.random_range(0..n)));
        graphs.push(Graph::new(n, ends.collect::<Vec<_>>()));
    }
    for with_labels in [false, true] {
        for with_attributes in [false, true] {
            let with_data = |graph: &Graph| {
                let n = graph.vertices as usize;
                let labels = (0..n).map(|v| (v % 2) as u32);
                let attributes = (0..n).map(|v| (v % 3) as f32 - 1.0);
                Graph {
                    vertex_labels: labels.filter(|_| with_labels).collect(),
                    vertex_attributes: attributes.filter(|_| with_attributes).collect(),
                    ..graph.clone()
                }
            };
            let before: Vec<Graph> = graphs.iter().map(with_data).collect();
            let after: Vec<Graph> = before.iter().map(|graph| renumbered(graph, rng)).collect();
            assert_ne!(before, after);
            for number in [10, 30] {
                assert_eq!(fields(&after, number), fields(&before, number));
            }
        }
    }
}

/// A run on these graphs, whose classes alternate.
fn trainer(graphs: Vec<Graph>) -> Result<Trainer, String> {
    let dataset = Dataset {
        name: "Graphs".into(),
        classes: (0..graphs.len() as u32).map(|i| i % 2).collect(),
        class_names: vec!["a".into(), "b".into()],
        targets: Vec::new(),
        graphs,
        ..Dataset::default()
    };
    let last = dataset.graphs.len() as u32 - 1;
    let split = Split {
        train: (0..last).collect(),
        test: vec![last],
        ..Split::default()
    };
    let config = TrainingConfig {
        model: ModelKind::PatchySan,
        features: Features::Degree,
        epochs: 2,
        ..TrainingConfig::default()
    };
    let trainer = Trainer::new(Arc::new(dataset), split, config, Device::flex());
    trainer.map_err(|error| error.to_string())
}

/// Checks that a run over four graphs finishes and predicts each.
pub(crate) fn trains_and_predicts(mut trainer: Trainer) {
    let report = block_on(trainer.train(10));
    assert_eq!((report.stopped, report.finished), (None, true));
    assert_eq!(block_on(trainer.predict(&[0, 1, 2, 3])).numbers().len(), 4);
}

#[test]
fn graphs_without_edges_and_graphs_of_one_vertex_train() {
    for sizes in [[1, 1, 1, 1], [0, 1, 3, 40], [0, 0, 0, 0]] {
        trains_and_predicts(trainer(sizes.map(|n| Graph::new(n, [])).into()).unwrap());
    }
}

#[test]
fn a_star_of_4000_vertices_trains_and_larger_graphs_are_rejected() {
    let star = |n: u32| Graph::new(n, (1..n).map(|v| [0, v]));
    let graphs = [2, 30, 10, 4000].map(star).into();
    let mut trainer = trainer(graphs).unwrap();
    assert_eq!(block_on(trainer.train(1)).stopped, None);
    let refuse = |graph: Graph, expected: &str| {
        let subject = Subject::Graph(Box::new(graph));
        let error = block_on(trainer.inspect_at(None, 0, &subject)).unwrap_err();
        assert!(error.to_string().contains(expected), "{error}");
    };
    refuse(star(4097), "the limits of this model");
    // As many edges as a graph may have: 2³³ steps.
    let dense = (1..4096_u32).flat_map(|v| (0..v.min(266)).map(move |u| [u, v]));
    let dense = Graph::new(4096, dense.take(1 << 20));
    assert_eq!(dense.edges.len(), 1 << 20);
    refuse(
        dense,
        "a graph of “Graphs” is too large for it: use another model",
    );
    let error = self::trainer(vec![Graph::new(5000, []); 3]).err().unwrap();
    assert!(
        error.contains("“Graphs” has 5000 vertices on average"),
        "{error}"
    );
}
