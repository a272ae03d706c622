// Gradient of the input of batch normalisation with LeakyReLU, from the sums of step_norm_sums.wgsl. One lane a column, one
// workgroup 32 rows.
// With parts/step.wgsl.

struct Params {
    // Word of `batch` with the number of rows.
    @size(8) rows: u32,
    @size(8) columns: u32,
    // Places in `state` as there.
    @size(8) gamma: u32,
    @size(8) beta: u32,
    @size(8) outer: u32,
    // Place in `gradients`, and in `batch` of how often each row counts.
    @size(8) base: u32,
    @size(8) counts: u32,
}

@group(0) @binding(0) var<storage, read> batch: array<u32>;
@group(0) @binding(1) var<storage, read> state: array<f32>;
@group(0) @binding(2) var<storage, read> gradient: array<f32>;
@group(0) @binding(3) var<storage, read> x: array<f32>;
@group(0) @binding(4) var<storage, read> norms: array<f32>;
@group(0) @binding(5) var<storage, read> gradients: array<f32>;
@group(0) @binding(6) var<storage, read_write> x_gradient: array<f32>;
@group(0) @binding(7) var<uniform> params: Params;

@compute @workgroup_size(64)
fn main(@builtin(workgroup_id) workgroup: vec3<u32>, @builtin(local_invocation_index) lane: u32) {
    let rows = batch[params.rows];
    let columns = params.columns;
    let column = workgroup.y * 64u + lane;
    let first = workgroup.x * 32u;
    if column >= columns || first >= rows {
        return;
    }
    var product = 0.0;
    var sum = 0.0;
    let end = params.base + (rows + 15u) / 16u * 4u * columns;
    for (var place = params.base + column; place < end; place += 4u * columns) {
        product += gradients[place];
        sum += gradients[place + columns];
    }
    let mean = norms[column];
    let inverse = norms[columns + column];
    let gamma = state[params.gamma + column];
    let beta = state[params.beta + column];
    let one_column = params.outer != NOTHING;
    var weight = 0.0;
    if one_column {
        weight = state[params.outer + column];
    }
    let total = f32(batch[VERTICES]);
    for (var row = first; row < min(first + 32u, rows); row += 1u) {
        let place = row * columns + column;
        let normal = (x[place] - mean) * inverse;
        var own = 0.0;
        if one_column {
            own = gradient[row] * weight;
        } else {
            own = gradient[place];
        }
        let passed = leaky_backward(normal * gamma + beta, own);
        let spread = f32(batch[params.counts + row]) / total * (sum + normal * product);
        x_gradient[place] = gamma * inverse * (passed - spread);
    }
}
