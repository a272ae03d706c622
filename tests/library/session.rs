//! A session: several data sets and runs side by side, and the predictions of a run for graphs.

use std::sync::Arc;

use pollster::block_on;
use sublevel::{
    config::{
        BarWeight, CoordinateFunction, EdgeFeatures, Features, FixedFilter, ModelKind, Ties,
        TrainingConfig,
    },
    graph::{Dataset, Graph, agreement::kendall_tau, filters::Filter, generate},
    homology,
    protocol::{Backend, BarcodeName, GraphRow, Part, TrainingReport},
    session::{DatasetId, Folds, RunId, Session, SessionError, Weights},
    training::{Inspection, Subject},
};

/// A data set of 60 graphs with everything that a model can read.
fn dataset(seed: u64) -> Dataset {
    let mut dataset = generate::generate("cycles-and-trees", seed).unwrap();
    dataset.graphs.truncate(60);
    dataset.classes.truncate(60);
    for graph in &mut dataset.graphs {
        let number = |v: u32| (v * 7 % 11) as f32 / 3.0;
        graph.vertex_labels = (0..graph.vertices).map(|v| v % 3).collect();
        graph.vertex_attributes = (0..2 * graph.vertices).map(number).collect();
        graph.edge_labels = (0..graph.edges.len() as u32).map(|e| e % 2).collect();
        graph.edge_attributes = (0..graph.edges.len() as u32).map(number).collect();
    }
    dataset.vertex_label_names = ["1", "2", "5"].map(Into::into).into();
    dataset.edge_label_names = ["a", "b"].map(Into::into).into();
    (dataset.vertex_attributes, dataset.edge_attributes) = (2, 1);
    dataset
}

fn config() -> TrainingConfig {
    TrainingConfig {
        width: 5,
        hats: 4,
        epochs: 4,
        batch_size: 8,
        folds: 3,
        ..TrainingConfig::default()
    }
}

/// Configurations of every model, every feature and every fixed filter, some with extended persistence.
fn configs() -> Vec<TrainingConfig> {
    let mut configs: Vec<_> = ModelKind::ALL
        .map(|model| TrainingConfig { model, ..config() })
        .into();
    for features in [
        Features::Label,
        Features::DegreeLabel,
        Features::Attributes,
        Features::DegreeAttributes,
        Features::Uninformative,
    ] {
        configs.push(TrainingConfig {
            features,
            extended: true,
            ..config()
        });
    }
    for edges in [EdgeFeatures::Label, EdgeFeatures::Attributes] {
        configs.push(TrainingConfig {
            edge_features: edges,
            layers: 2,
            ..config()
        });
    }
    let attributes = ["attribute:2", "attribute:label"];
    for fixed_filter in Filter::ids().chain(attributes) {
        configs.push(TrainingConfig {
            model: ModelKind::PhOnly,
            fixed_filter: fixed_filter.parse().unwrap(),
            extended: true,
            ..config()
        });
    }
    configs
}

/// A session on the CPU with one data set.
fn session() -> (Session, DatasetId) {
    let mut session = block_on(Session::open(Backend::Cpu)).unwrap();
    let data = session.add(dataset(0)).unwrap();
    (session, data)
}

fn create(session: &mut Session, data: DatasetId, config: &TrainingConfig) -> RunId {
    block_on(session.create(data, config.clone(), Folds::AtMost)).unwrap()
}

fn train(session: &mut Session, run: RunId, steps: u32) -> TrainingReport {
    block_on(session.train(run, steps)).unwrap()
}

fn inspect(session: &mut Session, run: RunId, weights: Weights, index: u32) -> Inspection {
    block_on(session.inspect(run, weights, &Subject::Index(index))).unwrap()
}

/// The observable state of these runs, to detect any change.
fn observed(session: &mut Session, runs: &[RunId]) -> String {
    let mut text = String::new();
    for &run in runs {
        let summary = session.run_summary(run).unwrap();
        let inspection = inspect(session, run, Weights::Now, 2);
        let epochs = session.snapshot_epochs(run).unwrap();
        text += &format!("{summary:?} {inspection:?} {epochs:?}");
    }
    text
}

/// The graphs of [`dataset`], all of one class.
fn of_one_class() -> Dataset {
    let mut dataset = dataset(0);
    dataset.classes.fill(0);
    dataset.class_names.truncate(1);
    dataset
}

