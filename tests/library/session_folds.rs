//! The origin of the folds of a session's runs.

use crate::trained::classes;

use pollster::block_on;
use sublevel::{
    config::TrainingConfig,
    graph::{Dataset, Graph, folds::Origin, icml2020::Shipped},
    protocol::{Backend, Part},
    run_file::merge_run_files,
    session::{CrossValidation, DatasetId, Folds, RunId, Session, Weights},
};

/// Paths of two to six vertices under the name of a data set of the paper, which has as many graphs.
fn session() -> (Session, DatasetId) {
    let graphs = (0..188u32).map(|graph| {
        let vertices = 2 + graph % 5;
        Graph::new(vertices, (1..vertices).map(|v| [v - 1, v]))
    });
    // Six or seven graphs of each test part have one class, the others the other class, as in MUTAG.
    let mut classes = vec![0; 188];
    let unknown = Dataset {
        name: "MUTAG".into(),
        classes: (0..188).collect(),
        class_names: (0..188).map(|class: u32| class.to_string()).collect(),
        targets: Vec::new(),
        ..Dataset::default()
    };
    for fold in 1..=10 {
        let test = Shipped::Icml2020.split(&unknown, fold).unwrap().test;
        let others = if test.len() == 20 { 7 } else { 6 };
        test[..others]
            .iter()
            .for_each(|&graph| classes[graph as usize] = 1);
    }
    let dataset = Dataset {
        name: "MUTAG".into(),
        graphs: graphs.collect(),
        classes,
        class_names: vec!["most".into(), "others".into()],
        targets: Vec::new(),
        ..Dataset::default()
    };
    let mut session = block_on(Session::open(Backend::Cpu)).unwrap();
    let data = session.add(dataset).unwrap();
    (session, data)
}

fn config(fold: u32, validation: bool) -> TrainingConfig {
    TrainingConfig {
        width: 4,
        hats: 3,
        epochs: 1,
        fold,
        validation,
        ..TrainingConfig::default()
    }
}

fn create(session: &mut Session, data: DatasetId, config: TrainingConfig, folds: Folds) -> RunId {
    block_on(session.create(data, config, folds)).unwrap()
}

/// The graphs that a run is tested on.
fn tested(session: &Session, data: DatasetId, run: RunId) -> Vec<u32> {
    let rows = session.graph_rows(data, Some(run)).unwrap();
    let rows = (0..).zip(rows);
    rows.filter(|(_, row)| row.part == Part::Test)
        .map(|(graph, _)| graph)
        .collect()
}

#[test]
fn runs_use_shipped_folds_and_save_them() {
    let (mut session, data) = session();
    assert_eq!(session.without_shipped_folds(data).unwrap(), None);
    let asked = TrainingConfig {
        folds: 4,
        ..config(7, true)
    };
    let run = create(&mut session, data, asked, Folds::Shipped(Shipped::Icml2020));
    let expected = Shipped::Icml2020
        .split(session.dataset(data).unwrap(), 7)
        .unwrap();
    assert_eq!(tested(&session, data, run), expected.test);
    let summary = session.run_summary(run).unwrap();
    assert_eq!(
        (summary.splits, summary.config.folds),
        (Origin::Icml2020, 10)
    );
    assert_eq!(summary.validation_graphs, expected.validation.len() as u32);
    let saved = block_on(session.save(run)).unwrap();
    let again = block_on(session.resume(data, &saved)).unwrap();
    assert_eq!(session.run_summary(again).unwrap().splits, Origin::Icml2020);

    let whole = create(
        &mut session,
        data,
        config(7, false),
        Folds::Shipped(Shipped::Icml2020),
    );
    let summary = session.run_summary(whole).unwrap();
    assert_eq!(
        (summary.splits, summary.validation_graphs),
        (Origin::Icml2020, 0)
    );

    let own = create(&mut session, data, config(7, true), Folds::AtMost);
    assert_eq!(session.run_summary(own).unwrap().splits, Origin::Seed);
    let beyond =
        block_on(session.create(data, config(11, true), Folds::Shipped(Shipped::Icml2020)));
    assert_eq!(
        beyond.unwrap_err().to_string(),
        "expected a fold from 1 to 10, found 11"
    );
}

