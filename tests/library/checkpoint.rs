//! Checkpoints: a saved run continues bit for bit, and no file causes a panic.

use std::{collections::BTreeMap, sync::Arc};

use burn::tensor::Device;
use proptest::prelude::*;
use safetensors::SafeTensors;
use serde_json::{Value, json};
use sublevel::{
    config::{
        BarWeight, CoordinateFunction, EdgeFeatures, Features, ModelKind, ReadoutBarcodes, Ties,
        TopologyLayer, TrainingConfig,
    },
    graph::{Dataset, folds, generate},
    protocol::TrainingReport,
    training::{Checkpoint, CheckpointError, Evaluator, History, Trainer},
};

/// A data set with few steps per epoch.
fn dataset(seed: u64) -> Arc<Dataset> {
    let mut dataset = generate::generate("cycles-and-trees", seed).unwrap();
    dataset.graphs.truncate(60);
    dataset.classes.truncate(60);
    Arc::new(dataset)
}

fn config() -> TrainingConfig {
    TrainingConfig {
        width: 5,
        hats: 4,
        epochs: 3,
        batch_size: 8,
        folds: 3,
        // No number of few digits.
        learning_rate: 0.1 * 0.1,
        ..TrainingConfig::default()
    }
}

fn trainer(dataset: &Arc<Dataset>, config: TrainingConfig, device: &Device) -> Trainer {
    let folds = folds::stratified_folds(&dataset.classes, config.folds, 0).unwrap();
    let split = folds.split(config.fold, config.validation).unwrap();
    Trainer::new(dataset.clone(), split, config, device.clone()).unwrap()
}

fn train(trainer: &mut Trainer, steps: u32) -> TrainingReport {
    pollster::block_on(trainer.train(steps))
}

fn save(trainer: &Trainer) -> Vec<u8> {
    pollster::block_on(trainer.save())
}

fn resume(dataset: &Arc<Dataset>, bytes: &[u8]) -> Result<Trainer, CheckpointError> {
    Trainer::resume(
        dataset.clone(),
        Checkpoint::from_bytes(bytes)?,
        Device::flex(),
    )
}

fn evaluator(dataset: &Arc<Dataset>, saved: Checkpoint) -> Result<Evaluator, CheckpointError> {
    Evaluator::new(dataset.clone(), saved, Device::flex())
}

/// A saved run of GFL in the middle of an epoch.
fn saved() -> (Arc<Dataset>, Vec<u8>) {
    let dataset = dataset(0);
    let mut trainer = trainer(&dataset, config(), &Device::flex());
    train(&mut trainer, 7);
    let bytes = save(&trainer);
    (dataset, bytes)
}

/// Header and data of a file.
fn parts(bytes: &[u8]) -> (BTreeMap<String, Value>, Vec<u8>) {
    let length = u64::from_le_bytes(bytes[..8].try_into().unwrap()) as usize;
    let header = serde_json::from_slice(&bytes[8..8 + length]).unwrap();
    (header, bytes[8 + length..].to_vec())
}

fn file(header: &BTreeMap<String, Value>, data: &[u8]) -> Vec<u8> {
    let text = json!(header).to_string();
    [&(text.len() as u64).to_le_bytes(), text.as_bytes(), data].concat()
}

#[test]
fn a_resumed_run_is_bit_identical() {
    let dataset = dataset(0);
    let device = Device::flex();
    let models = ModelKind::ALL.map(|model| (model, Ties::Index));
    for (model, ties) in models.into_iter().chain([(ModelKind::Gfl, Ties::Random)]) {
        let config = TrainingConfig {
            model,
            ties,
            ..config()
        };
        let mut whole = trainer(&dataset, config.clone(), &device);
        let steps = whole.summary().steps_per_epoch;
        let whole_report = train(&mut whole, u32::MAX);
        let whole_bytes = save(&whole);
        // Before the first step, in the first epoch, at the end of one, in the last epoch, after the last step.
        for before in [0, 1, steps, 2 * steps + 1, 3 * steps] {
            let mut first = trainer(&dataset, config.clone(), &device);
            let mut report = train(&mut first, before);
            let bytes = save(&first);
            let mut second = resume(&dataset, &bytes).unwrap();
            assert_eq!(second.config(), &config);
            assert_eq!(second.summary(), first.summary());
            assert!(
                save(&second) == bytes,
                "{model:?}: saved again after {before} steps"
            );
            let rest = train(&mut second, u32::MAX);
            report.steps.extend(rest.steps);
            report.epochs.extend(rest.epochs);
            report.finished = rest.finished;
            assert_eq!(report, whole_report, "{model:?} after {before} steps");
            assert!(
                save(&second) == whole_bytes,
                "{model:?} after {before} steps"
            );
            let inspections = [&second, &whole].map(|t| pollster::block_on(t.inspect(3)));
            assert_eq!(inspections[0], inspections[1]);
        }
    }
}

