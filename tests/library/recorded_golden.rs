//! Recorded steps against PyTorch, which knows no colour classes: the tiny models of the fixtures, with zeros around them so that
//! their widths are those that can be recorded.

use std::{borrow::Cow, collections::BTreeMap, sync::Arc};

use crate::common::{
    assert_close, assert_close_to_scale, edges, fixture, gpu, numbers, original_name,
};
use burn::tensor::Device;
use pollster::block_on;
use safetensors::{Dtype, SafeTensors, View, tensor};
use serde_json::Value;
use sublevel::{
    config::{Features, ModelKind, TrainingConfig},
    graph::{Dataset, Graph, folds::Split},
    training::{Checkpoint, Trainer},
};

/// Widths of a block of numbers in the fixtures, and here.
const BLOCKS: [[usize; 2]; 3] = [[4, 8], [3, 4], [5, 8]];
/// How far numbers may be from those in f64, as a share of the largest that is expected.
const TOLERANCE: f32 = 1e-4;

/// The fixtures that fit in zeros: a vertex without features has ones everywhere, and dropout draws its own factors.
const MODELS: [&str; 5] = [
    "gfl_degree",
    "gfl_degree_label",
    "gfl_degree_3_layers",
    "ph_only_degree",
    "gin_sum_degree",
];

#[test]
#[ignore = "slow: cargo test -- --include-ignored"]
fn recorded_steps_train_like_the_original() {
    let (gpu, fixture) = (gpu(), fixture("model_golden.json"));
    let models = fixture["models"].as_array().unwrap();
    for name in MODELS {
        let golden = models.iter().find(|golden| golden["name"] == name);
        check(name, golden.expect("a fixture"), &gpu);
    }
}

fn check(name: &str, golden: &Value, gpu: &Device) {
    let mut trainer = start(golden, gpu);
    let expected = numbers(&golden["losses_20_steps"]);
    for (step, &loss) in expected.iter().enumerate() {
        let report = block_on(trainer.train(1));
        assert_eq!(report.stopped, None, "{name}");
        assert!(trainer.records(), "{name}");
        let what = format!("{name}: loss of step {step}");
        assert_close_to_scale(&what, &[report.steps[0].loss], &[loss], TOLERANCE);
        if step == 0 {
            check_gradients(name, golden, &block_on(trainer.save()));
        }
    }
}

/// Adam's first means after a step are a tenth of the gradients, weight decay included; zeros around a model stay zero.
fn check_gradients(name: &str, golden: &Value, bytes: &[u8]) {
    let gradients = golden["step0"]["grads"].as_object().unwrap();
    let largest = |values: &[f32]| values.iter().fold(0f32, |most, x| most.max(x.abs()));
    let overall = largest(&gradients.values().flat_map(numbers).collect::<Vec<_>>());
    for (ours, found) in &read(bytes) {
        let Some(ours) = ours.strip_prefix("adam.first.") else {
            continue;
        };
        let theirs = original_name(ours);
        let shape = shape_of(&golden["init"][&theirs]);
        let weights = embedded(&numbers(&golden["init"][&theirs]), &shape, &found.shape);
        let expected = embedded(&numbers(&gradients[&theirs]), &shape, &found.shape);
        let expected: Vec<f32> = expected
            .iter()
            .zip(&weights)
            .map(|(gradient, weight)| 0.1 * (gradient + 1e-5 * weight))
            .collect();
        // If a gradient is 0 up to rounding, the gradients of other parameters determine the size of the rounding error.
        let tolerance = (TOLERANCE * largest(&expected)).max(1e-6 * overall);
        let what = format!("{name}: gradient of {ours}");
        assert_close(&what, &found.values, &expected, tolerance);
    }
}

