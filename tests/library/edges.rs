//! Features of edges: their effect on messages, their gradients, and invariance to the numbering of vertices.

use std::sync::Arc;

use crate::common::{assert_close, devices, floats, values};
use burn::{
    module::{Module, Param},
    prelude::*,
};
use rand::{Rng, RngExt, SeedableRng, seq::SliceRandom};
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
    model::{BatchInput, Model, ModelConfig, edge_features::EdgeFeatures, initial::Initial},
};

const COLUMNS: usize = 5;
const LABELS: usize = 3;
const ATTRIBUTES: usize = 2;

/// A graph with random labels and attributes of vertices and edges.
fn random_graph(vertices: u32, edges: u32, rng: &mut impl Rng) -> Graph {
    let ends = (0..edges).map(|_| [0; 2].map(|_| rng.random_range(0..vertices)));
    let graph = Graph::new(vertices, ends.collect::<Vec<_>>());
    let edges = graph.edges.len();
    Graph {
        vertex_labels: (0..vertices).map(|_| rng.random_range(0..2)).collect(),
        edge_labels: (0..edges)
            .map(|_| rng.random_range(0..LABELS as u32))
            .collect(),
        edge_attributes: (0..ATTRIBUTES * edges).map(|_| rng.random()).collect(),
        ..graph
    }
}

fn dataset(graphs: Vec<Graph>) -> Dataset {
    Dataset {
        classes: vec![0; graphs.len()],
        graphs,
        vertex_label_names: vec!["a".into(), "b".into()],
        edge_label_names: vec!["x".into(), "y".into(), "z".into()],
        edge_attributes: ATTRIBUTES as u32,
        ..Dataset::default()
    }
}

/// Either labels or attributes of edges.
fn feature_sizes(by_label: bool) -> FeatureSizes {
    let (edge_labels, edge_attributes) = if by_label {
        (LABELS, 0)
    } else {
        (0, ATTRIBUTES)
    };
    FeatureSizes {
        labels: 2,
        edge_labels,
        edge_attributes,
        ..FeatureSizes::default()
    }
}

fn config(kind: ModelKind, by_label: bool) -> ModelConfig {
    ModelConfig {
        kind,
        layers: 2,
        topology_layer: TopologyLayer::None,
        features: Features::Label,
        feature_sizes: feature_sizes(by_label),
        width: 8,
        filters: 1,
        edge_filter: EdgeFilter::Max,
        readout: ReadoutBarcodes::Gfl,
        hats: 4,
        hat: CoordinateFunction::Rational,
        bar_weight: BarWeight::None,
        extended: false,
        sort_pool: 3,
        set_types: SetTypes::default(),
        classifier_width: 8,
        dropout: 0.0,
        classes: 2,
    }
}

fn input(
    dataset: &Dataset,
    feature_sizes: FeatureSizes,
    layers: u32,
    device: &Device,
) -> BatchInput {
    let all: Vec<u32> = (0..dataset.graphs.len() as u32).collect();
    let statistics = Statistics::new(dataset, &all, feature_sizes, None).unwrap();
    let batcher = Batcher::new(
        Arc::new(dataset.clone()),
        feature_sizes,
        &statistics,
        layers,
    );
    BatchInput::new(batcher.batch(&all), device)
}

/// Rows of mean 0 and deviation 1, as [`Statistics`] of the graph itself give them.
fn standardised(graph: &Graph) -> Vec<f64> {
    let rows = graph.edge_attributes.len() / ATTRIBUTES;
    let mut standard: Vec<f64> = graph.edge_attributes.iter().map(|&x| x.into()).collect();
    for column in 0..ATTRIBUTES {
        let numbers: Vec<f64> = standard
            .iter()
            .skip(column)
            .step_by(ATTRIBUTES)
            .copied()
            .collect();
        let mean = numbers.iter().sum::<f64>() / rows as f64;
        let variance = numbers.iter().map(|x| (x - mean).powi(2)).sum::<f64>() / rows as f64;
        for row in 0..rows {
            let x = &mut standard[row * ATTRIBUTES + column];
            *x = (*x - mean) / variance.sqrt();
        }
    }
    standard
}

/// `Σ max(0, x_u + e_uv)`, edge by edge, with the rows of `table` for labels, or `weight` (its columns one after the
/// other) and `bias` for attributes.
fn messages(graph: &Graph, x: &[f64], by_label: bool, table: &[f64], bias: &[f64]) -> Vec<f64> {
    let attributes = standardised(graph);
    let mut sums = vec![0.0; x.len()];
    for (edge, &[u, v]) in graph.edges.iter().enumerate() {
        for [from, to] in [[u, v], [v, u]] {
            for column in 0..COLUMNS {
                let own = if by_label {
                    table[graph.edge_labels[edge] as usize * COLUMNS + column]
                } else {
                    let row = &attributes[edge * ATTRIBUTES..][..ATTRIBUTES];
                    let weights = table.iter().skip(column).step_by(COLUMNS);
                    bias[column] + row.iter().zip(weights).map(|(a, w)| a * w).sum::<f64>()
                };
                let sent = x[from as usize * COLUMNS + column] + own;
                sums[to as usize * COLUMNS + column] += sent.max(0.0);
            }
        }
    }
    sums
}

