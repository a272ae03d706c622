//! Steps that are recorded on a GPU are those of the model in burn, gradient by gradient.

use std::{collections::BTreeMap, sync::Arc};

use crate::common::gpu;
use crate::trained::classes;
use burn::tensor::Device;
use pollster::block_on;
use safetensors::SafeTensors;
use sublevel::{
    config::{CoordinateFunction, Features, ModelKind, Ties, TrainingConfig},
    device,
    graph::{Dataset, Graph, folds, generate},
    protocol::{StepReport, TrainingReport},
    training::{Checkpoint, Subject, Trainer},
};

fn trainer(dataset: &Arc<Dataset>, config: &TrainingConfig, device: &Device) -> Trainer {
    let folds = folds::stratified_folds(&dataset.classes, config.folds, 0).unwrap();
    let split = folds.split(config.fold, config.validation).unwrap();
    Trainer::new(dataset.clone(), split, config.clone(), device.clone()).unwrap()
}

fn config() -> TrainingConfig {
    TrainingConfig {
        width: 16,
        hats: 20,
        ..TrainingConfig::default()
    }
}

/// All arrays of a run by name.
fn arrays(trainer: &Trainer) -> BTreeMap<String, Vec<f32>> {
    let bytes = block_on(trainer.save());
    let file = SafeTensors::deserialize(&bytes).unwrap();
    let floats = |data: &[u8]| -> Vec<f32> { bytemuck::pod_collect_to_vec(data) };
    let arrays = file
        .iter()
        .filter(|(_, view)| view.dtype() == safetensors::Dtype::F32);
    arrays
        .map(|(name, view)| (name.to_owned(), floats(view.data())))
        .collect()
}

/// Of recorded steps, the reports.
fn train_recorded(trainer: &mut Trainer, steps: u32) -> TrainingReport {
    let report = block_on(trainer.train(steps));
    assert_eq!(report.stopped, None);
    assert!(trainer.records() && trainer.summary().recordable);
    assert_eq!(device::gpu_problem(), None);
    report
}

/// Graphs with vertex labels and attributes, isolated vertices, ties and several components.
fn labelled() -> Arc<Dataset> {
    let mut dataset = generate::generate("cycles-and-trees", 0).unwrap();
    for (number, graph) in (0..).zip(&mut dataset.graphs) {
        *graph = Graph {
            vertices: graph.vertices + number % 3,
            edges: graph.edges.clone(),
            ..Graph::default()
        };
        graph.vertex_labels = (0..graph.vertices).map(|v| (v * v + number) % 3).collect();
        graph.vertex_attributes = (0..3 * graph.vertices)
            .map(|i| ((i * i + 7 * number) % 19) as f32)
            .collect();
    }
    dataset.vertex_attributes = 3;
    dataset.vertex_label_names = ["a", "b", "c"].map(str::to_owned).to_vec();
    Arc::new(dataset)
}

/// The models that can be recorded, in small sizes.
fn configs() -> Vec<TrainingConfig> {
    let mut configs = vec![TrainingConfig {
        model: ModelKind::PhOnly,
        ..config()
    }];
    for (layers, features, ties) in [
        (1, Features::Degree, Ties::Index),
        (1, Features::Uninformative, Ties::Mean),
        (1, Features::DegreeLabel, Ties::Random),
        (1, Features::LabelAttributes, Ties::Index),
        (3, Features::Label, Ties::Mean),
        (2, Features::Attributes, Ties::Mean),
        (5, Features::Degree, Ties::Index),
    ] {
        configs.push(TrainingConfig {
            layers,
            features,
            ties,
            ..config()
        });
    }
    // Rows of 16, 8, 3, 10 and 6 numbers; only some of these widths match the number that kernels read at once.
    for (layers, features) in [
        (1, Features::Uninformative),
        (1, Features::Degree),
        (2, Features::Label),
        (1, Features::DegreeLabel),
        (5, Features::LabelAttributes),
    ] {
        configs.push(TrainingConfig {
            model: ModelKind::Sum,
            layers,
            features,
            ..config()
        });
    }
    configs.push(TrainingConfig {
        features: Features::Degree,
        dropout: Some(0.25),
        ..config()
    });
    configs
}

/// One recorded step has the gradients and running statistics of burn.
fn assert_same_step(dataset: &Arc<Dataset>, config: &TrainingConfig, gpu: &Device) {
    assert_same_gradients(trainer(dataset, config, gpu), dataset, config);
}