/// A run of that model on all graphs at once.
fn start(golden: &Value, gpu: &Device) -> Trainer {
    let dataset = dataset(golden);
    let model = golden["name"].as_str().unwrap();
    let config = TrainingConfig {
        model: match &model[..3] {
            "gfl" => ModelKind::Gfl,
            "gin" => ModelKind::Sum,
            _ => ModelKind::PhOnly,
        },
        layers: golden["config"]["gin_number"].as_u64().unwrap() as u32,
        features: match golden["config"]["use_node_label"] == true {
            true => Features::DegreeLabel,
            false => Features::Degree,
        },
        width: 8,
        hats: 4,
        dropout: Some(0.0),
        batch_size: dataset.graphs.len() as u32 - 1,
        ..TrainingConfig::default()
    };
    let test = config.batch_size;
    let split = Split {
        train: (0..test).collect(),
        validation: Vec::new(),
        test: vec![test],
    };
    let fresh = Trainer::new(dataset.clone(), split, config, Device::flex()).unwrap();
    let bytes = block_on(fresh.save());
    let mut arrays = read(&bytes);
    for (name, array) in &mut arrays {
        let original = &golden["init"][original_name(name)];
        if array.dtype == Dtype::F32 && !original.is_null() {
            array.values = embedded(&numbers(original), &shape_of(original), &array.shape);
        }
    }
    let (_, header) = SafeTensors::read_metadata(&bytes).unwrap();
    let bytes = tensor::serialize(&arrays, header.metadata().clone()).unwrap();
    let checkpoint = Checkpoint::from_bytes(&bytes).unwrap();
    Trainer::resume(dataset, checkpoint, gpu.clone()).unwrap()
}

/// The graphs of a fixture, and one to test on.
fn dataset(golden: &Value) -> Arc<Dataset> {
    let mut dataset = Dataset {
        name: "golden".into(),
        class_names: ["0", "1"].map(str::to_owned).to_vec(),
        targets: Vec::new(),
        ..Dataset::default()
    };
    let labels = golden["num_node_lab"].as_u64().unwrap_or(0);
    dataset.vertex_label_names = (0..labels).map(|label| label.to_string()).collect();
    let graphs = golden["graphs"].as_array().unwrap();
    for graph in graphs.iter().chain(&graphs[..1]) {
        let labels = graph["label"].as_array().map(|_| numbers(&graph["label"]));
        let labels = labels.unwrap_or_default();
        dataset.graphs.push(Graph {
            vertices: graph["n"].as_u64().unwrap() as u32,
            edges: edges(&graph["edges"]),
            vertex_labels: labels.iter().map(|&label| label as u32).collect(),
            ..Graph::default()
        });
        dataset.classes.push(graph["y"].as_u64().unwrap() as u32);
    }
    dataset.into()
}

/// An array of a file; of other kinds than F32 its bytes.
struct Array {
    dtype: Dtype,
    shape: Vec<usize>,
    values: Vec<f32>,
    bytes: Vec<u8>,
}

impl View for &Array {
    fn dtype(&self) -> Dtype {
        self.dtype
    }

    fn shape(&self) -> &[usize] {
        &self.shape
    }

    fn data(&self) -> Cow<'_, [u8]> {
        match self.dtype {
            Dtype::F32 => bytemuck::cast_slice(&self.values).into(),
            _ => (&self.bytes[..]).into(),
        }
    }

    fn data_len(&self) -> usize {
        self.data().len()
    }
}

fn read(bytes: &[u8]) -> BTreeMap<String, Array> {
    let file = SafeTensors::deserialize(bytes).unwrap();
    let arrays = file.iter().map(|(name, view)| {
        let array = Array {
            dtype: view.dtype(),
            shape: view.shape().to_vec(),
            values: match view.dtype() {
                Dtype::F32 => bytemuck::pod_collect_to_vec(view.data()),
                _ => Vec::new(),
            },
            bytes: view.data().to_vec(),
        };
        (name.to_owned(), array)
    });
    arrays.collect()
}

fn shape_of(value: &Value) -> Vec<usize> {
    match value {
        Value::Array(rows) => [vec![rows.len()], shape_of(&rows[0])].concat(),
        _ => Vec::new(),
    }
}

/// A vector or a matrix with zeros around each block of its numbers.
fn embedded(values: &[f32], from: &[usize], to: &[usize]) -> Vec<f32> {
    let size: usize = to.iter().product();
    let mut found = vec![0.0; size];
    if let ([rows, columns], [to_rows, to_columns]) = (from, to) {
        for (i, &value) in values.iter().enumerate() {
            let row = moved(i / columns, *rows, *to_rows);
            found[row * to_columns + moved(i % columns, *columns, *to_columns)] = value;
        }
    } else {
        for (i, &value) in values.iter().enumerate() {
            found[moved(i, values.len(), size)] = value;
        }
    }
    found
}

/// Where the i-th of `from` numbers is among `to`.
fn moved(i: usize, from: usize, to: usize) -> usize {
    if from == to {
        return i;
    }
    let [own, here] = BLOCKS
        .into_iter()
        .find(|[own, here]| from.is_multiple_of(*own) && from / own * here == to)
        .expect("blocks of a width that is known");
    i / own * here + i % own
}
