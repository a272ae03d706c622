//! Devices, fixtures and comparisons of tensors.

use std::{env, process::Command};

use burn::{
    prelude::*,
    tensor::{DType, Device},
};
use serde_json::Value;
use sublevel::device;

/// The CPU engine and, with the feature `gpu`, the WGSL engine, by name.
#[allow(dead_code)]
pub fn devices() -> Vec<(&'static str, Device)> {
    let cpu = ("CPU", Device::flex());
    #[cfg(feature = "gpu")]
    return vec![cpu, ("WGSL", gpu())];
    #[cfg(not(feature = "gpu"))]
    vec![cpu]
}

/// The results of a function on each of the [`devices`].
#[allow(dead_code)]
pub fn on_each<T>(mut result: impl FnMut(&str, Device) -> T) -> Vec<T> {
    let devices = devices().into_iter();
    devices
        .map(|(engine, device)| result(engine, device))
        .collect()
}

/// A GPU, or a software Vulkan device.
#[cfg(feature = "gpu")]
pub fn gpu() -> Device {
    use std::sync::OnceLock;
    use sublevel::protocol::Backend;

    static GPU: OnceLock<Device> = OnceLock::new();
    let open = || {
        let (device, report) = pollster::block_on(device::open(Backend::Gpu)).expect(
            "no Vulkan driver to run WGSL on; install a software one: apt-get install mesa-vulkan-drivers",
        );
        println!("WGSL runs on {}", report.name);
        device
    };
    GPU.get_or_init(open).clone()
}

/// Runs a test in a child process: it opens or loses the GPU for the whole process.
#[allow(dead_code)]
pub fn in_child_process(test: &str, run: impl FnOnce()) {
    const IS_CHILD: &str = "SUBLEVEL_TEST_IS_CHILD";
    if env::var_os(IS_CHILD).is_some() {
        return run();
    }
    let status = Command::new(env::current_exe().unwrap())
        .args(["--exact", test, "--include-ignored"])
        .env(IS_CHILD, "")
        .status()
        .unwrap();
    assert!(status.success());
}

/// A file of golden values.
#[allow(dead_code)]
pub fn fixture(name: &str) -> Value {
    crate::fixtures::read(name)
}

/// A tensor of these values, row by row.
#[allow(dead_code)]
pub fn floats<const D: usize>(values: Vec<f32>, shape: [usize; D], device: &Device) -> Tensor<D> {
    Tensor::from_data(TensorData::new(values, shape), device)
}

/// A vector of indices.
#[allow(dead_code)]
pub fn ints(values: &[i32], device: &Device) -> Tensor<1, Int> {
    let data = TensorData::new(values.to_vec(), [values.len()]);
    Tensor::from_data(data, (device, DType::I32))
}

/// The values of a tensor, row by row. Also checks for GPU errors, which are silent otherwise.
#[allow(dead_code)]
pub fn values<const D: usize>(tensor: Tensor<D>) -> Vec<f32> {
    let values = tensor.into_data().try_to_vec().unwrap();
    assert_eq!(device::gpu_problem(), None);
    values
}

/// All numbers of a nested array, row by row.
#[allow(dead_code)]
pub fn numbers(value: &Value) -> Vec<f32> {
    match value {
        Value::Array(items) => items.iter().flat_map(numbers).collect(),
        Value::Number(number) => vec![number.as_f64().unwrap() as f32],
        other => panic!("expected numbers, found {other}"),
    }
}

/// The edges of a fixture's graph.
#[allow(dead_code)]
pub fn edges(value: &Value) -> Vec<[u32; 2]> {
    let ends: Vec<u32> = numbers(value).into_iter().map(|x| x as u32).collect();
    ends.chunks_exact(2).map(|e| [e[0], e[1]]).collect()
}

/// The name of a parameter in the original code.
#[allow(dead_code)]
pub fn original_name(name: &str) -> String {
    [
        ("filter.features.degree", "fil.embed_deg.weight"),
        ("filter.features.label", "fil.embed_lab.weight"),
        ("filter.layers", "fil.layers"),
        ("filter.edges", "fil.edges"),
        ("filter.perceptron.first", "fil.fc.0"),
        ("filter.perceptron.norm", "fil.fc.1"),
        ("filter.perceptron.second", "fil.fc.3"),
        ("encoder.layers", "layers"),
        (".perceptron.first", ".nn.0"),
        (".perceptron.norm", ".nn.1"),
        (".perceptron.second", ".nn.3"),
        ("layers.0.norm", "bns.0"),
        ("layers.1.norm", "bns.1"),
        ("layers.2.norm", "bns.2"),
        ("layers", "convs"),
        ("epsilon", "eps"),
        ("perceptron.first", "mlp.0"),
        ("perceptron.norm", "mlp.1"),
        ("perceptron.second", "mlp.3"),
        ("projection", "sort_pool_nn"),
        ("head.readout.h0_essential", "cls.ldgm_0_ess"),
        ("head.readout.h1_essential", "cls.ldgm_1_ess"),
        ("head.readout.h0", "cls.ldgm_0"),
        ("head.others", "cls.others"),
        ("head.extended", "cls.extended"),
        (".readout.h0_essential", ".ldgm_0_ess"),
        (".readout.h1_essential", ".ldgm_1_ess"),
        (".readout.h0", ".ldgm_0"),
        ("head.classifier.first", "cls.cls_head.0"),
        ("head.classifier.second", "cls.cls_head.2"),
        ("classifier.first", "cls.0"),
        ("classifier.second", "cls.2"),
        (".gamma", ".weight"),
        (".beta", ".bias"),
        (".mean", ".running_mean"),
        (".variance", ".running_var"),
        (".centres", ".centers"),
        (".radii", ".radius"),
    ]
    .iter()
    .fold(name.into(), |name: String, (ours, theirs)| {
        name.replace(ours, theirs)
    })
}

/// Asserts that two vectors differ by at most `tolerance` anywhere.
#[allow(dead_code)]
#[track_caller]
pub fn assert_close(what: &str, found: &[f32], expected: &[f32], tolerance: f32) {
    assert_eq!(found.len(), expected.len(), "{what}: length");
    for (i, (a, b)) in found.iter().zip(expected).enumerate() {
        assert!(
            (a - b).abs() <= tolerance,
            "{what}[{i}]: found {a}, expected {b}"
        );
    }
}

/// Asserts that two vectors differ by at most this share of the largest expected number.
#[allow(dead_code)]
#[track_caller]
pub fn assert_close_to_scale(what: &str, found: &[f32], expected: &[f32], share: f32) {
    let scale = expected.iter().fold(0.0f32, |most, x| most.max(x.abs()));
    assert!(scale.is_finite(), "{what}: expected {expected:?}");
    assert_close(what, found, expected, share * scale);
}