/// The first recorded step of a run has the gradients and running statistics of burn.
fn assert_same_gradients(mut recorded: Trainer, dataset: &Arc<Dataset>, config: &TrainingConfig) {
    let mut reference = trainer(dataset, config, &Device::flex());
    let expected_report = block_on(reference.train(1));
    let report = train_recorded(&mut recorded, 1);
    let what = format!("{:?} {} {:?}", config.model, config.layers, config.features);
    let losses = [&report, &expected_report].map(|report| report.steps[0].loss);
    let off = (losses[0] - losses[1]).abs() / losses[1].max(1.0);
    assert!(off < 1e-5, "{what}: {losses:?}");
    let (found, expected) = (arrays(&recorded), arrays(&reference));
    assert!(found.keys().eq(expected.keys()), "{what}");
    // The bias of a layer before a normalisation has a gradient of 0: the rest is rounding of other gradients.
    let others = expected
        .iter()
        .filter(|(name, _)| name.starts_with("adam.first."));
    let others = others.flat_map(|(_, values)| values);
    let rounding = others.fold(1e-4f32, |most, value| most.max(1e-2 * value.abs()));
    for (name, expected) in &expected {
        // Weights have moved by the sign of their gradients alone; the first means are these gradients.
        let compared = name.starts_with("adam.first.")
            || name.ends_with(".mean")
            || name.ends_with(".variance");
        if !compared {
            continue;
        }
        let scale = expected
            .iter()
            .fold(rounding, |most, value| most.max(value.abs()));
        for (found, expected) in found[name].iter().zip(expected) {
            assert!(
                (found - expected).abs() <= 2e-4 * scale,
                "{what}: {name}: {found}, expected {expected}, of at most {scale}"
            );
        }
    }
}

#[test]
#[ignore = "slow: cargo test -- --include-ignored"]
fn one_step_has_the_gradients_and_statistics_of_burn() {
    let (gpu, dataset) = (gpu(), labelled());
    for config in configs() {
        assert_same_step(&dataset, &config, &gpu);
    }
}

/// Small graphs, and some that no single workgroup pairs: long paths with branches, of which the longest takes several runs of
/// the reduction, and one with very many edges.
fn small_and_large() -> Arc<Dataset> {
    let mut dataset = generate::generate("cycles-and-trees", 0).unwrap();
    dataset.graphs.truncate(22);
    dataset.classes.truncate(22);
    for (number, vertices) in [1025, 2048, 2500, 4300].into_iter().enumerate() {
        let path = (1..vertices).map(|v| [v - 1 - (v % 3) * u32::from(v > 2), v]);
        let loops = (0..vertices / 100).map(|v| [v, vertices - 1 - 7 * v]);
        dataset.graphs.push(Graph::new(vertices, path.chain(loops)));
        dataset.classes.push(number as u32 % 2);
    }
    let complete = (0..400).flat_map(|v| (0..v).map(move |u| [u, v]));
    dataset.graphs.push(Graph::new(400, complete));
    dataset.classes.push(0);
    Arc::new(dataset)
}

/// Graphs of which a batch has more rows than are summed up in one stage.
#[test]
#[ignore = "slow: cargo test -- --include-ignored"]
fn many_rows_are_summed_in_stages() {
    let gpu = gpu();
    let mut dataset = generate::generate("cycles-and-trees", 0).unwrap();
    dataset.graphs.truncate(20);
    dataset.classes.truncate(20);
    for (number, graph) in (0..).zip(&mut dataset.graphs) {
        let vertices = 700 + 31 * number;
        let edges = (1..vertices).flat_map(|v| [[v / 2, v], [v - 1, v]]);
        *graph = Graph::new(vertices, edges.skip(4));
        graph.vertex_attributes = (0..vertices)
            .map(|v| (v as f32).sin() + number as f32)
            .collect();
    }
    dataset.vertex_attributes = 1;
    let dataset = Arc::new(dataset);
    let config = TrainingConfig {
        batch_size: 8,
        folds: 5,
        features: Features::Attributes,
        ..config()
    };
    assert_same_step(&dataset, &config, &gpu);
}

