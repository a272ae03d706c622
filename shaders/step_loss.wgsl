// The second layer of the classifier, the cross-entropy of its scores, and the gradient by the scores. One lane per graph.
// With parts/step.wgsl and parts/dropout.wgsl.

struct Params {
    // Numbers in a row of `hidden`, and classes.
    @size(8) inner: u32,
    @size(8) classes: u32,
    // Indices in `state`.
    @size(8) weights: u32,
    @size(8) bias: u32,
    // Indices in `batch`: the class of each graph, and the dropout factors of `hidden` after the activation, or NOTHING.
    @size(8) own: u32,
    @size(8) dropout: u32,
}

@group(0) @binding(0) var<storage, read> batch: array<u32>;
@group(0) @binding(1) var<storage, read> state: array<f32>;
// Before the activation.
@group(0) @binding(2) var<storage, read> hidden: array<f32>;
// From the index of this step on: the loss of each graph, then the scores of each.
@group(0) @binding(3) var<storage, read_write> outcomes: array<f32>;
@group(0) @binding(4) var<storage, read_write> slopes: array<f32>;
@group(0) @binding(5) var<uniform> params: Params;

@compute @workgroup_size(64)
fn main(@builtin(workgroup_id) workgroup: vec3<u32>, @builtin(local_invocation_index) lane: u32) {
    let graphs = batch[GRAPHS];
    let graph = workgroup.x * 64u + lane;
    if graph >= graphs {
        return;
    }
    let classes = params.classes;
    let scores = batch[OUTCOME] + graphs + graph * classes;
    var largest = 0.0;
    for (var c = 0u; c < classes; c += 1u) {
        var score = state[params.bias + c];
        for (var k = 0u; k < params.inner; k += 1u) {
            let place = graph * params.inner + k;
            score += leaky(hidden[place]) * kept(params.dropout, place) * state[params.weights + k * classes + c];
        }
        outcomes[scores + c] = score;
        largest = select(max(largest, score), score, c == 0u);
    }
    var total = 0.0;
    for (var c = 0u; c < classes; c += 1u) {
        total += exp(outcomes[scores + c] - largest);
    }
    let own = batch[params.own + graph];
    for (var c = 0u; c < classes; c += 1u) {
        let share = exp(outcomes[scores + c] - largest) / total;
        slopes[graph * classes + c] = (share - select(0.0, 1.0, c == own)) / f32(graphs);
    }
    outcomes[batch[OUTCOME] + graph] = log(total) + largest - outcomes[scores + own];
}
