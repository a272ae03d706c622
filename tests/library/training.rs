//! Training runs from the view of a user: learning, reproducibility, stopping and rejection.

use std::sync::Arc;

#[cfg(feature = "gpu")]
use crate::common::gpu;
use burn::{
    module::{Module, Param},
    optim::GradientsParams,
    tensor::Device,
};
use rand::{RngExt, SeedableRng, seq::SliceRandom};
use rand_chacha::ChaCha8Rng;
use sublevel::{
    config::{
        BarWeight, CoordinateFunction, EdgeFeatures, EdgeFilter, Features, ModelKind,
        ReadoutBarcodes, Ties, TopologyLayer, TrainingConfig,
    },
    graph::{
        Cells, Dataset, Graph, Statistics, Task,
        batch::{Batcher, FeatureSizes, SetTypes},
        filters::Filter,
        folds, generate,
    },
    model::{BatchInput, Model, ModelConfig},
    ops::cross_entropy,
    protocol::TrainingReport,
    training::{Adam, Trainer},
};

fn config() -> TrainingConfig {
    TrainingConfig {
        width: 16,
        hats: 20,
        epochs: 6,
        ..TrainingConfig::default()
    }
}

fn trainer(dataset: &Arc<Dataset>, config: TrainingConfig, device: &Device) -> Trainer {
    let folds = folds::stratified_folds(&dataset.classes, config.folds, 0).unwrap();
    let split = folds.split(config.fold, config.validation).unwrap();
    Trainer::new(dataset.clone(), split, config, device.clone()).unwrap()
}

fn generated(id: &str) -> Arc<Dataset> {
    Arc::new(generate::generate(id, 0).unwrap())
}

fn train(trainer: &mut Trainer, steps: u32) -> TrainingReport {
    pollster::block_on(trainer.train(steps))
}

/// The test metric is the median over the epochs of three seeds. The loss of a small model jumps in single epochs, and these depend
/// on the rounding of the processor. The model has one layer, so filters that need more rounds are left out.
#[test]
fn every_generated_data_set_is_learned_on_the_cpu() {
    let is_learned = |one: &&generate::Generator| one.rounds.is_some_and(|rounds| rounds <= 1);
    for generator in generate::GENERATORS.iter().filter(is_learned) {
        let id = generator.id;
        let dataset = generated(id);
        let features = dataset.summary().features[0];
        let (mut metrics, mut baseline) = (Vec::new(), 0.0);
        for seed in 0..3 {
            let config = TrainingConfig {
                features,
                seed,
                epochs: 25,
                ..config()
            };
            let mut trainer = trainer(&dataset, config, &Device::flex());
            baseline = trainer.summary().baseline;
            let report = train(&mut trainer, u32::MAX);
            assert!(report.finished);
            let (first, last) = (&report.epochs[0], report.epochs.last().unwrap());
            assert!(
                last.train_loss < first.train_loss,
                "{id}: {first:?}, {last:?}"
            );
            metrics.extend(report.epochs.iter().map(|epoch| epoch.test_metric));
        }
        metrics.sort_unstable_by(f32::total_cmp);
        let median = metrics[metrics.len() / 2];
        let is_learned = match dataset.task() {
            Task::Classification => median > baseline + 0.2,
            Task::Regression => median < 0.3 * baseline,
        };
        assert!(is_learned, "{id}: {median}, baseline {baseline}");
    }
}

/// The number of components is the number of essential bars. The colours of the vertices around a cycle do not contain it, and their
/// numbers hardly. The error is the median of ten epochs, because the loss of a small model jumps in single epochs.
#[test]
fn bars_count_cycles_better_than_sums() {
    let dataset = generated("number-of-cycles");
    let error = |model| {
        let config = TrainingConfig {
            model,
            features: Features::Degree,
            epochs: 25,
            ..config()
        };
        let mut trainer = trainer(&dataset, config, &Device::flex());
        let report = train(&mut trainer, u32::MAX);
        let last = report.epochs.iter().rev().take(10);
        let mut errors: Vec<f32> = last.map(|epoch| epoch.test_metric).collect();
        errors.sort_unstable_by(f32::total_cmp);
        errors[5] / trainer.summary().baseline
    };
    let [bars, sums] = [ModelKind::Gfl, ModelKind::Sum].map(error);
    assert!(bars < 0.4 && sums > 0.6, "{bars}, {sums}");
}

/// Sizes of a small model.
fn sizes(kind: ModelKind, feature_sizes: FeatureSizes) -> ModelConfig {
    ModelConfig {
        kind,
        layers: 1,
        topology_layer: TopologyLayer::None,
        features: Features::Degree,
        feature_sizes,
        width: 16,
        filters: 1,
        edge_filter: EdgeFilter::Max,
        readout: ReadoutBarcodes::Gfl,
        hats: 20,
        hat: CoordinateFunction::Rational,
        bar_weight: BarWeight::None,
        extended: false,
        sort_pool: 1,
        set_types: SetTypes::default(),
        classifier_width: 16,
        dropout: kind.dropout(),
        classes: 2,
    }
}

