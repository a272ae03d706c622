// What the gradient of batch normalisation with LeakyReLU sums over the rows, from each 16 of them. One lane a column.
// With parts/step.wgsl.

struct Params {
    // Word of `batch` with the number of rows.
    @size(8) rows: u32,
    @size(8) columns: u32,
    // Places in `state`: factor and offset of the columns, and weights of a linear layer with one column, which comes after,
    // or NOTHING. With such a layer there is one number of the gradient for each row.
    @size(8) gamma: u32,
    @size(8) beta: u32,
    @size(8) outer: u32,
    // Place in `gradients`.
    @size(8) base: u32,
}

@group(0) @binding(0) var<storage, read> batch: array<u32>;
@group(0) @binding(1) var<storage, read> state: array<f32>;
@group(0) @binding(2) var<storage, read> gradient: array<f32>;
@group(0) @binding(3) var<storage, read> x: array<f32>;
@group(0) @binding(4) var<storage, read> norms: array<f32>;
// Of each 16 rows: rows of F numbers, the gradients of factor, offset, and weights and bias of the layer after.
@group(0) @binding(5) var<storage, read_write> gradients: array<f32>;
@group(0) @binding(6) var<uniform> params: Params;

@compute @workgroup_size(64)
fn main(@builtin(workgroup_id) workgroup: vec3<u32>, @builtin(local_invocation_index) lane: u32) {
    let rows = batch[params.rows];
    let columns = params.columns;
    let column = workgroup.y * 64u + lane;
    let first = workgroup.x * 16u;
    if column >= columns || first >= rows {
        return;
    }
    let mean = norms[column];
    let inverse = norms[columns + column];
    let gamma = state[params.gamma + column];
    let beta = state[params.beta + column];
    let one_column = params.outer != NOTHING;
    var weight = 0.0;
    if one_column {
        weight = state[params.outer + column];
    }
    var by_gamma = 0.0;
    var by_beta = 0.0;
    var by_weight = 0.0;
    var by_bias = 0.0;
    for (var row = first; row < min(first + 16u, rows); row += 1u) {
        let normal = (x[row * columns + column] - mean) * inverse;
        let y = normal * gamma + beta;
        var own = 0.0;
        if one_column {
            let after = gradient[row];
            own = after * weight;
            by_weight += after * leaky(y);
            by_bias += after;
        } else {
            own = gradient[row * columns + column];
        }
        let passed = leaky_backward(y, own);
        by_gamma += passed * normal;
        by_beta += passed;
    }
    let base = params.base + workgroup.x * 4u * columns + column;
    gradients[base] = by_gamma;
    gradients[base + columns] = by_beta;
    gradients[base + 2u * columns] = by_weight;
    gradients[base + 3u * columns] = by_bias;
}
