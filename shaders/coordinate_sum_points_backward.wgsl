// Gradients of points and weights of a sum of coordinate functions. One workgroup per graph, one lane per bar.
// With parts/element.wgsl and one of parts/element_*.wgsl.

const LANES: u32 = 64u;

@group(0) @binding(0) var<storage, read> gradient: array<f32>;
@group(0) @binding(1) var<storage, read> points: array<f32>;
@group(0) @binding(2) var<storage, read> weights: array<f32>;
@group(0) @binding(3) var<storage, read> parameters: array<f32>;
@group(0) @binding(4) var<storage, read> offsets: array<u32>;
@group(0) @binding(5) var<storage, read_write> points_gradient: array<f32>;
@group(0) @binding(6) var<storage, read_write> weights_gradient: array<f32>;
@group(0) @binding(7) var<uniform> params: Params;

@compute @workgroup_size(64)
fn main(
    @builtin(workgroup_id) group: vec3<u32>,
    @builtin(num_workgroups) groups: vec3<u32>,
    @builtin(local_invocation_index) lane: u32,
) {
    let stride = params.stride;
    let count = params.functions;
    let dimension = params.dimension;
    let graph = group.y * groups.x + group.x;
    if graph >= params.graphs {
        return;
    }
    for (var copy = 0u; copy < params.candidates; copy += stride) {
        for (var p = copy + offsets[graph] + lane; p < copy + offsets[graph + 1u]; p += LANES) {
            var total = vec2<f32>(0.0);
            var value = 0.0;
            if weights[p] != 0.0 {
                let point = point_of(p, dimension);
                for (var k = 0u; k < count; k++) {
                    let slopes = element_slopes(point, k, dimension);
                    let share = gradient[graph * count + k];
                    total += share * slopes.point;
                    value += share * slopes.value;
                }
            }
            points_gradient[p * dimension] = weights[p] * total.x;
            if dimension == 2u {
                points_gradient[p * 2u + 1u] = weights[p] * total.y;
            }
            weights_gradient[p] = value;
        }
        // Candidates outside all graphs come last.
        for (var p = copy + offsets[params.graphs] + LANES * graph + lane; p < copy + stride; p += LANES * params.graphs) {
            for (var i = p * dimension; i < (p + 1u) * dimension; i++) {
                points_gradient[i] = 0.0;
            }
            weights_gradient[p] = 0.0;
        }
    }
}