/// Accuracy on the test part after 25 epochs. The filter is constant at first; its weights change only if it is not `frozen`.
fn accuracy_of_gfl(dataset: &Arc<Dataset>, seed: u64, frozen: bool) -> f32 {
    let device = Device::flex();
    let feature_sizes = FeatureSizes {
        degrees: dataset.max_degree() as usize + 1,
        ..FeatureSizes::default()
    };
    let rng = &mut ChaCha8Rng::seed_from_u64(seed);
    let sizes = sizes(ModelKind::Gfl, feature_sizes);
    let mut model = Model::new(&sizes, rng, &device.clone().autodiff());
    if let Model::Gfl(gfl) = &mut model {
        let last = &mut gfl.filter.perceptron.second.weight;
        *last = Param::from_tensor(last.val().zeros_like());
    }
    let batcher = Batcher::new(dataset.clone(), feature_sizes, &Statistics::default(), 1);
    let inputs = |graphs: &[u32]| -> Vec<BatchInput> {
        let batches = graphs.chunks(32);
        batches
            .map(|graphs| BatchInput::new(batcher.batch(graphs), &device))
            .collect()
    };
    let folds = folds::stratified_folds(&dataset.classes, 5, 0).unwrap();
    let split = folds.split(1, false).unwrap();
    let mut order = split.train;
    let mut optimizer = Adam::new(1e-5);
    for _ in 0..25 {
        order.shuffle(rng);
        for input in inputs(&order) {
            let logits = pollster::block_on(model.forward(&input)).logits;
            let mut gradients = cross_entropy(logits, &input.classes).backward();
            let gradients = match &model {
                Model::Gfl(gfl) if frozen => {
                    GradientsParams::from_module(&mut gradients, &gfl.head)
                }
                model => GradientsParams::from_grads(gradients, model),
            };
            model = optimizer.step(0.01, model, gradients);
        }
    }
    let model = model.valid();
    let mut right = 0;
    for input in inputs(&split.test) {
        let logits = crate::common::values(pollster::block_on(model.forward(&input)).logits);
        let classes: Vec<i32> = input.classes.into_data().try_to_vec().unwrap();
        let rows = logits.chunks_exact(2).zip(classes);
        right += rows
            .filter(|(row, class)| i32::from(row[1] > row[0]) == *class)
            .count();
    }
    right as f32 / split.test.len() as f32
}

/// Accuracy of a model on the test part of a fold after 25 epochs.
fn accuracy_of(dataset: &Arc<Dataset>, model: ModelKind, seed: u32) -> f32 {
    let config = TrainingConfig {
        model,
        seed,
        epochs: 25,
        folds: 5,
        ..config()
    };
    let mut trainer = trainer(dataset, config, &Device::flex());
    let report = train(&mut trainer, u32::MAX);
    report.epochs.last().unwrap().test_metric
}

/// The median of the seeds 0 to 4, because a run can stay at its initial filter.
fn median(accuracy: impl Fn(u32) -> f32) -> f32 {
    let mut all: Vec<f32> = (0..5).map(accuracy).collect();
    all.sort_by(f32::total_cmp);
    all[2]
}

/// The classes of this data set differ in the order of their vertices only. A constant filter has no order, and a sum over the
/// vertices ignores it.
#[test]
fn a_learned_filter_separates_classes_that_the_sum_cannot() {
    let dataset = generated("one-loop-or-several");
    let learned = median(|seed| accuracy_of_gfl(&dataset, seed.into(), false));
    assert!(learned > 0.9, "from a constant filter: {learned}");
    let gfl = median(|seed| accuracy_of(&dataset, ModelKind::Gfl, seed));
    assert!(gfl > 0.9, "GFL: {gfl}");
    for seed in 0..5 {
        let frozen = accuracy_of_gfl(&dataset, seed.into(), true);
        assert!(frozen < 0.65, "seed {seed}, constant filter: {frozen}");
        let sum = accuracy_of(&dataset, ModelKind::Sum, seed);
        assert!(sum < 0.65, "seed {seed}, SUM: {sum}");
    }
}

#[test]
fn every_model_learns_with_any_number_of_layers() {
    let dataset = generated(generate::GENERATORS[0].id);
    for model in ModelKind::ALL {
        for layers in [1, 5] {
            if layers > 1 && !model.has_layers() {
                continue;
            }
            let config = TrainingConfig {
                model,
                layers,
                ..config()
            };
            let mut trainer = trainer(&dataset, config, &Device::flex());
            let report = train(&mut trainer, u32::MAX);
            let (first, last) = (&report.epochs[0], report.epochs.last().unwrap());
            assert!(
                report.finished && last.train_loss < first.train_loss,
                "{model:?}, {layers} layers: {first:?}, {last:?}"
            );
            let inspection = pollster::block_on(trainer.inspect(0));
            let has_filter = matches!(model, ModelKind::Gfl | ModelKind::PhOnly);
            assert_eq!(inspection.filter.is_empty(), !has_filter, "{model:?}");
            assert_eq!(inspection.logits.len(), dataset.class_names.len());
        }
    }
}

