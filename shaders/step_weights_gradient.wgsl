// Gradients of weights and bias of a linear layer, from each 64 rows: sums over them of x[r, k] · gradient[r, j], and in the
// row behind the last k of gradient[r, j]. One lane a column j, one workgroup eight k.
// With parts/step.wgsl.

struct Params {
    // Word of `batch` with the number of rows.
    @size(8) rows: u32,
    // Numbers in a row of x, a multiple of 4, and of the gradient.
    @size(8) inner: u32,
    @size(8) columns: u32,
    // Place in `gradients`.
    @size(8) base: u32,
}

@group(0) @binding(0) var<storage, read> batch: array<u32>;
@group(0) @binding(1) var<storage, read> x: array<vec4<f32>>;
@group(0) @binding(2) var<storage, read> y_gradient: array<f32>;
@group(0) @binding(3) var<storage, read_write> gradients: array<f32>;
@group(0) @binding(4) var<uniform> params: Params;

@compute @workgroup_size(64)
fn main(@builtin(workgroup_id) workgroup: vec3<u32>, @builtin(local_invocation_index) lane: u32) {
    let rows = batch[params.rows];
    let columns = params.columns;
    let column = workgroup.y * 64u + lane;
    let k = workgroup.x * 8u;
    let first = workgroup.z * 64u;
    if column >= columns || k >= params.inner || first >= rows {
        return;
    }
    let quarter = params.inner / 4u;
    let both = k + 4u < params.inner;
    var low = vec4<f32>(0.0);
    var high = vec4<f32>(0.0);
    var bias = 0.0;
    for (var row = first; row < min(first + 64u, rows); row += 1u) {
        let share = y_gradient[row * columns + column];
        let place = row * quarter + k / 4u;
        low += share * x[place];
        high += share * x[select(place, place + 1u, both)];
        bias += share;
    }
    let base = params.base + workgroup.z * (params.inner + 1u) * columns + column;
    for (var i = 0u; i < 4u; i += 1u) {
        gradients[base + (k + i) * columns] = low[i];
        if both {
            gradients[base + (k + 4u + i) * columns] = high[i];
        }
    }
    if k == 0u {
        gradients[base + params.inner * columns] = bias;
    }
}
