//! Regression: data sets whose graphs have numbers as targets, from the file to the predictions.

use std::{iter, sync::Arc};

use burn::tensor::Device;
use pollster::block_on;
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use sublevel::{
    config::{Features, ModelKind, TrainingConfig},
    graph::{
        Dataset, Graph, Predictions, Task,
        folds::{self, Split},
        json_lines,
    },
    protocol::{Backend, Part},
    run_file::{RunFile, Tested},
    session::{Folds, Session, SessionError, Weights},
    training::{Checkpoint, CheckpointError, Evaluator, Importance, Subject, Trainer},
};

/// Random trees with additional edges. The target is a linear function of the number of independent cycles.
fn cycles(graphs: usize, unit: f32) -> Dataset {
    let mut random = ChaCha8Rng::seed_from_u64(5);
    let mut dataset = Dataset {
        name: "cycles".into(),
        class_names: vec![String::new()],
        ..Dataset::default()
    };
    for _ in 0..graphs {
        let vertices = random.random_range(5..12u32);
        let mut edges: Vec<[u32; 2]> = (1..vertices)
            .map(|v| [random.random_range(0..v), v])
            .collect();
        for _ in 0..random.random_range(0..6) {
            let [u, v] = [(); 2].map(|()| random.random_range(0..vertices));
            edges.push([u, v]);
        }
        let graph = Graph::new(vertices, edges);
        let cycles = graph.edges.len() as f32 - vertices as f32 + 1.0;
        dataset.targets.push((unit * (0.5 * cycles - 4.0)).into());
        dataset.classes.push(0);
        dataset.graphs.push(graph);
    }
    dataset
}

fn config() -> TrainingConfig {
    TrainingConfig {
        width: 16,
        hats: 16,
        batch_size: 16,
        epochs: 30,
        folds: 4,
        ..TrainingConfig::default()
    }
}

fn split(dataset: &Dataset, config: &TrainingConfig) -> Split {
    let folds = folds::stratified_folds(&dataset.classes, config.folds, 0).unwrap();
    folds.split(config.fold, config.validation).unwrap()
}

fn trainer(dataset: &Arc<Dataset>, config: TrainingConfig) -> Trainer {
    let split = split(dataset, &config);
    Trainer::new(dataset.clone(), split, config, Device::flex()).unwrap()
}

fn values(predictions: Predictions) -> Vec<f64> {
    match predictions {
        Predictions::Values(values) => values,
        Predictions::Classes(classes) => panic!("expected numbers, found {classes:?}"),
    }
}

fn mean_error(dataset: &Dataset, graphs: &[u32], predicted: &[f64]) -> f64 {
    let errors = graphs.iter().zip(predicted);
    let errors =
        errors.map(|(&graph, predicted)| (dataset.targets[graph as usize] - predicted).abs());
    errors.sum::<f64>() / graphs.len() as f64
}

#[test]
fn every_model_learns_a_number_of_new_graphs() {
    let dataset = Arc::new(cycles(160, 1.0));
    for model in ModelKind::ALL {
        let features = match model {
            ModelKind::PatchySan => Features::Degree,
            _ => TrainingConfig::default().features,
        };
        let config = TrainingConfig {
            model,
            features,
            layers: if model == ModelKind::Dcnn { 2 } else { 1 },
            ..config()
        };
        let mut trainer = trainer(&dataset, config);
        assert!(!trainer.summary().recordable);
        let report = block_on(trainer.train(u32::MAX));
        assert_eq!((report.finished, report.stopped), (true, None), "{model:?}");
        let last = report.epochs.last().unwrap();
        let test = trainer.split().test.clone();
        let predicted = values(block_on(trainer.predict(&test)));
        let error = mean_error(&dataset, &test, &predicted);
        assert!(
            (f64::from(last.test_metric) - error).abs() < 1e-5,
            "{model:?}"
        );
        // The features of Deep Sets, the degrees of the vertices, also determine the target.
        assert!(
            last.test_metric < 0.6 * dataset.baseline(&test),
            "{model:?}: {last:?}, baseline {}",
            dataset.baseline(&test)
        );
        let inspected = block_on(trainer.inspect(test[0]));
        assert!(
            (inspected.logits[0] - predicted[0]).abs() < 1e-5,
            "{model:?}"
        );
    }
}