#[test]
fn models_learn_with_every_fixed_filter() {
    let generated = generated(generate::GENERATORS[0].id);
    let labelled = |graph: &Graph| Graph {
        vertex_labels: graph.degrees().iter().map(|d| d % 2).collect(),
        ..graph.clone()
    };
    let dataset = Arc::new(Dataset {
        graphs: generated.graphs.iter().map(labelled).collect(),
        vertex_label_names: vec!["0".into(), "1".into()],
        ..(*generated).clone()
    });
    for word in Filter::ids().chain(["attribute:label"]) {
        let config = TrainingConfig {
            model: ModelKind::PhOnly,
            fixed_filter: word.parse().unwrap(),
            ..config()
        };
        let filter = config.fixed_filter.clone();
        let mut trainer = trainer(&dataset, config, &Device::flex());
        let training = trainer.split().train.iter();
        let training = training.map(|&graph| &dataset.graphs[graph as usize]);
        let range = filter.range(&dataset, training).unwrap();
        let expected = filter.values(&dataset, range).unwrap();
        let report = train(&mut trainer, u32::MAX);
        let (first, last) = (&report.epochs[0], report.epochs.last().unwrap());
        assert!(
            report.finished && last.train_loss < first.train_loss,
            "{word}: {first:?}, {last:?}"
        );
        let before = dataset.graphs[..7].iter();
        let start = before.map(|graph| graph.vertices).sum::<u32>() as usize;
        let found = pollster::block_on(trainer.inspect(7)).filter;
        assert_eq!(found, expected[start..start + found.len()], "{word}");
        assert_eq!(found.len() as u32, dataset.graphs[7].vertices);
    }
}

/// Cycles whose classes differ by their attributes alone: by the second one, which is small beside the first.
fn attributed() -> Arc<Dataset> {
    let mut rng = ChaCha8Rng::seed_from_u64(3);
    let mut graph = |index: u32| {
        let vertices = 4 + index % 3;
        let attributes = (0..vertices).flat_map(|_| {
            let class = (index / 3 % 2) as f32;
            [
                1000.0 + 100.0 * rng.random::<f32>(),
                0.1 * (class + 0.8 * rng.random::<f32>()),
                7.0,
            ]
        });
        Graph {
            vertex_attributes: attributes.collect(),
            vertex_labels: vec![0; vertices as usize],
            ..Graph::new(vertices, (0..vertices).map(|v| [v, (v + 1) % vertices]))
        }
    };
    Arc::new(Dataset {
        name: "attributed".into(),
        graphs: (0..120).map(&mut graph).collect(),
        classes: (0..120).map(|index| index / 3 % 2).collect(),
        class_names: vec!["low".into(), "high".into()],
        targets: Vec::new(),
        vertex_label_names: vec!["all".into()],
        vertex_attributes: 3,
        ..Dataset::default()
    })
}

#[test]
fn models_learn_from_attributes() {
    let dataset = attributed();
    let offered = dataset.summary().features;
    let run = |model: ModelKind, features: Features, epochs: u32, device: &Device| {
        assert!(offered.contains(&features));
        let config = TrainingConfig {
            model,
            features,
            epochs,
            ..config()
        };
        let mut trainer = trainer(&dataset, config, device);
        let report = train(&mut trainer, u32::MAX);
        assert!(report.finished);
        (report, trainer.summary().parameters)
    };
    let models = [
        ModelKind::Gfl,
        ModelKind::Sum,
        ModelKind::SortPool,
        ModelKind::DeepSets,
    ];
    for model in models {
        for features in [
            Features::Attributes,
            Features::DegreeAttributes,
            Features::LabelAttributes,
        ] {
            let (report, _) = run(model, features, 25, &Device::flex());
            let last = report.epochs.last().unwrap();
            assert!(last.test_metric > 0.8, "{model:?}, {features:?}: {last:?}");
        }
        let (blind, parameters) = run(model, Features::Uninformative, 1, &Device::flex());
        let (cpu, with_attributes) = run(model, Features::Attributes, 1, &Device::flex());
        let step = |report: &TrainingReport| report.steps[0].loss;
        #[cfg(feature = "gpu")]
        {
            let (gpu, _) = run(model, Features::Attributes, 1, &gpu());
            assert!(
                (step(&cpu) - step(&gpu)).abs() < 1e-4,
                "{model:?}: {} on the CPU, {} in WGSL",
                step(&cpu),
                step(&gpu)
            );
        }
        assert_ne!(step(&cpu), step(&blind));
        if model == ModelKind::Gfl {
            let (width, columns) = (config().width, dataset.vertex_attributes);
            assert_eq!(with_attributes - parameters, (columns + 1) * width);
        }
    }
}

/// [`attributed`], with attributes of edges, too.
fn attributed_everywhere() -> Dataset {
    let mut dataset = (*attributed()).clone();
    dataset.edge_attributes = 1;
    for graph in &mut dataset.graphs {
        graph.edge_attributes = (graph.vertex_attributes.iter().skip(1).step_by(3))
            .map(|x| 50.0 * x)
            .collect();
    }
    dataset
}

/// Training that takes a number from the data set for standardising or stretching.
fn standardising() -> [TrainingConfig; 5] {
    let fixed = |filter: &str| TrainingConfig {
        model: ModelKind::PhOnly,
        fixed_filter: filter.parse().unwrap(),
        ..config()
    };
    let sum = TrainingConfig {
        model: ModelKind::Sum,
        features: Features::LabelAttributes,
        ..config()
    };
    let [vertices, edges] = [EdgeFeatures::None, EdgeFeatures::Attributes].map(|edges| {
        let features = match edges {
            EdgeFeatures::None => Features::Attributes,
            _ => Features::Label,
        };
        TrainingConfig {
            features,
            edge_features: edges,
            layers: 2,
            ..config()
        }
    });
    [vertices, edges, sum, fixed("attribute:2"), fixed("core")]
}