#[test]
fn every_size_and_feature_is_saved() {
    let mut labelled = (*dataset(0)).clone();
    labelled.vertex_label_names = vec!["a".into(), "b".into()];
    labelled.vertex_attributes = 2;
    labelled.edge_label_names = vec!["x".into(), "y".into()];
    for graph in &mut labelled.graphs {
        graph.vertex_labels = (0..graph.vertices).map(|v| v % 2).collect();
        graph.edge_labels = (0..graph.edges.len() as u32).map(|e| e % 2).collect();
        graph.vertex_attributes = (0..2 * graph.vertices).map(|v| (v % 5) as f32).collect();
    }
    let labelled = Arc::new(labelled);
    for model in [ModelKind::Gfl, ModelKind::Sum] {
        for features in [
            Features::DegreeLabel,
            Features::Label,
            Features::LabelAttributes,
            Features::Uninformative,
        ] {
            let config = TrainingConfig {
                model,
                features,
                edge_features: EdgeFeatures::Label,
                layers: 2,
                extended: model == ModelKind::Gfl,
                filters: if model == ModelKind::Gfl { 3 } else { 1 },
                validation: false,
                ..config()
            };
            let mut first = trainer(&labelled, config, &Device::flex());
            train(&mut first, 2);
            let mut second = resume(&labelled, &save(&first)).unwrap();
            assert_eq!(train(&mut second, 3), train(&mut first, 3));
            assert!(save(&second) == save(&first), "{model:?}, {features:?}");
        }
    }
}

/// [`dataset`] with two attributes of each vertex and one of each edge.
fn attributed() -> Arc<Dataset> {
    let mut dataset = (*dataset(0)).clone();
    (dataset.vertex_attributes, dataset.edge_attributes) = (2, 1);
    for (index, graph) in dataset.graphs.iter_mut().enumerate() {
        let number = |i: u32, of: usize| ((7 * i as usize + index) % of) as f32 / 3.0;
        graph.vertex_attributes = (0..2 * graph.vertices).map(|i| number(i, 13)).collect();
        let edges = 0..graph.edges.len() as u32;
        graph.edge_attributes = edges.map(|i| number(i, 5)).collect();
    }
    Arc::new(dataset)
}

/// Runs that compare graphs with their training part, of [`attributed`].
fn with_statistics() -> [TrainingConfig; 3] {
    let attributes = TrainingConfig {
        features: Features::Attributes,
        edge_features: EdgeFeatures::Attributes,
        layers: 2,
        ..config()
    };
    let fixed = |filter: &str| TrainingConfig {
        model: ModelKind::PhOnly,
        fixed_filter: filter.parse().unwrap(),
        ..config()
    };
    [attributes, fixed("attribute:2"), fixed("core")]
}

/// The pairs of numbers of a tensor, and where they are in the file.
fn statistics(bytes: &[u8], name: &str) -> (Vec<[f64; 2]>, usize) {
    let (header, data) = parts(bytes);
    let [start, end] = [0, 1].map(|i| header[name]["data_offsets"][i].as_u64().unwrap() as usize);
    let words = data[start..end].as_chunks().0.iter();
    let numbers: Vec<f64> = words.map(|&word| f64::from_le_bytes(word)).collect();
    let place = bytes.len() - data.len() + start;
    (numbers.as_chunks().0.to_vec(), place)
}

