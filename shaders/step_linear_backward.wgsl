// Gradients of a linear layer, by 64 rows: of its input, and contributions to those of weights and bias. For an input from
// batch normalization with LeakyReLU, also the row sums for the gradient of the normalization.
// With parts/step.wgsl, parts/weights.wgsl, parts/norm.wgsl, parts/input_gradient.wgsl and parts/weights_gradient.wgsl.

struct Params {
    // Word of `batch` with the number of rows.
    @size(8) rows: u32,
    // Numbers in a row of x, and of the gradient of y.
    @size(8) inner: u32,
    @size(8) columns: u32,
    // Columns before `split` have the weights at `first`, the others those at `second`.
    @size(8) split: u32,
    @size(8) first: u32,
    @size(8) second: u32,
    // Index in `gradients` of those of weights and bias.
    @size(8) base: u32,
    // Number of the workgroups per 64 rows that compute the gradient of the input; the others compute that of the weights.
    @size(8) input_groups: u32,
    // Indices in `state` of factor and offset of the normalization, and in `gradients` of its sums, or NOTHING.
    @size(8) gamma: u32,
    @size(8) beta: u32,
    @size(8) norm_base: u32,
}

@group(0) @binding(0) var<storage, read> batch: array<u32>;
@group(0) @binding(1) var<storage, read> state: array<vec4<f32>>;
@group(0) @binding(2) var<storage, read> x: array<vec4<f32>>;
@group(0) @binding(3) var<storage, read> y_gradient: array<vec4<f32>>;
// The input of the normalization, and the mean of each of its columns, then the inverse of the deviation.
@group(0) @binding(4) var<storage, read> before: array<vec4<f32>>;
@group(0) @binding(5) var<storage, read> norms: array<vec4<f32>>;
@group(0) @binding(6) var<storage, read_write> gradients: array<vec4<f32>>;
@group(0) @binding(7) var<storage, read_write> x_gradient: array<vec4<f32>>;
@group(0) @binding(8) var<uniform> params: Params;

// A quad of each of the four rows of the gradient that begin at these indices.
fn gradient_quads(rows: vec4<u32>, column: u32) -> mat4x4<f32> {
    return mat4x4<f32>(
        y_gradient[rows.x + column], y_gradient[rows.y + column],
        y_gradient[rows.z + column], y_gradient[rows.w + column],
    );
}

@compute @workgroup_size(32)
fn main(@builtin(workgroup_id) workgroup: vec3<u32>, @builtin(local_invocation_index) lane: u32) {
    let first = workgroup.x * 64u;
    if workgroup.y < params.input_groups {
        input_gradient(first + workgroup.y % 2u * 32u, workgroup.y / 2u * 16u, lane);
    } else {
        let part = workgroup.y - params.input_groups;
        let parts = (params.columns + 63u) / 64u;
        weights_gradient(first, part / parts * 8u, part % parts * 16u, lane);
    }
}
