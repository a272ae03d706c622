// Batch normalization with LeakyReLU for four columns, for its gradient. The including shader has `state` and `norms` in quads
// of numbers, and the indices of factor and offset in `params`.

struct Norm {
    mean: vec4<f32>,
    inverse: vec4<f32>,
    gamma: vec4<f32>,
    beta: vec4<f32>,
}

// For one of `count` quads.
fn norm_of(column: u32, columns: u32) -> Norm {
    return Norm(
        norms[column], norms[columns + column],
        state[params.gamma / 4u + column], state[params.beta / 4u + column],
    );
}

// The normalized input.
fn normal_of(norm: Norm, x: vec4<f32>) -> vec4<f32> {
    return (x - norm.mean) * norm.inverse;
}

// The gradient before LeakyReLU, from that of the output.
fn passed_of(norm: Norm, normal: vec4<f32>, gradient: vec4<f32>) -> vec4<f32> {
    return leaky_quad_backward(normal * norm.gamma + norm.beta, gradient);
}
