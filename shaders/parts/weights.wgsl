// Four rows of the weights of a linear layer, a quad of each, from an index in `state` on.
fn weights(first: u32, stride: u32) -> mat4x4<f32> {
    return mat4x4<f32>(
        state[first], state[first + stride], state[first + 2u * stride], state[first + 3u * stride],
    );
}
