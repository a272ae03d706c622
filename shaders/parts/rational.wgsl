// Rational hats in `state` for three kinds of bars: centres (two numbers each for finite bars) and radii. Includes the
// parameters of the kernels that use them.

struct Params {
    // Number of hats per kind, and indices in `state` of their centres and radii.
    @size(8) hats: u32,
    @size(8) finite_centres: u32,
    @size(8) finite_radii: u32,
    @size(8) component_centres: u32,
    @size(8) component_radii: u32,
    @size(8) loop_centres: u32,
    @size(8) loop_radii: u32,
    // Index in `batch` of the chunks, and in `gradients`.
    @size(8) chunks: u32,
    @size(8) base: u32,
}

struct Hat {
    // The second coordinate is 0 if a bar has only one.
    centre: vec2<f32>,
    radius: f32,
}

// The indices of the hats of a kind.
fn centres_of(kind: u32) -> u32 {
    return select(select(params.loop_centres, params.component_centres, kind == 1u), params.finite_centres, kind == 0u);
}

fn radii_of(kind: u32) -> u32 {
    return select(select(params.loop_radii, params.component_radii, kind == 1u), params.finite_radii, kind == 0u);
}

fn hat_of(kind: u32, k: u32) -> Hat {
    let centres = centres_of(kind);
    let radius = state[radii_of(kind) + k];
    if kind == 0u {
        return Hat(vec2<f32>(state[centres + 2u * k], state[centres + 2u * k + 1u]), radius);
    }
    return Hat(vec2<f32>(state[centres + k], 0.0), radius);
}

// 1 / (1 + |p - c|) - 1 / (1 + ||r| - |p - c||) in the 1-norm.
fn hat_value(hat: Hat, point: vec2<f32>) -> f32 {
    let offset = abs(point - hat.centre);
    let distance = offset.x + offset.y;
    return 1.0 / (1.0 + distance) - 1.0 / (1.0 + abs(abs(hat.radius) - distance));
}

// Its derivatives by the coordinates of the point (those by the centre have the opposite sign) and by the radius.
fn hat_slopes(hat: Hat, point: vec2<f32>) -> vec3<f32> {
    let offset = point - hat.centre;
    let distance = abs(offset.x) + abs(offset.y);
    let inside = abs(hat.radius) - distance;
    let hill = 1.0 / (1.0 + distance);
    let ring = 1.0 / (1.0 + abs(inside));
    let side = sign(inside) * ring * ring;
    return vec3<f32>((-hill * hill - side) * sign(offset), side * sign(hat.radius));
}
