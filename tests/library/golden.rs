//! The model against values of the original PyTorch implementation, on both engines.

use std::collections::HashMap;

use crate::common::{
    assert_close, assert_close_to_scale, devices, edges, fixture, floats, ints, numbers,
    original_name, values,
};
use burn::{
    module::{Module, ModuleMapper, ModuleVisitor, Param},
    optim::GradientsParams,
    prelude::*,
};
use rand::SeedableRng;
use rand_chacha::ChaCha8Rng;
use serde_json::Value;
use sublevel::{
    config::{
        BarWeight, CoordinateFunction, EdgeFilter, Features, FixedFilter, ModelKind,
        ReadoutBarcodes, TopologyLayer,
    },
    graph::{
        Dataset, Graph, Statistics,
        batch::{Batcher, FeatureSizes, SetTypes},
    },
    model::{
        BatchInput, Model, ModelConfig, coordinate_functions::CoordinateFunctions,
        initial::Initial, pooling::sort_pool_size, readout::Readout,
    },
    ops::cross_entropy,
    training::Adam,
};

/// How far a vector may be from the one in f64, as a share of its largest number: the results of a pass,
const ROUNDING: f32 = 2e-5;
/// its gradients,
const GRADIENTS: f32 = 1e-4;
/// the losses of twenty steps,
const LOSSES: f32 = 5e-5;
/// and the scores of the model after them, where rounding moves running means.
const EVALUATION: f32 = 4e-2;

/// Rational hats with these centres `[K, D]` and radii `[K]`.
fn rational(centres: Tensor<2>, radii: Tensor<1>) -> CoordinateFunctions {
    struct Replace(Tensor<2>, Tensor<1>);

    impl ModuleMapper for Replace {
        fn map_float<const N: usize>(&mut self, param: Param<Tensor<N>>) -> Param<Tensor<N>> {
            match N {
                1 => Param::from_tensor(self.1.clone().reshape(param.dims())),
                _ => Param::from_tensor(self.0.clone().reshape(param.dims())),
            }
        }
    }

    let [count, dimension] = centres.dims();
    let initial = &mut Initial {
        rng: &mut ChaCha8Rng::seed_from_u64(0),
        device: &centres.device(),
        xavier: true,
    };
    CoordinateFunctions::new(CoordinateFunction::Rational, count, dimension, initial)
        .map(&mut Replace(centres, radii))
}

/// The gradient of a parameter of coordinate functions.
fn gradient_of(
    functions: &CoordinateFunctions,
    name: &str,
    gradients: &burn::tensor::Gradients,
) -> Vec<f32> {
    let parameter = functions.parameter(name).unwrap();
    values(parameter.gradient(gradients).unwrap())
}

#[test]
fn rational_hats_and_their_gradients() {
    for (engine, device) in devices() {
        let autodiff = device.clone().autodiff();
        for case in fixture("rational_hat.json")["cases"].as_array().unwrap() {
            let name = format!("{engine}, {}", case["name"]);
            let dimension = case["dim"].as_u64().unwrap() as usize;
            let hats = case["radius"].as_array().unwrap().len();
            let barcodes = case["batch"].as_array().unwrap();
            let mut offsets = vec![0];
            let mut points = Vec::new();
            for barcode in barcodes {
                points.extend(numbers(barcode));
                offsets.push((points.len() / dimension) as i32);
            }
            let count = points.len() / dimension;
            // In the plane there is a second half, of superlevel bars: leave it empty.
            points.resize(count * dimension * dimension, 0.5);
            let mut weights = vec![1.0; count];
            weights.resize(count * dimension, 0.0);

            let centres = floats(numbers(&case["centers"]), [hats, dimension], &autodiff);
            let radii = floats(numbers(&case["radius"]), [hats], &autodiff);
            let layer = rational(centres, radii);
            let points = floats(points, [count * dimension, dimension], &autodiff).require_grad();
            let output = layer.forward(
                points.clone(),
                floats(weights, [count * dimension], &autodiff),
                &ints(&offsets, &device),
                dimension,
            );
            assert_close_to_scale(
                &name,
                &values(output.clone()),
                &numbers(&case["output"]),
                ROUNDING,
            );

            let weights = floats(numbers(&case["weights"]), [barcodes.len(), hats], &autodiff);
            let gradients = (output * weights).sum().backward();
            let grad = values(points.grad(&gradients).unwrap());
            assert_close_to_scale(
                &name,
                &grad[..count * dimension],
                &numbers(&case["grad_points"]),
                ROUNDING,
            );
            assert!(
                grad[count * dimension..].iter().all(|&g| g == 0.0),
                "{name}: absent bars"
            );
            let grad = gradient_of(&layer, "centres", &gradients);
            assert_close_to_scale(&name, &grad, &numbers(&case["grad_centers"]), ROUNDING);
            let grad = gradient_of(&layer, "radii", &gradients);
            assert_close_to_scale(&name, &grad, &numbers(&case["grad_radius"]), ROUNDING);
        }
    }
}