#[test]
fn attributes_of_test_graphs_do_not_affect_training() {
    let dataset = attributed_everywhere();
    // A graph with ten times the attributes, and all edges that fit.
    let change = |graph: &Graph| {
        let vertices = graph.vertices;
        let pairs = (0..vertices).flat_map(|v| (0..v).map(move |u| [u, v]));
        let complete = Graph::new(vertices, pairs);
        Graph {
            vertex_labels: graph.vertex_labels.clone(),
            vertex_attributes: graph.vertex_attributes.iter().map(|x| 10.0 * x).collect(),
            edge_attributes: (0..complete.edges.len()).map(|e| 3.0 * e as f32).collect(),
            ..complete
        }
    };
    for config in standardising() {
        let run = |changed: &[u32]| {
            let mut dataset = dataset.clone();
            for &graph in changed {
                let graph = &mut dataset.graphs[graph as usize];
                *graph = change(graph);
            }
            let mut trainer = trainer(&Arc::new(dataset), config.clone(), &Device::flex());
            let report = train(&mut trainer, 9);
            (report.steps, trainer.split().clone())
        };
        let name = format!(
            "{:?}, {:?}, {:?}, {:?}",
            config.model, config.features, config.edge_features, config.fixed_filter
        );
        let (expected, split) = run(&[]);
        assert_eq!(expected.len(), 9);
        assert_eq!(run(&split.test).0, expected, "{name}: the test part");
        assert_eq!(run(&split.validation).0, expected, "{name}: the validation");
        assert_ne!(run(&split.train[..1]).0, expected, "{name}: a graph of it");
    }
}

#[test]
fn fixed_filters_of_test_graphs_stay_in_the_range_of_the_training_part() {
    let mut dataset = (*attributed()).clone();
    let folds = folds::stratified_folds(&dataset.classes, 10, 0).unwrap();
    let split = folds.split(1, true).unwrap();
    let second = |graph: &Graph| -> Vec<f32> {
        let rows = graph.vertex_attributes.chunks_exact(3);
        rows.map(|row| row[1]).collect()
    };
    let test = split.test[0];
    let beyond = &mut dataset.graphs[test as usize].vertex_attributes;
    (beyond[1], beyond[4]) = (-1e30, 1e30);
    let training = split
        .train
        .iter()
        .map(|&graph| second(&dataset.graphs[graph as usize]));
    let training: Vec<f64> = training.flatten().map(f64::from).collect();
    let low = training.iter().copied().fold(f64::INFINITY, f64::min);
    let high = training.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    let dataset = Arc::new(dataset);
    let config = TrainingConfig {
        model: ModelKind::PhOnly,
        fixed_filter: "attribute:2".parse().unwrap(),
        ..config()
    };
    let trainer = trainer(&dataset, config, &Device::flex());
    assert_eq!(trainer.split(), &split);
    for graph in [test, split.train[0], split.validation[0]] {
        let found = pollster::block_on(trainer.inspect(graph)).filter;
        let by_hand = second(&dataset.graphs[graph as usize]);
        let by_hand = by_hand.iter().map(|&x| {
            let place = (f64::from(x) - low) / (high - low);
            place.clamp(0.0, 1.0) as f32
        });
        assert_eq!(found, by_hand.collect::<Vec<_>>(), "graph {graph}");
        if graph == test {
            assert_eq!(found[..2], [0.0, 1.0]);
        }
    }
}

#[test]
fn models_learn_from_extended_persistence_on_every_device() {
    let dataset = generated("cycles-and-trees");
    for (engine, device) in crate::common::devices() {
        for (model, bar_weight) in [
            (ModelKind::Gfl, BarWeight::Length),
            (ModelKind::PhOnly, BarWeight::None),
        ] {
            let plain = TrainingConfig {
                model,
                bar_weight,
                epochs: 3,
                ..config()
            };
            let with_loops = TrainingConfig {
                extended: true,
                ..plain.clone()
            };
            let four = TrainingConfig {
                readout: ReadoutBarcodes::Extended,
                ..plain.clone()
            };
            let plain = trainer(&dataset, plain, &device).summary().parameters;
            // A centre in the plane, a radius and 16 weights of the classifier for each hat. Essential bars have one number less.
            let more = 20 * (2 + 1 + 16);
            for (config, more) in [(with_loops, more), (four, more + 2 * 20)] {
                let mut trainer = trainer(&dataset, config, &device);
                assert_eq!(trainer.summary().parameters, plain + more);
                let report = train(&mut trainer, u32::MAX);
                let (first, last) = (&report.epochs[0], report.epochs.last().unwrap());
                assert!(
                    report.finished && last.train_loss < first.train_loss,
                    "{engine}, {model:?}: {first:?}, {last:?}"
                );
            }
        }
    }
}

