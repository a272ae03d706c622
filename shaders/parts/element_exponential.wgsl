// exp(-sum of s_i^2 (p_i - c_i)^2): centre c, then sharpness s.

fn element_parameters(dimension: u32) -> u32 {
    return 2u * dimension;
}

// `scaled` is the offset from the centre times the sharpness.
fn bell(scaled: vec2<f32>) -> f32 {
    return exp(-dot(scaled, scaled));
}

fn element_value(point: vec2<f32>, k: u32, dimension: u32) -> f32 {
    let first = k * 2u * dimension;
    let offset = point - coordinates(first, dimension);
    return bell(coordinates(first + dimension, dimension) * offset);
}

fn element_slopes(point: vec2<f32>, k: u32, dimension: u32) -> Slopes {
    let first = k * 2u * dimension;
    let offset = point - coordinates(first, dimension);
    let sharpness = coordinates(first + dimension, dimension);
    let scaled = sharpness * offset;
    let value = bell(scaled);
    let by_scaled = -2.0 * value * scaled;
    let by_point = by_scaled * sharpness;
    let by_sharpness = by_scaled * offset;
    if dimension == 2u {
        return Slopes(value, by_point, vec4<f32>(-by_point, by_sharpness));
    }
    return Slopes(value, by_point, vec4<f32>(-by_point.x, by_sharpness.x, 0.0, 0.0));
}
