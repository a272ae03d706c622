// The sum of a GIN layer: y[r] = bias + (1 + ε) · x[own of r] + the sum of x over the neighbours of r. One lane per four
// columns, one workgroup per sixteen rows.
// With parts/step.wgsl and parts/moments.wgsl.

struct Params {
    // Word of `batch` with the number of rows.
    @size(8) rows: u32,
    // Numbers in a row of y, and in a row of x, which may be longer.
    @size(8) columns: u32,
    @size(8) stride: u32,
    // Indices in `state`.
    @size(8) epsilon: u32,
    @size(8) bias: u32,
    // Indices in `batch`: own row of x, first neighbour, neighbours, and multiplicity of each row.
    @size(8) own: u32,
    @size(8) offsets: u32,
    @size(8) neighbours: u32,
    @size(8) counts: u32,
}

@group(0) @binding(0) var<storage, read> batch: array<u32>;
@group(0) @binding(1) var<storage, read> state: array<vec4<f32>>;
@group(0) @binding(2) var<storage, read> x: array<vec4<f32>>;
@group(0) @binding(3) var<storage, read_write> y: array<vec4<f32>>;
// For each sixteen rows: count, means and squared deviations of the columns.
@group(0) @binding(4) var<storage, read_write> moments: array<vec4<f32>>;
@group(0) @binding(5) var<uniform> params: Params;

@compute @workgroup_size(16)
fn main(@builtin(workgroup_id) workgroup: vec3<u32>, @builtin(local_invocation_index) lane: u32) {
    let rows = batch[params.rows];
    // From here on in quads of numbers.
    let columns = params.columns / 4u;
    let stride = params.stride / 4u;
    let column = workgroup.y * 16u + lane;
    let first_row = workgroup.x * 16u;
    if column >= columns || first_row >= rows {
        return;
    }
    let factor = 1.0 + state[params.epsilon / 4u].x;
    let bias = state[params.bias / 4u + column];
    var total = Moments(0.0, vec4<f32>(0.0), vec4<f32>(0.0));
    for (var row = first_row; row < min(first_row + 16u, rows); row += 1u) {
        var value = bias + factor * x[batch[params.own + row] * stride + column];
        let end = batch[params.offsets + row + 1u];
        for (var i = batch[params.offsets + row]; i < end; i += 1u) {
            value += x[batch[params.neighbours + i] * stride + column];
        }
        y[row * columns + column] = value;
        total = merged(total, Moments(f32(batch[params.counts + row]), value, vec4<f32>(0.0)));
    }
    let place = workgroup.x * (2u * columns + 1u);
    moments[place] = vec4<f32>(total.count);
    moments[place + 1u + column] = total.mean;
    moments[place + 1u + columns + column] = total.squares;
}
