// y[r, j] = sum over k of x[r, k] · weights[k, j], plus a bias or rows of another matrix. One lane four columns, one workgroup
// sixteen rows: their numbers are the same for all lanes, and no lane waits for another.
// With parts/step.wgsl and parts/moments.wgsl.

struct Params {
    // Word of `batch` with the number of rows.
    @size(8) rows: u32,
    // Numbers in a row of x, and in a row of y.
    @size(8) inner: u32,
    @size(8) columns: u32,
    // The columns before `split` have the weights at `first`, the others those at `second`.
    @size(8) split: u32,
    @size(8) first: u32,
    @size(8) second: u32,
    // Place of the bias of all columns in `state`, or NOTHING.
    @size(8) bias: u32,
    // What is added to the columns from `split` on: the last columns of the row of `added` that `batch` names from here on,
    // or NOTHING; and numbers in a row of `added`.
    @size(8) added_rows: u32,
    @size(8) added_columns: u32,
    // Place in `batch` of how often each row counts, where moments are wanted, or NOTHING.
    @size(8) counts: u32,
}

@group(0) @binding(0) var<storage, read> batch: array<u32>;
@group(0) @binding(1) var<storage, read> state: array<vec4<f32>>;
@group(0) @binding(2) var<storage, read> x: array<vec4<f32>>;
@group(0) @binding(3) var<storage, read> added: array<vec4<f32>>;
@group(0) @binding(4) var<storage, read_write> y: array<vec4<f32>>;
// Of each sixteen rows: count, means and squared deviations of the columns.
@group(0) @binding(5) var<storage, read_write> moments: array<vec4<f32>>;
@group(0) @binding(6) var<uniform> params: Params;

// A quad of each of four rows that begin at these places.
fn quads(rows: vec4<u32>, k: u32) -> mat4x4<f32> {
    return mat4x4<f32>(x[rows.x + k], x[rows.y + k], x[rows.z + k], x[rows.w + k]);
}

@compute @workgroup_size(16)
fn main(@builtin(workgroup_id) workgroup: vec3<u32>, @builtin(local_invocation_index) lane: u32) {
    let rows = batch[params.rows];
    // All in quads of numbers from here on.
    let columns = params.columns / 4u;
    let inner = params.inner / 4u;
    let split = params.split / 4u;
    let column = workgroup.y * 16u + lane;
    let first_row = workgroup.x * 16u;
    if column >= columns || first_row >= rows {
        return;
    }
    let before = column < split;
    let stride = select(columns - split, split, before);
    var weight = select(params.second / 4u + column - split, params.first / 4u + column, before);
    let row = vec4<u32>(first_row) + vec4<u32>(0u, 1u, 2u, 3u);
    let last = vec4<u32>(rows - 1u);
    let a = min(row, last) * inner;
    let b = min(row + 4u, last) * inner;
    let c = min(row + 8u, last) * inner;
    let d = min(row + 12u, last) * inner;
    var s0 = mat4x4<f32>();
    var s1 = mat4x4<f32>();
    var s2 = mat4x4<f32>();
    var s3 = mat4x4<f32>();
    for (var k = 0u; k < inner; k += 1u) {
        let w = mat4x4<f32>(
            state[weight], state[weight + stride], state[weight + 2u * stride], state[weight + 3u * stride],
        );
        weight += 4u * stride;
        s0 += w * quads(a, k);
        s1 += w * quads(b, k);
        s2 += w * quads(c, k);
        s3 += w * quads(d, k);
    }
    var sums = array<mat4x4<f32>, 4>(s0, s1, s2, s3);
    var bias = vec4<f32>(0.0);
    if params.bias != NOTHING {
        bias = state[params.bias / 4u + column];
    }
    var total = Moments(0.0, vec4<f32>(0.0), vec4<f32>(0.0));
    for (var i = 0u; i < 16u && first_row + i < rows; i += 1u) {
        let row = first_row + i;
        var value = sums[i / 4u][i % 4u] + bias;
        if params.added_rows != NOTHING && !before {
            let other = batch[params.added_rows + row] + 1u;
            value += added[other * (params.added_columns / 4u) + column - columns];
        }
        y[row * columns + column] = value;
        if params.counts != NOTHING {
            total = merged(total, Moments(f32(batch[params.counts + row]), value, vec4<f32>(0.0)));
        }
    }
    if params.counts != NOTHING {
        let place = workgroup.x * (2u * columns + 1u);
        moments[place] = vec4<f32>(total.count);
        moments[place + 1u + column] = total.mean;
        moments[place + 1u + columns + column] = total.squares;
    }
}
