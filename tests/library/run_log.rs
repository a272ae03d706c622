//! Run logs in a session: the same answers as those of a model, from logged values.

use flate2::Crc;
use pollster::block_on;
use sublevel::{
    graph::Graph,
    homology::persistence,
    protocol::{AskedDifferences, Backend, Part},
    session::{DatasetId, RunId, Session, SessionError, Weights},
    training::{Inspection, Subject},
};

const VERTICES: usize = 3 + 4 + 2 + 3;
const HEADER: &str = r#"{"run_log": 1, "name": "toy", "channels": ["f", "g"], "classes": ["a", "b"], "graphs": 4, "vertices": 12}"#;
const GRAPHS: &str = r#"{"n": 3, "edges": [[0, 1], [1, 2]], "y": 0, "split": "train"}
{"n": 4, "edges": [[0, 1], [1, 2], [2, 3], [0, 3]], "y": 1, "split": "train"}
{"n": 2, "edges": [[0, 1]], "y": 0, "split": "test"}
{"n": 3, "edges": [[0, 1], [1, 2], [0, 2]], "y": 1, "split": "test"}
"#;

/// The filter values of both channels at an epoch; those of `g` are the negative ones of `f`.
fn filters(epoch: u32) -> Vec<f32> {
    let f = (0..VERTICES).map(|v| (v * 5 % 7) as f32 + epoch as f32);
    let f: Vec<f32> = f.collect();
    f.iter()
        .copied()
        .chain(f.iter().map(|value| -value))
        .collect()
}

/// The scores of an epoch: every graph has the class a before epoch 2, and its own one from then on.
fn scores(epoch: u32) -> Vec<f32> {
    let own = [0, 1, 0, 1].map(|class| if epoch < 2 { 0 } else { class });
    own.iter()
        .flat_map(|&class| [1.0 - class as f32, class as f32])
        .collect()
}

/// The lines and arrays of these epochs. Epochs without filters have only scores.
fn epochs(
    epochs: impl IntoIterator<Item = u32>,
    filtered: impl Fn(u32) -> bool,
) -> (String, Vec<u8>) {
    let (mut lines, mut all) = (String::new(), Vec::new());
    for epoch in epochs {
        let filters = if filtered(epoch) {
            filters(epoch)
        } else {
            Vec::new()
        };
        let own: Vec<u8> = filters
            .into_iter()
            .chain(scores(epoch))
            .flat_map(f32::to_le_bytes)
            .collect();
        let mut crc = Crc::new();
        crc.update(&own);
        lines += &format!(
            "{{\"epoch\": {epoch}, \"loss\": {}, \"offset\": {}, \"bytes\": {}, \"crc32\": {}}}\n",
            1.0 / f64::from(epoch),
            all.len(),
            own.len(),
            crc.sum()
        );
        all.extend(own);
    }
    (lines, all)
}

fn opened() -> (Session, DatasetId, RunId) {
    let mut session = block_on(Session::open(Backend::Cpu)).unwrap();
    let data = session
        .open_log(HEADER.as_bytes(), GRAPHS.as_bytes())
        .unwrap();
    let run = session.start_log(data).unwrap();
    (session, data, run)
}

/// A run log with the epochs 1 to 3.
fn logged() -> (Session, DatasetId, RunId) {
    let (mut session, data, run) = opened();
    let (lines, values) = epochs(1..=3, |_| true);
    assert_eq!(
        session.grow_log(run, &lines, &values).unwrap().problem,
        None
    );
    (session, data, run)
}

fn inspect(session: &mut Session, run: RunId, weights: Weights, graph: u32) -> Inspection {
    block_on(session.inspect(run, weights, &Subject::Index(graph))).unwrap()
}

