//! `sublevel evaluate`: accuracy, predictions and filter of saved weights, and the errors for invalid input.

use std::{fs, path::Path, process::Output, sync::Arc};

use crate::support::{assert_has, json_of, refused, stderr, sublevel};
use burn::tensor::Device;
use pollster::block_on;
use serde_json::Value;
use sublevel::{
    config::{EdgeFilter, Features, ModelKind, TrainingConfig},
    graph::{Dataset, Graph, folds, generate},
    training::Trainer,
};

const DATA: &str = "cycles-and-trees";

fn config() -> TrainingConfig {
    TrainingConfig {
        width: 8,
        hats: 6,
        epochs: 4,
        fold: 2,
        folds: 5,
        ..TrainingConfig::default()
    }
}

fn trained(dataset: Dataset, config: TrainingConfig) -> Trainer {
    let dataset = Arc::new(dataset);
    let folds = folds::stratified_folds(&dataset.classes, config.folds, config.seed.into());
    let split = folds.unwrap().split(config.fold, true).unwrap();
    let mut trainer = Trainer::new(dataset, split, config, Device::flex()).unwrap();
    block_on(trainer.train(u32::MAX));
    trainer
}

fn evaluate(weights: &Path, arguments: &[&str]) -> Output {
    let mut command = sublevel();
    command.arg("evaluate").arg("--weights").arg(weights);
    command.args(arguments).output().unwrap()
}

/// Weights of GFL on a generated data set, in a temporary folder.
fn saved(trainer: &Trainer) -> (tempfile::TempDir, std::path::PathBuf) {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("fold-2.safetensors");
    fs::write(&path, block_on(trainer.save())).unwrap();
    (folder, path)
}

#[test]
fn evaluate_classifies_the_test_part_like_training() {
    let dataset = generate::generate(DATA, 0).unwrap();
    let config = config();
    let mut trainer = {
        let dataset = Arc::new(dataset.clone());
        let folds = folds::stratified_folds(&dataset.classes, 5, 0).unwrap();
        let split = folds.split(2, true).unwrap();
        Trainer::new(dataset, split, config, Device::flex()).unwrap()
    };
    let report = block_on(trainer.train(u32::MAX));
    let (_folder, weights) = saved(&trainer);

    let found = json_of(&evaluate(
        &weights,
        &[
            "--data", DATA, "--fold", "2", "--format", "json", "--scores",
        ],
    ));
    let last = f64::from(report.epochs.last().unwrap().test_metric);
    assert!((found["accuracy"].as_f64().unwrap() - last).abs() < 1e-6);
    assert_eq!(found["fold"], 2);
    assert_eq!(found["epoch"], 4);
    assert_eq!(found["config"]["width"], 8);
    assert!(found.get("filter").is_none());
    let predictions = found["predictions"].as_array().unwrap();
    assert_eq!(predictions.len(), trainer.summary().test_graphs as usize);
    let scores: Vec<Vec<f32>> = serde_json::from_value(found["scores"].clone()).unwrap();
    assert_eq!(scores.len(), predictions.len());
    for (scores, prediction) in scores.iter().zip(predictions) {
        assert_eq!(scores.len(), 2);
        assert_eq!(prediction[2], u32::from(scores[1] > scores[0]));
    }
    let right = predictions.iter().filter(|row| row[1] == row[2]).count();
    assert!((right as f64 / predictions.len() as f64 - last).abs() < 1e-6);
    let mut confusion = [[0; 2]; 2];
    for row in predictions {
        let graph = row[0].as_u64().unwrap() as usize;
        assert_eq!(row[1], dataset.classes[graph]);
        confusion[row[1].as_u64().unwrap() as usize][row[2].as_u64().unwrap() as usize] += 1;
    }
    assert_eq!(found["confusion"], serde_json::json!(confusion));
}

