// Gradients of the second layer of the classifier. One lane per number of the hidden layer.
// With parts/step.wgsl and parts/dropout.wgsl.

struct Params {
    // Numbers in a row of `hidden`, and classes.
    @size(8) inner: u32,
    @size(8) classes: u32,
    // Index in `state`.
    @size(8) weights: u32,
    // Index in `gradients` of those of the weights, followed by those of the bias.
    @size(8) base: u32,
    // Index in `batch` of the dropout factors of `hidden` after the activation, or NOTHING.
    @size(8) dropout: u32,
}

@group(0) @binding(0) var<storage, read> batch: array<u32>;
@group(0) @binding(1) var<storage, read> state: array<f32>;
// Before the activation.
@group(0) @binding(2) var<storage, read> hidden: array<f32>;
@group(0) @binding(3) var<storage, read> slopes: array<f32>;
@group(0) @binding(4) var<storage, read_write> hidden_gradient: array<f32>;
@group(0) @binding(5) var<storage, read_write> gradients: array<f32>;
@group(0) @binding(6) var<uniform> params: Params;

@compute @workgroup_size(64)
fn main(@builtin(workgroup_id) workgroup: vec3<u32>, @builtin(local_invocation_index) lane: u32) {
    let graphs = batch[GRAPHS];
    let classes = params.classes;
    let k = workgroup.x * 64u + lane;
    for (var c = k; c < classes; c += 64u * ((params.inner + 63u) / 64u)) {
        var sum = 0.0;
        for (var graph = 0u; graph < graphs; graph += 1u) {
            sum += slopes[graph * classes + c];
        }
        gradients[params.base + params.inner * classes + c] = sum;
    }
    if k >= params.inner {
        return;
    }
    for (var c = 0u; c < classes; c += 1u) {
        var sum = 0.0;
        for (var graph = 0u; graph < graphs; graph += 1u) {
            let place = graph * params.inner + k;
            sum += leaky(hidden[place]) * kept(params.dropout, place) * slopes[graph * classes + c];
        }
        gradients[params.base + k * classes + c] = sum;
    }
    for (var graph = 0u; graph < graphs; graph += 1u) {
        var sum = 0.0;
        for (var c = 0u; c < classes; c += 1u) {
            sum += slopes[graph * classes + c] * state[params.weights + k * classes + c];
        }
        let place = graph * params.inner + k;
        hidden_gradient[place] = leaky_backward(hidden[place], sum * kept(params.dropout, place));
    }
}