#[test]
fn a_graph_at_an_epoch_has_its_logged_values_and_their_bars() {
    let (mut session, data, run) = logged();
    assert_eq!(session.snapshot_epochs(run).unwrap(), [1, 2, 3]);
    for (weights, epoch) in [(Weights::Now, 3), (Weights::Epoch(1), 1)] {
        let said = inspect(&mut session, run, weights, 1);
        assert_eq!(said.filter, filters(epoch)[3..7]);
        let (Graph { edges, .. }, _) = session.graph(data, 1).unwrap();
        assert_eq!(said.persistence, persistence(edges, &said.filter));
        assert_eq!(said.logits, scores(epoch)[2..4]);
        let many = block_on(session.inspect_many(run, weights, &[3, 1])).unwrap();
        assert_eq!(many[1], said);
        assert_eq!(
            block_on(session.filter(run, weights)).unwrap(),
            filters(epoch)[..VERTICES]
        );
    }
    let beyond = block_on(session.inspect(run, Weights::Now, &Subject::Index(4)));
    assert!(beyond.is_err());
    let other = Subject::Graph(Box::new(Graph::new(2, [[0, 1]])));
    let told = block_on(session.inspect(run, Weights::Now, &other)).unwrap_err();
    assert!(told.to_string().contains("only for its own graphs"));
    assert!(block_on(session.inspect(run, Weights::Epoch(9), &Subject::Index(0))).is_err());
}

#[test]
fn the_curve_has_the_loss_and_the_accuracy_of_each_part() {
    let (mut session, _, run) = opened();
    let (lines, values) = epochs(1..=3, |epoch| epoch != 2);
    let grown = session.grow_log(run, &lines, &values).unwrap();
    let seen: Vec<_> = grown
        .report
        .epochs
        .iter()
        .map(|e| (e.epoch, e.train_accuracy, e.test_accuracy))
        .collect();
    assert_eq!(seen, [(1, 0.5, 0.5), (2, 1.0, 1.0), (3, 1.0, 1.0)]);
    assert_eq!(grown.report.steps[1].loss, 0.5);
    assert_eq!(grown.summary.config.epochs, 3);
    // Epoch 2 has only scores.
    assert_eq!(session.snapshot_epochs(run).unwrap(), [1, 3]);
    assert_eq!(
        block_on(session.predict(run, Weights::Now, &[0, 1])).unwrap(),
        [0, 1]
    );
    assert_eq!(session.part_of(run, Part::Test).unwrap(), [2, 3]);
}

#[test]
fn a_log_grows_part_by_part_and_stops_before_damage() {
    let (mut session, _, run) = opened();
    let told = block_on(session.inspect(run, Weights::Now, &Subject::Index(0))).unwrap_err();
    assert!(told.to_string().contains("no epoch"));
    let (lines, values) = epochs(1..=3, |_| true);
    let (first, rest) = lines.split_once('\n').unwrap();
    let size = values.len() / 3;
    assert_eq!(
        session
            .grow_log(run, first, &values[..size])
            .unwrap()
            .problem,
        None
    );
    let mut damaged = values[size..].to_vec();
    damaged[size + 3] ^= 64;
    let grown = session.grow_log(run, rest, &damaged).unwrap();
    assert!(
        grown
            .problem
            .unwrap()
            .contains("epoch 3: the checksum differs")
    );
    assert_eq!(session.snapshot_epochs(run).unwrap(), [1, 2]);
    // The session rejects the same epochs again, and nothing changes.
    let again = session.grow_log(run, &lines, &values).unwrap();
    assert!(again.problem.unwrap().contains("above 2"));
    assert_eq!(session.run_summary(run).unwrap().epochs_done, 2);
}

#[test]
fn channels_have_their_own_values_and_their_agreement() {
    let (mut session, _, run) = logged();
    let before = inspect(&mut session, run, Weights::Now, 0);
    assert_eq!(
        session.run_summary(run).unwrap().logged.unwrap().range,
        [1.0, 9.0]
    );
    let summary = session.set_filter(run, 1).unwrap().logged.unwrap();
    assert_eq!((summary.channel, summary.range), (1, [-9.0, -1.0]));
    let after = block_on(session.inspect_many(run, Weights::Now, &[0])).unwrap();
    let negative: Vec<f32> = before.filter.iter().map(|value| -value).collect();
    assert_eq!(after[0].filter, negative);
    let taus = block_on(session.filter_agreement(run, Weights::Epoch(2))).unwrap();
    assert_eq!(taus, [1.0, -1.0, -1.0, 1.0]);
    assert!(session.set_filter(run, 2).is_err());
}

