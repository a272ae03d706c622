// Common code of the two kernels of the gradient of batch normalization with LeakyReLU, besides parts/norm.wgsl. The
// including shader has `state` and `gradient` in quads of numbers.

struct Params {
    // Word of `batch` with the number of rows.
    @size(8) rows: u32,
    @size(8) columns: u32,
    // Indices in `state`: factor and offset of the columns, and the weights of a following linear layer with one column, or
    // NOTHING. With such a layer, the gradient has one number per row.
    @size(8) gamma: u32,
    @size(8) beta: u32,
    @size(8) outer: u32,
    // Index in `batch` of the multiplicity of each row.
    @size(8) counts: u32,
    // Index in `gradients` of the sums, distance between two runs of rows, and rows per run.
    @size(8) base: u32,
    @size(8) stride: u32,
    @size(8) together: u32,
}

// The weights of the following layer with one column, if there is one.
fn outer_of(column: u32) -> vec4<f32> {
    if params.outer != NOTHING {
        return state[params.outer / 4u + column];
    }
    return vec4<f32>(0.0);
}

// Gradient of the output, at an index, or, with a following layer of one column, at a row.
fn gradient_of(outer: vec4<f32>, place: u32, row: u32) -> vec4<f32> {
    if params.outer != NOTHING {
        return gradient[row / 4u][row % 4u] * outer;
    }
    return gradient[place];
}