#[test]
fn weights_are_not_tested_on_their_training_graphs() {
    let dataset = generate::generate(DATA, 0).unwrap();
    let trainer = trained(dataset, config());
    let (_folder, weights) = saved(&trainer);
    let refused = |arguments: &[&str], words: &[&str]| {
        let output = evaluate(&weights, &[&["--fold"], arguments].concat());
        let message = refused(&output);
        for word in words.iter().chain(&["fold-2.safetensors"]) {
            assert!(message.contains(word), "{message:?} does not say {word:?}");
        }
    };
    refused(&["3", "--data", DATA], &["trained", "fold 2 of 5"]);
    // Another split with a fold of the same number.
    refused(
        &["2", "--data", DATA, "--folds", "4"],
        &["fold 2", "--folds"],
    );
    let files = tempfile::tempdir().unwrap();
    let write = |part: &str, graphs: &[u32]| {
        let lines: String = graphs.iter().map(|graph| format!("{graph}\n")).collect();
        fs::write(files.path().join(format!("{part}_idx-2.txt")), lines).unwrap();
    };
    let folder = files.path().to_str().unwrap();
    let split = trainer.split();
    write("train", &split.test);
    write("test", &split.train);
    let from_files = ["2", "--data", DATA, "--folds-from", folder];
    refused(&from_files, &["fold 2", "--folds-from"]);
    // Graphs of another data set are in neither part of the split.
    refused(
        &["2", "--data", "discussion-threads"],
        &["Cycles and trees", "discussion-threads"],
    );

    // The same split with other words, in another order.
    let reversed: Vec<u32> = split.test.iter().rev().copied().collect();
    write("train", &split.train);
    write("test", &reversed);
    for arguments in [&["2", "--data", DATA, "--folds", "5"][..], &from_files] {
        let arguments = [&["--format", "json", "--fold"], arguments].concat();
        let found = json_of(&evaluate(&weights, &arguments));
        let graphs = found["predictions"].as_array().unwrap().iter();
        let graphs: Vec<_> = graphs.map(|row| row[0].as_u64().unwrap() as u32).collect();
        assert_eq!(graphs, split.test);
    }

    // Without options all graphs are evaluated, with a note that most of them are training graphs.
    let all = evaluate(&weights, &["--data", DATA]);
    assert!(all.status.success());
    let note = format!("{} of these", split.train.len());
    assert!(stderr(&all).contains(&note), "{}", stderr(&all));
}

#[test]
fn train_saves_the_weights_of_every_finished_fold() {
    let folder = tempfile::tempdir().unwrap();
    let weights = folder.path().join("weights/of-a-run");
    let run = folder.path().join("RUN.json");
    let mut train = sublevel();
    train.args([
        "train", "--data", DATA, "--epochs", "2", "--fold", "3", "--fold", "4",
    ]);
    train
        .arg("--save-weights")
        .arg(&weights)
        .arg("--out")
        .arg(&run);
    let output = train.output().unwrap();
    assert!(output.status.success(), "{}", stderr(&output));
    let run: Value = serde_json::from_slice(&fs::read(run).unwrap()).unwrap();
    for (index, fold) in [3, 4].into_iter().enumerate() {
        let file = weights.join(format!("fold-{fold}.safetensors"));
        let number = fold.to_string();
        let found = json_of(&evaluate(
            &file,
            &["--data", DATA, "--fold", &number, "--format", "json"],
        ));
        assert_eq!(found["predictions"], run["folds"][index]["predictions"]);
        assert_eq!(found["confusion"], run["folds"][index]["confusion"]);
    }

    // An impossible folder is rejected before training.
    let mut train = sublevel();
    train.args(["train", "--data", DATA, "--save-weights"]);
    let output = train.arg(folder.path().join("RUN.json")).output().unwrap();
    assert_has(&refused(&output), "RUN.json");
}

#[test]
fn every_graph_gets_its_filter_values() {
    let trainer = trained(generate::generate(DATA, 0).unwrap(), config());
    let (_folder, weights) = saved(&trainer);
    let found = json_of(&evaluate(
        &weights,
        &["--data", DATA, "--format", "json", "--filter"],
    ));
    let filter = found["filter"].as_array().unwrap();
    assert_eq!(filter.len(), found["predictions"].as_array().unwrap().len());
    for graph in [0, 17, filter.len() - 1] {
        let expected = block_on(trainer.inspect(graph as u32)).filter;
        let values = filter[graph].as_array().unwrap();
        let values: Vec<f32> = values.iter().map(|x| x.as_f64().unwrap() as f32).collect();
        assert_eq!(values, expected, "graph {graph}");
    }
}

#[test]
fn learned_values_of_edges_are_separate() {
    let dataset = generate::generate(DATA, 0).unwrap();
    let graphs = dataset.graphs.clone();
    let config = TrainingConfig {
        edge_filter: EdgeFilter::Learned,
        filters: 2,
        ..config()
    };
    let trainer = trained(dataset, config);
    let (_folder, weights) = saved(&trainer);
    let found = json_of(&evaluate(
        &weights,
        &["--data", DATA, "--format", "json", "--filter"],
    ));
    let of =
        |key: &str| -> Vec<Vec<Vec<f32>>> { serde_json::from_value(found[key].clone()).unwrap() };
    let (vertices, edges) = (of("filters"), of("edge_filters"));
    assert_eq!([vertices.len(), edges.len()], [graphs.len(); 2]);
    for (index, graph) in graphs.iter().enumerate() {
        for filter in 0..2 {
            let (own, of_edges) = (&vertices[index][filter], &edges[index][filter]);
            assert_eq!(own.len(), graph.vertices as usize);
            assert_eq!(of_edges.len(), graph.edges.len());
            for (&[u, v], &value) in graph.edges.iter().zip(of_edges) {
                assert!(value >= own[u as usize].max(own[v as usize]));
            }
        }
    }
    let first = block_on(trainer.inspect(17)).filter;
    assert_eq!(first, [&vertices[17][0][..], &edges[17][0]].concat());
    assert_ne!(edges[17][0], edges[17][1]);
}

