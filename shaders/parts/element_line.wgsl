// The line of parts/line.wgsl.

fn element_value(point: vec2<f32>, k: u32, dimension: u32) -> f32 {
    return line_value(point, k, dimension);
}

fn element_slopes(point: vec2<f32>, k: u32, dimension: u32) -> Slopes {
    return line_slopes(point, k, dimension, line_value(point, k, dimension), 1.0);
}