#[test]
fn concurrent_runs_give_the_same_results_as_single_runs() {
    let configs = [
        config(),
        TrainingConfig {
            model: ModelKind::Sum,
            seed: 5,
            fold: 2,
            ..config()
        },
        TrainingConfig {
            ties: Ties::Random,
            learning_rate: 0.003,
            ..config()
        },
    ];
    let alone = configs.clone().map(|config| {
        let (mut session, data) = session();
        let run = create(&mut session, data, &config);
        let report = train(&mut session, run, u32::MAX);
        let inspections: Vec<_> = (0..=4)
            .map(|epoch| inspect(&mut session, run, Weights::Epoch(epoch), 3))
            .collect();
        (report, inspections, block_on(session.save(run)).unwrap())
    });

    let (mut session, data) = session();
    // Another data set between them, and a run on it.
    let other = session.generate("one-loop-or-several", 1).unwrap();
    let runs = configs.map(|config| create(&mut session, data, &config));
    let on_other = create(&mut session, other, &config());
    let mut reports = [(); 3].map(|()| TrainingReport::default());
    for turn in 0u32.. {
        for (run, report) in runs.iter().zip(&mut reports) {
            let part = train(&mut session, *run, 1 + turn % 3);
            report.steps.extend(part.steps);
            report.epochs.extend(part.epochs);
            report.finished = part.finished;
        }
        train(&mut session, on_other, 1);
        if reports.iter().all(|report| report.finished) {
            break;
        }
    }
    for ((run, report), (expected, inspections, bytes)) in runs.into_iter().zip(reports).zip(alone)
    {
        assert_eq!(report, expected);
        for (epoch, inspections) in (0..).zip(inspections) {
            assert_eq!(
                inspect(&mut session, run, Weights::Epoch(epoch), 3),
                inspections
            );
        }
        assert!(block_on(session.save(run)).unwrap() == bytes);
    }
}

#[test]
fn a_single_graph_gives_the_same_result_as_in_its_data_set() {
    for config in configs() {
        let (mut session, data) = session();
        let run = create(&mut session, data, &config);
        train(&mut session, run, 9);
        for index in [0, 7, 31] {
            let graph = session.graph(data, index).unwrap().0.clone();
            let subject = Subject::Graph(Box::new(graph));
            let inside = inspect(&mut session, run, Weights::Now, index);
            let outside = block_on(session.inspect(run, Weights::Now, &subject)).unwrap();
            assert_eq!(inside, outside, "{config:?}");
            let at = Weights::Epoch(1);
            let inside = inspect(&mut session, run, at, index);
            let outside = block_on(session.inspect(run, at, &subject)).unwrap();
            assert_eq!(inside, outside, "{config:?}");
        }
    }
}

/// Two vertices whose neighbours have the same degrees and the same labels, but not the same labels at the same degrees. One
/// layer sums the same rows of both tables, so that f is equal for any weights. If it were equal only up to rounding, a bar
/// between them would be random.
#[test]
fn vertices_that_one_layer_cannot_distinguish_have_equal_values() {
    // A vertex with four neighbours, which have none to three further ones.
    const SIZE: u32 = 11;
    let fan = |first: u32| {
        let ends = [0, 0, 0, 0, 2, 3, 3, 4, 4, 4];
        (1..SIZE)
            .zip(ends)
            .map(move |(v, u)| [first + u, first + v])
    };
    let graph = |joined: bool| {
        let mut graph = Graph::new(
            2 * SIZE,
            fan(0).chain(fan(SIZE)).chain(joined.then_some([5, 16])),
        );
        graph.vertex_labels = vec![0; 2 * SIZE as usize];
        graph.vertex_labels[1..5].copy_from_slice(&[1, 2, 3, 4]);
        graph.vertex_labels[12..16].copy_from_slice(&[4, 3, 1, 2]);
        graph
    };
    let dataset = Dataset {
        graphs: (0..12).map(|i| graph(i % 2 == 0)).collect(),
        classes: (0..12).map(|i| i % 2).collect(),
        class_names: ["one", "two"].map(Into::into).into(),
        targets: Vec::new(),
        vertex_label_names: ["a", "b", "c", "d", "e"].map(Into::into).into(),
        ..Dataset::default()
    };
    let mut session = block_on(Session::open(Backend::Cpu)).unwrap();
    let data = session.add(dataset).unwrap();
    let config = TrainingConfig {
        features: Features::DegreeLabel,
        width: 16,
        epochs: 20,
        ..config()
    };
    let run = create(&mut session, data, &config);
    for _ in 0..20 {
        let filter = inspect(&mut session, run, Weights::Now, 1).filter;
        assert_eq!(filter[0], filter[SIZE as usize]);
        assert_ne!(filter[1], filter[12], "their labels differ");
        train(&mut session, run, 1);
    }
}

