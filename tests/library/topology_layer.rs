//! The topology layers: their filters in view, their gradients, and the graphs that they separate.

use std::sync::Arc;

use burn::prelude::*;
use pollster::block_on;
use rand::SeedableRng;
use rand_chacha::ChaCha8Rng;
use sublevel::{
    config::{
        BarWeight, CoordinateFunction, EdgeFilter, Features, ModelKind, ReadoutBarcodes,
        TopologyLayer, TrainingConfig,
    },
    graph::{
        Cells, Dataset, Statistics,
        association::Association,
        batch::{Batcher, FeatureSizes, SetTypes},
        first_edges, generate,
    },
    homology::{self, Persistence},
    model::{BatchInput, Model, ModelConfig},
    ops::cross_entropy,
    protocol::Part,
    session::{View, Weights},
    training::{Subject, Trainer},
};

use crate::common::ints;
use crate::finite_differences::assert_gradients;
use crate::trained::{classes, trained};

fn config(topology_layer: TopologyLayer) -> TrainingConfig {
    TrainingConfig {
        model: ModelKind::Sum,
        topology_layer,
        features: Features::Uninformative,
        width: 16,
        dropout: Some(0.0),
        epochs: 10,
        ..TrainingConfig::default()
    }
}

#[test]
fn every_filter_of_the_layer_can_be_in_view() {
    let config = TrainingConfig {
        features: Features::Label,
        layers: 2,
        ..config(TopologyLayer::Persistence)
    };
    let (mut session, data, run) = trained("MUTAG", config, 20);
    let mut filters = Vec::new();
    for view in 0..TopologyLayer::FILTERS {
        let asked = View {
            weights: Weights::Now,
            filter: view,
        };
        for graph in [0, 77, 187] {
            let edges = session.graph(data, graph).unwrap().0.edges.clone();
            let subject = Subject::Index(graph);
            let (inspection, hats, explanation) =
                block_on(session.explain(run, asked, &subject)).unwrap();
            assert_eq!(
                inspection.persistence,
                homology::persistence(&edges, &inspection.filter)
            );
            assert!(inspection.readout.is_empty() && hats.is_empty() && explanation.is_none());
            assert_eq!(inspection.logits.len(), 2);
        }
        filters.push(block_on(session.filter(run, asked)).unwrap());
    }
    assert_ne!(filters[0], filters[1]);
    assert_eq!(
        session.run_summary(run).unwrap().filters,
        TopologyLayer::FILTERS
    );
    let agreement = block_on(session.filter_agreement(run, Weights::Now)).unwrap();
    assert_eq!(agreement.len(), 64);
}

#[test]
fn every_edge_filter_of_rephine_can_be_in_view() {
    let config = TrainingConfig {
        features: Features::Label,
        layers: 2,
        ..config(TopologyLayer::Rephine)
    };
    let (mut session, data, run) = trained("MUTAG", config, 20);
    let filters = 2 * TopologyLayer::FILTERS;
    let mut seen = Vec::new();
    for view in 0..filters {
        let asked = View {
            weights: Weights::Now,
            filter: view,
        };
        let graph = session.graph(data, 77).unwrap().0.clone();
        let subject = Subject::Index(77);
        let (inspection, hats, explanation) =
            block_on(session.explain(run, asked, &subject)).unwrap();
        let values = inspection.edge_filter.expect("values of edges");
        assert_eq!(values.len(), graph.edges.len());
        assert_eq!(
            inspection.filter,
            first_edges(graph.vertices, &graph.edges, &values)
        );
        assert_eq!(inspection.persistence, Persistence::default());
        assert!(inspection.readout.is_empty() && hats.is_empty() && explanation.is_none());
        seen.push(values);
    }
    assert!(seen[0] != seen[1] && seen[0] != seen[8]);
    let asked = View {
        weights: Weights::Now,
        filter: filters - 1,
    };
    let error = block_on(session.filter(run, asked)).unwrap_err();
    let expected = "“Filter 16” has a value for every edge";
    assert!(error.to_string().starts_with(expected), "{error}");
    // The quantities of edges explain it; those of vertices do not fit.
    let dataset = session.dataset(data).unwrap().clone();
    let all: Vec<u32> = (0..dataset.graphs.len() as u32).collect();
    let drawn = block_on(session.inspect_many(run, asked, &all)).unwrap();
    let values: Vec<f32> = drawn
        .iter()
        .flat_map(|one| one.edge_filter.clone().unwrap())
        .collect();
    let rows = session.graph_rows(data, Some(run)).unwrap();
    let train: Vec<bool> = dataset
        .graphs
        .iter()
        .zip(rows)
        .flat_map(|(graph, row)| std::iter::repeat_n(row.part == Part::Train, graph.edges.len()))
        .collect();
    for name in dataset.quantities(Cells::Edges) {
        let quantity = session.quantity(data, &name).unwrap();
        let found = block_on(session.associations(run, asked, &[vec![name.clone()]])).unwrap();
        let expected = Association::of(&values, &train, &[&quantity]);
        assert_eq!(format!("{:?}", found[0]), format!("{expected:?}"), "{name}");
    }
    let degree = [vec!["degree".to_owned()]];
    let error = block_on(session.associations(run, asked, &degree)).unwrap_err();
    assert!(
        error.to_string().contains("there are edge-curvature"),
        "{error}"
    );
    let agreement = block_on(session.filter_agreement(run, Weights::Now)).unwrap();
    assert_eq!(agreement.len(), 256);
    for filter in 0..16 {
        assert_eq!(agreement[17 * filter], 1.0, "filter {filter} with itself");
    }
}