/// A data set of one graph.
fn single(vertices: u32, edges: Vec<[u32; 2]>) -> Dataset {
    Dataset {
        graphs: vec![Graph {
            vertices,
            edges,
            ..Graph::default()
        }],
        classes: vec![0],
        ..Dataset::default()
    }
}

#[test]
fn readout_and_its_gradients() {
    for (engine, device) in devices() {
        let autodiff = device.clone().autodiff();
        for case in fixture("readout_grad.json")["cases"].as_array().unwrap() {
            let name = format!("{engine}, {}", case["graph"]);
            let filter = numbers(&case["f"]);
            let dataset = single(filter.len() as u32, edges(&case["edges"]));
            let feature_sizes = FeatureSizes {
                degrees: 0,
                labels: 0,
                ..FeatureSizes::default()
            };
            let input = BatchInput::new(
                Batcher::new(dataset.into(), feature_sizes, &Statistics::default(), 1).batch(&[0]),
                &device,
            );
            let rng = &mut ChaCha8Rng::seed_from_u64(0);
            let mut readout = Readout::new(
                3,
                CoordinateFunction::Rational,
                BarWeight::None,
                &mut Initial {
                    rng,
                    device: &autodiff,
                    xavier: true,
                },
            );
            let parts = [
                &mut readout.h0,
                &mut readout.h0_essential,
                &mut readout.h1_essential,
            ];
            for (i, part) in parts.into_iter().enumerate() {
                let centres = numbers(&case["centers"][i]);
                let shape = [3, centres.len() / 3];
                *part = rational(
                    floats(centres, shape, &autodiff),
                    floats(numbers(&case["radius"][i]), [3], &autodiff),
                );
            }
            let length = filter.len();
            let filter = floats(filter, [length], &autodiff).require_grad();
            let pairs = pollster::block_on(input.persistence(filter.clone()));
            let output = readout.forward(filter.clone(), &pairs, &input.vertex_offsets);
            assert_close_to_scale(
                &name,
                &values(output.clone()),
                &numbers(&case["output"]),
                ROUNDING,
            );

            let weights = floats(numbers(&case["weights"]), [1, 9], &autodiff);
            let gradients = (output * weights).sum().backward();
            let grad = values(filter.grad(&gradients).unwrap());
            assert_close_to_scale(
                &format!("{name}: f"),
                &grad,
                &numbers(&case["grad_f"]),
                ROUNDING,
            );
            let parts = [readout.h0, readout.h0_essential, readout.h1_essential];
            for (i, part) in parts.into_iter().enumerate() {
                let grad = gradient_of(&part, "centres", &gradients);
                let what = format!("{name}: centres {i}");
                assert_close_to_scale(&what, &grad, &numbers(&case["grad_centers"][i]), ROUNDING);
                let grad = gradient_of(&part, "radii", &gradients);
                let what = format!("{name}: radii {i}");
                assert_close_to_scale(&what, &grad, &numbers(&case["grad_radius"][i]), ROUNDING);
            }
        }
    }
}

/// The name that the original gives to the parameter at a path of ours, which starts with the model.
fn name_in_original(path: &str) -> String {
    let (_, name) = path.split_once('.').unwrap();
    original_name(name)
}

/// Linear weights are `[out, in]` in the original and `[in, out]` here.
fn is_transposed(path: &str) -> bool {
    path.ends_with(".weight")
}

/// Puts the values of the fixture in place of the initial ones.
struct Load<'a> {
    path: Vec<String>,
    values: &'a Value,
    loaded: usize,
}

