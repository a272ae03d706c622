// y[r, j] = sum over k of x[r, k] · weights[k, j], plus a bias or rows of another matrix. One lane a column, one workgroup
// eight rows: their numbers are the same for all lanes, and no lane waits for another.
// With parts/step.wgsl and parts/moments.wgsl.

struct Params {
    // Word of `batch` with the number of rows.
    @size(8) rows: u32,
    // Numbers in a row of x, a multiple of 4, and in a row of y.
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
@group(0) @binding(1) var<storage, read> state: array<f32>;
@group(0) @binding(2) var<storage, read> x: array<vec4<f32>>;
@group(0) @binding(3) var<storage, read> added: array<f32>;
@group(0) @binding(4) var<storage, read_write> y: array<f32>;
// Of each eight rows: counts, means and squared deviations of the columns.
@group(0) @binding(5) var<storage, read_write> moments: array<f32>;
@group(0) @binding(6) var<uniform> params: Params;

@compute @workgroup_size(64)
fn main(@builtin(workgroup_id) workgroup: vec3<u32>, @builtin(local_invocation_index) lane: u32) {
    let rows = batch[params.rows];
    let columns = params.columns;
    let column = workgroup.y * 64u + lane;
    let first_row = workgroup.x * 8u;
    if column >= columns || first_row >= rows {
        return;
    }
    let before = column < params.split;
    let stride = select(columns - params.split, params.split, before);
    var weight = select(params.second + column - params.split, params.first + column, before);
    let quarter = params.inner / 4u;
    let last = rows - 1u;
    let a = vec4<u32>(first_row, min(first_row + 1u, last), min(first_row + 2u, last), min(first_row + 3u, last)) * quarter;
    let b = min(vec4<u32>(first_row) + vec4<u32>(4u, 5u, 6u, 7u), vec4<u32>(last)) * quarter;
    var low = vec4<f32>(0.0);
    var high = vec4<f32>(0.0);
    for (var k = 0u; k < quarter; k += 1u) {
        let w = vec4<f32>(
            state[weight], state[weight + stride], state[weight + 2u * stride], state[weight + 3u * stride],
        );
        weight += 4u * stride;
        low += vec4<f32>(dot(x[a.x + k], w), dot(x[a.y + k], w), dot(x[a.z + k], w), dot(x[a.w + k], w));
        high += vec4<f32>(dot(x[b.x + k], w), dot(x[b.y + k], w), dot(x[b.z + k], w), dot(x[b.w + k], w));
    }
    var bias = 0.0;
    if params.bias != NOTHING {
        bias = state[params.bias + column];
    }
    var total = Moments(0.0, 0.0, 0.0);
    for (var i = 0u; i < 8u && first_row + i < rows; i += 1u) {
        let row = first_row + i;
        var value = select(low[i % 4u], high[i % 4u], i >= 4u) + bias;
        if params.added_rows != NOTHING && !before {
            let other = batch[params.added_rows + row] + 1u;
            value += added[other * params.added_columns - columns + column];
        }
        y[row * columns + column] = value;
        if params.counts != NOTHING {
            total = merged(total, Moments(f32(batch[params.counts + row]), value, 0.0));
        }
    }
    if params.counts != NOTHING {
        let place = workgroup.x * 3u * columns + column;
        moments[place] = total.count;
        moments[place + columns] = total.mean;
        moments[place + 2u * columns] = total.squares;
    }
}
