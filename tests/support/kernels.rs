//! Dispatches of the model's shaders with the results of the CPU reference, for `www/tests/browser/shaders.mjs`.

use burn::prelude::*;
use burn::tensor::DType;
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use sublevel::ops::{self, AdamStep, CoordinateSumOptions, Element, Pairs};

/// One dispatch of a shader.
pub struct KernelRun {
    /// The file name without the extension.
    pub name: &'static str,
    /// The complete text.
    pub text: String,
    /// The number of workgroups.
    pub workgroups: usize,
    /// The storage buffers, in the order of their bindings.
    pub buffers: Vec<Buffer>,
    /// Words of the uniform, each 64 bits wide there.
    pub params: Vec<u32>,
}

/// The content of a buffer.
pub enum Buffer {
    /// Input of the shader.
    Given(Vec<u32>),
    /// Expected output of the shader.
    Expected(Vec<f32>),
    /// Scratch memory of this many words.
    Scratch(usize),
}

/// The shader with this name and these parts.
fn text(name: &str, parts: &[&str]) -> String {
    let folder = format!("{}/shaders", crate::ROOT);
    let parts = parts.iter().map(|part| format!("parts/{part}"));
    let files = std::iter::once(name.to_owned()).chain(parts);
    let read = |file| std::fs::read_to_string(format!("{folder}/{file}.wgsl")).unwrap();
    files.map(read).collect()
}

fn floats(values: &[f32]) -> Buffer {
    Buffer::Given(values.iter().map(|value| value.to_bits()).collect())
}

fn integers(values: &[i32]) -> Buffer {
    Buffer::Given(values.iter().map(|&value| value as u32).collect())
}

fn tensor<const D: usize>(values: &[f32], shape: [usize; D]) -> Tensor<D> {
    let data = TensorData::new(values.to_vec(), shape);
    Tensor::from_data(data, &Device::flex().autodiff()).require_grad()
}

fn indices(values: &[i32]) -> Tensor<1, Int> {
    let data = TensorData::new(values.to_vec(), [values.len()]);
    Tensor::from_data(data, (&Device::flex(), DType::I32))
}

fn values<const D: usize>(tensor: Tensor<D>) -> Vec<f32> {
    tensor.into_data().try_to_vec().unwrap()
}

/// All dispatches, with sizes that are no multiples of a workgroup.
pub fn runs() -> Vec<KernelRun> {
    let rng = &mut ChaCha8Rng::seed_from_u64(1);
    let mut random =
        |length: usize| -> Vec<f32> { (0..length).map(|_| rng.random_range(-1.0..1.0)).collect() };
    let mut runs = normalisation(&mut random);
    runs.push(adam(&mut random));
    runs.extend(
        Element::ALL
            .iter()
            .flat_map(|&element| coordinate_sums(element, &mut random)),
    );
    runs.push(bar_ends(&mut random));
    runs
}

fn normalisation(random: &mut impl FnMut(usize) -> Vec<f32>) -> Vec<KernelRun> {
    const ROWS: usize = 77;
    const WIDTH: usize = 35;
    let counts: Vec<i32> = (0..ROWS as i32).map(|row| 1 + row % 5).collect();
    let (x, share) = (random(ROWS * WIDTH), random(ROWS * WIDTH));
    let (gamma, beta) = (random(WIDTH), random(WIDTH));
    let tensors = [tensor(&gamma, [WIDTH]), tensor(&beta, [WIDTH])];
    let rows = tensor(&x, [ROWS, WIDTH]);
    let [factors, added] = tensors.clone();
    let (y, norms) = ops::norm_act(rows.clone(), &indices(&counts), factors, added);
    let loss = (y.clone() * tensor(&share, [ROWS, WIDTH])).sum();
    let gradients = loss.backward();
    let by_norms = tensors.map(|tensor| values(tensor.grad(&gradients).unwrap()));
    let norms = values(norms);
    let run = |name, buffers| KernelRun {
        name,
        text: text(name, &["column_sum"]),
        workgroups: WIDTH.div_ceil(16),
        buffers,
        params: vec![ROWS as u32, WIDTH as u32],
    };
    vec![
        run(
            "norm_act",
            vec![
                floats(&x),
                integers(&counts),
                floats(&gamma),
                floats(&beta),
                Buffer::Expected(values(y)),
                Buffer::Expected(norms.clone()),
            ],
        ),
        run(
            "norm_act_backward",
            vec![
                floats(&share),
                floats(&x),
                integers(&counts),
                floats(&norms),
                Buffer::Expected(values(rows.grad(&gradients).unwrap())),
                Buffer::Expected(by_norms.concat()),
            ],
        ),
    ]
}