#[test]
fn any_graph_can_be_inspected_without_a_panic() {
    let (mut session, data) = session();
    let run = create(
        &mut session,
        data,
        &TrainingConfig {
            extended: true,
            ..config()
        },
    );
    train(&mut session, run, 5);
    let ask = |session: &mut Session, run, graph| {
        block_on(session.inspect(run, Weights::Now, &Subject::Graph(Box::new(graph))))
    };
    let star = |leaves| Graph::new(leaves + 1, (1..=leaves).map(|leaf| [0, leaf]));
    // A degree beyond the table is the largest of it.
    let most = session.dataset(data).unwrap().max_degree();
    let inspections = [most, most + 1].map(|leaves| ask(&mut session, run, star(leaves)).unwrap());
    assert_eq!(inspections[0].filter.len() as u32, most + 1);
    let again = ask(&mut session, run, star(most + 1)).unwrap();
    assert_eq!(again, inspections[1]);
    // The leaves of both stars differ only in their surroundings; without a layer they were equal.
    assert!(
        inspections[1]
            .filter
            .iter()
            .all(|value| (0.0..=1.0).contains(value))
    );

    for graph in [Graph::default(), Graph::new(1, []), Graph::new(3, [])] {
        let vertices = graph.vertices as usize;
        let inspection = ask(&mut session, run, graph).unwrap();
        assert_eq!(inspection.filter.len(), vertices);
        assert_eq!(
            inspection.persistence,
            homology::persistence(&[], &inspection.filter)
        );
        assert_eq!(inspection.readout.len(), 16);
        assert_eq!(inspection.logits.len(), 2);
    }

    let error =
        |session: &mut Session, run, graph| ask(session, run, graph).unwrap_err().to_string();
    let graph = |edges: &[[u32; 2]]| Graph {
        vertices: 3,
        edges: edges.to_vec(),
        ..Graph::default()
    };
    #[rustfmt::skip]
    let cases = [
        (graph(&[[0, 3]]), "between two of the 3 vertices"),
        (graph(&[[1, 0]]), "the smaller index first, found 1-0"),
        (graph(&[[1, 1]]), "found 1-1"),
        (graph(&[[1, 2], [0, 1]]), "in ascending order"),
        (graph(&[[0, 1], [0, 1]]), "every edge once"),
        (Graph::new(65_536, []), "are 65535 and 1048576"),
        (Graph { vertex_labels: vec![0, 3, 0], ..graph(&[]) }, "vertex labels below 3"),
        (Graph { vertex_labels: vec![0, 1], ..graph(&[]) }, "expected 3 vertex labels"),
        (Graph { vertex_attributes: vec![0.0; 5], ..graph(&[]) }, "expected 6 vertex attributes"),
        (Graph { vertex_attributes: vec![f32::NAN; 6], ..graph(&[]) }, "expected finite vertex attributes"),
        (Graph { edge_labels: vec![2], ..graph(&[[0, 1]]) }, "edge labels below 2"),
    ];
    for (wrong, part) in cases {
        let error = error(&mut session, run, wrong);
        assert!(error.contains(part), "{error}");
    }
    // The input that the model reads has to exist.
    #[rustfmt::skip]
    let cases = [
        (TrainingConfig { features: Features::Label, ..config() }, "the model reads vertex labels, but the graph has none"),
        (TrainingConfig { features: Features::DegreeAttributes, ..config() }, "the model reads vertex attributes"),
        (TrainingConfig { edge_features: EdgeFeatures::Attributes, ..config() }, "the model reads edge attributes"),
        (TrainingConfig { model: ModelKind::PhOnly, fixed_filter: FixedFilter::Attribute("2".into()), ..config() }, "the vertex attribute \"2\""),
        (
            TrainingConfig {
                model: ModelKind::PhOnly,
                fixed_filter: FixedFilter::Attribute("label".into()),
                ..config()
            },
            "the vertex attribute \"label\"",
        ),
    ];
    for (config, part) in cases {
        let run = create(&mut session, data, &config);
        let error = error(&mut session, run, graph(&[[0, 1]]));
        assert!(error.contains(part), "{error}");
    }
    let missing = block_on(session.inspect(run, Weights::Now, &Subject::Index(60))).unwrap_err();
    assert_eq!(
        missing.to_string(),
        "there is no graph 60: the data set has 60, counted from 0"
    );
}

#[test]
fn an_earlier_epoch_gives_its_original_predictions() {
    for config in configs() {
        let (mut session, data) = session();
        let run = create(&mut session, data, &config);
        let per_epoch = session.run_summary(run).unwrap().steps_per_epoch;
        let mut shown = vec![inspect(&mut session, run, Weights::Now, 4)];
        let graphs: Vec<u32> = (0..60).collect();
        let mut predicted = Vec::new();
        for _ in 0..3 {
            train(&mut session, run, per_epoch);
            shown.push(inspect(&mut session, run, Weights::Now, 4));
            predicted.push(block_on(session.predict(run, Weights::Now, &graphs)).unwrap());
        }
        // In the middle of the fourth, and at the end.
        train(&mut session, run, 2);
        let middle = inspect(&mut session, run, Weights::Now, 4);
        assert_ne!(middle, shown[3]);
        for _ in 0..2 {
            for (epoch, shown) in (0..).zip(&shown) {
                let inspection = inspect(&mut session, run, Weights::Epoch(epoch), 4);
                assert_eq!(&inspection, shown, "epoch {epoch} of {config:?}");
            }
            for (epoch, predicted) in (1..).zip(&predicted) {
                let predictions = block_on(session.predict(run, Weights::Epoch(epoch), &graphs));
                assert_eq!(&predictions.unwrap(), predicted);
            }
            train(&mut session, run, u32::MAX);
        }
        assert_ne!(shown[0].logits, shown[3].logits);
        assert_eq!(session.snapshot_epochs(run).unwrap(), [0, 1, 2, 3, 4]);
        let error = block_on(session.inspect(run, Weights::Epoch(5), &Subject::Index(4)));
        assert_eq!(
            error.unwrap_err().to_string(),
            "the weights of epoch 5 are not kept; those of 0, 1, 2, 3, 4 are"
        );
    }
}

