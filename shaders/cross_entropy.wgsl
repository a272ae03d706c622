// Mean cross-entropy of class scores, and its gradient. One lane per graph; the first lane then computes the sum.

struct Params {
    // G.
    @size(8) graphs: u32,
    // C.
    @size(8) classes: u32,
}

// G rows of C scores.
@group(0) @binding(0) var<storage, read> logits: array<f32>;
@group(0) @binding(1) var<storage, read> classes: array<u32>;
@group(0) @binding(2) var<storage, read_write> loss: array<f32>;
// G rows of C.
@group(0) @binding(3) var<storage, read_write> slopes: array<f32>;
@group(0) @binding(4) var<uniform> params: Params;

var<workgroup> sums: array<f32, 64>;

@compute @workgroup_size(64)
fn main(@builtin(local_invocation_index) lane: u32) {
    let graphs = params.graphs;
    let count = params.classes;
    var sum = 0.0;
    for (var graph = lane; graph < graphs; graph += 64u) {
        let row = graph * count;
        var largest = logits[row];
        for (var c = 1u; c < count; c += 1u) {
            largest = max(largest, logits[row + c]);
        }
        var total = 0.0;
        for (var c = 0u; c < count; c += 1u) {
            total += exp(logits[row + c] - largest);
        }
        let own = classes[graph];
        for (var c = 0u; c < count; c += 1u) {
            let share = exp(logits[row + c] - largest) / total;
            slopes[row + c] = (share - select(0.0, 1.0, c == own)) / f32(graphs);
        }
        sum += log(total) + largest - logits[row + own];
    }
    sums[lane] = sum;
    workgroupBarrier();
    if lane == 0u {
        var mean = 0.0;
        for (var i = 0u; i < 64u; i += 1u) {
            mean += sums[i];
        }
        loss[0] = mean / f32(graphs);
    }
}
