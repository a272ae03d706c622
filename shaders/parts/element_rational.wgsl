// The rational hat 1 / (1 + |p - c|) - 1 / (1 + ||r| - |p - c||) in the 1-norm: centre c, radius r.

fn element_parameters(dimension: u32) -> u32 {
    return dimension + 1u;
}

fn one_norm(offset: vec2<f32>) -> f32 {
    return abs(offset.x) + abs(offset.y);
}

// Minuend and subtrahend; `inside` is the radius minus the distance.
fn summands(distance: f32, inside: f32) -> vec2<f32> {
    return vec2<f32>(1.0 / (1.0 + distance), 1.0 / (1.0 + abs(inside)));
}

fn element_value(point: vec2<f32>, k: u32, dimension: u32) -> f32 {
    let first = k * (dimension + 1u);
    let distance = one_norm(point - coordinates(first, dimension));
    let parts = summands(distance, abs(parameters[first + dimension]) - distance);
    return parts.x - parts.y;
}

fn element_slopes(point: vec2<f32>, k: u32, dimension: u32) -> Slopes {
    let first = k * (dimension + 1u);
    let offset = point - coordinates(first, dimension);
    let radius = parameters[first + dimension];
    let distance = one_norm(offset);
    let inside = abs(radius) - distance;
    let parts = summands(distance, inside);
    let side = sign(inside) * parts.y * parts.y;
    let by_point = (-parts.x * parts.x - side) * sign(offset);
    let by_radius = side * sign(radius);
    if dimension == 2u {
        return Slopes(parts.x - parts.y, by_point, vec4<f32>(-by_point, by_radius, 0.0));
    }
    return Slopes(parts.x - parts.y, by_point, vec4<f32>(-by_point.x, by_radius, 0.0, 0.0));
}
