//! Every file reader, with valid files for it.

use std::fs;
use std::io::Write;
use std::path::Path;
use std::sync::Arc;

use burn::tensor::Device;
use flate2::{Compression, Crc, write::GzEncoder};
use pollster::block_on;
use sublevel::config::TrainingConfig;
use sublevel::graph::edge_list::read_edge_list;
use sublevel::graph::folds::FoldFiles;
use sublevel::graph::graph6::read_graph6;
use sublevel::graph::graphml::read_graphml;
use sublevel::graph::json::read_json;
use sublevel::graph::json_lines::read_json_lines;
use sublevel::graph::matrix_market::read_matrix_market;
use sublevel::graph::open::open;
use sublevel::graph::tu::{read_tu_files, read_tu_zip};
use sublevel::graph::{DataError, Dataset, InputGraph, folds, generate};
use sublevel::protocol::Backend;
use sublevel::run_file::{RunFile, plain_text};
use sublevel::run_log::read_logged_lines;
use sublevel::session::{Folds, Session, Weights};
use sublevel::training::{Checkpoint, Evaluator, Subject, Trainer};
use zip::ZipWriter;
use zip::write::SimpleFileOptions;

use crate::accepted;

/// Reads a file and performs the next operation of the program; returns whether the file was accepted.
type Read = Box<dyn Fn(&[u8]) -> bool>;

/// The reader of one kind of file.
pub struct Reader {
    pub name: &'static str,
    /// Valid files of this kind.
    pub seeds: Vec<Vec<u8>>,
    pub read: Read,
}

pub fn readers() -> Vec<Reader> {
    let dataset = few_graphs();
    vec![
        reader("json", json_graphs(), |bytes| {
            graph(read_json("g.json", bytes))
        }),
        reader(
            "node-link",
            vec![fixture("formats/networkx.json"), NODE_LINK.into()],
            |bytes| graph(read_json("g.json", bytes)),
        ),
        reader(
            "graphml",
            vec![
                fixture("formats/networkx.graphml"),
                fixture("formats/igraph.graphml"),
                GRAPHML.into(),
            ],
            |bytes| graph(read_graphml("g.graphml", bytes)),
        ),
        reader("edge-list", edge_lists(), |bytes| {
            graph(read_edge_list("g.edges", bytes, None))
        }),
        reader(
            "values",
            vec![fixture("formats/networkx-values.txt"), VALUES.into()],
            |bytes| {
                graph(read_edge_list(
                    "g.edges",
                    b"0 1\n1 2\n2 33\n",
                    Some(("v.txt", bytes)),
                ))
            },
        ),
        reader("matrix-market", MATRICES.map(Vec::from).to_vec(), |bytes| {
            graph(read_matrix_market("g.mtx", bytes))
        }),
        reader("graph6", GRAPH6.map(Vec::from).to_vec(), |bytes| {
            graph(read_graph6("g.g6", bytes))
        }),
        reader(
            "json-lines",
            vec![
                fixture("export/networkx.jsonl"),
                fixture("export/pyg-labels.jsonl"),
                fixture("export/ogb.jsonl"),
            ],
            |bytes| data_set(read_json_lines("g.jsonl", bytes)),
        ),
        reader("tu-zip", vec![tu_zip()], |bytes| {
            data_set(read_tu_zip("T.zip", bytes))
        }),
        reader("tu-texts", vec![tu_texts()], |bytes| {
            data_set(read_parts(bytes))
        }),
        reader(
            "folds",
            vec![b"0\n1\n2\n---\n3\n4\n---\n5\n".to_vec()],
            |bytes| {
                let parts: Vec<_> = parts_of(bytes).collect();
                let names = ["train_idx-1.txt", "test_idx-1.txt", "validation_idx-1.txt"];
                FoldFiles::new(names.into_iter().zip(parts))
                    .check(6)
                    .is_ok()
            },
        ),
        reader("run-file", run_files(), |bytes| {
            let text = plain_text(bytes.to_vec());
            text.is_ok_and(|text| RunFile::read_whole(&text).is_ok())
        }),
        reader("weights", weights(&dataset), move |bytes| {
            use_weights(&dataset, bytes)
        }),
        reader(
            "any",
            vec![
                fixture("formats/networkx.json"),
                GRAPHML.into(),
                tu_zip(),
                MATRICES[1].into(),
            ],
            |bytes| {
                let alone = open(&[("what it is called", bytes)]);
                alone.is_ok() | open(&[("edges", b"0 1\n"), ("values", bytes)]).is_ok()
            },
        ),
        reader("run-log", vec![run_log()], read_run_log),
        reader(
            "logged-lines",
            LOGGED_LINES.map(Vec::from).to_vec(),
            |bytes| matches!(read_logged_lines("g.jsonl", bytes), Ok(Some(_))),
        ),
    ]
}