#[test]
fn inspection_does_not_change_a_run() {
    let (mut session, data) = session();
    let [asked, left_alone] = [(); 2].map(|()| create(&mut session, data, &config()));
    for _ in 0..15 {
        let reports = [asked, left_alone].map(|run| train(&mut session, run, 2));
        assert_eq!(reports[0], reports[1]);
        let subject = Subject::Index(1);
        block_on(session.explain(asked, Weights::Epoch(0), &subject)).unwrap();
        block_on(session.explain(asked, Weights::Now, &subject)).unwrap();
        block_on(session.predict(asked, Weights::Epoch(0), &[3, 2])).unwrap();
    }
    let [a, b] = [asked, left_alone].map(|run| block_on(session.save(run)).unwrap());
    assert!(a == b);
}

/// The read pairs and the contribution of each bar, in every model that reads barcodes.
#[test]
fn the_pairs_are_those_of_the_engine_and_the_functions_add_up_to_the_readout() {
    let mut all: Vec<_> = configs()
        .into_iter()
        .filter(|config| config.model.reads_barcodes())
        .collect();
    for (hat, bar_weight) in CoordinateFunction::ALL
        .into_iter()
        .zip(BarWeight::ALL.into_iter().cycle())
    {
        all.push(TrainingConfig {
            hat,
            bar_weight,
            extended: true,
            ..config()
        });
    }
    let (mut loops, mut zero_length) = (0, 0);
    for config in all {
        let (mut session, data) = session();
        let run = create(&mut session, data, &config);
        train(&mut session, run, 12);
        for index in 0..8 {
            let edges = session.graph(data, index).unwrap().0.edges.clone();
            let subject = Subject::Index(index);
            let (inspection, hats, _) =
                block_on(session.explain(run, Weights::Now, &subject)).unwrap();
            assert_eq!(inspection, inspect(&mut session, run, Weights::Now, index));
            assert_eq!(
                inspection.persistence,
                homology::persistence(&edges, &inspection.filter)
            );
            let extended = config
                .extended
                .then(|| homology::extended(&edges, &inspection.filter));
            assert_eq!(inspection.extended, extended);
            loops += extended.map_or(0, |extended| extended.loops.len());

            let names: Vec<_> = hats.iter().map(|hats| hats.barcode).collect();
            let all = BarcodeName::of(config.readout);
            assert_eq!(names, all[..3 + usize::from(config.extended)]);
            let values: Vec<f32> = hats.iter().flat_map(|hats| hats.values.clone()).collect();
            assert_eq!(values, inspection.readout);
            let mut finite = 0;
            for hats in &hats {
                assert_eq!(hats.values.len(), 4);
                assert_eq!(hats.shares.len(), 4 * hats.bars.len());
                let mut sums = [0.0; 4];
                for shares in hats.shares.chunks(4) {
                    for (sum, share) in sums.iter_mut().zip(shares) {
                        *sum += share;
                    }
                }
                crate::common::assert_close(&format!("{config:?}"), &sums, &hats.values, 1e-4);
                if hats.barcode == BarcodeName::H0 {
                    finite = hats.bars.len();
                }
            }
            // Bars of length zero have no effect.
            let pairs = inspection.persistence.death.iter().flatten();
            let known = pairs.filter(|&&death| death != homology::NONE).count();
            zero_length += known - finite;
        }
    }
    assert!(loops > 0 && zero_length > 0, "{loops} {zero_length}");
}

#[test]
fn the_bars_of_the_classes_come_from_one_part() {
    let (mut session, data) = session();
    let extended = TrainingConfig {
        extended: true,
        ..config()
    };
    let fixed = TrainingConfig {
        model: ModelKind::PhOnly,
        ..config()
    };
    for config in [config(), extended, fixed] {
        let run = create(&mut session, data, &config);
        train(&mut session, run, 3);
        let rows = session.graph_rows(data, Some(run)).unwrap();
        for (part, stretched) in [
            (Part::Train, false),
            (Part::Validation, true),
            (Part::Test, true),
        ] {
            let own: Vec<u32> = (0..rows.len() as u32)
                .filter(|&index| rows[index as usize].part == part)
                .collect();
            let inspections = block_on(session.inspect_many(run, Weights::Now, &own)).unwrap();
            let found = block_on(session.classes(run, Weights::Now, part, stretched)).unwrap();
            for class in 0..found.graphs.len() {
                let graphs = own
                    .iter()
                    .filter(|&&g| rows[g as usize].class == Some(class as u32));
                assert_eq!(found.graphs[class] as usize, graphs.count());
            }
            let mut counts = vec![[0; 2]; rows.len()];
            for &[direction, _, graph, count] in &found.filled {
                counts[graph as usize][direction as usize] += count;
            }
            let values = inspections
                .iter()
                .flat_map(|inspection| inspection.filter.clone());
            let ends = values.fold([f32::MAX, f32::MIN], |[low, high], x| {
                [low.min(x), high.max(x)]
            });
            assert_eq!(found.range, if stretched { ends } else { [0.0, 1.0] });
            for (index, count) in counts.into_iter().enumerate() {
                let place = own.iter().position(|&graph| graph as usize == index);
                let expected = place.map_or([0; 2], |place| {
                    let inspection = &inspections[place];
                    let bars = homology::barcode::bars(&inspection.persistence);
                    let mut expected = [0; 2];
                    for bar in bars.filter(|bar| !bar.is_zero_length(&inspection.filter)) {
                        expected[bar.direction as usize] += bar.multiplicity;
                    }
                    // If the model reads them, loops with deaths are counted once more, in both directions.
                    let loops = inspection
                        .extended
                        .iter()
                        .flat_map(|extended| &extended.loops);
                    let long = |[a, b]: &&[u32; 2]| {
                        inspection.filter[*a as usize] != inspection.filter[*b as usize]
                    };
                    let ended = loops.filter(long).count() as u32;
                    expected.map(|count| count + ended)
                });
                assert_eq!(count, expected, "{part:?}, graph {index}");
            }
        }
        // The weights before the first step are different, unless nothing is learned.
        let [now, then] = [Weights::Now, Weights::Epoch(0)]
            .map(|weights| block_on(session.classes(run, weights, Part::Train, false)).unwrap());
        assert_eq!(now.filled == then.filled, config.model == ModelKind::PhOnly);
    }
    let sum = TrainingConfig {
        model: ModelKind::Sum,
        ..config()
    };
    let run = create(&mut session, data, &sum);
    let refused = block_on(session.classes(run, Weights::Now, Part::Test, false));
    assert_eq!(refused, Err(SessionError::NoFilter(run)));
}

