//! Run logs in a session: the same answers as those of a model, from logged values.

use crate::trained::classes;

use flate2::Crc;
use pollster::block_on;
use sublevel::{
    config::FixedFilter,
    graph::Graph,
    homology::{Persistence, persistence},
    protocol::{AskedDifferences, Backend, BarcodeName, Part},
    session::{DatasetId, RunId, Session, SessionError, View, Weights},
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

/// Scores of an inspection.
fn wide(scores: &[f32]) -> Vec<f64> {
    scores.iter().copied().map(f64::from).collect()
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

fn inspect(session: &mut Session, run: RunId, view: impl Into<View>, graph: u32) -> Inspection {
    block_on(session.inspect(run, view, &Subject::Index(graph))).unwrap()
}

/// A channel with the current values.
fn now(filter: u32) -> View {
    View {
        weights: Weights::Now,
        filter,
    }
}

#[test]
fn a_graph_at_an_epoch_has_its_logged_values_and_their_bars() {
    let (mut session, data, run) = logged();
    assert_eq!(session.snapshot_epochs(run).unwrap(), [1, 2, 3]);
    for (weights, epoch) in [(Weights::Now, 3), (Weights::Epoch(1), 1)] {
        let inspection = inspect(&mut session, run, weights, 1);
        assert_eq!(inspection.filter, filters(epoch)[3..7]);
        let (Graph { edges, .. }, _) = session.graph(data, 1).unwrap();
        assert_eq!(
            inspection.persistence,
            persistence(edges, &inspection.filter)
        );
        assert_eq!(inspection.logits, wide(&scores(epoch)[2..4]));
        let many = block_on(session.inspect_many(run, weights, &[3, 1])).unwrap();
        assert_eq!(many[1], inspection);
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
        .map(|e| (e.epoch, e.train_metric, e.test_metric))
        .collect();
    assert_eq!(seen, [(1, 0.5, 0.5), (2, 1.0, 1.0), (3, 1.0, 1.0)]);
    assert_eq!(grown.report.steps[1].loss, 0.5);
    assert_eq!(grown.summary.config.epochs, 3);
    // Epoch 2 has only scores.
    assert_eq!(session.snapshot_epochs(run).unwrap(), [1, 3]);
    assert_eq!(
        classes(block_on(session.predict(run, Weights::Now, &[0, 1])).unwrap()),
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
        session.run_summary(run).unwrap().logged.unwrap().ranges,
        [[1.0, 9.0], [-9.0, -1.0]]
    );
    let after = block_on(session.inspect_many(run, now(1), &[0])).unwrap();
    let negative: Vec<f32> = before.filter.iter().map(|value| -value).collect();
    assert_eq!(after[0].filter, negative);
    let taus = block_on(session.filter_agreement(run, Weights::Epoch(2))).unwrap();
    assert_eq!(taus, [1.0, -1.0, -1.0, 1.0]);
    let error = block_on(session.inspect_many(run, now(2), &[0])).unwrap_err();
    assert!(
        error.to_string().contains("there is no channel 2"),
        "{error}"
    );
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
    let one = block_on(session.outputs(run, Weights::Epoch(1))).unwrap();
    let other = block_on(session.outputs(run, Weights::Now)).unwrap();
    let compared = one.compare(&other, Some(Part::Test)).unwrap();
    assert_eq!(compared.predicted, [vec![0.0, 0.0], vec![0.0, 1.0]]);
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
        for filter in 0..2 {
            let view = View { weights, filter };
            let inspection = inspect(&mut other, copy, view, 2);
            assert_eq!(inspection, inspect(&mut session, run, view, 2));
        }
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

const LINES: &str = r#"{"n": 3, "edges": [[0, 1], [1, 2]], "y": 0, "f": {"a": [2, 0, 1], "b": [0, 0, 5]}, "prediction": 0}
{"n": 4, "edges": [[0, 1], [1, 2], [2, 3], [0, 3]], "y": 1, "f": {"a": [0, 1, 2, 3], "b": [1, 1, 1, 1]}, "prediction": 0}
"#;

#[test]
fn json_lines_with_results_are_a_run_log_of_one_epoch() {
    let mut session = block_on(Session::open(Backend::Cpu)).unwrap();
    let data = session
        .open_files(&[("mine.jsonl", LINES.as_bytes())])
        .unwrap();
    assert!(session.is_log(data));
    let run = session.start_log(data).unwrap();
    let grown = session.grow_log(run, "", &[]).unwrap();
    assert_eq!(grown.report.epochs.len(), 1);
    assert_eq!(grown.report.epochs[0].train_metric, 0.5);
    assert_eq!(grown.summary.logged.unwrap().channels, ["a", "b"]);
    // Once.
    assert!(
        session
            .grow_log(run, "", &[])
            .unwrap()
            .report
            .epochs
            .is_empty()
    );
    assert_eq!(session.snapshot_epochs(run).unwrap(), [1]);
    let inspection = inspect(&mut session, run, Weights::Now, 1);
    assert_eq!(inspection.filter, [0.0, 1.0, 2.0, 3.0]);
    let (Graph { edges, .. }, _) = session.graph(data, 1).unwrap();
    assert_eq!(
        inspection.persistence,
        persistence(edges, &inspection.filter)
    );
    // Without results, the same graphs are a data set.
    let plain = LINES.replace("\"f\"", "\"g\"");
    let data = session
        .open_files(&[("mine.jsonl", plain.as_bytes())])
        .unwrap();
    assert!(!session.is_log(data));
}

#[test]
fn a_log_without_labels_has_filters_and_predictions_and_no_accuracy() {
    let mut session = block_on(Session::open(Backend::Cpu)).unwrap();
    let lines = LINES.replace("\"y\": 0, ", "").replace("\"y\": 1, ", "");
    let data = session
        .open_files(&[("mine.jsonl", lines.as_bytes())])
        .unwrap();
    let run = session.start_log(data).unwrap();
    let grown = session.grow_log(run, "", &[]).unwrap();
    assert!(grown.report.epochs[0].train_metric.is_nan());
    assert!(!grown.summary.logged.unwrap().labelled);
    let all = block_on(session.predict(run, Weights::Now, &[0, 1]));
    assert_eq!(classes(all.unwrap()), [0, 0]);
    let no_labels = Err(SessionError::NoLabels("mine".into()));
    let grids = block_on(session.classes(run, Weights::Now, Part::Train, true));
    assert_eq!(grids.map(drop), no_labels);
    let outputs = block_on(session.outputs(run, Weights::Now)).unwrap();
    assert_eq!(outputs.metrics(), [[0.0, 0.0]; 3]);
    assert_eq!(outputs.graphs(), 2);
}

#[test]
fn logged_attributions_explain_the_scores() {
    let header = HEADER
        .replace("[\"f\", \"g\"]", "[\"f\"]")
        .replace("\"vertices\"", "\"attributions\": true, \"vertices\"");
    let mut session = block_on(Session::open(Backend::Cpu)).unwrap();
    let data = session
        .open_log(header.as_bytes(), GRAPHS.as_bytes())
        .unwrap();
    let run = session.start_log(data).unwrap();
    let attributions: Vec<f32> = (0..4 * VERTICES * 2).map(|n| n as f32 / 8.0).collect();
    let filter = &filters(1)[..VERTICES];
    let own: Vec<u8> = [filter, &attributions, &scores(1)]
        .concat()
        .into_iter()
        .flat_map(f32::to_le_bytes)
        .collect();
    let mut crc = Crc::new();
    crc.update(&own);
    let line = format!(
        "{{\"epoch\": 1, \"offset\": 0, \"bytes\": {}, \"crc32\": {}}}",
        own.len(),
        crc.sum()
    );
    assert_eq!(session.grow_log(run, &line, &own).unwrap().problem, None);
    let asked = block_on(session.explain(run, Weights::Now, &Subject::Index(1)));
    let (inspection, hats, explanation) = asked.unwrap();
    let explanation = explanation.unwrap();
    assert!(hats.is_empty());
    // The ring of four vertices, from vertex 3 on, with the values 1 + 5v mod 7: a loop in each direction.
    let loops: Vec<_> = explanation
        .bars
        .iter()
        .zip(explanation.contributions.chunks_exact(2))
        .filter(|(bars, _)| bars.barcode == BarcodeName::H1Essential)
        .collect();
    assert_eq!(loops.len(), 2);
    for (bars, contribution) in loops {
        let barcode = 2 * bars.direction as usize + 1;
        let place = 2 * (barcode * VERTICES + 3 + bars.birth as usize);
        assert_eq!(contribution, &attributions[place..place + 2]);
    }
    for class in 0..2 {
        let bars = explanation.contributions.iter().skip(class).step_by(2);
        let sum = f64::from(bars.sum::<f32>()) + explanation.bias[class];
        assert!((sum - inspection.logits[class]).abs() < 1e-4);
    }
    // Without attributions, a run log explains nothing.
    let (mut session, _, run) = logged();
    let told = block_on(session.explain(run, Weights::Now, &Subject::Index(1)));
    assert_eq!(told.map(drop), Err(SessionError::NoWeights("toy".into())));
}

#[test]
fn a_data_set_that_is_no_run_log_starts_none() {
    let mut session = block_on(Session::open(Backend::Cpu)).unwrap();
    let data = session.generate("cycles-and-trees", 0).unwrap();
    assert!(session.start_log(data).is_err());
    assert!(session.open_log(b"{}", GRAPHS.as_bytes()).is_err());
    assert!(session.open_log(HEADER.as_bytes(), b"").is_err());
}

/// The same graphs with a filter of vertices and two of edges, of which the second is the negative first one.
fn edge_logged() -> (Session, RunId) {
    let header = HEADER.replace(
        r#""channels": ["f", "g"]"#,
        r#""channels": ["f"], "edge_channels": ["c", "minus c"], "edges": 10"#,
    );
    let mut session = block_on(Session::open(Backend::Cpu)).unwrap();
    let data = session
        .open_log(header.as_bytes(), GRAPHS.as_bytes())
        .unwrap();
    let run = session.start_log(data).unwrap();
    let values = edge_values();
    let minus = values.iter().map(|value| -value);
    let own: Vec<u8> = (filters(1)[..VERTICES].iter().copied())
        .chain(values.iter().copied())
        .chain(minus)
        .chain(scores(1))
        .flat_map(f32::to_le_bytes)
        .collect();
    let mut crc = Crc::new();
    crc.update(&own);
    let line = format!(
        "{{\"epoch\": 1, \"offset\": 0, \"bytes\": {}, \"crc32\": {}}}\n",
        own.len(),
        crc.sum()
    );
    let grown = session.grow_log(run, &line, &own).unwrap();
    assert_eq!(grown.problem, None);
    (session, run)
}

/// The values of the edges of all graphs.
fn edge_values() -> Vec<f32> {
    (0..10).map(|edge| (edge * 7 % 10) as f32 - 4.5).collect()
}

#[test]
fn an_edge_channel_has_the_values_of_the_edges_of_a_graph() {
    let (mut session, run) = edge_logged();
    let summary = session.run_summary(run).unwrap().logged.unwrap();
    assert_eq!(summary.channels, ["f", "c", "minus c"]);
    assert_eq!(summary.vertex_channels, 1);
    assert_eq!(summary.ranges[1], [-4.5, 4.5]);
    let inspection = inspect(&mut session, run, now(1), 1);
    // The square has the edges 2 to 5, sorted: 0–1, 0–3, 1–2, 2–3.
    let own = &edge_values()[2..6];
    assert_eq!(inspection.edge_filter.as_deref(), Some(own));
    let first = |a: usize, b: usize| own[a].min(own[b]);
    assert_eq!(
        inspection.filter,
        [first(0, 1), first(0, 2), first(2, 3), first(1, 3)]
    );
    assert_eq!(inspection.persistence, Persistence::default());
    assert_eq!(inspection.logits, wide(&scores(1)[2..4]));
    let inspection = inspect(&mut session, run, now(0), 1);
    assert_eq!(
        (inspection.edge_filter, inspection.filter),
        (None, filters(1)[3..7].to_vec())
    );
}

#[test]
fn results_that_need_values_of_vertices_fail_for_an_edge_channel() {
    let (mut session, run) = edge_logged();
    let expected = SessionError::EdgeFilter("minus c".into());
    assert!(
        expected
            .to_string()
            .contains("“minus c” has a value for every edge")
    );
    assert_eq!(block_on(session.filter(run, now(2))), Err(expected.clone()));
    let classes = block_on(session.classes(run, now(2), Part::Train, false));
    assert_eq!(classes.unwrap_err(), expected);
    let degree = [vec!["degree".to_owned()]];
    let beside = session.beside(run, now(2), &FixedFilter::Degree, &degree);
    assert_eq!(block_on(beside).unwrap_err(), expected);
    // Quantities of edges explain it.
    let curvature = [vec!["edge-curvature".to_owned()]];
    let found = block_on(session.associations(run, now(2), &curvature)).unwrap();
    assert_eq!(found.len(), 1);
    // Predictions need no filter.
    let outputs = block_on(session.outputs(run, now(2))).unwrap();
    assert_eq!((outputs.filter(0), outputs.prediction(1)), (None, 0.0));
}

#[test]
fn channels_agree_only_with_channels_on_the_same_cells() {
    let (mut session, run) = edge_logged();
    let taus = block_on(session.filter_agreement(run, Weights::Now)).unwrap();
    let known: Vec<Option<f64>> = taus
        .iter()
        .map(|&tau| (!tau.is_nan()).then_some(tau))
        .collect();
    let (same, opposite) = (Some(1.0), Some(-1.0));
    let expected = [same, None, None, None, same, opposite, None, opposite, same];
    assert_eq!(known, expected);
}

#[test]
fn a_saved_run_log_keeps_its_edge_channel() {
    let (mut session, run) = edge_logged();
    let inspection = inspect(&mut session, run, now(1), 1);
    let saved = block_on(session.save(run)).unwrap();
    let data = session.dataset_of(run).unwrap();
    let resumed = block_on(session.resume(data, &saved)).unwrap();
    assert_eq!(inspect(&mut session, resumed, now(1), 1), inspection);
}
