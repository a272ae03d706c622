// Batch normalization of rows with multiplicities from their moments, then LeakyReLU. One lane per four columns, one workgroup
// per 32 rows; the first workgroup stores the statistics for the gradient and updates the running statistics.
// With parts/step.wgsl and parts/moments.wgsl.

const EPSILON: f32 = 1e-5;
const MOMENTUM: f32 = 0.1;

struct Params {
    // Word of `batch` with the number of rows.
    @size(8) rows: u32,
    @size(8) columns: u32,
    // Indices in `state`: factor, offset, running mean and running variance of the columns.
    @size(8) gamma: u32,
    @size(8) beta: u32,
    @size(8) mean: u32,
    @size(8) variance: u32,
    // Number of rows per set of moments.
    @size(8) together: u32,
}

@group(0) @binding(0) var<storage, read> batch: array<u32>;
@group(0) @binding(1) var<storage, read> x: array<vec4<f32>>;
// For each `together` rows: count, means and squared deviations of the columns.
@group(0) @binding(2) var<storage, read> moments: array<vec4<f32>>;
@group(0) @binding(3) var<storage, read_write> state: array<vec4<f32>>;
@group(0) @binding(4) var<storage, read_write> y: array<vec4<f32>>;
// Mean of each column, then inverse of the deviation.
@group(0) @binding(5) var<storage, read_write> norms: array<vec4<f32>>;
@group(0) @binding(6) var<uniform> params: Params;

@compute @workgroup_size(16)
fn main(@builtin(workgroup_id) workgroup: vec3<u32>, @builtin(local_invocation_index) lane: u32) {
    let rows = batch[params.rows];
    // In quads of numbers.
    let columns = params.columns / 4u;
    let column = workgroup.y * 16u + lane;
    let first_row = workgroup.x * 32u;
    if column >= columns || first_row >= rows {
        return;
    }
    var total = Moments(0.0, vec4<f32>(0.0), vec4<f32>(0.0));
    var place = 0u;
    for (var done = 0u; done < rows; done += params.together) {
        let own = place + 1u + column;
        total = merged(total, Moments(moments[place].x, moments[own], moments[own + columns]));
        place += 2u * columns + 1u;
    }
    let variance = total.squares / total.count;
    let inverse = 1.0 / sqrt(variance + EPSILON);
    let factor = state[params.gamma / 4u + column] * inverse;
    let offset = state[params.beta / 4u + column];
    for (var row = first_row; row < min(first_row + 32u, rows); row += 1u) {
        y[row * columns + column] = leaky_quad((x[row * columns + column] - total.mean) * factor + offset);
    }
    if workgroup.x == 0u {
        norms[column] = total.mean;
        norms[columns + column] = inverse;
        let mean = params.mean / 4u + column;
        state[mean] = (1.0 - MOMENTUM) * state[mean] + MOMENTUM * total.mean;
        // The running variance averages the unbiased one.
        let unbiased = variance * (total.count / max(total.count - 1.0, 1.0));
        let follower = params.variance / 4u + column;
        state[follower] = (1.0 - MOMENTUM) * state[follower] + MOMENTUM * unbiased;
    }
}
