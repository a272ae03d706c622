//! Headers, graphs and records, complete and damaged.

use flate2::Crc;
use proptest::prelude::*;

use super::*;

const LINES: &str =
    "{\"n\": 2, \"edges\": [[0, 1]], \"y\": 0}\n{\"n\": 1, \"edges\": [], \"y\": 2}\n";

fn header(channels: usize) -> Header {
    Header {
        run_log: VERSION,
        name: "toy".into(),
        channels: (0..channels).map(|c| format!("f{c}")).collect(),
        edge_channels: Vec::new(),
        classes: ["a", "b", "c"].map(String::from).to_vec(),
        graphs: 2,
        vertices: 3,
        edges: 0,
        labelled: true,
        attributions: false,
    }
}

/// A log of epochs 1, 2 …: its lines and its values.
fn log(header: &Header, epochs: u32) -> (String, Vec<u8>) {
    let (mut lines, mut values) = (String::new(), Vec::new());
    for epoch in 1..=epochs {
        let count = header.values();
        let own: Vec<u8> = (0..count)
            .flat_map(|place| (place as f32 + epoch as f32 / 8.0).to_le_bytes())
            .collect();
        lines += &line(epoch, values.len(), &own);
        values.extend(own);
    }
    (lines, values)
}

fn line(epoch: u32, offset: usize, own: &[u8]) -> String {
    let mut crc = Crc::new();
    crc.update(own);
    let (bytes, crc) = (own.len(), crc.sum());
    format!(
        "{{\"epoch\": {epoch}, \"loss\": 0.5, \"offset\": {offset}, \"bytes\": {bytes}, \"crc32\": {crc}}}\n"
    )
}

fn problem(header: &Header, lines: &str, values: &[u8]) -> String {
    let records = Records::read(header, None, lines, values);
    records.problem.expect("a problem").to_string()
}

#[test]
fn records_have_filter_values_and_scores() {
    let header = header(2);
    let (lines, values) = log(&header, 3);
    let records = Records::read(&header, None, &lines, &values);
    assert_eq!(records.problem, None);
    assert_eq!(records.complete.len(), 3);
    let last = &records.complete[2];
    assert_eq!((last.epoch, last.loss), (3, Some(0.5)));
    assert_eq!(last.values.len(), 2 * 3 + 2 * 3);
    assert_eq!(last.values[1], 1.375);
    // A later part of the log, with its own values.
    let (_, second) = lines.split_once('\n').unwrap();
    let later = Records::read(&header, Some(1), second, &values[48..]);
    assert_eq!(later.complete, records.complete[1..]);
}

#[test]
fn an_epoch_can_have_only_scores() {
    let header = header(1);
    let own = [0u8; 24];
    let records = Records::read(&header, None, &line(7, 0, &own), &own);
    assert_eq!(records.problem, None);
    assert_eq!(records.complete[0].values, [0.0; 6]);
}

#[test]
fn classes_are_columns_of_the_scores() {
    let dataset = header(1).dataset(LINES.as_bytes()).unwrap();
    assert_eq!(dataset.name, "toy");
    assert_eq!(dataset.classes, [0, 2]);
    assert_eq!(dataset.class_names, ["a", "b", "c"]);
}

#[test]
fn graphs_that_do_not_fit_the_header_are_named() {
    let told = |lines: &str| header(1).dataset(lines.as_bytes()).unwrap_err().to_string();
    assert!(told(LINES.split_inclusive('\n').next().unwrap()).contains("found 1 and 2"));
    assert!(told(&LINES.replace("\"y\": 2", "\"y\": 3")).contains("from 0 to 2, found 3"));
    assert!(told(&LINES.replace("\"y\": 2", "\"y\": -1")).contains("found -1"));
    assert!(told("").contains("empty"));
}

