// Contribution of each graph to the gradient of the coordinate functions: rows of K · Q numbers. One workgroup per graph, one
// lane per coordinate function.
// With parts/element.wgsl and one of parts/element_*.wgsl.

const LANES: u32 = 64u;

@group(0) @binding(0) var<storage, read> gradient: array<f32>;
@group(0) @binding(1) var<storage, read> points: array<f32>;
@group(0) @binding(2) var<storage, read> weights: array<f32>;
@group(0) @binding(3) var<storage, read> parameters: array<f32>;
@group(0) @binding(4) var<storage, read> offsets: array<u32>;
@group(0) @binding(5) var<storage, read_write> parameters_gradient: array<f32>;
@group(0) @binding(6) var<uniform> params: Params;

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
    for (var k = lane; k < count; k += LANES) {
        var total = vec4<f32>(0.0);
        for (var copy = 0u; copy < params.candidates; copy += stride) {
            for (var p = copy + offsets[graph]; p < copy + offsets[graph + 1u]; p++) {
                if weights[p] != 0.0 {
                    total += weights[p] * element_slopes(point_of(p, dimension), k, dimension).parameters;
                }
            }
        }
        total *= gradient[graph * count + k];
        let width = element_parameters(dimension);
        for (var q = 0u; q < width; q++) {
            parameters_gradient[(graph * count + k) * width + q] = total[q];
        }
    }
}
