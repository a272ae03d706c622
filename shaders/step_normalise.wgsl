// Batch normalisation of weighted rows by their moments, then LeakyReLU. One lane a column, one workgroup 32 rows; the
// first workgroup keeps what the gradient needs, and lets the running statistics follow.
// With parts/step.wgsl and parts/moments.wgsl.

const EPSILON: f32 = 1e-5;
const MOMENTUM: f32 = 0.1;

struct Params {
    // Word of `batch` with the number of rows.
    @size(8) rows: u32,
    @size(8) columns: u32,
    // Places in `state`: factor, offset, running mean and running variance of the columns.
    @size(8) gamma: u32,
    @size(8) beta: u32,
    @size(8) mean: u32,
    @size(8) variance: u32,
}

@group(0) @binding(0) var<storage, read> batch: array<u32>;
@group(0) @binding(1) var<storage, read> x: array<f32>;
// Of each eight rows: counts, means and squared deviations of the columns.
@group(0) @binding(2) var<storage, read> moments: array<f32>;
@group(0) @binding(3) var<storage, read_write> state: array<f32>;
@group(0) @binding(4) var<storage, read_write> y: array<f32>;
// Rows of F numbers: mean, inverse of the deviation.
@group(0) @binding(5) var<storage, read_write> norms: array<f32>;
@group(0) @binding(6) var<uniform> params: Params;

@compute @workgroup_size(64)
fn main(@builtin(workgroup_id) workgroup: vec3<u32>, @builtin(local_invocation_index) lane: u32) {
    let rows = batch[params.rows];
    let columns = params.columns;
    let column = workgroup.y * 64u + lane;
    let first_row = workgroup.x * 32u;
    if column >= columns || first_row >= rows {
        return;
    }
    var total = Moments(0.0, 0.0, 0.0);
    for (var place = column; place < (rows + 7u) / 8u * 3u * columns; place += 3u * columns) {
        let part = Moments(moments[place], moments[place + columns], moments[place + 2u * columns]);
        total = merged(total, part);
    }
    let variance = total.squares / total.count;
    let inverse = 1.0 / sqrt(variance + EPSILON);
    let factor = state[params.gamma + column] * inverse;
    let offset = state[params.beta + column];
    for (var row = first_row; row < min(first_row + 32u, rows); row += 1u) {
        y[row * columns + column] = leaky((x[row * columns + column] - total.mean) * factor + offset);
    }
    if workgroup.x == 0u {
        norms[column] = total.mean;
        norms[columns + column] = inverse;
        let mean = params.mean + column;
        state[mean] = (1.0 - MOMENTUM) * state[mean] + MOMENTUM * total.mean;
        // The running variance follows the unbiased one.
        let unbiased = variance * (total.count / max(total.count - 1.0, 1.0));
        let follower = params.variance + column;
        state[follower] = (1.0 - MOMENTUM) * state[follower] + MOMENTUM * unbiased;
    }
}
