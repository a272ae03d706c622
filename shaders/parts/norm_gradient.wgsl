// What the two kernels of the gradient of batch normalisation with LeakyReLU share, beside parts/norm.wgsl. The shader around it
// has `state` and `gradient` in quads of numbers.

struct Params {
    // Word of `batch` with the number of rows.
    @size(8) rows: u32,
    @size(8) columns: u32,
    // Places in `state`: factor and offset of the columns, and weights of a linear layer with one column, which comes after,
    // or NOTHING. With such a layer there is one number of the gradient for each row.
    @size(8) gamma: u32,
    @size(8) beta: u32,
    @size(8) outer: u32,
    // Place in `batch` of how often each row counts.
    @size(8) counts: u32,
    // Place in `gradients` of the sums, how far apart those of two runs of rows are, and rows of a run.
    @size(8) base: u32,
    @size(8) stride: u32,
    @size(8) together: u32,
}

// The weights of the layer with one column, if there is one.
fn outer_of(column: u32) -> vec4<f32> {
    if params.outer != NOTHING {
        return state[params.outer / 4u + column];
    }
    return vec4<f32>(0.0);
}

// Of what comes out, at a place or, of a layer with one column after it, at a row.
fn gradient_of(outer: vec4<f32>, place: u32, row: u32) -> vec4<f32> {
    if params.outer != NOTHING {
        return gradient[row / 4u][row % 4u] * outer;
    }
    return gradient[place];
}