/// The unit of the targets has no influence on the training: with a power of two, not on a single bit.
#[test]
fn predictions_have_the_unit_of_the_targets() {
    let [plain, large] = [1.0, 1024.0].map(|unit| Arc::new(cycles(60, unit)));
    let all: Vec<u32> = (0..60).collect();
    let run = |dataset: &Arc<Dataset>| {
        let mut trainer = trainer(
            dataset,
            TrainingConfig {
                epochs: 4,
                ..config()
            },
        );
        let report = block_on(trainer.train(u32::MAX));
        let losses: Vec<f32> = report.steps.iter().map(|step| step.loss).collect();
        let metrics: Vec<f32> = report
            .epochs
            .iter()
            .map(|epoch| epoch.test_metric)
            .collect();
        let validation = block_on(trainer.validation_loss()).unwrap().unwrap();
        (
            losses,
            metrics,
            validation,
            values(block_on(trainer.predict(&all))),
        )
    };
    let (losses, metrics, validation, predicted) = run(&plain);
    let (other_losses, other_metrics, other_validation, other_predicted) = run(&large);
    assert_eq!((losses, validation), (other_losses, other_validation));
    let scaled: Vec<f32> = metrics.iter().map(|metric| 1024.0 * metric).collect();
    assert_eq!(scaled, other_metrics);
    let scaled: Vec<f64> = predicted.iter().map(|number| 1024.0 * number).collect();
    assert_eq!(scaled, other_predicted);
}

/// Before training, the prediction of the mean has the loss of the targets alone. The loss of a step is their mean absolute
/// difference in standard deviations.
#[test]
fn the_loss_is_the_error_in_standard_deviations() {
    let dataset = Arc::new(cycles(60, 3.0));
    let config = TrainingConfig {
        batch_size: 64,
        validation: false,
        dropout: Some(0.0),
        ..config()
    };
    let mut trainer = trainer(&dataset, config);
    let train = trainer.split().train.clone();
    let targets: Vec<f64> = train.iter().map(|&i| dataset.targets[i as usize]).collect();
    let count = targets.len() as f64;
    let mean = targets.iter().sum::<f64>() / count;
    let deviation = (targets.iter().map(|y| (y - mean).powi(2)).sum::<f64>() / count).sqrt();
    let report = block_on(trainer.train(1));
    let [step] = &report.steps[..] else {
        panic!("one step");
    };
    assert!((f64::from(step.loss) * deviation - f64::from(step.metric)).abs() < 1e-5);
}

#[test]
fn a_saved_run_resumes_bit_for_bit_with_its_unit() {
    let dataset = Arc::new(cycles(60, 2.0));
    let config = TrainingConfig {
        epochs: 3,
        ..config()
    };
    let mut whole = trainer(&dataset, config.clone());
    block_on(whole.train(u32::MAX));
    let mut first = trainer(&dataset, config);
    // In the middle of an epoch.
    block_on(first.train(4));
    let bytes = block_on(first.save());
    let checkpoint = Checkpoint::from_bytes(&bytes).unwrap();
    let mut second = Trainer::resume(dataset.clone(), checkpoint.clone(), Device::flex()).unwrap();
    assert_eq!(block_on(second.save()), bytes);
    block_on(second.train(u32::MAX));
    assert_eq!(block_on(second.save()), block_on(whole.save()));

    let all: Vec<u32> = (0..60).collect();
    let evaluator = Evaluator::new(dataset, checkpoint.clone(), Device::flex()).unwrap();
    assert_eq!(
        block_on(evaluator.predict(&all)),
        block_on(first.predict(&all))
    );

    // Classes are no targets.
    let classes = Dataset {
        targets: Vec::new(),
        ..cycles(60, 2.0)
    };
    let refused = Evaluator::new(Arc::new(classes), checkpoint, Device::flex());
    let Err(CheckpointError::Dataset { expected, found }) = refused.map(drop) else {
        panic!("expected an error");
    };
    assert!(expected.contains("targets") && found.contains("classes"));
}

