// One Adam step for one parameter, with the weight decay added to the gradient.

struct Params {
    @size(8) length: u32,
    @size(8) weight_decay: f32,
    // Learning rate divided by the bias correction of the first mean.
    @size(8) rate: f32,
    // Bias correction of the second mean.
    @size(8) correction: f32,
}

@group(0) @binding(0) var<storage, read> weights: array<f32>;
@group(0) @binding(1) var<storage, read> gradient: array<f32>;
// Running means of the gradient and of its square.
@group(0) @binding(2) var<storage, read> first: array<f32>;
@group(0) @binding(3) var<storage, read> second: array<f32>;
@group(0) @binding(4) var<storage, read_write> new_weights: array<f32>;
@group(0) @binding(5) var<storage, read_write> new_first: array<f32>;
@group(0) @binding(6) var<storage, read_write> new_second: array<f32>;
@group(0) @binding(7) var<uniform> params: Params;

const BETA1: f32 = 0.9;
const BETA2: f32 = 0.999;
const EPSILON: f32 = 1e-8;
// Weights with a smaller absolute value become 0.
const MIN_WEIGHT: f32 = 1e-30;

@compute @workgroup_size(64)
fn main(
    @builtin(workgroup_id) group: vec3<u32>,
    @builtin(num_workgroups) groups: vec3<u32>,
    @builtin(local_invocation_index) lane: u32,
) {
    let i = (group.y * groups.x + group.x) * 64u + lane;
    if i >= params.length {
        return;
    }
    let slope = gradient[i] + params.weight_decay * weights[i];
    let mean = BETA1 * first[i] + (1.0 - BETA1) * slope;
    let square = BETA2 * second[i] + (1.0 - BETA2) * slope * slope;
    new_first[i] = mean;
    new_second[i] = square;
    let weight = weights[i] - params.rate * mean / (sqrt(square / params.correction) + EPSILON);
    new_weights[i] = select(weight, 0.0, abs(weight) < MIN_WEIGHT);
}
