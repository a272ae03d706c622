// The triangle over a bar at t, max(0, |death - birth| / 2 - |t - (birth + death) / 2|). On the line, where a bar has no death,
// max(0, |h| - |t - p|) with height h.

fn element_parameters(dimension: u32) -> u32 {
    return 3u - dimension;
}

// Middle and height of the triangle.
fn triangle(point: vec2<f32>, k: u32, dimension: u32) -> vec2<f32> {
    if dimension == 2u {
        return vec2<f32>(0.5 * (point.x + point.y), 0.5 * abs(point.y - point.x));
    }
    return vec2<f32>(point.x, abs(parameters[2u * k + 1u]));
}

fn element_value(point: vec2<f32>, k: u32, dimension: u32) -> f32 {
    let triangle = triangle(point, k, dimension);
    return max(0.0, triangle.y - abs(parameters[k * (3u - dimension)] - triangle.x));
}

fn element_slopes(point: vec2<f32>, k: u32, dimension: u32) -> Slopes {
    let triangle = triangle(point, k, dimension);
    let offset = parameters[k * (3u - dimension)] - triangle.x;
    let value = triangle.y - abs(offset);
    if value <= 0.0 {
        return Slopes(0.0, vec2<f32>(0.0), vec4<f32>(0.0));
    }
    let by_middle = sign(offset);
    if dimension == 2u {
        let by_length = sign(point.y - point.x);
        let by_point = 0.5 * vec2<f32>(by_middle - by_length, by_middle + by_length);
        return Slopes(value, by_point, vec4<f32>(-by_middle, 0.0, 0.0, 0.0));
    }
    let by_height = sign(parameters[2u * k + 1u]);
    return Slopes(value, vec2<f32>(by_middle, 0.0), vec4<f32>(-by_middle, by_height, 0.0, 0.0));
}