#[test]
fn models_without_a_filter_are_inspected_without_one() {
    let models = ModelKind::ALL.into_iter();
    for model in models.filter(|model| !model.reads_barcodes()) {
        let (mut session, data) = session();
        let run = create(&mut session, data, &TrainingConfig { model, ..config() });
        train(&mut session, run, 3);
        let (inspection, hats, _) =
            block_on(session.explain(run, Weights::Now, &Subject::Index(0))).unwrap();
        assert_eq!(inspection.logits.len(), 2);
        assert!(hats.is_empty());
        let logits = inspection.logits.clone();
        assert_eq!(
            inspection,
            Inspection {
                logits,
                ..Inspection::default()
            }
        );
    }
}

#[test]
fn a_rejected_call_changes_nothing() {
    let (mut session, data) = session();
    let run = create(&mut session, data, &config());
    train(&mut session, run, 4);
    let saved = block_on(session.save(run)).unwrap();
    let other = session.add(dataset(1)).unwrap();
    let lonely = {
        let mut dataset = dataset(2);
        dataset.classes.fill(0);
        dataset.classes[5] = 1;
        session.add(dataset).unwrap()
    };
    let nobody = RunId(99);
    let before = observed(&mut session, &[run]);
    let zip = block_on(async { session.open_files(&[("a.zip", b"PK\x03\x04 no zip")]) });
    let bad = TrainingConfig {
        width: 0,
        ..config()
    };
    let many = TrainingConfig {
        folds: 40,
        ..config()
    };
    let beyond = TrainingConfig {
        fold: 4,
        ..config()
    };
    let one = TrainingConfig {
        folds: 1,
        ..config()
    };
    let mut wrong = dataset(3);
    wrong.classes.pop();
    let mut damaged = saved.clone();
    damaged.truncate(saved.len() / 2);
    let errors: Vec<SessionError> = vec![
        zip.unwrap_err(),
        session.generate("nothing", 0).unwrap_err(),
        session.add(wrong).unwrap_err(),
        session.add(Dataset::default()).unwrap_err(),
        block_on(session.create(data, bad, Folds::AtMost)).unwrap_err(),
        block_on(session.create(data, many, Folds::Exactly)).unwrap_err(),
        block_on(session.create(data, beyond, Folds::AtMost)).unwrap_err(),
        block_on(session.create(data, one, Folds::AtMost)).unwrap_err(),
        block_on(session.create(lonely, config(), Folds::AtMost)).unwrap_err(),
        block_on(session.create(DatasetId(99), config(), Folds::AtMost)).unwrap_err(),
        block_on(session.resume(data, &damaged)).unwrap_err(),
        block_on(session.resume(data, b"")).unwrap_err(),
        block_on(session.resume(other, &saved)).unwrap_err(),
        block_on(session.train(nobody, 1)).unwrap_err(),
        block_on(session.save(nobody)).unwrap_err(),
        session.close_run(nobody).unwrap_err(),
        session.close_dataset(DatasetId(99)).unwrap_err(),
        session.set_learning_rate(run, f64::NAN).unwrap_err(),
        session.graph(data, 60).unwrap_err(),
        session.graph_rows(other, Some(run)).unwrap_err(),
        block_on(session.predict(run, Weights::Now, &[0, 60])).unwrap_err(),
        block_on(session.predict(run, Weights::Epoch(9), &[0])).unwrap_err(),
    ];
    for error in &errors {
        println!("{error}");
    }
    assert!(matches!(errors[8], SessionError::Folds(_)));
    assert!(errors[8].to_string().contains("has one graph of the class"));
    assert!(
        errors[5].to_string().contains("use 26 or fewer"),
        "{}",
        errors[5]
    );
    assert_eq!(observed(&mut session, &[run]), before);
}