/// Adam amplifies the rounding of the first steps. A loss below 0.01 is compared to the same absolute difference as 0.01.
fn assert_same_losses(
    model: ModelKind,
    found: &[StepReport],
    expected: &[StepReport],
    tolerance: f32,
) {
    assert_eq!(found.len(), expected.len());
    let difference = |(found, expected): (&StepReport, &StepReport)| {
        (found.loss - expected.loss).abs() / expected.loss.max(0.01)
    };
    let differences = found.iter().zip(expected).map(difference);
    let largest = differences.fold(0.0, f32::max);
    println!("{model:?}: the largest relative difference of a loss is {largest}");
    assert!(
        largest < tolerance,
        "{model:?}: {found:?}, expected {expected:?}"
    );
}

#[test]
#[ignore = "slow: cargo test -- --include-ignored"]
fn large_graphs_are_paired_in_the_same_submission() {
    let (gpu, dataset) = (gpu(), small_and_large());
    for (model, batch_size, ties) in [
        (ModelKind::PhOnly, 20, Ties::Index),
        (ModelKind::Gfl, 20, Ties::Index),
        (ModelKind::Gfl, 20, Ties::Mean),
        (ModelKind::Sum, 20, Ties::Index),
    ] {
        let config = TrainingConfig {
            model,
            batch_size,
            ties,
            features: Features::Degree,
            ..config()
        };
        assert_same_step(&dataset, &config, &gpu);
        // In batches of a few there are large graphs in some and not in others.
        let config = TrainingConfig {
            batch_size: 3,
            epochs: 4,
            ..config
        };
        let expected = block_on(trainer(&dataset, &config, &Device::flex()).train(10));
        let [once, again] = [(); 2].map(|()| {
            let mut recorded = trainer(&dataset, &config, &gpu);
            let report = train_recorded(&mut recorded, 10);
            (report.steps, arrays(&recorded))
        });
        assert_eq!(once, again);
        // 1.2e-3 for SUM on an NVIDIA H200, because its sums over large graphs are long.
        assert_same_losses(model, &once.0, &expected.steps, 2e-3);
    }
}

#[test]
#[ignore = "slow: cargo test -- --include-ignored"]
fn a_hundred_steps_match_the_cpu_losses_and_repeat_bit_identically() {
    let gpu = gpu();
    let dataset = Arc::new(generate::generate("cycles-and-trees", 0).unwrap());
    for model in [ModelKind::Gfl, ModelKind::PhOnly, ModelKind::Sum] {
        let config = TrainingConfig {
            model,
            features: Features::Degree,
            epochs: 50,
            ..config()
        };
        let mut reference = trainer(&dataset, &config, &Device::flex());
        let expected = block_on(reference.train(100));
        let [once, again] = [(); 2].map(|()| {
            let mut recorded = trainer(&dataset, &config, &gpu);
            let report = train_recorded(&mut recorded, 100);
            (report, arrays(&recorded))
        });
        assert_eq!(once.0.steps, again.0.steps);
        assert_eq!(once.1, again.1);
        assert_same_losses(model, &once.0.steps, &expected.steps, 1e-3);
    }
}

/// Every vertex of a graph has a different label, so that no two have the same value; vertices of different graphs are
/// equivalent.
fn alike_in_other_graphs() -> Arc<Dataset> {
    let mut dataset = generate::generate("cycles-and-trees", 0).unwrap();
    for graph in &mut dataset.graphs {
        graph.vertex_labels = (0..graph.vertices).collect();
    }
    let most = dataset.graphs.iter().map(|graph| graph.vertices).max();
    dataset.vertex_label_names = (0..most.unwrap()).map(|label| label.to_string()).collect();
    Arc::new(dataset)
}

/// Rounding can separate the values of equal vertices in one graph, which affects bars of zero length. The test of GFL therefore
/// uses graphs without equal vertices.
#[test]
#[ignore = "slow: cargo test -- --include-ignored"]
fn equivalent_vertices_may_share_a_row() {
    let gpu = gpu();
    let labels = alike_in_other_graphs();
    let degrees = Arc::new(generate::generate("cycles-and-trees", 0).unwrap());
    for (model, layers, features, dataset) in [
        (ModelKind::Gfl, 1, Features::Label, &labels),
        (ModelKind::Gfl, 3, Features::Label, &labels),
        (ModelKind::Sum, 1, Features::Degree, &degrees),
        (ModelKind::Sum, 3, Features::Degree, &degrees),
    ] {
        let config = TrainingConfig {
            model,
            layers,
            features,
            ..config()
        };
        let apart = |device: &Device| {
            let mut trainer = trainer(dataset, &config, device);
            trainer.tell_all_apart();
            trainer
        };
        assert_same_gradients(apart(&gpu), dataset, &config);
        // In deeper models rounding grows from step to step, on the CPU alone as well.
        if layers > 1 {
            continue;
        }
        let expected = block_on(trainer(dataset, &config, &Device::flex()).train(40)).steps;
        let found = [
            block_on(apart(&Device::flex()).train(40)).steps,
            train_recorded(&mut apart(&gpu), 40).steps,
        ];
        for (found, expected) in found.iter().flat_map(|steps| steps.iter().zip(&expected)) {
            let off = (found.loss - expected.loss).abs() / expected.loss;
            assert!(off < 1e-3, "{model:?}: {found:?}, expected {expected:?}");
        }
    }
}