impl ModuleMapper for Load<'_> {
    fn enter_module(&mut self, name: &str, _: &str) {
        self.path.push(name.into());
    }

    fn exit_module(&mut self, _: &str, _: &str) {
        self.path.pop();
    }

    fn map_float<const D: usize>(&mut self, param: Param<Tensor<D>>) -> Param<Tensor<D>> {
        let path = self.path.join(".");
        let values = numbers(&self.values[name_in_original(&path)]);
        self.loaded += 1;
        param.map(|old| {
            let device = old.device();
            let shape = old.dims();
            let new = if is_transposed(&path) {
                let mut turned = shape;
                turned.reverse();
                floats(values, turned, &device).transpose()
            } else {
                floats(values, shape, &device)
            };
            if old.is_require_grad() {
                new.require_grad()
            } else {
                new
            }
        })
    }
}

/// Collects parameters, or their gradients, under the original names.
struct Collect<'a> {
    path: Vec<String>,
    gradients: Option<&'a GradientsParams>,
    found: HashMap<String, Vec<f32>>,
}

impl ModuleVisitor for Collect<'_> {
    fn enter_module(&mut self, name: &str, _: &str) {
        self.path.push(name.into());
    }

    fn exit_module(&mut self, _: &str, _: &str) {
        self.path.pop();
    }

    fn visit_float<const D: usize>(&mut self, param: &Param<Tensor<D>>) {
        let path = self.path.join(".");
        let tensor = match self.gradients {
            Some(gradients) => gradients.get::<D>(param.id),
            None => Some(param.val()),
        };
        if let Some(tensor) = tensor {
            let tensor = if is_transposed(&path) {
                tensor.transpose()
            } else {
                tensor
            };
            self.found.insert(name_in_original(&path), values(tensor));
        }
    }
}

fn collect(model: &Model, gradients: Option<&GradientsParams>) -> HashMap<String, Vec<f32>> {
    let mut collect = Collect {
        path: Vec::new(),
        gradients,
        found: HashMap::new(),
    };
    model.visit(&mut collect);
    collect.found
}

#[test]
fn models_train_like_the_original() {
    let fixture = fixture("model_golden.json");
    let models = fixture["models"].as_array().unwrap();
    assert_eq!(models.len(), 20);
    // WGSL on a CPU takes minutes for all models. Those of the paper's method run every kernel of this repository.
    let thorough = std::env::var_os("SUBLEVEL_THOROUGH").is_some();
    for (engine, device) in devices() {
        for golden in models {
            let is_gfl = golden["name"].as_str().unwrap().starts_with("gfl");
            if engine == "CPU" || is_gfl || thorough {
                check_model(engine, golden, &device);
            }
        }
    }
}