#[test]
fn runs_use_fold_files_and_reject_invalid_ones() {
    let (mut session, data) = session();
    let files: [(&str, &[u8]); 5] = [
        ("mine/train_idx-1.txt", b"0\n1\n2\n3\n"),
        ("mine/test_idx-1.txt", b"5\n4\n"),
        ("mine/train_idx-2.txt", b"4\n5\n6\n"),
        ("mine/validation_idx-2.txt", b"8\n9\n"),
        ("mine/test_idx-2.txt", b"0\n1\n2\n"),
    ];
    assert_eq!(session.count_folds(data, &files).unwrap(), 2);
    let run = create(&mut session, data, config(2, true), Folds::Files(&files));
    assert_eq!(tested(&session, data, run), [0, 1, 2]);
    let summary = session.run_summary(run).unwrap();
    assert_eq!((summary.splits, summary.config.folds), (Origin::Files, 2));
    assert_eq!((summary.train_graphs, summary.validation_graphs), (3, 2));
    let whole = create(&mut session, data, config(2, false), Folds::Files(&files));
    assert_eq!(session.run_summary(whole).unwrap().train_graphs, 5);

    let refused = |session: &mut Session, fold, files: &[(&str, &[u8])]| {
        let refused = block_on(session.create(data, config(fold, true), Folds::Files(files)));
        refused.unwrap_err().to_string()
    };
    assert_eq!(
        refused(&mut session, 3, &files),
        "expected a fold from 1 to 2, the number of folds in the files, found 3"
    );
    assert!(refused(&mut session, 1, &[]).contains("no fold files were given: choose the files"));
    let missing = session.count_folds(data, &files[1..]).unwrap_err();
    assert!(
        missing
            .to_string()
            .starts_with("train_idx-1.txt: expected the indices of this part of the fold"),
        "{missing}"
    );
    let beyond: [(&str, &[u8]); 2] = [("train_idx-1.txt", b"0\n188\n"), ("test_idx-1.txt", b"1\n")];
    assert_eq!(
        session.count_folds(data, &beyond).unwrap_err().to_string(),
        "train_idx-1.txt, line 2: expected the index of a graph, from 0 to 187, found \"188\""
    );
    let others: [(&str, &[u8]); 1] = [("notes.txt", b"0\n")];
    let none = session.count_folds(data, &others).unwrap_err();
    assert!(
        none.to_string()
            .contains("found no fold: choose these files together")
    );
}

/// A cross-validation of three folds on a generated data set, in a separate session.
fn folds_of_a_worker() -> CrossValidation {
    let mut session = block_on(Session::open(Backend::Cpu)).unwrap();
    let data = session.generate("cycles-and-trees", 0).unwrap();
    let config = TrainingConfig {
        epochs: 2,
        folds: 3,
        dropout: Some(0.2),
        ..config(1, false)
    };
    block_on(session.cross_validate(data, config, Folds::AtMost)).unwrap()
}

/// Trains folds to their end, in this order, and returns their models.
fn train_all(run: &mut CrossValidation, folds: &[u32]) -> Vec<Vec<u8>> {
    let mut models = Vec::new();
    for &fold in folds {
        while !block_on(run.train(fold, 5, || 0.0)).unwrap().finished {}
        models.push(run.take_model().unwrap());
        assert!(run.take_model().is_none());
    }
    models
}

#[test]
fn folds_of_several_workers_merge_to_the_run_of_one_bit_for_bit() {
    let mut alone = folds_of_a_worker();
    let models = train_all(&mut alone, &[1, 2, 3]);
    let [mut one, mut other] = [folds_of_a_worker(), folds_of_a_worker()];
    let third = train_all(&mut one, &[3]);
    // A worker that crashes in fold 2 leaves its finished epoch, and another worker trains the fold again.
    while block_on(one.train(2, 5, || 0.0)).unwrap().epoch == 0 {}
    let crashed = one.file().clone();
    let others = train_all(&mut other, &[2, 1]);

    let partly = merge_run_files(vec![crashed.clone(), folds_of_a_worker().file().clone()]);
    let partly = partly.unwrap();
    let left = partly.unfinished.iter();
    let left: Vec<_> = left.map(|left| (left.fold, left.epochs.len())).collect();
    assert_eq!((partly.folds.len(), left), (1, vec![(1, 0), (2, 1)]));

    for files in [
        vec![crashed.clone(), other.file().clone()],
        vec![other.file().clone(), crashed],
    ] {
        let merged = merge_run_files(files).unwrap();
        assert_eq!(&merged, alone.file());
        for (merged, alone) in [
            (merged.mean_test_accuracy, alone.file().mean_test_accuracy),
            (merged.std_test_accuracy, alone.file().std_test_accuracy),
        ] {
            assert_eq!(merged.map(f64::to_bits), alone.map(f64::to_bits));
        }
    }
    assert_eq!(
        models,
        [&others[1], &others[0], &third[0]].map(Clone::clone)
    );
}

#[test]
fn files_of_different_runs_do_not_merge() {
    let file = folds_of_a_worker().file().clone();
    let mut other = file.clone();
    other.config.epochs += 1;
    let refused = merge_run_files(vec![file, other]).unwrap_err().to_string();
    assert!(refused.contains("expected files of one run"), "{refused}");
    assert!(merge_run_files(Vec::new()).is_err());
}

#[test]
fn the_model_of_a_finished_fold_opens_as_a_run_of_this_fold() {
    let mut run = folds_of_a_worker();
    let models = train_all(&mut run, &[2]);
    let mut session = block_on(Session::open(Backend::Cpu)).unwrap();
    let data = session.generate("cycles-and-trees", 0).unwrap();
    let opened = block_on(session.resume(data, &models[0])).unwrap();
    let summary = session.run_summary(opened).unwrap();
    assert_eq!((summary.config.fold, summary.epochs_done), (2, 2));
    let fold = &run.file().folds[0];
    let graphs: Vec<u32> = fold.predictions.iter().map(|[graph, ..]| *graph).collect();
    assert_eq!(tested(&session, data, opened), graphs);
    let predictions = block_on(session.predict(opened, Weights::Now, &graphs)).unwrap();
    let stored: Vec<u32> = fold.predictions.iter().map(|[.., class]| *class).collect();
    assert_eq!(classes(predictions), stored);
}
