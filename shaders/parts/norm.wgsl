// Batch normalisation with LeakyReLU of four columns, as its gradient needs it. The shader around it has `state` and `norms` in
// quads of numbers, and in `params` the places of factor and offset.

struct Norm {
    mean: vec4<f32>,
    inverse: vec4<f32>,
    gamma: vec4<f32>,
    beta: vec4<f32>,
}

// Of a quad of so many.
fn norm_of(column: u32, columns: u32) -> Norm {
    return Norm(
        norms[column], norms[columns + column],
        state[params.gamma / 4u + column], state[params.beta / 4u + column],
    );
}

// What came in, without mean and deviation.
fn normal_of(norm: Norm, x: vec4<f32>) -> vec4<f32> {
    return (x - norm.mean) * norm.inverse;
}

// The gradient before LeakyReLU, from that of what comes out.
fn passed_of(norm: Norm, normal: vec4<f32>, gradient: vec4<f32>) -> vec4<f32> {
    return leaky_quad_backward(normal * norm.gamma + norm.beta, gradient);
}