fn check_model(engine: &str, golden: &Value, device: &Device) {
    let name = format!("{engine}, {}", golden["name"]);
    let flag = |key: &str| golden["config"][key].as_bool().unwrap();
    let number = |value: &Value| value.as_u64().unwrap_or(0) as usize;
    let features = match (
        flag("set_node_degree_uninformative"),
        flag("use_node_label"),
    ) {
        (true, _) => Features::Uninformative,
        (false, true) => Features::DegreeLabel,
        (false, false) => Features::Degree,
    };
    let layers = number(&golden["config"]["gin_number"]);
    let (kind, layers) = match golden["name"].as_str().unwrap() {
        "ph_only_degree" => (ModelKind::PhOnly, 0),
        name if name.starts_with("gin_sum") => (ModelKind::Sum, layers),
        "gin_sort_degree" => (ModelKind::SortPool, layers),
        "baseline_deepsets_sum" => (ModelKind::DeepSets, 0),
        "dgcnn_degree" => (ModelKind::Dgcnn, layers),
        "dcnn_degree_3_steps" => (ModelKind::Dcnn, layers),
        "patchysan_degree" => (ModelKind::PatchySan, 0),
        "one_two_three_gnn_degree_label" => (ModelKind::OneTwoThreeGnn, layers),
        name => {
            assert!(name.starts_with("gfl"), "{name}");
            (ModelKind::Gfl, layers)
        }
    };
    let feature_sizes = FeatureSizes {
        degrees: match features {
            Features::Uninformative => 0,
            _ => number(&golden["max_node_deg"]) + 1,
        },
        labels: number(&golden["num_node_lab"]),
        ..FeatureSizes::default()
    };
    let topology_layer = match golden["config"]["topology_layer"].as_str() {
        Some("persistence") => TopologyLayer::Persistence,
        Some("static") => TopologyLayer::Static,
        Some("rephine") => TopologyLayer::Rephine,
        Some("spectre") => TopologyLayer::Spectre,
        _ => TopologyLayer::None,
    };
    let config = |dataset: &Dataset| ModelConfig {
        kind,
        layers,
        topology_layer,
        features,
        feature_sizes,
        width: number(&golden["config"]["gin_dimension"]),
        filters: number(&golden["config"]["filters"]).max(1),
        edge_filter: match golden["config"]["edge_filter"].as_str() {
            Some("learned") => EdgeFilter::Learned,
            _ => EdgeFilter::Max,
        },
        readout: match golden["config"]["readout"].as_str() {
            Some("extended") => ReadoutBarcodes::Extended,
            _ => ReadoutBarcodes::Gfl,
        },
        hats: number(&golden["config"]["num_struct_elements"]),
        hat: CoordinateFunction::Rational,
        bar_weight: BarWeight::None,
        extended: false,
        sort_pool: match number(&golden["config"]["kept"]) {
            0 => sort_pool_size(dataset),
            kept => kept,
        },
        set_types: match kind {
            ModelKind::OneTwoThreeGnn => {
                SetTypes::of(dataset, feature_sizes.labels > 0, dataset.graphs.len()).unwrap()
            }
            _ => SetTypes::default(),
        },
        classifier_width: number(&golden["config"]["cls_hidden_dimension"]),
        dropout: 0.0,
        classes: 2,
    };
    let mut dataset = Dataset::default();
    for graph in golden["graphs"].as_array().unwrap() {
        let labels = graph["label"].as_array().map(|_| numbers(&graph["label"]));
        dataset.graphs.push(Graph {
            vertices: number(&graph["n"]) as u32,
            edges: edges(&graph["edges"]),
            vertex_labels: labels
                .unwrap_or_default()
                .iter()
                .map(|&l| l as u32)
                .collect(),
            ..Graph::default()
        });
        dataset.classes.push(number(&graph["y"]) as u32);
    }
    let all: Vec<u32> = (0..dataset.graphs.len() as u32).collect();
    let statistics = Statistics::default();
    let mut batcher = Batcher::new(
        dataset.clone().into(),
        feature_sizes,
        &statistics,
        layers as u32,
    );
    if matches!(
        topology_layer,
        TopologyLayer::Persistence | TopologyLayer::Static
    ) {
        batcher = batcher.with_single_vertices_after(1);
    }
    if kind == ModelKind::PhOnly {
        batcher = batcher.with_filter(
            FixedFilter::Degree
                .values(&dataset, statistics.filter)
                .unwrap(),
        );
    }
    if kind == ModelKind::PatchySan {
        let fields = batcher.with_receptive_fields(config(&dataset).sort_pool);
        batcher = fields.unwrap();
    }
    if kind == ModelKind::OneTwoThreeGnn {
        let with_sets = batcher.with_vertex_sets(&config(&dataset).set_types, all.len());
        batcher = with_sets.unwrap();
    }
    let mut input = BatchInput::new(batcher.batch(&all), device);
    if golden["dropout_factors"].is_array() {
        let factors = numbers(&golden["dropout_factors"]);
        let shape = [all.len(), factors.len() / all.len()];
        input.dropout = Some(floats(factors, shape, device));
    }

    let mut rng = ChaCha8Rng::seed_from_u64(0);
    let model = Model::new(&config(&dataset), &mut rng, &device.clone().autodiff());
    let mut load = Load {
        path: Vec::new(),
        values: &golden["init"],
        loaded: 0,
    };
    let mut model = model.map(&mut load);
    let expected = golden["init"].as_object().unwrap().keys();
    let expected = expected
        .filter(|key| !key.ends_with("num_batches_tracked"))
        .count();
    assert_eq!(load.loaded, expected, "{name}: parameters");

    let mut optimizer = Adam::new(1e-5);
    let classes: Vec<i32> = dataset.classes.iter().map(|&c| c as i32).collect();
    let classes = ints(&classes, device);
    let losses = numbers(&golden["losses_20_steps"]);
    let all = golden["step0"]["grads"].as_object().unwrap().values();
    let largest_gradient = largest(&all.flat_map(numbers).collect::<Vec<_>>());
    for (step, &expected) in losses.iter().enumerate() {
        let forward = pollster::block_on(model.forward(&input));
        let loss = cross_entropy(forward.logits.clone(), &classes);
        let what = format!("{name}: loss of step {step}");
        assert_close_to_scale(&what, &values(loss.clone()), &[expected], LOSSES);
        let first = &golden["step0"];
        if step == 0 {
            let check = |what: &str, found: Vec<f32>| {
                let expected = numbers(&first[what]);
                assert_close_to_scale(&format!("{name}: {what}"), &found, &expected, ROUNDING);
            };
            let has = |what: &str| first[what].is_array();
            assert_eq!(!forward.filters.is_empty(), has("filter_values"), "{name}");
            assert_eq!(forward.readout.is_some(), has("readout"), "{name}");
            if has("filter_values") {
                let filters = forward.filters.into_iter();
                let filters = filters.flat_map(|filter| values(filter.values().clone()));
                check("filter_values", filters.collect());
            }
            if let Some(readout) = forward.readout {
                check("readout", values(readout));
            }
            check("logits", values(forward.logits));
        }
        let gradients = GradientsParams::from_grads(loss.backward(), &model);
        if step == 0 {
            let found = collect(&model, Some(&gradients));
            let expected = first["grads"].as_object().unwrap();
            for (key, value) in expected {
                let found = found
                    .get(key)
                    .unwrap_or_else(|| panic!("{name}: no gradient of {key}"));
                // If a gradient is 0 up to rounding, the gradients of other parameters determine the size of the rounding error.
                let expected = numbers(value);
                let tolerance = (GRADIENTS * largest(&expected)).max(1e-6 * largest_gradient);
                let what = format!("{name}: gradient of {key}");
                assert_close(&what, found, &expected, tolerance);
            }
        }
        model = optimizer.step(0.01, model, gradients);
        if step == 0 {
            check_first_step(&name, golden, &collect(&model.valid(), None));
        }
    }
    // A bias before a batch normalisation has no gradient except rounding, which Adam turns into steps. This has no effect on
    // training; it does on evaluation, since the running mean lags behind. The running statistics themselves are compared after
    // the first step.
    input.dropout = None;
    let logits = values(pollster::block_on(model.valid().forward(&input)).logits);
    let expected = numbers(&golden["eval_logits_after_20_steps"]);
    assert_close_to_scale(
        &format!("{name}: evaluation"),
        &logits,
        &expected,
        EVALUATION,
    );
}

