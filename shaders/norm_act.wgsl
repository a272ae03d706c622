// Batch normalization over colour classes, then LeakyReLU, for columns of a matrix whose rows have multiplicities. A workgroup
// takes 16 columns with 16 lanes each.
// With parts/column_sum.wgsl.

const EPSILON: f32 = 1e-5;
const SLOPE: f32 = 0.01;

struct Params {
    // R.
    @size(8) rows: u32,
    // F.
    @size(8) width: u32,
}

// R rows of F numbers.
@group(0) @binding(0) var<storage, read> x: array<f32>;
// Multiplicity of each row.
@group(0) @binding(1) var<storage, read> counts: array<u32>;
// Factor and offset of each column.
@group(0) @binding(2) var<storage, read> gamma: array<f32>;
@group(0) @binding(3) var<storage, read> beta: array<f32>;
@group(0) @binding(4) var<storage, read_write> y: array<f32>;
// Rows of F numbers: mean, variance, factor, offset.
@group(0) @binding(5) var<storage, read_write> norms: array<f32>;
@group(0) @binding(6) var<uniform> params: Params;

@compute @workgroup_size(256)
fn main(@builtin(workgroup_id) workgroup: vec3<u32>, @builtin(local_invocation_index) lane: u32) {
    let rows = params.rows;
    let width = params.width;
    let column = workgroup.x * 16u + lane % 16u;
    let inside = column < width;

    var count = 0.0;
    var sum = 0.0;
    for (var row = lane / 16u; row < rows && inside; row += 16u) {
        let weight = f32(counts[row]);
        count += weight;
        sum += weight * x[row * width + column];
    }
    let total = column_sum(lane, count);
    let mean = column_sum(lane, sum) / total;
    var squares = 0.0;
    for (var row = lane / 16u; row < rows && inside; row += 16u) {
        let off = x[row * width + column] - mean;
        squares += f32(counts[row]) * off * off;
    }
    let variance = column_sum(lane, squares) / total;
    if !inside {
        return;
    }
    let factor = gamma[column] / sqrt(variance + EPSILON);
    let offset = beta[column];
    for (var row = lane / 16u; row < rows; row += 16u) {
        let value = (x[row * width + column] - mean) * factor + offset;
        y[row * width + column] = select(SLOPE * value, value, value > 0.0);
    }
    if lane < 16u {
        norms[column] = mean;
        norms[width + column] = variance;
        norms[2u * width + column] = gamma[column];
        norms[3u * width + column] = offset;
    }
}