fn adam(random: &mut impl FnMut(usize) -> Vec<f32>) -> KernelRun {
    const LENGTH: usize = 1000;
    let [weights, gradient, first, second] = [0; 4].map(|_| random(LENGTH));
    let second: Vec<f32> = second.iter().map(|x| x * x).collect();
    let step = AdamStep {
        weight_decay: 1e-2,
        rate: 0.05,
        correction: 0.3,
    };
    let vector = |values: &[f32]| tensor(values, [LENGTH]).inner();
    let means = [vector(&first), vector(&second)];
    let (new, means) = ops::adam_step(vector(&weights), vector(&gradient), means, step);
    let [new_first, new_second] = means.map(values);
    let bits = [step.weight_decay, step.rate, step.correction].map(f32::to_bits);
    KernelRun {
        name: "adam",
        text: text("adam", &[]),
        workgroups: LENGTH.div_ceil(64),
        buffers: vec![
            floats(&weights),
            floats(&gradient),
            floats(&first),
            floats(&second),
            Buffer::Expected(values(new)),
            Buffer::Expected(new_first),
            Buffer::Expected(new_second),
        ],
        params: [vec![LENGTH as u32], bits.to_vec()].concat(),
    }
}

fn coordinate_sums(element: Element, random: &mut impl FnMut(usize) -> Vec<f32>) -> Vec<KernelRun> {
    const BARS: usize = 150;
    const COORDINATE_FUNCTIONS: usize = 70;
    let columns = element.parameters(2);
    let (points, parameters) = (random(2 * BARS), random(columns * COORDINATE_FUNCTIONS));
    let share = random(COORDINATE_FUNCTIONS);
    let weighed: Vec<f32> = (0..BARS).map(|bar| (bar % 3) as f32 / 2.0).collect();
    let offsets = [0, BARS as i32];
    let options = CoordinateSumOptions {
        directions: 1,
        element,
    };
    let bars = tensor(&points, [BARS, 2]);
    let weights = tensor(&weighed, [BARS]);
    let hats = tensor(&parameters, [COORDINATE_FUNCTIONS, columns]);
    let sums = ops::coordinate_sum(
        bars.clone(),
        weights.clone(),
        hats.clone(),
        &indices(&offsets),
        options,
    );
    let gradients = (sums.clone() * tensor(&share, [1, COORDINATE_FUNCTIONS]))
        .sum()
        .backward();
    let by_points = values(bars.grad(&gradients).unwrap());
    let by_weights = values(weights.grad(&gradients).unwrap());
    let by_hats = values(hats.grad(&gradients).unwrap());
    let run = |name, backward: bool, results: Vec<Vec<f32>>| {
        let mut buffers = vec![
            floats(&points),
            floats(&weighed),
            floats(&parameters),
            integers(&offsets),
        ];
        if backward {
            buffers.insert(0, floats(&share));
        }
        buffers.extend(results.into_iter().map(Buffer::Expected));
        let [bars, hats] = [BARS, COORDINATE_FUNCTIONS].map(|length| length as u32);
        KernelRun {
            name,
            text: text(name, &[]) + element.wgsl(),
            workgroups: 1,
            buffers,
            params: vec![1, bars, bars, hats, 2],
        }
    };
    vec![
        run("coordinate_sum", false, vec![values(sums)]),
        run(
            "coordinate_sum_points_backward",
            true,
            vec![by_points, by_weights],
        ),
        run("coordinate_sum_functions_backward", true, vec![by_hats]),
    ]
}

/// Two graphs in which many bars end at one vertex.
fn bar_ends(random: &mut impl FnMut(usize) -> Vec<f32>) -> KernelRun {
    const VERTICES: usize = 1000;
    let offsets = [0, 300, VERTICES as i32];
    let end_of = |v: usize| match v % 300 {
        0 => -1,
        1..150 if v < 300 => 7,
        _ => {
            if v < 300 {
                v as i32
            } else {
                500 + (v % 3) as i32
            }
        }
    };
    let death: Vec<i32> = (0..2 * VERTICES).map(|i| end_of(i % VERTICES)).collect();
    let share = random(4 * VERTICES);
    let filter = tensor(&random(VERTICES), [VERTICES]);
    let pairs = Pairs {
        death: indices(&death),
        loops: indices(&vec![0; 2 * VERTICES]),
    };
    let points = ops::bar_ends(filter.clone(), &pairs, &indices(&offsets));
    let gradients = (points * tensor(&share, [2 * VERTICES, 2]))
        .sum()
        .backward();
    KernelRun {
        name: "bar_ends_backward",
        text: text("bar_ends_backward", &[]),
        workgroups: 2,
        buffers: vec![
            floats(&share),
            integers(&death),
            integers(&offsets),
            Buffer::Expected(values(filter.grad(&gradients).unwrap())),
            Buffer::Scratch(4 * VERTICES),
        ],
        params: vec![VERTICES as u32, 2, 2 * VERTICES as u32],
    }
}