#[test]
fn the_number_of_folds_is_limited_by_the_smallest_class() {
    let (mut session, _) = session();
    let mut few = dataset(4);
    let small: Vec<usize> = (0..60).filter(|&i| few.classes[i] == 1).skip(4).collect();
    for graph in small.into_iter().rev() {
        few.graphs.remove(graph);
        few.classes.remove(graph);
    }
    // A class that nothing is in does not count.
    few.class_names.push("nothing".into());
    let data = session.add(few).unwrap();
    let asked = TrainingConfig {
        folds: 10,
        fold: 7,
        ..config()
    };
    let run = create(&mut session, data, &asked);
    let summary = session.run_summary(run).unwrap();
    assert_eq!((summary.config.folds, summary.config.fold), (4, 4));
    assert_eq!(
        summary.notes,
        [
            "“Cycles and trees” has 4 graphs of the class “tree”, so it is split into 4 folds instead of 10. Fold 4 is the test \
             part in place of fold 7."
        ]
    );
    let rows = session.graph_rows(data, Some(run)).unwrap();
    let tested = rows.iter().filter(|row| row.part == Part::Test).count();
    assert_eq!(tested as u32, summary.test_graphs);
    assert!(train(&mut session, run, u32::MAX).finished);

    let exact = TrainingConfig {
        folds: 4,
        fold: 4,
        ..config()
    };
    let run = create(&mut session, data, &exact);
    assert!(session.run_summary(run).unwrap().notes.is_empty());
    let refused = block_on(session.create(data, asked, Folds::Exactly)).unwrap_err();
    assert!(
        refused
            .to_string()
            .contains("too few for 10 folds: use 4 or fewer")
    );
}

#[test]
fn a_saved_run_resumes_bit_identically() {
    let (mut session, data) = session();
    let whole = create(&mut session, data, &config());
    let per_epoch = session.run_summary(whole).unwrap().steps_per_epoch;
    train(&mut session, whole, u32::MAX);
    let expected = block_on(session.save(whole)).unwrap();
    for (steps, epochs) in [
        (0, &[0, 1, 2, 3, 4][..]),
        (3, &[1, 2, 3, 4]),
        (2 * per_epoch, &[2, 3, 4]),
    ] {
        let first = create(&mut session, data, &config());
        train(&mut session, first, steps);
        let saved = block_on(session.save(first)).unwrap();
        // In a separate session.
        let (mut later, data) = self::session();
        let run = block_on(later.resume(data, &saved)).unwrap();
        assert_eq!(later.run_summary(run).unwrap().steps_done, steps);
        train(&mut later, run, u32::MAX);
        assert!(block_on(later.save(run)).unwrap() == expected);
        // A save in the middle of an epoch stores the weights from the end of that epoch on.
        assert_eq!(later.snapshot_epochs(run).unwrap(), epochs);
        if epochs[0] > 0 {
            let error = block_on(later.inspect(run, Weights::Epoch(0), &Subject::Index(0)));
            let kept = Vec::from_iter(epochs.iter().map(u32::to_string)).join(", ");
            assert_eq!(
                error.unwrap_err().to_string(),
                format!("the weights of epoch 0 are not kept; those of {kept} are")
            );
        }
        for &epoch in epochs {
            let at = Weights::Epoch(epoch);
            assert_eq!(
                inspect(&mut later, run, at, 9),
                inspect(&mut session, whole, at, 9)
            );
        }
    }
}

/// The data that is necessary to continue a run after its tab was closed.
#[test]
fn a_saved_run_keeps_its_epochs_and_can_be_trained_further() {
    let (mut session, data) = session();
    let whole = create(
        &mut session,
        data,
        &TrainingConfig {
            epochs: 6,
            ..config()
        },
    );
    let run = create(&mut session, data, &config());
    train(&mut session, run, 12);
    let epochs = session.snapshot_epochs(run).unwrap();
    assert_eq!(epochs, [0, 1, 2]);
    let kept: Vec<_> = epochs
        .iter()
        .map(|&epoch| {
            block_on(session.weights(run, Weights::Epoch(epoch)))
                .unwrap()
                .to_vec()
        })
        .collect();
    let now = block_on(session.weights(run, Weights::Now)).unwrap();
    assert_ne!(now[..], kept[2][..]);
    let inspections: Vec<_> = epochs
        .iter()
        .map(|&epoch| inspect(&mut session, run, Weights::Epoch(epoch), 3))
        .collect();
    let bytes = block_on(session.save(run)).unwrap();
    session.close_run(run).unwrap();

    let again = block_on(session.resume(data, &bytes)).unwrap();
    for (&epoch, numbers) in epochs.iter().zip(&kept) {
        session.keep_weights(again, epoch, numbers.clone()).unwrap();
    }
    assert_eq!(session.snapshot_epochs(again).unwrap(), epochs);
    for (&epoch, inspection) in epochs.iter().zip(&inspections) {
        assert_eq!(
            inspect(&mut session, again, Weights::Epoch(epoch), 3),
            *inspection
        );
    }
    let refused = |session: &mut Session, epoch, numbers: Vec<f32>| {
        session
            .keep_weights(again, epoch, numbers)
            .unwrap_err()
            .to_string()
    };
    assert!(refused(&mut session, 5, kept[0].clone()).contains("the run has 4 epochs"));
    assert!(refused(&mut session, 1, vec![0.0; 3]).contains("found 3"));
    assert!(refused(&mut session, 1, vec![f32::NAN; kept[0].len()]).contains("infinite"));

    // It continues to the end, and then further, bit for bit like a longer run.
    assert!(train(&mut session, again, 1000).finished);
    assert!(train(&mut session, again, 1).steps.is_empty());
    let few = session.set_epochs(again, 3).unwrap_err().to_string();
    assert!(few.contains("at least 4"), "{few}");
    session.set_epochs(again, 6).unwrap();
    assert!(train(&mut session, again, 1000).finished);
    assert!(train(&mut session, whole, 1000).finished);
    let [a, b] = [again, whole].map(|run| block_on(session.save(run)).unwrap());
    assert!(a == b);
}