/// How `loss` grows with each of these numbers, by central differences. The loss is piecewise linear, so these are exact
/// but for rounding, unless a kink is nearer than the step.
fn slopes(at: &[f64], loss: impl Fn(&[f64]) -> f64) -> Vec<f32> {
    const STEP: f64 = 1e-6;
    let mut near = at.to_vec();
    (0..at.len())
        .map(|i| {
            near[i] = at[i] + STEP;
            let above = loss(&near);
            near[i] = at[i] - STEP;
            let below = loss(&near);
            near[i] = at[i];
            ((above - below) / (2.0 * STEP)) as f32
        })
        .collect()
}

#[test]
fn messages_and_their_gradients_follow_the_formula() {
    let rng = &mut ChaCha8Rng::seed_from_u64(1);
    let mut graph = random_graph(20, 40, rng);
    // Each vertex has a separate colour, whose number is that of the vertex.
    graph.vertex_labels = (0..20).collect();
    let data = dataset(vec![graph.clone()]);
    let x: Vec<f32> = (0..20 * COLUMNS)
        .map(|_| rng.random_range(-1.0..1.0))
        .collect();
    let share: Vec<f32> = (0..20 * COLUMNS)
        .map(|_| rng.random_range(-1.0..1.0))
        .collect();
    let wide = |numbers: &[f32]| -> Vec<f64> { numbers.iter().map(|&x| x.into()).collect() };
    let share64 = wide(&share);
    let total = |sums: Vec<f64>| sums.iter().zip(&share64).map(|(a, b)| a * b).sum::<f64>();
    for (engine, device) in devices() {
        let autodiff = device.clone().autodiff();
        for by_label in [true, false] {
            let name = format!("{engine}, labels: {by_label}");
            let vertices = FeatureSizes {
                labels: 20,
                ..feature_sizes(by_label)
            };
            let input = input(&data, vertices, 1, &device);
            assert_eq!([input.layers[0].number, input.last().number], [20, 20]);
            let edge_messages = input
                .last()
                .messages
                .as_ref()
                .unwrap()
                .edge_messages
                .as_ref();
            let initial = &mut Initial {
                rng: &mut ChaCha8Rng::seed_from_u64(2),
                device: &autodiff,
                xavier: true,
            };
            let config = config(ModelKind::Gfl, by_label);
            let edges = EdgeFeatures::new(COLUMNS, &config, initial).unwrap();
            let given = floats(x.clone(), [20, COLUMNS], &autodiff).require_grad();
            let output = edges.messages(given.clone(), edge_messages.unwrap());

            let parameter = |param: &Param<Tensor<2>>| wide(&values(param.val()));
            let table = match (&edges.label, &edges.attributes) {
                (Some(table), None) => parameter(table),
                (None, Some(layer)) => parameter(&layer.weight),
                _ => panic!("{name}: one of the two"),
            };
            let bias = match &edges.attributes {
                Some(layer) => wide(&values(layer.bias.as_ref().unwrap().val())),
                None => Vec::new(),
            };
            let x64 = wide(&x);
            let expected = messages(&graph, &x64, by_label, &table, &bias);
            let expected: Vec<f32> = expected.iter().map(|&x| x as f32).collect();
            assert_close(&name, &values(output.clone()), &expected, 1e-4);

            let share = floats(share.clone(), [20, COLUMNS], &autodiff);
            let gradients = (output * share).sum().backward();
            let found = values(given.grad(&gradients).unwrap());
            let expected = slopes(&x64, |x| {
                total(messages(&graph, x, by_label, &table, &bias))
            });
            assert_close(&format!("{name}: x"), &found, &expected, 1e-4);
            let weights = match &edges.attributes {
                Some(layer) => layer.weight.val(),
                None => edges.label.as_ref().unwrap().val(),
            };
            let found = values(weights.grad(&gradients).unwrap());
            let expected = slopes(&table, |table| {
                total(messages(&graph, &x64, by_label, table, &bias))
            });
            assert_close(&format!("{name}: weights"), &found, &expected, 1e-3);
            if let Some(layer) = &edges.attributes {
                let bias_param = layer.bias.as_ref().unwrap().val();
                let found = values(bias_param.grad(&gradients).unwrap());
                let expected = slopes(&bias, |bias| {
                    total(messages(&graph, &x64, by_label, &table, bias))
                });
                assert_close(&format!("{name}: bias"), &found, &expected, 1e-3);
            }
        }
    }
}