#[test]
fn statistics_come_from_the_training_part_and_are_saved() {
    let dataset = attributed();
    for config in with_statistics() {
        let filter = format!("{:?}", config.fixed_filter);
        let mut first = trainer(&dataset, config.clone(), &Device::flex());
        train(&mut first, 7);
        let bytes = save(&first);

        // By hand.
        let training = first.split().train.iter();
        let training = training.map(|&graph| &dataset.graphs[graph as usize]);
        let moments = |numbers: Vec<f64>| {
            let count = numbers.len() as f64;
            let mean = numbers.iter().sum::<f64>() / count;
            let variance = numbers.iter().map(|x| x * x).sum::<f64>() / count - mean * mean;
            [mean, 1.0 / variance.sqrt()]
        };
        let column = |column: usize| -> Vec<f64> {
            let rows = training
                .clone()
                .flat_map(|graph| graph.vertex_attributes.chunks(2));
            rows.map(|row| f64::from(row[column])).collect()
        };
        let of_edges = training.clone().flat_map(|graph| &graph.edge_attributes);
        let of_edges = of_edges.map(|&x| x.into()).collect();
        let (vertices, edges) = match config.features {
            Features::Attributes => (
                vec![moments(column(0)), moments(column(1))],
                vec![moments(of_edges)],
            ),
            _ => (vec![], vec![]),
        };
        for (name, expected) in [
            ("statistics.attributes", vertices),
            ("statistics.edge_attributes", edges),
        ] {
            let (found, _) = statistics(&bytes, name);
            assert_eq!(found.len(), expected.len(), "{name}");
            for (found, expected) in found.as_flattened().iter().zip(expected.as_flattened()) {
                assert!(
                    (found - expected).abs() < 1e-9,
                    "{name}: {found}, {expected}"
                );
            }
        }
        let range = match &filter[..] {
            "Core" => [0.0, 2.0],
            "Attribute(\"2\")" => {
                let second = column(1).into_iter();
                [
                    second.clone().fold(f64::INFINITY, f64::min),
                    second.fold(0.0, f64::max),
                ]
            }
            _ => [0.0, 1.0],
        };
        assert_eq!(
            statistics(&bytes, "statistics.filter").0,
            [range],
            "{filter}"
        );

        // In the middle of an epoch.
        let mut second = resume(&dataset, &bytes).unwrap();
        assert!(save(&second) == bytes, "{filter}: saved again");
        assert_eq!(train(&mut second, u32::MAX), train(&mut first, u32::MAX));
        assert!(save(&second) == save(&first), "{filter}");
    }
}

#[test]
fn evaluation_uses_the_statistics_of_the_file() {
    let dataset = attributed();
    let shift = 0.5;
    let mut shifted = (*dataset).clone();
    for graph in &mut shifted.graphs {
        let numbers = graph.vertex_attributes.iter_mut();
        numbers
            .chain(&mut graph.edge_attributes)
            .for_each(|x| *x += shift);
    }
    let shifted = Arc::new(shifted);
    let filters = |evaluator: Evaluator| -> Vec<Vec<f32>> {
        let filter = |graph| pollster::block_on(evaluator.inspect(0, graph)).filter;
        (0..60).map(filter).collect()
    };
    let [attributes, attribute, _] = with_statistics();
    for config in [attributes, attribute] {
        let mut trained = trainer(&dataset, config, &Device::flex());
        train(&mut trained, 7);
        let bytes = save(&trained);
        let read = |bytes: &[u8]| Checkpoint::from_bytes(bytes).unwrap();
        let before = filters(evaluator(&dataset, read(&bytes)).unwrap());
        let own = |graph| pollster::block_on(trained.inspect(graph)).filter;
        assert_eq!(before, (0..60).map(own).collect::<Vec<_>>());
        assert_ne!(filters(evaluator(&shifted, read(&bytes)).unwrap()), before);

        // A file whose statistics are shifted, too.
        let mut bytes = bytes;
        for (name, moved) in [
            ("statistics.attributes", &[0][..]),
            ("statistics.edge_attributes", &[0]),
            ("statistics.filter", &[0, 1]),
        ] {
            let (pairs, place) = statistics(&bytes, name);
            for (row, pair) in pairs.iter().enumerate() {
                for &column in moved {
                    let number = pair[column] + f64::from(shift);
                    let place = place + 16 * row + 8 * column;
                    bytes[place..place + 8].copy_from_slice(&number.to_le_bytes());
                }
            }
        }
        let after = filters(evaluator(&shifted, read(&bytes)).unwrap());
        crate::common::assert_close("shifted", &after.concat(), &before.concat(), 1e-5);
        // The run continues with them.
        let resumed = resume(&dataset, &bytes).unwrap();
        assert_ne!(pollster::block_on(resumed.inspect(0)).filter, before[0]);
        assert!(save(&resumed) == bytes);
    }
}

