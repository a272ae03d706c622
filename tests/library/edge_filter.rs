//! Learned values of edges in the filters of GFL.

use std::{collections::BTreeMap, sync::Arc};

use burn::prelude::*;
use pollster::block_on;
use rand::SeedableRng;
use rand_chacha::ChaCha8Rng;
use sublevel::{
    config::{
        BarWeight, CoordinateFunction, EdgeFilter, Features, ModelKind, ReadoutBarcodes, Ties,
        TopologyLayer, TrainingConfig,
    },
    graph::{
        Graph, Statistics,
        batch::{Batcher, FeatureSizes, SetTypes},
        generate,
    },
    homology::{
        self, NONE,
        barcode::{Barcode, Barcodes},
        filtration::Filtration,
    },
    model::{BatchInput, Model, ModelConfig},
    ops::cross_entropy,
    session::{DatasetId, RunId, Session, View, Weights},
    training::Subject,
};

use crate::common::{assert_close, ints, values};
use crate::finite_differences::assert_gradients;
use crate::trained::{trained, trained_on};

fn config() -> TrainingConfig {
    TrainingConfig {
        edge_filter: EdgeFilter::Learned,
        features: Features::Label,
        filters: 2,
        width: 16,
        hats: 8,
        epochs: 10,
        ..TrainingConfig::default()
    }
}

/// The graph with a vertex on every edge.
fn halves(graph: &Graph) -> Vec<[u32; 2]> {
    let middles = (graph.vertices..).zip(&graph.edges);
    let halves = middles.flat_map(|(middle, ends)| ends.map(|end| [end, middle]));
    halves.collect()
}

/// Birth, death and number of the bars of positive length, sorted.
fn lengths(barcode: &Barcode) -> [Vec<[u32; 2]>; 3] {
    let bits = |value: f32| value.to_bits();
    let finite = barcode
        .h0
        .iter()
        .map(|bar| [bar.birth, bar.death].map(bits));
    let births = barcode.h0_essential.iter().map(|bar| [bits(bar.birth), 1]);
    let loops = barcode.h1_essential.iter().map(|bar| [bits(bar.birth), 1]);
    let mut lists = [finite.collect(), births.collect(), loops.collect()];
    lists
        .iter_mut()
        .for_each(|list: &mut Vec<_>| list.sort_unstable());
    lists
}

/// Runs on labelled molecules with few equal edges, and on generated graphs with many.
fn runs() -> [(Features, (Session, DatasetId, RunId)); 2] {
    let degrees = TrainingConfig {
        features: Features::Degree,
        ..config()
    };
    let loops = generate::generate("one-loop-or-several", 0).unwrap();
    [
        (config().features, trained("MUTAG", config(), 20)),
        (degrees.features, trained_on(loops, degrees, 20)),
    ]
}

/// The colour of each vertex after the rounds of colour refinement of the model, from its label or degree.
fn colours(graph: &Graph, features: Features) -> Vec<u32> {
    let mut colours = match features {
        Features::Label => graph.vertex_labels.clone(),
        _ => graph.degrees(),
    };
    for _ in 0..config().layers {
        let mut around: Vec<_> = colours.iter().map(|&own| (own, vec![])).collect();
        for &[u, v] in &graph.edges {
            around[u as usize].1.push(colours[v as usize]);
            around[v as usize].1.push(colours[u as usize]);
        }
        around.iter_mut().for_each(|(_, colours)| colours.sort());
        let mut all = around.clone();
        all.sort();
        all.dedup();
        let place = |one| all.binary_search(one).unwrap() as u32;
        colours = around.iter().map(place).collect();
    }
    colours
}

/// The sublevel filtration is that of an edge filter. Both filters have their own values of edges, and classes of edges have equal ones.
#[test]
fn the_sublevel_barcode_is_that_of_the_values_of_the_edges() {
    for (features, (mut session, data, run)) in runs() {
        let mut seen = Vec::new();
        for view in 0..2 {
            let asked = View {
                weights: Weights::Now,
                filter: view,
            };
            let (mut all, mut repeated) = (Vec::new(), 0);
            for index in 0..100 {
                let graph = session.graph(data, index).unwrap().0.clone();
                let inspection =
                    block_on(session.inspect(run, asked, &Subject::Index(index))).unwrap();
                let (of_vertices, of_edges) = inspection.filter.split_at(graph.vertices as usize);
                assert_eq!(of_edges.len(), graph.edges.len());
                let colours = colours(&graph, features);
                let mut classes = BTreeMap::new();
                for (&ends, &value) in graph.edges.iter().zip(of_edges) {
                    let [u, v] = ends.map(|end| of_vertices[end as usize]);
                    let greater = u.max(v);
                    assert!((greater..=1.0).contains(&value), "{value} at {greater}");
                    let mut class = ends.map(|end| colours[end as usize]);
                    class.sort();
                    if let Some(other) = classes.insert(class, value) {
                        assert_eq!(
                            value.to_bits(),
                            other.to_bits(),
                            "{features:?}, graph {index}"
                        );
                        repeated += 1;
                    }
                }
                assert_eq!(
                    inspection.persistence,
                    homology::persistence(&halves(&graph), &inspection.filter)
                );
                let subdivided = Barcodes::new(&inspection.persistence, &inspection.filter, false);
                let expected = Filtration {
                    edges: &graph.edges,
                    filter: of_vertices,
                    edge_filter: Some(of_edges),
                    cliques: false,
                };
                let expected = expected.barcodes(false).unwrap();
                assert_eq!(
                    lengths(&subdivided.sublevel),
                    lengths(&expected.sublevel),
                    "{features:?}, graph {index}"
                );
                all.extend(of_edges.to_vec());
            }
            assert!(repeated > 20, "{features:?}: {repeated} edges");
            seen.push(all);
        }
        assert_ne!(seen[0], seen[1]);
        seen[0].sort_unstable_by(f32::total_cmp);
        seen[0].dedup();
        assert!(seen[0].len() > 5, "{features:?}: {}", seen[0].len());
    }
}