/// If all vertices have the same features, many weights have a gradient of 0, because normalisation cancels their effect. Adam
/// moves each of them by the sign of its rounding error. Runs on two devices therefore diverge immediately, for this reason only.
#[test]
#[ignore = "slow: cargo test -- --include-ignored"]
fn runs_diverge_only_by_the_rounding_of_zero_gradients() {
    let gpu = gpu();
    let dataset = Arc::new(generate::generate("discussion-threads", 0).unwrap());
    let config = TrainingConfig {
        features: Features::Uninformative,
        ..config()
    };
    let mut on_cpu = trainer(&dataset, &config, &Device::flex());
    let mut on_gpu = trainer(&dataset, &config, &gpu);
    block_on(on_cpu.train(1));
    train_recorded(&mut on_gpu, 1);

    let [of_cpu, of_gpu] = [&on_cpu, &on_gpu].map(arrays);
    let gradients = of_cpu
        .iter()
        .filter_map(|(name, values)| Some((name.strip_prefix("adam.first.")?, values)));
    let largest = gradients.clone().flat_map(|(_, values)| values);
    let largest = largest.fold(0f32, |most, value| most.max(value.abs()));
    for (name, gradient) in gradients {
        for (place, gradient) in gradient.iter().enumerate() {
            let [cpu, gpu] = [&of_cpu, &of_gpu].map(|arrays| arrays[name][place]);
            assert!(
                (cpu - gpu).abs() < 1e-4 || gradient.abs() < 1e-4 * largest,
                "{name}: {cpu} and {gpu}, by {gradient} where {largest} is the most"
            );
        }
    }
    let resumed = |trainer: &Trainer, device: &Device| {
        let checkpoint = Checkpoint::from_bytes(&block_on(trainer.save())).unwrap();
        Trainer::resume(dataset.clone(), checkpoint, device.clone()).unwrap()
    };
    // From the same weights either device has the same loss.
    let mut pairs = [
        [resumed(&on_gpu, &Device::flex()), on_gpu],
        [resumed(&on_cpu, &gpu), on_cpu],
    ];
    for pair in &mut pairs {
        let [found, expected] = pair
            .each_mut()
            .map(|trainer| block_on(trainer.train(1)).steps[0].loss);
        assert!(
            (found - expected).abs() < 1e-4 * expected,
            "{found}, {expected}"
        );
    }
}

#[test]
#[ignore = "slow: cargo test -- --include-ignored"]
fn neither_the_size_of_the_calls_nor_a_checkpoint_changes_the_run() {
    let gpu = gpu();
    let dataset = labelled();
    let config = TrainingConfig {
        features: Features::DegreeLabel,
        ties: Ties::Random,
        batch_size: 24,
        ..config()
    };
    let mut whole = trainer(&dataset, &config, &gpu);
    let report = train_recorded(&mut whole, 30);
    assert!(!report.epochs.is_empty(), "an epoch ended on the way");
    let mut parts = trainer(&dataset, &config, &gpu);
    train_recorded(&mut parts, 7);
    let bytes = block_on(parts.save());
    train_recorded(&mut parts, 23);
    assert_eq!(arrays(&parts), arrays(&whole));
    let checkpoint = Checkpoint::from_bytes(&bytes).unwrap();
    let mut resumed = Trainer::resume(dataset, checkpoint, gpu).unwrap();
    train_recorded(&mut resumed, 23);
    assert_eq!(arrays(&resumed), arrays(&whole));
}

#[test]
#[ignore = "slow: cargo test -- --include-ignored"]
fn a_nan_loss_undoes_recorded_steps() {
    let config = TrainingConfig {
        weight_decay: f32::MAX.into(),
        features: Features::Degree,
        ..config()
    };
    let mut trainer = trainer(&labelled(), &config, &gpu());
    let before = arrays(&trainer);
    let report = block_on(trainer.train(20));
    let message = report
        .stopped
        .expect("weights that large do not stay finite");
    assert!(
        message.contains("the weights before it were kept"),
        "{message}"
    );
    let kept = arrays(&trainer);
    assert!(kept.keys().eq(before.keys()));
    for (name, before) in before {
        assert_eq!(kept[&name], before, "{name}");
    }
}