#[test]
fn damaged_statistics_are_rejected_with_a_reason() {
    let dataset = attributed();
    let [config, ..] = with_statistics();
    let bytes = save(&trainer(&dataset, config, &Device::flex()));
    let refused = |bytes: &[u8], words: &[&str]| {
        let read = || Checkpoint::from_bytes(bytes);
        let evaluated = read().and_then(|saved| evaluator(&dataset, saved));
        for error in [resume(&dataset, bytes).err(), evaluated.err()] {
            let message = error.expect("refused").to_string();
            for word in words {
                assert!(message.contains(word), "{message:?} does not say {word:?}");
            }
        }
    };
    let with = |name: &str, index: usize, number: f64| {
        let (_, place) = statistics(&bytes, name);
        let mut bytes = bytes.clone();
        bytes[place + 8 * index..][..8].copy_from_slice(&number.to_le_bytes());
        bytes
    };
    for name in [
        "statistics.attributes",
        "statistics.edge_attributes",
        "statistics.filter",
    ] {
        refused(&with(name, 0, f64::NAN), &[name, "finite", "NaN"]);
        refused(&with(name, 1, f64::INFINITY), &[name, "finite", "inf"]);
        let (mut header, data) = parts(&bytes);
        let mut entry = header.remove(name).unwrap();
        // Every byte of a file must belong to a name.
        let mut renamed = header.clone();
        renamed.insert("more".into(), entry.clone());
        refused(&file(&renamed, &data), &[name, "found none"]);
        let [start, end] = [0, 1].map(|i| entry["data_offsets"][i].as_u64().unwrap());
        // Numbers of another type, in another shape, and one row less.
        let mut with = |dtype: &str, shape: [u64; 2]| {
            (entry["dtype"], entry["shape"]) = (json!(dtype), json!(shape));
            header.insert(name.into(), entry.clone());
            file(&header, &data)
        };
        let rows = (end - start) / 16;
        refused(&with("I64", [rows, 2]), &[name, "F64", "I64"]);
        refused(&with("F64", [2 * rows, 1]), &[name, "two F64", "1]"]);
        entry["data_offsets"] = json!([start, end - 16]);
        let mut shorter = header.clone();
        entry["dtype"] = json!("F64");
        entry["shape"] = json!([rows - 1, 2]);
        shorter.insert(name.into(), entry);
        shorter.insert(
            "more".into(),
            json!({"dtype": "F32", "shape": [4], "data_offsets": [end - 16, end]}),
        );
        let words = match name {
            "statistics.filter" => [name, "smallest"],
            _ => [name, "expected the shape"],
        };
        refused(&file(&shorter, &data), &words);
    }
    refused(
        &with("statistics.attributes", 3, -0.5),
        &["0 or more", "-0.5"],
    );
    refused(&with("statistics.filter", 0, 1.5), &["[[1.5, 1.0]]"]);
}

#[test]
fn every_coordinate_function_and_bar_weight_is_saved() {
    let dataset = dataset(0);
    let hats = CoordinateFunction::ALL.map(|hat| (hat, BarWeight::None));
    let weights = BarWeight::ALL.map(|weight| (CoordinateFunction::Rational, weight));
    let readouts = [
        (true, ReadoutBarcodes::Gfl),
        (false, ReadoutBarcodes::Extended),
    ];
    let cases = hats.into_iter().chain(weights);
    for ((hat, bar_weight), (extended, readout)) in
        cases.flat_map(|case| readouts.map(|readout| (case, readout)))
    {
        let config = TrainingConfig {
            hat,
            bar_weight,
            extended,
            readout,
            ..config()
        };
        let mut first = trainer(&dataset, config, &Device::flex());
        train(&mut first, 2);
        let mut second = resume(&dataset, &save(&first)).unwrap();
        assert_eq!(train(&mut second, 3), train(&mut first, 3));
        assert!(save(&second) == save(&first), "{hat:?}, {bar_weight:?}");
    }
}

#[test]
fn a_topology_layer_is_saved() {
    let dataset = dataset(0);
    for topology_layer in [
        TopologyLayer::Persistence,
        TopologyLayer::Static,
        TopologyLayer::Rephine,
        TopologyLayer::Spectre,
    ] {
        let config = TrainingConfig {
            model: ModelKind::Sum,
            topology_layer,
            ..config()
        };
        let mut first = trainer(&dataset, config, &Device::flex());
        train(&mut first, 2);
        let mut second = resume(&dataset, &save(&first)).unwrap();
        assert_eq!(train(&mut second, 3), train(&mut first, 3));
        assert!(save(&second) == save(&first), "{topology_layer:?}");
    }
}