/// The bars and contributions of an explanation name vertices and edges, and the contributions add up to the scores.
#[test]
fn contributions_add_up_to_the_scores() {
    for (extended, readout) in READOUTS {
        let config = TrainingConfig {
            extended,
            readout,
            ..config()
        };
        let (session, data, run) = trained("MUTAG", config, 20);
        let mut session = session;
        let graph = session.graph(data, 77).unwrap().0.clone();
        let (inspection, hats, explanation) =
            block_on(session.explain(run, Weights::Now, &Subject::Index(77))).unwrap();
        let explanation = explanation.expect("the model reads barcodes");
        assert!(!hats.is_empty());
        let cells = graph.vertices + graph.edges.len() as u32;
        let ends = explanation
            .bars
            .iter()
            .flat_map(|bar| [bar.birth, bar.death]);
        let ends: Vec<u32> = ends.filter(|&end| end != NONE).collect();
        assert!(ends.iter().all(|&end| end < cells));
        assert!(ends.iter().any(|&end| end >= graph.vertices));
        for class in 0..2 {
            let rows = explanation.contributions.chunks_exact(2);
            let sum: f32 = rows.map(|row| row[class]).sum();
            let total = f64::from(sum + explanation.others[class]) + explanation.bias[class];
            assert!((total - inspection.logits[class]).abs() < 1e-3);
        }
    }
}

const READOUTS: [(bool, ReadoutBarcodes); 3] = [
    (false, ReadoutBarcodes::Gfl),
    (true, ReadoutBarcodes::Gfl),
    (false, ReadoutBarcodes::Extended),
];

/// A model, and a batch with graphs of several sizes, two of them without edges.
fn model_and_batch(
    extended: bool,
    readout: ReadoutBarcodes,
    device: &Device,
) -> (Model, BatchInput, Tensor<1, Int>) {
    let mut dataset = generate::generate("one-loop-or-several", 0).unwrap();
    for (graph, vertices) in dataset.graphs.iter_mut().zip([0, 3]) {
        *graph = Graph {
            vertices,
            ..Graph::default()
        };
    }
    let feature_sizes = FeatureSizes {
        degrees: dataset.max_degree() as usize + 1,
        ..FeatureSizes::default()
    };
    let config = ModelConfig {
        kind: ModelKind::Gfl,
        layers: 2,
        topology_layer: TopologyLayer::None,
        features: Features::Degree,
        feature_sizes,
        width: 8,
        filters: 2,
        edge_filter: EdgeFilter::Learned,
        readout,
        hats: 4,
        hat: CoordinateFunction::Rational,
        bar_weight: BarWeight::None,
        extended,
        sort_pool: 1,
        set_types: SetTypes::default(),
        classifier_width: 8,
        dropout: 0.0,
        classes: 2,
    };
    let all: Vec<u32> = (0..12).collect();
    let dataset = Arc::new(dataset);
    let batcher = Batcher::new(dataset.clone(), feature_sizes, &Statistics::default(), 2);
    let batch = batcher.batch(&all);
    let classes: Vec<i32> = batch
        .members
        .iter()
        .map(|&i| dataset.classes[i as usize] as i32)
        .collect();
    let input = BatchInput::new(batch, device);
    let model = Model::new(
        &config,
        &mut ChaCha8Rng::seed_from_u64(3),
        &device.clone().autodiff(),
    );
    (model, input, ints(&classes, device))
}

#[test]
fn gradients_match_finite_differences() {
    for (extended, readout) in READOUTS {
        let (model, input, classes) = model_and_batch(extended, readout, &Device::flex());
        let loss = |model: &Model| cross_entropy(block_on(model.forward(&input)).logits, &classes);
        assert_gradients(&model, loss);
    }
}

/// If no edge is above its ends, the edges change nothing: the model is that of the paper.
#[test]
fn without_a_rise_the_model_is_that_of_the_paper() {
    for (extended, readout) in READOUTS {
        let (Model::Gfl(learned), input, _) = model_and_batch(extended, readout, &Device::flex())
        else {
            panic!("a model with filters");
        };
        let mut paper = learned.clone();
        paper.filter.edges = None;
        let mut flat = learned.clone();
        let edges = flat.filter.edges.as_mut().unwrap();
        let bias = edges.second.bias.take().unwrap();
        edges.second.bias = Some(bias.map(|bias| bias - 1e4));
        let logits = |model| values(block_on(Model::Gfl(model).forward(&input)).logits);
        let expected = logits(paper);
        assert_close("logits", &logits(flat), &expected, 1e-5);
        let others = logits(learned);
        let pairs = others.iter().zip(&expected);
        assert!(pairs.map(|(a, b)| (a - b).abs()).fold(0.0, f32::max) > 1e-3);
    }
}

/// With equal parts for ties, the mean is over equal values of vertices and edges of the graph.
#[test]
fn a_run_trains_with_every_rule_for_ties() {
    for ties in Ties::ALL {
        let (mut session, _, run) = trained("MUTAG", TrainingConfig { ties, ..config() }, 20);
        let inspection = block_on(session.inspect(run, Weights::Now, &Subject::Index(0))).unwrap();
        assert!(
            inspection.logits.iter().all(|score| score.is_finite()),
            "{ties:?}"
        );
    }
}
