// <e, p> + b: direction e, bias b.

fn element_parameters(dimension: u32) -> u32 {
    return dimension + 1u;
}

fn line_value(point: vec2<f32>, k: u32, dimension: u32) -> f32 {
    let first = k * (dimension + 1u);
    return dot(coordinates(first, dimension), point) + parameters[first + dimension];
}

// The derivatives of a line times `slope`, with the value of the function applied to it.
fn line_slopes(point: vec2<f32>, k: u32, dimension: u32, value: f32, slope: f32) -> Slopes {
    let by_point = slope * coordinates(k * (dimension + 1u), dimension);
    if dimension == 2u {
        return Slopes(value, by_point, vec4<f32>(slope * point, slope, 0.0));
    }
    return Slopes(value, by_point, vec4<f32>(slope * point.x, slope, 0.0, 0.0));
}