fn largest(values: &[f32]) -> f32 {
    values.iter().fold(0.0, |most, value| most.max(value.abs()))
}

/// Adam divides a gradient g by |g| + 1e-8: if g is 0 up to rounding, the step has any size up to the learning rate. The
/// tolerance therefore includes the effect of an f32 rounding error on the step: a gradient error of 1e-7, or more if the
/// gradients of the model are large.
fn check_first_step(name: &str, golden: &Value, found: &HashMap<String, Vec<f32>>) {
    let grads = &golden["step0"]["grads"];
    let all = grads.as_object().unwrap().values().flat_map(numbers);
    let rounding = all.fold(1e-7f32, |most, gradient| most.max(5e-7 * gradient.abs()));
    for (key, value) in golden["after_step1"].as_object().unwrap() {
        if key.ends_with("num_batches_tracked") {
            continue;
        }
        let found = &found[key];
        let expected = numbers(value);
        let gradients = grads.get(key).map(numbers);
        let initial = numbers(&golden["init"][key]);
        for (i, (a, b)) in found.iter().zip(&expected).enumerate() {
            let slack = gradients.as_ref().map_or(0.0, |gradient| {
                let decayed = (gradient[i] + 1e-5 * initial[i]).abs();
                let step = |g: f32| 0.01 * g / (g.abs() + 1e-8);
                (step(decayed + rounding) - step(decayed - rounding)).abs()
            });
            assert!(
                (a - b).abs() <= ROUNDING * largest(&expected).max(1.0) + slack,
                "{name}: {key}[{i}] after one step: found {a}, expected {b}"
            );
        }
    }
}