#[test]
fn closing_frees_memory_and_ids_are_not_reused() {
    let (mut session, data) = session();
    let held = Arc::downgrade(session.dataset(data).unwrap());
    let [run, other] = [(); 2].map(|()| create(&mut session, data, &config()));
    train(&mut session, run, 3);
    session.close_run(run).unwrap();
    assert_eq!(session.run_summary(run), Err(SessionError::NoRun(run)));
    assert_eq!(session.close_dataset(data), Ok(vec![other]));
    assert_eq!(session.run_summary(other), Err(SessionError::NoRun(other)));
    assert!(held.upgrade().is_none(), "somebody keeps the graphs");
    let again = session.add(dataset(0)).unwrap();
    let next = create(&mut session, again, &config());
    assert!(again.0 > other.0 && next.0 > again.0);
}

#[test]
fn the_cpu_is_the_default_device() {
    let session = block_on(Session::open(Backend::Auto)).unwrap();
    let device = session.device();
    assert!(
        !device.gpu && device.reason.starts_with("The CPU is in use"),
        "{device:?}"
    );
    let session = block_on(Session::open(Backend::Cpu)).unwrap();
    assert_eq!(session.device().reason, "The CPU was chosen.");
}

#[test]
#[cfg(feature = "gpu")]
#[ignore = "slow: cargo test -- --include-ignored"]
fn a_gpu_run_returns_its_pairs() {
    crate::common::in_child_process("session::a_gpu_run_returns_its_pairs", gpu_run);
}

#[cfg(feature = "gpu")]
fn gpu_run() {
    let mut session = block_on(Session::open(Backend::Gpu)).unwrap();
    assert!(session.device().gpu);
    let data = session.add(dataset(0)).unwrap();
    let config = TrainingConfig {
        extended: true,
        ..config()
    };
    let run = create(&mut session, data, &config);
    let per_epoch = session.run_summary(run).unwrap().steps_per_epoch;
    train(&mut session, run, per_epoch);
    let shown = inspect(&mut session, run, Weights::Now, 3);
    let edges = session.graph(data, 3).unwrap().0.edges.clone();
    assert_eq!(
        shown.persistence,
        homology::persistence(&edges, &shown.filter)
    );
    let (inspection, hats, _) =
        block_on(session.explain(run, Weights::Epoch(1), &Subject::Index(3))).unwrap();
    assert_eq!(inspection, shown);
    assert_eq!(hats.len(), 4);
    let saved = block_on(session.save(run)).unwrap();
    let mut session = block_on(Session::open(Backend::Cpu)).unwrap();
    let data = session.add(dataset(0)).unwrap();
    let run = block_on(session.resume(data, &saved)).unwrap();
    assert_eq!(session.run_summary(run).unwrap().steps_done, per_epoch);
    let now = inspect(&mut session, run, Weights::Now, 3);
    crate::common::assert_close("filter", &now.filter, &shown.filter, 1e-4);
    assert_eq!(inspect(&mut session, run, Weights::Epoch(1), 3), now);
    assert!(train(&mut session, run, u32::MAX).finished);
}