/// The contributions of the bars, the bias and the prediction have the unit of the targets.
/// The importance is that of the predictions with the mean of the part in place of a number of the readout.
#[test]
fn the_importance_is_an_error_in_the_unit_of_the_targets() {
    let mut session = block_on(Session::open(Backend::Cpu)).unwrap();
    let data = session.add(cycles(60, 100.0)).unwrap();
    let run = block_on(session.create(data, config(), Folds::AtMost)).unwrap();
    block_on(session.train(run, 40)).unwrap();
    let part = session.part_of(run, Part::Test).unwrap().to_vec();
    let found = block_on(session.importances(run, Weights::Now, Part::Test)).unwrap();
    assert_eq!((found.graphs as usize, found.margin), (part.len(), 0.0));
    let rows = session.graph_rows(data, Some(run)).unwrap();
    let predictions = block_on(session.scores(run, Weights::Now, &part)).unwrap();
    let pairs = part.iter().zip(&predictions);
    let errors =
        pairs.map(|(&graph, predicted)| (rows[graph as usize].target.unwrap() - predicted).abs());
    let error = errors.sum::<f64>() / part.len() as f64;
    assert!(
        (found.metric - error).abs() < 1e-3 * error,
        "{found:?} {error}"
    );
    // The numbers have the unit of the targets, which differ by hundreds.
    let most = |of: fn(&Importance) -> f64| found.barcodes.iter().map(of).fold(0.0, f64::max);
    assert!(most(|part| part.contribution) > 10.0);
    assert!(most(|part| part.changed) > 10.0);
    // Without all loops, the number of cycles is unknown.
    assert!(most(|part| part.metric) > 1.2 * found.metric, "{found:?}");
    // A change of the prediction bounds the change of the error.
    for part in found.barcodes.iter().chain(&found.functions) {
        assert!((part.metric - found.metric).abs() <= part.changed + 1e-9);
    }
}

#[test]
fn contributions_add_up_to_the_prediction() {
    let mut session = block_on(Session::open(Backend::Cpu)).unwrap();
    let data = session.add(cycles(60, 100.0)).unwrap();
    let run = block_on(session.create(data, config(), Folds::AtMost)).unwrap();
    block_on(session.train(run, 20)).unwrap();
    for graph in [0, 17, 59] {
        let subject = Subject::Index(graph);
        let (inspection, _, explanation) =
            block_on(session.explain(run, Weights::Now, &subject)).unwrap();
        let found = explanation.unwrap();
        let parts = found.contributions.iter().chain(&found.others);
        let sum = found.bias[0] + parts.copied().map(f64::from).sum::<f64>();
        let [predicted] = inspection.logits[..] else {
            panic!("one number");
        };
        assert!(
            (sum - predicted).abs() < 1e-3 * predicted.abs(),
            "{sum} {predicted}"
        );
        assert!(found.without.iter().all(|without| without.is_finite()));
    }

    let targets = SessionError::Targets("cycles".into());
    let classes = block_on(session.classes(run, Weights::Now, Part::Test, false));
    assert_eq!(classes.map(drop), Err(targets));

    let summary = session.dataset_summary(data).unwrap();
    assert!(summary.classes.is_empty());
    let range = summary.targets.unwrap();
    assert!(range.min < range.max);
    let rows = session.graph_rows(data, Some(run)).unwrap();
    assert!(
        rows.iter()
            .all(|row| row.class.is_none() && row.target.is_some())
    );

    // The same run beside itself: the same errors, and its predictions as numbers.
    let outputs = block_on(session.outputs(run, Weights::Now)).unwrap();
    let both = outputs.compare(&outputs, Some(Part::Test)).unwrap();
    let predicted = block_on(session.predict(run, Weights::Now, &both.graphs)).unwrap();
    assert_eq!(both.predicted[0], predicted.numbers());
    let [sum, graphs] = outputs.metrics()[2];
    let error = mean_error(
        session.dataset(data).unwrap(),
        &both.graphs,
        &values(predicted),
    );
    assert!((sum / graphs - error).abs() < 1e-4);
}

