// Filter value of each vertex: the sigmoid of a linear layer with one column, from the row of its colour class. One lane per
// vertex; vertices of one class get bit-identical values.
// With parts/step.wgsl.

struct Params {
    // Numbers in a row, a multiple of 4.
    @size(8) columns: u32,
    // Indices in `state`; that of the weights is a multiple of 4.
    @size(8) weights: u32,
    @size(8) bias: u32,
    // Index in `batch` of the class of each vertex.
    @size(8) colours: u32,
}

@group(0) @binding(0) var<storage, read> batch: array<u32>;
@group(0) @binding(1) var<storage, read> state: array<vec4<f32>>;
@group(0) @binding(2) var<storage, read> rows: array<vec4<f32>>;
@group(0) @binding(3) var<storage, read_write> values: array<f32>;
@group(0) @binding(4) var<uniform> params: Params;

@compute @workgroup_size(64)
fn main(@builtin(workgroup_id) workgroup: vec3<u32>, @builtin(local_invocation_index) lane: u32) {
    let vertex = workgroup.x * 64u + lane;
    if vertex >= batch[VERTICES] {
        return;
    }
    let quarter = params.columns / 4u;
    let row = batch[params.colours + vertex] * quarter;
    var sum = 0.0;
    for (var k = 0u; k < quarter; k += 1u) {
        sum += dot(rows[row + k], state[params.weights / 4u + k]);
    }
    sum += state[params.bias / 4u][params.bias % 4u];
    values[vertex] = 1.0 / (1.0 + exp(-sum));
}