#[test]
#[cfg(feature = "gpu")]
#[ignore = "slow: cargo test -- --include-ignored"]
fn a_gpu_run_is_saved_and_resumed() {
    let dataset = dataset(0);
    let gpu = crate::common::gpu();
    let mut first = trainer(&dataset, config(), &gpu);
    train(&mut first, 2);
    let bytes = save(&first);
    let checkpoint = Checkpoint::from_bytes(&bytes).unwrap();
    let mut second = Trainer::resume(dataset.clone(), checkpoint, gpu).unwrap();
    assert!(save(&second) == bytes);
    assert_eq!(train(&mut second, 4), train(&mut first, 4));
    // A model from a GPU is the same on the CPU.
    let on_cpu = pollster::block_on(resume(&dataset, &save(&first)).unwrap().inspect(0));
    let on_gpu = pollster::block_on(first.inspect(0));
    crate::common::assert_close("filter", &on_cpu.filter, &on_gpu.filter, 1e-5);
}

#[test]
fn a_changed_learning_rate_is_saved_exactly() {
    let dataset = dataset(0);
    let mut first = trainer(&dataset, config(), &Device::flex());
    let rate = 0.1 + 0.2;
    first.set_learning_rate(rate).unwrap();
    let second = resume(&dataset, &save(&first)).unwrap();
    assert_eq!(second.config().learning_rate.to_bits(), rate.to_bits());
}

#[test]
fn names_and_shapes_match_the_documentation() {
    let (_, bytes) = saved();
    let file = SafeTensors::deserialize(&bytes).unwrap();
    let degrees = dataset(0).max_degree() as usize + 1;
    for (name, shape) in [
        ("filter.features.degree", vec![degrees, 5]),
        ("filter.layers.0.epsilon", vec![1]),
        ("filter.layers.0.perceptron.first.weight", vec![5, 5]),
        ("filter.layers.0.perceptron.norm.variance", vec![5]),
        ("filter.layers.0.norm.gamma", vec![5]),
        ("filter.perceptron.first.weight", vec![5, 10]),
        ("filter.perceptron.second.weight", vec![1, 5]),
        ("filter.perceptron.second.bias", vec![1]),
        ("adam.first.filter.perceptron.first.weight", vec![5, 10]),
        ("head.readout.h0.centres", vec![4, 2]),
        ("head.readout.h1_essential.radii", vec![4]),
        ("head.classifier.first.weight", vec![5, 12]),
        ("adam.second.head.classifier.second.bias", vec![2]),
        ("statistics.attributes", vec![0, 2]),
        ("statistics.edge_attributes", vec![0, 2]),
        ("statistics.filter", vec![1, 2]),
        ("history.steps", vec![7, 2]),
        ("history.epochs", vec![1, 3]),
    ] {
        let tensor = file.tensor(name).unwrap_or_else(|e| panic!("{name}: {e}"));
        assert_eq!(tensor.shape(), shape, "{name}");
    }
    assert!(file.tensor("adam.first.filter.layers.0.norm.mean").is_err());
}

#[test]
fn curves_are_saved_and_a_file_without_them_resumes() {
    let dataset = dataset(0);
    let mut first = trainer(&dataset, config(), &Device::flex());
    let report = train(&mut first, 7);
    let bytes = save(&first);
    let mut second = resume(&dataset, &bytes).unwrap();
    assert_eq!(second.epoch_reports(), report.epochs);
    let told: Vec<[f32; 2]> = report
        .steps
        .iter()
        .map(|step| [step.loss, step.metric])
        .collect();
    assert_eq!(second.history().steps, told);

    // A file without the history, as in earlier versions: only later steps are known.
    let mut old = Checkpoint::from_bytes(&bytes).unwrap();
    old.history = History::default();
    let (mut header, data) = parts(&old.to_bytes());
    for name in ["history.steps", "history.epochs"] {
        header.remove(name).unwrap();
    }
    let mut third = resume(&dataset, &file(&header, &data)).unwrap();
    assert_eq!(third.history(), &History::default());
    let rest = train(&mut third, u32::MAX);
    assert_eq!(third.epoch_reports(), rest.epochs);
    assert_eq!(train(&mut second, u32::MAX), rest);
    assert_eq!(
        second.epoch_reports(),
        [report.epochs, rest.epochs].concat()
    );

    // More steps than were done, or another shape.
    let mut long = Checkpoint::from_bytes(&bytes).unwrap();
    long.history.steps.push([0.5, 0.5]);
    let refused = resume(&dataset, &long.to_bytes())
        .err()
        .unwrap()
        .to_string();
    assert!(
        refused.contains("history.steps") && refused.contains("at most 7"),
        "{refused}"
    );
}

