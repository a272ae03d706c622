// The interface of a formula of coordinate functions. Every parts/element_*.wgsl defines, for function k in `dimension`
// dimensions: element_parameters (the number of parameters), element_value and element_slopes. On the line the second
// coordinate of a point is 0, and so is its derivative.

struct Params {
    @size(8) graphs: u32,
    // Candidates in one direction, and in total.
    @size(8) stride: u32,
    @size(8) candidates: u32,
    @size(8) functions: u32,
    @size(8) dimension: u32,
}

struct Slopes {
    value: f32,
    // Derivatives by the coordinates of the point.
    point: vec2<f32>,
    // Derivatives by the parameters, in their order.
    parameters: vec4<f32>,
}

// The coordinates in `parameters` from index `first` on.
fn coordinates(first: u32, dimension: u32) -> vec2<f32> {
    return vec2<f32>(parameters[first], select(0.0, parameters[first + dimension - 1u], dimension == 2u));
}

fn point_of(candidate: u32, dimension: u32) -> vec2<f32> {
    let first = candidate * dimension;
    return vec2<f32>(points[first], select(0.0, points[first + dimension - 1u], dimension == 2u));
}