fn reader(
    name: &'static str,
    seeds: Vec<Vec<u8>>,
    read: impl Fn(&[u8]) -> bool + 'static,
) -> Reader {
    let read = Box::new(read);
    Reader { name, seeds, read }
}

/// A file of the fixtures.
fn fixture(name: &str) -> Vec<u8> {
    let folder = Path::new(crate::ROOT).join("tests/fixtures");
    fs::read(folder.join(name)).unwrap()
}

const NODE_LINK: &str = r#"{"directed": false, "multigraph": true, "graph": {}, "nodes": [{"id": "a", "filter": 0.5, "h": NaN},
{"id": 7, "filter": Infinity}, {"id": [1, "x", null], "filter": -1e300, "color": "red"}],
"links": [{"source": "a", "target": 7, "key": 0, "weight": 2}, {"source": 7, "target": [1, "x", null], "weight": 1e-5}]}"#;
const GRAPHML: &str = r#"<?xml version="1.0" encoding="UTF-8"?>
<graphml xmlns="http://graphml.graphdrawing.org/xmlns"><key id="d0" for="node" attr.name="filter" attr.type="double"><default>1.5</default></key>
<key id="d1" for="edge" attr.name="weight" attr.type="int"/><graph edgedefault="undirected">
<node id="&lt;a&#x62;"><data key="d0">nan</data></node><node id="c"/><!-- none --><node id="d"><data key="d0">-1e-5</data></node>
<edge source="&lt;ab" target="c"><data key="d1">3</data></edge><edge source="c" target="c"/></graph></graphml>
"#;
const VALUES: &str = "33 nan\n0 1e300\n1 -0\n2 5e-324\n";
/// Valid texts in graph6 and sparse6.
const GRAPH6: [&str; 2] = [">>graph6<<DQc\n", ":Fa@x^\n"];

const MATRICES: [&[u8]; 3] = [
    b"%%MatrixMarket matrix coordinate real symmetric\n% some\n4 4 3\n2 1 0.5\n3 2 -2e300\n4 4 nan\n",
    b"%%MatrixMarket matrix coordinate pattern general\n3 3 4\n1 2\n2 1\n2 3\n3 2\n",
    b"%%MatrixMarket matrix coordinate integer general\n3 3 2\n1 2 7\n3 3 -1\n",
];

fn json_graphs() -> Vec<Vec<u8>> {
    let graph = r#"{"n": 5, "edges": [[0, 1], [1, 2], [2, 2], [4, 3], [0, 1]], "filter": [0.5, NaN, -1e300, 2, -0.0],
        "edge_filter": [1, NaN, 3, 2, Infinity], "name": "a graph"}"#;
    vec![graph.into(), br#"{"n": 0, "edges": []}"#.to_vec()]
}

fn edge_lists() -> Vec<Vec<u8>> {
    let lists = [
        "source,target,weight\na,b,0.5\nb,c,1e-5\nc,c,nan\n",
        "0 1\n1 0\n1 2\n2 1\n",
        "# comment\n01\t2\n% more\n3\t2\n",
    ];
    lists
        .map(Vec::from)
        .into_iter()
        .chain([
            fixture("formats/networkx.edgelist"),
            fixture("formats/igraph.edges"),
        ])
        .collect()
}

