// The line of parts/line.wgsl, followed by LeakyReLU.

const SLOPE_BELOW: f32 = 0.01;

fn element_value(point: vec2<f32>, k: u32, dimension: u32) -> f32 {
    let line = line_value(point, k, dimension);
    return select(SLOPE_BELOW * line, line, line > 0.0);
}

fn element_slopes(point: vec2<f32>, k: u32, dimension: u32) -> Slopes {
    let slope = select(SLOPE_BELOW, 1.0, line_value(point, k, dimension) > 0.0);
    return line_slopes(point, k, dimension, element_value(point, k, dimension), slope);
}