#[test]
fn runs_on_one_data_set_are_compared_over_their_common_graphs() {
    let (mut session, data) = session();
    let folds = [1, 2, 1].map(|fold| TrainingConfig { fold, ..config() });
    let [first, other_fold, longer] = folds.map(|config| create(&mut session, data, &config));
    let other_seed = create(
        &mut session,
        data,
        &TrainingConfig {
            seed: 7,
            ..config()
        },
    );
    let sum = TrainingConfig {
        model: ModelKind::Sum,
        ..config()
    };
    let sum = create(&mut session, data, &sum);
    train(&mut session, longer, 6);
    let classes = dataset(0).classes;
    let mut outputs = |run, weights| block_on(session.outputs(run, weights)).unwrap();
    let now = outputs(first, Weights::Now);
    let trained = outputs(longer, Weights::Now);

    // A run equals itself, and at epoch 0 it equals a run with the same start.
    for twin in [&now, &outputs(longer, Weights::Epoch(0))] {
        let same = now.compare(twin, Some(Part::Test)).unwrap();
        assert_eq!(same.own, [same.graphs.len() as u32; 2]);
        assert_eq!(same.predicted[0], same.predicted[1]);
        let agreement = same.agreement.unwrap();
        assert!(agreement.taus.iter().flatten().all(|&tau| tau == 1.0));
        assert_eq!(now.filter(3), twin.filter(3));
    }

    // Folds of one split share training graphs, but no test graph; the results are those of the runs.
    let fold = outputs(other_fold, Weights::Now);
    let tested = now.compare(&fold, Some(Part::Test)).unwrap();
    assert!(tested.graphs.is_empty());
    assert!(tested.own.iter().all(|&own| own > 0));
    assert_eq!(tested.agreement.unwrap().monotone, None);
    let all = now.compare(&fold, None).unwrap();
    assert_eq!(
        (&all.graphs[..], all.own),
        (&(0..60).collect::<Vec<u32>>()[..], [60, 60])
    );
    assert_eq!(all.agreement.unwrap().taus.len(), 60);
    let learned = now.compare(&fold, Some(Part::Train)).unwrap();
    assert!(!learned.graphs.is_empty() && learned.graphs.len() < learned.own[0] as usize);
    let seed = outputs(other_seed, Weights::Now);
    let both = trained.compare(&seed, Some(Part::Train)).unwrap();
    let agreement = both.agreement.unwrap();
    assert_eq!(agreement.taus.len(), both.graphs.len());
    let sums = outputs(sum, Weights::Now)
        .compare(&trained, Some(Part::Train))
        .unwrap();
    assert_eq!((sums.agreement, sums.own[0]), (None, sums.own[1]));

    let rows = session.graph_rows(data, Some(longer)).unwrap();
    let others = session.graph_rows(data, Some(other_seed)).unwrap();
    let expected = (0..rows.len() as u32).filter(|&graph| {
        let of = |rows: &[GraphRow]| rows[graph as usize].part == Part::Train;
        of(&rows) && of(&others)
    });
    assert_eq!(both.graphs, expected.collect::<Vec<u32>>());
    for (place, &graph) in both.graphs.iter().enumerate() {
        let filters = [&trained, &seed].map(|outputs| outputs.filter(graph).unwrap());
        for (run, filter) in [longer, other_seed].into_iter().zip(filters) {
            let alone = inspect(&mut session, run, Weights::Now, graph).filter;
            // Graphs are evaluated as a batch, which can change the last bits.
            let near = |(a, b): (&f32, &f32)| (a - b).abs() < 1e-5;
            assert!(filter.len() == alone.len() && filter.iter().zip(&alone).all(near));
        }
        assert_eq!(agreement.taus[place], kendall_tau(filters[0], filters[1]));
    }
    for (run, compared, all) in [
        (longer, &both.predicted[0], &trained),
        (other_seed, &both.predicted[1], &seed),
    ] {
        let predicted = block_on(session.predict(run, Weights::Now, &both.graphs)).unwrap();
        assert_eq!(*compared, predicted.numbers());
        let own: Vec<u32> = (0..60).collect();
        let predicted =
            crate::trained::classes(block_on(session.predict(run, Weights::Now, &own)).unwrap());
        let rows = session.graph_rows(data, Some(run)).unwrap();
        for (part, [right, of]) in [Part::Train, Part::Validation, Part::Test]
            .into_iter()
            .zip(all.metrics())
        {
            let graphs = || (0..60).filter(|&graph| rows[graph].part == part);
            assert_eq!(graphs().count() as f64, of);
            assert_eq!(
                graphs().filter(|&g| predicted[g] == classes[g]).count() as f64,
                right
            );
        }
    }

    let elsewhere = session.add(dataset(1)).unwrap();
    let elsewhere = create(&mut session, elsewhere, &config());
    let elsewhere = block_on(session.outputs(elsewhere, Weights::Now)).unwrap();
    let refused = now
        .compare(&elsewhere, Some(Part::Test))
        .unwrap_err()
        .to_string();
    assert!(
        refused.contains("expected two runs on one open data set"),
        "{refused}"
    );
}

#[test]
fn a_data_set_of_one_class_is_inspected_but_not_trained() {
    let mut session = block_on(Session::open(Backend::Cpu)).unwrap();
    let data = session.add(of_one_class()).unwrap();
    for config in configs() {
        let run = create(&mut session, data, &config);
        let before = observed(&mut session, &[run]);
        let refused = block_on(session.train(run, 1)).unwrap_err();
        assert!(matches!(&refused, SessionError::OneClass(why) if why.contains("has the class")));
        assert_eq!(observed(&mut session, &[run]), before);
        let inspection = inspect(&mut session, run, Weights::Now, 2);
        assert_eq!(inspection.logits.len(), 1);
        session.close_run(run).unwrap();
    }
    let refused = block_on(session.cross_validate(data, config(), Folds::AtMost));
    assert!(matches!(refused, Err(SessionError::OneClass(_))));
}

#[test]
fn the_bars_of_one_class_are_counted_and_their_coordinate_functions_measured() {
    let mut session = block_on(Session::open(Backend::Cpu)).unwrap();
    let data = session.add(of_one_class()).unwrap();
    let run = create(&mut session, data, &config());
    let graphs = session.graph_rows(data, Some(run)).unwrap();
    let tested = graphs.iter().filter(|row| row.part == Part::Test).count() as u32;
    let bars = block_on(session.classes(run, Weights::Now, Part::Test, true)).unwrap();
    assert_eq!(bars.graphs, [tested]);
    let found = block_on(session.importances(run, Weights::Now, Part::Test)).unwrap();
    assert_eq!(
        (found.graphs, found.metric, found.margin),
        (tested, 1.0, 0.0)
    );
    let saved = block_on(session.save(run)).unwrap();
    let resumed = block_on(session.resume(data, &saved)).unwrap();
    assert_eq!(
        inspect(&mut session, resumed, Weights::Now, 2),
        inspect(&mut session, run, Weights::Now, 2)
    );
}
