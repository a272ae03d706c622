// Weighted sums of rows: y[r] = the sum of count · x[c] over the pairs (c, count) of row r. One lane per four columns, one
// workgroup per `together` rows.
// With parts/step.wgsl.

struct Params {
    // Word of `batch` with the number of rows of y.
    @size(8) rows: u32,
    @size(8) columns: u32,
    // Indices in `batch`: the first pair of each row, the pairs.
    @size(8) offsets: u32,
    @size(8) pairs: u32,
    @size(8) together: u32,
}

@group(0) @binding(0) var<storage, read> batch: array<u32>;
@group(0) @binding(1) var<storage, read> x: array<vec4<f32>>;
@group(0) @binding(2) var<storage, read_write> y: array<vec4<f32>>;
@group(0) @binding(3) var<uniform> params: Params;

@compute @workgroup_size(16)
fn main(@builtin(workgroup_id) workgroup: vec3<u32>, @builtin(local_invocation_index) lane: u32) {
    let columns = params.columns / 4u;
    let column = workgroup.y * 16u + lane;
    let first = workgroup.x * params.together;
    if column >= columns {
        return;
    }
    for (var row = first; row < min(first + params.together, batch[params.rows]); row += 1u) {
        var sum = vec4<f32>(0.0);
        let last = batch[params.offsets + row + 1u];
        for (var i = batch[params.offsets + row]; i < last; i += 1u) {
            let pair = params.pairs + 2u * i;
            sum += f32(batch[pair + 1u]) * x[batch[pair] * columns + column];
        }
        y[row * columns + column] = sum;
    }
}