#[test]
fn models_learn_with_every_coordinate_function_and_weight() {
    let dataset = generated("cycles-and-trees");
    let cpu = Device::flex();
    let hats = CoordinateFunction::ALL.map(|hat| (hat, BarWeight::None));
    let weights = BarWeight::ALL.map(|weight| (CoordinateFunction::Triangle, weight));
    for (hat, bar_weight) in hats.into_iter().chain(weights) {
        let config = TrainingConfig {
            hat,
            bar_weight,
            extended: hat == CoordinateFunction::Line,
            ..config()
        };
        let name = format!("{hat:?}, {bar_weight:?}");
        let mut on_cpu = trainer(&dataset, config.clone(), &cpu);
        let report = train(&mut on_cpu, u32::MAX);
        let (first, last) = (&report.epochs[0], report.epochs.last().unwrap());
        assert!(report.finished, "{name}: {report:?}");
        assert!(
            last.train_loss < 0.9 * first.train_loss,
            "{name}: {first:?}, {last:?}"
        );
        // The second step starts from the result of the first.
        #[cfg(feature = "gpu")]
        {
            let steps = train(&mut trainer(&dataset, config, &gpu()), 2).steps;
            for (cpu, gpu) in report.steps.iter().zip(&steps) {
                assert!(
                    (cpu.loss - gpu.loss).abs() < 1e-3 * cpu.loss,
                    "{name}: {cpu:?}, {gpu:?}"
                );
            }
        }
    }
}

#[test]
fn models_learn_from_edge_features() {
    // Cycles whose classes differ only in their edges: labels mostly alternate, or mostly stay.
    let mut rng = ChaCha8Rng::seed_from_u64(8);
    let mut graph = |index: u32| {
        let edges = 16 + 4 * (index / 2 % 3);
        let ring = Graph::new(edges, (0..edges).map(|v| [v, (v + 1) % edges]));
        let changes = [0.9, 0.1][index as usize % 2];
        let mut label = 0;
        let around: Vec<u32> = (0..edges)
            .map(|_| {
                label ^= u32::from(rng.random_bool(changes));
                label
            })
            .collect();
        let labels = ring.edges.iter().map(|&[u, v]| match v - u {
            1 => around[u as usize],
            _ => around[edges as usize - 1],
        });
        let edge_labels: Vec<u32> = labels.collect();
        let attribute = |&label: &u32| 100.0 + label as f32 + 0.2 * rng.random::<f32>();
        Graph {
            edge_attributes: edge_labels.iter().map(attribute).collect(),
            edge_labels,
            ..ring
        }
    };
    let dataset = Arc::new(Dataset {
        name: "rings".into(),
        graphs: (0..120).map(&mut graph).collect(),
        classes: (0..120).map(|index| index % 2).collect(),
        class_names: vec!["alternating".into(), "staying".into()],
        targets: Vec::new(),
        edge_label_names: vec!["x".into(), "y".into()],
        edge_attributes: 1,
        ..Dataset::default()
    });
    let run = |model, edges| {
        let config = TrainingConfig {
            model,
            edge_features: edges,
            layers: 2,
            epochs: 25,
            ..config()
        };
        let mut trainer = trainer(&dataset, config, &Device::flex());
        let report = train(&mut trainer, u32::MAX);
        assert!(report.finished);
        report.epochs.last().unwrap().train_metric
    };
    for model in [ModelKind::Gfl, ModelKind::Sum, ModelKind::SortPool] {
        let blind = run(model, EdgeFeatures::None);
        assert!(blind < 0.75, "{model:?}: {blind}");
        for edges in [EdgeFeatures::Label, EdgeFeatures::Attributes] {
            let found = run(model, edges);
            assert!(found > 0.95, "{model:?}, {edges:?}: {found}");
        }
    }
}

#[test]
#[cfg(feature = "gpu")]
fn twenty_steps_on_the_gpu_have_the_losses_of_the_cpu() {
    for (id, filters) in [
        ("cycles-and-trees", 1),
        ("one-loop-or-several", 1),
        ("one-loop-or-several", 3),
    ] {
        let dataset = generated(id);
        let results = crate::common::on_each(|_, device| {
            let config = TrainingConfig {
                epochs: 3,
                filters,
                ..config()
            };
            let mut trainer = trainer(&dataset, config, &device);
            let report = train(&mut trainer, 20);
            assert_eq!(report.stopped, None);
            report
                .steps
                .iter()
                .map(|step| step.loss)
                .collect::<Vec<_>>()
        });
        let [cpu, gpu] = &results[..] else {
            panic!("two devices")
        };
        assert_eq!(cpu.len(), 20);
        crate::common::assert_close(id, gpu, cpu, 1e-4);
    }
}