#[test]
fn targets_far_from_zero_are_learned_and_shown_in_their_unit() {
    const FAR: f64 = 100_000_000.0;
    let config = TrainingConfig {
        epochs: 3,
        ..config()
    };
    let mut session = block_on(Session::open(Backend::Cpu)).unwrap();
    let [near, far] = [0.0, FAR].map(|by| {
        let mut dataset = cycles(60, 1.0);
        dataset.targets.iter_mut().for_each(|target| *target += by);
        let data = session.add(dataset).unwrap();
        let run = block_on(session.create(data, config.clone(), Folds::AtMost)).unwrap();
        let report = block_on(session.train(run, u32::MAX)).unwrap();
        let range = session.dataset_summary(data).unwrap().targets.unwrap();
        let target = session.graph_rows(data, None).unwrap()[3].target.unwrap();
        let of = Subject::Index(3);
        let (inspection, _, explanation) =
            block_on(session.explain(run, Weights::Now, &of)).unwrap();
        let explanation = explanation.unwrap();
        let parts = explanation.contributions.iter().chain(&explanation.others);
        let sum = explanation.bias[0] + parts.copied().map(f64::from).sum::<f64>();
        let outputs = block_on(session.outputs(run, Weights::Now)).unwrap();
        let test = outputs.compare(&outputs, Some(Part::Test)).unwrap();
        let [error, graphs] = outputs.metrics()[2];
        let mean = block_on(session.importances(run, Weights::Now, Part::Test));
        let shown = [
            range.min,
            range.max,
            range.mean,
            target,
            inspection.logits[0],
            sum,
            explanation.without[0],
            test.predicted[0][0],
            block_on(session.scores(run, Weights::Now, &[3])).unwrap()[0],
        ];
        let last = report.epochs.last().unwrap();
        let errors = [
            last.train_loss.into(),
            last.test_metric.into(),
            error / graphs,
            session.run_summary(run).unwrap().baseline.into(),
            mean.unwrap().metric,
        ];
        (shown.map(|number| number - by), errors)
    });
    for (near, far) in iter::zip(near.0, far.0).chain(iter::zip(near.1, far.1)) {
        assert!((near - far).abs() < 1e-4, "{near} {far}");
    }

    // The file of a run and the weights keep the unit.
    let dataset = Arc::new(Dataset {
        targets: [FAR, FAR + 0.25, FAR + 0.5, FAR + 0.75].repeat(10),
        ..cycles(40, 1.0)
    });
    let trainer = trainer(&dataset, config);
    let all: Vec<u32> = (0..40).collect();
    let predicted = block_on(trainer.predict(&all));
    let found = Tested::new(&dataset, &all, predicted.clone());
    for (&(_, target, number), &y) in found.values.iter().zip(&dataset.targets) {
        assert_eq!(target, y);
        assert!(
            (number - y).abs() < 10.0 && number.fract() != 0.0,
            "{number}"
        );
    }
    let checkpoint = Checkpoint::from_bytes(&block_on(trainer.save())).unwrap();
    // Alone, a graph has the same prediction.
    let one = Dataset {
        graphs: dataset.graphs[..1].into(),
        classes: vec![0],
        targets: vec![FAR],
        ..(*dataset).clone()
    };
    let evaluator = Evaluator::new(one.into(), checkpoint, Device::flex()).unwrap();
    let alone = block_on(evaluator.predict(&[0])).numbers();
    assert!((alone[0] - predicted.numbers()[0]).abs() < 1e-5);

    // Files with the same numbers in 32 bits differ.
    let mut other = (*dataset).clone();
    other.targets.reverse();
    assert_ne!(other.fingerprint(), dataset.fingerprint());
    // A file has the fewest digits for numbers of 32 bits, and all others.
    let written = read(&["0.1", "0.7"]).unwrap().written();
    assert_eq!(written(f64::from(0.1f32)), 0.1);
    let written = read(&["1000000.125", "1000000.25"]).unwrap().written();
    assert_eq!(written(1_000_000.125), 1_000_000.125);
}

#[test]
fn a_cross_validation_writes_errors_and_numbers() {
    let mut session = block_on(Session::open(Backend::Cpu)).unwrap();
    let data = session.add(cycles(40, 1.0)).unwrap();
    let config = TrainingConfig {
        epochs: 2,
        ..config()
    };
    let mut run = block_on(session.cross_validate(data, config, Folds::AtMost)).unwrap();
    for fold in 1..=4 {
        while !block_on(run.train(fold, 100, || 0.0)).unwrap().finished {}
    }
    let text = serde_json::to_string(run.file()).unwrap();
    assert!(
        !text.contains("accuracy") && !text.contains("confusion"),
        "{text}"
    );
    let file = RunFile::read_whole(&text).unwrap();
    assert_eq!((&file, file.task()), (run.file(), Task::Regression));
    let spread = file.test_metric().unwrap();
    assert_eq!(file.mean_test_error, Some(spread.mean));
    let graphs: usize = file.folds.iter().map(|fold| fold.values.len()).sum();
    assert_eq!(graphs, 40);

    for (from, to, told) in [
        (
            "\"mean_test_error\":",
            "\"mean_test_error\":1",
            "its test error is",
        ),
        (
            "\"classes\":[]",
            "\"classes\":[\"a\"]",
            "expected a test accuracy",
        ),
        (
            "\"test_error\":",
            "\"test_error\":-",
            "expected a finite number of at least 0",
        ),
    ] {
        let damaged = text.replacen(from, to, 1);
        assert_ne!(damaged, text);
        let message = RunFile::read_whole(&damaged).unwrap_err().0;
        assert!(message.contains(told), "{message}");
    }
    let mut moved = file.clone();
    moved.folds[0].values[0].2 += 1.0;
    let message = RunFile::read_whole(&serde_json::to_string(&moved).unwrap())
        .unwrap_err()
        .0;
    assert!(
        message.contains("mean absolute error of its values"),
        "{message}"
    );
}

