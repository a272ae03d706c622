//! The topology layers: their gradients, and the graphs that they separate.

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
        Dataset, Statistics,
        batch::{Batcher, FeatureSizes, SetTypes},
        generate,
    },
    model::{BatchInput, Model, ModelConfig},
    ops::cross_entropy,
    training::Trainer,
};

use crate::common::ints;
use crate::finite_differences::assert_gradients;
use crate::trained::classes;

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