#[test]
fn a_seed_reproduces_a_run_for_any_size_of_calls() {
    let dataset = generated(generate::GENERATORS[0].id);
    let run = |config: TrainingConfig, call: u32| {
        let mut trainer = trainer(&dataset, config, &Device::flex());
        let mut whole = TrainingReport::default();
        while !whole.finished {
            let report = train(&mut trainer, call);
            whole.steps.extend(report.steps);
            whole.epochs.extend(report.epochs);
            whole.finished = report.finished;
        }
        (whole, pollster::block_on(trainer.inspect(3)))
    };
    let config = TrainingConfig {
        epochs: 2,
        ..config()
    };
    for model in ModelKind::ALL {
        let config = TrainingConfig {
            model,
            epochs: 1,
            ..config.clone()
        };
        let once = run(config.clone(), u32::MAX);
        assert_eq!(run(config, 1), once, "{model:?}");
    }
    let once = run(config.clone(), u32::MAX);
    assert_eq!(run(config.clone(), u32::MAX), once);
    assert_eq!(run(config.clone(), 1), once);
    for ties in [Ties::Random, Ties::Mean] {
        let config = TrainingConfig {
            ties,
            ..config.clone()
        };
        let other = run(config.clone(), u32::MAX);
        assert_eq!(run(config, 1), other, "{ties:?}");
        // The first step sees the same graphs and the same weights; then the gradients differ, by rounding at least.
        let first = |run: &TrainingReport| run.steps[0].loss;
        assert!((first(&other.0) - first(&once.0)).abs() < 1e-4, "{ties:?}");
        assert_ne!(other.0.steps, once.0.steps, "{ties:?}");
    }
    let other = run(TrainingConfig { seed: 1, ..config }, u32::MAX);
    assert_ne!(other.0.steps[0].loss, once.0.steps[0].loss);
}

#[test]
fn the_validation_loss_is_the_mean_over_the_validation_graphs() {
    let dataset = generated(generate::GENERATORS[0].id);
    let config = TrainingConfig {
        epochs: 1,
        ..config()
    };
    let loss = |trainer: &mut Trainer| pollster::block_on(trainer.validation_loss()).unwrap();
    let mut trained = trainer(&dataset, config.clone(), &Device::flex());
    train(&mut trained, u32::MAX);
    let graphs = &trained.split().validation;
    assert!(graphs.len() > 10);
    let mut sum = 0.0;
    for &graph in graphs {
        let scores = pollster::block_on(trained.inspect(graph)).logits;
        let all: f64 = scores.iter().map(|score| score.exp()).sum();
        sum += all.ln() - scores[dataset.classes[graph as usize] as usize];
    }
    let expected = sum / graphs.len() as f64;
    assert!((f64::from(loss(&mut trained).unwrap()) - expected).abs() < 1e-5);

    let without = TrainingConfig {
        validation: false,
        ..config
    };
    assert_eq!(loss(&mut trainer(&dataset, without, &Device::flex())), None);
}

#[test]
fn the_loss_of_an_epoch_is_the_mean_over_its_training_graphs() {
    let dataset = generated("two-cycles");
    let config = TrainingConfig {
        epochs: 2,
        batch_size: 50,
        ..config()
    };
    // All barcodes are equal and the test part has a single class, so the accuracies of the two parts differ.
    let folds = folds::stratified_folds(&dataset.classes, config.folds, 0).unwrap();
    let mut split = folds.split(config.fold, config.validation).unwrap();
    split
        .test
        .retain(|&graph| dataset.classes[graph as usize] == 0);
    let mut trainer = Trainer::new(dataset.clone(), split.clone(), config, Device::flex()).unwrap();
    let steps = trainer.summary().steps_per_epoch as usize;
    let report = train(&mut trainer, u32::MAX);
    let mut in_training: Vec<u32> = split.train.clone();
    in_training.retain(|graph| split.test.contains(graph));
    assert_eq!(in_training, [0; 0]);
    let last = split.train.len() - 50 * (steps - 1);
    assert!((2..50).contains(&last), "{last} graphs in the last batch");
    for (epoch, steps) in report.epochs.iter().zip(report.steps.chunks(steps)) {
        let sizes = (1..=steps.len()).map(|step| if step < steps.len() { 50 } else { last });
        let (mut loss, mut right) = (0.0, 0.0);
        for (step, size) in steps.iter().zip(sizes) {
            loss += f64::from(step.loss) * size as f64;
            right += f64::from(step.metric) * size as f64;
        }
        let graphs = split.train.len() as f64;
        assert!((f64::from(epoch.train_loss) - loss / graphs).abs() < 1e-6);
        assert!((f64::from(epoch.train_metric) - right / graphs).abs() < 1e-6);
    }
    let accuracy = |graphs: &[u32]| {
        let predicted = crate::trained::classes(pollster::block_on(trainer.predict(graphs)));
        let classes = graphs.iter().map(|&graph| dataset.classes[graph as usize]);
        let right = predicted.iter().zip(classes).filter(|(a, b)| **a == *b);
        right.count() as f32 / graphs.len() as f32
    };
    let (of_test, of_training) = (accuracy(&split.test), accuracy(&split.train));
    assert_ne!(of_test, of_training);
    assert_eq!(report.epochs[1].test_metric, of_test);
}

#[test]
fn dropout_omits_its_share_and_keeps_the_mean() {
    let device = Device::flex();
    let rng = &mut ChaCha8Rng::seed_from_u64(1);
    let model = |kind: ModelKind| {
        let rng = &mut ChaCha8Rng::seed_from_u64(0);
        Model::new(&sizes(kind, FeatureSizes::default()), rng, &device)
    };
    let summing = model(ModelKind::Sum);
    let mut draw = || summing.classifier().unwrap().draw_dropout(500, rng);
    let (factors, others) = (draw(), draw());
    assert_eq!(factors.len(), 500 * 16);
    assert_ne!(factors, others);
    assert!(factors.iter().all(|&factor| factor == 0.0 || factor == 2.0));
    let left_out = factors.iter().filter(|&&factor| factor == 0.0).count();
    assert!(left_out.abs_diff(4000) < 200, "{left_out} of 8000");
    let learned = model(ModelKind::Gfl);
    let classifier = learned.classifier().unwrap();
    assert!(classifier.draw_dropout(5, rng).is_empty());
}