#[test]
fn the_text_has_accuracy_and_confusion_matrix() {
    let trainer = trained(generate::generate(DATA, 0).unwrap(), config());
    let (_folder, weights) = saved(&trainer);
    let output = evaluate(&weights, &["--data", DATA]);
    let text = String::from_utf8(output.stdout).unwrap();
    let lines: Vec<_> = text.lines().collect();
    assert!(lines[0].contains("gfl after 4 epochs"), "{text}");
    assert!(
        lines[1].starts_with("accuracy ") && lines[1].ends_with(" %"),
        "{text}"
    );
    assert!(lines[3].starts_with("actual \\ predicted"), "{text}");
    assert_eq!(lines.len(), 6, "{text}");
}

#[test]
fn a_degree_beyond_the_table_uses_the_last_row() {
    let mut few = generate::generate(DATA, 0).unwrap();
    let largest = few.max_degree();
    // Graphs without the vertices of maximum degree.
    let keep: Vec<bool> = few
        .graphs
        .iter()
        .map(|graph| graph.degrees().iter().all(|&degree| degree < largest))
        .collect();
    let mut kept = keep.iter();
    few.graphs.retain(|_| *kept.next().unwrap());
    let mut kept = keep.iter();
    few.classes.retain(|_| *kept.next().unwrap());
    let degrees = few.max_degree();
    assert!(degrees < largest);
    let trainer = trained(
        few,
        TrainingConfig {
            folds: 2,
            ..config()
        },
    );
    let (_folder, weights) = saved(&trainer);
    let output = evaluate(&weights, &["--data", DATA, "--format", "json", "--filter"]);
    let found = json_of(&output);
    assert!(
        stderr(&output).contains(&format!("above {degrees}")),
        "{}",
        stderr(&output)
    );
    let values = found["filter"]
        .as_array()
        .unwrap()
        .iter()
        .flat_map(|g| g.as_array().unwrap());
    assert!(values.clone().count() > 0);
    for value in values {
        assert!((0.0..=1.0).contains(&value.as_f64().unwrap()));
    }
}

/// Paths whose vertices have one attribute each, which determines the class.
fn attributed() -> Dataset {
    let graph = |index: u32| Graph {
        vertex_attributes: (0..4)
            .map(|v| 0.25 * ((index * 7 + v * 5) % 11) as f32 + (index % 2) as f32)
            .collect(),
        ..Graph::new(4, [[0, 1], [1, 2], [2, 3]])
    };
    Dataset {
        name: "PATHS".into(),
        graphs: (0..60).map(graph).collect(),
        classes: (0..60).map(|index| index % 2).collect(),
        class_names: vec!["1".into(), "2".into()],
        vertex_attributes: 1,
        ..Dataset::default()
    }
}

/// The same graphs with attributes shifted by this much.
fn shifted(mut dataset: Dataset, by: f32) -> Dataset {
    for graph in &mut dataset.graphs {
        for x in &mut graph.vertex_attributes {
            *x += by;
        }
    }
    dataset
}

/// Writes a data set of [`attributed`] in the TU format; returns its path.
fn written(dataset: &Dataset, folder: &Path) -> String {
    let path = folder.join(&dataset.name);
    fs::create_dir_all(&path).unwrap();
    let write = |what: &str, lines: Vec<String>| {
        let file = path.join(format!("{}_{what}.txt", dataset.name));
        fs::write(file, lines.join("\n") + "\n").unwrap();
    };
    let (mut edges, mut indicator, mut attributes) = (Vec::new(), Vec::new(), Vec::new());
    for (index, graph) in dataset.graphs.iter().enumerate() {
        let first = indicator.len() as u32 + 1;
        edges.extend(
            graph
                .edges
                .iter()
                .map(|[u, v]| format!("{}, {}", first + u, first + v)),
        );
        indicator.extend((0..graph.vertices).map(|_| (index + 1).to_string()));
        attributes.extend(graph.vertex_attributes.iter().map(f32::to_string));
    }
    write("A", edges);
    write("graph_indicator", indicator);
    write("node_attributes", attributes);
    let classes = dataset.classes.iter().map(|class| (class + 1).to_string());
    write("graph_labels", classes.collect());
    path.to_str().unwrap().into()
}