/// Separator between the parts of an input that represents several files.
const BETWEEN: &str = "---\n";

fn parts_of(bytes: &[u8]) -> impl Iterator<Item = &[u8]> {
    let mut rest = Some(bytes);
    std::iter::from_fn(move || {
        let bytes = rest?;
        let at = bytes
            .windows(BETWEEN.len())
            .position(|part| part == BETWEEN.as_bytes());
        rest = at.map(|at| &bytes[at + BETWEEN.len()..]);
        Some(at.map_or(bytes, |at| &bytes[..at]))
    })
}

/// The texts of a TU data set by their names.
const TU: [(&str, &str); 7] = [
    ("T_A.txt", "1, 2\n2, 1\n2, 3\n3, 2\n4, 5\n5, 4\n"),
    ("T_graph_indicator.txt", "1\n1\n1\n2\n2\n3\n"),
    ("T_graph_labels.txt", "1\n-1\n1\n"),
    ("T_node_labels.txt", "1\n0\n2\n2\n1\n0\n"),
    (
        "T_node_attributes.txt",
        "0.5, 1\n1e-5, 2\n-3, 0\n1, 1\n2, 2\n3, 3\n",
    ),
    ("T_edge_labels.txt", "1\n1\n0\n0\n2\n2\n"),
    ("T_edge_attributes.txt", "1\n1\n2.5\n2.5\n-1e3\n-1e3\n"),
];

fn tu_texts() -> Vec<u8> {
    TU.map(|(_, text)| text).join(BETWEEN).into()
}

fn read_parts(bytes: &[u8]) -> Result<Dataset, DataError> {
    let files: Vec<_> = TU
        .iter()
        .map(|(name, _)| *name)
        .zip(parts_of(bytes))
        .collect();
    read_tu_files("T", &files)
}

fn tu_zip() -> Vec<u8> {
    let mut zip = ZipWriter::new(std::io::Cursor::new(Vec::new()));
    for (name, text) in TU {
        zip.start_file(format!("T/{name}"), SimpleFileOptions::default())
            .unwrap();
        zip.write_all(text.as_bytes()).unwrap();
    }
    zip.finish().unwrap().into_inner()
}

/// Sixty graphs, so that a training step is short.
fn few_graphs() -> Arc<Dataset> {
    let mut dataset = generate::generate("cycles-and-trees", 0).unwrap();
    dataset.graphs.truncate(60);
    dataset.classes.truncate(60);
    Arc::new(dataset)
}

fn config() -> TrainingConfig {
    TrainingConfig {
        width: 4,
        hats: 3,
        epochs: 2,
        batch_size: 8,
        folds: 3,
        ..TrainingConfig::default()
    }
}

/// JSON lines with the results of one epoch.
const LOGGED_LINES: [&str; 2] = [
    "{\"n\": 3, \"edges\": [[0, 1], [1, 2]], \"y\": 0, \"f\": [0.5, 1, 2e3], \"prediction\": [0.5, -1]}\n\
     {\"n\": 2, \"edges\": [], \"y\": 1, \"f\": [0, -1], \"prediction\": [1, 2]}\n",
    "{\"n\": 2, \"edges\": [[0, 1]], \"f\": {\"a\": [1, 2], \"b\": [0, 0]}, \"prediction\": \"ring\"}\n\
     {\"n\": 1, \"edges\": [], \"f\": {\"b\": [1], \"a\": [4]}, \"prediction\": \"path\"}\n",
];

