// Rational hats summed over the bars of each chunk. One lane per hat, one workgroup per kind and chunk, whose bars are the same
// for all lanes.
// With parts/step.wgsl and parts/rational.wgsl.

@group(0) @binding(0) var<storage, read> batch: array<u32>;
@group(0) @binding(1) var<storage, read> state: array<f32>;
@group(0) @binding(2) var<storage, read> bars: array<vec4<u32>>;
@group(0) @binding(3) var<storage, read> counts: array<vec4<u32>>;
// For each chunk: the sums for each kind.
@group(0) @binding(4) var<storage, read_write> sums: array<f32>;
@group(0) @binding(5) var<uniform> params: Params;

@compute @workgroup_size(32)
fn main(@builtin(workgroup_id) workgroup: vec3<u32>, @builtin(local_invocation_index) lane: u32) {
    let chunk = workgroup.x;
    let kind = workgroup.z;
    let k = workgroup.y * 32u + lane;
    if chunk >= batch[CHUNKS] || k >= params.hats {
        return;
    }
    let hat = hat_of(kind, k);
    let first = first_slot(chunk, kind);
    let last = first + counts[chunk][kind];
    var sum = 0.0;
    for (var slot = first; slot < last; slot += 1u) {
        let bar = bars[slot];
        sum += f32(bar.z) * hat_value(hat, bitcast<vec2<f32>>(bar.xy));
    }
    sums[(3u * chunk + kind) * params.hats + k] = sum;
}