#[test]
fn another_data_set_is_standardized_like_the_training_graphs() {
    let config = |model| TrainingConfig {
        model,
        fixed_filter: match model {
            ModelKind::PhOnly => "attribute:1".parse().unwrap(),
            _ => Default::default(),
        },
        features: Features::Attributes,
        ..config()
    };
    for model in [ModelKind::Gfl, ModelKind::PhOnly] {
        let trainer = trained(attributed(), config(model));
        let (folder, weights) = saved(&trainer);
        let filter = |data: &Dataset| -> Vec<Vec<f32>> {
            let path = written(data, folder.path());
            let arguments = ["--data", &path, "--format", "json", "--filter"];
            let found = json_of(&evaluate(&weights, &arguments));
            serde_json::from_value(found["filter"].clone()).unwrap()
        };
        let before = filter(&attributed());
        let other = shifted(attributed(), 0.5);
        let after = filter(&other);
        assert_ne!(after, before, "{model:?}: a shift is seen");
        // A part of the data set has other means than the whole.
        let mut few = attributed();
        few.graphs.truncate(7);
        few.classes.truncate(7);
        assert_eq!(filter(&few), before[..7], "{model:?}");

        if model == ModelKind::PhOnly {
            let training = attributed();
            let numbers = trainer.split().train.iter().flat_map(|&graph| {
                training.graphs[graph as usize]
                    .vertex_attributes
                    .iter()
                    .copied()
            });
            let low = numbers.clone().fold(f32::INFINITY, f32::min);
            let high = numbers.fold(f32::NEG_INFINITY, f32::max);
            let by_hand = other.graphs.iter().map(|graph| {
                let place = |x: &f32| ((x - low) / (high - low)).clamp(0.0, 1.0);
                graph
                    .vertex_attributes
                    .iter()
                    .map(place)
                    .collect::<Vec<_>>()
            });
            for (graph, by_hand) in by_hand.enumerate() {
                for (found, expected) in after[graph].iter().zip(&by_hand) {
                    assert!(
                        (found - expected).abs() < 1e-6,
                        "graph {graph}: {found}, {expected}"
                    );
                }
            }
        }
    }
}

#[test]
fn mismatched_input_exits_with_2_and_names_the_expected_input() {
    let (folder, weights) = saved(&trained(generate::generate(DATA, 0).unwrap(), config()));
    let path = |name: &str| folder.path().join(name);
    let refused = |weights: &Path, arguments: &[&str], words: &[&str]| {
        let output = evaluate(weights, arguments);
        let message = refused(&output);
        for word in words {
            assert!(message.contains(word), "{message:?} does not say {word:?}");
        }
    };
    let data = ["--data", DATA];
    refused(&path("absent"), &data, &["absent"]);
    fs::write(path("text"), "no tensors at all").unwrap();
    refused(&path("text"), &data, &["text", "safetensors"]);
    // The output of another program.
    let header = r#"{"a":{"dtype":"F32","shape":[0],"data_offsets":[0,0]}}"#;
    let foreign = [&(header.len() as u64).to_le_bytes()[..], header.as_bytes()].concat();
    fs::write(path("foreign"), foreign).unwrap();
    refused(&path("foreign"), &data, &["foreign", "saved by Sublevel"]);
    refused(&weights, &["--data", "nowhere.zip"], &["nowhere.zip"]);
    refused(&weights, &["--data", DATA, "--fold", "6"], &["fold"]);
    refused(&weights, &["--data", DATA, "--folds", "5"], &["--fold"]);
    for option in ["--filter", "--scores"] {
        refused(
            &weights,
            &["--data", DATA, option],
            &[option, "--format json"],
        );
    }

    let three = path("THREE");
    fs::create_dir(&three).unwrap();
    for (name, text) in [
        ("A", "1, 2\n3, 4\n5, 6\n"),
        ("graph_indicator", "1\n1\n2\n2\n3\n3\n"),
        ("graph_labels", "1\n2\n3\n"),
    ] {
        fs::write(three.join(format!("THREE_{name}.txt")), text).unwrap();
    }
    let three = three.to_str().unwrap();
    refused(&weights, &["--data", three], &["2 classes", "3 in “THREE”"]);

    let mut labelled = generate::generate(DATA, 0).unwrap();
    labelled.vertex_label_names = vec!["C".into(), "N".into()];
    for graph in &mut labelled.graphs {
        graph.vertex_labels = (0..graph.vertices).map(|v| v % 2).collect();
    }
    let config = TrainingConfig {
        features: Features::DegreeLabel,
        model: ModelKind::Sum,
        ..config()
    };
    let (_folder, weights) = saved(&trained(labelled, config));
    refused(&weights, &data, &["2 vertex labels", "0 in"]);
    let sum = TrainingConfig {
        model: ModelKind::Sum,
        ..self::config()
    };
    let (_folder, weights) = saved(&trained(generate::generate(DATA, 0).unwrap(), sum));
    refused(
        &weights,
        &["--data", DATA, "--format", "json", "--filter"],
        &["sum has no filter"],
    );
}