#[test]
fn the_learning_rate_halves_at_the_given_epochs_and_a_finished_run_takes_no_steps() {
    let dataset = generated(generate::GENERATORS[0].id);
    let config = TrainingConfig {
        epochs: 3,
        halve_at: vec![2, 3],
        ..config()
    };
    let mut trainer = trainer(&dataset, config, &Device::flex());
    let steps = trainer.summary().steps_per_epoch;
    let report = train(&mut trainer, 3 * steps);
    assert_eq!(report.steps.len() as u32, 3 * steps);
    let rates: Vec<f64> = report
        .steps
        .iter()
        .step_by(steps as usize)
        .map(|s| s.learning_rate)
        .collect();
    assert_eq!(rates, [0.01, 0.005, 0.0025]);
    assert_eq!(
        report.epochs.iter().map(|e| e.epoch).collect::<Vec<_>>(),
        [1, 2, 3]
    );
    assert!(
        train(&mut trainer, 5).steps.is_empty(),
        "a finished run stays finished"
    );
}

#[test]
fn a_nan_loss_stops_training_and_keeps_the_weights() {
    let dataset = generated(generate::GENERATORS[0].id);
    let config = TrainingConfig {
        weight_decay: f32::MAX.into(),
        ..config()
    };
    let mut trainer = trainer(&dataset, config, &Device::flex());
    let before = pollster::block_on(trainer.inspect(0));
    let mut stopped = None;
    for _ in 0..20 {
        let report = train(&mut trainer, 20);
        if report.stopped.is_some() {
            stopped = report.stopped;
            break;
        }
    }
    let message = stopped.expect("weights multiplied by the largest number do not stay finite");
    assert!(message.contains("step"), "{message}");
    let after = pollster::block_on(trainer.inspect(0));
    assert!(after.logits.iter().all(|x| x.is_finite()), "{after:?}");
    assert_eq!(after, before, "the whole call was undone");
}

#[test]
fn invalid_configurations_are_rejected_with_a_reason() {
    let dataset = generated(generate::GENERATORS[0].id);
    let refuse = |config: TrainingConfig, word: &str| {
        let message = config.check(&dataset).unwrap_err().to_string();
        assert!(message.contains(word), "{message}");
    };
    refuse(
        TrainingConfig {
            learning_rate: -1.0,
            ..config()
        },
        "learning rate",
    );
    refuse(
        TrainingConfig {
            learning_rate: f64::NAN,
            ..config()
        },
        "learning rate",
    );
    for filters in [0, 65] {
        refuse(
            TrainingConfig {
                filters,
                ..config()
            },
            "filters must be from 1 to 64",
        );
    }
    for model in [ModelKind::PhOnly, ModelKind::Sum] {
        refuse(
            TrainingConfig {
                model,
                filters: 2,
                ..config()
            },
            "has no readout of learned filters: leave filters at 1",
        );
    }
    for layers in [0, 6] {
        refuse(
            TrainingConfig { layers, ..config() },
            "layers must be from 1 to 5",
        );
    }
    refuse(
        TrainingConfig {
            model: ModelKind::DeepSets,
            layers: 2,
            ..config()
        },
        "deep-sets",
    );
    refuse(
        TrainingConfig {
            model: ModelKind::Dgcnn,
            layers: 2,
            ..config()
        },
        "a fixed number of them: leave layers at 1",
    );
    refuse(
        TrainingConfig {
            model: ModelKind::Dcnn,
            edge_features: EdgeFeatures::Label,
            ..config()
        },
        "no message-passing layers with edge features",
    );
    refuse(
        TrainingConfig {
            model: ModelKind::Dcnn,
            dropout: Some(0.5),
            ..config()
        },
        "no hidden layer in its classifier: leave dropout at its default",
    );
    for model in [ModelKind::PhOnly, ModelKind::Sum] {
        refuse(
            TrainingConfig {
                model,
                ties: Ties::Mean,
                ..config()
            },
            "ties",
        );
    }
    refuse(
        TrainingConfig {
            model: ModelKind::SortPool,
            hat: CoordinateFunction::Triangle,
            ..config()
        },
        "no readout of barcodes",
    );
    refuse(
        TrainingConfig {
            model: ModelKind::Sum,
            bar_weight: BarWeight::Grid,
            ..config()
        },
        "no readout of barcodes",
    );
    refuse(
        TrainingConfig {
            model: ModelKind::DeepSets,
            extended: true,
            ..config()
        },
        "extended persistence",
    );
    refuse(
        TrainingConfig {
            extended: true,
            readout: ReadoutBarcodes::Extended,
            ..config()
        },
        "already reads the loops",
    );
    refuse(
        TrainingConfig {
            model: ModelKind::Sum,
            readout: ReadoutBarcodes::Extended,
            ..config()
        },
        "no readout of barcodes",
    );
    refuse(
        TrainingConfig {
            epochs: 0,
            ..config()
        },
        "epochs",
    );
    refuse(
        TrainingConfig {
            batch_size: 1,
            ..config()
        },
        "batch",
    );
    refuse(
        TrainingConfig {
            weight_decay: f64::INFINITY,
            ..config()
        },
        "weight decay",
    );
    refuse(
        TrainingConfig {
            hats: 0,
            ..config()
        },
        "hats",
    );
    for dropout in [-0.1, 1.0, f32::NAN] {
        refuse(
            TrainingConfig {
                dropout: Some(dropout),
                ..config()
            },
            "dropout must be from 0 to below 1",
        );
    }
    refuse(
        TrainingConfig {
            features: Features::Label,
            ..config()
        },
        "labels",
    );
}