#[test]
fn graphs_without_classes_need_no_y_and_accept_none() {
    let header = Header {
        labelled: false,
        ..header(1)
    };
    let without = LINES.replace(", \"y\": 0", "").replace(", \"y\": 2", "");
    let dataset = header.dataset(without.as_bytes()).unwrap();
    assert_eq!(dataset.classes, [0, 0]);
    assert_eq!(dataset.class_names, ["a", "b", "c"]);
    assert!(header.describes(&dataset));
    let told = header.dataset(LINES.as_bytes()).unwrap_err().to_string();
    assert!(told.contains("no y"), "{told}");
}

#[test]
fn attributions_are_between_filters_and_scores() {
    let header = Header {
        attributions: true,
        ..header(2)
    };
    assert_eq!(header.values(), 2 * 3 + 2 * 4 * 3 * 3 + 2 * 3);
    let (lines, values) = log(&header, 1);
    let records = Records::read(&header, None, &lines, &values);
    assert_eq!(records.complete[0].values.len(), header.values());
    let text = serde_json::to_string(&header).unwrap();
    assert_eq!(Header::read(text.as_bytes()), Ok(header));
}

/// A header with two filters of vertices and one of edges.
fn edge_header() -> Header {
    Header {
        edge_channels: vec!["curvature".into()],
        edges: 1,
        ..header(2)
    }
}

#[test]
fn a_channel_can_have_a_value_for_every_edge() {
    let header = edge_header();
    assert_eq!(header.filter_values(), 2 * 3 + 1);
    assert_eq!(header.values(), 2 * 3 + 1 + 2 * 3);
    let (lines, values) = log(&header, 1);
    let records = Records::read(&header, None, &lines, &values);
    let values = &records.complete[0].values;
    assert_eq!(header.channel(values, 1), &values[3..6]);
    assert_eq!(header.channel(values, 2), &values[6..7]);
    assert_eq!(
        [1, 2].map(|channel| header.cells(channel)),
        [Cells::Vertices, Cells::Edges]
    );
    let text = serde_json::to_string(&header).unwrap();
    assert_eq!(Header::read(text.as_bytes()), Ok(header.clone()));
    let dataset = header.dataset(LINES.as_bytes()).unwrap();
    assert!(header.describes(&dataset));
    // Filters of vertices are optional then.
    let edges_only = Header {
        channels: Vec::new(),
        ..header
    };
    let text = serde_json::to_string(&edges_only).unwrap();
    assert_eq!(Header::read(text.as_bytes()), Ok(edges_only));
}

#[test]
fn edges_of_a_header_count_once() {
    // Both directions, and an edge from a vertex to itself.
    let repeated = LINES.replace("[[0, 1]]", "[[0, 1], [1, 0], [1, 1]]");
    assert!(edge_header().dataset(repeated.as_bytes()).is_ok());
    let header = Header {
        edges: 3,
        ..edge_header()
    };
    let told = header.dataset(repeated.as_bytes()).unwrap_err().to_string();
    assert!(
        told.contains("expected 3 edges, as in run-log.json, found 1"),
        "{told}"
    );
    let dataset = edge_header().dataset(LINES.as_bytes()).unwrap();
    assert!(!header.describes(&dataset));
}

#[test]
fn headers_with_edge_channels_are_checked() {
    let told = |header: Header| {
        let text = serde_json::to_string(&header).unwrap();
        Header::read(text.as_bytes()).unwrap_err().to_string()
    };
    let attributions = Header {
        attributions: true,
        ..edge_header()
    };
    assert!(told(attributions).contains("expected no edge_channels"));
    let huge = Header {
        edges: u64::MAX,
        ..edge_header()
    };
    assert!(told(huge).contains("at most 268435456 values"));
    let many = Header {
        edge_channels: (0..63).map(|c| format!("e{c}")).collect(),
        ..edge_header()
    };
    assert!(told(many).contains("from 1 to 64 channels, found 65"));
}