#[test]
fn equal_targets_can_be_inspected_and_not_trained() {
    let mut session = block_on(Session::open(Backend::Cpu)).unwrap();
    let mut dataset = cycles(20, 1.0);
    dataset.targets.fill(2.5);
    let data = session.add(dataset).unwrap();
    let run = block_on(session.create(data, config(), Folds::AtMost)).unwrap();
    let Err(SessionError::OneClass(reason)) = block_on(session.train(run, 1)) else {
        panic!("expected an error");
    };
    assert!(reason.contains("has the target 2.5"), "{reason}");
    let inspection = block_on(session.inspect(run, Weights::Now, &Subject::Index(0))).unwrap();
    assert!(inspection.logits[0].is_finite());

    // Fewer graphs than folds.
    let data = session.add(cycles(3, 1.0)).unwrap();
    let run = block_on(session.create(data, config(), Folds::AtMost)).unwrap();
    let notes = session.run_summary(run).unwrap().notes;
    assert_eq!(
        notes,
        ["“cycles” has 3 graphs, so it is split into 3 folds instead of 4."]
    );
}

#[test]
fn targets_of_other_graphs_are_an_error() {
    let mut session = block_on(Session::open(Backend::Cpu)).unwrap();
    for change in [
        |dataset: &mut Dataset| dataset.targets.truncate(3),
        |dataset: &mut Dataset| dataset.targets[1] = f64::NAN,
        |dataset: &mut Dataset| {
            dataset.class_names.push("b".into());
            dataset.classes[0] = 1;
        },
    ] {
        let mut dataset = cycles(5, 1.0);
        change(&mut dataset);
        let Err(SessionError::Graph(reason)) = session.add(dataset) else {
            panic!("expected an error");
        };
        assert!(
            reason.contains("a finite target for each of the 5 graphs"),
            "{reason}"
        );
    }
}

fn read(ys: &[&str]) -> Result<Dataset, String> {
    let lines = ys
        .iter()
        .map(|y| format!("{{\"n\": 2, \"edges\": [[0, 1]], \"y\": {y}}}\n"));
    let text: String = lines.collect();
    json_lines::read_json_lines("mine.jsonl", text.as_bytes()).map_err(|error| error.to_string())
}

#[test]
fn a_decimal_point_makes_the_numbers_targets() {
    let dataset = read(&["-1", "0.5", "3", "1e-3"]).unwrap();
    assert_eq!(dataset.task(), Task::Regression);
    assert_eq!(dataset.targets, [-1.0, 0.5, 3.0, f64::from(1e-3f32)]);
    assert_eq!(dataset.classes, [0; 4]);
    assert!(dataset.named_classes().is_empty());
    assert!(dataset.notes[0].contains("targets of regression"));
    assert_eq!(read(&["1", "2"]).unwrap().task(), Task::Classification);

    // The targets are part of the fingerprint.
    let other = read(&["-1", "0.5", "3", "2e-3"]).unwrap();
    assert_ne!(dataset.fingerprint(), other.fingerprint());

    // More numbers than there may be classes.
    let many: Vec<String> = (0..1100).map(|y| y.to_string()).collect();
    let many: Vec<&str> = many.iter().map(String::as_str).collect();
    let message = read(&many).unwrap_err();
    assert!(
        message.contains("line 1025: expected at most 1024 classes") && message.contains("3.0"),
        "{message}"
    );
    let targets = read(&[&many[..], &["0.0"]].concat()).unwrap().targets;
    assert_eq!((targets.len(), targets[1099]), (1101, 1099.0));

    #[rustfmt::skip]
    let cases = [
        (&["0.5", "\"a\""][..], "expected y to be a number, as in the lines before"),
        (&["\"a\"", "0.5"], "expected y to be a text, as in the lines before, found \"0.5\""),
        (&["0.5", "1e19"], "expected y to be at most 9.2e18"),
        (&["0.5", "null"], "expected y, the class or the target"),
    ];
    for (ys, told) in cases {
        let message = read(ys).unwrap_err();
        assert!(message.starts_with("mine.jsonl, line 2"), "{message}");
        assert!(message.contains(told), "{message}");
    }
}
