// Gradients of the rational hats, by chunk. One lane per hat, one workgroup per kind and chunk.
// With parts/step.wgsl and parts/rational.wgsl.

@group(0) @binding(0) var<storage, read> batch: array<u32>;
@group(0) @binding(1) var<storage, read> state: array<f32>;
@group(0) @binding(2) var<storage, read> bars: array<vec4<u32>>;
@group(0) @binding(3) var<storage, read> counts: array<vec4<u32>>;
// Gradient of the vector of each graph.
@group(0) @binding(4) var<storage, read> vector_gradient: array<f32>;
// For each chunk, 7K numbers: centres and radii of the hats of finite bars, of components, of loops.
@group(0) @binding(5) var<storage, read_write> gradients: array<f32>;
@group(0) @binding(6) var<uniform> params: Params;

@compute @workgroup_size(32)
fn main(@builtin(workgroup_id) workgroup: vec3<u32>, @builtin(local_invocation_index) lane: u32) {
    let chunk = workgroup.x;
    let kind = workgroup.z;
    let k = workgroup.y * 32u + lane;
    let count = params.hats;
    if chunk >= batch[CHUNKS] || k >= count {
        return;
    }
    let hat = hat_of(kind, k);
    let first = first_slot(chunk, kind);
    let last = first + counts[chunk][kind];
    var sum = vec3<f32>(0.0);
    for (var slot = first; slot < last; slot += 1u) {
        let bar = bars[slot];
        sum += f32(bar.z) * hat_slopes(hat, bitcast<vec2<f32>>(bar.xy));
    }
    let graph = batch[params.chunks + 4u * chunk + 2u];
    sum *= vector_gradient[(3u * graph + kind) * count + k];
    let base = params.base + 7u * count * chunk;
    if kind == 0u {
        gradients[base + 2u * k] = -sum.x;
        gradients[base + 2u * k + 1u] = -sum.y;
        gradients[base + 2u * count + k] = sum.z;
    } else {
        let own = base + (1u + 2u * kind) * count + k;
        gradients[own] = -sum.x;
        gradients[own + count] = sum.z;
    }
}
