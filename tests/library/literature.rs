//! The models that the paper quotes: their colour classes, their gradients, and the agreement of the engines.

use burn::{module::Module, prelude::*};
use pollster::block_on;
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use sublevel::{
    config::{
        BarWeight, CoordinateFunction, EdgeFilter, Features, ModelKind, ReadoutBarcodes,
        TopologyLayer,
    },
    graph::{
        Dataset, Graph, Statistics,
        batch::{Batcher, FeatureSizes, SetTypes},
    },
    model::{BatchInput, Model, ModelConfig},
    ops::cross_entropy,
};

use crate::common::{assert_close, devices, ints, values};
use crate::finite_differences::assert_gradients;

const MODELS: [ModelKind; 4] = [
    ModelKind::Dgcnn,
    ModelKind::Dcnn,
    ModelKind::PatchySan,
    ModelKind::OneTwoThreeGnn,
];

/// Random graphs with random labels. Some have fewer vertices than a model selects, and others have more.
fn dataset() -> Dataset {
    let rng = &mut ChaCha8Rng::seed_from_u64(1);
    let graph = |vertices: u32| {
        let ends = (0..3 * vertices / 2).map(|_| [0; 2].map(|_| rng.random_range(0..vertices)));
        let ends: Vec<_> = ends.collect();
        Graph {
            vertex_labels: (0..vertices).map(|_| rng.random_range(0..2)).collect(),
            ..Graph::new(vertices, ends)
        }
    };
    Dataset {
        graphs: [5, 9, 14, 20, 26, 31].map(graph).into(),
        classes: vec![0, 1, 0, 1, 0, 1],
        vertex_label_names: vec!["a".into(), "b".into()],
        ..Dataset::default()
    }
}

/// Sizes of a model with labels only: a colour class before the first round contains vertices with different degrees.
fn sizes(kind: ModelKind) -> ModelConfig {
    ModelConfig {
        kind,
        layers: match kind {
            ModelKind::PatchySan => 0,
            ModelKind::OneTwoThreeGnn => 3,
            _ => 4,
        },
        topology_layer: TopologyLayer::None,
        features: Features::Label,
        feature_sizes: FeatureSizes {
            labels: 2,
            ..FeatureSizes::default()
        },
        width: 8,
        filters: 1,
        edge_filter: EdgeFilter::Max,
        readout: ReadoutBarcodes::Gfl,
        hats: 1,
        hat: CoordinateFunction::Rational,
        bar_weight: BarWeight::None,
        extended: false,
        sort_pool: 15,
        set_types: match kind {
            ModelKind::OneTwoThreeGnn => SetTypes::of(&dataset(), true, 6).unwrap(),
            _ => SetTypes::default(),
        },
        classifier_width: 8,
        dropout: 0.0,
        classes: 2,
    }
}

/// All graphs as a batch of a model, one row for each colour class or for each vertex.
fn input(kind: ModelKind, device: &Device, apart: bool) -> BatchInput {
    let ModelConfig {
        feature_sizes,
        layers,
        sort_pool,
        set_types,
        ..
    } = sizes(kind);
    let statistics = Statistics::default();
    let mut batcher = Batcher::new(dataset().into(), feature_sizes, &statistics, layers as u32);
    if apart {
        batcher.tell_all_apart();
    }
    if kind == ModelKind::PatchySan {
        batcher = batcher.with_receptive_fields(sort_pool).unwrap();
    }
    if kind == ModelKind::OneTwoThreeGnn {
        batcher = batcher.with_vertex_sets(&set_types, 6).unwrap();
    }
    BatchInput::new(batcher.batch(&[0, 1, 2, 3, 4, 5]), device)
}

fn model(kind: ModelKind, device: &Device) -> Model {
    let rng = &mut ChaCha8Rng::seed_from_u64(3);
    Model::new(&sizes(kind), rng, &device.clone().autodiff())
}

#[test]
fn a_row_for_each_colour_class_gives_the_scores_of_a_row_for_each_vertex() {
    for kind in MODELS {
        let mut found = Vec::new();
        for (_, device) in devices() {
            for apart in [false, true] {
                let input = input(kind, &device, apart);
                assert_eq!(input.layers[0].number == input.vertices, apart);
                let forward = block_on(model(kind, &device).valid().forward(&input));
                found.push(values(forward.logits));
            }
        }
        for other in &found[1..] {
            assert_close(&format!("{kind:?}"), other, &found[0], 1e-5);
        }
    }
}

#[test]
fn gradients_match_finite_differences() {
    let device = Device::flex();
    let classes = ints(&[0, 1, 0, 1, 0, 1], &device);
    for kind in MODELS {
        let input = input(kind, &device, false);
        let loss = |model: &Model| cross_entropy(block_on(model.forward(&input)).logits, &classes);
        assert_gradients(&model(kind, &device), loss);
    }
}
