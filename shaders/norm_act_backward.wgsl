// Gradients of norm_act.wgsl. A workgroup takes 16 columns with 16 lanes each.
// With parts/column_sum.wgsl.

const EPSILON: f32 = 1e-5;
const SLOPE: f32 = 0.01;

struct Params {
    // R.
    @size(8) rows: u32,
    // F.
    @size(8) width: u32,
}

// R rows of F numbers: gradient of the result, summed over the copies of each row.
@group(0) @binding(0) var<storage, read> gradient: array<f32>;
@group(0) @binding(1) var<storage, read> x: array<f32>;
// Multiplicity of each row.
@group(0) @binding(2) var<storage, read> counts: array<u32>;
// Rows of F numbers: mean, variance, factor, offset.
@group(0) @binding(3) var<storage, read> norms: array<f32>;
@group(0) @binding(4) var<storage, read_write> x_gradient: array<f32>;
// Rows of F numbers: gradients of factor and offset.
@group(0) @binding(5) var<storage, read_write> norms_gradient: array<f32>;
@group(0) @binding(6) var<uniform> params: Params;

@compute @workgroup_size(256)
fn main(@builtin(workgroup_id) workgroup: vec3<u32>, @builtin(local_invocation_index) lane: u32) {
    let rows = params.rows;
    let width = params.width;
    let column = workgroup.x * 16u + lane % 16u;
    let inside = column < width;
    // Lanes without a column read the first one.
    let at = select(0u, column, inside);
    let mean = norms[at];
    let inverse = 1.0 / sqrt(norms[width + at] + EPSILON);
    let gamma = norms[2u * width + at];
    let beta = norms[3u * width + at];

    var count = 0.0;
    var sum = 0.0;
    var product = 0.0;
    for (var row = lane / 16u; row < rows && inside; row += 16u) {
        let normal = (x[row * width + column] - mean) * inverse;
        let own = gradient[row * width + column];
        let passed = select(SLOPE * own, own, normal * gamma + beta > 0.0);
        count += f32(counts[row]);
        sum += passed;
        product += passed * normal;
    }
    let total = column_sum(lane, count);
    sum = column_sum(lane, sum);
    product = column_sum(lane, product);
    if !inside {
        return;
    }
    for (var row = lane / 16u; row < rows; row += 16u) {
        let normal = (x[row * width + column] - mean) * inverse;
        let own = gradient[row * width + column];
        let passed = select(SLOPE * own, own, normal * gamma + beta > 0.0);
        let spread = f32(counts[row]) / total * (sum + normal * product);
        x_gradient[row * width + column] = gamma * inverse * (passed - spread);
    }
    if lane < 16u {
        norms_gradient[column] = product;
        norms_gradient[width + column] = sum;
    }
}
