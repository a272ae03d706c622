// Gradient of the input of a linear layer: the sum over j of gradient[r, j] · weights[k, j]. One lane a column k, one
// workgroup eight rows, whose numbers are the same for all lanes.
// With parts/step.wgsl.

struct Params {
    // Word of `batch` with the number of rows.
    @size(8) rows: u32,
    // Numbers in a row of the result, and in one of the gradient, a multiple of 4.
    @size(8) inner: u32,
    @size(8) columns: u32,
    // The columns before `split` have the weights at `first`, the others those at `second`; all are multiples of 4.
    @size(8) split: u32,
    @size(8) first: u32,
    @size(8) second: u32,
}

@group(0) @binding(0) var<storage, read> batch: array<u32>;
@group(0) @binding(1) var<storage, read> state: array<vec4<f32>>;
@group(0) @binding(2) var<storage, read> y_gradient: array<vec4<f32>>;
@group(0) @binding(3) var<storage, read_write> x_gradient: array<f32>;
@group(0) @binding(4) var<uniform> params: Params;

@compute @workgroup_size(64)
fn main(@builtin(workgroup_id) workgroup: vec3<u32>, @builtin(local_invocation_index) lane: u32) {
    let rows = batch[params.rows];
    let k = workgroup.y * 64u + lane;
    let first_row = workgroup.x * 8u;
    if k >= params.inner || first_row >= rows {
        return;
    }
    let quarter = params.columns / 4u;
    let split = params.split / 4u;
    let last = rows - 1u;
    let a = vec4<u32>(first_row, min(first_row + 1u, last), min(first_row + 2u, last), min(first_row + 3u, last)) * quarter;
    let b = min(vec4<u32>(first_row) + vec4<u32>(4u, 5u, 6u, 7u), vec4<u32>(last)) * quarter;
    var low = vec4<f32>(0.0);
    var high = vec4<f32>(0.0);
    for (var j = 0u; j < quarter; j += 1u) {
        let before = params.first / 4u + k * split + j;
        let after = params.second / 4u + k * (quarter - split) + j - split;
        let w = state[select(after, before, j < split)];
        low += vec4<f32>(
            dot(y_gradient[a.x + j], w), dot(y_gradient[a.y + j], w), dot(y_gradient[a.z + j], w), dot(y_gradient[a.w + j], w),
        );
        high += vec4<f32>(
            dot(y_gradient[b.x + j], w), dot(y_gradient[b.y + j], w), dot(y_gradient[b.z + j], w), dot(y_gradient[b.w + j], w),
        );
    }
    for (var i = 0u; i < 8u && first_row + i < rows; i += 1u) {
        x_gradient[(first_row + i) * params.inner + k] = select(low[i % 4u], high[i % 4u], i >= 4u);
    }
}