/// Accuracy on all graphs after training on a generated data set with constant features.
fn accuracy(name: &str, topology_layer: TopologyLayer) -> f64 {
    let dataset = Arc::new(generate::generate(name, 0).unwrap());
    let config = TrainingConfig {
        epochs: 30,
        ..config(topology_layer)
    };
    let folds = config.stratified_folds(&dataset).unwrap();
    let split = folds.split(config.fold, config.validation).unwrap();
    let mut trainer = Trainer::new(dataset.clone(), split, config, Device::flex()).unwrap();
    while !block_on(trainer.train(100)).finished {}
    let all: Vec<u32> = (0..dataset.graphs.len() as u32).collect();
    let predicted = classes(block_on(trainer.predict(&all)));
    let pairs = dataset.classes.iter().zip(&predicted);
    let right = pairs
        .filter(|(actual, predicted)| actual == predicted)
        .count();
    right as f64 / all.len() as f64
}

/// Every vertex sees the same neighbours in both classes, so message passing gives graphs of a size the same vector. The numbers of
/// components and loops separate the classes.
#[test]
fn the_layers_separate_pinwheels_and_the_static_form_does_not() {
    for with in [TopologyLayer::Persistence, TopologyLayer::Rephine] {
        assert_eq!(accuracy("pinwheels", with), 1.0, "{with:?}");
    }
    for without in [TopologyLayer::None, TopologyLayer::Static] {
        let share = accuracy("pinwheels", without);
        assert!(share < 0.75, "{without:?}: {share}");
    }
}

#[test]
fn gradients_match_finite_differences() {
    for topology_layer in [
        TopologyLayer::Persistence,
        TopologyLayer::Rephine,
        TopologyLayer::Spectre,
    ] {
        check_gradients(topology_layer);
    }
}

fn check_gradients(topology_layer: TopologyLayer) {
    let dataset: Dataset = generate::generate("one-loop-or-several", 0).unwrap();
    let all: Vec<u32> = (0..12).collect();
    let feature_sizes = FeatureSizes {
        degrees: dataset.max_degree() as usize + 1,
        ..FeatureSizes::default()
    };
    let model = ModelConfig {
        kind: ModelKind::Sum,
        layers: 2,
        topology_layer,
        features: Features::Degree,
        feature_sizes,
        width: 8,
        filters: 1,
        edge_filter: EdgeFilter::Max,
        readout: ReadoutBarcodes::Gfl,
        hats: 4,
        hat: CoordinateFunction::Rational,
        bar_weight: BarWeight::None,
        extended: false,
        sort_pool: 1,
        set_types: SetTypes::default(),
        classifier_width: 8,
        dropout: 0.0,
        classes: 2,
    };
    let device = Device::flex();
    let classes: Vec<i32> = all
        .iter()
        .map(|&i| dataset.classes[i as usize] as i32)
        .collect();
    let mut batcher = Batcher::new(dataset.into(), feature_sizes, &Statistics::default(), 2);
    if topology_layer == TopologyLayer::Persistence {
        batcher = batcher.with_single_vertices_after(1);
    }
    // The batch orders its graphs by size.
    let batch = batcher.batch(&all);
    let classes: Vec<i32> = batch.members.iter().map(|&i| classes[i as usize]).collect();
    let input = BatchInput::new(batch, &device);
    let classes = ints(&classes, &device);
    let loss = |model: &Model| cross_entropy(block_on(model.forward(&input)).logits, &classes);
    let autodiff = device.autodiff();
    let model = Model::new(&model, &mut ChaCha8Rng::seed_from_u64(3), &autodiff);
    assert_gradients(&model, loss);
}
