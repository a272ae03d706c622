// Gradients of step_messages.wgsl, and of the part that the filter copies from the rows before a layer to those after it. One
// lane per four columns, one workgroup per sixteen rows of the colour classes before the layer.
// With parts/step.wgsl.

struct Params {
    // Word of `batch` with the number of rows before the layer.
    @size(8) rows: u32,
    // Columns of the messages, and of the copied part.
    @size(8) columns: u32,
    @size(8) handed: u32,
    // Length of a row of `handed_gradient`, which ends with the copied part.
    @size(8) handed_stride: u32,
    // Index in `state`.
    @size(8) epsilon: u32,
    // Indices in `batch`, for each row: the start of the rows after the layer that refine it, these rows, the start of the rows
    // that have it as neighbour, these rows.
    @size(8) refining_offsets: u32,
    @size(8) refining: u32,
    @size(8) around_offsets: u32,
    @size(8) around: u32,
    // Index in `gradients`.
    @size(8) base: u32,
}

@group(0) @binding(0) var<storage, read> batch: array<u32>;
@group(0) @binding(1) var<storage, read> state: array<vec4<f32>>;
// Gradients of the sums, and of the copied part.
@group(0) @binding(2) var<storage, read> y_gradient: array<vec4<f32>>;
@group(0) @binding(3) var<storage, read> handed_gradient: array<vec4<f32>>;
// The input of the messages, followed by the copied part in each row; and the gradient of both.
@group(0) @binding(4) var<storage, read> x: array<vec4<f32>>;
@group(0) @binding(5) var<storage, read_write> x_gradient: array<vec4<f32>>;
// For each sixteen rows: gradient of the bias, then, in four numbers per 64 columns, that of ε.
@group(0) @binding(6) var<storage, read_write> gradients: array<vec4<f32>>;
@group(0) @binding(7) var<uniform> params: Params;

var<workgroup> products: array<vec4<f32>, 16>;

@compute @workgroup_size(16)
fn main(
    @builtin(workgroup_id) workgroup: vec3<u32>,
    @builtin(num_workgroups) workgroups: vec3<u32>,
    @builtin(local_invocation_index) lane: u32,
) {
    let rows = batch[params.rows];
    // From here on in quads of numbers.
    let columns = params.columns / 4u;
    let stride = columns + params.handed / 4u;
    let column = workgroup.y * 16u + lane;
    let first = workgroup.x * 16u;
    let factor = 1.0 + state[params.epsilon / 4u].x;
    var product = vec4<f32>(0.0);
    var bias = vec4<f32>(0.0);
    for (var row = first; row < min(first + 16u, rows) && column < stride; row += 1u) {
        var own = vec4<f32>(0.0);
        var others = vec4<f32>(0.0);
        let last = batch[params.refining_offsets + row + 1u];
        for (var i = batch[params.refining_offsets + row]; i < last; i += 1u) {
            let after = batch[params.refining + i];
            if column < columns {
                own += y_gradient[after * columns + column];
            } else {
                others += handed_gradient[(after + 1u) * (params.handed_stride / 4u) + column - stride];
            }
        }
        if column < columns {
            product += own * x[row * stride + column];
            bias += own;
            let end = batch[params.around_offsets + row + 1u];
            for (var i = batch[params.around_offsets + row]; i < end; i += 1u) {
                others += y_gradient[batch[params.around + i] * columns + column];
            }
        }
        x_gradient[row * stride + column] = factor * own + others;
    }
    products[lane] = product;
    workgroupBarrier();
    let base = params.base / 4u + workgroup.x * (columns + workgroups.y);
    if column < columns {
        gradients[base + column] = bias;
    }
    if lane == 0u {
        var sum = vec4<f32>(0.0);
        for (var i = 0u; i < 16u; i += 1u) {
            sum += products[i];
        }
        gradients[base + columns + workgroup.y] = sum;
    }
}