#[test]
#[ignore = "slow: cargo test -- --include-ignored"]
fn inspection_of_a_run_matches_the_cpu_with_its_weights() {
    let gpu = gpu();
    let dataset = labelled();
    let all: Vec<u32> = (0..dataset.graphs.len() as u32).collect();
    let mut epochs = 0;
    for config in configs() {
        let mut run = trainer(&dataset, &config, &gpu);
        let before = block_on(run.weights()).unwrap();
        let untrained = block_on(run.inspect(3));
        for steps in [1, run.steps_per_epoch() - 1] {
            train_recorded(&mut run, steps);
            let bytes = block_on(run.save());
            let on_cpu = Checkpoint::from_bytes(&bytes).unwrap();
            let on_cpu = Trainer::resume(dataset.clone(), on_cpu, Device::flex()).unwrap();
            for graph in [0, 3] {
                let [found, expected] = [&run, &on_cpu].map(|run| block_on(run.inspect(graph)));
                assert_eq!(found, expected, "{config:?}");
            }
            let [found, expected] = [&run, &on_cpu].map(|run| block_on(run.predict(&all)));
            assert_eq!(found, expected, "{config:?}");
            let expected = classes(expected);
            let test = &run.split().test;
            let right = test
                .iter()
                .filter(|&&graph| expected[graph as usize] == dataset.classes[graph as usize]);
            let share = right.count() as f32 / test.len() as f32;
            if run.is_between_epochs() {
                epochs += 1;
                assert_eq!(run.epoch_reports().last().unwrap().test_metric, share);
            }
        }
        // Earlier weights have no effect on results with the current ones.
        let now = block_on(run.inspect(3));
        let then = block_on(run.inspect_at(Some(&before), 0, &Subject::Index(3))).unwrap();
        for (then, untrained) in then.logits.iter().zip(&untrained.logits) {
            assert!(
                (then - untrained).abs() < 1e-4 * untrained.abs().max(1.0),
                "{config:?}"
            );
        }
        assert_eq!(block_on(run.inspect(3)), now);
    }
    assert_eq!(epochs, configs().len());
}

#[test]
#[ignore = "slow: cargo test -- --include-ignored"]
fn models_that_cannot_be_recorded_train_operation_by_operation() {
    let (gpu, dataset) = (gpu(), labelled());
    #[rustfmt::skip]
    let cases = [
        TrainingConfig { hat: CoordinateFunction::Gaussian, ..config() },
        TrainingConfig { width: 12, ..config() },
        TrainingConfig { model: ModelKind::SortPool, ..config() },
        TrainingConfig { model: ModelKind::Dgcnn, ..config() },
        TrainingConfig { model: ModelKind::Dcnn, ..config() },
        TrainingConfig { model: ModelKind::PatchySan, ..config() },
        TrainingConfig { model: ModelKind::OneTwoThreeGnn, ..config() },
    ];
    for config in cases {
        let config = TrainingConfig {
            features: Features::Degree,
            ..config
        };
        let mut trainer = trainer(&dataset, &config, &gpu);
        let report = block_on(trainer.train(1));
        assert_eq!(
            (report.steps.len(), report.stopped),
            (1, None),
            "{config:?}"
        );
        let recordable = trainer.summary().recordable;
        assert!(!trainer.records() && !recordable, "{config:?}");
    }
}

#[test]
#[ignore = "slow: cargo test -- --include-ignored"]
fn a_resumed_run_continues_bit_for_bit_with_the_means_of_recorded_steps() {
    let dataset = labelled();
    let config = TrainingConfig {
        features: Features::Label,
        ..config()
    };
    let mut trainer = trainer(&dataset, &config, &gpu());
    train_recorded(&mut trainer, 9);
    let saved = block_on(trainer.checkpoint()).unwrap();
    let mut resumed = Trainer::resume(dataset.clone(), saved, gpu()).unwrap();
    assert_eq!(arrays(&resumed), arrays(&trainer));
    train_recorded(&mut trainer, 5);
    train_recorded(&mut resumed, 5);
    assert_eq!(arrays(&resumed), arrays(&trainer));
}
