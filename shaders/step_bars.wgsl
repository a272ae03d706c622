// The bars of each chunk, a run of vertices of one graph: the candidates of nonzero multiplicity, consecutively, by kind. One
// lane per chunk. Filter values are compared by their bits, never as floats.
// With parts/step.wgsl and parts/order.wgsl.

struct Params {
    // Index in `batch` of the chunks: first vertex, vertices, graph, 0.
    @size(8) chunks: u32,
}

@group(0) @binding(0) var<storage, read> batch: array<u32>;
@group(0) @binding(1) var<storage, read> filter_bits: array<u32>;
@group(0) @binding(2) var<storage, read> death: array<u32>;
@group(0) @binding(3) var<storage, read> loops: array<u32>;
// Slots of bars: bits of birth and death, multiplicity, candidate. First finite bars of both directions (2N), then components
// (N) and loops (N) of both directions together.
@group(0) @binding(4) var<storage, read_write> bars: array<vec4<u32>>;
// For each chunk: number of bars of each kind, 0.
@group(0) @binding(5) var<storage, read_write> counts: array<vec4<u32>>;
// Gradients of the ends of all candidates, set for those that are not bars.
@group(0) @binding(6) var<storage, read_write> gradient: array<vec2<f32>>;
@group(0) @binding(7) var<uniform> params: Params;

@compute @workgroup_size(64)
fn main(@builtin(workgroup_id) workgroup: vec3<u32>, @builtin(local_invocation_index) lane: u32) {
    let chunk = workgroup.x * 64u + lane;
    if chunk >= batch[CHUNKS] {
        return;
    }
    let vertices = batch[VERTICES];
    let first = batch[params.chunks + 4u * chunk];
    let last = first + batch[params.chunks + 4u * chunk + 1u];
    var finite = first_slot(chunk, 0u);
    var components = first_slot(chunk, 1u);
    var around = first_slot(chunk, 2u);
    for (var v = first; v < last; v += 1u) {
        let bits = filter_bits[v];
        let birth = canonical_key(bits);
        var essential = 0u;
        for (var i = v; i < 2u * vertices; i += vertices) {
            gradient[i] = vec2<f32>(0.0);
            gradient[2u * vertices + i] = vec2<f32>(0.0);
            let end = death[i];
            if end == NONE {
                essential += 1u;
            } else if canonical_key(filter_bits[end]) != birth {
                bars[finite] = vec4<u32>(bits, filter_bits[end], 1u, i);
                finite += 1u;
            }
        }
        if essential > 0u {
            bars[components] = vec4<u32>(bits, 0u, essential, 2u * vertices + v);
            components += 1u;
        }
        let closing = loops[v] + loops[vertices + v];
        if closing > 0u {
            bars[around] = vec4<u32>(bits, 0u, closing, 3u * vertices + v);
            around += 1u;
        }
    }
    counts[chunk] = vec4<u32>(
        finite - first_slot(chunk, 0u),
        components - first_slot(chunk, 1u),
        around - first_slot(chunk, 2u),
        0u,
    );
}