#[test]
fn headers_are_checked() {
    let text = serde_json::to_string(&header(1)).unwrap();
    assert_eq!(Header::read(text.as_bytes()), Ok(header(1)));
    let told = |text: &str| Header::read(text.as_bytes()).unwrap_err().to_string();
    assert!(told("{").contains("expected the header of a run log"));
    assert!(told("{\"run_log\": 9}").contains("version 9"));
    assert!(told(&text.replace("[\"f0\"]", "[]")).contains("from 1 to 64 channels"));
    assert!(told(&text.replace("\"graphs\":2", "\"graphs\":0")).contains("found 3, 0 and 3"));
    let huge = text.replace("\"vertices\":3", "\"vertices\":18446744073709551615");
    assert!(told(&huge).contains("at most 268435456 values"));
    assert!(told(&text.replace("\"graphs\":2", "\"graphs\":-2")).contains("run-log.json"));
}

#[test]
fn damaged_records_end_the_log_with_a_message() {
    let header = header(1);
    let (lines, values) = log(&header, 2);
    let mut flipped = values.clone();
    flipped[50] ^= 1;
    let records = Records::read(&header, None, &lines, &flipped);
    assert_eq!(records.complete.len(), 1);
    let told = records.problem.unwrap().to_string();
    assert!(told.contains("epoch 2: the checksum differs"), "{told}");
    let torn = &values[..values.len() - 1];
    assert!(problem(&header, &lines, torn).contains("incomplete"));
    assert!(problem(&header, &lines[..lines.len() - 3], &values).contains("epochs.jsonl"));
    assert!(
        problem(
            &header,
            &lines.replace("\"bytes\": 36", "\"bytes\": 35"),
            &values
        )
        .contains("found 35")
    );
    let far = lines.replace("\"offset\": 0", "\"offset\": 18446744073709551615");
    assert!(problem(&header, &far, &values).contains("missing"));
    let again = lines.replace("\"epoch\": 2", "\"epoch\": 1");
    assert!(problem(&header, &again, &values).contains("above 1"));
    let late = lines.replace("\"epoch\": 2", "\"epoch\": 4294967295");
    assert!(problem(&header, &late, &values).contains("up to 2147483647"));
    let loss = lines.replacen("0.5", "1e300", 1);
    assert!(problem(&header, &loss, &values).contains("epoch 1: expected a loss"));
}

#[test]
fn values_that_are_no_numbers_are_named() {
    let header = header(1);
    let count = header.filter_values() + header.scores();
    for number in [f32::NAN, f32::INFINITY] {
        let mut own: Vec<u8> = vec![0; 4 * count];
        own[4..8].copy_from_slice(&number.to_le_bytes());
        assert!(problem(&header, &line(1, 0, &own), &own).contains("finite"));
    }
}

proptest! {
    /// However a writer stops, the complete records before stay readable.
    #[test]
    fn a_log_that_ends_anywhere_keeps_its_complete_records(cut in 0usize..300, torn in 0usize..200) {
        let header = header(1);
        let (lines, values) = log(&header, 3);
        let (text, bytes) = (&lines[..cut.min(lines.len())], &values[..torn.min(values.len())]);
        let all = Records::read(&header, None, &lines, &values).complete;
        let records = Records::read(&header, None, text, bytes);
        let whole = text.matches('}').count().min(bytes.len() / 36);
        prop_assert_eq!(&records.complete[..], &all[..whole]);
    }

    /// Arbitrary contents give records or a message.
    #[test]
    fn arbitrary_contents_give_records_or_a_message(
        epoch: u64, offset: u64, bytes: u64, crc32: u64, values: Vec<u8>, text: String,
    ) {
        let header = header(1);
        let line = format!("{{\"epoch\": {epoch}, \"offset\": {offset}, \"bytes\": {bytes}, \"crc32\": {crc32}}}");
        for lines in [line, text.clone()] {
            Records::read(&header, None, &lines, &values);
        }
        prop_assert!(Header::read(text.as_bytes()).is_err());
        let _ = header.dataset(&values);
    }
}
