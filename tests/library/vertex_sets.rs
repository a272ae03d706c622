//! The sets of vertices of 1-2-3-GNN: predictions do not depend on the numbers of the vertices, and extreme graphs.

use std::sync::Arc;

use burn::tensor::Device;
use pollster::block_on;
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use sublevel::{
    config::{Features, ModelKind, TrainingConfig},
    graph::{Dataset, Graph, folds::Split},
    training::{Checkpoint, Evaluator, Subject, Trainer},
};

use crate::{
    common::assert_close,
    receptive_fields::{renumbered, trains_and_predicts},
};

/// Graphs with labels below `labels`, or without labels.
fn data_set(graphs: Vec<Graph>, labels: u32) -> Dataset {
    Dataset {
        name: "Graphs".into(),
        classes: (0..graphs.len() as u32).map(|i| i % 2).collect(),
        class_names: vec!["a".into(), "b".into()],
        vertex_label_names: (0..labels).map(|label| label.to_string()).collect(),
        graphs,
        ..Dataset::default()
    }
}

fn random_graphs() -> Vec<Graph> {
    let rng = &mut ChaCha8Rng::seed_from_u64(9);
    let mut graph = |n: u32| {
        let ends = (0..2 * n).map(|_| [0; 2].map(|_| rng.random_range(0..n)));
        let edges = Graph::new(n, ends.collect::<Vec<_>>());
        Graph {
            vertex_labels: (0..n).map(|_| rng.random_range(0..3)).collect(),
            ..edges
        }
    };
    [1, 2, 3, 5, 8, 12, 16, 20].map(&mut graph).into()
}

/// A run on these graphs. The last one is the test part.
fn trainer(dataset: Dataset) -> Result<Trainer, String> {
    let last = dataset.graphs.len() as u32 - 1;
    let split = Split {
        train: (0..last).collect(),
        test: vec![last],
        ..Split::default()
    };
    let config = TrainingConfig {
        model: ModelKind::OneTwoThreeGnn,
        features: match dataset.vertex_label_names.is_empty() {
            true => Features::Degree,
            false => Features::DegreeLabel,
        },
        epochs: 3,
        ..TrainingConfig::default()
    };
    let trainer = Trainer::new(Arc::new(dataset), split, config, Device::flex());
    trainer.map_err(|error| error.to_string())
}

/// The scores of a graph.
fn scores(trainer: &Trainer, graph: Graph) -> Vec<f32> {
    let subject = Subject::Graph(Box::new(graph));
    let logits = block_on(trainer.inspect_at(None, 0, &subject))
        .unwrap()
        .logits;
    logits.into_iter().map(|score| score as f32).collect()
}

#[test]
fn scores_do_not_depend_on_the_numbers_of_the_vertices() {
    let rng = &mut ChaCha8Rng::seed_from_u64(10);
    let graphs = random_graphs();
    let mut trainer = trainer(data_set(graphs.clone(), 3)).unwrap();
    assert_eq!(block_on(trainer.train(2)).stopped, None);
    for graph in graphs {
        let before = scores(&trainer, graph.clone());
        for _ in 0..5 {
            let after = scores(&trainer, renumbered(&graph, rng));
            assert_close(&format!("{graph:?}"), &after, &before, 1e-5);
        }
    }
}

#[test]
fn sets_distinguish_graphs_that_message_passing_does_not() {
    // A circle of six vertices and two triangles, and the same with other numbers of circles.
    let circle = |first: u32, n: u32| (0..n).map(move |i| [first + i, first + (i + 1) % n]);
    let one = Graph::new(6, circle(0, 6));
    let two = Graph::new(6, circle(0, 3).chain(circle(3, 3)));
    let trainer = trainer(data_set(vec![one.clone(), two.clone(), one.clone()], 0)).unwrap();
    let [one, two] = [one, two].map(|graph| scores(&trainer, graph));
    assert!(
        one.iter().zip(&two).any(|(a, b)| (a - b).abs() > 1e-3),
        "{one:?} {two:?}"
    );
}

#[test]
fn graphs_without_edges_and_graphs_of_one_vertex_train() {
    for sizes in [[1, 1, 1, 1], [0, 1, 2, 3], [0, 0, 0, 0], [2, 2, 3, 40]] {
        let graphs = sizes.map(|n| Graph::new(n, []));
        trains_and_predicts(trainer(data_set(graphs.into(), 0)).unwrap());
    }
}

#[test]
fn too_many_sets_are_rejected_before_the_training() {
    let star = |n: u32| Graph::new(n, (1..n).map(|v| [0, v]));
    let error = trainer(data_set(vec![star(5), star(600), star(4)], 0))
        .err()
        .unwrap();
    for part in [
        "1-2-3-gnn",
        "“Graphs” has 179716 pairs",
        "connected triples",
        "GiB of memory",
        "use smaller graphs",
    ] {
        assert!(error.contains(part), "{error}");
    }
    let trainer = trainer(data_set(vec![star(5), star(3), star(4)], 0)).unwrap();
    for graph in [star(3000), star(5000)] {
        let subject = Subject::Graph(Box::new(graph));
        let error = block_on(trainer.inspect_at(None, 0, &subject)).unwrap_err();
        assert!(error.to_string().contains("limit"), "{error}");
    }
}

#[test]
fn a_saved_model_keeps_its_types() {
    let graphs = random_graphs();
    let mut trainer = trainer(data_set(graphs.clone(), 3)).unwrap();
    block_on(trainer.train(2));
    let checkpoint = Checkpoint::from_bytes(&block_on(trainer.save())).unwrap();
    assert!(checkpoint.set_types.pairs.len() > 2 && checkpoint.set_types.triples.len() > 2);
    // These graphs have fewer types.
    let few: Vec<Graph> = graphs[3..5].to_vec();
    let evaluator = Evaluator::new(
        data_set(few.clone(), 3).into(),
        checkpoint.clone(),
        Device::flex(),
    );
    let evaluator = evaluator.unwrap();
    for (index, graph) in (0..).zip(few) {
        let found = block_on(evaluator.inspect(0, index)).logits;
        let found: Vec<f32> = found.into_iter().map(|score| score as f32).collect();
        assert_close("scores", &found, &scores(&trainer, graph), 1e-6);
    }
    // All types of these graphs are unknown, because of labels or of triangles.
    let mut without = checkpoint.clone();
    without
        .set_types
        .pairs
        .iter_mut()
        .for_each(|own| own[3] = 1);
    let evaluator = Evaluator::new(data_set(graphs, 3).into(), without, Device::flex()).unwrap();
    assert!(
        block_on(evaluator.inspect(0, 7))
            .logits
            .iter()
            .all(|x| x.is_finite())
    );

    let mut damaged = checkpoint.clone();
    damaged.set_types.triples.swap(0, 1);
    let error = Checkpoint::from_bytes(&damaged.to_bytes()).unwrap_err();
    assert!(error.to_string().contains("set_types.triples"), "{error}");
    let mut missing = checkpoint;
    missing.set_types.triples.clear();
    let dataset = trainer.dataset().clone();
    assert!(Evaluator::new(dataset, missing, Device::flex()).is_err());
}