#[test]
fn dropout_affects_training_and_not_evaluation() {
    let dataset = generated("cycles-and-trees");
    // With such a rate the weights stay, so that only dropout can make a difference.
    let run = |model: ModelKind, dropout: Option<f32>, learning_rate: f64| {
        let config = TrainingConfig {
            model,
            dropout,
            learning_rate,
            epochs: 1,
            ..config()
        };
        let mut trainer = trainer(&dataset, config, &Device::flex());
        let losses: Vec<f32> = train(&mut trainer, u32::MAX)
            .steps
            .iter()
            .map(|step| step.loss)
            .collect();
        let scores = pollster::block_on(trainer.inspect(0)).logits;
        (losses, scores)
    };
    for (model, own) in [
        (ModelKind::Gfl, 0.0),
        (ModelKind::PhOnly, 0.0),
        (ModelKind::Sum, 0.5),
        (ModelKind::SortPool, 0.5),
        (ModelKind::DeepSets, 0.5),
        (ModelKind::Dgcnn, 0.5),
        (ModelKind::PatchySan, 0.5),
        (ModelKind::OneTwoThreeGnn, 0.5),
    ] {
        let [none, half, most] = [0.0, 0.5, 0.9].map(|share| run(model, Some(share), 1e-30));
        assert!(
            none.0[0] != half.0[0] && half.0[0] != most.0[0],
            "{model:?}"
        );
        assert!(
            none.1 == half.1 && half.1 == most.1,
            "{model:?}: {none:?}, {half:?}"
        );
        let learned = [None, Some(own), Some(0.9)].map(|share| run(model, share, 0.01));
        assert_eq!(learned[0], learned[1], "{model:?}");
        assert_ne!(learned[0].1, learned[2].1, "{model:?}");
    }
}

#[test]
fn empty_and_edgeless_graphs_train() {
    let rows = [
        (0, 0),
        (1, 0),
        (3, 0),
        (4, 3),
        (2, 1),
        (0, 0),
        (5, 4),
        (1, 0),
        (2, 0),
        (6, 5),
    ];
    let graphs = rows.map(|(vertices, edges)| {
        Graph::new(vertices, (0..edges).map(|v| [v, v + 1]).collect::<Vec<_>>())
    });
    let dataset = Arc::new(Dataset {
        name: "scraps".into(),
        graphs: graphs.to_vec(),
        classes: (0..10).map(|g| g % 2).collect(),
        class_names: vec!["a".into(), "b".into()],
        targets: Vec::new(),
        ..Dataset::default()
    });
    for (engine, device) in crate::common::devices() {
        let models = ModelKind::ALL.map(|model| TrainingConfig { model, ..config() });
        let layers = TopologyLayer::ALL.map(|topology_layer| TrainingConfig {
            model: ModelKind::Sum,
            topology_layer,
            ..config()
        });
        #[rustfmt::skip]
        let others = [
            TrainingConfig { features: Features::Uninformative, ..config() },
            TrainingConfig { extended: true, ..config() },
            TrainingConfig { readout: ReadoutBarcodes::Extended, filters: 2, ..config() },
            TrainingConfig { edge_filter: EdgeFilter::Learned, filters: 2, extended: true, ..config() },
        ];
        for config in models.into_iter().chain(layers).chain(others) {
            let config = TrainingConfig {
                folds: 2,
                batch_size: 2,
                epochs: 2,
                ..config
            };
            let context = format!("{engine}, {config:?}");
            let has_filter = config.filter_count() > 0;
            let of_edges = config.filter_cells() == [Cells::Edges];
            let after_vertices = config.filter_cells() == [Cells::Vertices, Cells::Edges];
            let mut trainer = trainer(&dataset, config, &device);
            let report = train(&mut trainer, u32::MAX);
            assert!(
                report.finished && report.stopped.is_none(),
                "{context}: {report:?}"
            );
            for graph in 0..10 {
                let inspection = pollster::block_on(trainer.inspect(graph));
                let (vertices, edges) = rows[graph as usize];
                let expected = match has_filter {
                    true if after_vertices => vertices + edges,
                    true => vertices,
                    false => 0,
                };
                assert_eq!(inspection.filter.len(), expected as usize, "{context}");
                let found = inspection.edge_filter.map(|values| values.len());
                assert_eq!(found, of_edges.then_some(edges as usize), "{context}");
                assert!(inspection.logits.iter().all(|x| x.is_finite()), "{context}");
            }
        }
    }
}
