// What a hat is at a point. Every parts/element_*.wgsl has, for the hat k in `dimension` dimensions:
// element_parameters, how many numbers of `hats` it is; element_value; element_slopes.
// The second coordinate of a point is 0 on the line, and so is its slope.

struct Params {
    @size(8) graphs: u32,
    // Candidates in a direction, and in all.
    @size(8) stride: u32,
    @size(8) candidates: u32,
    @size(8) hats: u32,
    @size(8) dimension: u32,
}

struct Slopes {
    value: f32,
    // By the coordinates of the point.
    point: vec2<f32>,
    // By the parameters, in their order.
    parameters: vec4<f32>,
}

// The coordinates in `hats` from `first` on.
fn coordinates(first: u32, dimension: u32) -> vec2<f32> {
    return vec2<f32>(hats[first], select(0.0, hats[first + dimension - 1u], dimension == 2u));
}

fn point_of(candidate: u32, dimension: u32) -> vec2<f32> {
    let first = candidate * dimension;
    return vec2<f32>(points[first], select(0.0, points[first + dimension - 1u], dimension == 2u));
}
