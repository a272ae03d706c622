// Gradients of the ends of the bars of each chunk. One lane per bar, one workgroup per 32 slots of a chunk, all of one kind.
// With parts/step.wgsl and parts/rational.wgsl.

@group(0) @binding(0) var<storage, read> batch: array<u32>;
@group(0) @binding(1) var<storage, read> state: array<f32>;
@group(0) @binding(2) var<storage, read> bars: array<vec4<u32>>;
@group(0) @binding(3) var<storage, read> counts: array<vec4<u32>>;
// Gradient of the vector of each graph.
@group(0) @binding(4) var<storage, read> vector_gradient: array<f32>;
// Gradient of the ends of all candidates; candidates that are not bars are unchanged.
@group(0) @binding(5) var<storage, read_write> gradient: array<vec2<f32>>;
@group(0) @binding(6) var<uniform> params: Params;

@compute @workgroup_size(32)
fn main(@builtin(workgroup_id) workgroup: vec3<u32>, @builtin(local_invocation_index) lane: u32) {
    let chunk = workgroup.x;
    if chunk >= batch[CHUNKS] {
        return;
    }
    let kind = max(workgroup.y, 1u) - 1u;
    let slot = chunk * SLOTS + workgroup.y * 32u + lane;
    if slot >= first_slot(chunk, kind) + counts[chunk][kind] {
        return;
    }
    let count = params.hats;
    let bar = bars[slot];
    let point = bitcast<vec2<f32>>(bar.xy);
    let graph = batch[params.chunks + 4u * chunk + 2u];
    let shares = (3u * graph + kind) * count;
    var sum = vec2<f32>(0.0);
    for (var k = 0u; k < count; k += 1u) {
        sum += vector_gradient[shares + k] * hat_slopes(hat_of(kind, k), point).xy;
    }
    gradient[bar.w] = f32(bar.z) * sum;
}