/// The same graph with permuted vertices.
fn renumbered(graph: &Graph, rng: &mut impl Rng) -> Graph {
    let mut number: Vec<u32> = (0..graph.vertices).collect();
    number.shuffle(rng);
    let mut vertex_labels = vec![0; number.len()];
    for (old, &new) in number.iter().enumerate() {
        vertex_labels[new as usize] = graph.vertex_labels[old];
    }
    let mut edges: Vec<([u32; 2], usize)> = (graph.edges.iter().enumerate())
        .map(|(index, ends)| {
            let mut ends = ends.map(|v| number[v as usize]);
            ends.sort_unstable();
            (ends, index)
        })
        .collect();
    edges.sort_unstable();
    let attributes = |edge: usize| &graph.edge_attributes[edge * ATTRIBUTES..][..ATTRIBUTES];
    Graph {
        vertices: graph.vertices,
        edges: edges.iter().map(|(ends, _)| *ends).collect(),
        vertex_labels,
        edge_labels: edges.iter().map(|&(_, i)| graph.edge_labels[i]).collect(),
        edge_attributes: edges
            .iter()
            .flat_map(|&(_, i)| attributes(i))
            .copied()
            .collect(),
        ..Graph::default()
    }
}

#[test]
fn models_ignore_the_numbering_of_vertices_and_use_the_edges() {
    let rng = &mut ChaCha8Rng::seed_from_u64(4);
    let graph = random_graph(12, 18, rng);
    let other = Graph {
        edge_labels: graph
            .edge_labels
            .iter()
            .map(|l| (l + 1) % LABELS as u32)
            .collect(),
        edge_attributes: graph.edge_attributes.iter().rev().copied().collect(),
        ..graph.clone()
    };
    let data = dataset(vec![graph.clone(), renumbered(&graph, rng), other]);
    let mut logits = Vec::new();
    for (engine, device) in devices() {
        for kind in [ModelKind::Gfl, ModelKind::Sum, ModelKind::SortPool] {
            for by_label in [true, false] {
                let config = config(kind, by_label);
                let input = input(&data, config.feature_sizes, config.layers as u32, &device);
                let rng = &mut ChaCha8Rng::seed_from_u64(5);
                let model = Model::new(&config, rng, &device.clone().autodiff()).valid();
                let found = values(pollster::block_on(model.forward(&input)).logits);
                let name = format!("{engine}, {kind:?}, labels: {by_label}");
                assert_close(&name, &found[..2], &found[2..4], 1e-4);
                let difference = (found[0] - found[4]).abs();
                assert!(difference > 1e-4, "{name}: {found:?}");
                logits.push(found);
            }
        }
    }
    let (cpu, gpu) = logits.split_at(logits.len() / devices().len());
    for (cpu, gpu) in cpu.iter().zip(gpu) {
        assert_close("CPU and WGSL", gpu, cpu, 1e-3);
    }
}

#[test]
fn colours_distinguish_edge_labels() {
    let path = |edge_labels: [u32; 3]| Graph {
        edge_labels: edge_labels.into(),
        vertex_labels: vec![0; 4],
        ..Graph::new(4, [[0, 1], [1, 2], [2, 3]])
    };
    let data = dataset(vec![path([0, 0, 0]), path([0, 1, 0])]);
    let colours = |layers, feature_sizes| {
        let statistics = Statistics::default();
        let batch =
            Batcher::new(Arc::new(data.clone()), feature_sizes, &statistics, layers).batch(&[0, 1]);
        (
            batch.colour_of,
            batch.layers[layers as usize].edge_label_rows.clone(),
        )
    };
    let plain = FeatureSizes {
        edge_labels: 0,
        ..feature_sizes(true)
    };
    assert_eq!(colours(1, plain), (vec![0, 1, 1, 0, 0, 1, 1, 0], vec![]));
    let (of, rows) = colours(1, feature_sizes(true));
    assert_eq!(of, [0, 1, 1, 0, 0, 2, 2, 0]);
    assert_eq!(rows, [0, 0, 0, 0, 1]);
    let (of, _) = colours(2, feature_sizes(true));
    assert_eq!(of, [0, 1, 1, 0, 2, 3, 3, 2]);
}

#[test]
fn a_batch_without_edges_has_no_messages() {
    for (engine, device) in devices() {
        for graphs in [
            vec![Graph::default()],
            vec![random_graph(3, 0, &mut ChaCha8Rng::seed_from_u64(0))],
        ] {
            let data = dataset(graphs);
            for by_label in [true, false] {
                let config = config(ModelKind::Gfl, by_label);
                let input = input(&data, config.feature_sizes, 2, &device);
                let rng = &mut ChaCha8Rng::seed_from_u64(6);
                let model = Model::new(&config, rng, &device.clone().autodiff());
                let logits = pollster::block_on(model.forward(&input)).logits;
                let found = values(logits);
                assert!(found.iter().all(|x| x.is_finite()), "{engine}: {found:?}");
            }
        }
    }
}
