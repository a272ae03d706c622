// sum[g, k] = Σ weight · s_k(point) over the bars of graph g, in the order of their candidates; a candidate of weight 0 is not
// a bar. One workgroup per graph, one lane per coordinate function s_k.
// With parts/element.wgsl and one of parts/element_*.wgsl.

const LANES: u32 = 64u;

@group(0) @binding(0) var<storage, read> points: array<f32>;
@group(0) @binding(1) var<storage, read> weights: array<f32>;
@group(0) @binding(2) var<storage, read> parameters: array<f32>;
@group(0) @binding(3) var<storage, read> offsets: array<u32>;
@group(0) @binding(4) var<storage, read_write> sum: array<f32>;
@group(0) @binding(5) var<uniform> params: Params;

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
        var total = 0.0;
        for (var copy = 0u; copy < params.candidates; copy += stride) {
            for (var p = copy + offsets[graph]; p < copy + offsets[graph + 1u]; p++) {
                if weights[p] != 0.0 {
                    total += weights[p] * element_value(point_of(p, dimension), k, dimension);
                }
            }
        }
        sum[graph * count + k] = total;
    }
}
