// What the two kernels of the gradient of batch normalisation with LeakyReLU share. The shader around it has `state`, `gradient`
// and `norms` in quads of numbers.

struct Params {
    // Word of `batch` with the number of rows.
    @size(8) rows: u32,
    @size(8) columns: u32,
    // Places in `state`: factor and offset of the columns, and weights of a linear layer with one column, which comes after,
    // or NOTHING. With such a layer there is one number of the gradient for each row.
    @size(8) gamma: u32,
    @size(8) beta: u32,
    @size(8) outer: u32,
    // Place in `gradients`, and in `batch` of how often each row counts.
    @size(8) base: u32,
    @size(8) counts: u32,
}

// Of four columns.
struct Norm {
    mean: vec4<f32>,
    inverse: vec4<f32>,
    gamma: vec4<f32>,
    beta: vec4<f32>,
    // Weights of the layer after it, where that has one column.
    outer: vec4<f32>,
}

fn norm_of(column: u32) -> Norm {
    var outer = vec4<f32>(0.0);
    if params.outer != NOTHING {
        outer = state[params.outer / 4u + column];
    }
    return Norm(
        norms[column], norms[params.columns / 4u + column],
        state[params.gamma / 4u + column], state[params.beta / 4u + column], outer,
    );
}

// Of what comes out, at a place or, of a layer with one column after it, at a row.
fn gradient_of(norm: Norm, place: u32, row: u32) -> vec4<f32> {
    if params.outer != NOTHING {
        return gradient[row / 4u][row % 4u] * norm.outer;
    }
    return gradient[place];
}