#[test]
fn a_file_of_another_kind_is_rejected_with_a_reason() {
    let (dataset, bytes) = saved();
    let refused = |bytes: &[u8], words: &[&str]| {
        let message = match resume(&dataset, bytes) {
            Ok(_) => panic!("accepted, expected {words:?}"),
            Err(error) => error.to_string(),
        };
        for word in words {
            assert!(message.contains(word), "{message:?} does not say {word:?}");
        }
        assert!(message.len() < 400, "{message}");
    };
    refused(b"", &["safetensors"]);
    refused(b"PK\x03\x04 a zip is no checkpoint", &["safetensors"]);
    refused(&u64::MAX.to_le_bytes(), &["safetensors"]);
    refused(
        &[&5000u64.to_le_bytes()[..], b"{}"].concat(),
        &["safetensors"],
    );
    let (header, data) = parts(&bytes);
    refused(&file(&BTreeMap::new(), b""), &["Sublevel", "format"]);

    // Changes of the metadata.
    let with = |key: &str, value: &str| {
        let mut header = header.clone();
        header.get_mut("__metadata__").unwrap()[key] = json!(value);
        file(&header, &data)
    };
    refused(&with("version", "1"), &["version 2", "found version 1"]);
    refused(&with("config", "{}"), &["config"]);
    refused(&with("config", r#"{"width": "wide"}"#), &["config", "JSON"]);
    refused(&with("config", r#"{"colour": 1}"#), &["config", "colour"]);
    refused(&with("config", r#"{"width": 4096}"#), &["config", "width"]);
    refused(
        &with("config", r#"{"width": 5, "batchSize": 0}"#),
        &["batch size"],
    );
    refused(&with("learning_rate", "NaN"), &["learning rate"]);
    refused(&with("learning_rate", "fast"), &["learning_rate", "fast"]);
    refused(
        &with("fingerprint", "0123"),
        &["Cycles and trees", "0000000000000123"],
    );
    refused(&with("step", "4000000000"), &["step", "at most"]);
    refused(&with("step", "-1"), &["step", "-1"]);
    refused(&with("epoch", "2"), &["epoch", "1 after 7 steps"]);
    refused(&with("epoch_loss", "inf"), &["epoch_loss", "finite"]);
    refused(&with("epoch_correct", "1000"), &["epoch_correct"]);
    refused(&with("random_order", &"9".repeat(5000)), &["random_order"]);

    // Changes of the tensors.
    let at = |name: &str| header[name]["data_offsets"][0].as_u64().unwrap() as usize;
    let overwritten = |name: &str, word: &[u8]| {
        let mut data = data.clone();
        data[at(name)..][..word.len()].copy_from_slice(word);
        file(&header, &data)
    };
    let weight = "filter.perceptron.first.weight";
    refused(
        &overwritten(weight, &f32::NAN.to_le_bytes()),
        &[weight, "finite"],
    );
    refused(
        &overwritten("order", &(-1i64).to_le_bytes()),
        &["order", "-1"],
    );
    refused(
        &overwritten("order", &59i64.to_le_bytes()),
        &["order", "split.train"],
    );
    refused(
        &overwritten("split.test", &60i64.to_le_bytes()),
        &["split.test", "60"],
    );
    let changed = |from: &str, to: &str, entry: Value| {
        let mut header = header.clone();
        header.remove(from);
        header.insert(to.into(), entry);
        file(&header, &data)
    };
    refused(
        &changed(weight, "filter.other", header[weight].clone()),
        &[weight],
    );
    let mut reshaped = header[weight].clone();
    reshaped["shape"] = json!([10, 5]);
    refused(
        &changed(weight, weight, reshaped),
        &[weight, "[5, 10]", "[10, 5]"],
    );
    let mut retyped = header[weight].clone();
    retyped["dtype"] = json!("I32");
    refused(&changed(weight, weight, retyped), &[weight, "F32"]);
    let mut more = header.clone();
    more.insert(
        "filter.more".into(),
        json!({"dtype": "F32", "shape": [0], "data_offsets": [data.len(), data.len()]}),
    );
    refused(&file(&more, &data), &["filter.more"]);

    let mut renamed = (*dataset).clone();
    renamed.name = "Paths".into();
    renamed.graphs.pop();
    renamed.classes.pop();
    let error = resume(&Arc::new(renamed), &bytes)
        .err()
        .unwrap()
        .to_string();
    assert!(
        error.contains("“Cycles and trees”") && error.contains("“Paths”"),
        "{error}"
    );
    // Other graphs under the same name.
    let error = resume(&self::dataset(1), &bytes).err().unwrap();
    assert!(matches!(error, CheckpointError::Dataset { .. }), "{error}");
}

#[test]
fn inconsistent_sizes_are_rejected() {
    let dataset = dataset(0);
    for (model, key, value) in [
        (ModelKind::Gfl, "degrees", u64::MAX),
        (ModelKind::Gfl, "degrees", 0),
        (ModelKind::Sum, "degrees", 1 << 20),
        (ModelKind::SortPool, "sort_pool", u64::MAX),
        (ModelKind::SortPool, "sort_pool", 0),
        (ModelKind::Dgcnn, "degrees", 1 << 20),
        (ModelKind::Dgcnn, "sort_pool", u64::MAX),
        (ModelKind::Dgcnn, "sort_pool", 9),
        (ModelKind::Dcnn, "degrees", 1 << 20),
        (ModelKind::PatchySan, "degrees", 1 << 20),
        (ModelKind::PatchySan, "sort_pool", u64::MAX),
        (ModelKind::PatchySan, "sort_pool", 9),
        (ModelKind::OneTwoThreeGnn, "degrees", 1 << 20),
    ] {
        let trainer = trainer(
            &dataset,
            TrainingConfig { model, ..config() },
            &Device::flex(),
        );
        let (mut header, data) = parts(&save(&trainer));
        header.get_mut("__metadata__").unwrap()[key] = json!(value.to_string());
        let saved = Checkpoint::from_bytes(&file(&header, &data)).unwrap();
        let error = evaluator(&dataset, saved).err().unwrap();
        assert!(
            matches!(error, CheckpointError::Value { .. }),
            "{model:?}: {error}"
        );
    }
}

#[test]
fn a_truncated_file_is_rejected() {
    let (dataset, bytes) = saved();
    for length in (0..bytes.len()).step_by(97).chain([bytes.len() - 1]) {
        let error = resume(&dataset, &bytes[..length]).err().unwrap();
        assert!(matches!(error, CheckpointError::File(_)), "{error}");
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(300))]

    /// For any change of a few bytes: an error, or a run that can be trained and saved.
    #[test]
    fn a_damaged_file_gives_an_error_or_a_run(
        changes in prop::collection::vec((any::<prop::sample::Index>(), any::<u8>(), any::<bool>()), 1..4),
    ) {
        static SAVED: std::sync::OnceLock<(Arc<Dataset>, Vec<u8>)> = std::sync::OnceLock::new();
        let (dataset, bytes) = SAVED.get_or_init(|| {
            let (dataset, [config, ..]) = (attributed(), with_statistics());
            let mut trainer = trainer(&dataset, config, &Device::flex());
            train(&mut trainer, 7);
            let bytes = save(&trainer);
            (dataset, bytes)
        });
        let mut bytes = bytes.clone();
        let header = 8 + u64::from_le_bytes(bytes[..8].try_into().unwrap()) as usize;
        for (place, to, in_header) in changes {
            let length = if in_header { header } else { bytes.len() };
            bytes[place.index(length)] = to;
        }
        let checkpoint = Checkpoint::from_bytes(&bytes);
        if let Some(evaluator) = checkpoint.ok().and_then(|saved| evaluator(dataset, saved).ok()) {
            pollster::block_on(evaluator.predict(&[0, 1]));
        }
        if let Ok(mut trainer) = resume(dataset, &bytes) {
            train(&mut trainer, 1);
            save(&trainer);
        }
    }
}