/// The files of a run log with two epochs, in the order of [`read_run_log`].
fn run_log() -> Vec<u8> {
    let header = r#"{"run_log": 1, "name": "toy", "channels": ["f"], "classes": ["a", "b"], "graphs": 2, "vertices": 3}"#;
    let graphs = "{\"n\": 2, \"edges\": [[0, 1]], \"y\": 0}\n{\"n\": 1, \"edges\": [], \"y\": 1}\n";
    let (mut lines, mut values) = (String::new(), Vec::new());
    for epoch in 0..2 {
        let own = (0..3 + 4).flat_map(|place| (place as f32 + epoch as f32).to_le_bytes());
        let own = Vec::from_iter(own);
        let mut crc = Crc::new();
        crc.update(&own);
        let (offset, bytes, crc) = (values.len(), own.len(), crc.sum());
        lines += &format!(
            "{{\"epoch\": {epoch}, \"offset\": {offset}, \"bytes\": {bytes}, \"crc32\": {crc}, \"loss\": 0.5}}\n"
        );
        values.extend(own);
    }
    let texts = [header, graphs, &lines].join(BETWEEN);
    [texts.as_bytes(), BETWEEN.as_bytes(), &values].concat()
}

/// Opens a run log and inspects a graph at its newest epoch; returns whether an epoch was accepted.
fn read_run_log(bytes: &[u8]) -> bool {
    let mut parts = parts_of(bytes);
    let mut next = || parts.next().unwrap_or_default();
    let (header, graphs, lines, values) = (next(), next(), next(), next());
    let mut session = block_on(Session::open(Backend::Cpu)).unwrap();
    let Ok(data) = session.open_log(header, graphs) else {
        return false;
    };
    let run = session.start_log(data).unwrap();
    let lines = String::from_utf8_lossy(lines);
    let grown = session.grow_log(run, &lines, values).unwrap();
    let _ = block_on(session.inspect(run, Weights::Now, &Subject::Index(0)));
    !grown.report.epochs.is_empty()
}

/// A partly finished run over folds, plain and compressed.
fn run_files() -> Vec<Vec<u8>> {
    let mut session = block_on(Session::open(Backend::Cpu)).unwrap();
    let data = session.generate("cycles-and-trees", 0).unwrap();
    let mut run = block_on(session.cross_validate(data, config(), Folds::AtMost)).unwrap();
    while !block_on(run.train(1, 5, || 0.0)).unwrap().finished {}
    let plain = serde_json::to_vec(run.file()).unwrap();
    let mut gzip = GzEncoder::new(Vec::new(), Compression::fast());
    gzip.write_all(&plain).unwrap();
    vec![plain, gzip.finish().unwrap()]
}

fn weights(dataset: &Arc<Dataset>) -> Vec<Vec<u8>> {
    let folds = folds::stratified_folds(&dataset.classes, 3, 0).unwrap();
    let split = folds.split(1, true).unwrap();
    let mut trainer = Trainer::new(dataset.clone(), split, config(), Device::flex()).unwrap();
    block_on(trainer.train(3));
    vec![block_on(trainer.save())]
}

/// Continues a run and evaluates it.
fn use_weights(dataset: &Arc<Dataset>, bytes: &[u8]) -> bool {
    let Ok(checkpoint) = Checkpoint::from_bytes(bytes) else {
        return false;
    };
    if let Ok(evaluator) = Evaluator::new(dataset.clone(), checkpoint.clone(), Device::flex()) {
        block_on(evaluator.predict(&[0, 1]));
    }
    let trainer = Trainer::resume(dataset.clone(), checkpoint, Device::flex());
    trainer.is_ok_and(|mut trainer| {
        block_on(trainer.train(1));
        Checkpoint::from_bytes(&block_on(trainer.save())).is_ok()
    })
}

/// The operations of the program on a graph, for any filter.
fn graph(read: Result<InputGraph, DataError>) -> bool {
    read.is_ok_and(|graph| {
        accepted::check(&graph);
        true
    })
}

fn data_set(read: Result<Dataset, DataError>) -> bool {
    read.is_ok_and(|dataset| dataset.summary().graphs > 0 && dataset.fingerprint() > 0)
}