#[test]
fn questions_about_all_graphs_work_as_with_a_model() {
    let (mut session, _, run) = logged();
    let asked = [vec!["degree".to_owned()]];
    let associations = block_on(session.associations(run, Weights::Now, &asked)).unwrap();
    assert_eq!(associations.len(), 1);
    let classes = block_on(session.classes(run, Weights::Epoch(2), Part::Train, true));
    assert!(classes.is_ok());
    let differences = AskedDifferences {
        part: Part::Test,
        stretched: true,
        direction: sublevel::homology::barcode::Direction::Sublevel,
        per_vertex: false,
        classes: [0, 1],
    };
    assert!(block_on(session.class_differences(run, Weights::Now, &differences)).is_ok());
    let one = block_on(session.said(run, Weights::Epoch(1))).unwrap();
    let other = block_on(session.said(run, Weights::Now)).unwrap();
    let compared = one.compare(&other, Some(Part::Test)).unwrap();
    assert_eq!(compared.said, [vec![0, 0], vec![0, 1]]);
}

#[test]
fn requests_that_need_weights_name_the_run_log() {
    let (mut session, _, run) = logged();
    let index = Subject::Index(0);
    let errors = [
        block_on(session.explain(run, Weights::Now, &index)).map(drop),
        block_on(session.top_bars(run, Weights::Now, Part::Test)).map(drop),
        block_on(session.importances(run, Weights::Now, Part::Test)).map(drop),
        block_on(session.swap_in(run, Weights::Now, &["degree".into()], &[0])).map(drop),
        block_on(session.train(run, 1)).map(drop),
        session.set_epochs(run, 9),
        session.set_learning_rate(run, 0.1),
    ];
    for error in errors {
        assert_eq!(error, Err(SessionError::NoWeights("toy".into())));
    }
}

#[test]
fn a_saved_run_log_continues_in_another_session() {
    let (mut session, _, run) = logged();
    session.set_filter(run, 1).unwrap();
    let bytes = block_on(session.save(run)).unwrap();
    let first = block_on(session.weights(run, Weights::Epoch(1))).unwrap();
    let (mut other, data, _) = opened();
    let copy = block_on(other.resume(data, &bytes)).unwrap();
    assert_eq!(
        other.run_summary(copy).unwrap(),
        session.run_summary(run).unwrap()
    );
    other.keep_weights(copy, 1, first.to_vec()).unwrap();
    for weights in [Weights::Now, Weights::Epoch(1)] {
        let said = inspect(&mut other, copy, weights, 2);
        assert_eq!(said, inspect(&mut session, run, weights, 2));
    }
    assert!(other.keep_weights(copy, 2, vec![0.0; 3]).is_err());
    // Another data set, and damaged files.
    let elsewhere = other.generate("cycles-and-trees", 0).unwrap();
    let told = block_on(other.resume(elsewhere, &bytes)).unwrap_err();
    assert!(told.to_string().contains("other graphs"));
    for end in 0..bytes.len() {
        assert!(block_on(other.resume(data, &bytes[..end])).is_err());
    }
}

#[test]
fn a_data_set_that_is_no_run_log_starts_none() {
    let mut session = block_on(Session::open(Backend::Cpu)).unwrap();
    let data = session.generate("cycles-and-trees", 0).unwrap();
    assert!(session.start_log(data).is_err());
    assert!(session.open_log(b"{}", GRAPHS.as_bytes()).is_err());
    assert!(session.open_log(HEADER.as_bytes(), b"").is_err());
}
